"""Conditions in words, with their effect, rule and end; and fire, which burns on from round to round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.model.actor import BLIND, GRAPPLED, HELPLESS, PINNED, PRONE, Actor, Condition
from engine.model.battle import Battle
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskRoll
from engine.rulesets.common import put_condition
from engine.rulesets.ose.bodies import ASLEEP, CHARMED, CONFUSED, HELD, PARALYSED, TURNED, WEBBED, plays, tell
from engine.rulesets.ose.declare import SILENCED
from engine.rulesets.ose.harm import harm
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.ose.state import OseRound, side_round, state
from engine.tactics.draft import Draft, Procedure

ON_FIRE = "on_fire"
FIRE_DIE, FIRE_RULE = 6, "OSE-OVER-06"
"""Damage of fire in a round: 1d6 while it burns (rulings A1.7)."""

RULES = {
    BLIND: "OSE-OVER-06",
    GRAPPLED: "OSE-GRAPPLE-03",
    PINNED: "OSE-GRAPPLE-09",
    HELPLESS: "OSE-OVER-06",
    PRONE: "OSE-ACT-04",
    HELD: "OSE-MOVE-09",
    ASLEEP: "OSE-OVER-06",
    PARALYSED: "OSE-MOVE-09",
    WEBBED: "OSE-MOVE-09",
    CHARMED: "OSE-BASE-03",
    CONFUSED: "OSE-BASE-03",
    SILENCED: "OSE-CAST-01",
    TURNED: "OSE-TURN-03",
    ROUTED: "OSE-PROC-07",
    ON_FIRE: "OSE-OVER-06",
}
"""Conditions that do something by these rules -> the row that their effect, or their limit, rests on."""

BY_HAND = (PARALYSED, ASLEEP, HELD, WEBBED, BLIND, PRONE, HELPLESS, CHARMED, CONFUSED, SILENCED, ON_FIRE)
"""Those that nothing else on the page belongs to: a hold, turning and flight begin in other ways."""


def name(key: str) -> Phrase:
    """A condition in a word or two; one that the GM made up is called what the GM calls it."""
    return phrase(f"condition.{key}") if key in RULES else phrase("text.plain", "", text=key)


def lines(battle: Battle, actor: Actor) -> Iterator[Phrase]:
    """What each condition does and how long it lasts, surprise included."""
    for condition in actor.conditions:
        if condition.key in RULES:
            yield _line(condition)
        elif condition.key not in ("down",):
            yield _with_end(phrase("text.plain", condition.rule, text=condition.key), condition)
    if surprised(battle, actor):
        yield phrase("effect.surprised", "OSE-SURP-06")


def surprised(battle: Battle, actor: Actor) -> bool:
    """Whether the actor's side is surprised in this round."""
    now = battle.round
    return isinstance(now, OseRound) and now.surprise and side_round(now, actor.side).surprised


def burn_all(draft: Draft) -> Procedure[None]:
    """Everybody on fire takes its damage of the round."""
    burning = [actor.id for actor in draft.battle.actors.values() if plays(actor) and actor.has(ON_FIRE)]
    for actor_id in burning:
        if actor_id not in draft or sheet(draft[actor_id]).dead:
            continue
        faces = yield from roll(
            draft,
            AskRoll(
                title=phrase("fire.ask", FIRE_RULE, who=ActorRef(actor_id)),
                detail=(phrase("fire.detail"),),
                side=draft[actor_id].side,
                actor=actor_id,
                dice=(FIRE_DIE,),
            ),
            FIRE_RULE,
        )
        if draft[actor_id].has(WEBBED):
            burn_web(draft, actor_id)
        yield from harm(draft, actor_id, faces.faces[0], "", FIRE_RULE)


def burn_web(draft: Draft, actor_id: ActorId) -> None:
    """Fire burns a web in two rounds: this one and the next, unless it ends sooner anyway."""
    last = state(draft.battle).number + 1
    held = next(held for held in draft[actor_id].conditions if held.key == WEBBED)
    if held.until is None or held.until > last:
        put_condition(draft, actor_id, replace(held, until=last))
        tell(draft, actor_id, "web.burns", RULES[ON_FIRE], round=last)


def _line(condition: Condition) -> Phrase:
    return _with_end(phrase(f"effect.{condition.key}", condition.rule or RULES[condition.key]), condition)


def _with_end(effect: Phrase, condition: Condition) -> Phrase:
    if condition.until is None:
        return effect
    return phrase("effect.until", effect.rule, effect=effect, round=condition.until)
