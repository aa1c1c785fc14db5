"""The sides of the encounter: who speaks for each, who is hostile to whom. Each change is one command."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from engine.model.battle import Side
from engine.model.commands import AddSide, RemoveSide, ReviseSide
from engine.model.phrase import SideId
from gui.bridge.keymap import Keymap
from gui.bridge.sides import SideChange, change_sides, foes_of_new, side_rows
from gui.bridge.table import Change, Table
from gui.panels.drawing import clear_layout, label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.side_box import NameField, SideBox

SIZE = (620, 600)
ABOUT = (
    "Colour and shape of the tokens follow from who is hostile to whom. "
    "Players read the name of a side once they have met somebody of it."
)
ALL, PLAYERS, NOBODY = "all", "players", "nobody"
STANCES = (
    (ALL, "enemies of all others"),
    (PLAYERS, "enemies of the players"),
    (NOBODY, "nobody's enemies"),
)


class SidesDialog(QDialog):
    """Changes count at once; a refusal is a sentence at the foot, with a way past it if there is one.

    `chosen` is the side whose name is ready to be typed over; without it the name of a new one is.
    """

    def __init__(
        self, table: Table, keymap: Keymap, chosen: SideId = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Sides")
        self._table, self._keymap = table, keymap
        self._refused: SideChange | None = None
        self.boxes: dict[SideId, SideBox] = {}
        self.name = NameField()
        self.name.setPlaceholderText("Name of a new side")
        self.name.setAccessibleName("Name of a new side")
        self.name.returnPressed.connect(self._add)
        self.stance = QComboBox()
        self.stance.setAccessibleName("Whose enemies the new side is")
        for key, words in STANCES:
            self.stance.addItem(words, key)
        self.add = KeyButton("New side", "Enter", primary=True)
        self.add.clicked.connect(self._add)
        self.problem = label_of("problem", wrap=True)
        self.insist = KeyButton("All the same: GM ruling")
        self.insist.clicked.connect(self._insist)
        self.back = KeyButton("Take back").follow(keymap, "undo")
        self.back.clicked.connect(table.take_back)
        self.shut = KeyButton("Close", "Esc")
        self.shut.clicked.connect(self.reject)
        for button in (self.add, self.insist, self.back, self.shut):
            button.setAutoDefault(False)
        self._scroll = QScrollArea()
        self._list = QVBoxLayout()
        self._lay_out()
        self._say("")
        table.changed.connect(self._on_change)
        self._refresh()
        room = self.screen().availableSize() * 0.9
        self.resize(QSize(*map(rounded, SIZE)).boundedTo(room))
        self.go_to(chosen)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides as they are."""
        return self._table.battle.sides

    def go_to(self, side_id: SideId) -> None:
        """Have the name of a side ready to be typed over, or that of a new one."""
        box = self.boxes.get(side_id)
        field = box.name if box is not None else self.name
        field.setFocus()
        field.selectAll()
        if box is not None:
            self._scroll.ensureWidgetVisible(box)

    def submit(self, change: SideChange, overrule: bool = False) -> bool:
        """Carry a change out, or say why it cannot be done and show what is."""
        trouble = change_sides(self._table, change, overrule)
        if trouble is None:
            return True
        self._say(trouble.words)
        if not trouble.final:
            self._refused = change
            self.insist.show()
        self._refresh()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Taking back and doing again work here as at the map; a field that is being typed in comes first."""
        action = self._keymap.action_for(event.keyCombination())
        if action == "undo":
            self._table.take_back()
        elif action == "redo":
            self._table.redo()
        else:
            super().keyPressEvent(event)

    # --- inner workings -----------------------------------------------------------------------------

    def _lay_out(self) -> None:
        inner = QWidget()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(rounded(8))
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop)
        inner.setLayout(self._list)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setMinimumSize(*map(rounded, (SIZE[0] - 40, SIZE[1] // 3)))
        self._scroll.setWidget(inner)
        row = QHBoxLayout()
        row.setSpacing(rounded(8))
        for widget, stretch in ((self.name, 1), (self.stance, 0), (self.add, 0)):
            row.addWidget(widget, stretch)
        foot = QHBoxLayout()
        foot.setSpacing(rounded(8))
        foot.addWidget(self.back)
        foot.addWidget(self.insist)
        foot.addStretch(1)
        foot.addWidget(self.shut)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(rounded(20), rounded(16), rounded(20), rounded(16))
        whole.setSpacing(rounded(10))
        whole.addWidget(label_of("title", "Sides"))
        whole.addWidget(label_of("sub", ABOUT, wrap=True))
        whole.addWidget(self._scroll, 1)
        whole.addLayout(row)
        whole.addWidget(self.problem)
        whole.addLayout(foot)

    def _on_change(self, _: Change) -> None:
        """What was refused before is refused no longer, or for another reason."""
        self._say("")
        self._refresh()

    def _refresh(self) -> None:
        if list(self.boxes) != [side.id for side in self.sides]:
            self._rebuild()
        for row in side_rows(self._table):
            self.boxes[row.side.id].show_side(row, self.sides)
        self.back.setEnabled(bool(self._table.undo_words))
        self.back.setToolTip(self._table.undo_words)

    def _rebuild(self) -> None:
        """A box for each side; the focus stays with whatever had it, unless that is gone."""
        lost = any(box.isAncestorOf(self.focusWidget()) for box in self.boxes.values())
        clear_layout(self._list)
        self.boxes = {}
        for side in self.sides:
            others = tuple(other.id for other in self.sides if other.id != side.id)
            box = SideBox(side.id, others)
            box.named.connect(lambda name, key=side.id: self._revise(key, name=name))
            box.given.connect(lambda control, key=side.id: self._revise(key, control=control))
            box.foes_set.connect(lambda foes, key=side.id: self._revise(key, hostile_to=foes))
            box.remove.clicked.connect(lambda _=False, key=side.id: self.submit(RemoveSide(key)))
            self.boxes[side.id] = box
            self._list.addWidget(box)
        if lost:
            self.name.setFocus()

    def _revise(self, side_id: SideId, **changed: object) -> None:
        self.submit(ReviseSide(replace(self._table.battle.side(side_id), **changed)))

    def _add(self) -> None:
        stance = self.stance.currentData()
        foes = () if stance == NOBODY else foes_of_new(self._table, of_players_only=stance == PLAYERS)
        if self.submit(AddSide(Side("", self.name.text(), hostile_to=foes))):
            self.name.setText("")
            self._scroll.ensureWidgetVisible(self.boxes[self.sides[-1].id])

    def _insist(self) -> None:
        change = self._refused
        if change is not None:
            self.submit(change, overrule=True)

    def _say(self, sentence: str) -> None:
        self._refused = None
        self.insist.hide()
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
