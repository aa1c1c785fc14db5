"""The actor card and the token: four numbers, one of three states, what was declared, health."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.offers import Card, CardFact
from engine.model.phrase import Phrase, phrase
from engine.rulesets.common import health
from engine.rulesets.reduction.ground import engaged_with
from engine.rulesets.reduction.sheet import ReductionSheet, missile_name, most_borne, planned, plans, sheet
from engine.rulesets.reduction.state import Phase, ReductionRound, held, state


def card(battle: Battle, actor: Actor) -> Card:
    """Hit points sustained, AC, hit dice, movement; engaged or not."""
    page = sheet(actor)
    most = most_borne(page)
    engaged = bool(engaged_with(battle, actor))
    facts = (
        CardFact("taken", phrase("osr.fact.taken", "OSR-HITDICE-02"), str(page.taken), editable=True),
        CardFact("hd", phrase("osr.fact.hd", "OSR-HITDICE-03"), _dice(page)),
        CardFact("ac", phrase("osr.fact.ac", "OSR-ATTACK-04"), str(page.ac), editable=True),
        CardFact("mv", phrase("osr.fact.mv", "OSR-MOVE-01"), str(page.move), editable=True),
    )
    return Card(
        role=phrase("osr.role", "", role=page.role or actor.kind),
        facts=facts,
        state=_state_words(battle, actor, engaged),
        badges=tuple(_badges(actor)),
        health=replace(
            health(max(0, most - page.taken), most, not actor.active),
            said=phrase("osr.health", "OSR-HITDICE-02", taken=page.taken, dice=_rolled(page)),
        ),
        hands=_hands(page),
        notes=tuple(_notes(battle, actor)),
        dead=page.dead,
        fate="fled" if page.fled else "captured" if page.surrendered else "",
        turned=_turned(battle, page),
        harm="taken",
        engaged=engaged,
    )


def _turned(battle: Battle, page: ReductionSheet) -> bool:
    """Whether it suffered a hit in this round; with the end of the fight that is told no more."""
    # Rule: OSR-ATTACK-09
    over = isinstance(battle.round, ReductionRound) and battle.round.phase is Phase.OVER
    return not over and (page.hurt or page.struck)


def _state_words(battle: Battle, actor: Actor, engaged: bool) -> Phrase:
    """Exactly one of engaged, unengaged and out of action (OSR-ASSUME-07), with what was declared."""
    out = _out_words(actor)
    if out is not None:
        return out
    key = "engaged" if engaged else "unengaged"
    if isinstance(battle.round, ReductionRound):
        if held(battle, actor.side):
            return phrase(f"osr.state.{key}_held", "OSR-INIT-02")
        declared = _declared(actor)
        if declared is not None and state(battle).phase is not Phase.OVER:
            return phrase(f"osr.state.{key}_plan", "OSR-INIT-03", what=declared)
    return phrase(f"osr.state.{key}", "OSR-ASSUME-08")


def _out_words(actor: Actor) -> Phrase | None:
    """Why somebody is out of action; None for those who are not."""
    page = sheet(actor)
    if page.surrendered:
        return phrase("osr.state.surrendered", "OSR-MORALE-06")
    if page.fled and not actor.on_map:
        return phrase("osr.state.fled", "OSR-ASSUME-09")
    if not actor.on_map:
        return phrase("osr.state.off", "OSR-ASSUME-09")
    if not actor.active:
        return phrase("osr.state.dead" if page.dead else "osr.state.out", "OSR-HITDICE-05")
    return None


def _declared(actor: Actor) -> Phrase | None:
    words = [phrase(f"osr.did.{plan.verb}") for plan in plans(sheet(actor))]
    if len(words) > 1:
        return phrase("osr.state.two", "", one=words[0], other=words[1])
    return words[0] if words else None


def _dice(page: ReductionSheet) -> str:
    return f"{page.hit_dice}{page.hit_bonus:+d}"


def _rolled(page: ReductionSheet) -> str:
    bonus = f"{page.hit_bonus:+d}" if page.hit_bonus else ""
    return f"{page.hit_dice}d6{bonus}"


def _hands(page: ReductionSheet) -> Phrase | None:
    missile = missile_name(page) if page.missile_range > 0 and not page.stowed else ""
    names = dict.fromkeys(name for name in (page.weapon, missile) if name)
    return phrase("text.plain", "", text=", ".join(names)) if names else None


def _badges(actor: Actor) -> Iterator[str]:
    page = sheet(actor)
    if planned(page, "special"):
        yield "spell"
    if page.routed and actor.active:
        yield "afraid"
    if actor.hidden:
        yield "hidden"


def _notes(battle: Battle, actor: Actor) -> Iterator[Phrase]:
    """The rest of the stat line, and what is to be known of this round."""
    page = sheet(actor)
    attacks = ", ".join(_attack(page, index) for index in range(len(page.attacks))) or "0"
    yield phrase("osr.card.fights", "OSR-ATTACK-07", attacks=attacks, to_hit=page.to_hit)
    if page.morale is None:
        yield phrase("osr.card.saves", "OSR-SPECIAL-05", save=page.save)
    else:
        yield phrase("osr.card.saves_morale", "OSR-SPECIAL-05", save=page.save, morale=page.morale)
    if page.leader:
        yield phrase("osr.card.leads", "OSR-MORALE-10")
    if page.missile_range > 0:
        key = "stowed" if page.stowed else "unloaded" if page.unloaded else "ready"
        yield phrase(f"osr.card.{key}", "OSR-DECL-13", weapon=missile_name(page), most=3 * page.missile_range)
    if page.routed:
        yield phrase("osr.card.routed", "OSR-MORALE-05")
    if isinstance(battle.round, ReductionRound) and actor.active:
        yield phrase("osr.card.at_once", "OSR-ANALYSIS-04")


def _attack(page: ReductionSheet, index: int) -> str:
    effect = page.effects[index].strip() if index < len(page.effects) else ""
    return f"{page.attacks[index]} + {effect}" if effect else str(page.attacks[index])
