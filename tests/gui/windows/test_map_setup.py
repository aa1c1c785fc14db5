"""Laying a grid over a picture with the mouse and the keys."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.bridge.incoming import read_map_picture
from gui.windows.grid_fit import Corner
from gui.windows.map_setup import MapSetup

LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def drawn(square: float = 0.0, offset: float = 0.0, width: int = 800, height: int = 600) -> QImage:
    """A plain floor; with a printed grid if `square` is given."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill("#B8A888")
    painter = QPainter(image)
    painter.setPen(QPen(QColor("#604830"), 1.5))
    at = offset
    while square and at < max(width, height):
        painter.drawLine(QPointF(at, 0), QPointF(at, height))
        painter.drawLine(QPointF(0, at), QPointF(width, at))
        at += square
    painter.end()
    return image


Open = Callable[..., MapSetup]


@pytest.fixture
def setup(qtbot: QtBot, tmp_path: Path) -> Iterator[Open]:
    made: list[MapSetup] = []

    def show(image: QImage, name: str = "hall.png") -> MapSetup:
        image.save(str(tmp_path / name))
        dialog = MapSetup(read_map_picture(tmp_path / name), "5 ft")
        qtbot.addWidget(dialog)
        dialog.resize(1200, 760)
        dialog.show()
        assert QTest.qWaitForWindowActive(dialog)
        made.append(dialog)
        return dialog

    yield show
    for dialog in made:
        dialog.close()


def drag(dialog: MapSetup, corner: Corner, right: float, down: float, let_go: bool = True) -> None:
    """Drag a corner by so many pixels of the picture."""
    view = dialog.view
    scale = view._scale
    start = view.place_of(corner)
    end = start + QPointF(right, down) * scale
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, start.toPoint())
    QTest.mouseMove(view, (start + (end - start) / 2).toPoint())
    QTest.mouseMove(view, end.toPoint())
    if let_go:
        QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, end.toPoint())


def test_a_printed_grid_is_proposed_and_enter_uses_it(setup: Open, qtbot: QtBot) -> None:
    dialog = setup(drawn(50, 20))
    assert dialog.outcome.words.text() == "Squares found, 50.0 px"
    assert dialog.outcome.more.text() == "28 of 28 printed lines agree"
    assert dialog.squares.text() == "16 \u00d7 12 squares"
    with qtbot.waitSignal(dialog.chosen) as told:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    square, right, down = told.args or (0, 0, 0)
    assert square == pytest.approx(50)
    assert (right, down) == pytest.approx((20, 20), abs=1)
    assert not dialog.isVisible()


def test_esc_uses_nothing(setup: Open, qtbot: QtBot) -> None:
    dialog = setup(drawn(50))
    with qtbot.assertNotEmitted(dialog.chosen):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_without_a_grid_two_corners_are_asked_for(setup: Open) -> None:
    dialog = setup(drawn())
    assert dialog.outcome.words.text() == "No regular grid found."
    assert dialog.outcome.more.text() == "Drag two corners on known crossings."
    assert dialog.fit.square == pytest.approx(70)


def test_the_name_says_how_many_squares(setup: Open) -> None:
    dialog = setup(drawn(), "Hall 20x15.png")
    assert dialog.outcome.words.text().startswith("20 \u00d7 15 squares by its name")
    assert dialog.squares.text() == "20 \u00d7 15 squares"
    assert dialog.fit.square == 40


@pytest.mark.parametrize(("name", "square"), [("Hall.png", 70.0), ("Hall 20x15.png", 40.0)])
def test_one_click_uses_the_picture_without_grid_lines(
    setup: Open, qtbot: QtBot, name: str, square: float
) -> None:
    dialog = setup(drawn(), name)
    with qtbot.waitSignal(dialog.chosen) as told:
        QTest.mouseClick(dialog.skip, LEFT)
    assert told.args == [square, 0.0, 0.0]


def test_dragging_a_corner_changes_fields_and_count(setup: Open) -> None:
    dialog = setup(drawn(50))
    columns, rows = dialog.fit.columns, dialog.fit.rows
    drag(dialog, Corner.FAR, 100, 50)
    assert (dialog.fit.columns, dialog.fit.rows) == (columns + 2, rows + 1)
    assert dialog.square.value() == pytest.approx(50, abs=0.3)
    assert dialog.view.count.text() == f"{columns + 2} \u00d7 {rows + 1} squares"


def test_the_picture_is_seen_magnified_while_a_corner_moves(setup: Open) -> None:
    dialog = setup(drawn(50))
    plain = dialog.view.grab().toImage()
    drag(dialog, Corner.FAR, 3, 2, let_go=False)
    lens = dialog.view._lens_place().toPoint()
    beside = lens + QPoint(60, 0)
    magnified = dialog.view.grab().toImage()
    assert magnified.copy(beside.x() - 20, beside.y() - 60, 40, 120) != plain.copy(
        beside.x() - 20, beside.y() - 60, 40, 120
    )
    away = lens - dialog.view.place_of(Corner.FAR).toPoint()
    assert away.manhattanLength() > 100
    QTest.mouseRelease(dialog.view, LEFT)
    assert not dialog.view._lens


