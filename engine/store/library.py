"""The creatures that ship with the program: found by name, built into actors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import Actor
from engine.model.phrase import Cell, SideId
from engine.rulesets.ose.arms import arms_of
from engine.rulesets.ose.checks import SAVES
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Hands, OseSheet, Quality, Scores, Shield, Weapon
from engine.rulesets.ose.spell_facts import Spell
from engine.session.dice import Dice, parse_dice
from engine.store.gear import did_you_mean, find_gear, find_weapon, suggestions
from engine.store.items import find_item
from engine.store.reading import read_asset, slug
from engine.store.spells import find_spell

__all__ = [
    "CreatureEntry",
    "build",
    "counted",
    "creatures",
    "find_creature",
    "find_gear",
    "fitting",
    "search",
    "suggest",
]

_PART = re.compile(r"(?:(\d+) )?([a-z]+(?:[ -][a-z]+)*) (-|\d*d\d+(?:[+-]\d+)?)(?: \+ (.+))?")
_WEAPON = "weapon"
_HUMAN = frozenset(("human", "hero"))
_MONSTERS_DARK_SIGHT = 60


class Listed(Protocol):
    """What a library can be searched by."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def tags(self) -> tuple[str, ...]: ...

    @property
    def words(self) -> tuple[str, ...]:
        """What else it is found by: its tags, its kind, its class."""
        ...


L = TypeVar("L", bound=Listed)


class CreatureEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One row of the library. Lengths in feet but `size` and `reach`, which count squares.

    `attacks` are the alternative sets of attacks, in the notation of the asset file; `gear` starts with what
    it holds. An entry with a `role` is a character.
    """

    key: str = ""
    name: str
    kind: str = ""
    label: str = ""
    role: str = ""
    hd: str
    hp: int
    max_hp: int = 0
    aac: int
    ab: int = 0
    phys: int = 0
    dex: int = 0
    mv: int
    ml: int | None = None
    size: int = 1
    reach: int = 1
    attacks: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    fixed_die: bool = False
    """Its weapons keep its die under variable weapon damage too."""
    spells: tuple[str, ...] = ()
    turns_undead: bool = False
    favoured: str = ""
    """The weapon the deity favours, by name."""
    scores: Scores = Scores()
    saves: tuple[int, ...] = ()
    """What a d20 must reach against death, wands, paralysis, breath, spells; empty: by its hit dice."""
    grapple: int = 0
    """Bonus of a creature good at grappling; `grapple_resistance` of one hard to hold."""
    grapple_resistance: int = 0
    items: tuple[str, ...] = ()
    """What else it carries, by name."""
    dark_sight: int = -1
    """Feet it sees in the dark; where it is not written 60, but for humans, who do not."""
    tags: tuple[str, ...] = ()
    note: str = ""

    @property
    def weapon(self) -> str:
        """What it fights with, in words, for the list."""
        return ", ".join(self.gear) or "; ".join(self.attacks) or "unarmed"

    @property
    def words(self) -> tuple[str, ...]:
        """What it is found by beside its name. A class makes a hero, turning undead a cleric."""
        heroes = ("hero", "heroes") if self.role else ()
        clerics = ("cleric", "warpriest") if self.turns_undead else ()
        return (self.role, self.kind, *self.tags, *heroes, *clerics)


class _File(Struct, forbid_unknown_fields=True):
    creatures: dict[str, CreatureEntry]


class _Blow(NamedTuple):
    """One part of a set of attacks: how often, with what, the dice (None: no damage), what else it does."""

    times: int
    name: str
    dice: Dice | None
    effect: str


@lru_cache(maxsize=1)
def creatures() -> tuple[CreatureEntry, ...]:
    """Every creature, by name."""
    rows = read_asset("creatures/ose.toml", _File).creatures
    return tuple(sorted((replace(row, key=key) for key, row in rows.items()), key=lambda row: row.name))


def search(
    text: str, tag: str = "", size: int | None = None, own: Iterable[CreatureEntry] = ()
) -> tuple[CreatureEntry, ...]:
    """The creatures that fit what was typed, as `fitting` finds them.

    The GM's own stand before others that fit as well.
    """
    return fitting((*own, *creatures()), text, tag, size)


def fitting(rows: Iterable[L], text: str, tag: str = "", size: int | None = None) -> tuple[L, ...]:
    """The rows that fit what was typed: name first, then words within the name, then tags, class and kind."""
    wanted = slug(text)
    ranked = (
        (_rank(row, wanted), row) for row in rows if (not tag or tag in row.tags) and size in (None, row.size)
    )
    return tuple(row for rank, row in sorted(ranked, key=lambda pair: pair[0]) if rank < _NO_FIT)


_NO_FIT = 3


def _rank(entry: Listed, wanted: str) -> int:
    name = slug(entry.name)
    if name.startswith(wanted):
        return 0
    if f"-{wanted}" in name:
        return 1
    return 2 if any(f"-{wanted}" in f"-{slug(words)}" for words in entry.words) else _NO_FIT


def counted(text: str) -> tuple[str, int]:
    """What was typed, and how many of it: "gob 4" is four of "gob"."""
    name, _, number = text.strip().rpartition(" ")
    if name and number.isdecimal() and 1 <= int(number) <= 99:
        return name.strip(), int(number)
    return text.strip(), 1


def suggest(text: str, own: Iterable[CreatureEntry] = ()) -> tuple[str, ...]:
    """Names near to one that nothing was found for."""
    return tuple(suggestions(text, (entry.name for entry in (*own, *creatures()))))


def find_creature(name: str) -> CreatureEntry:
    """The creature with exactly that name or key.

    FivefootError says that there is none, and which was perhaps meant.
    """
    wanted = slug(name)
    for entry in creatures():
        if wanted in (entry.key, slug(entry.name)):
            return entry
    raise FivefootError(
        f"No creature called '{name}'.{did_you_mean(name, (one.name for one in creatures()))}"
    )


# --- building ----------------------------------------------------------------------------------------


def build(entry: CreatureEntry, side: SideId, cell: Cell | None = None) -> Actor:
    """An actor with an OSE sheet, without an id (an `AddActor` gives it one, and a number to its kind)."""
    kind = "" if entry.role else entry.kind or entry.name
    actor = Actor(
        id="",
        name=kind or entry.name,
        side=side,
        cell=cell,
        size=entry.size,
        label=entry.label,
        kind=kind,
        dark_sight=_dark_sight(entry) // FEET_PER_SQUARE,
        note=_note(entry),
        sheet=_sheet(entry),
    )
    return replace(actor, arms=arms_of(actor))


def _sheet(entry: CreatureEntry) -> OseSheet:
    sets = tuple(_blows(attacks) for attacks in entry.attacks)
    weapons = tuple(_armed(entry, item, sets) for item in entry.gear if slug(item) != "shield")
    shields = tuple(find_gear(item, Shield) for item in entry.gear if slug(item) == "shield")
    page = OseSheet(
        hp=entry.hp,
        max_hp=entry.max_hp or entry.hp,
        ac=entry.aac,
        attack_bonus=entry.ab,
        phys=entry.phys,
        dex=entry.dex,
        rate=entry.mv,
        role=entry.role or entry.name,
        hit_dice=entry.hd,
        morale=entry.ml,
        character=bool(entry.role),
        gear=weapons,
        shields=shields,
        natural=_natural(sets),
        body_reach=entry.reach,
        routines=_routines(sets, weapons),
        hands=_hands(weapons, shields),
        spells=_memorised(entry.spells),
        items=tuple(find_item(name) for name in entry.items),
        turns_undead=entry.turns_undead,
        undead="undead" in entry.tags,
        favoured=slug(entry.favoured),
        scores=entry.scores,
        grapple=entry.grapple,
        grapple_resistance=entry.grapple_resistance,
    )
    saves = _saves(entry)
    return replace(page, saves=saves, save_death=saves[0]) if saves else page


def _saves(entry: CreatureEntry) -> tuple[int, ...]:
    if len(entry.saves) not in (0, len(SAVES)):
        raise FivefootError(f"Saves are {len(SAVES)} numbers: {', '.join(SAVES)}.")
    return entry.saves


def _memorised(names: Iterable[str]) -> tuple[Spell, ...]:
    """Each spell once, with how often it was named."""
    spells = [find_spell(name) for name in names]
    return tuple(replace(spell, left=spells.count(spell)) for spell in dict.fromkeys(spells))


def _dark_sight(entry: CreatureEntry) -> int:
    if entry.dark_sight >= 0:
        return entry.dark_sight
    return 0 if _HUMAN.intersection(entry.tags) else _MONSTERS_DARK_SIGHT


def _blows(attacks: str) -> tuple[_Blow, ...]:
    """A set of attacks: "2 claw 1d4 + paralysis, bite 1d8"."""
    found = []
    for part in attacks.split(", "):
        match = _PART.fullmatch(part)
        if match is None:
            raise FivefootError(f"'{part}' is no attack: write it like '2 claw 1d4'")
        dice = None if match[3] == "-" else parse_dice(match[3])
        found.append(_Blow(int(match[1] or 1), match[2], dice, match[4] or ""))
    return tuple(found)


def _armed(entry: CreatureEntry, item: str, sets: tuple[tuple[_Blow, ...], ...]) -> Weapon:
    """A weapon in this creature's hands: it does the creature's own damage (rulings A1.11)."""
    weapon = find_weapon(item)
    own = next((blow.dice for blows in sets for blow in blows if blow.name == _WEAPON), None)
    if own is None:
        return weapon
    variable = None if entry.fixed_die else weapon.variable
    return replace(weapon, dice=own.count, sides=own.sides, bonus=own.bonus, variable=variable)


def _natural(sets: tuple[tuple[_Blow, ...], ...]) -> tuple[Weapon, ...]:
    """Each attack of the body once."""
    found: dict[str, Weapon] = {}
    for blows in sets:
        for blow in blows:
            if blow.name != _WEAPON:
                found[blow.name] = _body_part(blow)
    return tuple(found.values())


def _body_part(blow: _Blow) -> Weapon:
    part = Weapon(blow.name, blow.name.capitalize(), (Quality.MELEE,), natural=True, effect=blow.effect)
    dice = blow.dice
    if dice is None:
        return replace(part, dice=0, sides=0)
    return replace(part, dice=dice.count, sides=dice.sides, bonus=dice.bonus)


def _routines(
    sets: tuple[tuple[_Blow, ...], ...], weapons: tuple[Weapon, ...]
) -> tuple[tuple[str, ...], ...]:
    """The sets as weapon keys; none where the rules' default says the same: one blow, or each attack once."""
    plain = len(sets) <= 1 and all(blow.times == 1 for blows in sets for blow in blows)
    mixed = any(blow.name == _WEAPON for blows in sets for blow in blows) and bool(_natural(sets))
    if plain and not mixed:
        return ()
    held = weapons[0].key if weapons else ""
    return tuple(
        tuple(held if blow.name == _WEAPON else blow.name for blow in blows for _ in range(blow.times))
        for blows in sets
    )


def _hands(weapons: tuple[Weapon, ...], shields: tuple[Shield, ...]) -> Hands:
    """The first weapon is in hand, and the shield where a hand is left for it."""
    main = weapons[0] if weapons else None
    off = shields[0].key if shields and (main is None or main.hands < 2) else ""
    return Hands(main.key if main else "", off)


def _note(entry: CreatureEntry) -> str:
    """What the GM has to apply by hand."""
    effects = [
        f"{blow.name.capitalize()}: {blow.effect}."
        for attacks in entry.attacks
        for blow in _blows(attacks)
        if blow.effect
    ]
    unwritten = (effect for effect in dict.fromkeys(effects) if effect not in entry.note)
    return " ".join((*unwritten, entry.note)).strip()
