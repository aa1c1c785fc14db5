"""Stunts: what is tried, against whom, what it costs, how it is resolved, and what comes of it.

The talk between player and referee is a short row of questions, each with an answer that fits the kind of
stunt taken for granted (rulings A2 #126). No die is asked for before the referee has said how it is resolved.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.events import Said
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskChoice, AskRuling, Pick
from engine.rulesets.common import hard, soft
from engine.rulesets.ose import bodies, checks, gear, grapple, stunt_effects, turned
from engine.rulesets.ose.economy import Cost, can_pay
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.stunt_choices import (
    COSTS,
    GRAPPLE,
    KINDS,
    MOST_OPPONENTS,
    OTHER,
    SURROUNDINGS,
    costs_open,
    kinds_open,
    named,
    opponents,
    whom,
    why_too_far,
)
from engine.rulesets.ose.stunt_effects import STOPPED, Stunt
from engine.rulesets.upshots import FAILS, SUCCEEDS, Upshot
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away

INSTEAD_KINDS = ("trip", "disarm", "push", "block", GRAPPLE, OTHER)
"""What may stand in for an attack of opportunity (OSE-AOO-08)."""
SUCCESS, PARTIAL, FAILURE, NO_SENSE = "success", "partial", "failure", "no_sense"
OUTCOMES = (SUCCESS, PARTIAL, FAILURE)
SKIP = "skip"
"""The referee's answer that leaves the rest of the talk at what is usual (OSE-STUNT-20)."""

_ABILITY = {"trip": "phys", "push": "phys", "block": "phys", "feint": "cha"}
"""What the one who tries rolls for, unless the referee says otherwise; dexterity for other kinds."""
_AGAINST = {"feint": ("comp",)}
"""What resists; the better of physique and dexterity for other kinds."""


POINTS = phrase("stunt.points", "OSE-STUNT-20")
"""The seven points of the talk, above each question of it."""


class _Form(NamedTuple):
    """What has been settled about a stunt. Ids and keys only: it outlives questions."""

    stunt: Stunt
    cost: str = ""
    """Empty for one in place of a blow."""
    skipped: bool = False
    """The referee takes the rest as usual."""


# --- whether (pure) -----------------------------------------------------------------------------------


