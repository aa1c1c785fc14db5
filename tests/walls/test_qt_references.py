"""PySide6 6.12.0 drops a reference to None on every void call; Python 3.11 aborts after some thousands."""

import sys

import pytest

pytest.importorskip("PySide6")

CALLS = 2000


def lost_references(call) -> int:
    """Return how many references to None some thousand calls cost."""
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        call()
    return before - sys.getrefcount(None)


@pytest.fixture
def void_calls():
    from PySide6.QtCore import QObject, QPointF, QRectF
    from PySide6.QtGui import QColor, QImage, QPainterPath, QTransform

    image, thing, path = QImage(4, 4, QImage.Format.Format_ARGB32), QObject(), QPainterPath()
    rectangle, colour, transform = QRectF(0, 0, 1, 1), QColor(), QTransform()
    return {
        "QImage.fill": lambda: image.fill(0),
        "QObject.setObjectName": lambda: thing.setObjectName("a"),
        "QPainterPath.moveTo": lambda: path.moveTo(QPointF(1, 1)),
        "QRectF.setWidth": lambda: rectangle.setWidth(2),
        "QColor.setRgb": lambda: colour.setRgb(1, 2, 3),
        "QTransform.reset": lambda: transform.reset(),
    }


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal and its count says nothing")
def test_void_calls_keep_the_references_to_none(void_calls):
    lost = {name: lost_references(call) for name, call in void_calls.items()}
    assert {name: count for name, count in lost.items() if count > CALLS // 10} == {}


def test_the_installed_qt_is_not_the_one_that_loses_them():
    from PySide6.QtCore import qVersion

    assert (6, 8) <= tuple(int(part) for part in qVersion().split(".")[:2]) < (6, 12)
