"""The list of all actions with their keys: its model, the search in it, how a row is drawn."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.bridge.keymap import ACTIONS, KeyAction, Keymap
from gui.panels.drawing import draw_text, fill_box, font, rounded, scaled, theme_of
from gui.theme.fonts import BODY, SEMIBOLD, SMALL
from gui.theme.icons import key_cap_width, paint_key_cap

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 34
CHANGED = "changed"


class KeyModel(QAbstractListModel):
    """Every action whose words, group or keys have all words of the search in them."""

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self._search: tuple[str, ...] = ()
        self._rows: tuple[KeyAction, ...] = ACTIONS
        keymap.changed.connect(self._tell)

    def search(self, text: str) -> None:
        """Show only what fits."""
        self._search = tuple(text.casefold().split())
        self.beginResetModel()
        self._rows = tuple(action for action in ACTIONS if self._fits(action))
        self.endResetModel()

    def action(self, index: AnyIndex) -> KeyAction | None:
        """The action at an index."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def caps(self, action: KeyAction) -> tuple[str, ...]:
        """Its keys."""
        return self._keymap.caps(action.name)

    def is_changed(self, action: KeyAction) -> bool:
        """Whether the GM gave it another key."""
        return action.name in self._keymap.changes

    def rowCount(self, parent: AnyIndex | None = None) -> int:  # noqa: N802 - Qt calls it
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        action = self.action(index)
        if action is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return action.words
            case Qt.ItemDataRole.AccessibleTextRole:
                changed = f", {CHANGED}" if self.is_changed(action) else ""
                return f"{action.words}, {' or '.join(self.caps(action))}{changed}"
            case _:
                return None

    def _fits(self, action: KeyAction) -> bool:
        caps = " ".join(self.caps(action)).casefold()
        text = f"{action.words} {action.group}".casefold()
        return all(word in text or word in caps.split() for word in self._search)

    def _tell(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))


class KeyDelegate(QStyledItemDelegate):
    """Words at the left, where they belong beside them, the keys at the right."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(self._view.viewport().width(), rounded(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """One action."""
        model = index.model()
        action = model.action(index) if isinstance(model, KeyModel) else None
        if not isinstance(model, KeyModel) or action is None:
            return
        theme, box = theme_of(self._view), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = box.adjusted(scaled(4), 1, -scaled(4), -1)
        if option.state & QStyle.StateFlag.State_Selected:
            focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
            fill_box(painter, inner, 8, theme.raised2, theme.focus if focused else "")
        elif option.state & QStyle.StateFlag.State_MouseOver:
            fill_box(painter, inner, 8, theme.raised)
        right = inner.right() - scaled(10)
        for cap in reversed(model.caps(action)):
            paint_key_cap(painter, right, box.center().y(), cap, theme.text, scaled(SMALL))
            right -= key_cap_width(cap, scaled(SMALL)) + scaled(4)
        if model.is_changed(action):
            width = scaled(62)
            note = QRectF(right - width, box.y(), width, box.height())
            draw_text(painter, note, CHANGED, font(SMALL), theme.warn)
            right -= width
        left = inner.x() + scaled(10)
        group = scaled(70)
        draw_text(painter, QRectF(left, box.y(), group, box.height()), action.group, font(SMALL), theme.text3)
        words = QRectF(left + group, box.y(), right - left - group - scaled(8), box.height())
        used = font(BODY, SEMIBOLD)
        draw_text(painter, words, action.words[:1].upper() + action.words[1:], used, theme.text)
        painter.restore()
