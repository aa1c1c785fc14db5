"""What buttons share that are painted by hand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QScrollArea

ARROWS = frozenset((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right))
ENTER = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))


def plain_enter(event: QKeyEvent) -> bool:
    """Enter without Ctrl, Alt or Shift."""
    return event.key() in ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


class PaintedButton(QAbstractButton):
    """Enter presses it as Space does. Arrows belong to whoever holds it: Qt would take them for Tab."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press, or pass the key on."""
        if plain_enter(event):
            self.click()
        elif event.key() in ARROWS:
            event.ignore()
        else:
            super().keyPressEvent(event)


class QuietScroll(QScrollArea):
    """Follows what has the focus; keys are for what it holds."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by no key."""
        event.ignore()
