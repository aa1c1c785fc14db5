"""The plain context menu of a token: the GM's hand, then the same rows as the action list. Never modal."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget, QWidgetAction

from engine.grid.cells import footprint
from engine.model.actor import DOWN, INVISIBLE, Actor, Condition
from engine.model.commands import (
    AddActor,
    Edit,
    HideActor,
    PlaceActor,
    RemoveActor,
    ResizeActor,
    SetCondition,
    SetFact,
    SetSide,
)
from gui.bridge.describe import condition_word
from gui.bridge.table import Table
from gui.bridge.templates import caught_in
from gui.panels.drawing import label_of, rounded
from gui.tools.place import free_places
from gui.windows.desk import Desk

LARGEST = 6
FATES = (("dead", "Dead", "Not dead"), ("stable", "Stable", "Not stable"))
"""(fact of the sheet, words that set it, words that take it back)"""


def token_menu(desk: Desk, actor_id: str, parent: QWidget) -> QMenu:
    """Who it is and who else is here, the GM's hand, what it may do now, and folded away what it may not."""
    table = desk.table
    menu = QMenu(parent)
    actor = table.actor(actor_id)
    if actor is None:
        return menu
    menu.setAccessibleName(actor.name)
    _add_title(menu, table, actor)
    _add_others(menu, desk, actor)
    _add_health(menu, desk, actor_id)
    _add_conditions(menu, table, actor)
    _add(menu, "Reveal" if actor.hidden else "Hide", table, HideActor(actor_id, not actor.hidden))
    if actor.hidden:
        unseen = actor.has(INVISIBLE)
        stays = SetCondition(actor_id, Condition(INVISIBLE), not unseen)
        _add(menu, "Seen once it attacks" if unseen else "Invisible, even when it attacks", table, stays)
    down = actor.has(DOWN)
    _add(
        menu, "Back on its feet" if down else "Down", table, SetCondition(actor_id, Condition(DOWN), not down)
    )
    _add_fates(menu, table, actor)
    sides = menu.addMenu("Side")
    for side in table.battle.sides:
        if side.id != actor.side:
            _add(sides, side.name, table, SetSide(actor_id, side.id))
    sides.addSeparator()
    sides.addAction("New side...").triggered.connect(lambda: desk.roster.sides_wanted.emit(""))
    menu.addAction("Edit...").triggered.connect(lambda: desk.edit_wanted.emit(actor_id))
    _add(menu, "Remove from the encounter", table, RemoveActor(actor_id))
    menu.addSeparator()
    _add_actions(menu, desk, actor_id)
    menu.addSeparator()
    sizes = menu.addMenu("Size")
    for size in range(1, LARGEST + 1):
        if size != actor.size:
            _add(sizes, f"{size} x {size}", table, ResizeActor(actor_id, size))
    menu.addAction("Copy to the library").triggered.connect(lambda: desk.keep_wanted.emit(actor_id))
    menu.addAction("Duplicate").triggered.connect(lambda: _duplicate(table, actor_id))
    _add(menu, "Off the map", table, PlaceActor(actor_id, None))
    return menu


def _add_title(menu: QMenu, table: Table, actor: Actor) -> None:
    """Whose menu it is and how it fares: the menu may cover the token."""
    card = table.card(actor.id)
    health = card.health if card else None
    left = ""
    if health is not None:
        left = table.say(health.said) if health.said else f"{health.now} of {health.most} HP"
    state = table.say(card.state) if card else ""
    title = QWidget()
    column = QVBoxLayout(title)
    column.setContentsMargins(rounded(14), rounded(8), rounded(14), rounded(6))
    column.setSpacing(rounded(2))
    column.addWidget(label_of("strong", actor.name))
    column.addWidget(label_of("sub", ", ".join(filter(None, (left, state)))))
    action = QWidgetAction(menu)
    action.setDefaultWidget(title)
    action.setText(actor.name)
    menu.addAction(action)
    menu.addSeparator()


def _add_others(menu: QMenu, desk: Desk, actor: Actor) -> None:
    """Whoever shares a square with it, to be meant instead."""
    if actor.cell is None:
        return
    here = caught_in(desk.table.board, frozenset(footprint(actor.cell, actor.size))) - {actor.id}
    others = [other for other in desk.table.battle.actors.values() if other.id in here]
    if not others:
        return
    rows = menu.addMenu("Who else is here")
    for other in others:
        card = desk.table.card(other.id)
        state = desk.table.say(card.state) if card else ""
        row = rows.addAction(f"{other.name}, {state}" if state else other.name)
        row.triggered.connect(lambda _=False, other=other.id: _mean(desk, other))


def _mean(desk: Desk, actor_id: str) -> None:
    """Choose somebody and offer its menu in the place of the one that was open."""
    desk.table.select(actor_id)
    desk.menu_wanted.emit(actor_id, QCursor.pos())


def _add_conditions(menu: QMenu, table: Table, actor: Actor) -> None:
    """Those the rule book knows, and what else is on the actor by the GM's hand."""
    known = table.ruleset.about.conditions
    own = (held.key for held in actor.conditions if held.key not in (*known, DOWN, INVISIBLE))
    conditions = (*known, *own)
    if not conditions:
        return
    rows = menu.addMenu("Conditions")
    for key in conditions:
        on = actor.has(key)
        row = _add(rows, condition_word(table, key), table, SetCondition(actor.id, Condition(key), not on))
        row.setCheckable(True)
        row.setChecked(on)


def _add_fates(menu: QMenu, table: Table, actor: Actor) -> None:
    """Dead or stable by the GM's word, where the rule book knows it of somebody in this state."""
    for fact, words, ended in FATES:
        page = table.ruleset.with_fact(table.battle, actor, fact, 1)
        if page is not None:
            on = page == actor.sheet
            _add(menu, ended if on else words, table, SetFact(actor.id, fact, int(not on)))


def _add_actions(menu: QMenu, desk: Desk, actor_id: str) -> None:
    """What it may do now; the rest with its reasons one menu further."""
    table = desk.table
    options = table.menu(actor_id)
    for option in options:
        if option.legal:
            action = menu.addAction(table.say(option.label))
            action.setToolTip(table.say(option.note))
            action.triggered.connect(_starter(desk, actor_id, option.verb))
    refused = [option for option in options if not option.legal]
    if refused:
        rest = menu.addMenu(f"Not now: {len(refused)}")
        for option in refused:
            reason = table.say(option.refusals[0].reason)
            rest.addAction(f"{table.say(option.label)}: {reason}").setEnabled(False)


def _starter(desk: Desk, actor_id: str, verb: str) -> Callable[[], None]:
    def start() -> None:
        desk.table.select(actor_id)
        desk.work.start(verb, {})

    return start


def _add_health(menu: QMenu, desk: Desk, actor_id: str) -> None:
    """The same field as by the key, for whoever was clicked."""
    card = desk.table.card(actor_id)
    if card is not None and any(fact.key == card.harm and fact.editable for fact in card.facts):
        action = menu.addAction(f"Hit points...\t{desk.keymap.shown('hp')}")
        action.triggered.connect(lambda: _edit_health(desk, actor_id))


def _edit_health(desk: Desk, actor_id: str) -> None:
    """Card, ring and list show whose number is changed."""
    desk.table.select(actor_id)
    desk.edit_health(actor_id)


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
