"""Spells in words for a list to choose from: how far, how much, and whom."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.phrase import Phrase, phrase
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.ose.spell_facts import Shape, Spell


def choices(page: OseSheet, names: Sequence[str]) -> tuple[tuple[str, Phrase], ...]:
    """Each name with its range, area and whom it takes hold of, as far as they are written down."""
    known = {spell.name: spell for spell in page.spells}
    return tuple((name, _line(known[name]) if name in known else _plain(name)) for name in names)


def _line(spell: Spell) -> Phrase:
    takes = _takes(spell)
    if takes is None:
        return _plain(spell.name)
    line = phrase("pick.spell_takes", "OSE-SPELL-02", spell=spell.name, takes=takes)
    return (
        phrase("pick.spell_spares", "OSE-SPELL-06", spell=line, spares=spell.spares) if spell.spares else line
    )


def _takes(spell: Spell) -> Phrase | None:
    key = str(spell.shape) or "ruling"
    if spell.shape in (Shape.SELF, Shape.CONE, Shape.LINE):
        return phrase(f"takes.{key}", "", size=spell.size_ft)
    if not spell.range_ft:
        return None if spell.shape is Shape.RULING else phrase(f"takes.{key}_near", "", size=spell.size_ft)
    return phrase(f"takes.{key}", "", size=spell.size_ft, range=spell.range_ft)


def _plain(name: str) -> Phrase:
    return phrase("text.plain", "", text=name)
