"""How a fight comes to its end: losses and morale, surrender and flight, and whether it is over."""

import pytest

from engine.model import commands as cmd
from engine.model.actor import Actor
from engine.model.events import Said
from engine.model.phrase import ActorRef, SideRef
from engine.model.requests import AskRoll
from engine.rulesets.ose import sides
from engine.rulesets.ose.state import Phase

rule = pytest.mark.rule

FAR = "T..........b"
NEAR = "Tb.........."


# --- morale ---------------------------------------------------------------------------------------------


def goblins(kit, **fields):
    return kit.page(kit.SWORD, **{"hp": 1, "max_hp": 1, "morale": 7, **fields})


def lose_one(f, whom="b"):
    f.start(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target=whom, answers=[20, 3])


@rule("OSE-PROC-07")
def test_the_first_loss_is_rolled_for_at_the_end_of_the_round_by_that_side_only(fight, kit):
    f = fight("Tb....\n.....g\n.....d\n.....e", **dict.fromkeys("bgde", goblins(kit)))
    lose_one(f)
    assert f.progress.slots[-1].note.key == "morale.due"
    f.next()
    question = f.ask(cmd.Advance(overrule=True))
    assert isinstance(question, AskRoll)
    assert (question.dice, question.side, question.beats, question.secret) == ((6, 6), "foes", 7, True)
    f.session.abandon()
    f.next(3, 4)
    assert (f.now.number, f.slot) == (2, "declare")
    assert "morale.holds" in f.said()


@rule("OSE-PROC-07")
def test_a_failed_check_makes_them_flee_or_surrender(fight, kit):
    for pick, word in (("flee", sides.ROUTED), ("surrender", "")):
        f = fight("Tb....\n.....g\n.....d", **dict.fromkeys("bgd", goblins(kit)))
        lose_one(f)
        f.next()
        answers = (4, 4, pick) if pick == "flee" else (4, 4, pick, "end")
        f.next(*answers)
        for who in "gd":
            assert f.battle.actors[who].has(word) if word else f.page(who).surrendered
            assert f.battle.actors[who].arms.reach == (1 if word else 0)
        if pick == "flee":
            f.next(1, 12)
            assert f.keys("g", "move", "n") == []
            assert f.keys("g", "move", "w") == ["rout.nearer"]
            assert "why.routed" in f.keys("g", "attack", target="T")


@rule("OSE-PROC-07")
def test_a_loss_nobody_was_left_to_check_for_leaves_those_who_join_their_own(fight, kit):
    f = fight("Tb....\n......", b=goblins(kit))
    f.start(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target="b", answers=[20, 3, "go_on"])
    f.next("go_on")
    assert (f.now.number, f.slot) == (2, "declare")
    for who, cell in (("g", (0, 1)), ("d", (5, 1))):
        f.edit(cmd.AddActor(Actor(who, who, "foes", cell, sheet=goblins(kit))))
    f.next(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target="g", answers=[20, 3])
    assert f.progress.slots[-1].note.key == "morale.due"


def test_the_referee_may_shift_a_morale_roll_by_two_at_most(fight, kit):
    f = fight("Tb....\n.....g\n.....d\n.....e", **dict.fromkeys("bgde", goblins(kit)))
    lose_one(f)
    f.next()
    question = f.ask(cmd.Advance(overrule=True), "worse", "worse")
    assert question.at_or_under
    assert (question.beats, question.tally.total) == (5, -2)
    assert [pick.key for pick in question.instead] == ["better"]
    f.session.abandon()
    f.next("worse", 3, 4, "flee")
    assert (f.rolls("morale.title")[0].total, f.rolls("morale.title")[0].target) == (7, 6)


def test_a_side_is_asked_and_told_for_whom_it_counts_where_others_of_it_make_no_check(fight, kit):
    pages = dict.fromkeys("bgd", goblins(kit)) | {"e": kit.page(kit.SWORD, morale=12)}
    f = fight("Tb....\n.....g\n.....d\n.....e", **pages)
    lose_one(f)
    f.next()
    asked = f.ask(cmd.Advance(overrule=True))
    assert asked.title.args["side"] == SideRef("foes")
    assert f.tell(asked.detail[1]) == "The check counts for Actor g and Actor d; the others make none"
    f.session.abandon()
    broken = f.ask(cmd.Advance(overrule=True), 6, 6)
    assert (f.tell(broken.title), broken.detail) == (
        "Morale of Actor g and Actor d breaks: flee or surrender?",
        asked.detail[1:2],
    )
    f.session.abandon()
    f.next(6, 6, "flee")
    limit, outcome = (e for e in f.events if isinstance(e, Said) and e.what.key.startswith("morale."))
    assert (limit.what, limit.gm_only) == (asked.detail[1], True)
    assert f.tell(outcome.what) == "Morale of Actor g and Actor d breaks: they run"
    assert not f.battle.actors["e"].has(sides.ROUTED)


