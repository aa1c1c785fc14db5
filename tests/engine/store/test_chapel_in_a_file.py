"""The sample fight under its own rules, kept in a file and opened again."""

import json
import shutil
from pathlib import Path

import pytest

from engine.model.commands import Act, Advance, Begin, OnHit
from engine.model.requests import AskChoice, AskNumber, AskRoll, AskRolls, Number, Picked
from engine.rulesets.registry import RULESETS
from engine.session.dice import SoftwareDice
from engine.session.replay import audit
from engine.session.results import Asked, Finished
from engine.store.codec import codec
from engine.store.opening import create_encounter, open_encounter, resume
from engine.store.samples import sunken_chapel


def answered(session, dice, result):
    """Dice by the program, first picks, lowest numbers, until nothing is asked."""
    while isinstance(result, Asked):
        request = result.request
        match request:
            case AskRoll() | AskRolls():
                result = session.answer(dice.answer(request))
            case AskChoice():
                result = session.answer(Picked(request.picks[0].key))
            case AskNumber():
                result = session.answer(Number(request.low))
            case _:
                raise AssertionError(request)
    return result


@pytest.fixture(scope="module")
def fought(tmp_path_factory) -> tuple[Path, tuple, object]:
    """A file with the fight played into its first side's moves, stopped at a question."""
    path = tmp_path_factory.mktemp("chapel") / "chapel.fivefoot"
    opened = create_encounter(path, sunken_chapel(), RULESETS)
    session, _ = resume(opened)
    dice = SoftwareDice(7)
    answered(session, dice, session.submit(Begin()))
    for _ in range(3):
        answered(session, dice, session.submit(Advance(), overrule=True))
    past_goblins = Act("tam", "move", ((10, 13), (11, 13), (12, 14), (13, 14)), on_hit=OnHit.RETRY)
    result = session.submit(past_goblins, overrule=True)
    assert isinstance(result, Asked)
    entries = session.journal.entries
    opened.file.close()
    return path, entries, result.request


def test_the_fight_goes_on_at_the_same_question(fought, tmp_path):
    path, entries, question = fought
    opened = open_encounter(Path(shutil.copy(path, tmp_path)), RULESETS)
    with opened.file:
        session, result = resume(opened)
        assert isinstance(result, Asked)
        assert result.request == question
        assert session.journal.entries == entries
        assert isinstance(answered(session, SoftwareDice(1), result), Finished)
        assert audit(RULESETS["ose.detailed"], session.journal) == ()


def test_all_that_was_written_decodes_to_what_it_was(fought):
    _, entries, _ = fought
    kept = codec(RULESETS["ose.detailed"])
    for entry in entries:
        command, events = kept.encode_command(entry.command), kept.encode_events(entry.events)
        terrains = {**command.terrains, **events.terrains}

        def terrain(key, found=terrains):
            return kept.terrain_from(json.loads(found[key]))

        assert kept.decode_command(command.data, terrain) == entry.command
        assert kept.decode_events(events.data, terrain) == entry.events
        assert kept.decode_tape(kept.encode_tape(entry.tape)) == entry.tape
        assert kept.decode_battle(kept.encode_battle(entry.after)) == entry.after
        assert kept.encode_battle(kept.decode_battle(kept.encode_battle(entry.after))) == kept.encode_battle(
            entry.after
        )
