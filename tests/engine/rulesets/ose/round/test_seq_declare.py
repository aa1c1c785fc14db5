"""Declarations before initiative, and what becomes of a declared spell."""

import pytest

from engine.model import commands as cmd
from engine.model.actor import GRAPPLED, PRONE, Condition
from engine.model.events import Declared, Ruled, Said
from engine.model.requests import AskRuling, Picked, Ruling
from engine.rulesets.ose.economy import main_left, move_left
from engine.rulesets.ose.sheet import Casting
from engine.rulesets.ose.spell_facts import Affliction, Shape, Span, Spell

rule = pytest.mark.rule

FAR = "T..........b"


def slots(f, who, spell="Sleep"):
    return next(one.left for one in f.page(who).spells if one.name == spell)


def sleeping(fight, caster, rows=FAR, dice=(9, 4), **pages):
    """A fight in which A is casting Sleep."""
    f = fight(rows, T=caster(), **pages)
    f.start(*dice, declare=[("T", "cast:Sleep")])
    return f


# --- declaring ------------------------------------------------------------------------------------------


@rule("OSE-DECL-01", "OSE-DECL-02", "OSE-DECL-05", "OSE-DEFENSE-06", "OSE-BRACE-02")
def test_after_initiative_nothing_can_be_declared(fight, caster, kit):
    f = fight("T..........b\nB...........", T=caster(), B=kit.page(kit.SPEAR))
    f.start(9, 4)
    assert f.why_not("T", "cast", spell="Sleep") == [("why.too_late", "OSE-DECL-01")]
    assert f.why_not("T", "defend") == [("why.too_late", "OSE-DECL-02")]
    assert f.why_not("B", "brace") == [("why.too_late", "OSE-DECL-05")]


@rule("OSE-DECL-03", "OSE-DEFENSE-02")
def test_full_defence_protects_from_its_declaration_on(fight):
    f = fight("Tb")
    f.start(3, 11, declare=[("T", "defend")])
    f.until("foes:melee")
    question = f.ask(f.act("b", "attack", target="T"))
    assert (question.dice, question.keep) == ((20, 20), "low")


@rule("OSE-DECL-06", "OSE-BRACE-05")
def test_a_brace_stands_before_the_own_side_acts(fight, kit):
    f = fight("T.....b", T=kit.page(kit.SPEAR), b=kit.page(kit.SWORD, rate=40))
    f.start(3, 11, declare=[("T", "brace")])
    question = f.ask(f.act("b", "charge", target="T"))
    assert question.title.key == "attack.ask_brace"


@rule("OSE-DECL-08")
def test_only_three_actions_come_before_initiative(fight, kit):
    f = fight("T...b", T=kit.page(kit.SPEAR))
    f.begin()
    for verb, path in (("move", "e"), ("withdraw", "e"), ("flee", ""), ("stunt", "")):
        assert "why.initiative_first" in f.keys("T", verb, path)
    f.next(9, 4)
    verbs = {row.verb for row in f.rules.menu(f.session.board, f.battle.actors["T"])}
    assert {"charge", "withdraw", "flee", "attack", "shoot", "stunt", "item", "move"} <= verbs
    assert f.keys("T", "move", "e") == []


@rule("OSE-SPELL-01")
def test_a_spell_is_declared_by_name(fight, caster):
    f = fight(FAR, T=caster())
    f.begin()
    assert f.why_not("T", "cast") == [("why.name_the_spell", "OSE-SPELL-01")]
    assert f.why_not("T", "cast", spell="Fireball") == [("why.not_memorised", "OSE-SPELL-01")]
    f.do("T", "cast", spell="Sleep")
    assert (f.turn("T").casting, f.turn("T").spell) == (Casting.DECLARED, "Sleep")


@rule("OSE-SPELL-02")
def test_no_target_needs_to_be_in_view(fight, caster):
    f = fight("T#b", T=caster(), b=caster())
    f.begin()
    f.do("T", "cast", spell="Web")
    assert f.turn("T").spell == "Web"


def test_declarations_are_overwritten_and_taken_back_until_the_dice(fight, caster, kit):
    f = fight("T..........b\nB...........", T=caster(), B=kit.page(kit.SPEAR))
    f.begin()
    f.do("T", "cast", spell="Sleep")
    f.do("T", "cast", spell="Web")
    f.do("T", "defend")
    assert (f.turn("T").spell, f.turn("T").defending) == ("", True)
    f.do("B", "brace")
    f.do("B", "undeclare")
    assert not f.turn("B").braced
    assert all(event.hidden for event in f.events if isinstance(event, Declared))
    assert slots(f, "T") == 2


