"""Those with nothing they can usefully do hold up no step, and are not named as still to come."""

import pytest

from engine.rulesets.ose import acting, grapple, waiting
from engine.rulesets.ose.bodies import TURNED
from engine.rulesets.ose.progress import progress
from engine.rulesets.ose.sheet import Turn
from engine.rulesets.ose.state import Step
from engine.rulesets.ose.stunt_choices import kinds_offered
from engine.tactics.draft import Draft, OnWay

rule = pytest.mark.rule


def waits(t, who, step):
    return waiting.can_act(t.battle, t.actor(who), Step(step))


@rule("OSE-TURN-03")
def test_a_cornered_turned_undead_is_not_waited_for_but_one_that_can_run_is(table, kit):
    t = table("sP......\n........", turn="foes", s=kit.page(kit.SWORD, undead=True))
    assert waits(t, "s", "move")
    t.condition("s", TURNED)
    assert waits(t, "s", "move"), "along the second row it gets farther away"
    t = table("s..P", turn="foes", s=kit.page(kit.SWORD, undead=True))
    t.condition("s", TURNED)
    assert not waits(t, "s", "move")
    assert not waits(t, "s", "melee")


@rule("OSE-TURN-15")
def test_undead_that_are_turned_already_keep_nobody_waiting_for_the_priest(table, kit):
    priest = kit.page(kit.MACE, turns_undead=True, favoured="mace")
    t = table("P....s.z", step="magic", P=priest, s=kit.page(undead=True), z=kit.page(undead=True))
    t.condition("s", TURNED)
    assert waits(t, "P", "magic"), "the other one is not turned"
    t.condition("z", TURNED)
    assert not waits(t, "P", "magic")
    assert t.keys("P", "turn") == [], "allowed all the same"


@rule("OSE-BRACE-14", "OSE-PROC-03")
@pytest.mark.parametrize(
    ("rows", "waited"),
    [
        ("T........b", True),  # 45 ft: one step into reach after 40 ft, which is twice the rate
        ("T.........b", False),
        ("Tb........", False),  # within reach already: no charge enters it
    ],
)
def test_a_brace_is_waited_for_while_somebody_could_charge_into_reach(table, kit, rows, waited):
    t = table(rows, T=kit.page(kit.SPEAR))
    assert waiting.may_declare(t.battle, t.actor("T")) is waited


def test_nobody_braces_against_those_who_cannot_charge(table, kit):
    t = table("T.....b", T=kit.page(kit.SPEAR), b=kit.page(kit.SWORD, undead=True))
    assert waiting.may_declare(t.battle, t.actor("T"))
    t.condition("b", TURNED)
    assert not waiting.may_declare(t.battle, t.actor("T"))


def test_the_next_side_is_one_that_has_somebody_left(table):
    t = table("T...b..1", step="melee")
    assert progress(t.battle).next.args["side"].id == "foes"
    t.write("b", dead=True, hp=0)
    t.condition("b", "down")
    assert progress(t.battle).next.args["side"].id == "others"
    t.write("1", dead=True, hp=0)
    t.condition("1", "down")
    assert progress(t.battle).next.key == "next.end_of_round"


@rule("OSE-GRAPPLE-05")
def test_a_first_grapple_that_fails_speaks_of_no_hold_there_was(table):
    t = table("Tb", step="melee")

    def fails():
        t.drive(lambda draft: grapple.seize(draft, "T", "b"), [20, 1])
        return [event.what.key for event in t.events if getattr(event, "what", None) is not None]

    assert "grapple.no_hold" in fails()
    t.write("b", grappled_by=("T",), holds=1, holds_by=("T",))
    t.write("T", grappling=("b",))
    assert "grapple.fails" in fails()


@rule("OSE-GRAPPLE-01")
def test_grapple_says_that_it_wants_a_free_hand(table, kit):
    def said(who):
        found = kinds_offered(t.actor(who), grapple.hands_full(t.battle, t.actor(who)))
        return dict(found)["grapple"].key

    t = table("TUb", T=kit.page(kit.SWORD, kit.SHIELD), U=kit.page(kit.SWORD))
    assert (said("T"), said("U")) == ("stunt.grapple_hands", "stunt.grapple_main")
    t.write("T", turn=Turn(main_spent=True))
    assert said("T") == "stunt.grapple_used"
    t = table("Tb", T=kit.page(kit.SWORD, kit.SHIELD), options={"grapple_hands": "not_needed"})
    assert said("T") == "stunt.grapple_main"


def test_the_way_is_forgotten_once_it_is_walked(table):
    t = table("T....\n....b")
    kept = []

    def walk(draft: Draft):
        yield from acting.play(draft, t.act("T", "move", "e e"))
        kept.append(draft.on_way)

    t.drive(walk)
    assert t.at("T") == (2, 0)
    assert kept == [OnWay()]
