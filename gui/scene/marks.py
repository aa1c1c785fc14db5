"""What is marked on the map at one moment, as one plain value: the scene compares and paints."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from gui.scene.geometry import Cell
from gui.scene.odds_card import OddsCard
from gui.scene.overlay_attacks import Burst, Pill, Strike
from gui.scene.overlay_marks import Chip
from gui.scene.token_art import TokenLook
from gui.scene.token_labels import Label


class RefusedShot(Struct, frozen=True):
    """A shot that may not be taken: where from, where to, and who stands too near."""

    shooter: Cell
    target: Cell
    near: tuple[Cell, ...] = ()
    size: int = 1
    words: str = "No shot"


class MapMarks(Struct, frozen=True):
    """All overlays of one screen. Empty values hide. Ways include the square they start on."""

    selected: Cell | None = None
    selected_size: int = 1
    pulse: float = 0.0
    move: frozenset[Cell] = frozenset()
    double: frozenset[Cell] = frozenset()
    double_words: str = "Double move"
    """What the legend calls the squares of `double`: a charge has its own word for them."""
    threat: Mapping[Cell, int] = {}
    own_threat: Mapping[Cell, int] = {}
    weapon: frozenset[Cell] = frozenset()
    choosing: bool = False
    """The squares of `weapon` are those to choose from, not what a weapon reaches."""
    braced: frozenset[Cell] = frozenset()
    template: frozenset[Cell] = frozenset()
    within_reach: frozenset[Cell] = frozenset()
    """Where an area may be aimed; empty where everywhere."""
    path: tuple[Cell, ...] = ()
    within: int | None = None
    waypoints: tuple[int, ...] = ()
    ghost: TokenLook | None = None
    mover_size: int = 1
    safe: tuple[Cell, ...] = ()
    withdrawal: bool = False
    charge: tuple[Cell, ...] = ()
    charge_words: str = "Charge"
    """What the legend calls it, with the least and the most it covers."""
    too_near: frozenset[Cell] = frozenset()
    too_near_words: str = ""
    """What is written at the rim of those squares: "under 15 ft: too near"."""
    strikes: tuple[Strike, ...] = ()
    bursts: tuple[Burst, ...] = ()
    pills: tuple[Pill, ...] = ()
    refused_shot: RefusedShot | None = None
    chips: tuple[Chip, ...] = ()
    labels: tuple[Label, ...] = ()
    """Labels about tokens, to be placed where they cover nothing."""
    ticked: tuple[Cell, ...] = ()
    card: OddsCard | None = None
    card_at: Cell = (0, 0)
    cursor: Cell | None = None
    targets: frozenset[str] = frozenset()
    """Ids of tokens marked as targets."""
    told: str = ""
    """What the players read of the path: who moves, and how far."""
    attacked: str = ""
    """Id of the token an open attack is rolled against."""
