"""The program is killed between two answers of one attack, and the fight opens at the same question."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.model.commands import Act, Begin
from engine.model.requests import Faces, Picked
from engine.session.results import Asked, Finished
from engine.store.opening import create_encounter, open_encounter, resume

ROOT = Path(__file__).resolve().parents[3]

PLAYER = """
import importlib.util, sys, time
from pathlib import Path
spec = importlib.util.spec_from_file_location("toy_rules", sys.argv[2])
toy = importlib.util.module_from_spec(spec)
sys.modules["toy_rules"] = toy
spec.loader.exec_module(toy)
from engine.model.commands import Act
from engine.model.requests import Faces, Picked
from engine.store.opening import open_encounter, resume

opened = open_encounter(Path(sys.argv[1]), {"toy": toy.ToyRules()})
session, _ = resume(opened)
session.submit(Act("ann", "swing", targets=("bob",)))
for answer in (Faces((5,)), Picked("no"))[: int(sys.argv[3])]:
    session.answer(answer)
print(session.question.fingerprint(), flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no SIGKILL")
@pytest.mark.parametrize("answers", [0, 1, 2])
def test_killed_between_two_answers(tmp_path, battle, rulesets, answers):
    path = tmp_path / "fight.fivefoot"
    opened = create_encounter(path, battle, rulesets)
    session, _ = resume(opened)
    session.submit(Begin())
    opened.file.close()

    question = play_and_kill(path, answers)

    opened = open_encounter(path, rulesets)
    with opened.file:
        session, result = resume(opened)
        assert isinstance(result, Asked)
        assert result.request.fingerprint() == question
        assert session.open_command == Act("ann", "swing", targets=("bob",))
        assert [taped.answer for taped in opened.running.tape] == [Faces((5,)), Picked("no")][:answers]
        for answer in (Faces((5,)), Picked("no"), Faces((6,)))[answers:]:
            result = session.answer(answer)
        assert isinstance(result, Finished)
        assert session.battle.actors["bob"].sheet.hp == 4


def play_and_kill(path: Path, answers: int) -> str:
    """Let another program play up to a question and kill it there; return the question it had asked."""
    toy = ROOT / "tests" / "engine" / "session" / "conftest.py"
    program = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), str(toy), str(answers)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    with program.stdout:
        question = program.stdout.readline().strip()
        program.send_signal(signal.SIGKILL)
        assert program.wait(30) == -signal.SIGKILL
    assert question
    return question
