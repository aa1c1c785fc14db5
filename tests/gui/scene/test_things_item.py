"""Things on the map: they show where they lie, burning ones glow, and each audience sees its own."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine.model.battle import Thing
from engine.model.terrain import blank
from engine.rulesets.registry import ruleset
from engine.store.samples import sunken_chapel
from engine.tactics.board import Board
from engine.views.audience import Audience
from engine.views.look import look
from gui.scene.battle_scene import BattleScene
from gui.scene.geometry import CELL


def picture(things: tuple[Thing, ...], audience: Audience = Audience.GM, dark: bool = False) -> QImage:
    terrain = replace(blank(6, 3), dark=dark)
    battle = replace(sunken_chapel(), terrain=terrain, actors={}, things=things)
    scene = BattleScene(audience, lambda _: None)
    scene.show(look(Board(battle), ruleset("ose.detailed"), audience))
    image = QImage(round(6 * CELL), round(3 * CELL), QImage.Format.Format_RGB32)
    image.fill("#000000")
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), scene.map_rect())
    painter.end()
    return image


def square(image: QImage, x: int, y: int) -> QImage:
    return image.copy(round(x * CELL), round(y * CELL), round(CELL), round(CELL))


def test_a_thing_shows_on_its_square_only(qapp: QApplication) -> None:
    empty, one = picture(()), picture((Thing("t1", "Sword", (2, 1)),))
    assert square(one, 2, 1) != square(empty, 2, 1)
    assert square(one, 4, 1) == square(empty, 4, 1)


def test_a_burning_thing_looks_different(qapp: QApplication) -> None:
    plain = picture((Thing("t1", "Torch", (2, 1)),))
    assert square(picture((Thing("t1", "Torch", (2, 1), light=6),)), 2, 1) != square(plain, 2, 1)


def test_more_than_three_on_a_square_look_like_three(qapp: QApplication) -> None:
    pile = tuple(Thing(f"t{number}", "Coin", (2, 1)) for number in range(5))
    assert picture(pile) == picture(pile[:3])
    assert picture(pile[:2]) != picture(pile[:3])


def test_players_see_nothing_of_what_lies_in_the_dark(qapp: QApplication) -> None:
    hidden = (Thing("t1", "Idol", (2, 1)),)
    assert picture(hidden, Audience.PLAYERS, dark=True) == picture((), Audience.PLAYERS, dark=True)
    lit = (Thing("t1", "Torch", (2, 1), light=1),)
    assert picture(lit, Audience.PLAYERS, dark=True) != picture((), Audience.PLAYERS, dark=True)
