"""Whom an action can be aimed at, and what speaks against each. Read only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.model.actor import Actor
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef
from engine.rulesets.common import known_foes, soft
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.order import reach_squares
from engine.rulesets.openquest.sheet import FIST, OqWeapon, close_weapons, held, sheet
from engine.rulesets.openquest.tallies import Kind, far, reach_of
from engine.tactics.board import Board
from engine.tactics.perception import in_sight, side_knows

CLOSE = {
    "attack": Kind.PLAIN,
    "all_out": Kind.ALL_OUT,
    "great": Kind.GREAT,
    "disarm": Kind.DISARM,
    "grapple": Kind.GRAPPLE,
}
"""Attacks on somebody within reach."""
AIMED = (*CLOSE, "shoot", "hurl", "aim", "intimidate", "delay")


def kind_of(verb: str, item: OqWeapon) -> Kind:
    """The kind of an attack by its verb and weapon."""
    if verb in ("shoot", "aim"):
        return Kind.SHOT
    if verb == "hurl":
        return Kind.THROWN if item.thrown else Kind.HURLED
    return CLOSE.get(verb, Kind.PLAIN)


def usable(actor: Actor, verb: str) -> tuple[OqWeapon, ...]:
    """What the action can be done with, the first one first."""
    page = sheet(actor)
    match verb:
        case "shoot" | "aim":
            return tuple(item for item in held(page) if item.missile)
        case "hurl":
            throws = tuple(item for item in page.weapons if item.thrown)
            return throws + tuple(item for item in page.weapons if item.crafted and item.range == 0)
        case "grapple":
            bare = tuple(item for item in held(page) if item.unarmed or item.natural)
            return bare or (FIST,)
        case "great":
            return tuple(item for item in close_weapons(page) if item.great)
        case "disarm" | "all_out" | "charge":
            return close_weapons(page)
        case _:
            items = close_weapons(page)
            return items if any(item.unarmed for item in items) else (*items, FIST)


def targets(board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
    """Candidates for an action, each with what speaks against it, whatever weapon is used."""
    if not actor.on_map or verb not in AIMED:
        return {}
    if verb == "delay":
        others = (one for one in board.battle.actors.values() if one.id != actor.id and one.active)
        return {one.id: () for one in others if side_knows(board, actor.side, one)}
    if verb == "intimidate":
        return {foe.id: () for foe in known_foes(board, actor)}
    return {foe.id: with_any_weapon(board, actor, foe.id, verb) for foe in known_foes(board, actor)}


def with_any_weapon(board: Board, actor: Actor, target_id: ActorId, verb: str) -> tuple[Refusal, ...]:
    """What speaks against this target with the weapon that serves best."""
    items: Iterable[OqWeapon] = usable(actor, verb) or (FIST,)
    found = (against(board, actor, target_id, item, kind_of(verb, item)) for item in items)
    return min(found, key=len)


def against(
    board: Board, actor: Actor, target_id: ActorId, item: OqWeapon, kind: Kind
) -> tuple[Refusal, ...]:
    """What speaks against an attack on this target from where the actor stands."""
    target = board.actor(target_id)
    if not target.active or not board.battle.hostile(target.side, actor.side):
        return soft("oq.no.foe", "", target=ActorRef(target_id))
    if kind.ranged:
        return _shot(board, actor, target, item, kind)
    if item.missile:
        return soft("oq.no.strikes", "OQ-BASIC-06", means=item.name)
    if not board.within_blow(actor, target, reach_squares(board.battle, item.reach)):
        return soft("oq.no.reach", "OQ-ENC-03", target=ActorRef(target_id), metres=2 * item.reach)
    if kind is Kind.DISARM and not any(one.crafted for one in sheet(target).weapons):
        return soft("oq.no.nothing_held", "OQ-CCATK-06", target=ActorRef(target_id))
    if kind is Kind.GREAT and not item.great:
        return soft("oq.no.great", "OQ-CCATK-08", means=item.name)
    return ()


def _shot(board: Board, actor: Actor, target: Actor, item: OqWeapon, kind: Kind) -> tuple[Refusal, ...]:
    who = ActorRef(target.id)
    if kind is Kind.SHOT and not item.missile:
        return soft("oq.no.shoots", "OQ-BASIC-06", means=item.name)
    if not (in_sight(board, actor, target) and side_knows(board, actor.side, target)):
        return soft("oq.no.sight", "OQ-RANGED-01", target=who)
    most = 2 * reach_of(item, kind)
    if far(board, actor, target) > most:
        rule = "OQ-THROWCC-01" if kind is Kind.HURLED else "OQ-RANGED-07"
        return soft("oq.no.range", rule, target=who, metres=most)  # Rule: OQ-ENC-02
    if options(board.battle).shooting_beside == "no" and _beside_foe(board, actor):
        return soft("oq.no.beside_foe", "OQ-RANGED-14")
    return ()


def _beside_foe(board: Board, actor: Actor) -> bool:
    return any(board.within_blow(actor, foe, 1) for foe in known_foes(board, actor))
