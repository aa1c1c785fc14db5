"""What somebody used up in a fight: spells, ammunition with its Resource Die, shields splintered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.model.actor import Actor
from engine.model.phrase import Phrase, phrase
from engine.rulesets.common import fallen, risen
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.resources import FIRST_DIE, due
from engine.rulesets.ose.sheet import OseSheet, weapon, weapon_name


def spent(states: Sequence[Actor]) -> tuple[Phrase, ...]:
    """In a line each, from the actor's states in order; the first is how it began the fight."""
    pages = [page for actor in states if plays(actor) and isinstance(page := actor.sheet, OseSheet)]
    return (*_spells(pages), *_shots(pages), *_shields(pages)) if pages else ()


def _spells(pages: Sequence[OseSheet]) -> Iterator[Phrase]:
    for name in dict.fromkeys(spell.name for page in pages for spell in page.spells):
        left = [sum(spell.left for spell in page.spells if spell.name == name) for page in pages]
        count = fallen(left)
        if count:
            key = "spent.spell" if count == 1 else "spent.spells"
            yield phrase(key, "OSE-SPELL-12", spell=name, count=count)


def _shots(pages: Sequence[OseSheet]) -> Iterator[Phrase]:
    """Who used which kind, and what came of it for the stock (OSE-PROC-13)."""
    first, last = pages[0], pages[-1]
    for key in dict.fromkeys(key for page in pages for key, _ in page.shots):
        count = risen([dict(page.shots).get(key, 0) for page in pages])
        item = weapon(last, key)
        if count:
            yield phrase(
                "spent.shot" if count == 1 else "spent.shots",
                "OSE-PROC-13",
                weapon=weapon_name(item) if item else key,
                count=count,
                stock=_stock(first, last, key),
            )


def _shields(pages: Sequence[OseSheet]) -> Iterator[Phrase]:
    """Shields given for the damage of a hit; one that was dropped or handed over is not gone."""
    before, now = (page.splintered for page in (pages[0], pages[-1]))
    for name in now[len(before) :]:
        yield phrase("spent.shield", "OSE-SHIELD-05", shield=name)


def _stock(first: OseSheet, last: OseSheet, key: str) -> Phrase:
    before, now = (dict(page.resources).get(key, FIRST_DIE) for page in (first, last))
    if key in last.no_ammunition:
        return phrase("spent.stock_empty", "OSE-PROC-12")
    if key in due(last):
        return phrase("spent.stock_due", "OSE-PROC-12", sides=now)
    if now < before:
        return phrase("spent.stock_shrunk", "OSE-PROC-12", before=before, sides=now)
    return phrase("spent.stock_held", "OSE-PROC-12", sides=now)
