"""Tokens: every trait shows, sizes fit their squares, looks are drawn once."""

import dataclasses

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView

from gui.scene import token_art
from gui.scene.geometry import CELL, centre
from gui.scene.token_art import MARGIN, TokenLook, token_pixmap
from gui.scene.token_item import TokenItem

PLAIN = TokenLook("T", "party")


def picture(look: TokenLook, px: float = CELL, dpr: float = 1.0, tone: str = "dark") -> QImage:
    return token_pixmap(look, px, dpr, tone).toImage()


@pytest.mark.parametrize(
    "change",
    [
        {"label": "B"},
        {"side_key": "foe"},
        {"shape": "square"},
        {"size": 2},
        {"hp_share": 1.0},
        {"badges": ("brace",)},
        {"badges": ("an unknown word",)},
        {"state": "down"},
        {"state": "ghost"},
        {"selected": True},
        {"target": True},
        {"under_attack": True},
        {"engaged": True},
        {"hit": True},
        {"turned": True},
        {"colour": "#44BB66"},
    ],
)
def test_every_trait_shows(qapp: QApplication, change: dict[str, object]) -> None:
    assert picture(dataclasses.replace(PLAIN, **change)) != picture(PLAIN)


def test_hit_points_shrink_and_change_colour(qapp: QApplication) -> None:
    def lit(share: float, name: str) -> int:
        image = picture(dataclasses.replace(PLAIN, hp_share=share))
        wanted = token_art.colour(name).rgb()
        return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))

    full, most = lit(1.0, token_art.FULL), lit(0.7, token_art.FULL)
    assert full > most > 0
    assert lit(0.5, token_art.HURT) > 0 == lit(0.5, token_art.FULL)
    assert lit(0.2, token_art.LOW) > 0 == lit(0.2, token_art.HURT)
    assert lit(0.0, token_art.LOW) == 0


@pytest.mark.parametrize("side", ["party", "foe", "third", "neutral"])
def test_sides_have_their_own_shape_and_colour(qapp: QApplication, side: str) -> None:
    image = picture(TokenLook("", side))
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert middle.name() == token_art.SIDES[side].disc.lower()
    others = [
        picture(TokenLook("", other)) for other in ("party", "foe", "third", "neutral") if other != side
    ]
    outline = image.convertToFormat(QImage.Format.Format_Alpha8)
    assert all(outline != other.convertToFormat(QImage.Format.Format_Alpha8) for other in others)


def test_sides_of_one_shape_differ_in_colour_and_a_fourth_has_a_shape_of_its_own(qapp: QApplication) -> None:
    pictures = [picture(TokenLook("", side)) for side in token_art.SIDES]
    assert all(one != other for index, one in enumerate(pictures) for other in pictures[:index])
    shape = picture(TokenLook("", "fourth")).convertToFormat(QImage.Format.Format_Alpha8)
    others = (picture(TokenLook("", side)) for side in token_art.SIDES if side != "fourth")
    assert all(shape != other.convertToFormat(QImage.Format.Format_Alpha8) for other in others)


@pytest.mark.parametrize("size", [1, 2, 3, 6])
@pytest.mark.parametrize("px", [20.0, 44.0, 61.7])
def test_the_disc_fills_its_squares_and_nothing_is_cut_off(qapp: QApplication, size: int, px: float) -> None:
    look = TokenLook("Ω", "foe", size=size, hp_share=0.5, badges=("brace", "spell"), selected=True)
    image = picture(look, px)
    side = image.width()
    assert side == round((size * CELL + 2 * MARGIN) * px / CELL)
    half = side / 2
    clear = [image.pixelColor(i, edge).alpha() for i in range(side) for edge in (0, side - 1)]
    assert max(clear) == 0
    disc = token_art.disc_radius(size) * px / CELL
    assert image.pixelColor(round(half - disc + 3), round(half)).alpha() == 255


def test_impossible_sizes_are_refused() -> None:
    for size in (0, 7):
        with pytest.raises(ValueError, match="squares"):
            TokenLook("T", "party", size=size)


def test_a_look_is_drawn_once(qapp: QApplication) -> None:
    first = token_pixmap(TokenLook("T", "party"), 44.0)
    assert token_pixmap(TokenLook("T", "party"), 44.0) is first
    assert token_pixmap(TokenLook("T", "party"), 45.0) is not first
    dense = token_pixmap(TokenLook("T", "party"), 44.0, dpr=2.0)
    assert dense.width() == first.width() * 2
    assert dense.deviceIndependentSize() == first.deviceIndependentSize()


