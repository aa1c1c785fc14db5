"""Marks while something is asked: who strikes whom, and what is left of the path that is being walked."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.phrase import ActorId, Cell
from engine.model.requests import AskChoice, AskReaction, Request
from engine.model.strikes import Fate
from gui.bridge.attack_rows import underway_attacks
from gui.bridge.describe import percent
from gui.bridge.highlights import threat_cells, weapon_cells
from gui.bridge.table import Table
from gui.bridge.templates import caught_in
from gui.scene.marks import MapMarks
from gui.scene.overlay_attacks import Burst, Pill, Strike
from gui.tools.marking import dead_of, ghost_of, selection_marks


def question_marks(table: Table, request: Request[Any]) -> MapMarks:
    """What the map shows while the question is open."""
    attacker, target = table.actor(request.actor), table.actor(request.about)
    if isinstance(request, AskReaction):  # whoever was attacked is asked
        attacker, target = target, attacker
    marks = selection_marks(table, attacker)
    if isinstance(request, AskChoice) and request.cells:
        squares = frozenset(request.cells)
        return replace(marks, template=squares, targets=caught_in(table.board, squares) - dead_of(table))
    if attacker is None or target is None or attacker.cell is None or target.cell is None:
        return marks
    marks = replace(
        marks,
        attacked=target.id,
        strikes=(Strike(attacker.cell, target.cell, attacker.size, target.size, at_token=True),),
    )
    command = table.session.open_command
    if isinstance(command, Act) and command.actor == target.id and command.path:
        return _with_the_rest(table, marks, command, target, target.cell)
    if table.board.can_strike(attacker, target, target.cell):
        return replace(marks, weapon=weapon_cells(table.board, attacker))
    return marks


def _with_the_rest(table: Table, marks: MapMarks, act: Act, mover: Actor, here: Cell) -> MapMarks:
    """The rest of the path from where the mover stands, and the attacks on it; those to come are hollow.

    As in the preview, a charge shows the reach of what is braced against it and no other threat.
    """
    done = act.path.index(here) + 1 if here in act.path else 0
    due = [attack for attack in underway_attacks(table) if attack.fate in (Fate.NOW, Fate.AHEAD)]
    ahead = [attack for attack in due if attack.cell != here and not attack.braced]
    cells = dict.fromkeys(attack.cell for attack in ahead)
    return replace(
        marks,
        path=(here, *act.path[done:]),
        ghost=ghost_of(table, mover),
        mover_size=mover.size,
        threat={} if act.targets else _threat(table, mover, act.verb),
        braced=frozenset(cell for attack in due if attack.braced for cell in _reach(table, attack.attacker)),
        bursts=tuple(
            Burst(cell, str(sum(attack.cell == cell for attack in ahead)), mover.size) for cell in cells
        ),
        pills=tuple(
            Pill(
                attack.cell,
                f"{_letters(table, attack.attacker)} {percent(attack.chance)}",
                hollow=attack.fate is Fate.AHEAD,
                icon="spike" if attack.braced else "burst",
                size=mover.size,
            )
            for attack in due
        ),
    )


def _threat(table: Table, mover: Actor, verb: str) -> dict[Cell, int]:
    found = threat_cells(table.board, table.ruleset, mover, verb)
    return {cell: len(foes) for cell, foes in found.items()}


def _reach(table: Table, actor_id: ActorId) -> frozenset[Cell]:
    return weapon_cells(table.board, table.board.actor(actor_id))


def _letters(table: Table, actor_id: ActorId) -> str:
    actor = table.actor(actor_id)
    return actor.token_label if actor is not None else actor_id
