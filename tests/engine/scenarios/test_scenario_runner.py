"""The runner tells what went differently, and complains in one sentence about what cannot be played."""

import re

import pytest
from msgspec.structs import replace

from engine.__main__ import AS_EXPECTED, DIFFERENT, UNREADABLE, main
from engine.errors import FivefootError
from engine.rulesets.registry import RULESETS
from engine.scenarios.report import differences, full, odds
from engine.scenarios.runner import play
from engine.scenarios.scenario import parse_scenario
from engine.store.opening import create_encounter

HEAD = """
title = "A goblin strikes"
start = "party:move"
map = '''
...
TG.
...
'''
[actors]
T = { side = "party", name = "Tam", hp = 9, ac = 14, rate = 20 }
G = { side = "foes", name = "Goblin", hp = 3, gear = ["short sword"], hands = ["short sword"] }
"""
STEP = """
[[do]]
act = "T move A1"
answers = [16, 3]
"""


def run(text, **changes):
    for old, new in changes.get("replacing", {}).items():
        assert old in text
        text = text.replace(old, new)
    return play(parse_scenario(text, "report.toml"))


def test_a_scenario_that_goes_as_it_says():
    report = run(HEAD + STEP + 'expect = ["struck G T", "harmed T 3"]\nafter.T = { at = "A2", hp = 6 }\n')
    assert report.passed
    told = "\n".join(full(report))
    blow = "Goblin hits Tam with the short sword, an attack of opportunity: 16, needs 14"
    assert f"{blow}  [OSE-AOO-06]" in told
    assert "harmed T 3 G OSE-AOO-09" in told


@pytest.mark.parametrize(
    ("expectation", "complaint"),
    [
        ("after.T = { hp = 5 }", "T.hp: expected 5, happened 6"),
        ('after.T = { at = "A1" }', "T.at: expected A1, happened A2"),
        ('after.T = { turn = { manner = "charge" } }', "T.turn.manner: expected charge, happened move"),
        ("after.X = { hp = 5 }", "X: expected to be there, happened nobody of that name"),
        ('expect = ["missed G T"]', "event 'missed G T' did not come; no missed came"),
        ('expect = ["harmed T", "struck G"]', "event 'struck G' did not come after the one before it"),
        ('never = ["harmed T"]', "event 'harmed T' must not come"),
        ('asks = ["roll G T beats=15"]', "question 'roll G T beats=15' did not come"),
        ('refused = "OSE-MOVE-01"', "expected to be refused by OSE-MOVE-01, happened it was done"),
        ('says = ["Tam flies"]', "sentence: expected 'Tam flies'"),
        ('now = { slot = "party:melee" }', "slot: expected party:melee, happened party:move"),
        ("round_state = { number = 2 }", "round_state.number: expected 2, happened 1"),
        ("odds = { attacks = 2 }", "odds, attacks: expected 2.0, happened 1.0"),
        ('look.G = { offers = ["cast"] }', "G cast: expected on offer, happened refused by"),
        ('look.G = { denies = { move = "OSE-MOVE-01" } }', "G move: expected refused by OSE-MOVE-01"),
        ('look.G = { missing = ["move"] }', "G's menu: expected no move"),
        ('look.G = { card = { ac = "99" } }', "G's card, ac: expected 99"),
        ("look.G = { targets = { attack = ['T'] } }", "targets of G attack: expected [T], happened nothing"),
        ("look.G.strikes = '''\nxxx\nxGx\n.xx\n'''", "G strikes A3: expected ., happened x"),
        ("look.T.reach.move = '''\n.1.\nT..\n3..\n'''", "T move to A1: expected ., happened x"),
        ("open = true", "a question: expected to stay open, happened none was left"),
    ],
)
def test_each_kind_of_expectation_can_fail(expectation, complaint):
    report = run(HEAD + STEP + expectation + "\n")
    told = "\n".join(differences(report))
    assert not report.passed
    assert complaint in told
    assert told.startswith("report.toml, line 14: ")


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        (
            "[16]",
            "asked 'Damage by Goblin'; the scenario has no answer left: write what the d6 shows, 1 to 6",
        ),
        ("[16, 3, 4]", "answers left over that nothing asked for: [4]"),
        ("[16, true]", "asked 'Damage by Goblin'; the answer true does not fit: write what the d6 shows"),
        ("[[16], [2.5]]", "asked 'Damage by Goblin'; the answer [2.5] does not fit: write what the d6 shows"),
        ("[[]]", "asked 'Goblin strikes at Tam'; the answer [] does not fit: write what the d20 shows"),
    ],
)
def test_answers_must_fit_the_questions_exactly(answers, complaint):
    assert complaint in "\n".join(differences(run(HEAD + STEP, replacing={"[16, 3]": answers})))


def test_an_unknown_verb_is_refused_with_its_name():
    told = "\n".join(differences(run(HEAD + STEP, replacing={"T move": "T dance"})))
    assert "report.toml, line 14: 'T dance A1' was refused: These rules have no action called dance" in told


