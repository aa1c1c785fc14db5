"""OpenQuest: the special attacks of close combat, two weapons, and skills over 100."""

import pytest

from engine.model.actor import PRONE
from engine.model.events import Harmed, Moved, Rolled, Struck
from engine.model.requests import AskCells, AskRoll, Chosen, Number
from engine.rulesets.openquest.reactions import reactions


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def reacts(hand, who):
    return [pick.key for pick in reactions(hand.battle, who)]


# --- attacks ------------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-CCATK-01")
def test_a_close_combat_attack_is_one_roll(oq):
    hand = oq.fight("Rg")
    hand.begin()
    events = hand.act("R", "attack", target="g", answers=[99])
    assert [roll.dice for roll in kinds(events, Rolled)] == [(100,)]


@pytest.mark.rule("OQ-BASIC-06", "OQ-UNARM-01")
@pytest.mark.parametrize(("verb", "key", "beats"), [("attack", "longsword", 60), ("attack", "fist", 30)])
def test_the_skill_goes_by_the_weapon(oq, verb, key, beats):
    hand = oq.fight("Rg", R={"close": 60, "unarmed": 30, "ranged": 45})
    hand.begin()
    assert hand.beats("R", verb, target="g", weapon=key) == beats
    archer = oq.fight("R...g", R={"close": 60, "ranged": 45, "weapons": (oq.bow,)})
    archer.begin()
    assert archer.beats("R", "shoot", target="g") == 45


@pytest.mark.rule("OQ-CCATK-02", "OQ-CCATK-03", "OQ-CCATK-04")
def test_all_out_is_two_attacks_at_once_and_no_reaction(oq):
    hand = oq.fight("Rg", R={"close": 60})
    hand.begin()
    events = hand.act("R", "all_out", target="g", answers=[35, "none", 3, 36])
    assert [roll.target for roll in kinds(events, Rolled) if roll.target] == [35, 35]
    assert len(kinds(events, Struck)) == 1
    assert hand.page("g").hp == 9
    assert hand.rules.progress(hand.battle).current.key == "R:action"
    assert reacts(hand, "R") == []


@pytest.mark.rule("OQ-CCATK-02")
def test_who_has_reacted_cannot_go_all_out(oq):
    hand = oq.fight("Rg", R={"dex": 5})
    hand.begin()
    hand.act("g", "attack", target="R", answers=[20, "dodge", 10])
    hand.go_on()
    assert hand.refused("R", "all_out", target="g") == {"OQ-CCATK-02"}


@pytest.mark.rule("OQ-CCATK-05")
def test_all_out_is_not_combined_with_another_special_attack(oq):
    hand = oq.fight("Rg", R={"weapons": (oq.mace,)}, g={"hp": 30, "max_hp": 30})
    hand.begin()
    hand.act("R", "all_out", target="g", answers=[99, 99])
    for other in ("great", "disarm"):
        assert "OQ-CCATK-05" in hand.refused("R", other, target="g")


@pytest.mark.rule("OQ-CCATK-06")
def test_disarming_asks_what_is_struck_at(oq):
    hand = oq.fight("Rg", R={"close": 60}, g={"weapons": (oq.longsword, oq.shield)})
    hand.begin()
    assert hand.picks(hand.command("R", "disarm", target="g")) == ["longsword", "shield"]
    assert hand.beats("R", "disarm", target="g", answers=["shield"]) == 35


@pytest.mark.rule("OQ-CCATK-07")
def test_what_is_struck_away_lies_where_the_gm_says(oq):
    hand = oq.fight(".....g. .....R. ....... .......", g={"weapons": (oq.longsword,)}, R={"dex": 18})
    hand.begin()
    events = hand.act("R", "disarm", target="g", answers=[20, "none", 5, Chosen(((2, 0),))])
    assert hand.page("g").weapons == ()
    assert [(thing.name, thing.cell) for thing in hand.battle.things] == [("Longsword", (2, 0))]
    assert not kinds(events, Harmed)
    other = oq.fight(".....g. .....R. ....... .......", R={"dex": 18})
    other.begin()
    where = other.asked(other.command("R", "disarm", target="g"), 20, "none", 5)
    assert isinstance(where, AskCells)
    assert {max(abs(x - 5), abs(y)) for x, y in where.allowed} == {3}


