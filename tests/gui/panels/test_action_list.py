"""The action list: legal rows, reasons, picks, overruling."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from engine.model.commands import Act, Begin
from engine.model.offers import Option, PickGroup, Targeting
from engine.model.phrase import phrase
from engine.model.requests import Faces, Picked
from gui.panels.action_list import ActionList
from gui.panels.action_rows import CHOICE_LINE, HEIGHT, ChoiceRow
from gui.panels.drawing import font
from gui.panels.pick_chooser import ChoiceGroup, PickChooser
from gui.theme.fonts import LABEL, SEMIBOLD
from gui.theme.palette import DARK, apply_theme


@pytest.fixture
def listed(moving, keymap, shown):
    """The list for Tam in the Move step, with what it said and chose."""
    moving.select("tam")
    panel = ActionList(moving, keymap)
    shown(panel, 348, 620)
    panel.told = []
    panel.chosen.connect(lambda verb, picks: panel.told.append(("chosen", verb, picks)))
    panel.overruled.connect(lambda verb, picks: panel.told.append(("overruled", verb, picks)))
    moving.noticed.connect(lambda text: panel.told.append(("said", text)))
    return panel


@pytest.mark.rule("OSE-DET-05")
def test_what_is_open_in_this_step_comes_first_and_the_rest_is_folded_away(listed, moving):
    options = moving.menu("tam")
    now = [option.verb for option in options if option.legal and option.current]
    rest = [option.verb for option in options if option.verb not in now]
    assert {"move", "double"} <= set(now)
    assert {"brace", "shoot", "charge"} <= set(rest)
    assert list(listed.rows) == [*now, *rest]
    assert all(row.folded is (verb in rest) for verb, row in listed.rows.items())
    tops = [listed.rows[verb].y() for verb in now]
    assert tops == sorted(tops)
    assert tops[-1] < listed.fold.y() < listed.rows[rest[0]].y()
    assert listed.fold.text() == f"Not now: {len(rest)}"
    QTest.mouseClick(listed.fold, Qt.MouseButton.LeftButton)
    assert not any(row.folded for row in listed.rows.values())
    assert listed.rows[rest[0]].height() >= HEIGHT


@pytest.mark.rule("OSE-DET-03")
def test_all_kinds_of_action_are_listed_and_what_cannot_be_done_is_greyed_with_the_reason(listed, moving):
    kinds = {"move", "double", "withdraw", "charge", "shoot", "attack", "cast", "brace", "defend"}
    kinds |= {"stunt", "item", "use", "flee", "propose", "pass"}
    assert kinds <= listed.rows.keys()
    said = {option.verb: [moving.say(one.reason) for one in option.refusals] for option in moving.menu("tam")}
    for verb, row in listed.rows.items():
        assert row.isVisible()
        assert list(row.view.reasons) == said[verb]
        assert not row.view.reasons or row.view.second_line == said[verb][0]
    assert listed.rows["charge"].view.second_line == "Goblin 1 is too near: 15 ft of movement needed"
    greyed, open_row = listed.rows["charge"], listed.rows["move"]
    assert inked(greyed) < inked(open_row)


def inked(row):
    """How bright the row's brightest stroke is."""
    picture = row.grab().toImage()
    return max(
        picture.pixelColor(x, y).lightness() for x in range(0, 120, 1) for y in range(picture.height())
    )


def test_every_row_is_legal_or_has_a_reason(listed, moving):
    for option in moving.menu("tam"):
        view = listed.rows[option.verb].view
        assert view.legal == option.legal
        assert all(view.reasons)
        assert view.name
        assert view.legal is False or view.note


def test_names_for_screen_readers(listed):
    assert listed.rows["move"].accessibleName() == "Move, 30 ft, drag or arrow keys"
    assert listed.rows["charge"].accessibleName() == (
        "Charge, not available, Goblin 1 is too near: 15 ft of movement needed"
    )


