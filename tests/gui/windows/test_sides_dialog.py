"""A third side, made at the real window with the mouse and with keys alone, placed, and fought against."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from engine.model.battle import Side
from engine.model.commands import AddSide, HideActor, SetSide
from engine.model.events import Missed, Struck
from engine.model.requests import AskRoll, AskRolls, Picked
from engine.session.dice import SoftwareDice
from engine.views.audience import Audience
from gui.bridge.encounters import new_blank
from gui.bridge.log import Log
from gui.panels.rail_parts import step_width
from gui.windows.sides_dialog import SidesDialog
from gui.windows.token_menu import token_menu
from tests.gui.conftest import Gm
from tests.gui.windows.test_whole_fight import Fighter, KeyFighter, MouseFighter

ALT, CTRL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
NAMELESS = "Give the side a name."
TWICE = "There is a side called bandits already."


def dialog_of(gm: Gm) -> SidesDialog:
    assert gm.window.creatures is not None
    dialog = gm.window.creatures.dialog
    assert isinstance(dialog, SidesDialog)
    return dialog


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def tab_to(gm: Gm, widget: QWidget) -> None:
    for _ in range(30):
        if widget.hasFocus():
            return
        gm.key(Qt.Key.Key_Tab)
    raise AssertionError("Tab does not come there")


def back_at_the_map(gm: Gm) -> None:
    """A window manager gives the keys back to the window below; here nobody does."""
    assert gm.window.creatures is not None
    assert gm.window.creatures.dialog is None
    gm.window.activateWindow()
    QApplication.processEvents()
    assert QApplication.focusWidget() is gm.desk.map


def side(gm: Gm, name: str) -> Any:
    return next(one for one in gm.table.battle.sides if one.name == name)


def names(gm: Gm) -> list[str]:
    return [one.name for one in gm.table.battle.sides]


def enemies(gm: Gm) -> set[tuple[str, str]]:
    called = {one.id: one.name for one in gm.table.battle.sides}
    return {(one.name, called[foe]) for one in gm.table.battle.sides for foe in one.hostile_to}


def both_ways(*pairs: tuple[str, str]) -> set[tuple[str, str]]:
    return {*pairs, *((other, one) for one, other in pairs)}


PARTY_GOBLINS, PARTY_BANDITS, GOBLINS_BANDITS = (
    ("Party", "Goblins"),
    ("Party", "Bandits"),
    ("Goblins", "Bandits"),
)
ALL_AGAINST_ALL = both_ways(PARTY_GOBLINS, PARTY_BANDITS, GOBLINS_BANDITS)


def newest(gm: Gm, count: int) -> list[str]:
    return [row.text for row in Log(gm.table).rows()[:count]]


@pytest.fixture
def bandits(gm: Gm) -> SidesDialog:
    """The dialog, with a third side made in it."""
    gm.key(Qt.Key.Key_S, ALT)
    gm.type("Bandits")
    return dialog_of(gm)


# --- making one and fighting on -------------------------------------------------------------------------


THREE = ("Bandits", "Goblins", "Party")


class Watched:
    """Plays on until initiative was rolled for three sides, and bandits have struck and been struck at."""

    def __init__(self, gm: Gm, fighter: Fighter) -> None:
        self.gm, self.fighter = gm, fighter
        self.rolled: set[tuple[str, ...]] = set()
        """The sides of each question for initiative."""
        self.rails: set[tuple[str, ...]] = set()
        """The sides that stood in the rail."""

    def blows(self) -> set[tuple[str, str]]:
        """(side of who struck, side of whom) of every blow so far, hit or not."""
        found = set()
        for entry in self.gm.table.session.journal.entries:
            for event in entry.events:
                if isinstance(event, Struck | Missed):
                    one, other = (
                        entry.before.side(entry.before.actors[who].side).name
                        for who in (event.attacker, event.target)
                    )
                    found.add((one, other))
        return found

    def play(self) -> None:
        for _ in range(400):
            struck, taken = ({pair[place] for pair in self.blows()} for place in (0, 1))
            if THREE in self.rolled & self.rails and "Bandits" in struck & taken:
                return
            self.look()
            if self.gm.table.question is not None:
                self.fighter.answer()
            elif not self.fighter.act():
                self.fighter.go_on()
        raise AssertionError(f"no such fight: {self.blows()}, {self.rolled}, {self.rails}")

    def look(self) -> None:
        question = self.gm.table.question
        if isinstance(question, AskRolls) and all(roll.side for roll in question.rolls):
            names = (self.gm.table.battle.side(roll.side).name for roll in question.rolls)
            self.rolled.add(tuple(sorted(names)))
        self.rails.add(tuple(sorted(block.name for block in self.gm.desk.rail._blocks if block.side)))


def assert_fought(gm: Gm, fighter: type[Fighter]) -> None:
    """Two of them stand there, and the fight comes to blows with them."""
    gang = [actor for actor in gm.table.battle.actors.values() if actor.side == side(gm, "Bandits").id]
    assert [actor.on_map for actor in gang] == [True, True]
    gm.table._dice = SoftwareDice(7)
    Watched(gm, fighter(gm)).play()


def test_with_the_mouse_bandits_are_made_placed_and_fought(gm: Gm) -> None:
    click(gm.desk.roster.sides)
    dialog = dialog_of(gm)
    QTest.keyClicks(dialog.name, "Bandits")
    click(dialog.add)
    assert enemies(gm) == ALL_AGAINST_ALL
    assert newest(gm, 3) == [
        "Party and Bandits are enemies now", "Goblins and Bandits are enemies now", "New side: Bandits",
    ]  # fmt: skip
    click(dialog.shut)
    back_at_the_map(gm)
    bar = gm.desk.tabs.tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(1).center())
    library = gm.desk.library
    QTest.keyClicks(library.search, "bandit 2")
    library.side.setCurrentIndex(library.side.findText("Bandits"))  # its list is a window of its own
    assert library.side.currentText() == "Bandits"
    click(library.place)
    gm.move((12, 11))
    gm.click((12, 11))
    assert_fought(gm, MouseFighter)


def test_with_keys_alone_bandits_are_made_placed_and_fought(gm: Gm) -> None:
    gm.key(Qt.Key.Key_S, ALT)
    gm.type("Bandits")
    assert enemies(gm) == ALL_AGAINST_ALL
    gm.key(Qt.Key.Key_Escape)
    back_at_the_map(gm)
    gm.key(Qt.Key.Key_L, CTRL)
    QTest.keyClicks(gm.desk.library.search, "bandit 2")
    tab_to(gm, gm.desk.library.side)
    gm.key(Qt.Key.Key_B)
    assert gm.desk.library.side.currentText() == "Bandits"
    tab_to(gm, gm.desk.library.place)
    gm.key(Qt.Key.Key_Return)
    for _ in range(3):
        gm.key(Qt.Key.Key_Right)
    gm.key(Qt.Key.Key_Return)
    assert_fought(gm, KeyFighter)


# --- taking back, refusals ------------------------------------------------------------------------------


def test_the_making_is_taken_back_in_the_dialog_and_at_the_map(gm: Gm, bandits: SidesDialog) -> None:
    before = gm.table.battle
    gm.undo()
    assert names(gm) == ["Party", "Goblins"]
    assert list(bandits.boxes) == [one.id for one in gm.table.battle.sides]
    gm.key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert gm.table.battle == before
    click(bandits.back)
    assert names(gm) == ["Party", "Goblins"]
    gm.key(Qt.Key.Key_Z, CTRL | SHIFT)
    gm.key(Qt.Key.Key_Escape)
    back_at_the_map(gm)
    gm.undo()
    assert names(gm) == ["Party", "Goblins"]
    assert enemies(gm) == both_ways(PARTY_GOBLINS)


def test_what_is_being_typed_is_taken_back_letter_by_letter_first(gm: Gm, bandits: SidesDialog) -> None:
    QTest.keyClicks(bandits.name, "Crow")
    gm.undo()
    assert names(gm) == ["Party", "Goblins", "Bandits"]
    assert bandits.name.text() != "Crow"


def test_two_sides_of_one_name_are_refused_in_one_sentence(gm: Gm, bandits: SidesDialog) -> None:
    head = gm.table.session.journal.head
    gm.type("bandits")
    assert (bandits.problem.text(), bandits.problem.isVisible()) == (TWICE, True)
    assert not bandits.insist.isVisible()
    assert names(gm) == ["Party", "Goblins", "Bandits"]
    assert gm.table.session.journal.head == head
    bandits.name.selectAll()
    gm.type("Crows")
    assert not bandits.problem.isVisible()
    crows = bandits.boxes[side(gm, "Crows").id]
    crows.name.setFocus()
    crows.name.selectAll()
    gm.type(" BANDITS ")
    assert bandits.problem.text() == TWICE.replace("bandits", "BANDITS")
    assert crows.name.text() == "Crows"
    crows.name.selectAll()
    gm.key(Qt.Key.Key_Backspace)
    gm.key(Qt.Key.Key_Return)
    assert bandits.problem.text() == NAMELESS
    assert names(gm) == ["Party", "Goblins", "Bandits", "Crows"]


def test_a_side_goes_once_nobody_is_on_it(gm: Gm, bandits: SidesDialog) -> None:
    gm.table.submit(SetSide("g4", side(gm, "Bandits").id))
    box = bandits.boxes[side(gm, "Bandits").id]
    assert box.count.text() == "1 creature, enemies of the players"
    click(box.remove)
    assert bandits.problem.text() == (
        "Goblin 4 is still with Bandits: put it on another side or remove it first."
    )
    gm.table.submit(SetSide("g4", side(gm, "Goblins").id))
    assert not bandits.problem.isVisible()
    assert box.count.text() == "nobody yet, enemies of the players"
    click(box.remove)
    assert names(gm) == ["Party", "Goblins"]
    assert gm.table.undo_words
    click(bandits.back)
    assert enemies(gm) == ALL_AGAINST_ALL


# --- changing -------------------------------------------------------------------------------------------


def test_name_hostility_and_speaker_are_one_command_each(gm: Gm, bandits: SidesDialog) -> None:
    key, head = side(gm, "Bandits").id, gm.table.session.journal.head
    box = bandits.boxes[key]
    box.name.setFocus()
    box.name.selectAll()
    gm.type("Hired hands")
    assert gm.table.session.journal.head == head + 1
    tick = box.foes["party"]
    assert (tick.text(), tick.isChecked()) == ("Party", True)
    click(tick)
    assert enemies(gm) == both_ways(PARTY_GOBLINS, ("Goblins", "Hired hands"))
    assert not bandits.boxes["party"].foes[key].isChecked()
    assert box.count.text() == "nobody yet, at peace with the players"
    box.players.setFocus()
    gm.key(Qt.Key.Key_Space)
    assert box.count.text() == "nobody yet, spoken for by the players"
    assert newest(gm, 3) == [
        "The players now speak for Hired hands",
        "Party and Hired hands are no longer enemies",
        "The side Bandits is now called Hired hands",
    ]
    assert gm.table.session.journal.head == head + 3
    for _ in range(3):
        click(bandits.back)
    assert enemies(gm) == ALL_AGAINST_ALL
    assert box.name.text() == "Bandits"


def test_tab_and_space_alone_set_who_is_hostile_to_whom(gm: Gm, bandits: SidesDialog) -> None:
    goal = bandits.boxes[side(gm, "Bandits").id].foes[side(gm, "Goblins").id]
    tab_to(gm, goal)
    gm.key(Qt.Key.Key_Space)
    assert enemies(gm) == both_ways(PARTY_GOBLINS, PARTY_BANDITS)
    assert goal.hasFocus()


@pytest.mark.parametrize(
    ("row", "expected"),
    [(0, ALL_AGAINST_ALL), (1, both_ways(PARTY_GOBLINS, PARTY_BANDITS)), (2, both_ways(PARTY_GOBLINS))],
)
def test_a_new_side_is_whose_enemy_the_gm_says(gm: Gm, row: int, expected: set[tuple[str, str]]) -> None:
    gm.key(Qt.Key.Key_S, ALT)
    dialog = dialog_of(gm)
    dialog.stance.setFocus()
    for _ in range(row):
        gm.key(Qt.Key.Key_Down)
    dialog.name.setFocus()
    gm.type("Bandits")
    assert enemies(gm) == expected


def test_what_the_rules_advise_against_the_gm_may_insist_on(gm: Gm) -> None:
    gm.window.show_encounter(new_blank(12, 8, "reduction"))
    gm.key(Qt.Key.Key_S, ALT)
    dialog = dialog_of(gm)
    tick = dialog.boxes[dialog.sides[0].id].foes[dialog.sides[1].id]
    assert tick.isChecked()
    click(tick)
    assert tick.isChecked()
    assert dialog.problem.isVisible()
    click(dialog.insist)
    assert not tick.isChecked()
    assert not dialog.problem.isVisible()
    assert not dialog.insist.isVisible()


# --- ways to it -----------------------------------------------------------------------------------------


def menu_at(widget: QWidget, monkeypatch: pytest.MonkeyPatch) -> QMenu:
    """The menu of a right click, not shown."""
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: opened.append(menu))
    at = widget.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, event)
    return opened[-1]


def take(menu: QMenu, words: str) -> None:
    next(action for action in menu.actions() if action.text().startswith(words)).trigger()
    QApplication.processEvents()


def heading(gm: Gm) -> QWidget:
    return gm.desk.roster._heads["foe"]


def of_token(gm: Gm) -> QMenu:
    sides = next(one for one in token_menu(gm.desk, "g1", gm.window).actions() if one.text() == "Side").menu()
    assert isinstance(sides, QMenu)
    return sides


def test_the_heading_of_a_side_opens_its_own_line(gm: Gm, monkeypatch: pytest.MonkeyPatch) -> None:
    take(menu_at(heading(gm), monkeypatch), "Edit side...")
    assert dialog_of(gm).boxes["foe"].name.hasFocus()
    assert dialog_of(gm).boxes["foe"].name.selectedText() == "Goblins"
    take(menu_at(heading(gm), monkeypatch), "New side...")
    assert dialog_of(gm).name.hasFocus()


@pytest.mark.parametrize("folded", [False, True])
def test_a_folded_list_has_the_same_menu(gm: Gm, folded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    gm.window.resize(1280 if folded else 1600, 900)
    QApplication.processEvents()
    assert gm.desk.roster.sides.isVisible() is not folded
    take(menu_at(heading(gm), monkeypatch), "Edit side...")
    assert dialog_of(gm).boxes["foe"].name.hasFocus()


def test_floor_and_token_menus_lead_to_it(gm: Gm) -> None:
    floor = gm.window._map_menu(gm.desk)
    assert "Sides...\tAlt S" in [action.text() for action in floor.actions()]
    take(floor, "Sides...")
    assert dialog_of(gm).isVisible()
    click(dialog_of(gm).shut)
    take(of_token(gm), "New side...")
    gm.type("Bandits")
    take(of_token(gm), "Bandits")
    assert gm.table.actor("g1").side == side(gm, "Bandits").id
    gm.desk.map.setFocus()
    gm.undo()
    assert gm.table.actor("g1").side == "foe"


def test_its_key_stands_on_the_sheet_and_can_be_another(gm: Gm) -> None:
    rows = {words: keys for _, words, keys in gm.window.keymap.sheet()}
    assert rows["make and change sides"] == "Alt S"
    gm.window.keymap.assign("sides", "J")
    gm.key(Qt.Key.Key_J)
    assert dialog_of(gm).isVisible()


def test_three_sides_stand_closer_in_the_rail_at_once(gm: Gm) -> None:
    gm.window.resize(1600, 1000)
    gm.table.submit(AddSide(Side("bandits", "Bandits", hostile_to=("party", "foe"))))
    gm.table.submit(SetSide("g4", "bandits"))
    while gm.table.progress.round == 1 or gm.table.question or not gm.table.progress.side:
        question = gm.table.question
        if isinstance(question, AskRoll | AskRolls):
            gm.table.roll()
        elif question is not None:
            gm.table.answer(Picked(question.picks[-1].key))
        else:
            gm.table.advance(overrule=True)
    for step in gm.desk.rail.steps.values():
        closer = step_width(step.view, True), step_width(step.view, True, folded=True)
        assert step.sizeHint().width() in closer


# --- what the players see -------------------------------------------------------------------------------


def players_picture(gm: Gm) -> QImage:
    assert gm.window.players is not None
    QApplication.processEvents()
    return gm.window.players.grab().toImage()


def players_words(gm: Gm) -> str:
    """All that their window or their log could say."""
    lines = [line for entry in gm.table.session.journal.entries for line in told(gm, entry)]
    assert gm.window.players is not None
    shown = [text for widget in gm.window.players.findChildren(QWidget) for text in texts_of(widget) if text]
    return "\n".join([*lines, *shown, str(gm.table.view(Audience.PLAYERS).sides)])


def told(gm: Gm, entry: Any) -> list[str]:
    return [line.text for line in gm.table.narrator(Audience.PLAYERS).lines(entry.events)]


def texts_of(widget: QWidget) -> list[str]:
    band: list[str] = [getattr(widget, "_title", "")]
    return [widget.accessibleName(), widget.toolTip(), *band]


def hidden_gang(gm: Gm) -> None:
    """One goblin that the players never saw goes over to the bandits."""
    gm.table.submit(SetSide("sham", side(gm, "Bandits").id))
    assert gm.table.actor("sham").hidden
    assert not gm.table.actor("sham").public_name


def renamed(gm: Gm) -> None:
    box = dialog_of(gm).boxes[side(gm, "Bandits").id]
    box.name.setText("Black Company")
    box.name.setModified(True)
    box.name.editingFinished.emit()
    assert "Black Company" in names(gm)


@pytest.mark.parametrize("secret", [lambda _: None, hidden_gang, renamed])
def test_players_are_not_told_of_a_side_nobody_has_met(gm: Gm, secret: Callable[[Gm], None]) -> None:
    gm.key(Qt.Key.Key_F9)
    before = players_picture(gm)
    gm.window.activateWindow()
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_S, ALT)
    gm.type("Bandits")
    secret(gm)
    assert players_picture(gm) == before
    assert "Bandits" not in players_words(gm)
    assert "Black Company" not in players_words(gm)
    for _ in range(60):  # also not while it acts
        if gm.table.progress.side == side(gm, names(gm)[-1]).id or gm.table.progress.round > 2:
            break
        if gm.table.question is not None:
            gm.table.answer(gm.table._dice.answer(gm.table.question))
        else:
            gm.table.advance(overrule=True)
    assert "Bandits" not in players_words(gm)
    gm.table.submit(HideActor("sham", False))
    gm.table.submit(SetSide("sham", side(gm, names(gm)[-1]).id))
    assert names(gm)[-1] in players_words(gm)


def test_the_library_leads_to_a_new_side(gm: Gm) -> None:
    side = gm.desk.library.side
    before = side.currentText()
    side.setCurrentIndex(side.findText("New side..."))
    assert side.currentText() == before
    assert gm.window.findChild(SidesDialog) is not None
