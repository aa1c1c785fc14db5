"""OpenQuest: how a fight begins and goes on, waiting, spells, intimidation, and what is shown."""

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN, Condition
from engine.model.commands import Begin, ReviseActor, SetCondition
from engine.model.events import Declared, Rolled, Said, Struck
from engine.model.requests import AskRolls, Number, Picked, Ruling
from engine.rulesets.openquest.sheet import OqSpell
from engine.rulesets.registry import RULESETS
from engine.testing import play
from engine.views.audience import Audience
from engine.views.narrate import Narrator


def kinds(events, kind):
    return [event for event in events if isinstance(event, kind)]


def say(hand, words):
    return Narrator(hand.battle, hand.rules.about.glossary, Audience.GM).say(words)


# --- beginning and going on ---------------------------------------------------------------------------


@pytest.mark.rule("OQ-SUM-01", "OQ-ENC-01", "OQ-ENC-04")
def test_the_gm_says_how_far_off_they_are(oq):
    hand = oq.fight("R.g")
    asked = hand.session.submit(Begin()).request
    assert [pick.key for pick in asked.picks] == ["ranged", "close"]
    assert "in the open, seen from afar" in say(hand, asked.picks[0].note).lower()
    assert "Place the sides" in say(hand, asked.detail[0])
    hand.session.abandon()
    hand.begin("ranged")
    assert hand.battle.round.distance == "ranged"


@pytest.mark.rule("OQ-SUM-09")
def test_the_round_is_over_when_all_have_acted(oq):
    hand = oq.fight("R.g")
    hand.begin()
    assert hand.rules.may_advance(hand.battle)[0].reason.rule == "OQ-SUM-09"
    hand.act("R", "prone")
    assert hand.rules.may_advance(hand.battle) == ()
    hand.go_on()
    hand.act("g", "prone")
    hand.go_on()
    assert hand.rules.progress(hand.battle).round == 2


@pytest.mark.rule("OQ-SUM-04")
@pytest.mark.parametrize(("ties", "first"), [("skill", "R"), ("die", "g")])
def test_enemies_on_the_same_count(oq, ties, first):
    hand = oq.fight("R.g", options={"ties": ties}, R={"dex": 12, "close": 60}, g={"dex": 12, "close": 50})
    if ties == "skill":
        hand.begin()
    else:
        hand.begin("close", 3, 8)
    assert hand.battle.round.order[0].actor == first


def test_equals_draw_lots_once(oq):
    hand = oq.fight("R.gh", R={"dex": 12}, g={"dex": 12}, h={"dex": 12})
    hand.session.submit(Begin())
    asked = hand.session.answer(Picked("close")).request
    assert isinstance(asked, AskRolls)
    assert len(asked.rolls) == 3
    hand.session.abandon()
    hand.begin("close", 3, 8, 1)
    assert [count.actor for count in hand.battle.round.order] == ["g", "R", "h"]
    hand.rounds_on()  # nothing is asked again


# --- spells and effects -------------------------------------------------------------------------------


@pytest.mark.rule("OQ-SUM-02", "OQ-EXPECT-07")
def test_a_spell_of_a_minute_ends_as_the_thirteenth_round_opens(oq):
    hand = oq.fight("Rg", R={"close": 50, "armour": 2})
    hand.begin()
    hand.act("R", "effect", text="Bladesharp", answers=[Number(25), Number(2), Number(3), Number(12)])
    assert hand.beats("R", "attack", target="g") == 75
    facts = {fact.key: fact.value for fact in hand.rules.card(hand.battle, hand.actor("R")).facts}
    assert facts["ap"] == "5"
    hand.act("R", "attack", target="g", answers=[60, "none", 3])
    assert hand.page("g").hp == 12 - 5
    while hand.rules.progress(hand.battle).round < 12:
        hand.rounds_on()
    assert len(hand.page("R").effects) == 1
    hand.rounds_on()
    assert hand.page("R").effects == ()
    assert hand.beats("R", "attack", target="g") == 50


@pytest.mark.rule("OQ-OTHER-01")
def test_a_spell_takes_effect_on_its_count(oq):
    hand = oq.fight("L.g", L={"casts": True, "intellect": 13, "dex": 18}, g={"dex": 14})
    hand.begin()
    events = hand.act("L", "prepare", spell="Befuddle")
    assert [event.hidden for event in kinds(events, Declared)] == [True]
    hand.go_on()
    assert [slot.key for slot in hand.rules.progress(hand.battle).slots] == ["declare", "g:action", "L:spell"]
    assert "OQ-SUM-06" in hand.refused("L", "cast")
    hand.go_on(overrule=True)
    assert hand.battle.round.order[hand.battle.round.at].count == 13
    hand.act("L", "cast", answers=[Ruling("Befuddled.")])


