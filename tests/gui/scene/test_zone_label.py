"""The words on the rim of a zone of squares: over nobody while there is room, and never left out."""

from __future__ import annotations

import pytest

from gui.scene.geometry import CELL, stroke_factor
from gui.scene.pill_layout import Box
from gui.scene.sprites import chip_size
from gui.scene.zone_label import zone_label

ZONE = [(x, y) for x in range(3, 8) for y in range(3, 8)]
WORDS = "under 15 ft: too near"


def box_of(chip, zoom):
    scale = stroke_factor(zoom) / zoom / 2
    width, height = (side * scale for side in chip_size(chip.text, chip.style))
    return Box(chip.x * CELL - width, chip.y * CELL - height, chip.x * CELL + width, chip.y * CELL + height)


def touch(one, other):
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def token(x, y):
    return Box(x * CELL, y * CELL, (x + 1) * CELL, (y + 1) * CELL)


@pytest.mark.parametrize("zoom", [0.5, 1.0, 1.6])
def test_it_lies_on_the_rim_and_over_nobody(qapp, zoom):
    below = [token(x, 8) for x in range(2, 9)] + [token(x, 7) for x in range(2, 9)]
    for taken in ([], below):
        chip = zone_label(ZONE, WORDS, zoom, taken)
        assert chip is not None
        assert chip.text == WORDS
        assert chip.x in (3, 8) or chip.y in (3, 8)
        assert not any(touch(box_of(chip, zoom), body) for body in taken)


def test_among_tokens_everywhere_it_still_shows_where_it_hides_least(qapp):
    crowd = [token(x, y) for x in range(12) for y in range(12) if (x, y) != (5, 3)]
    chip = zone_label(ZONE, WORDS, 1.0, crowd)
    assert chip is not None
    assert chip.y == 3
    assert 4 < chip.x < 7


def test_without_squares_or_words_there_is_none(qapp):
    assert zone_label([], WORDS, 1.0, []) is None
    assert zone_label(ZONE, "", 1.0, []) is None
