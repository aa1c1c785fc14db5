"""The law of a drawn path equals what the real procedure does, face by face."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from engine.grid.metric import Metric
from engine.model.actor import BLIND, Actor, Arms, Condition, Stride
from engine.model.battle import Battle
from engine.model.commands import Act, OnHit
from engine.model.events import Dropped, Harmed
from engine.model.phrase import Cell
from engine.model.requests import (
    Answer,
    AskChoice,
    AskReaction,
    AskRoll,
    AskRuling,
    Faces,
    Pick,
    Picked,
    Request,
    Ruling,
)
from engine.odds.path import PathLaw, path_law
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, Size
from engine.rulesets.openquest.skills import FUMBLE, critical_score
from engine.rulesets.openquest.state import Count, OpenQuestRound
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import Quality, Weapon
from engine.rulesets.registry import ruleset
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.testing import Outcomes, ascii_terrain, every_face, exhaust
from tests.engine.odds.conftest import (
    CLUB,
    DAGGER,
    POLEARM,
    SIDES,
    SPEAR,
    battle_of,
    braced,
    sheet_of,
    with_actor,
)

FACES = Callable[[AskRoll], Outcomes]


# --- driving the real thing ---------------------------------------------------------------------------


def never_decline(request: Request[Any]) -> Answer | None:
    """No reaction, no blow of the mover's own, else the default; dice are left to be tried."""
    match request:
        case AskReaction(picks=picks):
            return Picked(next(pick.key for pick in picks if pick.key in ("no", "none")))
        case AskChoice(picks=picks, default=default):
            return Picked(default or picks[0].key)
        case AskRoll(actor="T", instead=(Pick(key="none"),)):
            return Picked("none")
        case AskRuling():
            return Ruling("so be it")
    return None


def alike(roll: AskRoll) -> Outcomes:
    """One face for all that the rules treat alike: equal damage, and of an attack 1, miss, hit and 20.

    On a d100 the kinds are fumble, failure, success and critical.
    """
    kinds: dict[object, tuple[tuple[int, ...], float]] = {}
    for faces, chance in every_face(roll):
        good, least = roll.succeeds(Faces(faces)), min(faces)
        kind: object = roll.total(Faces(faces))
        if roll.at_or_under:
            kind = good, least == FUMBLE, least <= critical_score(roll.tally.parts[0].value)
        elif roll.beats is not None:
            kind = good, least == 1, least == 20
        first, before = kinds.get(kind, (faces, 0.0))
        kinds[kind] = first, before + chance
    return tuple(kinds.values())


class Law(NamedTuple):
    """How often a walk ends how, and the harm it takes on average."""

    arrives: float
    drops: float
    short: float
    harm: float


def outcome(draft: Draft, act: Act) -> Law:
    """A finished walk as the law of that one case."""
    harm = sum(
        event.amount for event in draft.events if isinstance(event, Harmed) and event.actor == act.actor
    )
    if any(isinstance(event, Dropped) and event.actor == act.actor for event in draft.events):
        return Law(0, 1, 0, harm)
    there = draft[act.actor].cell == act.path[-1]
    return Law(float(there), 0, float(not there), harm)


def law_by_driving(battle: Battle, act: Act, faces: FACES) -> Law:
    """The law over all outcomes of the real procedure."""
    rules = ruleset(battle.ruleset)
    runs = exhaust(battle, lambda draft: rules.play(draft, act), never_decline, faces)
    weighed = [[chance * part for part in outcome(draft, act)] for draft, chance in runs]
    return Law(*map(sum, zip(*weighed, strict=True)))


def check(
    battle: Battle,
    path: tuple[Cell, ...],
    verb: str = "move",
    on_hit: OnHit = OnHit.RETRY,
    target: str = "",
    faces: FACES = alike,
) -> PathLaw:
    """Demand that prediction and play agree; give back the prediction."""
    rules = ruleset(battle.ruleset)
    act = Act("T", verb, path=path, targets=(target,) if target else (), on_hit=on_hit, overrule=True)
    law = path_law(Board(battle), rules, act)
    played = law_by_driving(battle, act, faces)
    assert (law.arrives, law.drops, law.short, law.harm) == pytest.approx(tuple(played), abs=1e-9)
    assert law.arrives + law.drops + law.short == pytest.approx(1.0, abs=1e-9)
    return law


