"""All overlays drawn on the sunken chapel, on dark and on light: each shows in its colour and nothing strays.

Set FIVEFOOT_SHOTS to a folder to keep the pictures and look at them.
"""

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from gui.scene.geometry import CELL, Cell, centre
from gui.scene.map_art import Decor, art_from_rows
from gui.scene.map_item import ArtSource, MapItem
from gui.scene.overlay_base import OverlayItem
from gui.scene.overlays import (
    BracedItem,
    Burst,
    BurstsItem,
    ChargeItem,
    Chip,
    ChipsItem,
    CursorItem,
    DoubleReachItem,
    NoShotItem,
    Number,
    OddsCard,
    Offer,
    Overlays,
    PathItem,
    Pill,
    RangeRingsItem,
    ReachItem,
    SafeRouteItem,
    SelectionItem,
    Strike,
    StrikesItem,
    TemplateItem,
    TerrainMarksItem,
    ThreatItem,
    WeaponReachItem,
)
from gui.scene.token_art import TokenLook
from gui.scene.token_item import TokenItem
from gui.theme.palette import DARK, LIGHT, MAPS, OVERLAYS, Tone

CHAPEL = [
    "########################",
    "########.......#########",
    "########...c...#########",
    "########.......#########",
    "####........,.....######",
    "####..,...........######",
    "####..o...o...o...,.####",
    "####....==..==......,###",
    "+.......==..==.......A##",
    "+....................A##",
    "####....==..==......,###",
    "####..o...o...o...,.####",
    "####..........,,..######",
    "####.~~......,,,..######",
    "####.~~~.,,.>>....######",
    "#####~~~####>>##########",
    "############>>##########",
    "########################",
]
ART = art_from_rows(CHAPEL)
SOLID = {Decor.ROCK, Decor.PILLAR, Decor.ALTAR, Decor.FONT}
TAM: Cell = (9, 12)
FOES: list[Cell] = [(11, 12), (11, 9), (13, 5), (17, 10), (13, 11)]
PARTY: list[Cell] = [(9, 9), (9, 5), TAM, (5, 8), (7, 9)]
WAY: list[Cell] = [(9, 12), (10, 13), (11, 13), (12, 14), (13, 14)]
SAFE: list[Cell] = [(9, 12), (9, 13), (10, 14), (11, 14), (12, 14), (13, 14)]


def around(cell: Cell, reach: int = 1) -> list[Cell]:
    near = range(-reach, reach + 1)
    return [(cell[0] + dx, cell[1] + dy) for dx in near for dy in near if dx or dy]


def free(cell: Cell) -> bool:
    return ART.at(*cell) not in SOLID


def reached(start: Cell, steps: int) -> set[Cell]:
    found, edge = {start: 0}, deque([start])
    while edge:
        here = edge.popleft()
        for near in around(here):
            if found[here] < steps and near not in found and free(near) and near not in FOES:
                found[near] = found[here] + 1
                edge.append(near)
    return set(found)


def threatened() -> dict[Cell, int]:
    counts: dict[Cell, int] = {}
    for foe in FOES:
        for cell in filter(free, around(foe)):
            counts[cell] = counts.get(cell, 0) + 1
    return counts


def render(scene: QGraphicsScene, area: QRectF, zoom: float) -> QImage:
    image = QImage(
        round(area.width() * zoom), round(area.height() * zoom), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(0)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), area)
    painter.end()
    return image


def keep(image: QImage, name: str) -> None:
    folder = os.environ.get("FIVEFOOT_SHOTS")
    if folder:
        image.save(str(Path(folder) / f"{name}.png"))


def chapel(tone: Tone) -> tuple[QGraphicsScene, Overlays, list[TokenItem]]:
    scene = QGraphicsScene(0, 0, ART.width * CELL, ART.height * CELL)
    scene.addItem(MapItem(ArtSource(ART, tone)))
    overlays = Overlays()
    overlays.add_to(scene)
    tokens = []
    for cell in PARTY + FOES:
        token = TokenItem(cell)
        side = "party" if cell in PARTY else "foe"
        token.set_look(TokenLook("T", side, hp_share=0.7, selected=cell == TAM))
        token.set_tone(tone)
        token.place(cell)
        scene.addItem(token)
        tokens.append(token)
    overlays.set_tone(tone)
    overlays.set_style(DARK if tone == "dark" else LIGHT, tone)
    return scene, overlays, tokens


