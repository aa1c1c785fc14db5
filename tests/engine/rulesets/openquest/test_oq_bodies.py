"""OpenQuest: bare hands, claws, holds, fumbles, death, major wounds, riding."""

import pytest
from msgspec.structs import replace

from engine.model.actor import GRAPPLED, HELPLESS, PRONE
from engine.model.commands import SetFact, SetOption
from engine.model.events import Dropped, Harmed, Moved, Rolled, Said
from engine.model.requests import Number, Ruling
from engine.rulesets.openquest.options import OpenQuestOptions
from engine.rulesets.openquest.reactions import reactions
from engine.rulesets.openquest.sheet import OqWeapon
from engine.testing import play
from engine.views.audience import Audience
from engine.views.narrate import Narrator


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def reacts(hand, who, item=None):
    found = reactions(hand.battle, who, item) if item else reactions(hand.battle, who)
    return [pick.key for pick in found]


def notes(hand, who):
    return [note.key for note in hand.rules.card(hand.battle, hand.actor(who)).notes]


# --- bare hands and claws -----------------------------------------------------------------------------


@pytest.mark.rule("OQ-BASIC-11", "OQ-REACT-04", "OQ-PARRY-09")
def test_the_unarmed_parry_with_unarmed_combat(oq):
    hand = oq.fight("Rg", g={"weapons": (), "unarmed": 50, "close": 30, "dodge": 40})
    hand.begin()
    asked = hand.asked(hand.command("R", "attack", target="g"), 20)
    says = Narrator(hand.battle, hand.rules.about.glossary, Audience.GM).say
    shown = [(pick.key, says(pick.note)) for pick in asked.picks[:2]]
    assert shown == [("dodge", "40%, Dodge"), ("parry:fist", "50%, Unarmed Combat")]
    hand.act("R", "attack", target="g", answers=[20, "parry:fist", 50, 6])
    assert (hand.page("g").hp, hand.page("R").hp) == (12 - 3, 12)


@pytest.mark.rule("OQ-UNARMED-01", "OQ-UNARMED-02", "OQ-UNARMED-03")
def test_a_fist_runs_onto_the_sword(oq):
    hand = oq.fight("Rg", R={"weapons": (), "unarmed": 60}, g={"damage_modifier": (6,)})
    hand.begin()
    events = hand.act("R", "attack", target="g", answers=[20, "parry:longsword", 30, 5])
    assert (hand.page("g").hp, hand.page("R").hp) == (12, 7)
    said = [event.what for event in kinds(events, Said) if event.what.key == "oq.limb"]
    assert said[0].args["limb"] == "Fist"


@pytest.mark.rule("OQ-UNARMED-01")
@pytest.mark.parametrize(("reading", "left"), [("armour", 9), ("bare", 7)])
def test_armour_helps_the_bare_limb_or_not_as_the_table_reads_it(oq, reading, left):
    hand = oq.fight("Rg", R={"weapons": (), "unarmed": 60, "armour": 2})
    hand.begin()
    play(hand.session, SetOption("bare_limb", reading))
    hand.act("R", "attack", target="g", answers=[20, "parry:longsword", 30, 5])
    assert hand.page("R").hp == left


@pytest.mark.rule("OQ-NATURAL-01", "OQ-NATURAL-02")
def test_a_claw_is_a_weapon(oq):
    hand = oq.fight("Rg", R={"weapons": (oq.claw,)})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "parry:longsword", 30])
    assert hand.page("R").hp == 12
    hand.rounds_on()
    events = hand.act("R", "attack", target="g", answers=[20, "none", 3])
    assert [roll.dice for roll in kinds(events, Rolled)] == [(100,), (4,)]


@pytest.mark.rule("OQ-NATURAL-03", "OQ-NATURAL-04")
def test_claws_parry_claws_and_not_swords(oq):
    hand = oq.fight("Rw", w={"weapons": (oq.bite,)})
    hand.begin()
    assert reacts(hand, "w", oq.claw) == ["dodge", "parry:bite", "none"]
    assert reacts(hand, "w", oq.fist) == ["dodge", "parry:bite", "none"]
    assert reacts(hand, "w", oq.longsword) == ["dodge", "none"]


# --- holds --------------------------------------------------------------------------------------------


