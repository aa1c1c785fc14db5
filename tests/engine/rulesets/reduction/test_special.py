"""Step 4: special actions, what comes with attacks, saving throws, and what the referee makes of them."""

import pytest

from engine.model.commands import Act
from engine.model.events import Dropped, Harmed, Rolled
from engine.model.requests import AskCells, AskChoice, AskRoll, Chosen, Faces, Number, Picked, Ruling
from engine.rulesets.reduction.sheet import Effect, read_effect


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def bitten(osr, effect="poison", **pages):
    """A spider (b) has bitten K in step 3, and step 4 is open."""
    hand = osr.fight(
        "K.b.M", ("K", "b"), K={"save": 16, **pages.pop("K", {})}, b={"attacks": (4,), "effects": (effect,)},
        **pages,
    )  # fmt: skip
    hand.begin()
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    hand.act("b", "resolve", answers=[20])
    return hand


@pytest.mark.rule("OSR-SPECIAL-02")
def test_a_poisonous_bite_is_saved_against_in_step_4_and_not_before(osr):
    hand = bitten(osr)
    assert hand.page("K").pending == (Effect("poison", by="b"),)
    assert hand.refused("K", "save") == {"OSR-SPECIAL-02"}
    hand.go_on()
    assert hand.phase == "special"
    assert hand.rules.progress(hand.battle).waiting == ("K",)
    request = hand.asked(Act("K", "save"))
    assert isinstance(request, AskRoll)
    assert (request.dice, request.beats) == ((20,), 16)


@pytest.mark.rule("OSR-SPECIAL-03")
def test_a_sleep_on_two_goblins_rolls_two_saves(osr):
    hand = osr.fight("M...b.x", ("b", "x"), b={"save": 16}, x={"save": 16})
    hand.begin()
    hand.act("M", "special", text="sleep")
    hand.to_attacks()
    hand.go_on()
    assert isinstance(hand.asked(Act("M", "effect"), Picked("saves")), AskCells)
    events = hand.act("M", "effect", answers=["saves", Chosen(((4, 0),)), 3, "out", 17, "avoided"])
    saves = kinds(events, Rolled)
    assert [(roll.roller, roll.dice, roll.target) for roll in saves] == [("b", (20,), 16), ("x", (20,), 16)]
    assert [hand.actor(who).active for who in "bx"] == [False, True]


@pytest.mark.rule("OSR-SPECIAL-04")
def test_the_referee_modifies_a_save(osr):
    hand = bitten(osr)
    hand.go_on()
    asked = hand.asked(Act("K", "save"), Picked("modifier"), Number(-1))
    assert asked.tally.total == -1
    asked = hand.asked(Act("K", "save"), Picked("modifier"), Number(-1), Faces((16,)))
    assert asked.title.key == "osr.ask.not_saved"


@pytest.mark.rule("OSR-SPECIAL-05")
@pytest.mark.parametrize(("effect", "default"), [("poison", "avoided"), ("fire 6 half", "half")])
def test_a_save_asks_how_much_it_spares(osr, effect, default):
    hand = bitten(osr, effect)
    hand.go_on()
    request = hand.asked(Act("K", "save"), Faces((16,)))
    assert isinstance(request, AskChoice)
    assert [pick.key for pick in request.picks] == ["avoided", "half", "other"]
    assert (request.default, request.title.rule) == (default, "OSR-SPECIAL-05")


@pytest.mark.rule("OSR-SPECIAL-06")
@pytest.mark.parametrize(("effect", "default"), [("poison", "out"), ("fire 6", "hits")])
def test_a_failed_save_usually_takes_somebody_out(osr, effect, default):
    hand = bitten(osr, effect)
    hand.go_on()
    request = hand.asked(Act("K", "save"), Faces((15,)))
    assert [pick.key for pick in request.picks] == ["out", "hits", "other"]
    assert (request.default, request.title.rule) == (default, "OSR-SPECIAL-06")
    hand.act("K", "save", answers=[15, "out"])
    assert not hand.actor("K").active
    assert hand.rules.card(hand.battle, hand.actor("K")).dead


@pytest.mark.rule("OSR-SPECIAL-05", "OSR-HITDICE-01")
@pytest.mark.parametrize(("face", "pick", "harm"), [(16, "half", 3), (15, "hits", 7), (16, "avoided", 0)])
def test_hit_points_of_step_4_count_for_the_hit_dice(osr, face, pick, harm):
    hand = bitten(osr, "fire 7 half", K={"taken": 0})
    hand.go_on()
    events = hand.act("K", "save", answers=[face, pick])
    assert sum(event.amount for event in kinds(events, Harmed)) == harm
    assert hand.page("K").taken == 4 + harm


@pytest.mark.rule("OSR-HITDICE-01")
def test_harm_of_either_step_makes_somebody_roll_and_harm_of_last_round_does_not(osr):
    hand = osr.fight("K.b.M.x", ("K", "b"), M={"taken": 5}, x={"save": 16})
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.act("M", "special", text="bolt 4")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[20])
    hand.go_on()
    hand.act("M", "effect", answers=["saves", Chosen(((6, 0),)), 2, "hits"])
    hand.go_on()
    rolls = kinds(hand.go_on((6, 6), (6, 6)), Rolled)
    assert [roll.roller for roll in rolls] == ["b", "x"]


def test_hit_points_that_the_effect_does_not_name_are_asked(osr):
    hand = bitten(osr)
    hand.go_on()
    hand.act("K", "save", answers=[2, "hits", Number(5)])
    assert hand.page("K").taken == 9


def test_another_effect_is_a_ruling_and_somebody_may_be_spared(osr):
    hand = bitten(osr)
    hand.go_on()
    hand.act("K", "save", answers=[2, "other", Ruling("its arm goes numb")])
    assert hand.actor("K").active
    hand = bitten(osr)
    hand.go_on()
    assert kinds(hand.act("K", "save", answers=["spared"]), Rolled) == []
    assert hand.rules.progress(hand.battle).waiting == ()


@pytest.mark.rule("OSR-SPECIAL-01", "OSR-INIT-01")
def test_two_casters_may_take_each_other_out(osr):
    hand = osr.fight("M....b")
    hand.begin()
    for who in "Mb":
        hand.act(who, "special", text="death")
    hand.to_attacks()
    assert hand.phase == "attack"
    hand.go_on()
    hand.act("M", "effect", answers=["saves", Chosen(((5, 0),)), 2, "out"])
    assert hand.rules.progress(hand.battle).waiting == ("b",)
    events = hand.act("b", "effect", answers=["saves", Chosen(((0, 0),)), 2, "out"])
    assert [event.actor for event in kinds(events, Dropped)] == ["M"]


def test_an_attack_without_hit_points_still_brings_its_effect(osr):
    hand = osr.fight("K.b", ("K", "b"), K={"save": 16}, b={"attacks": (0,), "effects": ("energy drain",)})
    hand.begin()
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    assert kinds(hand.act("b", "resolve", answers=[20]), Harmed) == []
    assert not hand.page("K").hurt
    assert hand.rules.card(hand.battle, hand.actor("K")).turned
    hand.go_on()
    hand.act("K", "save", answers=[19, "avoided"])
    hand.go_on()
    assert hand.battle.round.number == 2


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("poison", Effect("poison")),
        ("fire ball 10 half", Effect("fire ball", 10, True)),
        ("web half", Effect("web", 0, True)),
        ("bolt 4", Effect("bolt", 4)),
        ("half", Effect("half")),
        ("", Effect("")),
    ],
)
def test_effects_are_read_as_people_write_them(text, effect):
    assert read_effect(text) == effect
