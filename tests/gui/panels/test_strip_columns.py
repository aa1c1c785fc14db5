"""Many choices on the prompt strip: even columns, read down and then to the right, all within the strip."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QApplication

from engine.model.phrase import ActorRef, phrase
from engine.model.requests import AskChoice, AskRoll, Pick
from gui.panels.drawing import rounded
from gui.panels.strip_body import STACKED_HEIGHT, WORDS_BESIDE
from gui.panels.strip_columns import Arrangement, Room, along, arrangements, best, place, size_of
from gui.theme.palette import DARK, apply_theme
from tests.gui.panels.conftest import saves, strip_with

NARROW, WIDE = 896, 980
"""The width of the map in windows of 1280 and 1600 pixels."""


@pytest.fixture
def text_scale(dressed):
    """Set how large text is; afterwards it is as before."""
    yield lambda scale: apply_theme(QApplication.instance(), DARK, scale)
    apply_theme(QApplication.instance(), DARK)


def choice(table, count):
    """Whom does a spell take: so many people, and the end of the list."""
    people = [*table.battle.actors]
    picks = [
        Pick(f"{number}", phrase("melee.pick", who=ActorRef(people[number % len(people)])))
        for number in range(count - 1)
    ]
    end = Pick("enough", phrase("spell.pick_done"))
    title = phrase("spell.ask_targets", "OSE-SPELL-02", who=ActorRef(people[0]), spell="Sleep")
    return AskChoice(title=title, picks=(*picks, end))


def boxes(strip):
    """Where the buttons are, in the order of the strip."""
    return [
        QRect(button.mapTo(strip, button.rect().topLeft()), button.size())
        for button in strip.body.buttons.widgets
    ]


def whole(strip):
    """Every button lies within the strip, no two share a pixel, and the words keep their room."""
    found = boxes(strip)
    inside = all(strip.rect().contains(box) for box in found)
    apart = not any(a.intersects(b) for index, a in enumerate(found) for b in found[index + 1 :])
    return inside and apart and strip.body.title.width() >= rounded(WORDS_BESIDE) - rounded(8)


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("count", [5, 6, 7, 9, 12])
def test_many_choices_stand_in_columns_and_none_is_hidden(moving, keymap, shown, width, count):
    strip = strip_with(moving, keymap, shown, choice(moving, count), width)
    buttons = strip.body.buttons
    assert not buttons.folded
    assert [button.key_text for button in buttons.widgets] == list("123456789abc"[:count])
    assert whole(strip)
    assert buttons.rows < count
    columns = [boxes(strip)[first : first + buttons.rows] for first in range(0, count, buttons.rows)]
    for column in columns:
        assert len({box.left() for box in column}) == 1
        assert all(upper.top() < lower.top() for upper, lower in pairwise(column))
    assert all(left[0].right() < right[0].left() for left, right in pairwise(columns))


@pytest.mark.parametrize(("scale", "count"), [(1.25, 9), (1.5, 7), (2.0, 5)])
def test_large_text_still_shows_every_choice(moving, keymap, shown, text_scale, scale, count):
    text_scale(scale)
    strip = strip_with(moving, keymap, shown, choice(moving, count), NARROW)
    assert len(strip.body.buttons.widgets) == count
    assert all(strip.rect().contains(box) for box in boxes(strip))


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_only_what_does_not_fit_in_columns_is_behind_more(moving, keymap, shown, width):
    strip = strip_with(moving, keymap, shown, choice(moving, 34), width)
    buttons = strip.body.buttons
    assert buttons.folded
    assert [button.text() for button in buttons.widgets][-2:] == ["More", "That is all"]
    assert len(buttons.widgets) > 12
    assert all(strip.rect().contains(box) for box in boxes(strip))
    assert strip.body.along.isVisible()
    assert strip.body.along.text() == "[ and ] go along all 34."


def test_the_one_that_enter_takes_is_never_behind_more(moving, keymap, shown):
    strip = strip_with(moving, keymap, shown, choice(moving, 34), NARROW)

    def keys():
        return [button.key_text for button in strip.body.buttons.widgets]

    assert "x" not in keys()  # of the thirty-third
    strip.point("32")
    assert "x" in keys()


@pytest.mark.parametrize("width", [700, NARROW, WIDE])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_few_rolls_in_rows_are_all_seen_with_their_buttons(moving, keymap, shown, width, count):
    strip = strip_with(moving, keymap, shown, saves(moving, count), width)
    assert strip.height() <= rounded(STACKED_HEIGHT)
    assert all(strip.rect().contains(box) for box in boxes(strip))
    for block in strip.fields:
        assert block.edit.visibleRegion().boundingRect().height() == block.edit.height()


# --- the arithmetic --------------------------------------------------------------------------------------


def test_a_column_is_filled_before_the_next_begins():
    assert [place(index, 3) for index in range(5)] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]


def test_each_column_is_as_wide_as_its_widest():
    sizes = [QSize(width, 34) for width in (100, 60, 80, 90)]
    assert size_of(Arrangement(False, 2), sizes, 1.0) == QSize(100 + 8 + 90, 34 + 3 + 34)


def test_the_height_grows_only_where_the_width_is_not_enough():
    sizes = [QSize(100, 34)] * 6
    assert best(sizes, sizes, Room(400, 110, 210), 1.0) == Arrangement(True, 2)
    assert best(sizes, sizes, Room(220, 110, 210), 1.0) == Arrangement(False, 3)
    assert best(sizes, sizes, Room(150, 110, 210), 1.0) is None


def test_four_never_need_more_than_four_rows():
    assert [one.rows for one in arrangements(4)][-1] == 4
    assert [one.rows for one in arrangements(9)][-1] == 5


def test_arrows_lead_down_a_column_and_along_a_row():
    assert along(1, 7, 3, (0, 1)) == 2
    assert along(2, 7, 3, (0, 1)) == 3
    assert along(0, 7, 3, (1, 0)) == 3
    assert along(6, 7, 3, (1, 0)) == 0
    assert along(1, 7, 3, (-1, 0)) == 4  # the last column has no second row
    assert along(0, 7, 3, (0, -1)) == 6
    assert along(0, 3, 1, (1, 0)) == 1
    assert along(0, 3, 3, (1, 0)) == 1  # one column: right goes on as down does


def test_a_short_note_stands_on_its_button_and_fixed_words_begin_large(moving, keymap, shown):
    picks = (
        Pick("a", phrase("ability.phys"), phrase("text.plain", text="30%")),
        Pick("b", phrase("text.plain", text="von Hagen"), phrase("text.plain", text="a note of its own")),
    )
    strip = strip_with(moving, keymap, shown, AskChoice(title=phrase("x"), picks=picks), WIDE)
    assert [button.text() for button in strip.body.buttons.widgets] == ["Physique, 30%", "von Hagen"]


def test_who_reads_a_defence_is_not_told_that_it_hits(moving, keymap, shown):
    attack = AskRoll(title=phrase("x"), dice=(100,), beats=40, at_or_under=True, check_id="a")
    strip = strip_with(moving, keymap, shown, attack, WIDE)
    assert strip.content.fields[0].lines[1] == "40 or less hits"
    strip.show_request(replace(attack, defence=True))
    assert strip.content.fields[0].lines[1] == "40 or less"
