"""Draws a line of the log: what happened, the rule below it, its place at the right."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.bridge.log import LogRow
from gui.panels.drawing import draw_text, fill_box, font, rounded, scaled, theme_of
from gui.panels.log_model import LogModel, rule_line
from gui.theme.fonts import BOLD, LABEL, REGULAR, SMALL
from gui.theme.palette import Theme, colour

SIDE, ABOVE, PLACE_WIDTH = 16, 7, 40
_ROLLED = re.compile(r"(?<=: )\d+(?: \d+)*")
"""The dice in a line: the numbers right after a colon."""


class LogDelegate(QStyledItemDelegate):
    """Text of up to a few lines with the actor's name bold, "Rule: section" small, "3.7" at the right."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row, width = self._row(index), self._view.viewport().width()
        if row is None:
            return QSize(width, 0)
        height = _layout(row.text, self._name(index, row), self._text_width()).boundingRect().height()
        if row.rule:
            height += scaled(17)
        return QSize(width, round(height) + 2 * rounded(ABOVE))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """One line of the log."""
        row, theme = self._row(index), theme_of(self._view)
        if row is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        self._paint_ground(painter, option, box, theme)
        left, top = box.x() + scaled(SIDE), box.y() + scaled(ABOVE)
        name = self._name(index, row)
        layout = _layout(row.text, name, self._text_width())
        painter.setPen(colour(theme.bad if row.strong else theme.text))
        layout.draw(painter, QPointF(left, top))
        place = QRectF(box.right() - scaled(PLACE_WIDTH + SIDE), top, scaled(PLACE_WIDTH), scaled(18))
        draw_text(painter, place, row.place, font(SMALL), theme.text3, Qt.AlignmentFlag.AlignRight)
        if row.rule:
            rule = QRectF(
                left, top + layout.boundingRect().height(), box.width() - scaled(2 * SIDE), scaled(17)
            )
            draw_text(painter, rule, rule_line(row), font(SMALL), theme.text3)
        painter.restore()

    @staticmethod
    def _paint_ground(painter: QPainter, option: QStyleOptionViewItem, box: QRectF, theme: Theme) -> None:
        state = option.state
        inner = box.adjusted(scaled(8), 1, -scaled(8), -1)
        if state & QStyle.StateFlag.State_Selected:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            fill_box(painter, inner, 7, theme.raised2, theme.focus if focused else "")
        elif state & QStyle.StateFlag.State_MouseOver:
            fill_box(painter, inner, 7, theme.raised)

    def _row(self, index: QModelIndex | QPersistentModelIndex) -> LogRow | None:
        model = index.model()
        return model.row(index) if isinstance(model, LogModel) else None

    def _name(self, index: QModelIndex | QPersistentModelIndex, row: LogRow) -> str:
        model = index.model()
        return model.name_of(row.actor) if isinstance(model, LogModel) and row.actor else ""

    def _text_width(self) -> float:
        return float(self._view.viewport().width()) - scaled(2 * SIDE + PLACE_WIDTH + 6)


def _layout(text: str, name: str, width: float) -> QTextLayout:
    return _laid_out(text, name, round(width), round(scaled(100)))


@lru_cache(maxsize=2048)
def _laid_out(text: str, name: str, width: int, scale: int) -> QTextLayout:
    """The text broken to the width. `scale` only keeps layouts of another text scale apart."""
    layout = QTextLayout(text, font(LABEL, REGULAR))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(_formats(text, name))
    layout.beginLayout()
    top = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(40, width))
        line.setPosition(QPointF(0, top))
        top += line.height()
    layout.endLayout()
    return layout


def _formats(text: str, name: str) -> list[QTextLayout.FormatRange]:
    """Bold for the actor's name and for the dice."""
    spans = [match.span() for match in _ROLLED.finditer(text)]
    at = text.find(name) if name else -1
    if at >= 0:
        spans.append((at, at + len(name)))
    bold = QTextCharFormat()
    bold.setFontWeight(QFont.Weight(BOLD).value)
    formats = []
    for start, end in spans:
        piece = QTextLayout.FormatRange()
        piece.start, piece.length, piece.format = start, end - start, bold
        formats.append(piece)
    return formats
