"""Changing anything hidden changes nothing in the players' view, nor in what they are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from engine.grid.barriers import FINE
from engine.model.actor import DOWN, PRONE, Actor, Arms, Condition
from engine.model.battle import Battle, Control, Side
from engine.model.commands import AddSide, PaintGround, RemoveSide, ReviseSide, SetTerrain
from engine.model.events import Event, Rolled, Said
from engine.model.fold import apply_all
from engine.model.terrain import Door, DoorState, Ground, Terrain, Wall
from engine.rulesets.ose.sheet import Turn
from engine.rulesets.registry import RULESETS
from engine.session import edits, side_edits
from engine.session.journal import Entry
from engine.tactics.board import Board
from engine.tactics.door_memory import beside, doors_known
from engine.tactics.draft import Draft
from engine.tactics.map_memory import pieces
from engine.tactics.perception import pack_cells, watched_cells
from engine.tactics.step import look_around
from engine.views.audience import Audience, known, players_know
from engine.views.look import View, look
from engine.views.narrate import Narrator

Entries = Callable[[str], tuple[Entry, ...]]
Draw = Callable[[st.SearchStrategy[Any]], Any]

STRANGERS = Side("strangers", "Strangers", Control.REFEREE, ("party", "foes"))
SECRET = ((0, 0), (FINE, 0))
"""Along the edge of the map, where a wall or a door changes nothing else."""
OPEN_TO_ALL = {
    "hp", "max_hp", "gear", "shields", "natural", "body_reach", "hands", "dead", "fled", "surrendered",
    "weapons", "useless", "fallen", "set_weapon", "hero",
    "cover", "mounted", "tall", "grapples", "hold", "fleeing",
    "hit_dice", "hit_bonus", "taken", "hurt", "plan", "weapon", "role", "hit", "struck", "more", "routed",
}  # fmt: skip
"""Fields of a sheet that show, as a health word, as what is in the hands, or as a plan under way."""
SEEN_TO_DO = {Turn: {"attacked", "main_moved", "passed"}}
"""And those of a turn that say what everybody saw it do."""
few = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def seen_by_players(key: str, battle: Battle, events: tuple[Event, ...]) -> tuple[object, ...]:
    """Everything that reaches their screen."""
    rules, board = RULESETS[key], Board(battle)
    public = known(board, rules, Audience.PLAYERS)
    narrator = Narrator(battle, rules.about.glossary, Audience.PLAYERS, public)
    return public, look(board, rules, Audience.PLAYERS), narrator.lines(events)


@few
@given(st.data())
def test_hidden_changes_change_nothing(key: str, entries: Entries, data: st.DataObject) -> None:
    entry = data.draw(st.sampled_from(entries(key)), label="moment")
    before = seen_by_players(key, entry.after, entry.events)
    battle = entry.after
    for change in data.draw(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=4), label="changes"):
        battle = change(battle, data.draw)
    assume(battle != entry.after)
    after = seen_by_players(key, battle, entry.events)
    for was, now in zip(before, after, strict=True):
        assert now == was
    assert msgspec.json.encode(after[0]) == msgspec.json.encode(before[0])


# --- what may change ----------------------------------------------------------------------------------


def unknown(battle: Battle) -> list[Actor]:
    """Those of the others that the players are not aware of."""
    seen = players_know(Board(battle))
    return [actor for actor in strangers_to_players(battle) if actor.id not in seen]


def strangers_to_players(battle: Battle) -> list[Actor]:
    """Those whom others speak for."""
    return [actor for actor in battle.actors.values() if battle.control_of(actor.id) is not Control.PLAYERS]


def with_actor(battle: Battle, actor: Actor) -> Battle:
    return replace(battle, actors={**battle.actors, actor.id: actor})


def change_somebody_unseen(battle: Battle, draw: Draw) -> Battle:
    """Its place, name, side, state, size; or it is gone."""
    there = unknown(battle)
    if not there:
        return battle
    actor = draw(st.sampled_from(there))
    cell = draw(cells(battle))
    strangers = any(side.id == "strangers" for side in battle.sides)
    change = draw(
        st.sampled_from(
            [
                {"cell": cell},
                {"name": "Wight 9", "label": "W9", "kind": "Wight"},
                {"side": "strangers"} if strangers else {},
                {"conditions": (Condition(PRONE), Condition(DOWN))},
                {"arms": Arms(3)},
                {"note": "has the key"},
                {"size": 2},
                {"sheet": None},
            ]
        )
    )
    if change.get("sheet", actor) is None:
        return with_actor(battle, replace(actor, sheet=other_numbers(actor.sheet, draw)))
    return with_actor(battle, replace(actor, hidden=True, **change))


def add_somebody_hidden(battle: Battle, draw: Draw) -> Battle:
    """More of them than anybody thinks, of a side that is there or of a third one."""
    number = sum(actor.id.startswith("more") for actor in battle.actors.values()) + 1
    like = draw(st.sampled_from(strangers_to_players(battle)))
    extra = replace(
        like, id=f"more{number}", name="Wight", public_name="", cell=draw(cells(battle)), hidden=True
    )
    if draw(st.booleans()) and not any(side.id == STRANGERS.id for side in battle.sides):
        extra = replace(extra, side=STRANGERS.id)
        sides = tuple(replace(side, hostile_to=(*side.hostile_to, STRANGERS.id)) for side in battle.sides)
        place = draw(st.integers(0, len(sides)))
        battle = replace(battle, sides=(*sides[:place], STRANGERS, *sides[place:]))
    return with_actor(battle, extra)


def change_a_side_nobody_met(battle: Battle, draw: Draw) -> Battle:
    """Another side on which nobody known is: made, renamed, made peace with, or gone."""
    there = [side for side in battle.sides if side.id == STRANGERS.id]
    edit: AddSide | ReviseSide | RemoveSide = AddSide(STRANGERS)
    if there and draw(st.booleans()):
        foes = draw(st.sampled_from([(), ("party",), ("party", "foes")]))
        name = draw(st.sampled_from(["Cult", "Traitors"]))
        edit = ReviseSide(replace(there[0], name=name, hostile_to=foes))
    elif there:
        edit = RemoveSide(STRANGERS.id)
    refusals = side_edits.why_not(battle, edit, RULESETS[battle.ruleset])
    if any(refusal.hard for refusal in refusals):
        return battle
    return apply_all(battle, side_edits.events(Draft(battle), edit))


def change_numbers_of_a_foe(battle: Battle, draw: Draw) -> Battle:
    """Seen or not: its numbers, what it has declared, its morale, what it can still do."""
    actor = draw(st.sampled_from(strangers_to_players(battle)))
    return with_actor(battle, replace(actor, sheet=other_numbers(actor.sheet, draw)))


def change_what_the_gm_calls_it(battle: Battle, draw: Draw) -> Battle:
    """The GM's name, token letters and note of somebody to whom the players gave a name of their own."""
    named = [actor for actor in strangers_to_players(battle) if actor.public_name]
    if not named:
        return battle
    actor = draw(st.sampled_from(named))
    name = draw(st.sampled_from(["Vampire 7", "Strahd", "Goblin 40"]))
    if actor.public_name == actor.name:
        return with_actor(battle, replace(actor, note=name))
    return with_actor(battle, replace(actor, name=name, label=draw(st.sampled_from(["V7", "S"])), note=name))