@rule("OSE-CAST-01")
def test_who_is_held_or_silenced_or_has_no_free_hand_cannot_cast(fight, caster, kit):
    f = fight(FAR, T=caster())
    f.begin()
    for condition, key in ((GRAPPLED, "why.casting_grappled"), ("silenced", "why.casting_silenced")):
        f.edit(cmd.SetCondition("T", Condition(condition)))
        assert f.why_not("T", "cast", spell="Sleep") == [(key, "OSE-CAST-01")]
        f.edit(cmd.SetCondition("T", Condition(condition), present=False))
    f = fight(FAR, T=kit.page(kit.SWORD, kit.SHIELD, spells=caster().spells))
    f.begin()
    assert f.why_not("T", "cast", spell="Sleep") == [("why.casting_hands", "OSE-CAST-01")]


@rule("OSE-BRACE-03")
def test_only_a_weapon_with_the_quality_is_braced(fight, kit):
    f = fight("T..........b\nB...........", T=kit.page(kit.SWORD), B=kit.page(kit.SPEAR))
    f.begin()
    assert f.why_not("T", "brace") == [("why.no_brace_quality", "OSE-BRACE-03")]
    assert f.why_not("B", "brace") == []


# --- casting --------------------------------------------------------------------------------------------


@rule("OSE-SPELL-03", "OSE-SPELL-12")
def test_after_the_dice_the_spell_is_fixed_and_its_slot_is_gone(fight, caster):
    f = sleeping(fight, caster)
    assert "why.too_late" in f.keys("T", "cast", spell="Web")
    assert f.why_not("T", "undeclare")[0] == ("why.too_late", "OSE-SPELL-03")
    f.do("T", "cancel")
    assert slots(f, "T") == 1


@rule("OSE-SPELL-10", "OSE-SPELL-11", "OSE-CAST-02")
def test_casting_begins_with_the_dice_whoever_wins(fight, caster):
    f = sleeping(fight, caster, dice=(3, 11))
    assert f.progress.side == "foes"
    assert f.turn("T").casting is Casting.CASTING
    assert slots(f, "T") == 1
    assert f.card("T").state.key == "state.casting"


@rule("OSE-SPELL-04", "OSE-SPELL-05", "OSE-CAST-05", "OSE-CAST-13")
def test_a_caster_has_neither_main_nor_move(fight, caster):
    f = sleeping(fight, caster, rows="T.b")
    assert ("move.casting", "OSE-CAST-05") in f.why_not("T", "move", "e")
    assert not main_left(f.page("T"))
    assert not move_left(f.battle.actors["T"])
    f.until("party:magic")
    f.do("T", "complete", answers=[Ruling("asleep")])
    f.next()
    assert f.slot == "foes:move"


@rule("OSE-BASE-03")
def test_what_a_spell_puts_on_somebody_ends_with_its_last_round(fight, caster):
    slow = Spell("Slow", shape=Shape.ONE, range_ft=60, puts=Affliction("webbed", Span(1, 2)))
    f = fight("T.....b", T=caster(spells=(slow,)))
    f.start(9, 4, declare=[("T", "cast:Slow")])
    f.until("party:magic")
    f.do("T", "complete", answers=[Picked("b"), Picked("apply")])
    assert f.battle.actors["b"].conditions == (Condition("webbed", 2, "OSE-BASE-03"),)
    f.until("declare")
    assert f.battle.actors["b"].has("webbed")
    f.next(9, 4)
    f.until("declare")
    assert not f.battle.actors["b"].has("webbed")


@rule("OSE-CAST-13")
def test_a_caster_does_not_strike_without_cancelling(fight, caster):
    f = fight("Tb", T=caster(), options={"skip_empty_steps": "no"})
    f.start(9, 4, declare=[("T", "cast:Sleep")])
    f.until("party:melee")
    assert ("why.casting", "OSE-CAST-13") in f.why_not("T", "attack", target="b")


@rule("OSE-SPELL-07", "OSE-CAST-03", "OSE-CAST-11")
def test_damage_before_completion_loses_the_spell(fight, caster, kit):
    f = sleeping(fight, caster, rows="T.....b", dice=(3, 11), b=kit.page(kit.BOW))
    f.until("foes:missile")
    f.do("b", "shoot", target="T", answers=[20, 2])
    assert f.turn("T").casting is Casting.LOST
    assert slots(f, "T") == 1
    lost = [event for event in f.events if isinstance(event, Said) and event.what.key == "spell.lost"]
    assert [event.rule for event in lost] == ["OSE-SPELL-07"]
    f.until("party:move")
    assert "why.not_casting" in f.keys("T", "complete")
    assert "move.casting" in f.keys("T", "move", "e")


