"""The menu key: the context menu of whatever the keyboard is at."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QMenu, QWidgetAction

from engine.grid.cells import footprint
from engine.model.phrase import Cell
from gui.panels.roster_rows import ActorRow
from gui.scene.geometry import centre
from gui.windows.desk import Desk


def ask_for_menu(desk: Desk) -> None:
    """Open the menu of the row with the focus, else of the keyboard's square or the selected token."""
    focused = QApplication.focusWidget()
    if isinstance(focused, ActorRow):
        desk.menu_wanted.emit(focused.line.id, focused.mapToGlobal(focused.rect().center()))
    elif focused is not None and focused in (desk.library.list, desk.library.search):
        desk.library.open_menu()
    else:
        token, cell = _where(desk)
        if cell is not None:
            desk.map.show_cell(cell)
        view = desk.map.viewport()
        spot = desk.map.mapFromScene(centre(cell)) if cell is not None else view.rect().center()
        desk.menu_wanted.emit(token, view.mapToGlobal(_inside(spot, view.rect().bottomRight())))


def begin_at_first(menu: QMenu) -> None:
    """Mark the first row, so that Enter and the arrows work at once."""
    rows = (row for row in menu.actions() if not row.isSeparator() and not isinstance(row, QWidgetAction))
    first = next((row for row in rows if row.isEnabled() and row.isVisible()), None)
    if first is not None:
        menu.setActiveAction(first)


def _where(desk: Desk) -> tuple[str, Cell | None]:
    """The token to ask about and where; no token on open floor, no square where the keyboard is at none."""
    cursor = desk.marks.cursor
    if cursor is not None:
        actors = desk.table.battle.actors.values()
        here = [a.id for a in actors if a.cell is not None and cursor in footprint(a.cell, a.size)]
        selected = desk.table.selected
        return (selected if selected in here else here[0] if here else ""), cursor
    actor = desk.table.actor(desk.table.selected)
    return (actor.id, actor.cell) if actor is not None else ("", None)


def _inside(spot: QPoint, corner: QPoint) -> QPoint:
    return QPoint(max(0, min(corner.x(), spot.x())), max(0, min(corner.y(), spot.y())))
