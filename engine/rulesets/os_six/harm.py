"""Hit points: damage, unconsciousness, death and what luck does about it, healing."""

from __future__ import annotations

from engine.model.battle import Battle
from engine.model.events import Harmed
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskRoll, Pick, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.os_six.bodies import get_up, go_down, tell, tell_number
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import PARTIAL, Degree, Stat, bare, degree, dice_of
from engine.rulesets.os_six.rolls import luck_picks, take_chance
from engine.rulesets.os_six.sheet import SixSheet, fights_for_life, sheet, write
from engine.tactics.draft import Draft, Procedure, ask


def harm(draft: Draft, target: ActorId, amount: int, by: ActorId, armoured: bool = True) -> Procedure[None]:
    """Take off what the armour lets through, temporary hit points first, and see what follows.

    Poison, bleeding and thirst pass by any armour (`armoured` is off).
    """
    if target not in draft or sheet(draft[target]).dead:
        return
    page = sheet(draft[target])
    through = max(0, amount - (page.armour if armoured else 0))
    if through == 0:
        tell(draft, target, "six.no_harm")
        return
    draft.emit(Harmed(target, through, by, "SIX-DAMAGE-01"))
    buffered = min(page.temp, through)  # Rule: SIX-TEMP-02
    if buffered:
        write(draft, target, temp=page.temp - buffered)
    left = page.hp - (through - buffered)  # Rule: SIX-TEMP-03
    if left == page.hp:
        return
    if left > 0:
        write(draft, target, hp=left)
    elif not fights_for_life(draft.battle, page):
        write(draft, target, hp=0, fallen=True)
        go_down(draft, target, by, "SIX-STEP-10")  # ruling D2 #8
    elif page.hp <= 0:
        yield from die(draft, target, by, "SIX-DAMAGE-06")
    elif left <= _instant_death(draft.battle, page):
        yield from die(draft, target, by, "SIX-DAMAGE-13")
    else:
        write(draft, target, hp=left)
        yield from _fall(draft, target, by)


def _instant_death(battle: Battle, page: SixSheet) -> int:
    return -page.max_hp - (options(battle).massive == "example")  # Rule: SIX-DAMAGE-13, SIX-DAMAGE-14


def _fall(draft: Draft, target: ActorId, by: ActorId) -> Procedure[None]:
    """At zero unconscious; below zero a Brawn roll decides between zero and death."""
    if sheet(draft[target]).hp < 0:
        result = yield from _brawn(draft, target, "six.ask.survive", "SIX-DAMAGE-03")
        if result.failed:
            yield from die(draft, target, by, "SIX-DAMAGE-05")
            return
    _unconscious(draft, target, by)


def _unconscious(draft: Draft, target: ActorId, by: ActorId) -> None:
    if target in draft:
        write(draft, target, hp=0, fallen=True, stable=False)
        go_down(draft, target, by, "SIX-DAMAGE-02")


def die(draft: Draft, target: ActorId, by: ActorId, rule: str) -> Procedure[None]:
    """Dead for good, unless luck has something to say about it (SIX-DAMAGE-16, SIX-DAMAGE-17)."""
    saved = yield from _cheats_death(draft, target)
    if target not in draft:
        return
    if saved:
        tell(draft, target, "six.saved", "SIX-DAMAGE-16")
        _unconscious(draft, target, by)
        return
    write(draft, target, dead=True, fallen=True, hp=min(0, sheet(draft[target]).hp))
    tell(draft, target, "six.dies", rule)
    go_down(draft, target, by, rule)


def _cheats_death(draft: Draft, target: ActorId) -> Procedure[bool]:
    """A Luck Point turns death into zero hit points; pushing one's luck is another roll of Brawn."""
    page = sheet(draft[target])
    picks = (*luck_picks(draft, target), Pick("accept", phrase("six.pick.die")))
    if not page.hero or len(picks) == 1:
        return False
    title = phrase("six.ask.death", picks[0].label.rule, who=ActorRef(target))
    answer = yield from ask(AskChoice(title=title, side=draft[target].side, actor=target, picks=picks))
    if not take_chance(draft, target, answer.pick):
        return False
    if answer.pick == "luck":
        return True
    result = yield from _brawn(draft, target, "six.ask.survive", "SIX-DAMAGE-17")
    return not result.failed


def linger(draft: Draft, target: ActorId) -> Procedure[None]:
    """Somebody at zero hit points at the start of its turn: dies, stays, or comes round dazed."""
    # Rule: SIX-DAMAGE-07
    result = yield from _brawn(draft, target, "six.ask.linger", "SIX-DAMAGE-07")
    if target not in draft:
        return
    if result.failed:
        yield from die(draft, target, "", "SIX-DAMAGE-08")
    elif result.full:
        write(draft, target, hp=1, dazed=True)  # Rule: SIX-DAMAGE-10, SIX-DAMAGE-11
        get_up(draft, target)
        tell(draft, target, "six.wakes", "SIX-DAMAGE-10")


def _brawn(draft: Draft, target: ActorId, key: str, rule: str) -> Procedure[Degree]:
    dice, keep = dice_of(bare(sheet(draft[target]), Stat.BRAWN).total)
    request = AskRoll(
        title=phrase(key, rule, who=ActorRef(target)),
        dice=dice,
        keep=keep,
        beats=PARTIAL,
        side=draft[target].side,
        actor=target,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return Degree.PARTIAL
    tell_roll(draft, request, faces, rule)
    return degree(faces.faces, keep)


def heal(draft: Draft, target: ActorId, amount: int, rule: str) -> None:
    """Give hit points back, never above the maximum; temporary ones are not touched (SIX-TEMP-04)."""
    page = sheet(draft[target])
    gained = min(amount, page.max_hp - page.hp)
    if page.dead or gained <= 0:
        return
    write(draft, target, hp=page.hp + gained, stable=False)
    key = "six.heals.one" if gained == 1 else "six.heals.more"
    tell_number(draft, target, key, rule, amount=gained, hp=page.hp + gained)
    if page.fallen:
        get_up(draft, target)
