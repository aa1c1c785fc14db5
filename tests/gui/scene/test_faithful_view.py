"""What the scene no longer shows is painted over, also when a paint comes between change and telling."""

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QApplication

from engine.views.audience import Audience
from gui.scene.battle_scene import BattleScene
from gui.scene.faithful_view import FaithfulView
from gui.scene.map_view import MapView
from gui.scene.marks import MapMarks
from gui.windows.players_map import PlayersMap

MOVE = frozenset({(9, 7), (9, 8), (10, 7), (10, 8)})


class Painted(QObject):
    """Collects which pixels of a widget were asked to be painted."""

    def __init__(self):
        super().__init__()
        self.region = QRegion()

    def eventFilter(self, _, event):  # noqa: N802 - Qt calls it
        if event.type() == QEvent.Type.Paint:
            self.region += event.region()
        return False


@pytest.mark.parametrize("make", [MapView, PlayersMap])
def test_a_paint_in_between_leaves_nothing_behind(make, sample, qtbot):
    scene = BattleScene(Audience.GM, sample.picture_of)
    scene.show(sample.table.view(Audience.GM))
    view: FaithfulView = make(scene)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    scene.set_marks(MapMarks(move=MOVE))
    for _ in range(3):
        QApplication.processEvents()
    corner = view.mapFromScene(9 * 44, 7 * 44)
    area = QRect(corner, view.mapFromScene(11 * 44, 9 * 44))
    assert view.viewport().rect().contains(area)
    painted = Painted()
    view.viewport().installEventFilter(painted)
    scene.set_marks(MapMarks())
    view.viewport().repaint(QRect(0, 0, 4, 4))
    for _ in range(3):
        QApplication.processEvents()
    assert QRegion(area).subtracted(painted.region).isEmpty()


def test_a_picture_of_the_window_with_a_change_untold_is_whole(gm, qtbot):
    """Qt would complain of a paint within a paint, and leave the map half drawn."""
    view = gm.desk.map
    qtbot.waitUntil(lambda: view.grab().toImage() == view.grab().toImage())  # all of the map is there
    before = view.grab().toImage()
    for item in view.scene().items():
        item.update()
    gm.window.update()
    assert view.grab().toImage() == before
