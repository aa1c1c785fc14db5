"""Old-School Reduction: everybody at once, contact in the middle, and nobody falls before the hit dice."""

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN
from engine.model.commands import Act, Advance
from engine.model.events import Dropped, Harmed, Missed, Rolled, Said, Struck
from engine.model.requests import AskRolls, Number, Ruling
from engine.model.strikes import Strike, When
from engine.rulesets.common import sums
from engine.rulesets.reduction import attacks, rounds
from engine.rulesets.reduction.ground import engaged_with
from engine.rulesets.reduction.sheet import sheet
from engine.rulesets.reduction.state import Phase, state
from engine.session.session import Asked, Refused
from engine.testing import exhaust, play


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def everybody_passes(hand, *but):
    """Let all others declare that they pass, by GM ruling where the rules would not have it."""
    for actor in hand.battle.actors.values():
        if actor.active and actor.id not in but and sheet(actor).plan is None:
            hand.act(actor.id, "pass", overrule=True)


def to_attacks(hand, *answers):
    everybody_passes(hand)
    return hand.go_on(*answers)


@pytest.mark.rule("OSR-INIT-06")
def test_enemies_meet_in_the_middle_and_stop(osr):
    hand = osr.fight("K...b....")
    hand.begin()
    hand.act("K", "move", "e e e e")
    hand.act("b", "move", "w w w w")
    hand.go_on()
    assert hand.at("K") == hand.at("b") == (2, 0)
    assert engaged_with(hand.battle, hand.actor("K")) == (hand.actor("b"),)


@pytest.mark.rule("OSR-INIT-06")
def test_of_two_about_to_pass_the_faster_steps_in(osr):
    hand = osr.fight("K....b...", b={"move": 3})
    hand.begin()
    hand.act("K", "move", "e e e")
    hand.act("b", "move", "w w w")
    hand.go_on()
    assert hand.at("K") == hand.at("b") == (3, 0)


@pytest.mark.rule("OSR-INIT-06")
@pytest.mark.parametrize(("face", "place"), [(4, (3, 0)), (3, (2, 0))])
def test_equals_about_to_pass_roll_for_it(osr, face, place):
    hand = osr.fight("K....b...")
    hand.begin()
    hand.act("K", "move", "e e e")
    hand.act("b", "move", "w w w")
    hand.go_on(face)
    assert hand.at("K") == hand.at("b") == place


def test_nobody_is_caught_by_an_equal_who_walks_off(osr):
    hand = osr.fight("K.b......")
    hand.begin()
    hand.act("K", "move", "e e e e")
    hand.act("b", "move", "e e e e")
    hand.go_on()
    assert (hand.at("K"), hand.at("b")) == ((4, 0), (6, 0))


@pytest.mark.parametrize("order", ["Kb", "bK"])
def test_movement_does_not_depend_on_the_order_in_the_roster(osr, order):
    hand = osr.fight("K.b......")
    hand = type(hand)(replace(hand.battle, actors={who: hand.actor(who) for who in order}))
    hand.begin()
    hand.act("K", "move", "e e e")
    hand.act("b", "move", "w e e")
    hand.go_on()
    assert (hand.at("K"), hand.at("b")) == ((1, 0), (1, 0))


@pytest.mark.rule("OSR-ASSUME-08", "OSR-ASSUME-07")
def test_enemies_in_one_space_are_engaged_and_friends_are_not(osr):
    hand = osr.fight("K.bC.d", ("K", "b"), ("C",))
    hand.begin()
    words = {who: hand.rules.card(hand.battle, hand.actor(who)).state.key for who in "KbCd"}
    assert words["K"] == words["b"] == "osr.state.engaged"
    assert words["C"] == words["d"] == "osr.state.unengaged"
    hand = osr.fight("KC.d", ("K", "C"))
    hand.begin()
    assert hand.rules.card(hand.battle, hand.actor("K")).state.key == "osr.state.unengaged"


@pytest.mark.rule("OSR-DECL-01", "OSR-INIT-03")
def test_attacks_wait_until_everybody_has_declared(osr):
    hand = osr.fight("K.b.x")
    hand.begin()
    hand.act("K", "pass")
    hand.act("b", "pass")
    result = play(hand.session, Advance())
    assert isinstance(result, Refused)
    assert result.refusals[0].reason.args["who"].ids == ("x",)
    hand.act("x", "pass")
    hand.go_on()
    assert state(hand.battle).phase is Phase.ATTACK


