"""Every way to another encounter, and every way it can go wrong: one sentence, and nothing is lost."""

import base64
import json
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from engine.views.audience import Audience
from gui.bridge.encounters import Encounter, open_sample
from gui.bridge.settings import Settings
from gui.scene.battle_scene import BattleScene
from gui.windows.blank_form import BlankForm
from gui.windows.map_setup import MapSetup
from gui.windows.open_flow import OpenFlow

SAMPLES = Path(__file__).parents[4] / "shared" / "samples" / "uvtt"
RULES = "ose.detailed"


class Gm:
    """A window whose flow is watched."""

    def __init__(self, window: QWidget, ruleset: str = RULES) -> None:
        self.window = window
        self.flow = OpenFlow(window, lambda: ruleset)
        self.opened: list[Encounter] = []
        self.failed: list[str] = []
        self.flow.opened.connect(self.opened.append)
        self.flow.failed.connect(self.failed.append)

    @property
    def encounter(self) -> Encounter:
        assert self.failed == []
        assert len(self.opened) == 1
        return self.opened[0]

    @property
    def sentence(self) -> str:
        """What the GM is told, where nothing was opened."""
        assert self.opened == []
        assert self.flow.dialog is None
        assert len(self.failed) == 1
        return self.failed[0]


@pytest.fixture
def gm(qtbot: QtBot) -> Iterator[Gm]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 700)
    window.show()
    hands = Gm(window)
    yield hands
    if hands.flow.dialog is not None:
        hands.flow.dialog.close()
    for encounter in hands.opened:
        encounter.close()


def picture(width: int = 400, height: int = 300, kind: str = "PNG") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill("#807060")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())


