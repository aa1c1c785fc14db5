"""OpenQuest: the list of counts, the d100, the reaction after the hit, damage and what is left."""

import pytest

from engine.model.actor import DOWN, PRONE, Condition
from engine.model.commands import Advance, SetCondition
from engine.model.events import Dropped, Harmed, Missed, Moved, Rolled, Struck
from engine.model.requests import AskChoice, AskReaction, Picked, Ruling
from engine.model.strikes import Strike, When
from engine.rulesets.openquest import attacks
from engine.rulesets.openquest.reactions import Through, by_size, reactions
from engine.rulesets.openquest.sheet import Size
from engine.rulesets.openquest.skills import critical_score
from engine.rulesets.openquest.state import current
from engine.rulesets.openquest.tallies import Kind
from engine.session.session import Refused
from engine.testing import Script, exhaust, play


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


# --- order ----------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-SUM-04", "OQ-SUM-06", "OQ-SUM-10", "OQ-BASIC-01")
def test_the_highest_dex_acts_first(oq):
    hand = oq.fight("R.g.h", R={"dex": 12}, g={"dex": 16}, h={"dex": 9})
    hand.begin()
    seen = []
    for _ in range(3):
        seen.append(current(hand.battle).actor)
        hand.go_on(overrule=True)
    assert seen == ["g", "R", "h"]
    progress = hand.rules.progress(hand.battle)
    assert (progress.round, progress.seconds) == (2, 5)


@pytest.mark.rule("OQ-SUM-05", "OQ-SUM-08")
def test_a_declared_spell_acts_on_int(oq):
    hand = oq.fight("L.g.R", L={"dex": 10, "intellect": 18, "casts": True}, g={"dex": 16}, R={"dex": 12})
    hand.begin()
    assert hand.rules.progress(hand.battle).current.key == "declare"
    hand.act("L", "prepare", spell="Befuddle")
    hand.go_on()
    order = [(count.count, count.actor) for count in hand.battle.round.order]
    assert order == [(18, "L"), (16, "g"), (12, "R")]
    hand.act("L", "cast", answers=[Ruling("the goblin is befuddled")])
    hand.rounds_on()
    hand.go_on(overrule=True)
    assert [(count.count, count.actor) for count in hand.battle.round.order][-1] == (10, "L")


@pytest.mark.rule("OQ-TWOWEAPON-03", "OQ-TWOWEAPON-04", "OQ-TWOWEAPON-05")
def test_a_second_weapon_has_a_count_of_its_own_at_half_dex(oq):
    hand = oq.fight("Rg", R={"weapons": (oq.longsword, oq.dagger), "off_hand": "dagger"})
    hand.begin()
    slots = [(slot.key, slot.actor) for slot in hand.rules.progress(hand.battle).slots]
    assert slots == [("R:action", "R"), ("g:action", "g"), ("R:off_hand", "R")]
    hand.act("R", "attack", target="g", answers=[99])
    hand.go_on()
    hand.go_on(overrule=True)
    assert hand.refused("R", "set") == {"OQ-TWOWEAPON-05"}
    events = hand.act("R", "attack", target="g", answers=[26])
    assert kinds(events, Rolled)[0].target == 25
    assert kinds(events, Missed)[0].means.args["text"] == "Dagger"


@pytest.mark.rule("OQ-BASIC-02", "OQ-SUM-03")
def test_one_action_a_round(oq):
    hand = oq.fight("Rg")
    hand.begin()
    hand.act("R", "attack", target="g", answers=[99])
    assert hand.refused("R", "attack", target="g") == {"OQ-BASIC-02"}
    assert hand.refused("g", "attack", target="R") == {"OQ-SUM-06"}


# --- movement -------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-BASIC-04", "OQ-MOVE-04", "OQ-MOVE-05")
def test_a_move_is_free(oq):
    hand = oq.fight("R.........g")
    hand.begin()
    assert hand.refused("R", "move", "e " * 8) == {"OQ-MOVE-04"}
    hand.act("R", "move", "e " * 7)
    assert hand.at("R") == (7, 0)
    assert not hand.page("R").turn.acted
    assert hand.refused("R", "move", "w") == {"OQ-MOVE-04"}
    assert [pick.key for pick in reactions(hand.battle, "R")] == ["dodge", "parry:longsword", "none"]


