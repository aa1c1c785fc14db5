"""The action list of Loose combat: what the book names, and one free row for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from engine.model.actor import PRONE, Actor
from engine.model.offers import Option, PickGroup, Targeting
from engine.model.phrase import ActorId, ActorRef, Arg, Phrase, phrase
from engine.rulesets.common import soft
from engine.rulesets.ose import melee, missiles, plans, spell_words, spells, turned, turning
from engine.rulesets.ose.arms import melee_weapons, reach_of
from engine.rulesets.ose.bodies import TURNED, casting, enemies, plays
from engine.rulesets.ose.declare import declared, spells_left, why_not_declared
from engine.rulesets.ose.economy import step_for
from engine.rulesets.ose.loose.legality import (
    Reasons,
    in_its_words,
    standing,
    why_not_handled,
    why_not_moved,
)
from engine.rulesets.ose.loose.picture import nearest_enemy
from engine.rulesets.ose.menu import item_row, missile_weapon, weapon_picks
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, sheet
from engine.rulesets.ose.state import OseRound, Phase, Step, state
from engine.tactics.board import Board
from engine.tactics.perception import side_knows

_DECLARING = ("cast", "undeclare")


def menu(board: Board, actor: Actor) -> tuple[Option, ...]:
    """All rows for one actor, always in the same order; none before the fight or off the map."""
    return tuple(_rows(board, actor)) if _can_be_asked(board, actor) else ()


def targets(board: Board, actor: Actor, verb: str) -> Mapping[ActorId, Reasons]:
    """Candidates for a verb that wants an actor, each with everything that speaks against it."""
    if not _can_be_asked(board, actor):
        return {}
    general = standing(board.battle, actor, verb)
    match verb:
        case "attack":
            found = dict(melee.targets(board, actor))
        case "shoot":
            found = _shot_targets(board, actor)
        case "charge":
            against = why_not_moved(board.battle, actor)
            found = {
                foe.id: against
                for foe in enemies(board.battle, actor)
                if foe.on_map and side_knows(board, actor.side, foe)
            }
        case "turn" if sheet(actor).turns_undead:
            found = dict(turning.candidates(board, actor))
        case _:
            return {}
    return {target: in_its_words(board.battle, (*general, *reasons)) for target, reasons in found.items()}


def _can_be_asked(board: Board, actor: Actor) -> bool:
    return plays(actor) and actor.on_map and isinstance(board.battle.round, OseRound)


def _shot_targets(board: Board, actor: Actor) -> dict[ActorId, Reasons]:
    weapon = missile_weapon(actor)
    if weapon is None:
        return {}
    common = missiles.why_not_ready(actor, weapon)
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
        yield _disrupt(board, actor)
    elif page.concentrating:
        note = phrase("menu.concentration_note", "OSL-SPELL-07", spell=page.concentrating)
        yield _option(board, actor, "let_go", Targeting.NONE, note, ())
    yield from _undead_rows(board, actor)
    if actor.has(PRONE):
        reasons = plans.why_not_stand(actor)
        yield _option(board, actor, "stand", Targeting.NONE, phrase("menu.loose_stand_note"), reasons)
    if page.resources_due:  # Rule: OSE-PROC-12
        note = phrase("menu.resource_note", "OSE-PROC-12", count=len(page.resources_due))
        yield _option(board, actor, "resource", Targeting.NONE, note, ())
    if declared(page) and state(board.battle).phase is Phase.DECLARE:
        yield _option(board, actor, "undeclare", Targeting.NONE, phrase("menu.undeclare_note"), ())
    yield _option(board, actor, "pass", Targeting.NONE, phrase("menu.loose_pass_note"), ())


def _undead_rows(board: Board, actor: Actor) -> Iterator[Option]:
    """Turning undead is the same in both books; only who can turn or is turned has the row."""
    if sheet(actor).turns_undead:  # Rule: OSE-TURN-01
        count = sum(not reasons for reasons in turning.candidates(board, actor).values())
        note = turning.reach_note(board.battle, count)
        yield _option(board, actor, "turn", Targeting.NONE, note, turning.why_not_turn(board, actor))
    if actor.has(TURNED):
        note = phrase("menu.flee_from_note", "OSE-TURN-03")
        reasons = turned.why_not_flee_from(board, actor)
        row = _option(board, actor, "flee_from", Targeting.NONE, note, reasons)
        yield replace(row, label=turned.away_words(board, actor))


def _move(board: Board, actor: Actor) -> Option:
    note = phrase("menu.loose_move_note", "OSL-INTRO-01", feet=sheet(actor).rate)
    return _option(board, actor, "move", Targeting.PATH, note, why_not_moved(board.battle, actor))


def _charge(board: Board, actor: Actor) -> Option:
    near = nearest_enemy(board, actor)
    if near is None:
        note, reasons = phrase("menu.loose_charge_note", "OSL-CONS-03"), soft("charge.nobody", "OSL-CONS-03")
        return _option(board, actor, "charge", Targeting.ACTOR, note, reasons)
    note = phrase("menu.loose_charge_at_note", "OSL-CONS-03", target=ActorRef(near[0]), feet=near[1])
    return _option(board, actor, "charge", Targeting.ACTOR, note, why_not_moved(board.battle, actor))


def _shoot(board: Board, actor: Actor) -> Option:
    weapon = missile_weapon(actor)
    if weapon is None:
        note, reasons = phrase("menu.shoot_note"), soft("why.no_missile", "OSE-RANGED-01")
        return _option(board, actor, "shoot", Targeting.ACTOR, note, reasons, first=True)
    most = weapon.ranges[-1] if weapon.ranges else 0
    note = phrase("menu.shoot_with_note", "OSL-RANGED-11", weapon=weapon.name, feet=most)
    picks = weapon_picks(missiles.missile_weapons(sheet(actor)))
    return _option(board, actor, "shoot", Targeting.ACTOR, note, missiles.why_not_ready(actor, weapon), picks)


def _attack(board: Board, actor: Actor) -> Option:
    weapons = melee_weapons(actor)
    best = max(weapons, key=lambda item: reach_of(sheet(actor), item))
    feet = reach_of(sheet(actor), best) * FEET_PER_SQUARE
    near = any(not reasons for reasons in melee.targets(board, actor).values())
    reasons = () if near else _why_nobody_near(board, actor, best.name, feet)
    note = phrase("menu.attack_note", "OSL-CONS-05", weapon=best.name, feet=feet)
    return _option(board, actor, "attack", Targeting.ACTOR, note, reasons, weapon_picks(weapons))


def _why_nobody_near(board: Board, actor: Actor, weapon: str, feet: int) -> Reasons:
    """How far the nearest enemy is: whether a blow gets there is the referee's ruling (OSL-INTRO-03)."""
    near = nearest_enemy(board, actor)
    if near is None:
        return soft("why.nobody_in_reach", "OSL-CONS-05", weapon=weapon, feet=feet)
    words: dict[str, Arg] = {"target": ActorRef(near[0]), "away": near[1], "weapon": weapon, "feet": feet}
    return soft("why.loose_far", "OSL-INTRO-03", **words)


