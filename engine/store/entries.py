"""The page of an actor in the words of a library entry, and an edited entry written back on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import asdict, replace

from engine.errors import FivefootError
from engine.model.actor import Actor
from engine.model.form import FormField
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Hands, OseSheet, Weapon, sheet
from engine.store.gear import find_weapon
from engine.store.library import CreatureEntry, build

_WEAPON = "weapon"
_STANDARD_DIE = (1, 6, 0)

FORM: tuple[FormField, ...] = (
    FormField("name", "Name", needed=True, main=True),
    FormField(
        "role",
        "Class and level",
        "a monster",
        main=True,
        note="Thief 2. A hero rolls for death and dying; a cleric turns undead",
    ),
    FormField("hp", "HP", least=1, needed=True, main=True, at_most="max_hp"),
    FormField("aac", "Armour class", "10", most=40, empty=10, main=True, note="Ascending, without shield"),
    FormField("hd", "Hit dice", "by level or HP", main=True, note="3, 1+1 or 1/2"),
    FormField("mv", "Movement", "40", most=600, empty=40, main=True, unit="ft"),
    FormField("ml", "Morale", "none", least=2, most=12, main=True),
    FormField("size", "Size", "1", least=1, most=6, empty=1, main=True, unit="squares a side"),
    FormField(
        "attacks",
        "Attacks of the body",
        "none",
        separator=";",
        main=True,
        note="2 claw 1d4, bite 1d8. A semicolon before another set",
    ),
    FormField("gear", "Weapons and shield", "none", main=True, note="First what is in hand: sword, shield"),
    FormField("ab", "Attack bonus", "by class or hit dice", least=-5, most=40),
    FormField("max_hp", "HP unhurt", "the same", follows="hp"),
    FormField("phys", "PHYS modifier", "0", least=-5, most=10, once="role"),
    FormField("dex", "DEX modifier", "0", least=-5, most=10, once="role"),
    FormField("reach", "Reach of the body", "1", least=1, most=6, empty=1, unit="squares"),
    FormField("spells", "Spells memorised", "none", note="Sleep, Web, Web", once="role"),
    FormField("items", "Carries also", "nothing", note="Torch, tinder box, potion of healing", once="role"),
    FormField(
        "turns_undead",
        "Turns undead",
        note="With the holy symbol or the favoured weapon in hand",
        once="role",
    ),
    FormField("favoured", "Favoured weapon", "none", note="Of the deity", once="role"),
    FormField(
        "saves",
        "Saving throws",
        "by hit dice",
        most=20,
        least=1,
        note="Death, wands, paralysis, breath, spells",
    ),
    FormField("grapple", "Bonus to grapple", "0", least=-10, most=10),
    FormField("grapple_resistance", "Bonus against grapples", "0", least=-10, most=10),
    FormField(
        "dark_sight",
        "Sees in the dark",
        "60",
        least=-1,
        most=600,
        empty=-1,
        unit="ft",
        note="Left empty: 60, and humans not at all",
    ),
    FormField("scores.phys", "PHYS score", "0", most=25),
    FormField("scores.dex", "DEX score", "0", most=25),
    FormField("scores.comp", "COMP score", "0", most=25),
    FormField("scores.cha", "CHA score", "0", most=25),
    FormField("tags", "Tags", "none", note="undead: can be turned; human: no sight in the dark"),
    FormField("label", "Letters on the token", "first of the name"),
    FormField("note", "Note for you", "none"),
)
"""What a person may write about a creature: ten lines first, a hero's with a class, the others on request."""

_PARTS: Mapping[str, tuple[str, ...]] = {
    "hp": ("hp",),
    "max_hp": ("max_hp",),
    "hd": ("hit_dice",),
    "aac": ("ac",),
    "ab": ("attack_bonus",),
    "phys": ("phys",),
    "dex": ("dex",),
    "mv": ("rate",),
    "ml": ("morale",),
    "role": ("role", "character"),
    "reach": ("body_reach",),
    "attacks": ("gear", "natural", "routines"),
    "gear": ("gear", "shields", "routines"),
    "fixed_die": ("gear",),
    "spells": ("spells",),
    "items": ("items",),
    "turns_undead": ("turns_undead",),
    "tags": ("undead",),
    "favoured": ("favoured",),
    "scores": ("scores",),
    "saves": ("saves", "save_death"),
    "grapple": ("grapple",),
    "grapple_resistance": ("grapple_resistance",),
}
"""Which parts of the sheet follow from a part of the entry."""


def checked(entry: CreatureEntry) -> CreatureEntry:
    """The entry, if a creature can be built from it. FivefootError is one sentence why not."""
    build(entry, "")
    return entry


