"""OS-SIX: pools that keep the highest, the player's defence, strain, and a panic that is seen."""

from itertools import product

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN, HELPLESS, PRONE
from engine.model.commands import Advance, Begin, SetFact
from engine.model.events import Dropped, Missed, Rolled, Said, Struck
from engine.model.requests import AskChoice, AskRoll, AskRolls, Ruling
from engine.rulesets.os_six.pools import Degree, Stat, degree, dice_of, law, pool
from engine.rulesets.os_six.sheet import on_turn
from engine.session.session import Asked, Refused
from engine.testing import Script, play


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def started(hand, *first):
    """Begin so that these act first, in this order: sixes for the first, fives for the second..."""
    ranks = {who: 6 - place for place, who in enumerate(first)}
    asked = hand.session.submit(Begin())
    faces = [(ranks.get(roll.actor, 1),) * len(roll.dice) for roll in asked.request.rolls]
    result = hand.session.answer(Script(faces)(asked.request))
    while isinstance(result, Asked):
        result = hand.session.answer(Script([result.request.picks[0].key])(result.request))
    assert on_turn(hand.battle) == first[0]
    return hand


# --- pools ----------------------------------------------------------------------------------------


@pytest.mark.rule("SIX-ATK-01", "SIX-ATK-02", "SIX-ATK-03", "SIX-ATK-04", "SIX-PANIC-01")
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((6, 6, 1), Degree.CRITICAL),
        ((6, 1, 1), Degree.COMPLETE),
        ((5, 1, 1), Degree.PARTIAL),
        ((4,), Degree.PARTIAL),
        ((3, 2, 1), Degree.FAILURE),
        ((1, 1, 3), Degree.CRITICAL_FAILURE),
        ((1,), Degree.FAILURE),
    ],
)
def test_what_a_pool_means(faces, result):
    assert degree(faces, "high") is result


def test_a_pool_of_nothing_keeps_the_lower_of_two_and_is_never_critical():
    assert dice_of(0) == ((6, 6), "low")
    assert [degree(faces, "low") for faces in ((6, 6), (6, 4), (1, 1))] == [
        Degree.COMPLETE,
        Degree.PARTIAL,
        Degree.FAILURE,
    ]


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5])
def test_the_law_of_a_pool_counts_every_face(size):
    dice, keep = dice_of(size)
    counted = dict.fromkeys(Degree, 0.0)
    for faces in product(range(1, 7), repeat=len(dice)):
        counted[degree(faces, keep)] += 1 / 6 ** len(dice)
    chances = law(size)
    assert {result: chances.get(result, 0.0) for result in Degree} == pytest.approx(counted, abs=1e-12)


# --- order and turns ------------------------------------------------------------------------------


@pytest.mark.rule("SIX-STEP-04", "SIX-STEP-05", "SIX-STEP-06", "SIX-STEP-07")
def test_the_order_of_combat(six):
    hand = six.fight("EK.t.u", E={"agility": 3})
    result = hand.session.submit(Begin())
    assert isinstance(result.request, AskRolls)
    assert [(roll.actor, len(roll.dice)) for roll in result.request.rolls] == [
        ("E", 3), ("K", 2), ("t", 2), ("u", 2),
    ]  # fmt: skip
    result = hand.session.answer(Script([(5, 1, 1), (5, 5), (5, 2), (6, 1)])(result.request))
    assert isinstance(result.request, AskChoice)
    assert [pick.key for pick in result.request.picks] == ["E", "K"]
    hand.done(hand.session.answer(Script(["K"])(result.request)))
    assert hand.battle.round.order == ("u", "K", "E", "t")


@pytest.mark.rule("SIX-STEP-08", "SIX-STEP-09", "SIX-SHEET-01")
def test_everybody_has_one_turn_a_round_in_the_same_order(six):
    hand = started(six.fight("EK.t.u"), "t", "E", "K", "u")
    turns = []
    for _ in range(5):
        turns.append((hand.rules.progress(hand.battle).round, on_turn(hand.battle)))
        assert not kinds(hand.go_on(overrule=True), Rolled)
    assert turns == [(1, "t"), (1, "E"), (1, "K"), (1, "u"), (2, "t")]


