"""Events and questions as short lines, and lines as patterns over them.

One notation for both ways: what the runner prints can be copied into a scenario as an expectation.
`harmed T 3 by=G rule=OSE-AOO-09` names the kind of event, values of its fields in their order, and named
fields; a name that is no field is looked for among the arguments of the event's phrases. `*` fits anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import Struct

from engine.errors import FivefootError
from engine.model import events as ev
from engine.model import requests as rq
from engine.model.actor import Actor, Arms, Condition, Guest, Stride
from engine.model.phrase import ActorRef, CellRef, Names, Phrase, SideRef
from engine.model.terrain import Terrain
from engine.scenarios.notation import split, unknown
from engine.views.squares import square_name

_ANY = "*"
_CELLS = {"src", "dst", "cell"}
_UNPRINTED = {"explored", "counter", "tally", "source"}
_PHRASES = {"purpose", "means", "what", "slot", "title", "kicker"}

EVENTS: dict[str, type[Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in (*get_args(ev.AnyChange), *get_args(ev.AnyFact))
}
QUESTIONS: dict[str, type[Struct]] = {
    "roll": rq.AskRoll,
    "rolls": rq.AskRolls,
    "reaction": rq.AskReaction,
    "choice": rq.AskChoice,
    "number": rq.AskNumber,
    "cells": rq.AskCells,
    "ruling": rq.AskRuling,
}
_QUESTION_FIELDS = ("actor", "about", "side", "title", "kicker")

Values = Mapping[str, str]


class Pattern(Struct, frozen=True):
    """One line of an expectation, already checked for its words."""

    text: str
    kind: str
    wanted: Mapping[str, str]

    def fits(self, line: Line) -> bool:
        """Whether the event or question is one that the pattern describes."""
        return line.kind == self.kind and all(
            key in line.values and _value_fits(value, line.values[key]) for key, value in self.wanted.items()
        )


class Line(Struct, frozen=True):
    """An event or question in the notation: its kind and its values as text."""

    kind: str
    values: Values
    extra: tuple[str, ...] = ()
    """Names in `values` that are arguments of phrases rather than fields; not printed."""

    def __str__(self) -> str:
        named = {key: value for key, value in self.values.items() if value and key not in self.extra}
        words = [self.kind]
        for key in _positions(self.kind):
            if key not in named:
                break
            words.append(_quoted(named.pop(key)))
        return " ".join((*words, *(f"{key}={_quoted(value)}" for key, value in named.items())))


def read_event_pattern(text: str) -> Pattern:
    """Read `harmed T 3`. FivefootError if there is no such event or no such field."""
    return _read(text, EVENTS, "event")


def read_question_pattern(text: str) -> Pattern:
    """Read `roll G T beats=14`. FivefootError if there is no such question or no such field."""
    return _read(text, QUESTIONS, "question")


def event_line(event: ev.Event) -> Line:
    """The event in the notation."""
    kind = str(type(event).__struct_config__.tag)
    values = {field: _plain(field, getattr(event, field)) for field in _fields(type(event))}
    return _with_arguments(kind, values, [getattr(event, field) for field in _fields(type(event))])


def question_line(request: rq.Request[Any]) -> Line:
    """The question in the notation."""
    kind = next(word for word, known in QUESTIONS.items() if type(request) is known)
    values = {field: _plain(field, getattr(request, field)) for field in _QUESTION_FIELDS}
    match request:
        case rq.AskRoll():
            values |= _roll_values(request)
        case rq.AskRolls(rolls=rolls):
            values |= {"dice": ";".join(_listed(roll.dice) for roll in rolls)}
            values |= {"rollers": _listed([roll.actor or roll.side for roll in rolls])}
        case rq.AskChoice(picks=picks, default=default):
            values |= {"picks": _listed([pick.key for pick in picks]), "default": default or picks[0].key}
            values["noted"] = _listed([pick.key for pick in picks if pick.note is not None])
        case rq.AskNumber(low=low, high=high):
            values |= {"low": str(low), "high": str(high)}
        case _:
            pass
    phrases: list[object] = [request.title, request.kicker, *request.detail]
    return _with_arguments(kind, values, phrases)


def _roll_values(roll: rq.AskRoll) -> dict[str, str]:
    return {
        "dice": _listed(roll.dice),
        "beats": "" if roll.beats is None else str(roll.beats),
        "bonus": str(roll.tally.total),
        "keep": roll.keep if len(roll.dice) > 1 else "",
        "picks": _listed([pick.key for pick in roll.instead]),
        "parts": _listed([part.label.key for part in roll.tally.parts if not part.suppressed]),
    }


# --- reading ------------------------------------------------------------------------------------------


def _read(text: str, kinds: Mapping[str, type[Struct]], what: str) -> Pattern:
    words = split(text)
    if not words:
        raise FivefootError(f"an empty line describes no {what}")
    kind, *rest = words
    if kind not in kinds:
        raise FivefootError(unknown(what, kind, kinds))
    positions = list(_positions(kind))
    wanted: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        if equals:
            wanted[key] = value
        elif positions:
            wanted[positions.pop(0)] = word
        else:
            raise FivefootError(f"'{text}' has more values than '{kind}' has fields; write key=value")
    _check_names(text, kind, wanted)
    return Pattern(text, kind, {key: value for key, value in wanted.items() if value != _ANY})


def _check_names(text: str, kind: str, wanted: Iterable[str]) -> None:
    """Without phrases an event has its fields and nothing else; with them any argument's name may stand."""
    if kind in QUESTIONS or _PHRASES.intersection(_fields(EVENTS[kind])):
        return
    for key in wanted:
        if key not in _fields(EVENTS[kind]):
            raise FivefootError(f"'{text}': " + unknown(f"field of '{kind}'", key, _fields(EVENTS[kind])))


