"""Somebody for an open question: whoever may be picked is marked on the map, and a click is the answer."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.model.phrase import ActorId
from engine.model.requests import AskChoice, Picked
from gui.bridge.table import Table
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.tools.context import Tool, ToolContext
from gui.tools.marking import aim_line
from gui.tools.question_marks import question_marks


def people_on_offer(table: Table, request: AskChoice) -> frozenset[ActorId]:
    """Of the picks of a question, those that are actors on the map."""
    found = (table.actor(pick.key) for pick in request.picks)
    return frozenset(actor.id for actor in found if actor is not None and actor.cell is not None)


def people_tool(context: ToolContext, request: AskChoice, point: Callable[[str], None]) -> Tool:
    """Hovering points at somebody, so that the strip shows who Enter would take; a click takes them.

    Keys go along the picks in the strip, which has others too ("nobody else").
    """
    offered = people_on_offer(context.table, request)
    while True:
        event = yield
        if not isinstance(event, Pointer):
            continue
        if event.token not in offered:
            if event.token and event.clicks:
                context.say(context.table.busy_words)
            continue
        if event.clicks:
            context.table.answer(Picked(event.token))
            return
        if event.kind is PointerKind.HOVER:
            point(event.token)


def people_marks(table: Table, request: AskChoice, pointed: str) -> MapMarks:
    """Everybody on offer, with a line to the one pointed at."""
    chosen = pointed or request.default or request.picks[0].key
    marks = replace(question_marks(table, request), targets=people_on_offer(table, request))
    return replace(marks, **aim_line(table, request.actor, chosen))