def fill(overlays: Overlays) -> None:
    single = reached(TAM, 5)
    overlays.marks.set_data(
        [cell for cell in reached(TAM, 40) if ART.at(*cell) in (Decor.RUBBLE, Decor.POOL)]
    )
    overlays.reach.set_data(single)
    overlays.double.set_data(reached(TAM, 10), single)
    overlays.threat.set_data(threatened())
    overlays.weapon.set_data(around((9, 9)))
    overlays.braced.set_data([cell for cell in around((17, 10)) if free(cell)])
    overlays.safe.set_data(SAFE)
    overlays.path.set_data(WAY, [3], TokenLook("T", "party", state="ghost"))
    overlays.charge.set_data([(5, 5), (6, 4), (7, 4), (8, 4), (9, 4), (10, 4)], [(5, 5), (6, 5), (5, 4)])
    overlays.strikes.set_data([Strike((11, 12), (10, 13)), Strike((13, 11), (11, 13))])
    overlays.no_shot.set_data((9, 5), (17, 10), [(13, 5)])
    pills = [Pill((10, 13), "G1 35 %"), Pill((11, 13), "G1 35 %"), Pill((11, 13), "C 45 %", hollow=True)]
    bodies = [(x, y, 1) for x, y in PARTY + FOES]
    overlays.bursts.set_data([Burst((10, 13), "1"), Burst((11, 13), "2")], pills, bodies, [WAY, SAFE])
    overlays.chips.set_data([Chip(17.5, 9.7, "30 ft, nearest", "strong")], [(15, 9)])
    overlays.cursor.set_data((14, 8))
    numbers = (
        Number("50 %", "arrives"),
        Number("6.1", "expected damage"),
        Number("49 %", "drops (8 HP)", True),
    )
    offer = Offer("Safe route, 30 ft, no attacks", "S")
    overlays.card.set_data(OddsCard("Tam to the crypt stairs", "20 of 30 ft", numbers, offer))
    overlays.card.setPos(QPointF(15 * CELL, 13 * CELL))


@pytest.mark.parametrize("zoom", [0.4, 1.0, 1.6])
@pytest.mark.parametrize("tone", ["dark", "light"])
def test_the_whole_sheet(qapp: QApplication, tone: Tone, zoom: float) -> None:
    scene, overlays, tokens = chapel(tone)
    overlays.set_zoom(zoom)
    for token in tokens:
        token.set_zoom(zoom)
    area = scene.sceneRect()
    empty = render(scene, area, zoom)
    fill(overlays)
    sheet = render(scene, area, zoom)
    keep(sheet, f"sheet-{tone}-{zoom}")
    assert sheet != empty
    colours = OVERLAYS[tone]
    wanted = [colours.reach, colours.double, colours.aoo, colours.charge, colours.withdraw, colours.neutral]
    missing = [value for value in wanted if count(sheet, value) < 40 * zoom]
    assert not missing
    corner = sheet.pixelColor(2, 2)
    assert corner.name() == MAPS[tone].rock.lower()  # nothing strays into the rock


def words(image: QImage) -> list[int]:
    """The pixels as numbers, row by row."""
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)  # held: its bits go when it goes
    return memoryview(bytes(plain.constBits())).cast("I").tolist()


def count(image: QImage, value: str) -> int:
    """How many pixels are exactly `value`."""
    return words(image).count(QColor(value).rgb())


# Each alone ------------------------------------------------------------------------------------------

FIELD = QRectF(0, 0, 12 * CELL, 10 * CELL)
LINE: list[Cell] = [(2, 5), (3, 5), (4, 5), (5, 5), (6, 5)]
BLOCK = frozenset((x, y) for x in range(3, 7) for y in range(3, 6))

