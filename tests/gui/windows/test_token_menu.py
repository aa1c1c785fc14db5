"""The menu of a token: whose it is, the GM's hand first, what is refused folded away."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QWidgetAction

from engine.model.commands import PlaceActor
from engine.model.phrase import ActorId
from gui.bridge.log import Log
from gui.windows.token_menu import token_menu
from tests.gui.conftest import Gm


def menu_of(gm: Gm, actor_id: ActorId) -> QMenu:
    return token_menu(gm.desk, actor_id, gm.window)


def entry(menu: QMenu, *words: str) -> QAction:
    """An entry, by the words on the way to it."""
    for word in words[:-1]:
        inner = entry(menu, word).menu()
        assert isinstance(inner, QMenu)
        menu = inner
    return next(action for action in menu.actions() if action.text().startswith(words[-1]))


def newest(gm: Gm) -> list[str]:
    return [row.text for row in Log(gm.table).rows()[:3]]


def test_it_says_whose_it_is_and_begins_with_the_gms_hand(gm: Gm) -> None:
    menu = menu_of(gm, "g1")
    title = menu.actions()[0]
    assert isinstance(title, QWidgetAction)
    labels = [label.text() for label in title.defaultWidget().findChildren(QLabel)]
    card = gm.table.card("g1")
    assert labels == ["Goblin 1", f"{card.health.now} of {card.health.most} HP, {gm.table.say(card.state)}"]
    words = [action.text().split("\t")[0] for action in menu.actions() if not action.isSeparator()]
    assert words[1:8] == [
        "Hit points...", "Conditions", "Hide", "Down", "Dead", "Side", "Edit...",
    ]  # fmt: skip
    refused = [option for option in gm.table.menu("g1") if not option.legal]
    assert entry(menu, "Not now").text() == f"Not now: {len(refused)}"
    assert all(":" not in word for word in words if not word.startswith("Not now"))


def test_conditions_of_the_rule_book_are_set_and_ended_by_hand_and_logged(gm: Gm) -> None:
    entry(menu_of(gm, "tam"), "Conditions", "Paralysed").trigger()
    assert gm.table.actor("tam").has("paralysed")
    assert newest(gm)[0] == "Tam Reed is paralysed, set by hand"
    again = entry(menu_of(gm, "tam"), "Conditions", "Paralysed")
    assert again.isChecked()
    again.trigger()
    assert not gm.table.actor("tam").has("paralysed")
    assert newest(gm)[0] == "Tam Reed is no longer paralysed, set by hand"
    gm.undo()
    assert gm.table.actor("tam").has("paralysed")


def test_going_down_by_hand_stands_in_the_gms_log(gm: Gm) -> None:
    entry(menu_of(gm, "g1"), "Down").trigger()
    assert "Goblin 1 is down, set by hand" in newest(gm)
    entry(menu_of(gm, "g1"), "Back on its feet").trigger()
    assert gm.table.actor("g1").active


def test_whoever_shares_the_square_can_be_meant_instead(gm: Gm) -> None:
    entry(menu_of(gm, "g1"), "Down").trigger()
    gm.table.submit(PlaceActor("g2", gm.table.actor("g1").cell), overrule=True)
    asked: list[str] = []
    gm.desk.menu_wanted.disconnect()
    gm.desk.menu_wanted.connect(lambda actor, _: asked.append(actor))
    entry(menu_of(gm, "g2"), "Who else is here", "Goblin 1, down").trigger()
    assert (gm.table.selected, asked) == ("g1", ["g1"])


def test_dead_is_said_by_hand_and_taken_back(gm: Gm) -> None:
    entry(menu_of(gm, "tam"), "Dead").trigger()
    assert gm.table.card("tam").dead
    assert "Tam Reed is dead, set by hand" in newest(gm)
    entry(menu_of(gm, "tam"), "Not dead").trigger()
    assert not gm.table.card("tam").dead
