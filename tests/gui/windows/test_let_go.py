"""Of an encounter that was closed nothing is kept: who plays all evening opens many."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QApplication


def _go(kept: list[Any]) -> list[Any]:
    """What of it is still there once Qt and Python have cleared up."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return [thing for thing in (reference() for reference in kept) if thing is not None]


def test_the_next_encounter_takes_the_place_of_the_one_before(gm):
    gm.window.second_screen.toggle()
    gm.table.select("tam")
    gm.key(Qt.Key.Key_F1)
    gm.key(Qt.Key.Key_Escape)
    kept = [ref(thing) for thing in (gm.desk, gm.table, gm.desk.scene, gm.table.session)]
    gm.window.open_sample()
    QApplication.processEvents()
    assert _go(kept) == []
    assert gm.window.centralWidget() is gm.desk


def test_a_closed_window_takes_its_encounter_along(gm):
    kept = [ref(thing) for thing in (gm.desk, gm.table)]
    gm.window.close()
    assert _go(kept) == []
