"""The prompt strip: every kind of question, every key of the roll grammar, refusals, hints."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.battle import Side
from engine.model.commands import Act, AddActor, AddSide, Begin
from engine.model.phrase import phrase
from engine.model.requests import (
    AskChoice,
    AskNumber,
    AskRoll,
    AskRolls,
    AskRuling,
    Batch,
    Faces,
    Number,
    Pick,
    Picked,
    Ruling,
)
from gui.bridge.describe import PlanPrompt
from gui.bridge.dice_mode import DiceMode
from gui.panels.drawing import rounded
from gui.panels.prompt_strip import HEIGHT, ROLL_HEIGHT, PromptStrip
from gui.theme.palette import DARK, apply_theme

PLAN = PlanPrompt(
    "Tam moves 20 ft through 3 attacks of opportunity", "Goblin 1 at J13.", "Move", "Safe route"
)


@pytest.fixture
def answers(monkeypatch):
    """Catch what the strip answers, without a session behind it."""

    def catch(table):
        given = []
        monkeypatch.setattr(table, "answer", given.append)
        return given

    return catch


def strip_for(table, keymap, shown):
    strip = PromptStrip(table, keymap)
    shown(strip)
    return strip


def labels(strip):
    return [(button.text(), button.key_text) for button in strip.body.buttons.widgets]


def type_in(strip, text):
    """Press the keys where the focus is."""
    QTest.keyClicks(_focused(strip), text)


def press(strip, key):
    """Press one key where the focus is."""
    QTest.keyClick(_focused(strip), key)


def _focused(strip):
    """The widget with the focus, which has to be on the strip."""
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused is strip or strip.isAncestorOf(focused)
    return focused


# --- a roll ---------------------------------------------------------------------------------------------


def test_an_attack_of_opportunity_is_one_question(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    assert strip.body.kicker.text() == "Attack of opportunity 1 of 1"
    assert strip.body.title.text() == "Goblin 1 strikes at Tam Reed"
    assert strip.content.fields[0].lines == ("d20", "14 or more hits", "35 %")
    assert labels(strip) == [
        ("Enter result", "Enter"),
        ("App rolls", "R"),
        ("No attack", "X"),
        ("Stunt instead", "T"),
    ]
    assert strip.content.attack
    assert strip.height() == ROLL_HEIGHT
    assert strip.fields[0].edit.hasFocus()


def test_digits_and_enter_answer_a_roll(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    type_in(strip, "17")
    press(strip, Qt.Key.Key_Return)
    assert isinstance(struck.question, AskRoll)
    assert struck.question.title.key != "attack.ask_opportunity"  # the damage is asked for next
    assert strip.fields[0].edit.text() == ""
    assert strip.fields[0].edit.hasFocus()
    type_in(strip, "4")
    press(strip, Qt.Key.Key_Enter)
    assert struck.question is None
    assert struck.card("tam").health.now == 4
    assert strip.height() == HEIGHT


def test_a_face_no_die_has_is_named_and_stays_selected(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    type_in(strip, "21")
    press(strip, Qt.Key.Key_Return)
    assert strip.body.problem.text() == "A d20 shows 1 to 20."
    assert strip.body.problem.isVisible()
    edit = strip.fields[0].edit
    assert edit.text() == "21"
    assert edit.selectedText() == "21"
    type_in(strip, "3")
    assert edit.text() == "3"
    assert not strip.body.problem.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_R, Qt.Key.Key_Space])
def test_r_and_space_let_the_program_roll_the_whole_attack(struck, keymap, shown, key):
    strip = strip_for(struck, keymap, shown)
    press(strip, key)
    assert struck.question is None  # hit and damage, or a miss
    assert strip.content.request is None


def test_x_declines_the_attack(struck, keymap, shown, answers):
    given = answers(struck)
    strip = strip_for(struck, keymap, shown)
    press(strip, Qt.Key.Key_X)
    assert given == [Picked("none")]


def test_t_makes_it_a_stunt(struck, keymap, shown, answers):
    given = answers(struck)
    strip = strip_for(struck, keymap, shown)
    press(strip, Qt.Key.Key_T)
    strip.body.buttons.widgets[3].click()
    assert given == [Picked("stunt"), Picked("stunt")]


def test_alt_and_a_number_pick_another_weapon(moving, keymap, shown, answers):
    given = answers(moving)
    strip = strip_for(moving, keymap, shown)
    picks = (Pick("none", phrase("p0")), Pick("with:dagger", phrase("p1")))
    strip.show_request(AskRoll(title=phrase("x"), dice=(20,), beats=10, instead=picks))
    assert labels(strip)[2:] == [("p0", "X"), ("p1", "Alt 2")]
    QTest.keyClick(_focused(strip), Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(_focused(strip), Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert given == [Picked("with:dagger")]


def test_x_means_nothing_where_no_attack_may_be_declined(rolling, keymap, shown):
    strip = strip_for(rolling, keymap, shown)
    assert not strip.key("skip")


def test_enter_on_an_empty_field_rolls_for_foes_only_in_the_mode_that_says_so(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    struck.set_dice_mode(DiceMode.TYPED)
    assert strip.key("accept")
    assert struck.question.kicker is not None  # still the attack
    struck.set_dice_mode(DiceMode.PLAYERS)
    strip.key("accept")
    assert struck.question is None


def test_esc_gives_the_move_up(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    press(strip, Qt.Key.Key_Escape)
    assert struck.question is None
    assert struck.battle.actors["tam"].cell == (9, 12)


def test_esc_first_holds_the_programs_own_roll(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    struck.set_dice_mode(DiceMode.APP)
    assert strip.key("cancel")
    assert struck.question is not None
    assert "Held" in strip.body.problem.text()
    assert not struck.pause()  # nothing is about to roll any more


def test_keys_that_are_not_typing_pass_through_the_field(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    reached = []
    strip.key = lambda action: reached.append(action) or True
    edit = strip.fields[0].edit
    for key in (Qt.Key.Key_R, Qt.Key.Key_X, Qt.Key.Key_T, Qt.Key.Key_Space, Qt.Key.Key_Escape):
        QTest.keyClick(edit, key)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    QTest.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert reached == ["roll", "skip", "stunt", "waypoint", "cancel", "accept", "undo"]
    assert edit.text() == ""


def test_space_parts_two_dice_before_it_rolls(moving, keymap, shown, answers):
    given = answers(moving)
    strip = strip_for(moving, keymap, shown)
    strip.show_request(AskRoll(title=phrase("x"), dice=(20, 20), keep="low", beats=10))
    edit = strip.fields[0].edit
    QTest.keyClicks(edit, "8 15")
    assert edit.text() == "8 15"
    assert "keeps 8" in [label.text() for label in strip.fields[0].findChildren(type(strip.body.title))]
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert given == [Faces((8, 15))]


def test_a_total_of_alike_dice_is_taken(moving, keymap, shown, answers):
    given = answers(moving)
    strip = strip_for(moving, keymap, shown)
    strip.show_request(AskRoll(title=phrase("x"), dice=(6, 6)))
    strip.fields[0].edit.setText("13")
    strip.key("accept")
    assert strip.body.problem.text() == "2d6 show 2 to 12."
    strip.fields[0].edit.setText("9")
    strip.key("accept")
    assert [sum(faces.faces) for faces in given] == [9]


# --- several rolls ---------------------------------------------------------------------------------------


def test_initiative_is_typed_side_by_side(rolling, keymap, shown):
    strip = strip_for(rolling, keymap, shown)
    assert len(strip.fields) == 2
    type_in(strip, "11")
    assert strip.key("next")
    type_in(strip, "4")
    strip.key("accept")
    assert rolling.question is None
    assert rolling.progress.current.key == "party:move"


def test_a_field_left_empty_by_the_players_waits(rolling, keymap, shown):
    strip = strip_for(rolling, keymap, shown)
    strip.fields[1].edit.setText("4")
    strip.key("accept")
    assert isinstance(rolling.question, AskRolls)
    assert strip.fields[0].edit.hasFocus()


def test_an_empty_field_of_the_foes_is_rolled_on_enter(rolling, keymap, shown):
    strip = strip_for(rolling, keymap, shown)
    strip.fields[0].edit.setText("12")
    strip.key("accept")
    assert strip.fields[1].edit.hasFocus()  # the first Enter only goes on
    strip.key("accept")
    progress = rolling.progress  # 12 is not beaten; a tie asks again
    assert isinstance(rolling.question, AskRolls) or progress.current.key == "party:move"
    assert "12" in [row.text.split()[-1] for row in _log(rolling)]


def test_enter_in_a_filled_field_goes_on_to_the_next_empty_one(rolling, keymap, shown, answers):
    given = answers(rolling)
    strip = strip_for(rolling, keymap, shown)
    QTest.keyClicks(strip.fields[0].edit, "7")
    press(strip, Qt.Key.Key_Return)
    assert strip.fields[1].edit.hasFocus()
    assert given == []
    QTest.keyClicks(strip.fields[1].edit, "3")
    press(strip, Qt.Key.Key_Return)
    assert given == [Batch((Faces((7,)), Faces((3,))))]


@pytest.mark.parametrize("mode", list(DiceMode))
def test_initiative_of_three_sides_can_be_asked_however_the_dice_are_rolled(declaring, keymap, shown, mode):
    declaring.submit(AddSide(Side("", "Bandits", hostile_to=("party", "foe"))))
    bandits = declaring.battle.sides[-1].id
    declaring.submit(AddActor(replace(declaring.actor("g1"), id="", side=bandits, cell=(2, 9))))
    strip = strip_for(declaring, keymap, shown)
    declaring.set_dice_mode(mode)
    declaring.advance(overrule=True)
    assert len(declaring.question.rolls) == 3
    assert len(strip.fields) == (0 if mode is DiceMode.APP else 3)
    declaring.pause()


def test_enter_on_an_empty_field_of_the_players_says_what_is_wanted(rolling, keymap, shown):
    strip = strip_for(rolling, keymap, shown)
    strip.fields[1].edit.setText("4")
    strip.key("accept")
    assert strip.body.problem.text() == "Type what the dice show; R lets the app roll."


def test_a_number_the_die_cannot_show_is_said_as_enter_leaves_its_field(rolling, keymap, shown, answers):
    given = answers(rolling)
    strip = strip_for(rolling, keymap, shown)
    wrong, other = (block.edit for block in strip.fields)
    QTest.keyClicks(wrong, "13")
    press(strip, Qt.Key.Key_Return)
    assert wrong.hasFocus()
    assert wrong.selectedText() == "13"
    assert wrong.property("wrong")
    assert strip.body.problem.text() == "A d12 shows 1 to 12."
    QTest.keyClicks(wrong, "3")
    assert not wrong.property("wrong")
    press(strip, Qt.Key.Key_Return)
    assert other.hasFocus()
    QTest.keyClicks(other, "0")
    press(strip, Qt.Key.Key_Return)
    assert other.property("wrong")
    assert not wrong.property("wrong")
    assert given == []


def test_the_fields_that_the_app_would_roll_say_so(rolling, keymap, shown):
    strip = strip_for(rolling, keymap, shown)

    def left_to_app() -> list[bool]:
        return [block.edit.left_to_app for block in strip.fields]

    assert left_to_app() == [False, True]
    strip.fields[0].edit.setText("5")
    rolling.set_dice_mode(DiceMode.TYPED)
    assert left_to_app() == [False, False]
    assert strip.fields[0].edit.text() == "5"  # nothing typed is lost by it


def test_while_the_program_rolls_no_field_looks_as_if_it_wanted_dice(rolling, keymap, shown):
    strip = strip_for(rolling, keymap, shown)
    rolling.set_dice_mode(DiceMode.APP)
    assert strip.fields == []
    assert strip.content.kicker == "Rolling..."
    press(strip, Qt.Key.Key_9)
    assert not rolling.rolling
    assert [block.edit.text() for block in strip.fields] == ["9", ""]
    rolling.set_dice_mode(DiceMode.PLAYERS)
    assert len(strip.fields) == 2


def test_r_rolls_only_what_was_not_typed(rolling, keymap, shown, answers):
    given = answers(rolling)
    strip = strip_for(rolling, keymap, shown)
    strip.fields[0].edit.setText("7")
    strip.key("roll")
    (batch,) = given
    assert batch.rolls[0] == Faces((7,))
    assert batch.rolls[1].source == "app"


def _log(table):
    from gui.bridge.log import Log

    return Log(table).rows()


# --- other questions -------------------------------------------------------------------------------------


def test_choices_have_number_keys_and_enter_takes_the_default(unbegun, keymap, shown):
    unbegun.submit(Begin())
    strip = strip_for(unbegun, keymap, shown)
    assert isinstance(unbegun.question, AskChoice)
    assert [key for _, key in labels(strip)] == ["1", "2", "3"]
    press(strip, Qt.Key.Key_2)
    assert unbegun.question is None
    assert unbegun.battle.round.surprise
    unbegun.take_back()
    strip.key("accept")
    assert unbegun.question is None
    assert not unbegun.battle.round.surprise


def test_a_number_no_choice_has_does_nothing(unbegun, keymap, shown):
    unbegun.submit(Begin())
    strip = strip_for(unbegun, keymap, shown)
    press(strip, Qt.Key.Key_9)
    assert unbegun.question is not None


def test_more_than_four_choices_all_stand_on_the_strip(moving, keymap, shown, answers):
    given = answers(moving)
    strip = strip_for(moving, keymap, shown)
    picks = tuple(Pick(str(n), phrase(f"p{n}")) for n in range(6))
    strip.show_request(AskChoice(title=phrase("x"), picks=picks))
    assert [words for words, _ in labels(strip)] == [f"P{n}" for n in range(6)]
    press(strip, Qt.Key.Key_6)
    assert given == [Picked("5")]


def test_a_number_is_typed_and_kept_in_range(moving, keymap, shown, answers):
    given = answers(moving)
    strip = strip_for(moving, keymap, shown)
    strip.show_request(AskNumber(title=phrase("x"), low=0, high=5, default=2))
    assert strip.body.line.hasFocus()
    strip.body.line.setText("x")
    strip.key("accept")
    assert strip.body.problem.text() == "A number from 0 to 5."
    strip.body.line.setText("4")
    QTest.keyClick(strip.body.line, Qt.Key.Key_Return)
    strip.body.line.clear()
    strip.key("accept")
    assert given == [Number(4), Number(2)]


def test_a_ruling_is_a_line_of_words(moving, keymap, shown, answers):
    given = answers(moving)
    strip = strip_for(moving, keymap, shown)
    strip.show_request(AskRuling(title=phrase("x")))
    strip.key("accept")
    assert given == []
    assert strip.body.problem.isVisible()
    QTest.keyClicks(strip.body.line, "the rope breaks, r and x are letters here")
    QTest.keyClick(strip.body.line, Qt.Key.Key_Return)
    assert given == [Ruling("the rope breaks, r and x are letters here")]


def test_the_map_gets_the_focus_back_after_the_last_question(struck, keymap, shown, qtbot):
    strip = strip_for(struck, keymap, shown)
    with qtbot.waitSignal(strip.released):
        struck.answer(Faces((2,)))


# --- plans, refusals, hints ------------------------------------------------------------------------------


def test_a_plan_asks_before_it_is_risked(moving, keymap, shown, qtbot):
    strip = strip_for(moving, keymap, shown)
    strip.show_plan(PLAN)
    assert labels(strip) == [("Cancel", "Esc"), ("Safe route", "S"), ("Move", "Enter")]
    with qtbot.waitSignal(strip.action, check_params_cb=lambda action: action == "safer"):
        strip.body.buttons.widgets[1].click()
    assert not strip.key("accept")  # the tool's business
    strip.show_plan(None)
    assert strip.content.title != PLAN.title


def test_a_refused_plan_says_why_and_offers_to_overrule(moving, keymap, shown):
    strip = strip_for(moving, keymap, shown)
    strip.show_plan(PlanPrompt("Tam charges", "", "Charge", problem="Goblin 1 is too near"))
    assert strip.body.problem.text() == "Goblin 1 is too near"
    assert labels(strip) == [("Cancel", "Esc"), ("Overrule", "Ctrl Enter")]


def test_going_on_with_actors_left_asks_and_enter_goes_on(moving, keymap, shown):
    strip = strip_for(moving, keymap, shown)
    moving.advance()
    assert "have not moved" in strip.content.title + strip.content.detail
    assert moving.progress.current.key == "party:move"
    assert strip.key("accept")
    assert moving.progress.current.key != "party:move"


def test_esc_stays_in_the_step(moving, keymap, shown):
    strip = strip_for(moving, keymap, shown)
    moving.advance()
    assert strip.key("cancel")
    assert moving.progress.current.key == "party:move"
    assert strip.content.title == f"{moving.actor(moving.selected).name}: to move"


def test_a_refused_act_needs_the_gms_word(moving, keymap, shown):
    strip = strip_for(moving, keymap, shown)
    moving.submit(Act("tam", "defend"))
    assert strip.body.problem.text() == "Had to be declared before initiative"
    assert strip.key("accept")
    assert not moving.battle.actors["tam"].sheet.turn.defending  # Enter alone does not insist
    assert strip.key("overrule")
    assert moving.battle.actors["tam"].sheet.turn.defending


def test_hints_follow_the_moment(unbegun, keymap, shown):
    strip = strip_for(unbegun, keymap, shown)
    assert strip.content.title == "Ready to begin"
    unbegun.submit(Begin())
    unbegun.answer(Picked("none"))
    assert strip.content.title.startswith(unbegun.actor(unbegun.selected).name)
    unbegun.select("")
    assert strip.content.title == "Choose a token"
    assert "Tab" in strip.content.detail
    unbegun.select("orso")
    assert strip.content.title.startswith("Orsolya")


def test_the_end_of_a_step_names_the_next(moving, keymap, shown):
    strip = strip_for(moving, keymap, shown)
    for actor in tuple(moving.progress.waiting):
        moving.submit(Act(actor, "pass"))
    assert strip.content.title == "Everyone in Party is done: Move"
    assert strip.content.detail.endswith("(N)")
    assert labels(strip)[0][1] == "N"


def test_a_notice_is_said_until_something_happens(moving, keymap, shown):
    strip = strip_for(moving, keymap, shown)
    moving.notice("Goblin 3 is within 5 ft.")
    assert strip.content.title == "Goblin 3 is within 5 ft."
    moving.select("tam")
    assert strip.content.title.startswith("Tam Reed")


def test_a_notice_leaves_an_open_question_alone(struck, keymap, shown):
    strip = strip_for(struck, keymap, shown)
    struck.notice("Answer the open question first.")
    assert strip.body.title.text() == "Goblin 1 strikes at Tam Reed"
    assert strip.body.problem.text() == "Answer the open question first."


@pytest.mark.parametrize("width", [660, 740, 790, 900, 980, 1400])
def test_nothing_on_the_strip_is_cut(struck, keymap, shown, width):
    strip = PromptStrip(struck, keymap)
    shown(strip, width, ROLL_HEIGHT)
    for button in strip.body.buttons.widgets:
        inside = button.mapTo(strip, button.rect().bottomRight())
        assert inside.x() <= strip.width()
        assert inside.y() <= strip.height()
        assert button.width() >= button.sizeHint().width()
    for label in (strip.body.kicker, strip.body.title, strip.body.detail):
        assert label.heightForWidth(label.width()) <= label.height() + 1 or not label.wordWrap()
    assert strip.body.detail.text().splitlines()[0] == "Short sword against armour class 14"
    assert strip.body.detail.toolTip() == strip.content.detail  # the whole of it
    block = strip.fields[0]
    assert block.width() >= block.sizeHint().width()
    assert block.edit.size() == block.edit.sizeHint()


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
def test_larger_text_is_not_cut_either(struck, keymap, shown, qapp, scale):
    apply_theme(qapp, DARK, scale)
    strip = PromptStrip(struck, keymap)
    shown(strip, round(980 * scale), round(ROLL_HEIGHT * scale))
    assert strip.height() == rounded(ROLL_HEIGHT)
    for button in strip.body.buttons.widgets:
        assert button.width() >= button.sizeHint().width()
        assert button.mapTo(strip, button.rect().bottomRight()).y() <= strip.height()
    title = strip.body.title
    assert title.heightForWidth(title.width()) <= title.height() + 1


def test_the_buttons_follow_the_width(struck, keymap, shown, qtbot):
    strip = PromptStrip(struck, keymap)
    shown(strip, 1200, ROLL_HEIGHT)
    big = strip.body.buttons.widgets[0].height()
    strip.resize(660, ROLL_HEIGHT)
    small = strip.body.buttons.widgets[0]
    qtbot.waitUntil(lambda: small.width() >= small.sizeHint().width())
    assert strip.body.buttons.widgets[0].sizeHint().height() < big
