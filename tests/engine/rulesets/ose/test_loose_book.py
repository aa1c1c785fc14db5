"""What the Loose book shows: hands, load, distances, how the sides stand; and its options."""

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN, Actor, Condition
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act, Advance, Begin
from engine.model.requests import Area, AreaKind, AskCells, Chosen, Number, Picked
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.loose import picture
from engine.rulesets.ose.loose.book import LooseOse
from engine.rulesets.ose.options import LOOSE_CHOICES, LooseOptions, options
from engine.rulesets.ose.sheet import Hands, OseSheet, Weapon
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.registry import ruleset
from engine.session.session import new_session
from engine.tactics.board import Board
from engine.testing import ascii_terrain, play
from engine.views.audience import Audience
from engine.views.narrate import Narrator

rule = pytest.mark.rule
RULES = LooseOse()
SIDES = (
    Side("party", "Party", Control.PLAYERS, ("foes",)),
    Side("foes", "Foes", Control.REFEREE, ("party",)),
)
SWORD = Weapon("sword", "Sword")


def battle_of(rows, **pages):
    terrain, marks = ascii_terrain(rows.split())
    actors = {
        letter: Actor(
            letter,
            letter,
            "party" if letter.isupper() else "foes",
            cell,
            sheet=pages.get(letter, OseSheet(hp=8, max_hp=8)),
        )
        for letter, cell in marks.items()
    }
    return Battle("ose.loose", "Loose", SIDES, actors, terrain)


def said(battle, phrase):
    return Narrator(battle, RULES.about.glossary, Audience.GM).say(phrase)


def role(battle, who):
    return said(battle, RULES.card(battle, battle.actors[who]).role)


@rule("OSL-MELEE-02")
def test_the_card_counts_free_hands():
    fighter = OseSheet(hp=8, max_hp=8, character=True, gear=(SWORD,), hands=Hands("sword"))
    assert "Hands free: 1" in role(battle_of("T.g", T=fighter), "T")
    assert "Hands free: 2" in role(battle_of("T.g", T=replace(fighter, hands=Hands())), "T")


@rule("OSL-OTHER-05")
def test_the_card_of_somebody_who_travels_light_names_both_rates():
    light = OseSheet(hp=8, max_hp=8, rate=40, other_rate=20)
    assert "Travelling light: 40 ft a round, 20 ft when encumbered" in role(battle_of("T.g", T=light), "T")
    assert "Travelling" not in role(battle_of("T.g"), "T")


@rule("OSL-OTHER-03")
def test_the_guide_on_the_map_is_the_rate_of_the_load():
    light = OseSheet(hp=8, max_hp=8, rate=40, other_rate=20)
    battle = battle_of("T................... ...................g", T=light)
    loaded = RULES.with_fact(battle, battle.actors["T"], "load", 1)
    heavy = replace(battle, actors={**battle.actors, "T": replace(battle.actors["T"], sheet=loaded)})
    for fight, feet in ((battle, "40 ft"), (heavy, "20 ft")):
        actor = fight.actors["T"]
        facts = {fact.key: fact.value for fact in RULES.card(fight, actor).facts}
        guide = RULES.reach(Board(fight), actor, "move")
        assert facts["rate"] == feet
        assert guide.bands[0].limit * 5 == int(feet.split()[0])
        assert guide.limit("move") == 19  # and the rest of the map beyond the guide


def test_load_stays_as_it_is_where_nobody_tracks_it():
    battle = battle_of("T.g")
    actor = battle.actors["T"]
    assert RULES.with_fact(battle, actor, "load", 1) == actor.sheet


