"""Why? A card over the window: a rule, its readings, the parts of a number; all actions; all notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.model.phrase import Phrase, Tally
from gui.bridge.keymap import Keymap
from gui.bridge.rules_text import (
    Part,
    Reading,
    Why,
    action_page,
    notice_page,
    section_page,
    why_number,
    why_rule,
)
from gui.bridge.table import Table
from gui.panels.drawing import clear_layout, label_of, rounded
from gui.panels.key_button import KeyButton
from gui.theme.palette import Theme

NO_RULE = "No single rule stands behind this."
NOTICES = "Licences and notices"
_Slide = QAbstractSlider.SliderAction
_SCROLLS = {
    Qt.Key.Key_Up: _Slide.SliderSingleStepSub,
    Qt.Key.Key_Down: _Slide.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: _Slide.SliderPageStepSub,
    Qt.Key.Key_PageDown: _Slide.SliderPageStepAdd,
    Qt.Key.Key_Home: _Slide.SliderToMinimum,
    Qt.Key.Key_End: _Slide.SliderToMaximum,
}


class WhyPanel(QFrame):
    """Floats over the window; Esc, F1 or Close puts it away. It changes nothing."""

    closed = Signal()

    def __init__(self, table: Table, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._keymap = keymap
        self.setProperty("kind", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Why?")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.shown_text: tuple[str, ...] = ()
        """Everything written on it, line by line, for whoever cannot see it."""
        self.actions_button = KeyButton("All actions", "")
        self.actions_button.clicked.connect(self.show_actions)
        self.actions_button.setVisible(bool(action_page(table)))
        self.notices_button = KeyButton("Licences").follow(keymap, "notices")
        self.notices_button.clicked.connect(self.show_notices)
        self.section_button = KeyButton("Whole section", "")
        self.section_button.clicked.connect(self.show_section)
        self._rule = ""
        self._room = QRect()
        self.close_button = KeyButton("Close").follow(keymap, "cancel")
        self.close_button.clicked.connect(self.put_away)
        self._title = label_of("question", wrap=True)
        self._body = QVBoxLayout()
        self._body.setContentsMargins(rounded(22), 0, rounded(22), rounded(16))
        self._body.setSpacing(rounded(8))
        self._lay_out()

    def _lay_out(self) -> None:
        content = QWidget()
        content.setLayout(self._body)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(content)
        scroll.setMinimumHeight(1)  # Qt asks for more than a single line needs, at the cost of the buttons
        self._scroll = scroll
        self._head = head = QHBoxLayout()
        head.setSpacing(rounded(8))
        head.setContentsMargins(rounded(22), rounded(16), rounded(22), rounded(8))
        head.addWidget(self._title, 1)
        head.addWidget(self.section_button)
        head.addWidget(self.actions_button)
        head.addWidget(self.notices_button)
        head.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)

    # --- what is shown ------------------------------------------------------------------------------

    def show_rule(self, rule: str, tally: Tally | None = None, facts: Sequence[Phrase] = ()) -> None:
        """The rule of a log line, a refusal or a question; what its roll is made of, the facts beside it."""
        self._show(why_rule(self._table, rule, tally, facts) or Why("Why?", NO_RULE, rule))

    def show_section(self) -> None:
        """All rules of the section that the rule on show stands in, one below the other."""
        lines, title = section_page(self._rule), self._title.text()
        self._begin(title)
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(rounded(18))
        grid.setVerticalSpacing(rounded(8))
        for row, (rule, text) in enumerate(lines):
            grid.addWidget(label_of("detail", text, wrap=True), row, 0)
            grid.addWidget(label_of("sub", rule), row, 1, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(0, 1)
        self._body.addWidget(page)
        self._end(tuple(f"{text} {rule}" for rule, text in lines))

    def show_number(self, label: str, tally: Tally) -> None:
        """The parts of a number, each with its rule."""
        self._show(why_number(self._table, label, tally))

    def show_actions(self) -> None:
        """Every action of the rule book with what it takes; nothing on the page is enforced by it."""
        self._begin("All actions")
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(rounded(24))
        grid.setVerticalSpacing(rounded(4))
        lines = action_page(self._table)
        for row, line in enumerate(lines):
            grid.addWidget(label_of("strong", line.name), row, 0)
            grid.addWidget(label_of("sub", line.kind, wrap=True), row, 1)
        grid.setColumnStretch(1, 1)
        self._body.addWidget(page)
        self._end(tuple(f"{line.name}: {line.kind}" for line in lines))

    def show_notices(self) -> None:
        """Whose content the program ships and under which licences, in full."""
        # Rule: OQ-LIC-01
        self._begin(NOTICES)
        lines: list[str] = []
        for notice in notice_page():
            self._body.addWidget(label_of("strong", notice.heading, wrap=True))
            for paragraph in notice.paragraphs:
                self._body.addWidget(label_of("detail", paragraph, wrap=True))
            self._body.addSpacing(rounded(10))
            lines += (notice.heading, *notice.paragraphs)
        self._end(tuple(lines))

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def put_away(self) -> None:
        """Hide it; the focus goes back to the map."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc and F1 put it away, arrows scroll; no other key reaches the game while it is open."""
        action = self._keymap.action_for(event.keyCombination())
        slide = _SCROLLS.get(Qt.Key(event.key()))
        if action in ("cancel", "rule"):
            self.put_away()
        elif action == "notices":
            self.show_notices()
        elif slide is not None:
            self._scroll.verticalScrollBar().triggerAction(slide)

    # --- drawing ------------------------------------------------------------------------------------

    def _show(self, why: Why) -> None:
        self._begin(why.title, why.rule)
        if why.text:
            self._body.addWidget(label_of("detail", why.text, wrap=True))
        if why.rule:
            self._body.addWidget(label_of("sub", why.rule))
        if why.parts:
            self._body.addWidget(_parts(why.parts))
        for fact in why.facts:
            self._body.addSpacing(rounded(6))
            self._body.addWidget(label_of("strong", fact.words, wrap=True))
            self._body.addWidget(label_of("sub", f"{fact.text} {fact.rule}".strip(), wrap=True))
        for reading in why.readings:
            self._body.addSpacing(rounded(6))
            self._body.addWidget(label_of("strong", reading.label, wrap=True))
            for words in _values(reading):
                self._body.addWidget(label_of("sub", words, wrap=True))
        self._end(tuple(_lines(why)))

    def set_room(self, room: QRect) -> None:
        """Keep within this part of the window, and take of its height only what the words need."""
        self._room = room
        self._fit()

    def _fit(self) -> None:
        if not self._room.isValid():
            return
        width = self._room.width()
        head = self._head.heightForWidth(width)
        body = self._body.totalHeightForWidth(width - 2 * rounded(6))  # less frame and scroll bar
        self.setGeometry(QRect(self._room.topLeft(), QSize(width, min(self._room.height(), head + body + 4))))

    def _begin(self, title: str, rule: str = "") -> None:
        """An empty page. With a rule that has a section, the rest of it can be asked for."""
        clear_layout(self._body)
        self._scroll.verticalScrollBar().setValue(0)
        self._title.setText(title)
        self._rule = rule
        self.section_button.setVisible(len(section_page(rule)) > 1)

    def _end(self, lines: tuple[str, ...]) -> None:
        self._body.addStretch(1)
        self.shown_text = (self._title.text(), *lines)
        self.setAccessibleDescription(". ".join(self.shown_text))
        self.show()
        self._fit()
        QTimer.singleShot(0, self, self._fit)  # once the style sheet has given the words their size
        if not self.isWindow():
            self.raise_()
        self.setFocus()


def _parts(parts: tuple[Part, ...]) -> QWidget:
    page = QWidget()
    grid = QGridLayout(page)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(rounded(18))
    grid.setVerticalSpacing(rounded(4))
    for row, part in enumerate(parts):
        grid.addWidget(label_of("strong" if part.counts else "sub", part.value), row, 0)
        grid.addWidget(label_of("detail" if part.counts else "sub", _worded(part), wrap=True), row, 1)
        grid.addWidget(label_of("sub", part.rule), row, 2)
    grid.setColumnStretch(1, 1)
    return page


def _worded(part: Part) -> str:
    return part.label if part.counts else f"{part.label} (does not count now)"


def _values(reading: Reading) -> tuple[str, ...]:
    """Each value of a reading; the one in force says so in words, not by colour alone."""
    return tuple(f"{'In force: ' if now else 'Or: '}{words}" for words, now in reading.values)


def _lines(why: Why) -> Iterator[str]:
    yield from (line for line in (why.text, why.rule) if line)
    for part in why.parts:
        yield f"{part.value} {_worded(part)} {part.rule}".strip()
    for fact in why.facts:
        yield f"{fact.words} {fact.text} {fact.rule}"
    for reading in why.readings:
        yield reading.label
        yield from _values(reading)
