"""The law of an attack in OS-SIX is what the dice do, in every situation that changes them."""

import pytest
from msgspec.structs import replace

from engine.model.actor import PRONE, Condition
from engine.model.commands import Act, OnHit
from engine.model.events import Harmed
from engine.model.requests import AskChoice, AskRoll, Picked
from engine.model.strikes import Strike, When
from engine.odds.path import path_law
from engine.rulesets.os_six import attacks
from engine.rulesets.os_six.pools import Stat
from engine.rulesets.os_six.sheet import sheet, weapon
from engine.rulesets.os_six.tallies import best_defence
from engine.tactics.board import Board
from engine.tactics.step import walk
from engine.testing import Script, exhaust

TOUGH = {"hp": 60, "max_hp": 60}
ROLLED = ("six.ask.attack", "six.ask.dodge", "six.ask.block", "six.ask.damage")


def decides(board, attacker, target, item):
    """A policy that leaves the dice of the attack open and answers all that does no harm to the target."""
    blocks = best_defence(board, board.actor(target), board.actor(attacker), item) is Stat.BRAWN

    def policy(request):
        if isinstance(request, AskChoice):
            return Script([request.picks[-1].key])(request)
        if request.title.key == "six.ask.botch":
            return Picked("prone")
        if isinstance(request, AskRoll) and "none" in [pick.key for pick in request.instead]:
            return Picked("none")  # a counter-attack harms the other one
        if request.title.key == "six.ask.dodge" and blocks:
            return Picked("block")
        return None if request.title.key in ROLLED else Script([(6, 6)] * 4)(request)

    return policy


def harm_of(battle, attacker, target, means):
    item = weapon(sheet(battle.actors[attacker]), means)
    runs = exhaust(
        battle,
        lambda draft: attacks.play_attack(draft, attacker, target, means),
        decides(Board(battle), attacker, target, item),
    )
    found = {}
    for draft, chance in runs:
        harm = sum(one.amount for one in draft.events if isinstance(one, Harmed) and one.actor == target)
        found[harm] = found.get(harm, 0.0) + chance
    return found


def changed(battle, who, *conditions, **page):
    actor = battle.actors[who]
    actor = replace(
        actor,
        conditions=tuple(Condition(key) for key in conditions),
        sheet=replace(actor.sheet, **page),
    )
    return replace(battle, actors={**battle.actors, who: actor})


SITUATIONS = {
    "plain": ("Et", {}, {}),
    "armour and temporary points": ("Et", {"E": {"armour": 2, "temp": 5}, "t": {"armour": 1}}, {}),
    "blows at one on the ground": ("Et", {"E": {"at": (PRONE,)}, "t": {"at": (PRONE,)}}, {}),
    "on the ground, ignored": ("Et", {"E": {"at": (PRONE,)}, "t": {"at": (PRONE,)}}, {"prone": "ignored"}),
    "one hit point": ("Et", {"E": {"hp": 1, "max_hp": 1}}, {}),
    "one hit point, defence spared": ("Et", {"E": {"hp": 1, "max_hp": 1}}, {"one_hp": "not_defence"}),
    "shaken and helped": ("Et", {"E": {"penalty": True}, "t": {"helped": True}}, {}),
    "nobody left to roll with": (
        "Et",
        {"E": {"brawn": 1, "agility": 1, "penalty": True}, "t": {"brawn": 0}},
        {},
    ),
    "helpless": ("Et", {"E": {"strain": 12}, "t": {"at": ("helpless",)}}, {}),
    "helpless, rolled": ("Et", {"E": {"strain": 12}, "t": {"at": ("helpless",)}}, {"unconscious": "roll"}),
}
SHOTS = {
    "far": ("E" + "." * 6 + "t", {}, {}),
    "light cover": ("E...t", {"E": {"cover": "light"}, "t": {"cover": "light"}}, {}),
    "heavy cover, on the ground": ("E...t", {"E": {"cover": "heavy"}, "t": {"at": (PRONE,)}}, {}),
    "a shield against shots": ("E...t", {"E": {"shield": True}}, {}),
    "brawn against shots": ("E...t", {}, {"block_shots": "always"}),
    "in melee": ("Et", {}, {"shooting_in_melee": "penalty"}),
    "recoil": ("E...t", {"E": {"recoiling": "gun"}, "t": {"recoiling": "gun"}}, {}),
}


