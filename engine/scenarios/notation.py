"""How a scenario writes squares, deeds and the GM's own hand: short lines that read aloud.

Squares are named as on a chess board, column letters and row number counted from the top left (C4);
`B2..F2` is a straight run. A line is checked for its words here, never for the rules.
"""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable, Collection, Iterable

from engine.errors import FivefootError
from engine.grid.metric import Metric
from engine.model import commands as cmd
from engine.model.actor import Condition
from engine.model.battle import Side, Thing
from engine.model.phrase import ActorId, Cell
from engine.model.terrain import DoorState, Ground

_SQUARE = re.compile(r"([A-Z]{1,2})([1-9]\d{0,2})")
_RUN = re.compile(rf"({_SQUARE.pattern})\.\.({_SQUARE.pattern})")
OFF_MAP = "off"


def read_square(word: str) -> Cell | None:
    """The cell of "C4" as (2, 3); None if the word is no square."""
    match = _SQUARE.fullmatch(word)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(match[2]) - 1


def read_squares(words: Iterable[str]) -> tuple[Cell, ...]:
    """The cells of "B2 C3 E5..H5". FivefootError if a word is neither a square nor a straight run."""
    cells: list[Cell] = []
    for word in words:
        found = _squares_of(word)
        if not found:
            raise FivefootError(f"'{word}' is no square: write them like C4, or a straight run like B2..F2")
        cells.extend(found)
    return tuple(cells)


def _squares_of(word: str) -> tuple[Cell, ...]:
    cell = read_square(word)
    if cell is not None:
        return (cell,)
    match = _RUN.fullmatch(word)
    return _run(read_square(match[1]), read_square(match[4])) if match else ()


def _run(start: Cell | None, end: Cell | None) -> tuple[Cell, ...]:
    if start is None or end is None:
        return ()
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(abs(dx), abs(dy))
    if length == 0 or {abs(dx), abs(dy)} - {0, length}:
        return ()
    step_x, step_y = dx // length, dy // length
    return tuple((start[0] + step_x * index, start[1] + step_y * index) for index in range(length + 1))


def read_act(line: str, actors: Collection[ActorId], here: Cell | None) -> cmd.Act:
    """A deed: actor, verb, then squares, targets, `key=value` picks, `at` squares, `retry`, `overrule`.

    A path that begins on the actor's own square (`here`) is taken from the next one on.
    """
    words = split(line)
    if len(words) < 2:
        raise FivefootError(f"'{line}' says who but not what: write an actor and a verb, like 'T move B2 C2'")
    actor, verb, *rest = words
    if actor not in actors:
        raise FivefootError(unknown("actor", actor, actors))
    path: list[Cell] = []
    cells: list[Cell] = []
    targets: list[ActorId] = []
    picks: dict[str, str] = {}
    squares = path
    flags = {"retry": False, "overrule": False}
    for word in rest:
        key, equals, value = word.partition("=")
        if word in actors:
            targets.append(word)
        elif equals:
            picks[key] = value
        elif word in flags:
            flags[word] = True
        elif word == "at":
            squares = cells
        elif found := _squares_of(word):
            squares.extend(found)
        else:
            raise FivefootError(
                f"'{word}' is neither an actor ({', '.join(actors)}) nor a square (like C4), a pick "
                "(like weapon=spear), 'at', 'retry' or 'overrule'"
            )
    if path and path[0] == here:
        del path[0]
    on_hit = cmd.OnHit.RETRY if flags["retry"] else cmd.OnHit.STOP
    return cmd.Act(actor, verb, tuple(path), tuple(targets), tuple(cells), picks, on_hit, flags["overrule"])


def split(line: str) -> list[str]:
    """The words of a line; quotes keep several together. FivefootError for a quote that stays open."""
    try:
        return shlex.split(line)
    except ValueError as problem:
        raise FivefootError(f"'{line}' has a quotation mark that is never closed") from problem


