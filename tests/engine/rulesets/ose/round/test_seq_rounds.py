"""The course of a fight: slots in order, who is waited for, rounds."""

import pytest
from msgspec.structs import replace

from engine.model import commands as cmd
from engine.model.actor import DOWN, Actor, Condition
from engine.model.events import Said, StepBegan
from engine.model.offers import SlotState
from engine.model.requests import AskChoice
from engine.rulesets.ose import legality
from engine.rulesets.ose.state import Phase

rule = pytest.mark.rule

FAR = "T..........b"
NEAR = "Tb.........."


# --- the start ------------------------------------------------------------------------------------------


@rule("OSE-OVER-02")
def test_only_a_person_starts_the_fight(fight):
    f = fight(FAR)
    assert f.progress.round == 0
    assert f.refused(f.act("T", "move", "e")) == ["act.not_begun"]
    assert f.refused(cmd.Advance()) == ["act.not_begun"]
    f.begin()
    assert f.progress.round == 1
    assert f.slot == "declare"


@rule("OSE-PROC-01")
def test_everybody_on_the_map_needs_a_side_before_round_1(fight, kit):
    f = fight(FAR)
    stray = Actor("s", "Stray", "nobody's", (3, 0), sheet=kit.page(kit.SWORD), hidden=True)
    assert f.refused(cmd.AddActor(stray)) == ["edit.no_side"]
    f.session.journal.start = replace(f.battle, actors={**f.battle.actors, "s": stray})
    question = f.ask(cmd.Begin())
    assert (question.title.key, question.actor) == ("sides.whose", "s")
    f.session.abandon()
    f.begin("foes", "none")
    assert f.battle.actors["s"].side == "foes"


@rule("OSE-PROC-02", "OSE-SURP-02")
def test_surprise_is_asked_once_and_no_die_is_rolled(fight):
    f = fight(FAR)
    question = f.ask(cmd.Begin())
    assert isinstance(question, AskChoice)
    assert [pick.key for pick in question.picks] == ["none", "surprised:party", "surprised:foes"]
    f.session.abandon()
    f.begin("none")
    assert not any(map(f.rolls, ("initiative.roll",)))
    f.next(9, 4)
    f.until("declare")
    assert f.now.number == 2
    assert f.session.question is None


@rule("OSE-TRANS-03")
def test_a_single_side_plays_rounds_without_dice_for_order(fight):
    f = fight("T....B")
    f.begin()
    f.next()
    assert f.slot == "party:move"
    f.do("T", "move", "e")
    f.until("declare")
    assert f.now.number == 2


# --- the order of slots ---------------------------------------------------------------------------------


@rule("OSE-PROC-03")
def test_initiative_waits_for_those_who_could_declare(fight, kit):
    f = fight(FAR, b=kit.page(kit.SPEAR))
    f.begin()
    assert f.progress.waiting == ("b",)
    assert f.refused(cmd.Advance()) == ["advance.declare.brace"]
    f.do("b", "pass")
    assert f.progress.waiting == ()
    f._run(cmd.Advance(), (9, 4))
    assert f.slot == "party:move"


@rule("OSE-PROC-04")
def test_one_result_for_each_side_and_declarations_are_locked(fight):
    f = fight(FAR)
    f.start(9, 4)
    assert [roll.side for roll in f.rolls("initiative.roll")] == ["party", "foes"]
    assert "why.too_late" in f.keys("T", "defend")


@rule("OSE-PROC-05", "OSE-PROC-14")
def test_the_highest_side_begins_with_its_move_step(fight):
    f = fight(FAR)
    f.start(9, 4)
    assert f.progress.side == "party"
    keys = [slot.key for slot in f.progress.slots]
    assert keys == [
        "declare",
        "initiative",
        *(f"party:{step}" for step in ("move", "missile", "magic", "melee")),
        *(f"foes:{step}" for step in ("move", "missile", "magic", "melee")),
        "morale",
    ]
    assert f.slot == "party:move"


@rule("OSE-PROC-06")
def test_the_other_sides_follow_in_descending_order(fight):
    f = fight("T....b....1", options={"skip_empty_steps": "no"})
    f.start(9, 4, 7)
    assert f.now.order == ("party", "others", "foes")
    f.until("party:melee")
    f.next()
    assert f.slot == "others:move"
    f.until("foes:move")


