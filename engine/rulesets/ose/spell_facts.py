"""What is known of a spell: shape and lengths, hit points it takes or gives, the condition it puts."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Shape(StrEnum):
    """What a spell takes hold of. Empty: the referee says, as for a spell that no list describes."""

    RULING = ""
    SELF = "self"
    ONE = "one"
    SOME = "some"
    """As many creatures as the caster names."""
    BURST = "burst"
    CONE = "cone"
    LINE = "line"


class Dose(Struct, frozen=True):
    """Hit points that a spell takes, or gives back, by one roll of its dice."""

    dice: int = 1
    sides: int = 6
    """0: no roll, but as many as the caster has hit points (a breath)."""
    bonus: int = 0
    each_level: bool = False
    """So many dice for every level of the caster."""
    half: bool = False
    """Whoever saves takes half."""
    heals: bool = False
    or_ends: str = ""
    """The condition it may end instead of healing."""
    darts: tuple[int, ...] = ()
    """It comes as darts, each rolled for by itself: the levels at which the caster has one more."""


class Span(Struct, frozen=True):
    """How long something lasts: so many rounds, or so many by a roll of dice."""

    rounds: int = 1
    """Of one unit: 1, or 60 where it is measured in Turns."""
    count: int = 1
    """Units; dice where `sides` says so."""
    sides: int = 0
    each_level: bool = False
    """Units for every level of the caster."""
    a_level: int = 0
    """Units more for every level of the caster."""


HitDice = tuple[int, int]
"""Whole hit dice and the hit points beside them: 4+1 is (4, 1)."""
UNLIMITED: HitDice = 99, 0
"""Stands for "or more"."""


class Pool(Struct, frozen=True):
    """How many a spell takes hold of, by a roll of its dice."""

    dice: int
    sides: int
    hit_dice: bool = False
    """It is hit dice that are rolled for, not heads."""
    most: HitDice | None = None
    """Whoever has more is none of those."""
    alone: tuple[HitDice, HitDice] | None = None
    """The least and most of the one it may take hold of instead."""
    alone_save: int = 0
    """What one alone has on its saving throw."""


class Affliction(Struct, frozen=True):
    """The condition that a spell puts on whomever it takes hold of."""

    condition: str
    lasts: Span | None = None
    """None: until somebody takes it away."""
    pool: Pool | None = None
    """None: all that are named or caught."""


class Spell(Struct, frozen=True):
    """A memorised spell, how many of it are left, and what is known of it. Lengths in feet."""

    name: str
    left: int = 1
    level: int = 1
    range_ft: int = 0
    """How far off its target or centre may be; 0 is within arm's length."""
    shape: Shape = Shape.RULING
    size_ft: int = 0
    """Radius of a burst, length of a cone or line."""
    duration: str = ""
    save: str = ""
    """The saving throw of those it takes hold of: one of `checks.SAVES`, or none."""
    effect: str = ""
    """What it does, in a line."""
    hostile: bool = False
    """An attack, as far as breaking a turning goes (OSE-TURN-06)."""
    concentration: bool = False
    """Lasts while the caster concentrates."""
    spares: str = ""
    """Whom it has no power over: "undead", or nobody."""
    dose: Dose | None = None
    """Hit points it takes or gives."""
    puts: Affliction | None = None
    """The condition it puts on them. The referee applies what it does beyond dose and condition."""
    on_eyes: Affliction | None = None
    """What it does to one creature that fails its save, cast on its eyes instead of around a point."""
    touch: bool = False
    """Its touch has to hit first."""
    fire: bool = False
    """It is fire: a web burns in it."""
