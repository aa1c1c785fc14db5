"""Where a step began in the journal; what the program rolls for a batch."""

import pytest

from engine.model.commands import Act, Begin, SetFact
from engine.model.requests import APP, AskRolls, Batch, Faces, Picked
from engine.rulesets.registry import ruleset
from engine.session.dice import SoftwareDice
from engine.session.session import new_session
from engine.store.samples import sunken_chapel
from gui.bridge.dice_mode import DiceMode
from gui.bridge.round_starts import entry_that_opened
from gui.bridge.rules_text import rule_text
from gui.bridge.table import Table


@pytest.fixture
def table(qapp):
    battle = sunken_chapel()
    made = Table(new_session(ruleset(battle.ruleset), battle), SoftwareDice(7))
    made.submit(Begin())
    made.answer(Picked("none"))
    made.advance(overrule=True)
    return made


def opened(table, slot):
    return entry_that_opened(table.session, slot)


def start(table):
    """Give the party the initiative."""
    table.answer(Batch((Faces((11,)), Faces((4,)))))


def test_undo_goes_to_the_start_of_a_step(table):
    start(table)
    table.submit(Act("tam", "move", path=((8, 12),)))
    table.submit(SetFact("ysol", "hp", 3))
    table.advance(overrule=True)
    assert table.progress.current.key != "party:move"
    number = opened(table, "party:move")
    table.undo_to(number)
    assert table.progress.current.key == "party:move"
    assert table.battle.actors["tam"].cell == (9, 12)
    assert table.card("ysol").health.now == 12


def test_a_step_passed_over_goes_to_the_next_that_was_played(table):
    start(table)
    table.advance(overrule=True)
    played = table.progress.current.key  # Missile, since a hero carries a bow, or a later step
    table.advance(overrule=True)
    assert opened(table, "party:move") < opened(table, played)


def test_a_step_not_reached_has_no_start(table):
    start(table)
    assert opened(table, "foe:melee") is None
    assert opened(table, "no such step") is None


def test_the_program_rolls_what_nobody_typed(table):
    assert isinstance(table.question, AskRolls)
    table.roll_rest((Faces((11,)), None))
    entry = table.session.journal.last
    answer = entry.tape[0].answer if entry and entry.tape else table.session._open.tape[0].answer
    assert answer.rolls[0] == Faces((11,))
    assert answer.rolls[1].source == APP
    assert 1 <= answer.rolls[1].faces[0] <= 12


def test_rolling_the_rest_needs_an_open_batch(table):
    start(table)
    assert table.roll_rest(()) is None


def test_who_rolls_by_itself_in_each_mode(table):
    party, foe = table.question.rolls
    table.set_dice_mode(DiceMode.PLAYERS)
    assert not table.rolls_itself(party)
    assert table.rolls_itself(foe)
    table.set_dice_mode(DiceMode.TYPED)
    assert not table.rolls_itself(foe)


def test_holding_the_programs_roll(table):
    assert not table.pause()
    table.set_dice_mode(DiceMode.APP)
    assert table.pause()
    assert not table.pause()


def test_undo_is_named(table):
    assert table.undo_words == "the open question"
    start(table)
    table.submit(Act("tam", "move", path=((8, 12),)))
    assert table.undo_words == "Tam Reed: Move"


def test_the_ledger_is_read_by_id():
    found = rule_text("OSE-AOO-07")
    assert found is not None
    assert found.section
    assert found.text
    assert rule_text("no such rule") is None
