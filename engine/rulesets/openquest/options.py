"""Switchable readings of OpenQuest (rulings, part C). The first value of each is the default."""

from __future__ import annotations

from msgspec import Struct

from engine.grid.cells import Cell
from engine.model.actor import Guest
from engine.model.battle import Battle


class OpenQuestOptions(Guest, Struct, frozen=True, tag="openquest.options"):
    """The readings in force in one encounter. Values are the keys listed in `CHOICES`."""

    dodge_against_critical: str = "stays"
    """stays: an ordinary dodge or parry does not stop a critical; avoids: it does (C2 #14, G13)."""
    square: str = "two"
    """How long a square is: two metres or one (C2 #1)."""
    ties: str = "skill"
    """skill: equal counts go by Close Combat, then by a die; die: by the die alone (C2 #2)."""
    leaving: str = "free"
    """free: a plain move leaves close combat; retreat: only a fighting retreat or a sprint does (C2 #5)."""
    charge_reaction: str = "whole"
    """whole: who has reacted this round may not charge; after: the reaction is lost from then on (C2 #7)."""
    charge_line: str = "ray"
    """ray: the eight directions or any straight ray between two squares; eight: the directions (C2 #8)."""
    half_parry: str = "up"
    """How half of the damage is rounded: up, or down (C2 #13)."""
    second_weapon: str = "half"
    """half: the bonus attack comes at half DEX; at_once: right after the first attack (C2 #18)."""
    thrown_down: str = "prone"
    """Whether who is thrown lands prone, or standing (C2 #21)."""
    bare_limb: str = "armour"
    """Whether the armour of who strikes bare-handed at a weapon helps: armour, or bare (OQ-UNARMED-01)."""
    crowd: str = "neighbour"
    """neighbour: a shot that missed by its cover may hit somebody beside the target; off (C2 #24)."""
    shooting_beside: str = "free"
    """Whether one may shoot with an enemy beside one: free, or no (C2 #26)."""
    aim: str = "none"
    """none: aiming adds up without limit; hundred: never above 100% (C2 #27)."""
    nocking: str = "rate"
    """rate: a bow shoots every round; action: each arrow is nocked with Ready Weapon first."""
    major_wounds: str = "off"
    """Whether the optional Major Wounds are used."""
    slope: str = "flat"
    """Where the ground rises to; a charge that way is uphill."""
    behind: str = "unseen"
    """unseen: awareness is asked for where the attacker was not seen; always: at every hit."""
    dodge_shots: str = "never"
    """Whether the GM is asked for a reaction to arrows and bolts as an exception: never, or ask."""


SLOPES: dict[str, Cell] = {
    "flat": (0, 0), "north": (0, -1), "north_east": (1, -1), "east": (1, 0), "south_east": (1, 1),
    "south": (0, 1), "south_west": (-1, 1), "west": (-1, 0), "north_west": (-1, -1),
}  # fmt: skip
"""The way up, in squares, by the reading `slope`."""
SCALES = {"two": 2, "one": 1}
"""Metres of a square by the reading `square`."""

CHOICES: dict[str, tuple[str, ...]] = {
    "square": ("two", "one"),
    "ties": ("skill", "die"),
    "leaving": ("free", "retreat"),
    "charge_reaction": ("whole", "after"),
    "charge_line": ("ray", "eight"),
    "slope": tuple(SLOPES),
    "half_parry": ("up", "down"),
    "dodge_against_critical": ("stays", "avoids"),
    "second_weapon": ("half", "at_once"),
    "thrown_down": ("prone", "standing"),
    "bare_limb": ("armour", "bare"),
    "crowd": ("neighbour", "off"),
    "shooting_beside": ("free", "no"),
    "aim": ("none", "hundred"),
    "nocking": ("rate", "action"),
    "behind": ("unseen", "always"),
    "dodge_shots": ("never", "ask"),
    "major_wounds": ("off", "on"),
}
SOURCES: dict[str, str] = {
    "square": "C2 #1",
    "ties": "C2 #2",
    "leaving": "C2 #5",
    "charge_reaction": "C2 #7",
    "charge_line": "C2 #8",
    "slope": "OQ-CHARGE-08",
    "half_parry": "C2 #13",
    "dodge_against_critical": "C2 #14",
    "second_weapon": "C2 #18",
    "thrown_down": "C2 #21",
    "bare_limb": "OQ-UNARMED-01",
    "crowd": "C2 #24",
    "shooting_beside": "C2 #26",
    "aim": "C2 #27",
    "nocking": "OQ-RANGED-03",
    "behind": "OQ-REACT-09",
    "dodge_shots": "OQ-RANGED-09",
    "major_wounds": "OQ-EXPECT-03",
}
"""Where a reading comes from: F1 on a rule that rests on the same ruling names it."""
GOVERNED: dict[str, tuple[str, ...]] = {
    "square": ("OQ-ENC-03", "OQ-BASIC-04"),
    "ties": ("OQ-SUM-04", "OQ-SUM-06"),
    "leaving": ("OQ-MOVE-09", "OQ-MOVE-02", "OQ-MOVE-06"),
    "charge_reaction": ("OQ-CHARGE-07",),
    "charge_line": ("OQ-CHARGE-03",),
    "slope": ("OQ-CHARGE-08",),
    "half_parry": ("OQ-PARRY-05",),
    "dodge_against_critical": ("OQ-DODGE-05", "OQ-CRIT-08"),
    "second_weapon": ("OQ-TWOWEAPON-04", "OQ-TWOWEAPON-06"),
    "thrown_down": ("OQ-GRAPPLE-19",),
    "bare_limb": ("OQ-UNARMED-01", "OQ-UNARMED-03"),
    "crowd": ("OQ-CROWD-03",),
    "shooting_beside": ("OQ-RANGED-14",),
    "aim": ("OQ-RACT-02",),
    "nocking": ("OQ-RANGED-03", "OQ-OTHER-05"),
    "behind": ("OQ-REACT-09", "OQ-RANGED-10"),
    "dodge_shots": ("OQ-RANGED-09", "OQ-REACT-08"),
    "major_wounds": (
        "OQ-MAJOR-01", "OQ-MAJOR-02", "OQ-MAJOR-03", "OQ-MAJOR-04", "OQ-MAJOR-05", "OQ-MAJOR-06",
        "OQ-MAJOR-07", "OQ-MAJOR-08", "OQ-MAJOR-09",
    ),
}  # fmt: skip
"""Rules that a reading governs, whether or not their rows name its ruling."""


def options(battle: Battle) -> OpenQuestOptions:
    """The readings in force."""
    return battle.options if isinstance(battle.options, OpenQuestOptions) else OpenQuestOptions()


def metres(battle: Battle) -> int:
    """The length of a square."""
    return SCALES[options(battle).square]  # ruling C2 #1


def in_squares(battle: Battle, length: int) -> int:
    """A length in metres as whole squares."""
    return length // metres(battle)
