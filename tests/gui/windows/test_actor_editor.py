"""The form of one creature by itself: lines, mistakes, keys, and removing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from engine.model.form import FormField
from engine.rulesets.openquest.sheet import FIST, OqWeapon, Size
from engine.store.forms import fill
from engine.store.library import find_creature
from engine.store.own_library import OwnLibrary
from gui.bridge.creature_forms import CreatureForm, change_entry, new_entry
from gui.panels.creature_lines import LESS, MORE
from gui.windows.actor_editor import REMOVE, SURE, ActorEditor

Show = Callable[..., ActorEditor]


@pytest.fixture
def own(tmp_path: Any) -> OwnLibrary:
    return OwnLibrary(tmp_path / "own.json")


@pytest.fixture
def show(qtbot: Any) -> Show:
    def make(form: CreatureForm, remove: Callable[[], None] | None = None) -> ActorEditor:
        dialog = ActorEditor(form, None, remove)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        return dialog

    return make


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


def shown_problems(dialog: ActorEditor) -> dict[str, str]:
    return {path: label.text() for path, label in dialog.lines.problems.items() if label.isVisible()}


def test_mistakes_stand_beneath_their_lines_and_the_first_has_the_focus(show: Show, own: OwnLibrary) -> None:
    dialog = show(new_entry(own, lambda _: None))
    assert not dialog.isModal()
    write(dialog, name="Grub", hp="many", gear="swrd")
    enter(dialog)
    assert shown_problems(dialog) == {"hp": "HP is a number from 1 to 999."}
    assert dialog.focusWidget() is dialog.lines.fields["hp"]
    assert dialog.lines.fields["hp"].accessibleDescription() == "HP is a number from 1 to 999."
    write(dialog, hp="7")
    enter(dialog)
    assert shown_problems(dialog) == {"gear": "No weapon called 'swrd'. Did you mean Sword or Longsword?"}
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert own.creatures() == ()


def test_what_is_said_of_a_line_goes_as_soon_as_it_is_put_right(show: Show, own: OwnLibrary) -> None:
    dialog = show(new_entry(own, lambda _: None))
    write(dialog, hp="0", aac="99")
    enter(dialog)
    assert {"name", "hp", "aac"} <= shown_problems(dialog).keys()
    write(dialog, hp="5")
    assert "hp" not in shown_problems(dialog)
    assert not dialog.lines.fields["hp"].property("wrong")
    assert {"name", "aac"} <= shown_problems(dialog).keys()
    assert "1 more line." in dialog.problem.text()
    write(dialog, aac="9")
    write(dialog, name="Ogre")
    assert shown_problems(dialog) == {}
    assert not dialog.problem.isVisible()


def test_a_line_that_is_made_wrong_anew_is_not_scolded_before_the_next_save(
    show: Show, own: OwnLibrary
) -> None:
    dialog = show(new_entry(own, lambda _: None))
    write(dialog, name="Ogre", hp="0")
    enter(dialog)
    write(dialog, aac="99", hp="4")
    assert shown_problems(dialog) == {}
    enter(dialog)
    assert shown_problems(dialog).keys() == {"aac"}


@pytest.mark.parametrize("thing", ["potion of healing", "Potion of flying", "tinder box"])
def test_a_thing_among_the_weapons_is_pointed_to_its_line_and_can_be_moved(
    show: Show, own: OwnLibrary, thing: str
) -> None:
    kept: list[Any] = []
    dialog = show(new_entry(own, kept.append))
    write(dialog, name="Ogre", hp="5", gear=f"sword, {thing}, shield")
    enter(dialog)
    first = thing[:1].upper() + thing[1:]
    wanted = f"{first} is no weapon and belongs under Carries also."
    assert shown_problems(dialog) == {"gear": wanted}
    assert wanted in dialog.problem.text()
    dialog.move_things.click()
    assert dialog.lines.texts()["gear"] == "sword, shield"
    assert dialog.lines.texts()["items"] == thing
    assert shown_problems(dialog) == {}
    assert not dialog.move_things.isVisible()
    enter(dialog)
    assert (kept[0].gear, kept[0].items) == (("sword", "shield"), (thing,))


def test_a_mistyped_weapon_is_not_taken_for_a_thing(show: Show, own: OwnLibrary) -> None:
    dialog = show(new_entry(own, lambda _: None))
    write(dialog, name="Ogre", hp="5", gear="swrod")
    enter(dialog)
    assert shown_problems(dialog)["gear"].startswith("No weapon called 'swrod'.")
    assert not dialog.move_things.isVisible()


def test_further_lines_are_shown_on_request_and_where_one_is_wrong(show: Show, own: OwnLibrary) -> None:
    dialog = show(new_entry(own, lambda _: None))
    assert not dialog.lines.fields["phys"].isVisible()
    dialog.lines.more.click()
    assert dialog.lines.fields["phys"].isVisible()
    assert dialog.lines.more.text() == LESS
    write(dialog, name="Grub", hp="3", phys="strong")
    dialog.lines.more.click()
    assert dialog.lines.more.text() == MORE
    enter(dialog)
    assert shown_problems(dialog) == {"phys": "PHYS modifier is a number from -5 to 10."}


def test_enter_keeps_it_and_closes(show: Show, own: OwnLibrary) -> None:
    dialog = show(new_entry(own, lambda _: None))
    write(dialog, name="Grub", hp="7", gear="sword, shield")
    dialog.lines.fields["turns_undead"].setChecked(True)  # type: ignore[union-attr]
    enter(dialog)
    assert not dialog.isVisible()
    (entry,) = own.creatures()
    assert (entry.name, entry.hp, entry.gear, entry.turns_undead) == ("Grub", 7, ("sword", "shield"), True)


def test_a_disk_that_takes_nothing_is_a_sentence_below_the_form(
    show: Show, own: OwnLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    dialog = show(new_entry(own, lambda _: None))
    write(dialog, name="Grub", hp="7")
    monkeypatch.setattr("os.replace", full)
    enter(dialog)
    assert dialog.isVisible()
    assert dialog.problem.text() == "own.json cannot be written: No space left on device."


def test_removing_takes_two_clicks(show: Show, own: OwnLibrary) -> None:
    entry = own.add(find_creature("Ogre"))
    dialog = show(change_entry(own, entry, lambda _: None), lambda: own.remove(entry.key))
    assert dialog.remove.text() == REMOVE
    dialog.remove.click()
    assert (dialog.remove.text(), own.creatures()) == (SURE, (entry,))
    dialog.remove.click()
    assert own.creatures() == ()
    assert not dialog.isVisible()


def test_what_ships_cannot_be_removed(show: Show, own: OwnLibrary) -> None:
    assert not show(change_entry(own, find_creature("Ogre"), lambda _: None)).remove.isVisible()


def test_a_choice_is_a_list_of_its_members(show: Show) -> None:
    kept: list[OqWeapon] = []
    fields = (FormField("size", "Size", main=True), FormField("reach", "Reach", main=True, unit="squares"))

    def save(before: Any, after: Any) -> dict[str, str]:
        kept.append(fill(FIST, fields, before, after).record)
        return {}

    def check(before: Any, after: Any) -> dict[str, str]:
        return dict(fill(FIST, fields, before, after).problems)

    dialog = show(CreatureForm("Fist", "Save", fields, FIST, save, check))
    box = dialog.lines.fields["size"]
    assert isinstance(box, QComboBox)
    assert box.currentText() == "Light"
    assert dialog.lines.fields["reach"].accessibleName() == "Reach, squares"
    box.setCurrentIndex(box.findText("Huge"))
    enter(dialog)
    assert [one.size for one in kept] == [Size.HUGE]