LIGHTNING = OqSpell("Lightning Strike", projected=True, dice=(6,), note="A dodge avoids all of it")


def caster(oq, **goblin):
    hand = oq.fight("L.g", L={"casts": True, "intellect": 18, "spells": (LIGHTNING,)}, g=goblin)
    hand.begin()
    hand.act("L", "prepare", spell="Lightning Strike")
    hand.go_on()
    return hand


@pytest.mark.rule("OQ-REACT-10", "OQ-REACT-11")
def test_a_projected_spell_can_be_dodged(oq):
    hand = caster(oq, dodge=50)
    asked = hand.asked(hand.command("L", "cast"), "g")
    assert [pick.key for pick in asked.picks] == ["dodge", "none"]
    assert say(hand, asked.detail[0]).startswith("A dodge avoids all of it")
    hand.act("L", "cast", answers=["g", "dodge", 50])
    assert hand.page("g").hp == 12


def test_a_spell_that_is_sent_at_nobody_comes_to_nothing(oq):
    hand = caster(oq)
    events = hand.act("L", "cast", answers=["none"])
    assert [event.what.key for event in kinds(events, Said)] == ["oq.spell_fails"]
    assert hand.page("g").hp == 12


@pytest.mark.rule("OQ-REACT-10")
def test_not_by_who_has_reacted(oq):
    hand = oq.fight("RL.g", L={"casts": True, "intellect": 5, "spells": (LIGHTNING,)}, R={"dex": 18})
    hand.begin()
    hand.act("L", "prepare", spell="Lightning Strike")
    hand.go_on()
    hand.to("g")
    actor = hand.actor("g")
    page = replace(hand.page("g"), turn=replace(hand.page("g").turn, reacted=True))
    play(hand.session, ReviseActor(replace(actor, sheet=page)))
    hand.to("L", "spell")
    hand.act("L", "cast", answers=["g", 4])
    assert hand.page("g").hp == 8


# --- waiting ------------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-OTHER-02")
@pytest.mark.parametrize("pick", ["now", "wait"])
def test_acting_after_somebody(oq, pick):
    hand = oq.fight("Rgh", R={"dex": 18}, g={"dex": 14}, h={"dex": 10})
    hand.begin()
    hand.act("R", "delay", target="g", how="after")
    hand.go_on()
    hand.act("g", "prone")
    hand.go_on(pick)
    if pick == "now":
        assert hand.rules.progress(hand.battle).waiting == ("R",)
        hand.act("R", "attack", target="g", answers=[99])
        hand.go_on()
    assert hand.rules.progress(hand.battle).waiting == ("h",)
    if pick == "wait":
        hand.act("h", "prone")
        hand.go_on("now")
        assert hand.rules.progress(hand.battle).waiting == ("R",)


@pytest.mark.rule("OQ-OTHER-03", "OQ-OTHER-04")
@pytest.mark.parametrize(("mine", "first"), [(40, "R"), (20, "g")])
def test_breaking_in_on_an_action(oq, mine, first):
    hand = oq.fight("Rg", R={"dex": 18}, g={"dex": 14})
    hand.begin()
    hand.act("R", "delay", target="g", how="interrupt")
    hand.go_on()
    tests = ["longsword", mine, 30]  # both succeed: the higher face is first
    if first == "R":
        events = hand.act("g", "attack", target="R", answers=[*tests, 20, "none", 3, 99])
        assert [roll.roller for roll in kinds(events, Rolled)] == ["R", "g", "R", "R", "g"]
        assert [event.attacker for event in kinds(events, Struck)] == ["R"]
        assert hand.page("R").turn.acted
    else:
        events = hand.act("g", "attack", target="R", answers=[*tests, 99])
        assert [roll.roller for roll in kinds(events, Rolled)] == ["R", "g", "g"]
        hand.go_on()
        assert hand.rules.progress(hand.battle).waiting == ("R",)


@pytest.mark.rule("OQ-OTHER-03")
def test_who_is_about_to_talk_tests_influence(oq):
    hand = oq.fight("Rg", R={"dex": 18}, g={"dex": 14, "influence": 31})
    hand.begin()
    hand.act("R", "delay", target="g", how="interrupt")
    hand.go_on()
    act = hand.command("g", "intimidate", target="R", whom="one")
    asked = hand.asked(act, "longsword", 99)
    assert (asked.title.key, asked.beats) == ("oq.ask.first", 31)


