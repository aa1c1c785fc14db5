"""The actor card and the token: four numbers, what it is about, and what matters in its state."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.actor import GRAPPLED, HELPLESS, PRONE, Actor
from engine.model.battle import Battle
from engine.model.offers import Card, CardFact
from engine.model.phrase import ActorRef, Phrase, Tally, modifier, phrase
from engine.rulesets.common import health
from engine.rulesets.openquest.harm import beyond_repair
from engine.rulesets.openquest.reactions import left_to_parry, reactions
from engine.rulesets.openquest.sheet import OpenQuestSheet, armour, dexterity, held, sheet
from engine.rulesets.openquest.skills import skill, skill_name
from engine.rulesets.openquest.tallies import COVER


def card(battle: Battle, actor: Actor) -> Card:
    """Hit points, armour, skill and movement."""
    page = sheet(actor)
    item = held(page)[0]
    rate = page.mount_rate if page.mounted else page.rate  # Rule: OQ-MOUNT-05
    facts = (
        CardFact("hp", phrase("oq.fact.hp"), f"{page.hp}/{page.max_hp}", editable=True),
        CardFact("ap", phrase("oq.fact.ap"), str(armour(page)), editable=True, tally=_armour(page)),
        CardFact("skill", phrase(f"oq.fact.{_skill_key(page)}"), f"{skill(page, item, item.missile)}%"),
        CardFact("rate", phrase("oq.fact.rate"), f"{rate} m", editable=not page.mounted),
    )
    hands = ", ".join(one.name for one in held(page))
    return Card(
        phrase("oq.role", "", role=page.role or actor.kind),
        facts,
        state_words(battle, actor),
        tuple(_badges(actor, page)),
        health(page.hp, page.max_hp, not actor.active),
        phrase("text.plain", "", text=hands),
        notes=tuple(_notes(battle, actor, page)),
        dead=page.dead,
        fate="captured" if page.surrendered else "",
    )


def _skill_key(page: OpenQuestSheet) -> str:
    item = held(page)[0]
    return skill_name(item, item.missile).removeprefix("oq.mod.")


def _armour(page: OpenQuestSheet) -> Tally | None:
    extra = sum(effect.armour for effect in page.effects)
    if not extra:
        return None
    return Tally((modifier(page.armour, "oq.fact.ap"), modifier(extra, "oq.mod.magic", "OQ-EXPECT-07")))


def _badges(actor: Actor, page: OpenQuestSheet) -> Iterator[str]:
    found = {
        "brace": page.set_weapon,
        "spell": bool(page.turn.spell),
        "grappled": actor.has(GRAPPLED),
        "helpless": actor.has(HELPLESS) and actor.active,
        "prone": actor.has(PRONE),
        "bleeding": bool(page.wounds),  # Rule: OQ-MAJOR-09
        "defence": bool(page.cover),
        "afraid": page.fleeing,
        "hidden": actor.hidden,
    }
    return (key for key, there in found.items() if there)


def state_words(battle: Battle, actor: Actor) -> Phrase:
    """What it is about, in a few words."""
    page = sheet(actor)
    if page.dead:
        beyond = beyond_repair(page)
        return (
            phrase("oq.state.beyond", "OQ-DAMAGE-09") if beyond else phrase("oq.state.dead", "OQ-DAMAGE-07")
        )
    if page.surrendered:
        return phrase("oq.state.surrendered", "OQ-INTIM-01")
    if not actor.active:
        return phrase("oq.state.unconscious", "OQ-DAMAGE-06")
    if page.hold == "immobilised":
        return phrase("oq.state.helpless", "OQ-GRAPPLE-14")
    if page.grapples in battle.actors:
        return phrase("oq.state.grapples", "OQ-GRAPPLE-07", other=ActorRef(page.grapples))
    if page.fleeing:
        return phrase("oq.state.flees", "OQ-INTIM-01")
    if page.turn.bolts:
        return phrase("oq.state.bolts", "OQ-MOUNT-08")
    if page.turn.spell:
        return phrase("oq.state.spell", "OQ-SUM-05", spell=page.turn.spell)
    if page.turn.waits_for in battle.actors:
        key = "lurks" if page.turn.interrupts else "waits"
        return phrase(f"oq.state.{key}", "OQ-OTHER-02", other=ActorRef(page.turn.waits_for))
    if page.set_weapon:
        return phrase("oq.state.set", "OQ-SET-01")
    return phrase("state.done" if page.turn.acted else "state.ready")


def _notes(battle: Battle, actor: Actor, page: OpenQuestSheet) -> Iterator[Phrase]:
    """What is left of the turn, then everything else that changes a number."""
    if actor.active:
        yield _reaction(battle, actor, page)
        if 0 < 3 * page.hp <= page.max_hp:  # Rule: OQ-EXPECT-02
            yield phrase(
                "oq.card.near_death", "OQ-EXPECT-02", hp=page.hp, dodge=page.dodge, skill=_parry(page)
            )
    if page.hp > 0 and page.hero_points:
        yield phrase("oq.card.hero_points", "OQ-DAMAGE-08", n=page.hero_points)
    if page.turn.parried or page.turn.dodged:
        yield from _pools(page)
    if len(page.turn.shares) > 1:
        yield phrase("oq.card.shares", "OQ-OVER100-03", text=" / ".join(map(str, page.turn.shares)))
    if page.aim is not None and page.aim.target in battle.actors:
        yield phrase("oq.card.aims", "OQ-RACT-02", other=ActorRef(page.aim.target), n=25 * page.aim.rounds)
    for load in page.loads:
        name = next((item.name for item in held(page) if item.key == load.key), load.key)
        yield phrase("oq.card.unloaded", "OQ-OTHER-09", means=name, n=load.left)
    if page.cover:
        cover = phrase(f"oq.cover.{page.cover}")
        yield phrase("oq.card.cover", "OQ-COVER-01", cover=cover, n=COVER[page.cover])
    for effect in page.effects:
        yield phrase(
            "oq.card.effect", "OQ-EXPECT-07", text=effect.name, hit=effect.hit, damage=effect.damage,
            armour=effect.armour, until=effect.until,
        )  # fmt: skip
    for wound in page.wounds:
        yield phrase("oq.card.wound", "OQ-MAJOR-06", text=wound)
    if page.shocked:
        yield phrase("oq.card.shocked", "OQ-MAJOR-04", dex=dexterity(page), whole=page.dex)
    if page.fights_until:
        yield phrase("oq.card.fights_until", "OQ-MAJOR-05", n=page.fights_until)
    if page.mounted:
        key = "oq.card.untrained" if page.untrained else "oq.card.mounted"
        yield phrase(key, "OQ-MOUNT-06", riding=page.riding)
    if page.packed:
        yield phrase("oq.card.packed", "OQ-OTHER-05", text=", ".join(item.name for item in page.packed))


def _reaction(battle: Battle, actor: Actor, page: OpenQuestSheet) -> Phrase:
    if not reactions(battle, actor.id):
        return phrase("oq.card.no_reaction", "OQ-REACT-01")
    key = "oq.card.dodge_only" if page.turn.dodge_only else "oq.card.reaction"
    return phrase(key, "OQ-REACT-01")


def _parry(page: OpenQuestSheet) -> int:
    return max((skill(page, item) for item in held(page) if not item.missile), default=0)


def _pools(page: OpenQuestSheet) -> Iterator[Phrase]:
    """What is left of a skill over 100 (OQ-OVER100-08)."""
    if page.turn.parried:
        left = max((left_to_parry(page, item) for item in held(page)), default=0)
        yield phrase("oq.card.parry_left", "OQ-OVER100-08", n=left)
    if page.turn.dodged:
        yield phrase("oq.card.dodge_left", "OQ-OVER100-08", n=page.dodge - page.turn.dodged)
