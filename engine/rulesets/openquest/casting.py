"""Spells as far as a fight knows them, and what they or the GM add to somebody for a while."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import BLIND, HELPLESS
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskNumber, AskReaction, AskRuling, Pick
from engine.rulesets.common import known_foes
from engine.rulesets.openquest import harm
from engine.rulesets.openquest.rolls import total_of
from engine.rulesets.openquest.sheet import Effect, OqSpell, armour, sheet, write, write_turn
from engine.rulesets.openquest.skills import skill_test
from engine.rulesets.openquest.state import OpenQuestRound, state
from engine.tactics.draft import Draft, Procedure, ask

ROUNDS_A_MINUTE = 12


def cast(draft: Draft, who: ActorId) -> Procedure[None]:
    """The declared spell takes effect on its count; one that is sent at somebody can be dodged."""
    # Rule: OQ-OTHER-01
    name = sheet(draft[who]).turn.spell
    write_turn(draft, who, replace(sheet(draft[who]).turn, acted=True))
    spell = next((one for one in sheet(draft[who]).spells if one.name == name), OqSpell(name))
    title = phrase("oq.ask.spell", "OQ-OTHER-01", who=ActorRef(who), spell=name or "?")
    if not spell.projected:
        said = phrase("oq.casts", "OQ-OTHER-01", who=ActorRef(who), spell=spell.name)
        draft.emit(Said(said, about=who, rule="OQ-OTHER-01"))
    told = spell.projected and (yield from _project(draft, who, spell))
    if who in draft and not told:
        yield from ask(AskRuling(title=title, side=draft[who].side, actor=who))


def _project(draft: Draft, who: ActorId, spell: OqSpell) -> Procedure[bool]:
    """Send it at somebody; whether all that comes of it is told, so that nothing is left for a ruling."""
    foes = known_foes(draft.board, draft[who])
    picks = tuple(Pick(foe.id, phrase("oq.pick.at", "", who=ActorRef(foe.id))) for foe in foes)
    nobody = Pick("none", phrase("oq.pick.spell_fails"))
    title = phrase("oq.ask.spell_target", "OQ-OTHER-01", who=ActorRef(who), spell=spell.name)
    answer = yield from ask(AskChoice(title=title, actor=who, picks=(*picks, nobody)))
    if answer.pick == "none":
        fails = phrase("oq.spell_fails", "OQ-OTHER-01", who=ActorRef(who), spell=spell.name)
        draft.emit(Said(fails, about=who, rule="OQ-OTHER-01"))
        return True
    if answer.pick not in draft or who not in draft:
        return True
    at = phrase(
        "oq.casts_at", "OQ-OTHER-01", who=ActorRef(who), spell=spell.name, other=ActorRef(answer.pick)
    )
    draft.emit(Said(at, about=who, rule="OQ-OTHER-01"))
    if (yield from _dodges(draft, who, answer.pick, spell)):
        return True
    if spell.dice and answer.pick in draft and who in draft:
        yield from _strikes(draft, who, answer.pick, spell)
    return bool(spell.dice)


def _dodges(draft: Draft, who: ActorId, target: ActorId, spell: OqSpell) -> Procedure[bool]:
    """A dodge, if it is still to be had; the question shows what the spell says of it (OQ-REACT-11)."""
    # Rule: OQ-REACT-10
    page, turn = sheet(draft[target]), sheet(draft[target]).turn
    held = page.grapples or draft[target].has(HELPLESS) or draft[target].has(BLIND)
    if turn.reacted or turn.no_reaction or held or not draft[target].active:
        return False
    note = spell.note or "?"
    request = AskReaction(
        title=phrase("oq.ask.dodge_spell", "OQ-REACT-10", target=ActorRef(target), spell=spell.name),
        detail=(phrase("oq.detail.spell" if spell.note else "oq.detail.no_note", "OQ-REACT-11", text=note),),
        side=draft[target].side,
        actor=target,
        about=who,
        picks=(Pick("dodge", phrase("oq.pick.dodge")), Pick("none", phrase("oq.pick.take_it"))),
    )
    answer = yield from ask(request)
    if answer.pick == "none" or target not in draft:
        return False
    write_turn(draft, target, replace(sheet(draft[target]).turn, reacted=True))
    percent = sheet(draft[target]).dodge
    tally = Tally((modifier(percent, "oq.mod.dodge", "OQ-REACT-10"),))
    title = phrase("oq.ask.dodges_spell", "OQ-REACT-10", target=ActorRef(target), spell=spell.name)
    result, _ = yield from skill_test(draft, target, title, percent, tally, "OQ-REACT-10", who)
    said = phrase(f"oq.through.{'nothing' if result.good else 'all'}", "", who=ActorRef(target))
    draft.emit(Said(said, about=target, rule="OQ-REACT-10"))
    return result.good


def _strikes(draft: Draft, who: ActorId, target: ActorId, spell: OqSpell) -> Procedure[None]:
    title = phrase("oq.ask.damage", "OQ-REACT-10", attacker=ActorRef(who), target=ActorRef(target))
    amount = yield from total_of(draft, who, title, spell.dice, "OQ-REACT-10", target)
    if target in draft and amount > armour(sheet(draft[target])):
        yield from harm.harm(draft, target, amount - armour(sheet(draft[target])), who, "OQ-REACT-10")


def add_effect(draft: Draft, who: ActorId, name: str) -> Procedure[None]:
    """What the GM adds to somebody, and for how long."""
    # Rule: OQ-EXPECT-07
    found: dict[str, int] = {}
    for key, low, high in (("hit", -100, 100), ("damage", -20, 20), ("armour", -20, 20)):
        title = phrase(f"oq.ask.effect_{key}", "OQ-EXPECT-07", who=ActorRef(who))
        found[key] = (yield from ask(AskNumber(title=title, actor=who, low=low, high=high))).value
    title = phrase("oq.ask.effect_rounds", "OQ-SUM-02", who=ActorRef(who))
    rounds = yield from ask(AskNumber(title=title, actor=who, low=1, high=720, default=ROUNDS_A_MINUTE))
    if who not in draft:
        return
    number = state(draft.battle).number if isinstance(draft.battle.round, OpenQuestRound) else 1
    until = number + rounds.value - 1  # Rule: OQ-SUM-02
    effect = Effect(name or "?", found["hit"], found["damage"], found["armour"], until)
    write(draft, who, effects=(*sheet(draft[who]).effects, effect))
    said = phrase(
        "oq.effect_begins", "OQ-EXPECT-07", who=ActorRef(who), text=effect.name, rounds=rounds.value
    )
    draft.emit(Said(said, gm_only=True, about=who, rule="OQ-EXPECT-07"))