stop = partial(check, on_hit=OnHit.STOP)
charge = partial(stop, verb="charge", target="G")
EAST = ((1, 0), (2, 0), (3, 0), (4, 0))


def test_numpy_is_loaded_only_for_a_path_that_meets_somebody() -> None:
    """It would cost the program a tenth of a second at its start."""
    code = "import sys, engine.odds.path; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- walking ------------------------------------------------------------------------------------------


def test_a_free_path_always_arrives() -> None:
    law = check(battle_of("T.... ..... ....G"), ((1, 0), (2, 0)))
    assert law.arrives == 1.0
    assert law.attacks == 0
    assert law.steps == ()


def test_every_face_of_every_die() -> None:
    """The other tests try one face for several alike; here all are tried, with the same result."""
    battle = battle_of("TG... .....")
    path = ((0, 1), (1, 1))
    law = stop(battle, path, faces=every_face)
    assert law.attacks == 2
    assert law == stop(battle, path)
    stop(battle_of("GT.. H...", 2, G=sheet_of(3, DAGGER), H=sheet_of(3, DAGGER)), ((2, 0),), faces=every_face)


def test_two_foes_strike_the_same_step() -> None:
    law = stop(battle_of("GT.. H...", 5), ((2, 0),))
    assert law.attacks == 2
    assert [strike.attacker for strike in law.steps[0].strikes] == ["G", "H"]
    assert law.steps[0].chances == pytest.approx((0.55, 0.55))


@pytest.mark.parametrize("metric", list(Metric))
def test_thrown_back_and_trying_again_while_movement_lasts(metric: Metric) -> None:
    """Every attempt costs a square, and under 5-10-5 every other diagonal two, arrived or not."""
    pages = {"T": sheet_of(3, CLUB), "G": sheet_of(3, DAGGER)}
    battle = replace(battle_of("T... G... ....", **pages), metric=metric)
    battle = with_actor(battle, "T", stride=Stride(1))
    straight = check(battle, ((1, 0), (2, 0)))
    slanting = check(battle, ((1, 1), (2, 2)))
    assert (slanting.arrives == pytest.approx(straight.arrives)) is (metric is Metric.SQUARE)


def test_movement_already_spent_and_the_parity_of_diagonals_count() -> None:
    battle = replace(battle_of("T... G... ....", G=sheet_of(3, DAGGER)), metric=Metric.ALTERNATING)
    even = check(with_actor(battle, "T", stride=Stride(2, 0)), ((1, 1),))
    odd = check(with_actor(battle, "T", stride=Stride(2, 1)), ((1, 1),))
    fewer = check(with_actor(battle, "T", stride=Stride(3, 1)), ((1, 1),))
    assert even.arrives == pytest.approx(0.45)
    assert odd.arrives == pytest.approx(0.45)
    assert fewer.arrives == 0.0


def test_difficult_ground_costs_an_attempt_twice() -> None:
    rough = battle_of("T,.. G... ....", G=sheet_of(3, DAGGER))
    plain = battle_of("T... G... ....", G=sheet_of(3, DAGGER))
    path = ((1, 0), (2, 0))
    weary = partial(with_actor, who="T", stride=Stride(1))
    assert check(weary(rough), path).arrives < check(weary(plain), path).arrives


def test_the_rest_is_not_rolled_once_the_mover_drops() -> None:
    law = stop(battle_of("GT.. H...", 1), ((2, 0),))
    assert law.drops == pytest.approx(1 - 0.45**2)


def test_stopping_at_the_first_hit_is_another_law() -> None:
    whole = stop(battle_of("GT.. H...", 9), ((2, 0),))
    first = stop(battle_of("GT.. H...", 9, OseOptions(aoo_resolution="first_hit")), ((2, 0),))
    assert first.harm < whole.harm
    assert first.arrives == pytest.approx(whole.arrives)


def test_stepping_within_a_threat_under_the_other_reading() -> None:
    path = ((1, 1), (2, 1))
    leaving = stop(battle_of("TG... ....."), path)
    outside = stop(battle_of("TG... .....", 4, OseOptions(aoo_trigger="outside")), path)
    assert (leaving.attacks, outside.attacks) == (2, 0)


def test_a_big_body_is_struck_on_all_its_squares() -> None:
    battle = with_actor(battle_of("T..... ...... ..G... .H....", 5), "T", size=2)
    law = stop(battle, ((1, 0), (2, 0)))
    assert [[strike.attacker for strike in step.strikes] for step in law.steps] == [["G"], ["G"]]


