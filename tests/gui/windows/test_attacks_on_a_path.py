"""The card lists the attacks of a drawn path, and while it is walked which are made and which are to come."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.model.commands import PlaceActor
from engine.model.strikes import Fate
from engine.views.audience import Audience
from gui.panels.attack_list import NO_MORE, ON_THE_PATH, TO_COME, AttackList

K = Qt.Key
WAY = ((10, 13), (11, 13), (12, 14), (13, 14))


def attacks(gm: Any) -> AttackList:
    return gm.desk.action_list.attacks


def told(gm: Any) -> list[tuple[str, str]]:
    return [(line.row.words, line.row.end) for line in attacks(gm).lines]


def draw(gm: Any) -> None:
    """Tam past the goblin and the captain, square by square."""
    gm.click((9, 12))
    for cell, key in zip(WAY, (K.Key_PageDown, K.Key_Right, K.Key_PageDown, K.Key_Right), strict=True):
        gm.key(key)
        assert gm.desk.scene.marks.path[-1] == cell


@pytest.fixture
def drawn(gm: Any) -> Any:
    draw(gm)
    return gm


def test_a_drawn_path_lists_who_strikes_where_with_what_chance(drawn: Any) -> None:
    assert told(drawn) == [
        ("Goblin 1 at K14", "35 %"),
        ("Goblin 1 at L14", "35 %"),
        ("Hobgoblin captain at L14", "45 %"),
    ]
    assert attacks(drawn).headings == (ON_THE_PATH,)
    drawn.key(K.Key_Escape)
    assert attacks(drawn).isHidden()
    assert told(drawn) == []


@pytest.mark.rule("OSE-AOO-14")
def test_while_it_is_walked_the_list_says_what_is_done_and_what_is_to_come(drawn: Any) -> None:
    drawn.key(K.Key_Return)
    assert [line.row.fate for line in attacks(drawn).lines] == [Fate.NOW, Fate.AHEAD, Fate.AHEAD]
    assert attacks(drawn).headings == (ON_THE_PATH, TO_COME)
    drawn.type("3")
    assert told(drawn)[0] == ("Goblin 1 at K14", "missed")
    assert [line.row.fate for line in attacks(drawn).lines] == [Fate.MISSED, Fate.NOW, Fate.AHEAD]
    drawn.type("3")
    assert [line.row.fate for line in attacks(drawn).lines] == [Fate.MISSED, Fate.MISSED, Fate.NOW]
    assert attacks(drawn).headings == (ON_THE_PATH, NO_MORE)
    drawn.undo()
    assert [line.row.fate for line in attacks(drawn).lines] == [Fate.MISSED, Fate.NOW, Fate.AHEAD]
    drawn.type("3")
    drawn.type("3")
    assert drawn.table.question is None
    assert attacks(drawn).isHidden()


def test_the_map_shows_the_attacks_to_come_hollow(drawn: Any) -> None:
    drawn.key(K.Key_Return)
    marks = drawn.desk.scene.marks
    assert [(pill.text, pill.hollow) for pill in marks.pills] == [
        ("G1 35 %", False),
        ("G1 35 %", True),
        ("C 45 %", True),
    ]
    assert [(burst.cell, burst.text) for burst in marks.bursts] == [((11, 13), "2")]
    assert drawn.desk.legend.words == ("Threatened by", "Rest of the path", "This attack")


def test_f1_on_a_row_tells_why_it_comes_to_that_chance(drawn: Any) -> None:
    drawn.key(K.Key_Return)
    row = attacks(drawn).lines[2]
    row.setFocus()
    drawn.key(K.Key_F1)
    why = drawn.window.reference.why
    assert why is not None
    said = " ".join(why.shown_text)
    assert "OSE-MOVE-03" in said
    for part in row.row.tally.parts:
        assert drawn.table.say(part.label) in said


def test_arrows_lead_through_the_rows_and_enter_asks_why(drawn: Any) -> None:
    drawn.key(K.Key_Return)
    asked: list[tuple[str, object]] = []
    attacks(drawn).why_wanted.connect(lambda rule, tally: asked.append((rule, tally)))
    drawn.desk.action_list.setFocus()
    assert attacks(drawn).here == attacks(drawn).lines[0].row
    drawn.key(K.Key_Down)
    drawn.key(K.Key_Return)
    assert asked == [(attacks(drawn).lines[1].row.rule, attacks(drawn).lines[1].row.tally)]


def test_every_row_is_told_to_whoever_does_not_see_it(drawn: Any) -> None:
    drawn.key(K.Key_Return)
    assert [line.accessibleName() for line in attacks(drawn).lines] == [
        "Goblin 1 at K14, 35 %, rolls now",
        "Goblin 1 at L14, 35 %, to come",
        "Hobgoblin captain at L14, 45 %, to come",
    ]


def test_the_players_are_told_no_chance_and_no_attack_to_come(drawn: Any) -> None:
    shown: list[Any] = []
    drawn.desk.marks_for_players.connect(shown.append)
    drawn.key(K.Key_Return)
    assert drawn.table.question is not None
    assert shown
    assert all(not marks.pills and not marks.card for marks in shown)
    assert not [chip for marks in shown for chip in marks.chips]
    assert drawn.table.view(Audience.PLAYERS).tokens


@pytest.mark.rule("OSE-WITHDRAW-05")
def test_a_withdrawal_reminds_of_what_it_may_lead_to(gm: Any) -> None:
    gm.table.submit(PlaceActor("tam", (10, 12)), overrule=True)
    gm.table.select("tam")
    gm.desk.work.start("withdraw", {})
    gm.key(K.Key_Left)
    assert gm.strip == "Tam Reed: withdraw 5 ft"
    assert gm.desk.strip.content.detail.startswith("Away from the enemy only; the referee judges.")
    assert told(gm) == [], "the first square is left unstruck"