def test_half_lost_is_the_second_check_and_two_passed_are_enough(fight, kit):
    f = fight("Tb....\n.....g\n.....d\n.....e", **dict.fromkeys("bgde", goblins(kit)))
    lose_one(f)
    f.next()
    f.next(1, 1)
    for who, answers in (("g", (1, 1)), ("d", ())):
        f.edit(cmd.SetFact(who, "hp", 0))
        f.next(9, 4)
        f.until("foes:move")
        f.next(*answers)
    assert f.now.number == 4


def test_nobody_without_a_morale_or_with_12_checks(fight, kit):
    f = fight(
        "Tb....\n.....g\n.....d", b=goblins(kit), g=goblins(kit, morale=12), d=goblins(kit, morale=None)
    )
    lose_one(f)
    f.next()
    f.next()
    assert f.now.number == 2
    f = fight("Tb....\n.....g\n.....d", options={"morale": "off"}, **dict.fromkeys("bgd", goblins(kit)))
    lose_one(f)
    f.next()
    f.next()
    assert f.now.number == 2


# --- the end --------------------------------------------------------------------------------------------


@rule("OSE-PROC-10")
def test_the_last_enemy_falling_proposes_the_end_at_once(fight, kit):
    f = fight("Tb", b=goblins(kit))
    f.start(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target="b", answers=[20, 3, "end"])
    assert f.now.phase is Phase.OVER
    assert f.progress.over.key == "over.won"
    assert f.progress.over.args["side"] == SideRef("party")


@rule("OSE-PROC-09")
def test_a_side_that_has_surrendered_loses_when_the_round_closes(fight, kit):
    f = fight("Tb....\n.....g\n.....d", **dict.fromkeys("bgd", goblins(kit)))
    lose_one(f)
    f.next()
    question = f.ask(cmd.Advance(overrule=True), 6, 6, "surrender")
    assert question.title.key == "over.won"
    assert question.title.args["side"] == SideRef("party")
    f.session.abandon()
    f.next(6, 6, "surrender", "end")
    assert f.now.victor == "party"


@rule("OSE-PROC-11")
def test_the_last_one_fleeing_proposes_the_end_or_a_pursuit(fight):
    f = fight("T.......b")
    f.start(4, 9)
    question = f.ask(f.act("b", "flee"), "flee")
    assert [pick.key for pick in question.picks] == ["go_on", "end", "pursuit"]
    assert question.default == "go_on", "somebody is left to go on with"
    assert question.picks[2].note.key == "end.pursuit_note"
    f.session.abandon()
    f.do("b", "flee", answers=["flee", "pursuit"])
    assert f.progress.over.key == "over.pursuit"


@rule("OSE-PROC-11")
def test_with_none_of_the_others_alive_enter_ends_the_fight(fight, kit):
    f = fight(NEAR, b=goblins(kit))
    f.start(9, 4)
    f.until("party:melee")
    question = f.ask(f.act("T", "attack", target="b"), 20, 3)
    assert question.title.key == "over.won"
    assert question.default == "end"


def test_a_referee_who_goes_on_is_asked_again_only_when_the_round_closes(fight, kit):
    f = fight("Tb\nB.", b=goblins(kit))
    f.start(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target="b", answers=[20, 3, "go_on"])
    f.do("B", "pass")
    f.next("end")
    assert f.now.phase is Phase.OVER


def test_a_hidden_enemy_keeps_the_fight_going(fight, kit):
    f = fight("Tb........g", b=goblins(kit), hidden=("g",))
    f.start(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target="b", answers=[20, 3])
    assert f.now.phase is Phase.ACTION


@rule("OSE-PROC-13")
def test_the_end_lists_who_shot_what(fight, kit):
    f = fight("T....b\nC.....", T=kit.page(kit.BOW), C=kit.page(kit.CROSSBOW))
    f.start(9, 4)
    f.until("party:missile")
    f.do("T", "shoot", target="b", answers=[1])
    f.do("T", "end", answers=["party", "later"])
    lists = [
        event.what for event in f.events if isinstance(event, Said) and event.what.key == "end.ammunition"
    ]
    assert [(one.args["who"], one.args["weapon"].args["name"], one.args["count"]) for one in lists] == [
        (ActorRef("T"), "long bow", 1)
    ]
