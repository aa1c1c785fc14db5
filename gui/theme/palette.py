"""Every colour of the program, and applying them to the application.

The interface theme (dark, light) and the map tone (dark, light) are chosen apart: a dark window over a
parchment map is a normal case. Colours are "#RRGGBB" strings; `colour()` makes a QColor.
"""

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from gui.theme.fonts import BODY, ui_font
from gui.theme.style_sheet import style_sheet

Tone = Literal["dark", "light"]
SideKey = Literal["party", "ally", "foe", "third", "fourth", "neutral", "bystander"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of windows, bars, panels and cards. Their contrast is a test."""

    name: Tone
    bg: str  # behind the map
    panel: str  # bars and panels
    raised: str  # fields and buttons
    raised2: str  # the chosen row
    line: str  # dividers
    line2: str  # control borders
    text: str
    text2: str
    text3: str
    accent: str  # current step, primary button
    accent_ink: str  # text on accent
    accent_soft: str
    ok: str
    warn: str
    bad: str
    focus: str
    party: str
    foe: str
    third: str
    neutral: str


DARK = Theme(
    name="dark",
    bg="#12151A",
    panel="#191D24",
    raised="#222832",
    raised2="#2B323E",
    line="#2E3642",
    line2="#6E7B8D",
    text="#EDF0F5",
    text2="#B9C2CF",
    text3="#919DAD",
    accent="#E9B44C",
    accent_ink="#1A1304",
    accent_soft="#322A18",
    ok="#5FD3A0",
    warn="#F0A35A",
    bad="#FF7A9A",
    focus="#8CC2FF",
    party="#5B9BD5",
    foe="#C9704F",
    third="#C9A83C",
    neutral="#9AA0A8",
)

LIGHT = Theme(
    name="light",
    bg="#E9E5DC",
    panel="#F7F5F0",
    raised="#FFFFFF",
    raised2="#EFEBE2",
    line="#D8D2C5",
    line2="#857C6C",
    text="#1D2127",
    text2="#474D57",
    text3="#5A616B",
    accent="#8A5A00",
    accent_ink="#FFFFFF",
    accent_soft="#F6E9CC",
    ok="#17694B",
    warn="#8F4A00",
    bad="#B3124F",
    focus="#0B57D0",
    party="#1F5F9E",
    foe="#9A3D1E",
    third="#7A5F00",
    neutral="#5F6268",
)

THEMES: dict[Tone, Theme] = {"dark": DARK, "light": LIGHT}


@dataclass(frozen=True, slots=True)
class OverlayColours:
    """One colour for each kind of overlay on a map of one tone.

    The eight kinds stay apart for colour-blind eyes by a small margin; a test holds it.
    """

    reach: str
    reach_fill: str
    reach_fill_alpha: float
    double: str
    threat: str
    weapon: str
    aoo: str  # attack of opportunity, and braced reach
    aoo_ink: str  # the number inside a burst
    charge: str
    withdraw: str
    neutral: str  # path, selection, no shot
    casing: str
    ink: str  # text on a coloured tag


OVERLAYS: dict[Tone, OverlayColours] = {
    "dark": OverlayColours(
        reach="#2682FF",
        reach_fill="#2682FF",
        reach_fill_alpha=0.14,
        double="#A3BDBF",
        threat="#D69248",
        weapon="#F5DD25",
        aoo="#FC3888",
        aoo_ink="#0B0D10",
        charge="#CDB2FF",
        withdraw="#23F2AB",
        neutral="#FFFFFF",
        casing="#0B0D10",
        ink="#0B0D10",
    ),
    "light": OverlayColours(
        reach="#002391",
        reach_fill="#2F62FF",
        reach_fill_alpha=0.13,
        double="#248B8B",
        threat="#801E06",
        weapon="#927700",
        aoo="#D92673",
        aoo_ink="#FFFFFF",
        charge="#9D40D5",
        withdraw="#15604B",
        neutral="#14171C",
        casing="#FFFDF7",
        ink="#FFFFFF",
    ),
}


@dataclass(frozen=True, slots=True)
class MapColours:
    """Colours of the map painter. The `*_alpha` values belong to the name before them."""

    rock: str
    hatch: str
    floor: str
    tile_a: str
    tile_b: str
    grid: str
    grid_alpha: float
    wall: str
    wall_high: str
    wood: str
    wood_high: str
    stone: str
    stone_high: str
    rubble: str
    water: str
    water_high: str
    cloth: str
    grass: str
    grass_high: str
    chasm: str
    ink: str
    ink_alpha: float
    mark: str  # the two triangles of difficult ground
    mark_alpha: float
    line: str  # walls that the rules know, over a picture


MAPS: dict[Tone, MapColours] = {
    "dark": MapColours(
        rock="#14171B",
        hatch="#2B3037",
        floor="#34383F",
        tile_a="#3A3E46",
        tile_b="#2F3339",
        grid="#FFFFFF",
        grid_alpha=0.085,
        wall="#0A0C0E",
        wall_high="#5A616B",
        wood="#5A4636",
        wood_high="#735B47",
        stone="#5F656E",
        stone_high="#7B828C",
        rubble="#565B63",
        water="#24404E",
        water_high="#3E6478",
        cloth="#6A3038",
        grass="#2F3A2F",
        grass_high="#4C6047",
        chasm="#0C0E11",
        ink="#000000",
        ink_alpha=0.45,
        mark="#FFFFFF",
        mark_alpha=0.30,
        line="#E9DFC8",
    ),
    "light": MapColours(
        rock="#CDBF9F",
        hatch="#A8987A",
        floor="#EFE6D2",
        tile_a="#F5EEDD",
        tile_b="#E6DBC3",
        grid="#463719",
        grid_alpha=0.16,
        wall="#3A3226",
        wall_high="#FFF8E6",
        wood="#C29A6B",
        wood_high="#D8B68A",
        stone="#C9BEA6",
        stone_high="#E2D9C4",
        rubble="#CDBF9F",
        water="#B7D3D8",
        water_high="#8DB8C2",
        cloth="#B5666A",
        grass="#D5DBB4",
        grass_high="#93A56B",
        chasm="#4A4030",
        ink="#3C2D14",
        ink_alpha=0.55,
        mark="#3C2D14",
        mark_alpha=0.42,
        line="#4A2F12",
    ),
}


@dataclass(frozen=True, slots=True)
class SideColours:
    """A token's three rings: outer rim, band, inner disc. White letters stand on the disc."""

    rim: str
    band: str
    disc: str


SIDES: dict[SideKey, SideColours] = {
    "party": SideColours(rim="#E9F2FB", band="#3B77B3", disc="#24507C"),
    "ally": SideColours(rim="#E9F2FB", band="#86D0EA", disc="#1F4A5E"),
    "foe": SideColours(rim="#FBE7DC", band="#A34D33", disc="#6E2C1C"),
    "third": SideColours(rim="#FBF3D6", band="#C0A030", disc="#66500E"),
    "fourth": SideColours(rim="#EFE6FB", band="#4A2480", disc="#2E1650"),
    "neutral": SideColours(rim="#F1F2F4", band="#8C8F94", disc="#4C5056"),
    "bystander": SideColours(rim="#F1F2F4", band="#DDD8CC", disc="#55503F"),
}

FOG_BLACK = "#07080A"  # what players see where they have never been


@lru_cache(maxsize=512)
def colour(value: str, alpha: float = 1.0) -> QColor:
    """A QColor of `value` ("#RRGGBB") with `alpha` from 0 to 1. Shared: never change the result."""
    made = QColor(value)
    if alpha < 1.0:
        made.setAlphaF(alpha)
    return made


def _qt_palette(theme: Theme) -> QPalette:
    roles = QPalette.ColorRole
    palette = QPalette()
    for role, value in (
        (roles.Window, theme.panel),
        (roles.WindowText, theme.text),
        (roles.Base, theme.raised),
        (roles.AlternateBase, theme.raised2),
        (roles.Text, theme.text),
        (roles.PlaceholderText, theme.text3),
        (roles.Button, theme.raised),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.bad),
        (roles.ToolTipBase, theme.raised2),
        (roles.ToolTipText, theme.text),
        (roles.Highlight, theme.accent),
        (roles.HighlightedText, theme.accent_ink),
        (roles.Link, theme.focus),
        (roles.LinkVisited, theme.focus),
        (roles.Light, theme.raised2),
        (roles.Midlight, theme.raised2),
        (roles.Mid, theme.line),
        (roles.Dark, theme.line),
        (roles.Shadow, theme.bg),
    ):
        palette.setColor(role, colour(value))
    disabled = QPalette.ColorGroup.Disabled
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(disabled, role, colour(theme.text3))
    palette.setColor(disabled, roles.Highlight, colour(theme.raised2))
    palette.setColor(disabled, roles.HighlightedText, colour(theme.text3))
    return palette


def apply_theme(app: QApplication, theme: Theme, text_scale: float = 1.0) -> None:
    """Dress the whole application in `theme`.

    Uses Fusion with a palette of our own, since the system's colour scheme is not honoured everywhere and
    pictures of the program should be the same on every machine. `text_scale` is 1.0, 1.25, 1.5 or 2.0; it
    moves texts and the heights of controls, never the map's zoom.
    """
    sheet, palette, body = (
        style_sheet(asdict(theme), text_scale),
        _qt_palette(theme),
        ui_font(BODY * text_scale),
    )
    if (app.styleSheet(), app.palette(), app.font()) == (sheet, palette, body):
        return  # to dress all widgets anew takes a tenth of a second
    app.setStyle(QStyleFactory.create("Fusion"))
    app.setPalette(palette)
    app.setFont(body)
    app.setStyleSheet(sheet)
    app.styleHints().setColorScheme(Qt.ColorScheme.Dark if theme.name == "dark" else Qt.ColorScheme.Light)
