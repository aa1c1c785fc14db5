"""The chance of an attack and of a reaction, part by part: what play rolls against and what previews show."""

from __future__ import annotations

from enum import StrEnum

from engine.model.actor import Actor
from engine.model.phrase import Modifier, Tally, modifier, phrase
from engine.rulesets.openquest.options import metres, options
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, Size, sheet
from engine.rulesets.openquest.skills import locked_elsewhere, skill, skill_name
from engine.tactics.board import Board

HURL_RANGE = 8
"""Metres that a weapon not made for it is thrown without penalty."""
COVER = {"partial": -25, "very_good": -50, "total": -75}
_COVER_RULES = {"partial": "OQ-COVER-03", "very_good": "OQ-COVER-04", "total": "OQ-COVER-05"}
_SHIELD = {Size.HEAVY: -25, Size.HUGE: -50}
"""What a shield of that category takes off a shot."""


class Kind(StrEnum):
    """How an attack comes about; it changes the numbers."""

    PLAIN = "plain"
    CHARGE = "charge"
    UPHILL = "uphill"
    """A charge to higher ground, which does no more damage (OQ-CHARGE-08)."""
    SET = "set"
    OFF_HAND = "off_hand"
    ALL_OUT = "all_out"
    GREAT = "great"
    DISARM = "disarm"
    GRAPPLE = "grapple"
    SHOT = "shot"
    THROWN = "thrown"
    HURLED = "hurled"

    @property
    def ranged(self) -> bool:
        """Whether it goes through the air."""
        return self in (Kind.SHOT, Kind.THROWN, Kind.HURLED)

    @property
    def by_hand(self) -> bool:
        """Thrown by hand, which can be dodged and parried with a shield."""
        return self in (Kind.THROWN, Kind.HURLED)


_KINDS = {
    Kind.SET: (25, "OQ-SET-02"),
    Kind.OFF_HAND: (-25, "OQ-TWOWEAPON-03"),
    Kind.ALL_OUT: (-25, "OQ-CCATK-04"),
    Kind.GREAT: (25, "OQ-CCATK-10"),
    Kind.DISARM: (-25, "OQ-CCATK-06"),
}


def reach_of(item: OqWeapon, kind: Kind) -> int:
    """The range in metres without penalty."""
    return HURL_RANGE if kind is Kind.HURLED else item.range  # Rule: OQ-THROWCC-01


def hurled(item: OqWeapon, kind: Kind) -> int:
    """Percent that a throw loses with a weapon not made for it."""
    return 10 * item.enc if kind is Kind.HURLED else 0  # Rule: OQ-THROWCC-02


def far(board: Board, attacker: Actor, target: Actor) -> int:
    """Metres between two bodies, 0 where one is off the map."""
    if attacker.cell is None or target.cell is None:
        return 0
    return board.separation(attacker, target) * metres(board.battle)


def chance(
    board: Board, attacker: Actor, target: Actor, item: OqWeapon, kind: Kind, share: int = 0, crowd: int = 0
) -> Tally:
    """The chance to hit in percent. `share` is the part of a skill over 100 used, `crowd` the cover that
    bystanders give."""
    page, foe = sheet(attacker), sheet(target)
    base = share or skill(page, item, kind.ranged)
    parts: tuple[Modifier, ...] = (modifier(base, skill_name(item, kind.ranged), "OQ-BASIC-06"),)
    if kind.ranged and far(board, attacker, target) > reach_of(item, kind):
        parts += (modifier(base // 2 - base, "oq.mod.far", "OQ-RANGED-06"),)  # ruling C2 #25
    if hurled(item, kind):
        parts += (modifier(-hurled(item, kind), "oq.mod.hurled", "OQ-THROWCC-02"),)
    if kind in _KINDS:
        amount, rule = _KINDS[kind]
        parts += (modifier(amount, f"oq.mod.{kind.value}", rule),)
    if kind.ranged:
        parts += _aimed(board, page, target, item, sum(part.value for part in parts))
    if not kind.ranged and _towers(page, foe):
        parts += (modifier(25, "oq.mod.mounted", "OQ-MOUNT-01"),)
    parts += _screens(foe, kind, crowd)
    parts += tuple(
        Modifier(phrase("oq.mod.effect", "OQ-EXPECT-07", text=one.name), one.hit)
        for one in page.effects
        if one.hit
    )
    if locked_elsewhere(page, target.id):
        parts += (modifier(-25, "oq.mod.grappled", "OQ-GRAPPLE-08"),)
    return Tally(parts)


def _aimed(
    board: Board, page: OpenQuestSheet, target: Actor, item: OqWeapon, so_far: int
) -> tuple[Modifier, ...]:
    """A quarter for each round spent aiming this weapon at this target (OQ-RACT-02, OQ-RACT-04)."""
    aim = page.aim
    if aim is None or aim.target != target.id or aim.key != item.key:
        return ()
    bonus = 25 * aim.rounds
    if options(board.battle).aim == "hundred":
        bonus = max(0, min(bonus, 100 - so_far))  # ruling C2 #27
    return (modifier(bonus, "oq.mod.aim", "OQ-RACT-02"),)


def _towers(one: OpenQuestSheet, other: OpenQuestSheet) -> bool:
    """Whether the first sits above the second, who is on foot and no taller than other people."""
    return one.mounted and not other.mounted and not other.tall  # Rule: OQ-MOUNT-04


def shield_cover(page: OpenQuestSheet) -> int:
    """What the shields in hand take off arrows, sling shot and bolts."""
    # Rule: OQ-REACT-06, OQ-REACT-07
    return min((_SHIELD.get(item.size, 0) for item in page.weapons if item.shield), default=0)


def _screens(foe: OpenQuestSheet, kind: Kind, crowd: int) -> tuple[Modifier, ...]:
    """Cover, shield and bystanders: the best of them counts, the others are shown struck out."""
    # Rule: OQ-COVER-01, OQ-COVER-02
    found = []
    if foe.cover:
        found.append(modifier(COVER[foe.cover], f"oq.cover.{foe.cover}", _COVER_RULES[foe.cover]))
    if crowd:
        found.append(modifier(crowd, "oq.mod.crowd", "OQ-CROWD-02"))
    if kind is Kind.SHOT and shield_cover(foe):
        rule = "OQ-REACT-06" if shield_cover(foe) == -25 else "OQ-REACT-07"
        found.append(modifier(shield_cover(foe), "oq.mod.shield", rule))
    if not found:
        return ()
    best = min(found, key=lambda part: part.value)
    return tuple(
        part if part is best else Modifier(part.label, part.value, suppressed=True) for part in found
    )


def defence(
    page: OpenQuestSheet, foe: OpenQuestSheet, parry: OqWeapon | None, by_air: bool = False, share: int = 0
) -> Tally:
    """The chance of a dodge (no `parry`) or of a parry with that item against that attacker."""
    base = share or (page.dodge if parry is None else skill(page, parry))
    label, rule = ("oq.mod.dodge", "OQ-DODGE-01") if parry is None else (skill_name(parry), "OQ-PARRY-01")
    parts: tuple[Modifier, ...] = (modifier(base, label, rule),)
    if by_air:
        return Tally(parts)
    if parry is not None and _towers(page, foe):
        parts += (modifier(25, "oq.mod.mounted", "OQ-MOUNT-02"),)
    if _towers(foe, page):
        parts += (modifier(-25, "oq.mod.on_foot", "OQ-MOUNT-03"),)
    return Tally(parts)
