"""Qt's own file dialog, where the desktop has none: room for its buttons, arrows in the text's colour."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QFileDialog, QToolButton

SIZE = (880, 560)
SIGN = 18
ARROWS = ("backButton", "forwardButton", "toParentButton")
"""Qt's names for the buttons whose signs are black in every theme."""
ROOM_FOR_SIGN = "padding: 0 6px;"


def dress(dialog: QFileDialog) -> None:
    """Fit the dialog to the theme. A dialog of the desktop has no such buttons and is left as it is."""
    buttons = dialog.findChildren(QToolButton)
    if not buttons:
        return
    parent = dialog.parentWidget()
    room = parent.size() if parent is not None else QSize(*SIZE)
    dialog.resize(QSize(*SIZE).boundedTo(room))
    for button in buttons:
        button.setStyleSheet(f"QToolButton {{ {ROOM_FOR_SIGN} }} QToolButton:focus {{ {ROOM_FOR_SIGN} }}")
        button.setIconSize(QSize(SIGN, SIGN))
        if button.objectName() in ARROWS:
            button.setIcon(
                _tinted(button.icon(), dialog.palette().text().color(), dialog.devicePixelRatioF())
            )


def _tinted(icon: QIcon, ink: QColor, dpr: float) -> QIcon:
    """The icon's shape in one colour: Qt's own are drawn for light windows."""
    pixmap = icon.pixmap(QSize(SIGN, SIGN), dpr)
    faded = QPixmap(pixmap)
    for picture, strength in ((pixmap, 1.0), (faded, 0.4)):
        painter = QPainter(picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        shade = QColor(ink)
        shade.setAlphaF(strength)
        painter.fillRect(picture.rect(), shade)
        painter.end()
    tinted = QIcon(pixmap)
    tinted.addPixmap(faded, QIcon.Mode.Disabled)
    return tinted
