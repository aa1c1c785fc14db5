"""Main, Move, Manipulations and hands."""

import pytest

from engine.model import commands as cmd
from engine.model.actor import PRONE, Condition
from engine.model.events import Rolled
from engine.model.terrain import DoorState
from engine.rulesets.ose.economy import main_left, move_left

rule = pytest.mark.rule


def spent(f, who):
    """(main spent, move spent) of an actor."""
    actor = f.battle.actors[who]
    return not main_left(f.page(who)), not move_left(actor)


@pytest.fixture
def belt(kit):
    """A sheet with things in hand and more at the belt."""

    def make(main=None, off=None, *more, shields=(), **fields):
        held = [item for item in (main, off) if item is not None]
        weapons = tuple(item for item in (*held, *more) if item != kit.SHIELD)
        shields = (kit.SHIELD,) if kit.SHIELD in (*held, *more) else ()
        return kit.page(main, off, gear=weapons, shields=shields, **{"rate": 30, **fields})

    return make


# --- action types ---------------------------------------------------------------------------------------


@rule("OSE-ACT-02")
def test_one_main_action_a_round(fight, kit):
    f = fight(
        "T..b\n....\n....\n..g.",
        T=kit.page(kit.DAGGER, gear=(kit.DAGGER, kit.SWORD)),
        options={"skip_empty_steps": "no"},
    )
    f.start(9, 4)
    f.until("party:missile")
    f.do("T", "shoot", target="b", answers=[1])
    f.edit(cmd.PlaceActor("b", (1, 0)))
    f.until("party:melee")
    assert f.why_not("T", "attack", target="b") == [("why.main_spent", "OSE-ACT-02")]


@rule("OSE-ACT-04", "OSE-MANIP-14")
def test_readying_a_shield_takes_the_move_and_keeps_the_free_manipulation(fight, kit, belt):
    f = fight("T..........b", T=belt(kit.SWORD, None, kit.SHIELD, kit.DAGGER))
    f.start(9, 4)
    f.do("T", "draw", item="shield")
    assert spent(f, "T") == (False, True)
    assert f.page("T").hands.off == "shield"
    assert f.turn("T").manipulations == 0
    f.do("T", "drop", item="shield")
    f.do("T", "draw", item="dagger")
    assert spent(f, "T") == (False, True)


@rule("OSE-ACT-05", "OSE-MANIP-15")
def test_a_closed_move_pays_for_nothing_else(fight, kit, belt):
    f = fight("T..........b", T=belt(kit.SWORD, kit.SHIELD), options={"skip_empty_steps": "no"})
    f.start(9, 4)
    f.do("T", "move", "e")
    f.next()
    assert f.slot == "party:missile"
    assert f.why_not("T", "stow", item="shield") == [("why.shield_needs_move", "OSE-MANIP-15")]


@rule("OSE-ACT-07")
def test_dropping_things_costs_nothing_however_often(fight, kit, belt):
    f = fight("T..........b", T=belt(kit.SWORD, kit.DAGGER))
    f.start(9, 4)
    f.do("T", "drop", item="sword")
    f.do("T", "drop", item="dagger")
    assert spent(f, "T") == (False, False)
    assert [thing.name for thing in f.battle.things] == ["Sword", "Dagger"]


@rule("OSE-ACT-09")
def test_a_full_round_action_needs_an_untouched_round(fight, kit):
    f = fight("T.........b")
    f.start(9, 4)
    f.do("T", "move", "e")
    assert "charge.has_moved" in f.keys("T", "charge", target="b")
    assert "flee.has_moved" in f.keys("T", "flee")


@rule("OSE-ACT-01", "OSE-ACT-03", "OSE-ACT-06")
def test_the_list_says_what_each_action_takes(fight):
    f = fight("T.........b")
    f.start(9, 4)
    words = f.rules.about.glossary
    costs = {key: words[label.key] for key, label in f.row("T", "stunt").picks[1].choices}
    assert "5 s, significant effort" in costs["main"]
    assert "5 s" in costs["move"]
    assert "no action" in costs["free"]
    assert "free" in words[f.row("T", "item").note.key]
    f.do("T", "drop", item="sword")
    assert f.row("T", "item").note.key == "menu.item_first"


