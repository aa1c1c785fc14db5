"""Hit points, dying, strain and panic."""

from __future__ import annotations

from engine.model.actor import DOWN, HELPLESS
from engine.model.battle import Battle
from engine.model.events import Harmed, Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskRoll, AskRolls, Faces, Picked
from engine.rulesets.common import drop, set_condition, tell_roll
from engine.rulesets.os_six.pools import Degree, Stat, degree, dice_of, pool
from engine.rulesets.os_six.sheet import MOST_STRAIN, SixSheet, options, sheet, write
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import in_sight

PANIC_STRAIN = 2


def harm(draft: Draft, target: ActorId, amount: int, by: ActorId) -> Procedure[None]:
    """Take off hit points what the armour lets through, and see what follows."""
    if target not in draft:
        return
    page = sheet(draft[target])
    through = max(0, amount - page.armour)
    if through == 0:
        draft.emit(Said(phrase("six.no_harm", "", who=ActorRef(target)), about=target))
        return
    draft.emit(Harmed(target, through, by, "SIX-DAMAGE-01"))
    left = page.hp - through
    if left > 0:
        write(draft, target, hp=left)
    elif not page.hero:
        write(draft, target, hp=0, fallen=True)
        drop(draft, target, by, "SIX-STEP-10")  # ruling D2 #8
    elif page.hp <= 0 or left <= _instant_death(draft.battle, page):
        die(draft, target, by, "SIX-DAMAGE-06" if page.hp <= 0 else "SIX-DAMAGE-13")
    else:
        write(draft, target, hp=left)
        yield from _fall(draft, target, by)


def _instant_death(battle: Battle, page: SixSheet) -> int:
    return -page.max_hp - (options(battle).massive == "example")  # Rule: SIX-DAMAGE-13, SIX-DAMAGE-14


def _fall(draft: Draft, target: ActorId, by: ActorId) -> Procedure[None]:
    """At zero unconscious; below zero a Brawn roll decides between zero and death."""
    if sheet(draft[target]).hp < 0:
        result = yield from _brawn(draft, target, "six.ask.survive", "SIX-DAMAGE-03")
        if result in (Degree.FAILURE, Degree.CRITICAL_FAILURE):
            die(draft, target, by, "SIX-DAMAGE-05")
            return
    write(draft, target, hp=0, fallen=True)
    drop(draft, target, by, "SIX-DAMAGE-02")


def die(draft: Draft, target: ActorId, by: ActorId, rule: str) -> None:
    """Dead for good."""
    page = sheet(draft[target])
    write(draft, target, dead=True, fallen=True, hp=min(0, page.hp))
    draft.emit(Said(phrase("six.dies", rule, who=ActorRef(target)), about=target))
    drop(draft, target, by, rule)


def linger(draft: Draft, target: ActorId) -> Procedure[None]:
    """A hero at zero hit points at the start of its turn: dies, stays, or comes round dazed."""
    # Rule: SIX-DAMAGE-07
    result = yield from _brawn(draft, target, "six.ask.linger", "SIX-DAMAGE-07")
    if result in (Degree.FAILURE, Degree.CRITICAL_FAILURE):
        die(draft, target, "", "SIX-DAMAGE-08")
    elif result is not Degree.PARTIAL:
        write(draft, target, hp=1, fallen=False, dazed=True)  # Rule: SIX-DAMAGE-10, SIX-DAMAGE-11
        set_condition(draft, target, DOWN, present=False)
        draft.emit(Said(phrase("six.wakes", "SIX-DAMAGE-10", who=ActorRef(target)), about=target))


def _brawn(draft: Draft, target: ActorId, key: str, rule: str) -> Procedure[Degree]:
    dice, keep = dice_of(pool(sheet(draft[target]), Stat.BRAWN).total)
    request = AskRoll(
        title=phrase(key, rule, who=ActorRef(target)),
        dice=dice,
        keep=keep,
        beats=4,
        side=draft[target].side,
        actor=target,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return Degree.PARTIAL
    tell_roll(draft, request, faces, rule)
    return degree(faces.faces, keep)


# --- strain ------------------------------------------------------------------------------------------


def lose_nerve(draft: Draft, who: ActorId, rule: str) -> Procedure[None]:
    """A critical failure: one strain and a panic roll; a panic shakes whoever sees it, once."""
    if who not in draft or not sheet(draft[who]).hero or sheet(draft[who]).dead:
        return
    add_strain(draft, who, 1, rule)
    roll = _panic_roll(draft, who)
    faces = yield from ask(roll)
    if isinstance(faces, Picked) or who not in draft:
        return
    if not _panics(draft, roll, faces):
        return
    rolls = tuple(_panic_roll(draft, witness) for witness in witnesses(draft, who))
    if rolls:  # Rule: SIX-PANIC-06
        title = phrase("six.ask.witnesses", "SIX-PANIC-06", who=ActorRef(who))
        batch = yield from ask(AskRolls(title=title, about=who, rolls=rolls))
        for witness_roll, shown in zip(rolls, batch.rolls, strict=True):
            if witness_roll.actor in draft:
                _panics(draft, witness_roll, shown)


def witnesses(draft: Draft, who: ActorId) -> tuple[ActorId, ...]:
    """Other heroes on their feet who see the one that panics."""
    board = draft.board
    return tuple(
        other.id
        for other in draft.battle.actors.values()
        if other.id != who and other.active and sheet(other).hero and in_sight(board, other, draft[who])
    )


def add_strain(draft: Draft, who: ActorId, amount: int, rule: str) -> None:
    """More strain, at most 12; at 12 the hero is incapacitated."""
    strain = min(MOST_STRAIN, sheet(draft[who]).strain + amount)  # Rule: SIX-INCAP-05
    write(draft, who, strain=strain)
    draft.emit(Said(phrase("six.strain", rule, who=ActorRef(who), strain=strain), about=who))
    if strain == MOST_STRAIN and draft[who].active:  # Rule: SIX-STRAIN-02
        set_condition(draft, who, HELPLESS, rule="SIX-STRAIN-02")
        drop(draft, who, rule="SIX-STRAIN-02")


def _panic_roll(draft: Draft, who: ActorId) -> AskRoll:
    strain = sheet(draft[who]).strain
    return AskRoll(
        title=phrase("six.ask.panic", "SIX-PANIC-02", who=ActorRef(who), strain=strain),
        dice=(6, 6),
        beats=strain,  # Rule: SIX-PANIC-03
        side=draft[who].side,
        actor=who,
    )


def _panics(draft: Draft, roll: AskRoll, faces: Faces) -> bool:
    tell_roll(draft, roll, faces, "SIX-PANIC-02")
    if roll.succeeds(faces):
        return False
    draft.emit(Said(phrase("six.panics", "SIX-PANIC-04", who=ActorRef(roll.actor)), about=roll.actor))
    add_strain(draft, roll.actor, PANIC_STRAIN, "SIX-PANIC-04")
    write(draft, roll.actor, penalty=True)  # Rule: SIX-PANIC-05
    return True