@pytest.mark.rule("OQ-MOVE-04")
def test_who_has_moved_its_whole_rate_is_offered_no_further_move(oq):
    hand = oq.fight("R.........g", R={"dex": 18, "rate": 5})
    hand.begin()
    hand.act("R", "move", "e e")
    offered = {option.verb: option for option in hand.rules.menu(hand.session.board, hand.actor("R"))}
    assert {refusal.reason.rule for refusal in offered["move"].refusals} == {"OQ-MOVE-04"}
    assert offered["sprint"].legal


@pytest.mark.rule("OQ-OTHER-10")
def test_a_skill_is_named_and_rolled(oq):
    hand = oq.fight("R.g")
    hand.begin()
    command = hand.command("R", "skill", text="open the lock")
    assert hand.picks(command)[0] == "other"
    assert hand.asked(command, "other", Number(60), "-25").beats == 35
    answers = ["other", Number(60), "-25", 35, Ruling("It opens.")]
    events = hand.act("R", "skill", text="open the lock", answers=answers)
    assert [roll.target for roll in kinds(events, Rolled)] == [35]
    assert hand.page("R").turn.acted


# --- intimidation -------------------------------------------------------------------------------------


def goblins(oq, rows="R.gh S.kl", **pages):
    common = {"persistence": 40, "influence": 25, "hp": 10, "max_hp": 10}
    hand = oq.fight(
        rows,
        **{who: {**common, **pages.get(who, {})} for who in "ghkl" if who in rows},
        **{who: {"influence": 50, "dex": 18, **pages.get(who, {})} for who in "RSTU" if who in rows},
    )
    hand.begin()
    return hand


def down(hand, *who):
    for one in who:
        play(hand.session, SetCondition(one, Condition(DOWN)))


@pytest.mark.rule("OQ-INTIM-01", "OQ-INTIM-02", "OQ-INTIM-04")
def test_who_is_swayed_surrenders_or_flees(oq):
    hand = goblins(oq)
    down(hand, "k", "l")
    command = hand.command("R", "intimidate", target="g", whom="group")
    assert hand.picks(command, "beaten", 1, 45) == ["surrender", "flee", "none"]
    hand.act("R", "intimidate", target="g", whom="group", answers=["beaten", 1, 45, "flee"])
    assert [hand.page(who).fleeing for who in "ghkl"] == [True, True, False, False]
    other = goblins(oq, "RSTU g...")
    other.act("R", "intimidate", target="g", whom="one", answers=["beaten", 5, 41, "surrender"])
    assert (other.page("g").surrendered, other.actor("g").active) == (True, False)


@pytest.mark.rule("OQ-INTIM-04")
@pytest.mark.parametrize(
    ("influence", "persistence", "won"), [(40, 45, True), (20, 30, False), (51, 60, False)]
)
def test_an_opposed_roll(oq, influence, persistence, won):
    hand = goblins(oq, "RS. g.h", g={"hp": 5}, h={"hp": 5})
    answers = ["plain", influence, persistence, *(["none"] if won else [])]
    events = hand.act("R", "intimidate", target="g", whom="one", answers=answers)
    assert ("oq.unmoved" in [event.what.key for event in kinds(events, Said)]) is not won


@pytest.mark.rule("OQ-INTIM-03")
def test_no_roll_before_it_is_said_who_is_meant(oq):
    hand = goblins(oq)
    play_refused = hand.session.submit(hand.command("R", "intimidate", target="g"))
    assert [refusal.reason.key for refusal in play_refused.refusals] == ["oq.no.whom"]
    assert play_refused.hard
    option = hand.option("R", "intimidate")
    assert [key for key, _ in option.picks[0].choices] == ["one", "group"]


@pytest.mark.rule("OQ-INTIM-05", "OQ-INTIM-06")
def test_the_leader_rolls_for_the_group(oq):
    hand = goblins(
        oq, g={"persistence": 20}, h={"persistence": 20}, k={"leader": True}, l={"persistence": 20}
    )
    command = hand.command("R", "intimidate", target="g", whom="group")
    asked = hand.asked(command, "plain", 30)
    assert (asked.actor, asked.beats) == ("k", 40)
    better = goblins(oq, k={"leader": True, "influence": 55})
    command = better.command("R", "intimidate", target="g", whom="group")
    assert better.picks(command, "plain") == ["influence", "persistence"]
    assert better.asked(command, "plain", "influence", 30).beats == 55


def preselected(hand, whom="group"):
    asked = hand.asked(hand.command("R", "intimidate", target="g", whom=whom))
    assert [pick.key for pick in asked.picks] == ["scratched", "many", "few", "beaten", "plain"]
    return asked.default


