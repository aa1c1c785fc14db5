"""Picking somebody: to strike, to shoot. A shot that is refused shows who stands too near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Names
from gui.bridge.describe import not_a_target, target_prompt
from gui.bridge.highlights import weapon_cells
from gui.bridge.keymap import row_action
from gui.bridge.table import Table
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks, RefusedShot
from gui.tools.context import Tool, ToolContext
from gui.tools.marking import aim_line, selection_marks

Candidates = Mapping[ActorId, tuple[Refusal, ...]]


def target_tool(
    context: ToolContext, actor_id: ActorId, verb: str, picks: Mapping[str, str], at_once: bool = True
) -> Tool:
    """Choose a target by pointing or with [ and ]; Enter or a click acts. The only one that can be meant is
    taken `at_once`, unless something else is still to be chosen.

    Whoever still fights is offered before those who lie helpless, and those are never struck unasked.
    """
    table = context.table
    actor = table.actor(actor_id)
    if actor is None or actor.cell is None:
        return
    candidates = table.ruleset.targets(table.board, actor, verb)
    legal = [target for target, refusals in candidates.items() if not refusals]
    if at_once and len(legal) == 1 and _fights(table, legal[0]):
        table.submit(Act(actor_id, verb, targets=(legal[0],), picks=picks))
        return
    order = offered(table, nearest_first(table, actor, legal or tuple(candidates)))
    if not order:
        dark = " It is dark; a light shows who is there." if table.battle.terrain.dark else ""
        context.say(f"{actor.name} knows of nobody to aim at.{dark}")
        return
    shoots = row_action(table.ruleset.about.verbs.get(verb, verb)) == "shoot"  # then reach is not what counts
    reached = frozenset() if shoots else weapon_cells(table.board, actor)
    base = replace(selection_marks(table, actor), weapon=reached)
    chosen = order[0]
    while True:
        _show(context, base, Act(actor_id, verb, targets=(chosen,), picks=picks), candidates)
        event = yield
        if isinstance(event, Pointer):
            if event.kind is PointerKind.HOVER and event.token in candidates:
                chosen = event.token
            if event.clicks and event.token in candidates:
                chosen = event.token
                if _act(context, actor_id, verb, chosen, picks, candidates, overrule=False):
                    return
            elif event.clicks:
                context.say(not_a_target(table, event.token))
        elif event.action == "cancel":
            return
        elif event.action in ("next_target", "next"):
            chosen = _after(order, chosen, 1)
        elif event.action in ("previous_target", "previous"):
            chosen = _after(order, chosen, -1)
        elif event.action in ("accept", "overrule") and _act(
            context, actor_id, verb, chosen, picks, candidates, overrule=event.action == "overrule"
        ):
            return


def _act(
    context: ToolContext,
    actor_id: ActorId,
    verb: str,
    target: ActorId,
    picks: Mapping[str, str],
    candidates: Candidates,
    overrule: bool,
) -> bool:
    refusals = candidates.get(target, ())
    if refusals and not overrule:
        context.say(context.table.say(refusals[0].reason))
        return False
    context.ask(None)
    context.table.submit(Act(actor_id, verb, targets=(target,), picks=picks), overrule)
    return True


def _show(
    context: ToolContext,
    base: MapMarks,
    act: Act,
    candidates: Candidates,
) -> None:
    table, actor_id, chosen = context.table, act.actor, act.targets[0]
    refusals = candidates.get(chosen, ())
    legal = frozenset(target for target, against in candidates.items() if not against)
    shot = _refused_shot(table, actor_id, chosen, refusals) if refusals else None
    if shot is not None and row_action(table.ruleset.about.verbs.get(act.verb, act.verb)) != "shoot":
        shot = replace(shot, words="No attack")
    context.show(
        replace(
            base,
            targets=legal | {chosen},
            refused_shot=shot,
            weapon=base.weapon if not shot else frozenset(),
            **({} if shot else aim_line(table, actor_id, chosen)),
        )
    )
    context.ask(target_prompt(table, act, refusals))


def _refused_shot(
    table: Table, actor_id: ActorId, target: ActorId, refusals: Sequence[Refusal]
) -> RefusedShot | None:
    """The line to a target that may not be shot at, tied to the enemies its reasons name."""
    shooter, aim = table.board.actor(actor_id), table.board.actor(target)
    if shooter.cell is None or aim.cell is None:
        return None
    named: list[ActorId] = []
    for refusal in refusals:
        for value in refusal.reason.args.values():
            if isinstance(value, ActorRef):
                named.append(value.id)
            elif isinstance(value, Names):
                named.extend(value.ids)
    cells = (table.board.actor(actor).cell for actor in named if actor in table.battle.actors)
    near = tuple(cell for cell in cells if cell is not None and cell not in (shooter.cell, aim.cell))
    return RefusedShot(shooter.cell, aim.cell, near, shooter.size)


def offered(table: Table, targets: Sequence[ActorId]) -> list[ActorId]:
    """Targets in the order they are offered: as they come, whoever fights first."""
    return sorted(targets, key=lambda target: not _fights(table, target))


def nearest_first(table: Table, actor: Actor, targets: Sequence[ActorId]) -> list[ActorId]:
    """Targets by how far off they are; those equally far as they come."""
    board = table.board
    return sorted(targets, key=lambda target: board.separation(actor, board.actor(target)))


def _fights(table: Table, target: ActorId) -> bool:
    """Whether a target is up and fighting."""
    return table.board.actor(target).active


def _after(order: Sequence[ActorId], chosen: ActorId, by: int) -> ActorId:
    index = order.index(chosen) if chosen in order else 0
    return order[(index + by) % len(order)]
