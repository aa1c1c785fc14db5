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