def test_steps_after_a_difference_are_not_played():
    report = run(HEAD + STEP + "after.T = { hp = 5 }\n" + '[[do]]\nact = "undo"\n')
    assert [step.act for step in report.steps] == ["start at party:move", "T move A1"]


def test_odds_are_told_before_the_path_is_walked():
    scenario = parse_scenario(HEAD + STEP, "report.toml")
    told = list(odds(play(scenario, odds=True)))
    where = next(i for i, line in enumerate(told) if "line 14  T move A1: 1 attacks, arrives 65.0 %" in line)
    assert told[where + 1].split(maxsplit=1)[0] == "1."
    assert told[where + 1].endswith(", 35.0 %")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("T move A1", "Tam move A1", "line 14: there is no actor called 'Tam'"),
        ("T move A1", "T move here", "line 14: 'here' is neither an actor"),
        (
            "[16, 3]",
            "[25, 3]",
            "line 14: asked 'Goblin strikes at Tam'; the answer 25 does not fit: "
            'write what the d20 shows, 1 to 20, or "none", or "stunt"',
        ),
        (
            "[16, 3]",
            "['hit']",
            "asked 'Goblin strikes at Tam'; the answer \"hit\" does not fit: write what the d20 shows",
        ),
        ("[16, 3]", "[[16, 3]]", "the answer 16 3 does not fit: write what the d20 shows, 1 to 20"),
        ("TG.", "TGX", "line 4: the map has a 'X', but there is no [actors.X]"),
        ("T = { side", 'T = { at = "B2", side', "line 11: G cannot stand there: Tam stands in the way"),
        ("T = { side", "Z = { side", "the map has a 'T'"),
        ('side = "foes"', 'side = "foe"', "line 11: there is no side called 'foe'; did you mean 'foes'?"),
        (
            '["short sword"]',
            '["shrt sword"]',
            "line 11: No weapon called 'shrt sword'. Did you mean Short sword",
        ),
        ("hp = 3", "hit_points = 3", "line 11: there is no value called 'hit_points'"),
        ("hp = 3", 'hp = "three"', "line 11: hp: expected 'int', got 'str'"),
        ("ac = 14, ", 'creature = "gobln", ', "line 10: No creature called 'gobln'. Did you mean Goblin"),
        ("start =", "begin =", "line 3: there is no key called 'begin'"),
        ('"party:move"', '"party:tea"', "line 3: the fight never came to 'party:tea'"),
        ("answers = [", "answers = 16 #", "line 15: answers: expected array, got int"),
        ('title = "A goblin strikes"', "", "'title' is missing; write title = ..."),
        ('title = "A goblin strikes"', 'title = "A', "report.toml: this is not TOML"),
        ('title = "A goblin strikes"', 'title = "x"\nruleset = "ose"', "no rules called 'ose'"),
        ('title = "A goblin strikes"', 'title = "x"\nmetric = "5"', "line 3: there is no metric called '5'"),
        ('title = "A goblin strikes"', 'title = "x"\nwalls = ["A1|C1"]', "line 3: 'A1|C1' is no wall"),
        (
            'title = "A goblin strikes"',
            'title = "x"\noptions = { aoo_triger = "x" }',
            "line 3: there is no option called 'aoo_triger'; did you mean 'aoo_trigger'?",
        ),
    ],
)
def test_what_cannot_be_played_is_said_with_its_place(old, new, complaint):
    with pytest.raises(FivefootError, match=r"^report\.toml") as raised:
        run(HEAD + STEP, replacing={old: new})
    assert complaint in str(raised.value)
    assert "\n" not in str(raised.value)


START = 'start = { at = "party:move", answers = ["none", 12, 13] }'


def test_a_bad_die_before_the_first_step_is_said_with_its_place():
    complaint = (
        "report.toml, line 3: asked 'Initiative'; the answer 13 does not fit: write what the d12 shows"
    )
    with pytest.raises(FivefootError, match="^" + re.escape(complaint)):
        run(HEAD + STEP, replacing={'start = "party:move"': START})


def test_a_square_that_is_not_offered_is_said_with_the_reason():
    spell = 'spells = [{ name = "Fireball", shape = "burst", size_ft = 10, range_ft = 10 }]'
    text = HEAD.replace('name = "Tam"', f'name = "Tam", {spell}').replace(
        'start = "party:move"', 'start = { at = "party:magic", declare = ["T cast spell=Fireball"] }'
    )
    told = 'the answer {squares = "Z9"} does not fit: that square is not one of those marked'
    with pytest.raises(FivefootError, match=re.escape(told)):
        run(text + '[[do]]\nact = "T complete"\nanswers = [{ squares = "Z9" }]\n')


def test_a_malformed_expectation_is_refused_before_anything_is_played():
    with pytest.raises(FivefootError, match=r"line 16: there is no event called 'hurt'"):
        parse_scenario(HEAD + STEP + 'expect = ["hurt T"]\n', "report.toml")
    with pytest.raises(FivefootError, match=r"line 14: there is no fact of T called 'hitpoints'"):
        run(HEAD + STEP + "after.T = { hitpoints = 3 }\n")


