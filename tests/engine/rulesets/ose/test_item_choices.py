"""What the rows for things offer with full hands, and how they say what is missing."""

import pytest

from engine.rulesets.ose.item_choices import deed_choices, use_choices
from engine.rulesets.ose.items import Item, ItemKind

POTION = Item("potion", "Potion of healing", ItemKind.POTION)
WAND = Item("wand", "Wand of cold", ItemKind.WAND)


def names(choices):
    return {key: words.key for key, words in choices}


@pytest.mark.rule("OSE-MANIP-09")
def test_with_full_hands_a_draw_is_still_found_and_says_what_to_do_first(table, kit):
    t = table("T.b", T=kit.page(kit.SWORD, kit.SHIELD, items=(POTION,)), step="melee")
    choices, reasons = deed_choices(t.board, t.actor("T"))
    assert reasons == ()
    assert names(choices)["draw:potion"] == "item.hands_first"
    assert list(names(choices))[-1] == "draw:potion"  # behind what can be done at once
    assert names(choices)["drop:shield"] == "item.drop"
    empty = table("T.b", T=kit.page(kit.SWORD, items=(POTION,)), step="melee")
    assert names(deed_choices(empty.board, empty.actor("T"))[0])["draw:potion"] == "item.draw"


@pytest.mark.rule("OSE-MANIP-09")
@pytest.mark.parametrize(("held", "key"), [(1, "why.use_to_draw"), (2, "why.use_hands_full")])
def test_a_wand_at_the_belt_says_how_it_comes_to_hand(table, kit, held, key):
    hands = (kit.SWORD, kit.SHIELD)[:held]
    t = table("T.b", T=kit.page(*hands, items=(WAND,)), step="magic")
    choices, reasons = use_choices(t.board, t.actor("T"))
    assert choices == ()
    assert [(one.reason.key, one.reason.args["item"]) for one in reasons] == [(key, "Wand of cold")]


def test_who_carries_no_magic_is_told_so(table, kit):
    t = table("T.b", T=kit.page(kit.SWORD, items=(POTION,)), step="magic")
    assert [one.reason.key for one in use_choices(t.board, t.actor("T"))[1]] == ["why.nothing_to_use"]


@pytest.mark.rule("OSE-MANIP-02")
def test_drawing_what_needs_both_hands_says_so_while_one_is_taken(table, kit):
    gear = (kit.SWORD, kit.BOW, kit.DAGGER)
    for held, key in (((None, kit.SHIELD), "item.draw_for_both"), ((), "item.draw")):
        t = table("T.b", T=kit.page(*held, gear=gear), step="melee")
        found = names(deed_choices(t.board, t.actor("T"))[0])
        assert (found["draw:bow"], found["draw:dagger"]) == (key, "item.draw")