@pytest.mark.parametrize("attacker", ["t", "E"])
@pytest.mark.parametrize("name", [*SITUATIONS, *SHOTS])
def test_the_law_of_an_attack_is_what_happens(six, name, attacker):
    rows, pages, options = (SITUATIONS | SHOTS)[name]
    gun = replace(six.rifle, key="gun", range=6, recoil=True)
    arms = {"weapons": (gun,)} if name in SHOTS else {}
    battle = six.fight(rows, options=options, E=TOUGH | arms, t=TOUGH | arms).battle
    for who, page in pages.items():
        battle = changed(battle, who, *page.get("at", ()), **{k: v for k, v in page.items() if k != "at"})
    target = "E" if attacker == "t" else "t"
    means = "gun" if name in SHOTS else "machete"
    law = six.rules.strike_law(Board(battle), Strike(attacker, target, When.LEAVING, means))
    assert not any(branch.stops for branch in law.branches)
    predicted = {branch.harm: branch.chance for branch in law.branches}
    assert predicted == pytest.approx(harm_of(battle, attacker, target, means), abs=1e-9)


@pytest.mark.parametrize("reading", ["attacker", "target"])
def test_a_fight_among_others_follows_the_reading(six, reading):
    battle = six.fight("st", options={"npc_attacks": reading}, s=TOUGH | {"brawn": 3}, t=TOUGH).battle
    law = six.rules.strike_law(Board(battle), Strike("s", "t", When.LEAVING, "machete"))
    predicted = {branch.harm: branch.chance for branch in law.branches}
    assert predicted == pytest.approx(harm_of(battle, "s", "t", "machete"), abs=1e-9)


@pytest.mark.rule("SIX-MOVE-06")
@pytest.mark.parametrize("temp", [0, 2])
def test_the_odds_of_leaving_melee_are_what_happens(six, temp):
    """Two enemies are left behind, each strikes once, and whoever drops does not arrive."""
    fight = six.fight(
        "t.... uE...",
        options={"leaving_melee": "attack", "one_hp": "not_defence"},
        E={"hp": 4, "temp": temp, "brawn": 1, "agility": 1},
    )
    battle, path = fight.battle, ((2, 1), (3, 1))
    board = Board(battle)
    law = path_law(board, six.rules, Act("E", "move", path))
    assert law.attacks == 2
    assert "six.assumes.unshaken" in [said.key for said in law.assumes]
    policy = decides(board, "t", "E", six.machete)

    def blows(request):
        key = request.title.key
        if key in ("six.ask.survive", "six.ask.death"):
            return Script([6] if isinstance(request, AskRoll) else ["accept"])(request)
        return policy(request)

    arrives = drops = harm = 0.0
    runs = exhaust(battle, lambda draft: walk(draft, six.rules, "E", path, "move", OnHit.STOP), blows)
    for draft, chance in runs:
        arrives += chance * (draft["E"].cell == (3, 1) and draft["E"].active)
        drops += chance * (not draft["E"].active)
        harm += chance * sum(
            one.amount for one in draft.events if isinstance(one, Harmed) and one.actor == "E"
        )
    assert (law.arrives, law.drops) == pytest.approx((arrives, drops), abs=1e-9)
    assert law.harm == pytest.approx(harm, abs=1e-9)


def test_nobody_strikes_at_who_leaves_unless_the_table_plays_it(six):
    battle = six.fight("t.... uE...").battle
    assert path_law(Board(battle), six.rules, Act("E", "move", ((2, 1), (3, 1)))).attacks == 0
