"""OS-SIX around the dice: setting the stage, what cards and tokens say, readings by rule, the GM's notes."""

import pytest
from msgspec.structs import replace

from engine.model.actor import Actor, Condition
from engine.model.commands import (
    AddActor,
    Begin,
    HideActor,
    PlaceActor,
    RemoveActor,
    ReviseActor,
    SetCondition,
    SetFact,
)
from engine.model.events import Rolled, Said
from engine.model.requests import Number
from engine.rulesets.os_six.form import FORM
from engine.rulesets.os_six.options import CHOICES
from engine.rulesets.os_six.sheet import SixSheet
from engine.rulesets.ruleset import scale_of
from engine.session.session import Finished
from engine.store.forms import fill, texts_of
from engine.store.rules import readings_of, rule_row, rule_rows
from engine.tactics.board import Board
from engine.testing import play
from engine.views.audience import Audience, known
from engine.views.look import look
from engine.views.narrate import Narrator


def begun(hand, *order):
    """The fight begun with these acting first, in this order; they have two dice each."""
    ranks = {who: 6 - place for place, who in enumerate(order)}
    asked = hand.session.submit(Begin())
    answers = [(ranks.get(roll.actor, 1), 1) for roll in asked.request.rolls]
    hand.session.abandon()
    hand.begin(*answers)
    return hand


def spoken(hand, *said):
    speech = Narrator(hand.battle, hand.rules.about.glossary, Audience.GM)
    return [speech.say(one) for one in said]


# --- setting the stage ----------------------------------------------------------------------------


@pytest.mark.rule("SIX-STEP-01")
def test_the_scene_is_told_to_the_players(six):
    hand = six.fight("T.g")
    battle = replace(hand.battle, title="A cellar, water to the knees")
    assert look(Board(battle), hand.rules, Audience.PLAYERS).title == ""  # the GM names files as he likes
    events = hand.done(play(hand.session, Begin("The door bursts open"), [(6, 1), (5, 1)]))
    public = known(Board(hand.battle), hand.rules, Audience.PLAYERS)
    told = Narrator(hand.battle, hand.rules.about.glossary, Audience.PLAYERS, public).lines(events)
    assert any("The door bursts open" in line.text for line in told)


@pytest.mark.rule("SIX-STEP-02")
def test_each_hero_has_a_place_and_a_note_before_the_fight(six):
    hand = six.fight("T.g")
    newcomer = Actor("K", "Kay", "party", (1, 0), note="listens at the door", sheet=SixSheet(hero=True))
    assert isinstance(hand.session.submit(AddActor(newcomer)), Finished)
    revised = replace(hand.actor("T"), note="behind the crates")
    assert isinstance(hand.session.submit(ReviseActor(revised)), Finished)
    assert (hand.at("K"), hand.actor("K").note) == ((1, 0), "listens at the door")
    assert (hand.at("T"), hand.actor("T").note) == ((0, 0), "behind the crates")
    assert hand.battle.round is None


@pytest.mark.rule("SIX-STEP-03")
def test_enemies_appear_to_the_players_as_the_gm_reveals_them(six):
    hand = six.fight("T.g")
    hand.session.submit(HideActor("g", True))
    assert [token.id for token in look(Board(hand.battle), hand.rules, Audience.PLAYERS).tokens] == ["T"]
    hand.session.submit(HideActor("g", False))
    assert {token.id for token in look(Board(hand.battle), hand.rules, Audience.PLAYERS).tokens} == {"T", "g"}


@pytest.mark.rule("SIX-TURN-01")
def test_the_turn_says_that_it_is_six_seconds(six):
    hand = begun(six.fight("T.g"), "T", "g")
    slot = hand.rules.progress(hand.battle).current
    assert spoken(hand, slot.note) == ["6 s"]
    hand.go_on(overrule=True)
    hand.go_on(overrule=True)
    assert hand.rules.progress(hand.battle).seconds == 6


# --- the card -------------------------------------------------------------------------------------


@pytest.mark.rule("SIX-SHEET-02", "SIX-STRAIN-01")
def test_a_card_lists_hit_points_weapons_and_equipment(six):
    hand = six.fight("T.g", T={"gear": ("rope", "lamp"), "role": "Scavenger", "kit": True})
    card = hand.rules.card(hand.battle, hand.actor("T"))
    facts = {fact.key: fact.value for fact in card.facts}
    assert (facts["hp"], facts["strain"]) == ("12/12", "0/12")
    notes = spoken(hand, *card.notes)
    assert "Weapons: Machete" in notes
    assert "Equipment: rope, lamp" in notes
    assert "First aid kit" in notes
    assert spoken(hand, card.role) == ["Scavenger. Machete"]


