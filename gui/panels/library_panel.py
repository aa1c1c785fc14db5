"""The library: type "gob 4", press Enter, click the map, and four goblins stand there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from engine.model.actor import Actor
from engine.views.audience import Audience
from gui.bridge.catalogue import Catalogue
from gui.bridge.joining import JoiningSides
from gui.bridge.keymap import Keymap
from gui.bridge.listed import Entry, Found
from gui.bridge.table import Table
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.library_list import EntryDelegate, EntryModel
from gui.theme.palette import Theme

ANY_SIZE = "Any size"
SIDE_WORDS = "Joins side"
NEW_SIDE = "New side..."


class LibraryPanel(QWidget):
    """Enter or a double click arms the marked creature for the chosen side."""

    armed = Signal(object)
    """tuple of `Actor` without places: the next click on the map drops them."""
    carried = Signal(QPoint, bool)
    """A creature is dragged out of the list: where the pointer is on the screen, whether it lets go there."""
    new_wanted = Signal()
    """A form for a new creature."""
    edit_wanted = Signal(str)
    """A form for the marked creature, by its key."""
    import_wanted = Signal()
    """Read a creature list made elsewhere."""
    sides_wanted = Signal()
    """Name a side that is not on the list."""
    party_wanted = Signal()
    """Keep the party, or bring one."""

    def __init__(self, table: Table, keymap: Keymap | None = None) -> None:
        super().__init__()
        self._keymap = keymap or Keymap()
        self._table = table
        self._joining = JoiningSides(table)
        self._offering = False
        """The box shows another side by itself, and nobody picked it."""
        self.catalogue = Catalogue(table.ruleset)
        self._found = Found((), "", 1)
        self._pressed = QModelIndex()
        self._carrying = False
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.catalogue.example)
        self.search.setAccessibleName("Search the library; a number at the end says how many")
        self.search.setToolTip("A name, a class, a kind or a tag; a number behind it says how many")
        self.search.setClearButtonEnabled(True)
        self.side = QComboBox()
        self.side.setAccessibleName("Side they join")
        self.size_filter = QComboBox()
        self.size_filter.setAccessibleName("Size")
        self.size_filter.addItems([ANY_SIZE, *(f"{size} × {size}" for size in range(1, 5))])
        self.model = EntryModel()
        self.list = QListView()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setModel(self.model)
        self.list.setItemDelegate(EntryDelegate(self.list, self._tone))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setAccessibleName("Creatures")
        self.empty = label_of("detail", wrap=True)
        self.clear = KeyButton("Clear")
        self.place = KeyButton("Place", "Enter", primary=True)
        self.hint = label_of("small", wrap=True)
        self.new = KeyButton("New...")
        self.new.setAccessibleName("New creature")
        self.new.setToolTip("Write a creature of your own")
        self.edit = KeyButton("Edit...")
        self.bring_in = KeyButton("Import...")
        self.party = KeyButton("Party...")
        self._lay_out()
        self.search.textChanged.connect(self._search)
        self.search.installEventFilter(self)
        self.size_filter.currentIndexChanged.connect(lambda _: self._search())
        self.side.currentIndexChanged.connect(self._side_picked)
        self.list.viewport().installEventFilter(self)
        self.search.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.list.doubleClicked.connect(lambda _: self.arm())
        self.list.selectionModel().currentChanged.connect(self._say_what)
        self.clear.clicked.connect(self.search.clear)
        self.place.clicked.connect(self.arm)
        self.new.clicked.connect(self.new_wanted)
        self.edit.clicked.connect(self._want_edit)
        self.bring_in.clicked.connect(self.import_wanted)
        self.party.clicked.connect(self.party_wanted)
        table.changed.connect(self._show_sides)
        self.bring_in.setVisible(self.catalogue.reads_lists)
        self._show_sides()
        self._search()

    def take_focus(self) -> None:
        """Ctrl L: type at once, over whatever was there."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def arm(self) -> None:
        """Hand the marked creature to the map, as many as were typed."""
        entry = self.model.entry(self.list.currentIndex())
        if entry is None or self.side.currentData() is None:
            return
        actors = self.catalogue.build(entry.key, self.side.currentData(), self._found.count)
        self.arm_these(actors, f"{len(actors)} × {entry.name}" if len(actors) > 1 else entry.name)

    def arm_these(self, actors: tuple[Actor, ...], words: str) -> None:
        """Hand actors to the map; `words` say who they are."""
        self.armed.emit(actors)
        accept, cancel = self._keymap.shown("accept"), self._keymap.shown("cancel")
        self._table.notice(
            f"{words}: click the map, or use arrows and {accept}, to place. {cancel} puts it back."
        )

    def open_menu(self) -> None:
        """The menu of the marked creature, at its row."""
        entry = self.model.entry(self.list.currentIndex())
        if entry is None:
            return
        box = self.list.visualRect(self.list.currentIndex())
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(entry.name)
        first = menu.addAction(self.place.text())
        first.triggered.connect(self.arm)
        menu.addAction("Edit..." if entry.own else "Edit a copy...").triggered.connect(self._want_edit)
        menu.addAction("New creature...").triggered.connect(self.new_wanted)
        menu.popup(self.list.viewport().mapToGlobal(box.center()))
        menu.setActiveAction(first)

    def refresh(self) -> None:
        """The GM's own creatures changed."""
        self._search()

    def show_own(self, name: str) -> None:
        """Mark a creature that was just kept; Enter places it."""
        self.search.setText(name)
        self._search()
        self.take_focus()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.list.viewport().update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """In the search field Up and Down move the mark and Enter arms."""
        if isinstance(event, QContextMenuEvent) and watched is self.list.viewport():
            if event.reason() is not QContextMenuEvent.Reason.Keyboard:  # its key is in the table of keys
                self._clicked_right(event.pos())
            return True
        if watched is self.list.viewport() and isinstance(event, QMouseEvent):
            return self._drag(event)
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
            if step:
                row = self.list.currentIndex().row() + step
                if 0 <= row < self.model.rowCount():
                    self.list.setCurrentIndex(self.model.index(row))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.arm()
                return True
        return False

    # --- inner workings -----------------------------------------------------------------------------

    def _lay_out(self) -> None:
        top = QVBoxLayout()
        top.setContentsMargins(rounded(12), rounded(12), rounded(12), rounded(4))
        top.setSpacing(rounded(8))
        top.addWidget(self.search)
        top.addWidget(self.size_filter)
        top.addWidget(self.empty)
        top.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignLeft)
        foot = QVBoxLayout()
        foot.setContentsMargins(rounded(12), rounded(4), rounded(12), rounded(12))
        foot.setSpacing(rounded(8))
        foot.addWidget(self.hint)
        joins = QHBoxLayout()
        joins.setSpacing(rounded(8))
        joins.addWidget(label_of("sub", SIDE_WORDS))
        joins.addWidget(self.side, 1)
        foot.addLayout(joins)
        foot.addWidget(self.place)
        own = QGridLayout()
        own.setSpacing(rounded(8))
        for place, button in enumerate((self.new, self.party, self.edit, self.bring_in)):
            own.addWidget(button, place // 2, place % 2)
        foot.addLayout(own)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.list, 1)
        layout.addLayout(foot)

    def _drag(self, event: QMouseEvent) -> bool:
        """A row pulled out of the list sideways is in hand: it goes where the button is let go."""
        at = event.globalPosition().toPoint()
        match event.type():
            case QEvent.Type.MouseButtonPress:
                self._pressed, self._carrying = self.list.indexAt(event.position().toPoint()), False
            case QEvent.Type.MouseMove if self._carrying:
                self.carried.emit(at, False)
            case QEvent.Type.MouseMove if self._pressed.isValid() and self._is_outside(event):
                self._carrying = True
                self.list.setCurrentIndex(self._pressed)
                self.arm()
                self.carried.emit(at, False)
            case QEvent.Type.MouseButtonRelease if self._carrying:
                self._pressed, self._carrying = QModelIndex(), False
                self.carried.emit(at, True)
                return True
            case QEvent.Type.MouseButtonRelease:
                self._pressed = QModelIndex()
            case _:
                pass
        return self._carrying

    def _is_outside(self, event: QMouseEvent) -> bool:
        left = bool(event.buttons() & Qt.MouseButton.LeftButton)
        return left and not 0 <= event.position().x() < self.list.viewport().width()

    def _search(self) -> None:
        size = self.size_filter.currentIndex() or None
        self._found = self.catalogue.find(self.search.text(), size)
        self.model.show_entries(self._found.entries)
        some = bool(self._found.entries)
        if some:
            self.list.setCurrentIndex(self.model.index(0))
        self.list.setEnabled(some)
        self.empty.setText(self._nothing_found())
        self.empty.setVisible(not some)
        self.clear.setVisible(not some and bool(self.search.text()))
        self.place.setEnabled(some)
        self._say_what()

    def _nothing_found(self) -> str:
        found = self._found
        meant = f" Perhaps {' or '.join(found.near)}?" if found.near else ""
        return f'No creature called "{found.name}".{meant}' if found.name else "No creature of that size."

    def _say_what(self, *_: QModelIndex) -> None:
        entry: Entry | None = self.model.entry(self.list.currentIndex())
        count = self._found.count
        self.place.set_words(f"Place {count}" if count > 1 else "Place")
        words = f"{entry.name}: {entry.weapon}" if entry else ""
        self.hint.setText("\n".join(filter(None, (self.catalogue.trouble, words))))
        self._offer_side()
        self.edit.setEnabled(entry is not None)
        self.edit.setToolTip("Change it" if entry and entry.own else "Make a copy of your own and change it")

    def _clicked_right(self, at: QPoint) -> None:
        index = self.list.indexAt(at)
        if index.isValid():
            self.list.setCurrentIndex(index)
            self.open_menu()

    def _want_edit(self) -> None:
        entry = self.model.entry(self.list.currentIndex())
        if entry is not None:
            self.edit_wanted.emit(entry.key)

    def _show_sides(self) -> None:
        """The sides of the encounter; enemies first, since they are placed most often."""
        views = sorted(self._table.view(Audience.GM).sides, key=lambda side: side.tone.of_players)
        sides = [(side.name, side.id) for side in views]
        shown = [(self.side.itemText(row), self.side.itemData(row)) for row in range(self.side.count() - 1)]
        if shown == sides and self.side.count():
            return
        self._offering = True
        self.side.clear()
        for name, key in sides:
            self.side.addItem(name, key)
        self.side.addItem(NEW_SIDE)
        self._offering = False
        self._offer_side()

    def _offer_side(self) -> None:
        """Show the side that the marked creature joins by itself or by what the GM picked."""
        self._offering = True
        self.side.setCurrentIndex(max(0, self.side.findData(self._joining.of(self._hero_marked()))))
        self._offering = False
        self.list.viewport().update()

    def _side_picked(self) -> None:
        if self._offering or self.side.currentIndex() < 0:
            return
        if self.side.currentData() is None:
            self._offer_side()
            self.sides_wanted.emit()
        else:
            self._joining.pick(self.side.currentData(), self._hero_marked())
            self.list.viewport().update()

    def _hero_marked(self) -> bool:
        entry = self.model.entry(self.list.currentIndex())
        return entry is not None and entry.hero

    def _tone(self, entry: Entry) -> str:
        """The tone of the side that a creature would join, for its token in the list."""
        joined = self._joining.of(entry.hero)
        sides = self._table.view(Audience.GM).sides
        return next((side.tone.value for side in sides if side.id == joined), "neutral")