@pytest.mark.rule("OQ-CCATK-07")
def test_a_dodge_keeps_the_weapon(oq):
    hand = oq.fight("Rg")
    hand.begin()
    hand.act("R", "disarm", target="g", answers=[20, "dodge", 50])
    assert hand.page("g").weapons == (oq.longsword,)


@pytest.mark.rule("OQ-CCATK-08", "OQ-CCATK-10")
def test_a_great_attack_is_for_swords_axes_and_maces(oq):
    hand = oq.fight("Rg", R={"close": 55, "weapons": (oq.mace,)})
    hand.begin()
    assert hand.beats("R", "great", target="g") == 80
    spear = oq.fight("Rg", R={"weapons": (oq.longspear,)})
    spear.begin()
    assert "OQ-CCATK-08" in spear.refused("R", "great", target="g", weapon="longspear")


@pytest.mark.rule("OQ-CCATK-09")
def test_a_great_attack_between_walls_is_for_the_gm_to_allow(oq):
    hand = oq.fight("#### .Rg. ####", R={"weapons": (oq.mace,)})
    hand.begin()
    assert hand.picks(hand.command("R", "great", target="g")) == ["yes", "no"]
    hand.act("R", "great", target="g", answers=["no"])
    assert not hand.page("R").turn.acted
    hand.act("R", "great", target="g", answers=["yes", 99])
    assert hand.page("R").turn.acted
    wide = oq.fight(".... .Rg. ....", R={"weapons": (oq.mace,)})
    wide.begin()
    assert isinstance(wide.asked(wide.command("R", "great", target="g")), AskRoll)


@pytest.mark.rule("OQ-CCATK-11", "OQ-CCATK-12")
def test_a_great_attack_has_the_highest_modifier_and_costs_the_reaction(oq):
    hand = oq.fight("Rg", R={"weapons": (oq.mace,), "damage_modifier": (6,)})
    hand.begin()
    hand.act("R", "great", target="g", answers=[20, "none", 3])
    assert hand.page("g").hp == 12 - 9
    assert reacts(hand, "R") == []


@pytest.mark.rule("OQ-EXPECT-04")
def test_alone_one_attacks_one_of_many(oq):
    hand = oq.fight("gh. kR. ...", R={"dex": 18})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", 8])
    for other in "hk":
        assert hand.refused("R", "attack", target=other) == {"OQ-BASIC-02"}


@pytest.mark.rule("OQ-CHARGE-08")
@pytest.mark.parametrize(("slope", "harm"), [("flat", 9), ("east", 4), ("west", 9), ("north", 9)])
def test_no_more_damage_for_a_charge_uphill(oq, slope, harm):
    hand = oq.fight("R....g", options={"slope": slope})
    hand.begin()
    answers = [20, "none", (4, 5) if harm == 9 else 4]
    events = hand.act("R", "charge", "e e e e", target="g", answers=answers)
    assert [event.amount for event in kinds(events, Harmed)] == [harm]


@pytest.mark.rule("OQ-CHARGE-07")
@pytest.mark.parametrize("reading", ["whole", "after"])
def test_whether_a_charge_may_follow_a_reaction(oq, reading):
    hand = oq.fight("gR...h", R={"dex": 5}, options={"charge_reaction": reading})
    hand.begin()
    hand.act("g", "attack", target="R", answers=[20, "dodge", 10])
    hand.go_on()
    hand.go_on(overrule=True)
    if reading == "whole":
        assert hand.refused("R", "charge", "e e e", target="h") == {"OQ-CHARGE-07"}
    else:
        hand.act("R", "charge", "e e e", target="h", answers=["none"])


