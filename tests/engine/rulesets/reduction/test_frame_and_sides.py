"""What a round is, what a roll means, who fights whom, and what kept of the base game only as background."""

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN, Condition
from engine.model.battle import Control, Side
from engine.model.commands import (
    Act,
    AddActor,
    AddSide,
    Advance,
    Begin,
    PlaceActor,
    RemoveSide,
    ReviseSide,
    SetCondition,
)
from engine.model.events import Harmed, Missed, Rolled, Said, Struck
from engine.model.offers import SlotState
from engine.model.requests import AskRoll, AskRolls
from engine.rulesets.reduction.state import Phase, side_state, state
from engine.session.replay import audit
from engine.session.session import Asked, Refused
from engine.store.rules import rule_row, section_rows
from engine.testing import play


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def side(name, *foes, players=False):
    return Side(name, name.capitalize(), Control.PLAYERS if players else Control.REFEREE, foes)


# --- the round -------------------------------------------------------------------------------------


@pytest.mark.rule("OSR-FRAME-01")
def test_a_round_is_about_ten_seconds(osr):
    hand = osr.fight("K...b")
    hand.begin()
    for _ in range(4):
        hand.to_next_round()
    progress = hand.rules.progress(hand.battle)
    assert (progress.round, progress.seconds) == (5, 40)
    assert hand.narrator().say(progress.clock) == "About 40 s since the fight began"


def fought_out(osr):
    """A fight of one round: the two hit each other, and b is out."""
    hand = osr.fight("K.b", ("K", "b"), b={"taken": 12})
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    for who in "Kb":
        hand.act(who, "resolve", answers=[20])
    hand.go_on()
    hand.go_on((6, 6), (1, 1))
    return hand


@pytest.mark.rule("OSR-FRAME-01")
def test_the_last_round_of_a_fight_counts_as_well(osr):
    hand = fought_out(osr)
    progress = hand.rules.progress(hand.battle)
    assert progress.over is not None
    assert (progress.round, progress.seconds) == (1, 10)


@pytest.mark.rule("OSR-FRAME-02", "OSR-FRAME-03")
def test_a_miss_has_no_effect_and_a_hit_is_hit_points_not_blows(osr):
    hand = osr.fight("K.b", ("K", "b"))
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    (miss,) = hand.say(hand.act("b", "resolve", answers=[2]))
    assert "to no effect" in miss
    assert not any(word in miss for word in ("miss", "avoid", "dodge"))
    lines = hand.say(hand.act("K", "resolve", answers=[20]))
    assert "B sustains 3 hit points from K" in lines
    assert not any(word in " ".join(lines) for word in ("blow", "strike", "once"))


@pytest.mark.rule("OSR-FRAME-04")
def test_the_referee_says_what_a_roll_looked_like_and_no_number_changes(osr):
    hand = osr.fight("K.b", ("K", "b"))
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[20])
    before = hand.battle
    events = hand.act("K", "tell", text="three quick cuts")
    assert hand.say(events) == ["K: three quick cuts"]
    assert hand.battle == before
    assert [said.what.rule for said in kinds(events, Said)] == ["OSR-FRAME-04"]
    assert hand.session.journal.last.events == events


@pytest.mark.rule("OSR-FRAME-05")
def test_the_same_dice_put_the_same_creatures_out_of_action(osr):
    hand = osr.fight("K.b", ("K", "b"), K={"taken": 10}, b={"taken": 4})
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[19])
    hand.act("b", "resolve", answers=[19])
    hand.go_on()
    hand.go_on((5, 4), (5, 4))
    assert [hand.actor(who).active for who in "Kb"] == [False, True]
    assert list(audit(hand.rules, hand.session.journal)) == []


@pytest.mark.rule("OSR-PROC-01", "OSR-ANALYSIS-01")
def test_six_steps_in_their_order_and_the_five_of_the_base_game_as_background(osr):
    hand = osr.fight("K.b", ("K", "b"))
    hand.begin()
    slots = [slot.key for slot in hand.rules.progress(hand.battle).slots]
    assert slots == ["morale", "declare", "attack", "special", "hit_dice", "repeat"]
    background = " ".join(row.text for row in section_rows(rule_row("OSR-ANALYSIS-01")))
    assert "five phases morale, movement, missile, magic, melee" in background


