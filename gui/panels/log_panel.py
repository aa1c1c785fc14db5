"""The log: what happened, newest on top, each line with its rule; all of it can be taken back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from engine.model.phrase import Tally
from gui.bridge.keymap import Keymap
from gui.bridge.log import Log
from gui.bridge.table import Table
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.log_delegate import LogDelegate
from gui.panels.log_model import AnyIndex, LogModel, rule_words
from gui.theme.palette import Theme

EMPTY = "Each roll and ruling is listed here with the rule behind it, and can be taken back."


class LogPanel(QWidget):
    """Undo goes back to before the marked line; the newest is marked until another is clicked."""

    rule_wanted = Signal(str, object)
    """(ledger id of the marked line, `Tally` of its roll): show both."""

    def __init__(self, table: Table, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._log = Log(table)
        self.model = LogModel(self._name_of)
        self.view = _List(self.model)
        self.undo = KeyButton("Undo to here").follow(keymap, "undo_here")
        self.undo.setToolTip("Takes back the marked line and everything after it")
        self.undo.clicked.connect(self.undo_marked)
        self._empty = _EmptyBox()
        head = QHBoxLayout()
        head.setContentsMargins(rounded(16), rounded(8), rounded(16), rounded(4))
        head.addWidget(label_of("strong", "Log"))
        head.addStretch(1)
        head.addWidget(self.undo)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._empty)
        layout.addWidget(self.view, 1)
        layout.addStretch(0)
        self.view.doubleClicked.connect(lambda _: self.show_rule())
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_rule_at)
        self.setFocusProxy(self.view)
        table.changed.connect(self.refresh)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.view.viewport().update()

    def refresh(self) -> None:
        """Show the journal as it is; the newest line is marked again."""
        if self.model.show_rows(self._log.rows()):
            self.view.setCurrentIndex(self.model.index(0))
            self.view.scrollToTop()
        some = self.model.rowCount() > 0
        self.view.setVisible(some)
        self._empty.setVisible(not some)
        self.undo.setEnabled(some)

    def undo_marked(self) -> None:
        """Take back the marked line with the whole command it belongs to, and all after it."""
        row = self.model.row(self.view.currentIndex())
        if row is None:
            return
        if row.entry:
            self._table.undo_to(row.entry)
        else:
            self._table.abandon()

    def show_rule(self) -> None:
        """Ask for the rule of the marked line, and say it in the strip."""
        row = self.model.row(self.view.currentIndex())
        if row is not None and row.rule:
            self._table.notice(rule_words(row).splitlines()[0])
            self.rule_wanted.emit(row.rule, row.tally)

    @property
    def rule_here(self) -> str:
        """The rule of the marked line; empty where there is none."""
        row = self.model.row(self.view.currentIndex())
        return row.rule if row is not None else ""

    @property
    def tally_here(self) -> Tally:
        """What the roll of the marked line was made of."""
        row = self.model.row(self.view.currentIndex())
        return row.tally if row is not None else Tally()

    def _show_rule_at(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.show_rule()

    def _name_of(self, actor_id: str) -> str:
        actor = self._table.actor(actor_id)
        return actor.name if actor is not None else ""


class _List(QListView):
    """Lines of different heights; they are laid out again when the width changes."""

    def __init__(self, model: LogModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(LogDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setAccessibleName("Log")
        self.setMinimumHeight(rounded(90))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Text breaks elsewhere in another width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the mark; letters are keys of the program, not a search in the list."""
        if event.text().isprintable() and event.text():
            event.ignore()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.accept()  # the end of the list is no step of the actor

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:  # noqa: N802 - Qt calls it
        """Keep the marked line in sight."""
        super().currentChanged(current, previous)
        self.scrollTo(current)


class _EmptyBox(QFrame):
    """What stands there before anything has happened."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "empty")
        title = label_of("strong", "Nothing has happened yet")
        text = label_of("sub", EMPTY, wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(24), rounded(20), rounded(24), rounded(20))
        for label in (title, text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
