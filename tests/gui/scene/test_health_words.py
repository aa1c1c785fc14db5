"""Health words lie over no token and over no other word; who is unhurt has none."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication

from engine.views.look import TokenView, Tone
from gui.scene.crowding import spots
from gui.scene.geometry import CELL, cell_rect, stroke_factor
from gui.scene.health_words import health_words
from gui.scene.sprites import chip_size
from gui.scene.token_labels import RIM


def token(name: str, cell: tuple[int, int], word: str = "", size: int = 1) -> TokenView:
    return TokenView(name, name, name, cell, size, Tone.FOE, word=word)


def boxes(tokens: list[TokenView], zoom: float) -> list[QRectF]:
    scale = stroke_factor(zoom) / zoom
    found = []
    for chip in health_words(tokens, zoom):
        wide, high = (side * scale for side in chip_size(chip.text, "dark"))
        middle = QPointF(chip.x * CELL, chip.y * CELL)
        half = QPointF(wide / 2, high / 2)
        found.append(QRectF(middle - half, middle + half).adjusted(0.01, 0.01, -0.01, -0.01))
    return found


@pytest.mark.parametrize("zoom", [0.91, 1.6])
def test_words_in_a_throng_cover_nobody_and_each_other(qapp: QApplication, zoom: float) -> None:
    throng = [token(f"{x}{y}", (x, y), "badly hurt") for x in range(4) for y in range(4)]
    words = boxes(throng, zoom)
    assert words
    discs = [cell_rect(one.cell).adjusted(RIM, RIM, -RIM, -RIM) for one in throng]
    assert not any(word.intersects(disc) for word in words for disc in discs)
    assert not any(one.intersects(other) for one, other in combinations(words, 2))


def test_who_is_unhurt_has_no_word_and_a_word_goes_below_where_above_is_taken(qapp: QApplication) -> None:
    tokens = [token("a", (3, 2), "unhurt"), token("b", (3, 3), "hurt")]
    (word,) = health_words(tokens, 1.0)
    assert (word.text, word.x) == ("hurt", 3.5)
    assert word.y > 4


def test_a_word_covers_no_path_and_stands_nearest_to_its_own_token(qapp: QApplication) -> None:
    alone = [token("a", (3, 3), "hurt")]
    (above,) = health_words(alone, 1.0)
    (moved,) = health_words(alone, 1.0, [(3, 2)])
    assert (above.y < 3, moved.y > 4) == (True, True)
    row = [token("a", (3, 3), "badly hurt"), token("b", (4, 2)), token("c", (3, 2)), token("d", (3, 4))]
    for word in health_words([*row, token("e", (4, 4)), token("f", (2, 4))], 0.91):
        assert abs(word.y - 3.5) < 0.5  # beside its own token: above and below it would be anybody's


@pytest.mark.parametrize("count", [2, 3, 4, 5, 9])
def test_tokens_on_one_square_keep_apart_and_within_it(count: int) -> None:
    found = list(spots([token(str(number), (1, 1)) for number in range(count)]).values())
    assert len(found) == count
    radius = CELL / 2 - 4.5
    for one, other in combinations(found, 2):
        apart = QPointF(one.dx - other.dx, one.dy - other.dy)
        assert QPointF.dotProduct(apart, apart) ** 0.5 > radius * (one.share + other.share)
    assert all(max(abs(one.dx), abs(one.dy)) + radius * one.share <= CELL / 2 for one in found)


def test_a_small_token_under_a_large_one_is_drawn_towards_its_rim() -> None:
    found = spots([token("ogre", (1, 1), size=2), token("hero", (2, 1)), token("far", (5, 5))])
    assert set(found) == {"hero"}
    assert found["hero"].dx > 0 > found["hero"].dy