@pytest.mark.rule("OQ-BASIC-05", "OQ-MOVE-06", "OQ-MOVE-07")
def test_a_sprint_leaves_only_a_dodge(oq):
    hand = oq.fight("R" + "." * 17 + "g")
    hand.begin()
    assert hand.refused("R", "sprint", "e " * 16) == {"OQ-MOVE-06"}
    hand.act("R", "sprint", "e " * 15)
    assert hand.refused("R", "attack", target="g") >= {"OQ-BASIC-02"}
    assert [pick.key for pick in reactions(hand.battle, "R")] == ["dodge", "none"]


@pytest.mark.rule("OQ-MOVE-09")
def test_walking_away_from_an_enemy_costs_nothing(oq):
    hand = oq.fight("gR.......")
    hand.begin()
    hand.go_on(overrule=True)
    assert not kinds(hand.act("R", "move", "e e e e"), Rolled)


@pytest.mark.rule("OQ-MOVE-01")
def test_standing_up_is_the_action(oq):
    hand = oq.fight("R.g")
    hand.begin()
    play(hand.session, SetCondition("R", Condition(PRONE)))
    assert hand.refused("R", "move", "e") == {"OQ-MOVE-01"}
    hand.act("R", "stand")
    assert not hand.actor("R").has(PRONE)
    assert hand.page("R").turn.acted


# --- attack and reaction --------------------------------------------------------------------------


@pytest.mark.rule("OQ-ATK-01", "OQ-ATK-02")
@pytest.mark.parametrize(("face", "hit"), [(55, True), (56, False)])
def test_at_or_under_the_skill_hits(oq, face, hit):
    hand = oq.fight("Rg", R={"close": 55}, g={"armour": 9})
    hand.begin()
    events = hand.act("R", "attack", target="g", answers=[face, "none", 1] if hit else [face])
    assert bool(kinds(events, Struck)) is hit


@pytest.mark.rule("OQ-REACT-02", "OQ-REACT-12", "OQ-REACT-03", "OQ-BASIC-07")
def test_the_reaction_is_asked_after_the_hit_and_before_the_damage(oq):
    hand = oq.fight("Rg")
    hand.begin()
    hand.session.submit(hand.command("R", "attack", target="g"))
    asked = hand.session.answer(Script([20])(hand.session.question))
    assert isinstance(asked.request, AskReaction)
    assert (asked.request.side, asked.request.actor) == ("foes", "g")
    assert [pick.key for pick in asked.request.picks] == ["dodge", "parry:longsword", "none"]
    assert kinds(asked.events, Struck)
    assert hand.session.shown.actors["g"].sheet.hp == 12


@pytest.mark.rule("OQ-DODGE-01", "OQ-DODGE-02", "OQ-BASIC-08")
@pytest.mark.parametrize(("face", "left"), [(50, 12), (51, 7)])
def test_a_dodge_avoids_the_attack(oq, face, left):
    hand = oq.fight("Rg")
    hand.begin()
    answers = [20, "dodge", face] if left == 12 else [20, "dodge", face, 5]
    hand.act("R", "attack", target="g", answers=answers)
    assert hand.page("g").hp == left


@pytest.mark.rule("OQ-REACT-01", "OQ-BASIC-03", "OQ-ATK-04", "OQ-EXPECT-05", "OQ-SUM-07")
def test_one_reaction_a_round(oq):
    hand = oq.fight("RgS", g={"dex": 3})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "dodge", 10])
    hand.go_on()
    hand.act("S", "attack", target="g", answers=[20, 3])
    assert hand.page("g").hp == 9
    hand.rounds_on()
    assert reactions(hand.battle, "g")


@pytest.mark.rule("OQ-PARRY-01", "OQ-PARRY-04", "OQ-BASIC-09", "OQ-PARRY-05", "OQ-PARRY-06")
@pytest.mark.parametrize(
    ("weapon", "faces", "left"), [("longsword", (), 12), ("longspear", (7,), 8), ("greatsword", (4, 3), 5)]
)
def test_a_parry_counts_by_the_size_of_the_weapons(oq, weapon, faces, left):
    hand = oq.fight("Rg", R={"weapons": (getattr(oq, weapon),)})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "parry:longsword", 44, *faces])
    assert hand.page("g").hp == left