@pytest.mark.rule("SIX-DAMAGE-15")
@pytest.mark.parametrize(("hp", "marked"), [(4, False), (3, True), (0, False)])
def test_a_hero_at_a_quarter_of_the_hit_points_carries_a_mark(six, hp, marked):
    hand = six.fight("T.g", T={"hp": hp, "fallen": hp == 0}, g={"hp": 1})
    actor = hand.actor("T")
    if hp == 0:
        actor = replace(actor, conditions=(Condition("down"),))
    assert ("low_hp" in hand.rules.card(hand.battle, actor).badges) is marked
    assert "low_hp" not in hand.rules.card(hand.battle, hand.actor("g")).badges


@pytest.mark.rule("SIX-REST-15")
def test_what_poison_does_is_written_by_the_gm(six):
    hand = begun(six.fight("T.g"), "T", "g")
    hand.session.submit(SetCondition("T", Condition("poisoned")))
    page = hand.page("T")
    written = texts_of(page, FORM) | {
        "ailment": "The venom burns.", "ailment_die": "3", "ailment_every": "2"
    }  # fmt: skip
    filled = fill(page, FORM, texts_of(page, FORM), written)
    assert not filled.problems
    hand.session.submit(ReviseActor(replace(hand.actor("T"), sheet=filled.record)))
    page = hand.page("T")
    assert (page.ailment, page.ailment_die, page.ailment_every) == ("The venom burns.", 3, 2)
    assert "The venom burns." in spoken(hand, *hand.rules.card(hand.battle, hand.actor("T")).notes)
    for _ in range(3):
        hand.go_on(overrule=True)
    hand.go_on(2, overrule=True)
    assert hand.page("T").hp == 10


@pytest.mark.rule("SIX-REST-14")
def test_who_bleeds_before_the_fight_bleeds_on_from_its_first_round(six):
    hand = six.fight("T.g")
    hand.session.submit(SetCondition("T", Condition("bleeding_out")))
    assert hand.page("T").since == 0
    assert begun(hand, "T", "g").page("T").since == 1


@pytest.mark.rule("SIX-REST-14")
def test_the_minute_of_who_bleeds_to_death_begins_with_the_bleeding_and_not_with_older_poison(six):
    hand = begun(six.fight("T.g"), "T", "g")
    hand.session.submit(SetCondition("T", Condition("poisoned")))
    for _ in range(4):
        hand.go_on(overrule=True)
    hand.session.submit(SetCondition("T", Condition("bleeding_out")))
    for _ in range(19):
        hand.go_on(overrule=True)
    assert hand.page("T").hp == 12
    hand.go_on(4, overrule=True)
    assert hand.battle.round.number == 13
    assert hand.page("T").hp == 8


@pytest.mark.rule("SIX-REST-03", "SIX-REST-04")
def test_food_and_drink_at_a_rest_begin_the_days_of_want_anew(six):
    hand = six.fight("T.g", T={"dry_days": 2, "hungry_days": 12})
    hand.act("T", "short_rest", answers=["hungry"])
    assert (hand.page("T").dry_days, hand.page("T").hungry_days) == (2, 12)
    hand.act("T", "short_rest", answers=["fed"])
    hand.act("T", "day", lack="both")
    assert (hand.page("T").dry_days, hand.page("T").hungry_days) == (1, 1)
    assert hand.page("T").hp == 12


@pytest.mark.rule("SIX-COVER-01", "SIX-GRAPPLE-12")
def test_who_is_dragged_leaves_its_cover_behind(six):
    hand = begun(six.fight("Tg.\n...", T={"brawn": 3}, g={"cover": "light"}), "T", "g")
    hand.act("T", "grapple", target="g", answers=[(6, 2, 1)])
    assert hand.page("g").cover == "light"
    hand.act("T", "drag", "s")
    assert (hand.at("g"), hand.page("g").cover) == ((0, 0), "")


def test_players_are_told_no_number_of_a_foe_that_is_tended_or_stunned(six):
    baton = replace(six.machete, key="baton", dice=(), stun=3)
    hand = begun(six.fight("Tgh", T={"weapons": (baton,)}, g={"hp": 3}, h={"kit": True}), "T", "h")
    events = hand.act("T", "attack", target="g", answers=[(6, 1, 1), 2])
    hand.go_on()
    events += hand.act("h", "aid", target="g", answers=[(6, 1), 4])
    events += hand.act("g", "temporary", answers=[Number(7)])
    public = known(Board(hand.battle), hand.rules, Audience.PLAYERS)
    told = [
        line.text
        for line in Narrator(hand.battle, hand.rules.about.glossary, Audience.PLAYERS, public).lines(events)
    ]
    assert "g is stunned" in told
    assert not any("hit point" in line or "turns" in line for line in told)


# --- readings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", CHOICES)
def test_f1_on_some_rule_names_every_reading(six, key):
    option = next(option for option in six.rules.about.options if option.key == key)
    assert any(readings_of(row, (option,)) for row in rule_rows().values() if row.id.startswith("SIX-"))