@pytest.mark.rule("OSR-PROC-01")
def test_hit_dice_wait_for_their_step(osr):
    hand = osr.fight("K.b", ("K", "b"))
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[20])
    assert hand.refused("b", "hit_dice") == {"OSR-PROC-01"}
    hand.go_on(overrule=True)
    current = [slot.key for slot in hand.rules.progress(hand.battle).slots if slot.state is SlotState.CURRENT]
    assert current == ["hit_dice"]
    hand.act("b", "hit_dice", answers=[(6, 6)])
    assert hand.actor("b").active
    hand.go_on()
    assert hand.battle.round.number == 2


@pytest.mark.rule("OSR-ANALYSIS-02", "OSR-ANALYSIS-04")
def test_no_initiative_is_rolled_and_a_pole_arm_does_not_act_last(osr):
    hand = osr.fight("K.b", ("K", "b"), K={"weapon": "pole arm", "weapon_hits": 4})
    assert kinds(hand.begin(), Rolled) == []
    hand.act("K", "attack", target="b")
    hand.act("b", "attack", target="K")
    assert kinds(hand.to_attacks(), Rolled) == []
    assert set(hand.rules.progress(hand.battle).waiting) == {"K", "b"}
    assert kinds(hand.act("K", "resolve", answers=[20]), Struck)
    notes = hand.rules.card(hand.battle, hand.actor("K")).notes
    (why,) = (hand.narrator().say(note) for note in notes if note.rule == "OSR-ANALYSIS-04")
    assert "do not act last" in why


# --- sides -----------------------------------------------------------------------------------------


@pytest.mark.rule("OSR-ASSUME-01")
def test_there_must_be_a_second_side(osr):
    hand = osr.fight("K..M")
    result = hand.session.submit(Begin())
    assert isinstance(result, Refused)
    assert [refusal.reason.rule for refusal in result.refusals] == ["OSR-ASSUME-01"]
    hand = osr.fight("K..M.b")
    hand.begin()
    assert hand.battle.round.number == 1


@pytest.mark.rule("OSR-ASSUME-02", "OSR-ASSUME-03")
def test_seven_may_fight_a_single_bear(osr):
    hand = osr.fight("KLMNOPQ..b")
    hand.begin()
    members = {side.id: len(list(hand.battle.members(side.id))) for side in hand.battle.sides}
    assert members == {"party": 7, "foes": 1}


@pytest.mark.rule("OSR-ASSUME-04")
def test_a_side_has_an_aim_that_can_be_written(osr):
    hand = osr.fight("K..b")
    hand.begin()

    def aims():
        return {side: hand.narrator().say(note) for side, note in hand.rules.progress(hand.battle).side_notes}

    assert aims()["foes"] == "Aim: defeat the foe"
    hand.act("b", "goal", text="carry the chest away")
    assert aims()["foes"] == "Aim: carry the chest away"
    assert aims()["party"] == "Aim: defeat the foe"


@pytest.mark.rule("OSR-ASSUME-05")
def test_two_sides_cannot_be_allies_and_of_three_two_can(osr):
    hand = osr.fight("K..b")
    allied = replace(hand.battle, sides=(side("party", players=True), side("foes")))
    result = type(hand)(allied).session.submit(Begin())
    assert isinstance(result, Refused)
    assert [refusal.reason.rule for refusal in result.refusals] == ["OSR-ASSUME-05"]
    three = type(hand)(three_sides(osr))
    three.begin("none")
    assert three.battle.round.number == 1


