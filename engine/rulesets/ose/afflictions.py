"""What a hit does beyond its damage: paralysis, poison, a drain. Asked for at once."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskRoll, AskRuling
from engine.rulesets.common import set_condition
from engine.rulesets.ose import bodies, disruption, grapple
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.checks import SAVES, save_roll
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import Weapon, sheet, weapon_name
from engine.rulesets.upshots import FAILS, SUCCEEDS, Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask

RULE = "OSE-OVER-06"
PARALYSIS, POISON = "paralysis", "poison"
_SAVES = {PARALYSIS: "paralysis", POISON: "death"}
"""Effects that a save keeps off, and which of `checks.SAVES` that is; the others allow none."""
_WORDS = re.compile(
    r"(?P<what>.*?)(?: \(not (?P<spared>[^)]+)\))?(?: \((?P<chance>\d+)%(?:; save vs (?P<save>[a-z]+))?\))?"
)
_SPARED = {"elves": re.compile(r"(?<![\w-])elf\b", re.IGNORECASE)}
"""Peoples an effect has no power over, and how they are known by what they are called."""


class Effect(NamedTuple):
    """What a weapon's effect says: "paralysis (not elves)", "disease (5%; save vs poison)"."""

    what: str
    spared: str = ""
    chance: int = 100
    """In a hundred hits, how many carry it."""
    against: str = ""

    @property
    def save(self) -> str:
        """The saving throw it allows; empty for none."""
        return _SAVES.get(self.what, "") or (_SAVES.get(self.against, self.against))


def effect_of(item: Weapon) -> Effect:
    """The effect of a weapon, taken apart; an empty one for most weapons."""
    found = _WORDS.fullmatch(item.effect.strip())
    if not found:
        return Effect(item.effect)
    save = found["save"] or ""
    known = save if save in SAVES or save in _SAVES else ""
    return Effect(found["what"].lower(), found["spared"] or "", int(found["chance"] or 100), known)


def immune(actor: Actor, effect: Effect) -> bool:
    """Whether the actor is of the people that the effect has no power over."""
    known = _SPARED.get(effect.spared)
    return known is not None and any(known.search(word) for word in (sheet(actor).role, actor.kind))


def afflict(draft: Draft, attacker: ActorId, target: ActorId, item: Weapon) -> Procedure[None]:
    """The save a hit calls for, and what comes of a failed one; without a save the referee rules at once."""
    effect = effect_of(item)
    if (
        not effect.what
        or target not in draft
        or not bodies.plays(draft[target])
        or _past_it(draft, target, effect)
    ):
        return
    if immune(draft[target], effect):
        bodies.tell(draft, target, "afflict.immune", RULE, effect=effect.what)
        return
    if effect.chance < 100 and not (yield from _strikes(draft, attacker, target, item, effect)):
        return
    _tell_hit(draft, attacker, target, item, effect)
    if effect.save and (yield from _saves(draft, attacker, target, effect)):
        return
    if effect.what == PARALYSIS:
        yield from _paralyse(draft, target)
    else:
        yield from _rule_on_it(draft, attacker, target, item, effect)


def _strikes(
    draft: Draft, attacker: ActorId, target: ActorId, item: Weapon, effect: Effect
) -> Procedure[bool]:
    """Whether this hit carries what only some do: a secret d100, so that nobody need rule on the others."""
    means = weapon_name(item)
    request = AskRoll(
        title=phrase(
            "afflict.ask_chance", RULE, attacker=ActorRef(attacker), means=means, effect=effect.what
        ),
        detail=(phrase("afflict.chance", RULE, effect=effect.what, chance=effect.chance),),
        side=draft[attacker].side,
        actor=attacker,
        about=target,
        secret=True,
        dice=(100,),
        beats=effect.chance,
        at_or_under=True,
    )
    works = phrase("upshot.save_next" if effect.save else "upshot.referee_next", RULE, effect=effect.what)
    request = decided(request, Upshot(SUCCEEDS, (works,)), Upshot(FAILS, (_unharmed(target),)))
    return request.succeeds((yield from roll(draft, request, RULE)))


def _unharmed(target: ActorId) -> Phrase:
    return phrase("upshot.unharmed", RULE, who=ActorRef(target))


def _past_it(draft: Draft, target: ActorId, effect: Effect) -> bool:
    """The dead feel nothing, and whoever lies helpless cannot be held any stiller."""
    if sheet(draft[target]).dead:
        return True
    return effect.what == PARALYSIS and bodies.helpless(draft[target])


def _tell_hit(draft: Draft, attacker: ActorId, target: ActorId, item: Weapon, effect: Effect) -> None:
    """What the weapon carries is the referee's to know until it works."""
    what = phrase(
        "afflict.carries",
        RULE,
        attacker=ActorRef(attacker),
        target=ActorRef(target),
        means=weapon_name(item),
        effect=effect.what,
    )
    draft.emit(Said(what, gm_only=True, about=target, rule=RULE))


def _saves(draft: Draft, attacker: ActorId, target: ActorId, effect: Effect) -> Procedure[bool]:
    """Whoever is helpless has no chance to save (rulings A1.7)."""
    if bodies.helpless(draft[target]):
        return False
    request = save_roll(draft.battle, target, effect.save, RULE)
    detail = phrase("afflict.save", RULE, effect=effect.what, needs=request.beats or 0)
    request = replace(request, about=attacker, detail=(detail,))
    works = phrase("upshot.referee_next", RULE, effect=effect.what)
    if effect.what == PARALYSIS:
        works = phrase("upshot.paralysed", RULE, who=ActorRef(target))
    request = decided(request, Upshot(SUCCEEDS, (_unharmed(target),)), Upshot(FAILS, (works,)))
    return request.succeeds((yield from roll(draft, request, RULE)))


def _paralyse(draft: Draft, target: ActorId) -> Procedure[None]:
    set_condition(draft, target, bodies.PARALYSED, rule=RULE)
    bodies.end_stances(draft, target)
    bodies.tell(draft, target, "afflict.paralysed", RULE)
    sync_arms(draft, target)
    grapple.end_lost_holds(draft)
    yield from disruption.check_disturbed(draft)


def _rule_on_it(
    draft: Draft, attacker: ActorId, target: ActorId, item: Weapon, effect: Effect
) -> Procedure[None]:
    """What these rules leave to the creature: how fast a poison works, what a drain takes."""
    yield from ask(
        AskRuling(
            title=phrase("afflict.rule", RULE, target=ActorRef(target), effect=effect.what),
            detail=tuple(_known(draft, attacker, item, effect)),
            side=draft[attacker].side,
            actor=attacker,
            about=target,
            secret=True,
        )
    )


def _known(draft: Draft, attacker: ActorId, item: Weapon, effect: Effect) -> list[Phrase]:
    """What is written of it: whether a save was made, and the creature's note."""
    key = "afflict.not_saved" if effect.save else "afflict.no_save"
    note = draft[attacker].note
    lines = [phrase(key, RULE, means=weapon_name(item), effect=effect.what)]
    return [*lines, phrase("text.plain", "", text=note)] if note else lines