def entry_of(actor: Actor) -> CreatureEntry:
    """An entry that describes the actor as it is now. TypeError if it has no OSE sheet."""
    page = sheet(actor)
    return CreatureEntry(
        name=actor.name,
        kind=actor.kind,
        label=actor.label,
        role=page.role if page.character else "",
        hd=page.hit_dice,
        hp=page.hp,
        max_hp=page.max_hp,
        aac=page.ac,
        ab=page.attack_bonus,
        phys=page.phys,
        dex=page.dex,
        mv=page.rate,
        ml=page.morale,
        size=actor.size,
        reach=page.body_reach,
        attacks=tuple(_attacks(page)),
        gear=tuple(_gear(page)),
        fixed_die=any(_has_fixed_die(item) for item in page.gear),
        spells=tuple(spell.name for spell in page.spells for _ in range(spell.left)),
        turns_undead=page.turns_undead,
        favoured=page.favoured.replace("-", " "),
        scores=page.scores,
        saves=page.saves,
        grapple=page.grapple,
        grapple_resistance=page.grapple_resistance,
        items=tuple(item.name for item in page.items),
        dark_sight=actor.dark_sight * FEET_PER_SQUARE,
        tags=("undead",) if page.undead else (),
        note=actor.note,
    )


def as_kind(actor: Actor) -> CreatureEntry:
    """An entry for more of the same: unhurt, under the name of what it is."""
    entry = replace(entry_of(actor), hp=max(1, sheet(actor).max_hp))
    if not actor.kind:
        return entry
    name = sheet(actor).role or actor.kind
    return replace(entry, name=name, kind=actor.kind if actor.kind != name else "", label="")


def rewritten(actor: Actor, entry: CreatureEntry) -> Actor:
    """The actor with whatever in `entry` differs from what it is; all else, the round's state too, stays.

    FivefootError if the entry makes no creature.
    """
    before = entry_of(actor)
    changed = {key for key, value in asdict(entry).items() if value != getattr(before, key)}
    page = sheet(actor)
    again = build(entry, actor.side)
    built = sheet(again)
    parts = {part for key in changed for part in _PARTS.get(key, ())}
    new = replace(page, **{part: getattr(built, part) for part in parts})
    if "gear" in changed:
        new = replace(new, hands=_hands(page, new, built))
    return replace(
        actor,
        name=entry.name,
        label=entry.label,
        kind=actor.kind if "role" not in changed else "" if entry.role else entry.name,
        size=entry.size,
        dark_sight=again.dark_sight,
        note=again.note,
        sheet=new,
    )


# --- gear -----------------------------------------------------------------------------------------------


def _gear(page: OseSheet) -> Iterator[str]:
    """Weapons and shields by name, what is in the main hand first."""
    held = [item.name for item in page.gear if item.key == page.hands.main]
    yield from held
    yield from (item.name for item in page.gear if item.key != page.hands.main)
    yield from (shield.name for shield in page.shields)


def _hands(old: OseSheet, new: OseSheet, built: OseSheet) -> Hands:
    """Hands keep what they hold unless it was taken away or another weapon was named first."""
    carried = {*(item.key for item in new.gear), *(shield.key for shield in new.shields)}
    main = old.hands.main if old.hands.main == built.hands.main else built.hands.main
    off = old.hands.off if old.hands.off in carried and old.hands.off != main else built.hands.off
    weapon = next((item for item in new.gear if item.key == main), None)
    return Hands(main, "" if weapon is not None and weapon.hands == 2 else off)


def _has_fixed_die(item: Weapon) -> bool:
    """Whether it does the creature's own die where the list's weapon would do its own."""
    try:
        return item.variable is None and find_weapon(item.name).variable is not None
    except FivefootError:
        return False


# --- attacks --------------------------------------------------------------------------------------------


def _attacks(page: OseSheet) -> Iterator[str]:
    """The sets of attacks in the library's notation."""
    own = {item.key: _blow(item.key, item) for item in page.natural}
    armed = {item.key: _blow(_WEAPON, item) for item in page.gear}
    if page.routines:
        words = own | armed
        yield from (_set([words[key] for key in routine if key in words]) for routine in page.routines)
    elif page.natural:
        yield _set(list(own.values()))
    elif page.gear and _die(page.gear[0]) != _STANDARD_DIE:
        yield armed[page.gear[0].key]


def _set(blows: Sequence[str]) -> str:
    counted = ((blow, len(list(same))) for blow, same in groupby(blows))
    return ", ".join(f"{count} {blow}" if count > 1 else blow for blow, count in counted)


def _blow(name: str, item: Weapon) -> str:
    dice = f"{item.dice}d{item.sides}{f'{item.bonus:+d}' if item.bonus else ''}" if item.dice else "-"
    return f"{name} {dice} + {item.effect}" if item.effect else f"{name} {dice}"


def _die(item: Weapon) -> tuple[int, int, int]:
    return item.dice, item.sides, item.bonus