def lock_a_secret_door(battle: Battle, draw: Draw) -> Battle:
    """A door that is taken for a wall: how it is shut, or that it is a door at all."""
    terrain = battle.terrain
    plain = replace(
        terrain, doors=(), walls=tuple(wall for wall in terrain.walls if (wall.a, wall.b) != SECRET)
    )
    state = draw(st.sampled_from([DoorState.CLOSED, DoorState.LOCKED]))
    name = draw(st.sampled_from(["d1", "crypt"]))
    return replace(battle, terrain=replace(plain, doors=(Door(name, *SECRET, state=state, secret=True),)))


def change_the_counter(battle: Battle, draw: Draw) -> Battle:
    return replace(battle, counter=draw(st.integers(0, 99)))


CHANGES = (
    change_somebody_unseen,
    add_somebody_hidden,
    change_a_side_nobody_met,
    change_numbers_of_a_foe,
    change_what_the_gm_calls_it,
    change_the_counter,
)


def cells(battle: Battle) -> st.SearchStrategy[tuple[int, int]]:
    extent = battle.terrain.extent
    return st.tuples(st.integers(0, extent.width - 2), st.integers(0, extent.height - 2))


def other_numbers(page: Any, draw: Draw) -> Any:
    """The sheet with every number, word and mark changed that is not open to all."""
    changed: dict[str, Any] = {}
    for field in fields(page):
        value = getattr(page, field.name)
        if field.name in OPEN_TO_ALL | SEEN_TO_DO.get(type(page), set()):
            continue
        if field.name == "turn":
            changed["turn"] = other_numbers(value, draw)
        elif isinstance(value, bool):
            changed[field.name] = draw(st.booleans())
        elif type(value) is int:
            changed[field.name] = draw(st.integers(1, 99))
    if hasattr(page, "max_hp") and page.hp > 0:
        more = draw(st.integers(1, 5))
        changed |= {"hp": page.hp * more, "max_hp": page.max_hp * more}
    return replace(page, **changed)


