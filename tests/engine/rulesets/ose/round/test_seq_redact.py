"""What the players' side may know of the others."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.model import commands as cmd
from engine.model.actor import DOWN
from engine.model.events import Declared, Rolled, Said
from engine.rulesets.ose.sheet import Casting, sheet

rule = pytest.mark.rule


def public(f, seen=None):
    """The battle as the players' side may know it."""
    ids = frozenset(f.battle.actors) if seen is None else frozenset(seen)
    shown = replace(f.battle, actors={key: actor for key, actor in f.battle.actors.items() if key in ids})
    return f.rules.redact(shown, "party", ids)


def test_declarations_of_others_are_hidden_and_own_ones_kept(fight, kit, caster):
    f = fight("T.........b\n..........g", T=kit.page(kit.SPEAR), b=caster(), g=kit.page(kit.SPEAR))
    f.begin()
    before = public(f)
    f.do("b", "cast", spell="Sleep")
    f.do("g", "brace")
    assert public(f) == before
    f.next(9, 4)
    assert sheet(f.battle.actors["b"]).turn.casting is Casting.CASTING
    redacted = public(f)
    for who in "bg":
        turn = sheet(redacted.actors[who]).turn
        assert (turn.casting, turn.spell, turn.braced) == (Casting.NONE, "", False)
        assert f.rules.card(redacted, redacted.actors[who]).badges == ()
    assert redacted.actors["b"].arms.reach == 1
    f.until("declare")
    f.do("T", "brace")
    assert sheet(public(f).actors["T"]).turn.braced


def test_players_are_never_told_that_a_foe_could_still_declare(fight, kit, caster):
    f = fight("T......b\n.......g", T=kit.page(kit.SPEAR), b=caster(), g=kit.page(kit.SPEAR))
    f.begin()
    assert set(f.progress.waiting) == {"T", "b", "g"}
    assert f.rules.progress(public(f)).waiting == ("T",)
    f.do("g", "brace")
    assert f.rules.progress(public(f)).waiting == ("T",)


def test_numbers_of_foes_are_one_public_value(fight, kit):
    weak = kit.page(kit.SWORD, hp=4, max_hp=4, ac=11, morale=6, attack_bonus=0, role="Goblin")
    strong = kit.page(kit.SWORD, hp=90, max_hp=90, ac=19, morale=12, attack_bonus=9, role="Goblin king")
    seen = []
    for page in (weak, strong):
        f = fight("T.........b", b=page)
        f.begin()
        redacted = public(f)
        seen.append(msgspec.json.encode(redacted.actors["b"]))
        assert [fact.value for fact in f.rules.card(redacted, redacted.actors["b"]).facts][1] == "10"
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("hp", "word"), [(12, "unhurt"), (9, "scratched"), (5, "hurt"), (2, "badly_hurt"), (0, "down")]
)
def test_health_is_kept_as_a_word(fight, kit, hp, word):
    f = fight("T.........b\n..........g", b=kit.page(kit.SWORD, hp=12, max_hp=12))
    f.begin()
    f.edit(cmd.SetFact("b", "hp", hp))
    redacted = public(f).actors["b"]
    assert f.rules.public_words(f.battle, redacted).key == f"health.{word}"
    assert redacted.has(DOWN) == (hp == 0)


def test_sides_nobody_has_seen_leave_no_trace(fight):
    f = fight("T....b....1", hidden=("1",))
    f.start(9, 4, 7)
    known = public(f, "Tb")
    assert known.round.order == ("party", "foes")
    assert {part.side for part in known.round.sides} == {"party", "foes"}
    f.next()
    assert f.slot == "others:move"
    progress = f.rules.progress(public(f, "Tb"))
    assert progress.current.key == "party:melee"
    assert all("others" not in slot.key for slot in progress.slots)
    f.next()
    assert f.rules.progress(public(f, "Tb")).current.key == "foes:move"


def test_own_sheets_do_not_name_the_unseen(fight, kit):
    f = fight("T......b", T=kit.page(kit.SWORD, rate=30))
    f.start(9, 4)
    f.do("T", "charge", target="b")
    assert sheet(public(f).actors["T"]).turn.charge_target == "b"
    assert sheet(public(f, "T").actors["T"]).turn.charge_target == ""


def test_morale_of_others_is_rolled_in_secret(fight, kit):
    goblin = kit.page(kit.SWORD, hp=1, max_hp=1, morale=7)
    f = fight("Tb....\n.....g", b=goblin, g=goblin)
    f.start(9, 4)
    f.until("party:melee")
    f.do("T", "attack", target="b", answers=[20, 2])
    assert f.now.sides[1].morale_due
    assert public(f).round.sides[1].morale_due == ()
    f.next()
    f.next(1, 1)
    assert all(event.secret for event in f.events if isinstance(event, Rolled))
    assert "log.step" in f.said()
    assert "step.morale" not in f.began()
    assert all(
        event.gm_only for event in f.events if isinstance(event, Said) and event.what.key == "morale.holds"
    )


def test_what_others_declare_is_marked_as_hidden(fight, kit):
    f = fight("T......b", b=kit.page(kit.SPEAR))
    f.begin()
    f.do("b", "brace")
    assert [event.hidden for event in f.events if isinstance(event, Declared)] == [True]


def test_a_foe_that_was_seen_to_strike_is_not_to_come_any_more(fight, kit, caster):
    f = fight("Tb.\n.g.", T=kit.page(hp=40, max_hp=40), b=kit.page(hp=9, max_hp=9), g=caster(hp=9, max_hp=9))
    f.start(4, 9)
    f.until("foes:melee")
    assert set(f.rules.progress(public(f)).waiting) == {"b", "g"}
    f.do("b", "attack", target="T", answers=[2])
    assert f.rules.progress(public(f)).waiting == ("g",)


def test_a_foe_that_let_its_step_go_by_or_did_something_else_is_not_to_come_any_more(fight, kit):
    page = kit.page(hp=9, max_hp=9)
    f = fight("Tb.\n.g.", T=kit.page(hp=40, max_hp=40), b=page, g=page)
    f.start(4, 9)
    f.until("foes:move")
    assert set(f.rules.progress(public(f)).waiting) == {"b", "g"}
    f.do("b", "pass")
    assert f.rules.progress(public(f)).waiting == ("g",)
    f.until("foes:melee")
    f.do("g", "grapple", target="T", answers=[20, 1])
    assert f.rules.progress(public(f)).waiting == ("b",)