@pytest.mark.rule("OQ-INTIM-07", "OQ-INTIM-08", "OQ-INTIM-09", "OQ-INTIM-10", "OQ-INTIM-11")
def test_the_state_that_fits_best_is_chosen_beforehand(oq):
    assert preselected(goblins(oq, g={"hp": 9})) == "scratched"
    many = goblins(oq, "R.gh ..kl")
    down(many, "l")
    assert preselected(many) == "many"
    assert preselected(goblins(oq, "RSTU gh..", g={"hp": 9}, h={"hp": 8})) == "few"
    beaten = goblins(oq)
    down(beaten, "k", "l")
    assert preselected(beaten) == "beaten"
    asked = beaten.asked(beaten.command("R", "intimidate", target="g", whom="group"))
    assert [say(beaten, pick.note) for pick in asked.picks] == ["+50%", "+25%", "-25%", "-50%", "0%"]


@pytest.mark.rule("OQ-INTIM-12")
@pytest.mark.parametrize(("face", "won"), [(30, False), (5, True)])
def test_the_strong_give_in_to_a_critical_only(oq, face, won):
    hand = goblins(oq, "R.gh S.kl")
    command = hand.command("R", "intimidate", target="g", whom="group")
    result = hand.session.submit(command)
    hand.session.abandon()
    assert result.request.default == "plain"
    answers = ["plain", face, 41, *(["surrender"] if won else [])]
    hand.act("R", "intimidate", target="g", whom="group", answers=answers)
    assert [hand.page(who).surrendered for who in "ghkl"] == [won] * 4


@pytest.mark.rule("OQ-INTIM-13")
def test_a_fumble_routs_them(oq):
    hand = goblins(oq)
    hand.act("R", "intimidate", target="g", whom="group", answers=["plain", 99, 100])
    assert all(hand.page(who).fleeing for who in "ghkl")
    hand.to("g")
    assert "OQ-INTIM-01" in hand.refused("g", "attack", target="R")


@pytest.mark.rule("OQ-INTIM-14", "OQ-INTIM-15")
def test_the_example_of_the_wounded_goblin(oq):
    hand = goblins(oq, g={"hp": 5})
    alone = hand.command("R", "intimidate", target="g", whom="one")
    assert hand.asked(alone).default == "few"
    assert hand.asked(alone, "few", 30).beats == 15
    group = hand.command("R", "intimidate", target="g", whom="group")
    asked = hand.asked(group)
    assert "The example gives +25%" in say(hand, asked.detail[0])
    assert hand.asked(group, "many", 30).beats == 65


@pytest.mark.rule("OQ-INTIM-16")
@pytest.mark.parametrize("understood", ["yes", "no"])
def test_without_a_language_signs_may_do(oq, understood):
    hand = goblins(oq, g={"tongue": "Goblin"})
    command = hand.command("R", "intimidate", target="g", whom="one")
    assert hand.picks(command) == ["yes", "no"]
    answers = ["yes", "plain", 99, 40] if understood == "yes" else ["no"]
    events = hand.act("R", "intimidate", target="g", whom="one", answers=answers)
    assert len(kinds(events, Rolled)) == (2 if understood == "yes" else 0)


# --- what is shown ------------------------------------------------------------------------------------


@pytest.mark.rule("OQ-EXPECT-01", "OQ-EXPECT-06")
def test_an_attack_shows_its_parts_and_its_critical_score(oq):
    hand = oq.fight("Rm", R={"close": 55, "effects": ()}, m={"close": 130, "cover": "partial"})
    hand.begin()
    hand.go_on(overrule=True)
    asked = hand.asked(hand.command("R", "attack", target="m"))
    assert (asked.beats, [(say(hand, part.label), part.value) for part in asked.tally.parts]) == (
        30,
        [("Close Combat", 55), ("partial cover", -25)],
    )
    assert say(hand, asked.detail[0]).startswith("A critical at 6 or less")


@pytest.mark.rule("OQ-CRIT-09")
def test_the_log_of_a_critical(oq):
    hand = oq.fight("Rg", R={"close": 55})
    hand.begin()
    events = hand.act("R", "attack", target="g", answers=[5, "none"])
    lines = [
        line.text for line in Narrator(hand.battle, hand.rules.about.glossary, Audience.GM).lines(events)
    ]
    assert any(
        "Critical hit" in line and "5, at most 6" in line and "armour ignored" in line for line in lines
    )


def test_every_reading_has_words_and_is_named_by_its_rules():
    about = RULESETS["openquest"].about
    for choice in about.options:
        assert choice.rules
        assert len(choice.values) > 1
        assert {choice.label.key, *(words.key for _, words in choice.values)} <= set(about.glossary)