@few
@given(st.data())
def test_a_secret_door_is_a_wall(key: str, entries: Entries, data: st.DataObject) -> None:
    battle = data.draw(st.sampled_from(entries(key))).after
    wall = replace(battle, terrain=replace(battle.terrain, walls=(*battle.terrain.walls, Wall(*SECRET))))
    door = lock_a_secret_door(battle, data.draw)
    assert seen_by_players(key, door, ()) == seen_by_players(key, wall, ())


@few
@given(st.data())
def test_a_door_out_of_sight_stays_as_it_was_last_seen(
    key: str, entries: Entries, data: st.DataObject
) -> None:
    entry = data.draw(st.sampled_from(entries(key)))
    battle = with_rooms(entry.after, data.draw)
    board = Board(battle)
    battle = replace(battle, doors_seen=doors_known(board))
    terrain = battle.terrain
    for door in terrain.doors:
        if not beside(terrain, door) & watched_cells(board):
            state = data.draw(st.sampled_from(DoorState), label=door.id)
            terrain = terrain.with_door(replace(door, state=state))
    changed = replace(battle, terrain=terrain)
    assume(changed != battle)
    assume(watched_cells(Board(changed)) == watched_cells(board))
    assert seen_by_players(key, changed, ()) == seen_by_players(key, battle, ())


@few
@given(st.data())
def test_the_map_out_of_sight_stays_as_it_was_last_seen(
    key: str, entries: Entries, data: st.DataObject
) -> None:
    """Ground painted, walls and doors drawn and erased by the GM's hand where nobody of the party looks."""
    draft = Draft(with_rooms(data.draw(st.sampled_from(entries(key))).after, data.draw))
    look_around(draft)
    start = draft.battle
    before, watched = drawn_for_players(key, start), watched_cells(draft.board)
    for edit in data.draw(st.lists(edits_out_of_sight(draft), min_size=1, max_size=4), label="edits"):
        for _ in edits.carry_out(draft, edit(draft.battle.terrain), RULESETS[key]):
            raise AssertionError("an edit of the map asks nothing")
        assume(watched_cells(draft.board) == watched)
    assume(draft.battle.terrain != start.terrain)
    assume(draft.battle.actors == start.actors)
    assert drawn_for_players(key, draft.battle) == before
    assert look(draft.board, RULESETS[key], Audience.GM).terrain == draft.battle.terrain


def drawn_for_players(key: str, battle: Battle) -> tuple[object, ...]:
    """What reaches their screen, however the lines of the map are put together."""
    public, view, _ = seen_by_players(key, battle, ())
    assert isinstance(public, Battle)
    assert isinstance(view, View)
    nothing = Terrain(0, 0, b"")
    maps = (public.terrain, view.terrain)
    return (
        replace(public, terrain=nothing),
        replace(view, terrain=nothing),
        [replace(terrain, walls=()) for terrain in maps],
        [{frozenset((one.a, one.b)) for wall in terrain.walls for one in pieces(wall)} for terrain in maps],
    )


MapEdit = Callable[[Terrain], SetTerrain | PaintGround]


def edits_out_of_sight(draft: Draft) -> st.SearchStrategy[MapEdit]:
    """Changes of the GM's that touch no square in the players' sight, made of the map as it is by then."""
    terrain, watched = draft.battle.terrain, watched_cells(draft.board)
    dark = [cell for cell in map(terrain.extent.cell, range(terrain.extent.count)) if unwatched(cell, draft)]
    lines = [
        ((x * FINE, y * FINE), ((x + (not down) * long) * FINE, (y + down * long) * FINE))
        for x in range(terrain.width)
        for y in range(terrain.height)
        for down in (False, True)
        for long in (1, 2)
    ]
    free = [line for line in lines if not beside(terrain, Wall(*line)) & watched]
    gone = [line for line in (*terrain.walls, *terrain.doors) if not beside(terrain, line) & watched]
    choices: list[st.SearchStrategy[MapEdit]] = []
    if dark:
        some = st.lists(st.sampled_from(dark), min_size=1, max_size=6).map(tuple)
        choices.append(st.builds(painting, some, st.sampled_from(Ground)))
    if free:
        choices.append(st.builds(drawing_a_wall, st.sampled_from(free)))
        choices.append(st.builds(drawing_a_door, st.sampled_from(free), st.booleans()))
    if gone:
        choices.append(st.builds(erasing, st.sampled_from(gone)))
    assume(choices)
    return st.one_of(choices)


