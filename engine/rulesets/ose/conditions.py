"""Conditions in words, with their effect, rule and end."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.actor import BLIND, GRAPPLED, HELPLESS, PINNED, PRONE, Actor, Condition
from engine.model.battle import Battle
from engine.model.phrase import Phrase, phrase
from engine.rulesets.ose.bodies import ASLEEP, CHARMED, CONFUSED, HELD, PARALYSED, TURNED, WEBBED
from engine.rulesets.ose.declare import SILENCED
from engine.rulesets.ose.grapple import may_struggle
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.ose.state import OseRound, side_round

ON_FIRE, SOAKED = "on_fire", "soaked"

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
    SOAKED: "OSE-BASE-05",
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
            yield _line(battle, actor, condition)
        elif condition.key not in ("down",):
            yield _with_end(phrase("text.plain", condition.rule, text=condition.key), condition)
    if surprised(battle, actor):
        yield phrase("effect.surprised", "OSE-SURP-06")


def surprised(battle: Battle, actor: Actor) -> bool:
    """Whether the actor's side is surprised in this round."""
    now = battle.round
    return isinstance(now, OseRound) and now.surprise and side_round(now, actor.side).surprised


def _line(battle: Battle, actor: Actor, condition: Condition) -> Phrase:
    struggles = condition.key == PINNED and may_struggle(battle, actor)
    key = "effect.pinned_struggles" if struggles else f"effect.{condition.key}"
    return _with_end(phrase(key, condition.rule or RULES[condition.key]), condition)


def _with_end(effect: Phrase, condition: Condition) -> Phrase:
    if condition.until is None:
        return effect
    return phrase("effect.until", effect.rule, effect=effect, round=condition.until)
