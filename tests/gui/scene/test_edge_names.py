"""Rows and columns are named as the log names squares, for the GM alone."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.views.audience import Audience
from engine.views.squares import square_name
from gui.scene.battle_scene import BattleScene
from gui.scene.edge_names import EdgeNamesItem
from gui.scene.geometry import CELL


def scene_for(sample, audience):
    scene = BattleScene(audience, sample.picture_of)
    scene.show(sample.table.view(audience))
    return scene


def test_a_square_lies_below_its_letters_and_beside_its_number(qtbot):
    item = EdgeNamesItem()
    item.set_data(30, 12)
    names = item.names()
    above = {spot.x() // CELL: name for spot, name in names if spot.y() < 0}
    columns = {spot.x() // CELL: name for spot, name in names if spot.y() > 12 * CELL}
    rows = {spot.y() // CELL: name for spot, name in names if spot.x() < 0}
    assert len(columns) == 30
    assert above == columns
    assert len(rows) == 12
    assert all(columns[x] + rows[y] == square_name((x, y)) for x in (0, 25, 26, 29) for y in (0, 11))


def test_names_come_and_go_with_the_grid(sample, qtbot):
    scene = scene_for(sample, Audience.GM)
    assert scene.overlays.edges.names()
    scene.set_grid(False)
    assert not scene.overlays.edges.names()
    scene.set_grid(True)
    assert scene.overlays.edges.names()


def test_players_do_not_learn_how_large_the_map_is(sample, qtbot):
    scene = scene_for(sample, Audience.PLAYERS)
    scene.set_grid(True)
    assert not scene.overlays.edges.names()


def inked(item, box):
    """Whether anything is drawn in a part of the picture, one pixel for a scene unit."""
    picture = QImage(20 * CELL, 4 * CELL, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    painter.translate(CELL, CELL)
    item.draw(painter, item.boundingRect())
    painter.end()
    part = picture.copy(box)
    return any(part.pixelColor(x, y).alpha() for x in range(part.width()) for y in range(part.height()))


def test_a_name_under_the_scale_or_the_legend_is_left_out_rather_than_cut(qtbot):
    item = EdgeNamesItem()
    item.set_data(16, 2)
    below = {x: QRectF((x + 1) * CELL, 3 * CELL, CELL, CELL).toRect() for x in (3, 9)}
    assert all(inked(item, box) for box in below.values())
    spot = next(spot for spot, name in item.names() if name == "J" and spot.y() > 0)
    item.set_covered([QRectF(spot.x() + CELL, spot.y() + CELL, 60, 20)])
    assert not inked(item, below[9])
    assert inked(item, below[3])
    item.set_covered([])
    assert inked(item, below[9])
