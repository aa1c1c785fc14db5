"""Pages of older OSE fights: what a spell or an attack of the body lacks is filled in from the library.

Only what was never written is filled in. A value on the page is the GM's, an effect taken off an attack too;
a spell's dose and condition nobody could write, so "none" beside a name that has them is a gap as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.rulesets.ose.sheet import Weapon, sheet
from engine.store.library import build, creatures
from engine.store.reading import slug
from engine.store.spells import find_spell

Plain = dict[str, Any]

_PAGE = "ose.sheet"
_DOES = ("dose", "puts", "on_eyes")
"""What of a spell the rules apply by themselves."""


def filled_from_library(battle: Plain) -> Plain:
    """The plain values of a battle with every gap filled that the library can fill."""
    for actor in battle.get("actors", {}).values():
        page = actor.get("sheet")
        if not isinstance(page, dict) or page.get("type") != _PAGE:
            continue
        for spell in page.get("spells", ()):
            _fill_spell(spell)
        if any("effect" not in attack for attack in page.get("natural", ())):
            _fill_attacks(actor, page)
    return battle


def _fill_spell(spell: Plain) -> None:
    does_nothing = not any(spell.get(key) for key in _DOES)
    known: Plain = msgspec.to_builtins(find_spell(spell.get("name", "")))
    for key, value in known.items():
        if key not in spell or (does_nothing and key in _DOES):
            spell[key] = value


def _fill_attacks(actor: Plain, page: Plain) -> None:
    known = _attacks_of(actor, page)
    for attack in page["natural"]:
        same = known.get(attack.get("key", ""))
        if same is not None:
            attack.setdefault("effect", same.effect)


def _attacks_of(actor: Plain, page: Plain) -> Mapping[str, Weapon]:
    """The attacks of the body that the library gives such a creature, by key; none for the GM's own."""
    names = {slug(name) for name in _names(actor, page)}
    entry = next((one for one in creatures() if names & {one.key, slug(one.name)}), None)
    return {} if entry is None else {attack.key: attack for attack in sheet(build(entry, "")).natural}


def _names(actor: Plain, page: Plain) -> Iterator[str]:
    """What it may be called in the library: its kind, else its name; a page's first line names the entry."""
    yield from filter(None, (page.get("role", ""), actor.get("kind", "") or actor.get("name", "")))
