"""How long the map takes to repaint, in multiples of copying one picture to the whole viewport.

Run by the bench command, or alone with more rows: `python tests/bench/bench_scene.py`. The scene is a map
of 100 x 100 squares with 60 tokens and all overlays of a dangerous move, in a 1920 x 1080 viewport.
"""

import os
from collections.abc import Callable, Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from contest import Result, cost
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QTransform
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsScene, QGraphicsView, QWidget

from gui.scene.geometry import CELL, Cell
from gui.scene.map_art import MapArt
from gui.scene.map_item import ArtSource, MapItem
from gui.scene.overlays import (
    Burst,
    Number,
    OddsCard,
    Offer,
    Overlays,
    Pill,
    Strike,
)
from gui.scene.token_art import TokenLook
from gui.scene.token_item import TokenItem
from gui.theme.palette import DARK

WIDTH, HEIGHT = 1920, 1080
SIDE, START = 100, (50, 50)


class Floor(QWidget):
    """The thing measured against: one picture, copied."""

    def __init__(self) -> None:
        super().__init__()
        self.resize(WIDTH, HEIGHT)
        self._picture = QPixmap(WIDTH, HEIGHT)
        self._picture.fill(0xFF203040)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.end()


class Stage:
    """The scene under test and the changes a hand makes to it."""

    def __init__(self) -> None:
        self.scene = QGraphicsScene(0, 0, SIDE * CELL, SIDE * CELL)
        self.scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)  # under a hundred items
        self.view = QGraphicsView(self.scene)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.resize(WIDTH, HEIGHT)
        rock = bytes(1 if x % 17 == 0 and y % 5 else 0 for y in range(SIDE) for x in range(SIDE))
        self.scene.addItem(MapItem(ArtSource(MapArt(SIDE, SIDE, rock), "dark")))
        self.tokens = [self._token(i) for i in range(60)]
        self.overlays = Overlays()
        self.overlays.add_to(self.scene)
        self.overlays.set_style(DARK, "dark")
        self.ghost = TokenLook("T", "party", state="ghost")
        self.bodies = [(round(t.x() / CELL - 0.5), round(t.y() / CELL - 0.5), 1) for t in self.tokens]
        self.turn = 0
        self.new_mover()
        self.view.setTransform(QTransform())
        self.view.centerOn(START[0] * CELL, START[1] * CELL)
        self.view.show()

    def _token(self, i: int) -> TokenItem:
        token = TokenItem(i)
        side = "party" if i < 20 else "foe"
        token.set_look(TokenLook(f"G{i}", side, hp_share=(i % 10) / 10, badges=("brace",) * (i % 2)))
        token.place((32 + i * 7 % 37, 40 + i * 5 % 21))
        self.scene.addItem(token)
        return token

    def new_mover(self) -> None:
        """All overlays at once: another creature is looked at."""
        self.turn += 1
        x0, y0 = START[0] + self.turn % 3, START[1] + self.turn % 2
        single, double = _square(x0, y0, 8), _square(x0, y0, 14)
        self.overlays.reach.set_data(single)
        self.overlays.double.set_data(double, single)
        self.overlays.threat.set_data({cell: 1 + (cell[1] > y0) for cell in _square(x0 + 6, y0, 7)})
        self.overlays.weapon.set_data(_square(x0, y0, 1))
        self.new_path()

    def new_path(self) -> None:
        """The pointer is over another square: way, bursts, pills, safe route, odds."""
        self.turn += 1
        end = 8 + self.turn % 5
        way = [(START[0] + i, START[1] + (i // 3)) for i in range(end)]
        safe = [(START[0], START[1] + i) for i in range(6)] + [
            (START[0] + i, START[1] + 6) for i in range(end)
        ]
        over = self.overlays
        over.path.set_data(way, [3], self.ghost)
        over.safe.set_data(safe)
        over.strikes.set_data([Strike((way[i][0], way[i][1] - 2), way[i]) for i in (2, 4, 5)])
        bursts = [Burst(way[2], "1"), Burst(way[4], "2"), Burst(way[5], "1")]
        pills = [Pill(way[2], "G1 35 %"), Pill(way[4], "G1 35 %"), Pill(way[4], "C 45 %")]
        over.bursts.set_data(bursts, pills, self.bodies, [way, safe])
        numbers = (
            Number(f"{50 - end} %", "arrives"),
            Number("6.1", "expected damage"),
            Number("49 %", "drops"),
        )
        over.card.set_data(
            OddsCard("Tam to the stairs", f"{end * 5} of 60 ft", numbers, Offer("Safe route", "S"))
        )
        over.card.setPos(QPointF((way[-1][0] + 2) * CELL, (way[-1][1] + 1) * CELL))

    def drag(self) -> None:
        """One token follows the pointer."""
        self.turn += 1
        self.tokens[0].setPos(START[0] * CELL + self.turn % 50, START[1] * CELL + self.turn % 31)

    def pan(self) -> None:
        self.turn += 1
        bar = self.view.horizontalScrollBar()
        bar.setValue(bar.value() + (7 if self.turn % 2 else -7))

    def whole(self) -> None:
        self.view.viewport().update()


def _square(x0: int, y0: int, reach: int) -> list[Cell]:
    around = range(-reach, reach + 1)
    return [(x0 + dx, y0 + dy) for dx in around for dy in around if abs(dx) + abs(dy) < 1.6 * reach]


def _painted(change: Callable[[], None], app: QApplication) -> Callable[[], None]:
    """A change and all it takes until it is on the screen."""

    def work() -> None:
        change()
        app.processEvents()

    return work


def _set_up() -> tuple[QApplication, Stage, Floor]:
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication([])
    floor, stage = Floor(), Stage()
    floor.show()
    for _ in range(3):
        app.processEvents()
    return app, stage, floor


def bench() -> Iterator[Result]:
    """Repaints against one copy of the viewport."""
    app, stage, floor = _set_up()
    blit = _painted(floor.repaint, app)
    yield cost("hover, all overlays shown", _painted(stage.new_path, app), blit, times=4)
    yield cost("drag of one token", _painted(stage.drag, app), blit, times=1)
    floor.hide()
    stage.view.hide()


def run() -> list[tuple[str, float, str]]:
    """Rows of (what, times one copy of the viewport, target), those without a target included."""
    app, stage, floor = _set_up()
    rows: list[tuple[str, Callable[[], None], str]] = [
        ("hover: new way, bursts, pills, odds over all overlays", stage.new_path, "at most 4x"),
        ("drag of one token over all overlays", stage.drag, "at most 1x"),
        ("another creature: all overlays new", stage.new_mover, "watched"),
        ("pan by 7 pixels", stage.pan, "watched"),
        ("full repaint", stage.whole, "watched"),
    ]
    blit = _painted(floor.repaint, app)
    measured = [cost(name, _painted(change, app), blit, times=1).ratio for name, change, _ in rows]
    floor.hide()
    stage.view.hide()
    return [(name, ratio, target) for (name, _, target), ratio in zip(rows, measured, strict=True)]


if __name__ == "__main__":
    for name, ratio, target in run():
        print(f"{ratio:6.2f}x  {name} ({target})")
