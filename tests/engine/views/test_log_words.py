"""What the GM reads in the log of deeds by hand, and of blows out of turn."""

import pytest

from engine.model import events as ev
from engine.model.battle import Battle, Control, Side
from engine.model.phrase import phrase
from engine.rulesets.ose.detailed import ABOUT
from engine.testing import ascii_terrain
from engine.views.audience import Audience
from engine.views.narrate import Narrator

BATTLE = Battle(
    "ose.detailed", "Test", (Side("party", "Party", Control.PLAYERS),), {}, ascii_terrain([".."])[0]
)


def lines(*events):
    return Narrator(BATTLE, ABOUT.glossary, Audience.GM).lines(events)


def test_the_line_that_begins_a_slot_tells_its_round():
    begun, other = lines(ev.StepBegan(phrase("step.declare"), 2), ev.Said(phrase("step.move")))
    assert (begun.text, begun.opens) == ("Round 2: Declare", 2)
    assert other.opens == 0


def test_an_attack_of_opportunity_is_told_from_a_blow_in_turn():
    spear = phrase("weapon.name", name="Spear")
    (plain,) = lines(ev.Struck("a", "b", spear))
    (out_of_turn,) = lines(ev.Struck("a", "b", phrase("attack.means_opportunity", means=spear)))
    assert plain.text == "A hits b with the spear"
    assert out_of_turn.text == "A hits b with the spear, an attack of opportunity"


@pytest.mark.parametrize(
    ("faces", "total", "keep", "told"),
    [
        ((18,), 18, "", "Roll: 18"),
        ((18,), 20, "", "Roll: 18 + 2 = 20"),
        ((12,), 10, "", "Roll: 12 - 2 = 10"),
        ((6, 5), 11, "", "Roll: 6 + 5 = 11"),
        ((6, 5), 12, "", "Roll: 6 + 5 + 1 = 12"),
        ((3, 20), 4, "low", "Roll: 3 (not 20) + 1 = 4"),
        ((20, 3), 3, "low", "Roll: 3 (not 20)"),
        ((2, 8), 9, "high", "Roll: 8 (not 2) + 1 = 9"),
        ((4, 4), 4, "low", "Roll: 4 (of 4 4)"),
        ((1, 6, 6), 6, "high", "Roll: 6 (of 1 6 6)"),
    ],
)
def test_a_roll_tells_which_die_counts_and_how_the_total_came_about(faces, total, keep, told):
    dice = (20,) * len(faces)
    (line,) = lines(ev.Rolled(phrase("text.plain", text="Roll"), dice, faces, total, keep=keep))
    assert line.text == told


@pytest.mark.parametrize(("total", "told"), [(6, "Roll: 6"), (7, "Roll: 6 + 1 = 7")])
def test_a_total_that_was_typed_is_told_as_typed(total, told):
    purpose = phrase("text.plain", text="Roll")
    (line,) = lines(ev.Rolled(purpose, (6, 6), (3, 3), total, as_total=True))
    assert line.text == told