def _positions(kind: str) -> Sequence[str]:
    return _QUESTION_FIELDS[:2] if kind in QUESTIONS else _fields(EVENTS[kind])


@cache
def _fields(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.name not in _UNPRINTED)


# --- values as text -----------------------------------------------------------------------------------


def _plain(field: str, value: object) -> str:
    match value:
        case None:
            return "off" if field in _CELLS else ""
        case bool():
            return "yes" if value else ""
        case (int(x), int(y)) if field in _CELLS:
            return square_name((x, y))
        case tuple():
            return _listed([_plain("", item) for item in value])
        case Struct():
            return _plain_struct(value)
        case _:
            return str(value)


def _plain_struct(value: Struct) -> str:
    """The part of a structure that stands for it: a phrase's key, a reference's id, squares of a stride."""
    match value:
        case Phrase(key=word) | Condition(key=word):
            return word
        case Actor(id=word) | ActorRef(id=word) | SideRef(id=word):
            return word
        case Names(ids=ids):
            return _listed(ids)
        case CellRef(x=x, y=y):
            return square_name((x, y))
        case Stride(spent=spent):
            return str(spent)
        case Arms(reach=reach):
            return str(reach)
        case Guest() | Terrain():
            return ""  # too long for a line; `after` and `round_state` look into them
        case _:
            return _listed(msgspec.structs.astuple(value))


def _with_arguments(kind: str, values: Values, sources: Iterable[object]) -> Line:
    """The line with the arguments of its phrases beside its fields."""
    found = {name: _plain("", value) for name, value in _arguments(sources)}
    extra = {name: value for name, value in found.items() if name not in values}
    return Line(kind, {**values, **extra}, tuple(extra))


def _arguments(sources: Iterable[object]) -> Iterable[tuple[str, object]]:
    for source in sources:
        if isinstance(source, Phrase):
            yield from source.args.items()
            yield from _arguments(source.args.values())
        elif isinstance(source, tuple):
            yield from _arguments(source)


def _listed(values: Iterable[object]) -> str:
    return ",".join(str(value) for value in values)


def _value_fits(wanted: str, happened: str) -> bool:
    """Equal; or, where a `+` ends it, every item of the wanted list among those there (`picks=none+`)."""
    if wanted == happened or (wanted == "no" and happened == ""):
        return True
    return wanted.endswith("+") and set(wanted[:-1].split(",")) <= set(happened.split(","))


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