@pytest.mark.rule("OSR-MOVE-02", "OSR-DECL-10")
def test_a_move_goes_as_many_spaces_as_the_rate(osr):
    hand = osr.fight("K.....b")
    hand.begin()
    assert "OSR-DECL-10" in hand.refused("K", "move", "e e e e e")
    hand.act("K", "move", "e e e e")


@pytest.mark.rule("OSR-DECL-02", "OSR-DECL-03", "OSR-DECL-20", "OSR-ASSUME-10")
def test_somebody_in_melee_attacks_or_disengages(osr):
    hand = osr.fight("K.bx", ("K", "b"), K={"missile_range": 5})
    hand.begin()
    menu = hand.rules.menu(hand.session.board, hand.actor("K"))
    legal = [option.verb for option in menu if option.legal and option.current]
    assert legal == ["flee", "withdraw", "attack"]
    assert hand.refused("K", "attack", target="x") == {"OSR-DECL-02"}
    assert "OSR-DECL-20" in hand.refused("K", "shoot", target="x")
    assert "OSR-DECL-20" in hand.refused("K", "special")
    hand.act("K", "attack", target="b")


@pytest.mark.rule("OSR-DECL-11")
def test_a_mover_that_engages_attacks_in_the_same_round(osr):
    hand = osr.fight("a..B", a={"attacks": (2, 2, 4)})
    hand.begin()
    hand.act("a", "move", "e e e")
    to_attacks(hand)
    assert hand.at("a") == (3, 0)
    assert [due.hits for due in hand.page("a").due] == [2, 2, 4]
    assert hand.page("B").due == ()


@pytest.mark.rule("OSR-DECL-05", "OSR-DECL-04")
def test_each_enemy_engaged_with_a_fleer_strikes_it_once_more(osr):
    hand = osr.fight("K.bx.....", ("b", "K", "x"), K={"ac": 4, "shield": 1}, b={"to_hit": 19})
    hand.begin()
    assert "OSR-DECL-04" in hand.refused("K", "flee", "e e e e e")
    hand.act("K", "flee", "e e")
    hand.act("b", "attack", target="K")
    hand.act("x", "attack", target="K")
    hand.go_on()
    for foe in "bx":
        assert [(due.target, due.fleeing) for due in hand.page(foe).due] == [("K", True)]
    # AC 4, its shield of no use, and +2: a 12 makes 19 and hits, a 11 does not.
    hit = kinds(hand.act("b", "resolve", answers=[12]), Rolled)[0]
    assert (hit.total, hit.target) == (19, 19)
    assert kinds(hand.act("x", "resolve", answers=[2]), Missed)


@pytest.mark.rule("OSR-DECL-06", "OSR-DECL-08", "OSR-DECL-21")
def test_a_fighting_withdrawal(osr):
    hand = osr.fight("..K.b.", ("K", "b"), K={"move": 3})
    hand.begin()
    assert "OSR-DECL-06" in hand.refused("K", "withdraw", "w w e")
    assert hand.rules.allowance(hand.battle, hand.actor("K"), "withdraw").total == 2
    hand.act("K", "withdraw", "w w")
    hand.act("b", "attack", target="K")
    hand.go_on()
    assert hand.at("K") == (0, 0)
    assert hand.page("K").due == hand.page("b").due == ()
    hand = osr.fight(".CK.b.", ("K", "b"))
    hand.begin()
    assert "OSR-DECL-08" in hand.refused("K", "withdraw", "w")


@pytest.mark.rule("OSR-DECL-07")
def test_a_withdrawal_does_not_go_past_the_enemy_who_came_from_there(osr):
    hand = osr.fight("..K.b.")
    hand.begin()
    hand.act("b", "move", "w w")
    to_attacks(hand)
    hand.act("b", "resolve", answers=[2])
    hand.go_on()
    assert hand.refused("K", "withdraw", "e") == {"OSR-DECL-07"}
    hand.act("K", "withdraw", "w")


