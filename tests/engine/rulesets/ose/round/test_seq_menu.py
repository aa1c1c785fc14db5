"""The action list, targets, the card, and the GM's insisting."""

import pytest

from engine.model import commands as cmd
from engine.model.actor import DOWN
from engine.model.events import Ruled
from engine.rulesets import registry
from engine.rulesets.ose.legality import VERBS

rule = pytest.mark.rule

ORDER = [
    *("move", "double", "withdraw", "charge", "shoot", "attack"),
    *("cast", "brace", "defend", "stunt", "item", "use", "flee", "propose", "pass"),
]


def words(f, phrase):
    """An English sentence of a phrase with numbers and text in it."""
    template = f.rules.about.glossary[phrase.key]
    return template.format(**{key: _text(f, value) for key, value in phrase.args.items()})


def _text(f, value):
    if hasattr(value, "key"):
        return words(f, value)
    return f.battle.actors[value.id].name if getattr(value, "id", "") in f.battle.actors else value


def reason(f, who, verb):
    """The first reason against a row, in words."""
    return words(f, f.row(who, verb).refusals[0].reason)


@rule("OSE-SUMM-01")
def test_every_action_is_listed_for_everybody_in_one_order(fight):
    f = fight("T.........b")
    f.start(9, 4)
    rows = f.rules.menu(f.session.board, f.battle.actors["T"])
    assert [row.verb for row in rows] == ORDER
    assert [row.verb for row in f.rules.menu(f.session.board, f.battle.actors["b"])] == ORDER


def test_reasons_are_those_of_the_design(fight, kit, caster):
    f = fight("T.b......\nC........\nD........", T=kit.page(kit.SWORD, rate=30), D=caster(role="Magic-user"))
    f.start(9, 4, declare=[("D", "cast:Sleep")])
    assert reason(f, "T", "charge") == "Actor b is too near: 15 ft of movement needed"
    assert reason(f, "T", "shoot") == "No missile weapon in hand"
    assert reason(f, "T", "attack") == "Melee step is later"
    assert reason(f, "T", "brace") == "Sword has no brace quality"
    assert reason(f, "T", "defend") == "Had to be declared before initiative"
    assert reason(f, "T", "withdraw") == "No enemy threatens this square"
    assert reason(f, "D", "move") == "Actor D is casting and cannot move"
    assert reason(f, "D", "cast") == "Had to be declared before initiative"
    assert words(f, f.row("T", "move").note) == "30 ft, drag or arrow keys"
    assert words(f, f.row("T", "double").note) == "60 ft in all, uses the main action"
    assert words(f, f.row("T", "item").note) == "First one this round is free"


def test_reasons_of_shooting_and_striking(fight, kit):
    f = fight("T.b", T=kit.page(kit.BOW, kit.TORCH), options={"skip_empty_steps": "no"})
    f.start(9, 4)
    f.until("party:missile")
    assert "Two hands needed" in reason(f, "T", "shoot")
    f.do("T", "drop", item="torch")
    f.edit(cmd.PlaceActor("b", (1, 0)))
    assert reason(f, "T", "shoot") == "Actor b is within 5 ft"
    f.edit(cmd.PlaceActor("b", (2, 0)))
    assert f.row("T", "shoot").legal
    f = fight("T..b", options={"skip_empty_steps": "no"})
    f.start(9, 4)
    f.until("party:melee")
    assert reason(f, "T", "attack") == "Nobody within reach of the Sword (5 ft)"


def test_the_nearest_enemy_stands_in_the_charge_row(fight, kit):
    f = fight("T......b", T=kit.page(kit.SWORD, rate=30))
    f.start(9, 4)
    assert words(f, f.row("T", "charge").note) == "Nearest: Actor b at 30 ft. Full round"
    assert f.row("T", "charge").legal
    assert dict(f.rules.targets(f.session.board, f.battle.actors["T"], "charge")) == {"b": ()}


def test_rows_of_the_present_slot_are_marked(fight, kit):
    f = fight("T......b", T=kit.page(kit.SPEAR))
    f.begin()
    assert f.row("T", "brace").current
    assert not f.row("T", "move").current
    f.do("T", "brace")
    assert f.row("T", "undeclare").legal
    f.next(9, 4)
    assert f.row("T", "move").current
    assert not f.row("T", "attack").current


