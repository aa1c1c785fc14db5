"""Making, changing, importing and keeping creatures, and the sides: dialogs that never block the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from engine.errors import FivefootError
from gui.bridge.catalogue import ReadList
from gui.bridge.creature_forms import CreatureForm, change_actor
from gui.bridge.listed import OWN
from gui.bridge.parties import Parties
from gui.windows.actor_editor import ActorEditor
from gui.windows.desk import Desk
from gui.windows.import_report import ImportReport
from gui.windows.party_dialog import PartyDialog
from gui.windows.sides_dialog import SidesDialog


class CreatureFlow(QObject):
    """Attends to one desk. A dialog that is opened puts the one before away."""

    list_wanted = Signal()
    """Let the GM choose a creature list; `read_list` takes it."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(desk)
        self._desk = desk
        self._window = window
        self._dialog: QDialog | None = None
        self._back_to: QWidget | None = None
        """The area that had the keys when a dialog was opened by them: it gets them back."""
        self._kept = False
        """A creature was kept in the library, which Enter places."""
        library = desk.library
        library.new_wanted.connect(self.new_creature)
        library.edit_wanted.connect(self.edit_entry)
        library.import_wanted.connect(self.list_wanted)
        library.party_wanted.connect(self.show_parties)
        library.sides_wanted.connect(self.show_sides)
        desk.roster.party_wanted.connect(self.show_parties)
        desk.roster.sides_wanted.connect(self.show_sides)
        desk.edit_wanted.connect(self.edit_actor)
        desk.keep_wanted.connect(self.keep)

    @property
    def dialog(self) -> QDialog | None:
        """The dialog that is open, if one is."""
        return self._dialog

    def put_away(self) -> None:
        """Close what is open: the desk goes."""
        if self._dialog is not None:
            self._dialog.close()

    # --- creatures --------------------------------------------------------------------------------

    def new_creature(self) -> None:
        """A form for a new one, which is kept in the library."""
        library = self._desk.library
        with self._telling():
            self._edit(library.catalogue.new_form(self._show_kept))

    def edit_entry(self, key: str) -> None:
        """Change a creature of the library; of one that ships with the program a copy is made."""
        library = self._desk.library
        with self._telling():
            form = library.catalogue.edit_form(key, self._show_kept)

            def remove() -> None:
                library.catalogue.remove(key)
                library.refresh()

            self._edit(form, remove if key.startswith(OWN) else None)

    def _show_kept(self, name: str) -> None:
        self._kept = True
        self._desk.library.show_own(name)

    def edit_actor(self, actor_id: str) -> None:
        """Change somebody in this encounter."""
        with self._telling():
            self._edit(change_actor(self._desk.table, actor_id))

    def keep(self, actor_id: str) -> None:
        """Take somebody of this encounter into the library."""
        actor = self._desk.table.actor(actor_id)
        with self._telling():
            if actor is not None:
                name = self._desk.library.catalogue.keep(actor)
                self._desk.library.refresh()
                self._desk.strip.notice(f"{name} is in your library now.")

    def _edit(self, form: CreatureForm, remove: Callable[[], None] | None = None) -> None:
        self._show(lambda: ActorEditor(form, self._window, remove))

    # --- lists and parties --------------------------------------------------------------------------

    def read_list(self, path: Path) -> None:
        """Show what a creature list holds before anything is taken in."""
        with self._telling():
            found = self._desk.library.catalogue.read_list(path)
            self._show(lambda: self._report(found))

    def _report(self, found: ReadList) -> QDialog:
        report = ImportReport(found, self._window)
        report.taken.connect(lambda: self._take_in(found))
        return report

    def _take_in(self, found: ReadList) -> None:
        with self._telling():
            count = self._desk.library.catalogue.take_in(found)
            self._desk.library.refresh()
            self._desk.strip.notice(f"{count} creatures from {found.title} are in your library.")

    def show_parties(self) -> None:
        """The kept parties, and the one of this encounter."""
        library = self._desk.library
        with self._telling():
            parties = Parties(self._desk.table, library.catalogue.writable())
            self._show(lambda: self._of_parties(parties))

    def _of_parties(self, parties: Parties) -> QDialog:
        dialog = PartyDialog(parties, self._window)
        dialog.brought.connect(lambda actors: self._desk.library.arm_these(actors, "The party"))
        return dialog

    # --- sides --------------------------------------------------------------------------------------

    def show_sides(self, side_id: str = "") -> None:
        """The sides, one of them to be changed or a new one to be named."""
        if isinstance(self._dialog, SidesDialog):
            self._dialog.activateWindow()
            self._dialog.go_to(side_id)
        else:
            self._show(lambda: SidesDialog(self._desk.table, self._desk.keymap, side_id, self._window))

    # --- dialogs ------------------------------------------------------------------------------------

    def _show(self, make: Callable[[], QDialog]) -> None:
        """Put a dialog in the place of the open one, which may first ask about what was typed in it."""
        if isinstance(self._dialog, ActorEditor):
            self._dialog.leave(lambda: self._show_at_once(make))
        else:
            self._show_at_once(make)

    def _show_at_once(self, make: Callable[[], QDialog]) -> None:
        back_to = self._back_to if self._dialog is not None else self._desk.areas.frame.area
        self.put_away()
        self._back_to, self._kept = back_to, False
        self._dialog = dialog = make()
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda _: self._gone(dialog))
        dialog.show()

    def _gone(self, dialog: QDialog) -> None:
        if self._dialog is dialog:
            self._dialog = None
            self._give_keys_back()

    def _give_keys_back(self) -> None:
        """To the library, where Enter places what was just kept; else to where they came from."""
        if self._kept:
            self._desk.show_library()
        elif self._back_to is not None and self._back_to.isVisible():
            self._desk.areas.enter(self._back_to)
        else:
            self._desk.map.setFocus()
        self._back_to, self._kept = None, False

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """What cannot be done is a sentence in the strip."""
        try:
            yield
        except FivefootError as problem:
            self._desk.strip.notice(str(problem))
