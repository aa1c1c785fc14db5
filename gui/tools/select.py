"""The tool that runs when no other does: select, drag to move, click doors."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.model.actor import Actor
from engine.model.commands import PlaceActor
from gui.bridge.doors import door_at, use_door
from gui.bridge.moving import movement_verb, why_it_stays
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.tools.context import Tool, ToolContext
from gui.tools.marking import movement_marks, selection_marks
from gui.tools.path import drag_path


def select_tool(context: ToolContext) -> Tool:
    """Press a token to select it, drag it to move it by the rules; Alt drag places it by hand."""
    show_selected(context)
    while True:
        event = yield
        if not isinstance(event, Pointer) or event.kind is not PointerKind.PRESS:
            continue
        if event.button is not Qt.MouseButton.LeftButton:
            continue
        if not event.token:
            yield from _press_on_floor(context, event)
            continue
        context.table.select(event.token)
        if context.table.question is not None:
            context.say(context.table.busy_words)
        show_selected(context)
        yield from _press_on_token(context, event.token, by_hand=event.alt)
        context.ask(None)
        context.planned(None, None)
        show_selected(context)


def show_selected(context: ToolContext) -> None:
    """Ring, reach and threat of the selected actor, as far as it can move now.

    While a question is open the map shows what is asked about, and this does nothing.
    """
    table = context.table
    if table.question is not None:
        return
    actor = table.actor(table.selected)
    if actor is None or actor.cell is None:
        context.show(selection_marks(table, None))
        return
    verb = movement_verb(table, actor)
    context.show(movement_marks(table, actor, verb) if verb else selection_marks(table, actor))


def _press_on_floor(context: ToolContext, event: Pointer) -> Tool:
    door = door_at(context.table, event.at)
    if door is not None:
        problem = use_door(context.table, door, lock=event.alt)
        if problem:
            context.say(problem)
        return
    context.table.select("")
    show_selected(context)
    yield from ()


def _press_on_token(context: ToolContext, token: str, by_hand: bool) -> Tool:
    """What a press on a token becomes: a click, a walk by the rules, or a placing by hand."""
    table = context.table
    while True:
        event = yield
        if not isinstance(event, Pointer) or event.kind is PointerKind.RELEASE:
            return
        if event.kind is PointerKind.DRAG:
            break
    actor = table.actor(token)
    if actor is None:
        return
    verb = movement_verb(table, actor)
    context.drawing = True
    try:
        if by_hand or table.progress.round == 0:
            yield from _place_by_hand(context, actor)
        elif verb is None:
            context.say(why_it_stays(table, actor))
        else:
            yield from drag_path(context, token, verb, event)
    finally:
        context.drawing = False


def _place_by_hand(context: ToolContext, actor: Actor) -> Tool:
    """Follow the pointer and put the actor down where it is let go."""
    table = context.table
    cell = actor.cell
    while True:
        event = yield
        if isinstance(event, Pointer):
            if event.kind is PointerKind.RELEASE:
                break
            cell = event.cell
            context.show(MapMarks(selected=cell, selected_size=actor.size, cursor=cell))
        elif event.action == "cancel":
            return
    if cell is not None and cell != actor.cell:
        table.submit(PlaceActor(actor.id, cell), overrule=False)
