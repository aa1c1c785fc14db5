"""The short lines of scenarios: squares, deeds, the GM's edits, events and questions as patterns."""

import pytest

from engine.errors import FivefootError
from engine.grid.metric import Metric
from engine.model import commands as cmd
from engine.model import events as ev
from engine.model.actor import Stride
from engine.model.phrase import ActorRef, Tally, modifier, phrase
from engine.model.requests import AskRoll, Pick
from engine.model.terrain import Ground
from engine.scenarios.notation import EDIT_FORMS, read_act, read_edit, read_square, read_squares, split
from engine.scenarios.patterns import event_line, question_line, read_event_pattern, read_question_pattern
from engine.views.squares import square_name


@pytest.mark.parametrize("cell", [(0, 0), (2, 3), (25, 0), (26, 9), (99, 99), (701, 998)])
def test_squares_read_as_they_are_written(cell):
    assert read_square(square_name(cell)) == cell


@pytest.mark.parametrize("word", ["c4", "C0", "4C", "C", "AAA1", "", "C4 "])
def test_other_words_are_no_squares(word):
    assert read_square(word) is None


def test_a_run_of_squares_goes_straight_or_diagonally():
    assert read_squares(["A1", "B1..B3", "C4..E2"]) == (
        (0, 0),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 3),
        (3, 2),
        (4, 1),
    )


@pytest.mark.parametrize("word", ["A1..C2", "A1..A1", "A1..", "Z"])
def test_a_crooked_run_is_refused(word):
    with pytest.raises(FivefootError, match="straight run"):
        read_squares([word])


def test_a_deed_names_path_targets_picks_and_flags():
    act = read_act("T charge G B2..D2 weapon='long spear' retry overrule at E5", ["T", "G"], (1, 1))
    assert act == cmd.Act(
        "T", "charge", ((2, 1), (3, 1)), ("G",), ((4, 4),), {"weapon": "long spear"}, cmd.OnHit.RETRY, True
    )


def test_a_path_back_over_its_start_keeps_the_way_back():
    assert read_act("T move B2 C2 B2", ["T"], (1, 1)).path == ((2, 1), (1, 1))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("T", "says who but not what"),
        ("Tm move C2", "there is no actor called 'Tm'; did you mean 'T'"),
        ("T move Q", "'Q' is neither an actor"),
        ("T say 'hello", "never closed"),
    ],
)
def test_a_deed_that_cannot_be_read_says_why(line, complaint):
    with pytest.raises(FivefootError, match=complaint):
        read_act(line, ["T", "G"], None)


def test_every_example_of_an_edit_is_one():
    kinds = {type(read_edit(split(example)[1:])) for example in EDIT_FORMS.values()}
    assert len(kinds) > 10


def test_edits_say_what_they_mean():
    assert read_edit(["ground", "difficult", "C4..C5"]) == cmd.PaintGround(((2, 3), (2, 4)), Ground.DIFFICULT)
    assert read_edit(["metric", "5-10-5"]) == cmd.SetMetric(Metric.ALTERNATING)


@pytest.mark.parametrize(
    "line",
    [
        "place T",
        "place T here",
        "set T hp few",
        "ground lava C4",
        "metric 5-6-7",
        "open d1 d2",
        "ground difficult x",
    ],
)
def test_a_malformed_edit_shows_how_to_write_it(line):
    with pytest.raises(FivefootError, match=r"write (it|them) like"):
        read_edit(line.split())


def test_an_unknown_edit_suggests_the_nearest():
    with pytest.raises(FivefootError, match="did you mean 'reveal'"):
        read_edit(["reveel", "T"])


MOVED = ev.Moved("T", (1, 1), (2, 1), Stride(3))
HARMED = ev.Harmed("T", 3, "G", "OSE-AOO-09")
SAID = ev.Said(phrase("walk.moved", "OSE-MOVE-01", who=ActorRef("T"), feet=30))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (MOVED, "moved T B2 C2 3"),
        (HARMED, "harmed T 3 G OSE-AOO-09"),
        (SAID, "said walk.moved"),
        (ev.Placed("T", None), "placed T off"),
        (
            ev.Rolled(phrase("roll.hit"), (20,), (16,), 18, "G", target=14),
            "rolled roll.hit 20 16 18 G target=14",
        ),
    ],
)
def test_what_is_printed_can_be_expected(event, line):
    assert str(event_line(event)) == line
    assert read_event_pattern(line).fits(event_line(event))


@pytest.mark.parametrize(
    ("event", "pattern", "fits"),
    [
        (MOVED, "moved T", True),
        (MOVED, "moved * * C2", True),
        (MOVED, "moved T C2", False),
        (MOVED, "harmed T", False),
        (HARMED, "harmed T by=G", True),
        (HARMED, "harmed T 4", False),
        (SAID, "said walk.moved feet=30 who=T", True),
        (SAID, "said walk.moved feet=25", False),
        (SAID, "said gm_only=no", True),
    ],
)
def test_patterns_fit_what_they_describe(event, pattern, fits):
    assert read_event_pattern(pattern).fits(event_line(event)) is fits


@pytest.mark.parametrize(
    ("pattern", "complaint"),
    [
        ("harm T", "did you mean 'harmed'"),
        ("harmed T 3 G x y", "more values"),
        ("harmed target=T", "no field of 'harmed' called 'target'"),
        ("", "empty line"),
    ],
)
def test_a_pattern_that_could_never_fit_is_refused(pattern, complaint):
    with pytest.raises(FivefootError, match=complaint):
        read_event_pattern(pattern)


def test_questions_are_patterns_too():
    request = AskRoll(
        title=phrase("attack.roll"),
        actor="G",
        about="T",
        kicker=phrase("aoo.kicker", n=1, of=2),
        dice=(20, 20),
        keep="low",
        beats=14,
        tally=Tally((modifier(1, "stance.two_weapons"),)),
        instead=(Pick("none", phrase("no")), Pick("stunt", phrase("stunt"))),
    )
    line = question_line(request)
    wanted = "roll G T dice=20,20 keep=low beats=14 bonus=1 picks=none+ parts=stance.two_weapons n=1 of=2"
    assert read_question_pattern(wanted).fits(line)
    assert not read_question_pattern("roll G T picks=none").fits(line)
    assert read_question_pattern(str(line)).fits(line)
