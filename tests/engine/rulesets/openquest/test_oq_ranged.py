"""OpenQuest: shooting, aiming, throwing, cover, crowds, loading, and who may react to what flies."""

import pytest
from msgspec.structs import replace

from engine.model.actor import BLIND, Condition
from engine.model.commands import HideActor, SetCondition
from engine.model.events import Harmed, Missed, Rolled, Struck
from engine.model.requests import AskChoice, Faces
from engine.rulesets.openquest.sheet import Size
from engine.testing import play


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def far(squares):
    """A map on which the archer L stands so many squares from the goblin."""
    return "L" + "." * (squares - 1) + "g"


def archer(oq, rows="L....g", options=None, **pages):
    common = {"weapons": (oq.bow,), "ranged": 60, "dex": 18}
    hand = oq.fight(rows, options, **{**pages, "L": {**common, **pages.get("L", {})}})
    hand.begin()
    return hand


# --- the shot -----------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-RACT-01", "OQ-RANGED-01", "OQ-RANGED-09", "OQ-REACT-08")
def test_an_arrow_is_one_roll_that_nobody_dodges(oq):
    hand = archer(oq, g={"armour": 2})
    events = hand.act("L", "shoot", target="g", answers=[60, 6])
    assert [roll.dice for roll in kinds(events, Rolled)] == [(100,), (8,)]
    assert hand.page("g").hp == 12 - 4
    assert len(kinds(archer(oq).act("L", "shoot", target="g", answers=[61]), Missed)) == 1


@pytest.mark.rule("OQ-RANGED-09")
def test_the_gm_may_grant_a_reaction_to_a_shot(oq):
    hand = archer(oq, options={"dodge_shots": "ask"})
    hand.act("L", "shoot", target="g", answers=[60, "yes", "dodge", 50])
    assert hand.page("g").hp == 12
    hand = archer(oq, options={"dodge_shots": "ask"})
    hand.act("L", "shoot", target="g", answers=[60, "no", 5])
    assert hand.page("g").hp == 7


@pytest.mark.rule("OQ-RANGED-05", "OQ-RANGED-06", "OQ-RANGED-07", "OQ-ENC-02")
def test_range(oq):
    assert archer(oq, far(37)).beats("L", "shoot", target="g") == 60  # 74 m of 75
    assert archer(oq, far(38)).beats("L", "shoot", target="g") == 30
    assert archer(oq, far(50), g={"cover": "partial"}).beats("L", "shoot", target="g") == 5
    assert archer(oq, far(75)).beats("L", "shoot", target="g") == 30  # 150 m
    assert archer(oq, far(76)).refused("L", "shoot", target="g") == {"OQ-RANGED-07"}


@pytest.mark.rule("OQ-ENC-03")
@pytest.mark.parametrize(("square", "gap", "legal"), [("two", 1, True), ("two", 2, False), ("one", 2, True)])
def test_close_is_two_metres(oq, square, gap, legal):
    hand = oq.fight("R" + "." * (gap - 1) + "g", options={"square": square})
    hand.begin()
    for key in ("longsword", "fist"):
        if legal:
            assert hand.beats("R", "attack", target="g", weapon=key) > 0
        else:
            assert hand.refused("R", "attack", target="g", weapon=key) == {"OQ-ENC-03"}


def test_squares_of_one_metre_count_movement_too(oq):
    hand = oq.fight("R" + "." * 30 + "g", options={"square": "one"})
    hand.begin()
    assert hand.rules.allowance(hand.battle, hand.actor("R"), "move").total == 15
    assert hand.refused("R", "charge", "e e e e", target="g") >= {"OQ-CHARGE-01"}


@pytest.mark.rule("OQ-RANGED-14")
def test_shooting_beside_an_enemy(oq):
    hand = archer(oq, "Lg", g={"dex": 9})
    hand.act("L", "shoot", target="g", answers=[99])
    hand.go_on()
    hand.session.submit(hand.command("g", "attack", target="L"))
    result = hand.session.answer(Faces((20,)))
    assert [pick.key for pick in result.request.picks] == ["dodge", "none"]  # the bow does not parry
    strict = archer(oq, "Lg", options={"shooting_beside": "no"})
    assert strict.refused("L", "shoot", target="g") == {"OQ-RANGED-14"}


