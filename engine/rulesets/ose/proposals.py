"""Proposals in words: the referee says what one takes, asks for a check, or refuses it (OSE-OVER-05)."""

from __future__ import annotations

from collections.abc import Callable

from engine.model.commands import Act
from engine.model.events import Said
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskRuling, Pick
from engine.rulesets.common import soft
from engine.rulesets.ose import free_actions, gear
from engine.rulesets.ose.economy import Cost, can_pay, manipulation_cost
from engine.rulesets.ose.sheet import sheet
from engine.tactics.draft import Draft, Procedure, ask

ONE_HAND, TWO_HANDS, FREE, MOVE, MAIN, CHECK, REFUSE = (
    "one_hand",
    "two_hands",
    "free",
    "move",
    "main",
    "check",
    "refuse",
)
_RULES = {
    ONE_HAND: "OSE-MANIP-08",
    TWO_HANDS: "OSE-MANIP-10",
    FREE: "OSE-ACT-06",
    MOVE: "OSE-ACT-04",
    MAIN: "OSE-ACT-01",
    CHECK: "OSE-OVER-05",
    REFUSE: "OSE-SUMM-02",
}
_HANDS = {ONE_HAND: 1, TWO_HANDS: 2}
_COSTS = {FREE: Cost.FREE, MOVE: Cost.MOVE, MAIN: Cost.MAIN}

Stunt = Callable[[Draft, Act], Procedure[None]]


def play_proposal(draft: Draft, act: Act, stunt: Stunt) -> Procedure[None]:
    """Ask before anything is spent; a small action then just happens, a larger one has its own ruling."""
    text = act.picks.get("text", "")
    answer = yield from ask(
        AskChoice(
            title=phrase("propose.ask", "OSE-OVER-05", who=ActorRef(act.actor)),
            detail=(phrase("text.plain", "", text=text),) if text else (),
            picks=tuple(Pick(key, phrase(f"propose.{key}", rule)) for key, rule in _RULES.items()),
            actor=act.actor,
        )
    )
    match answer.pick:
        case "check":
            yield from stunt(draft, act)
        case "refuse":
            yield from _refuse(draft, act.actor, text)
        case pick:
            yield from _allow(draft, act.actor, pick, text)


def _refuse(draft: Draft, actor_id: ActorId, text: str) -> Procedure[None]:
    """Nothing is spent, and the log says why (OSE-SUMM-02)."""
    yield from ask(
        AskRuling(
            title=phrase("propose.why", "OSE-SUMM-02", who=ActorRef(actor_id)),
            detail=(phrase("text.plain", "", text=text),) if text else (),
            actor=actor_id,
            wanted=phrase("propose.wanted_why"),
        )
    )
    if actor_id in draft:
        what = phrase("propose.refused", "OSE-SUMM-02", who=ActorRef(actor_id), text=text)
        draft.emit(Said(what, about=actor_id, rule="OSE-SUMM-02"))


def _allow(draft: Draft, actor_id: ActorId, pick: str, text: str) -> Procedure[None]:
    reasons = () if draft.overrule else _why_not(draft, actor_id, pick)
    if reasons:
        for refusal in reasons:
            what = phrase("propose.cannot", refusal.reason.rule, who=ActorRef(actor_id), why=refusal.reason)
            draft.emit(Said(what, about=actor_id, rule=refusal.reason.rule))
        return
    one_handed = pick == ONE_HAND and gear.loosens_grip(sheet(draft[actor_id]))
    if one_handed and not (yield from gear.forgoes_weapon(draft, actor_id)):
        return
    if pick in _HANDS:
        gear.spend_manipulation(
            draft, actor_id, manipulation_cost(draft.battle, draft[actor_id]) or Cost.FREE
        )
    else:
        gear.spend(draft, actor_id, _COSTS[pick])
    what = phrase(f"propose.does_{pick}", _RULES[pick], who=ActorRef(actor_id), text=text)
    draft.emit(Said(what, about=actor_id, rule=_RULES[pick]))
    yield from _follow_up(draft, actor_id, pick)


def _follow_up(draft: Draft, actor_id: ActorId, pick: str) -> Procedure[None]:
    if pick == FREE:
        yield from free_actions.take(draft, actor_id)
    elif pick in (MOVE, MAIN):
        yield from ask(
            AskRuling(title=phrase("propose.effect", "OSE-OVER-05", who=ActorRef(actor_id)), actor=actor_id)
        )


def _why_not(draft: Draft, actor_id: ActorId, pick: str) -> tuple[Refusal, ...]:
    """Hands and what is left of the round, once the referee has said what is wanted of them."""
    actor = draft[actor_id]
    if pick == FREE:
        return free_actions.why_not(actor)
    if pick in _COSTS:
        cost = _COSTS[pick]
        rule = "OSE-ACT-02" if cost is Cost.MAIN else "OSE-ACT-05"
        key = "why.main_spent" if cost is Cost.MAIN else "why.move_spent"
        return () if can_pay(actor, cost) else soft(key, rule)
    hands = gear.why_no_hand(sheet(actor), _HANDS[pick])
    wanted = manipulation_cost(draft.battle, actor)
    if wanted is None:
        return (*hands, *soft("why.no_manipulation", "OSE-MANIP-13"))
    if can_pay(actor, wanted):
        return hands
    late = ("why.second_item", "OSE-MANIP-12") if wanted is Cost.MOVE else ("why.third_item", "OSE-MANIP-13")
    return (*hands, *soft(*late))