def at(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def uvtt(**fields: Any) -> bytes:
    value = {
        "format": 0.3,
        "resolution": {"map_origin": at(0, 0), "map_size": at(10, 8), "pixels_per_grid": 40},
        "line_of_sight": [[at(2, 2), at(6, 2), at(6, 6)]],
        "portals": [{"bounds": [at(6, 6), at(7, 6)], "closed": True}],
        "lights": [{"position": at(4, 4), "range": 3, "color": "ffeccd8b"}],
        "image": base64.b64encode(picture(400, 320)).decode(),
    }
    return json.dumps(value | fields).encode()


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# --- what is opened ---------------------------------------------------------------------------------------


def test_an_encounter_opens_as_it_was_left(gm: Gm, tmp_path: Path) -> None:
    sample = open_sample()
    sample.close()
    gm.flow.open_path(sample.path)
    assert gm.encounter.table.battle.title == sample.table.battle.title
    assert gm.encounter.table.progress.round == sample.table.progress.round


def test_a_map_file_opens_with_its_walls_and_tells_what_was_in_it(gm: Gm, tmp_path: Path) -> None:
    gm.flow.open_path(write(tmp_path, "crypt.dd2vtt", uvtt()))
    terrain = gm.encounter.table.battle.terrain
    assert (terrain.width, terrain.height, len(terrain.walls), len(terrain.doors)) == (10, 8, 2, 1)
    assert gm.encounter.remark.startswith("2 pieces of wall, 1 door, 0 windows, 1 light.")
    assert terrain.picture is not None
    image = gm.encounter.picture_of(terrain.picture.blob)
    assert image is not None
    assert image.width() == 400
    assert gm.encounter.picture_of(terrain.picture.blob) is image


def test_a_picture_is_laid_under_a_grid_first(gm: Gm, tmp_path: Path, qtbot: QtBot) -> None:
    gm.flow.open_path(write(tmp_path, "Hall 10x8.png", picture(400, 320)))
    assert gm.opened == []
    setup = gm.flow.dialog
    assert isinstance(setup, MapSetup)
    QTest.keyClick(setup, Qt.Key.Key_Return)
    terrain = gm.encounter.table.battle.terrain
    assert (terrain.width, terrain.height) == (10, 8)
    assert terrain.picture is not None
    assert (terrain.picture.pixels_x, terrain.picture.left) == (40, 0)
    assert gm.flow.dialog is None


@pytest.mark.parametrize("kind", ["JPG", "WEBP"])
def test_pictures_of_every_kind_are_told_by_their_content(gm: Gm, tmp_path: Path, kind: str) -> None:
    gm.flow.open_path(write(tmp_path, "no ending at all", picture(kind=kind)))
    assert gm.failed == []
    assert isinstance(gm.flow.dialog, MapSetup)


def test_a_picture_under_the_name_of_a_map_is_a_picture(gm: Gm, tmp_path: Path) -> None:
    gm.flow.open_path(write(tmp_path, "crypt.dd2vtt", picture()))
    assert isinstance(gm.flow.dialog, MapSetup)


def test_a_map_under_the_name_of_a_picture_is_a_map(gm: Gm, tmp_path: Path) -> None:
    gm.flow.open_path(write(tmp_path, "the_old__crypt.dd2vtt.png", uvtt()))
    assert gm.encounter.table.battle.terrain.walls
    assert gm.encounter.table.battle.title == "the old crypt"


def test_leaving_the_set_up_leaves_everything(gm: Gm, tmp_path: Path) -> None:
    gm.flow.open_path(write(tmp_path, "hall.png", picture()))
    setup = gm.flow.dialog
    assert setup is not None
    QTest.keyClick(setup, Qt.Key.Key_Escape)
    assert (gm.opened, gm.failed, gm.flow.dialog) == ([], [], None)
    assert not list(tmp_path.glob("*.fivefoot"))


def test_a_second_picture_takes_the_place_of_the_first(gm: Gm, tmp_path: Path) -> None:
    gm.flow.open_path(write(tmp_path, "hall.png", picture()))
    first = gm.flow.dialog
    gm.flow.open_path(write(tmp_path, "cave.png", picture()))
    assert isinstance(gm.flow.dialog, MapSetup)
    assert gm.flow.dialog is not first
    assert "cave.png" in gm.flow.dialog.windowTitle()


# --- bad input --------------------------------------------------------------------------------------------


def png_head(width: int, height: int) -> bytes:
    chunk = b"IHDR" + struct.pack(">II5B", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("crypt.dd2vtt", uvtt()[:900], "cut short"),
        ("crypt.dd2vtt", uvtt()[:60], "cut short"),
        ("crypt.dd2vtt", bytes(range(256)) * 40, "no Universal VTT map"),
        ("crypt.uvtt", b"", "is empty"),
        ("hall.png", b"", "is empty (0 bytes)"),
        ("hall.png", png_head(20_000, 10_000), "200 megapixels"),
        ("hall.png", picture()[:30], "could not be read as a picture"),
        ("hall.jpg", b"not a picture", "no picture that can be read"),
        ("fight.fivefoot", b"", "fight.fivefoot"),
        ("fight.fivefoot", b"SQLite format 3\x00" + bytes(4000), "fight.fivefoot"),
        ("notes.txt", b"Round 1: the goblins flee.", "nothing Fivefoot can open"),
        ("rules.pdf", b"%PDF-1.7", "a PDF document"),
        ("pack.zip", b"PK\x03\x04" + bytes(100), "nothing Fivefoot can open"),
        ("data.json", b'{"a": 1}', "no Universal VTT map"),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else value.replace(" ", "-"),
)
def test_bad_files_are_told_in_a_sentence(gm: Gm, tmp_path: Path, name: str, data: bytes, told: str) -> None:
    before = open_sample()
    path = write(tmp_path, name, data)
    gm.flow.open_path(path)
    assert told in gm.sentence
    assert "Traceback" not in gm.sentence
    assert len(gm.sentence) < 200
    assert path.read_bytes() == data
    assert before.table.view(Audience.GM).tokens  # what is on the desk goes on
    before.close()


def test_a_file_that_is_gone_and_a_folder(gm: Gm, tmp_path: Path) -> None:
    gm.flow.open_path(tmp_path / "gone.png")
    assert gm.sentence == "'gone.png' is not there any more. Choose another file."
    gm.failed.clear()
    gm.flow.open_path(tmp_path)
    assert "is a folder" in gm.sentence


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a file that this user may not read")
def test_a_file_that_may_not_be_read(gm: Gm, tmp_path: Path) -> None:
    path = write(tmp_path, "hall.png", picture())
    path.chmod(0)
    gm.flow.open_path(path)
    assert "Check that you may read this file" in gm.sentence


def test_a_picture_that_is_gone_when_the_grid_is_laid(gm: Gm, tmp_path: Path) -> None:
    path = write(tmp_path, "hall.png", picture())
    gm.flow.open_path(path)
    setup = gm.flow.dialog
    assert setup is not None
    path.unlink()
    QTest.keyClick(setup, Qt.Key.Key_Return)
    assert gm.sentence


def test_walls_far_outside_are_left_out_and_counted(gm: Gm, tmp_path: Path) -> None:
    lines = [[at(500, 500), at(900, 500), at(900, 900)], [at(2, 2), at(6, 2)]]
    gm.flow.open_path(write(tmp_path, "crypt.dd2vtt", uvtt(line_of_sight=lines)))
    terrain = gm.encounter.table.battle.terrain
    assert (terrain.width, terrain.height, len(terrain.walls)) == (10, 8, 1)
    assert "2 pieces of wall lie outside of the picture and were left out." in gm.encounter.remark


def test_a_path_given_as_picture_keeps_the_walls(gm: Gm, tmp_path: Path) -> None:
    gm.flow.open_path(write(tmp_path, "crypt.uvtt", uvtt(image="modules/maps/crypt.jpg")))
    terrain = gm.encounter.table.battle.terrain
    assert terrain.picture is None
    assert len(terrain.walls) == 2
    assert "The file only refers to its picture." in gm.encounter.remark


# --- choosing, dropping, pasting --------------------------------------------------------------------------


def test_a_blank_grid_of_any_size_by_any_rules(gm: Gm) -> None:
    gm.flow.choose_blank()
    form = gm.flow.dialog
    assert isinstance(form, BlankForm)
    assert form.rules.currentData() == RULES
    assert form.rules.count() >= 4
    form.columns.setValue(12)
    form.rows.setValue(7)
    assert form.length.text() == "60 \u00d7 35 ft; each square is 5 ft"
    form.rules.setCurrentIndex(form.rules.findData("openquest"))
    assert form.length.text() == "24 \u00d7 14 m; each square is 2 m"
    QTest.keyClick(form, Qt.Key.Key_Return)
    battle = gm.encounter.table.battle
    assert (battle.terrain.width, battle.terrain.height, battle.ruleset) == (12, 7, "openquest")


def test_esc_makes_no_blank_grid(gm: Gm) -> None:
    gm.flow.choose_blank()
    assert gm.flow.dialog is not None
    QTest.keyClick(gm.flow.dialog, Qt.Key.Key_Escape)
    assert (gm.opened, gm.failed, gm.flow.dialog) == ([], [], None)


@pytest.mark.parametrize("way", ["choose_file", "choose_picture"])
def test_a_chosen_file_is_opened_and_its_folder_remembered(gm: Gm, tmp_path: Path, way: str) -> None:
    maps = tmp_path / "maps"
    maps.mkdir()
    path = write(maps, "crypt.dd2vtt", uvtt())
    getattr(gm.flow, way)()
    dialog = gm.flow.dialog
    assert isinstance(dialog, QFileDialog)
    assert not dialog.isModal() or dialog.windowModality() is Qt.WindowModality.WindowModal
    dialog.fileSelected.emit(str(path))
    dialog.close()
    assert gm.encounter.table.battle.terrain.walls
    assert Settings().last_folder == str(maps)


def test_a_copy_is_saved_and_is_no_other_file(gm: Gm, tmp_path: Path) -> None:
    sample = open_sample()
    gm.flow.save_copy(sample, tmp_path / "copy.fivefoot")
    assert gm.failed == []
    gm.flow.save_copy(sample, sample.path)
    assert "is the file itself" in gm.sentence
    gm.failed.clear()
    gm.flow.save_copy(sample, tmp_path / "nowhere" / "copy.fivefoot")
    assert "cannot be written there" in gm.sentence
    sample.close()
    gm.failed.clear()
    gm.flow.open_path(tmp_path / "copy.fivefoot")
    assert gm.encounter.table.battle.title == sample.table.battle.title


def files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(qapp: QApplication, window: QWidget, data: QMimeData) -> bool:
    """Drag over the window and let go; whether the window wanted it."""
    actions, place = Qt.DropAction.CopyAction, QPoint(200, 200)
    enter = QDragEnterEvent(place, actions, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter.ignore()
    qapp.sendEvent(window, enter)
    if not enter.isAccepted():
        return False
    let_go = QDropEvent(
        QPointF(place), actions, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    qapp.sendEvent(window, let_go)
    return True


def test_a_dropped_file_is_opened(gm: Gm, tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> None:
    data = files(write(tmp_path, "crypt.dd2vtt", uvtt()))
    with qtbot.waitSignal(gm.flow.opened):
        assert drop(qapp, gm.window, data)
    assert gm.encounter.table.battle.terrain.walls


def test_dropped_words_are_not_for_us(gm: Gm, qapp: QApplication) -> None:
    data = QMimeData()
    data.setText("hello")
    assert not drop(qapp, gm.window, data)
    data.setUrls([QUrl("https://example.org/map.png")])
    assert not drop(qapp, gm.window, data)
    assert (gm.opened, gm.failed) == ([], [])


def test_a_pasted_picture_becomes_a_map(gm: Gm) -> None:
    image = QImage(350, 280, QImage.Format.Format_RGB32)
    image.fill(QColor("#556677"))
    QGuiApplication.clipboard().setImage(image)
    QTest.keyClick(gm.window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    setup = gm.flow.dialog
    assert isinstance(setup, MapSetup)
    QTest.mouseClick(setup.skip, Qt.MouseButton.LeftButton)
    assert gm.encounter.table.battle.terrain.width == 5
    assert gm.encounter.table.battle.title == "Pasted picture"


def test_a_pasted_file_is_opened(gm: Gm, tmp_path: Path) -> None:
    QGuiApplication.clipboard().setMimeData(files(write(tmp_path, "crypt.dd2vtt", uvtt())))
    gm.flow.paste()
    assert gm.encounter.table.battle.terrain.walls


def test_pasting_without_a_picture_says_so(gm: Gm) -> None:
    QGuiApplication.clipboard().setText("words")
    gm.flow.paste()
    assert gm.sentence.startswith("There is no picture on the clipboard.")


# --- real files -------------------------------------------------------------------------------------------


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the folder of sample maps is not there")
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*")), ids=lambda path: path.stem)
def test_real_maps_open_and_show_picture_walls_and_doors(gm: Gm, path: Path) -> None:
    gm.flow.open_path(path)
    encounter = gm.encounter
    terrain = encounter.table.battle.terrain
    assert terrain.picture is not None
    scene = BattleScene(Audience.GM, encounter.picture_of)
    scene.show(encounter.table.view(Audience.GM))
    source = scene._map._source if scene._map else None
    assert source is not None
    drawn = source._lines  # type: ignore[attr-defined]
    assert (len(drawn.walls), len(drawn.doors), len(drawn.lamps)) == (
        len(terrain.walls),
        len(terrain.doors),
        len(terrain.lights),
    )
    scene.clear()