def test_full_defence_rolls_two_dice() -> None:
    plain = battle_of("GT.. ....")
    law = stop(with_actor(plain, "T", sheet=sheet_of(4, CLUB, defending_until=9)), ((2, 0),))
    assert law.steps[0].chances == pytest.approx((0.55**2,))


def test_a_blind_mover_is_hit_without_a_roll() -> None:
    law = stop(with_actor(battle_of("GT.. ....", 9), "T", conditions=(Condition(BLIND),)), ((2, 0),))
    assert law.arrives == 0.0


def deaths_too(roll: AskRoll) -> Outcomes:
    """Also each face of the rolls for death and dying."""
    return alike(roll) if roll.about else every_face(roll)


def test_a_character_who_drops_is_out_of_the_move_even_if_it_wakes() -> None:
    battle = battle_of("GT.. ....", T=sheet_of(2, CLUB, character=True))
    law = stop(battle, ((2, 0),), faces=deaths_too)
    assert law.drops == pytest.approx(0.55 * 3 / 4)


def test_a_foe_that_sees_only_later_squares_strikes_there() -> None:
    """From behind the pillar the start is out of sight, so the first look must not be the last."""
    rows = "T#G. .... ...."
    law = stop(battle_of(rows), ((0, 1), (1, 1), (2, 2)))
    assert [step.src for step in law.steps] == [(1, 1)]


def test_somebody_hidden_in_the_way_ends_the_walk() -> None:
    battle = with_actor(battle_of("GT.H ...."), "H", hidden=True)
    law = stop(battle, ((2, 0), (3, 0)))
    assert law.arrives == 0.0
    assert law.attacks == 1, "the way is blocked before anybody strikes at the second step"


# --- withdrawing and charging -------------------------------------------------------------------------


def test_withdrawing_leaves_the_first_square_unstruck() -> None:
    law = check(battle_of("..G .T. ... ..."), ((1, 2), (1, 3)), verb="withdraw")
    assert law.attacks == 0
    assert law.arrives == 1.0


def test_a_withdrawal_past_another_foe_is_struck_at_armour_class_plus_2() -> None:
    battle = battle_of("..G. .T.. ...H ....")
    back = check(battle, ((1, 2), (2, 3), (1, 3)), verb="withdraw", on_hit=OnHit.STOP)
    assert [step.chances for step in back.steps] == [pytest.approx((0.45,))]


@pytest.mark.parametrize("doubling", ["total", "dice"])
def test_a_charge_into_a_braced_spear(doubling: str) -> None:
    readings = OseOptions(brace_doubling=doubling)
    law = charge(battle_of("T....G", 9, readings, G=braced(SPEAR, phys=1)), EAST)
    assert law.attacks == 1
    assert law.stopped == pytest.approx(0.6)
    assert law.arrives == pytest.approx(1.0), "stopped on the last square is there"


def test_a_pole_arm_stops_the_charge_a_square_before_its_end() -> None:
    law = charge(battle_of("T....G", 9, G=braced(POLEARM)), EAST)
    assert law.stopped == pytest.approx(0.55)
    assert law.arrives == pytest.approx(0.45**2), (
        "it is struck at again on leaving the first threatened square"
    )


def test_a_brace_that_strikes_before_the_square_is_entered_stops_on_the_one_left() -> None:
    readings = OseOptions(brace_trigger="before_entry")
    law = charge(battle_of("T....G", 9, readings, G=braced(SPEAR)), EAST)
    assert law.arrives == pytest.approx(0.45)
    assert law.short == pytest.approx(0.55)


def test_every_braced_weapon_strikes_whatever_is_read_of_opportunity_attacks() -> None:
    pages = {"G": braced(SPEAR), "H": braced(SPEAR)}
    laws = [
        charge(battle_of("T....G .....H", 20, OseOptions(aoo_resolution=reading), **pages), EAST)
        for reading in ("all", "first_hit")
    ]
    assert laws[0].harm == pytest.approx(laws[1].harm)
    assert laws[0].attacks == 2


@pytest.mark.parametrize("limit", ["each_charger", "one"])
def test_a_brace_is_used_up_by_its_strike(limit: str) -> None:
    """Past one braced foe, out of its reach and in again: it strikes at the leaving, but braces once."""
    nip = Weapon("nip", "Nip", (Quality.MELEE, Quality.BRACE), sides=1)
    battle = battle_of("T.....G H......", 30, OseOptions(brace_limit=limit), H=braced(nip))
    battle = with_actor(battle, "T", cell=(3, 0))
    law = charge(battle, ((2, 0), (1, 0), (2, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)))
    entering = [strike for step in law.steps for strike in step.strikes if strike.once]
    assert len(entering) == 1