@pytest.mark.rule("OQ-PARRY-03")
def test_sizes_of_a_parry():
    assert [by_size(Size.HEAVY, size) for size in Size] == [
        Through.ALL, Through.HALF, Through.NOTHING, Through.NOTHING,
    ]  # fmt: skip


@pytest.mark.rule("OQ-PARRY-07")
def test_a_critical_parry_stops_everything(oq):
    hand = oq.fight("Rg", R={"weapons": (oq.greatsword,)}, g={"weapons": (oq.dagger,)})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "parry:dagger", 5])
    assert hand.page("g").hp == 12


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-BASIC-10", "OQ-ATK-05", "OQ-ATK-06", "OQ-ATK-07", "OQ-DAMAGE-01", "OQ-DAMAGE-02")
def test_damage_is_weapon_plus_modifier_less_armour(oq):
    hand = oq.fight("Rg", R={"damage_modifier": (6,)}, g={"armour": 5})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", (6, 2)])
    assert hand.page("g").hp == 12 - 3


def test_a_weak_arm_takes_off_damage_but_leaves_one(oq):
    hand = oq.fight("Rg", R={"damage_modifier": (4,), "weakling": True})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", 2, 4])
    assert hand.page("g").hp == 11


@pytest.mark.rule("OQ-CRIT-01")
@pytest.mark.parametrize(("skill", "score"), [(55, 6), (54, 5), (4, 0), (120, 12)])
def test_the_critical_score(skill, score):
    assert critical_score(skill) == score


@pytest.mark.rule("OQ-CRIT-02", "OQ-CRIT-03", "OQ-CRIT-04", "OQ-CRIT-06", "OQ-CRIT-07", "OQ-DODGE-04")
@pytest.mark.parametrize("answers", [[5, "none"], [6, "dodge", 51]])
def test_rurik_does_fourteen_through_plate(oq, answers):
    hand = oq.fight("Rk", R={"close": 55, "damage_modifier": (6,)}, k={"armour": 6, "hp": 20, "max_hp": 20})
    hand.begin()
    hand.act("R", "attack", target="k", answers=answers)
    assert hand.page("k").hp == 6


@pytest.mark.rule("OQ-CRIT-05")
def test_a_weak_arm_does_not_matter_on_a_critical(oq):
    hand = oq.fight(
        "Rg", R={"weapons": (oq.shortspear,), "damage_modifier": (4,), "weakling": True}, g={"armour": 6}
    )
    hand.begin()
    hand.act("R", "attack", target="g", answers=[3, "none"])
    assert hand.page("g").hp == 6


@pytest.mark.rule("OQ-DODGE-05")
@pytest.mark.parametrize(("reading", "left"), [("stays", 4), ("avoids", 12)])
def test_an_ordinary_dodge_does_not_stop_a_critical(oq, reading, left):
    hand = oq.fight("Rg", options={"dodge_against_critical": reading})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[5, "dodge", 40])
    assert hand.page("g").hp == left


@pytest.mark.rule("OQ-CRIT-08", "OQ-DODGE-03", "OQ-PARRY-08")
@pytest.mark.parametrize(("reaction", "left"), [("dodge", 11), ("parry:dagger", 12)])
def test_a_critical_reaction_makes_a_critical_an_ordinary_hit(oq, reaction, left):
    hand = oq.fight("Rk", R={"close": 55, "damage_modifier": (6,)}, k={"armour": 6, "weapons": (oq.dagger,)})
    hand.begin()
    # A critical parry leaves the sizes to count: half of 7, rounded up, is less than the armour.
    hand.act("R", "attack", target="k", answers=[5, reaction, 5, (3, 4)])
    assert hand.page("k").hp == left


