"""Morale: triggers, the leader, the referee's word; giving in, running, and leaving the field."""

import pytest

from engine.model.commands import Advance
from engine.model.requests import AskChoice, AskNumber, AskRoll, Number, Picked
from engine.session.session import Asked, Unfit
from engine.testing import wall


def shaken(osr, rows="K.b.x.d.e", **pages):
    """K has felled b in round 1, and the Morale step of round 2 is open."""
    hand = osr.fight(rows, ("b", "K"), b={"taken": 20, **pages.pop("b", {})}, **pages)
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.to_attacks()
    hand.act("K", "resolve", answers=[20])
    hand.go_on()
    hand.go_on((1, 1))
    return hand


@pytest.mark.rule("OSR-MORALE-01", "OSR-MORALE-07")
def test_a_trigger_makes_2d6_due(osr):
    hand = shaken(osr)
    request = hand.asked(Advance())
    assert isinstance(request, AskRoll)
    assert (request.dice, request.side, request.secret) == ((6, 6), "foes", True)
    assert request.detail[0].rule == "OSR-MORALE-07"


@pytest.mark.rule("OSR-MORALE-05")
def test_somebody_who_loses_heart_may_surrender_or_flee_if_there_is_a_way(osr):
    hand = shaken(osr, "K.b.x.d.e", x={"morale": 2}, d={"morale": 12}, e={"morale": 12})
    request = hand.asked(Advance(), *faces(6, 6))
    assert isinstance(request, AskChoice)
    assert [pick.key for pick in request.picks] == ["flee", "surrender"]


@pytest.mark.rule("OSR-MORALE-05")
def test_without_a_way_out_there_is_only_surrender(osr):
    hand = shaken(osr, "K.b.x.d.e", x={"morale": 2}, d={"morale": 12}, e={"morale": 12})
    terrain = hand.battle.terrain
    closed = type(terrain)(
        terrain.width, terrain.height, ground=terrain.ground, decor=terrain.decor,
        walls=(wall(4, 0, 4, 1), wall(5, 0, 5, 1)),
    )  # fmt: skip
    from engine.model.commands import SetTerrain

    hand.done(hand.session.submit(SetTerrain(closed), overrule=True))
    request = hand.asked(Advance(), *faces(6, 6))
    assert [pick.key for pick in request.picks] == ["surrender"]
    assert hand.narrator().say(request.detail[0]) == "There is no way out"


def faces(*shown):
    from engine.model.requests import Faces

    return (Faces(shown),)


@pytest.mark.rule("OSR-MORALE-05", "OSR-MORALE-06")
def test_what_one_does_all_the_rest_may_do(osr):
    hand = shaken(osr)
    hand.go_on((6, 6), "surrender_all")
    assert [hand.page(who).surrendered for who in "xde"] == [True, True, True]
    words = {hand.narrator().say(hand.rules.card(hand.battle, hand.actor(who)).state) for who in "xde"}
    assert words == {"Out of action, surrendered"}
    assert not any(hand.rules.card(hand.battle, hand.actor(who)).dead for who in "xde")


@pytest.mark.rule("OSR-MORALE-09")
def test_the_referee_calls_for_a_check_and_waives_one(osr):
    hand = osr.fight("K...b.x")
    hand.begin()
    hand.act("b", "morale")
    notes = dict(hand.rules.progress(hand.battle).side_notes)
    assert hand.narrator().say(notes["foes"]) == "morale check due"
    hand.to_next_round()
    assert hand.phase == "morale"
    hand.go_on("waive")
    assert hand.phase == "declare"
    assert not any(hand.page(who).routed for who in "bx")
    hand.act("b", "morale")
    hand.act("b", "morale")
    hand.to_next_round()
    assert hand.phase == "declare"


@pytest.mark.rule("OSR-MORALE-09", "OSR-MORALE-02")
def test_a_called_check_is_made_by_the_party_too(osr):
    hand = osr.fight("K...b")
    hand.begin()
    hand.act("K", "morale")
    hand.to_next_round()
    hand.go_on((6, 6), "flee")
    assert hand.page("K").routed


@pytest.mark.rule("OSR-MORALE-10")
@pytest.mark.parametrize(("leads", "stand"), [(True, True), (False, False)])
def test_a_strong_leader_lends_morale_while_present(osr, leads, stand):
    hand = shaken(osr, d={"morale": 10, "leader": leads})
    hand.go_on((5, 4), *(() if stand else ("flee_all",)))
    assert [hand.page(who).routed for who in "xe"] == [not stand, not stand]
    assert not hand.page("d").routed


@pytest.mark.rule("OSR-MORALE-10")
def test_a_leader_who_is_out_lends_nothing(osr):
    hand = shaken(osr, b={"morale": 10, "leader": True})
    hand.go_on((5, 4), "flee_all")
    assert all(hand.page(who).routed for who in "xde")


@pytest.mark.rule("OSR-MORALE-11")
def test_the_referee_modifies_a_check_by_two_at_most(osr):
    hand = shaken(osr)
    assert isinstance(hand.session.submit(Advance()), Asked)
    asked = hand.session.answer(Picked("modifier"))
    assert isinstance(asked.request, AskNumber)
    assert isinstance(hand.session.answer(Number(-3)), Unfit)
    asked = hand.session.answer(Number(-2))
    assert [part.value for part in asked.request.tally.parts] == [-2]
    hand.done(hand.session.answer(*faces(6, 3)))
    assert not any(hand.page(who).routed for who in "xde")


@pytest.mark.rule("OSR-MORALE-05")
def test_who_lost_heart_runs_for_the_edge_and_leaves(osr):
    hand = shaken(osr, "....... K.b.x.. .......", x={"morale": 2, "move": 2})
    hand.go_on((6, 6), "flee")
    assert hand.refused("x", "leave") == {"OSR-ASSUME-09"}
    assert hand.refused("x", "pass") == {"OSR-MORALE-05"}
    hand.act("x", "flee", "e e")
    hand.to_next_round()
    assert hand.at("x") == (6, 1)
    hand.act("x", "leave")
    hand.to_attacks()
    assert hand.actor("x").cell is None
    assert hand.narrator().say(hand.rules.card(hand.battle, hand.actor("x")).state) == "Out of action, fled"
    assert hand.rules.progress(hand.battle).over.key == "over.won"


def test_only_from_the_edge_does_anybody_leave_and_not_out_of_a_melee(osr):
    hand = osr.fight("..... .K.b. .....")
    hand.begin()
    assert hand.refused("K", "leave") == {"OSR-ASSUME-09"}
    hand = osr.fight("K.b..", b={"move": 2})
    hand.begin()
    hand.act("K", "leave")
    hand.act("b", "move", "w w")
    hand.go_on()
    assert hand.at("K") == hand.at("b") == (0, 0)


@pytest.mark.rule("OSR-MORALE-02")
def test_with_the_option_on_the_party_is_asked(osr):
    hand = osr.fight("K.b.M", ("b", "K"), options={"party_morale": "check"}, K={"taken": 20})
    hand.begin()
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    hand.act("b", "resolve", answers=[20])
    hand.go_on()
    hand.go_on((1, 1))
    request = hand.asked(Advance())
    assert (request.side, request.secret) == ("party", False)
