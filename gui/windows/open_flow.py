"""The ways to another encounter: a file chosen, dropped or pasted, a blank grid. Nothing is lost on the way.

Whatever goes wrong is one sentence, and the encounter on the desk stays as it is: `opened` is only told once
the new one is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from engine.errors import FivefootError
from engine.grid.metric import Metric
from engine.model.commands import SetMetric
from engine.model.terrain import turned_size
from gui.bridge import encounters
from gui.bridge.encounters import Encounter
from gui.bridge.incoming import (
    ENCOUNTER_ENDING,
    PICTURE_ENDINGS,
    Incoming,
    MapPicture,
    kind_of_file,
    read_map_picture,
)
from gui.bridge.map_picture import (
    desk_map,
    lacks_picture,
    lay_grid,
    lay_under,
    picture_of_desk,
    untouched,
)
from gui.bridge.map_steps import SetupStep, step_lines
from gui.bridge.rule_books import square_length
from gui.bridge.settings import Settings
from gui.windows.blank_form import BlankForm
from gui.windows.file_dialog import dress
from gui.windows.map_setup import MapSetup

_PICTURES = " ".join(f"*{ending}" for ending in PICTURE_ENDINGS)
_MAPS = " ".join(f"*{ending}" for ending in encounters.MAP_ENDINGS)
FILES = f"Encounters and maps (*{ENCOUNTER_ENDING} {_MAPS} {_PICTURES});;All files (*)"
MAPS = f"Maps and pictures ({_PICTURES} {_MAPS});;All files (*)"
PICTURES = f"Pictures ({_PICTURES});;All files (*)"
LISTS = "Lists of creatures (*.csv *.tsv *.json);;All files (*)"
COPIES = f"Fivefoot files (*{ENCOUNTER_ENDING})"

PASTED = "Pasted picture.png"

NEW_INSTEAD = "Begin a new encounter on it"
UNDER_INSTEAD = "Lay it under the map on the desk"


class OpenFlow(QObject):
    """Opens, imports and makes encounters for a window.

    `ruleset_key` says by which rules new ones are played, `on_desk` what is open now: a picture may also be
    laid under its map. What is dropped on the window is opened, and what Ctrl V brings where no field
    wants it.
    """

    opened = Signal(object)
    """An `Encounter`, ready to play."""
    failed = Signal(str)
    """One sentence: what is wrong with a file, and what to do."""
    set_up_wanted = Signal(object, str)
    """(`SetupStep`, brush or empty): go on setting up the map on the desk there."""
    grid_shown = Signal(object)
    """A `MapSetup` was opened."""

    def __init__(
        self,
        window: QWidget,
        ruleset_key: Callable[[], str],
        on_desk: Callable[[], Encounter | None] = lambda: None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._ruleset_key = ruleset_key
        self._on_desk = on_desk
        self._dialog: QDialog | None = None
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def dialog(self) -> QDialog | None:
        """The dialog that waits for the GM, if one does."""
        return self._dialog

    # --- choosing ---------------------------------------------------------------------------------

    def choose_file(self) -> None:
        """Ask for an encounter, a map or a picture."""
        self._choose("Open", FILES, self.open_path)

    def choose_picture(self) -> None:
        """Ask for a map: a picture, or a Universal VTT file."""
        self._choose("Map from a picture", MAPS, self.open_path)

    def choose_map_picture(self) -> None:
        """Ask for a picture to lay under the map on the desk, in place of the one it has."""
        if self._on_desk() is not None:
            self._choose("Picture of the map", PICTURES, self.lay_path)

    def choose_list(self, then: Callable[[Path], None]) -> None:
        """Ask for a creature list made elsewhere."""
        self._choose("Import creatures", LISTS, then)

    def choose_blank(self) -> None:
        """Ask how large a blank grid is to be."""
        form = BlankForm(self._ruleset_key(), self._window)
        form.chosen.connect(self._make_blank)
        self._show(form)

    def choose_copy(self, encounter: Encounter) -> None:
        """Ask where a copy of an encounter is to be saved."""
        dialog = self._file_dialog("Save a copy", COPIES)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ENCOUNTER_ENDING.removeprefix("."))
        dialog.selectFile(encounter.path.name)
        dialog.fileSelected.connect(lambda name: self.save_copy(encounter, Path(name)))
        self._show(dialog)

    def save_copy(self, encounter: Encounter, path: Path) -> None:
        """Save a copy; the encounter goes on in its own file."""
        with self._telling():
            if path.exists() and path.samefile(encounter.path):
                raise FivefootError(f"'{path.name}' is the file itself. Choose another name for the copy.")
            encounter.file.copy_to(path)
            self._remember(path)

    def paste(self) -> None:
        """Take a picture or a file from the clipboard."""
        data = QGuiApplication.clipboard().mimeData()
        if not self._take(data):
            self.failed.emit("There is no picture on the clipboard. Copy one, or drop its file here.")

    # --- opening ----------------------------------------------------------------------------------

    def open_path(self, path: Path) -> None:
        """Open whatever a file turns out to be."""
        with self._telling(), _waiting():
            self._remember(path)
            match kind_of_file(path):
                case Incoming.ENCOUNTER:
                    self.opened.emit(encounters.open_file(path))
                case Incoming.MAP:
                    encounter, _ = encounters.import_map(path, self._ruleset_key())
                    self.opened.emit(encounter)
                case Incoming.PICTURE:
                    self._set_up(path)

    def lay_path(self, path: Path) -> None:
        """Lay a picture under the map on the desk, once it is fitted."""
        with self._telling(), _waiting():
            self._remember(path)
            self._fit_under(read_map_picture(path))

    def _set_up(self, path: Path) -> None:
        """Lay a grid over a picture, then open it. A map that waits for its picture gets it."""
        picture, encounter = read_map_picture(path), self._on_desk()
        if encounter is not None and lacks_picture(encounter.table.battle.terrain):
            self._fit_under(picture)
        else:
            self._fit_new(picture)

    def _fit_new(self, picture: MapPicture) -> None:
        ruleset = self._ruleset_key()
        otherwise = UNDER_INSTEAD if self._on_desk() is not None else ""
        setup = MapSetup(picture, square_length(ruleset), self._window, otherwise=otherwise)

        def lay(square: float, right: float, down: float) -> None:
            with self._telling(), _waiting():
                made = encounters.import_picture(
                    picture.path,
                    picture.info,
                    square,
                    (right, down),
                    ruleset,
                    setup.turn.value(),
                    setup.counting,
                )
                self.opened.emit(made)
                self.set_up_wanted.emit(setup.then, setup.brush)

        setup.chosen.connect(lay)
        setup.other_wanted.connect(lambda: self._fit_under(picture))
        setup.back_wanted.connect(self.choose_picture)
        self._show_grid(setup)

    def _fit_under(self, picture: MapPicture) -> None:
        encounter = self._on_desk()
        if encounter is None:
            return
        length = encounter.table.square_words
        desk = desk_map(encounter)
        size = picture.image.size()
        as_turned = QSize(*turned_size(size.width(), size.height(), desk.turn))
        turn = desk.turn if desk.as_before(as_turned) is not None else 0.0
        setup = MapSetup(
            picture,
            length,
            self._window,
            under=desk,
            otherwise=NEW_INSTEAD,
            metric=encounter.table.battle.metric,
            turn=turn,
            alone=True,
        )

        def lay(square: float, right: float, down: float) -> None:
            with self._telling(), _waiting():
                lay_under(encounter, picture, square, (right, down), setup.turn.value())
                _count_diagonals(encounter, setup.counting)

        setup.chosen.connect(lay)
        setup.other_wanted.connect(lambda: self._fit_new(picture))
        self._show_grid(setup)

    def lay_grid(self) -> None:
        """Lay the grid of the picture on the desk anew; what was drawn on the map stays on its squares."""
        encounter = self._on_desk()
        picture = picture_of_desk(encounter) if encounter is not None else None
        if encounter is None or picture is None:
            self.failed.emit("There is no picture under this map. Choose one first.")
            return
        battle = encounter.table.battle
        desk = desk_map(encounter)
        placed = battle.terrain.picture
        assert placed is not None
        free = untouched(battle)
        setup = MapSetup(
            picture,
            encounter.table.square_words,
            self._window,
            under=None if free else desk,
            metric=battle.metric,
            lies=(placed.pixels_x, (placed.left, placed.top)) if free else None,
            turn=placed.turn,
            lines=step_lines(battle.terrain),
        )

        def lay(square: float, right: float, down: float) -> None:
            with self._telling(), _waiting():
                lay_grid(encounter, picture, square, (right, down), setup.turn.value())
                _count_diagonals(encounter, setup.counting)
            self.set_up_wanted.emit(setup.then, setup.brush)

        setup.chosen.connect(lay)
        setup.back_wanted.connect(self._go_to_picture)
        self._show_grid(setup)

    def _go_to_picture(self) -> None:
        self.set_up_wanted.emit(SetupStep.PICTURE, "")

    def _make_blank(self, width: int, height: int, ruleset: str, readings: dict[str, str]) -> None:
        with self._telling():
            self.opened.emit(encounters.new_blank(width, height, ruleset, readings))

    # --- dropped and pasted -----------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """Drops on the window, and Ctrl V that nobody below had a use for."""
        if isinstance(event, QDropEvent) and event.type() in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            return self._dropped(event)
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
            return True
        return super().eventFilter(watched, event)

    def _dropped(self, event: QDropEvent) -> bool:
        data = event.mimeData()
        if not _path_in(data) and not data.hasImage():
            return False
        event.acceptProposedAction()
        if not isinstance(event, QDragEnterEvent):
            # Whoever drags waits for the answer: let go of it first.
            path, image = _path_in(data), _image_in(data)
            QTimer.singleShot(0, self, lambda: self._take_up(path, image))
        return True

    def _take(self, data: QMimeData) -> bool:
        path, image = _path_in(data), _image_in(data)
        self._take_up(path, image)
        return path is not None or image is not None

    def _take_up(self, path: Path | None, image: QImage | None) -> None:
        if path is not None:
            self.open_path(path)
        elif image is not None:
            pasted = encounters.data_folder() / PASTED
            with self._telling():
                if not image.save(str(pasted)):
                    raise FivefootError("The pasted picture could not be kept: the disk may be full.")
                self._set_up(pasted)

    # --- dialogs ----------------------------------------------------------------------------------

    def _choose(self, title: str, filters: str, then: Callable[[Path], None]) -> None:
        dialog = self._file_dialog(title, filters)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        self._show(dialog)

    def _file_dialog(self, title: str, filters: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title, self._folder(), filters)
        if QGuiApplication.platformName() == "offscreen":  # there is no native one
            dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dress(dialog)
        return dialog

    def _show(self, dialog: QDialog) -> None:
        """Show a dialog over the window and go on at once; another that was open is put away."""
        if self._dialog is not None:
            self._dialog.close()
        self._dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(lambda _: self._gone(dialog))
        dialog.open()

    def _show_grid(self, setup: MapSetup) -> None:
        self._show(setup)
        self.grid_shown.emit(setup)

    def _gone(self, dialog: QDialog) -> None:
        if self._dialog is dialog:
            self._dialog = None

    def _folder(self) -> str:
        kept = Settings().last_folder
        return kept if kept and Path(kept).is_dir() else str(encounters.documents_folder())

    def _remember(self, path: Path) -> None:
        if path.parent != encounters.data_folder():
            Settings().last_folder = str(path.parent)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Turn what is wrong with a file into its sentence."""
        try:
            yield
        except FivefootError as error:
            self.failed.emit(str(error))
        except OSError:
            self.failed.emit("This file or folder cannot be read or written now. The encounter is unchanged.")


def _count_diagonals(encounter: Encounter, metric: Metric) -> None:
    if encounter.table.battle.metric is not metric:
        encounter.table.submit(SetMetric(metric))


@contextmanager
def _waiting() -> Iterator[None]:
    """Show that it takes a moment: a large map is decoded and measured."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()


def _path_in(data: QMimeData) -> Path | None:
    """The first file on this computer."""
    return next((Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()), None)


def _image_in(data: QMimeData) -> QImage | None:
    image = data.imageData() if data.hasImage() else None
    return image if isinstance(image, QImage) and not image.isNull() else None