# --- manipulations --------------------------------------------------------------------------------------


@rule("OSE-MANIP-01", "OSE-MANIP-02", "OSE-MANIP-03", "OSE-MANIP-11")
def test_the_first_manipulation_is_free_and_never_rolled(fight, kit, belt):
    f = fight("T..........b", T=belt(None, None, kit.SWORD))
    f.start(9, 4)
    f.do("T", "draw", item="sword")
    assert f.page("T").hands.main == "sword"
    assert f.battle.actors["T"].arms.reach == 1
    assert not any(isinstance(event, Rolled) for event in f.events)
    assert spent(f, "T") == (False, False)
    f = fight("T..........b", T=belt(kit.SWORD))
    f.start(9, 4)
    f.do("T", "stow", item="sword")
    assert (f.page("T").hands.main, f.battle.actors["T"].arms.reach) == ("", 0)
    assert spent(f, "T") == (False, False)


@rule("OSE-MANIP-12", "OSE-MANIP-13")
def test_the_second_takes_the_move_and_the_third_the_main(fight, kit, belt):
    f = fight("T..........b", T=belt(kit.SWORD, None, kit.DAGGER))
    f.start(9, 4)
    f.do("T", "stow", item="sword")
    f.do("T", "draw", item="dagger")
    assert spent(f, "T") == (False, True)
    assert f.row("T", "item").note.key == "menu.item_third"
    f.do("T", "draw", item="sword")
    assert spent(f, "T") == (True, True)
    assert f.why_not("T", "stow", item="sword") == [("why.no_manipulation", "OSE-MANIP-13")]
    f = fight("T..........b", T=belt(kit.SWORD, None, kit.DAGGER), options={"skip_empty_steps": "no"})
    f.start(9, 4)
    f.do("T", "move", "e " * 6)
    f.do("T", "stow", item="sword")
    assert f.why_not("T", "draw", item="dagger") == [("why.second_item", "OSE-MANIP-12")]


@rule("OSE-MANIP-04")
def test_what_lies_within_arms_length_is_picked_up(fight, kit, belt):
    f = fight("T..........b", T=belt(kit.SWORD))
    f.start(9, 4)
    f.do("T", "drop", item="sword")
    f.do("T", "pick_up", item="sword")
    assert (f.page("T").hands.main, f.turn("T").manipulations) == ("sword", 1)
    f.do("T", "drop", item="sword")
    f.do("T", "move", "e")
    assert f.keys("T", "draw", item="sword")[0] == "why.not_carried"
    assert "why.not_lying_here" not in f.keys("T", "pick_up", item="sword")
    f.do("T", "move", "e")
    assert f.keys("T", "pick_up", item="sword")[0] == "why.not_lying_here"


@rule("OSE-MANIP-05", "OSE-GEN-01")
def test_a_door_is_opened_in_the_middle_of_a_move(fight, kit):
    f = fight("T..+....\n#######b", T=kit.page(kit.SWORD, rate=30))
    f.start(9, 4)
    assert not f.session.board.barriers.can_step((2, 0), (3, 0))
    f.do("T", "move", "e e")
    f.do("T", "door")
    assert f.battle.terrain.doors[0].state is DoorState.OPEN
    f.do("T", "move", "e e e e")
    assert spent(f, "T")[0] is False
    assert f.battle.actors["T"].cell == (6, 0)


@rule("OSE-GEN-02", "OSE-MANIP-12")
def test_a_second_manipulation_ends_the_move_where_it_is(fight, kit, belt):
    f = fight("T..........b", T=belt(kit.SWORD, None, kit.DAGGER))
    f.start(9, 4)
    f.do("T", "move", "e e")
    f.do("T", "stow", item="sword")
    f.do("T", "draw", item="dagger")
    assert spent(f, "T") == (False, True)
    assert f.rules.allowance(f.battle, f.battle.actors["T"], "move").total == 2
    assert f.rules.allowance(f.battle, f.battle.actors["T"], "double").total == 2 + 6
    f.do("T", "double", "e")
    assert spent(f, "T") == (True, True)


