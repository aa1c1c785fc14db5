"""Who knows of whom, and what the players call them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import BLIND, Actor, Condition
from engine.model.battle import Battle, Control, Side
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.tactics.naming import numbered_name, one_language, own_label, players_label, players_name
from engine.tactics.perception import (
    known_to_players,
    pack_cells,
    seen_cells,
    side_knows,
    unknown_to,
    unpack_cells,
)
from engine.tactics.step import look_around
from engine.testing import ascii_terrain

SIDES = (Side("a", "Heroes", Control.PLAYERS, ("b",)), Side("b", "Foes", Control.REFEREE, ("a",)))


def board_of(rows: str, **actors: Actor) -> Board:
    terrain, marks = ascii_terrain(rows.split())
    placed = {key: replace(actor, id=key, cell=marks[key]) for key, actor in actors.items()}
    return Board(Battle("toy", "Toy", SIDES, placed, terrain))


HERO = Actor("", "Tam", "a")
GOBLIN = Actor("", "Goblin 3", "b", kind="Goblin")


def test_a_wall_hides_and_an_open_door_shows() -> None:
    shut, ajar = board_of("T#G", T=HERO, G=GOBLIN), board_of("T/G", T=HERO, G=GOBLIN)
    assert not side_knows(shut, "a", shut.actor("G"))
    assert side_knows(ajar, "a", ajar.actor("G"))


def test_what_the_gm_hides_is_unknown_even_in_plain_sight() -> None:
    board = board_of("T.G", T=HERO, G=replace(GOBLIN, hidden=True))
    assert unknown_to(board, "a") == {"G"}
    assert unknown_to(board, "b") == frozenset()


def test_the_blind_see_nobody() -> None:
    board = board_of("T.G", T=replace(HERO, conditions=(Condition(BLIND),)), G=GOBLIN)
    assert unknown_to(board, "a") == {"G"}


def test_players_see_the_walls_they_face() -> None:
    board = board_of("##### #T..# #####", T=HERO)
    seen = {board.extent.cell(index) for index in seen_cells(board)}
    assert (3, 1) in seen
    assert (4, 1) in seen
    assert (0, 0) in seen


def test_bit_fields_round_trip_and_add_up() -> None:
    field = pack_cells(frozenset({0, 9, 15}), 16)
    assert unpack_cells(field) == {0, 9, 15}
    assert unpack_cells(pack_cells(frozenset({3}), 16, field)) == {0, 3, 9, 15}


def test_players_count_a_kind_in_the_order_they_meet_it() -> None:
    board = board_of("T.G", T=HERO, G=GOBLIN)
    assert players_name(board.battle, board.actor("G")) == "Goblin 1"
    assert players_name(board.battle, board.actor("T")) == "Tam"
    seen = replace(board.battle, actors={"G": replace(board.actor("G"), public_name="Goblin 1")})
    assert players_name(seen, replace(GOBLIN, id="H", name="Goblin 7")) == "Goblin 2"


def test_new_creatures_take_the_first_free_number() -> None:
    board = board_of("T.G", T=HERO, G=GOBLIN)
    assert numbered_name(board.battle, "Goblin") == ("Goblin 1", "G1")
    assert numbered_name(board.battle, "Giant Rat") == ("Giant Rat 1", "GR1")


def test_kinds_with_one_initial_get_letters_of_their_own() -> None:
    orc = replace(GOBLIN, kind="Orc", name="Orc 1", label="O1")
    board = board_of("T.G", T=HERO, G=orc)
    assert numbered_name(board.battle, "Orc") == ("Orc 2", "O2")
    assert numbered_name(board.battle, "Ogre") == ("Ogre 1", "Og1")
    ogre = replace(orc, id="H", kind="Ogre", name="Ogre 1", label="Og1")
    both = replace(board.battle, actors={**board.battle.actors, "H": ogre})
    assert numbered_name(both, "Ogre") == ("Ogre 2", "Og2")
    assert numbered_name(replace(board.battle, actors={"H": ogre}), "Ogre") == ("Ogre 2", "Og2")


def test_players_letters_tell_only_of_kinds_they_have_met() -> None:
    orc = replace(GOBLIN, id="G", kind="Orc", name="Orc 1", label="O1")
    ogre = replace(orc, id="H", kind="Ogre", name="Ogre 1", label="Og1", public_name="Ogre 1")
    battle = replace(board_of("T.G", T=HERO, G=orc).battle, actors={"G": orc, "H": ogre})
    assert players_label(battle, ogre) == "O1"
    met = replace(orc, public_name="Orc 1")
    battle = replace(battle, actors={"G": met, "H": ogre})
    assert [players_label(battle, one) for one in (met, ogre)] == ["Or1", "Og1"]
    assert players_label(battle, replace(met, label="Boss")) == "Boss"


def test_where_the_gm_lifts_the_fog_sight_alone_shows_nobody() -> None:
    board = board_of("T.G", T=HERO, G=GOBLIN)
    by_hand = replace(board.battle, terrain=replace(board.battle.terrain, sight_reveals=False))
    assert not known_to_players(Board(by_hand), by_hand.actors["G"])
    lifted = replace(by_hand, explored=pack_cells(frozenset({2}), 3))
    assert known_to_players(Board(lifted), lifted.actors["G"])
    assert seen_cells(Board(lifted)) == {2}


def of_kind(key: str, kind: str, number: int, letters: str, public: str = "") -> Actor:
    name = f"{kind} {number}"
    return Actor(key, name, "b", label=f"{letters}{number}", kind=kind, public_name=public)


def among(*actors: Actor) -> Battle:
    return replace(board_of("T.", T=HERO).battle, actors={actor.id: actor for actor in actors})


def test_the_gm_says_the_letters_of_the_players() -> None:
    orc = of_kind("o", "Orc", 1, "O", "Orc 1")
    ogre = of_kind("g", "Ogre", 1, "Og", "Ogre 1")
    battle = among(orc, ogre)
    assert one_language(battle) == {"o": ("Orc 1", "Or1")}
    assert players_label(battle, orc) == "Or1"
    assert one_language(among(replace(orc, label="Or1"), ogre)) == {}
    assert one_language(among(replace(orc, label="Boss"), ogre)) == {}


def test_a_kind_nobody_has_met_gives_its_letters_up() -> None:
    ghoul, goblin = of_kind("h", "Ghoul", 1, "G"), of_kind("g", "Goblin", 1, "Go", "Goblin 1")
    assert one_language(among(ghoul, goblin)) == {"h": ("Ghoul 1", "Gh1"), "g": ("Goblin 1", "G1")}


def test_whom_the_players_count_first_is_the_first_for_the_gm_too() -> None:
    hidden, seen = of_kind("h", "Goblin", 1, "G"), of_kind("s", "Goblin", 3, "G", "Goblin 1")
    assert one_language(among(hidden, seen)) == {"h": ("Goblin 3", "G3"), "s": ("Goblin 1", "G1")}
    met = replace(hidden, public_name="Goblin 2")
    assert one_language(among(met, replace(seen, public_name="Goblin 3"))) == {"h": ("Goblin 2", "G2")}
    named = replace(hidden, name="Snag")
    assert one_language(among(named, seen)) == {"s": ("Goblin 1", "G1")}


def test_meeting_somebody_makes_both_screens_say_the_same() -> None:
    orc, ogre = of_kind("o", "Orc", 1, "O"), of_kind("g", "Ogre", 1, "Og")
    draft = Draft(board_of("T.R.G", T=HERO, R=orc, G=ogre).battle)
    look_around(draft)
    for key in ("R", "G"):
        assert draft[key].label == players_label(draft.battle, draft[key])
        assert draft[key].name == draft[key].public_name


def test_people_with_names_of_their_own_come_with_letters_nobody_else_has() -> None:
    board = board_of("O", O=Actor("", "Orsolya", "a"))
    odo = Actor("", "Odo", "a")
    assert own_label(board.battle, odo) == "Od"
    assert own_label(board.battle, Actor("", "Tam", "a")) == ""
    both = board_of("OD", O=Actor("", "Orsolya", "a"), D=replace(odo, label="Od"))
    assert own_label(both.battle, Actor("", "Odile", "b")) == "Odi"


def test_letters_of_the_players_people_tell_of_no_foe_they_have_not_met() -> None:
    unmet = board_of("O", O=Actor("", "Ogrim", "b"))
    assert own_label(unmet.battle, Actor("", "Odo", "a")) == ""
    met = board_of("O", O=Actor("", "Ogrim", "b", public_name="Ogrim"))
    assert own_label(met.battle, Actor("", "Odo", "a")) == "Od"
