"""Labels of attacks keep clear of what matters, in the order of preference of the design."""

from hypothesis import given
from hypothesis import strategies as st

from gui.scene.geometry import CELL
from gui.scene.pill_layout import FAR, NEAR, Box, Wanted, place_labels

WIDTH, HEIGHT = 2 * CELL, 0.7 * CELL
LABEL = Wanted(0, 0, WIDTH, HEIGHT)


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def test_left_is_tried_first() -> None:
    (place,) = place_labels([LABEL], [])
    assert place.box == Box(-NEAR - WIDTH, -HEIGHT / 2, -NEAR, HEIGHT / 2)
    assert not place.leader


def test_then_right_below_and_above() -> None:
    left = Box(-9 * CELL, -3 * CELL, -0.6 * CELL, 3 * CELL)
    right = Box(0.6 * CELL, -3 * CELL, 9 * CELL, 3 * CELL)
    below = Box(-9 * CELL, 0.6 * CELL, 9 * CELL, 9 * CELL)
    assert place_labels([LABEL], [left])[0].box.left > 0
    assert place_labels([LABEL], [left, right])[0].box.top > 0
    assert place_labels([LABEL], [left, right, below])[0].box.bottom < 0


def test_a_spike_goes_below_its_token() -> None:
    (place,) = place_labels([LABEL._replace(below=True)], [])
    assert place.box.top == NEAR


def test_farther_off_before_covering_anything() -> None:
    close = Box(-1.2 * CELL, -1.2 * CELL, 1.2 * CELL, 1.2 * CELL)
    (place,) = place_labels([LABEL], [close])
    assert place.box.right == -FAR
    assert not place.leader


def test_a_full_neighbourhood_needs_a_leader_line() -> None:
    crowd = Box(-1.9 * CELL, -1.9 * CELL, 1.9 * CELL, 1.9 * CELL)
    (place,) = place_labels([LABEL], [crowd])
    assert place.leader
    assert not overlap(place.box, crowd)


def test_when_nothing_is_free_the_least_is_hidden() -> None:
    everywhere = Box(-99 * CELL, -99 * CELL, 99 * CELL, 99 * CELL)
    second_layer = Box(-99 * CELL, -99 * CELL, 0, 99 * CELL)
    (place,) = place_labels([LABEL], [everywhere, second_layer])
    assert place.leader
    assert place.box.left >= 0


def test_labels_of_one_square_are_stacked_in_their_order() -> None:
    block = Box(-9 * CELL, -3 * CELL, -0.6 * CELL, 3 * CELL)
    places = place_labels([LABEL, LABEL._replace(width=1.5 * CELL), LABEL], [block])
    tops = [place.box.top for place in places]
    assert tops == sorted(tops)
    assert len({place.box.left for place in places}) == 1


def test_a_stack_that_fits_only_out_of_order_stays_so() -> None:
    body = Box(-3 * CELL, -0.6 * CELL, -2.5 * CELL, 0)  # in the way of the wide label, not of the narrow one
    wide, narrow = place_labels([LABEL, LABEL._replace(width=1.4 * CELL)], [body])
    assert wide.box.top > narrow.box.top
    assert not overlap(wide.box, body)


def test_a_label_does_not_lie_nearer_to_the_square_of_another() -> None:
    """The second square lies right of the first; the place left of it would be read as the first one's."""
    next_to_it = LABEL._replace(x=CELL)
    marks = [Box(x - 14, -14, x + 14, 14) for x in (0.0, CELL)]
    first, second, third = place_labels([LABEL, next_to_it, next_to_it], marks)
    assert first.box.right < 0
    assert second.box.left > CELL
    assert third.box.left > CELL
    assert not overlap(second.box, third.box)


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.sampled_from([1.4, 2.0, 2.6])), max_size=5),
    st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), max_size=12),
)
def test_labels_without_a_leader_cover_nothing(
    labels: list[tuple[int, int, float]], bodies: list[tuple[int, int]]
) -> None:
    wanted = [Wanted((x + 0.5) * CELL, (y + 0.5) * CELL, w * CELL, HEIGHT) for x, y, w in labels]
    boxes = [Box(x * CELL, y * CELL, (x + 1) * CELL, (y + 1) * CELL) for x, y in bodies]
    places = place_labels(wanted, boxes)
    assert len(places) == len(wanted)
    for place in places:
        if not place.leader:
            others = [other.box for other in places if other is not place and not other.leader]
            assert not any(overlap(place.box, box) for box in (*boxes, *others))
