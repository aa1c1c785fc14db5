"""A small fight from its beginning to its end, with every answer scripted."""

import re

import pytest

from engine.model.actor import DOWN
from engine.model.fold import apply_all
from engine.model.phrase import Phrase
from engine.model.requests import Ruling
from engine.rulesets.ose.sheet import Casting
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.ose.state import Phase
from engine.session.replay import audit
from engine.views.audience import Audience
from engine.views.narrate import Narrator

ROWS = """\
T...........
B.....g.....
M........b..
"""


@pytest.fixture
def chapel(fight, kit):
    goblin = {"hp": 3, "max_hp": 3, "ac": 13, "rate": 20, "morale": 7}
    return fight(
        ROWS,
        T=kit.page(kit.SWORD, kit.SHIELD, hp=8, max_hp=8, ac=14, attack_bonus=1, rate=30, character=True),
        B=kit.page(kit.BOW, hp=6, max_hp=6, ac=12, rate=40, character=True),
        M=kit.page(kit.DAGGER, hp=5, max_hp=5, ac=11, rate=40, spells=(Spell("Sleep"),), character=True),
        g=kit.page(kit.SPEAR, **goblin),
        b=kit.page(kit.SWORD, **goblin),
    )


def play_it(f):
    """One round: a charge into a brace, an arrow, a spell, a blow, broken morale, surrender."""
    f.begin("none")
    f.do("M", "cast", spell="Sleep")
    f.do("g", "brace")
    f.next(5, 5, 9, 4)
    assert f.slot == "party:move"
    f.do("T", "charge", target="g", answers=[3])  # the braced spear misses
    f.do("B", "pass")
    f.next()
    assert f.slot == "party:missile"
    f.do("B", "shoot", target="b", answers=[1])
    f.next()
    assert f.slot == "party:magic"
    f.do("M", "complete", answers=[Ruling("Nothing is near enough to sleep")])
    f.next()
    assert f.slot == "party:melee"
    f.do("T", "attack", target="g", answers=[15, 4])
    assert f.battle.actors["g"].has(DOWN)
    f.next()
    assert f.slot == "foes:move"
    f.do("b", "move", "w")
    f.next(5, 5, "surrender", "end", "later")


def test_a_fight_from_begin_to_end(chapel):
    f = chapel
    play_it(f)
    assert f.now.phase is Phase.OVER
    assert f.progress.over.key == "over.won"
    assert f.page("b").surrendered
    assert f.turn("M").casting is Casting.DONE
    assert f.page("M").spells == (Spell("Sleep", 0),)


def test_events_tell_the_whole_story_and_the_record_stands_an_audit(chapel):
    f = chapel
    play_it(f)
    journal = f.session.journal
    told = journal.start
    for entry in journal:
        told = apply_all(told, entry.events)
    assert told == f.battle
    assert audit(f.rules, journal) == ()


def test_every_command_can_be_taken_back_to_the_start(chapel):
    f = chapel
    play_it(f)
    steps = 0
    while f.session.undo() is not None:
        steps += 1
    assert steps == len(f.session.journal.kept)
    assert f.battle is f.session.journal.start
    assert f.progress.round == 0
    while f.session.redo() is not None:
        pass
    assert f.now.phase is Phase.OVER


def test_every_line_of_the_log_has_words(chapel):
    f = chapel
    play_it(f)
    glossary = f.rules.about.glossary
    narrator = Narrator(f.battle, glossary, Audience.GM)
    lines = [line for entry in f.session.journal for line in narrator.lines(entry.events)]
    assert len(lines) > 20
    for line in lines:
        assert "{" not in line.text
        assert not re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", line.text), f"a key without words: {line.text}"


def test_every_phrase_in_menus_cards_and_rails_has_words(chapel):
    f = chapel
    seen = []
    f.begin("none")
    for answers in ((), (9, 4), (), (), (), ()):
        if f.slot != "declare" or answers:
            f.next(*answers)
        for actor in f.battle.actors.values():
            seen.extend(_phrases(f.rules.menu(f.session.board, actor)))
            seen.extend(_phrases(f.rules.card(f.battle, actor)))
        seen.extend(_phrases(f.progress))
        seen.extend(_phrases(f.rules.may_advance(f.battle)))
    missing = {one.key for one in seen} - set(f.rules.about.glossary)
    assert missing == set()
    for one in seen:
        template = f.rules.about.glossary[one.key]
        template.format_map(dict.fromkeys(one.args, ""))


def _phrases(value):
    """Every phrase inside a value."""
    if isinstance(value, Phrase):
        yield value
        for inner in value.args.values():
            yield from _phrases(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from _phrases(inner)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from _phrases(getattr(value, name))