@pytest.mark.rule("OQ-RANGED-02")
def test_no_shot_at_the_end_of_a_charge(oq):
    hand = oq.fight("R....g....h", R={"weapons": (oq.javelin, oq.bow)})
    hand.begin()
    assert "OQ-RANGED-02" in hand.refused("R", "charge", "e e e e", target="g", weapon="bow")
    hand.act("R", "charge", "e e e e", target="g", answers=["none"])
    assert "OQ-RANGED-02" in hand.refused("R", "hurl", target="g", weapon="javelin")


@pytest.mark.rule("OQ-RANGED-12", "OQ-RANGED-13")
def test_no_shot_disarms_or_goes_for_a_shield(oq):
    hand = archer(oq, "Lg", g={"weapons": (oq.longsword, oq.shield)})
    refused = hand.refused("L", "disarm", target="g", weapon="bow", aim="shield")
    assert refused >= {"OQ-RANGED-12", "OQ-RANGED-13"}


# --- aiming -------------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-RACT-02", "OQ-RACT-03", "OQ-RACT-04")
def test_aiming(oq):
    hand = archer(oq, "L....g ....... ......h", L={"ranged": 50})
    for _ in range(2):
        hand.act("L", "aim", target="g")
        hand.rounds_on()
    assert hand.beats("L", "shoot", target="g") == 100
    assert hand.beats("L", "shoot", target="h") == 50
    hand.act("L", "shoot", target="g", answers=[100, "nothing"])
    hand.rounds_on()
    assert hand.beats("L", "shoot", target="g") == 50


@pytest.mark.rule("OQ-RACT-02")
def test_aiming_has_a_limit_by_another_reading(oq):
    hand = archer(oq, L={"ranged": 70}, options={"aim": "hundred"})
    for _ in range(3):
        hand.act("L", "aim", target="g")
        hand.rounds_on()
    assert hand.beats("L", "shoot", target="g") == 100


@pytest.mark.rule("OQ-RACT-05")
def test_a_reaction_spoils_the_aim(oq):
    hand = archer(oq, "L....g h.....", h={"dex": 9}, L={"ranged": 50})
    hand.act("L", "aim", target="g")
    hand.to("h")
    hand.act("h", "attack", target="L", answers=[20, "dodge", 40])
    hand.rounds_on()
    assert hand.beats("L", "shoot", target="g") == 50


# --- loading and drawing ------------------------------------------------------------------------------


@pytest.mark.rule("OQ-OTHER-09", "OQ-RANGED-04")
@pytest.mark.parametrize("rate", [2, 3])
def test_a_crossbow_is_reloaded(oq, rate):
    hand = archer(oq, L={"weapons": (replace(oq.crossbow, rate=rate),)})
    hand.act("L", "shoot", target="g", answers=[99])
    for _ in range(rate - 1):
        hand.rounds_on()
        assert "OQ-OTHER-09" in hand.refused("L", "shoot", target="g")
        hand.act("L", "reload")
    hand.rounds_on()
    assert hand.rules.progress(hand.battle).round == rate + 1
    assert hand.beats("L", "shoot", target="g") == 60


@pytest.mark.rule("OQ-RANGED-03", "OQ-OTHER-05")
@pytest.mark.parametrize("nocking", ["rate", "action"])
def test_a_bow_is_readied_in_a_round(oq, nocking):
    hand = archer(oq, L={"weapons": (), "packed": (oq.bow,)}, options={"nocking": nocking})
    hand.act("L", "ready", item="draw:bow")
    assert "OQ-BASIC-02" in hand.refused("L", "shoot", target="g")
    hand.rounds_on()
    hand.act("L", "shoot", target="g", answers=[99])
    hand.rounds_on()
    if nocking == "rate":
        assert hand.beats("L", "shoot", target="g") == 60
    else:
        hand.act("L", "reload")
        hand.rounds_on()
        assert hand.beats("L", "shoot", target="g") == 60


@pytest.mark.rule("OQ-OTHER-05", "OQ-OTHER-06")
def test_one_action_drops_a_bow_and_draws_a_sword(oq):
    hand = archer(oq, "Lg", L={"packed": (oq.longsword,)})
    hand.act("L", "ready", item="draw:longsword")
    assert [item.key for item in hand.page("L").weapons] == ["longsword"]
    assert [thing.name for thing in hand.battle.things] == ["Short bow"]
    assert "OQ-BASIC-02" in hand.refused("L", "attack", target="g")
    hand.rounds_on()
    hand.act("L", "ready", item=f"take:{hand.battle.things[0].id}")
    assert hand.battle.things[0].name == "Longsword"  # two hands for the bow


