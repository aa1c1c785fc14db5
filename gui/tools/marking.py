"""Builds the marks of the map: what is selected, where it can go, what a plan risks."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.phrase import ActorId, Cell, phrase
from engine.model.requests import AskCells
from engine.model.strikes import When
from engine.views.audience import Audience
from gui.bridge.describe import AttackMark, attack_marks, plan_card
from gui.bridge.highlights import highlights, players_sides, weapon_cells
from gui.bridge.planner import Intent, Plan
from gui.bridge.players_plan import players_plan
from gui.bridge.table import Table
from gui.bridge.templates import caught_in, squares_at
from gui.scene.marks import MapMarks
from gui.scene.odds_card import Number, OddsCard, Offer
from gui.scene.overlay_attacks import Burst, Pill, Strike
from gui.scene.overlay_marks import Chip
from gui.scene.token_art import TokenLook
from gui.theme.palette import SideKey

BEYOND = "Farther, if the referee agrees"


def selection_marks(table: Table, actor: Actor | None) -> MapMarks:
    """The ring around the selected actor, and what it can strike."""
    if actor is None or actor.cell is None:
        return MapMarks()
    return MapMarks(selected=actor.cell, selected_size=actor.size)


def movement_marks(table: Table, actor: Actor, verb: str) -> MapMarks:
    """Reach, double reach and threat of an actor that can move now."""
    found = highlights(table.board, table.ruleset, actor, verb)
    counts = {cell: len(attackers) for cell, attackers in found.threat.items()}
    marks = replace(selection_marks(table, actor), move=found.move, double=found.double, threat=counts)
    guided = table.reach(actor.id, verb).guided
    return replace(marks, double_words=BEYOND) if guided else marks


def all_threat_marks(table: Table) -> MapMarks:
    """What every side threatens: the party's hatch leans the other way from everybody else's."""
    board = table.board
    ours = players_sides(table.battle)
    threat: dict[Cell, int] = {}
    own: dict[Cell, int] = {}
    for actor in table.battle.actors.values():
        counts = own if actor.side in ours else threat
        for cell in weapon_cells(board, actor):
            counts[cell] = counts.get(cell, 0) + 1
    return MapMarks(threat=threat, own_threat=own)


def guard_marks(table: Table, actor: Actor, verb: str) -> MapMarks | None:
    """The squares that bracing would guard, before it is declared; None for other actions (OSE-BRACE-01)."""
    option = next((option for option in table.menu(actor.id) if option.verb == verb), None)
    if option is None or not option.legal or table.ruleset.about.verbs.get(verb) != "brace":
        return None
    return replace(selection_marks(table, actor), braced=weapon_cells(table.board, actor))


def dead_of(table: Table) -> frozenset[ActorId]:
    """Whom no spell takes hold of any more."""
    cards = ((actor, table.card(actor.id)) for actor in table.battle.actors.values())
    return frozenset(actor.id for actor, card in cards if card is not None and card.dead and not actor.active)


def aim_line(table: Table, actor_id: ActorId, target_id: ActorId) -> dict[str, Any]:
    """The fields of `MapMarks` that show at whom of several an actor aims; empty if one is missing."""
    actor, target = table.actor(actor_id), table.actor(target_id)
    if actor is None or target is None or actor.cell is None or target.cell is None or actor is target:
        return {}
    line = Strike(actor.cell, target.cell, actor.size, target.size, at_token=True)
    return {"attacked": target.id, "strikes": (line,)}


def plan_marks(table: Table, base: MapMarks, plan: Plan) -> MapMarks:
    """A drawn plan over the marks of its actor."""
    actor = table.board.actor(plan.actor)
    if actor.cell is None:
        return base
    start = actor.cell
    attacks = attack_marks(table, plan)
    card = plan_card(table, plan)
    offer = Offer(card.safer, "S") if card.safer else None
    numbers = tuple(Number(figure.value, figure.label, figure.bad) for figure in card.figures)
    risky = plan.law.attacks > 0 or bool(plan.target)
    way = (start, *plan.path, *plan.beyond)
    return replace(
        base,
        mover_size=actor.size,
        path=() if plan.target or plan.verb == "withdraw" else way,
        within=len(plan.path) + 1,
        waypoints=tuple(way.index(cell) for cell in plan.waypoints if cell in way),
        charge=(start, *plan.path) if plan.target else (),
        ghost=ghost_of(table, actor),
        safe=safe_way(start, plan),
        withdrawal=plan.verb == "withdraw",
        strikes=_strike_lines(table, actor, plan),
        bursts=tuple(
            Burst(beside(mark.cell, start), str(len(mark.attackers)), actor.size)
            for mark in attacks
            if not mark.braced
        ),
        pills=tuple(pill for mark in attacks for pill in _pills(table, mark, actor.size)),
        targets=frozenset({plan.target}) if plan.target else frozenset(),
        braced=_braced_cells(table, plan),
        card=OddsCard(card.title, card.length, numbers, offer) if risky and plan.path else None,
        card_at=plan.path[-1] if plan.path else start,
        chips=(*base.chips, *_over_length(table, plan)),
    )


def beside(cell: Cell, start: Cell) -> tuple[float, float]:
    """A burst on the mover's own square moves to its corner, so that the letter can still be read."""
    return (cell[0] + 0.42, cell[1] + 0.42) if cell == start else cell


