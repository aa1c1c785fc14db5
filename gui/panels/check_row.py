"""A check box whose frame and tick keep their contrast in both themes."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox

from gui.panels.drawing import draw_focus, draw_text, fill_box, font, rounded, scaled, text_width, theme_of
from gui.theme.fonts import LABEL, SEMIBOLD
from gui.theme.icons import paint_icon

BOX = 18


class CheckRow(QCheckBox):
    """34 high; box and words can both be clicked."""

    def sizeHint(self) -> QSize:
        width = scaled(BOX + 12) + text_width(self.text(), font(LABEL, SEMIBOLD)) + scaled(8)
        return QSize(round(width), rounded(34))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, at: QPoint) -> bool:  # noqa: N802 - Qt calls it
        """The whole row."""
        return self.rect().contains(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, side = theme_of(self), scaled(BOX)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, (self.height() - side) / 2, side, side)
        checked = self.isChecked()
        fill_box(painter, box, 4, theme.accent if checked else theme.raised, theme.line2)
        if checked:
            paint_icon(painter, "check", box.center() + QPointF(0, 0.5), side * 0.75, theme.accent_ink)
        words = QRectF(box.right() + scaled(10), 0, self.width() - box.right() - scaled(10), self.height())
        draw_text(painter, words, self.text(), font(LABEL, SEMIBOLD), theme.text)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()), 7, theme)
        painter.end()
