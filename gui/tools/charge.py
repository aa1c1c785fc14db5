"""Charging: the nearest enemy is ticked, every enemy in range carries its distance, ties are chosen."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.model.offers import Reach, Refusal
from engine.model.phrase import ActorId, phrase
from gui.bridge.describe import plan_prompt
from gui.bridge.planner import Plan, Planner
from gui.bridge.table import Table
from gui.scene.map_view import Pointer
from gui.scene.marks import MapMarks
from gui.scene.token_labels import Label
from gui.tools.context import UNREAD, Tool, ToolContext
from gui.tools.marking import plan_marks, selection_marks


def charge_tool(
    context: ToolContext, actor_id: ActorId, verb: str, picks: Mapping[str, str], insisted: bool = False
) -> Tool:
    """Offer the charge at the nearest enemy; Tab or a click goes through equals, Enter charges.

    So does a click on the one shown, as a click strikes or shoots; not where the strip asks about a risk.

    Where the rules allow none and the GM `insisted`, every enemy that can be reached is offered, the nearest
    first; Ctrl Enter charges.
    """
    table = context.table
    actor = table.actor(actor_id)
    if actor is None or actor.cell is None:
        return
    targets = table.ruleset.targets(table.board, actor, verb)
    legal = [target for target, refusals in targets.items() if not refusals]
    planner = Planner(table.board, table.ruleset, actor, verb, picks)
    if insisted and not legal:
        far = {target: planner.cost_against(target) for target in targets}
        legal = sorted((target for target in targets if far[target] is not None), key=lambda t: far[t] or 0)
    base = replace(
        selection_marks(table, actor),
        labels=_distances(table, planner, tuple(targets), set(legal)),
        double=frozenset(planner.reach.costs),
        double_words=table.say(phrase("plan.charge_area")),
    )
    base = _with_lengths(table, planner.reach, base)
    if not legal:  # the GM insisted on charging: who is near enough is offered with what speaks against it
        legal = [target for target in targets if planner.cost_against(target) is not None]
    if not legal:
        context.show(base)
        reasons = [refusals[-1] for refusals in targets.values() if refusals]
        why = table.say(reasons[0].reason) if reasons else "There is nobody to charge"
        context.say(f"{why}. No square is left to charge to; Alt and a drag place the token by hand.")
        return
    chosen = 0
    while True:
        plan = planner.against(legal[chosen], context.on_hit)
        _show(context, base, plan, frozenset(legal))
        event = yield
        if isinstance(event, Pointer):
            before, chosen = chosen, _clicked(context, event, targets, planner, legal, chosen)
            hit = event.clicks and plan is not None and event.token == plan.target and before == chosen
            if hit and plan is not None and not plan.refusals and not plan.law.attacks:
                _go(context, plan)
                return
        elif event.action == "cancel":
            return
        elif event.action in ("next", "next_target"):
            chosen = (chosen + 1) % len(legal)
        elif event.action in ("previous", "previous_target"):
            chosen = (chosen - 1) % len(legal)
        elif plan is not None and event.action in ("accept", "overrule", "safer"):
            if (plan.refusals or plan.law.attacks) and context.unread:
                context.say(UNREAD)
                continue
            _go(context, plan, event.action == "safer", event.action == "overrule")
            return


def _go(context: ToolContext, plan: Plan, safer: bool = False, overrule: bool = False) -> None:
    context.ask(None)
    context.planned(None, None)
    context.table.submit(plan.act(context.on_hit, safer), overrule=overrule)


def _clicked(
    context: ToolContext,
    event: Pointer,
    targets: Mapping[ActorId, tuple[Refusal, ...]],
    planner: Planner,
    legal: list[ActorId],
    chosen: int,
) -> int:
    """A click chooses an enemy; of one that cannot be reached it says why not.

    One that is refused joins those on offer with what speaks against it: Ctrl Enter overrules for it.
    """
    if not event.clicks or not event.token:
        return chosen
    if event.token in targets and event.token not in legal and planner.way_to(event.token) is not None:
        legal.append(event.token)
    if event.token in legal:
        return legal.index(event.token)
    refusals = targets.get(event.token)
    if refusals:
        context.say(context.table.say(refusals[0].reason))
    return chosen


def _show(context: ToolContext, base: MapMarks, plan: Plan | None, legal: frozenset[ActorId]) -> None:
    context.planned(plan, plan.intent if plan is not None else None)
    if plan is None:
        context.show(replace(base, targets=legal))
        context.ask(None)
        return
    marks = plan_marks(context.table, base, plan)
    ticked = (plan.safer[-1],) if plan.safer else ()
    context.show(replace(marks, targets=legal, ticked=ticked))
    context.ask(plan_prompt(context.table, plan))


def _with_lengths(table: Table, reach: Reach, marks: MapMarks) -> MapMarks:
    """Also the least that a charge must cover and the squares that cost less, in the words of the rule book;
    the marks alone where it names no least (OSE-CHARGE-03, OQ-CHARGE-01)."""
    least = next((band.limit for band in reach.bands if band.key == "least"), 0)
    if not least:
        return marks
    cells = frozenset(cell for cell, cost in reach.costs.items() if cost < least)
    words = table.say(phrase("plan.charge_least", "", length=table.feet(least)))
    most = table.feet(reach.limit("charge"))
    lengths = table.say(phrase("plan.charge_span", "", least=least * table.scale, most=most))
    return replace(marks, too_near=cells, too_near_words=words, charge_words=lengths)


def _distances(
    table: Table, planner: Planner, targets: tuple[ActorId, ...], nearest: set[ActorId]
) -> tuple[Label, ...]:
    """ "30 ft, nearest" beside each enemy that the charge could name; the nearest come first to a place."""
    labels = []
    for target in sorted(targets, key=lambda target: target not in nearest):
        cost = planner.cost_against(target)
        if cost is None:  # not to be charged, but that far away
            cost = planner.way_to(target)
        actor = table.board.actor(target)
        if cost is None or actor.cell is None:
            continue
        near = target in nearest
        length = table.feet(cost)
        text = table.say(phrase("plan.charge_target", "", length=length)) if near else length
        labels.append(Label(actor.cell, actor.size, text, "strong" if near else "plain"))
    return tuple(labels)
