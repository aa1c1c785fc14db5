"""The app bar and the round rail."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.model.battle import Side
from engine.model.commands import Act, AddSide, Begin, SetSide
from engine.model.offers import SlotState
from engine.model.requests import Batch, Faces
from gui.bridge.dice_mode import DiceMode
from gui.panels.app_bar import AppBar, _Title
from gui.panels.key_button import KeyButton
from gui.panels.rail import RoundRail
from gui.panels.rail_parts import _SideHead, step_width


def test_the_bar_names_encounter_and_rules(moving, keymap, shown):
    bar = AppBar(moving, keymap)
    shown(bar, 1600, 52)
    assert bar.title.accessibleName() == "The sunken chapel, Detailed combat"
    assert bar.height() == 52


def test_the_dice_mode_is_chosen_in_the_bar(moving, keymap, shown, qtbot):
    bar = AppBar(moving, keymap)
    shown(bar, 1600, 52)
    assert bar.dice.current == "players"
    with qtbot.waitSignal(bar.dice_mode_chosen, check_params_cb=lambda mode: mode is DiceMode.TYPED):
        bar.dice.keyPressEvent(_key(Qt.Key.Key_Right))
    assert moving.dice_mode is DiceMode.TYPED
    bar.set_dice_mode(DiceMode.APP)
    assert moving.dice_mode is DiceMode.APP
    assert bar.dice.current == "app"


def test_the_undo_button_says_what_it_takes_back(unbegun, keymap, shown, qtbot):
    bar = AppBar(unbegun, keymap)
    shown(bar, 1600, 52)
    assert not bar.undo.isEnabled()
    unbegun.submit(Begin())
    assert bar.undo.isEnabled()
    assert bar.undo.toolTip() == "Takes back: the open question"
    with qtbot.waitSignal(bar.undo_wanted):
        bar.undo.click()


def test_the_state_of_the_player_window_is_words_and_a_dot(moving, keymap, shown):
    bar = AppBar(moving, keymap)
    shown(bar, 1600, 52)
    assert bar.player_window.text() == "Player window: off"
    bar.set_player_window("Player window on TV", True)
    assert bar.player_window.accessibleName() == "Player window on TV, F9"


def test_no_button_of_the_bar_is_cut_at_the_smallest_width(moving, keymap, shown):
    bar = AppBar(moving, keymap)
    bar.set_player_window("Player window on HDMI-1", True)
    shown(bar, 1280, 52)
    for button in bar.findChildren(KeyButton):
        assert button.width() >= button.sizeHint().width()
        assert button.geometry().right() <= bar.width()


# --- rail ------------------------------------------------------------------------------------------------


def test_the_rail_shows_the_round_in_its_order(moving, keymap, shown):
    rail = RoundRail(moving, keymap)
    shown(rail, 1600, 64)
    assert rail.round.text() == "Round 1"
    assert list(rail.steps) == [
        "declare",
        "initiative",
        *(f"party:{step}" for step in ("move", "missile", "magic", "melee")),
        *(f"foe:{step}" for step in ("move", "missile", "magic", "melee")),
        "morale",
    ]
    assert rail.steps["party:move"].accessibleName() == "Move, Party, current step, 5 of 5 left"
    assert rail.next.text() == "Next: Missile"
    assert rail.next.key_text == "N"


def test_the_rail_follows_the_round_without_losing_its_buttons(moving, keymap, shown):
    rail = RoundRail(moving, keymap)
    shown(rail, 1600, 64)
    before = dict(rail.steps)
    moving.submit(Act("tam", "pass"))
    assert rail.steps["party:move"].view.note == "4 of 5 left"
    moving.advance(overrule=True)
    assert rail.steps["party:move"].view.state is SlotState.PAST
    assert rail.steps == before


def test_before_the_fight_the_rail_offers_to_begin(unbegun, keymap, shown, qtbot):
    rail = RoundRail(unbegun, keymap)
    shown(rail, 1600, 64)
    assert rail.steps == {}
    assert rail.next.text() == "Begin the fight"
    with qtbot.waitSignal(rail.advance_wanted):
        rail.next.click()


def test_a_past_step_offers_to_go_back_and_nothing_else(moving, keymap, shown, qtbot):
    rail = RoundRail(moving, keymap)
    shown(rail, 1600, 64)
    moving.advance(overrule=True)
    menu = rail.undo_menu("party:move")
    (action,) = menu.actions()
    assert action.text() == "Undo to the start of Move"
    with qtbot.waitSignal(rail.undo_to_slot, check_params_cb=lambda key: key == "party:move"):
        action.trigger()
    menu.deleteLater()


@pytest.mark.parametrize("key", ["party:move", "foe:melee"])
def test_a_step_that_is_not_past_offers_nothing(moving, keymap, shown, key):
    rail = RoundRail(moving, keymap)
    shown(rail, 1600, 64)
    assert rail.undo_menu(key) is None
    rail.steps[key].click()
    assert rail.findChildren(QMenu) == []


def test_the_current_step_is_in_sight_at_the_smallest_width(moving, keymap, shown, qtbot):
    rail = RoundRail(moving, keymap)
    shown(rail, 1280, 64)
    while not moving.progress.current.key.startswith("foe:"):
        moving.advance(overrule=True)
    current = rail.steps[moving.progress.current.key]

    def in_sight():
        left = current.mapTo(rail, current.rect().topLeft()).x()
        assert left >= rail.round.geometry().right()
        assert left + current.width() <= rail.next.geometry().left()
        assert current.width() >= current.sizeHint().width()

    qtbot.waitUntil(in_sight)


@pytest.fixture
def three_sides(moving):
    """The chapel with a third side, at its second round."""
    bandits = Side("bandits", "Bandits", hostile_to=("party", "foe"))
    for command in (AddSide(bandits), SetSide("g4", "bandits"), SetSide("cap", "bandits")):
        moving.submit(command)
    while moving.progress.round < 2:
        moving.advance(overrule=True)
    while moving.progress.current.side == "":
        moving.advance(overrule=True)
        if moving.question is not None:
            moving.roll()
    return moving


@pytest.mark.rule("OSE-INIT-04")
def test_the_roll_that_settled_a_tie_stands_beside_the_tied_one(three_sides, keymap, shown):
    table = three_sides
    while table.progress.round < 3 or table.question is None:
        table.advance(overrule=True)
    sides = [roll.side for roll in table.question.rolls]
    table.answer(Batch((Faces((9,)), Faces((9,)), Faces((4,)))))
    table.answer(Batch((Faces((2,)), Faces((11,)))))
    rail = RoundRail(table, keymap)
    shown(rail, 1600, 64)
    heads = [head.accessibleName().partition(", ")[2] for head in rail.findChildren(_SideHead)]
    assert heads == ["rolled 9 (11)", "rolled 9 (2)", "rolled 4"]
    order = list(dict.fromkeys(slot.side for slot in table.progress.slots if slot.side))
    assert order == [sides[1], sides[0], sides[2]]


def in_words(rail):
    """Keys of the steps whose names show whole."""
    shown = []
    for key, step in rail.steps.items():
        left = step.mapTo(rail, step.rect().topLeft()).x()
        in_sight = rail.round.geometry().right() <= left <= rail.next.geometry().left() - step.width()
        if in_sight and step.width() >= step_width(step.view, tight=True):
            shown.append(key)
    return shown


@pytest.mark.parametrize("width", [1280, 1600])
def test_of_three_sides_the_acting_one_and_the_next_are_wholly_in_sight(
    three_sides, keymap, shown, qtbot, width
):
    table = three_sides
    rail = RoundRail(table, keymap)
    shown(rail, width, 64)
    seen = set()
    while table.progress.round == 2 and table.question is None and table.progress.current.side:
        sides = list(dict.fromkeys(slot.side for slot in table.progress.slots if slot.side))
        at = sides.index(table.progress.current.side)
        wanted = {slot.key for slot in table.progress.slots if slot.side in sides[at : at + 2]}
        qtbot.waitUntil(lambda wanted=wanted: wanted <= set(in_words(rail)))
        seen.add(sides[at])
        table.advance(overrule=True)
    assert len(seen) > 1


def test_a_folded_step_tells_its_name_and_offers_the_way_back(three_sides, keymap, shown, qtbot):
    rail = RoundRail(three_sides, keymap)
    shown(rail, 1280, 64)
    dot = rail.steps["initiative"]
    assert dot.width() < 20
    assert dot.toolTip().splitlines()[0] == "Initiative"
    assert "Click to undo to its start" in dot.toolTip()
    assert dot.accessibleName().startswith("Initiative")
    menu = rail.undo_menu("initiative")
    assert menu is not None
    menu.deleteLater()
    rail.steps["declare"].setFocus()
    rail.resize(2400, 64)
    qtbot.waitUntil(lambda: rail.steps["declare"].hasFocus())
    assert rail.steps["initiative"].width() > 60


def test_f6_puts_the_focus_on_the_current_step(moving, keymap, shown):
    rail = RoundRail(moving, keymap)
    shown(rail, 1600, 64)
    rail.setFocus()
    assert rail.steps["party:move"].hasFocus()


def _key(key):
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QKeyEvent

    return QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)


def test_a_primary_button_is_pressed_by_its_own_space_key(shown, qtbot):
    button = KeyButton("Move", "Enter", primary=True, big=True)
    shown(button, 200, 46)
    with qtbot.waitSignal(button.clicked):
        QTest.keyClick(button, Qt.Key.Key_Space)


def test_the_title_shows_the_ruleset_whole_or_not_at_all(qapp):
    title = _Title()
    title.show_title("The sunken chapel", "Detailed combat")
    shown = {}
    for width in (60, 200, 320, 500):
        title.resize(width, 52)
        shown[width] = title._room_for()
    assert [shown[width] for width in (60, 200, 500)] == [(False, False), (False, False), (True, True)]
    assert shown[320][1]


def test_a_wider_button_to_the_next_step_takes_its_room_before_the_steps_are_folded(
    three_sides, keymap, shown
):
    rail = RoundRail(three_sides, keymap)
    shown(rail, 1600, 64)
    table = three_sides
    while table.progress.round == 2 and table.question is None and table.progress.current.side:
        table.advance(overrule=True)
        assert rail.next.width() == rail.next.sizeHint().width(), "at once, not with the next event"