def grappled(oq, hold="immobilise", answers=(), **pages):
    """Rurik has seized the goblin; what comes next is the round's second count."""
    wrestler = {"unarmed": 50, "dex": 18, **pages.pop("R", {})}
    hand = oq.fight(".Rg. S..h", R=wrestler, **{"g": {"unarmed": 40, "dex": 12}, **pages})
    hand.begin()
    hand.act("R", "grapple", target="g", answers=[49, "none", 40, 60, hold, *answers])
    return hand


@pytest.mark.rule("OQ-GRAPPLE-01", "OQ-GRAPPLE-03", "OQ-GRAPPLE-04", "OQ-UNARM-02")
def test_a_grapple_is_a_hit_and_then_both_roll(oq):
    hand = oq.fight("Rg", R={"unarmed": 60}, g={"unarmed": 40})
    hand.begin()
    command = hand.command("R", "grapple", target="g")
    assert hand.asked(command).beats == 60
    assert hand.picks(command, 50) == ["dodge", "parry:longsword", "none"]
    assert [hand.asked(command, 50, "none").beats, hand.asked(command, 50, "none", 50).beats] == [60, 40]
    events = hand.act("R", "grapple", target="g", answers=[50, "none", 50, 70, "immobilise"])
    assert kinds(events, Harmed) == []
    assert (hand.page("R").grapples, hand.page("g").grapples) == ("g", "R")


@pytest.mark.rule("OQ-GRAPPLE-01", "OQ-GRAPPLE-05")
def test_a_grapple_that_fails(oq):
    hand = oq.fight("Rg", R={"unarmed": 50}, g={"unarmed": 40})
    hand.begin()
    hand.act("R", "grapple", target="g", answers=[49, "none", 20, 30])  # both succeed: the higher wins
    assert (hand.page("R").grapples, hand.page("g").hp) == ("", 12)
    dodged = oq.fight("Rg", R={"unarmed": 50})
    dodged.begin()
    dodged.act("R", "grapple", target="g", answers=[49, "dodge", 40])
    assert dodged.page("R").grapples == ""


@pytest.mark.rule("OQ-GRAPPLE-02")
def test_a_grapple_is_declared_before_the_dice(oq):
    hand = oq.fight("Rg", R={"weapons": ()})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", 2])
    assert "OQ-GRAPPLE-02" in hand.refused("R", "grapple", target="g")


@pytest.mark.rule("OQ-GRAPPLE-06", "OQ-UNARM-03")
def test_the_winner_chooses_at_once(oq):
    hand = oq.fight("Rg", R={"unarmed": 50}, g={"unarmed": 40})
    hand.begin()
    picks = hand.picks(hand.command("R", "grapple", target="g"), 49, "none", 40, 60)
    assert picks == ["pain", "immobilise", "throw"]


@pytest.mark.rule("OQ-GRAPPLE-07", "OQ-GRAPPLE-09", "OQ-GRAPPLE-10")
def test_the_locked_neither_walk_nor_react_nor_do_much(oq):
    hand = grappled(oq, "pain", [3])
    assert hand.actor("R").has(GRAPPLED)
    assert reacts(hand, "R") == reacts(hand, "g") == []
    hand.rounds_on()
    assert hand.refused("R", "move", "w") >= {"OQ-GRAPPLE-07"}
    legal = [option.verb for option in hand.rules.menu(hand.session.board, hand.actor("R")) if option.legal]
    assert [verb for verb in legal if verb not in ("cover", "effect", "heal", "mount")] == [
        "break_free", "immobilise", "pain", "throw",
    ]  # fmt: skip
    assert "OQ-GRAPPLE-10" in hand.refused("R", "attack", target="g")


@pytest.mark.rule("OQ-GRAPPLE-08")
def test_a_third_is_attacked_at_less(oq):
    hand = oq.fight("gR. .h.", R={"unarmed": 60, "close": 60, "dex": 18}, g={"unarmed": 40})
    hand.begin()
    hand.act("R", "grapple", target="g", answers=[49, "none", 40, 60, "immobilise"])
    hand.rounds_on()
    events = hand.act("R", "attack", target="h", answers=[36], overrule=True)
    assert [roll.target for roll in kinds(events, Rolled)] == [35]


@pytest.mark.rule("OQ-GRAPPLE-11", "OQ-GRAPPLE-12", "OQ-GRAPPLE-13", "OQ-GRAPPLE-15")
def test_breaking_free(oq):
    hand = grappled(oq)
    hand.to("g")
    assert hand.asked(hand.command("g", "break_free")).beats == 40
    hand.act("g", "break_free", answers=[30, 40])
    assert hand.page("g").grapples == "R"
    assert "OQ-GRAPPLE-15" in hand.refused("g", "break_free")
    hand.rounds_on()
    hand.to("g")
    hand.act("g", "break_free", answers=[30, 60])
    assert (hand.page("g").grapples, hand.page("R").grapples, hand.at("g")) == ("", "", (2, 0))
    assert not hand.actor("g").has(HELPLESS)


