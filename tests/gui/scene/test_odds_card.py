"""The preview card shows what it is told, keeps its size on the screen and wraps long offers."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QGraphicsItem

from gui.scene.odds_card import SHADOW, Number, OddsCard, OddsCardItem, Offer, card_pixmap
from gui.theme.palette import DARK, LIGHT

NUMBERS = (Number("50 %", "arrives"), Number("6.1", "expected damage"), Number("49 %", "drops (8 HP)"))
CARD = OddsCard("Tam to the stairs", "20 of 30 ft", NUMBERS, Offer("Safe route, no attacks", "S"))


@pytest.mark.parametrize(
    "other",
    [
        CARD._replace(title="Tam to the altar"),
        CARD._replace(feet="25 of 30 ft"),
        CARD._replace(numbers=(*NUMBERS[:2], NUMBERS[2]._replace(bad=True))),
        CARD._replace(numbers=(*NUMBERS[:2], NUMBERS[2]._replace(value="–"))),
        CARD._replace(offer=Offer("Safe route, no attacks", "Y")),
        CARD._replace(offer=Offer("Safe route, no attacks", "S", kind="charge")),
        CARD._replace(offer=None),
    ],
)
def test_every_part_shows(qapp: QApplication, other: OddsCard) -> None:
    one, two = (card_pixmap(card, DARK, "dark", 1.0, 1.0).toImage() for card in (CARD, other))
    assert one != two


def test_card_wears_the_windows_theme(qapp: QApplication) -> None:
    for theme in (DARK, LIGHT):
        image = card_pixmap(CARD, theme, "dark", 1.0, 1.0).toImage()
        spot = image.pixelColor(round(SHADOW) + 30, round(SHADOW) + 6)
        assert spot.name() == theme.panel.lower()


def test_long_offers_are_wrapped(qapp: QApplication) -> None:
    item = OddsCardItem()
    item.set_data(CARD)
    short = item.card_size()
    item.set_data(
        CARD._replace(offer=Offer("End one square north: same goblin, out of the halberd's reach " * 2, "S"))
    )
    assert item.card_size().height() > short.height() + 15
    assert item.card_size().width() < 420


def test_card_follows_the_text_scale_and_the_screen(qapp: QApplication) -> None:
    item = OddsCardItem()
    item.set_data(CARD)
    plain, size = item.pixmap().width(), item.card_size()
    item.set_style(DARK, "dark", text_scale=1.5)
    assert item.card_size() == size * 1.5
    item.set_style(DARK, "dark", text_scale=1.0, dpr=2.0)
    assert item.card_size() == size
    assert item.pixmap().width() == 2 * plain


def test_no_card_no_item(qapp: QApplication) -> None:
    item = OddsCardItem()
    assert not item.isVisible()
    item.set_data(CARD)
    assert item.isVisible()
    assert item.flags() & QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations
    assert item.acceptedMouseButtons() == Qt.MouseButton.NoButton
    item.set_data(None)
    assert not item.isVisible()
    assert item.card_size().isEmpty()