@pytest.mark.parametrize(("shift", "step"), [(Qt.KeyboardModifier.NoModifier, 1.0), (SHIFT, 0.1)])
def test_arrows_nudge_the_corner_in_hand(setup: Open, shift: Qt.KeyboardModifier, step: float) -> None:
    dialog = setup(drawn(50))
    dialog.view.setFocus()
    before = dialog.fit
    QTest.keyClick(dialog.view, Qt.Key.Key_Right, shift)
    QTest.keyClick(dialog.view, Qt.Key.Key_Up, shift)
    assert dialog.fit.first == pytest.approx((before.first[0] + step, before.first[1] - step))
    QTest.keyClick(dialog.view, Qt.Key.Key_Tab)
    QTest.keyClick(dialog.view, Qt.Key.Key_Down, shift)
    assert dialog.fit.far == pytest.approx((before.far[0], before.far[1] + step))
    assert (dialog.fit.columns, dialog.fit.rows) == (before.columns, before.rows)


def test_tab_goes_on_to_the_fields_after_both_corners(setup: Open, qapp: QApplication) -> None:
    dialog = setup(drawn(50))
    dialog.view.setFocus()
    QTest.keyClick(dialog.view, Qt.Key.Key_Tab)
    assert dialog.view.corner is Corner.FAR
    assert dialog.view.hasFocus()
    QTest.keyClick(dialog.view, Qt.Key.Key_Tab)
    assert not dialog.view.hasFocus()


@pytest.mark.parametrize("words", ["20x16", "20 \u00d7 16 squares", "20 16", "20, 16"])
def test_the_count_can_be_typed_and_enter_does_not_close(setup: Open, words: str) -> None:
    dialog = setup(drawn())
    frame = dialog.fit.first, dialog.fit.far
    count = dialog.view.count
    count.setFocus()
    count.clear()
    QTest.keyClicks(count, words)
    QTest.keyClick(count, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert (dialog.fit.columns, dialog.fit.rows) == (20, 16)
    assert dialog.fit.first == frame[0]
    assert dialog.fit.square == pytest.approx(sum(frame[1]) / 36 - sum(frame[0]) / 36)
    assert count.text() == "20 \u00d7 16 squares"


@pytest.mark.parametrize(
    ("words", "key"),
    [("nonsense", Qt.Key.Key_Return), ("0x4", Qt.Key.Key_Return), ("9x9", Qt.Key.Key_Escape)],
)
def test_a_count_that_makes_no_sense_changes_nothing(setup: Open, words: str, key: Qt.Key) -> None:
    dialog = setup(drawn())
    before = dialog.fit
    count = dialog.view.count
    count.setFocus()
    count.clear()
    QTest.keyClicks(count, words)
    QTest.keyClick(count, key)
    assert dialog.isVisible()
    assert dialog.fit == before
    assert count.text() == f"{before.columns} \u00d7 {before.rows} squares"


def test_fields_move_the_grid(setup: Open) -> None:
    dialog = setup(drawn())
    dialog.square.setValue(40.0)
    assert dialog.fit.square == pytest.approx(40)
    dialog.right.setValue(12.5)
    dialog.down.setValue(-3.0)
    assert dialog.fit.offset == pytest.approx((12.5, -3))
    assert dialog.squares.text() == "20 \u00d7 15 squares"
    assert dialog.view.fit == dialog.fit


def test_a_map_without_a_single_square_cannot_be_used(setup: Open) -> None:
    dialog = setup(drawn())
    dialog.square.setValue(4000.0)
    assert not dialog.use.isEnabled()
    dialog.square.setValue(70.0)
    assert dialog.use.isEnabled()


def test_the_wheel_zooms_at_the_pointer_and_a_double_click_fits(setup: Open, qapp: QApplication) -> None:
    dialog = setup(drawn(50))
    view = dialog.view
    corner, size = view.place_of(Corner.FAR), view._scale
    wheel = QWheelEvent(
        corner,
        view.mapToGlobal(corner),
        QPoint(),
        QPoint(0, 360),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    qapp.sendEvent(view, wheel)
    assert view._scale > size
    assert (view.place_of(Corner.FAR) - corner).manhattanLength() < 0.01
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(10, 10))
    QTest.mouseMove(view, QPoint(60, 30))
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(60, 30))
    assert (view.place_of(Corner.FAR) - corner).toPoint() == QPoint(50, 20)
    QTest.mouseDClick(view, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(5, 5))
    assert view._scale == size


def test_a_scaled_picture_says_so(setup: Open) -> None:
    dialog = setup(drawn(width=12600, height=40))
    texts = [label.text() for label in dialog.findChildren(type(dialog.squares))]
    assert any("12,600" in text for text in texts)
    assert dialog.view._size.width() == 12_000
