"""What is left of a fight on those who go on to the next: wounds and gear, not rounds and holds."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model.actor import BLIND, DOWN, GRAPPLED, HELPLESS, PRONE, Actor, Condition
from engine.rulesets.openquest.sheet import OpenQuestSheet
from engine.rulesets.openquest.sheet import Turn as OqTurn
from engine.rulesets.os_six.sheet import SixSheet
from engine.rulesets.os_six.sheet import Turn as SixTurn
from engine.rulesets.ose.sheet import Casting, OseSheet, Turn
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.reduction.sheet import Due, Plan, ReductionSheet
from engine.rulesets.registry import RULESETS

FIGHT = (Condition(PRONE), Condition(GRAPPLED), Condition("dazzled", until=4))


def rested(key: str, sheet: object, *conditions: Condition) -> Actor:
    actor = Actor("a", "Al", "party", (3, 3), conditions=(*FIGHT, *conditions), sheet=sheet)
    return RULESETS[key].rested(actor)


@pytest.mark.parametrize("key", ["ose.detailed", "ose.loose"])
def test_wounds_spent_spells_and_blindness_stay(key: str) -> None:
    lasting = OseSheet(2, 9, spells=(Spell("Web", 0),), no_ammunition=("bow",))
    page = replace(
        lasting,
        turn=Turn(casting=Casting.DECLARED),
        grappled_by=("orc",),
        holds=2,
        shots=(("bow", 3),),
        concentrating="Web",
        fled=True,
    )
    after = rested(key, page, Condition(BLIND), Condition("cursed"))
    assert after.sheet == lasting
    assert [held.key for held in after.conditions] == [BLIND, "cursed"]


@pytest.mark.parametrize("key", ["ose.detailed", "ose.loose"])
def test_who_is_at_death_s_door_stays_down_and_who_was_healed_gets_up(key: str) -> None:
    down = (Condition(DOWN), Condition(HELPLESS))
    assert [held.key for held in rested(key, OseSheet(0, 9), *down).conditions] == [DOWN, HELPLESS]
    assert rested(key, OseSheet(1, 9), *down).conditions == ()


def test_the_other_rule_books_forget_the_round_and_keep_the_wounds() -> None:
    stat = ReductionSheet(taken=5)
    busy = replace(stat, plan=Plan("attack"), due=(Due(3),), routed=True, hurt=True)
    assert rested("reduction", busy).sheet == stat
    page = OpenQuestSheet(hp=3)
    assert rested("openquest", replace(page, turn=OqTurn(acted=True), set_weapon=True)).sheet == page
    hero = SixSheet(hero=True, hp=2, strain=5)
    assert rested("os_six", replace(hero, turn=SixTurn(1), useless=("bow",), dazed=True)).sheet == hero


@pytest.mark.parametrize("key", RULESETS)
def test_whoever_has_no_page_is_left_alone(key: str) -> None:
    assert rested(key, None).name == "Al"