def test_a_charge_past_a_braced_foe_is_struck_at_on_leaving_too() -> None:
    battle = battle_of("T....... ..H..... .......G", 30, H=braced(SPEAR), G=sheet_of(3, CLUB))
    law = charge(battle, ((1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)))
    assert {strike.when.value for step in law.steps for strike in step.strikes} == {"leaving", "entering"}


@pytest.mark.parametrize("reading", ["react", "brace_only", "all"])
def test_a_charge_at_a_braced_target_past_others_that_have_not_braced(reading: str) -> None:
    """H may strike only where a braced target costs the charger its safety from everybody (OSE-CHARGE-07)."""
    readings = OseOptions(charge_braced_enemies=reading)
    law = charge(battle_of("T....G .H....", 9, readings, G=braced(SPEAR)), EAST)
    strikers = {strike.attacker for step in law.steps for strike in step.strikes}
    assert strikers == ({"G", "H"} if reading == "all" else {"G"})


def test_the_odds_of_a_charge_are_those_of_its_own_target() -> None:
    """One board is asked about two charges that differ in nothing but the target."""
    battle = battle_of("T....G .H...K", 9, OseOptions(charge_braced_enemies="all"), G=braced(SPEAR))
    board, rules = Board(battle), ruleset("ose.detailed")
    laws = [path_law(board, rules, Act("T", "charge", path=EAST, targets=(foe,))) for foe in ("K", "G")]
    assert laws[0].attacks < laws[1].attacks


def test_a_charge_into_a_set_spear_by_another_rule_book() -> None:
    terrain, marks = ascii_terrain(["T....g"])
    shaft = OqWeapon("spear", "Spear", (4,), size=Size.HEAVY, settable=True)
    common = {"dex": 12, "close": 50, "dodge": 50, "weapons": (shaft,)}
    pages = {
        "T": OpenQuestSheet(hp=4, max_hp=4, resilience=40, **common),
        "g": OpenQuestSheet(hp=9, max_hp=9, resilience=40, set_weapon=True, **common),
    }
    actors = {
        key: Actor(key, key, "party" if key == "T" else "foe", marks[key], arms=Arms(1), sheet=page)
        for key, page in pages.items()
    }
    now = OpenQuestRound(order=(Count(12, "T"),))
    battle = Battle("openquest", "Odds", SIDES, actors, terrain, round=now)
    assert check(battle, EAST[:3]).attacks == 0
    law = charge(battle, EAST, target="g")
    assert law.attacks == 1
    assert 0 < law.drops < 1


# --- longer paths -------------------------------------------------------------------------------------


@pytest.mark.heavy
def test_simulation_of_a_longer_path_agrees() -> None:
    """Too many faces to try them all: double moves by software dice stay within four standard errors."""
    battle = battle_of("T..... GG.G.. ......", 14)
    board = Board(battle)
    act = Act("T", "double", path=EAST, on_hit=OnHit.RETRY, overrule=True)
    law = path_law(board, ruleset("ose.detailed"), act)
    dice, runs = random.Random(5), 1_500
    ends = [simulated(battle, board, act, dice) for _ in range(runs)]
    for predicted, seen in (
        (law.arrives, [end.arrives for end in ends]),
        (law.drops, [end.drops for end in ends]),
        (law.harm, [end.harm for end in ends]),
    ):
        mean = sum(seen) / runs
        spread = sum((one - mean) ** 2 for one in seen) / runs
        assert predicted > 0.02
        assert abs(mean - predicted) < 4 * (spread / runs) ** 0.5


def simulated(battle: Battle, board: Board, act: Act, dice: random.Random) -> Law:
    """One walk with dice from the program."""
    draft = Draft(battle, board)
    procedure = ruleset(battle.ruleset).play(draft, act)
    try:
        request = next(procedure)
        while True:
            answer = never_decline(request)
            if answer is None:
                assert isinstance(request, AskRoll)
                answer = Faces(tuple(dice.randint(1, sides) for sides in request.dice))
            request = procedure.send(answer)
    except StopIteration:
        return outcome(draft, act)