@rule("OSE-ORDER-01", "OSE-ORDER-08")
def test_steps_come_in_one_order_and_moving_is_over_with_its_step(fight):
    f = fight(NEAR, options={"skip_empty_steps": "no"})
    f.start(9, 4)
    assert f.why_not("T", "attack", target="b") == [("why.step_later", "OSE-ORDER-08")]
    seen = [f.slot]
    for _ in range(3):
        f.next()
        seen.append(f.slot)
    assert seen == ["party:move", "party:missile", "party:magic", "party:melee"]
    f = fight("T..\nb..")
    f.start(9, 4)
    f.until("party:melee")
    assert f.why_not("T", "move", "e") == [("why.step_passed", "OSE-ORDER-01")]
    f.do("T", "attack", target="b", answers=[1])


@rule("OSE-ORDER-03")
def test_missiles_wait_until_all_have_moved_or_passed(fight, kit):
    f = fight("T.........b\nB..........\n", T=kit.page(kit.BOW))
    f.start(9, 4)
    f.do("T", "move", "e")
    assert f.progress.waiting == ("B",)
    assert f.refused(cmd.Advance()) == ["advance.move.one"]
    assert f.why_not("T", "shoot", target="b") == [("why.step_next", "OSE-ORDER-05")]
    f.do("B", "pass")
    f._run(cmd.Advance(), ())
    assert f.slot == "party:missile"


@rule("OSE-ORDER-03")
def test_a_referee_may_go_on_and_the_log_names_who_was_passed_over(fight):
    f = fight(FAR)
    f.start(9, 4)
    f.next()
    assert f.slot == "foes:move"


@rule("OSE-ORDER-05", "OSE-ORDER-06")
def test_shooting_and_throwing_belong_to_the_missile_step(fight, kit):
    f = fight("T.b.\nB...\n", T=kit.page(kit.BOW), B=kit.page(kit.AXE, kit.SWORD))
    f.start(9, 4)
    f.until("party:missile")
    f.do("T", "shoot", target="b", answers=[1])
    f.next()
    assert f.slot == "foes:move"
    f = fight(
        "T.b.\nB...\n",
        T=kit.page(kit.BOW),
        B=kit.page(kit.AXE, kit.SWORD),
        options={"skip_empty_steps": "no"},
    )
    f.start(9, 4)
    f.until("party:melee")
    assert f.why_not("T", "shoot", target="b")[0] == ("why.step_passed", "OSE-ORDER-05")
    assert f.why_not("B", "shoot", target="b", weapon="axe")[0] == ("why.step_passed", "OSE-ORDER-05")


@rule("OSE-ORDER-04")
def test_the_move_step_gives_the_movement_rate(fight, kit):
    f = fight("T............", T=kit.page(kit.SWORD, rate=40))
    f.begin()
    f.next()
    f.do("T", "move", "e " * 8)
    assert f.battle.actors["T"].stride.spent == 8
    assert not f.turn("T").main_spent
    f.do("T", "double", "e")
    assert f.turn("T").main_spent


@rule("OSE-GEN-14")
def test_members_of_a_side_act_in_any_order_within_a_step(fight):
    f = fight("T.........b\nB..........\nC..........")
    f.start(9, 4)
    f.do("C", "move", "e")
    assert f.progress.waiting == ("T", "B")
    f.do("T", "move", "e")
    f.do("C", "move", "e")


@rule("OSE-ORDER-02")
def test_in_one_step_at_once_damage_counts_at_its_end(fight, kit):
    pages = {"T": kit.page(kit.BOW), "B": kit.page(kit.BOW), "g": kit.page(kit.SWORD, hp=1, max_hp=1)}
    f = fight("T...g\nB....\n", options={"step_resolution": "simultaneous"}, **pages)
    f.start(9, 4)
    f.until("party:missile")
    f.do("T", "shoot", target="g", answers=[20, 6])
    assert f.battle.actors["g"].active
    f.do("B", "shoot", target="g", answers=[20, 6])
    f.next("end", "later", "later")
    assert f.battle.actors["g"].has(DOWN)