@rule("OSL-CONS-01")
def test_each_side_is_described_with_its_standing_wounded_and_distance():
    hurt = OseSheet(hp=3, max_hp=8)
    battle = battle_of("TUV..g ......", U=hurt)
    down = replace(battle.actors["V"], conditions=(Condition(DOWN),))
    battle = replace(battle, actors={**battle.actors, "V": down})
    session = new_session(RULES, battle)
    play(session, Begin(), ("none",))
    notes = {side: said(session.battle, note) for side, note in RULES.progress(session.battle).side_notes}
    assert notes == {
        "party": "2 fighting, 1 of them wounded, 1 out; nearest enemy 20 ft",
        "foes": "1 fighting, 0 of them wounded, 0 out; nearest enemy 20 ft",
    }
    assert "Nearest enemy: g, 25 ft" in role(session.battle, "T")


def test_nobody_hidden_is_the_nearest_enemy_of_the_picture():
    battle = battle_of("T.g...h")
    hidden = replace(battle.actors["g"], hidden=True)
    board = Board(replace(battle, actors={**battle.actors, "g": hidden}))
    assert picture.nearest_enemy(board, board.actor("T")) == ("h", 30)


def test_who_is_how_far_from_a_point_or_an_area_comes_nearest_first():
    board = Board(battle_of("T..g..... ......h.."))
    assert picture.distances(board, (2, 0)) == (("g", 5), ("T", 10), ("h", 20))
    assert picture.within(board, {(2, 0), (3, 0)}, 15) == (("g", 0), ("T", 10), ("h", 15))
    assert picture.within(board, {(2, 0), (3, 0)}, 10) == (("g", 0), ("T", 10))


@rule("OSL-PROC-02")
def test_the_options_ask_for_ordered_steps_first_and_leave_them_off():
    first = RULES.about.options[0]
    assert (first.key, first.default) == ("order", "free")
    assert [key for key, _ in first.values] == ["free", "steps"]
    assert options(battle_of("T.g")) == LooseOptions()


def test_only_readings_with_a_meaning_in_it_are_offered():
    assert {choice.key for choice in RULES.about.options} == set(LOOSE_CHOICES)
    battle = battle_of("T.g")
    assert RULES.with_option(battle, "aoo_trigger", "outside") is None
    assert RULES.with_option(battle, "order", "steps") == LooseOptions(order="steps")
    assert DetailedOse().with_option(replace(battle, ruleset="ose.detailed"), "order", "free") is None


def test_it_is_a_rule_book_of_its_own():
    assert ruleset("ose.loose").about.title == "Loose combat"
    verbs = {option.verb for option in RULES.menu(*_begun())}
    assert {"move", "charge", "shoot", "attack", "cast", "propose", "item", "flee", "pass"} <= verbs
    assert not verbs & {"brace", "defend", "withdraw", "double", "stunt"}


def _begun():
    session = new_session(RULES, battle_of("T...g"))
    play(session, Begin(), ("none",))
    return session.board, session.battle.actors["T"]


@rule("OSL-INTRO-01")
def test_no_step_is_struck_at():
    sword = OseSheet(hp=8, max_hp=8, gear=(SWORD,), hands=Hands("sword"))
    board = Board(battle_of("Tg. ...", g=sword))
    assert RULES.strikes(board, board.actor("T"), (0, 0), (0, 1), "move", True) == ()


@rule("OSL-CONS-02")
def test_the_area_of_a_spell_is_drawn_with_the_size_that_was_said_first():
    page = OseSheet(hp=8, max_hp=8, spells=(Spell("Frost"),))
    session = new_session(RULES, battle_of("U....g", U=page))
    play(session, Begin(), ["none"])
    play(session, Act("U", "cast", picks={"spell": "Frost"}))
    play(session, Advance(overrule=True), [12, 1])
    session.submit(Act("U", "complete"))
    for answer in (Picked("cone"), Number(25)):
        assert not isinstance(session.question, AskCells)
        session.answer(answer)
    assert session.question.area == Area(AreaKind.CONE, 5, (0, 0))
    assert said(session.shown, session.question.detail[0]) == "A cone 25 ft long from the caster"
    session.answer(Chosen(((5, 0),)))
    assert said(session.shown, session.question.detail[0]) == "Inside: g"