def test_letters_stay_readable_on_any_colour() -> None:
    for value in ("#FFFFFF", "#FFF200", "#222222", "#44BB66"):
        disc = token_art.side_colours(TokenLook("T", "party", colour=value)).disc
        assert token_art.QColor(disc).lightnessF() <= 0.31


def test_more_badges_than_places_are_counted(qapp: QApplication) -> None:
    three = picture(TokenLook("T", "party", badges=("brace", "spell", "prone")))
    five = picture(TokenLook("T", "party", badges=("brace", "spell", "prone", "asleep", "afraid")))
    four = picture(TokenLook("T", "party", badges=("brace", "spell", "prone", "asleep")))
    assert len({bytes(image.constBits()) for image in (three, four, five)}) == 3


# In the scene ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", [0.5, 1.0, 1.07])
def test_a_token_is_copied_pixel_for_pixel(qapp: QApplication, zoom: float) -> None:
    scene = QGraphicsScene(0, 0, 6 * CELL, 6 * CELL)
    token = TokenItem("tam")
    token.set_look(PLAIN)
    token.set_zoom(zoom)
    token.place((2, 2))
    scene.addItem(token)
    scene.setBackgroundBrush(Qt.GlobalColor.white)  # whatever theme the program wears at the moment
    view = QGraphicsView(scene)
    view.setFrameShape(QGraphicsView.Shape.NoFrame)
    view.setTransform(QTransform.fromScale(zoom, zoom))
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.resize(round(6 * CELL * zoom), round(6 * CELL * zoom))
    seen = view.grab().toImage()
    expected = QImage(seen.size(), seen.format())
    expected.fill(Qt.GlobalColor.white)
    painter = QPainter(expected)
    pixmap = token_pixmap(PLAIN, CELL * zoom)
    corner = centre((2, 2)) * zoom - QPointF(pixmap.width(), pixmap.height()) / 2
    painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), pixmap)
    painter.end()
    shifts = [
        sum(
            abs(seen.pixelColor(x + dx, y + dy).lightness() - expected.pixelColor(x, y).lightness())
            for x in range(8, seen.width() - 8, 2)
            for y in range(8, seen.height() - 8, 2)
        )
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
    ]
    assert min(shifts) == 0  # at most a pixel of rounding, never resampled


def test_small_tokens_can_still_be_pressed(qapp: QApplication) -> None:
    token = TokenItem()
    token.set_look(PLAIN)
    assert token.shape().boundingRect() == QRectF(-22, -22, 44, 44)
    token.set_zoom(2.0)  # pixels are then half as wide in the scene
    assert token.mapToScene(token.shape()).boundingRect().width() == pytest.approx(CELL)
    token.set_zoom(0.5)
    assert token.mapToScene(token.shape()).boundingRect().width() == pytest.approx(88)


def test_the_same_look_again_changes_nothing(qapp: QApplication) -> None:
    token = TokenItem()
    token.set_look(PLAIN)
    key = token.pixmap().cacheKey()
    token.set_look(TokenLook("T", "party"))
    assert token.pixmap().cacheKey() == key
    token.set_tone("light")
    assert token.pixmap().cacheKey() != key


def test_large_tokens_stand_on_their_top_left_square(qapp: QApplication) -> None:
    token = TokenItem()
    token.set_look(TokenLook("D", "foe", size=3))
    token.place((4, 5))
    assert token.pos() == QPointF(5.5 * CELL, 6.5 * CELL)
    box = token.sceneBoundingRect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    assert box.toRect() == QRectF(4 * CELL, 5 * CELL, 3 * CELL, 3 * CELL).toRect()


@pytest.mark.rule("OSR-ATTACK-09")
def test_a_turned_token_is_the_same_one_turned_by_a_quarter():
    plain, turned = picture(TokenLook("T1", "foe")), picture(TokenLook("T1", "foe", turned=True))
    back = turned.transformed(QTransform().rotate(-90))
    assert back.size() == plain.size()

    def differs(one: QImage, other: QImage) -> int:
        """Pixels in the middle of the token, where its letters are, that are of another grey."""
        inner = range(one.width() // 3, 2 * one.width() // 3)
        grey = (
            abs(one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness())
            for x in inner
            for y in inner
        )
        return sum(step > 60 for step in grey)

    assert differs(back, plain) < differs(turned, plain) / 3
