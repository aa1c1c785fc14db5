"""The attacks along a path, told one by one, are those that play makes, in the same order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.commands import Act, OnHit, RemoveActor
from engine.model.phrase import Cell
from engine.model.requests import AskRoll, Faces, Picked
from engine.model.strikes import Fate
from engine.odds.attacks import PathAttack, Underway, attacks_of, attacks_underway
from engine.odds.path import threatened_steps
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.registry import ruleset
from engine.session.session import Session, new_session
from engine.tactics.board import Board
from tests.engine.odds.conftest import DAGGER, POLEARM, SPEAR, battle_of, braced, sheet_of, with_actor

RULES = ruleset("ose.detailed")


class Walk:
    """A move at a real session, read between the answers."""

    def __init__(self, battle: Battle, path: tuple[Cell, ...], verb: str = "move", **more: Any) -> None:
        self.act = Act("T", verb, path=path, overrule=True, **more)
        self.session: Session = new_session(RULES, battle)
        self.foretold = attacks_of(threatened_steps(Board(battle), RULES, self.act))
        self.session.submit(self.act)

    def answer(self, *faces: int) -> None:
        self.session.answer(Faces(faces))

    @property
    def now(self) -> tuple[PathAttack, ...]:
        question = self.session.question
        assert question is not None
        underway = Underway(
            Board(self.session.battle),
            self.session.open_events,
            frozenset({question.actor, question.about}),
        )
        return attacks_underway(self.session.board, RULES, self.act, underway)

    @property
    def told(self) -> list[tuple[str, str]]:
        return [(attack.attacker, attack.fate.value) for attack in self.now]


def test_they_are_told_in_the_order_of_the_path_with_place_and_chance() -> None:
    battle = battle_of("GT.... H..... ....I.", 6)
    attacks = attacks_of(
        threatened_steps(Board(battle), RULES, Act("T", "move", path=((2, 1), (3, 1), (4, 0))))
    )
    assert [(attack.attacker, attack.cell, attack.step) for attack in attacks] == [
        ("G", (1, 0), 0),
        ("H", (1, 0), 0),
        ("I", (3, 1), 2),
    ]
    assert {attack.fate for attack in attacks} == {Fate.AHEAD}
    assert [attack.chance for attack in attacks] == pytest.approx([0.55] * 3)
    assert {attack.rule for attack in attacks} == {"OSE-MOVE-03"}


def test_each_names_what_its_roll_is_made_of() -> None:
    battle = battle_of("GT.. ....", G=sheet_of(3, DAGGER, phys=1))
    (attack,) = attacks_of(threatened_steps(Board(battle), RULES, Act("T", "move", path=((2, 0),))))
    assert attack.tally.total == 1
    assert any(part.value == 1 for part in attack.tally.parts)


MISSED = {
    "two at one square": (battle_of("GT.. H...", 5), ((2, 0), (3, 0)), "move"),
    "several squares": (battle_of("TG..H ....."), ((0, 1), (1, 1), (2, 1), (3, 1)), "move"),
    "under the other reading": (
        battle_of("TG... .....", 4, OseOptions(aoo_trigger="outside")),
        ((1, 1), (2, 1), (3, 1)),
        "move",
    ),
    "a withdrawal": (battle_of("..G. .T.. ...H ....", 5), ((1, 2), (2, 3), (1, 3)), "withdraw"),
    "into a braced spear": (
        battle_of("T....G", 9, G=braced(SPEAR)),
        ((1, 0), (2, 0), (3, 0), (4, 0)),
        "charge",
    ),
    "into a pole arm, struck at before and after": (
        battle_of("T....G", 9, G=braced(POLEARM)),
        ((1, 0), (2, 0), (3, 0), (4, 0)),
        "charge",
    ),
    "stopped on the threshold": (
        battle_of("T....G", 9, OseOptions(brace_trigger="before_entry"), G=braced(SPEAR)),
        ((1, 0), (2, 0), (3, 0), (4, 0)),
        "charge",
    ),
}


@pytest.mark.rule("OSE-AOO-14")
@pytest.mark.parametrize("name", MISSED)
def test_with_every_roll_missed_all_that_were_foretold_come_one_after_the_other(name: str) -> None:
    battle, path, verb = MISSED[name]
    walk = Walk(battle, path, verb, targets=("G",) if verb == "charge" else ())
    asked = 0
    while walk.session.question is not None:
        rows = walk.now
        assert [(row.attacker, row.cell, row.step) for row in rows[asked:]] == [
            (row.attacker, row.cell, row.step) for row in walk.foretold[asked:]
        ]
        assert [row.fate for row in rows[:asked]] == [Fate.MISSED] * asked
        assert rows[asked].fate is Fate.NOW
        assert rows[asked].attacker == walk.session.question.actor
        assert {row.fate for row in rows[asked + 1 :]} <= {Fate.AHEAD}
        walk.answer(1)
        asked += 1
    assert asked == len(walk.foretold) > 0


@pytest.mark.rule("OSE-AOO-10")
def test_whoever_was_hit_and_tries_again_meets_the_same_attackers_again() -> None:
    walk = Walk(battle_of("GT.. H...", 9), ((2, 0), (3, 0)), on_hit=OnHit.RETRY)
    walk.answer(19)
    assert isinstance(walk.session.question, AskRoll)
    assert walk.told == [("G", "hit"), ("H", "ahead")], "the damage is asked for"
    walk.answer(1)
    assert walk.told == [("G", "hit"), ("H", "now")]
    walk.answer(1)
    assert walk.told == [("G", "hit"), ("H", "missed"), ("G", "now"), ("H", "ahead")]


def test_an_attack_that_was_given_up_is_not_told_as_made() -> None:
    walk = Walk(battle_of("GT.. H...", 9), ((2, 0), (3, 0)))
    walk.session.answer(Picked("none"))
    assert walk.told == [("H", "now")]


def test_those_that_would_be_skipped_after_a_hit_are_not_to_come() -> None:
    first_hit = OseOptions(aoo_resolution="first_hit")
    walk = Walk(battle_of("GT.. H...", 9, first_hit), ((2, 0),), on_hit=OnHit.STOP)
    walk.answer(19)
    assert walk.told == [("G", "hit")]


def test_what_changed_meanwhile_counts() -> None:
    """The list is read from the battle as it is, not from the plan."""
    walk = Walk(battle_of("GT.. H...", 9), ((2, 0),))
    assert walk.told == [("G", "now"), ("H", "ahead")]
    walk.session.submit(RemoveActor("H"), overrule=True)
    assert walk.told == [("G", "now")]


def test_steps_that_can_no_longer_be_paid_for_bring_no_attacks() -> None:
    battle = with_actor(battle_of("TG..H ....."), "T", sheet=sheet_of(9, DAGGER, rate=10))
    path = ((0, 1), (1, 1), (2, 1), (3, 1))
    walk = Walk(battle, path)
    assert {row.step for row in walk.now} == {0, 1}
    tired = replace(walk.act, overrule=False)
    assert {step.index for step in threatened_steps(Board(battle), RULES, tired)} == {0, 1}


def test_an_act_without_a_path_has_none() -> None:
    battle = battle_of("GT.. ....")
    underway = Underway(Board(battle), (), frozenset())
    assert attacks_underway(Board(battle), RULES, Act("T", "move"), underway) == ()