@pytest.mark.parametrize(
    ("rule", "keys"),
    [
        ("SIX-ATK-05", {"botch", "prone"}),
        ("SIX-MOVE-06", {"leaving_melee"}),
        ("SIX-DAMAGE-12", {"one_hp"}),
        ("SIX-PANIC-06", {"witnesses"}),
        ("SIX-TURN-18", {"shooting_in_melee"}),
        ("SIX-DAMAGE-13", {"massive"}),
        ("SIX-DAMAGE-16", {"luck"}),
    ],
)
def test_f1_on_a_rule_names_the_readings_that_govern_it(six, rule, keys):
    assert {option.key for option in readings_of(rule_row(rule), six.rules.about.options)} == keys


@pytest.mark.parametrize(
    ("reading", "important", "rolls"),
    [("important", True, True), ("important", False, False), ("out", True, False), ("roll", False, True)],
)
def test_which_enemies_cling_to_life(six, reading, important, rolls):
    fight = six.fight("Tg.h", options={"enemies_at_zero": reading}, g={"important": important, "hp": 2})
    hand = begun(fight, "T", "g")
    events = hand.act("T", "attack", target="g", answers=[(6, 1, 1), 4, *([(6, 1)] if rolls else [])])
    assert len([event for event in events if isinstance(event, Rolled)]) == 2 + rolls
    assert not hand.actor("g").active


@pytest.mark.rule("SIX-PANIC-06")
def test_by_the_option_nobody_minds_a_panic(six):
    hand = begun(six.fight("TUg", options={"witnesses": "off"}, T={"strain": 6}), "T", "U")
    events = hand.act("T", "panic", answers=[(1, 2)])
    assert [one.what.key for one in events if isinstance(one, Said)] == ["six.panics", "six.strain"]


def test_bullets_are_blocked_with_a_shield_only(six):
    gun = {"weapons": (six.rifle,)}
    hand = begun(six.fight("T..g", T={"shield": True}, g=gun), "g", "T")
    asked = hand.session.submit(hand.command("g", "attack", target="T"))
    assert [pick.key for pick in asked.request.instead] == ["block"]
    hand = begun(six.fight("T..g", options={"block_shots": "never"}, T={"shield": True}, g=gun), "g", "T")
    assert hand.session.submit(hand.command("g", "attack", target="T")).request.instead == ()


@pytest.mark.parametrize(("reading", "feet"), [("five", 5), ("ten", 10)])
def test_the_length_of_a_square_is_left_to_the_table(six, reading, feet):
    assert scale_of(six.rules.about, six.fight("T.g", options={"square": reading}).battle) == feet


# --- the GM's hand --------------------------------------------------------------------------------


@pytest.mark.rule("SIX-GRAPPLE-07")
@pytest.mark.parametrize(
    "edit",
    [PlaceActor("g", (4, 0)), SetCondition("T", Condition("down")), RemoveActor("T"),
     SetCondition("g", Condition("grappled"), present=False)],
)  # fmt: skip
def test_a_hold_ends_when_the_gm_parts_the_two(six, edit):
    hand = begun(six.fight("Tg..."), "T", "g")
    hand.act("T", "grapple", target="g", answers=[(6, 1, 1)])
    assert isinstance(hand.session.submit(edit), Finished)
    assert not hand.page("g").held_by
    assert not hand.actor("g").has("grappled")
    assert "T" not in hand.battle.actors or not hand.page("T").holding


def test_hit_points_and_strain_given_back_by_hand_bring_somebody_back(six):
    hand = begun(six.fight("T.g"), "T", "g")
    hand.session.submit(SetFact("T", "strain", 12))
    assert not hand.actor("T").active
    hand.session.submit(SetFact("T", "strain", 11))
    assert hand.actor("T").active
    hand.session.submit(SetFact("T", "hp", 0))
    assert not hand.actor("T").active
    hand.session.submit(SetFact("T", "hp", 2))
    assert hand.actor("T").active


# --- between fights -------------------------------------------------------------------------------


def test_wounds_and_ills_go_on_to_the_next_fight_and_holds_do_not(six):
    page = SixSheet(hero=True, hp=3, max_hp=12, strain=4, luck=1, temp=2, holding="x", cover="light")
    held = (Condition("grappled"), Condition("poisoned"), Condition("terrified"))
    after = six.rules.rested(Actor("a", "Al", "party", (0, 0), conditions=held, sheet=page))
    assert after.sheet == replace(page, holding="", cover="")
    assert [one.key for one in after.conditions] == ["poisoned"]


def test_whoever_is_out_with_strain_stays_so_in_the_next_fight(six):
    page = SixSheet(hero=True, hp=3, max_hp=12, strain=12)
    out = (Condition("down"), Condition("helpless", rule="SIX-STRAIN-02"))
    after = six.rules.rested(Actor("a", "Al", "party", (0, 0), conditions=out, sheet=page))
    assert {one.key for one in after.conditions} == {"down", "helpless"}