@rule("OSE-SPELL-08")
def test_being_knocked_down_asks_whether_the_spell_is_lost(fight, caster):
    f = sleeping(fight, caster)
    question = f.ask(cmd.SetCondition("T", Condition(PRONE)))
    assert question.title.key == "spell.disturbed"
    assert question.picks[0].key == "yes"
    f.session.abandon()
    f.edit(cmd.SetCondition("T", Condition(PRONE)), "no")
    assert f.turn("T").casting is Casting.CASTING
    f.edit(cmd.RenameActor("T", name="Orsolya"))
    f.edit(cmd.SetCondition("T", Condition(GRAPPLED)), "yes")
    assert f.turn("T").casting is Casting.LOST


@rule("OSE-SPELL-09", "OSE-SPELL-06")
def test_the_danger_and_the_requirements_are_pointed_out(fight, caster):
    f = fight(FAR, T=caster())
    f.begin()
    words = f.rules.about.glossary
    assert "loses spell and slot" in words[f.row("T", "cast").note.key]
    needs = words[f.row("T", "cast").picks[0].label.key]
    for word in ("speech", "hand or focus", "bonds or grapple", "sight and effect"):
        assert word in needs.lower()
    f.do("T", "cast", spell="Sleep")
    f.next(9, 4)
    f.until("party:magic")
    question = f.ask(f.act("T", "complete"))
    assert "Lines of sight and effect" in words[question.detail[0].key]


@rule("OSE-ORDER-07", "OSE-ORDER-09")
def test_the_effect_comes_in_the_magic_step_by_the_tables_word(fight, caster, ruled):
    f = sleeping(fight, caster)
    assert f.why_not("T", "complete") == [("why.step_comes", "OSE-ORDER-07")]
    f.until("party:magic")
    assert f.progress.waiting == ("T",)
    result = f.session.submit(f.act("T", "complete"))
    assert isinstance(result.request, AskRuling)
    f.session.answer(Ruling("The goblin sleeps", (cmd.SetCondition("b", Condition("asleep")),)))
    assert f.battle.actors["b"].has("asleep")
    assert f.turn("T").casting is Casting.DONE
    last = f.session.journal.last
    assert [event.text for event in last.events if isinstance(event, Ruled)] == ["The goblin sleeps"]


@rule("OSE-ORDER-10", "OSE-SPELL-15", "OSE-SPELL-16")
def test_nothing_undeclared_is_cast_even_for_a_friend_who_fell(fight, caster):
    f = fight("T..........b\nB...........", T=caster(), options={"skip_empty_steps": "no"})
    f.start(9, 4)
    f.edit(cmd.SetFact("B", "hp", 0))
    f.until("party:magic")
    assert "why.not_casting" in f.keys("T", "complete")
    assert "why.too_late" in f.keys("T", "cast", spell="Sleep")
    f.until("declare")
    f.do("T", "cast", spell="Sleep")


@rule("OSE-SPELL-13", "OSE-SPELL-14", "OSE-CAST-10")
def test_at_completion_the_spell_may_be_let_go_or_delayed(fight, caster):
    f = sleeping(fight, caster)
    f.until("party:magic")
    assert [f.row("T", verb).legal for verb in ("complete", "delay", "let_go")] == [True, True, True]
    f.do("T", "let_go")
    assert f.turn("T").casting is Casting.DONE
    assert slots(f, "T") == 1
    f.next()
    assert f.slot == "foes:move"


@rule("OSE-CAST-12")
def test_a_delayed_spell_stays_exposed_and_is_lost_with_the_round(fight, caster, kit, ruled):
    f = sleeping(fight, caster, rows="T.....b", b=kit.page(kit.BOW))
    f.until("party:magic")
    f.do("T", "delay")
    assert f.progress.waiting == ()
    f.until("foes:missile")
    f.do("b", "shoot", target="T", answers=[20, 1])
    assert f.turn("T").casting is Casting.LOST
    f = sleeping(fight, caster, rows="T.....b")
    f.until("party:magic")
    f.do("T", "delay")
    f.until("foes:move")
    f.do("T", "complete", answers=[ruled])
    f = sleeping(fight, caster)
    f.until("party:magic")
    f.do("T", "delay")
    f.next()
    f.next()
    assert f.now.number == 2
    assert "spell.lost" in f.said()