@pytest.mark.rule("OQ-FUMBLE-01")
def test_double_nought_is_for_the_referee(oq):
    hand = oq.fight("Rg", R={"close": 120})
    hand.begin()
    hand.go_on(overrule=True)
    events = hand.act("R", "attack", target="g", answers=[100, "trip"])
    assert hand.actor("R").has(PRONE)
    assert kinds(events, Missed)


@pytest.mark.rule("OQ-FUMBLE-01")
def test_a_defender_fumbles_too(oq):
    hand = oq.fight("Rg")
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "parry:longsword", 100, "nothing", 5])
    assert hand.page("g").hp == 7


@pytest.mark.rule("OQ-DAMAGE-05", "OQ-DAMAGE-06")
@pytest.mark.parametrize(("face", "awake"), [(4, True), (5, False)])
def test_at_one_hit_point_one_falls_and_may_pass_out(oq, face, awake):
    hand = oq.fight("Rg", g={"hp": 5, "resilience": 47})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", 4, face])
    assert hand.page("g").hp == 1
    assert hand.actor("g").has(PRONE)
    assert hand.actor("g").active is awake


@pytest.mark.rule("OQ-DAMAGE-07")
def test_at_no_hit_points_one_is_dead(oq):
    hand = oq.fight("Rg", g={"hp": 5})
    hand.begin()
    events = hand.act("R", "attack", target="g", answers=[20, "none", 5])
    assert kinds(events, Dropped)
    assert hand.page("g").dead
    hand.go_on()
    assert hand.rules.progress(hand.battle).over.key == "over.won"


# --- charge and set weapon ------------------------------------------------------------------------


@pytest.mark.rule("OQ-CHARGE-01", "OQ-CHARGE-03", "OQ-CHARGE-04")
def test_what_a_charge_needs(oq):
    hand = oq.fight("R...g ..... .....", g={"dex": 3})
    hand.begin()
    assert hand.refused("R", "charge", "se e ne", target="g") == {"OQ-CHARGE-03"}
    assert hand.refused("R", "charge", "e e", target="g") == {"OQ-CHARGE-01", "OQ-CHARGE-04"}
    reach = hand.rules.reach(hand.session.board, hand.actor("R"), "charge")
    assert reach.stops == {(3, 0), (3, 1), (4, 1)}
    hand.act("R", "charge", "e e e", target="g", answers=[99])


@pytest.mark.rule("OQ-CHARGE-03")
def test_a_charge_between_the_eight_directions(oq):
    hand = oq.fight("R..... ...... .....g")
    hand.begin()
    reach = hand.rules.reach(hand.session.board, hand.actor("R"), "charge")
    assert (4, 1) in reach.stops
    assert hand.refused("R", "charge", "e e e se", target="g") == {"OQ-CHARGE-03"}
    assert hand.rules.targets(hand.session.board, hand.actor("R"), "charge") == {"g": ()}


@pytest.mark.rule("OQ-CHARGE-02")
def test_a_charge_covers_twice_the_rate(oq):
    hand = oq.fight("R" + "." * 16 + "g")
    hand.begin()
    assert hand.refused("R", "charge", "e " * 16, target="g") == {"OQ-CHARGE-02"}
    hand = oq.fight("R" + "." * 15 + "g")
    hand.begin()
    hand.act("R", "charge", "e " * 15, target="g", answers=["none"])


@pytest.mark.rule("OQ-CHARGE-05", "OQ-CHARGE-06", "OQ-CHARGE-07")
def test_a_charge_adds_a_die_and_loses_the_reaction(oq):
    hand = oq.fight("R...g", g={"armour": 2})
    hand.begin()
    hand.act("R", "charge", "e e e", target="g", answers=[20, "none", (4, 5)])
    assert hand.page("g").hp == 12 - 7
    assert reactions(hand.battle, "R") == ()
    hand.go_on()
    hand.act("g", "attack", target="R", answers=[20, 3])
    assert hand.page("R").hp == 9


@pytest.mark.rule("OQ-SET-01")
def test_only_a_shaft_is_set(oq):
    hand = oq.fight("R...g")
    hand.begin()
    assert hand.refused("R", "set") == {"OQ-SET-01"}
    hand = oq.fight("R...g", R={"weapons": (oq.longspear,)})
    hand.begin()
    hand.act("R", "set")
    assert hand.page("R").set_weapon
    assert hand.page("R").turn.acted