@pytest.mark.rule("SIX-TURN-03", "SIX-TURN-05", "SIX-MOVE-02", "SIX-MOVE-03")
def test_move_attack_and_move_on(six):
    hand = started(six.fight("E..t......."), "E")
    hand.act("E", "move", "e e")
    hand.act("E", "attack", target="t", answers=[1, 2, 3])
    assert hand.refused("E", "attack", target="t") == {"SIX-TURN-03"}
    hand.act("E", "move", "w w")
    assert hand.at("E") == (0, 0)


@pytest.mark.rule("SIX-MOVE-02")
def test_the_move_has_a_limit(six):
    hand = started(six.fight("E.........t"), "E")
    assert hand.refused("E", "move", "e " * 7) == {"SIX-MOVE-02"}
    hand.act("E", "move", "e " * 6)


@pytest.mark.rule("SIX-TURN-04", "SIX-MOVE-04", "SIX-MOVE-05")
def test_a_double_move_takes_the_turn(six):
    hand = started(six.fight("E" + "." * 14 + "t"), "E")
    assert hand.refused("E", "double", "e " * 13) == {"SIX-MOVE-04"}
    hand.act("E", "double", "e " * 12)
    assert hand.refused("E", "other") == {"SIX-TURN-03"}
    hand = started(six.fight("tE......"), "E")
    hand.act("E", "attack", target="t", answers=[1, 2, 3])
    assert hand.refused("E", "double", "e") == {"SIX-MOVE-05"}


@pytest.mark.rule("SIX-MOVE-06")
def test_leaving_melee_costs_nothing(six):
    hand = started(six.fight("tE......"), "E")
    assert not kinds(hand.act("E", "move", "e " * 6), Rolled)


def test_any_other_action_is_for_the_gm(six):
    hand = started(six.fight("E.t"), "E")
    ruling = Ruling("the rope is cut", (SetFact("t", "hp", 3),))
    hand.act("E", "other", text="cut the rope", answers=["none", ruling])
    assert hand.page("t").hp == 3
    assert hand.page("E").turn.acted


# --- attacks --------------------------------------------------------------------------------------


@pytest.mark.rule("SIX-TURN-08", "SIX-TURN-13", "SIX-ATK-01", "SIX-ATK-02", "SIX-ATK-03", "SIX-ATK-04")
@pytest.mark.parametrize(("faces", "harm"), [((6, 1, 1), 5), ((4, 1, 1), 2), ((3, 1, 2), 0), ((6, 6, 1), 10)])
def test_a_hero_attacks_with_brawn(six, faces, harm):
    hand = started(six.fight("Et", t={"hp": 20, "max_hp": 20}), "E")
    events = hand.act("E", "attack", target="t", answers=[faces, 5] if harm else [faces])
    assert hand.page("t").hp == 20 - harm
    assert kinds(events, Rolled)[0].roller == "E"


@pytest.mark.rule("SIX-TURN-14")
def test_a_hero_shoots_with_agility(six):
    hand = started(six.fight("E....t", E={"weapons": (six.rifle,), "brawn": 4, "agility": 2}), "E")
    roll = kinds(hand.act("E", "attack", target="t", answers=[(6, 2), 1]), Rolled)[0]
    assert roll.dice == (6, 6)
    assert hand.page("t").hp == 5


@pytest.mark.rule("SIX-TURN-08", "SIX-TURN-09", "SIX-TURN-10", "SIX-TURN-11", "SIX-TURN-15", "SIX-TURN-16")
def test_the_player_rolls_the_defence(six):
    hand = started(six.fight("Et"), "t")
    result = hand.session.submit(hand.command("t", "attack", target="E"))
    assert isinstance(result.request, AskRoll)
    assert (result.request.actor, result.request.side, result.request.about) == ("E", "party", "t")
    assert result.request.dice == (6, 6)
    assert [pick.key for pick in result.request.instead] == ["block"]
    result = hand.session.answer(Script(["block"])(result.request))
    assert (result.request.actor, result.request.dice) == ("E", (6, 6, 6))
    result = hand.session.answer(Script([(2, 3, 3)])(result.request))
    assert (result.request.actor, result.request.side, result.request.dice) == ("t", "foes", (6,))
    events = hand.done(hand.session.answer(Script([4])(result.request)))
    assert [roll.roller for roll in kinds(events, Rolled)] == ["E", "t"]
    assert hand.page("E").hp == 8


