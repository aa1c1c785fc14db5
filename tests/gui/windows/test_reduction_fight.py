"""A round of Old-School Reduction at the real window, by its keys and in its own words."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from engine.model.commands import Act, AddActor, SetOption
from engine.views.audience import Audience
from gui.bridge.encounters import new_blank
from gui.bridge.rules_text import action_page, section_page, why_rule


@pytest.fixture
def osr(gm, window):
    """A fighter two spaces from an orc, and a thief; the fight has begun."""
    window.show_encounter(new_blank(9, 5, "reduction"))
    catalogue = gm.desk.library.catalogue
    for key, side, cell, actor_id in (
        ("fighter-sword", "party", (2, 2), "f"),
        ("thief", "party", (1, 3), "t"),
        ("orc", "foe", (4, 2), "o"),
    ):
        (actor,) = catalogue.build(key, side, 1)
        gm.table.submit(AddActor(replace(actor, id=actor_id, cell=cell)))
    return gm


def begun(gm):
    gm.key(Qt.Key.Key_N)
    assert gm.question == "osr.ask.ambush"
    gm.key(Qt.Key.Key_Return)
    return gm


def test_a_round_by_keys(osr):
    gm = begun(osr)
    gm.table.select("f")
    gm.drag((2, 2), (3, 2), (4, 2))
    QApplication.processEvents()
    assert gm.table.actor("f").sheet.plan.path == ((3, 2), (4, 2))
    assert gm.table.actor("f").cell == (2, 2)
    for who in ("t", "o"):
        gm.table.select(who)
        gm.key(Qt.Key.Key_X)
    gm.key(Qt.Key.Key_N)
    assert gm.table.progress.current.key == "attack"
    gm.table.select("f")
    gm.key(Qt.Key.Key_A)
    gm.key(Qt.Key.Key_Return)
    assert gm.strip == "Fighter with sword attacks Orc 1"
    gm.type("15")
    assert gm.table.actor("o").sheet.taken == 3
    turned = {token.id for token in gm.table.view(Audience.PLAYERS).tokens if token.turned}
    assert turned == {"o"}
    gm.key(Qt.Key.Key_N)
    gm.key(Qt.Key.Key_N)
    assert gm.question == "osr.ask.hit_dice"
    gm.table.roll()
    assert gm.table.progress.round == 2 or gm.table.progress.over is not None


def test_the_words_are_those_of_the_book(osr):
    gm = begun(osr)
    gm.table.select("f")
    rows = gm.desk.action_list.rows
    legal = {row.view.name for row in rows.values() if row.view.legal}
    assert {"Move", "Ready", "Special action", "Pass"} <= legal
    assert not legal & {"Attack", "Flee", "Fighting withdrawal", "Roll an attack"}
    assert rows["move"].view.note == "MV 2: whoever you meet you fight"
    assert gm.desk.rail.round.toolTip() == "About 0 s since the fight began"
    assert gm.desk.roster.rows["f"].line.health == "0/3d6"
    assert gm.desk.roster.rows["o"].line.state == "Unengaged"
    assert set(gm.desk.rail.steps) == {"morale", "declare", "attack", "special", "hit_dice", "repeat"}


@pytest.mark.rule("OSR-ANALYSIS-01", "OSR-ANALYSIS-04", "OSR-ASSUME-10")
def test_the_help_lists_what_can_be_declared_and_what_became_of_the_base_game(osr):
    gm = begun(osr)
    kinds = {line.name: line.kind for line in action_page(gm.table)}
    engaged = {name for name, kind in kinds.items() if kind == "Declared while engaged"}
    assert engaged == {"Attack", "Flee", "Fighting withdrawal"}
    background = dict(section_page("OSR-ANALYSIS-01"))
    assert "five phases" in background["OSR-ANALYSIS-01"]
    assert "act last" in background["OSR-ANALYSIS-04"]


def test_f1_says_which_reading_is_in_force(osr):
    gm = begun(osr)
    (reading,) = why_rule(gm.table, "OSR-DECL-18").readings
    assert reading.label == "A second option in one round"
    assert [words for words, now in reading.values if now] == ["The referee is asked"]


def test_a_special_action_is_written_before_it_is_declared(osr):
    gm = begun(osr)
    gm.table.select("t")
    gm.desk.action_list.rows["special"].click()
    QApplication.processEvents()
    chooser = gm.desk.action_list.chooser
    assert chooser is not None
    assert chooser.typed
    gm.type("throws sand 2")
    assert gm.table.actor("t").sheet.plan.text == "throws sand 2"


def test_fleeing_shows_what_it_risks(osr):
    gm = begun(osr)
    gm.table.submit(Act("f", "move", path=((3, 2), (4, 2))))
    for who in ("t", "o"):
        gm.table.submit(Act(who, "pass"))
    gm.table.advance()
    gm.table.advance(overrule=True)
    assert gm.table.progress.round == 2
    gm.table.select("f")
    from gui.bridge.describe import attack_marks, plan_prompt
    from gui.bridge.planner import Planner

    plan = Planner(gm.table.board, gm.table.ruleset, gm.table.actor("f"), "flee").plan((2, 2))
    assert plan.law.attacks == 1
    # TH 19 against AC 4, a shield of no use and +2: 12 or more.
    ((_, _, chance),) = attack_marks(gm.table, plan)[0].attackers
    assert chance == "45 %"
    assert "through 1 attack of opportunity" in plan_prompt(gm.table, plan).title
    assert "A hit does not stop the move" in plan_prompt(gm.table, plan).detail


def test_a_book_may_begin_only_with_two_sides(gm, window):
    window.show_encounter(new_blank(9, 5, "reduction"))
    (actor,) = gm.desk.library.catalogue.build("thief", "party", 1)
    gm.table.submit(AddActor(replace(actor, id="t", cell=(1, 1))))
    gm.key(Qt.Key.Key_N)
    assert gm.table.progress.round == 0
    assert not gm.question


@pytest.mark.rule("OSR-MOVE-03")
def test_squares_of_5_ft_are_said_in_the_corner_and_halve_every_length(osr):
    gm = begun(osr)
    gm.table.submit(SetOption("square", "quarter"))
    texts = [label.text() for label in gm.desk.corner.findChildren(QLabel)]
    assert "1 square = 5 ft = half an inch at 1:120" in texts
    assert gm.table.feet(4) == "20 ft"
    gm.undo()
    texts = [label.text() for label in gm.desk.corner.findChildren(QLabel)]
    assert "1 square = 10 ft = 1 inch at 1:120" in texts
