"""A picture laid under the map on the desk: fitted by hand or by itself, one command, nothing else moves."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.commands import Edit, SetDoor
from engine.model.terrain import Door, DoorState, Picture, Terrain, blank
from engine.views.audience import Audience
from gui.bridge.brushes import TerrainBrush, TerrainTool
from gui.bridge.encounters import MOST_KEPT, open_file
from gui.bridge.grid_finder import FoundGrid
from gui.bridge.map_picture import DeskMap, lacks_picture
from gui.bridge.strokes import line_edit, stroke_edit
from gui.windows.gm_window import GmWindow
from gui.windows.grid_fit import Corner, map_fit
from gui.windows.map_menu import MapMenu
from gui.windows.map_setup import MapSetup


def at(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


WALLS_ONLY: dict[str, Any] = {
    "resolution": {"map_origin": at(0, 0), "map_size": at(10, 8), "pixels_per_grid": 40},
    "line_of_sight": [[at(2, 2), at(6, 2), at(6, 6)]],
    "portals": [{"bounds": [at(6, 6), at(7, 6)], "closed": True}],
    "image": "modules/maps/crypt.png",
}


def drawn(
    path: Path, size: tuple[int, int], square: float = 0, offset: float = 0, ink: str = "#806040"
) -> Path:
    """A plain floor as a file; with a printed grid if `square` is given."""
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(ink)
    painter = QPainter(image)
    painter.setPen(QPen(QColor("#201008"), 1.5))
    place = offset
    while square and place < max(size):
        painter.drawLine(QPointF(place, 0), QPointF(place, size[1]))
        painter.drawLine(QPointF(0, place), QPointF(size[0], place))
        place += square
    painter.end()
    assert image.save(str(path))
    return path


@pytest.fixture
def crypt(window: GmWindow, tmp_path: Path) -> GmWindow:
    """The window on a map that came without its picture."""
    path = tmp_path / "crypt.uvtt"
    path.write_text(json.dumps(WALLS_ONLY))
    window.open_path(path)
    return window


def terrain_of(window: GmWindow) -> Terrain:
    assert window.desk is not None
    return window.desk.table.battle.terrain


def setup_of(window: GmWindow) -> MapSetup:
    setup = window.open_flow.dialog
    assert isinstance(setup, MapSetup)
    return setup


def lay(window: GmWindow, path: Path) -> Picture:
    window.open_flow.lay_path(path)
    QTest.keyClick(setup_of(window), Qt.Key.Key_Return)
    picture = terrain_of(window).picture
    assert picture is not None
    return picture


def test_a_map_without_its_picture_says_how_to_give_it_one(crypt: GmWindow) -> None:
    assert crypt.desk is not None
    remark = crypt.desk.encounter.remark
    assert "'Picture of the map...' in the map's menu lays one under the walls." in remark
    assert remark.endswith("It is called 'crypt.png'.")


def test_the_map_menu_asks_for_the_picture(crypt: GmWindow) -> None:
    assert crypt.desk is not None
    menu = crypt._map_menu(crypt.desk)
    assert isinstance(menu, MapMenu)
    (entry,) = [action for action in menu.actions() if action.text().startswith("Picture of the map...")]
    entry.trigger()
    assert crypt.open_flow.dialog is not None
    assert crypt.open_flow.dialog.windowTitle() == "Picture of the map"
    crypt.open_flow.dialog.close()
    menu.deleteLater()


def test_walls_and_doors_stay_and_undo_takes_the_picture_away(crypt: GmWindow, tmp_path: Path) -> None:
    before = terrain_of(crypt)
    picture = lay(crypt, drawn(tmp_path / "crypt.png", (400, 320)))
    now = terrain_of(crypt)
    assert (picture.left, picture.top, picture.pixels_x, picture.pixels_y) == (0, 0, 40, 40)
    assert (now.walls, now.doors, now.ground) == (before.walls, before.doors, before.ground)
    assert crypt.desk is not None
    for audience in Audience:
        assert crypt.desk.table.view(audience).terrain.picture == picture
    crypt.desk.table.take_back()
    assert terrain_of(crypt) == before
    crypt.desk.table.redo()
    assert terrain_of(crypt) == now


def test_a_replaced_picture_lies_as_the_one_before_and_undo_brings_that_back(
    crypt: GmWindow, tmp_path: Path
) -> None:
    assert crypt.desk is not None
    first = lay(crypt, drawn(tmp_path / "small.png", (440, 360), 40, 20))
    assert (first.left, first.top) == pytest.approx((20, 20), abs=1)
    before = terrain_of(crypt)
    second = lay(crypt, drawn(tmp_path / "large.png", (880, 720), ink="#F0F0F0"))
    assert second.blob != first.blob
    assert second.pixels_x == 2 * first.pixels_x
    assert (second.left, second.top) == (2 * first.left, 2 * first.top)
    crypt.desk.table.take_back()
    assert terrain_of(crypt) == before
    shown = crypt.desk.encounter.picture_of(first.blob)
    assert shown is not None
    assert shown.size() == QSize(440, 360)


def test_the_picture_is_in_the_file_with_its_command(crypt: GmWindow, tmp_path: Path) -> None:
    assert crypt.desk is not None
    picture = lay(crypt, drawn(tmp_path / "crypt.png", (400, 320)))
    path = crypt.desk.encounter.path
    crypt._close_encounter()
    (tmp_path / "crypt.png").unlink()
    again = open_file(path)
    try:
        assert again.table.battle.terrain.picture == picture
        image = again.picture_of(picture.blob)
        assert image is not None
        assert image.size() == QSize(400, 320)
    finally:
        again.close()


def test_only_the_last_two_pictures_are_kept_decoded(crypt: GmWindow, tmp_path: Path) -> None:
    assert crypt.desk is not None
    inks = ("#102030", "#405060", "#708090", "#A0B0C0")
    blobs = [lay(crypt, drawn(tmp_path / f"{ink[1:]}.png", (400, 320), ink=ink)).blob for ink in inks]
    assert list(crypt.desk.encounter._pictures) == blobs[-MOST_KEPT:]
    oldest = crypt.desk.encounter.picture_of(blobs[0])
    assert oldest is not None
    assert oldest.pixelColor(5, 5) == QColor(inks[0])


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("crypt.png", b"", "is empty (0 bytes)"),
        ("crypt.png", b"\x89PNG\r\n\x1a\n" + bytes(40), "cut short"),
        ("crypt.jpg", b"no picture at all", "no picture that can be read"),
        ("crypt.uvtt", b'{"resolution": {}}', "no picture but a data file"),
    ],
    ids=["empty", "cut-short", "text", "map"],
)
def test_a_broken_file_is_one_sentence_and_the_map_stays(
    crypt: GmWindow, tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    said: list[str] = []
    crypt.open_flow.failed.connect(said.append)
    before = terrain_of(crypt)
    path = tmp_path / f"bad {name}"
    path.write_bytes(data)
    crypt.open_flow.lay_path(path)
    assert len(said) == 1
    assert told in said[0]
    assert crypt.open_flow.dialog is None
    assert terrain_of(crypt) is before


def test_a_picture_gone_before_it_is_used_changes_nothing(crypt: GmWindow, tmp_path: Path) -> None:
    said: list[str] = []
    crypt.open_flow.failed.connect(said.append)
    before = terrain_of(crypt)
    path = drawn(tmp_path / "crypt.png", (400, 320))
    crypt.open_flow.lay_path(path)
    path.unlink()
    QTest.keyClick(setup_of(crypt), Qt.Key.Key_Return)
    assert said == ["This file or folder cannot be read or written now. The encounter is unchanged."]
    assert terrain_of(crypt) is before


def test_esc_leaves_the_picture_as_it_was(crypt: GmWindow, tmp_path: Path) -> None:
    before = terrain_of(crypt)
    crypt.open_flow.lay_path(drawn(tmp_path / "crypt.png", (400, 320)))
    QTest.keyClick(setup_of(crypt), Qt.Key.Key_Escape)
    assert terrain_of(crypt) is before


# --- dropped ----------------------------------------------------------------------------------------------


def test_dropped_on_a_map_that_waits_for_its_picture(crypt: GmWindow, tmp_path: Path) -> None:
    assert crypt.desk is not None
    encounter = crypt.desk.encounter
    crypt.open_flow._take_up(drawn(tmp_path / "crypt.png", (400, 320)), None)
    QTest.keyClick(setup_of(crypt), Qt.Key.Key_Return)
    assert crypt.desk.encounter is encounter
    assert terrain_of(crypt).picture is not None


def test_dropped_on_another_map_it_is_a_new_one_unless_the_gm_wants_it_under_the_map(
    window: GmWindow, tmp_path: Path, qapp: QApplication
) -> None:
    assert window.desk is not None
    encounter, path = window.desk.encounter, drawn(tmp_path / "hall.png", (400, 320))
    window.open_flow._take_up(path, None)
    first = setup_of(window)
    assert first.windowTitle().startswith("Map set-up")
    assert first.other.text() == "Lay it under the map on the desk"
    first.other.click()
    qapp.processEvents()
    second = setup_of(window)
    assert second is not first
    assert second.windowTitle().startswith("Picture of the map")
    QTest.keyClick(second, Qt.Key.Key_Return)
    assert window.desk.encounter is encounter
    assert terrain_of(window).picture is not None


# --- fitting ----------------------------------------------------------------------------------------------


def test_dragging_the_frame_never_changes_the_maps_squares(crypt: GmWindow, tmp_path: Path) -> None:
    crypt.open_flow.lay_path(drawn(tmp_path / "crypt.png", (800, 700)))
    setup = setup_of(crypt)
    view = setup.view
    assert not view.count.isEnabled()
    start = view.place_of(Corner.FAR).toPoint()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    QTest.mouseMove(view, start - QPoint(150, 120))
    QTest.mouseRelease(
        view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start - QPoint(150, 120)
    )
    assert (setup.fit.columns, setup.fit.rows) == (10, 8)
    assert setup.fit.square < 80
    setup.right.setValue(95.0)
    assert setup.fit.offset == (95.0, 0.0)  # more than a square: the map's corner, not the grid's
    setup.use.click()
    picture = terrain_of(crypt).picture
    assert picture is not None
    assert picture.left == 95.0


def test_the_maps_walls_are_seen_over_the_picture(crypt: GmWindow, tmp_path: Path) -> None:
    crypt.open_flow.lay_path(drawn(tmp_path / "crypt.png", (400, 320)))
    view = setup_of(crypt).view
    square = view.fit.square * view._scale
    on_wall = (view.place_of(Corner.FIRST) + QPointF(4.5, 2) * square).toPoint()
    plain = view.grab().toImage().pixelColor(on_wall + QPoint(0, round(0.4 * square)))
    assert view.grab().toImage().pixelColor(on_wall) != plain


FOUND = FoundGrid(40.0, (10.0, 39.5), 20, 20)


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (lambda desk: desk.filling(QSize(400, 320)), (40, (0, 0))),
        (lambda desk: desk.filling(QSize(400, 400)), None),
        (lambda desk: desk.as_before(QSize(400, 320)), None),
        (lambda desk: desk.on_lines(FOUND, QSize(500, 320)), (40, (50, -0.5))),
        (lambda desk: desk.on_lines(FOUND, QSize(420, 320)), (40, (10, -0.5))),
    ],
)
def test_where_a_picture_probably_lies(place: Callable[[DeskMap], object], expected: object) -> None:
    assert place(DeskMap(10, 8)) == expected


def test_a_picture_of_other_proportions_does_not_lie_as_the_one_before() -> None:
    desk = DeskMap(10, 8, before=(Picture("p", 5, 5, 40, 40), QSize(410, 330)))
    assert desk.as_before(QSize(820, 660)) == (80, (10, 10))
    assert desk.as_before(QSize(820, 600)) is None


def test_a_frame_for_a_map_keeps_its_corner() -> None:
    fit = map_fit(10, 8, 40.0, (90.0, -70.0))
    assert fit.offset == (90.0, -70.0)
    assert fit.map_size(2_000, 2_000) == (10, 8)
    assert fit.dragged(Corner.FAR, (690.0, 410.0), fit).settled().square == 60.0


def test_drawn_maps_and_blank_grids_do_not_wait_for_a_picture() -> None:
    door = Door("d1", (0, 0), (0, 1))
    assert not lacks_picture(blank(3, 3))
    assert lacks_picture(Terrain(2, 2, bytes(4), doors=(door,)))
    assert not lacks_picture(Terrain(2, 2, bytes(4), b"\x01\0\0\0", doors=(door,)))
    assert not lacks_picture(Terrain(2, 2, bytes(4), doors=(door,), picture=Picture("p", 0, 0, 40, 40)))


# --- playing on -------------------------------------------------------------------------------------------


def test_the_map_is_corrected_by_hand_after_the_picture_was_replaced(crypt: GmWindow, tmp_path: Path) -> None:
    assert crypt.desk is not None
    table = crypt.desk.table
    picture = lay(crypt, drawn(tmp_path / "crypt.png", (400, 320)))
    walls = len(terrain_of(crypt).walls)
    edits: tuple[Callable[[], Edit | None], ...] = (
        lambda: line_edit(table, TerrainTool(TerrainBrush.WALL), (0, 0), (480, 0)),
        lambda: line_edit(table, TerrainTool(TerrainBrush.DOOR), (480, 480), (480, 960)),
        lambda: stroke_edit(table, TerrainTool(TerrainBrush.SOLID), [(8, 7)]),
        lambda: SetDoor("d1", DoorState.LOCKED, secret=True),
    )
    for edit in edits:
        command = edit()
        assert command is not None
        table.submit(command)
    now = terrain_of(crypt)
    assert now.picture == picture
    assert (len(now.walls), len(now.doors)) == (walls + 1, 2)
    first = now.door("d1")
    assert first is not None
    assert (first.state, first.secret) == (DoorState.LOCKED, True)
    assert [known.id for known in table.view(Audience.PLAYERS).terrain.doors if known.secret] == []
    replaced = lay(crypt, drawn(tmp_path / "other.png", (800, 640)))
    assert terrain_of(crypt).doors == now.doors
    assert replaced.pixels_x == 80
    for _ in range(2):
        table.take_back()
    assert terrain_of(crypt).picture == picture
    assert not any(one.secret for one in terrain_of(crypt).doors)