@pytest.mark.rule("SIX-DEF-01", "SIX-DEF-02", "SIX-DEF-03", "SIX-TURN-17")
@pytest.mark.parametrize(("faces", "left"), [((6, 1), 12), ((5, 1), 10), ((2, 3), 7)])
def test_degrees_of_defence(six, faces, left):
    hand = started(six.fight("Et"), "t")
    hand.act("t", "attack", target="E", answers=[faces, 5] if left < 12 else [faces])
    assert hand.page("E").hp == left


@pytest.mark.rule("SIX-DEF-04")
def test_a_critical_defence_strikes_back_and_is_not_countered(six):
    hand = started(six.fight("Et", t={"hp": 20, "max_hp": 20}), "t")
    events = hand.act("t", "attack", target="E", answers=[(6, 6), (6, 2, 2), 3])
    assert hand.page("E").hp == 12
    assert hand.page("t").hp == 17
    hand.go_on()
    hand.go_on(overrule=True)
    events = hand.act("t", "attack", target="E", answers=[(6, 6), "none"])
    assert not kinds(events, Struck)
    # A botched counter-attack offers no counter to that.
    hand = started(six.fight("Et"), "t")
    hand.session.submit(hand.command("t", "attack", target="E"))
    hand.session.answer(Script([(6, 6)])(hand.session.question))
    botch = hand.session.answer(Script([(1, 1, 2)])(hand.session.question))
    assert [pick.key for pick in botch.request.instead] == ["drop", "prone"]


@pytest.mark.rule("SIX-DEF-04", "SIX-MOVE-06")
def test_a_critical_defence_against_a_free_attack_strikes_back_before_the_step(six):
    fight = six.fight("tE..", options={"leaving_melee": "attack"}, t={"hp": 20, "max_hp": 20})
    hand = started(fight, "E")
    events = hand.act("E", "move", "e e", answers=[(6, 6), (6, 2, 2), 3])
    assert [blow.attacker for blow in kinds(events, Struck)] == ["E"]
    assert hand.page("t").hp == 17
    assert hand.at("E") == (3, 0)


@pytest.mark.rule("SIX-DEF-04")
def test_no_counter_attack_out_of_reach(six):
    hand = started(six.fight("E...t", t={"weapons": (six.rifle,)}), "t")
    events = hand.act("t", "attack", target="E", answers=[(6, 6)])
    assert [roll.roller for roll in kinds(events, Rolled)] == ["E"]


@pytest.mark.rule("SIX-DEF-05", "SIX-DEF-06")
def test_a_critical_failure_of_defence(six):
    hand = started(six.fight("Et"), "t")
    events = hand.act("t", "attack", target="E", answers=[(1, 1), 4, (1, 2)])
    assert hand.page("E").hp == 4
    assert hand.page("E").strain == 1
    assert [roll.target for roll in kinds(events, Rolled)][-1] == 1


def test_nobody_blocks_a_bullet(six):
    hand = started(six.fight("E...t", t={"weapons": (six.rifle,)}), "t")
    result = hand.session.submit(hand.command("t", "attack", target="E"))
    assert result.request.instead == ()


@pytest.mark.rule("SIX-TURN-12", "SIX-MOVE-05")
def test_attacks_a_turn(six):
    hand = started(six.fight("Et.", t={"attacks": 2}), "t")
    hand.act("t", "attack", target="E", answers=[(6, 1)])
    assert hand.rules.progress(hand.battle).waiting == ("t",)
    assert hand.refused("t", "double", "e") == {"SIX-MOVE-05"}
    hand.act("t", "attack", target="E", answers=[(6, 1)])
    assert hand.refused("t", "attack", target="E") == {"SIX-TURN-03"}


