"""Tokens: a disc with a letter, drawn once for each look and then only copied.

Sizes are pixels at 44 a square; a token of n squares has a disc of n squares less a rim of floor.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from gui.scene.geometry import CELL
from gui.theme.fonts import HEAVY, ui_font
from gui.theme.icons import BADGES, paint_icon, round_pen
from gui.theme.palette import OVERLAYS, SIDES, OverlayColours, SideColours, SideKey, Tone, colour
from gui.theme.shapes import SHAPE_OF_SIDE, Shape, burst_path, token_outline

State = Literal["normal", "down", "dead", "ghost"]

LARGEST = 6  # squares
RIM = 4.5  # floor left free around the disc, so that the grid shows
RING = 7.5  # from the disc's edge to the middle of the ring of the chosen token
ARC = 5.0  # from the disc's edge to the middle of the hit point arc
QUARTER = 90.0  # degrees
MARGIN = 14.0  # what rings and badges need outside of the squares

CENTRE = Qt.AlignmentFlag.AlignCenter
BLACK = "#0B0D10"
FULL, HURT, LOW = "#EDF0F5", "#FFD27A", "#FF8FAB"
HIT = "#FF5D4A"
ASTRAY = "#FFC233"
LYING = "#4A4C50"


@dataclass(frozen=True, slots=True)
class TokenLook:
    """All that changes how a token looks.

    `size` is in squares (1 to 6, else ValueError); `hp_share` from 0 to 1, None for no arc; `badges` are
    words of `icons.BADGES`; `colour` ("#RRGGBB") replaces the side's band and disc.
    """

    label: str
    side_key: SideKey
    shape: Shape | None = None  # the side's own
    size: int = 1
    hp_share: float | None = None
    badges: tuple[str, ...] = ()
    state: State = "normal"
    selected: bool = False
    target: bool = False
    under_attack: bool = False
    engaged: bool = False
    hit: bool = False
    astray: bool = False
    turned: bool = False  # by a quarter, as a tapped card is
    colour: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.size <= LARGEST:
            raise ValueError(f"a token of {self.size} squares")

    @property
    def outline(self) -> Shape:
        """The shape drawn."""
        return self.shape or SHAPE_OF_SIDE[self.side_key]


def disc_radius(size: int) -> float:
    """The radius of the disc of a token of `size` squares, in pixels at 44 a square."""
    return size * CELL / 2 - RIM


def ring_radius(size: int) -> float:
    """The radius of the ring around the chosen token."""
    return disc_radius(size) + RING


def pixmap_offset(size: int) -> QPointF:
    """Where the pixmap's top left corner lies from the token's middle, in pixels at 44 a square."""
    half = size * CELL / 2 + MARGIN
    return QPointF(-half, -half)


def token_pixmap(look: TokenLook, square_px: float, dpr: float = 1.0, tone: Tone = "dark") -> QPixmap:
    """The token on transparent ground, `MARGIN` wider than its squares on each side. Shared: never change it.

    `square_px` is the width of a square in the view's pixels; `dpr` the screen's pixels for each of those.
    """
    return _token_pixmap(look, round(square_px, 3), dpr, tone)


@lru_cache(maxsize=1024)
def _token_pixmap(look: TokenLook, square_px: float, dpr: float, tone: Tone) -> QPixmap:
    scale = square_px / CELL
    side = (look.size * CELL + 2 * MARGIN) * scale
    pixels = max(1, round(side * dpr))
    pixmap = QPixmap(pixels, pixels)
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.translate(side / 2, side / 2)
    painter.scale(scale, scale)
    paint_token(painter, look, tone)
    painter.end()
    return pixmap


def paint_token(painter: QPainter, look: TokenLook, tone: Tone) -> None:
    """Draw the token with its middle at the painter's origin, 44 units a square."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    overlay = OVERLAYS[tone]
    match look.state:
        case "down":
            _paint_down(painter, look)
        case "dead":
            _paint_dead(painter, look)
        case "ghost":
            _paint_ghost(painter, look, overlay)
        case "normal":
            painter.save()
            painter.rotate(QUARTER if look.turned else 0)
            _paint_standing(painter, look)
            painter.restore()
    if look.selected:
        paint_ring(painter, ring_radius(look.size), overlay)
    if look.under_attack:
        _paint_attack_ring(painter, ring_radius(look.size) + 1, overlay)
    if look.target:
        paint_ticks(painter, look.size, overlay)
    if look.state == "normal":
        _paint_badges(painter, look)
        _paint_marks(painter, look)