@pytest.mark.rule("OSR-ASSUME-05")
def test_an_alliance_is_refused_when_it_is_set_unless_somebody_is_left_to_be_against(osr):
    hand = osr.fight("K..b")
    peace = ReviseSide(side("foes"))
    refused = hand.session.submit(peace)
    assert [refusal.reason.rule for refusal in refused.refusals] == ["OSR-ASSUME-05"]
    assert not refused.refusals[0].hard  # the GM may rule otherwise
    hand.done(hand.session.submit(AddSide(side("watch", "party", "foes"))))
    hand.done(hand.session.submit(ReviseSide(side("foes", "watch"))))
    assert not hand.battle.hostile("party", "foes")
    assert hand.battle.hostile("watch", "party")
    refused = hand.session.submit(RemoveSide("watch"))
    assert [refusal.reason.rule for refusal in refused.refusals] == ["OSR-ASSUME-05"]


@pytest.mark.rule("OSR-MORALE-07", "OSR-MORALE-08")
def test_a_side_that_came_later_counts_its_losses_too(osr):
    hand = osr.fight("K.b....")
    hand.begin()
    hand.done(hand.session.submit(AddSide(side("watch", "party"))))
    for who, cell in (("w", (5, 0)), ("x", (6, 0))):
        hand.done(
            hand.session.submit(AddActor(replace(hand.actor("b"), id=who, name=who, side="watch", cell=cell)))
        )
    hand.to_next_round()
    assert side_state(hand.battle.round, "watch").strength == 2
    hand.done(hand.session.submit(SetCondition("w", Condition(DOWN))))
    hand.passes()
    while hand.battle.round.number == 2:
        hand.go_on(overrule=True)
    assert side_state(hand.battle.round, "watch").met == ("first", "half")


def three_sides(osr):
    """The party and the watch (w, x) are allied against the foes (b)."""
    battle = osr.fight("K..b..w.x").battle
    sides = (
        side("party", "foes", players=True),
        side("watch", "foes"),
        side("foes", "party", "watch"),
    )
    actors = {
        key: replace(actor, side="watch") if key in "wx" else actor for key, actor in battle.actors.items()
    }
    return replace(battle, sides=sides, actors=actors)


@pytest.mark.rule("OSR-ASSUME-06")
def test_allies_act_and_lose_heart_on_their_own(osr):
    hand = type(osr.fight("K.b"))(three_sides(osr))
    hand.begin("none")
    hand.act("w", "pass")
    assert hand.rules.progress(hand.battle).waiting == ("K", "b", "x")
    hand.act("K", "morale")
    hand.to_next_round()
    assert hand.phase == "morale"
    asked = hand.asked(Advance())
    assert isinstance(asked, AskRoll)
    assert asked.side == "party"
    hand.go_on((6, 6), "surrender")
    assert [hand.actor(who).active for who in "Kwx"] == [False, True, True]


@pytest.mark.rule("OSR-ASSUME-09", "OSR-ASSUME-07")
def test_somebody_off_the_map_is_out_of_action(osr):
    hand = osr.fight("K..b.x")
    hand.begin()
    hand.done(hand.session.submit(PlaceActor("b", None)))
    card = hand.rules.card(hand.battle, hand.actor("b"))
    assert hand.narrator().say(card.state) == "Out of action, off the map"
    assert "b" not in hand.rules.progress(hand.battle).waiting
    assert card.dead is False


@pytest.mark.rule("OSR-INIT-02", "OSR-ANALYSIS-02")
def test_an_ambushed_side_does_nothing_for_a_round_and_can_be_hit(osr):
    hand = osr.fight("K..b.x")
    hand.begin("held:foes")
    assert hand.rules.progress(hand.battle).waiting == ("K",)
    assert hand.refused("b", "move", "w") == {"OSR-INIT-02"}
    hand.act("K", "move", "e e e")
    hand.go_on()
    assert hand.at("K") == hand.at("b")
    assert hand.page("b").due == ()
    assert hand.refused("b", "attack", target="K") == {"OSR-INIT-02"}
    assert kinds(hand.act("K", "resolve", answers=[20]), Harmed)
    hand.to_next_round()
    hand.act("b", "attack", target="K")
    assert hand.rules.progress(hand.battle).waiting == ("K", "x")