def test_menu_and_door_agree(fight, kit, caster):
    """Whatever a row without a target offers as legal is legal, and what it refuses is refused."""
    f = fight("T.b......\nC..+.....\nD........", T=kit.page(kit.SPEAR), D=caster())
    for answers in ((), (9, 4)):
        f.begin() if not answers else f.next(*answers)
        for who in "TCDb":
            for row in f.rules.menu(f.session.board, f.battle.actors[who]):
                if row.targeting != "none":
                    continue
                legal = f.rules.why_not(f.session.board, f.act(who, row.verb)) == ()
                assert row.legal == legal, (who, row.verb)


def test_targets_come_with_their_reasons(fight, kit):
    f = fight("Tb.g", options={"skip_empty_steps": "no"})
    f.start(9, 4)
    f.until("party:melee")
    found = f.rules.targets(f.session.board, f.battle.actors["T"], "attack")
    assert {target: [refusal.reason.key for refusal in reasons] for target, reasons in found.items()} == {
        "b": [],
        "g": ["melee.out_of_reach"],
    }


# --- impossible, soft, insisted -------------------------------------------------------------------------


def test_what_cannot_be_is_refused_hard(fight):
    f = fight("T.b")
    f.start(9, 4)
    off_map = cmd.Act("T", "move", path=((0, 5),))
    for act, key in (
        (cmd.Act("x", "move"), "act.no_actor"),
        (cmd.Act("T", "dance"), "act.no_verb"),
        (cmd.Act("T", "attack"), "act.one_target"),
        (cmd.Act("T", "attack", targets=("nobody",)), "act.no_target"),
        (off_map, "why.off_map"),
        (cmd.Act("T", "stunt", picks={"cost": "soul"}), "act.bad_pick"),
        (cmd.Act("T", "item"), "why.handle_what"),
    ):
        refusals = f.rules.why_not(f.session.board, act)
        assert [refusal.reason.key for refusal in refusals] == [key]
        assert refusals[0].hard
        assert f.session.submit(act, overrule=True).hard


def test_every_soft_refusal_gives_way_to_the_referee_and_is_logged(fight, ruled):
    f = fight("Tb\n..\n..")
    f.start(9, 4)
    f.do("T", "attack", target="b", answers=[1], overrule=True)
    ruling = next(event for event in f.events if isinstance(event, Ruled))
    assert [reason.key for reason in ruling.over] == ["why.step_later"]
    f.do("b", "move", "s", overrule=True, answers=["none"])
    f.do("T", "cast", overrule=True)


@rule("OSE-PROC-06")
def test_out_of_turn_is_refused_with_the_side_that_acts(fight):
    f = fight("T.........b")
    f.start(9, 4)
    assert f.why_not("b", "move", "w") == [("why.not_your_turn", "OSE-PROC-06")]


def test_the_fallen_do_nothing(fight):
    f = fight("Tb........g")
    f.start(9, 4)
    f.edit(cmd.SetFact("b", "hp", 0))
    assert f.battle.actors["b"].has(DOWN)
    assert "why.dead" in f.keys("b", "move", "e")


@rule("OSE-SUMM-02")
def test_that_somebody_is_dead_comes_before_whose_turn_it_is(fight):
    f = fight("Tb........g")
    f.begin()
    f.edit(cmd.SetFact("g", "dead", 1))
    row = next(
        option for option in f.rules.menu(f.session.board, f.battle.actors["g"]) if option.verb == "move"
    )
    assert [refusal.reason.key for refusal in row.refusals][:2] == ["why.dead", "why.initiative_first"]
    assert f.keys("g", "move", "w")[0] == "why.dead"
    assert f.keys("b", "move", "e")[0] == "why.initiative_first"


def test_the_whole_list_stays_readable_whatever_the_step(fight):
    f = fight("T.........b")
    f.begin()
    words_of = f.rules.about.glossary
    assert all(f"verb.{verb}" in words_of for verb in VERBS)


# --- the card -------------------------------------------------------------------------------------------


def test_the_card_shows_four_numbers_and_the_hands(fight, kit):
    f = fight(
        "T.........b\nC..........",
        T=kit.page(
            kit.SWORD, hp=8, max_hp=11, ac=14, attack_bonus=1, phys=1, rate=30, role="Thief 2", character=True
        ),
        C=kit.page(kit.SWORD, kit.SHIELD, role="Fighter 3"),
    )
    f.begin()
    card = f.card("T")
    assert [(fact.key, fact.value) for fact in card.facts] == [
        ("hp", "8/11"),
        ("ac", "14"),
        ("rate", "30 ft"),
        ("attack", "+2"),
    ]
    assert words(f, card.role) == "Thief 2. Sword, off hand free"
    assert words(f, f.card("C").role) == "Fighter 3. Sword and shield"
    assert card.health.word.key == "health.scratched"


