"""Darkness: what lamps, torches and sharp eyes make out, and what the players see of it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model import events as ev
from engine.model.actor import Actor, Condition
from engine.model.battle import Battle, Control, Side, Thing
from engine.model.fold import apply
from engine.model.terrain import Light, fine
from engine.store.ascii_map import ascii_terrain
from engine.tactics.board import Board
from engine.tactics.light import in_the_dark, lit_cells
from engine.tactics.perception import in_sight, known_to_players, seen_cells, seen_things

SIDES = (Side("party", "P", Control.PLAYERS, ("foes",)), Side("foes", "F", Control.REFEREE, ("party",)))


def dark(rows: str, sight_limits: bool = False, **changes: dict[str, int]) -> Battle:
    """Capitals are the party, small letters the foes."""
    terrain, marks = ascii_terrain(rows.split())
    actors = {
        letter: Actor(
            letter, letter, "party" if letter.isupper() else "foes", cell, **changes.get(letter, {})
        )
        for letter, cell in marks.items()
    }
    terrain = replace(terrain, dark=True, sight_limits=sight_limits)
    return Battle("toy", "Toy", SIDES, actors, terrain)


def sees(battle: Battle, one: str, other: str) -> bool:
    board = Board(battle)
    return in_sight(board, battle.actors[one], battle.actors[other])


def test_in_the_dark_only_what_is_lit_or_within_arms_length_is_seen() -> None:
    battle = dark("Pg......h")
    assert sees(battle, "P", "g")
    assert not sees(battle, "P", "h")
    assert sees(replace(battle, terrain=replace(battle.terrain, dark=False)), "P", "h")


def test_a_light_shows_its_bearer_to_all_and_others_within_its_radius() -> None:
    battle = dark("P.......h.......i", h={"light": 6})
    assert sees(battle, "P", "h")
    assert not sees(battle, "h", "i"), "eight squares away from a light of six"
    assert not sees(battle, "h", "P"), "the bearer does not see beyond its own light"
    assert in_the_dark(Board(battle), battle.actors["P"])
    assert not in_the_dark(Board(battle), battle.actors["h"])


def test_the_edge_of_a_light_is_counted_in_squares() -> None:
    board = Board(dark("P..........", P={"light": 6}))
    assert lit_cells(board) == frozenset(range(7))


def test_a_wall_stops_light() -> None:
    battle = dark("P.#.h", sight_limits=True, P={"light": 6})
    assert board_row(lit_cells(Board(battle))) == [0, 1, 2]


def board_row(cells: frozenset[int]) -> list[int]:
    return sorted(cells)


def test_sight_in_the_dark_has_its_own_range_and_no_darkness_to_fear() -> None:
    battle = dark("P.....g....h", P={"dark_sight": 6})
    assert sees(battle, "P", "g")
    assert not sees(battle, "P", "h")
    assert not in_the_dark(Board(battle), battle.actors["P"])


def test_lamps_and_burning_things_on_the_ground_give_light() -> None:
    battle = dark("P.......h")
    lamp = replace(battle.terrain, lights=(Light((fine(7.5), fine(0.5)), 1),))
    assert sees(replace(battle, terrain=lamp), "P", "h")
    torch = apply(battle, ev.Laid(Thing("t1", "Torch", (7, 0), light=6)))
    assert sees(torch, "P", "h")
    assert not sees(apply(torch, ev.Lifted("t1")), "P", "h")


def test_whoever_is_hidden_sheds_no_light() -> None:
    lit = dark("P.......h", h={"light": 6})
    hidden = replace(lit, actors={**lit.actors, "h": replace(lit.actors["h"], hidden=True)})
    unlit = replace(hidden, actors={**hidden.actors, "h": replace(hidden.actors["h"], light=0)})
    assert seen_cells(Board(hidden)) == seen_cells(Board(unlit))
    assert len(seen_cells(Board(lit))) > len(seen_cells(Board(unlit)))


def test_the_players_see_lit_squares_and_what_lies_there() -> None:
    battle = dark("P..........", P={"light": 3})
    battle = apply(battle, ev.Laid(Thing("t1", "Coin", (3, 0))))
    battle = apply(battle, ev.Laid(Thing("t2", "Idol", (9, 0))))
    board = Board(battle)
    assert seen_cells(board) == frozenset(range(4))
    assert [thing.id for thing in seen_things(board)] == ["t1"]


def test_a_blind_bearer_lights_the_way_for_others_only() -> None:
    blind = {"light": 6, "conditions": (Condition("blind"),)}
    battle = dark("P..Q....h", P=blind)  # type: ignore[arg-type]
    assert not sees(battle, "P", "Q")
    assert sees(battle, "Q", "P")
    assert not known_to_players(Board(battle), battle.actors["h"])