@rule("OSE-OVER-01")
def test_round_step_and_seconds_are_always_known(fight, kit):
    f = fight(FAR, T=kit.page(kit.BOW))
    f.start(9, 4)
    for _ in range(2):
        f.until("declare")
        f.next(9, 4)
    f.until("party:missile")
    assert (f.progress.round, f.slot) == (3, "party:missile")
    assert 20 <= f.progress.seconds <= 30


def test_between_the_turns_the_refusal_names_what_comes(fight):
    f = fight("T.........b")
    f.start(9, 4)
    for phase, key in ((Phase.INITIATIVE, "why.initiative_first"), (Phase.MORALE, "why.morale_now")):
        now = replace(f.now, phase=phase)
        assert [one.reason.key for one in legality.why_not_turn_of(now)] == [key]


@rule("OSE-PROC-03")
def test_only_what_each_could_declare_is_named(fight, kit, caster):
    f = fight(FAR, b=caster(), T=kit.page(kit.SPEAR))
    f.begin()
    reason = f.session.submit(cmd.Advance()).refusals[0]
    assert reason.reason.key == "advance.declare.both"
    assert (reason.reason.args["who"].ids, reason.reason.args["bracing"].ids) == (("b",), ("T",))


# --- the rail -------------------------------------------------------------------------------------------


def test_before_initiative_sides_stand_without_a_number(fight):
    f = fight(FAR)
    f.begin()
    by_key = {slot.key: slot for slot in f.progress.slots}
    assert by_key["party:move"].number is None
    assert by_key["party:move"].state is SlotState.FUTURE
    assert by_key["declare"].state is SlotState.CURRENT
    f.next(4, 9)
    slots = f.progress.slots
    assert [slot.number for slot in slots if slot.key.endswith(":move")] == [9, 4]
    assert slots[2].key == "foes:move"
    note = slots[1].note
    assert (note.key, note.args["first"].args["value"]) == ("initiative.against", 9)


def test_the_rail_counts_who_is_left_and_names_who_declared(fight, kit):
    f = fight("T.........b\nB..........\nC..........", T=kit.page(kit.SPEAR))
    f.start(9, 4, declare=[("T", "brace")])
    current = f.progress.current
    assert dict(current.note.args) == {"left": 2, "all": 3}
    assert f.progress.slots[0].note.args["names"].ids == ("T",)
    f.do("B", "move", "e")
    assert f.progress.current.note.args["left"] == 1


def test_empty_steps_are_passed_over_and_named_in_the_log(fight, kit):
    f = fight(FAR)
    f.start(9, 4)
    f.next()
    steps = [e.what.args["step"].key for e in f.events if isinstance(e, Said) and e.what.key == "step.nobody"]
    assert steps == ["step.missile", "step.magic", "step.melee"]
    assert f.slot == "foes:move"
    f = fight(FAR, options={"skip_empty_steps": "no"})
    f.start(9, 4)
    f.next()
    assert f.slot == "party:missile"


def test_the_next_button_names_the_step_it_leads_to(fight, kit):
    f = fight(FAR, T=kit.page(kit.BOW))
    f.begin()
    assert f.progress.next.key == "next.initiative"
    f.next(9, 4)
    assert f.progress.next.args["step"].key == "step.missile"
    assert f.progress.passed_over is None
    f.until("foes:move")
    assert f.progress.next.key == "next.end_of_round"


@pytest.mark.rule("OSE-ORDER-03")
def test_why_the_rest_of_a_turn_is_passed_over_is_said_until_somebody_could_act(fight):
    f = fight(FAR)
    f.start(4, 9)
    assert f.slot == "foes:move"
    assert f.progress.next.key == "next.side"
    why = f.progress.passed_over
    assert (why.key, why.rule) == ("next.passed_over", "OSE-ORDER-03")
    steps = why.args["steps"]
    assert [steps.args["step"].key, steps.args["rest"].args["step"].key] == ["step.missile", "step.magic"]
    f = fight("Tb")
    f.start(4, 9)
    assert f.progress.next.args["step"].key == "step.melee"
    assert f.progress.passed_over is None


