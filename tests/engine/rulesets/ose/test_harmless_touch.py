"""Attacks that do no damage of their own (drain, poison): they hit, nothing is rolled, no shield helps."""

import pytest

from engine.model.events import Harmed, Struck
from engine.rulesets.ose import strikes
from engine.rulesets.ose.law import strike_law
from engine.rulesets.ose.sheet import Weapon

TOUCH = Weapon("touch", "Touch", dice=0, sides=0, natural=True)


def test_a_hit_asks_for_no_damage_and_no_shield(table, kit):
    t = table(
        "gT", step="melee", turn="foes", g=kit.page(natural=(TOUCH,)), T=kit.page(kit.MACE, kit.SHIELD, hp=9)
    )
    assert len(t.do("g", "attack", target="T", dice=[19])) == 1
    assert [event.target for event in t.log(Struck)] == ["T"]
    assert t.log(Harmed) == []
    assert t.page("T").hp == 9


def test_its_law_is_to_stop_the_step_without_harm(table, kit):
    t = table("gT", g=kit.page(natural=(TOUCH,)), T=kit.page(kit.SWORD, ac=14))
    strike = strikes.leaving(t.board, t.actor("T"), t.at("T"), None, "move")[0]
    law = {(branch.stops, branch.harm): branch.chance for branch in strike_law(t.board, strike).branches}
    assert law == {(True, 0): pytest.approx(7 / 20), (False, 0): pytest.approx(13 / 20)}