@pytest.mark.rule("OSR-INIT-02")
def test_a_side_may_be_kept_from_acting_in_any_round_and_let_go_again(osr):
    hand = osr.fight("K..b")
    hand.begin()
    hand.act("b", "move", "w")
    hand.act("b", "hold")
    assert hand.page("b").plan is None
    assert hand.refused("b", "pass") == {"OSR-INIT-02"}
    hand.act("b", "hold")
    hand.act("b", "pass")


def test_of_three_sides_two_may_be_ambushed_but_never_all(osr):
    hand = type(osr.fight("K.b"))(three_sides(osr))
    hand.begin("held:party", "held:watch")
    assert hand.rules.progress(hand.battle).waiting == ("b",)


@pytest.mark.rule("OSR-MOVE-01")
def test_a_creature_has_one_movement_rate(osr):
    hand = osr.fight("K..b", K={"move": 3})
    hand.begin()
    rates = [fact for fact in hand.rules.card(hand.battle, hand.actor("K")).facts if fact.key == "mv"]
    assert [(fact.value, fact.label.rule) for fact in rates] == [("3", "OSR-MOVE-01")]
    verbs = ("move", "flee")
    assert {hand.rules.allowance(hand.battle, hand.actor("K"), verb).total for verb in verbs} == {3}


@pytest.mark.rule("OSR-MOVE-04")
def test_ranges_are_in_the_spaces_of_movement(osr):
    hand = osr.fight("K" + "." * 21 + "b", K={"missile_range": 7})
    hand.begin()
    result = play(hand.session, Act("K", "shoot", targets=("b",)))
    assert isinstance(result, Refused)
    assert hand.narrator().say(result.refusals[0].reason) == "22 spaces off, the weapon reaches 21"
    hand = osr.fight("K" + "." * 20 + "b", K={"missile_range": 7})
    hand.begin()
    hand.act("K", "shoot", target="b")


@pytest.mark.rule("OSR-ATTACK-09")
def test_whoever_was_hit_is_turned_until_the_hit_dice_are_done(osr):
    hand = osr.fight("K.b", ("K", "b"))
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[20])

    def turned():
        return {who for who in "Kb" if hand.rules.card(hand.battle, hand.actor(who)).turned}

    assert turned() == {"b"}
    hand.go_on()
    assert turned() == {"b"}
    hand.go_on((6, 6))
    assert turned() == set()


@pytest.mark.rule("OSR-ATTACK-09")
def test_nobody_stays_turned_when_the_fight_is_over(osr):
    hand = fought_out(osr)
    assert state(hand.battle).phase is Phase.OVER
    assert not any(hand.rules.card(hand.battle, hand.actor(who)).turned for who in "Kb")


@pytest.mark.rule("OSR-MORALE-07")
def test_a_loss_counts_although_others_have_joined_and_one_was_down_before(osr):
    hand = osr.fight("K.b.e.d")
    hand.done(hand.session.submit(SetCondition("d", Condition(DOWN))))
    hand.begin()
    for who, cell in (("w", (5, 0)), ("x", (3, 0))):
        newcomer = replace(hand.actor("b"), id=who, name=who, cell=cell)
        hand.done(hand.session.submit(AddActor(newcomer)))
    hand.to_next_round()
    foes = side_state(hand.battle.round, "foes")
    assert (foes.strength, foes.met) == (4, ())
    hand.done(hand.session.submit(SetCondition("b", Condition(DOWN))))
    hand.passes()
    while hand.battle.round.number == 2:
        hand.go_on(overrule=True)
    assert side_state(hand.battle.round, "foes").met == ("first",)


@pytest.mark.rule("OSR-HITDICE-05")
def test_the_slain_are_told_from_those_who_gave_in_or_were_put_down_by_hand(osr):
    hand = osr.fight("K.b", ("K", "b"), b={"taken": 20})
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[20])
    hand.go_on()
    assert isinstance(hand.session.submit(Advance()), Asked)
    assert isinstance(hand.session.question, AskRolls)
    hand.session.abandon()
    hand.go_on((1, 1))
    card = hand.rules.card(hand.battle, hand.actor("b"))
    assert card.dead
    assert hand.narrator().say(card.state) == "Slain"
    assert not kinds(hand.session.journal.last.events, Missed)