def side_colours(look: TokenLook) -> SideColours:
    """The three rings' colours, from the side or from the token's own colour."""
    if look.colour is None:
        return SIDES[look.side_key]
    disc = QColor(look.colour)
    while disc.lightnessF() > 0.30:  # white letters must stay readable
        disc = disc.darker(112)
    return SideColours(SIDES[look.side_key].rim, look.colour, disc.name())


def _fill(painter: QPainter, look: TokenLook, radius: float, fill: str, alpha: float = 1.0) -> None:
    painter.setBrush(colour(fill, alpha))
    painter.drawPath(token_outline(look.outline, QPointF(0, 0), radius))


def _paint_shadow(painter: QPainter, look: TokenLook, radius: float) -> None:
    """A soft shadow as a few discs: cheaper than a blur, and the same everywhere."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.translate(0, 2.5)
    for spread, alpha in ((5.5, 0.05), (4.0, 0.08), (2.5, 0.12), (1.0, 0.16)):
        _fill(painter, look, radius + spread, "#000000", alpha)
    painter.restore()


def _paint_standing(painter: QPainter, look: TokenLook) -> None:
    radius, side = disc_radius(look.size), side_colours(look)
    _paint_shadow(painter, look, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    _fill(painter, look, radius + 2, BLACK)
    painter.setPen(round_pen(side.rim, 2.2))
    _fill(painter, look, radius, side.band)
    painter.setPen(Qt.PenStyle.NoPen)
    _fill(painter, look, radius - 3, side.disc)
    _paint_label(painter, look)
    if look.hp_share is not None:
        _paint_arc(painter, radius + ARC, min(1.0, max(0.0, look.hp_share)))


def _paint_label(painter: QPainter, look: TokenLook) -> None:
    growth = 1 + (look.size - 1) * 0.7
    height = {0: 16.5, 1: 16.5, 2: 14.0, 3: 11.5}.get(len(look.label), 9.5) * growth
    painter.setPen(colour("#FFFFFF"))
    painter.setFont(ui_font(height, HEAVY))
    side = look.size * CELL
    painter.drawText(QRectF(-side / 2, -side / 2, side, side), Qt.AlignmentFlag.AlignCenter, look.label)


def _paint_arc(painter: QPainter, radius: float, share: float) -> None:
    """Hit points as an arc below the disc, filled from the left."""
    box = QRectF(-radius, -radius, radius * 2, radius * 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(BLACK, 6))
    painter.drawArc(box, 225 * 16, 90 * 16)
    if share > 0:
        painter.setPen(round_pen(FULL if share > 0.66 else HURT if share > 0.33 else LOW, 3))
        painter.drawArc(box, 225 * 16, max(1, round(90 * 16 * share)))


def _paint_badges(painter: QPainter, look: TokenLook) -> None:
    """Two badges on the shoulders; a third place holds the last one or the number of those left over."""
    reach, growth = disc_radius(look.size) + 3.0, 1.0 if look.size == 1 else 1.3
    for place, angle in zip(range(min(3, len(look.badges))), (-43, -137, 0), strict=False):
        spot = QPointF(cos(radians(angle)) * reach, sin(radians(angle)) * reach)
        painter.setPen(QPen(colour("#FFFFFF"), 1.3))
        painter.setBrush(colour(BLACK))
        painter.drawEllipse(spot, 9 * growth, 9 * growth)
        left = len(look.badges) - place
        if place == 2 and left > 1:
            painter.setFont(ui_font(10 * growth, HEAVY))
            box = QRectF(spot.x() - 12, spot.y() - 12, 24, 24)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"+{left}")
        else:
            paint_icon(painter, BADGES.get(look.badges[place], "dot"), spot, 11 * growth, "#FFFFFF")


def _paint_marks(painter: QPainter, look: TokenLook) -> None:
    """What would lie beside a miniature: crossed swords while engaged, a burst when hit.

    And a warning sign for the GM where nobody can get to.
    """
    reach, growth = disc_radius(look.size) + 2.0, 1.0 if look.size == 1 else 1.3
    if look.engaged:
        spot = QPointF(-reach, 0)
        painter.setPen(QPen(colour("#FFFFFF"), 1.0))
        painter.setBrush(colour(BLACK))
        painter.drawEllipse(spot, 7.5 * growth, 7.5 * growth)
        paint_icon(painter, "swords", spot, 9.5 * growth, "#FFFFFF")
    if look.hit:
        side = reach * cos(radians(45))
        painter.setPen(round_pen(BLACK, 1.4))
        painter.setBrush(colour(HIT))
        painter.drawPath(burst_path(QPointF(side, side), 8.5 * growth))
    if look.astray:
        side = reach * cos(radians(45))
        _paint_warning(painter, QPointF(-side, side), 9.5 * growth)


def _paint_warning(painter: QPainter, spot: QPointF, size: float) -> None:
    sign = QPolygonF([spot + QPointF(x * size, y * size) for x, y in ((0, -1.05), (1.1, 0.85), (-1.1, 0.85))])
    painter.setPen(round_pen(BLACK, 2.2))
    painter.setBrush(colour(ASTRAY))
    painter.drawPolygon(sign)
    painter.setPen(colour(BLACK))
    painter.setFont(ui_font(size * 1.35, HEAVY))
    painter.drawText(QRectF(spot.x() - size, spot.y() - size * 0.75, 2 * size, 1.75 * size), CENTRE, "!")


def _paint_down(painter: QPainter, look: TokenLook) -> None:
    """Somebody who may yet get up: its side's rim, its letters, and the floor it lies on."""
    radius = disc_radius(look.size) * 15 / 17.5
    painter.setOpacity(0.9)
    painter.setPen(round_pen(side_colours(look).band, 2.5))
    _fill(painter, look, radius, LYING)
    _paint_label(painter, look)
    for ink, width in ((BLACK, 6.0), (FULL, 3.0)):
        painter.setPen(round_pen(ink, width))
        painter.drawLine(QPointF(-radius * 0.8, radius), QPointF(radius * 0.8, radius))
    painter.setOpacity(1)


