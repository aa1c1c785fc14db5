"""From the written scenario to the battle before its first step: map, sides, actors, options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.grid.cells import Extent
from engine.grid.metric import Metric
from engine.importers.uvtt import read_uvtt
from engine.model.actor import Actor, Condition, Guest
from engine.model.battle import Battle, Control, Side
from engine.model.commands import AddActor
from engine.model.phrase import ActorId, Cell
from engine.model.terrain import Terrain, Wall, fine
from engine.rulesets.ruleset import Ruleset
from engine.scenarios.notation import OFF_MAP, read_square, unknown
from engine.scenarios.scenario import Scenario, SideSpec
from engine.session.results import Refused
from engine.session.session import new_session
from engine.store.ascii_map import ascii_terrain
from engine.store.book_library import book_creatures, build_book_creature, find_book_creature
from engine.store.library import build, find_creature
from engine.store.sheets import complete_sheet, sheet_fields
from engine.views.audience import Audience
from engine.views.narrate import Narrator

ActorSpec = Mapping[str, Any]
_MAP_FILES = (".dd2vtt", ".uvtt", ".df2vtt")
_PLAIN_KEYS = ("name", "size", "kind", "label", "hidden", "dark_sight", "note")
_ACTOR_KEYS = (*_PLAIN_KEYS, "side", "at", "conditions", "creature")
_DEFAULT_SIDES = {"party": SideSpec("The party", Control.PLAYERS), "foes": SideSpec("The foes")}
_WALL = re.compile(r"([A-Z]{1,2}\d+)\s*\|\s*([A-Z]{1,2}\d+)")
"""A wall on the edge between two neighbouring squares: "C4|D4"."""


def battle_of(scenario: Scenario, ruleset: Ruleset) -> Battle:
    """The battle before the fight begins, with everybody in place. ScenarioError names what does not fit."""
    written = scenario.written
    terrain, marks = _terrain(scenario)
    battle = Battle(
        ruleset=written.ruleset,
        title=written.title,
        sides=_sides(scenario),
        actors={},
        terrain=terrain,
        metric=_metric(scenario),
    )
    battle = _with_options(scenario, ruleset, battle)
    _check_marks(scenario, marks)
    session = new_session(ruleset, battle)
    for actor_id, spec in written.actors.items():
        actor = _actor(scenario, ruleset, actor_id, spec, marks)
        result = session.submit(AddActor(actor))
        if isinstance(result, Refused):
            speech = Narrator(session.battle, ruleset.about.glossary, Audience.GM)
            reasons = "; ".join(speech.say(refusal.reason).rstrip(".") for refusal in result.refusals)
            problem = f"{actor_id} cannot stand there: {reasons}; give it another square"
            raise scenario.places.error(problem, scenario.places.table("actors", actor_id))
    return session.battle


# --- map ----------------------------------------------------------------------------------------------


def _terrain(scenario: Scenario) -> tuple[Terrain, dict[str, Cell]]:
    text = scenario.written.map.strip("\n")
    if text.strip().endswith(_MAP_FILES):
        return replace(_map_file(scenario, text.strip()), dark=scenario.written.dark), {}
    terrain, marks = ascii_terrain(text.splitlines())
    if terrain.width == 0:
        raise scenario.places.error("the map is empty; draw one letter a square", _line(scenario, "map"))
    walls = tuple(_wall(scenario, text) for text in scenario.written.walls)
    return replace(terrain, walls=walls, dark=scenario.written.dark), marks


def _map_file(scenario: Scenario, name: str) -> Terrain:
    path = scenario.folder / name
    try:
        return read_uvtt(path).terrain
    except OSError as problem:
        text = f"the map '{name}' cannot be read ({problem.strerror}); check its name"
        raise scenario.places.error(text, _line(scenario, "map")) from problem


def _wall(scenario: Scenario, text: str) -> Wall:
    match = _WALL.fullmatch(text.strip())
    a, b = (read_square(match[1]), read_square(match[2])) if match else (None, None)
    if a is None or b is None or abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
        problem = f"'{text}' is no wall; write the two squares it stands between, like \"C4|D4\""
        raise scenario.places.error(problem, _line(scenario, "walls"))
    x, y = max(a[0], b[0]), max(a[1], b[1])
    end = (x, y + 1) if a[1] == b[1] else (x + 1, y)
    return Wall((fine(x), fine(y)), (fine(end[0]), fine(end[1])))


def _check_marks(scenario: Scenario, marks: Mapping[str, Cell]) -> None:
    for letter in marks:
        if letter not in scenario.written.actors:
            problem = f"the map has a '{letter}', but there is no [actors.{letter}]"
            raise scenario.places.error(problem, _line(scenario, "map"))


def _metric(scenario: Scenario) -> Metric:
    try:
        return Metric(scenario.written.metric)
    except ValueError as problem:
        text = unknown("metric", scenario.written.metric, [metric.value for metric in Metric])
        raise scenario.places.error(text, _line(scenario, "metric")) from problem


# --- sides and options --------------------------------------------------------------------------------


def _sides(scenario: Scenario) -> tuple[Side, ...]:
    specs = {**_DEFAULT_SIDES, **scenario.written.sides}
    used = {spec.get("side") for spec in scenario.written.actors.values()}
    names = [name for name in specs if name in used or name in scenario.written.sides]
    return tuple(_side(scenario, name, specs[name], names) for name in names)


def _side(scenario: Scenario, name: str, spec: SideSpec, names: list[str]) -> Side:
    try:
        control = Control(spec.control) if spec.control else Control.REFEREE
    except ValueError as problem:
        text = unknown("control", spec.control, [control.value for control in Control])
        raise scenario.places.error(text, scenario.places.table("sides", name)) from problem
    hostile = tuple(other for other in names if other != name and other not in spec.friends)
    return Side(name, spec.name or name.capitalize(), control, hostile)


def _with_options(scenario: Scenario, ruleset: Ruleset, battle: Battle) -> Battle:
    for key, value in scenario.written.options.items():
        changed = ruleset.with_option(battle, key, value)
        if changed is None:
            line = scenario.places.table("options", key)
            raise scenario.places.error(_option_problem(ruleset, key, value), line)
        battle = replace(battle, options=changed)
    return battle


def _option_problem(ruleset: Ruleset, key: str, value: str) -> str:
    choices = {choice.key: [name for name, _ in choice.values] for choice in ruleset.about.options}
    if key not in choices:
        return unknown("option", key, choices)
    return unknown(f"reading of {key}", value, choices[key])


# --- actors -------------------------------------------------------------------------------------------


def _actor(
    scenario: Scenario, ruleset: Ruleset, actor_id: ActorId, spec: ActorSpec, marks: Mapping[str, Cell]
) -> Actor:
    line = scenario.places.table("actors", actor_id)
    try:
        if read_square(actor_id) is not None:
            raise FivefootError(f"the actor's name '{actor_id}' reads like a square; call it something else")
        side = str(spec.get("side", ""))
        known = [*_DEFAULT_SIDES, *scenario.written.sides]
        if side not in known:
            raise FivefootError(unknown("side", side, known) if side else f"{actor_id} has no side = ...")
        actor = _base(ruleset, actor_id, spec, side, _cell(actor_id, spec, marks))
        return replace(actor, sheet=_sheet(ruleset, actor, spec))
    except FivefootError as problem:
        raise scenario.places.error(str(problem), line) from problem


def _cell(actor_id: ActorId, spec: ActorSpec, marks: Mapping[str, Cell]) -> Cell | None:
    at = spec.get("at")
    if at == OFF_MAP:
        return None
    if at is None:
        if actor_id not in marks:
            raise FivefootError(f'{actor_id} is not on the map; draw its letter there, or write at = "C4"')
        return marks[actor_id]
    cell = read_square(str(at))
    if cell is None:
        raise FivefootError(f"'{at}' is no square: write it like C4")
    return cell


def _base(ruleset: Ruleset, actor_id: ActorId, spec: ActorSpec, side: str, cell: Cell | None) -> Actor:
    """The actor without its own sheet: from the library of its rule book, or plain."""
    actor = Actor(actor_id, actor_id, side, cell)
    if "creature" in spec:
        actor = _from_library(ruleset, str(spec["creature"]), side, cell)
    shared = {key: spec[key] for key in _PLAIN_KEYS if key in spec}
    conditions = tuple(Condition(str(key)) for key in spec.get("conditions", ()))
    try:
        plain = {**msgspec.structs.asdict(actor), "id": actor_id, **shared}
        checked: Actor = msgspec.convert({**plain, "sheet": None}, Actor)
    except msgspec.ValidationError as problem:
        raise FivefootError(f"{actor_id}: {problem}") from problem
    return replace(checked, sheet=actor.sheet, conditions=(*actor.conditions, *conditions))


def _from_library(ruleset: Ruleset, name: str, side: str, cell: Cell | None) -> Actor:
    if book_creatures(ruleset):
        return build_book_creature(find_book_creature(ruleset, name), side, cell)
    return build(find_creature(name), side, cell)


def _sheet(ruleset: Ruleset, actor: Actor, spec: ActorSpec) -> Guest:
    """The library's sheet with what the scenario writes over it, or a new one."""
    kind = ruleset.about.guests[0]
    known = sheet_fields(kind)
    written = {key: value for key, value in spec.items() if key not in _ACTOR_KEYS}
    for key in written:
        if key not in known:
            raise FivefootError(unknown("value", key, [*known, *_ACTOR_KEYS]))
    if actor.sheet is not None and not isinstance(actor.sheet, kind):
        raise FivefootError(
            f"the library has no '{spec['creature']}' for {ruleset.about.title}; write its numbers instead"
        )
    base = msgspec.to_builtins(actor.sheet) if actor.sheet is not None else {}
    return complete_sheet(kind, base, written)


def _line(scenario: Scenario, key: str) -> int:
    return scenario.places.key(key)


def squares_of(picture: str, extent: Extent) -> Iterator[tuple[Cell, str]]:
    """The squares of a picture of the map with their letters. FivefootError if it is of another size."""
    rows = picture.strip("\n").splitlines()
    if len(rows) != extent.height or any(len(row) != extent.width for row in rows):
        wanted = f"{extent.height} rows of {extent.width} letters"
        raise FivefootError(f"the picture must have {wanted}, as the map has")
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            yield (x, y), letter
