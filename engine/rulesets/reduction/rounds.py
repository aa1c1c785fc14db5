"""The steps of the round in their order: Morale, Declare, Attack, Special, Hit dice, and again."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from engine.model.actor import Actor, Stride
from engine.model.battle import Battle
from engine.model.events import RoundSet, Said, SheetSet, StepBegan, StrideSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, SideId, SideRef, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskRoll, AskRolls, Pick
from engine.rulesets.common import roster, settled, tell_roll
from engine.rulesets.reduction import morale
from engine.rulesets.reduction.declare import carry_out_leaving, carry_out_quiet
from engine.rulesets.reduction.dues import open_attacks, strike_at_fleers
from engine.rulesets.reduction.falling import fell
from engine.rulesets.reduction.movement import move_everybody
from engine.rulesets.reduction.sheet import planned, plans, sheet
from engine.rulesets.reduction.state import (
    Phase,
    ReductionRound,
    SideState,
    held,
    side_state,
    state,
    with_side,
)
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import StepRules

SECONDS = 10
RULES = {
    Phase.MORALE: "OSR-MORALE-03",
    Phase.DECLARE: "OSR-DECL-01",
    Phase.ATTACK: "OSR-ATTACK-01",
    Phase.SPECIAL: "OSR-SPECIAL-01",
    Phase.HIT_DICE: "OSR-HITDICE-01",
    Phase.OVER: "OSR-REPEAT-01",
}
_AFTER = {
    Phase.MORALE: Phase.DECLARE,
    Phase.DECLARE: Phase.ATTACK,
    Phase.ATTACK: Phase.SPECIAL,
    Phase.SPECIAL: Phase.HIT_DICE,
}


def open_fight(draft: Draft) -> Procedure[None]:
    """The first round begins with declarations: no initiative, and nothing yet to lose heart over."""
    sides = tuple(_at_the_start(draft.battle, side.id) for side in draft.battle.sides)
    draft.emit(RoundSet(ReductionRound(sides=sides)))
    yield from _ask_ambush(draft)
    _say_step(draft)


def _at_the_start(battle: Battle, side: SideId) -> SideState:
    members = tuple(battle.members(side))
    strength = sum(1 for actor in members if actor.active)
    return SideState(side, strength, absent=len(members) - strength)


def advance(draft: Draft, rules: StepRules) -> Procedure[None]:
    """Close the step that is open and open the next one in which there is anything to do."""
    phase = state(draft.battle).phase
    yield from _close(draft, rules, phase)
    following = after(draft.battle, phase)
    if settled(draft.battle) is not None:
        following = Phase.OVER
    elif following is None:
        following = _next_round(draft)
    draft.emit(RoundSet(replace(state(draft.battle), phase=following)))
    _say_step(draft)


def after(battle: Battle, phase: Phase) -> Phase | None:
    """The next step of this round in which there is anything to do; None when the next round comes."""
    following = _AFTER.get(phase)
    while following is not None and not _anything_to_do(battle, following):
        following = _AFTER.get(following)
    return following


def unfinished(battle: Battle) -> tuple[Refusal, ...]:
    """Who has still something to do in the open step."""
    left = waiting(battle)
    phase = state(battle).phase
    return (Refusal(phrase(f"osr.left.{phase.value}", RULES[phase], who=Names(left))),) if left else ()


def waiting(battle: Battle) -> tuple[ActorId, ...]:
    """Actors who can still act in the open step."""
    match state(battle).phase:
        case Phase.DECLARE:
            return tuple(
                actor.id
                for actor in roster(battle)
                if not plans(sheet(actor)) and not held(battle, actor.side)
            )
        case Phase.ATTACK:
            return tuple(actor.id for actor in roster(battle) if sheet(actor).due)
        case Phase.SPECIAL:
            return tuple(actor.id for actor in battle.actors.values() if _has_special(actor))
        case _:
            return ()


def hold(draft: Draft, side: SideId) -> None:
    """Something keeps a side from acting in this round, or no longer does (OSR-INIT-02)."""
    now = state(draft.battle)
    known = side_state(now, side)
    draft.emit(RoundSet(with_side(now, replace(known, held=not known.held))))
    for actor in tuple(draft.battle.members(side)):
        if not known.held and plans(sheet(actor)):
            draft.emit(SheetSet(actor.id, replace(sheet(actor), plan=None, more=(), due=())))
    key = "osr.held.not" if known.held else "osr.held.is"
    draft.emit(Said(phrase(key, "OSR-INIT-02", side=SideRef(side)), rule="OSR-INIT-02"))


def roll_hit_dice(draft: Draft, harmed: Collection[ActorId]) -> Procedure[None]:
    """These roll, all in one batch, so that enemies may fell each other."""
    # Rule: OSR-HITDICE-01, OSR-INIT-01
    rolls = tuple(_hit_dice_roll(draft, actor_id) for actor_id in harmed)
    batch = yield from ask(
        AskRolls(
            title=phrase("osr.ask.hit_dice", "OSR-HITDICE-01"),
            detail=(phrase("osr.ask.hit_dice_detail", "OSR-HITDICE-05"),),
            rolls=rolls,
        )
    )
    for roll, faces in zip(rolls, batch.rolls, strict=True):
        told = phrase(
            "osr.ask.hit_dice_of", "OSR-HITDICE-03", who=ActorRef(roll.actor), taken=roll.title.args["taken"]
        )
        tell_roll(draft, replace(roll, title=told), faces, "OSR-HITDICE-03")
        draft.emit(SheetSet(roll.actor, replace(sheet(draft[roll.actor]), hurt=False)))
        if not roll.succeeds(faces):
            fell(draft, roll.actor, "OSR-HITDICE-05")


# --- steps -------------------------------------------------------------------------------------------


def _has_special(actor: Actor) -> bool:
    """Something is to be settled in step 4. A special action begun takes effect even as its maker falls to
    another: all happens at once.
    """
    page = sheet(actor)
    if not actor.on_map or page.surrendered:
        return False
    return planned(page, "special") is not None or (actor.active and bool(page.pending))


def _anything_to_do(battle: Battle, phase: Phase) -> bool:
    match phase:
        case Phase.SPECIAL:
            return any(_has_special(actor) for actor in battle.actors.values())
        case Phase.HIT_DICE:
            return any(sheet(actor).hurt for actor in roster(battle))
        case _:
            return True


def _close(draft: Draft, rules: StepRules, phase: Phase) -> Procedure[None]:
    match phase:
        case Phase.MORALE:
            yield from morale.check_all(draft)
        case Phase.DECLARE:
            strike_at_fleers(draft)
            carry_out_quiet(draft)
            yield from move_everybody(draft, rules)
            carry_out_leaving(draft)
            open_attacks(draft)
        case Phase.HIT_DICE:
            harmed = tuple(actor.id for actor in roster(draft.battle) if sheet(actor).hurt)
            if harmed:
                yield from roll_hit_dice(draft, harmed)
        case _:
            return


def _say_step(draft: Draft) -> None:
    now = state(draft.battle)
    draft.emit(StepBegan(phrase(f"osr.phase.{now.phase.value}"), now.number, RULES[now.phase]))


def _hit_dice_roll(draft: Draft, actor_id: ActorId) -> AskRoll:
    page = sheet(draft[actor_id])
    bonus = (modifier(page.hit_bonus, "osr.mod.hit_dice", "OSR-HITDICE-04"),) if page.hit_bonus else ()
    return AskRoll(
        title=phrase("osr.ask.hit_dice_row", "OSR-HITDICE-03", who=ActorRef(actor_id), taken=page.taken),
        dice=(6,) * page.hit_dice,
        tally=Tally(bonus),
        beats=page.taken + 1,  # Rule: OSR-HITDICE-05
        side=draft[actor_id].side,
        actor=actor_id,
    )


def _next_round(draft: Draft) -> Phase:
    """Renew everybody; says which step comes first."""
    for actor in tuple(draft.battle.actors.values()):
        fresh = replace(sheet(actor), plan=None, more=(), due=(), pending=(), hurt=False, struck=False)
        draft.emit(SheetSet(actor.id, fresh), StrideSet(actor.id, Stride()))
    now = state(draft.battle)
    known = (side_state(now, side.id) for side in draft.battle.sides)
    renewed = (replace(morale.with_triggers(draft.battle, side), held=False) for side in known)
    sides = tuple(renewed)
    draft.emit(RoundSet(replace(now, number=now.number + 1, dice_fell=False, sides=sides)))
    return Phase.MORALE if any(side.due for side in sides) else Phase.DECLARE


def forget_removed(draft: Draft) -> None:
    """Leave a side that the GM took away out of the round."""
    now = draft.battle.round
    if isinstance(now, ReductionRound):
        there = {side.id for side in draft.battle.sides}
        left = tuple(known for known in now.sides if known.side in there)
        if left != now.sides:
            draft.emit(RoundSet(replace(now, sides=left)))


# --- ambush ------------------------------------------------------------------------------------------


def _ask_ambush(draft: Draft) -> Procedure[None]:
    """Ask until the referee has named every side that is kept from acting; somebody must be left."""
    sides = tuple(side.side for side in state(draft.battle).sides if side.strength)
    caught: list[SideId] = []
    while len(caught) + 1 < len(sides):
        answer = yield from ask(_ambush_question(sides, caught))
        if answer.pick == "none":
            return
        side = answer.pick.removeprefix("held:")
        caught.append(side)
        hold(draft, side)


def _ambush_question(sides: tuple[SideId, ...], caught: Collection[SideId]) -> AskChoice:
    nobody = "osr.pick.nobody_else" if caught else "osr.pick.nobody"
    picks = [Pick("none", phrase(nobody, "OSR-INIT-02"))]
    for side in sides:
        if side not in caught:
            picks.append(Pick(f"held:{side}", _caught(sides, side)))
    return AskChoice(
        title=phrase("osr.ask.ambush", "OSR-INIT-02"),
        detail=(phrase("osr.ask.ambush_detail", "OSR-INIT-02"),),
        picks=tuple(picks),
        default="none",
    )


def _caught(sides: tuple[SideId, ...], side: SideId) -> Phrase:
    if len(sides) == 2:
        by = next(other for other in sides if other != side)
        return phrase("osr.pick.ambushes", "OSR-INIT-02", by=SideRef(by), side=SideRef(side))
    return phrase("osr.pick.ambushed", "OSR-INIT-02", side=SideRef(side))
