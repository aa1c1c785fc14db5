"""Two friends change places."""

import pytest

from engine.model.actor import DOWN
from engine.model.events import Moved
from engine.rulesets.ose import menu

pytestmark = pytest.mark.rule("OSE-ORDER-02")


def row(t, who="T"):
    return next((option for option in menu.menu(t.board, t.actor(who)) if option.verb == "swap"), None)


@pytest.mark.parametrize(("reading", "reasons"), [("willing", []), ("no", ["swap.not_played"])])
def test_whether_friends_change_places(table, reading, reasons):
    t = table("TU...g", options={"swap_places": reading})
    assert t.keys("T", "swap", target="U") == reasons
    assert (row(t) is not None) is not bool(reasons)
    t.do("T", "swap", target="U", force=bool(reasons))
    assert (t.at("T"), t.at("U")) == ((1, 0), (0, 0))
    assert (t.left("T"), t.left("U")) == (5, 5)


def test_both_leave_a_threatened_square(table):
    t = table("TU\n.g")
    asked = t.do("T", "swap", target="U", dice=[2, 3])
    assert [question.title.args["target"].id for question in asked] == ["T", "U"]
    assert t.at("T") == (1, 0)


@pytest.mark.parametrize(("dice", "spent"), [([19, 1], (5, 0)), ([2, 19, 1], (5, 5))])
def test_a_hit_on_either_keeps_both_in_place(table, dice, spent):
    t = table("TU\n.g")
    t.do("T", "swap", target="U", dice=dice)
    assert (t.at("T"), t.at("U")) == ((0, 0), (1, 0))
    assert (t.left("T"), t.left("U")) == spent
    assert t.log(Moved) == []


def test_who_drops_on_the_way_stays_and_so_does_the_other(table):
    t = table("TU\n.g")
    t.write("U", hp=1)
    t.do("T", "swap", target="U", dice=[2, 19, 1])
    assert t.actor("U").has(DOWN)
    assert (t.at("T"), t.left("T")) == ((0, 0), 5)


def test_what_speaks_against_it(table):
    t = table("TU..\n.g..\nV...")
    assert t.keys("T", "swap", target="g") == ["swap.unwilling"]
    assert t.keys("T", "swap", target="V") == ["swap.no_way"]
    assert list(menu.targets(t.board, t.actor("T"), "swap")) == ["U"]
    t.write_turn("U", manner="withdraw")
    assert t.keys("T", "swap", target="U") == ["swap.otherwise"]
    t.write("U", rate=0)
    t.write_turn("U", manner="")
    assert t.keys("T", "swap", target="U") == ["swap.spent"]
    t.write_turn("U", braced=True)
    assert t.keys("T", "swap", target="U") == ["move.braced"]
    t.go_to("melee")
    assert "why.step_passed" in t.keys("T", "swap", target="U")


def test_nobody_changes_places_through_a_wall_or_with_a_larger_body(table):
    t = table("T#\n#U")
    assert t.keys("T", "swap", target="U") == ["swap.no_way"]
    t = table("TU.\n...", sizes={"U": 2})
    assert t.keys("T", "swap", target="U") == ["swap.no_way"]
    assert row(t).refusals
