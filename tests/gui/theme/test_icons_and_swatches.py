"""Every icon parses, stays in its box and shows something; the legend has a sample of each overlay."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from gui.theme import icons, swatches
from gui.theme.palette import SIDES
from gui.theme.path_text import parse_path, path_of
from gui.theme.shapes import SHAPE_OF_SIDE, burst_path, token_outline


def inked(image: QImage) -> int:
    """How many pixels are not fully transparent."""
    return sum(
        image.pixelColor(x, y).alpha() > 0 for y in range(image.height()) for x in range(image.width())
    )


@pytest.mark.parametrize("name", icons.ICONS)
def test_icon_is_in_its_box_and_visible(qapp: QApplication, name: str) -> None:
    icon = icons.ICONS[name]
    box = path_of(icon.text).controlPointRect()
    assert max(abs(edge) for edge in box.getCoords()) <= 10.5
    image = QImage(24, 24, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    icons.paint_icon(painter, name, QPointF(12, 12), 20, "#FF0000")
    painter.end()
    assert 20 < inked(image) < 500


def test_badge_words_lead_to_icons() -> None:
    assert set(icons.BADGES.values()) <= set(icons.ICONS)


@pytest.mark.parametrize("text", ["X 1 2", "M 1", "3 4", "Q 1 2 3"])
def test_malformed_path_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_path(text)


def test_path_text_draws_what_it_says() -> None:
    assert parse_path("M 0 0 L 4 0 4 3 Z").boundingRect() == QRectF(0, 0, 4, 3)
    assert parse_path("O 1 1 2").boundingRect() == QRectF(-1, -1, 4, 4)
    assert parse_path("R 0 0 5 6 1").boundingRect() == QRectF(0, 0, 5, 6)


@pytest.mark.parametrize("kind", swatches.KINDS)
def test_swatches_differ_between_tones(qapp: QApplication, kind: str) -> None:
    dark, light = (swatches.overlay_swatch(kind, tone).toImage() for tone in ("dark", "light"))
    assert inked(dark) > 40
    assert dark != light


def test_swatch_of_unknown_kind_is_an_error(qapp: QApplication) -> None:
    with pytest.raises(KeyError):
        swatches.overlay_swatch("glow", "dark")


def test_swatches_are_sharp_on_dense_screens(qapp: QApplication) -> None:
    dense = swatches.overlay_swatch("reach", "dark", dpr=2.0)
    assert (dense.width(), dense.height()) == (44, 40)
    assert dense.deviceIndependentSize().toTuple() == (22, 20)


def test_sides_have_five_shapes_of_about_one_size() -> None:
    assert set(SHAPE_OF_SIDE) == set(SIDES)
    assert len(set(SHAPE_OF_SIDE.values())) == 5
    for shape in SHAPE_OF_SIDE.values():
        box = token_outline(shape, QPointF(0, 0), 10).boundingRect()
        assert 17 < box.width() < 25
        assert box.center().manhattanLength() < 0.01


def test_burst_has_eight_spikes() -> None:
    path = burst_path(QPointF(0, 0), 14)
    assert path.elementCount() == 17  # sixteen corners and the way back
    assert path.contains(QPointF(9, 0))
    assert not path.contains(QPointF(14.1, 0))


def test_key_cap_reports_the_width_it_drew(qapp: QApplication) -> None:
    image = QImage(120, 30, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    width = icons.paint_key_cap(painter, 110, 15, "Enter", "#FFFFFF")
    painter.end()
    assert width == icons.key_cap_width("Enter") > icons.key_cap_width("S")
    columns = [x for x in range(120) if any(image.pixelColor(x, y).alpha() for y in range(30))]
    assert columns[-1] in (108, 109)
    assert abs((columns[-1] - columns[0] + 1) - width) <= 2


def test_app_icon_has_all_sizes(qapp: QApplication) -> None:
    sizes = {size.width() for size in icons.app_icon().availableSizes()}
    assert {16, 32, 48, 256} <= sizes
    assert inked(icons.app_icon().pixmap(16, 16).toImage()) > 150


def test_button_icon_has_a_disabled_form(qapp: QApplication) -> None:
    icon = icons.icon("shield", "#FFFFFF", disabled_ink="#808080")
    normal = icon.pixmap(24, 24).toImage()
    assert normal.pixelColor(12, 12).name() == "#ffffff"
    disabled = icon.pixmap(24, 24, icon.Mode.Disabled).toImage()
    assert disabled.pixelColor(12, 12).name() == "#808080"
