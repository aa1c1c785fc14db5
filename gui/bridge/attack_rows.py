"""The attacks along a path as the GM reads them: who strikes where, with what chance, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.model.commands import Act
from engine.model.phrase import ActorId, Tally
from engine.model.strikes import Fate
from engine.odds.attacks import PathAttack, Underway, attacks_of, attacks_underway
from engine.tactics.board import Board
from engine.views.squares import square_name
from gui.bridge.describe import percent
from gui.bridge.planner import Plan
from gui.bridge.table import Table

MADE = {Fate.HIT: "hit", Fate.MISSED: "missed"}


class AttackRow(Struct, frozen=True):
    """One line: "Goblin 1 at K14", "35 %", or what it did. `rule` and `tally` tell why."""

    attacker: ActorId
    words: str
    end: str
    fate: Fate
    rule: str = ""
    tally: Tally = Tally()
    braced: bool = False
    """With a weapon held ready against a charge."""


def planned_rows(table: Table, plan: Plan) -> tuple[AttackRow, ...]:
    """The attacks that a drawn path provokes."""
    return _rows(table, attacks_of(plan.law.steps))


def underway_rows(table: Table) -> tuple[AttackRow, ...]:
    """While a move is resolved: the attacks that were made, the one that is asked about, those to come."""
    return _rows(table, underway_attacks(table))


def underway_attacks(table: Table) -> tuple[PathAttack, ...]:
    """The attacks of the move that waits for an answer; empty where none does."""
    session, question = table.session, table.question
    command = session.open_command
    if question is None or not isinstance(command, Act) or command.actor not in session.battle.actors:
        return ()
    underway = Underway(
        Board(session.battle, table.board), session.open_events, frozenset({question.actor, question.about})
    )
    return attacks_underway(table.board, table.ruleset, command, underway)


def _rows(table: Table, attacks: Iterable[PathAttack]) -> tuple[AttackRow, ...]:
    return tuple(_row(table, attack) for attack in attacks)


def _row(table: Table, attack: PathAttack) -> AttackRow:
    actor = table.actor(attack.attacker)
    name = actor.name if actor is not None else attack.attacker
    return AttackRow(
        attack.attacker,
        f"{name} at {square_name(attack.cell)}",
        MADE.get(attack.fate) or percent(attack.chance),
        attack.fate,
        attack.rule,
        attack.tally,
        attack.braced,
    )
