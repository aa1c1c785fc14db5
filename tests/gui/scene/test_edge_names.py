"""Rows and columns are named as the log names squares, for the GM alone."""

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