@rule("OSE-MANIP-09", "OSE-SHIELD-04", "OSE-SUMM-03")
def test_a_free_hand_is_needed(fight, kit):
    f = fight("T.+....b", T=kit.page(kit.SWORD, kit.SHIELD))
    f.start(9, 4)
    f.do("T", "move", "e")
    assert f.why_not("T", "door") == [("why.shield_hand", "OSE-SHIELD-04")]
    f = fight("T.+....b", T=kit.page(kit.SWORD, kit.TORCH))
    f.start(9, 4)
    f.do("T", "move", "e")
    assert f.why_not("T", "door") == [("why.no_free_hand", "OSE-MANIP-09")]
    f.do("T", "drop", item="torch")
    f.do("T", "door")


@rule("OSE-TWOHAND-05", "OSE-TWOHAND-06")
def test_a_two_handed_grip_may_be_loosened_for_the_round_unless_it_has_struck(fight, kit):
    f = fight("T.+....b", T=kit.page(kit.GREATSWORD))
    f.start(9, 4)
    f.do("T", "move", "e")
    f.do("T", "door", answers=["keep"])
    assert f.turn("T").manipulations == 0
    f.do("T", "door", answers=["forgo"])
    assert f.turn("T").forgone
    assert f.battle.terrain.doors[0].state is DoorState.OPEN
    assert f.battle.actors["T"].arms.reach == 0
    f.until("declare")
    assert f.battle.actors["T"].arms.reach == 1
    f = fight("Tb\n+.", T=kit.page(kit.GREATSWORD))
    f.start(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target="b", answers=[1])
    assert f.why_not("T", "door") == [("why.both_hands_used", "OSE-TWOHAND-06")]


def test_locked_and_far_doors_stay_as_they_are(fight, kit):
    f = fight("T.+..+.b")
    f.start(9, 4)
    assert f.keys("T", "door") == ["why.no_door"]
    assert f.keys("T", "door", door="d2") == ["why.door_far"]
    f.edit(cmd.SetDoor("d1", DoorState.LOCKED))
    f.do("T", "move", "e")
    assert f.keys("T", "door") == ["why.door_locked"]
    f.edit(cmd.SetDoor("d1", DoorState.OPEN))
    f.edit(cmd.PlaceActor("b", (2, 0)))
    assert f.keys("T", "door") == ["why.door_blocked"]


def test_things_are_offered_in_one_row_and_named_by_it(fight, kit, belt):
    f = fight("T..........b", T=belt(kit.SWORD, None, kit.DAGGER))
    f.start(9, 4)
    row = f.row("T", "item")
    offered = [key for key, _ in row.picks[0].choices]
    assert offered == ["draw:dagger", "stow:sword", "drop:sword", "shift:sword"]
    f.do("T", "item", do="draw:dagger")
    assert f.page("T").hands.off == "dagger"


def test_standing_up_takes_the_move(fight):
    f = fight("T.........b")
    f.start(9, 4)
    f.edit(cmd.SetCondition("T", Condition(PRONE)))
    assert "move.prone" in f.keys("T", "move", "e")
    f.do("T", "stand")
    assert not f.battle.actors["T"].has(PRONE)
    assert spent(f, "T") == (False, True)


@rule("OSE-STUNT-14")
def test_a_stunt_costs_what_the_referee_says_once_he_has_ruled(fight, ruled):
    f = fight("T.........b")
    f.start(9, 4)
    swing = {"kind": "other", "text": "swing on the chandelier", "cost": "move"}
    f.do("T", "stunt", answers=["surroundings", "success", ruled], **swing)
    assert spent(f, "T") == (False, True)
    assert f.why_not("T", "stunt", cost="move") == [("why.move_spent", "OSE-STUNT-14")]
    f.do("T", "stunt", answers=["tumble", "surroundings", "main", "failure"])
    assert spent(f, "T") == (True, True)


def test_a_stunt_the_referee_refuses_costs_nothing(fight):
    f = fight("T.........b")
    f.start(9, 4)
    f.ask(f.act("T", "stunt", text="fly"))
    f.session.abandon()
    assert spent(f, "T") == (False, False)
