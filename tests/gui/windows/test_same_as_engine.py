"""The window decides nothing: what was done with mouse and keys comes out the same in the engine alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.model.requests import APP, AskRoll, AskRolls, Batch, Faces
from engine.rulesets.registry import ruleset
from engine.session.dice import SoftwareDice
from engine.session.results import Asked, Finished
from engine.session.session import new_session

SEED = 41
TAM, PAST_THE_GOBLINS = (9, 12), (13, 14)


def rolled_by_the_program(answer):
    if isinstance(answer, Batch):
        return all(roll.source == APP for roll in answer.rolls)
    return isinstance(answer, Faces) and answer.source == APP


def roll_all(gm):
    """R at every open question; Enter where it is no roll, a word where a ruling is wanted."""
    while gm.table.question is not None:
        asked = gm.table.question
        gm.key(Qt.Key.Key_R if isinstance(asked, AskRoll | AskRolls) else Qt.Key.Key_Return)
        if gm.table.question is asked:
            gm.type("So be it")
        assert gm.table.question is not asked


def play_by_hand(gm):
    """A drag past goblins, a shot or a blow for whoever has one, and steps on through two rounds."""
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    roll_all(gm)
    for _ in range(40):
        progress = gm.table.progress
        if progress.round > 2:
            return
        if progress.current.key.endswith(("missile", "melee")) and progress.waiting:
            gm.table.select(progress.waiting[0])
            gm.key(Qt.Key.Key_F if progress.current.key.endswith("missile") else Qt.Key.Key_A)
            if gm.table.question is None and not gm.desk.runner.idle:
                gm.key(Qt.Key.Key_Return)
            roll_all(gm)
            gm.key(Qt.Key.Key_Escape)
        gm.key(Qt.Key.Key_N)
        if gm.table.question is None:
            gm.key(Qt.Key.Key_Return)
        roll_all(gm)
    raise AssertionError(f"stuck in {gm.table.progress.current.key}: {gm.strip} {gm.question}")


@pytest.mark.rule("CARD-ENGINE-06")
def test_the_same_commands_with_one_seed_end_in_the_same_state(gm):
    table = gm.table
    start, head = table.battle, table.session.journal.head
    table._dice = SoftwareDice(SEED)
    play_by_hand(gm)
    entries = [entry for entry in table.session.journal.entries if entry.number > head]
    assert len(entries) > 8
    assert any(rolled_by_the_program(taped.answer) for entry in entries for taped in entry.tape)

    alone, dice = new_session(ruleset(start.ruleset), start), SoftwareDice(SEED)
    for entry in entries:
        answers = [taped.answer for taped in entry.tape]
        result = alone.submit(entry.command)
        while isinstance(result, Asked):
            given = answers.pop(0)
            result = alone.answer(dice.answer(result.request) if rolled_by_the_program(given) else given)
        assert isinstance(result, Finished), (entry.command, result)
        assert result.entry.events == entry.events
    assert alone.battle == table.battle
    assert alone.battle != start
