"""The list of creatures: its model and how a row is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.bridge.listed import Entry
from gui.panels.drawing import draw_text, draw_token, fill_box, font, rounded, scaled, theme_of
from gui.theme.fonts import SEMIBOLD, SMALL
from gui.theme.palette import SideKey

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 46


class EntryModel(QAbstractListModel):
    """What was found, best first."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[Entry, ...] = ()

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show other creatures."""
        self.beginResetModel()
        self._entries = tuple(entries)
        self.endResetModel()

    def entry(self, index: AnyIndex) -> Entry | None:
        """The creature at an index."""
        return self._entries[index.row()] if 0 <= index.row() < len(self._entries) else None

    def rowCount(self, parent: AnyIndex | None = None) -> int:  # noqa: N802 - Qt calls it
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entry(index)
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.name
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return f"{entry.name}, {entry.facts}, {entry.weapon}"
            case _:
                return None


class EntryDelegate(QStyledItemDelegate):
    """A token in the colour of the side it would join, the name, the numbers that matter."""

    def __init__(self, view: QListView, tone: Callable[[Entry], str]) -> None:
        super().__init__(view)
        self._view = view
        self._tone = tone

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(self._view.viewport().width(), rounded(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One creature."""
        model = index.model()
        entry = model.entry(index) if isinstance(model, EntryModel) else None
        if entry is None:
            return
        theme, box = theme_of(self._view), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = box.adjusted(scaled(6), 1, -scaled(6), -1)
        if option.state & QStyle.StateFlag.State_Selected:
            focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
            fill_box(painter, inner, 8, theme.raised2, theme.focus if focused else "")
        elif option.state & QStyle.StateFlag.State_MouseOver:
            fill_box(painter, inner, 8, theme.raised)
        middle = box.center().y()
        tone = cast("SideKey", self._tone(entry))
        draw_token(painter, QPointF(box.x() + scaled(28), middle), scaled(27), entry.label, tone)
        left, width = box.x() + scaled(52), box.width() - scaled(52 + 12)
        name = QRectF(left, middle - scaled(18), width, scaled(18))
        draw_text(painter, name, entry.name, font(13.5, SEMIBOLD), theme.text)
        facts = QRectF(left, middle + scaled(1), width, scaled(16))
        draw_text(painter, facts, entry.facts, font(SMALL), theme.text2)
        painter.restore()