def test_a_side_the_players_have_not_seen_begins_its_turn_in_secret(fight):
    f = fight("T....b....1", hidden=("1",))
    f.start(9, 4, 7)
    f.next()
    assert f.slot == "others:move"
    assert not any(isinstance(event, StepBegan) for event in f.events)
    secret = [event for event in f.events if isinstance(event, Said) and event.what.key == "log.step"]
    assert [event.gm_only for event in secret] == [True]


@pytest.mark.rule("OSE-RANGED-07")
def test_where_an_enemy_forbids_every_shot_the_row_the_next_key_and_the_log_say_so(fight, kit):
    f = fight("TUb", U=kit.page(kit.BOW))
    f.start(9, 4)
    row = f.row("U", "shoot")
    assert [one.reason.key for one in row.refusals] == ["shoot.enemy_near", "why.step_next"]
    assert f.progress.next.args["step"].key == "step.melee"
    why = f.progress.passed_over
    assert (why.key, why.rule, why.args["names"].ids) == ("next.hemmed_in", "OSE-RANGED-07", ("U",))
    f.next()
    said = next(e for e in f.events if isinstance(e, Said) and e.what.key == "step.hemmed_in")
    assert (said.rule, said.what.args["names"].ids) == ("OSE-RANGED-07", ("U",))
    f = fight("TU.b", U=kit.page(kit.BOW))
    f.start(9, 4)
    assert f.progress.passed_over is None
    assert [one.reason.key for one in f.row("U", "shoot").refusals] == ["why.step_next"]


@rule("OSE-ORDER-03")
def test_nobody_waits_to_shoot_who_has_nobody_within_range_or_no_time_to_load(fight, kit):
    dagger = kit.page(kit.DAGGER)
    f = fight("U.......b", U=dagger)  # 40 ft off, and a dagger is thrown 30 ft
    f.start(9, 4)
    assert "U" in f.progress.waiting
    assert f.progress.next.key == "next.side"
    f.next()
    assert f.slot == "foes:move"
    assert "step.nobody" in f.said()
    f = fight("U.....b", U=dagger)
    f.start(9, 4)
    assert f.progress.next.args["step"].key == "step.missile"


@rule("OSE-MANIP-12")
def test_nobody_waits_to_shoot_who_has_no_time_left_to_load(fight, kit):
    """The bow was drawn, and loading it would be the second handling after the Move action is gone."""
    f = fight("U......b", U=kit.page(gear=(kit.BOW,), rate=30))
    f.start(9, 4)
    f.do("U", "move", "e")
    f.do("U", "item", do="draw:bow")
    assert "shoot.load_needs_move" in f.keys("U", "shoot", target="b", weapon="bow")
    assert f.progress.next.key == "next.side"


# --- rounds ---------------------------------------------------------------------------------------------


@rule("OSE-PROC-08")
def test_rounds_repeat_while_both_sides_stand_and_the_referee_may_end_the_fight(fight):
    f = fight(FAR)
    f.begin()
    for number in range(1, 5):
        assert f.now.number == number
        f.next(9, 4)
        f.until("declare")
    assert f.now.number == 5
    f.do("T", "end", answers=["nobody"])
    assert f.progress.over.key == "over.stopped"
    assert f.progress.next is None
    assert f.refused(cmd.Advance()) == ["act.over"]


@rule("OSE-INIT-06", "OSE-INIT-07")
def test_a_side_may_act_last_and_then_first_with_a_fresh_turn(fight):
    f = fight(FAR)
    f.start(3, 11)
    f.until("party:move")
    f.do("T", "double", "e " * 7)
    f.next()
    assert (f.now.number, f.slot) == (2, "declare")
    f.next(12, 1)
    assert f.slot == "party:move"
    assert f.battle.actors["T"].stride.spent == 0
    f.do("T", "move", "e")


def test_a_condition_lasts_to_the_end_of_its_round(fight):
    f = fight(FAR)
    f.begin()
    f.edit(cmd.SetCondition("T", Condition("prone", until=1)))
    f.next(9, 4)
    assert f.battle.actors["T"].has("prone")
    f.until("declare")
    assert not f.battle.actors["T"].has("prone")