@pytest.mark.rule("OSR-INIT-04")
def test_declarations_change_until_the_first_attack_die(osr):
    hand = osr.fight("K...b", K={"missile_range": 5})
    hand.begin()
    hand.act("K", "shoot", target="b")
    hand.act("b", "pass")
    hand.act("K", "move", "e", answers=["replace"])
    hand.act("K", "shoot", target="b", answers=["replace"])
    hand.go_on()
    hand.act("K", "resolve", answers=[10])
    assert hand.refused("b", "attack", target="K") >= {"OSR-INIT-04"}


@pytest.mark.rule("OSR-INIT-04", "OSR-ANALYSIS-03")
def test_one_who_is_met_may_still_answer_before_the_dice_fall(osr):
    hand = osr.fight("K.b")
    hand.begin()
    hand.act("K", "move", "e e")
    to_attacks(hand)
    hand.act("b", "attack", target="K")
    assert len(hand.page("b").due) == 1
    assert "OSR-ANALYSIS-03" in hand.refused("K", "flee", "w")


@pytest.mark.rule("OSR-ATTACK-02", "OSR-ATTACK-03", "OSR-ATTACK-04", "OSR-ATTACK-06")
@pytest.mark.parametrize(
    ("ac", "to_hit", "face", "hit"),
    [(-5, 20, 20, True), (9, 5, 1, False), (6, 17, 11, True), (6, 18, 11, False), (9, 19, 10, True)],
)
def test_the_attack_roll(osr, ac, to_hit, face, hit):
    hand = osr.fight("K.b", ("K", "b"), K={"to_hit": to_hit}, b={"ac": ac})
    hand.begin()
    hand.act("K", "attack", target="b")
    to_attacks(hand)
    events = hand.act("K", "resolve", answers=[face])
    assert kinds(events, Rolled)[0].total == face + ac
    assert bool(kinds(events, Struck)) is hit


@pytest.mark.rule("OSR-ATTACK-05")
def test_the_referee_modifies_an_attack(osr):
    hand = osr.fight("K.b", ("K", "b"))
    hand.begin()
    hand.act("K", "attack", target="b")
    to_attacks(hand)
    assert kinds(hand.act("K", "resolve", answers=["modifier", Number(2), 11]), Struck)


@pytest.mark.rule("OSR-ATTACK-07", "OSR-HITDICE-02")
def test_the_grizzly_delivers_eight_hit_points(osr):
    hand = osr.fight("Kb", b={"attacks": (2, 2, 4), "to_hit": 15})
    hand.begin()
    hand.act("b", "move", "w")
    to_attacks(hand)
    assert [foe.id for foe in engaged_with(hand.battle, hand.actor("b"))] == ["K"]
    for _ in range(3):
        hand.act("b", "resolve", answers=[19])
    assert hand.page("K").taken == 8


@pytest.mark.rule("OSR-ATTACK-08")
@pytest.mark.parametrize(("reading", "hits"), [("limit", 2), ("ignore", 4)])
def test_the_weapon_limits_the_hit_points_if_the_option_is_on(osr, reading, hits):
    hand = osr.fight(
        "K.b",
        ("K", "b"),
        options={"weapon_hits": reading},
        K={"attacks": (4,), "weapon": "dagger", "weapon_hits": 2},
    )
    hand.begin()
    hand.act("K", "attack", target="b")
    to_attacks(hand)
    hand.act("K", "resolve", answers=[20])
    assert hand.page("b").taken == hits


@pytest.mark.rule("OSR-ATTACK-01", "OSR-INIT-05", "OSR-INIT-01", "OSR-HITDICE-01")
def test_two_fighters_fell_each_other(osr):
    hand = osr.fight("K.b...C", ("K", "b"), K={"taken": 10}, b={"taken": 10}, C={"taken": 11})
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.act("b", "attack", target="K")
    to_attacks(hand)
    hand.act("b", "resolve", answers=[20])
    assert hand.actor("K").active
    hand.act("K", "resolve", answers=[20])
    hand.go_on()
    assert state(hand.battle).phase is Phase.HIT_DICE
    result = hand.session.submit(Advance())
    assert isinstance(result, Asked)
    assert isinstance(result.request, AskRolls)
    assert [roll.actor for roll in result.request.rolls] == ["K", "b"]
    hand.session.abandon()
    events = hand.go_on((6, 6), (6, 6))
    assert {event.actor for event in kinds(events, Dropped)} == {"K", "b"}
    assert hand.actor("C").active