Fill = Callable[[OverlayItem], None]
KINDS: dict[str, tuple[type[OverlayItem], Callable[..., None], str, QPointF]] = {
    # overlay, how to fill it, its colour, a spot (in squares) that must be painted
    "reach": (ReachItem, lambda i: i.set_data(BLOCK), "reach", QPointF(3.05, 4)),
    "double": (DoubleReachItem, lambda i: i.set_data(BLOCK, [(3, 3)]), "double", QPointF(6.95, 4.1)),
    "threat": (ThreatItem, lambda i: i.set_data(dict.fromkeys(BLOCK, 1)), "threat", QPointF(3.5, 3.1)),
    "weapon": (WeaponReachItem, lambda i: i.set_data(BLOCK), "weapon", QPointF(3.2, 3.115)),
    "braced": (BracedItem, lambda i: i.set_data(BLOCK), "aoo", QPointF(3.045, 4)),
    "rings": (RangeRingsItem, lambda i: i.set_data([("50 ft", BLOCK)]), "neutral", QPointF(5.2, 3)),
    "template": (TemplateItem, lambda i: i.set_data(BLOCK, (5, 4)), "neutral", QPointF(3.05, 4)),
    "path": (PathItem, lambda i: i.set_data(LINE), "neutral", QPointF(4, 5.5)),
    "safe": (SafeRouteItem, lambda i: i.set_data(LINE), "withdraw", QPointF(2.5, 5.5)),
    "withdraw": (SafeRouteItem, lambda i: i.set_data(LINE, True), "withdraw", QPointF(6.5, 5.5)),
    "charge": (ChargeItem, lambda i: i.set_data(LINE), "charge", QPointF(4, 5.62)),
    "strikes": (StrikesItem, lambda i: i.set_data([Strike((2, 2), (6, 2))]), "aoo", QPointF(6.2, 2.5)),
    "bursts": (BurstsItem, lambda i: i.set_data([Burst((5, 5), "2")]), "aoo", QPointF(5.28, 5.5)),
    "pills": (
        BurstsItem,
        lambda i: i.set_data([], [Pill((8, 5), "G1 35 %")]),
        "aoo",
        QPointF(7.6, 5.3),
    ),
    "no_shot": (NoShotItem, lambda i: i.set_data((2, 5), (9, 5), [(3, 5)]), "neutral", QPointF(5.5, 5.5)),
    "selection": (SelectionItem, lambda i: i.set_data((5, 5)), "neutral", QPointF(5.5, 6.07)),
    "cursor": (CursorItem, lambda i: i.set_data((5, 5)), "neutral", QPointF(5.5, 5.02)),
    "chips": (ChipsItem, lambda i: i.set_data([Chip(5, 5, "45 ft", "strong")]), "neutral", QPointF(4.6, 5)),
    "ticked": (ChipsItem, lambda i: i.set_data([], [(5, 5)]), "withdraw", QPointF(5.5, 5.89)),
}


def alone(item: OverlayItem, zoom: float = 1.0, area: QRectF = FIELD) -> QImage:
    scene = QGraphicsScene(FIELD)
    scene.addItem(item)
    image = render(scene, area, zoom)
    scene.removeItem(item)
    return image


