"""A question for somebody is answered on the map or with one key, however many may be picked."""

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from engine.model.commands import Act, AddActor
from engine.model.requests import AskChoice, AskRoll, Picked
from engine.store.library import build, find_creature
from gui.panels.strip_content import PICK_KEYS


@pytest.fixture
def crowd(gm: Any) -> Any:
    """Orsolya grapples: whom does she seize? More than nine may be named."""
    x, y = gm.table.actor("orso").cell
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    for cell in (*around, *around[:3]):
        gm.table.submit(AddActor(build(find_creature("goblin"), "foe", cell)), overrule=True)
    gm.table.submit(Act("orso", "stunt", picks={"kind": "grapple"}), overrule=True)
    request = gm.table.question
    assert isinstance(request, AskChoice)
    return gm


def people(gm: Any) -> list[str]:
    return [pick.key for pick in gm.table.question.picks if gm.table.actor(pick.key) is not None]


def test_a_click_on_a_token_is_the_answer(crowd: Any) -> None:
    picked = people(crowd)[-1]
    crowd.click_token(picked)
    command = crowd.table.session.open_command or crowd.table.session.journal.entries[-1].command
    assert command.actor == "orso"
    assert not isinstance(crowd.table.question, AskChoice) or picked not in people(crowd)


def test_every_pick_has_one_key(crowd: Any) -> None:
    picks = crowd.table.question.picks
    assert len(picks) > 10
    taken = []
    crowd.table.answer, answer = taken.append, crowd.table.answer
    for index in (0, 8, 10, len(picks) - 1):
        crowd.key(Qt.Key(ord(PICK_KEYS[index].upper())))
        assert taken.pop() == Picked(picks[index].key)
    crowd.table.answer = answer


def test_brackets_and_arrows_point_at_one_after_the_other_and_enter_takes_that_one(crowd: Any) -> None:
    offered = [pick.key for pick in crowd.table.question.picks]
    rows = crowd.desk.strip.body.buttons.rows
    assert 1 < rows < len(offered)
    for key, wanted in (
        (Qt.Key.Key_BracketRight, 1),
        (Qt.Key.Key_Down, 2),
        (Qt.Key.Key_BracketLeft, 1),
        (Qt.Key.Key_Right, 1 + rows),
        (Qt.Key.Key_Up, rows),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Up, len(offered) - 1),
        (Qt.Key.Key_Down, 0),
        (Qt.Key.Key_Right, rows),
    ):
        crowd.key(key)
        primary = [button for button in crowd.desk.strip.content.buttons if button.primary]
        assert [button.answer for button in primary] == [Picked(offered[wanted])]
        if crowd.table.actor(offered[wanted]) is not None:
            assert crowd.desk.scene.marks.attacked == offered[wanted]
        shown = [widget.text() for widget in crowd.desk.strip.body.buttons.widgets]
        assert len(shown) == len(offered) + 1  # and Cancel
    taken = []
    crowd.table.answer = taken.append
    crowd.key(Qt.Key.Key_Return)
    assert taken == [Picked(offered[rows])]


def test_everybody_who_may_be_picked_is_marked_and_hovering_points(crowd: Any) -> None:
    assert crowd.desk.scene.marks.targets == set(people(crowd))
    alone = people(crowd)[5]
    crowd.move(crowd.table.actor(alone).cell)
    assert crowd.desk.scene.marks.attacked == alone


def test_a_full_stop_opens_those_behind_more(crowd: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    request = crowd.table.question
    many = tuple(replace(request.picks[0], key=f"{number}") for number in range(60))
    crowd.desk.strip.show_request(replace(request, picks=many))
    behind: list[str] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _: behind.extend(one.text() for one in menu.actions()))
    crowd.key(Qt.Key.Key_Period)
    shown = [widget.text() for widget in crowd.desk.strip.body.buttons.widgets if widget.text() != "More"]
    labels = [button.label for button in crowd.desk.strip.content.buttons]
    assert behind
    assert sorted(shown + [text.split("\t")[0] for text in behind]) == sorted(labels)


BUSY = "Answer the open question first, or press Esc."


def test_a_click_on_somebody_who_is_not_offered_says_that_the_question_waits(crowd: Any) -> None:
    crowd.click_token("tam")
    assert crowd.desk.strip.body.problem.text() == BUSY
    assert isinstance(crowd.table.question, AskChoice)


def test_keys_of_the_list_and_clicks_say_that_a_roll_is_waited_for(gm: Any) -> None:
    gm.table.submit(Act("tam", "move", path=((10, 13), (9, 14))))
    roll = gm.table.question
    assert isinstance(roll, AskRoll)
    gm.key(Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert gm.desk.strip.body.problem.text() == BUSY
    gm.desk.strip.notice("")
    gm.click_token("orso")
    assert gm.desk.strip.body.problem.text() == BUSY
    assert gm.table.question is roll


def test_a_stray_key_leaves_the_facts_of_a_question_and_who_is_marked(gm: Any) -> None:
    """And of Esc it speaks only where giving up is offered: here dice have been rolled."""
    gm.table.submit(Act("tam", "move", path=((10, 13), (9, 14))))
    gm.type("20")
    strip, asked = gm.desk.strip, gm.question
    assert not gm.table.may_give_up
    assert strip.content.detail
    gm.key(Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert strip.body.problem.text() == "Answer the open question first."
    assert strip.body.detail.isVisible()
    assert strip.body.detail.text() == strip.content.detail
    chosen = gm.table.selected
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        gm.desk.map.setFocus()
        gm.key(key)
        assert gm.table.selected == chosen
    assert gm.question == asked


def test_ctrl_shift_z_gives_the_answer_again_and_says_when_there_is_none(gm: Any) -> None:
    gm.table.submit(Act("tam", "move", path=((10, 13), (9, 14))))
    gm.type("1")
    assert gm.table.question is None
    gm.undo()
    assert isinstance(gm.table.question, AskRoll)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    gm.key(Qt.Key.Key_Z, both)
    assert gm.table.question is None
    assert gm.table.actor("tam").cell == (9, 14)
    gm.key(Qt.Key.Key_Z, both)
    assert gm.strip == "There is nothing to do again."
