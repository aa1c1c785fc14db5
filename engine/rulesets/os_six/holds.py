"""Grappling: grabbing, holding, dragging, letting go and breaking free."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.events import Moved
from engine.model.phrase import ActorId, ActorRef, Cell, Tally, modifier, phrase
from engine.rulesets.os_six.attacks import play_attack
from engine.rulesets.os_six.bodies import hold, leave_cover, release, tell
from engine.rulesets.os_six.nerve import after_roll
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import Degree, Stat, pool
from engine.rulesets.os_six.rolls import roll_between
from engine.rulesets.os_six.sheet import FISTS, SixSheet, helpless, sheet, usable
from engine.rulesets.os_six.tallies import target_rolls
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.hiding import give_away

_MUCH = 2
"""Sizes (squares a side) by which a body is much larger or smaller than another."""
_IN_ANSWER = phrase("six.kind.answer", "SIX-GRAPPLE-08")
"""Stands over the blow of somebody who is being grabbed."""


def too_large(actor: Actor, target: Actor) -> bool:
    """Whether the target is significantly larger: more than one size (D2 #17)."""
    return target.size - actor.size >= _MUCH


def _much_stronger(grappler: Actor, target: Actor) -> bool:
    """Whether the grappler puts a Penalty on the roll against it."""
    return sheet(grappler).strong or grappler.size - target.size >= _MUCH


def grapple(draft: Draft, grappler: ActorId, target: ActorId) -> Procedure[None]:
    """Grab the target. Against a foe's grapple the hero rolls and the foe does not."""
    give_away(draft, grappler, target)
    if helpless(draft[target]):
        _held(draft, grappler, target, "SIX-GRAPPLE-04")
    elif target_rolls(draft.battle, draft[grappler], draft[target]):
        yield from _evade(draft, grappler, target)
    else:
        yield from _grab(draft, grappler, target)


def _grab(draft: Draft, grappler: ActorId, target: ActorId) -> Procedure[None]:
    size = pool(sheet(draft[grappler]), Stat.BRAWN)
    rolled = yield from roll_between(draft, grappler, target, size, "six.ask.grapple", "SIX-GRAPPLE-01")
    if rolled is None:
        return
    if rolled.result.failed:
        tell(draft, grappler, "six.grapple_fails", "SIX-GRAPPLE-09", target=ActorRef(target))
    elif rolled.result.full:
        _held(draft, grappler, target, "SIX-GRAPPLE-03")
    else:
        _held(draft, grappler, target, "SIX-GRAPPLE-08")
        yield from _strikes_back(draft, target, grappler)
    yield from after_roll(draft, grappler, rolled.result, rolled.faces, "SIX-PANIC-01")


def _evade(draft: Draft, grappler: ActorId, target: ActorId) -> Procedure[None]:
    size = _against_hold(draft[grappler], draft[target])
    rolled = yield from roll_between(draft, target, grappler, size, "six.ask.evade", "SIX-GRAPPLE-14")
    if rolled is None:
        return
    if rolled.result.full:
        tell(draft, target, "six.evades", "SIX-GRAPPLE-16", target=ActorRef(grappler))
    elif rolled.result is Degree.PARTIAL:
        _held(draft, grappler, target, "SIX-GRAPPLE-17")
        yield from _strikes_back(draft, target, grappler)
    else:
        _held(draft, grappler, target, "SIX-GRAPPLE-18")
    yield from after_roll(draft, target, rolled.result, rolled.faces, "SIX-PANIC-01")


def _against_hold(grappler: Actor, hero: Actor) -> Tally:
    """The hero's dice against being held."""
    size = pool(sheet(hero), Stat.BRAWN)
    if _much_stronger(grappler, hero):
        size = size.plus(modifier(-1, "six.mod.stronger", "SIX-GRAPPLE-15"))
    return size


def _held(draft: Draft, grappler: ActorId, target: ActorId, rule: str) -> None:
    hold(draft, grappler, target, rule)
    tell(draft, grappler, "six.holds", rule, target=ActorRef(target))


def _strikes_back(draft: Draft, held: ActorId, grappler: ActorId) -> Procedure[None]:
    if held in draft and grappler in draft and draft[held].active:
        yield from play_attack(draft, held, grappler, melee_key(sheet(draft[held])), _IN_ANSWER)


def melee_key(page: SixSheet) -> str:
    """The key of the first thing in hand that serves hand to hand; fists at the worst."""
    return next((item.key for item in usable(page) if not item.ranged), FISTS.key)


# --- while it lasts ------------------------------------------------------------------------------------


def let_go(draft: Draft, grappler: ActorId) -> None:
    """The grappler ends it; no action is spent."""
    target = sheet(draft[grappler]).holding
    if target not in draft:
        return
    release(draft, grappler)
    tell(draft, grappler, "six.lets_go", "SIX-GRAPPLE-07", target=ActorRef(target))


def escape(draft: Draft, held: ActorId) -> Procedure[None]:
    """Try to break free: a held hero rolls, against a hero's hold that hero rolls to keep it."""
    grappler = sheet(draft[held]).held_by
    if grappler not in draft:
        return
    if target_rolls(draft.battle, draft[grappler], draft[held]):
        yield from _struggle(draft, held, grappler)
    else:
        yield from _keep(draft, grappler, held)


def _struggle(draft: Draft, held: ActorId, grappler: ActorId) -> Procedure[None]:
    size = _against_hold(draft[grappler], draft[held])
    rolled = yield from roll_between(draft, held, grappler, size, "six.ask.escape", "SIX-GRAPPLE-18")
    if rolled is None:
        return
    partial_frees = options(draft.battle).escape == "partial"
    if rolled.result.full or (rolled.result is Degree.PARTIAL and partial_frees):
        _freed(draft, held, grappler, "SIX-GRAPPLE-18")
    elif rolled.result is Degree.PARTIAL:
        yield from _strikes_back(draft, held, grappler)  # ruling D2 #18
    yield from after_roll(draft, held, rolled.result, rolled.faces, "SIX-PANIC-01")


def _keep(draft: Draft, grappler: ActorId, held: ActorId) -> Procedure[None]:
    size = pool(sheet(draft[grappler]), Stat.BRAWN)
    rolled = yield from roll_between(draft, grappler, held, size, "six.ask.keep_hold", "SIX-GRAPPLE-10")
    if rolled is None:
        return
    if rolled.result.failed:
        _freed(draft, held, grappler, "SIX-GRAPPLE-11")
    else:
        tell(draft, grappler, "six.keeps_hold", "SIX-GRAPPLE-10", target=ActorRef(held))
    yield from after_roll(draft, grappler, rolled.result, rolled.faces, "SIX-PANIC-01")


def _freed(draft: Draft, held: ActorId, grappler: ActorId, rule: str) -> None:
    release(draft, grappler)
    tell(draft, held, "six.breaks_free", rule, target=ActorRef(grappler))


# --- dragging ------------------------------------------------------------------------------------------


def drag_rate(grappler: Actor, target: Actor) -> int:
    """Squares that the grappler drags the target: half its movement, all of it if that is much smaller."""
    move = sheet(grappler).move
    return move if grappler.size - target.size >= _MUCH else move // 2  # Rule: SIX-GRAPPLE-12, SIX-GRAPPLE-13


def follows_to(board: Board, grappler: Actor, held: Actor, src: Cell, dst: Cell) -> Cell | None:
    """Where the held body comes to when its grappler steps from `src` to `dst`; None if it is stuck.

    Of two bodies of a single square one is pulled into the square that the other left; larger ones move
    alongside each other.
    """
    if held.cell is None:
        return None
    trails = held.size == grappler.size == 1
    to = src if trails else (held.cell[0] + dst[0] - src[0], held.cell[1] + dst[1] - src[1])
    if to == held.cell:
        return to
    dx, dy = abs(to[0] - held.cell[0]), abs(to[1] - held.cell[1])
    near = max(dx, dy) == 1 and board.barriers.can_step(held.cell, to, held.size)
    crowded = any(other.id != grappler.id for other in board.others_at(held, to))
    return to if near and not crowded else None


def pull_along(draft: Draft, grappler: ActorId, src: Cell, dst: Cell) -> None:
    """Let the held one follow the step just made."""
    target = sheet(draft[grappler]).holding
    if target not in draft:
        return
    here, to = draft[target].cell, follows_to(draft.board, draft[grappler], draft[target], src, dst)
    if here is not None and to is not None and to != here:
        draft.emit(Moved(target, here, to, draft[target].stride))
        leave_cover(draft, target)