def safe_way(start: Cell, plan: Plan) -> tuple[Cell, ...]:
    """Beads: the safer way on offer, or the withdrawal itself."""
    if plan.safer:
        return (start, *plan.safer)
    return (start, *plan.path) if plan.verb == "withdraw" and plan.path else ()


def ghost_of(table: Table, actor: Actor) -> TokenLook:
    """The dashed token at the end of a path."""
    view = next((t for t in table.view(Audience.GM).tokens if t.id == actor.id), None)
    side: SideKey = view.tone.value if view else "party"
    return TokenLook(label=actor.token_label, side_key=side, size=actor.size, state="ghost")


def players_marks(table: Table, intent: Intent | None) -> MapMarks:
    """What the players see of a move that is planned, made on the map as they know it: the path, and a
    burst where an attacker they know of strikes.

    No numbers, no odds, and nothing of attackers they do not know.
    """
    public = {token.id: token for token in table.view(Audience.PLAYERS).tokens}
    if intent is None or intent.actor not in public or not public[intent.actor].tone.of_players:
        return MapMarks()
    plan = players_plan(table, intent)
    if plan is None:
        return MapMarks()
    mover = public[plan.actor]
    marks = []
    for step in plan.law.steps:
        for strike in step.strikes:
            cell = step.src if strike.when is When.LEAVING else step.dst
            if strike.attacker in public and strike.when is When.LEAVING:
                marks.append(Burst(beside(cell, mover.cell), "!", mover.size))
    return MapMarks(
        selected=mover.cell,
        selected_size=mover.size,
        mover_size=mover.size,
        path=(mover.cell, *plan.path) if plan.path else (),
        ghost=TokenLook(label=mover.label, side_key=mover.tone.value, size=mover.size, state="ghost"),
        bursts=tuple(dict.fromkeys(marks)),
        told=f"{mover.name}: {plan.cost * table.scale} of {table.feet(plan.limit)}" if plan.path else "",
    )


def players_area(table: Table, request: AskCells, cell: Cell | None) -> MapMarks:
    """What the players see of an area that one of theirs aims: its squares on the map as they know it.

    Nothing where the GM aims, or shows no square.
    """
    view = table.view(Audience.PLAYERS)
    caster = next((token for token in view.tokens if token.id == request.actor), None)
    if cell is None or request.area is None or request.secret:
        return MapMarks()
    if caster is None or not caster.tone.of_players:
        return MapMarks()
    board = table.known_board
    cells = squares_at(board, request.area, cell)
    if view.explored is not None:
        cells = frozenset(one for one in cells if board.extent.index(one) in view.explored)
    return MapMarks(
        selected=caster.cell,
        selected_size=caster.size,
        template=cells,
        targets=caught_in(board, cells) - dead_of(table),
    )


def _strike_lines(table: Table, mover: Actor, plan: Plan) -> tuple[Strike, ...]:
    lines = []
    for step in plan.law.steps:
        for strike in step.strikes:
            attacker = table.board.actor(strike.attacker)
            cell = step.src if strike.when is When.LEAVING else step.dst
            if attacker.cell is not None:
                lines.append(Strike(attacker.cell, cell, attacker.size, mover.size))
    return tuple(dict.fromkeys(lines))


def _pills(table: Table, mark: AttackMark, size: int) -> list[Pill]:
    if mark.braced:
        said = [table.say(phrase("plan.charge_brace", "", chance=chance)) for _, _, chance in mark.attackers]
        return [Pill(mark.cell, words, icon="spike", size=size) for words in said]
    return [Pill(mark.cell, f"{letters} {chance}", size=size) for _, letters, chance in mark.attackers]


def _braced_cells(table: Table, plan: Plan) -> frozenset[Cell]:
    """The reach of braced weapons that a charge runs into."""
    attackers: set[ActorId] = {
        strike.attacker for step in plan.law.steps for strike in step.strikes if strike.when is When.ENTERING
    }
    return frozenset(
        table.board.extent.cell(index)
        for attacker in attackers
        for index in table.board.strike_area(table.board.actor(attacker))
    )


def _over_length(table: Table, plan: Plan) -> tuple[Chip, ...]:
    """ "35 of 30 ft" at the end of a path that is too long."""
    if not plan.beyond:
        return ()
    actor = table.board.actor(plan.actor)
    whole = table.board.path_cost(actor, (*plan.path, *plan.beyond))
    text = f"{whole * table.scale} of {table.feet(plan.limit)}"
    x, y = plan.beyond[-1]
    return (Chip(x + 0.5, y - 0.3, text, "strong"),)
