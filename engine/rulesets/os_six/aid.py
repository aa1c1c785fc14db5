"""Help of others: first aid, rousing those whom strain has felled, a helping hand, taking cover."""

from __future__ import annotations

from engine.model.actor import Condition
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import put_condition
from engine.rulesets.os_six.bodies import BLEEDING, get_up, tell
from engine.rulesets.os_six.harm import harm, heal
from engine.rulesets.os_six.nerve import add_strain, after_roll
from engine.rulesets.os_six.pools import Stat, pool
from engine.rulesets.os_six.rolls import roll_between, roll_dice
from engine.rulesets.os_six.sheet import sheet, write
from engine.tactics.draft import Draft, Procedure, ask

_COVERS = ("light", "heavy", "full")


# --- medical attention ---------------------------------------------------------------------------------


def give_aid(draft: Draft, helper: ActorId, patient: ActorId) -> Procedure[None]:
    """A Mind roll with medical equipment heals and stabilizes (SIX-REST-07..10, SIX-REST-16)."""
    size = pool(sheet(draft[helper]), Stat.MIND)
    rolled = yield from roll_between(draft, helper, patient, size, "six.ask.aid", "SIX-REST-07")
    if rolled is None:
        return
    if rolled.result.failed:
        yield from _worse(draft, patient)
    else:
        dice = (6, 6) if sheet(draft[helper]).medic else (6,)  # Rule: SIX-REST-08
        amount = yield from roll_dice(draft, patient, dice, "six.ask.healing", "SIX-REST-07")
        if patient in draft and rolled.result.full:
            _stabilize(draft, patient)
        if patient in draft:
            half = not rolled.result.full  # Rule: SIX-REST-09
            heal(draft, patient, amount // 2 if half else amount, "SIX-REST-09" if half else "SIX-REST-07")
    yield from after_roll(draft, helper, rolled.result, rolled.faces, "SIX-PANIC-01")


def _stabilize(draft: Draft, patient: ActorId) -> None:
    # Rule: SIX-REST-16
    if sheet(draft[patient]).hp <= 0:
        write(draft, patient, stable=True)
        tell(draft, patient, "six.stabilized", "SIX-REST-16")
    write(draft, patient, shock_hours=0)


def _worse(draft: Draft, patient: ActorId) -> Procedure[None]:
    """The GM says whether the failure makes it worse."""
    # Rule: SIX-REST-10
    picks = tuple(Pick(key, phrase(f"six.pick.worse_{key}")) for key in ("same", "bleeds", "loses"))
    title = phrase("six.ask.worse", "SIX-REST-10", who=ActorRef(patient))
    answer = yield from ask(AskChoice(title=title, actor=patient, picks=picks))
    if patient not in draft or answer.pick == "same":
        return
    if answer.pick == "bleeds":
        put_condition(draft, patient, Condition(BLEEDING, rule="SIX-REST-10"))
        tell(draft, patient, "six.bleeds", "SIX-REST-10")
        return
    amount = yield from roll_dice(draft, patient, (3,), "six.ask.loss", "SIX-REST-10")
    yield from harm(draft, patient, amount, "", armoured=False)


# --- strain ----------------------------------------------------------------------------------------------


def rouse(draft: Draft, helper: ActorId, patient: ActorId) -> Procedure[None]:
    """A Mind roll brings back somebody incapacitated by strain."""
    # Rule: SIX-INCAP-01
    size = pool(sheet(draft[helper]), Stat.MIND)
    rolled = yield from roll_between(draft, helper, patient, size, "six.ask.rouse", "SIX-INCAP-01")
    if rolled is None:
        return
    if rolled.result.full:
        less = yield from roll_dice(draft, patient, (3,), "six.ask.relief", "SIX-INCAP-02")
        _wake(draft, patient, less, "SIX-INCAP-02")
    elif not rolled.result.failed:
        _wake(draft, patient, 1, "SIX-INCAP-03")
        write(draft, patient, penalty=True)
    else:
        tell(draft, patient, "six.stays_out", "SIX-INCAP-04")
    yield from after_roll(draft, helper, rolled.result, rolled.faces, "SIX-PANIC-01")


def _wake(draft: Draft, patient: ActorId, less: int, rule: str) -> None:
    if patient in draft:
        ease(draft, patient, less, rule)
        get_up(draft, patient)


def ease(draft: Draft, who: ActorId, amount: int, rule: str) -> None:
    """Less strain, never below none."""
    strain = max(0, sheet(draft[who]).strain - amount)
    if strain != sheet(draft[who]).strain:
        write(draft, who, strain=strain)
        tell(draft, who, "six.strain", rule, strain=strain)


def lend_a_hand(draft: Draft, helper: ActorId, friend: ActorId) -> None:
    """The Help action: a Bonus on the friend's next action, a strain for the helper."""
    write(draft, friend, helped=True)
    tell(draft, helper, "six.helps", "SIX-STRAIN-07", target=ActorRef(friend))
    add_strain(draft, helper, 1, "SIX-STRAIN-07")


# --- cover -----------------------------------------------------------------------------------------------


def take_cover(draft: Draft, who: ActorId) -> Procedure[None]:
    """The GM says what the cover is worth; it lasts until one moves."""
    # Rule: SIX-COVER-01
    picks = tuple(
        Pick(key, phrase(f"six.cover.{key}"), phrase(f"six.note.cover_{key}")) for key in (*_COVERS, "none")
    )
    title = phrase("six.ask.cover", "SIX-COVER-01", who=ActorRef(who))
    answer = yield from ask(AskChoice(title=title, actor=who, picks=picks))
    if who in draft and answer.pick != "none":
        write(draft, who, cover=answer.pick)
        tell(draft, who, f"six.covers.{answer.pick}", "SIX-COVER-01")
