"""The actor card and the token: hit points, strain, luck, armour, movement, state words and badges."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.actor import GRAPPLED, PRONE, Actor
from engine.model.battle import Battle
from engine.model.offers import Card, CardFact, Health
from engine.model.phrase import ActorRef, Names, Phrase, phrase
from engine.rulesets.common import health
from engine.rulesets.os_six.bodies import AILMENTS, LASTING, STUNNED, TERRIFIED
from engine.rulesets.os_six.sheet import MOST_STRAIN, SixSheet, sheet, usable

_LOW = 0.25
"""Share of the hit points at which a hero's token carries a mark (SIX-DAMAGE-15)."""


def card(battle: Battle, actor: Actor) -> Card:
    """Everything the panel and the token say about one actor."""
    page = sheet(actor)
    return Card(
        role=_role(actor, page),
        facts=tuple(_facts(page)),
        state=_state_words(battle, actor),
        badges=tuple(_badges(actor, page)),
        health=_health(actor, page),
        hands=_weapons_words(page),
        notes=tuple(_notes(battle, actor, page)),
        dead=page.dead,
    )


def _facts(page: SixSheet) -> Iterator[CardFact]:
    points = f"{page.hp} + {page.temp}" if page.temp else f"{page.hp}/{page.max_hp}"  # Rule: SIX-TEMP-01
    yield CardFact("hp", phrase("six.fact.hp"), points if page.max_hp else "?", editable=bool(page.max_hp))
    if page.hero:
        yield CardFact("strain", phrase("six.fact.strain"), f"{page.strain}/{MOST_STRAIN}", editable=True)
        yield CardFact("luck", phrase("six.fact.luck"), str(page.luck), editable=True)
    yield CardFact("armour", phrase("six.fact.armour"), str(page.armour), editable=True)
    if not page.hero:
        yield CardFact("move", phrase("six.fact.move"), str(page.move), editable=True)
        yield CardFact("attacks", phrase("six.fact.attacks"), str(page.attacks), editable=True)


def _role(actor: Actor, page: SixSheet) -> Phrase:
    """What it is and what it fights with: "Courier. Machete, 9 mm pistol"."""
    role = page.role or actor.kind
    return phrase("six.role", "", role=role, weapons=_weapons_words(page)) if role else _weapons_words(page)


def _weapons_words(page: SixSheet) -> Phrase:
    """The weapons that can be used now."""
    return phrase("text.plain", "", text=", ".join(item.name for item in usable(page)))


def _health(actor: Actor, page: SixSheet) -> Health | None:
    return health(page.hp, page.max_hp, not actor.active) if page.max_hp else None


def _badges(actor: Actor, page: SixSheet) -> Iterator[str]:
    if page.hero and actor.active and 0 < page.hp <= _LOW * page.max_hp:
        yield "low_hp"  # Rule: SIX-DAMAGE-15
    for key in (PRONE, GRAPPLED, STUNNED):
        if actor.has(key):
            yield key
    if page.penalty or actor.has(TERRIFIED):
        yield "afraid"
    if page.cover:
        yield "defence"
    if any(actor.has(key) for key in AILMENTS):
        yield "bleeding"


def _notes(battle: Battle, actor: Actor, page: SixSheet) -> Iterator[Phrase]:
    """Further lines: what it carries, what it can, what holds it, what ails it."""
    yield phrase("six.card.weapons", "SIX-SHEET-02", items=_weapons_words(page))
    if page.gear:
        yield phrase("six.card.gear", "SIX-SHEET-02", items=", ".join(page.gear))
    for flag in ("kit", "medic", "calming", "shield", "important", "strong", "stable", "helped"):
        if getattr(page, flag):
            yield phrase(f"six.card.{flag}")
    yield phrase(
        "six.card.attributes",
        "",
        brawn=page.brawn,
        agility=page.agility,
        mind=page.mind,
        will=page.will,
        move=page.move,
    )
    if page.holding in battle.actors:
        yield phrase("six.card.holding", "SIX-GRAPPLE-05", who=ActorRef(page.holding))
    if page.held_by in battle.actors:
        yield phrase("six.card.held", "SIX-GRAPPLE-05", who=Names((page.held_by,)))
    if page.cover:
        yield phrase(f"six.cover.{page.cover}", "SIX-COVER-01")
    for key in LASTING:
        if actor.has(key):
            yield phrase(f"six.state.{key}")
    if page.ailment:
        yield phrase("six.card.ailment", "SIX-REST-15", text=page.ailment)


def _state_words(battle: Battle, actor: Actor) -> Phrase:
    """What matters most about the actor now."""
    page = sheet(actor)
    if page.dead:
        return phrase("six.state.dead", "SIX-DAMAGE-05")
    if page.strain == MOST_STRAIN:
        return phrase("six.state.incapacitated", "SIX-STRAIN-02")
    if page.max_hp and page.hp <= 0 and not actor.active:
        return phrase("six.state.stable" if page.stable else "six.state.unconscious", "SIX-DAMAGE-02")
    if not actor.active:
        return phrase("six.state.out")
    if page.dazed:
        return phrase("six.state.dazed", "SIX-DAMAGE-11")
    if actor.has(STUNNED):
        return phrase("six.state.stunned")
    if page.held_by in battle.actors:
        return phrase("six.state.held", "SIX-GRAPPLE-05", who=ActorRef(page.held_by))
    if page.holding in battle.actors:
        return phrase("six.state.holding", "SIX-GRAPPLE-05", who=ActorRef(page.holding))
    lasting = next((key for key in LASTING if actor.has(key)), None)
    if lasting is not None:
        return phrase(f"six.state.{lasting}")
    if page.penalty:
        return phrase("six.state.shaken", "SIX-PANIC-05")
    return phrase("state.done" if page.turn.acted else "state.ready")
