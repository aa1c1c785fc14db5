"""The only writer: every change does what it carries, facts do nothing, nobody is written to in place."""

from __future__ import annotations

import pytest

from engine.grid.metric import Metric
from engine.model import events as ev
from engine.model.actor import Actor, Arms, Condition, Stride
from engine.model.battle import Battle, Control, Side, Thing
from engine.model.fold import apply, apply_all
from engine.model.phrase import phrase
from engine.model.terrain import Ground, blank


@pytest.fixture
def battle() -> Battle:
    sides = (Side("a", "A", Control.PLAYERS, ("b",)), Side("b", "B", Control.REFEREE, ("a",)))
    return Battle("toy", "Toy", sides, {"x": Actor("x", "Xan", "a", (1, 1))}, blank(4, 3))


CHANGES = [
    (
        ev.Moved("x", (1, 1), (2, 1), Stride(1, 0)),
        lambda b: (b.actors["x"].cell, b.actors["x"].stride.spent),
        ((2, 1), 1),
    ),
    (ev.Placed("x", None), lambda b: b.actors["x"].cell, None),
    (ev.StrideSet("x", Stride(3, 1)), lambda b: b.actors["x"].stride, Stride(3, 1)),
    (ev.ArmsSet("x", Arms(2)), lambda b: b.actors["x"].arms.reach, 2),
    (ev.LightSet("x", 6), lambda b: b.actors["x"].light, 6),
    (ev.Laid(Thing("t", "Torch", (2, 1))), lambda b: [thing.cell for thing in b.things], [(2, 1)]),
    (ev.Lifted("t"), lambda b: b.things, ()),
    (ev.ConditionsSet("x", (Condition("prone"),)), lambda b: b.actors["x"].has("prone"), True),
    (ev.SideSet("x", "b"), lambda b: b.actors["x"].side, "b"),
    (ev.HiddenSet("x", True), lambda b: b.actors["x"].hidden, True),
    (ev.Named("x", "Yan", "Y", "A stranger"), lambda b: b.actors["x"].public_name, "A stranger"),
    (ev.SizeSet("x", 2), lambda b: b.actors["x"].size, 2),
    (ev.MetricSet(Metric.ALTERNATING), lambda b: b.metric, Metric.ALTERNATING),
    (ev.CounterSet(7), lambda b: b.counter, 7),
    (ev.Remembered(b"\x03"), lambda b: b.explored, b"\x03"),
    (ev.TerrainSet(blank(9, 9)), lambda b: b.terrain.width, 9),
    (ev.Removed("x"), lambda b: "x" in b.actors, False),
    (ev.Joined(Actor("z", "Zed", "b")), lambda b: b.actors["z"].name, "Zed"),
]


@pytest.mark.parametrize(("event", "read", "value"), CHANGES, ids=lambda item: type(item).__name__)
def test_a_change_sets_what_it_carries_and_leaves_the_old_battle_alone(event, read, value, battle):  # type: ignore[no-untyped-def]
    before = repr(battle)
    assert read(apply(battle, event)) == value
    assert repr(battle) == before


def test_facts_change_nothing(battle: Battle) -> None:
    facts = (
        ev.Harmed("x", 3),
        ev.Dropped("x"),
        ev.Said(phrase("hello")),
        ev.Struck("x", "x", phrase("sword")),
    )
    assert apply_all(battle, facts) is battle


def test_a_change_to_somebody_who_is_gone_changes_nothing(battle: Battle) -> None:
    assert apply(battle, ev.Placed("nobody", (0, 0))) is battle


def test_actors_that_did_not_change_stay_the_same_objects(battle: Battle) -> None:
    two = apply(battle, ev.Joined(Actor("z", "Zed", "b", (3, 2))))
    moved = apply(two, ev.Placed("z", (3, 1)))
    assert moved.actors["x"] is two.actors["x"]
    assert moved.terrain is two.terrain


def test_outside_the_map_everything_is_solid(battle: Battle) -> None:
    assert battle.terrain.at((-1, 0)) is Ground.SOLID
    assert battle.terrain.at((0, 0)) is Ground.OPEN
