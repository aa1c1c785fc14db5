"""Initiative and surprise."""

import pytest

from engine.model import commands as cmd
from engine.model.events import Said
from engine.model.requests import AskRolls
from engine.views.audience import Audience
from engine.views.narrate import Narrator

rule = pytest.mark.rule

TWO = "T..........b"
THREE = "T....b....1"


@rule("OSE-INIT-01", "OSE-INIT-03")
def test_one_d12_for_each_side_whatever_its_numbers(fight):
    f = fight("T..........b\nBCDEF.......")
    f.begin()
    question = f.ask(cmd.Advance(overrule=True))
    assert isinstance(question, AskRolls)
    assert [(roll.side, roll.dice) for roll in question.rolls] == [("party", (12,)), ("foes", (12,))]


@rule("OSE-INIT-02")
def test_no_modifier_counts(fight, kit):
    f = fight(TWO, T=kit.page(kit.SWORD, dex=3))
    f.start(6, 5)
    assert [(roll.total, roll.tally.parts) for roll in f.rolls("initiative.roll")] == [(6, ()), (5, ())]


@rule("OSE-INIT-04")
def test_only_those_who_tie_roll_again_until_they_differ(fight):
    f = fight(THREE)
    f.start(8, 8, 10, 5, 5, 2, 7)
    assert f.now.order == ("others", "foes", "party")
    assert [roll.side for roll in f.rolls("initiative.roll")] == [
        *("party", "foes", "others"),
        *("party", "foes"),
        *("party", "foes"),
    ]


@rule("OSE-INIT-04")
def test_the_tie_is_named_above_the_new_roll(fight):
    f = fight(TWO)
    f.begin()
    question = f.ask(cmd.Advance(overrule=True), 7, 7)
    assert question.kicker.key == "initiative.tie"
    assert question.kicker.args["value"] == 7


@rule("OSE-INIT-04")
def test_where_all_tied_the_bar_shows_the_dice_that_decided(fight):
    f = fight(TWO)
    f.begin()
    f.next(7, 7, 3, 11)
    assert f.now.order == ("foes", "party")
    assert [slot.number for slot in f.progress.slots if slot.key.endswith(":move")] == [11, 3]


@rule("OSE-INIT-04")
def test_where_two_of_three_tied_the_bar_shows_what_decided_between_them(fight):
    f = fight(THREE)
    f.start(8, 8, 5, 5, 5, 2, 7)
    assert f.now.order == ("foes", "party", "others")
    slots = [slot for slot in f.progress.slots if slot.key.endswith(":move")]
    assert [(slot.number, slot.again) for slot in slots] == [(8, (5, 7)), (8, (5, 2)), (5, ())]
    note = next(slot.note for slot in f.progress.slots if slot.key == "initiative")
    said = Narrator(f.battle, f.rules.about.glossary, Audience.GM).say(note)
    assert said == "8 (then 5, 7) against 8 (then 5, 2) against 5"
    shown = f.rules.progress(f.rules.redact(f.battle, "party", frozenset(f.battle.actors)))
    assert not any(slot.again for slot in shown.slots)
    f.until("declare")
    assert [part.again for part in f.now.sides] == [(), (), ()]


@rule("OSE-INIT-05")
def test_the_highest_is_first(fight):
    f = fight(TWO)
    f.start(3, 11)
    assert f.now.order == ("foes", "party")


@rule("OSE-INIT-06")
def test_every_round_rolls_anew(fight):
    f = fight(TWO)
    f.start(3, 11)
    f.until("declare")
    f.next(10, 2)
    assert len(f.rolls("initiative.roll")) == 2
    assert f.now.order == ("party", "foes")


@rule("OSE-INIT-08")
def test_the_question_says_that_swings_are_intended(fight):
    f = fight(TWO)
    f.begin()
    question = f.ask(cmd.Advance(overrule=True))
    text = f.rules.about.glossary[question.detail[0].key]
    assert "anew each round" in text
    assert "intended" in text


@rule("OSE-SURP-01")
def test_one_or_more_sides_can_be_surprised(fight):
    f = fight(THREE)
    f.begin("surprised:others", "none")
    assert [part.surprised for part in f.now.sides] == [False, False, True]
    f = fight(THREE)
    f.begin("surprised:foes", "surprised:others")
    assert [part.surprised for part in f.now.sides] == [False, True, True]


@rule("OSE-SURP-03", "OSE-SURP-04")
def test_the_surprising_side_is_first_without_dice_and_the_surprised_act_after_it(fight):
    f = fight(TWO)
    f.begin("surprised:party")
    f.next()
    assert f.rolls("initiative.roll") == []
    assert f.now.order == ("foes", "party")
    assert f.progress.slots[1].note.key == "initiative.surprise"
    f.until("party:move")
    f.do("T", "move", "e")


def test_by_another_reading_the_surprised_lose_the_round(fight):
    f = fight(TWO, options={"surprise_effect": "lose"})
    f.begin("surprised:party")
    f.next()
    assert f.now.order == ("foes",)


@pytest.mark.parametrize(
    ("reading", "dice", "order"),
    [("listed", (), ("party", "foes", "others")), ("rolled", (4, 9), ("party", "others", "foes"))],
)
@rule("OSE-SURP-03")
def test_the_order_of_several_surprised_sides(fight, reading, dice, order):
    f = fight(THREE, options={"surprise_order": reading})
    f.begin("surprised:foes", "surprised:others")
    f.next(*dice)
    assert f.now.order == order


@rule("OSE-SURP-05")
def test_surprise_is_over_with_round_1(fight):
    f = fight(TWO)
    f.begin("surprised:foes")
    f.next()
    f.until("declare")
    assert f.keys("b", "defend") == []
    f.next(2, 11)
    assert f.now.order == ("foes", "party")


@rule("OSE-SURP-06")
def test_the_surprised_declare_nothing_and_their_opponents_may(fight, caster):
    f = fight(TWO, T=caster(), b=caster())
    f.begin("surprised:foes")
    assert f.why_not("b", "cast", spell="Sleep") == [("why.surprised", "OSE-SURP-06")]
    assert f.why_not("b", "defend") == [("why.surprised", "OSE-SURP-06")]
    assert not f.row("b", "cast").legal
    assert f.progress.waiting == ("T",)
    f.do("T", "cast", spell="Sleep")


@rule("OSE-SURP-07")
def test_the_surprised_keep_their_attacks_of_opportunity(fight):
    f = fight(".Tb\n...\n...")
    f.begin("surprised:foes")
    f.next()
    f.do("T", "move", "w", answers=[1])


@pytest.mark.rule("OSE-INIT-04")
def test_the_log_says_that_it_was_a_tie(fight):
    f = fight("T....b")
    f.start(7, 7, 9, 4)
    assert [f.tell(one.what) for one in f.events if isinstance(one, Said)][:1] == ["Tie at 7. Roll again"]