@pytest.mark.rule("OQ-GRAPPLE-14")
def test_the_immobilised_are_helpless(oq):
    hand = grappled(oq)
    card = hand.rules.card(hand.battle, hand.actor("g"))
    assert card.state.key == "oq.state.helpless"
    assert "helpless" in card.badges
    hand.to("g")
    assert "OQ-GRAPPLE-14" in hand.refused("g", "attack", target="R")


@pytest.mark.rule("OQ-GRAPPLE-16", "OQ-GRAPPLE-17", "OQ-GRAPPLE-18")
def test_pain_and_what_the_one_in_pain_may_do(oq):
    goblin = {"armour": 5, "unarmed": 40, "dex": 12}
    hand = grappled(oq, "pain", [(3, 2)], R={"damage_modifier": (4,)}, g=goblin)
    assert hand.page("g").hp == 7
    hand.to("g")
    menu = hand.rules.menu(hand.session.board, hand.actor("g"))
    offered = {option.verb for option in menu if option.legal}
    assert {"break_free", "counter", "attack"} <= offered
    assert hand.rules.targets(hand.session.board, hand.actor("g"), "attack")["R"] == ()
    assert hand.beats("g", "attack", target="R", weapon="fist") == 40
    assert hand.beats("g", "attack", target="R", weapon="longsword") == 50
    hand.act("g", "counter", answers=[30, 60, "immobilise"])
    assert (hand.page("R").hold, hand.page("g").hold) == ("immobilised", "")


@pytest.mark.rule("OQ-GRAPPLE-19", "OQ-GRAPPLE-20", "OQ-GRAPPLE-21")
@pytest.mark.parametrize(("reading", "prone"), [("prone", True), ("standing", False)])
def test_a_throw(oq, reading, prone):
    options = {"thrown_down": reading}
    hand = oq.fight(".Rg..", options=options, R={"unarmed": 50}, g={"unarmed": 40, "armour": 6})
    hand.begin()
    hand.act("R", "grapple", target="g", answers=[49, "none", 40, 60, "throw", 4])
    assert (hand.at("g"), hand.page("g").hp) == ((3, 0), 8)
    assert (hand.page("R").grapples, hand.page("g").grapples) == ("", "")
    assert hand.actor("g").has(PRONE) is prone


# --- fumbles ------------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-FUMBLE-02", "OQ-FUMBLE-03")
def test_the_gm_picks_what_a_fumble_brings(oq):
    hand = oq.fight("gR .S", S={"armour": 5}, R={"dex": 18, "armour": 3})
    hand.begin()
    command = hand.command("R", "attack", target="g")
    assert hand.picks(command, 100) == ["trip", "hurt", "hurt:S", "armour", "other", "nothing"]
    hand.act("R", "attack", target="g", answers=[100, "hurt:S", 6])
    assert hand.page("S").hp == 6
    hand.rounds_on()
    hand.act("R", "attack", target="g", answers=[100, "other", Ruling("The blade snaps.")])


@pytest.mark.rule("OQ-FUMBLE-04")
def test_who_trips_misses_a_round(oq):
    hand = oq.fight("gR", R={"dex": 18})
    hand.begin()
    hand.rounds_on()
    hand.act("R", "attack", target="g", answers=[100, "trip"])
    assert hand.actor("R").has(PRONE)
    hand.rounds_on()
    assert [hand.rules.progress(hand.battle).round, hand.rules.progress(hand.battle).waiting] == [3, ("g",)]
    hand.rounds_on()
    assert hand.rules.progress(hand.battle).waiting == ("R",)


@pytest.mark.rule("OQ-FUMBLE-05")
@pytest.mark.parametrize("what", ["armour", "shield"])
def test_a_strap_breaks(oq, what):
    hand = oq.fight("gR", R={"dex": 18, "armour": 5, "weapons": (oq.longsword, oq.shield)})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[100, what])
    page = hand.page("R")
    assert (page.armour, len(page.weapons)) == ((0, 2) if what == "armour" else (5, 1))


