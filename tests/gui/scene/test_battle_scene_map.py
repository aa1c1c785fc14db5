"""The map of a whole scene: what each audience is shown of it, and when it is drawn anew."""

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from engine.grid.barriers import FINE
from engine.model.terrain import Door, DoorState, Picture, Terrain, Wall, blank
from engine.rulesets.registry import ruleset
from engine.store.samples import sunken_chapel
from engine.tactics.board import Board
from engine.views.audience import Audience
from engine.views.look import View, look
from gui.scene.battle_scene import BattleScene
from gui.scene.geometry import CELL
from gui.theme.palette import DARK, FOG_BLACK, LIGHT

SECRET = Door("s", (4 * FINE, 2 * FINE), (4 * FINE, 3 * FINE), secret=True)


def view(terrain: Terrain, audience: Audience) -> View:
    """A map with nobody on it."""
    battle = replace(sunken_chapel(), terrain=terrain, actors={})
    return look(Board(battle), ruleset("ose.detailed"), audience)


def shown(scene: BattleScene) -> QImage:
    box = scene.map_rect().adjusted(-2 * CELL, -2 * CELL, 2 * CELL, 2 * CELL)
    image = QImage(round(box.width()), round(box.height()), QImage.Format.Format_RGB32)
    image.fill(scene.backgroundBrush().color())
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), box)
    painter.end()
    return image


def picture(ink: str) -> Any:
    image = QImage(200, 160, QImage.Format.Format_RGB32)
    image.fill(ink)
    return lambda _: image


def test_the_scene_keeps_no_index_of_what_moves_all_the_time(qapp: QApplication) -> None:
    scene = BattleScene(Audience.GM, lambda _: None)
    assert scene.itemIndexMethod() is QGraphicsScene.ItemIndexMethod.NoIndex


def test_there_is_nothing_around_the_players_map(qapp: QApplication) -> None:
    scene = BattleScene(Audience.PLAYERS, lambda _: None)
    scene.show(view(blank(10, 6), Audience.PLAYERS))
    assert shown(scene).pixelColor(20, 20).name().upper() == FOG_BLACK


def test_a_secret_door_is_a_wall_to_players_and_marked_for_the_gm(qapp: QApplication) -> None:
    doors = replace(blank(8, 6), doors=(SECRET,))
    walls = replace(blank(8, 6), walls=(Wall(SECRET.a, SECRET.b),))
    pictures = {}
    for audience in Audience:
        for name, terrain in (("door", doors), ("wall", walls)):
            scene = BattleScene(audience, lambda _: None)
            scene.show(view(terrain, audience))
            pictures[audience, name] = shown(scene)
    assert pictures[Audience.PLAYERS, "door"] == pictures[Audience.PLAYERS, "wall"]
    assert pictures[Audience.GM, "door"] != pictures[Audience.GM, "wall"]


def test_a_secret_door_leaves_no_trace_on_the_players_picture(qapp: QApplication) -> None:
    """Over a picture players see doors and no walls: a secret one is neither."""
    plain = replace(blank(10, 8), picture=Picture("p", 0, 0, 20, 20))
    found = []
    for terrain in (plain, replace(plain, doors=(SECRET,))):
        scene = BattleScene(Audience.PLAYERS, picture("#405060"))
        scene.show(view(terrain, Audience.PLAYERS))
        found.append(shown(scene))
    assert found[0] == found[1]


def test_an_equal_map_is_not_drawn_again(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """The players' map is a new value each time where it has secret doors."""
    scene = BattleScene(Audience.PLAYERS, lambda _: None)
    terrain = replace(blank(8, 6), doors=(SECRET,))
    scene.show(view(terrain, Audience.PLAYERS))
    drawn: list[View] = []
    monkeypatch.setattr(scene, "_draw_map", drawn.append)
    scene.show(view(terrain, Audience.PLAYERS))
    assert drawn == []
    scene.show(view(replace(terrain, doors=(replace(SECRET, state=DoorState.OPEN),)), Audience.PLAYERS))
    assert len(drawn) == 1


@pytest.mark.parametrize(("ink", "tone"), [("#F0E8D0", "light"), ("#202428", "dark")])
def test_overlays_follow_the_picture_under_them(qapp: QApplication, ink: str, tone: str) -> None:
    scene = BattleScene(Audience.GM, picture(ink))
    scene.show(view(replace(blank(10, 8), picture=Picture("p", 0, 0, 20, 20)), Audience.GM))
    assert scene.overlays.path.tone == tone
    other = "dark" if tone == "light" else "light"
    scene.set_style(LIGHT if other == "light" else DARK, other)  # the window's look is another matter
    assert scene.overlays.path.tone == tone
    scene.set_style(DARK, other, tone_fixed=True)
    assert scene.overlays.path.tone == other


def test_overlays_follow_the_wish_on_a_drawn_map(qapp: QApplication) -> None:
    scene = BattleScene(Audience.GM, lambda _: None)
    scene.set_style(LIGHT, "light")
    assert scene.overlays.path.tone == "light"
    scene.show(view(blank(10, 8), Audience.GM))
    light = shown(scene)
    scene.set_style(DARK, "dark")
    assert scene.overlays.path.tone == "dark"
    assert shown(scene).pixelColor(200, 200).lightness() < light.pixelColor(200, 200).lightness() - 80


def test_the_dark_lies_under_a_veil_that_the_gm_takes_away(qapp: QApplication) -> None:
    scene = BattleScene(Audience.GM, lambda _: None)
    day = view(blank(6, 4), Audience.GM)
    scene.show(replace(day, unlit=frozenset(range(3, 6))))

    def brightness(x: int, y: int) -> int:
        return shown(scene).pixelColor((x + 2) * CELL + CELL // 2, (y + 2) * CELL + CELL // 2).value()

    veiled = brightness(5, 0)
    lit = brightness(0, 0)
    scene.set_darkness(False)
    assert brightness(5, 0) > veiled
    assert brightness(0, 0) == lit
    scene.set_darkness(True)
    assert brightness(5, 0) == veiled
    scene.show(day)
    assert brightness(5, 0) > veiled
