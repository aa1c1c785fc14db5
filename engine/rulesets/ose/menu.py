"""The action list: every action in a fixed place, legal or with the reasons against it; and its targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from engine.model.actor import GRAPPLED, PRONE, Actor
from engine.model.offers import Option, PickGroup, Refusal, Targeting
from engine.model.phrase import ActorId, ActorRef, Arg, Names, Phrase, phrase
from engine.rulesets.common import soft
from engine.rulesets.ose import (
    grapple,
    item_choices,
    melee,
    missiles,
    plans,
    spell_words,
    spells,
    stunt_choices,
    swapping,
    turned,
    turning,
)
from engine.rulesets.ose.arms import melee_weapons, reach_of
from engine.rulesets.ose.bodies import TURNED, casting, plays
from engine.rulesets.ose.charges import why_not_charge
from engine.rulesets.ose.declare import declared, spells_left, why_not_declared
from engine.rulesets.ose.economy import DECLARATIONS, Cost, can_pay, manipulation_cost, step_for
from engine.rulesets.ose.legality import standing, unique, why_not_withdrawn
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Weapon, sheet
from engine.rulesets.ose.state import OseRound, Phase, state
from engine.rulesets.ose.tallies import Manner, allowance, move_squares, rate_squares
from engine.tactics.board import Board

Reasons = tuple[Refusal, ...]


def menu(board: Board, actor: Actor) -> tuple[Option, ...]:
    """All rows for one actor, always in the same order; what fits this moment only comes at the end.

    None before the fight, and none for whoever has left the map (OSE-FLEE-10).
    """
    if not _can_be_asked(board, actor):
        return ()
    return tuple(_rows(board, actor))


def targets(board: Board, actor: Actor, verb: str) -> Mapping[ActorId, Reasons]:
    """Candidates for a verb that wants an actor, each with everything that speaks against it."""
    if not _can_be_asked(board, actor):
        return {}
    general = standing(board.battle, actor, verb)
    match verb:
        case "attack":
            found = melee.targets(board, actor)
        case "shoot":
            found = _shot_targets(board, actor)
        case "charge":
            found = {
                foe: why_not_charge(board, actor, foe, ()) for foe in plans.charge_plan(board, actor).costs
            }
        case "stunt":
            found = {
                other.id: ()
                for other in board.battle.actors.values()
                if other.on_map and other is not actor and not (plays(other) and sheet(other).dead)
            }
        case "grapple":
            found = dict(grapple.targets(board, actor))
        case "swap":
            found = dict(swapping.targets(board, actor))
        case "turn" if sheet(actor).turns_undead:
            found = dict(turning.candidates(board, actor))
        case _:
            return {}
    return {target: unique((*general, *reasons)) for target, reasons in found.items()}


def _can_be_asked(board: Board, actor: Actor) -> bool:
    return plays(actor) and actor.on_map and isinstance(board.battle.round, OseRound)


def _shot_targets(board: Board, actor: Actor) -> dict[ActorId, Reasons]:
    weapon = missile_weapon(actor)
    if weapon is None:
        return {}
    common = (*missiles.why_not_with(board.battle, actor, weapon), *missiles.ban(board, actor))
    return {target: (*common, *reasons) for target, reasons in missiles.targets(board, actor, weapon).items()}


# --- rows ---------------------------------------------------------------------------------------------


def _rows(board: Board, actor: Actor) -> Iterator[Option]:
    for make in _FIXED:
        yield make(board, actor)
    page = sheet(actor)
    if casting(page):
        for verb in ("complete", "delay", "let_go", "cancel"):
            reasons = spells.why_not(board.battle, actor, verb)
            yield _option(board, actor, verb, Targeting.NONE, spells.note(board.battle, actor, verb), reasons)
    elif page.concentrating:
        note = phrase("menu.concentration_note", "OSE-CAST-04", spell=page.concentrating)
        yield _option(board, actor, "let_go", Targeting.NONE, note, ())
    yield from _special_rows(board, actor)
    if actor.has(PRONE):
        yield _option(
            board, actor, "stand", Targeting.NONE, phrase("menu.stand_note"), plans.why_not_stand(actor)
        )
    if page.resources_due:  # Rule: OSE-PROC-12
        note = phrase("menu.resource_note", "OSE-PROC-12", count=len(page.resources_due))
        yield _option(board, actor, "resource", Targeting.NONE, note, ())
    if declared(page) and state(board.battle).phase is Phase.DECLARE:
        yield _option(board, actor, "undeclare", Targeting.NONE, phrase("menu.undeclare_note"), ())
    yield _option(board, actor, "pass", Targeting.NONE, phrase("menu.pass_note", "OSE-ORDER-03"), ())


def _special_rows(board: Board, actor: Actor) -> Iterator[Option]:
    """Rows that only some creatures have, or that a hold or a turning brings with it."""
    page = sheet(actor)
    if page.turns_undead:  # Rule: OSE-TURN-01
        count = sum(not reasons for reasons in turning.candidates(board, actor).values())
        note = turning.reach_note(board.battle, count)
        yield _option(board, actor, "turn", Targeting.NONE, note, turning.why_not_turn(board, actor))
    friends = swapping.targets(board, actor)
    if friends and options(board.battle).swap_places == "willing":
        speaking = tuple(friends.values())
        note = phrase("menu.swap_note", "OSE-ORDER-02")
        yield _option(board, actor, "swap", Targeting.ACTOR, note, speaking[0] if all(speaking) else ())
    if actor.has(GRAPPLED):
        note = phrase("menu.escape_note", "OSE-GRAPPLE-04")
        yield _option(board, actor, "escape", Targeting.NONE, note, grapple.why_not_escape(actor))
    if page.grappling:
        note = phrase("menu.release_note", "OSE-GRAPPLE-03", names=Names(page.grappling))
        yield _option(board, actor, "release", Targeting.NONE, note, ())
    if actor.has(TURNED):
        note = phrase("menu.flee_from_note", "OSE-TURN-03")
        reasons = turned.why_not_flee_from(board, actor)
        row = _option(board, actor, "flee_from", Targeting.NONE, note, reasons)
        yield replace(row, label=turned.away_words(board, actor))


def _move(board: Board, actor: Actor) -> Option:
    feet = sheet(actor).rate
    note = phrase("menu.move_note", "OSE-MOVE-01", feet=feet)
    if actor.stride.spent:
        note = phrase("menu.move_note_left", "OSE-MOVE-01", feet=feet, left=_feet_left(actor, feet))
    reasons = _why_no_movement(board, actor, Manner.MOVE)
    return _option(board, actor, "move", Targeting.PATH, note, reasons)


def _double(board: Board, actor: Actor) -> Option:
    page = sheet(actor)
    feet = (move_squares(page) + rate_squares(page)) * FEET_PER_SQUARE
    note = phrase("menu.double_note", "OSE-MOVE-02", feet=feet)
    if actor.stride.spent:
        note = phrase("menu.double_note_left", "OSE-MOVE-02", feet=feet, left=_feet_left(actor, feet))
    reasons = _why_no_movement(board, actor, Manner.DOUBLE)
    return _option(board, actor, "double", Targeting.PATH, note, reasons)


def _feet_left(actor: Actor, feet: int) -> int:
    """What is left of a length of which some is walked."""
    return max(0, feet - actor.stride.spent * FEET_PER_SQUARE)


def _why_no_movement(board: Board, actor: Actor, manner: Manner) -> Reasons:
    """Whether any step is open and paid for; a whole reach would be long to work out for a row of text."""
    if actor.cell is None or not _may_walk_on(board, actor, manner):
        return _why_used_up(board, actor)
    here = board.extent.index(actor.cell)
    if any(plane >> here & 1 for plane in plans.ground_for(board, actor).steps):
        return ()
    return soft("why.shut_in", "OSE-MOVE-01")


def _may_walk_on(board: Board, actor: Actor, manner: Manner) -> bool:
    return allowance(board.battle, actor, manner).total > actor.stride.spent


def _why_used_up(board: Board, actor: Actor) -> Reasons:
    """The rate is walked, or the Move went into something else; where moving again is open, that says so."""
    if actor.cell is None or not _may_walk_on(board, actor, Manner.DOUBLE):
        return soft("why.no_movement", "OSE-MOVE-01")
    page = sheet(actor)
    if page.turn.move_closed:
        return soft("why.move_closed", "OSE-MOVE-02")
    used, feet = actor.stride.spent * FEET_PER_SQUARE, move_squares(page) * FEET_PER_SQUARE
    return soft("why.move_used", "OSE-MOVE-02", used=used, feet=feet)


def _withdraw(board: Board, actor: Actor) -> Option:
    note = phrase("menu.withdraw_note", "OSE-WITHDRAW-03")
    reasons = (*why_not_withdrawn(board, actor), *plans.withdraw_refusals(board, actor, ()))
    return _option(board, actor, "withdraw", Targeting.PATH, note, reasons)


def _charge(board: Board, actor: Actor) -> Option:
    plan = plans.charge_plan(board, actor)
    note = phrase("menu.charge_note", "OSE-CHARGE-02")
    if plan.nearest:
        target = plan.nearest[0]
        feet = plan.costs[target] * FEET_PER_SQUARE
        note = phrase("menu.charge_at_note", "OSE-CHARGE-05", target=ActorRef(target), feet=feet)
    return _option(board, actor, "charge", Targeting.CHARGE, note, plan.refusals)


def _shoot(board: Board, actor: Actor) -> Option:
    weapon = missile_weapon(actor)
    if weapon is None:
        note, reasons = phrase("menu.shoot_note"), soft("why.no_missile", "OSE-RANGED-01")
        return _option(board, actor, "shoot", Targeting.ACTOR, note, reasons, first=True)
    most = weapon.ranges[-1] if weapon.ranges else 0
    note = phrase("menu.shoot_with_note", "OSE-RANGED-01", weapon=weapon.name, feet=most)
    near = missiles.ban(board, actor)
    reasons = (*near, *missiles.why_not_with(board.battle, actor, weapon))
    picks = weapon_picks(missiles.missile_weapons(sheet(actor)))
    # With an enemy so near the step would not be stopped at: that it comes next is no help.
    first = bool(near) and _only_awaits_step(board, actor, "shoot")
    return _option(board, actor, "shoot", Targeting.ACTOR, note, reasons, picks, first)


def _only_awaits_step(board: Board, actor: Actor, verb: str) -> bool:
    """Whether nothing in general speaks against the verb but that its step is still to come."""
    general = standing(board.battle, actor, verb)
    return all(one.reason.key in ("why.step_next", "why.step_later") for one in general)


def _attack(board: Board, actor: Actor) -> Option:
    weapons = melee_weapons(actor)
    best = max(weapons, key=lambda item: reach_of(sheet(actor), item))
    words: dict[str, Arg] = {"weapon": best.name, "feet": reach_of(sheet(actor), best) * FEET_PER_SQUARE}
    near = any(not reasons for reasons in melee.targets(board, actor).values())
    reasons = () if near else soft("why.nobody_in_reach", "OSE-ORDER-08", **words)
    note = phrase("menu.attack_note", "OSE-ORDER-08", **words)
    picks = weapon_picks(weapons)
    return _option(
        board, actor, "attack", Targeting.ACTOR, note, (*reasons, *melee.stopped(board, actor)), picks
    )


def _cast(board: Board, actor: Actor) -> Option:
    left = spells_left(sheet(actor))
    reasons = why_not_declared(actor, "cast", left[0] if left else "")
    picks = (
        PickGroup("spell", phrase("pick.spell", "OSE-SPELL-01"), spell_words.choices(sheet(actor), left)),
    )
    note = phrase("menu.cast_note", "OSE-SPELL-09")
    return _option(board, actor, "cast", Targeting.TEXT, note, reasons, picks, first=True)


def _brace(board: Board, actor: Actor) -> Option:
    reasons = why_not_declared(actor, "brace", "")
    return _option(
        board, actor, "brace", Targeting.NONE, phrase("menu.brace_note", "OSE-BRACE-08"), reasons, first=True
    )


def _defend(board: Board, actor: Actor) -> Option:
    reasons = why_not_declared(actor, "defend", "")
    note = phrase("menu.defend_note", "OSE-DEFENSE-02")
    return _option(board, actor, "defend", Targeting.NONE, note, reasons, first=True)


def _stunt(board: Board, actor: Actor) -> Option:
    costs = tuple((cost, phrase(f"cost.{cost}")) for cost in stunt_choices.costs_open(actor))
    kinds = stunt_choices.kinds_offered(actor, grapple.hands_full(board.battle, actor))
    picks = (
        PickGroup("kind", phrase("pick.stunt", "OSE-STUNT-01"), kinds),
        PickGroup("cost", phrase("pick.cost", "OSE-STUNT-14"), costs, moot=(stunt_choices.GRAPPLE,)),
    )
    note = phrase("menu.stunt_note", "OSE-STUNT-19")
    return _option(board, actor, "stunt", Targeting.TEXT, note, (), picks)


def item_row(board: Board, actor: Actor) -> Option:
    """Handling things. Open as soon as one deed is; if none is, the first one's reasons stand for the row."""
    choices, reasons = item_choices.deed_choices(board, actor)
    picks = (PickGroup("do", phrase("pick.deed", "OSE-MANIP-01"), choices),) if choices else ()
    return _option(board, actor, "item", Targeting.TEXT, _item_note(board, actor), reasons, picks)