def test_keys_come_from_the_table_of_keys(listed):
    caps = {verb: row.view.key for verb, row in listed.rows.items()}
    assert (caps["move"], caps["double"], caps["charge"], caps["pass"]) == ("M", "M M", "C", "X")


def test_a_click_takes_a_legal_action(listed):
    QTest.mouseClick(listed.rows["move"], Qt.MouseButton.LeftButton)
    assert listed.told == [("chosen", "move", {})]


def test_enter_on_a_refused_action_says_the_reason(listed):
    listed.rows["charge"].setFocus()
    QTest.keyClick(listed.rows["charge"], Qt.Key.Key_Return)
    ((kind, text),) = listed.told
    assert kind == "said"
    assert text.startswith("Goblin 1 is too near: 15 ft of movement needed.")
    assert "Ctrl Enter" in text


def test_ctrl_enter_and_ctrl_click_overrule(listed):
    row = listed.rows["charge"]
    QTest.keyClick(row, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    assert listed.told == [("overruled", "charge", {})] * 2


def test_a_key_takes_the_row(listed):
    assert listed.choose("move")
    assert listed.choose("move")  # M again is the double move
    assert not listed.choose("zoom_in")
    assert [told[1] for told in listed.told] == ["move", "double"]


def test_arrows_go_from_row_to_row(listed):
    listed.setFocus()
    assert listed.rows["move"].hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert listed.rows["double"].hasFocus()


def test_words_are_asked_for_before_the_action_goes_on(listed, moving):
    groups = next(option.picks for option in moving.menu("tam") if option.verb == "stunt")
    listed.choose("stunt")
    assert listed.chooser.field.hasFocus()
    for group in groups:
        assert listed.told == []
        if group.choices:
            QTest.keyClick(listed.chooser.field, Qt.Key.Key_2)
        else:
            QTest.keyClicks(listed.chooser.field, "trip the goblin")
            QTest.keyClick(listed.chooser.field, Qt.Key.Key_Return)
    wanted = {group.key: group.choices[1][0] if group.choices else "trip the goblin" for group in groups}
    assert listed.told == [("chosen", "stunt", wanted)]
    assert listed.chooser is None


@pytest.mark.rule("OSE-GRAPPLE-01")
def test_grapple_asks_for_no_cost(listed):
    listed.choose("stunt")
    QTest.keyClicks(listed.chooser.field, "grap")
    QTest.keyClick(listed.chooser.field, Qt.Key.Key_Return)
    assert listed.told == [("chosen", "stunt", {"kind": "grapple"})]
    assert listed.chooser is None


@pytest.fixture
def chooser(shown, dressed):
    """A choice of three spells after a line of free text."""
    spells = (("s", "Sleep"), ("l", "Light"), ("c", "Cause Light Wounds"))
    made = PickChooser((ChoiceGroup("why", "Why?"), ChoiceGroup("spell", "Spell", spells)))
    shown(made, 320, 240)
    made.picked = []
    made.finished.connect(made.picked.append)
    made.take_focus()
    return made


@pytest.mark.parametrize(
    ("keys", "pick"),
    [("sl", "s"), ("light w", "c"), ("LIGHT", "l"), ("", "s")],
)
def test_typing_finds_a_choice(chooser, keys, pick):
    QTest.keyClicks(chooser.field, "because")
    QTest.keyClick(chooser.field, Qt.Key.Key_Return)
    QTest.keyClicks(chooser.field, keys)
    QTest.keyClick(chooser.field, Qt.Key.Key_Return)
    assert chooser.picked == [{"why": "because", "spell": pick}]


def test_arrows_mark_a_choice_and_nothing_is_taken_that_does_not_fit(chooser):
    QTest.keyClick(chooser.field, Qt.Key.Key_Return)  # free text is compulsory
    QTest.keyClicks(chooser.field, "x")
    QTest.keyClick(chooser.field, Qt.Key.Key_Return)
    QTest.keyClicks(chooser.field, "fireball")
    QTest.keyClick(chooser.field, Qt.Key.Key_Return)
    assert chooser.picked == []
    chooser.field.clear()
    QTest.keyClick(chooser.field, Qt.Key.Key_Down)
    QTest.keyClick(chooser.field, Qt.Key.Key_Return)
    assert chooser.picked == [{"why": "x", "spell": "l"}]


def test_a_choice_that_stands_by_has_no_field(moving, keymap, shown, monkeypatch):
    weapons = PickGroup("weapon", phrase("x"), (("sword", phrase("a")), ("bow", phrase("b"))))
    option = Option("attack", phrase("verb.attack"), Targeting.ACTOR, phrase("x"), picks=(weapons,))
    monkeypatch.setattr(moving, "menu", lambda actor: (option,))
    panel = ActionList(moving, keymap)
    shown(panel, 348, 300)
    told = []
    panel.chosen.connect(lambda verb, picks: told.append(picks))
    panel.choose("attack")
    assert told == [{"weapon": "sword"}]
    assert not panel.chooser.field.isVisible()
    assert panel.pick(2)
    assert not panel.pick(3)
    assert told == [{"weapon": "sword"}, {"weapon": "bow"}]
    panel.set_current("")
    assert panel.chooser is None


def test_esc_gives_a_choice_up(listed):
    listed.choose("stunt")
    QTest.keyClick(listed.chooser.field, Qt.Key.Key_Escape)
    assert listed.chooser is None
    assert listed.told == []


def test_the_list_follows_the_selected_actor_and_the_step(listed, moving):
    moving.advance(overrule=True)
    assert not listed.rows["move"].view.legal
    moving.select("")
    assert listed.rows == {}


def test_of_somebody_who_can_do_nothing_now_all_is_folded(listed, moving):
    moving.select("g1")
    assert all(row.folded for verb, row in listed.rows.items() if verb != "pass")


def test_another_actor_is_read_from_the_top(listed, moving):
    bar = listed._scroll.verticalScrollBar()
    listed.resize(348, 300)
    listed.fold.click()
    QApplication.processEvents()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    moving.select("bran")
    QApplication.processEvents()
    assert bar.value() == 0


def test_an_open_choice_is_closed_when_the_step_is_over(listed, moving):
    listed.choose("stunt")
    assert listed.chooser is not None
    moving.advance(overrule=True)
    assert listed.chooser is None


def test_while_a_roll_is_asked_for_it_says_what_the_roll_decides(listed, moving):
    moving.submit(Act("tam", "move", path=((10, 13), (9, 14))))
    assert listed.rows == {}
    labels = [label for label in listed.findChildren(QLabel) if label.isVisibleTo(listed)]
    said = [label.text().replace("\N{NO-BREAK SPACE}", " ") for label in labels]
    assert "What this roll decides" in said
    assert any("stays in this square. 10 ft of movement lost" in text for text in said)
    moving.answer(Faces((2,)))
    assert "move" in listed.rows


def test_while_a_choice_is_asked_no_row_of_somebody_else_stands_here(unbegun, keymap, shown):
    unbegun.select("tam")
    panel = ActionList(unbegun, keymap)
    shown(panel, 348, 600)
    unbegun.submit(Begin())
    assert unbegun.question is not None
    assert panel.rows == {}
    unbegun.answer(Picked("none"))
    assert panel.rows


def test_of_rows_that_share_a_key_only_the_one_it_takes_shows_it(listed, keymap):
    caps = [row.view.key for row in listed.rows.values() if row.view.key]
    assert len(caps) == len(set(caps))


@pytest.mark.parametrize(("width", "scale"), [(320, 1.0), (348, 1.0), (348, 1.5), (440, 1.5)])
def test_no_line_of_a_row_is_cut(moving, keymap, shown, qapp, width, scale):
    apply_theme(qapp, DARK, scale)
    moving.select("tam")
    listed = ActionList(moving, keymap)
    shown(listed, width, 620)
    listed.fold.click()
    for row in listed.rows.values():
        assert row.height() >= max(HEIGHT, row.height_at(row.width()))
        assert row.width() <= width


@pytest.mark.parametrize("width", [240, 330])
def test_the_words_of_a_choice_are_broken_and_never_cut(dressed, shown, width):
    sleep = "Sleep: several within 240 ft, not undead"
    holder = QWidget()
    column = QVBoxLayout(holder)
    rows = [ChoiceRow("Dagger", "1"), ChoiceRow(sleep, "2")]
    for row in rows:
        column.addWidget(row)
    shown(holder, width, 160)
    short, long = rows
    drawn = long.lines()
    assert " ".join(drawn).replace("\N{NO-BREAK SPACE}", " ") == sleep
    assert all(
        QFontMetricsF(font(LABEL, SEMIBOLD)).horizontalAdvance(line) <= long.width() - 46 for line in drawn
    )
    assert long.height() - short.height() == CHOICE_LINE * (len(drawn) - 1)


def test_an_opened_choice_is_scrolled_whole_into_view_and_follows_the_arrows(moving, keymap, shown, qtbot):
    moving.select("tam")
    panel = ActionList(moving, keymap)
    shown(panel, 310, 304)
    verb = list(panel.rows)[-1]
    panel.fold.click()
    many = tuple((str(number), phrase(f"Choice {number}")) for number in range(4))
    which = PickGroup("one", phrase("Which"), many)
    option = Option(verb, phrase("Choose"), Targeting.TEXT, phrase("x"), picks=(which,))
    panel._with_picks(option, lambda picks: None)

    def in_view(widget: QWidget) -> bool:
        top = widget.mapTo(panel, widget.rect().topLeft()).y()
        return top >= 0 and top + widget.height() <= panel.height()

    qtbot.waitUntil(lambda: in_view(panel.chooser))
    assert in_view(panel.rows[verb])
    panel.resize(310, 120)
    qtbot.wait(20)
    for _ in many:
        QTest.keyClick(panel.chooser.field, Qt.Key.Key_Down)
    rows = panel.chooser.findChildren(ChoiceRow)
    last = [row for row in rows if row is not panel.chooser.give_up][-1]
    qtbot.waitUntil(lambda: in_view(last))


def test_an_open_choice_is_put_away_by_mouse(moving, keymap, shown, qtbot):
    moving.select("tam")
    panel = ActionList(moving, keymap)
    shown(panel, 348, 900)
    left = Qt.MouseButton.LeftButton
    qtbot.mouseClick(panel.rows["stunt"], left)
    assert panel.chooser is not None
    qtbot.mouseClick(panel.rows["stunt"], left)
    assert panel.chooser is None
    qtbot.mouseClick(panel.rows["stunt"], left)
    qtbot.mouseClick(panel.chooser.give_up, left)
    assert panel.chooser is None


def test_the_second_group_of_a_choice_names_what_was_chosen_in_the_first(moving, keymap, shown):
    moving.select("tam")
    panel = ActionList(moving, keymap)
    shown(panel, 348, 900)
    panel.choose("stunt")
    assert panel.chooser.heading == "Which stunt?"
    panel.chooser.pick(1)
    assert panel.chooser.heading == "Trip: Costs"


def test_a_double_click_is_one_action_for_rows_may_move_between(moving, keymap, shown):
    moving.select("tam")
    panel = ActionList(moving, keymap)
    shown(panel, 348, 900)
    taken = []
    panel.chosen.connect(lambda verb, picks: taken.append(verb))
    for press in (QTest.mousePress, QTest.mouseRelease, QTest.mouseDClick, QTest.mouseRelease):
        press(panel.rows["double"], Qt.MouseButton.LeftButton)
    assert taken == ["double"]
