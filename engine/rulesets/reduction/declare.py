"""Declarations: written down, changed, put beside each other; and those carried out without a die."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.commands import Act
from engine.model.events import Declared, Placed, Said, SheetSet
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.reduction.dues import give_attacks
from engine.rulesets.reduction.ground import engaged_with
from engine.rulesets.reduction.options import options
from engine.rulesets.reduction.sheet import Plan, missile_name, planned, plans, sheet, with_plans
from engine.rulesets.reduction.state import Phase, state
from engine.rulesets.reduction.verbs import MOVES
from engine.tactics.draft import Draft, Procedure, ask

MISSILE, OTHER = "missile", "other"
"""What can be readied: the missile weapon, or anything else in reach."""


def play_declare(draft: Draft, act: Act) -> Procedure[None]:
    """Write the plan down, over an earlier one or beside it; in the Attack step it takes effect at once."""
    target = act.targets[0] if act.targets else ""
    plan = Plan(act.verb, act.path, target, act.picks.get("text", "") or act.picks.get("item", ""))
    beside = yield from _stands_beside(draft, act)
    page = sheet(draft[act.actor])
    kept = tuple(one for one in plans(page) if one.verb != act.verb) if beside else ()
    draft.emit(SheetSet(act.actor, with_plans(page, (*kept, plan))))
    _tell(draft, act.actor, plan)
    if state(draft.battle).phase is Phase.ATTACK:
        page = sheet(draft[act.actor])
        still = tuple(due for due in page.due if due.fleeing)
        draft.emit(SheetSet(act.actor, replace(page, due=still)))
        give_attacks(draft, act.actor)


def carry_out_quiet(draft: Draft) -> None:
    """Ready and reload: nothing is rolled for them, and nobody sees a shot before the next round."""
    # Rule: OSR-DECL-12, OSR-DECL-14
    for actor in tuple(draft.battle.actors.values()):
        page = sheet(actor)
        readied, reloaded = planned(page, "ready"), planned(page, "reload")
        if actor.active and readied is not None:
            if readied.text == MISSILE:
                page = replace(page, stowed=False)
                draft.emit(SheetSet(actor.id, page))
            key = "osr.readied" if readied.text == MISSILE else "osr.readied_item"
            _say(draft, actor.id, key, "OSR-DECL-12", what=missile_name(page))
        if actor.active and reloaded is not None:
            draft.emit(SheetSet(actor.id, replace(page, unloaded=False)))
            _say(draft, actor.id, "osr.reloaded", "OSR-DECL-14", what=missile_name(page))


def carry_out_leaving(draft: Draft) -> None:
    """Whoever declared it and met nobody is off the playing area, and so out of action."""
    # Rule: OSR-ASSUME-09
    for actor in tuple(draft.battle.actors.values()):
        if actor.active and planned(sheet(actor), "leave") and not engaged_with(draft.battle, actor):
            draft.emit(SheetSet(actor.id, replace(sheet(actor), fled=True)))
            _say(draft, actor.id, "osr.leaves", "OSR-ASSUME-09", what="")
            draft.emit(Placed(actor.id, None))


def _stands_beside(draft: Draft, act: Act) -> Procedure[bool]:
    """Whether a second option of an unengaged combatant stands beside the first (OSR-DECL-18, ruling G18)."""
    actor = draft[act.actor]
    verbs = {plan.verb for plan in plans(sheet(actor))}
    if not verbs or verbs == {act.verb} or state(draft.battle).phase is not Phase.DECLARE:
        return False
    if act.verb in verbs:  # another target or way for one of several: the rest stays
        return True
    moves_twice = act.verb in MOVES and not verbs.isdisjoint(MOVES)
    if moves_twice or "pass" in (act.verb, *verbs) or engaged_with(draft.battle, actor):
        return False
    reading = options(draft.battle).second_option
    if reading != "ask":
        return reading == "several"
    answer = yield from ask(
        AskChoice(
            title=phrase(
                "osr.ask.second",
                "OSR-DECL-18",
                who=ActorRef(act.actor),
                what=phrase(f"verb.{plans(sheet(actor))[-1].verb}"),
            ),
            side=draft[act.actor].side,
            actor=act.actor,
            picks=(
                Pick("replace", phrase("osr.pick.replace", "", what=phrase(f"verb.{act.verb}"))),
                Pick("both", phrase("osr.pick.both")),
            ),
            default="replace",
        )
    )
    return answer.pick == "both"


def _tell(draft: Draft, actor_id: ActorId, plan: Plan) -> None:
    verb = phrase(f"verb.{plan.verb}")
    said = phrase("osr.declares", "OSR-INIT-03", who=ActorRef(actor_id), what=verb)
    if plan.target:
        said = phrase(
            "osr.declares_on",
            "OSR-INIT-03",
            who=ActorRef(actor_id),
            what=verb,
            target=ActorRef(plan.target),
        )
    draft.emit(Declared(actor_id, said, hidden=True, rule="OSR-INIT-03"))


def _say(draft: Draft, actor_id: ActorId, key: str, rule: str, what: str) -> None:
    draft.emit(Said(phrase(key, rule, who=ActorRef(actor_id), what=what), about=actor_id, rule=rule))