# --- death --------------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-DAMAGE-08")
@pytest.mark.parametrize(("pick", "dead", "hp"), [("spend", False, 1), ("accept", True, 0)])
def test_a_hero_point_against_death(oq, pick, dead, hp):
    hand = oq.fight("Rg", g={"hp": 5, "hero_points": 1})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", 5, pick])
    assert (hand.page("g").dead, hand.page("g").hp, hand.actor("g").active) == (dead, hp, False)


@pytest.mark.rule("OQ-DAMAGE-09", "OQ-DAMAGE-10", "OQ-DAMAGE-04")
@pytest.mark.parametrize(
    ("damage", "state"), [(19, "oq.state.dead"), (20, "oq.state.beyond"), (30, "oq.state.beyond")]
)
def test_beyond_repair(oq, damage, state):
    breath = OqWeapon("breath", "Breath", (damage,))
    hand = oq.fight("Rg", R={"weapons": (breath,)}, g={"hp": 10, "max_hp": 10})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", damage])
    assert hand.page("g").hp == 10 - damage
    assert hand.rules.card(hand.battle, hand.actor("g")).state.key == state


# --- major wounds -------------------------------------------------------------------------------------


WOUND = Ruling("A broken arm")


@pytest.mark.rule("OQ-EXPECT-03", "OQ-MAJOR-01", "OQ-MAJOR-02", "OQ-MAJOR-09")
def test_half_of_the_hit_points_at_once_is_a_major_wound(oq):
    def struck(amount, answers=(), on="on"):
        hand = oq.fight("Rg", options={"major_wounds": on}, g={"hp": 11, "max_hp": 11, "resilience": 65})
        hand.begin()
        hand.act("R", "attack", target="g", answers=[20, "none", amount, *answers])
        return hand

    assert struck(5).page("g").wounds == ()
    assert struck(6, on="off").page("g").wounds == ()
    hand = struck(6, [WOUND, 15])
    assert hand.page("g").wounds == ("A broken arm",)
    assert "bleeding" in hand.rules.card(hand.battle, hand.actor("g")).badges
    choice = next(one for one in hand.rules.about.options if one.key == "major_wounds")
    assert [value for value, _ in choice.values] == ["off", "on"]
    assert isinstance(hand.battle.options, OpenQuestOptions)


@pytest.mark.rule("OQ-MAJOR-03", "OQ-MAJOR-04", "OQ-MAJOR-06")
@pytest.mark.parametrize(("face", "stays"), [(15, True), (16, False)])
def test_who_bears_a_major_wound(oq, face, stays):
    hand = oq.fight("Rg", options={"major_wounds": "on"}, R={"dex": 9}, g={"dex": 12, "resilience": 65})
    hand.begin()
    hand.go_on(overrule=True)
    events = hand.act("R", "attack", target="g", answers=[20, "none", 8, WOUND, face])
    assert [roll.target for roll in kinds(events, Rolled)][-1] == 15
    assert hand.actor("g").active is stays
    if stays:
        assert {"oq.card.wound", "oq.card.shocked"} <= set(notes(hand, "g"))
        hand.rounds_on()
        assert [(count.count, count.actor) for count in hand.battle.round.order] == [(9, "R"), (6, "g")]
    else:
        assert hand.actor("g").has(HELPLESS)


@pytest.mark.rule("OQ-MAJOR-05")
def test_a_major_wound_wears_out(oq):
    hand = oq.fight("Rg.h", options={"major_wounds": "on"}, g={"resilience": 65})
    hand.begin()
    hand.rounds_on()
    hand.rounds_on()
    hand.act("R", "attack", target="g", answers=[20, "none", 8, WOUND, 15])
    assert (hand.page("g").hp, hand.rules.progress(hand.battle).round) == (4, 3)
    while hand.rules.progress(hand.battle).round < 7:
        hand.rounds_on()
        assert hand.actor("g").active
    hand.rounds_on()
    assert not hand.actor("g").active


@pytest.mark.rule("OQ-MAJOR-07", "OQ-MAJOR-08")
@pytest.mark.parametrize("how", ["ordinary", "magical"])
def test_healing_a_major_wound(oq, how):
    hand = oq.fight("Rg", options={"major_wounds": "on"}, g={"dex": 12, "resilience": 65}, R={"dex": 18})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", 8, WOUND, 15])
    assert hand.page("g").shocked
    hand.act("g", "heal", how=how, answers=[Number(8)])
    page = hand.page("g")
    assert (page.hp, page.shocked, page.dex, bool(page.wounds)) == (12, False, 12, how == "ordinary")