def why_not_stunt(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    """What speaks against it before the talk: an unknown kind or cost, an action that is gone, no text."""
    kind, cost = act.picks.get("kind", OTHER), act.picks.get("cost", "")
    for pick, known in ((kind, KINDS), (cost or OTHER, COSTS)):
        if pick not in known:
            return hard("act.bad_pick", pick=pick)
    if "text" in act.picks and not act.picks["text"].strip():
        return soft("why.stunt_outcome", "OSE-STUNT-10")
    if kind == GRAPPLE:
        cost = Cost.MAIN.value  # rulings A2 #120
        target = board.actor(act.targets[0]) if act.targets else None
        return (*grapple.why_not_seize(board, actor, target), *_why_not_paid(actor, cost))
    far = [one for target in act.targets for one in why_too_far(board, actor, board.actor(target), kind)]
    return (*far, *_why_not_paid(actor, cost))


def _why_not_paid(actor: Actor, cost: str) -> tuple[Refusal, ...]:
    if cost in ("", OTHER) or can_pay(actor, Cost(cost)):
        return ()
    return soft("why.main_spent" if cost == Cost.MAIN else "why.move_spent", "OSE-STUNT-14")


# --- on one's own turn --------------------------------------------------------------------------------


def play_stunt(draft: Draft, act: Act) -> Procedure[None]:
    """The form, then the stunt. Nothing is spent if it makes no sense (OSE-STUNT-12)."""
    kind = act.picks.get("kind") or (yield from _any_kind(draft, act.actor))
    if kind == GRAPPLE:
        yield from _grapple(draft, act)
        return
    how = act.picks.get("how") or act.picks.get("text") or ""
    if kind == OTHER and not act.picks.get("text"):
        how = yield from _ask_words(draft, act.actor, "")
    target = act.targets[0] if act.targets else (yield from _ask_opponent(draft, act.actor, kind))
    cost = act.picks.get("cost") or (yield from _ask_cost(draft, act.actor))
    if act.actor not in draft:
        return
    skipped = cost == SKIP
    if skipped:
        cost = costs_open(draft[act.actor], draft.overrule)[0]
    yield from _try(draft, _Form(Stunt(act.actor, target, kind, how), cost, skipped))


def _grapple(draft: Draft, act: Act) -> Procedure[None]:
    """The codified stunt needs no talk (OSE-GRAPPLE-01)."""
    if act.targets:
        yield from grapple.play_grapple(draft, act.actor, act.targets[0])
        return
    known = grapple.targets(draft.board, draft[act.actor])
    open_to = [other for other, reasons in known.items() if not reasons] or list(known)[:MOST_OPPONENTS]
    if not open_to:
        bodies.tell(draft, act.actor, "stunt.nobody", "OSE-GRAPPLE-01")
        return
    target = yield from _ask_whom(draft, act.actor, open_to, GRAPPLE)
    yield from grapple.play_grapple(draft, act.actor, target)


def _try(draft: Draft, form: _Form) -> Procedure[str]:
    """How it is resolved, the dice, what comes of it. Returns `STOPPED` if it holds up the other's step."""
    stunt = form.stunt
    outcome = yield from _resolve(draft, form)
    if outcome == NO_SENSE:
        bodies.tell(draft, stunt.actor, "stunt.no_sense", "OSE-STUNT-12")
        return ""
    _tell_outcome(draft, stunt, outcome)
    return (yield from stunt_effects.apply(draft, stunt, outcome))


def _tell_outcome(draft: Draft, stunt: Stunt, outcome: str) -> None:
    what = phrase(
        f"stunt.{outcome}", "OSE-STUNT-13", who=ActorRef(stunt.actor), what=phrase(f"stunt.kind_{stunt.kind}")
    )
    draft.emit(Said(what, about=stunt.actor, rule="OSE-STUNT-13"))


# --- in place of a blow -------------------------------------------------------------------------------


def instead_of_blow(draft: Draft, actor_id: ActorId, target: ActorId) -> Procedure[str]:
    """A stunt at somebody who leaves a threatened square. Returns `STOPPED` if it holds the step up."""
    possible = grapple.why_not_grapple(draft.board, draft[actor_id], draft[target])
    kinds = tuple(kind for kind in INSTEAD_KINDS if kind != GRAPPLE or not possible)
    kind = yield from _ask_kind(draft, actor_id, target, kinds)
    if kind == GRAPPLE:
        won = yield from grapple.seize(draft, actor_id, target)
        return STOPPED if won else ""
    how = (yield from _ask_words(draft, actor_id, target)) if kind == OTHER else ""
    if actor_id not in draft or target not in draft:
        return ""
    return (yield from _try(draft, _Form(Stunt(actor_id, target, kind, how, instead=True))))


# --- the form -----------------------------------------------------------------------------------------


def _any_kind(draft: Draft, actor_id: ActorId) -> Procedure[str]:
    kinds = kinds_open(draft[actor_id], draft.overrule)
    return (yield from _ask_kind(draft, actor_id, "", kinds))


def _ask_kind(draft: Draft, actor_id: ActorId, target: ActorId, kinds: tuple[str, ...]) -> Procedure[str]:
    answer = yield from ask(
        AskChoice(
            kicker=POINTS,
            title=phrase("stunt.ask_kind", "OSE-STUNT-01", who=ActorRef(actor_id)),
            side=draft[actor_id].side,
            actor=actor_id,
            about=target,
            picks=tuple(
                Pick(kind, phrase(f"stunt.kind_{kind}", "OSE-STUNT-01"), phrase(f"stunt.aim_{kind}"))
                for kind in kinds
            ),
        )
    )
    return answer.pick


def _ask_words(draft: Draft, actor_id: ActorId, target: ActorId) -> Procedure[str]:
    """What is attempted, how, and what shall come of it: an empty line will not do (OSE-STUNT-10)."""
    answer = yield from ask(
        AskRuling(
            kicker=POINTS,
            title=phrase("stunt.ask_words", "OSE-STUNT-10", who=ActorRef(actor_id)),
            detail=(phrase("stunt.words_detail", "OSE-STUNT-11"),),
            actor=actor_id,
            about=target,
            in_words=True,
            wanted=phrase("stunt.wanted_words"),
        )
    )
    return answer.text


def _ask_opponent(draft: Draft, actor_id: ActorId, kind: str) -> Procedure[ActorId]:
    """The force that opposes: somebody near, or the surroundings (OSE-STUNT-15)."""
    foes = opponents(draft.board, draft[actor_id], kind)
    if not foes:
        return ""
    chosen = yield from _ask_whom(draft, actor_id, [*foes, SURROUNDINGS], kind)
    return "" if chosen == SURROUNDINGS else chosen


def _ask_whom(draft: Draft, actor_id: ActorId, people: list[ActorId], kind: str) -> Procedure[ActorId]:
    answer = yield from ask(
        AskChoice(
            title=phrase("stunt.ask_whom", "OSE-STUNT-15", what=phrase(f"stunt.kind_{kind}")),
            side=draft[actor_id].side,
            actor=actor_id,
            picks=tuple(Pick(one, whom(draft.board, draft[actor_id], one, kind)) for one in people),
            default=SURROUNDINGS if kind == "tumble" and SURROUNDINGS in people else "",
        )
    )
    return answer.pick


def _ask_cost(draft: Draft, actor_id: ActorId) -> Procedure[str]:
    """A Main, a Move, or something else (OSE-STUNT-14). What is gone is not offered."""
    costs = costs_open(draft[actor_id], draft.overrule)
    answer = yield from ask(
        AskChoice(
            title=phrase("stunt.ask_cost", "OSE-STUNT-14", who=ActorRef(actor_id)),
            kicker=POINTS,
            actor=actor_id,
            picks=(*(Pick(cost, phrase(f"cost.{cost}", "OSE-STUNT-19")) for cost in costs), _skip()),
        )
    )
    return answer.pick


def _skip() -> Pick:
    return Pick(SKIP, phrase("stunt.skip", "OSE-STUNT-20"), phrase("stunt.skip_note", "OSE-STUNT-20"))


# --- how it is resolved -------------------------------------------------------------------------------


def _resolve(draft: Draft, form: _Form) -> Procedure[str]:
    """The referee's word settles the form, and only then are dice asked for (OSE-STUNT-17)."""
    ways = _ways(form.stunt)
    way = SKIP if form.skipped else (yield from _ask_way(draft, form.stunt, ways))
    usual = way == SKIP
    if usual:
        way = ways[0]
    if way == NO_SENSE or form.stunt.actor not in draft:
        return NO_SENSE
    _pay(draft, form)
    if form.stunt.target in draft:
        turned.break_free(draft, form.stunt.target, "OSE-TURN-04")
        give_away(draft, form.stunt.actor, form.stunt.target)
    if way in OUTCOMES:
        return way  # Rule: OSE-STUNT-18
    succeeded = yield from _roll(draft, form.stunt, way, usual)
    if usual:
        return SUCCESS if succeeded else FAILURE
    return (yield from _ask_outcome(draft, form.stunt, succeeded))


def _ways(stunt: Stunt) -> tuple[str, ...]:
    """What may be rolled, the usual first."""
    return ("opposed", "save", "check") if stunt.target else ("check",)


def _ask_way(draft: Draft, stunt: Stunt, ways: tuple[str, ...]) -> Procedure[str]:
    answer = yield from ask(
        AskChoice(
            kicker=POINTS,
            title=phrase(
                "stunt.ask_way",
                "OSE-STUNT-16",
                who=ActorRef(stunt.actor),
                what=phrase(f"stunt.kind_{stunt.kind}"),
            ),
            detail=tuple(_summary(stunt)),
            actor=stunt.actor,
            about=stunt.target,
            picks=(
                *(Pick(way, phrase(f"stunt.way_{way}", "OSE-STUNT-16")) for way in ways),
                *(Pick(sure, phrase(f"stunt.sure_{sure}", "OSE-STUNT-18")) for sure in OUTCOMES),
                Pick(NO_SENSE, phrase("stunt.way_no_sense", "OSE-STUNT-12")),
                _skip(),
            ),
        )
    )
    return answer.pick


def _summary(stunt: Stunt) -> list[Phrase]:
    """What is tried and how, and what success, partial success and failure would mean (OSE-STUNT-13)."""
    lines = [phrase(f"stunt.outcomes_{stunt.kind}", "OSE-STUNT-13")]
    if stunt.how:
        lines.insert(0, phrase("stunt.attempt", "OSE-STUNT-11", text=stunt.how))
    if stunt.kind in ("tumble", OTHER):
        lines.append(phrase("stunt.limit", "OSE-STUNT-09"))
    return lines


def _rolled_for(stunt: Stunt) -> tuple[Phrase, ...]:
    """What a roll is for: the stunt, whom it is aimed at, and how it is tried."""
    kind = phrase(f"stunt.kind_{stunt.kind}")
    aim = phrase("stunt.rolled_for", "OSE-STUNT-15", what=kind, against=named(stunt.target or SURROUNDINGS))
    return (aim, phrase("stunt.attempt", "OSE-STUNT-11", text=stunt.how)) if stunt.how else (aim,)


def _pay(draft: Draft, form: _Form) -> None:
    stunt = form.stunt
    if form.cost and form.cost != OTHER:
        gear.spend(draft, stunt.actor, Cost(form.cost))  # Rule: OSE-STUNT-14
    what = phrase(
        f"stunt.tries_{form.cost or 'instead'}",
        "OSE-STUNT-14",
        who=ActorRef(stunt.actor),
        what=phrase(f"stunt.kind_{stunt.kind}"),
        against=named(stunt.target or SURROUNDINGS),
    )
    draft.emit(Said(what, about=stunt.actor, rule="OSE-STUNT-01"))
    if stunt.how:
        bodies.tell(draft, stunt.actor, "stunt.how", "OSE-STUNT-11", text=stunt.how)


def _roll(draft: Draft, stunt: Stunt, way: str, usual: bool) -> Procedure[bool]:
    if way == "save":
        kind = yield from _ask_one(
            draft, stunt.target, "stunt.ask_save", "save_kind", checks.SAVES, "paralysis"
        )
        withstood = Upshot(SUCCEEDS, (_comes_of_it(stunt, False),))
        beaten = Upshot(FAILS, (_comes_of_it(stunt, True),))
        why = _rolled_for(stunt)
        return not (
            yield from checks.save(draft, stunt.target, kind, "OSE-STUNT-16", why, (withstood, beaten))
        )
    ability = _ABILITY.get(stunt.kind, "dex")
    if not usual:
        ability = yield from _ask_one(
            draft, stunt.actor, "stunt.ask_ability", "ability", checks.ABILITIES, ability
        )
    if way == "check":
        upshots = Upshot(SUCCEEDS, (_comes_of_it(stunt, True),)), Upshot(FAILS, (_comes_of_it(stunt, False),))
        why = _rolled_for(stunt)
        return (yield from checks.check(draft, stunt.actor, ability, "OSE-STUNT-16", why, upshots))
    scores = (
        checks.score(sheet(draft[stunt.actor]), ability),
        checks.better(sheet(draft[stunt.target]), _AGAINST.get(stunt.kind, ("phys", "dex"))),
    )
    title = phrase(
        "stunt.ask_opposed", "OSE-STUNT-16", who=ActorRef(stunt.actor), target=ActorRef(stunt.target)
    )
    decides = (
        phrase("upshot.stunt_won", "OSE-STUNT-13", who=ActorRef(stunt.actor)),
        phrase("upshot.stunt_lost", "OSE-STUNT-13"),
    )
    why = _rolled_for(stunt)
    return (yield from checks.opposed(draft, stunt.actor, stunt.target, scores, title, why, decides))


def _comes_of_it(stunt: Stunt, succeeds: bool) -> Phrase:
    key = "upshot.stunt_succeeds" if succeeds else "upshot.stunt_fails"
    return phrase(key, "OSE-STUNT-13", who=ActorRef(stunt.actor))


def _ask_one(
    draft: Draft, who: ActorId, title: str, of: str, known: tuple[str, ...], default: str
) -> Procedure[str]:
    answer = yield from ask(
        AskChoice(
            title=phrase(title, "OSE-STUNT-16", who=ActorRef(who)),
            actor=who,
            picks=tuple(Pick(one, phrase(f"{of}.{one}", "OSE-STUNT-16")) for one in known),
            default=default,
        )
    )
    return answer.pick


def _ask_outcome(draft: Draft, stunt: Stunt, succeeded: bool) -> Procedure[str]:
    """The dice say success or failure; the referee may grant a part of it, or success at a cost."""
    key = "stunt.ask_succeeded" if succeeded else "stunt.ask_failed"
    answer = yield from ask(
        AskChoice(
            title=phrase(key, "OSE-STUNT-13", who=ActorRef(stunt.actor)),
            detail=(phrase(f"stunt.outcomes_{stunt.kind}", "OSE-STUNT-13"),),
            actor=stunt.actor,
            about=stunt.target,
            picks=tuple(Pick(one, phrase(f"stunt.pick_{one}", "OSE-STUNT-13")) for one in OUTCOMES),
            default=SUCCESS if succeeded else FAILURE,
        )
    )
    return answer.pick