@pytest.mark.rule("OQ-CHARGE-03")
@pytest.mark.parametrize("reading", ["ray", "eight"])
def test_the_line_of_a_charge_is_a_reading(oq, reading):
    hand = oq.fight("R..... ...... .....g", options={"charge_line": reading})
    hand.begin()
    reach = hand.rules.reach(hand.session.board, hand.actor("R"), "charge")
    assert ((4, 1) in reach.stops) is (reading == "ray")
    if reading == "eight":
        assert "OQ-CHARGE-03" in hand.refused("R", "charge", "e se e e", target="g")


# --- movement -----------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-MOVE-08")
def test_dropping_prone_is_the_action(oq):
    hand = oq.fight("R.g")
    hand.begin()
    hand.act("R", "prone")
    assert hand.actor("R").has(PRONE)
    assert hand.page("R").turn.acted
    assert "OQ-BASIC-02" in hand.refused("R", "attack", target="g")


@pytest.mark.rule("OQ-MOVE-02")
def test_a_fighting_retreat_goes_straight_back(oq):
    hand = oq.fight(
        "........ .......g .......R ........ ........ ........ ........", R={"rate": 14, "dex": 18}
    )
    hand.begin()
    assert hand.refused("R", "retreat", "w") == {"OQ-MOVE-02"}
    assert hand.refused("R", "retreat", "s s s s") == {"OQ-MOVE-02"}
    reach = hand.rules.reach(hand.session.board, hand.actor("R"), "retreat")
    assert reach.stops == {(7, 3), (7, 4), (7, 5)}
    hand.act("R", "retreat", "s s s")
    assert hand.at("R") == (7, 5)


@pytest.mark.rule("OQ-MOVE-03")
def test_in_a_retreat_one_attacks_or_defends(oq):
    hand = oq.fight("gR...", R={"dex": 18, "weapons": (oq.longspear,)})
    hand.begin()
    hand.act("R", "retreat", "e")
    hand.act("R", "attack", target="g", answers=[99])
    assert reacts(hand, "R") == []
    other = oq.fight("gR...", R={"dex": 5, "weapons": (oq.longspear,)})
    other.begin()
    other.act("g", "attack", target="R", answers=[20, "dodge", 10])
    other.go_on()
    other.act("R", "retreat", "e")
    assert other.refused("R", "attack", target="g") == {"OQ-MOVE-03"}


@pytest.mark.rule("OQ-MOVE-09")
def test_leaving_close_combat_is_a_reading(oq):
    hand = oq.fight("gR.....", R={"dex": 18}, options={"leaving": "retreat"})
    hand.begin()
    assert hand.refused("R", "move", "e e") == {"OQ-MOVE-09"}
    assert len(kinds(hand.act("R", "sprint", "e e"), Moved)) == 2


# --- two weapons --------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-TWOWEAPON-01", "OQ-TWOWEAPON-02")
def test_the_off_hand_parries_once_more_or_strikes(oq):
    hand = oq.fight("gRh", g={"dex": 18}, h={"dex": 17}, R={"weapons": (oq.longsword, oq.shield), "dex": 10})
    hand.begin()
    hand.act("g", "attack", target="R", answers=[20, "parry:longsword", 10])
    assert reacts(hand, "R") == ["parry:shield", "none"]
    hand.go_on()
    hand.act("h", "attack", target="R", answers=[20, "parry:shield", 10])
    assert reacts(hand, "R") == []
    hand.go_on()
    hand.act("R", "attack", target="g", answers=[99])
    hand.go_on()
    assert hand.rules.progress(hand.battle).round == 2  # the bonus attack is used up: no count for it


@pytest.mark.rule("OQ-TWOWEAPON-02")
def test_who_has_struck_with_the_off_hand_parries_no_second_time(oq):
    hand = oq.fight("Rg", R={"weapons": (oq.longsword, oq.shield), "dex": 18}, g={"dex": 8})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[99])
    hand.go_on()
    hand.act("R", "attack", target="g", answers=[99])
    assert hand.refused("R", "attack", target="g") == {"OQ-TWOWEAPON-02"}
    hand.go_on()
    hand.act("g", "attack", target="R", answers=[20, "dodge", 10])
    assert reacts(hand, "R") == []


