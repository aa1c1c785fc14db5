"""A scenario as values, and the reader that makes it from TOML. Words are checked here, rules are not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from engine.errors import FivefootError
from engine.scenarios.notation import unknown
from engine.scenarios.patterns import Pattern, read_event_pattern, read_question_pattern
from engine.scenarios.places import Places, ScenarioError

T = TypeVar("T")

Answers = tuple[Any, ...]
"""Numbers are faces, words are picks, lists are several faces, tables are rulings and squares."""


class SideSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """One side. All sides are enemies of each other but for those listed as `friends`."""

    name: str = ""
    control: str = ""
    friends: tuple[str, ...] = ()


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked about one actor without doing anything."""

    offers: tuple[str, ...] = ()
    """Verbs of the menu that are legal."""
    denies: dict[str, str] = {}
    """Verb -> ledger id of a reason against it; "" for any reason."""
    missing: tuple[str, ...] = ()
    """Verbs that the menu does not list at all."""
    targets: dict[str, tuple[str, ...]] = {}
    """Verb -> exactly the legal targets."""
    reach: dict[str, str] = {}
    """Verb -> a picture of the map: "x" or the cost in squares where the actor may end, "." where not."""
    strikes: str = ""
    """A picture of the map: "x" on exactly the squares the actor can strike."""
    card: dict[str, str] = {}
    """Fact of the card -> its value; also `state` (phrase key) and `badges` (joined by commas)."""


class Now(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the round stands. Only what is named is compared."""

    slot: str | None = None
    waiting: tuple[str, ...] | None = None
    round: int | None = None
    over: str | None = None
    seconds: int | None = None
    order: tuple[str, ...] | None = None
    """Sides in the order of their slots."""


class StepSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the fight with what it must lead to."""

    act: str = ""
    note: str = ""
    answers: Answers = ()
    picks: dict[str, str] = {}
    open: bool = False
    """The last question stays open: the next step goes on from it."""
    asks: tuple[str, ...] = ()
    expect: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    refused: str | tuple[str, ...] | None = None
    says: tuple[str, ...] = ()
    """Sentences the log or the refusals must hold."""
    after: dict[str, dict[str, Any]] = {}
    now: Now | None = None
    round_state: dict[str, Any] = {}
    odds: dict[str, float] = {}
    """What the path risks before it is walked: attacks, arrives, drops, short, stopped, harm."""
    look: dict[str, Look] = {}


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """How to get to the slot where the scenario begins, without writing every step."""

    at: str
    declare: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    """Sides from the highest initiative to the lowest; by default the side of the slot goes first."""
    answers: Answers = ()
    """Answers to questions on the way, where the defaults will not do."""


class Written(Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "do"}):
    """The file as it is written."""

    title: str
    map: str
    actors: dict[str, dict[str, Any]]
    steps: tuple[StepSpec, ...]
    rules: tuple[str, ...] = ()
    ruleset: str = "ose.detailed"
    options: dict[str, str] = {}
    metric: str = "5-5-5"
    sides: dict[str, SideSpec] = {}
    walls: tuple[str, ...] = ()
    dark: bool = False
    start: str | Start | None = None
    note: str = ""


class Step(Struct, frozen=True):
    """A step with its patterns read and the line of its `act` (of its header if it has none)."""

    spec: StepSpec
    line: int
    asks: tuple[Pattern, ...] = ()
    expect: tuple[Pattern, ...] = ()
    never: tuple[Pattern, ...] = ()


class Scenario(Struct, frozen=True):
    """A whole scenario, its words checked."""

    written: Written
    steps: tuple[Step, ...]
    places: Places
    folder: Path = field(default_factory=Path)

    @property
    def start(self) -> Start | None:
        """The start in its long form."""
        start = self.written.start
        return Start(start) if isinstance(start, str) else start


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file. ScenarioError says in one sentence what is wrong, where, and the cure."""
    places = Places(path.name)
    if path.is_dir():
        raise places.error("this is a folder; name a scenario file (.toml)")
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as problem:
        raise places.error("this is not a text file; a scenario is TOML text in UTF-8") from problem
    except OSError as problem:
        raise places.error(f"cannot be read ({problem.strerror}); check the name of the file") from problem
    return parse_scenario(text, path.name, path.parent)


def parse_scenario(text: str, name: str, folder: Path | None = None) -> Scenario:
    """Read a scenario from its text; `folder` is where map files named in it are looked for."""
    places = Places(name, text)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise places.error(
            f"this is not TOML ({_lower(str(problem))}); mend its quotes or brackets"
        ) from problem
    try:
        written = msgspec.convert(raw, Written)
    except msgspec.ValidationError as problem:
        raise _misplaced(places, problem) from problem
    if not written.steps:
        raise places.error("nothing happens here: write at least one step under [[do]]")
    steps = tuple(_step(places, spec, index) for index, spec in enumerate(written.steps))
    return Scenario(written, steps, places, folder or Path())


def _step(places: Places, spec: StepSpec, index: int) -> Step:
    header = places.step(index)
    line = places.key("act", header)
    if not spec.act and not (spec.look or spec.now or spec.after or spec.round_state):
        raise places.error('this step does nothing: write act = "...", or something to look at', line)
    return Step(
        spec,
        line,
        _patterns(places, read_question_pattern, spec.asks, "asks", header),
        _patterns(places, read_event_pattern, spec.expect, "expect", header),
        _patterns(places, read_event_pattern, spec.never, "never", header),
    )


def _patterns(
    places: Places, read: Callable[[str], T], lines: Iterable[str], key: str, line: int
) -> tuple[T, ...]:
    try:
        return tuple(read(text) for text in lines)
    except FivefootError as problem:
        raise places.error(str(problem), places.key(key, line)) from problem


def _misplaced(places: Places, problem: msgspec.ValidationError) -> ScenarioError:
    """What the converter says, in plain words and with the line."""
    text = str(problem)
    message, _, trail = text.partition(" - at `$")
    path = _trail(trail.rstrip("`"))
    missing = re.fullmatch(r"Object missing required field `(\w+)`", message)
    stray = re.fullmatch(r"Object contains unknown field `(\w+)`", message)
    if missing:
        return places.error(f"'{missing[1]}' is missing; write {missing[1]} = ...", places.path(path))
    if stray:
        known = _known_keys(path)
        return places.error(unknown("key", stray[1], known), places.path((*path, stray[1])))
    what = next((part for part in reversed(path) if isinstance(part, str) and part != "..."), "here")
    return places.error(f"{what}: {_lower(message).replace('`', '')}", places.path(path))


def _trail(text: str) -> tuple[str | int, ...]:
    """The path in a converter's message: `.do[2].answers` as ("do", 2, "answers")."""
    found = re.findall(r"\.(\w+)|\[(\d+)\]|\[(?:\.\.\.)\]", text)
    return tuple(name or (int(number) if number else "...") for name, number in found)


def _known_keys(path: tuple[str | int, ...]) -> tuple[str, ...]:
    kinds: dict[tuple[str, ...], type[Struct]] = {
        (): Written,
        ("do",): StepSpec,
        ("do", "look"): Look,
        ("do", "now"): Now,
        ("sides",): SideSpec,
        ("start",): Start,
    }
    names = tuple(part for part in path if isinstance(part, str) and part != "...")
    return tuple(item.encode_name for item in msgspec.structs.fields(kinds.get(names, StepSpec)))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
