"""The steps of the round in their order: Morale, Declare, Attack, Special, Hit dice, and again."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor, Stride
from engine.model.battle import Battle, Control
from engine.model.events import RoundSet, Said, SheetSet, StepBegan, StrideSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Names, SideRef, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskRoll, AskRolls, Pick
from engine.rulesets.common import drop, roster, settled, tell_roll
from engine.rulesets.reduction.attacks import open_attacks, strike_at_fleers
from engine.rulesets.reduction.movement import move_everybody
from engine.rulesets.reduction.sheet import Phase, ReductionRound, SideState, options, sheet, state
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import StepRules

SECONDS = 10
FEARLESS = 12
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


def open_fight(draft: Draft) -> None:
    """The first round begins with declarations: no initiative, and nothing yet to lose heart over."""
    sides = tuple(
        SideState(side.id, sum(1 for actor in draft.battle.members(side.id) if actor.active))
        for side in draft.battle.sides
    )
    draft.emit(RoundSet(ReductionRound(sides=sides)))
    _say_step(draft)


def advance(draft: Draft, rules: StepRules) -> Procedure[None]:
    """Close the step that is open and open the next one in which there is anything to do."""
    phase = state(draft.battle).phase
    yield from _close(draft, rules, phase)
    following = _AFTER.get(phase)
    while following is not None and not _anything_to_do(draft.battle, following):
        following = _AFTER.get(following)
    if settled(draft.battle) is not None:
        following = Phase.OVER
    elif following is None:
        following = _next_round(draft)
    draft.emit(RoundSet(replace(state(draft.battle), phase=following)))
    _say_step(draft)


def unfinished(battle: Battle) -> tuple[Refusal, ...]:
    """Who has still something to do in the open step."""
    left = waiting(battle)
    phase = state(battle).phase
    return (Refusal(phrase(f"osr.left.{phase.value}", RULES[phase], who=Names(left))),) if left else ()


def waiting(battle: Battle) -> tuple[ActorId, ...]:
    """Actors who can still act in the open step."""
    match state(battle).phase:
        case Phase.DECLARE:
            return tuple(actor.id for actor in roster(battle) if sheet(actor).plan is None)
        case Phase.ATTACK:
            return tuple(actor.id for actor in roster(battle) if sheet(actor).due)
        case Phase.SPECIAL:
            return tuple(actor.id for actor in roster(battle) if _special(actor))
        case _:
            return ()


def _special(actor: Actor) -> bool:
    plan = sheet(actor).plan
    return plan is not None and plan.verb == "special"


def _anything_to_do(battle: Battle, phase: Phase) -> bool:
    match phase:
        case Phase.SPECIAL:
            return any(_special(actor) for actor in roster(battle))
        case Phase.HIT_DICE:
            return any(sheet(actor).hurt for actor in roster(battle))
        case _:
            return True


def _close(draft: Draft, rules: StepRules, phase: Phase) -> Procedure[None]:
    match phase:
        case Phase.MORALE:
            yield from _morale(draft)
        case Phase.DECLARE:
            strike_at_fleers(draft)
            yield from move_everybody(draft, rules)
            open_attacks(draft)
        case Phase.HIT_DICE:
            yield from _hit_dice(draft)
        case _:
            return


def _say_step(draft: Draft) -> None:
    now = state(draft.battle)
    draft.emit(StepBegan(phrase(f"osr.phase.{now.phase.value}"), now.number, RULES[now.phase]))


# --- hit dice ----------------------------------------------------------------------------------------


def _hit_dice(draft: Draft) -> Procedure[None]:
    """Everybody harmed this round rolls, all in one batch, so that enemies may fell each other."""
    # Rule: OSR-HITDICE-01, OSR-INIT-01
    harmed = tuple(actor.id for actor in roster(draft.battle) if sheet(actor).hurt)
    rolls = tuple(_hit_dice_roll(draft, actor_id) for actor_id in harmed)
    batch = yield from ask(AskRolls(title=phrase("osr.ask.hit_dice", "OSR-HITDICE-01"), rolls=rolls))
    for roll, faces in zip(rolls, batch.rolls, strict=True):
        tell_roll(draft, roll, faces, "OSR-HITDICE-03")
        if not roll.succeeds(faces):
            drop(draft, roll.actor, rule="OSR-HITDICE-05")


def _hit_dice_roll(draft: Draft, actor_id: ActorId) -> AskRoll:
    page = sheet(draft[actor_id])
    bonus = (modifier(page.hit_bonus, "osr.mod.hit_dice", "OSR-HITDICE-04"),) if page.hit_bonus else ()
    return AskRoll(
        title=phrase("osr.ask.hit_dice_of", "OSR-HITDICE-03", who=ActorRef(actor_id), taken=page.taken),
        dice=(6,) * page.hit_dice,
        tally=Tally(bonus),
        beats=page.taken + 1,  # Rule: OSR-HITDICE-05
        side=draft[actor_id].side,
        actor=actor_id,
    )


# --- the next round and morale -----------------------------------------------------------------------


def _next_round(draft: Draft) -> Phase:
    """Renew everybody; says which step comes first."""
    for actor in tuple(draft.battle.actors.values()):
        fresh = replace(sheet(actor), plan=None, due=(), hurt=False)
        draft.emit(SheetSet(actor.id, fresh), StrideSet(actor.id, Stride()))
    now = state(draft.battle)
    sides = tuple(_with_triggers(draft.battle, side) for side in now.sides)
    draft.emit(RoundSet(replace(now, number=now.number + 1, dice_fell=False, sides=sides)))
    return Phase.MORALE if any(side.due for side in sides) else Phase.DECLARE


def _with_triggers(battle: Battle, side: SideState) -> SideState:
    """The side with a check due for each trigger met since the last one; each counts once (ruling B2 #14)."""
    out = side.strength - sum(1 for actor in battle.members(side.side) if actor.active)
    reached: tuple[str, ...] = ("first",) if out >= 1 else ()  # Rule: OSR-MORALE-07
    if side.strength > 1 and 2 * out >= side.strength:
        reached += ("half",)  # Rule: OSR-MORALE-08
    fresh = tuple(trigger for trigger in reached if trigger not in side.met)
    return replace(side, met=side.met + fresh, due=bool(fresh) and bool(_shakeable(battle, side)))


def _shakeable(battle: Battle, side: SideState) -> tuple[ActorId, ...]:
    """Members who check morale: not the fearless, and not the players' side unless the option says so."""
    # Rule: OSR-MORALE-02, OSR-MORALE-12
    exempt = battle.side(side.side).control is Control.PLAYERS and options(battle).party_morale == "exempt"
    if exempt:
        return ()
    members = (actor for actor in battle.members(side.side) if actor.active and not sheet(actor).routed)
    return tuple(actor.id for actor in members if (sheet(actor).morale or FEARLESS) < FEARLESS)


def _morale(draft: Draft) -> Procedure[None]:
    """2d6 once for each side due; every member whose ML is below it gives in or runs."""
    # Rule: OSR-MORALE-03
    now = state(draft.battle)
    due = tuple(side for side in now.sides if side.due)
    rolls = tuple(_morale_roll(side) for side in due)
    batch = yield from ask(AskRolls(title=phrase("osr.ask.morale", "OSR-MORALE-03"), rolls=rolls))
    for side, roll, faces in zip(due, rolls, batch.rolls, strict=True):
        tell_roll(draft, roll, faces, "OSR-MORALE-03")
        for member in _shakeable(draft.battle, side):
            if (sheet(draft[member]).morale or FEARLESS) < roll.total(faces):  # Rule: OSR-MORALE-04
                yield from _lose_heart(draft, member)
    sides = tuple(replace(side, due=False) for side in now.sides)
    draft.emit(RoundSet(replace(state(draft.battle), sides=sides)))


def _morale_roll(side: SideState) -> AskRoll:
    title = phrase("osr.ask.morale_of", "OSR-MORALE-03", side=SideRef(side.side))
    return AskRoll(title=title, dice=(6, 6), side=side.side)


def _lose_heart(draft: Draft, member: ActorId) -> Procedure[None]:
    # Rule: OSR-MORALE-05
    answer = yield from ask(
        AskChoice(
            title=phrase("osr.ask.lose_heart", "OSR-MORALE-05", who=ActorRef(member)),
            side=draft[member].side,
            actor=member,
            picks=(
                Pick("flee", phrase("osr.pick.flee")),
                Pick("surrender", phrase("osr.pick.surrender")),
            ),
        )
    )
    page = sheet(draft[member])
    if answer.pick == "surrender":
        draft.emit(SheetSet(member, replace(page, surrendered=True)))
        draft.emit(Said(phrase("osr.surrenders", "OSR-MORALE-06", who=ActorRef(member)), about=member))
        drop(draft, member, rule="OSR-MORALE-06")
    else:
        draft.emit(SheetSet(member, replace(page, routed=True)))
        draft.emit(Said(phrase("osr.routs", "OSR-MORALE-05", who=ActorRef(member)), about=member))