def _use(board: Board, actor: Actor) -> Option:
    """Rings, wands and the like (OSE-ITEM-01), each with what its use takes."""
    choices, reasons = item_choices.use_choices(board, actor)
    picks = (PickGroup("item", phrase("pick.item", "OSE-ITEM-01"), choices),) if choices else ()
    note = phrase("menu.use_note", "OSE-ITEM-04")
    return _option(board, actor, "use", Targeting.TEXT, note, reasons, picks)


def _propose(board: Board, actor: Actor) -> Option:
    picks = (PickGroup("text", phrase("pick.proposal", "OSE-OVER-05")),)
    note = phrase("menu.propose_note", "OSE-OVER-05")
    return _option(board, actor, "propose", Targeting.TEXT, note, (), picks)


def _item_note(board: Board, actor: Actor) -> Phrase:
    cost = manipulation_cost(board.battle, actor)
    if cost is not None and not can_pay(actor, cost):
        if cost is Cost.MAIN:
            return phrase("why.third_item", "OSE-MANIP-13")
        return phrase("why.second_item", "OSE-MANIP-12")
    key = {Cost.FREE: "first", Cost.MOVE: "second", Cost.MAIN: "third", None: "fourth"}[cost]
    return phrase(f"menu.item_{key}", "OSE-MANIP-11")