def test_the_state_line_says_what_matters_now(fight, kit, caster):
    f = fight("T.........b\nC..........\nD..........\nE..........", C=kit.page(kit.SPEAR), D=caster())
    f.start(9, 4, declare=[("C", "brace"), ("D", "cast:Sleep"), ("E", "defend")])
    f.do("T", "move", "e e")
    states = {who: words(f, f.card(who).state) for who in "TCDEb"}
    assert states == {
        "T": "moved 10 ft",
        "C": "braced, cannot move",
        "D": "casting Sleep",
        "E": "full defence",
        "b": "Sword",
    }
    assert [f.card(who).badges for who in "CDE"] == [("brace",), ("spell",), ("defence",)]


@pytest.mark.parametrize(
    ("hp", "word"),
    [(12, "unhurt"), (11, "scratched"), (8, "scratched"), (7, "hurt"), (3, "badly_hurt"), (0, "down")],
)
def test_health_in_words(fight, kit, hp, word):
    f = fight("T.........b", T=kit.page(kit.SWORD, hp=12, max_hp=12))
    f.begin()
    f.edit(cmd.SetFact("T", "hp", hp), *(["go_on"] if hp == 0 else []))
    assert f.card("T").health.word.key == f"health.{word}"


# --- the GM's hand --------------------------------------------------------------------------------------


def test_facts_are_set_to_what_the_card_shall_show(fight, kit):
    f = fight("T.........b", T=kit.page(kit.SWORD, kit.SHIELD, ac=14, phys=1))
    f.begin()
    f.edit(cmd.SetFact("T", "ac", 18))
    f.edit(cmd.SetFact("T", "attack", 3))
    f.edit(cmd.SetFact("T", "hp", 99))
    facts = {fact.key: fact.value for fact in f.card("T").facts}
    assert (facts["ac"], facts["attack"], facts["hp"]) == ("18", "+3", "10/10")
    assert f.refused(cmd.SetFact("T", "luck", 1)) == ["edit.no_fact"]


def test_hit_points_put_a_body_down_and_up_again(fight):
    f = fight("T.........b\n..........g")
    f.begin()
    f.edit(cmd.SetFact("b", "hp", 0))
    assert f.battle.actors["b"].has(DOWN)
    assert f.page("b").dead
    assert f.now.sides[1].morale_due == ("first", "half")
    f.edit(cmd.SetFact("b", "hp", 2))
    assert f.battle.actors["b"].active
    assert f.battle.actors["b"].arms.reach == 1


def test_readings_can_be_chosen_and_have_words(fight):
    f = fight("T.........b")
    f.begin()
    f.edit(cmd.SetOption("aoo_unarmed", "yes"))
    assert f.battle.options.aoo_unarmed == "yes"
    assert f.refused(cmd.SetOption("aoo_unarmed", "maybe")) == ["edit.no_option"]
    for choice in f.rules.about.options:
        assert choice.default == choice.values[0][0]
        assert choice.source
        assert all(
            key in f.rules.about.glossary for key in [choice.label.key, *(p.key for _, p in choice.values)]
        )


def test_the_registry_knows_it():
    assert registry.ruleset("ose.detailed").about.title == "Detailed combat"
    with pytest.raises(registry.FivefootError, match=r"ose\.detailed"):
        registry.ruleset("chess")


def test_a_row_says_what_is_left_of_a_move_that_was_begun(fight):
    f = fight("T.........b")
    f.start(9, 4)

    def notes():
        return {verb: f.tell(f.row("T", verb).note) for verb in ("move", "double")}

    whole = notes()["move"]
    assert "left" not in whole
    f.do("T", "move", "e")
    assert notes()["move"] == "25 of 30 ft left"
    assert notes()["double"] == "55 of 60 ft left, uses the main action"


@pytest.mark.rule("OSE-MANIP-12", "OSE-MANIP-14")
def test_the_note_of_things_says_what_the_next_takes_and_whether_that_is_left(fight, kit):
    """A shield takes the Move and is none of the three: the first stays free, the second cannot be paid."""
    f = fight("U......b", U=kit.page(None, kit.SHIELD, gear=(kit.BOW, kit.SWORD), rate=30))
    f.start(9, 4)
    assert f.row("U", "item").note.key == "menu.item_first"
    f.do("U", "item", do="stow:shield")
    assert f.row("U", "item").note.key == "menu.item_first"
    f.do("U", "item", do="draw:bow")
    assert f.row("U", "item").note.key == "why.second_item"
    assert f.keys("U", "item", do="stow:bow") == ["why.second_item"]