@rule("OSE-CAST-07", "OSE-CAST-08", "OSE-CAST-09")
def test_a_cancelled_spell_is_spent_and_frees_the_rest_of_the_turn(fight, caster):
    f = sleeping(fight, caster, rows="T..b.....")
    f.do("T", "cancel")
    assert slots(f, "T") == 1
    f.do("T", "move", "e")
    f = fight("Tb\n..\n..", T=caster(), options={"skip_empty_steps": "no"})
    f.start(9, 4, declare=[("T", "cast:Sleep")])
    f.until("party:melee")
    f.do("T", "cancel")
    assert f.why_not("T", "move", "s") == [("why.step_passed", "OSE-ORDER-01")]
    f.do("T", "attack", target="b", answers=[1])


@rule("OSE-CAST-06")
def test_a_caster_has_one_manipulation(fight, caster):
    f = sleeping(fight, caster)
    f.do("T", "stow", item="dagger")
    assert f.why_not("T", "draw", item="dagger") == [("why.second_item", "OSE-MANIP-12")]


# --- full defence and brace in the own turn -------------------------------------------------------------


@rule("OSE-DEFENSE-01", "OSE-BRACE-04", "OSE-BRACE-12")
def test_defenders_and_bracers_have_no_turn(fight, kit):
    f = fight("Tb\nB.", B=kit.page(kit.SPEAR), options={"skip_empty_steps": "no"})
    f.start(9, 4, declare=[("T", "defend"), ("B", "brace")])
    assert ("move.defending", "OSE-DEFENSE-01") in f.why_not("T", "move", "s")
    assert ("move.braced", "OSE-BRACE-04") in f.why_not("B", "move", "e")
    f.until("party:melee")
    assert ("why.defending", "OSE-DEFENSE-01") in f.why_not("T", "attack", target="b")
    assert ("why.braced", "OSE-BRACE-12") in f.why_not("B", "attack", target="b")
    assert f.progress.waiting == ()


@rule("OSE-DEFENSE-03")
def test_arrows_at_a_defender_keep_the_lower_die(fight, kit):
    f = fight("T.....b", b=kit.page(kit.BOW))
    f.start(3, 11, declare=[("T", "defend")])
    f.until("foes:missile")
    f.do("b", "shoot", target="T", answers=[18, 9])
    assert f.page("T").hp == 10


@rule("OSE-DEFENSE-04")
def test_full_defence_lasts_until_the_own_side_acts_next_round(fight):
    f = fight("Tb")
    f.start(9, 4, declare=[("T", "defend")])
    f.until("declare")
    f.next(3, 11)
    f.until("foes:melee")
    assert f.ask(f.act("b", "attack", target="T")).dice == (20, 20)
    f.session.abandon()
    f.until("party:move")
    assert f.page("T").defending_until == 0
    f.until("declare")
    f.next(3, 11)
    f.until("foes:melee")
    assert f.ask(f.act("b", "attack", target="T")).dice == (20,)


def test_whoever_is_braced_or_on_guard_is_not_offered_it_again(fight, kit):
    f = fight("T...b", T=kit.page(kit.SPEAR))
    f.begin()
    f.do("T", "brace")
    rows = {row.verb: row for row in f.rules.menu(f.session.board, f.battle.actors["T"])}
    assert rows["brace"].refusals[0].reason.key == "why.braced"
    assert (rows["defend"].refusals, rows["undeclare"].refusals) == ((), ())
    f.do("T", "defend")
    assert "why.defending" in f.keys("T", "defend")
    assert f.keys("T", "brace") == []


@rule("OSE-CAST-09")
def test_cancelling_promises_no_move_once_that_step_has_passed(fight, caster):
    f = fight("D........b", D=caster())
    f.start(9, 4, declare=[("D", "cast:Sleep")])
    assert f.row("D", "cancel").note.key == "menu.cancel_note"
    f.until("party:magic")
    assert f.row("D", "cancel").note.key == "menu.cancel_moved_note"
    f.do("D", "cancel")
    assert not f.row("D", "move").legal
    f = fight("D........b", D=caster())
    f.start(4, 9, declare=[("D", "cast:Sleep")])
    assert f.row("D", "cancel").note.key == "menu.cancel_note"  # its own turn is still to come
    f = fight("D........b", D=caster())
    f.start(9, 4, declare=[("D", "cast:Sleep")])
    f.until("party:magic")
    f.do("D", "delay")
    f.until("foes:move")
    assert f.row("D", "cancel").note.key == "menu.cancel_late_note"
