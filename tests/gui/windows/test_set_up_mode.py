"""Setting a map up in the GM's window, step after step, by mouse and by keys."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.grid.barriers import FINE
from engine.grid.metric import Metric
from engine.model.terrain import Ground
from engine.views.audience import Audience
from gui.bridge.map_steps import SetupStep
from gui.windows.map_setup import MapSetup

ENTER, ESC, SPACE, TAB = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space, Qt.Key.Key_Tab
LEFT, RIGHT, UP, DOWN = Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down
MOUSE, PLAIN, CTRL = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
)
SQUARE = 50


def printed(folder: Path, turned_by: float = 0.0) -> Path:
    """A picture of 16 x 12 printed squares."""
    image = QImage(16 * SQUARE, 12 * SQUARE, QImage.Format.Format_RGB32)
    image.fill("#B8A888")
    painter = QPainter(image)
    painter.translate(image.width() / 2, image.height() / 2)
    painter.rotate(turned_by)
    painter.translate(-image.width() / 2, -image.height() / 2)
    painter.setPen(QPen(QColor("#604830"), 1.5))
    for at in range(-20 * SQUARE, 40 * SQUARE, SQUARE):
        painter.drawLine(QPointF(at, -900), QPointF(at, 2000))
        painter.drawLine(QPointF(-900, at), QPointF(2000, at))
    painter.end()
    path = folder / "chapel-scan.png"
    image.save(str(path))
    return path


@pytest.fixture
def grid(gm: Any, tmp_path: Path) -> MapSetup:
    """The second step on a picture with a printed grid."""
    gm.window.open_path(printed(tmp_path))
    dialog = gm.window.open_flow.dialog
    assert isinstance(dialog, MapSetup)
    return dialog


@pytest.fixture
def at_walls(gm: Any, grid: MapSetup) -> Any:
    """The third step, the grid as it was found."""
    QTest.keyClick(grid.view, ENTER)
    QApplication.processEvents()
    gm.window.activateWindow()  # as a desktop does once the dialog is gone
    gm.desk.map.setFocus()
    assert mode(gm).active
    return gm


def mode(gm: Any) -> Any:
    return gm.window.set_up


def terrain(gm: Any) -> Any:
    return gm.table.battle.terrain


def states(gm: Any) -> list[str]:
    return [row.state for row in mode(gm).column.rows.values()]


def lines(gm: Any) -> list[str]:
    return [row.line.line for row in mode(gm).column.rows.values()]


def press(widget: QWidget) -> None:
    QTest.mouseClick(widget, MOUSE)
    QApplication.processEvents()


def corner(gm: Any, x: int, y: int) -> None:
    """Click on a corner of the grid."""
    view = gm.desk.map
    place = view.mapFromScene(QPointF(x, y) * 44.0)
    QTest.mouseMove(view.viewport(), place)
    QTest.mouseClick(view.viewport(), MOUSE, PLAIN, place)
    QApplication.processEvents()


def cursor_to(gm: Any, steps: str) -> None:
    """Go with the arrows, one letter a step."""
    for step in steps:
        gm.key({"l": LEFT, "r": RIGHT, "u": UP, "d": DOWN}[step])


# --- the whole way ---------------------------------------------------------------------------------------


def test_all_five_steps_by_keys_alone(gm: Any, grid: MapSetup) -> None:
    assert [row.state for row in grid.column.rows.values()] == ["done", "current", "open", "open", "open"]
    QTest.keyClick(grid.view, ENTER)
    QApplication.processEvents()
    assert (terrain(gm).width, terrain(gm).height) == (16, 12)
    assert states(gm) == ["done", "done", "current", "open", "open"]
    assert lines(gm)[:2] == ["chapel-scan.png", "16 \u00d7 12 squares"]
    gm.key(SPACE)
    cursor_to(gm, "rr")
    gm.key(SPACE)
    gm.key(ESC)  # the wall ends there
    gm.key(Qt.Key.Key_2)
    gm.key(SPACE)
    cursor_to(gm, "d")
    gm.key(SPACE)
    gm.key(ESC)
    assert (len(terrain(gm).walls), len(terrain(gm).doors)) == (1, 1)
    gm.key(ENTER)
    assert states(gm) == ["done", "done", "done", "current", "open"]
    assert lines(gm)[2] == "1 wall, 1 door"
    gm.key(SPACE)
    gm.key(Qt.Key.Key_4)
    cursor_to(gm, "d")
    gm.key(SPACE)
    assert sorted(value for value in terrain(gm).ground if value) == [Ground.DIFFICULT, Ground.IMPASSABLE]
    gm.key(ENTER)
    assert states(gm)[3:] == ["done", "current"]
    gm.key(SPACE)
    (light,) = terrain(gm).lights
    assert light.radius == 4
    assert (light.at[0] % FINE, light.at[1] % FINE) == (FINE // 2, FINE // 2)
    gm.key(ENTER)
    assert not mode(gm).active
    assert gm.desk.rail.isVisible()
    assert gm.desk.strip.isVisible()
    assert (len(terrain(gm).walls), len(terrain(gm).doors), len(terrain(gm).lights)) == (1, 1, 1)


def test_all_five_steps_by_mouse_alone(gm: Any, grid: MapSetup) -> None:
    press(grid.panel.diagonals.segments._segments[Metric.DOUBLE.value])
    press(grid.use)
    card = mode(gm).card
    assert gm.table.battle.metric is Metric.DOUBLE
    assert "distance and reach only" in card.walls.text()
    corner(gm, 2, 2)
    corner(gm, 6, 2)
    corner(gm, 6, 5)
    assert len(terrain(gm).walls) == 2
    assert "distance and reach only" not in card.walls.text()
    press(mode(gm).column.brushes["door"])
    corner(gm, 8, 2)
    corner(gm, 8, 3)
    assert len(terrain(gm).doors) == 1
    press(card.onward)
    gm.drag((3, 7), (4, 7), (5, 7))
    assert terrain(gm).cells_of(Ground.DIFFICULT) == ((3, 7), (4, 7), (5, 7))
    press(card.more[SetupStep.GROUND].buttons["solid"])
    gm.click((9, 9))
    assert terrain(gm).at((9, 9)) is Ground.SOLID
    press(card.onward)
    press(card.dark)
    card.radius.setValue(30)
    gm.click((4, 4))
    (light,) = terrain(gm).lights
    assert (light.radius, terrain(gm).dark) == (6, True)
    assert lines(gm)[2:] == ["2 walls, 1 door", "3 squares, 1 of rock", "1 light, dark map"]
    press(card.sight)
    assert not terrain(gm).sight_reveals
    press(card.back)
    assert card.step is SetupStep.GROUND
    press(mode(gm).column.rows[SetupStep.LIGHT])
    press(card.onward)
    assert not mode(gm).active


def test_every_step_can_be_skipped(at_walls: Any) -> None:
    for _ in range(3):
        at_walls.key(ENTER)
    assert not mode(at_walls).active
    assert terrain(at_walls).sight_limits is False
    assert not at_walls.table.undo_words


# --- taking back, leaving --------------------------------------------------------------------------------


def test_each_stroke_is_taken_back_by_itself_and_done_again(at_walls: Any) -> None:
    gm = at_walls
    start = terrain(gm)
    corner(gm, 2, 2)
    corner(gm, 6, 2)
    gm.key(ESC)
    gm.key(Qt.Key.Key_3)
    gm.drag((3, 7), (4, 7))
    gm.key(Qt.Key.Key_5)
    gm.click((4, 4))
    whole = terrain(gm)
    gm.undo()
    assert not terrain(gm).lights
    assert lines(gm)[4] == "What players start with"
    gm.undo()
    assert not any(terrain(gm).ground)
    gm.undo()
    assert terrain(gm) == start
    assert states(gm) == ["done", "done", "open", "open", "current"]
    for _ in range(3):
        gm.key(Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert terrain(gm) == whole


def test_esc_goes_back_one_thing_at_a_time_and_nothing_is_lost(at_walls: Any) -> None:
    gm = at_walls
    corner(gm, 2, 2)
    corner(gm, 6, 2)
    for left in (True, True, False):  # the line, the brush, the set-up
        gm.key(ESC)
        assert mode(gm).active is left
    assert len(terrain(gm).walls) == 1
    gm.key(Qt.Key.Key_M, CTRL)
    assert mode(gm).active
    assert lines(gm)[2] == "1 wall"


def test_esc_at_the_grid_leaves_everything_as_it_was(gm: Any, grid: MapSetup, tmp_path: Path) -> None:
    before = gm.table.battle
    QTest.keyClick(grid, ESC)
    QApplication.processEvents()
    assert gm.table.battle is before
    assert not mode(gm).active
    assert not list(tmp_path.glob("chapel*.fivefoot"))


# --- keys and focus --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "brush", "step"),
    [
        (Qt.Key.Key_1, "wall", SetupStep.WALLS),
        (Qt.Key.Key_2, "door", SetupStep.WALLS),
        (Qt.Key.Key_3, "difficult", SetupStep.GROUND),
        (Qt.Key.Key_4, "impassable", SetupStep.GROUND),
        (Qt.Key.Key_5, "light", SetupStep.LIGHT),
    ],
)
def test_a_number_takes_a_brush_and_the_step_it_belongs_to(
    at_walls: Any, key: Qt.Key, brush: str, step: SetupStep
) -> None:
    at_walls.key(key)
    assert mode(at_walls).card.tool.brush == brush
    assert mode(at_walls).card.step is step
    chosen = [name for name, row in mode(at_walls).column.brushes.items() if row.isChecked()]
    assert chosen == [brush]


def test_a_number_at_the_grid_takes_the_grid_and_the_brush(gm: Any, grid: MapSetup) -> None:
    QTest.keyClick(grid.view, Qt.Key.Key_3)
    QApplication.processEvents()
    assert mode(gm).card.brush == "difficult"
    assert terrain(gm).width == 16


def test_a_number_in_a_field_is_a_number(gm: Any, grid: MapSetup) -> None:
    grid.square.setFocus()
    grid.square.selectAll()
    QTest.keyClicks(grid.square, "45")
    assert grid.isVisible()
    assert grid.square.text().startswith("45")


def test_tab_reaches_every_step_brush_and_button(at_walls: Any) -> None:
    gm = at_walls
    reached = []
    for _ in range(60):
        gm.key(TAB)
        focused = QApplication.focusWidget()
        if focused in reached:
            break
        reached.append(focused)
    wanted = [
        *mode(gm).column.rows.values(),
        *mode(gm).column.brushes.values(),
        mode(gm).card.back,
        mode(gm).card.onward,
        mode(gm).card.end,
        gm.desk.map,
    ]
    missing = [widget.accessibleName() or widget for widget in wanted if widget not in reached]
    assert missing == []
    order = [reached.index(widget) for widget in (*wanted[:10], mode(gm).card.back, mode(gm).card.onward)]
    assert order == sorted(order)


def test_keys_of_a_fight_do_nothing_while_a_map_is_set_up(at_walls: Any) -> None:
    before = at_walls.table.battle
    for key in (Qt.Key.Key_N, Qt.Key.Key_M, Qt.Key.Key_A, Qt.Key.Key_L):
        at_walls.key(key)
    assert at_walls.table.battle is before
    assert mode(at_walls).card.brush == "wall"


def test_tokens_rest_while_a_map_is_set_up(gm: Any) -> None:
    gm.window._set_up()
    gm.key(ESC)
    where = gm.table.actor("tam").cell
    gm.drag_token("tam", (where[0] + 1, where[1] + 1))
    assert gm.table.actor("tam").cell == where
    assert gm.table.selected == ""
    gm.key(ESC)
    gm.click_token("tam")
    assert gm.table.selected == "tam"


# --- the grid anew ---------------------------------------------------------------------------------------


def test_back_from_the_walls_lays_the_grid_anew(at_walls: Any) -> None:
    gm = at_walls
    press(mode(gm).card.back)
    dialog = gm.window.open_flow.dialog
    assert isinstance(dialog, MapSetup)
    assert (dialog.square.value(), dialog.right.value()) == (50, 0)
    dialog.square.setValue(100)
    QTest.keyClick(dialog.view, ENTER)
    QApplication.processEvents()
    assert (terrain(gm).width, terrain(gm).height) == (8, 6)
    assert mode(gm).card.step is SetupStep.WALLS
    gm.undo()
    assert (terrain(gm).width, terrain(gm).picture.pixels_x) == (16, 50)


def test_a_grid_laid_anew_keeps_what_was_drawn(at_walls: Any) -> None:
    gm = at_walls
    corner(gm, 2, 2)
    corner(gm, 6, 2)
    drawn = terrain(gm).walls
    press(mode(gm).column.rows[SetupStep.GRID])
    dialog = gm.window.open_flow.dialog
    assert dialog.fit.fixed
    dialog.right.setValue(10)
    QTest.keyClick(dialog.view, ENTER)
    QApplication.processEvents()
    assert (terrain(gm).width, terrain(gm).walls, terrain(gm).picture.left) == (16, drawn, 10)


def test_the_step_before_the_grid_offers_another_picture(at_walls: Any) -> None:
    gm = at_walls
    press(mode(gm).card.back)
    press(gm.window.open_flow.dialog.panel.back)
    assert mode(gm).card.step is SetupStep.PICTURE
    assert mode(gm).card.picture.text() == "chapel-scan.png, 800 \u00d7 600 px"
    gm.key(ENTER)
    assert isinstance(gm.window.open_flow.dialog, MapSetup)


def test_a_scan_that_lies_askew_is_turned_on_both_screens(gm: Any, tmp_path: Path) -> None:
    gm.window.open_path(printed(tmp_path, turned_by=-3.0))
    dialog = gm.window.open_flow.dialog
    assert dialog.found is None
    dialog.turn.setValue(3.0)
    assert dialog.outcome.words.text() == "Squares found, 50.0 px"
    assert dialog.square.value() == pytest.approx(50, abs=0.1)
    QTest.keyClick(dialog.view, ENTER)
    QApplication.processEvents()
    assert terrain(gm).picture.turn == 3.0
    for audience in (Audience.GM, Audience.PLAYERS):
        assert gm.table.view(audience).terrain.picture.turn == 3.0
    press(mode(gm).card.back)
    assert gm.window.open_flow.dialog.turn.value() == 3.0


# --- blank grids, small windows --------------------------------------------------------------------------


def test_a_blank_grid_is_set_up_with_the_same_steps(gm: Any) -> None:
    gm.window.open_flow._make_blank(12, 9, "ose.detailed", {})
    gm.window._set_up(SetupStep.GRID)
    assert states(gm) == ["open", "current", "open", "open", "open"]
    press(mode(gm).card.diagonals.segments._segments[Metric.ALTERNATING.value])
    assert gm.table.battle.metric is Metric.ALTERNATING
    gm.undo()
    assert gm.table.battle.metric is Metric.SQUARE
    assert mode(gm).card.diagonals.counting is Metric.SQUARE
    mode(gm).card.take("light")
    gm.click((4, 4))
    assert len(terrain(gm).lights) == 1
    mode(gm).card.take("erase")
    gm.click((4, 4))
    assert not terrain(gm).lights


@pytest.mark.parametrize(
    ("step", "scale"), [*((step, 1.0) for step in SetupStep), (SetupStep.LIGHT, 1.5), (SetupStep.GRID, 1.5)]
)
def test_everything_fits_into_the_smallest_window(gm: Any, step: SetupStep, scale: float) -> None:
    gm.window.resize(1280, 720)
    gm.window.settings.text_scale = scale
    gm.window._apply_look()
    gm.window.open_flow._make_blank(12, 9, "ose.detailed", {})
    gm.window._set_up(step)
    QApplication.processEvents()
    card, column = mode(gm).card, mode(gm).column
    for holder in (card, column):
        for widget in holder.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                right = widget.mapTo(holder, widget.rect().topRight()).x()
                assert right < holder.width(), widget
    assert card.onward.mapTo(gm.window, card.onward.rect().bottomRight()).y() < 720


def test_an_open_question_comes_before_the_set_up(gm: Any) -> None:
    gm.drag((0, 0), (0, 0))
    gm.table.advance(overrule=True)
    while gm.table.question is None:
        gm.table.advance(overrule=True)
    gm.window._set_up()
    assert not mode(gm).active