@pytest.mark.rule("SIX-ATK-06")
@pytest.mark.parametrize("pick", ["drop", "prone", "counter"])
def test_a_critical_failure_of_an_attack(six, pick):
    hand = started(six.fight("Et", E={"strain": 3}), "E")
    more = [(6, 1)] if pick == "counter" else []
    events = hand.act("E", "attack", target="t", answers=[(1, 1, 2), pick, *more, (2, 2)])
    assert kinds(events, Missed)
    assert hand.page("E").strain == 4
    assert hand.page("E").useless == (("machete",) if pick == "drop" else ())
    assert hand.actor("E").has(PRONE) is (pick == "prone")
    if pick == "drop":
        hand.go_on()
        hand.go_on(overrule=True)
        hand.act("E", "ready")
        assert hand.page("E").useless == ()


# --- strain and panic -----------------------------------------------------------------------------


@pytest.mark.rule("SIX-PANIC-02", "SIX-PANIC-03", "SIX-PANIC-04")
@pytest.mark.parametrize(("faces", "strain"), [((3, 4), 7), ((3, 3), 9)])
def test_a_panic_roll(six, faces, strain):
    hand = started(six.fight("Et", E={"strain": 6}), "E")
    hand.act("E", "attack", target="t", answers=[(1, 1, 3), "prone", faces])
    assert hand.page("E").strain == strain


@pytest.mark.rule("SIX-PANIC-06")
def test_who_sees_a_panic_rolls_too_and_there_it_ends(six):
    strain = {"E": 6, "K": 8, "W": 9, "M": 2}
    pages = {who: {"strain": number} for who, number in strain.items()}
    hand = started(six.fight("Et#W K.M..", **pages), "E")
    hand.session.submit(hand.command("E", "attack", target="t"))
    hand.session.answer(Script([(1, 1, 3)])(hand.session.question))
    hand.session.answer(Script(["prone"])(hand.session.question))
    asked = hand.session.answer(Script([(3, 3)])(hand.session.question))
    assert isinstance(asked.request, AskRolls)
    assert "t" not in {roll.actor for roll in asked.request.rolls}
    assert {"K", "M"} <= {roll.actor for roll in asked.request.rolls}
    assert "W" not in {roll.actor for roll in asked.request.rolls}
    events = hand.done(hand.session.answer(Script([(1, 2), (4, 4)])(asked.request)))
    assert [event.about for event in kinds(events, Said) if event.what.key == "six.panics"] == ["E", "K"]
    assert (hand.page("K").strain, hand.page("M").strain) == (10, 2)


@pytest.mark.rule("SIX-PANIC-05")
def test_after_a_panic_the_next_action_has_one_die_less(six):
    hand = started(six.fight("Et", E={"penalty": True, "brawn": 3}), "E")
    first = kinds(hand.act("E", "attack", target="t", answers=[(1, 2)]), Rolled)[0]
    assert first.dice == (6, 6)
    assert not hand.page("E").penalty
    hand.go_on()
    hand.go_on(overrule=True)
    assert len(kinds(hand.act("E", "attack", target="t", answers=[(1, 2, 2)]), Rolled)[0].dice) == 3


@pytest.mark.rule("SIX-STRAIN-02", "SIX-INCAP-05")
def test_at_twelve_strain_a_hero_is_incapacitated(six):
    hand = started(six.fight("EtK", E={"strain": 10}), "E")
    hand.act("E", "attack", target="t", answers=[(1, 1, 3), "prone", (5, 5), (6, 6)])
    assert hand.page("E").strain == 12
    assert hand.actor("E").has(HELPLESS)
    assert not hand.actor("E").active


# --- hit points -----------------------------------------------------------------------------------


def hurt(hand, amount):
    """Let the thug do exactly that much to E."""
    hand.act("t", "attack", target="E", answers=[(2, 3), amount])


