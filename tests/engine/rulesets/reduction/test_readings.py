"""Every switchable reading governs what happens, and F1 names it beside the rules it governs."""

import pytest

from engine.model.events import Said, Struck
from engine.rulesets.reduction.ground import engaged_with
from engine.rulesets.reduction.options import CHOICES, SOURCES
from engine.rulesets.registry import RULESETS
from engine.store.rules import readings_of, rule_row
from engine.testing import wall

OPTIONS = RULESETS["reduction"].about.options


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def foes(hand, who):
    return {foe.id for foe in engaged_with(hand.battle, hand.actor(who))}


@pytest.mark.parametrize(
    ("rule", "keys"),
    [
        ("OSR-ATTACK-08", {"weapon_hits"}),
        ("OSR-MORALE-02", {"party_morale"}),
        ("OSR-MOVE-02", {"square"}),
        ("OSR-MOVE-03", {"square"}),
        ("OSR-ASSUME-08", {"engaged"}),
        ("OSR-INIT-06", {"movement", "contact"}),
        ("OSR-DECL-11", {"met", "contact"}),
        ("OSR-DECL-02", {"lost_attack"}),
        ("OSR-DECL-05", {"fleeing"}),
        ("OSR-DECL-20", {"shoot_engaged"}),
        ("OSR-ATTACK-07", {"several_attacks"}),
        ("OSR-INIT-02", {"ambush"}),
        ("OSR-DECL-18", {"second_option"}),
    ],
)
def test_f1_names_the_readings_of_a_rule(rule, keys):
    row = rule_row(rule)
    assert {option.key for option in readings_of(row, OPTIONS)} == keys


def test_every_reading_is_named_by_some_rule():
    ids = [f"OSR-{part}" for part in ("ATTACK-08", "MORALE-02", "MOVE-02", "ASSUME-08", "INIT-06", "DECL-11",
           "DECL-02", "DECL-05", "DECL-20", "ATTACK-07", "INIT-02", "DECL-18")]  # fmt: skip
    named = {option.key for rule in ids for option in readings_of(rule_row(rule), OPTIONS)}
    assert named == set(CHOICES) == set(SOURCES)


@pytest.mark.rule("OSR-MOVE-02")
@pytest.mark.parametrize(("square", "most"), [("space", 3), ("quarter", 6)])
def test_squares_of_5_ft_are_half_a_space_long(osr, square, most):
    hand = osr.fight("K" + "." * 9 + "b", options={"square": square}, K={"move": 3, "missile_range": 1})
    hand.begin()
    assert hand.rules.reach(hand.session.board, hand.actor("K"), "move").limit("move") == most
    assert hand.rules.allowance(hand.battle, hand.actor("K"), "withdraw").total == (2 if most == 3 else 4)
    assert hand.refused("K", "shoot", target="b") == {"OSR-DECL-13"}
    near = osr.fight("K" + "." * (most - 1) + "b", options={"square": square}, K={"missile_range": 1})
    near.begin()
    near.act("K", "shoot", target="b")


@pytest.mark.rule("OSR-ASSUME-08")
def test_on_squares_of_5_ft_neighbours_are_engaged_and_bodies_do_not_share_a_square(osr):
    hand = osr.fight("K....b", options={"square": "quarter"})
    hand.begin()
    hand.act("K", "move", "e e e e")
    hand.act("b", "pass")
    hand.go_on()
    assert hand.at("K") == (4, 0)
    assert foes(hand, "K") == {"b"}
    assert hand.page("K").due
    crowded = osr.fight("KMb...", options={"square": "quarter"})
    crowded.begin()
    assert "path.wall" not in crowded.refused("K", "move", "e")


@pytest.mark.rule("OSR-ASSUME-08")
@pytest.mark.parametrize(("reading", "met"), [("space", set()), ("touching", {"b"})])
def test_touching_bases_engage_across_the_border_of_a_space(osr, reading, met):
    hand = osr.fight("Kb.", options={"engaged": reading})
    assert foes(hand, "K") == met


def test_no_wall_may_be_between_those_who_touch(osr):
    from msgspec.structs import replace

    hand = osr.fight("Kb.", options={"engaged": "touching"})
    walled = replace(hand.battle, terrain=replace(hand.battle.terrain, walls=(wall(1, 0, 1, 1),)))
    assert engaged_with(walled, walled.actors["K"]) == ()


@pytest.mark.rule("OSR-INIT-06")
@pytest.mark.parametrize(("reading", "place"), [("together", (2, 0)), ("in_turn", (4, 0))])
def test_all_move_at_once_or_the_faster_first(osr, reading, place):
    hand = osr.fight("K...b....", options={"movement": reading}, K={"move": 5})
    hand.begin()
    hand.act("K", "move", "e e e e")
    hand.act("b", "move", "w w w w")
    hand.go_on()
    assert hand.at("K") == place


@pytest.mark.rule("OSR-INIT-06")
@pytest.mark.parametrize(("reading", "place"), [("stops", (2, 0)), ("passes", (4, 0))])
def test_an_enemy_met_on_the_way_stops_a_move_or_not(osr, reading, place):
    hand = osr.fight("K.b...", options={"contact": reading})
    hand.begin()
    hand.act("K", "move", "e e e e")
    hand.to_attacks()
    assert hand.at("K") == place


