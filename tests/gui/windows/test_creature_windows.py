"""Making, changing, importing and keeping creatures at the real window, with keys and clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from engine.rulesets.ose.sheet import sheet
from gui.bridge.encounters import new_blank
from gui.windows.actor_editor import NOT_KEPT, ActorEditor
from gui.windows.creature_flow import CreatureFlow
from gui.windows.gm_window import GmWindow
from gui.windows.import_report import ImportReport
from gui.windows.party_dialog import PartyDialog
from gui.windows.token_menu import token_menu

LIST = "Name,AC,HD,HP,Attacks,Move\nWolfling,7,1,4,1 bite (1d4),60\nOddity,strange,?,3,stares,fast\n"


def flow(window: GmWindow) -> CreatureFlow:
    assert window.creatures is not None
    return window.creatures


def editor(window: GmWindow) -> ActorEditor:
    dialog = flow(window).dialog
    assert isinstance(dialog, ActorEditor)
    return dialog


def parties(window: GmWindow) -> PartyDialog:
    dialog = flow(window).dialog
    assert isinstance(dialog, PartyDialog)
    return dialog


def write(dialog: ActorEditor, **texts: str) -> None:
    for path, text in texts.items():
        field = dialog.lines.fields[path]
        assert isinstance(field, QLineEdit)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)


def enter(dialog: ActorEditor) -> None:
    QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)
    QApplication.processEvents()


def bring_back(window: GmWindow) -> None:
    """What a window manager does once a dialog is closed."""
    window.activateWindow()
    QApplication.processEvents()


def choose(window: GmWindow, actor: str, words: str) -> None:
    """Take an entry of a token's menu."""
    assert window.desk is not None
    menu = token_menu(window.desk, actor, window)
    next(action for action in menu.actions() if action.text() == words).trigger()
    menu.deleteLater()


def test_own_creatures_are_made_placed_changed_and_removed(gm: Any, window: GmWindow) -> None:
    gm.desk.show_library()
    library = gm.desk.library
    library.new.click()
    write(editor(window), name="Grub", hp="7", gear="sword, shield")
    enter(editor(window))
    assert flow(window).dialog is None
    assert (library.search.text(), library.model.rowCount()) == ("Grub", 1)
    before = set(gm.table.battle.actors)
    QTest.keyClick(library.search, Qt.Key.Key_Return)
    gm.click((9, 12))
    (added,) = set(gm.table.battle.actors) - before
    grub = gm.table.battle.actors[added]
    assert (grub.kind, sheet(grub).hp, sheet(grub).hands.off) == ("Grub", 7, "shield")
    library.edit.click()
    write(editor(window), name="Grum")
    enter(editor(window))
    (kept,) = library.catalogue.own.creatures()
    assert (kept.name, library.search.text()) == ("Grum", "Grum")
    library.edit.click()
    editor(window).remove.click()
    editor(window).remove.click()
    assert (library.catalogue.own.creatures(), library.model.rowCount()) == ((), 0)


def test_with_keys_alone_a_new_creature_is_made_and_enter_places_it(gm: Any, window: GmWindow) -> None:
    library = gm.desk.library
    gm.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(library.search, "Grub")
    while QApplication.focusWidget() is not library.new:
        gm.key(Qt.Key.Key_Tab)
    gm.key(Qt.Key.Key_Space)
    write(editor(window), name="Grub", hp="7")
    enter(editor(window))
    bring_back(window)
    assert QApplication.focusWidget() is library.search
    assert gm.desk.areas.frame.area is gm.desk.left
    before = set(gm.table.battle.actors)
    gm.key(Qt.Key.Key_Return)
    gm.key(Qt.Key.Key_Return)
    (added,) = set(gm.table.battle.actors) - before
    assert gm.table.battle.actors[added].kind == "Grub"


