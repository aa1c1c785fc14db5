"""All overlays by name, and one of each for a scene. What each shows is told in its own module."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

from PySide6.QtWidgets import QGraphicsScene

from gui.scene.edge_names import EdgeNamesItem
from gui.scene.fog import FogItem
from gui.scene.marks import MapMarks
from gui.scene.odds_card import Number, OddsCard, OddsCardItem, Offer
from gui.scene.overlay_areas import (
    BracedItem,
    DoubleReachItem,
    RangeRingsItem,
    ReachItem,
    TemplateItem,
    TerrainMarksItem,
    ThreatItem,
    WeaponReachItem,
)
from gui.scene.overlay_attacks import Burst, BurstsItem, Pill, Strike, StrikesItem
from gui.scene.overlay_base import OverlayGroup, OverlayItem
from gui.scene.overlay_marks import Chip, ChipsItem, CursorItem, SelectionItem
from gui.scene.overlay_routes import ChargeItem, NoShotItem, PathItem, SafeRouteItem
from gui.theme.palette import Theme, Tone

__all__ = [
    "BracedItem",
    "Burst",
    "BurstsItem",
    "ChargeItem",
    "Chip",
    "ChipsItem",
    "CursorItem",
    "DoubleReachItem",
    "EdgeNamesItem",
    "FogItem",
    "NoShotItem",
    "Number",
    "OddsCard",
    "OddsCardItem",
    "Offer",
    "OverlayGroup",
    "OverlayItem",
    "Overlays",
    "PathItem",
    "Pill",
    "RangeRingsItem",
    "ReachItem",
    "SafeRouteItem",
    "SelectionItem",
    "Strike",
    "StrikesItem",
    "TemplateItem",
    "TerrainMarksItem",
    "ThreatItem",
    "WeaponReachItem",
]


Z_AREAS, Z_LINES = 30.0, 40.0  # between them lie the areas, which change only with the chosen actor


@dataclass(frozen=True, slots=True)
class Overlays:
    """One item of each kind. They show nothing until they are given data."""

    edges: EdgeNamesItem = field(default_factory=EdgeNamesItem)
    marks: TerrainMarksItem = field(default_factory=TerrainMarksItem)
    reach: ReachItem = field(default_factory=ReachItem)
    double: DoubleReachItem = field(default_factory=DoubleReachItem)
    threat: ThreatItem = field(default_factory=ThreatItem)
    own_threat: ThreatItem = field(default_factory=lambda: ThreatItem(lean="left"))
    braced: BracedItem = field(default_factory=BracedItem)
    weapon: WeaponReachItem = field(default_factory=WeaponReachItem)
    rings: RangeRingsItem = field(default_factory=RangeRingsItem)
    template: TemplateItem = field(default_factory=TemplateItem)
    safe: SafeRouteItem = field(default_factory=SafeRouteItem)
    path: PathItem = field(default_factory=PathItem)
    charge: ChargeItem = field(default_factory=ChargeItem)
    strikes: StrikesItem = field(default_factory=StrikesItem)
    no_shot: NoShotItem = field(default_factory=NoShotItem)
    selection: SelectionItem = field(default_factory=SelectionItem)
    cursor: CursorItem = field(default_factory=CursorItem)
    bursts: BurstsItem = field(default_factory=BurstsItem)
    chips: ChipsItem = field(default_factory=ChipsItem)
    card: OddsCardItem = field(default_factory=OddsCardItem)

    ground: OverlayGroup = field(init=False)

    def __post_init__(self) -> None:
        areas = (each for each in self.all() if Z_AREAS <= each.Z < Z_LINES)
        object.__setattr__(self, "ground", OverlayGroup(sorted(areas, key=lambda each: each.Z)))

    def all(self) -> Iterator[OverlayItem]:
        """All but the card, whether they stand in the scene themselves or in the group of the ground."""
        for each in fields(self):
            if each.name not in ("card", "ground"):
                yield getattr(self, each.name)

    def add_to(self, scene: QGraphicsScene) -> None:
        """Put all of them into `scene`."""
        scene.addItem(self.ground)
        for item in self.all():
            if item.picture is None:
                scene.addItem(item)
        scene.addItem(self.card)

    def set_tone(self, tone: Tone) -> None:
        """Colours for a map of this tone."""
        for item in self.all():
            item.set_tone(tone)

    def set_zoom(self, zoom: float, dpr: float = 1.0) -> None:
        """Follow the view's scale."""
        self.ground.set_zoom(zoom, dpr)
        for item in self.all():
            item.set_zoom(zoom, dpr)

    def set_style(self, theme: Theme, tone: Tone, text_scale: float = 1.0, dpr: float = 1.0) -> None:
        """The card wears the window's theme."""
        self.card.set_style(theme, tone, text_scale, dpr)

    # --- marks --------------------------------------------------------------------------------------

    def show_areas(self, before: MapMarks, marks: MapMarks) -> None:
        """Where somebody gets to, threatens, strikes and aims; only what differs is painted anew."""
        if before.move is not marks.move:
            self.reach.set_data(marks.move)
        if before.double is not marks.double or before.move is not marks.move:
            self.double.set_data(marks.double | marks.move if marks.double else frozenset(), marks.move)
        if before.threat is not marks.threat:
            self.threat.set_data(marks.threat)
        if before.own_threat is not marks.own_threat:
            self.own_threat.set_data(marks.own_threat)
        if before.weapon is not marks.weapon:
            self.weapon.set_data(marks.weapon)
        if before.braced is not marks.braced:
            self.braced.set_data(marks.braced)
        if before.within_reach is not marks.within_reach:
            self.rings.set_data([("may be aimed here", marks.within_reach)] if marks.within_reach else [])
        if before.template is not marks.template:
            self.template.set_data(marks.template)

    def show_ways(self, before: MapMarks, marks: MapMarks) -> None:
        """Who is chosen, and the ways that are drawn."""
        size = marks.mover_size
        self.selection.set_data(marks.selected, marks.selected_size, marks.pulse)
        self.cursor.set_data(marks.cursor)
        ghost = marks.ghost if marks.path else None
        self.path.set_data(marks.path, marks.waypoints, ghost, marks.within, size)
        self.safe.set_data(marks.safe, marks.withdrawal, size)
        self.charge.set_data(marks.charge, marks.too_near, marks.ghost if marks.charge else None, size)
        shot = marks.refused_shot
        if before.refused_shot == shot:
            return
        if shot is None:
            self.no_shot.set_data(None)
        else:
            self.no_shot.set_data(shot.shooter, shot.target, shot.near, shot.size)

    def show_attacks(self, before: MapMarks, marks: MapMarks, tokens: Sequence[tuple[int, int, int]]) -> None:
        """Who strikes whom and where; labels keep clear of `tokens`, each (column, row, size)."""
        self.strikes.set_data(marks.strikes)
        if (before.bursts, before.pills, before.path) != (marks.bursts, marks.pills, marks.path):
            ways = [way for way in (marks.path, marks.charge, marks.safe) if way]
            self.bursts.set_data(marks.bursts, marks.pills, tokens, ways)
