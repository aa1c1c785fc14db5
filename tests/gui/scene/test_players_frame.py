"""What the players' camera shows: everybody who stands, the path, and no movement without need."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, QSizeF

from engine.views.look import TokenView, Tone
from gui.scene.geometry import CELL, Cell, cell_rect
from gui.scene.players_frame import SMALLEST_ZOOM, Frame, framed, smallest_zoom, still_good

WHOLE = QRectF(0, 0, 40 * CELL, 40 * CELL)
SMALL, LARGE = QSizeF(960, 450), QSizeF(1920, 930)


def token(cell: Cell, tone: Tone = Tone.PARTY, **more: bool) -> TokenView:
    return TokenView("t", "T", "T", cell, 1, tone, **more)


def cuts(frame: Frame, room: QSizeF, *cells: Cell) -> list[Cell]:
    return [cell for cell in cells if not frame.box(room).contains(cell_rect(cell))]


def test_everybody_and_the_path_are_in_the_picture() -> None:
    tokens = [token((20, 20)), token((26, 22), Tone.FOE)]
    frame = framed(tokens, ((20, 20), (30, 20)), 1, WHOLE, LARGE)
    assert cuts(frame, LARGE, (20, 20), (26, 22), (30, 20)) == []
    assert frame.zoom >= SMALLEST_ZOOM


def test_where_it_is_too_much_the_party_and_the_path_come_first() -> None:
    tokens = [token((0, 5)), token((8, 5)), token((39, 5), Tone.FOE)]
    frame = framed(tokens, ((8, 5), (14, 8)), 1, WHOLE, SMALL)
    assert frame.zoom == pytest.approx(smallest_zoom(SMALL))
    assert cuts(frame, SMALL, (0, 5), (8, 5), (14, 8), (39, 5)) == [(39, 5)]
    apart = [token((2, 2)), token((36, 36))]
    way = ((36, 36), (30, 34))
    assert cuts(framed(apart, way, 1, WHOLE, SMALL), SMALL, *way) == []


def test_a_small_window_shows_everybody_on_smaller_squares() -> None:
    map_of_24_by_16 = QRectF(0, 0, 24 * CELL, 16 * CELL)
    window = QSizeF(960, 501)  # 600 less the band
    tokens = [token((x, 5 + x % 4)) for x in range(7, 11)]
    foes = ((19, 0), (20, 0), (11, 13), (12, 13))
    tokens += [token(cell, Tone.FOE) for cell in foes]
    frame = framed(tokens, (), 1, map_of_24_by_16, window)
    assert cuts(frame, window, *foes, (7, 8), (10, 7)) == []
    assert framed(tokens, (), 1, map_of_24_by_16, LARGE).zoom >= SMALLEST_ZOOM  # a display seen from afar


def test_the_floor_around_is_left_out_before_a_foe_is() -> None:
    tokens = [token((1, 3)), token((39, 3), Tone.FOE)]
    frame = framed(tokens, (), 1, WHOLE, SMALL)
    assert frame.zoom == pytest.approx(smallest_zoom(SMALL))
    assert cuts(frame, SMALL, (1, 3), (39, 3)) == []


def test_the_dead_and_fallen_foes_are_not_followed_but_fallen_friends_are() -> None:
    standing, far = token((20, 20)), (38, 20)
    alone = framed([standing], (), 1, WHOLE, SMALL)
    for other in (token(far, Tone.FOE, down=True), token(far, down=True, dead=True)):
        assert framed([standing, other], (), 1, WHOLE, SMALL) == alone
    assert framed([standing, token((24, 20), down=True)], (), 1, WHOLE, SMALL) != alone


def test_a_map_that_fits_is_never_moved() -> None:
    small = QRectF(0, 0, 12 * CELL, 8 * CELL)
    frames = {framed([token((x, 3))], (), 1, small, LARGE).centre.toTuple() for x in range(12)}
    assert frames == {small.center().toTuple()}


def test_the_camera_moves_when_somebody_leaves_the_picture_or_it_stands_much_too_far_away() -> None:
    def rests(now: list[TokenView], then: list[TokenView], path: tuple[Cell, ...] = ()) -> bool:
        before = framed(now, (), 1, WHOLE, SMALL)
        return still_good(before, framed(then, path, 1, WHOLE, SMALL), then, path, 1, SMALL)

    two = [token((10, 20)), token((20, 22))]
    assert rests(two, [token((10, 20)), token((19, 21))])
    assert not rests(two, [token((10, 20)), token((26, 22))])
    wide = [token((10, 20)), token((29, 22))]
    assert not rests(wide, [token((10, 20)), token((11, 20))])
    assert rests(wide, [token((10, 20)), token((11, 20))], ((11, 20), (12, 20)))
