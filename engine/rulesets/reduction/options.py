"""Switchable readings of Old-School Reduction (rulings B and G). The first value of each is the default."""

from __future__ import annotations

from msgspec import Struct

from engine.model.actor import Guest
from engine.model.battle import Battle


class ReductionOptions(Guest, Struct, frozen=True, tag="reduction.options"):
    """The readings in force in one encounter. Values are the keys listed in `CHOICES`."""

    weapon_hits: str = "limit"
    """limit: a hit delivers the weapon's hit points, at most AT; ignore: always AT (B1)."""
    party_morale: str = "exempt"
    """exempt: players' sides never check morale; check: they do (B2 #15)."""
    square: str = "space"
    """space: a square is a space of 10 ft; quarter: it is 5 ft, and four of them make a space (B2 #1)."""
    engaged: str = "space"
    """space: enemies in one space are engaged; touching: those in neighbouring squares too (B2 #2). On
    squares of 5 ft neighbours are engaged either way."""
    movement: str = "together"
    """together: all move a space at a time; in_turn: the faster finish first (B2 #4)."""
    contact: str = "stops"
    """stops: any enemy met ends a move; passes: only one met where the path ends (G14)."""
    lost_attack: str = "lost"
    """lost: an attack on somebody no longer there; other: it may go to another enemy there (G14)."""
    met: str = "declare"
    """declare: who is met strikes back only by declaring it before the dice fall; always (B2 #6)."""
    fleeing: str = "extra"
    """extra: each enemy has one attack more on a fleer; all: each of its attacks once more; instead: only in
    place of an attack it has declared on the fleer (B2 #7, G14)."""
    shoot_engaged: str = "no"
    """Whether missiles may be used in melee (B2 #9)."""
    several_attacks: str = "each"
    """each: every attack of a creature may go to another enemy; one: all go to the same (B2 #19)."""
    ambush: str = "skip"
    """skip: an ambushed side declares and attacks nothing; answer: it may strike who meets it (B2 #17)."""
    second_option: str = "ask"
    """ask: a second declaration of an unengaged combatant is put to the referee; one: it replaces the first;
    several: it stands beside it (G18)."""


CHOICES: dict[str, tuple[str, ...]] = {
    "weapon_hits": ("limit", "ignore"),
    "party_morale": ("exempt", "check"),
    "square": ("space", "quarter"),
    "engaged": ("space", "touching"),
    "movement": ("together", "in_turn"),
    "contact": ("stops", "passes"),
    "lost_attack": ("lost", "other"),
    "met": ("declare", "always"),
    "fleeing": ("extra", "all", "instead"),
    "shoot_engaged": ("no", "yes"),
    "several_attacks": ("each", "one"),
    "ambush": ("skip", "answer"),
    "second_option": ("ask", "one", "several"),
}
SOURCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "weapon_hits": ("B1", ("OSR-ATTACK-08",)),
    "party_morale": ("B2 #15", ()),
    "square": ("B2 #1", ("OSR-MOVE-03",)),
    "engaged": ("B2 #2", ()),
    "movement": ("B2 #4", ()),
    "contact": ("G14", ("OSR-INIT-06", "OSR-DECL-11")),
    "lost_attack": ("G14", ("OSR-DECL-02", "OSR-ATTACK-01")),
    "met": ("B2 #6", ()),
    "fleeing": ("B2 #7", ()),
    "shoot_engaged": ("B2 #9", ()),
    "several_attacks": ("B2 #19", ()),
    "ambush": ("B2 #17", ()),
    "second_option": ("G18", ("OSR-DECL-18",)),
}
"""Where each comes from, and ledger rows it governs beside those that name that source themselves."""


def options(battle: Battle) -> ReductionOptions:
    """The readings in force."""
    return battle.options if isinstance(battle.options, ReductionOptions) else ReductionOptions()


def squares(battle: Battle, spaces: int) -> int:
    """A length in spaces as squares of the map."""
    return spaces * 2 if options(battle).square == "quarter" else spaces


def spaces(battle: Battle, count: int) -> int:
    """Squares of the map as spaces, begun ones counted whole."""
    return -(-count // 2) if options(battle).square == "quarter" else count
