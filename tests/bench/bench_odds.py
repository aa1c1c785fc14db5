"""Odds of a drawn path against a plain Python simulation of 10,000 walks along it."""

import random
from collections.abc import Iterator, Sequence

from contest import Result, faster
from msgspec.structs import replace

from engine.model.actor import Actor, Arms
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act, OnHit
from engine.odds.path import PathLaw, path_law
from engine.rulesets.ose.arms import arms_of
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import Hands, OseSheet, Weapon
from engine.rulesets.ose.state import OseRound, Phase, SideRound, Step
from engine.rulesets.registry import ruleset
from engine.tactics.board import Board
from engine.testing import ascii_terrain

MANNER = ruleset("ose.detailed").manner("double")
RUNS, HP, SQUARES, DIE, ARMOUR = 10_000, 14, 16, 6, 12
MAP = ["T.........", ".G..H..J..", "..........", "....I....."]
PATH = ((1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0))
ACT = Act("T", "double", path=PATH, on_hit=OnHit.RETRY)

Blows = Sequence[int]
"""For each enemy that strikes at one step, what its d20 has to show."""


def bench() -> Iterator[Result]:
    """Eight squares past four enemies, trying again after each hit while movement lasts."""
    board = Board(battle())
    steps = blows(board)

    def exact() -> PathLaw:
        return path_law(board, ruleset("ose.detailed"), ACT)

    def simulated() -> float:
        return simulation(steps, random.Random(1))

    law, share = exact(), simulated()
    if abs(law.arrives - share) > 4 * (law.arrives * (1 - law.arrives) / RUNS) ** 0.5:
        raise AssertionError(f"the two odds disagree: {law.arrives} and {share}")
    yield faster("odds of a path / 10,000 simulated walks", exact, simulated, times=100, seconds=3)


def simulation(steps: Sequence[Blows], dice: random.Random) -> float:
    """The share of walks that arrive. Nothing but dice: what each blow needs was looked up beforehand."""
    return sum(walk(steps, dice) for _ in range(RUNS)) / RUNS


def walk(steps: Sequence[Blows], dice: random.Random) -> bool:
    """Whether one walk arrives."""
    hp, left = HP, SQUARES
    for step in steps:
        thrown_back = True
        while thrown_back:
            if left == 0:
                return False
            left -= 1
            thrown_back = False
            for needed in step:
                if dice.randint(1, 20) >= needed:
                    thrown_back = True
                    hp -= dice.randint(1, DIE)
                    if hp <= 0:
                        return False
    return True


def blows(board: Board) -> list[Blows]:
    """Who strikes at each step, by the same rules, as the face that a d20 needs."""
    rules, mover = ruleset("ose.detailed"), board.actor("T")
    squares = [(0, 0), *PATH]
    return [
        [ARMOUR for _ in rules.strikes(board, mover, src, dst, MANNER, False)]
        for src, dst in zip(squares, PATH, strict=False)
    ]


def battle() -> Battle:
    """One walker and four enemies with swords."""
    terrain, marks = ascii_terrain(MAP)
    sides = (
        Side("party", "Party", Control.PLAYERS, ("foes",)),
        Side("foes", "Foes", hostile_to=("party",)),
    )
    sword = Weapon("sword", "Sword", sides=DIE)
    feet = SQUARES * 5 // 2
    page = OseSheet(hp=HP, max_hp=HP, ac=ARMOUR, rate=feet, gear=(sword,), hands=Hands("sword"))
    actors = {}
    for key, cell in marks.items():
        actor = Actor(key, key, "party" if key == "T" else "foes", cell, arms=Arms(1), sheet=page)
        actors[key] = replace(actor, arms=arms_of(actor))
    now = OseRound(
        phase=Phase.ACTION,
        order=("party", "foes"),
        step=Step.MOVE,
        sides=(SideRound("party", strength=1), SideRound("foes", strength=4)),
    )
    return Battle("ose.detailed", "Bench", sides, actors, terrain, options=OseOptions(), round=now)