@pytest.mark.rule("OQ-OTHER-07", "OQ-OTHER-08")
def test_sheathing_and_drawing_take_two_rounds_and_so_do_two_weapons(oq):
    hand = oq.fight("R.g", R={"packed": (oq.mace, oq.dagger), "dex": 18})
    hand.begin()
    hand.act("R", "ready", item="sheathe:longsword")
    assert "OQ-BASIC-02" in hand.refused("R", "ready", item="draw:mace")
    hand.rounds_on()
    hand.act("R", "ready", item="draw:mace")
    assert "OQ-BASIC-02" in hand.refused("R", "ready", item="draw:dagger")
    hand.rounds_on()
    hand.act("R", "ready", item="draw:dagger")
    assert [item.key for item in hand.page("R").weapons] == ["dagger", "mace"]
    assert hand.rules.progress(hand.battle).round == 3


# --- throwing -----------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-THROWCC-01", "OQ-THROWCC-02", "OQ-THROWCC-03")
def test_throwing_what_is_not_made_for_it(oq):
    def thrower(squares):
        hand = oq.fight("R" + "." * (squares - 1) + "g", R={"weapons": (oq.mace,), "ranged": 50, "close": 70})
        hand.begin()
        return hand

    assert thrower(4).beats("R", "hurl", target="g") == 30  # 8 m
    assert thrower(5).beats("R", "hurl", target="g") == 5
    assert thrower(8).beats("R", "hurl", target="g") == 5  # 16 m
    assert thrower(9).refused("R", "hurl", target="g") == {"OQ-THROWCC-01"}


@pytest.mark.rule("OQ-REACT-05", "OQ-RANGED-08", "OQ-REACT-08")
def test_a_javelin_can_be_dodged_and_parried_with_a_shield(oq):
    armed = {"weapons": (oq.javelin,), "dex": 18, "ranged": 60}
    hand = oq.fight("R..g..h", R=armed, g={"weapons": (oq.longsword, oq.shield)})
    hand.begin()
    assert hand.picks(hand.command("R", "hurl", target="g"), 20) == ["dodge", "parry:shield", "none"]
    assert hand.picks(hand.command("R", "hurl", target="h"), 20) == ["dodge", "none"]
    hand.act("R", "hurl", target="g", answers=[20, "parry:shield", 40])
    assert (hand.page("g").hp, hand.page("R").weapons) == (12, ())
    assert [(thing.name, thing.cell) for thing in hand.battle.things] == [("Javelin", (3, 0))]


@pytest.mark.rule("OQ-REACT-09", "OQ-RANGED-10")
@pytest.mark.parametrize(("aware", "left"), [("yes", 12), ("no", 9)])
def test_an_unseen_thrower_leaves_it_to_the_gm_who_was_aware(oq, aware, left):
    hand = oq.fight(
        "R..g", R={"weapons": (oq.javelin,), "dex": 18, "ranged": 60}, g={"weapons": (oq.shield,)}
    )
    hand.begin()
    play(hand.session, SetCondition("g", Condition(BLIND)))
    asked = hand.asked(hand.command("R", "hurl", target="g"), 20)
    assert (asked.title.rule, [pick.key for pick in asked.picks]) == ("OQ-RANGED-10", ["yes", "no"])
    answers = [20, "yes", "parry:shield", 30] if aware == "yes" else [20, "no", 3]
    hand.act("R", "hurl", target="g", answers=answers)
    assert hand.page("g").hp == left


@pytest.mark.rule("OQ-REACT-09")
def test_awareness_of_a_blow(oq):
    hand = oq.fight("Rg", R={"dex": 18})
    hand.begin()
    play(hand.session, HideActor("R", hidden=True))
    asked = hand.asked(hand.command("R", "attack", target="g"), 20)
    assert isinstance(asked, AskChoice)
    assert asked.title.rule == "OQ-REACT-09"
    hand.act("R", "attack", target="g", answers=[20, "no", 5])
    assert hand.page("g").hp == 7
    always = oq.fight("Rg", options={"behind": "always"})
    always.begin()
    assert always.asked(always.command("R", "attack", target="g"), 20).title.rule == "OQ-REACT-09"