@pytest.mark.rule("OSR-HITDICE-03", "OSR-HITDICE-04", "OSR-HITDICE-05")
@pytest.mark.parametrize(
    ("bonus", "faces", "out"), [(2, (3, 4), True), (2, (4, 4), False), (0, (6, 3), True)]
)
def test_the_hit_dice(osr, bonus, faces, out):
    hand = osr.fight("K.b", ("K", "b"), b={"hit_bonus": bonus, "taken": 6})
    hand.begin()
    hand.act("K", "attack", target="b")
    to_attacks(hand)
    hand.act("K", "resolve", answers=[20])
    assert hand.page("b").taken == 9
    hand.go_on()
    roll = kinds(hand.go_on(faces), Rolled)[0]
    assert roll.total == sum(faces) + bonus
    assert hand.actor("b").has(DOWN) is out


@pytest.mark.rule("OSR-REPEAT-01", "OSR-DECL-09")
def test_the_fight_closes_with_the_last_opponent(osr):
    hand = osr.fight("K.b", ("K", "b"), b={"taken": 12})
    hand.begin()
    hand.act("K", "attack", target="b")
    to_attacks(hand)
    hand.act("K", "resolve", answers=[20])
    hand.go_on()
    hand.go_on((6, 6))
    assert hand.rules.progress(hand.battle).over.key == "over.won"
    assert engaged_with(hand.battle, hand.actor("K")) == ()


@pytest.mark.rule("OSR-DECL-15", "OSR-SPECIAL-01")
def test_a_special_action_takes_effect_after_the_attacks(osr):
    hand = osr.fight("K...b")
    hand.begin()
    hand.act("K", "special", text="sleep")
    to_attacks(hand)
    assert hand.refused("K", "effect") == {"OSR-SPECIAL-01"}
    hand.go_on()
    assert state(hand.battle).phase is Phase.SPECIAL
    hand.act("K", "effect", answers=["ruling", Ruling("the goblin falls asleep")])
    hand.go_on()
    assert state(hand.battle).number == 2


@pytest.mark.rule("OSR-DECL-16")
def test_a_hit_interrupts_a_special_action(osr):
    hand = osr.fight("K...b", b={"missile_range": 5})
    hand.begin()
    hand.act("K", "special", text="sleep")
    hand.act("b", "shoot", target="K")
    hand.go_on()
    events = hand.act("b", "resolve", answers=[20])
    assert [said.what.key for said in kinds(events, Said)] == ["osr.interrupted"]
    hand.go_on()
    assert state(hand.battle).phase is Phase.HIT_DICE


@pytest.mark.rule("OSR-DECL-13", "OSR-MOVE-04")
def test_missiles_reach_three_times_their_short_range(osr):
    hand = osr.fight("K......b", K={"missile_range": 2})
    hand.begin()
    assert hand.refused("K", "shoot", target="b") == {"OSR-DECL-13"}
    assert not hand.option("b", "shoot").legal
    hand = osr.fight("K.....b", K={"missile_range": 2})
    hand.begin()
    hand.act("K", "shoot", target="b")
    to_attacks(hand)
    roll = kinds(hand.act("K", "resolve", answers=[14]), Rolled)[0]
    assert roll.total == 14 + 5 - 1


def fell(hand, *losers):
    """Let K fell these, one a round, and stop where the next round begins."""
    for loser in losers:
        hand.act("K", "attack", target=loser, overrule=True)
        to_attacks(hand)
        hand.act("K", "resolve", answers=[20])
        hand.go_on()
        hand.go_on((1, 1))


@pytest.mark.rule("OSR-MORALE-03", "OSR-MORALE-04", "OSR-MORALE-06", "OSR-MORALE-07")
def test_the_first_loss_shakes_the_side(osr):
    morale = {"x": 7, "d": 8, "e": 9, "f": 12, "g": 7}
    pages = {who: {"morale": number} for who, number in morale.items()}
    hand = osr.fight("K.b.x.d.e.f.g", ("b", "K"), b={"taken": 9}, **pages)
    hand.begin()
    fell(hand, "b")
    assert state(hand.battle).phase is Phase.MORALE
    events = hand.go_on((4, 4), "surrender", "flee")
    assert len([roll for roll in kinds(events, Rolled) if roll.purpose.key == "osr.ask.morale_of"]) == 1
    assert hand.page("x").surrendered
    assert not hand.actor("x").active
    assert hand.page("g").routed
    assert hand.refused("g", "pass") == {"OSR-MORALE-05"}
    assert hand.actor("d").active
    assert hand.actor("e").active
    assert not hand.page("d").routed


