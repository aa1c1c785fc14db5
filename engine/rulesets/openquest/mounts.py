"""Riding: up and down, and mounts that are not used to combat."""

from __future__ import annotations

from msgspec.structs import replace

from engine.grid.cells import Cell
from engine.grid.search import route
from engine.model.commands import OnHit
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.rulesets.common import known_foes
from engine.rulesets.openquest.sheet import sheet, write, write_turn
from engine.rulesets.openquest.skills import plain_test, skill_test
from engine.tactics.draft import Draft, Procedure
from engine.tactics.paths import reach_of
from engine.tactics.step import StepRules, walk


def toggle(draft: Draft, who: ActorId) -> None:
    """In the saddle or out of it, as the GM says."""
    up = not sheet(draft[who]).mounted
    write(draft, who, mounted=up)
    said = phrase("oq.mounts" if up else "oq.dismounts", "OQ-MOUNT-05", who=ActorRef(who))
    draft.emit(Said(said, about=who, rule="OQ-MOUNT-05"))


def test_mount(draft: Draft, who: ActorId) -> Procedure[None]:
    """At the start of each round: Riding, or the untrained mount runs away for the rest of it."""
    # Rule: OQ-MOUNT-07, OQ-MOUNT-08, OQ-MOUNT-09
    page = sheet(draft[who])
    if not page.mounted or not page.untrained:
        return
    title = phrase("oq.ask.riding", "OQ-MOUNT-07", who=ActorRef(who))
    tally = plain_test(page, page.riding, "oq.mod.riding")
    result, _ = yield from skill_test(draft, who, title, page.riding, tally, "OQ-MOUNT-07")
    if result.good or who not in draft:
        return
    write_turn(draft, who, replace(sheet(draft[who]).turn, bolts=True))
    said = phrase("oq.shies", "OQ-MOUNT-08", who=ActorRef(who))
    draft.emit(Said(said, about=who, rule="OQ-MOUNT-08"))


def bolt(draft: Draft, rules: StepRules, who: ActorId) -> Procedure[None]:
    """The mount runs as far from its rider's enemies as it can get."""
    path = way_out(draft, rules, who)
    said = phrase("oq.bolts", "OQ-MOUNT-08", who=ActorRef(who))
    draft.emit(Said(said, about=who, rule="OQ-MOUNT-08"))
    if path:
        yield from walk(draft, rules, who, path, "move", OnHit.STOP)


def way_out(draft: Draft, rules: StepRules, who: ActorId) -> tuple[Cell, ...]:
    """The path to the square within its movement that is farthest from the nearest enemy."""
    board, actor = draft.board, draft[who]
    foes = known_foes(board, actor)
    reach = reach_of(board, rules, actor, "move")
    if not foes or not reach.stops:
        return ()

    def nearness(cell: Cell) -> tuple[int, int, Cell]:
        return -min(board.separation(actor, foe, at=cell) for foe in foes), reach.costs[cell], cell

    best = min(reach.stops, key=nearness)
    ground = board.ground(
        actor, lambda body, cell: not rules.can_stand(board, body, cell, "move", ending=False)
    )
    found = route(
        ground,
        board.extent.index(actor.cell or best),
        board.extent.index(best),
        reach.limit("move"),
        draft.battle.metric,
        actor.stride.parity,
    )
    return tuple(board.extent.cell(index) for index in (found or ())[1:])
