"""A path to a marked square is drawn as the rules of its walker let it go there."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from engine.model.actor import Actor, Condition
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Advance, Begin
from engine.rulesets.ose.options import LooseOptions, OseOptions
from engine.rulesets.ose.sheet import Hands, OseSheet, Weapon
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.registry import ruleset
from engine.session.session import new_session
from engine.testing import ascii_terrain, play
from gui.bridge.planner import Planner

ROWS = "..........\n..g.......\n..........\n..T....h..\n..........\n..........\n.........."
SIDES = (
    Side("party", "Party", Control.PLAYERS, ("foes",)),
    Side("foes", "Foes", Control.REFEREE, ("party",)),
)
PAGE = OseSheet(hp=9, max_hp=9, rate=30, gear=(Weapon("sword", "Sword"),), hands=Hands("sword"))
OPTIONS = {"ose.detailed": OseOptions(), "ose.loose": LooseOptions()}


def planner_of(key, *conditions):
    """T's own, on its turn."""
    terrain, marks = ascii_terrain(ROWS.split())
    actors = {
        letter: Actor(letter, letter, "party" if letter == "T" else "foes", cell, sheet=PAGE)
        for letter, cell in marks.items()
    }
    actors["T"] = replace(actors["T"], conditions=tuple(map(Condition, conditions)))
    session = new_session(ruleset(key), Battle(key, "Rout", SIDES, actors, terrain, options=OPTIONS[key]))
    play(session, Begin(), ["none"])
    play(session, Advance(overrule=True), [12, 1])
    return Planner(session.board, session.ruleset, session.battle.actors["T"], "move")


@pytest.mark.parametrize("key", OPTIONS)
def test_every_square_marked_for_one_who_has_lost_heart_can_be_walked_to(key):
    planner = planner_of(key, ROUTED)
    marked = [
        cell for cell in planner.reach.stops if planner.reach.costs[cell] <= planner.reach.limit("move")
    ]
    assert len(marked) > 5
    assert (3, 3) not in marked
    for cell in marked:
        plan = planner.plan(cell)
        assert (plan.path[-1], plan.refusals) == (cell, ())


@pytest.mark.parametrize("key", OPTIONS)
def test_a_path_that_it_may_not_take_is_drawn_with_the_reason_for_the_referee_to_insist_on(key):
    plan = planner_of(key, ROUTED).plan((3, 2))
    assert plan.path == ((3, 2),)
    assert {refusal.reason.key for refusal in plan.refusals} == {"rout.nearer"}
    assert planner_of(key).plan((3, 2)).refusals == ()


@pytest.mark.rule("OSE-CHARGE-04", "OSE-MOVE-07")
def test_a_charge_is_not_planned_straight_past_a_pillar_that_the_walk_would_stop_at() -> None:
    terrain, marks = ascii_terrain(["T.....", "..#...", "......", "......", "....G."])
    actors = {
        letter: Actor(letter, letter, "party" if letter == "T" else "foes", cell, sheet=PAGE)
        for letter, cell in marks.items()
    }
    battle = Battle("ose.detailed", "Pillar", SIDES, actors, terrain, options=OseOptions())
    session = new_session(ruleset("ose.detailed"), battle)
    play(session, Begin(), ["none"])
    play(session, Advance(overrule=True), [12, 1])
    plan = Planner(session.board, session.ruleset, session.battle.actors["T"], "charge").against("G")
    assert plan is not None
    assert plan.refusals == ()
    steps = pairwise(((0, 0), *plan.path))
    assert all(session.board.barriers.can_step(here, there, 1) for here, there in steps)
