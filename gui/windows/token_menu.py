"""The plain context menu: the same rows as the action list, then the GM's hand. Never a modal dialog."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine.model.actor import DOWN, INVISIBLE, PRONE, Condition
from engine.model.commands import (
    AddActor,
    Edit,
    HideActor,
    PlaceActor,
    RemoveActor,
    ResizeActor,
    SetCondition,
    SetSide,
)
from gui.bridge.table import Table
from gui.tools.place import free_places
from gui.windows.desk import Desk

LARGEST = 6


def token_menu(desk: Desk, actor_id: str, parent: QWidget) -> QMenu:
    """Actions of one actor with their reasons, then hide, kill, side, size, edit, duplicate, remove."""
    table = desk.table
    menu = QMenu(parent)
    actor = table.actor(actor_id)
    if actor is None:
        return menu
    menu.setAccessibleName(actor.name)
    for option in table.menu(actor_id):
        action = menu.addAction(table.say(option.label))
        action.setToolTip(table.say(option.note if option.legal else option.refusals[0].reason))
        action.setEnabled(option.legal)
        if not option.legal:
            action.setText(f"{table.say(option.label)}: {table.say(option.refusals[0].reason)}")
        action.triggered.connect(_starter(desk, actor_id, option.verb))
    menu.addSeparator()
    _add_health(menu, desk, actor_id)
    _add(menu, "Reveal" if actor.hidden else "Hide", table, HideActor(actor_id, not actor.hidden))
    if actor.hidden:
        unseen = actor.has(INVISIBLE)
        stays = SetCondition(actor_id, Condition(INVISIBLE), not unseen)
        _add(menu, "Seen once it attacks" if unseen else "Invisible, even when it attacks", table, stays)
    down = actor.has(DOWN)
    _add(
        menu, "Back on its feet" if down else "Down", table, SetCondition(actor_id, Condition(DOWN), not down)
    )
    prone = actor.has(PRONE)
    _add(menu, "Not prone" if prone else "Prone", table, SetCondition(actor_id, Condition(PRONE), not prone))
    sides = menu.addMenu("Side")
    for side in table.battle.sides:
        if side.id != actor.side:
            _add(sides, side.name, table, SetSide(actor_id, side.id))
    sizes = menu.addMenu("Size")
    for size in range(1, LARGEST + 1):
        if size != actor.size:
            _add(sizes, f"{size} x {size}", table, ResizeActor(actor_id, size))
    menu.addAction("Edit...").triggered.connect(lambda: desk.edit_wanted.emit(actor_id))
    if desk.library.catalogue.keeps_own:
        menu.addAction("Copy to the library").triggered.connect(lambda: desk.keep_wanted.emit(actor_id))
    menu.addAction("Duplicate").triggered.connect(lambda: _duplicate(table, actor_id))
    _add(menu, "Off the map", table, PlaceActor(actor_id, None))
    _add(menu, "Remove from the encounter", table, RemoveActor(actor_id))
    return menu


def _starter(desk: Desk, actor_id: str, verb: str) -> Callable[[], None]:
    def start() -> None:
        desk.table.select(actor_id)
        desk.start(verb, {})

    return start


def _add_health(menu: QMenu, desk: Desk, actor_id: str) -> None:
    """The same field as by the key, for whoever was clicked."""
    card = desk.table.card(actor_id)
    if card is not None and any(fact.key == card.harm and fact.editable for fact in card.facts):
        action = menu.addAction(f"Hit points...\t{desk.keymap.shown('hp')}")
        action.triggered.connect(lambda: desk.edit_health(actor_id))


def _add(menu: QMenu, words: str, table: Table, edit: Edit) -> QAction:
    action = menu.addAction(words)
    action.triggered.connect(lambda: table.submit(edit, overrule=True))
    return action


def _duplicate(table: Table, actor_id: str) -> None:
    """One more of the same beside it, with the next free number."""
    actor = table.actor(actor_id)
    if actor is None or actor.cell is None:
        return
    places = free_places(table, actor.cell, [actor.size])
    if places:
        copy = replace(
            actor, id="", name=actor.kind or actor.name, public_name="", cell=places[0], conditions=()
        )
        table.submit(AddActor(copy))
