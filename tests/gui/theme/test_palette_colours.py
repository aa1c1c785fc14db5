"""The colours keep the contrast and the colour-blind distances that the design promises."""

import itertools
import math

import pytest
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from gui.theme import palette
from gui.theme.fonts import ui_font

Triple = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1.0, applied in linear light.
SIGHT: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
OVERLAY_KINDS = ("reach", "double", "threat", "weapon", "aoo", "charge", "withdraw", "neutral")


def linear(value: str) -> Triple:
    channels = [int(value[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return r, g, b


def contrast(one: str, other: str) -> float:
    lights = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def seen(value: str, sight: str) -> Triple:
    """The colour in linear light as these eyes see it, cut to what a screen can show."""
    light = linear(value)
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in SIGHT[sight]
    )
    return r, g, b


def lab(light: Triple) -> Triple:
    rows = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        (lambda t: t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116)(
            sum(m * c for m, c in zip(row, light, strict=True)) / w
        )
        for row, w in zip(rows, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(p: Triple, q: Triple) -> float:
    (l1, a1, b1), (l2, a2, b2) = p, q
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = h2 - h1
    if c1 * c2 == 0:
        turn = 0.0
    elif turn > 180:
        turn -= 360
    elif turn < -180:
        turn += 360
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        hm = h1 + h2
    elif abs(h1 - h2) <= 180:
        hm = (h1 + h2) / 2
    else:
        hm = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.2 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    spread = 2 * math.sqrt(cm**7 / (cm**7 + 25**7))
    rt = -spread * math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def distance(one: str, other: str, sight: str) -> float:
    return ciede2000(lab(seen(one, sight)), lab(seen(other, sight)))


def test_ciede2000_agrees_with_published_pairs() -> None:
    # Sharma, Wu and Dalal 2005, pairs 1, 7 and 17.
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)


# Quoted ratios, dark and light; text needs 4.5, controls and marks need 3.
CONTRASTS = [
    ("text", "panel", 14.79, 14.84),
    ("text", "raised", 12.97, 16.17),
    ("text2", "panel", 9.40, 7.81),
    ("text2", "raised", 8.24, 8.51),
    ("text3", "panel", 6.14, 5.74),
    ("text3", "raised", 5.38, 6.26),
    ("text3", "raised2", 4.69, 5.26),
    ("text3", "bg", 6.65, 4.98),
    ("accent_ink", "accent", 9.74, 5.93),
    ("accent", "panel", 8.93, 5.44),
    ("accent", "accent_soft", 7.50, 4.92),
    ("ok", "panel", 9.10, 6.10),
    ("warn", "panel", 8.12, 6.12),
    ("bad", "panel", 6.84, 6.19),
    ("line2", "panel", 3.93, 3.78),
    ("line2", "raised", 3.44, 4.12),
    ("line2", "bg", 4.25, 3.28),
    ("focus", "panel", 9.07, 5.86),
    ("focus", "bg", 9.82, 5.08),
    ("party", "panel", 5.71, 6.04),
    ("foe", "panel", 4.76, 6.30),
]


@pytest.mark.parametrize(("front", "back", "dark", "light"), CONTRASTS)
def test_interface_contrast_is_what_the_design_quotes(
    front: str, back: str, dark: float, light: float
) -> None:
    for theme, quoted in ((palette.DARK, dark), (palette.LIGHT, light)):
        assert contrast(getattr(theme, front), getattr(theme, back)) >= quoted - 0.005


@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT], ids=lambda t: t.name)
def test_third_and_neutral_side_marks_stand_out_from_panels(theme: palette.Theme) -> None:
    assert min(contrast(theme.third, theme.panel), contrast(theme.neutral, theme.panel)) >= 3


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("tone", ["dark", "light"])
def test_overlay_colours_stay_apart_for_every_eye(tone: palette.Tone, sight: str) -> None:
    colours = palette.OVERLAYS[tone]
    pairs = {
        (one, other): distance(getattr(colours, one), getattr(colours, other), sight)
        for one, other in itertools.combinations(OVERLAY_KINDS, 2)
    }
    assert len(pairs) == 28
    closest = min(pairs, key=lambda pair: pairs[pair])
    assert pairs[closest] >= 15, closest


@pytest.mark.parametrize("sight", SIGHT)
def test_token_bands_of_all_sides_stay_apart(sight: str) -> None:
    bands = [side.band for side in palette.SIDES.values()]
    assert min(distance(a, b, sight) for a, b in itertools.combinations(bands, 2)) >= 15


@pytest.mark.parametrize("tone", ["dark", "light"])
def test_overlays_stand_out_from_their_casing_and_from_the_floor(tone: palette.Tone) -> None:
    colours, ground = palette.OVERLAYS[tone], palette.MAPS[tone]
    for kind in OVERLAY_KINDS:
        value = getattr(colours, kind)
        assert contrast(value, colours.casing) >= 4.0, kind
        assert contrast(value, ground.floor) >= 3.0, kind
        assert min(contrast(value, tile) for tile in (ground.tile_a, ground.tile_b)) >= 2.9, kind


@pytest.mark.parametrize("side", palette.SIDES)
def test_token_letters_are_readable(side: palette.SideKey) -> None:
    assert contrast("#FFFFFF", palette.SIDES[side].disc) >= 4.5


def test_bursts_and_tags_are_readable() -> None:
    for colours in palette.OVERLAYS.values():
        assert contrast(colours.aoo_ink, colours.aoo) >= 4.5
        assert contrast(colours.ink, colours.threat) >= 4.5


def test_colour_carries_alpha_and_is_shared() -> None:
    half = palette.colour("#2682FF", 0.5)
    assert half.name() == "#2682ff"
    assert half.alphaF() == pytest.approx(0.5, abs=0.01)
    assert palette.colour("#2682FF", 0.5) is half


@pytest.fixture
def plain_app(qapp: QApplication):  # type: ignore[no-untyped-def]
    old = qapp.style().objectName(), qapp.palette(), qapp.font(), qapp.styleSheet()
    yield qapp
    qapp.setStyleSheet(old[3])
    qapp.setFont(old[2])
    qapp.setPalette(old[1])
    qapp.setStyle(old[0])


@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT], ids=lambda t: t.name)
def test_apply_theme_dresses_the_application(plain_app: QApplication, theme: palette.Theme) -> None:
    palette.apply_theme(plain_app, theme, text_scale=1.5)
    assert plain_app.palette().color(QPalette.ColorRole.Window).name() == theme.panel.lower()
    assert plain_app.palette().color(QPalette.ColorRole.Highlight).name() == theme.accent.lower()
    sheet = plain_app.styleSheet()
    assert "$" not in sheet
    assert theme.accent_soft in sheet
    assert "font-size: 21px" in sheet  # 14 px body at 150 %
    assert "min-height: 48px" in sheet  # bar buttons grow as well


def test_figures_have_one_width(qapp: QApplication) -> None:
    font = ui_font(14)
    assert font.isFeatureSet(QFont.Tag("tnum"))
    assert font.pixelSize() == 14