# --- cover --------------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-COVER-01", "OQ-COVER-03", "OQ-COVER-04", "OQ-COVER-05")
@pytest.mark.parametrize(
    ("cover", "skill", "beats"), [("partial", 60, 35), ("very_good", 60, 10), ("total", 90, 15)]
)
def test_cover(oq, cover, skill, beats):
    hand = oq.fight("Rg..L", R={"close": skill}, L={"ranged": skill, "weapons": (oq.bow,)})
    hand.begin()
    hand.act("g", "cover", cover=cover)
    assert hand.beats("R", "attack", target="g") == beats
    hand.to("L")
    if cover == "partial":
        asked = hand.asked(hand.command("L", "shoot", target="g"), "none")
        assert asked.beats == beats


@pytest.mark.rule("OQ-REACT-06", "OQ-REACT-07", "OQ-RANGED-11")
def test_a_shield_covers_against_arrows(oq):
    def beats(item, skill):
        return archer(oq, L={"ranged": skill}, g={"weapons": (item,)}).beats("L", "shoot", target="g")

    assert beats(oq.shield, 60) == 35
    assert beats(oq.large_shield, 60) == 10
    assert beats(oq.buckler, 60) == 60
    assert beats(oq.shield, 50) == 25
    assert (oq.shield.size, oq.large_shield.size) == (Size.HEAVY, Size.HUGE)


@pytest.mark.rule("OQ-COVER-02")
def test_the_best_of_shield_and_cover_counts(oq):
    hand = archer(oq, L={"ranged": 80}, g={"weapons": (oq.shield,), "cover": "very_good"})
    asked = hand.asked(hand.command("L", "shoot", target="g"))
    assert asked.beats == 30
    assert [part.label.key for part in asked.tally.parts if part.suppressed] == ["oq.mod.shield"]


# --- crowds -------------------------------------------------------------------------------------------


CROWD = "......h L....gS ......."


@pytest.mark.rule("OQ-CROWD-01", "OQ-CROWD-02")
def test_the_gm_says_how_much_cover_a_crowd_gives(oq):
    hand = archer(oq, CROWD, L={"ranged": 70})
    assert hand.picks(hand.command("L", "shoot", target="g")) == ["none", "partial", "very_good", "total"]
    events = hand.act("L", "shoot", target="g", answers=["very_good", 18, 5])
    assert [event.target for event in kinds(events, Struck)] == ["g"]


@pytest.mark.rule("OQ-CROWD-03", "OQ-CROWD-04")
def test_a_shot_goes_astray_and_can_be_dodged(oq):
    hand = archer(oq, CROWD, L={"ranged": 70})
    asked = hand.asked(hand.command("L", "shoot", target="g"), "very_good", 45)
    assert asked.dice == (2,)
    assert hand.picks(hand.command("L", "shoot", target="g"), "very_good", 45, 2) == ["dodge", "none"]
    events = hand.act("L", "shoot", target="g", answers=["very_good", 45, 2, "none", 5])
    assert [(event.actor, event.amount) for event in kinds(events, Harmed)] == [("S", 5)]
    wide = archer(oq, CROWD, L={"ranged": 70})
    assert kinds(wide.act("L", "shoot", target="g", answers=["very_good", 75]), Struck) == []


@pytest.mark.rule("OQ-CROWD-03")
def test_astray_is_a_reading(oq):
    hand = archer(oq, CROWD, L={"ranged": 70}, options={"crowd": "off"})
    assert kinds(hand.act("L", "shoot", target="g", answers=["very_good", 45]), Struck) == []


@pytest.mark.rule("OQ-DAMAGE-03")
def test_a_crossbow_adds_no_modifier(oq):
    hand = archer(oq, L={"weapons": (oq.crossbow,), "damage_modifier": (6,)})
    hand.act("L", "shoot", target="g", answers=[20, 5])
    assert hand.page("g").hp == 7
    bow = archer(oq, L={"damage_modifier": (6,)})
    bow.act("L", "shoot", target="g", answers=[20, (2, 3)])
    assert bow.page("g").hp == 7