def unwatched(cell: tuple[int, int], draft: Draft) -> bool:
    return draft.board.extent.index(cell) not in watched_cells(draft.board)


def painting(cells: tuple[tuple[int, int], ...], ground: Ground) -> MapEdit:
    return lambda terrain: PaintGround(cells, ground)


def drawing_a_wall(line: Any) -> MapEdit:
    return lambda terrain: SetTerrain(replace(terrain, walls=(*terrain.walls, Wall(*line))))


def drawing_a_door(line: Any, secret: bool) -> MapEdit:
    def draw(terrain: Terrain) -> SetTerrain:
        free = next(key for number in range(99) if terrain.door(key := f"d{number}") is None)
        door = Door(free, *line, secret=secret)
        return SetTerrain(replace(terrain, doors=(*terrain.doors, door)))

    return draw


def erasing(line: Wall | Door) -> MapEdit:
    return lambda terrain: SetTerrain(
        replace(
            terrain,
            walls=tuple(wall for wall in terrain.walls if wall != line),
            doors=tuple(door for door in terrain.doors if door != line),
        )
    )


def with_rooms(battle: Battle, draw: Draw) -> Battle:
    """The same fight in two rooms, with doors anywhere; the players know some of the squares."""
    terrain = battle.terrain
    width, height = terrain.width, terrain.height
    wall = draw(st.integers(1, width - 1)) * FINE
    doors = []
    for number in range(6):
        x, y = draw(st.integers(0, width - 1)) * FINE, draw(st.integers(1, height - 1)) * FINE
        state, secret = draw(st.sampled_from(DoorState)), draw(st.booleans())
        doors.append(Door(f"d{number}", (x, y), (x + FINE, y), state, secret))
    rooms = replace(
        terrain, walls=(Wall((wall, 0), (wall, height * FINE)),), doors=tuple(doors), sight_limits=True
    )
    explored = draw(st.frozensets(st.integers(0, width * height - 1)))
    return replace(battle, terrain=rooms, explored=pack_cells(explored, width * height))


# --- along a fight ------------------------------------------------------------------------------------


def test_nobody_is_missing_from_what_is_known(key: str, entries: Entries) -> None:
    """No id that leads nowhere: in order lists, sheets, slots, or among the hostile sides."""
    for entry in entries(key):
        public = known(Board(entry.after), RULESETS[key], Audience.PLAYERS)
        ids = {*public.actors, *(side.id for side in public.sides)}
        hidden = {*entry.after.actors, *(side.id for side in entry.after.sides)} - ids
        drawn = (
            public,
            RULESETS[key].progress(public),
            look(Board(entry.after), RULESETS[key], Audience.PLAYERS),
        )
        told = msgspec.json.decode(msgspec.json.encode(drawn))
        assert not hidden & set(words_in(told))
        assert {actor.side for actor in public.actors.values()} <= {side.id for side in public.sides}


def words_in(value: Any) -> list[str]:
    """Every text anywhere within a JSON value, keys included; compound keys also in their parts."""
    if isinstance(value, dict):
        return words_in(list(value)) + words_in(list(value.values()))
    if isinstance(value, list):
        return [word for part in value for word in words_in(part)]
    return [value, *value.split(":")] if isinstance(value, str) else []


def test_hidden_rolls_and_notes_are_never_told(key: str, entries: Entries) -> None:
    told = 0
    for entry in entries(key):
        secret = tuple(
            replace(event, secret=True) if isinstance(event, Rolled) else replace(event, gm_only=True)
            for event in entry.events
            if isinstance(event, Rolled | Said)
        )
        public = known(Board(entry.after), RULESETS[key], Audience.PLAYERS)
        narrator = Narrator(entry.after, RULESETS[key].about.glossary, Audience.PLAYERS, public)
        assert narrator.lines(secret) == ()
        told += len(narrator.lines(entry.events))
    assert told > 5