def test_a_form_left_by_keys_gives_them_back_to_where_they_came_from(gm: Any, window: GmWindow) -> None:
    gm.key(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    while QApplication.focusWidget() is not gm.desk.library.new:
        gm.key(Qt.Key.Key_Tab)
    gm.key(Qt.Key.Key_Space)
    QTest.keyClick(editor(window), Qt.Key.Key_Escape)
    bring_back(window)
    assert gm.desk.areas.here is gm.desk.left
    assert gm.desk.areas.frame.area is gm.desk.left


def test_typing_is_not_thrown_away_by_opening_another_form(gm: Any, window: GmWindow) -> None:
    gm.desk.show_library()
    library = gm.desk.library
    library.new.click()
    first = editor(window)
    write(first, name="Karl", hp="7")
    library.new.click()
    assert editor(window) is first
    assert first.problem.text() == NOT_KEPT
    first.go_on.click()
    assert (first.problem.isVisible(), first.lines.texts()["name"]) == (False, "Karl")
    assert first.save.isVisible()
    library.edit.click()
    first.discard.click()
    QApplication.processEvents()
    assert editor(window) is not first
    assert editor(window).windowTitle().startswith(library.model.entry(library.list.currentIndex()).name)
    library.new.click()
    assert editor(window).lines.texts()["name"] == ""


def test_what_is_wrong_is_said_above_the_buttons_and_its_line_comes_into_view(
    gm: Any, window: GmWindow
) -> None:
    gm.desk.show_library()
    gm.desk.library.new.click()
    dialog = editor(window)
    assert not dialog.lines.fields["spells"].isVisible()
    write(dialog, name="Karl", hp="7", role="Cleric 3", gear="longbow")
    assert dialog.lines.fields["spells"].isVisible()
    write(dialog, dex="012")
    dialog.lines.more.click()
    write(dialog, note="last line")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    QTest.qWait(20)
    wrong = dialog.lines.fields["dex"]
    assert dialog.problem.text() == "DEX modifier is a number from -5 to 10."
    assert dialog.problem.isVisible()
    assert dialog.focusWidget() is wrong
    assert wrong.property("wrong") is True
    assert wrong.visibleRegion().boundingRect() == wrong.rect()
    write(dialog, dex="1")
    enter(dialog)
    (karl,) = gm.desk.library.catalogue.own.creatures()
    assert karl.gear == ("longbow",)


def test_a_list_is_read_reported_and_only_then_taken_in(gm: Any, window: GmWindow, home: Path) -> None:
    library = gm.desk.library
    path = home / "list.csv"
    path.write_text("nothing here")
    flow(window).read_list(path)
    assert flow(window).dialog is None
    assert gm.strip.startswith("list.csv: no creature was found")
    path.write_text(LIST)
    library.bring_in.click()
    chooser: Any = window.open_flow.dialog
    chooser.fileSelected.emit(str(path))
    chooser.close()
    report = flow(window).dialog
    assert isinstance(report, ImportReport)
    assert report.summary.text() == "2 creatures, 1 of them whole."
    assert [line for line in report.report.toPlainText().splitlines() if "Oddity" in line] == [
        "Row 3 (Oddity), column HD: '?' not understood, 1 taken by the hit points.",
        "Row 3 (Oddity), column AC: 'strange' not understood, armour class 10 taken.",
        "Row 3 (Oddity), column Move: 'fast' not understood, 40 ft taken.",
        "Row 3 (Oddity), column Attacks: 'stares' not understood, stare has no damage,"
        " the text is in the note.",
    ]
    assert library.catalogue.own.creatures() == ()
    QTest.keyClick(report, Qt.Key.Key_Return)
    assert [entry.name for entry in library.catalogue.own.creatures()] == ["Oddity", "Wolfling"]
    library.search.setText("wolfl")
    assert library.model.entry(library.model.index(0)).own


def test_a_token_is_changed_from_its_menu_while_the_table_goes_on(gm: Any, window: GmWindow) -> None:
    before = gm.table.battle.actors["tam"]
    choose(window, "tam", "Edit...")
    dialog = editor(window)
    assert dialog.windowTitle() == "Tam Reed, in this fight"
    for key in (Qt.Key.Key_N, Qt.Key.Key_U, Qt.Key.Key_C):
        QTest.keyClick(dialog.lines.more, key)
    x, y = gm.table.battle.actors["ysol"].cell
    gm.drag((x, y), (x - 1, y))
    assert gm.table.battle.actors["ysol"].cell == (x - 1, y)
    write(dialog, name="Tam", hp="3")
    enter(dialog)
    after = gm.table.battle.actors["tam"]
    assert (after.name, sheet(after).hp) == ("Tam", 3)
    gm.undo()
    assert gm.table.battle.actors["tam"] == before
    assert gm.table.battle.actors["ysol"].cell == (x - 1, y)
    choose(window, "cap", "Copy to the library")
    assert gm.strip == "Hobgoblin captain is in your library now."
    (kept,) = gm.desk.library.catalogue.own.creatures()
    assert (kept.name, kept.gear) == ("Hobgoblin captain", ("Halberd",))


def test_a_party_is_kept_here_and_brought_into_the_next_encounter(gm: Any, window: GmWindow) -> None:
    gm.desk.roster.party.click()
    QTest.keyClicks(parties(window).name, "Tuesday")
    QTest.keyClick(parties(window).name, Qt.Key.Key_Return)
    assert parties(window).said.text() == "5 kept as Tuesday."
    window.show_encounter(new_blank(12, 8, "ose.detailed"))
    assert flow(window).dialog is None
    gm.desk.library.party.click()
    (bring,) = parties(window).buttons("Bring party")
    bring.click()
    gm.click((4, 4))
    placed = gm.table.battle.actors.values()
    assert sorted(actor.name for actor in placed) == [
        "Brannoc", "Hob Marrow", "Orsolya", "Tam Reed", "Ysolde",
    ]  # fmt: skip
    assert all(actor.cell is not None and actor.side == "party" for actor in placed)
    gm.desk.library.party.click()
    parties(window).buttons("Bring party")[0].click()
    assert parties(window).problem.text() == "Everybody of 'Tuesday' is here already."
    (forget,) = parties(window).buttons("Forget")
    forget.click()
    forget.click()
    QApplication.processEvents()
    assert parties(window).buttons("Bring party") == []


def test_other_rules_keep_own_creatures_too(gm: Any, window: GmWindow) -> None:
    window.show_encounter(new_blank(12, 8, "openquest"))
    gm.desk.show_library()
    library = gm.desk.library
    QApplication.processEvents()
    assert library.edit.isVisible()
    assert not library.bring_in.isVisible()
    library.new.click()
    write(editor(window), name="Grub", **{"sheet.hp": "6"})
    enter(editor(window))
    assert (library.search.text(), library.model.rowCount()) == ("Grub", 1)
    QTest.keyClick(library.search, Qt.Key.Key_Return)
    gm.click((4, 4))
    (grub,) = gm.table.battle.actors.values()
    assert (grub.kind, grub.side, grub.sheet.max_hp) == ("Grub", "foe", 6)
    library.edit.click()
    write(editor(window), name="Grum")
    enter(editor(window))
    assert library.search.text() == "Grum"
    choose(window, grub.id, "Copy to the library")
    assert gm.strip == "Grub is in your library now."
    window.show_encounter(new_blank(12, 8, "openquest"))
    names = [entry.name for entry in gm.desk.library.catalogue.find("gru").entries if entry.own]
    assert names == ["Grub", "Grum"]
    window.show_encounter(new_blank(12, 8, "os_six"))
    assert not any(entry.own for entry in gm.desk.library.catalogue.find("").entries)
    window.show_encounter(new_blank(12, 8, "openquest"))
    library = gm.desk.library
    library.search.setText("grum")
    library.edit.click()
    editor(window).remove.click()
    editor(window).remove.click()
    assert [entry.name for entry in library.catalogue.find("gru").entries if entry.own] == ["Grub"]
