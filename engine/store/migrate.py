"""Brings what older versions stored up to date, step by step.

Only battles and terrains are brought forward: an old entry keeps its battle and its log lines, so it can
be undone to, while its command and dice are not read again. A family's version is one more than the number
of its steps, so a number cannot be forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import NewerFileError
from engine.store.old_pages import filled_from_library

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the plain values of one version into those of the next; it may change the dict it is given."""

BATTLE, TERRAIN = "battle", "terrain"

Steps = Mapping[str, tuple[Upcaster, ...]]


def _with_whereabouts(battle: dict[str, Any]) -> dict[str, Any]:
    """Battle 2: where somebody off the map ended up was kept in its note and has a field of its own now.

    The note stays as it is, for nothing tells whether it was written about the place. One that others have
    word for word came with the kind of creature and names no place.
    """
    actors = battle.get("actors", {}).values()
    notes = Counter(actor.get("note", "") for actor in actors)
    for actor in actors:
        note = actor.get("note", "")
        if actor.get("cell") is None and notes[note] == 1:
            actor.setdefault("whereabouts", note)
    return battle


def rules_family(ruleset: str) -> str:
    """The family of a ruleset's guests."""
    return f"rules.{ruleset}"


STEPS: Steps = {
    BATTLE: (_with_whereabouts,),
    TERRAIN: (),
    rules_family("ose.detailed"): (filled_from_library,),
    rules_family("ose.loose"): (filled_from_library,),
}
"""Family -> the step from version 1 to 2, from 2 to 3, and so on. A ruleset's family is `rules_family(key)`;
its steps get the whole battle and change its guests."""


def version(family: str, steps: Steps = STEPS) -> int:
    """The version this program writes."""
    return len(steps.get(family, ())) + 1


def upcast(family: str, value: dict[str, Any], stored: int, steps: Steps = STEPS) -> dict[str, Any]:
    """The value as this program's version would have written it.

    `NewerFileError` if it was stored by a later version than this one knows.
    """
    if stored > version(family, steps):
        raise NewerFileError("this was stored by a newer Fivefoot and cannot be read here")
    for step in steps.get(family, ())[stored - 1 :]:
        value = step(value)
    return value
