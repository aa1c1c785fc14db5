"""Going down, getting up, and the holds that tie two bodies to each other."""

from __future__ import annotations

from engine.model.actor import DOWN, GRAPPLED, HELPLESS, PRONE
from engine.model.battle import Control
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Arg, phrase
from engine.rulesets.common import drop, set_condition
from engine.rulesets.os_six.sheet import MOST_STRAIN, sheet, write
from engine.tactics.draft import Draft

STUNNED, TERRIFIED, POISONED, BLEEDING, BLEEDING_OUT = (
    "stunned",
    "terrified",
    "poisoned",
    "bleeding",
    "bleeding_out",
)
AILMENTS = (POISONED, BLEEDING, BLEEDING_OUT)
"""What rest does not cure, and what grows worse as turns pass."""
LASTING = (TERRIFIED, *AILMENTS)
"""Conditions without an end of their own, which the GM puts on and takes off."""


def tell(draft: Draft, about: ActorId, key: str, rule: str = "", /, **args: Arg) -> None:
    """A line of the log about an actor, who is its {who}."""
    draft.emit(Said(phrase(key, rule, who=ActorRef(about), **args), about=about))


def tell_number(draft: Draft, about: ActorId, key: str, rule: str = "", /, **args: Arg) -> None:
    """A line with a number of the actor's: players read it of their own only."""
    ours = draft.battle.control_of(about) is Control.PLAYERS
    what = phrase(key, rule, who=ActorRef(about), **args)
    draft.emit(Said(what, gm_only=not ours, about=about))


def go_down(draft: Draft, who: ActorId, by: ActorId, rule: str) -> None:
    """Out of the fight; whoever it held is free."""
    drop(draft, who, by, rule)
    release(draft, who)


def get_up(draft: Draft, who: ActorId) -> None:
    """Conscious again, as far as hit points and strain let it be."""
    page = sheet(draft[who])
    write(draft, who, fallen=page.hp <= 0, stable=False)
    if page.hp > 0 and page.strain < MOST_STRAIN:
        set_condition(draft, who, HELPLESS, present=False)
        set_condition(draft, who, DOWN, present=False)


def hold(draft: Draft, grappler: ActorId, target: ActorId, rule: str) -> None:
    """From now on the grappler holds the target."""
    release(draft, grappler)
    release(draft, target)
    break_free(draft, target)
    write(draft, grappler, holding=target)
    write(draft, target, held_by=grappler)
    set_condition(draft, target, GRAPPLED, rule=rule)


def release(draft: Draft, grappler: ActorId) -> None:
    """The grappler holds nobody any more."""
    target = sheet(draft[grappler]).holding
    if not target:
        return
    write(draft, grappler, holding="")
    if target in draft and sheet(draft[target]).held_by == grappler:
        _loosen(draft, target)


def break_free(draft: Draft, target: ActorId) -> None:
    """Nobody holds the target any more."""
    holder = sheet(draft[target]).held_by
    if holder in draft:
        release(draft, holder)
    if sheet(draft[target]).held_by:
        _loosen(draft, target)


def _loosen(draft: Draft, target: ActorId) -> None:
    write(draft, target, held_by="")
    set_condition(draft, target, GRAPPLED, present=False)


def leave_cover(draft: Draft, who: ActorId) -> None:
    """Whoever moves or is moved has left its cover behind."""
    if sheet(draft[who]).cover:
        write(draft, who, cover="")


def knock_over(draft: Draft, who: ActorId, rule: str, by: ActorId = "") -> None:
    """On the ground, thrown there by somebody's ram if `by` is given."""
    set_condition(draft, who, PRONE, rule=rule)
    write(draft, who, rammed_by=by)
