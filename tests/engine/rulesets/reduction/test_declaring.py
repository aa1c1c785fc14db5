"""Declarations: readying, reloading, passing, a second option, and who is asked for none."""

import pytest

from engine.model.actor import DOWN, Condition
from engine.model.commands import Act, Begin, HideActor, SetCondition
from engine.model.events import Rolled
from engine.model.requests import AskChoice
from engine.rulesets.reduction.sheet import plans
from engine.views.audience import Audience
from engine.views.look import look


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


@pytest.mark.rule("OSR-DECL-12")
def test_a_sling_on_the_belt_is_readied_this_round_and_shot_in_the_next(osr):
    hand = osr.fight("K...b", K={"missile_range": 4, "missile": "sling", "stowed": True})
    hand.begin()
    assert hand.refused("K", "shoot", target="b") == {"OSR-DECL-13"}
    hand.act("K", "ready", item="missile")
    events = hand.to_attacks()
    assert "K readies the sling" in hand.say(events)
    assert hand.page("K").due == ()
    hand.to_next_round()
    hand.act("K", "shoot", target="b")


@pytest.mark.rule("OSR-DECL-12")
def test_another_item_may_be_readied(osr):
    hand = osr.fight("K...b")
    hand.begin()
    (group,) = hand.option("K", "ready").picks
    assert [key for key, _ in group.choices] == ["other"]
    hand.act("K", "ready", item="other")
    assert "K readies something" in hand.say(hand.to_attacks())


@pytest.mark.rule("OSR-DECL-14", "OSR-DECL-13")
def test_a_fired_crossbow_is_reloaded_and_may_shoot_in_the_next_round(osr):
    hand = osr.fight("K...b", K={"missile_range": 8, "missile": "crossbow", "reloads": True})
    hand.begin()
    assert hand.refused("K", "reload") == {"OSR-DECL-14"}
    hand.act("K", "shoot", target="b")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[2])
    hand.to_next_round()
    assert hand.refused("K", "shoot", target="b") == {"OSR-DECL-14"}
    hand.act("K", "reload")
    assert "K reloads the crossbow" in hand.say(hand.to_attacks())
    hand.to_next_round()
    hand.act("K", "shoot", target="b")


@pytest.mark.rule("OSR-DECL-14")
def test_a_bow_needs_no_reloading(osr):
    hand = osr.fight("K...b", K={"missile_range": 5})
    hand.begin()
    assert not hand.option("K", "reload").legal
    hand.act("K", "shoot", target="b")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[2])
    hand.to_next_round()
    hand.act("K", "shoot", target="b")


@pytest.mark.rule("OSR-DECL-17")
def test_who_passes_does_nothing_and_can_be_hit(osr):
    hand = osr.fight("K...b", b={"missile_range": 5})
    hand.begin()
    hand.act("K", "pass")
    hand.act("b", "shoot", target="K")
    hand.go_on()
    assert hand.page("K").due == ()
    hand.act("b", "resolve", answers=[20])
    assert hand.page("K").taken == 3


@pytest.mark.rule("OSR-DECL-18")
def test_a_second_option_is_put_to_the_referee(osr):
    hand = osr.fight("K....b", K={"missile_range": 5})
    hand.begin()
    hand.act("K", "shoot", target="b")
    request = hand.asked(Act("K", "move", path=((1, 0),)))
    assert isinstance(request, AskChoice)
    assert ([pick.key for pick in request.picks], request.default) == (["replace", "both"], "replace")
    hand.act("K", "move", "e", answers=["both"])
    hand.to_attacks()
    assert hand.at("K") == (1, 0)
    assert len(hand.page("K").due) == 1


@pytest.mark.rule("OSR-DECL-18")
def test_the_default_replaces_the_first_option(osr):
    hand = osr.fight("K....b", K={"missile_range": 5})
    hand.begin()
    hand.act("K", "shoot", target="b")
    hand.act("K", "move", "e", answers=["replace"])
    hand.to_attacks()
    assert hand.at("K") == (1, 0)
    assert hand.page("K").due == ()


@pytest.mark.rule("OSR-DECL-18")
@pytest.mark.parametrize(("reading", "verbs"), [("one", ["move"]), ("several", ["shoot", "move"])])
def test_the_referee_may_settle_that_once_and_for_all(osr, reading, verbs):
    hand = osr.fight("K....b", K={"missile_range": 5}, options={"second_option": reading})
    hand.begin()
    hand.act("K", "shoot", target="b")
    hand.act("K", "move", "e")
    assert [plan.verb for plan in plans(hand.page("K"))] == verbs


@pytest.mark.rule("OSR-DECL-18")
def test_of_two_options_each_can_be_changed_and_a_hit_takes_only_the_special_one(osr):
    hand = osr.fight("K....b", b={"missile_range": 5}, options={"second_option": "several"})
    hand.begin()
    hand.act("K", "special", text="sleep")
    hand.act("K", "move", "e")
    hand.act("K", "move", "e e")
    assert [(plan.verb, len(plan.path)) for plan in plans(hand.page("K"))] == [("special", 0), ("move", 2)]
    hand.act("b", "shoot", target="K")
    hand.go_on()
    hand.act("b", "resolve", answers=[20])
    assert [plan.verb for plan in plans(hand.page("K"))] == ["move"]


@pytest.mark.rule("OSR-DECL-19", "OSR-ASSUME-07")
def test_who_is_out_of_action_is_not_asked_for_a_declaration(osr):
    hand = osr.fight("K...b.x")
    hand.begin()
    hand.done(hand.session.submit(SetCondition("b", Condition(DOWN))))
    assert hand.rules.progress(hand.battle).waiting == ("K", "x")
    assert hand.refused("b", "pass") == {"OSR-DECL-19"}


@pytest.mark.rule("OSR-DECL-13")
def test_a_shot_at_somebody_who_went_out_of_range_is_lost(osr):
    hand = osr.fight("K..b...", K={"missile_range": 1})
    hand.begin()
    hand.act("K", "shoot", target="b")
    hand.act("b", "move", "e")
    assert "K finds nobody to attack" in hand.say(hand.go_on())
    assert hand.page("K").due == ()


def test_no_dice_fall_before_the_attacks(osr):
    hand = osr.fight("K...b")
    assert kinds(hand.begin(), Rolled) == []
    assert kinds(hand.to_attacks(), Rolled) == []
    assert hand.session.submit(Begin()).refusals


@pytest.mark.rule("OSR-INIT-06", "OSR-ASSUME-08")
def test_somebody_hidden_is_seen_when_enemies_meet_it(osr):
    hand = osr.fight("K..b..")
    hand.done(hand.session.submit(HideActor("b", True)))
    hand.begin()
    hand.act("K", "move", "e e e e")
    hand.passes()
    hand.go_on()
    assert hand.at("K") == (3, 0)
    assert not hand.actor("b").hidden
    public = look(hand.session.board, hand.rules, Audience.PLAYERS)
    assert {token.id for token in public.tokens if token.engaged} == {"K", "b"}