def _cast(board: Board, actor: Actor) -> Option:
    left = spells_left(sheet(actor))
    picks = (
        PickGroup("spell", phrase("pick.spell", "OSL-SPELL-02"), spell_words.choices(sheet(actor), left)),
    )
    reasons = why_not_declared(actor, "cast", left[0] if left else "")
    note = phrase("menu.loose_cast_note", "OSL-SPELL-02")
    return _option(board, actor, "cast", Targeting.TEXT, note, reasons, picks, first=True)


def _item(board: Board, actor: Actor) -> Option:
    """The shared row without what counts actions (OSL-INTRO-04)."""
    row = item_row(board, actor)
    note = phrase("menu.loose_item_note", "OSL-INTRO-04")
    return replace(row, note=note, refusals=in_its_words(board.battle, why_not_handled(row.refusals)))


def _propose(board: Board, actor: Actor) -> Option:
    picks = (PickGroup("text", phrase("pick.propose", "OSL-OTHER-01")),)
    note = phrase("menu.propose_note", "OSL-OTHER-01")
    return _option(board, actor, "propose", Targeting.TEXT, note, (), picks)


def _flee(board: Board, actor: Actor) -> Option:
    note = phrase("menu.loose_flee_note", "OSL-INTRO-01")
    return _option(board, actor, "flee", Targeting.NONE, note, why_not_moved(board.battle, actor))


def _disrupt(board: Board, actor: Actor) -> Option:
    picks = (PickGroup("text", phrase("pick.disrupt", "OSL-SPELL-06")),)
    note = phrase("menu.disrupt_note", "OSL-SPELL-06")
    return _option(board, actor, "disrupt", Targeting.TEXT, note, (), picks)


_FIXED: tuple[Callable[[Board, Actor], Option], ...] = (
    _move,
    _charge,
    _shoot,
    _attack,
    _cast,
    _propose,
    _item,
    _flee,
)


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
    found = in_its_words(board.battle, (*reasons, *general) if first else (*general, *reasons))
    return Option(verb, phrase(f"verb.{verb}"), targeting, note, found, picks, _belongs_now(board, verb))


def _belongs_now(board: Board, verb: str) -> bool:
    now = state(board.battle)
    if now.phase is Phase.DECLARE:
        return verb in (*_DECLARING, "pass")
    return verb not in _DECLARING and (
        now.step is Step.TURN or step_for(board.battle, verb) in (None, now.step)
    )