# --- the command ----------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "report.toml"
    path.write_text(HEAD + STEP, "utf-8")
    return path


def test_play_prints_every_event_and_returns_0(file, capsys):
    assert main(["play", str(file)]) == AS_EXPECTED
    assert "struck G T attack.means_opportunity OSE-AOO-06" in capsys.readouterr().out


def test_a_difference_returns_1_and_check_prints_it(file, capsys):
    file.write_text(HEAD + STEP + "after.T = { hp = 1 }\n", "utf-8")
    assert main(["play", str(file)]) == DIFFERENT
    assert main(["check", str(file.parent)]) == DIFFERENT
    assert "report.toml, line 14: T.hp: expected 1, happened 6\n0 of 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "cannot be read"),
        (b"", "'title' is missing"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"title = 1", "title: expected str, got int"),
    ],
)
def test_a_file_that_is_no_scenario_returns_2(file, capsys, content, complaint):
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    assert main(["play", str(file)]) == UNREADABLE
    complaints = capsys.readouterr().err
    assert complaint in complaints
    assert complaints.count("\n") == 1


def test_a_folder_or_an_empty_one_is_named(tmp_path, capsys):
    assert main(["play", str(tmp_path)]) == UNREADABLE
    assert main(["check", str(tmp_path)]) == UNREADABLE
    complaints = capsys.readouterr().err
    assert "this is a folder" in complaints
    assert "no scenario" in complaints


@pytest.mark.parametrize(("lost", "code"), [(0, AS_EXPECTED), (1, DIFFERENT)])
def test_check_drives_an_encounter_file_again(tmp_path, capsys, lost, code):
    scenario = parse_scenario(HEAD + STEP, "report.toml")
    entry = play(scenario).journal.last
    path = tmp_path / "fight.fivefoot"
    with create_encounter(path, entry.before, RULESETS).file as file:
        file.committed(replace(entry, number=1, events=entry.events[lost:]))
    assert main(["check", str(tmp_path)]) == code
    told = capsys.readouterr().out
    assert f"{1 - lost} of 1 files went as expected" in told
    assert ("fight.fivefoot, entry 1, event 1: recorded" in told) is bool(lost)


def test_a_file_that_is_no_encounter_returns_2(tmp_path, capsys):
    path = tmp_path / "fight.fivefoot"
    path.write_bytes(b"not at all")
    assert main(["check", str(path)]) == UNREADABLE
    assert "fight.fivefoot" in capsys.readouterr().err


def test_odds_of_a_scenario(file, capsys):
    assert main(["odds", str(file)]) == AS_EXPECTED
    assert "arrives 65.0 %" in capsys.readouterr().out


MAP = """{
    "format": 0.3,
    "resolution": {"map_size": {"x": 6, "y": 4}, "map_origin": {"x": 0, "y": 0}, "pixels_per_grid": 70},
    "line_of_sight": [[{"x": 1, "y": 0}, {"x": 1, "y": 4}]]
}"""


def test_import_tells_what_was_taken_from_a_map(tmp_path, capsys):
    good, bad = tmp_path / "hall.dd2vtt", tmp_path / "broken.dd2vtt"
    grid = (
        '"resolution": {"map_size": {"x": 6, "y": 4}, "map_origin": {"x": 0, "y": 0}, "pixels_per_grid": 70}'
    )
    good.write_text('{"format": 0.3, ' + grid + ', "line_of_sight": [[{"x": 1, "y": 0}, {"x": 1, "y": 4}]]}')
    bad.write_text("{")
    assert main(["import", str(bad), str(good)]) == UNREADABLE
    told = capsys.readouterr()
    assert "hall.dd2vtt: 6 x 4 squares\n    1 piece of wall" in told.out
    assert "broken.dd2vtt" in told.err


def test_a_scenario_can_be_played_on_a_map_file(tmp_path):
    grid = (
        '"resolution": {"map_size": {"x": 6, "y": 4}, "map_origin": {"x": 0, "y": 0}, "pixels_per_grid": 70}'
    )
    map_text = '{"format": 0.3, ' + grid + ', "line_of_sight": [[{"x": 1, "y": 0}, {"x": 1, "y": 4}]]}'
    (tmp_path / "hall.dd2vtt").write_text(map_text)
    text = """
title = "A wall from a map file is in the way"
map = "hall.dd2vtt"
start = "party:move"
[actors]
T = { side = "party", at = "A2", hp = 9 }
G = { side = "foes", at = "F4", hp = 9 }
[[do]]
act = "T move B2"
refused = "OSE-MOVE-07"
"""
    assert play(parse_scenario(text, "report.toml", tmp_path)).passed
    with pytest.raises(FivefootError, match="cellar"):
        play(parse_scenario(text.replace("hall.dd2vtt", "cellar.dd2vtt"), "report.toml", tmp_path))
