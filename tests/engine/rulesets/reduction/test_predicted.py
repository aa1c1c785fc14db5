"""What the preview says of a flight is what the dice do."""

import pytest

from engine.model.commands import Act
from engine.model.events import Harmed
from engine.odds.path import path_law
from engine.rulesets.reduction import attacks
from engine.testing import exhaust


def fled(osr, **options):
    """K flees from b and x; the attacks of the round are due."""
    hand = osr.fight(
        "K.bx....", ("K", "b", "x"), options=options,
        K={"ac": 4, "shield": 1, "taken": 5}, b={"attacks": (2, 4), "to_hit": 15}, x={"to_hit": 19},
    )  # fmt: skip
    hand.begin()
    return hand


FLEE = Act("K", "flee", path=((1, 0), (2, 0)))


@pytest.mark.rule("OSR-DECL-05")
@pytest.mark.parametrize("reading", ["extra", "all", "instead"])
def test_the_strikes_of_a_flight_are_the_attacks_that_fall_due(osr, reading):
    hand = fled(osr, fleeing=reading)
    hand.act("b", "attack", target="K")
    hand.act("x", "attack", target="K")
    board = hand.session.board
    strikes = hand.rules.strikes(board, board.actor("K"), (0, 0), (1, 0), "flee", True)
    assert hand.rules.strikes(board, board.actor("K"), (1, 0), (2, 0), "flee", False) == ()
    assert hand.rules.strikes(board, board.actor("K"), (0, 0), (1, 0), "withdraw", True) == ()
    hand.act("K", "flee", "e e")
    hand.go_on()
    due = [(who, str(one.attack)) for who in "bx" for one in hand.page(who).due if one.fleeing]
    assert [(strike.attacker, strike.means) for strike in strikes] == due


def test_the_law_of_a_strike_at_a_fleer_is_what_happens(osr):
    hand = fled(osr)
    board = hand.session.board
    strikes = hand.rules.strikes(board, board.actor("K"), (0, 0), (1, 0), "flee", True)
    laws = {strike.attacker: hand.rules.strike_law(board, strike) for strike in strikes}
    hand.act("K", "flee", "e e")
    hand.to_attacks()
    for who, law in laws.items():
        found = {}
        act = Act(who, "resolve")
        for draft, chance in exhaust(hand.battle, lambda d, a=act: attacks.play_attack(d, a), lambda _: None):
            harm = sum(event.amount for event in draft.events if isinstance(event, Harmed))
            found[harm] = found.get(harm, 0.0) + chance
        assert {branch.harm: pytest.approx(branch.chance, abs=1e-9) for branch in law.branches} == found


def test_the_odds_of_a_flight_say_how_likely_it_is_to_fall_at_the_end_of_the_round(osr):
    hand = fled(osr)
    law = path_law(hand.session.board, hand.rules, FLEE)
    assert law.attacks == 2
    assert law.arrives == 1
    # b hits on 8 or more (4 + 1 + 2 against 15) for 4, x on 12 or more (against 19) for 3.
    assert law.harm == pytest.approx(4 * 13 / 20 + 3 * 9 / 20)
    both, first, second = 13 / 20 * 9 / 20, 13 / 20 * 11 / 20, 7 / 20 * 9 / 20
    # Two dice at or under 12, 9 and 8: always, 30 and 26 chances of 36.
    assert law.drops == pytest.approx(both + first * 30 / 36 + second * 26 / 36)
    assert [step.chances for step in law.steps] == [pytest.approx((13 / 20, 9 / 20))]


def test_an_enemy_the_fleer_knows_nothing_of_is_not_in_the_preview(osr):
    from engine.model.commands import HideActor

    hand = fled(osr)
    hand.done(hand.session.submit(HideActor("x", True)))
    board = hand.session.board
    strikes = hand.rules.strikes(board, board.actor("K"), (0, 0), (1, 0), "flee", True)
    assert [strike.attacker for strike in strikes] == ["b"]