@pytest.mark.parametrize("tone", ["dark", "light"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_overlay_shows_in_its_own_colour(qapp: QApplication, kind: str, tone: Tone) -> None:
    make, give, role, spot = KINDS[kind]
    item = make()
    item.set_tone(tone)
    give(item)
    image = alone(item)
    keep(image, f"{kind}-{tone}")
    near = [
        image.pixelColor(round(spot.x() * CELL) + dx, round(spot.y() * CELL) + dy)
        for dx in range(-3, 4)
        for dy in range(-3, 4)
    ]
    wanted = QColor(getattr(OVERLAYS[tone], role))
    distance = min(
        abs(pixel.red() - wanted.red())
        + abs(pixel.green() - wanted.green())
        + abs(pixel.blue() - wanted.blue())
        for pixel in near
        if pixel.alpha() > 90
    )
    assert distance < 30


@pytest.mark.parametrize("zoom", [0.25, 1.0, 3.0])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_painted_outside_of_the_bounds(qapp: QApplication, kind: str, zoom: float) -> None:
    make, give, _, _ = KINDS[kind]
    item = make()
    item.set_zoom(zoom)
    give(item)
    image = alone(item, zoom)
    bounds = item.boundingRect()
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.fillRect(
        QRectF(bounds.topLeft() * zoom, bounds.size() * zoom).adjusted(-1, -1, 1, 1), QColor("black")
    )
    painter.end()
    assert not any(words(image))


@pytest.mark.parametrize("kind", KINDS)
def test_an_overlay_without_data_is_nothing(qapp: QApplication, kind: str) -> None:
    item = KINDS[kind][0]()
    assert item.boundingRect().isEmpty()
    item.set_zoom(2.0)
    item.set_tone("light")
    assert item.boundingRect().isEmpty()


@pytest.mark.parametrize("kind", KINDS)
def test_part_of_an_overlay_is_painted_as_in_the_whole(qapp: QApplication, kind: str) -> None:
    make, give, _, _ = KINDS[kind]
    item = make()
    give(item)
    whole, half = alone(item), alone(item, area=QRectF(0, 0, 6 * CELL, 10 * CELL))
    pairs = zip(words(whole.copy(half.rect())), words(half), strict=True)
    different = sum(abs((one >> 24) - (other >> 24)) > 40 for one, other in pairs)
    assert different < 20  # dashes may begin a fraction of a pixel elsewhere where Qt leaves some out


def test_zoom_must_be_above_zero(qapp: QApplication) -> None:
    with pytest.raises(ValueError, match="zoom"):
        ReachItem().set_zoom(0)


def test_counts_and_pills_are_left_out_on_small_squares(qapp: QApplication) -> None:
    threat, bursts = ThreatItem(), BurstsItem()
    for item in (threat, bursts):
        item.set_zoom(0.4)
    threat.set_data({(3, 3): 2})
    bursts.set_data([Burst((3, 3), "2")], [Pill((3, 3), "G1 35 %")])
    assert not bursts.places
    bursts.set_zoom(0.5)
    assert len(bursts.places) == 1


def test_one_attacker_is_hatched_wider_than_two(qapp: QApplication) -> None:
    one, two = ThreatItem(), ThreatItem()
    for item, count_here in ((one, 1), (two, 2)):
        item.set_data(dict.fromkeys(BLOCK, count_here))
    middle = QRectF(3.2 * CELL, 4.45 * CELL, 3.6 * CELL, 0.5 * CELL)

    def inked(item: ThreatItem) -> float:
        image = alone(item, area=middle)
        return sum(image.pixelColor(x, 10).alphaF() for x in range(image.width()))

    assert inked(two) > 1.5 * inked(one)


def test_the_other_sides_hatch_leans_the_other_way(qapp: QApplication) -> None:
    right, left = ThreatItem(), ThreatItem(lean="left")
    for item in (right, left):
        item.set_data(dict.fromkeys(BLOCK, 1))
    inside = QRectF(3.1 * CELL, 4.45 * CELL, 3 * CELL, 0.45 * CELL)
    assert alone(right, area=inside) != alone(left, area=inside)


def test_a_way_beyond_the_allowance_is_thin_and_its_ghost_stays_within(qapp: QApplication) -> None:
    whole, cut = PathItem(), PathItem()
    ghost = TokenLook("T", "party", state="ghost")
    whole.set_data(LINE, ghost=ghost)
    cut.set_data(LINE, ghost=ghost, within=3)
    inside, outside = alone(whole), alone(cut)

    def thickness(image: QImage, x: float) -> int:
        return sum(image.pixelColor(round(x * CELL), y).alpha() > 120 for y in range(image.height()))

    assert thickness(inside, 5.0) > thickness(outside, 6.0) > 0
    assert thickness(outside, 4.5) > 30  # the ghost on the third square
    assert thickness(inside, 6.5) > 30 > thickness(outside, 6.5)


def test_areas_are_one_picture(qapp: QApplication) -> None:
    scene, overlays, _ = chapel("dark")
    in_scene = set(scene.items())
    assert overlays.ground in in_scene
    assert overlays.reach not in in_scene
    assert overlays.path in in_scene
    overlays.reach.set_data({(5, 5)})
    assert overlays.ground.boundingRect().contains(centre((5, 5)))
    overlays.reach.set_data(())
    assert overlays.ground.boundingRect().isEmpty()


def test_drawing_order_is_that_of_the_design(qapp: QApplication) -> None:
    overlays = Overlays()
    order = [
        overlays.marks, overlays.double, overlays.reach, overlays.threat, overlays.braced, overlays.weapon,
        overlays.safe, overlays.path, overlays.charge, overlays.strikes,
    ]  # fmt: skip
    heights = [item.zValue() for item in order]
    assert heights == sorted(heights)
    assert heights[-1] < TokenItem().zValue() < overlays.bursts.zValue() < overlays.card.zValue()


def test_terrain_marks_stay_in_the_corner(qapp: QApplication) -> None:
    marks = TerrainMarksItem()
    marks.set_data([(3, 3)], [(5, 3)])
    image = alone(marks)
    inked = {
        (x // round(CELL), y // round(CELL))
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha()
    }
    assert inked == {(3, 3), (5, 3)}
    assert image.pixelColor(round(3.3 * CELL), round(3.3 * CELL)).alpha() == 0


def test_the_first_start_pulses(qapp: QApplication) -> None:
    calm, pulsing = SelectionItem(), SelectionItem()
    calm.set_data((5, 5))
    pulsing.set_data((5, 5), pulse=1.0)
    assert alone(pulsing) != alone(calm)
    assert pulsing.boundingRect().contains(calm.boundingRect())