@pytest.mark.rule("OQ-MAJOR-08")
def test_a_hit_point_given_back_by_hand_eases_the_shock(oq):
    hand = oq.fight("Rg", options={"major_wounds": "on"}, g={"resilience": 65})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "none", 8, WOUND, 15])
    play(hand.session, SetFact("g", "hp", 5))
    assert not hand.page("g").shocked


# --- riding -------------------------------------------------------------------------------------------


RIDER = {"mounted": True, "riding": 90, "close": 50, "dex": 18}


@pytest.mark.rule("OQ-MOUNT-01", "OQ-MOUNT-02", "OQ-MOUNT-03")
def test_a_rider_against_somebody_on_foot(oq):
    hand = oq.fight("Rg", R=RIDER)
    hand.begin()
    assert hand.beats("R", "attack", target="g") == 75
    assert hand.asked(hand.command("R", "attack", target="g"), 20, "dodge").beats == 25
    hand.go_on(overrule=True)
    assert hand.asked(hand.command("g", "attack", target="R"), 20, "parry:longsword").beats == 75


@pytest.mark.rule("OQ-MOUNT-04")
def test_not_against_somebody_as_tall(oq):
    hand = oq.fight("Rt", R=RIDER, t={"tall": True})
    hand.begin()
    assert hand.beats("R", "attack", target="t") == 50
    assert hand.asked(hand.command("R", "attack", target="t"), 20, "dodge").beats == 50
    hand.go_on(overrule=True)
    assert hand.asked(hand.command("t", "attack", target="R"), 20, "parry:longsword").beats == 50


@pytest.mark.rule("OQ-MOUNT-05", "OQ-MOUNT-06")
def test_a_rider_moves_and_fights_as_the_mount_lets_it(oq):
    hand = oq.fight("R" + "." * 20 + "g", R={**RIDER, "close": 70, "riding": 45})
    hand.begin()
    assert hand.rules.allowance(hand.battle, hand.actor("R"), "move").total == 15
    hand.act("R", "move", "e " * 15)
    near = oq.fight("Rt", R={**RIDER, "close": 70, "riding": 45}, t={"tall": True})
    near.begin()
    assert near.beats("R", "attack", target="t") == 45


@pytest.mark.rule("OQ-MOUNT-07", "OQ-MOUNT-08", "OQ-MOUNT-09")
def test_an_untrained_mount(oq):
    hand = oq.fight("................gR................", R={**RIDER, "untrained": True, "riding": 40})
    hand.begin("close", 40)
    assert hand.beats("R", "attack", target="g") == 65
    hand.act("R", "attack", target="g", answers=[99])
    hand.go_on()
    events = hand.go_on(41, overrule=True)
    assert hand.rules.progress(hand.battle).round == 2
    assert len(kinds(events, Moved)) == 15
    assert hand.at("R") == (32, 0)
    assert "OQ-MOUNT-08" in hand.refused("R", "attack", target="g")


@pytest.mark.rule("OQ-EXPECT-02")
def test_near_death_the_card_warns(oq):
    hand = oq.fight("Rg", R={"hp": 3, "max_hp": 11, "dodge": 45, "close": 55})
    hand.begin()
    card = hand.rules.card(hand.battle, hand.actor("R"))
    note = next(note for note in card.notes if note.key == "oq.card.near_death")
    assert (note.args["hp"], note.args["dodge"], note.args["skill"]) == (3, 45, 55)
    assert "oq.card.near_death" not in notes(hand, "g")


@pytest.mark.rule("OQ-ATK-03", "OQ-PARRY-02")
def test_a_parry_is_the_reaction_of_the_round(oq):
    heavy = replace(oq.longsword, key="maul", size=2)
    hand = oq.fight("RgS", R={"weapons": (heavy,), "dex": 18}, S={"dex": 17}, g={"dex": 3})
    hand.begin()
    hand.act("R", "attack", target="g", answers=[20, "parry:longsword", 44, 6])
    assert hand.page("g").hp == 12 - 3
    assert reacts(hand, "g") == []


def test_a_fumble_of_a_dodge_cannot_hurt_with_a_weapon(oq):
    hand = oq.fight("Rg")
    hand.begin()
    picks = hand.picks(hand.command("R", "attack", target="g"), 20, "dodge", 100)
    assert picks == ["trip", "other", "nothing"]
    events = hand.act("R", "attack", target="g", answers=[20, "dodge", 100, "nothing", 5])
    assert kinds(events, Dropped) == []