@pytest.mark.rule("OQ-TWOWEAPON-06")
def test_by_the_example_the_bash_follows_at_once(oq):
    options = {"second_weapon": "at_once"}
    hand = oq.fight("Rg", R={"weapons": (oq.longsword, oq.shield), "close": 60}, options=options)
    hand.begin()
    events = hand.act("R", "attack", target="g", answers=[99, "yes", 36])
    assert [roll.target for roll in kinds(events, Rolled)] == [60, 35]
    assert [slot.key for slot in hand.rules.progress(hand.battle).slots] == ["R:action", "g:action"]


# --- skills over 100 ----------------------------------------------------------------------------------


@pytest.mark.rule("OQ-OVER100-01", "OQ-OVER100-02", "OQ-OVER100-03")
def test_a_skill_over_100_is_split_at_the_start_of_the_round(oq):
    hand = oq.fight("RgS", R={"close": 120}, S={"close": 100})
    hand.begin()
    assert hand.refused("S", "split", shares="50/50") == {"OQ-OVER100-01"}
    assert hand.refused("R", "split", shares="90/31") == {"OQ-OVER100-03"}
    hand.act("R", "split", shares="30/30/30/30")
    hand.act("R", "split", shares="90/30")
    assert hand.page("R").turn.shares == (90, 30)
    hand.go_on(overrule=True)
    assert hand.refused("R", "split", shares="60/60") == {"OQ-OVER100-02"}


@pytest.mark.rule("OQ-OVER100-04", "OQ-OVER100-05")
def test_four_attacks_at_a_quarter_each(oq):
    hand = oq.fight("ghk .R. l..", R={"close": 120, "dex": 20})
    hand.begin()
    hand.act("R", "split", shares="30/30/30/30")
    hand.go_on()
    counts = [count.count for count in hand.battle.round.order if count.actor == "R"]
    assert counts == [20, 15, 10, 5]
    for number, target in enumerate("ghkl"):
        hand.to("R", f"split{number}" if number else "action")
        assert hand.beats("R", "attack", target=target) == 30
        hand.act("R", "attack", target=target, answers=[31])
        assert hand.rules.progress(hand.battle).round == 1
        hand.go_on(overrule=True)


@pytest.mark.rule("OQ-OVER100-05", "OQ-OVER100-06")
@pytest.mark.parametrize(("dex", "shares", "counts"), [(12, "40/40/40", [12, 8, 4]), (10, "60/60", [10, 5])])
def test_the_counts_of_a_split(oq, dex, shares, counts):
    hand = oq.fight("R.g", R={"close": 120, "dex": dex})
    hand.begin()
    hand.act("R", "split", shares=shares)
    hand.go_on()
    assert [count.count for count in hand.battle.round.order if count.actor == "R"] == counts


@pytest.mark.rule("OQ-OVER100-07", "OQ-OVER100-08", "OQ-OVER100-09")
def test_a_parry_takes_a_part_and_the_rest_is_left(oq):
    hand = oq.fight("gRh", R={"close": 120, "dex": 3}, g={"dex": 18}, h={"dex": 17})
    hand.begin()
    hand.go_on(overrule=True)
    asked = hand.asked(hand.command("g", "attack", target="R"), 20, "parry:longsword")
    assert (asked.low, asked.high) == (1, 120)
    hand.act("g", "attack", target="R", answers=[20, "parry:longsword", Number(75), 70])
    card = hand.rules.card(hand.battle, hand.actor("R"))
    assert {"oq.card.parry_left": 45}.items() <= {note.key: note.args.get("n") for note in card.notes}.items()
    hand.go_on()
    asked = hand.asked(hand.command("h", "attack", target="R"), 20, "parry:longsword")
    assert asked.high == 45
    hand.act("h", "attack", target="R", answers=[20, "parry:longsword", Number(45), 45])
    assert hand.page("R").hp == 12
    assert reacts(hand, "R") == []