def _paint_dead(painter: QPainter, look: TokenLook) -> None:
    radius = disc_radius(look.size) * 15 / 17.5
    painter.setOpacity(0.8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#000000", 0.25))
    painter.drawEllipse(QPointF(0, 2), radius * 1.27, radius * 1.13)
    painter.setPen(QPen(colour("#15171A"), 1.5))
    _fill(painter, look, radius, LYING)
    paint_icon(painter, "cross", QPointF(0, 0), radius * 4 / 3, "#D8DADF")
    painter.setOpacity(1)


def _paint_ghost(painter: QPainter, look: TokenLook, overlay: OverlayColours) -> None:
    """Where a token would stand: its band, a dashed rim, no rings."""
    radius = disc_radius(look.size) + 0.5
    painter.setPen(QPen(colour(overlay.casing), 5))
    _fill(painter, look, radius, side_colours(look).band, 0.94)
    rim = QPen(colour(overlay.neutral), 2.6, c=Qt.PenCapStyle.FlatCap)
    rim.setDashPattern([5 / 2.6, 4 / 2.6])
    painter.setPen(rim)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(token_outline(look.outline, QPointF(0, 0), radius))
    _paint_label(painter, look)


def paint_ring(painter: QPainter, radius: float, overlay: OverlayColours) -> None:
    """The ring of the chosen token about the origin."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((overlay.casing, 6.0), (overlay.neutral, 3.0)):
        painter.setPen(QPen(colour(ink), width))
        painter.drawEllipse(QPointF(0, 0), radius, radius)


def _paint_attack_ring(painter: QPainter, radius: float, overlay: OverlayColours) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(overlay.casing), 7))
    painter.drawEllipse(QPointF(0, 0), radius, radius)
    dashes = QPen(colour(overlay.aoo), 3.5, c=Qt.PenCapStyle.FlatCap)
    dashes.setDashPattern([8 / 3.5, 5 / 3.5])
    painter.setPen(dashes)
    painter.drawEllipse(QPointF(0, 0), radius, radius)


def paint_ticks(painter: QPainter, size: int, overlay: OverlayColours) -> None:
    """Corner ticks around the squares of a target, about the origin."""
    edge, arm = size * CELL / 2 - 4, 9.0
    for ink, width in ((overlay.casing, 6.0), (overlay.weapon, 3.0)):
        painter.setPen(QPen(colour(ink), width, c=Qt.PenCapStyle.SquareCap, j=Qt.PenJoinStyle.MiterJoin))
        for sx in (-1, 1):
            for sy in (-1, 1):
                corner = QPointF(sx * edge, sy * edge)
                painter.drawPolyline([corner - QPointF(0, sy * arm), corner, corner - QPointF(sx * arm, 0)])
