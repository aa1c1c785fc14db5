"""The law of a strike equals the real procedure driven over every face of every die."""

from collections import defaultdict
from itertools import product

import pytest

from engine.model.actor import BLIND, PRONE
from engine.model.commands import Act
from engine.model.events import Harmed, Struck
from engine.model.requests import AskChoice, Picked
from engine.model.strikes import When
from engine.rulesets.ose import strikes
from engine.rulesets.ose.attacks import attack
from engine.rulesets.ose.figures import Kind
from engine.rulesets.ose.law import charge_hits, strike_law
from engine.rulesets.ose.sheet import Weapon
from engine.testing import exhaust


def policy(request):
    """The attack is made, the shield is kept, the dying stay down."""
    if isinstance(request, AskChoice):
        return Picked("no" if request.title.key == "splinter.ask" else "strike")
    return None


def played(t, strike):
    """Joint law of (hit, harm) of resolving one strike for real."""
    law = defaultdict(float)
    for draft, chance in exhaust(t.battle, lambda draft: strikes.resolve(draft, [strike]), policy):
        hit = any(isinstance(event, Struck) for event in draft.events)
        amount = sum(event.amount for event in draft.events if isinstance(event, Harmed))
        law[hit, amount] += chance
    return law


def agree(t, strike):
    said = {(branch.stops, branch.harm): branch.chance for branch in strike_law(t.board, strike).branches}
    done = played(t, strike)
    assert said.keys() == done.keys()
    assert all(abs(said[key] - done[key]) < 1e-12 for key in done)
    assert abs(sum(said.values()) - 1) < 1e-12


def opportunity(t, manner="move"):
    return strikes.leaving(t.board, t.actor("T"), t.at("T"), None, manner)[0]


@pytest.mark.parametrize("weapon", ["SWORD", "GREATSWORD", "POLEARM", "BITE"])
@pytest.mark.parametrize(("bonus", "phys", "variable"), [(0, 0, "no"), (3, -2, "yes")])
@pytest.mark.parametrize("manner", ["move", "withdraw"])
def test_opportunity_attacks(table, kit, weapon, bonus, phys, variable, manner):
    item = getattr(kit, weapon)
    fields = {"attack_bonus": bonus, "phys": phys}
    attacker = kit.page(natural=(item,), **fields) if item.natural else kit.page(item, **fields)
    t = table(
        "gT", g=attacker, T=kit.page(kit.MACE, kit.SHIELD, hp=99), options={"variable_damage": variable}
    )
    agree(t, opportunity(t, manner))
    assert strike_law(t.board, opportunity(t, manner)).assumes[0].key == "law.no_splinter"


@pytest.mark.parametrize("doubling", ["total", "dice"])
def test_braced_weapons(table, kit, doubling):
    t = table(
        "T..g",
        g=kit.page(kit.SPEAR, phys=1),
        T=kit.page(kit.SWORD, hp=99),
        options={"brace_doubling": doubling},
    )
    t.write_turn("g", braced=True)
    strike = strikes.strikes(t.board, t.actor("T"), (1, 0), (2, 0), "charge", False)[0]
    assert strike.when is When.ENTERING
    agree(t, strike)


@pytest.mark.parametrize(("condition", "defending"), list(product(["", PRONE, BLIND], [False, True])))
def test_states_of_the_mover(table, kit, condition, defending):
    t = table("gT", T=kit.page(kit.SWORD, hp=99))
    t.condition("T", *([condition] if condition else []))
    t.write_turn("T", defending=defending)
    agree(t, opportunity(t))


@pytest.mark.parametrize("ac", [-10, 1, 2, 14, 20, 21, 60])
def test_every_armour_class_keeps_a_natural_1_and_20(table, kit, ac):
    t = table("gT", T=kit.page(kit.SWORD, hp=99, ac=ac))
    agree(t, opportunity(t))
    assert 0.05 - 1e-12 <= strike_law(t.board, opportunity(t)).hit_chance <= 0.95 + 1e-12


def test_a_strike_that_can_kill(table, kit):
    t = table("gT", T=kit.page(kit.SWORD, hp=3, character=True), options={"characters_at_zero": "dead"})
    agree(t, opportunity(t))


def test_a_claw_that_paralyses(table, kit):
    """Its law tells of the damage; that the mover comes through the rest of it is said as an assumption."""
    claw = Weapon("claw", "Claw", sides=3, natural=True, effect="paralysis")
    t = table("gT", g=kit.page(natural=(claw,)), T=kit.page(kit.MACE, hp=99))
    agree(t, opportunity(t))
    assert [line.key for line in strike_law(t.board, opportunity(t)).assumes] == ["law.no_effect"]


@pytest.mark.rule("OSE-CHARGE-09")
@pytest.mark.parametrize("bonus", [0, 4])
def test_the_chance_at_the_end_of_a_charge_is_how_often_it_hits(table, kit, bonus):
    t = table("gT", T=kit.page(kit.SWORD, attack_bonus=bonus), g=kit.page(kit.MACE, kit.SHIELD, hp=99))
    runs = exhaust(t.battle, lambda draft: attack(draft, "T", "g", "sword", kind=Kind.CHARGE), policy)
    hits = sum(chance for draft, chance in runs if any(isinstance(one, Struck) for one in draft.events))
    assert charge_hits(t.board, Act("T", "charge", targets=("g",))) == pytest.approx(hits)
    assert 0 < hits < 1


def test_a_charge_that_ends_out_of_reach_has_no_chance_to_tell(table, kit):
    t = table("g..T", T=kit.page(kit.SWORD))
    assert charge_hits(t.board, Act("T", "charge", targets=("g",))) is None
