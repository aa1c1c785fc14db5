"""What damage does: hit points, a spell lost, going down, and the roll for death and dying."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import DOWN, HELPLESS, Actor
from engine.model.battle import Battle
from engine.model.events import Harmed, RoundSet
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskRoll, Grade, Pick
from engine.rulesets.common import drop, set_condition
from engine.rulesets.ose import bodies, disruption, grapple, morale
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.options import options
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.state import OseRound, Phase, state
from engine.rulesets.upshots import FAILS, SUCCEEDS, Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask

LEAST_ASLEEP, LEAST_DYING = 11, 2
"""On the roll for death and dying: from 11 unconscious, from 2 a save, on a 1 dead, on a 20 awake."""
_DEATH_GRADES = (
    Grade(1, phrase("dying.grade_dead")),
    Grade(LEAST_DYING, phrase("dying.grade_save")),
    Grade(LEAST_ASLEEP, phrase("dying.grade_asleep"), then=(phrase("upshot.lies_long", "OSE-BASE-01"),)),
    Grade(20, phrase("dying.grade_awake")),
)
_GRADES_AGAIN = (*_DEATH_GRADES[:2], Grade(LEAST_ASLEEP, phrase("dying.grade_nothing")))
"""The same roll of somebody who was down before (rulings A1.6)."""
DYING, DEAD_AT_NONE = "OSE-BASE-01", "OSE-BASE-02"
"""The rows for characters, and for monsters or where characters die like them."""


def harm(draft: Draft, actor_id: ActorId, amount: int, by: ActorId, rule: str) -> Procedure[bool]:
    """Deal damage now. True if the actor went down of it, even if it woke at once.

    A character who drops, or is hurt while down, rolls for death and dying, at once or at the end of the
    round (rulings G11, A1.6).
    """
    page = sheet(draft[actor_id])
    was_down, was_dead = draft[actor_id].has(DOWN), page.dead
    draft.emit(Harmed(actor_id, amount, by, rule))
    if amount <= 0 or was_dead:
        return False
    bodies.write_page(draft, actor_id, hp=page.hp - amount, turn=replace(page.turn, hit=True))
    disruption.hurt(draft, actor_id)
    if sheet(draft[actor_id]).hp > 0:
        yield from _ask_woken(draft, actor_id)
        return False
    if not was_down:
        _go_down(draft, actor_id, by)
    if rolls_for_death(draft.battle, draft[actor_id]):
        yield from _roll_or_wait(draft, actor_id, again=was_down)
    else:
        bodies.write_page(draft, actor_id, dead=True)
    sync_arms(draft, actor_id)
    return not was_down


def _ask_woken(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """No row says what wakes a sleeper: whoever is hurt in its sleep wakes, unless the referee says no."""
    if not draft[actor_id].has(bodies.ASLEEP):
        return
    answer = yield from ask(
        AskChoice(
            title=phrase("wake.ask", "OSE-OVER-06", who=ActorRef(actor_id)),
            actor=actor_id,
            picks=(Pick("yes", phrase("wake.yes")), Pick("no", phrase("wake.no"))),
        )
    )
    if answer.pick == "yes":
        set_condition(draft, actor_id, bodies.ASLEEP, present=False)
        sync_arms(draft, actor_id)
        bodies.tell(draft, actor_id, "wake.wakes", "OSE-OVER-06")


def defer(draft: Draft, actor_id: ActorId, amount: int, by: ActorId) -> None:
    """Keep damage for the end of a step in which all act at once (rulings A2 #48)."""
    now = state(draft.battle)
    draft.emit(RoundSet(replace(now, pending=(*now.pending, (actor_id, amount, by)))))


def settle_pending(draft: Draft) -> Procedure[None]:
    """Deal the damage that waited for the end of the step, in the order in which it fell."""
    waiting = state(draft.battle).pending
    if not waiting:
        return
    draft.emit(RoundSet(replace(state(draft.battle), pending=())))
    for actor_id, amount, by in waiting:
        if actor_id in draft:
            yield from harm(draft, actor_id, amount, by, "OSE-ORDER-02")


def _go_down(draft: Draft, actor_id: ActorId, by: ActorId) -> None:
    bodies.write_turn(draft, actor_id, braced=False, defending=False)
    bodies.write_page(draft, actor_id, defending_until=0)
    rule = DYING if rolls_for_death(draft.battle, draft[actor_id]) else DEAD_AT_NONE
    drop(draft, actor_id, by, rule)
    set_condition(draft, actor_id, HELPLESS, rule=rule)
    grapple.end_lost_holds(draft)
    morale.note_loss(draft, actor_id)


def rolls_for_death(battle: Battle, actor: Actor) -> bool:
    """Whether no hit points mean a roll for death and dying to the actor, and not its death."""
    return sheet(actor).character and options(battle).characters_at_zero == "dying"


def _roll_or_wait(draft: Draft, actor_id: ActorId, again: bool) -> Procedure[None]:
    """Where the die waits for the end of the round, each instance of damage is one more (rulings G11)."""
    if options(draft.battle).death_roll == "at_once" or not _fights(draft.battle):
        yield from _death_and_dying(draft, actor_id, again)
        return
    bodies.write_page(draft, actor_id, death_due=sheet(draft[actor_id]).death_due + 1)
    bodies.tell(draft, actor_id, "dying.waits", DYING)


def _fights(battle: Battle) -> bool:
    return isinstance(battle.round, OseRound) and battle.round.phase is not Phase.OVER


def roll_due(draft: Draft) -> Procedure[None]:
    """Make the rolls for death and dying that waited; who died or woke by one makes no further ones."""
    for actor_id in tuple(draft.battle.actors):
        if not bodies.plays(draft[actor_id]) or not sheet(draft[actor_id]).death_due:
            continue
        for number in range(sheet(draft[actor_id]).death_due):
            if not sheet(draft[actor_id]).dead and draft[actor_id].has(DOWN):
                yield from _death_and_dying(draft, actor_id, again=number > 0)
        bodies.write_page(draft, actor_id, death_due=0)
        sync_arms(draft, actor_id)


def _death_and_dying(draft: Draft, actor_id: ActorId, again: bool) -> Procedure[None]:
    """The roll for one instance of damage; to whoever was down before, 11 and more does nothing (A1.6)."""
    question = _question(draft, actor_id, "dying.ask_again" if again else "dying.ask", 20)
    face = yield from _face(draft, replace(question, grades=_GRADES_AGAIN if again else _DEATH_GRADES))
    if face == 1:
        _die(draft, actor_id)
    elif face < LEAST_ASLEEP:
        saved = yield from _face(draft, _death_save(draft, actor_id))
        if saved < sheet(draft[actor_id]).save_death:
            _die(draft, actor_id)
        else:
            _sleep(draft, actor_id, again)
    elif again or face < 20:
        _sleep(draft, actor_id, again)
    else:
        yield from _wake(draft, actor_id)


def _sleep(draft: Draft, actor_id: ActorId, again: bool) -> None:
    bodies.tell(draft, actor_id, "dying.as_before" if again else "dying.unconscious", DYING)


def _die(draft: Draft, actor_id: ActorId) -> None:
    bodies.write_page(draft, actor_id, dead=True)
    bodies.tell(draft, actor_id, "dying.dead", DYING)


def _wake(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """A 20: back on its feet with 1d6 hit points."""
    face = yield from _face(draft, _question(draft, actor_id, "dying.ask_wake", 6))
    bodies.write_page(draft, actor_id, hp=min(face, sheet(draft[actor_id]).max_hp))
    set_condition(draft, actor_id, DOWN, present=False)
    set_condition(draft, actor_id, HELPLESS, present=False)
    bodies.tell(draft, actor_id, "dying.wakes", DYING, hp=face)


def _death_save(draft: Draft, actor_id: ActorId) -> AskRoll:
    asked = replace(_question(draft, actor_id, "dying.ask_save", 20), beats=sheet(draft[actor_id]).save_death)
    lies, dies = (phrase(key, DYING) for key in ("upshot.lies", "upshot.dies"))
    return decided(asked, Upshot(SUCCEEDS, (lies,)), Upshot(FAILS, (dies,)))


def _question(draft: Draft, actor_id: ActorId, key: str, die: int) -> AskRoll:
    return AskRoll(
        title=phrase(key, DYING, who=ActorRef(actor_id)),
        detail=(phrase(key + "_detail", DYING),),
        side=draft[actor_id].side,
        actor=actor_id,
        dice=(die,),
    )


def _face(draft: Draft, request: AskRoll) -> Procedure[int]:
    faces = yield from roll(draft, request, DYING)
    return faces.faces[0]