def unknown(what: str, word: str, known: Collection[str]) -> str:
    """The sentence for a word that is not among the known ones, with the nearest as a hint."""
    near = difflib.get_close_matches(word, known, 1)
    hint = f"; did you mean '{near[0]}'?" if near else f"; there are: {', '.join(known)}"
    return f"there is no {what} called '{word}'{hint}"


# --- the GM's own hand -------------------------------------------------------------------------------

EDIT_FORMS = {
    "place": "gm place T C4",
    "off": "gm off T",
    "remove": "gm remove T",
    "set": "gm set T hp 3",
    "mark": "gm mark T blind 3",
    "unmark": "gm unmark T prone",
    "side": "gm side T foes",
    "hide": "gm hide T",
    "reveal": "gm reveal T",
    "new_side": "gm new_side Bandits party goblins",
    "remove_side": "gm remove_side bandits",
    "rename": 'gm rename T "Tam Reed"',
    "resize": "gm resize T 2",
    "open": "gm open d1",
    "close": "gm close d1",
    "lock": "gm lock d1",
    "ground": "gm ground difficult C4 D4",
    "dark": "gm dark",
    "bright": "gm bright",
    "lay": 'gm lay "Golden idol" C4',
    "take": "gm take t1",
    "option": "gm option aoo_trigger outside",
    "metric": "gm metric 5-10-5",
}
"""First word after `gm` -> an example of the line."""

_EDITS: dict[str, Callable[..., cmd.Edit]] = {
    "place": lambda actor, square: cmd.PlaceActor(actor, _one_square(square)),
    "off": lambda actor: cmd.PlaceActor(actor, None),
    "remove": lambda actor: cmd.RemoveActor(actor),
    "set": lambda actor, fact, value: cmd.SetFact(actor, fact, int(value)),
    "mark": lambda actor, condition, until=None: cmd.SetCondition(
        actor, Condition(condition, until if until is None else int(until))
    ),
    "unmark": lambda actor, condition: cmd.SetCondition(actor, Condition(condition), present=False),
    "side": lambda actor, side: cmd.SetSide(actor, side),
    "new_side": lambda name, *foes: cmd.AddSide(Side(name.casefold(), name, hostile_to=foes)),
    "remove_side": lambda side: cmd.RemoveSide(side),
    "hide": lambda actor: cmd.HideActor(actor, True),
    "reveal": lambda actor: cmd.HideActor(actor, False),
    "rename": lambda actor, name: cmd.RenameActor(actor, name),
    "resize": lambda actor, size: cmd.ResizeActor(actor, int(size)),
    "open": lambda door: cmd.SetDoor(door, DoorState.OPEN),
    "close": lambda door: cmd.SetDoor(door, DoorState.CLOSED),
    "lock": lambda door: cmd.SetDoor(door, DoorState.LOCKED),
    "ground": lambda kind, *squares: cmd.PaintGround(read_squares(squares), Ground[kind.upper()]),
    "dark": lambda: cmd.SetDark(True),
    "bright": lambda: cmd.SetDark(False),
    "lay": lambda name, square: cmd.LayThing(Thing("", name, _one_square(square))),
    "take": lambda thing: cmd.TakeThing(thing),
    "option": lambda key, value: cmd.SetOption(key, value),
    "metric": lambda metric: cmd.SetMetric(Metric(metric)),
}


def read_edit(words: list[str]) -> cmd.Edit:
    """What the GM does by hand: the words after `gm`. FivefootError shows the form that was meant."""
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb not in _EDITS:
        raise FivefootError(unknown("GM edit", verb, _EDITS))
    try:
        return _EDITS[verb](*rest)
    except (TypeError, ValueError, KeyError) as problem:  # too few or many words, or a word of the wrong kind
        line = " ".join(("gm", *words))
        raise FivefootError(f"'{line}' is not understood: write it like '{EDIT_FORMS[verb]}'") from problem


def _one_square(word: str) -> Cell:
    cell = read_square(word)
    if cell is None:
        raise ValueError(word)
    return cell
