"""The account of a fight: a card over the map, side beside side, to be read, copied and put away."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui.bridge.fight_account import Account, Fate, Fighter, SideAccount
from gui.bridge.keymap import Keymap
from gui.panels.drawing import clear_layout, label_of, rounded, theme_of
from gui.panels.key_button import KeyButton
from gui.theme.swatches import side_swatch

COPIED_MS = 2000


class AccountPanel(QFrame):
    """Floats over the GM's map; Esc or Close puts it away. Other keys go on to the window."""

    closed = Signal()

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self._room = QRect()
        self._account: Account | None = None
        self.setProperty("kind", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("How the fight went")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.copy_button = KeyButton("Copy as text")
        self.copy_button.clicked.connect(self.copy)
        self.close_button = KeyButton("Close").follow(keymap, "cancel")
        self.close_button.clicked.connect(self.put_away)
        self._title = label_of("question", wrap=True)
        self._length = label_of("sub")
        self._sides = QHBoxLayout()
        self._lying = label_of("sub", wrap=True)
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: self.copy_button.setText("Copy as text"))
        self._lay_out()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(rounded(2))
        words.addWidget(self._title)
        words.addWidget(self._length)
        self._head = head = QHBoxLayout()
        head.setContentsMargins(rounded(22), rounded(16), rounded(22), rounded(12))
        head.setSpacing(rounded(8))
        head.addLayout(words, 1)
        head.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        content = QWidget()
        self._content = below = QVBoxLayout(content)
        below.setContentsMargins(rounded(22), 0, rounded(22), rounded(18))
        below.setSpacing(rounded(12))
        below.addLayout(self._sides)
        below.addWidget(self._lying)
        self._sides.setSpacing(rounded(28))
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(content)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)

    def show_account(self, account: Account) -> None:
        """Show this one, and take the focus so that Esc puts it away."""
        self._account = account
        self._title.setText(account.title)
        self._length.setText(account.length)
        clear_layout(self._sides)
        for side in account.sides:
            self._sides.addWidget(_column(side, self), 1)
        self._lying.setText(account.left_lying)
        self._lying.setVisible(bool(account.lying))
        self.setAccessibleDescription(account.text().replace("\n", ". "))
        self.show()
        self.raise_()
        self._fit()
        QTimer.singleShot(0, self, self._fit)  # once the style sheet has given the words their size
        self.setFocus()

    def set_room(self, room: QRect) -> None:
        """Keep within this part of the window, and take of its height only what the words need."""
        self._room = room
        self._fit()

    def copy(self) -> None:
        """Put the account on the clipboard as plain text, and say so."""
        if self._account is not None:
            QGuiApplication.clipboard().setText(self._account.text())
            self.copy_button.setText("Copied")
            self._copied.start()

    def put_away(self) -> None:
        """Hide it; the focus goes back to the map."""
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc and its own key put it away."""
        if self._keymap.action_for(event.keyCombination()) in ("cancel", "account"):
            self.put_away()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        if self._room.isValid():
            width = self._room.width()
            wanted = (
                self._head.heightForWidth(width) + self._content.totalHeightForWidth(width - rounded(12)) + 4
            )
            self.setGeometry(QRect(self._room.topLeft(), QSize(width, min(self._room.height(), wanted))))


def _column(side: SideAccount, panel: QWidget) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(rounded(3))
    head = QHBoxLayout()
    head.setSpacing(rounded(8))
    mark = QLabel()
    size = rounded(16)
    mark.setPixmap(side_swatch(side.tone.value, theme_of(panel).line2, size, panel.devicePixelRatioF()))
    head.addWidget(mark)
    head.addWidget(label_of("title", side.name), 1)
    column.addLayout(head)
    for group in side.groups:
        column.addSpacing(rounded(8))
        column.addWidget(label_of("sub", group.heading))
        for fighter in group.fighters:
            column.addWidget(_row(fighter, faded=group.fate in (Fate.DEAD, Fate.REMOVED)))
    column.addStretch(1)
    return page


def _row(fighter: Fighter, faded: bool) -> QWidget:
    """The name, hit points and state below it, and what it spent."""
    row = QWidget()
    lines = QVBoxLayout(row)
    lines.setContentsMargins(0, rounded(2), 0, rounded(4))
    lines.setSpacing(rounded(1))
    lines.addWidget(label_of("sub" if faded else "strong", fighter.name, wrap=True))
    if fighter.words:
        lines.addWidget(label_of("sub", fighter.words, wrap=True))
    if fighter.spent:
        lines.addWidget(label_of("sub", f"Spent: {'; '.join(fighter.spent)}", wrap=True))
    return row