@pytest.mark.rule("SIX-DAMAGE-01", "SIX-DAMAGE-02")
def test_at_zero_a_hero_is_unconscious_without_a_roll(six):
    hand = started(six.fight("Et.K", E={"hp": 5}), "t")
    hurt(hand, 5)
    assert hand.page("E").hp == 0
    assert hand.actor("E").has(DOWN)
    assert not hand.page("E").dead


@pytest.mark.rule("SIX-DAMAGE-03", "SIX-DAMAGE-04", "SIX-DAMAGE-05")
@pytest.mark.parametrize(("best", "dead"), [(4, False), (3, True)])
def test_below_zero_brawn_decides(six, best, dead):
    hand = started(six.fight("Et.K", E={"hp": 3}), "t")
    death = ["accept"] if dead else []
    hand.act("t", "attack", target="E", answers=[(2, 3), 5, (best, 2, 2), *death])
    assert hand.page("E").dead is dead
    assert hand.page("E").hp == (-2 if dead else 0)


@pytest.mark.rule("SIX-DAMAGE-06")
def test_more_damage_at_zero_kills(six):
    hand = started(six.fight("Et.K", E={"hp": 0, "fallen": True}), "t")
    hand.act("t", "attack", target="E", answers=[1, "accept"])
    assert hand.page("E").dead


@pytest.mark.rule("SIX-DAMAGE-13", "SIX-DAMAGE-14")
@pytest.mark.parametrize(("reading", "dead"), [("equal", True), ("example", False)])
def test_massive_damage(six, reading, dead):
    maul = replace(six.machete, dice=(6, 6, 6))
    hand = started(
        six.fight("Et.K", options={"massive": reading}, E={"hp": 3, "max_hp": 14}, t={"weapons": (maul,)}),
        "t",
    )
    answers = [(2, 3), (6, 6, 5)]
    hand.act("t", "attack", target="E", answers=[*answers, "accept" if dead else (6, 1, 1)])
    assert hand.page("E").dead is dead


@pytest.mark.rule("SIX-DAMAGE-07", "SIX-DAMAGE-08", "SIX-DAMAGE-09", "SIX-DAMAGE-10")
@pytest.mark.parametrize(("best", "hp", "dead"), [(2, 0, True), (5, 0, False), (6, 1, False)])
def test_a_hero_at_zero_rolls_as_its_turn_comes(six, best, hp, dead):
    hand = started(six.fight("E.t.K", E={"hp": 0}), "t", "E", "K")
    play(hand.session, SetFact("E", "hp", 0))
    hand.go_on((best, 1, 1), *(["accept"] if dead else []), overrule=True)
    assert (hand.page("E").hp, hand.page("E").dead) == (hp, dead)
    assert on_turn(hand.battle) == "K"


@pytest.mark.rule("SIX-DAMAGE-11")
def test_who_comes_round_is_dazed_for_one_turn(six):
    hand = started(six.fight("E.t.K", E={"hp": 0}), "t", "E", "K")
    play(hand.session, SetFact("E", "hp", 0))
    hand.go_on((6, 1, 1), overrule=True)
    hand.go_on(overrule=True)
    hand.go_on(overrule=True)
    assert on_turn(hand.battle) == "E"
    assert hand.refused("E", "move", "e") == {"SIX-DAMAGE-11"}
    for _ in range(3):
        hand.go_on(overrule=True)
    hand.act("E", "move", "e")


@pytest.mark.rule("SIX-DAMAGE-12")
def test_at_one_hit_point_every_pool_is_one_smaller(six):
    hand = started(six.fight("Et", E={"hp": 1}), "E")
    assert pool(hand.page("E"), Stat.BRAWN).total == 2
    assert len(kinds(hand.act("E", "attack", target="t", answers=[(1, 2)]), Rolled)[0].dice) == 2


def test_the_fight_ends_with_the_last_enemy(six):
    hand = started(six.fight("Et", t={"hp": 2}), "E")
    events = hand.act("E", "attack", target="t", answers=[(6, 1, 1), 3])
    assert kinds(events, Dropped)
    hand.go_on("end")
    assert hand.rules.progress(hand.battle).over.key == "over.won"
    assert isinstance(play(hand.session, Advance(overrule=True)), Refused)
