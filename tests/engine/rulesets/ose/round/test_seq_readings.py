"""Readings the table may choose that show only over a round."""

import pytest

rule = pytest.mark.rule


@pytest.mark.parametrize(("reading", "until"), [("next_turn", 2), ("round", 0)])
@rule("OSE-DEFENSE-04")
def test_how_long_full_defence_lasts(fight, reading, until):
    f = fight("T.........b", options={"defence_lasts": reading})
    f.start(9, 2, declare=[("T", "defend")])
    while f.now.number == 1:
        f.next()
    assert f.page("T").defending_until == until


@pytest.mark.parametrize(("reading", "refused"), [("no", ["OSE-SURP-06"]), ("yes", [])])
@rule("OSE-SURP-06")
def test_whether_the_surprised_declare(fight, reading, refused):
    f = fight("T.........b", options={"surprised_declare": reading})
    f.begin("surprised:party")
    assert [cited for _, cited in f.why_not("T", "defend")] == refused


@pytest.mark.parametrize(
    ("reading", "order"), [("among", ("foes", "party", "others")), ("replace", ("foes", "others", "party"))]
)
@rule("OSE-INIT-04")
def test_what_a_roll_after_a_tie_counts_for(fight, reading, order):
    f = fight("T....b....1", options={"initiative_tie": reading})
    f.start(8, 8, 5, 2, 7)
    assert f.now.order == order


@rule("OSE-INIT-04")
def test_a_roll_that_replaces_may_tie_with_the_third(fight):
    f = fight("T....b....1", options={"initiative_tie": "replace"})
    f.start(8, 8, 5, 5, 7, 1, 2)
    assert f.now.order == ("foes", "others", "party")
    assert {part.side: part.initiative for part in f.now.sides} == {"party": 1, "foes": 7, "others": 2}
