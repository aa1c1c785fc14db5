"""The window for changing keys: find an action, press its new key, swap where another has it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from gui.bridge.keymap import WORDS, KeyAction, Keymap, cap, key_text, why_not
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.key_list import KeyDelegate, KeyModel

SIZE = (560, 690)
RESET_ALL, SURE = "Reset all", "Really reset all"
INTRODUCTION = "Choose an action, then press its new key. It counts at once, in the whole window."


class KeysEditor(QDialog):
    """It changes the keymap itself, and every key cap follows. Enter asks for a key, Esc steps back."""

    def __init__(self, keymap: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        room = self.screen().availableSize() * 0.9
        self.resize(QSize(*(rounded(side) for side in SIZE)).boundedTo(room))
        self._keymap = keymap
        self._asked: KeyAction | None = None
        self._wanted = ""
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search: an action, a group, a key")
        self.search.setAccessibleName("Search")
        self.search.setClearButtonEnabled(True)
        self.model = KeyModel(keymap)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(KeyDelegate(self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Actions")
        self.says = label_of("detail", INTRODUCTION, wrap=True)
        self.catcher = _Catcher()
        self.change = KeyButton("New key", "Enter", primary=True)
        self.swap = KeyButton("Swap", "Enter", primary=True)
        self.reset = KeyButton("Reset", "Del")
        self.reset.setToolTip("Give the chosen action the key it came with")
        self.reset_all = KeyButton(RESET_ALL)
        self.leave = KeyButton("Close", "Esc")
        for button in self._buttons():
            button.setAutoDefault(False)
        self._lay_out()
        self._wire()
        self._show_row(0)
        self._idle(INTRODUCTION)
        self.search.setFocus()

    def _buttons(self) -> tuple[KeyButton, ...]:
        return self.change, self.swap, self.reset, self.reset_all, self.leave

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.addWidget(self.reset)
        foot.addWidget(self.reset_all)
        foot.addStretch(1)
        for button in (self.leave, self.change, self.swap):
            foot.addWidget(button)
        note = QFrame()
        note.setProperty("kind", "note")
        inner = QVBoxLayout(note)
        inner.setContentsMargins(rounded(12), rounded(10), rounded(12), rounded(10))
        inner.addWidget(self.says)
        inner.addWidget(self.catcher)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(*(rounded(16),) * 4)
        whole.setSpacing(rounded(10))
        whole.addWidget(self.search)
        whole.addWidget(self.list, 1)
        whole.addWidget(note)
        whole.addLayout(foot)

    def _wire(self) -> None:
        self.search.textChanged.connect(self._find)
        self.list.doubleClicked.connect(lambda _: self.ask())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._row_chosen())
        self.catcher.pressed.connect(self._pressed)
        self.catcher.left.connect(self._left)
        self.change.clicked.connect(self.ask)
        self.swap.clicked.connect(self._take)
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(self._reset_all)
        self.leave.clicked.connect(self._step_back)

    # --- asking for a key -----------------------------------------------------------------------------

    @property
    def chosen(self) -> KeyAction | None:
        """The action marked in the list."""
        return self.model.action(self.list.currentIndex())

    def ask(self) -> None:
        """Wait for the new key of the chosen action."""
        action = self.chosen
        if action is None:
            return
        self._asked, self._wanted = action, ""
        self._show(f"Press the new key for '{action.words}'. Esc leaves it as it is.")
        self.catcher.setFocus(Qt.FocusReason.OtherFocusReason)

    def _pressed(self, key: str) -> None:
        action = self._asked
        if action is None:
            return
        holder = self._keymap.holder(key)
        problem = why_not(key)
        if problem:
            self._show(f"{problem} Press another key for '{action.words}', or Esc.")
        elif holder in ("", action.name):
            self._wanted = key
            self._take()
        else:
            self._wanted = key
            given = self._keymap.shown(action.name)
            self._show(f"{cap(key)} is the key for '{WORDS[holder]}'. Swap: that gets {given} instead?")
            self.swap.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self) -> None:
        """The new key counts from now on."""
        action, key = self._asked, self._wanted
        if action is None or not key:
            return
        other = self._keymap.holder(key)
        self._keymap.assign(action.name, key)
        told = f"'{action.words}' is {cap(key)} now."
        if other not in ("", action.name):
            told += f" '{WORDS[other]}' is {self._keymap.shown(other)}."
        self._idle(told)
        self.list.setFocus()

    def _left(self) -> None:
        """Another part was clicked while a key was waited for."""
        if self._asked is not None and not self._wanted:
            self._idle(INTRODUCTION)

    def _step_back(self) -> None:
        if self._asked is not None:
            self._idle(INTRODUCTION)
            self.list.setFocus()
        else:
            self.accept()

    # --- resetting --------------------------------------------------------------------------------------

    def _reset(self) -> None:
        action = self.chosen
        if action is None:
            return
        others = self._keymap.reset(action.name)
        told = f"'{action.words}' is {self._keymap.shown(action.name)} again."
        if others:
            told += f" With it: {', '.join(f'{WORDS[other]!r}' for other in others)}."
        self._idle(told)

    def _reset_all(self) -> None:
        """It cannot be taken back, so it takes two clicks."""
        if self.reset_all.text() == RESET_ALL:
            self.reset_all.set_words(SURE)
            return
        self._keymap.reset_all()
        self._idle("All keys are as they came.")

    # --- what shows ---------------------------------------------------------------------------------------

    def _find(self, text: str) -> None:
        self.model.search(text)
        self._show_row(0)
        nothing = f"No action called '{text}'. Esc clears the search."
        self._idle(INTRODUCTION if self.model.rowCount() else nothing)

    def _show_row(self, row: int) -> None:
        self.list.setCurrentIndex(self.model.index(row) if self.model.rowCount() else QModelIndex())

    def _row_chosen(self) -> None:
        if self._asked is None:
            self._idle(INTRODUCTION)

    def _idle(self, told: str) -> None:
        """Nothing is waited for."""
        self._asked, self._wanted = None, ""
        self._show(told)

    def _show(self, told: str) -> None:
        self.says.setText(told)
        self.says.setAccessibleName(told)
        waits, swaps = self._asked is not None, bool(self._wanted)
        self.catcher.setVisible(waits and not swaps)
        self.change.setVisible(not swaps)
        self.change.setEnabled(not waits and self.chosen is not None)
        self.swap.setVisible(swaps)
        self.leave.set_words("Back" if waits else "Close")
        action = self.chosen
        self.reset.setEnabled(not waits and action is not None and self.model.is_changed(action))
        self.reset_all.setEnabled(not waits and bool(self._keymap.changes))
        self.reset_all.set_words(RESET_ALL)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Esc, Del; arrows in the search go to the list."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._take() if self._wanted else self.ask()
            case Qt.Key.Key_Escape if self._asked is None and self.search.text():
                self.search.clear()
            case Qt.Key.Key_Escape:
                self._step_back()
            case Qt.Key.Key_Delete if not self.search.hasFocus():
                self._reset()
            case Qt.Key.Key_Up | Qt.Key.Key_Down if self.search.hasFocus():
                self.list.setFocus()
            case _:
                super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """A key half asked for is forgotten."""
        super().hideEvent(event)
        self._asked, self._wanted = None, ""


class _Catcher(QWidget):
    """Takes the next key whatever it is, Tab too; Esc is not taken."""

    pressed = Signal(str)
    """The key as the table writes it."""
    left = Signal()
    """The focus went elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName("Press the new key")
        self.setFixedHeight(1)

    def event(self, event: QEvent) -> bool:
        """Before anybody else sees the key."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape and not event.modifiers():
                event.ignore()
                return False
            key = key_text(event.keyCombination())
            if key:
                self.pressed.emit(key)
            return True
        if event.type() == QEvent.Type.FocusOut:
            self.left.emit()
        return super().event(event)
