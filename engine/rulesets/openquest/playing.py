"""Carrying out the acts of a count, and what the GM says of somebody."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import PRONE
from engine.model.commands import Act, OnHit
from engine.model.events import Declared, Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskNumber
from engine.rulesets.common import set_condition
from engine.rulesets.openquest import (
    casting,
    charge,
    grapple,
    harm,
    influence,
    legality,
    mounts,
    readying,
    testing,
    waiting,
)
from engine.rulesets.openquest.attacks import attack
from engine.rulesets.openquest.fighting import all_out, great, once
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.sheet import Aim, off_hand, sheet, write, write_turn
from engine.rulesets.openquest.state import What, on_count
from engine.rulesets.openquest.tallies import Kind
from engine.rulesets.openquest.targeting import against, kind_of
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import StepRules, walk


def play(draft: Draft, rules: StepRules, act: Act) -> Procedure[None]:
    """One act, whatever it is."""
    if act.verb in legality.BY_THE_GM:
        yield from _by_the_gm(draft, act)
    elif act.verb in legality.DECLARED:
        _declare(draft, act)
    elif act.verb == "delay":
        waiting.delay(draft, act.actor, act.targets[0], act.picks.get("how") == "interrupt")
    elif act.verb in ("move", "retreat"):
        if act.verb == "retreat":  # Rule: OQ-MOVE-03
            write_turn(draft, act.actor, replace(sheet(draft[act.actor]).turn, retreated=True))
        yield from walk(draft, rules, act.actor, act.path, act.verb, OnHit.STOP)
    elif (yield from waiting.interrupts(draft, act)):
        yield from _action(draft, rules, act)


def _declare(draft: Draft, act: Act) -> None:
    """Said at the start of the round, since it sets the order; not told to the other side."""
    who, page = act.actor, sheet(draft[act.actor])
    if act.verb == "prepare":
        spell = act.picks.get("spell") or "?"
        turn = replace(page.turn, spell=spell)
        said = phrase("oq.declares", "OQ-SUM-05", who=ActorRef(who), spell=spell)
    else:
        shares = legality.shares_of(act.picks.get("shares", ""))
        turn = replace(page.turn, shares=shares)
        said = phrase("oq.splits", "OQ-OVER100-02", who=ActorRef(who), shares=" / ".join(map(str, shares)))
    write_turn(draft, who, turn, page.set_weapon, page.aim)
    draft.emit(Declared(who, said, hidden=True, rule=said.rule))


def _action(draft: Draft, rules: StepRules, act: Act) -> Procedure[None]:
    """The one action of the round, or an attack on a further count."""
    who = act.actor
    match act.verb:
        case "sprint":  # Rule: OQ-MOVE-06
            _spend(draft, who, dodge_only=True)
            yield from walk(draft, rules, who, act.path, "sprint", OnHit.STOP)
        case "charge":  # Rule: OQ-CHARGE-07
            _spend(draft, who, no_reaction=True, charged=True, attacked=True)
            yield from _charge(draft, rules, act)
        case "attack":
            yield from _attack(draft, act)
        case "all_out":
            yield from all_out(draft, act)
        case "great":
            yield from great(draft, act)
        case "disarm" | "grapple" | "shoot" | "hurl":
            yield from once(draft, act)
        case "break_free":
            _spend(draft, who, tried=True)
            yield from grapple.break_free(draft, who)
        case "immobilise" | "pain" | "throw":
            _spend(draft, who)
            yield from grapple.work(draft, who, act.verb)
        case "counter":
            _spend(draft, who)
            yield from grapple.counter(draft, who)
        case "intimidate":
            _spend(draft, who)
            single = act.picks.get("whom") != "group"
            yield from influence.intimidate(draft, who, act.targets[0], single)
        case "cast":
            yield from casting.cast(draft, who)
        case "skill":
            _spend(draft, who)
            yield from testing.use_skill(draft, who, act.picks.get("text", ""))
        case _:
            _plain(draft, act)


def _spend(draft: Draft, who: ActorId, **changes: object) -> None:
    write_turn(draft, who, replace(sheet(draft[who]).turn, acted=True, **changes))


def _plain(draft: Draft, act: Act) -> None:
    """Actions without a roll."""
    who, page = act.actor, sheet(draft[act.actor])
    turn = replace(page.turn, acted=True)
    match act.verb:
        case "set":
            write_turn(draft, who, turn, set_weapon=True)
            _tell(draft, who, "oq.sets", "OQ-SET-01")
        case "aim":
            item = legality.item_of(draft.board, draft[who], act)
            kept = page.aim is not None and (page.aim.target, page.aim.key) == (act.targets[0], item.key)
            rounds = page.aim.rounds + 1 if kept and page.aim is not None else 1
            write_turn(draft, who, turn, aim=Aim(act.targets[0], item.key, rounds))  # Rule: OQ-RACT-02
            said = phrase("oq.aims", "OQ-RACT-02", who=ActorRef(who), other=ActorRef(act.targets[0]))
            draft.emit(Said(said, about=who, rule="OQ-RACT-02"))
        case "stand" | "prone":
            write_turn(draft, who, turn)
            set_condition(draft, who, PRONE, present=act.verb == "prone", rule="OQ-MOVE-08")
            rule = "OQ-MOVE-08" if act.verb == "prone" else "OQ-MOVE-01"
            _tell(draft, who, "oq.lies_down" if act.verb == "prone" else "oq.stands", rule)
        case "ready":
            write_turn(draft, who, turn)
            readying.ready(draft, who, act.picks.get("item", ""))
        case _:
            write_turn(draft, who, turn)
            readying.reload(draft, who, readying.first(page, act.picks.get("weapon", "")))


def _tell(draft: Draft, who: ActorId, key: str, rule: str) -> None:
    draft.emit(Said(phrase(key, rule, who=ActorRef(who)), about=who, rule=rule))


# --- blows -------------------------------------------------------------------------------------------


def _charge(draft: Draft, rules: StepRules, act: Act) -> Procedure[None]:
    who, target, start = act.actor, act.targets[0], draft[act.actor].cell
    said = phrase("oq.charges", "OQ-CHARGE-05", who=ActorRef(who), other=ActorRef(target))
    draft.emit(Said(said, about=who, rule="OQ-CHARGE-05"))
    yield from walk(draft, rules, who, act.path, "charge", OnHit.STOP)
    if who not in draft or target not in draft or not draft[who].active:
        return  # Rule: OQ-SET-03
    end, item = draft[who].cell, legality.item_of(draft.board, draft[who], act)
    if start is None or end is None or against(draft.board, draft[who], target, item, Kind.PLAIN):
        return
    kind = Kind.CHARGE
    if charge.uphill(draft.battle, start, end):  # Rule: OQ-CHARGE-08
        kind = Kind.UPHILL
        _tell(draft, who, "oq.uphill", "OQ-CHARGE-08")
    yield from attack(draft, who, target, item.key, kind)  # Rule: OQ-CHARGE-05


def _attack(draft: Draft, act: Act) -> Procedure[None]:
    """An ordinary attack: the action, a share of a split skill, or the bonus attack of the off hand."""
    who, page = act.actor, sheet(draft[act.actor])
    item = legality.item_of(draft.board, draft[who], act)
    count = on_count(draft.battle, who)
    what = count.what if count is not None else What.ACTION
    if what is What.OFF_HAND:
        write_turn(draft, who, replace(page.turn, off_hand_used=True))
        yield from attack(draft, who, act.targets[0], item.key, Kind.OFF_HAND)
        return
    shares = page.turn.shares
    if what is What.SPLIT and count is not None:
        done = replace(page.turn, done=(*page.turn.done, count.number))
        write_turn(draft, who, done)
        share = shares[count.number] if count.number < len(shares) else 0
        yield from attack(draft, who, act.targets[0], item.key, Kind.PLAIN, share)
        return
    _spend(draft, who, attacked=True)
    share = shares[0] if len(shares) > 1 else 0
    yield from attack(draft, who, act.targets[0], item.key, kind_of("attack", item), share)
    if options(draft.battle).second_weapon == "at_once":
        yield from _follow_up(draft, who, act.targets[0])


def _follow_up(draft: Draft, who: ActorId, target: ActorId) -> Procedure[None]:
    """By the example the second weapon strikes right after the first (ruling C2 #18)."""
    # Rule: OQ-TWOWEAPON-06
    if who not in draft or target not in draft or not draft[who].active:
        return
    page = sheet(draft[who])
    second = off_hand(page)
    if second is None or page.turn.off_hand_used or page.grapples:
        return
    if against(draft.board, draft[who], target, second, Kind.PLAIN):
        return
    if (yield from testing.wants(draft, who, target, second)):
        write_turn(draft, who, replace(sheet(draft[who]).turn, off_hand_used=True))
        yield from attack(draft, who, target, second.key, Kind.OFF_HAND)


# --- by the GM's word --------------------------------------------------------------------------------


def _by_the_gm(draft: Draft, act: Act) -> Procedure[None]:
    who = act.actor
    match act.verb:
        case "cover":
            chosen = act.picks.get("cover", "none")
            write(draft, who, cover="" if chosen == "none" else chosen)
            said = phrase(
                "oq.has_cover", "OQ-COVER-01", who=ActorRef(who), cover=phrase(f"oq.cover.{chosen}")
            )
            draft.emit(Said(said, about=who, rule="OQ-COVER-01"))
        case "effect":
            yield from casting.add_effect(draft, who, act.picks.get("text", ""))
        case "heal":
            title = phrase("oq.ask.heal", "OQ-MAJOR-07", who=ActorRef(who))
            amount = yield from ask(AskNumber(title=title, actor=who, low=1, high=99, default=1))
            if who in draft:
                harm.heal(draft, who, amount.value, act.picks.get("how") == "magical")
        case _:
            mounts.toggle(draft, who)
