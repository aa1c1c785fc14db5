"""Shooting and throwing: hands and ammunition, the ban on enemies within 5 ft, range, cover, the shot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from engine.grid.areas import line
from engine.grid.cells import footprint
from engine.model.actor import BLIND, GRAPPLED, PRONE, Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import HiddenSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Cell, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose import bodies, things
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.attacks import attack
from engine.rulesets.ose.figures import Kind, harmless
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, OseSheet, Quality, Weapon, sheet, weapon, weapon_name
from engine.rulesets.ose.splash import SPLASH_RULE, break_flask
from engine.rulesets.ose.stances import ready_weapons
from engine.rulesets.ose.tallies import MOST_COVER, range_band
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import in_sight, side_knows


class Loading(NamedTuple):
    """What a shot takes of the round besides the Main action."""

    manipulations: int
    move: bool
    """The Move action goes as well."""
    main_short: bool = False
    """It would want the Main action too, which the shot itself needs."""


# --- weapons and hands ----------------------------------------------------------------------------------


def missile_weapons(page: OseSheet) -> tuple[Weapon, ...]:
    """What the actor can shoot or throw as it stands: in hand and ready, or natural (a dragon's spit)."""
    held = (item for item in ready_weapons(page) if item.has(Quality.MISSILE) and item.ranges)
    return (*held, *(item for item in page.natural if item.has(Quality.MISSILE) and item.ranges))


def thrown(weapon: Weapon) -> bool:
    """Whether a missile attack with it is a throw: it then leaves the hand."""
    machines = (Quality.BOW, Quality.CROSSBOW, Quality.SLING)
    return not weapon.natural and not any(weapon.has(quality) for quality in machines)


def chosen_weapon(page: OseSheet, act: Act) -> Weapon | None:
    """The weapon the act names, else the first one that can be shot; None if there is none."""
    wanted = act.picks.get("weapon", "")
    held = missile_weapons(page)
    if wanted:
        return next(
            (item for item in (*page.gear, *page.natural) if item.key == wanted and item.ranges), None
        )
    return (
        held[0]
        if held
        else next((item for item in page.gear if item.ranges and item.key in _in_hand(page)), None)
    )


def loading(actor: Actor, weapon: Weapon, preloaded: bool) -> Loading:
    """Manipulations of a shot: one for bow and sling, two for a crossbow, none for a throw (A2 #95, #96)."""
    page = sheet(actor)
    if thrown(weapon) or weapon.natural:
        return Loading(0, move=False)
    if weapon.has(Quality.CROSSBOW):
        if preloaded:
            return Loading(0, move=False)
        return Loading(2, move=True, main_short=page.turn.manipulations > 0)
    after = page.turn.manipulations + 1
    return Loading(1, move=after > 1, main_short=after > 2)


def is_preloaded(battle: Battle, actor: Actor, weapon: Weapon) -> bool:
    """Whether the crossbow's first shot of the fight is ready (OSE-XBOW-03)."""
    shots = dict(sheet(actor).shots)
    return options(battle).crossbow_preloaded == "yes" and not shots.get(weapon.key)


# --- legality -------------------------------------------------------------------------------------------


def why_not_shot(board: Board, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against this shot, the turn and the Main action left out."""
    actor = board.actor(act.actor)
    weapon = chosen_weapon(sheet(actor), act)
    if weapon is None:
        return (Refusal(phrase("shoot.no_weapon", "OSE-RANGED-01", who=ActorRef(actor.id)), hard=True),)
    found = [*why_not_with(board.battle, actor, weapon), *ban(board, actor)]
    if not act.targets or act.targets[0] not in board.battle.actors:
        return (*found, Refusal(phrase("shoot.no_target", "OSE-RANGED-01"), hard=True))
    return (*found, *why_not_at(board, actor, board.actor(act.targets[0]), weapon))


def why_not_with(battle: Battle, actor: Actor, weapon: Weapon) -> tuple[Refusal, ...]:
    """What about hands, ammunition and loading speaks against any shot with this weapon."""
    return (*why_not_ready(actor, weapon), *_why_not_load(battle, actor, weapon))


def why_not_ready(actor: Actor, weapon: Weapon) -> tuple[Refusal, ...]:
    """What about hands, ammunition and body speaks against a shot, loading left out."""
    page = sheet(actor)
    name = weapon_name(weapon)
    found = []
    if not weapon.natural and weapon.key not in _in_hand(page):
        found.append(Refusal(phrase("shoot.not_in_hand", "OSE-RANGED-06", means=name)))
    elif weapon not in missile_weapons(page):
        found.append(Refusal(phrase("shoot.hands", "OSE-RANGED-06", means=name)))
    if weapon.key in page.no_ammunition:
        found.append(Refusal(phrase("shoot.no_ammunition", _ammunition_rule(weapon), means=name)))
    if actor.has(BLIND):
        found.append(Refusal(phrase("shoot.blind", "OSE-RANGED-01", who=ActorRef(actor.id))))
    if actor.has(GRAPPLED) and not weapon.natural and not weapon.has(Quality.SMALL):
        found.append(Refusal(phrase("shoot.grappled", "OSE-RANGED-01", who=ActorRef(actor.id))))
    return tuple(found)


def ban(board: Board, actor: Actor) -> tuple[Refusal, ...]:
    """No shot with an active enemy within 5 ft, diagonals included (OSE-RANGED-07, rulings A2 #90-92).

    Only enemies the shooter's side knows count here; a hidden one is met when the shot is tried (G7).
    """
    return tuple(
        Refusal(phrase("shoot.enemy_near", "OSE-RANGED-07", who=ActorRef(foe.id)))
        for foe in _close_foes(board, actor)
        if side_knows(board, actor.side, foe)
    )


def targets(board: Board, actor: Actor, weapon: Weapon) -> Mapping[ActorId, tuple[Refusal, ...]]:
    """Enemies the actor's side knows, each with what speaks against shooting at it."""
    return {
        foe.id: why_not_at(board, actor, foe, weapon)
        for foe in bodies.to_be_attacked(board.battle, actor)
        if side_knows(board, actor.side, foe)
    }


def distance_ft(board: Board, actor: Actor, target: Actor) -> int:
    """How far a missile flies, footprint to footprint, in feet."""
    return board.separation(actor, target) * FEET_PER_SQUARE


def cover(board: Board, actor: Actor, target: Actor) -> int:
    """Creatures on the way that give cover, at most as many as count (rulings A2 #100).

    Those on their feet that the shooter's side knows, between the two nearest squares.
    """
    if actor.cell is None or target.cell is None or options(board.battle).missile_cover == "no":
        return 0
    start, end = _nearest_squares(actor, target)
    between = line(start, end)[1:-1]
    found = {
        other
        for cell in between
        if board.extent.contains(cell)
        for other in board.occupants.get(board.extent.index(cell), ())
    }
    standing = (board.actor(other) for other in found - {actor.id, target.id})
    count = sum(
        not bodies.helpless(other) and not other.has(PRONE) and side_knows(board, actor.side, other)
        for other in standing
    )
    return min(count, MOST_COVER)


def why_not_at(board: Board, actor: Actor, target: Actor, weapon: Weapon) -> tuple[Refusal, ...]:
    if not target.on_map or not bodies.plays(target):
        return (Refusal(phrase("shoot.no_target", "OSE-FLEE-11"), hard=True),)
    found = []
    unknown = target.hidden and target.side != actor.side
    if unknown or not in_sight(board, actor, target):
        found.append(Refusal(phrase("shoot.no_sight", "OSE-RANGED-01", target=ActorRef(target.id))))
    if harmless(weapon, target):
        found.append(
            Refusal(phrase("shoot.harmless", SPLASH_RULE, means=weapon_name(weapon), harms=weapon.harms))
        )
    feet = distance_ft(board, actor, target)
    if range_band(weapon, feet) is None:
        most = weapon.ranges[-1] if weapon.ranges else 0
        rule = (
            "OSE-THROWN-07"
            if thrown(weapon)
            else "OSE-SLING-08"
            if weapon.has(Quality.SLING)
            else "OSE-OVER-06"
        )
        found.append(Refusal(phrase("shoot.too_far", rule, target=ActorRef(target.id), feet=feet, most=most)))
    return tuple(found)


def _why_not_load(battle: Battle, actor: Actor, weapon: Weapon) -> tuple[Refusal, ...]:
    needs = loading(actor, weapon, is_preloaded(battle, actor, weapon))
    moved = actor.stride.spent > 0 or sheet(actor).turn.move_closed
    if needs.main_short:
        return (Refusal(phrase("shoot.hands_full", "OSE-MANIP-13", means=weapon_name(weapon))),)
    if not needs.move or not moved:
        return ()
    if weapon.has(Quality.CROSSBOW):
        return (Refusal(phrase("shoot.crossbow_moved", "OSE-XBOW-01", who=ActorRef(actor.id))),)
    return (Refusal(phrase("shoot.load_needs_move", "OSE-MANIP-12", means=weapon_name(weapon))),)


def _close_foes(board: Board, actor: Actor) -> tuple[Actor, ...]:
    """Enemies within 5 ft with no wall between; helpless ones only where the table counts them."""
    count_helpless = options(board.battle).ranged_ban_helpless == "yes"
    pool = bodies.foes_on_map(board.battle, actor) if count_helpless else bodies.enemies(board.battle, actor)
    return tuple(
        foe
        for foe in pool
        if (count_helpless or not bodies.helpless(foe))
        and not bodies.out(foe)
        and board.within_blow(actor, foe, 1)
    )


def _nearest_squares(one: Actor, other: Actor) -> tuple[Cell, Cell]:
    pairs = [
        (a, b)
        for a in footprint(one.cell or (0, 0), one.size)
        for b in footprint(other.cell or (0, 0), other.size)
    ]
    return min(pairs, key=lambda pair: (_square_distance(*pair), pair))


def _square_distance(a: Cell, b: Cell) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _in_hand(page: OseSheet) -> tuple[str, str]:
    return page.hands.main, page.hands.off


def _ammunition_rule(weapon: Weapon) -> str:
    if weapon.has(Quality.CROSSBOW):
        return "OSE-XBOW-02"
    return "OSE-SLING-02" if weapon.has(Quality.SLING) else "OSE-BOW-02"


# --- play -----------------------------------------------------------------------------------------------


def play_shoot(draft: Draft, act: Act) -> Procedure[None]:
    """Load, shoot or throw, and mark what the shot takes of the round."""
    weapon = chosen_weapon(sheet(draft[act.actor]), act)
    if weapon is None:
        return
    if (yield from _forbidden_by_hidden(draft, act.actor)):
        return
    _spend(draft, act.actor, weapon)
    shooter, target = draft[act.actor], draft[act.targets[0]]
    feet, between = distance_ft(draft.board, shooter, target), cover(draft.board, shooter, target)
    yield from attack(
        draft,
        act.actor,
        act.targets[0],
        weapon.key,
        kind=Kind.MISSILE,
        thrown=thrown(weapon),
        distance_ft=feet,
        cover=between,
    )
    if thrown(weapon):
        let_fly(draft, act.actor, weapon.key, act.targets[0])


def _forbidden_by_hidden(draft: Draft, actor_id: ActorId) -> Procedure[bool]:
    """A hidden enemy within 5 ft: the GM forbids the shot and shows it, or lets the shot go (rulings G7)."""
    shooter, board = draft[actor_id], draft.board
    near = tuple(foe.id for foe in _close_foes(board, shooter) if not side_knows(board, shooter.side, foe))
    for foe_id in near:
        answer = yield from ask(
            AskChoice(
                title=phrase(
                    "shoot.hidden_near", "OSE-RANGED-07", who=ActorRef(foe_id), shooter=ActorRef(actor_id)
                ),
                actor=actor_id,
                about=foe_id,
                secret=True,
                picks=(Pick("allow", phrase("shoot.allow")), Pick("forbid", phrase("shoot.forbid"))),
                default="forbid",
            )
        )
        if answer.pick == "forbid":
            draft.emit(HiddenSet(foe_id, False))
            return True
    return False


def _spend(draft: Draft, actor_id: ActorId, weapon: Weapon) -> None:
    actor = draft[actor_id]
    page, turn = sheet(actor), sheet(actor).turn
    needs = loading(actor, weapon, is_preloaded(draft.battle, actor, weapon))
    counts = dict(page.shots)
    counts[weapon.key] = counts.get(weapon.key, 0) + 1
    bodies.write_page(
        draft,
        actor_id,
        shots=page.shots if untracked(draft.battle, weapon) else tuple(counts.items()),
        turn=replace(
            turn,
            main_spent=True,
            attacked=True,
            manipulations=turn.manipulations + needs.manipulations,
            move_closed=turn.move_closed or needs.move,
            closed_at=turn.closed_at if turn.move_closed or not needs.move else actor.stride.spent,
            shot=(*turn.shot, weapon.key),
        ),
    )
    if needs.manipulations == 2:
        bodies.tell(draft, actor_id, "log.cranks", "OSE-XBOW-04")
        bodies.tell(draft, actor_id, "log.loads", "OSE-XBOW-05")


def untracked(battle: Battle, weapon: Weapon) -> bool:
    """What is thrown is not used up; sling stones lie about everywhere, unless the table tracks them."""
    stones = weapon.has(Quality.SLING) and options(battle).sling_stones == "free"  # Rule: OSE-SLING-03
    return stones or thrown(weapon) or weapon.natural


def let_fly(draft: Draft, actor_id: ActorId, key: str, target_id: ActorId) -> None:
    """A thrown weapon has left the hand and lies where its target stands; a flask is broken."""
    item = weapon(sheet(draft[actor_id]), key)
    if item is not None and item.has(Quality.SPLASH):
        break_flask(draft, actor_id, item)
        sync_arms(draft, actor_id)
        return
    where = draft[target_id].cell or draft[actor_id].cell
    if where is not None:
        things.lay(draft, actor_id, key, where)
    sync_arms(draft, actor_id)