@pytest.mark.rule("OSR-DECL-02")
@pytest.mark.parametrize(("reading", "rolls"), [("lost", 0), ("other", 1)])
def test_an_attack_on_somebody_who_left_is_lost_or_goes_to_another(osr, reading, rolls):
    hand = osr.fight("K.bx...", ("K", "b", "x"), options={"lost_attack": reading, "fleeing": "instead"})
    hand.begin()
    hand.act("K", "attack", target="b")
    hand.act("b", "flee", "e e")
    hand.act("x", "attack", target="K")
    hand.go_on()
    own = [due for due in hand.page("K").due if not due.fleeing]
    assert len(own) == rolls
    if rolls:
        assert kinds(hand.act("K", "resolve", attack="1", answers=[20]), Struck)[0].target == "x"


@pytest.mark.rule("OSR-DECL-11")
@pytest.mark.parametrize(("reading", "rolls"), [("declare", 0), ("always", 1)])
def test_who_is_met_strikes_back_only_if_it_says_so_or_always(osr, reading, rolls):
    hand = osr.fight("K..b", options={"met": reading})
    hand.begin()
    hand.act("K", "pass")
    hand.act("b", "move", "w w w")
    hand.go_on()
    assert len(hand.page("K").due) == rolls
    if not rolls:
        hand.act("K", "attack", target="b")
        assert len(hand.page("K").due) == 1


@pytest.mark.rule("OSR-DECL-05")
@pytest.mark.parametrize(
    ("reading", "on_fleer"), [("extra", {"b": 1, "x": 1}), ("all", {"b": 2, "x": 1}), ("instead", {"b": 2})]
)
def test_enemies_strike_at_a_fleer_once_more_with_all_they_have_or_instead(osr, reading, on_fleer):
    hand = osr.fight("KMbx....", ("K", "M", "b", "x"), options={"fleeing": reading}, b={"attacks": (2, 4)})
    hand.begin()
    hand.act("K", "flee", "e e")
    hand.act("M", "attack", target="b")
    hand.act("b", "attack", target="K")
    hand.act("x", "attack", target="M")
    hand.go_on()
    found = {who: sum(due.fleeing for due in hand.page(who).due) for who in "bx"}
    assert {who: count for who, count in found.items() if count} == on_fleer


@pytest.mark.rule("OSR-DECL-05")
def test_the_attacker_chooses_which_of_its_attacks_it_makes_at_a_fleer(osr):
    hand = osr.fight("K.b....", ("K", "b"), b={"attacks": (2, 4), "effects": ("poison", "")})
    hand.begin()
    hand.act("K", "flee", "e e")
    hand.act("b", "attack", target="K")
    hand.go_on()
    groups = {group.key: [key for key, _ in group.choices] for group in hand.option("b", "resolve").picks}
    assert groups["with"] == ["1", "0"]
    hand.act("b", "resolve", answers=[20], **{"with": "0"})
    assert hand.page("K").taken == 2
    assert [effect.name for effect in hand.page("K").pending] == ["poison"]


@pytest.mark.rule("OSR-DECL-20")
@pytest.mark.parametrize("reading", ["no", "yes"])
def test_missiles_in_melee(osr, reading):
    hand = osr.fight("K.b.x", ("K", "b"), options={"shoot_engaged": reading}, K={"missile_range": 5})
    hand.begin()
    if reading == "no":
        assert hand.refused("K", "shoot", target="x") == {"OSR-DECL-20"}
    else:
        hand.act("K", "shoot", target="x")


@pytest.mark.rule("OSR-ATTACK-07")
@pytest.mark.parametrize("reading", ["each", "one"])
def test_several_attacks_may_go_to_several_enemies(osr, reading):
    hand = osr.fight("KMb", ("K", "M", "b"), options={"several_attacks": reading}, b={"attacks": (2, 2, 4)})
    hand.begin()
    hand.act("b", "attack", target="K")
    hand.to_attacks()
    if reading == "one":
        assert hand.refused("b", "resolve", target="M") == {"OSR-ATTACK-07"}
    else:
        assert kinds(hand.act("b", "resolve", target="M", answers=[20]), Struck)[0].target == "M"
    assert kinds(hand.act("b", "resolve", answers=[20]), Struck)[0].target == "K"


@pytest.mark.rule("OSR-INIT-02")
@pytest.mark.parametrize("reading", ["skip", "answer"])
def test_the_ambushed_do_nothing_or_strike_whoever_meets_them(osr, reading):
    hand = osr.fight("K..b", options={"ambush": reading})
    hand.begin("held:foes")
    hand.act("K", "move", "e e e")
    hand.go_on()
    if reading == "skip":
        assert hand.refused("b", "attack", target="K") == {"OSR-INIT-02"}
    else:
        hand.act("b", "attack", target="K")
        assert len(hand.page("b").due) == 1


def test_a_fleer_beside_its_enemy_gets_away_where_neighbours_are_engaged(osr):
    hand = osr.fight("..Kb......", options={"engaged": "touching"})
    hand.begin()
    hand.act("K", "flee", "w w")
    hand.act("b", "attack", target="K")
    events = hand.go_on()
    assert hand.at("K") == (0, 0)
    assert "osr.contact" not in {said.what.key for said in kinds(events, Said)}
