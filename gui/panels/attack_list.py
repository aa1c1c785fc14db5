"""The attacks along a path, one row each: those that were made, the one that is rolled, those to come."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.strikes import Fate
from engine.views.audience import Audience
from gui.bridge.attack_rows import AttackRow
from gui.bridge.table import Table
from gui.panels.drawing import (
    any_width,
    draw_focus,
    draw_text,
    draw_token,
    fill_box,
    font,
    label_of,
    rounded,
    scaled,
    text_width,
    theme_of,
)
from gui.panels.painted_button import PaintedButton
from gui.theme.fonts import LABEL, MEDIUM, SEMIBOLD
from gui.theme.palette import SideKey

HEIGHT, CHIP = 30, 22
ON_THE_PATH, TO_COME, NO_MORE = (
    "Attacks on this path",
    "Still to come on this path",
    "Nothing more to come on this path",
)
HINT = "F1 or a click tells why"
NOW, BRACED = "now", "\u25b2"


class AttackList(QWidget):
    """Rows in the order of the path. Enter or a click on one, like F1, tells why it comes to that chance."""

    why_wanted = Signal(str, object)
    """(ledger id, `Tally`) of a row."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._shown: tuple[AttackRow, ...] = ()
        self.lines: list[AttackLine] = []
        """The rows on show."""
        self._made = label_of("strong", ON_THE_PATH, wrap=True)
        self._ahead = label_of("strong", TO_COME, wrap=True)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, rounded(8), 0, rounded(8))
        self._layout.setSpacing(0)
        for head in (self._made, self._ahead):
            head.setContentsMargins(rounded(8), rounded(6), rounded(8), rounded(4))
            self._layout.addWidget(head)
        self.hide()

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings on show."""
        return tuple(head.text() for head in (self._made, self._ahead) if not head.isHidden())

    @property
    def here(self) -> AttackRow | None:
        """The row that has the focus."""
        return next((line.row for line in self.lines if line.hasFocus()), None)

    def show_rows(self, rows: Sequence[AttackRow], underway: bool = False) -> None:
        """Show these attacks; none hides the list. `underway`: the move is being resolved."""
        shown = tuple(rows)
        if shown != self._shown:
            self._shown = shown
            self._fill(shown)
        behind = [row for row in shown if row.fate is not Fate.AHEAD]
        self._made.setHidden(underway and not behind)
        self._ahead.setHidden(not underway)
        self._ahead.setText(TO_COME if len(behind) < len(shown) else NO_MORE)
        place = 1 + (len(behind) if underway else len(shown))
        if self._layout.indexOf(self._ahead) != place:
            self._layout.removeWidget(self._ahead)
            self._layout.insertWidget(place, self._ahead)
        self.setVisible(bool(shown))

    def _fill(self, rows: Sequence[AttackRow]) -> None:
        """As many lines as there are rows: those there stay, so that a drag makes no new ones."""
        while len(self.lines) > len(rows):
            line = self.lines.pop()
            self._layout.removeWidget(line)
            line.hide()
            line.deleteLater()
        while len(self.lines) < len(rows):
            line = AttackLine(self._table)
            line.why_wanted.connect(self.why_wanted)
            self.lines.append(line)
        for widget in (self._made, self._ahead, *self.lines):
            self._layout.removeWidget(widget)
        for widget in (self._made, *self.lines, self._ahead):
            self._layout.addWidget(widget)
        for line, row in zip(self.lines, rows, strict=True):
            line.show_row(row)


class AttackLine(PaintedButton):
    """Token, who and where, and at the right the chance or what came of it."""

    why_wanted = Signal(str, object)

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.row = AttackRow("", "", "", Fate.AHEAD)
        self._label = ""
        self._side: SideKey = "foe"
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        any_width(self)
        self.clicked.connect(self._ask)

    def show_row(self, row: AttackRow) -> None:
        """Show another attack."""
        self.row = row
        view = next((t for t in self._table.view(Audience.GM).tokens if t.id == row.attacker), None)
        self._label = view.label if view is not None else ""
        self._side = view.tone.value if view is not None else "foe"
        state = {Fate.NOW: ", rolls now", Fate.AHEAD: ", to come"}.get(row.fate, "")
        braced = ", braced" if row.braced else ""
        self.setText(row.words)
        self.setAccessibleName(f"{row.words}{braced}, {row.end}{state}")
        self.setToolTip(f"{row.words}{braced}. {HINT}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(rounded(240), rounded(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, row, box = theme_of(self), self.row, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        made = row.fate in (Fate.HIT, Fate.MISSED)
        if row.fate is Fate.NOW:
            fill_box(painter, box, 6, theme.raised2)
        elif self.underMouse():
            fill_box(painter, box, 6, theme.raised)
        painter.setOpacity(0.6 if made else 1.0)
        middle = QPointF(scaled(8 + CHIP / 2), box.height() / 2)
        draw_token(painter, middle, scaled(CHIP), self._label, self._side)
        painter.setOpacity(1.0)
        end = " ".join(
            (*((BRACED,) if row.braced else ()), *((NOW,) if row.fate is Fate.NOW else ()), row.end)
        )
        ink = theme.bad if row.fate in (Fate.HIT, Fate.NOW) else theme.text2 if made else theme.text
        words = box.adjusted(scaled(8 + CHIP + 8), 0, -scaled(8), 0)
        draw_text(painter, words, end, font(LABEL, SEMIBOLD), ink, Qt.AlignmentFlag.AlignRight)
        words.setRight(words.right() - text_width(end, font(LABEL, SEMIBOLD)) - scaled(8))
        draw_text(painter, words, row.words, font(LABEL, MEDIUM), theme.text2 if made else theme.text)
        if self.hasFocus():
            draw_focus(painter, box, 6, theme)
        painter.end()

    def _ask(self) -> None:
        self.why_wanted.emit(self.row.rule, self.row.tally)