def _flee(board: Board, actor: Actor) -> Option:
    count = len(plans.threateners(board, actor))
    note = phrase("menu.flee_note", "OSE-FLEE-12", count=count)
    return _option(board, actor, "flee", Targeting.NONE, note, plans.why_not_flee(board, actor))


_FIXED: tuple[Callable[[Board, Actor], Option], ...] = (
    _move,
    _double,
    _withdraw,
    _charge,
    _shoot,
    _attack,
    _cast,
    _brace,
    _defend,
    _stunt,
    item_row,
    _use,
    _flee,
    _propose,
)


# --- pieces -------------------------------------------------------------------------------------------


def _option(
    board: Board,
    actor: Actor,
    verb: str,
    targeting: Targeting,
    note: Phrase,
    reasons: Reasons,
    picks: tuple[PickGroup, ...] = (),
    first: bool = False,
) -> Option:
    """A row with the general reasons before its own, or after them where those say more (`first`)."""
    general = standing(board.battle, actor, verb)
    found = (*reasons, *general) if first else (*general, *reasons)
    return Option(
        verb, phrase(f"verb.{verb}"), targeting, note, unique(found), picks, _belongs_now(board, verb)
    )


def _belongs_now(board: Board, verb: str) -> bool:
    now = state(board.battle)
    if now.phase is Phase.DECLARE:
        return verb in (*DECLARATIONS, "undeclare", "pass")
    return verb not in DECLARATIONS and step_for(board.battle, verb) in (None, now.step)


def missile_weapon(actor: Actor) -> Weapon | None:
    """The weapon that would be shot: a ready one, else one held with too few hands for it."""
    page = sheet(actor)
    ready = missiles.missile_weapons(page)
    if ready:
        return ready[0]
    held = (page.hands.main, page.hands.off)
    return next((item for item in page.gear if item.key in held and item.ranges), None)


def weapon_picks(weapons: tuple[Weapon, ...]) -> tuple[PickGroup, ...]:
    """Which weapon, where there is a choice."""
    if len(weapons) < 2:
        return ()
    choices = tuple((item.key, phrase("text.plain", "", text=item.name)) for item in weapons)
    return (PickGroup("weapon", phrase("pick.weapon"), choices),)
