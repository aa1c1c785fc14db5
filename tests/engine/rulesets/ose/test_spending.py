"""What somebody used up in a fight, as the account of it says."""

import pytest
from msgspec.structs import replace

from engine.model.actor import Actor
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.ose.spending import spent
from engine.rulesets.ose.words import WORDS


def lines(*pages):
    return [
        (said.key, {key: arg for key, arg in said.args.items() if isinstance(arg, str | int)})
        for said in spent([Actor("a", "A", "party", (0, 0), sheet=page) for page in pages])
    ]


def test_spells_are_counted_as_they_go_also_if_one_comes_back(kit):
    page = kit.page(spells=(Spell("Sleep", 2), Spell("Shield")))
    once = replace(page, spells=(Spell("Sleep", 1), Spell("Shield")))
    none = replace(page, spells=(Spell("Sleep", 0), Spell("Shield")))
    assert lines(page, page) == []
    assert lines(page, once, none, once) == [("spent.spells", {"spell": "Sleep", "count": 2})]
    assert lines(page, once) == [("spent.spell", {"spell": "Sleep", "count": 1})]


@pytest.mark.rule("OSE-PROC-13")
@pytest.mark.parametrize(
    ("after", "stock"),
    [
        ({"shots": (("bow", 3),)}, "spent.stock_due"),
        ({"resources": (("bow", 4),)}, "spent.stock_shrunk"),
        ({"no_ammunition": ("bow",)}, "spent.stock_empty"),
        ({}, "spent.stock_held"),
    ],
)
def test_shots_are_told_with_what_came_of_the_stock(after, stock, kit):
    page = kit.page(kit.BOW)
    shot = [replace(page, shots=(("bow", count),)) for count in (1, 2, 3)]
    (said,) = spent(
        [Actor("a", "A", "party", (0, 0), sheet=one) for one in (page, *shot, replace(page, **after))]
    )
    assert (said.key, said.args["count"], said.args["stock"].key) == ("spent.shots", 3, stock)
    assert {said.key, stock} <= WORDS.keys()


@pytest.mark.rule("OSE-SHIELD-05")
def test_a_splintered_shield_is_told_and_one_that_was_dropped_is_not(kit):
    page = kit.page(shields=(kit.SHIELD,))
    dropped = replace(page, shields=())
    assert lines(page, dropped) == []
    assert lines(page, replace(dropped, splintered=("Shield",))) == [("spent.shield", {"shield": "Shield"})]
    assert lines(replace(page, splintered=("Shield",)), replace(dropped, splintered=("Shield",))) == []