@pytest.mark.rule("OSR-MORALE-08", "OSR-MORALE-12")
def test_half_the_side_lost_is_a_trigger_once_and_the_fearless_never_check(osr):
    hand = osr.fight("K.b.x.d", ("b", "K", "x"), b={"taken": 9}, x={"taken": 9}, d={"morale": 8})
    hand.begin()
    fell(hand, "b")
    hand.go_on((2, 2))
    fell(hand, "x")
    assert state(hand.battle).phase is Phase.MORALE
    hand.go_on((2, 2))
    everybody_passes(hand)
    hand.go_on()
    hand.go_on()
    assert state(hand.battle).phase is Phase.DECLARE
    hand = osr.fight("K.b.x", ("b", "K"), b={"taken": 9, "morale": 12}, x={"morale": 12})
    hand.begin()
    fell(hand, "b")
    assert state(hand.battle).phase is Phase.DECLARE


@pytest.mark.rule("OSR-MORALE-02")
@pytest.mark.parametrize(("reading", "phase"), [("exempt", Phase.DECLARE), ("check", Phase.MORALE)])
def test_the_party_checks_morale_only_if_the_option_says_so(osr, reading, phase):
    hand = osr.fight("K.b.C", ("b", "K"), options={"party_morale": reading}, K={"taken": 9})
    hand.begin()
    hand.act("b", "attack", target="K")
    to_attacks(hand)
    hand.act("b", "resolve", answers=[20])
    hand.go_on()
    hand.go_on((1, 1))
    assert state(hand.battle).phase is phase


def test_the_law_of_an_attack_is_what_happens(osr):
    hand = osr.fight("K.b", ("K", "b"), K={"attacks": (2, 4), "to_hit": 15}, b={"ac": 3})
    hand.begin()
    hand.act("K", "attack", target="b")
    to_attacks(hand)
    law = hand.rules.strike_law(hand.session.board, Strike("K", "b", When.LEAVING, "1"))
    act = Act("K", "resolve", picks={"attack": "1"})
    found = {}
    for draft, chance in exhaust(hand.battle, lambda draft: attacks.play_attack(draft, act), lambda _: None):
        harm = sum(event.amount for event in kinds(draft.events, Harmed))
        found[harm] = found.get(harm, 0.0) + chance
    assert {branch.harm: pytest.approx(branch.chance, abs=1e-9) for branch in law.branches} == found


def test_endurance_is_what_the_hit_dice_do(osr):
    hand = osr.fight("K.b", b={"taken": 3, "hurt": True, "hit_bonus": 1})
    hand.begin()
    for harm, expected in enumerate(hand.rules.endurance(hand.battle, hand.actor("b")).out):
        table = osr.fight("K.b", b={"taken": 3 + harm, "hurt": True, "hit_bonus": 1})
        runs = exhaust(table.battle, lambda draft: rounds.roll_hit_dice(draft, ("b",)), lambda _: None)
        out = sum(chance for draft, chance in runs if draft["b"].has(DOWN))
        assert out == pytest.approx(expected, abs=1e-9)
    assert sum(sums((6, 6)).values()) == pytest.approx(1)


def test_one_beyond_all_hit_dice_stands_until_it_is_hit_again(osr):
    hand = osr.fight("K.b", b={"taken": 40})
    hand.begin()
    endurance = hand.rules.endurance(hand.battle, hand.actor("b"))
    assert [endurance.chance_out(harm) for harm in (0, 1, 9)] == pytest.approx([0, 1, 1])


def test_other_sides_do_not_see_a_declaration(osr):
    hand = osr.fight("K..b")
    hand.begin()
    hand.act("b", "special", text="a trap")
    seen = hand.rules.redact(hand.battle, "party", frozenset("Kb"))
    assert seen.actors["b"].sheet.plan is None
    assert seen.actors["K"] == hand.actor("K")
