"""A real window on the sample fight, driven with the mouse and the keys as a GM would."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from engine.model.phrase import Cell
from gui.bridge.encounters import Encounter, data_folder, open_file, open_sample
from gui.bridge.planner import Planner
from gui.bridge.settings import Settings
from gui.scene import battle_scene
from gui.scene.geometry import centre
from gui.windows.desk import Desk
from gui.windows.gm_window import GmWindow


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything the program keeps goes into the test's own folder."""
    monkeypatch.setenv("FIVEFOOT_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def pointer_at_rest(qapp: QApplication) -> None:
    """Out of every window's way: a move to where the test before left the pointer would be no move."""
    QCursor.setPos(0, 0)


@pytest.fixture(autouse=True)
def maps_drawn_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: what a test sees must not hang on the time a tile took."""
    monkeypatch.setattr(battle_scene, "GM_PAINT_SECONDS", None)


class Gm:
    """Hands and eyes of a GM at the window."""

    def __init__(self, window: GmWindow) -> None:
        self.window = window

    @property
    def desk(self) -> Desk:
        desk = self.window.desk
        assert desk is not None
        return desk

    @property
    def table(self) -> Any:
        return self.desk.table

    def at(self, cell: Cell) -> QPoint:
        """Where a square is in the map's viewport."""
        return self.desk.map.mapFromScene(centre(cell))

    def press(self, cell: Cell, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mousePress(self.desk.map.viewport(), button, Qt.KeyboardModifier.NoModifier, self.at(cell))

    def move(self, cell: Cell) -> None:
        QTest.mouseMove(self.desk.map.viewport(), self.at(cell))
        QApplication.processEvents()

    def release(self, cell: Cell) -> None:
        left = Qt.MouseButton.LeftButton
        QTest.mouseRelease(self.desk.map.viewport(), left, Qt.KeyboardModifier.NoModifier, self.at(cell))
        QApplication.processEvents()  # the strip is read before it is answered

    def drag(self, *cells: Cell, let_go: bool = True) -> None:
        """Press on the first square and pull over the others."""
        self.press(cells[0])
        for cell in cells[1:]:
            self.move(cell)
        if let_go:
            self.release(cells[-1])

    def click(self, cell: Cell) -> None:
        self.press(cell)
        self.release(cell)

    def press_token(self, actor_id: str) -> None:
        """Press on a token where it is drawn: some share their square with others."""
        item = next(item for item in self.desk.scene.items() if getattr(item, "key", None) == actor_id)
        spot, left = self.desk.map.mapFromScene(item.pos()), Qt.MouseButton.LeftButton
        QTest.mousePress(self.desk.map.viewport(), left, Qt.KeyboardModifier.NoModifier, spot)

    def click_token(self, actor_id: str) -> None:
        self.press_token(actor_id)
        self.release(self.table.actor(actor_id).cell)

    def drag_token(self, actor_id: str, cell: Cell) -> None:
        self.press_token(actor_id)
        self.move(cell)
        self.release(cell)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the focus is."""
        QTest.keyClick(self._focus(), key, modifier)
        QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type text where the focus is, then Enter."""
        QTest.keyClicks(self._focus(), text)
        self.key(Qt.Key.Key_Return)

    def click_button(self, *words: str) -> None:
        """Press the strip's button with one of these words, if it is there."""
        for button in self.desk.strip.body.buttons.findChildren(QPushButton):
            if button.isVisible() and button.text() in words:
                button.click()
                QApplication.processEvents()
                return

    def plan(self, actor: Any, goal: Cell) -> Any:
        """The path the map would draw to a square."""
        return Planner(self.table.board, self.table.ruleset, actor, "move").plan(goal)

    def undo(self) -> None:
        self.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    @property
    def question(self) -> str:
        """Key of the open question, empty for none."""
        return str(self.table.question.title.key) if self.table.question else ""

    @property
    def strip(self) -> str:
        """What the strip says in large letters."""
        return str(self.desk.strip.content.title)

    def _focus(self) -> QWidget:
        return QApplication.focusWidget() or self.window


@pytest.fixture(scope="session")
def sample_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample fight as a first start opens it, played to its beginning once for all tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("FIVEFOOT_HOME", str(tmp_path_factory.mktemp("sample")))
        encounter = open_sample()
        encounter.close()
    return encounter.path


@pytest.fixture
def fresh_sample(home: Path, sample_file: Path) -> Callable[[], Encounter]:
    """Does what `open_sample` does, from a copy of the file."""

    def opened() -> Encounter:
        path = data_folder() / sample_file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sample_file, path)
        encounter = open_file(path)
        encounter.sample = True
        return encounter

    return opened


@pytest.fixture
def window(qtbot: Any, fresh_sample: Callable[[], Encounter]) -> Iterator[GmWindow]:
    """The GM's window on the sample fight, tips put away, nothing moving by itself."""
    settings = Settings()
    settings.tips_done = True
    settings.reduced_motion = True
    window = GmWindow(settings)
    qtbot.addWidget(window)
    window.show_encounter(fresh_sample())
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    yield window
    window.close()


@pytest.fixture
def gm(window: GmWindow) -> Gm:
    return Gm(window)


@pytest.fixture
def sample(qtbot: Any, fresh_sample: Callable[[], Encounter]) -> Iterator[Encounter]:
    """The sample encounter without a window."""
    encounter = fresh_sample()
    yield encounter
    encounter.close()
