"""The path on the players' screen while an attack on its way is asked for."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.model.commands import HideActor
from gui.scene.marks import MapMarks


def watch(gm):
    """Every marks the players' window is given from now on."""
    seen = []
    gm.desk.marks_for_players.connect(seen.append)
    return seen


def map_square(burst):
    return tuple(map(int, burst.cell))


def begin(gm):
    """Tam is drawn past Goblin 1, and the way accepted."""
    gm.drag(gm.table.actor("tam").cell, (10, 13), (12, 14))
    seen = watch(gm)
    gm.key(Qt.Key.Key_Return)
    return seen


def test_it_stays_from_where_the_mover_stands(gm):
    seen = begin(gm)
    assert gm.question == "attack.ask_opportunity"
    here = gm.table.actor("tam").cell
    assert seen[-1].path[0] == seen[-1].selected == here
    assert seen[-1].path[-1] == (12, 14)
    assert seen[-1].ghost is not None
    assert seen[-1].told.startswith("Tam Reed")


def test_it_is_gone_once_the_move_is_over(gm):
    seen = begin(gm)
    gm.key(Qt.Key.Key_X)
    QApplication.processEvents()
    assert gm.question == ""
    assert seen[-1] == MapMarks()


def test_nothing_is_told_that_was_not_on_the_screen_before(gm):
    gm.drag(gm.table.actor("tam").cell, (10, 13), let_go=False)
    seen = watch(gm)
    gm.move((12, 14))
    before = seen[-1]
    gm.release((12, 14))
    gm.key(Qt.Key.Key_Return)
    after = seen[-1]
    assert set(after.path) <= set(before.path)
    assert {map_square(burst) for burst in after.bursts} <= {map_square(burst) for burst in before.bursts}
    assert not any((after.pills, after.strikes, after.threat))
    assert after.card is None


def test_of_a_mover_they_do_not_know_they_see_none(gm):
    begin(gm)
    kept = gm.desk.runner._players_path
    assert kept.left().path
    gm.table.submit(HideActor("tam", True))
    assert not kept.left().path
