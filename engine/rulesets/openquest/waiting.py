"""Delay: to follow somebody's action, or to break in on it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import RoundSet, Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskNumber, AskRuling, Pick
from engine.rulesets.openquest import attacks, targeting
from engine.rulesets.openquest.sheet import held, sheet, weapon, write_turn
from engine.rulesets.openquest.skills import beats, plain_test, players, skill, skill_test
from engine.rulesets.openquest.state import Count, state
from engine.rulesets.openquest.tallies import Kind
from engine.tactics.draft import Draft, Procedure, ask

INTERRUPTIBLE = (
    "attack", "all_out", "great", "disarm", "grapple", "shoot", "hurl", "charge", "cast", "sprint", "set",
    "aim", "ready", "reload", "stand", "prone", "intimidate", "skill",
)  # fmt: skip
_INFLUENCE = "influence"


def delay(draft: Draft, who: ActorId, other: ActorId, interrupts: bool) -> None:
    """Hold the action until the other has acted, or is about to."""
    turn = replace(sheet(draft[who]).turn, waits_for=other, interrupts=interrupts)
    write_turn(draft, who, turn, sheet(draft[who]).set_weapon)
    key, rule = ("oq.lurks", "OQ-OTHER-03") if interrupts else ("oq.waits", "OQ-OTHER-02")
    said = phrase(key, rule, who=ActorRef(who), other=ActorRef(other))
    draft.emit(Said(said, about=who, rule=rule))


def _waiters(battle: Battle, other: ActorId, interrupts: bool) -> tuple[ActorId, ...]:
    return tuple(
        actor.id
        for actor in battle.actors.values()
        if actor.active
        and sheet(actor).turn.waits_for == other
        and sheet(actor).turn.interrupts == interrupts
        and not sheet(actor).turn.acted
    )


def after(draft: Draft, other: ActorId) -> Procedure[ActorId]:
    """Now that the other has acted: whoever waited for it and wants to act; "" for nobody.

    Who keeps waiting is asked again after each further count.
    """
    # Rule: OQ-OTHER-02
    for who in (*_waiters(draft.battle, other, False), *_patient(draft.battle, other)):
        title = phrase("oq.ask.wait", "OQ-OTHER-02", who=ActorRef(who))
        picks = (Pick("now", phrase("oq.pick.act_now")), Pick("wait", phrase("oq.pick.wait")))
        answer = yield from ask(AskChoice(title=title, side=draft[who].side, actor=who, picks=picks))
        if who not in draft:
            continue
        turn = sheet(draft[who]).turn
        if answer.pick == "now":
            write_turn(draft, who, replace(turn, waits_for=""), sheet(draft[who]).set_weapon)
            return who
        write_turn(draft, who, replace(turn, waits_for="*", interrupts=False), sheet(draft[who]).set_weapon)
    return ""


def _patient(battle: Battle, other: ActorId) -> tuple[ActorId, ...]:
    return tuple(who for who in _waiters(battle, "*", False) if who != other)


def interrupts(draft: Draft, act: Act) -> Procedure[bool]:
    """Before an action whoever lies in wait for it may break in. False if it can no longer be done."""
    # Rule: OQ-OTHER-03, OQ-OTHER-04
    if act.verb not in INTERRUPTIBLE:
        return True
    for who in _waiters(draft.battle, act.actor, True):
        yield from _break_in(draft, who, act)
        if act.actor not in draft or not draft[act.actor].active:
            return False
    return all(target in draft for target in act.targets)


def _break_in(draft: Draft, who: ActorId, act: Act) -> Procedure[None]:
    other = act.actor
    title = phrase("oq.ask.break_in", "OQ-OTHER-03", who=ActorRef(who), other=ActorRef(other))
    blows = tuple(
        Pick(item.key, phrase("oq.pick.attack_with", "", means=item.name))
        for item in held(sheet(draft[who]))
        if not targeting.against(draft.board, draft[who], other, item, _kind(item.missile))
    )
    picks = (
        *blows,
        Pick("other", phrase("oq.pick.other_action"), phrase("oq.note.other_action", "OQ-OTHER-03")),
        Pick("none", phrase("oq.pick.let_it")),
    )
    answer = yield from ask(AskChoice(title=title, side=draft[who].side, actor=who, about=other, picks=picks))
    if answer.pick == "none" or who not in draft or other not in draft:
        return
    turn = replace(sheet(draft[who]).turn, waits_for="", interrupts=False)
    if not (yield from _first(draft, who, act, answer.pick)):
        if who in draft:
            write_turn(draft, who, turn)
            _next_in_line(draft, who)
        return
    if who not in draft or other not in draft:
        return
    write_turn(draft, who, replace(turn, acted=True, attacked=answer.pick != "other"))
    if answer.pick == "other":
        title = phrase("oq.ask.does", "OQ-OTHER-03", who=ActorRef(who))
        yield from ask(AskRuling(title=title, side=draft[who].side, actor=who))
        return
    kind = _kind(weapon(sheet(draft[who]), answer.pick).missile)
    yield from attacks.attack(draft, who, other, answer.pick, kind)


def _kind(missile: bool) -> Kind:
    return Kind.SHOT if missile else Kind.PLAIN


def _first(draft: Draft, who: ActorId, act: Act, pick: str) -> Procedure[bool]:
    """Both test what they are about to do; whether the one who breaks in wins (ruling C2 #30)."""
    mine = yield from _percent(draft, who, pick)
    theirs = yield from _percent(draft, act.actor, _means(act))
    if who not in draft or act.actor not in draft:
        return False
    found = []
    for one, percent in ((who, mine), (act.actor, theirs)):
        title = phrase("oq.ask.first", "OQ-OTHER-04", who=ActorRef(one))
        tally = plain_test(sheet(draft[one]), percent, "oq.mod.tested", act.actor if one == who else who)
        found.append((yield from skill_test(draft, one, title, percent, tally, "OQ-OTHER-04")))
    won = beats(found[0], found[1], players(draft, who))
    key = "oq.comes_first" if won else "oq.comes_late"
    said = phrase(key, "OQ-OTHER-04", who=ActorRef(who), other=ActorRef(act.actor))
    draft.emit(Said(said, about=who, rule="OQ-OTHER-04"))
    return won


def _means(act: Act) -> str:
    """What an action is done with: a weapon, a voice, or something only the GM can put a number to."""
    if act.verb == "intimidate":
        return _INFLUENCE
    return act.picks.get("weapon", "") if act.targets else "other"


def _percent(draft: Draft, who: ActorId, pick: str) -> Procedure[int]:
    """The skill of a weapon, or Influence; for anything else the GM says it."""
    page = sheet(draft[who])
    if pick == _INFLUENCE:
        return page.influence
    if pick != "other":
        item = weapon(page, pick)
        return skill(page, item, item.missile)
    title = phrase("oq.ask.percent", "OQ-OTHER-03", who=ActorRef(who))
    return (yield from ask(AskNumber(title=title, actor=who, low=1, high=300, default=50))).value


def _next_in_line(draft: Draft, who: ActorId) -> None:
    """Who lost the test acts right after."""
    now = state(draft.battle)
    count = now.order[now.at].count if now.at < len(now.order) else 0
    order = (*now.order[: now.at + 1], Count(count, who), *now.order[now.at + 1 :])
    draft.emit(RoundSet(replace(now, order=order)))