@pytest.mark.rule("OQ-SET-02", "OQ-SET-03")
@pytest.mark.parametrize(("face", "attacks_made"), [(65, 1), (66, 2)])
def test_a_set_spear_strikes_before_the_charger(oq, face, attacks_made):
    hand = oq.fight("s....R", s={"weapons": (oq.shortspear,), "close": 40, "dex": 18}, R={"hp": 3})
    hand.begin()
    hand.act("s", "set")
    hand.go_on()
    answers = [face, 3] if attacks_made == 1 else [face, "none"]
    events = hand.act("R", "charge", "w w w w", target="s", answers=answers)
    assert [roll.target for roll in kinds(events, Rolled)][:1] == [65]
    assert hand.at("R") == (1, 0)
    assert hand.actor("R").has(DOWN) is (attacks_made == 1)
    assert not hand.page("s").set_weapon


def test_a_long_spear_strikes_on_the_way(oq):
    hand = oq.fight("s....R", s={"weapons": (oq.longspear,), "dex": 18})
    hand.begin()
    hand.act("s", "set")
    hand.go_on()
    events = hand.act("R", "charge", "w w w w", target="s", answers=[20, 1, 99])
    kinds_in_order = [type(event) for event in events if isinstance(event, Moved | Struck)]
    assert kinds_in_order == [Moved, Moved, Moved, Struck, Moved]


@pytest.mark.rule("OQ-SET-04")
def test_a_reaction_unsets_the_weapon(oq):
    hand = oq.fight("Qs....R", s={"weapons": (oq.longspear,), "dex": 18}, Q={"dex": 17}, R={"dex": 5})
    hand.begin()
    hand.act("s", "set")
    hand.go_on()
    hand.act("Q", "attack", target="s", answers=[20, "dodge", 10])
    assert not hand.page("s").set_weapon
    hand.go_on()
    hand.act("R", "charge", "w w w w", target="s", answers=["none"])


def test_the_law_of_a_set_weapon_is_what_happens(oq):
    hand = oq.fight(
        "s....R",
        s={"weapons": (oq.longspear,), "close": 43, "damage_modifier": (4,), "weakling": True},
        R={"armour": 3, "hp": 30, "max_hp": 30},
    )
    hand.begin()
    for_charge = hand.rules.strike_law(
        hand.session.board, Strike("s", "R", When.ENTERING, "longspear", "charge")
    )
    found = {}
    runs = exhaust(
        hand.battle,
        lambda draft: attacks.attack(draft, "s", "R", "longspear", Kind.SET),
        lambda request: Script(["none"])(request) if isinstance(request, AskReaction) else ruled(request),
    )
    for draft, chance in runs:
        harm = sum(event.amount for event in kinds(draft.events, Harmed))
        found[harm] = found.get(harm, 0.0) + chance
    assert {branch.harm: pytest.approx(branch.chance, abs=1e-9) for branch in for_charge.branches} == found


def ruled(request):
    return Picked("nothing") if isinstance(request, AskChoice) else None


def test_endurance(oq):
    hand = oq.fight("Rg", g={"hp": 4, "resilience": 47})
    hand.begin()
    assert hand.rules.endurance(hand.battle, hand.actor("g")).out == (0.0, 0.0, 0.0, 0.96, 1.0)


def test_a_slot_waits_for_its_actor(oq):
    hand = oq.fight("R.g")
    hand.begin()
    result = play(hand.session, Advance())
    assert isinstance(result, Refused)
    assert {refusal.reason.rule for refusal in result.refusals} == {"OQ-SUM-09"}


def test_declared_spells_and_hidden_foes_are_kept_from_the_players(oq):
    hand = oq.fight("R.g.h", g={"casts": True})
    hand.begin()
    hand.act("g", "prepare", spell="Doom")
    hand.go_on()
    seen = hand.rules.redact(hand.battle, "party", frozenset("Rg"))
    assert seen.actors["g"].sheet.turn.spell == ""
    assert {count.actor for count in seen.round.order} == {"R", "g"}
