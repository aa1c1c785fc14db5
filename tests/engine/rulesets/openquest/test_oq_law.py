"""The law of an OpenQuest attack is what the dice do, in every kind of attack and all that changes them."""

import pytest

from engine.model.commands import Act
from engine.model.events import Harmed, Struck
from engine.model.requests import AskChoice, AskReaction, Picked
from engine.rulesets.openquest import attacks
from engine.rulesets.openquest.law import charge_hits, harm_law
from engine.rulesets.openquest.sheet import Aim, Effect, OqWeapon, Size, sheet, weapon
from engine.rulesets.openquest.tallies import Kind
from engine.tactics.board import Board
from engine.testing import Script, exhaust

KNIFE = OqWeapon("knife", "Knife", (4,), bonus=1, great=True, settable=True, enc=1)
BOW = OqWeapon("bow", "Bow", (6,), range=4, hands=2)
DART = OqWeapon("dart", "Dart", (4,), thrown=True, range=20, no_modifier=True)
BOARD = OqWeapon("board", "Board", (6,), size=Size.HEAVY, shield=True)
STRONG = {"close": 56, "ranged": 47, "damage_modifier": (4,), "weapons": (KNIFE,)}
TOUGH = {"hp": 90, "max_hp": 90, "armour": 2}
BLESSED = (Effect("Blessing", hit=20, damage=2, armour=3, until=9),)

SITUATIONS = {
    "plain": (Kind.PLAIN, "Rg", {}, {}),
    "charge": (Kind.CHARGE, "Rg", {}, {}),
    "charge uphill": (Kind.UPHILL, "Rg", {}, {}),
    "charge by a weakling": (Kind.CHARGE, "Rg", {"weakling": True}, {}),
    "set weapon": (Kind.SET, "Rg", {}, {}),
    "off hand": (Kind.OFF_HAND, "Rg", {}, {}),
    "all out": (Kind.ALL_OUT, "Rg", {}, {}),
    "great": (Kind.GREAT, "Rg", {}, {}),
    "great by a weakling": (Kind.GREAT, "Rg", {"weakling": True}, {}),
    "mounted against foot": (Kind.PLAIN, "Rg", {"mounted": True, "riding": 40}, {}),
    "behind cover": (Kind.PLAIN, "Rg", {}, {"cover": "very_good"}),
    "blessed on both sides": (Kind.PLAIN, "Rg", {"effects": BLESSED}, {"effects": BLESSED}),
    "a skill over 100": (Kind.PLAIN, "Rg", {"close": 130}, {}),
    "no skill": (Kind.ALL_OUT, "Rg", {"close": 20}, {}),
    "holding somebody else": (Kind.PLAIN, "Rg", {"grapples": "x"}, {}),
    "shot": (Kind.SHOT, "R.g", {"weapons": (BOW,)}, {}),
    "shot beyond its range": (Kind.SHOT, "R....g", {"weapons": (BOW,)}, {}),
    "aimed shot at a shield": (
        Kind.SHOT, "R.g", {"weapons": (BOW,), "aim": Aim("g", "bow", 2)}, {"weapons": (BOARD,)},
    ),
    "thrown": (Kind.THROWN, "R.g", {"weapons": (DART,)}, {}),
    "not made to be thrown": (Kind.HURLED, "R.g", {}, {}),
}  # fmt: skip


def nobody_reacts(request):
    """Leaves the dice open; whoever fumbles gets away with it, and nobody dodges or parries."""
    if isinstance(request, AskReaction):
        return Script(["none"])(request)
    return Picked("nothing") if isinstance(request, AskChoice) else None


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_law_of_an_attack_is_what_happens(oq, name):
    kind, ground, attacker, target = SITUATIONS[name]
    hand = oq.fight(ground, R={**STRONG, **attacker}, g={**TOUGH, **target})
    hand.begin()
    battle = hand.battle
    item = weapon(sheet(battle.actors["R"]), "")
    law = harm_law(Board(battle), battle.actors["R"], battle.actors["g"], item, kind)
    found: dict[int, float] = {}
    runs = exhaust(battle, lambda draft: attacks.attack(draft, "R", "g", item.key, kind), nobody_reacts)
    for draft, chance in runs:
        harm = sum(one.amount for one in draft.events if isinstance(one, Harmed) and one.actor == "g")
        found[harm] = found.get(harm, 0.0) + chance
    assert found == {harm: pytest.approx(chance, abs=1e-9) for harm, chance in law.items() if chance}
    assert sum(found.values()) == pytest.approx(1)
    assert any(found) == (name != "no skill")


@pytest.mark.rule("OQ-CHARGE-05")
@pytest.mark.parametrize("close", [56, 20])
def test_the_chance_at_the_end_of_a_charge_is_how_often_it_hits(oq, close):
    hand = oq.fight("Rg", R={**STRONG, "close": close}, g=TOUGH)
    hand.begin()
    runs = exhaust(
        hand.battle, lambda draft: attacks.attack(draft, "R", "g", "knife", Kind.CHARGE), nobody_reacts
    )
    hits = sum(chance for draft, chance in runs if any(isinstance(one, Struck) for one in draft.events))
    said = charge_hits(Board(hand.battle), Act("R", "charge", targets=("g",)))
    assert said == pytest.approx(hits)
    assert said == close / 100
