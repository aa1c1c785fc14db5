"""Carrying out the acts of a turn and what the GM says of somebody."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import DOWN, PRONE, Stride
from engine.model.commands import Act, OnHit
from engine.model.events import Placed, Said, StrideSet
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskNumber
from engine.rulesets.common import set_condition
from engine.rulesets.os_six import aid, holds, proposals, ram, recovery
from engine.rulesets.os_six.attacks import play_attack
from engine.rulesets.os_six.bodies import release, tell
from engine.rulesets.os_six.legality import BY_THE_GM
from engine.rulesets.os_six.nerve import call_panic, resist
from engine.rulesets.os_six.pools import Stat
from engine.rulesets.os_six.settling import settle
from engine.rulesets.os_six.sheet import MOST_STRAIN, sheet, write
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import known_to_players
from engine.tactics.step import StepRules, walk


def play(draft: Draft, rules: StepRules, act: Act) -> Procedure[None]:
    """One act, whatever it is."""
    if act.verb in BY_THE_GM:
        yield from _by_the_gm(draft, act)
    elif act.verb in ("move", "double", "drag"):
        if act.verb == "double":
            _spend(draft, act.actor, doubled=True)  # Rule: SIX-MOVE-05
        yield from walk(draft, rules, act.actor, act.path, act.verb, OnHit.STOP)
    elif act.verb in ("let_go", "stand"):
        _without_action(draft, act)
    else:
        yield from _action(draft, rules, act)


def _without_action(draft: Draft, act: Act) -> None:
    if act.verb == "let_go":
        holds.let_go(draft, act.actor)
        return
    set_condition(draft, act.actor, PRONE, present=False)
    write(draft, act.actor, rammed_by="")
    draft.emit(StrideSet(act.actor, Stride(sheet(draft[act.actor]).move)))  # ruling D2 #20
    tell(draft, act.actor, "six.stands")


def _action(draft: Draft, rules: StepRules, act: Act) -> Procedure[None]:
    """The one thing of the turn beside the move (SIX-TURN-03)."""
    who, target = act.actor, next(iter(act.targets), "")
    if act.verb == "attack":
        made = sheet(draft[who]).turn.attacks + 1
        _spend(draft, who, attacks=made, acted=made >= sheet(draft[who]).attacks)  # Rule: SIX-TURN-12
        yield from play_attack(draft, who, target, act.picks.get("weapon", ""))
        return
    _spend(draft, who)
    text = act.picks.get("text", "")
    match act.verb:
        case "grapple":
            yield from holds.grapple(draft, who, target)
        case "escape":
            yield from holds.escape(draft, who)
        case "ram":
            yield from _ram(draft, rules, who, target)
        case "aid":
            yield from aid.give_aid(draft, who, target)
        case "rouse":
            yield from aid.rouse(draft, who, target)
        case "help":
            aid.lend_a_hand(draft, who, target)
        case "cover":
            yield from aid.take_cover(draft, who)
        case "ready":
            write(draft, who, useless=())
            tell(draft, who, "six.readies", "SIX-TURN-06")
        case "object":
            proposals.use_object(draft, who, text)
        case _:
            yield from proposals.propose(draft, who, text)


def _spend(draft: Draft, who: ActorId, acted: bool = True, **changes: object) -> None:
    write(draft, who, turn=replace(sheet(draft[who]).turn, acted=acted, **changes))


def _ram(draft: Draft, rules: StepRules, who: ActorId, target: ActorId) -> Procedure[None]:
    """Charge along the straight way, and ram what is beside one at its end."""
    way = ram.way_to(draft.board, rules, draft[who], draft[target])
    if way:
        yield from walk(draft, rules, who, way, "ram", OnHit.STOP)
    if who not in draft or target not in draft or not draft[who].active:
        return
    if draft.board.within_blow(draft[who], draft[target], 1):
        yield from ram.ram(draft, who, target)


# --- by the GM's word ------------------------------------------------------------------------------------


def _by_the_gm(draft: Draft, act: Act) -> Procedure[None]:
    who = act.actor
    match act.verb:
        case "panic":
            yield from call_panic(draft, _nervous(draft, act), "SIX-PANIC-07")
        case "trauma":
            title = phrase("six.ask.trauma", "SIX-STRAIN-03")
            amount = yield from ask(AskNumber(title=title, actor=who, low=1, high=MOST_STRAIN, default=1))
            yield from resist(draft, _nervous(draft, act), Stat.MIND, amount.value, "SIX-STRAIN-03")
        case "temporary":
            yield from recovery.gain_temporary(draft, who)
        case "condition":
            recovery.toggle(draft, who, act.picks.get("condition", "terrified"))
            yield from settle(draft)
        case "leave":
            _leave(draft, who, act.picks.get("how", "fled"))
        case "hour":
            yield from recovery.pass_hour(draft, who)
        case "day":
            yield from recovery.pass_day(draft, who, act.picks.get("lack", "water"))
        case _:
            yield from recovery.rest(draft, who, long=act.verb == "long_rest")


def _nervous(draft: Draft, act: Act) -> tuple[ActorId, ...]:
    """The hero alone or everybody of the company who is on its feet."""
    group = recovery.company(draft, act.actor) if act.picks.get("who") == "all" else (act.actor,)
    return tuple(one for one in group if draft[one].active and sheet(draft[one]).hero)


def _leave(draft: Draft, who: ActorId, how: str) -> None:
    """Out of the fight for another reason than its wounds."""
    # Rule: SIX-STEP-10
    release(draft, who)
    seen = known_to_players(draft.board, draft[who])
    what = phrase(f"six.leaves.{how}", "SIX-STEP-10", who=ActorRef(who))
    draft.emit(Said(what, gm_only=not seen, about=who, witnessed=seen))
    if how == "fled":
        draft.emit(Placed(who, None))
    else:
        set_condition(draft, who, DOWN, rule="SIX-STEP-10")
