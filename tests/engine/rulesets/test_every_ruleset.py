"""What any rule book must do, whichever it is: a random fight is driven and everything it says is checked."""

import re
from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace

from engine.grid.cells import neighbours
from engine.model.actor import DOWN, HELPLESS, PRONE, Actor, Condition
from engine.model.commands import (
    Act,
    AddActor,
    Advance,
    Begin,
    HideActor,
    PlaceActor,
    RemoveActor,
    SetCondition,
    SetFact,
    SetSide,
)
from engine.model.events import Missed, Struck
from engine.model.fold import apply_all
from engine.model.offers import Targeting
from engine.model.phrase import Phrase
from engine.rulesets.registry import RULESETS
from engine.session.journal import EntryKind
from engine.session.session import Asked, Finished, Refused, Rewound
from engine.store.codec import codec
from engine.tactics.board import Board
from engine.views.audience import Audience, known
from engine.views.words import WORDS
from tests.engine.rulesets.random_fights import AIMED, COMMANDS, HIDDEN, Player, with_somebody_hidden

KEYS = tuple(RULESETS)
SAMPLE = 8
"""Every eighth state is looked at closely, else these tests would take minutes."""
PLACEHOLDER = re.compile(r"\{(\w+)[:}]")


@pytest.fixture(params=KEYS)
def key(request):
    return request.param


@pytest.fixture
def player(key, fights):
    return lambda seed=1: Player(RULESETS[key], with_somebody_hidden(fights[key]), seed)


# --- words ----------------------------------------------------------------------------------------


def phrases(value):
    """Every phrase anywhere within a value."""
    if isinstance(value, Phrase):
        yield value
        yield from phrases(tuple(value.args.values()))
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from phrases(getattr(value, field))
    elif isinstance(value, Mapping):
        yield from phrases(tuple(value.values()))
    elif isinstance(value, tuple | list | frozenset | set):
        for item in value:
            yield from phrases(item)


def unspeakable(rules, values):
    """Phrases without words, or whose words name an argument that is not there."""
    found = set()
    for said in phrases(values):
        template = rules.about.glossary.get(said.key, WORDS.get(said.key))
        if template is None:
            found.add(said.key)
        elif not set(PLACEHOLDER.findall(template)) <= set(said.args):
            found.add((said.key, template, tuple(said.args)))
    return found


def offers(rules, session):
    """Everything panels would draw now."""
    board = session.board
    yield rules.progress(board.battle)
    yield rules.may_advance(board.battle)
    yield session.undo_label
    for actor in board.battle.actors.values():
        yield rules.card(board.battle, actor)
        yield rules.public_words(board.battle, actor)
        yield rules.endurance(board.battle, actor)
        menu = rules.menu(board, actor)
        yield menu
        for option in menu:
            yield rules.allowance(board.battle, actor, rules.manner(option.verb))
            if option.targeting in AIMED:
                yield rules.targets(board, actor, option.verb)
            if option.targeting in (Targeting.PATH, Targeting.CHARGE) and actor.on_map:
                yield rules.reach(board, actor, option.verb)


def test_a_way_that_is_offered_can_be_drawn(player):
    """The map cuts a path at the verb's own band: without one nothing could be drawn."""
    one = player(3)
    drawn = 0
    for number, _ in enumerate(one.fight()):
        if number % SAMPLE:
            continue
        board = one.session.board
        for actor in board.battle.actors.values():
            for option in one.rules.menu(board, actor):
                if option.targeting is Targeting.PATH and option.legal and actor.on_map:
                    reach = one.rules.reach(board, actor, option.verb)
                    if reach.stops:
                        assert reach.limit(option.verb) >= min(reach.costs[cell] for cell in reach.stops)
                        drawn += 1
    assert drawn


@pytest.mark.parametrize("seed", [1, 2])
def test_everything_it_says_has_words(player, seed):
    one = player(seed)
    missing = unspeakable(one.rules, (one.rules.about.options, tuple(offers(one.rules, one.session))))
    submit, answer = one.session.submit, one.session.answer

    def watched(call):
        def watch(*args, **more):
            result = call(*args, **more)
            missing.update(unspeakable(one.rules, result))
            return result

        return watch

    one.session.submit, one.session.answer = watched(submit), watched(answer)
    for number, _ in enumerate(one.fight()):
        if number % SAMPLE == 0:
            missing.update(unspeakable(one.rules, tuple(offers(one.rules, one.session))))
            for actor in one.session.battle.actors.values():
                for act in one.acts(actor):
                    missing.update(unspeakable(one.rules, one.refusals(act)))
    assert missing == set()


def test_the_fight_gets_somewhere(player):
    """Else the other tests would prove little: several rounds, and somebody is hurt."""
    entries = [entry for seed in (1, 2, 5) for entry in player(seed).fight()]
    assert max(entry.round for entry in entries) > 1
    told = {type(event).__struct_config__.tag for entry in entries for event in entry.events}
    assert {"moved", "rolled", "harmed", "struck", "missed", "step", "dropped"} <= told


# --- state ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_events_and_codec_give_the_state_back(player, seed):
    one = player(seed)
    values = codec(one.rules)
    for entry in one.fight():
        assert apply_all(entry.before, entry.events) == entry.after
        assert values.decode_battle(values.encode_battle(entry.after)) == entry.after
        part = values.encode_events(entry.events)
        assert values.decode_events(part.data, {}.__getitem__) == entry.events
        tape = values.encode_tape(entry.tape)
        assert values.decode_tape(tape) == entry.tape


def test_taking_back_an_answer_returns_to_its_question(player):
    one = player(4)

    def finish(result):
        while isinstance(result, Asked):
            asked, answer = result.request, one.answer(result.request)
            result = one.session.answer(answer)
            again = one.session.take_back()
            assert isinstance(again, Asked)
            assert again.request == asked
            shown = one.session.shown
            result = one.session.answer(answer)
            assert one.session.take_back().request == asked
            assert one.session.shown == shown
            result = one.session.answer(answer)
        return result

    one.finish = finish
    assert len(list(one.fight(40))) > 10


def test_undo_goes_back_to_where_it_was_and_redo_forward(player):
    one = player(5)
    for entry in one.fight(25):
        if entry.kind is EntryKind.PLAYED:
            assert isinstance(one.session.undo(), Rewound)
            assert one.session.battle == entry.before
            assert isinstance(one.session.redo(), Rewound)
            assert one.session.battle == entry.after


# --- the GM insists -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [6, 7])
def test_whatever_the_gm_overrules_can_be_played(player, seed):
    """At each moment looked at, every verb with every set of reasons against it, whoever it is first."""
    one = player(seed)
    tried = set()
    for number, entry in enumerate(one.fight(40)):
        if number % SAMPLE:
            continue
        for actor in entry.after.actors.values():
            for act in tuple(one.acts(actor)):
                refusals = one.refusals(act)
                kind = (number, act.verb, frozenset(refusal.reason.key for refusal in refusals))
                if refusals and kind not in tried and not any(refusal.hard for refusal in refusals):
                    tried.add(kind)
                    other = Player(one.rules, entry.after, number)
                    result = other.finish(other.session.submit(act, overrule=True))
                    assert isinstance(result, Finished), (act, result)
                    assert apply_all(entry.after, result.entry.events) == result.entry.after
    assert len(tried) > 10


def edits(one, number):
    """Something the GM does by hand."""
    battle = one.session.battle
    who = one.random.choice(sorted(battle.actors))
    actor = battle.actors[who]
    facts = [fact.key for fact in one.rules.card(battle, actor).facts if fact.editable]
    anywhere = (one.random.randrange(battle.terrain.width), one.random.randrange(battle.terrain.height))
    return one.random.choice(
        [
            RemoveActor(who),
            PlaceActor(who, None),
            PlaceActor(who, anywhere),
            SetFact(who, one.random.choice(facts or ["hp"]), one.random.randint(-2, 6)),
            SetCondition(who, Condition(one.random.choice((DOWN, PRONE, HELPLESS)))),
            SetCondition(who, Condition(DOWN), present=False),
            SetSide(who, one.random.choice(battle.sides).id),
            HideActor(who, hidden=not actor.hidden),
            AddActor(Actor("", f"Bystander {number}", "foes", anywhere)),
        ]
    )


@pytest.mark.parametrize("seed", [10, 11])
def test_the_fight_goes_on_whatever_the_gm_does_by_hand(player, seed):
    one = player(seed)
    values = codec(one.rules)
    done = set()
    for number, entry in enumerate(one.fight(40)):
        assert apply_all(entry.before, entry.events) == entry.after
        edit = edits(one, number)
        result = one.finish(one.session.submit(edit, overrule=True))
        if isinstance(result, Finished):
            done.add(type(edit))
            assert apply_all(result.entry.before, result.entry.events) == result.entry.after
            assert values.decode_battle(values.encode_battle(one.session.battle)) == one.session.battle
            if number % SAMPLE == 0:
                assert unspeakable(one.rules, tuple(offers(one.rules, one.session))) == set()
    assert len(done) > 2


def test_nonsense_is_refused_and_cannot_be_overruled(player):
    one = player()
    one.finish(one.session.submit(Begin()))
    someone = next(iter(one.session.battle.actors))
    for act in (
        Act("nobody", "move"),
        Act(someone, "no such verb"),
        Act(someone, "attack", targets=("nobody",)),
        Act(someone, "move", path=((-1, 0),)),
        Act(someone, "move", path=((9, 9), (0, 0))),
    ):
        result = one.session.submit(act, overrule=True)
        assert isinstance(result, Refused), act
        assert result.hard, act


# --- readings, facts, predictions, secrets --------------------------------------------------------


def test_options_and_facts_can_be_set(key, fights):
    rules, battle = RULESETS[key], fights[key]
    for choice in rules.about.options:
        assert choice.default == choice.values[0][0]
        for value, _ in choice.values:
            assert rules.with_option(battle, choice.key, value) is not None
    assert rules.with_option(battle, "no such reading", "yes") is None
    for actor in battle.actors.values():
        for fact in rules.card(battle, actor).facts:
            assert (rules.with_fact(battle, actor, fact.key, 3) is not None) is fact.editable, fact.key
        assert rules.with_fact(battle, actor, "no such fact", 3) is None


def test_laws_are_laws(player):
    one = player(8)
    for number, entry in enumerate(one.fight(30)):
        if number % SAMPLE:
            continue
        board = Board(entry.after)
        for actor in entry.after.actors.values():
            out = one.rules.endurance(entry.after, actor).out
            assert all(0 <= chance <= 1 + 1e-9 for chance in out)
            assert list(out) == sorted(out)
            for cell in neighbours(actor.cell) if actor.active else ():
                for manner in ("move", "charge", "withdraw"):
                    if board.extent.contains(cell):
                        for strike in one.rules.strikes(board, actor, actor.cell, cell, manner, True):
                            branches = one.rules.strike_law(board, strike).branches
                            assert sum(branch.chance for branch in branches) == pytest.approx(1, abs=1e-9)


def test_players_never_hear_of_somebody_hidden(player):
    one = player(9)
    for entry in one.fight(30):
        board = Board(entry.after)
        if not board.actor(HIDDEN).hidden:
            return
        public = known(board, one.rules, Audience.PLAYERS)
        assert HIDDEN.encode() not in msgspec.json.encode(public)
        assert HIDDEN.encode() not in msgspec.json.encode(one.rules.progress(public))
        for actor in public.actors.values():
            card = one.rules.card(public, actor)
            assert unspeakable(one.rules, (card, one.rules.public_words(public, actor))) == set()


def with_foes_hidden(battle):
    """The same fight as an ambush: the players know of none of the others."""
    actors = battle.actors.values()
    return replace(battle, actors={one.id: replace(one, hidden=one.side == "foes") for one in actors})


def test_an_attack_gives_a_hidden_attacker_away(key, fights):
    ambushes = 0
    for seed in (3, 4, 5):
        one = Player(RULESETS[key], with_foes_hidden(fights[key]), seed)
        for entry in one.fight(25):
            for event in entry.events:
                if isinstance(event, Struck | Missed) and entry.before.actors[event.attacker].hidden:
                    ambushes += 1
                    assert not entry.after.actors[event.attacker].hidden
                    assert entry.after.actors[event.attacker].public_name
    assert ambushes > 0


def test_whoever_is_done_is_no_longer_waited_for(player):
    """In the books that have such a row: out of the count, and passed over by Tab."""
    someone = player()
    rules, session = someone.rules, someone.session
    someone.finish(session.submit(Begin()))
    for _ in range(COMMANDS):
        slot = rules.progress(session.battle).current
        for actor in rules.progress(session.battle).waiting:
            rows = rules.menu(session.board, session.battle.actors[actor])
            if not any(row.verb == "pass" and row.legal for row in rows):
                continue
            someone.finish(session.submit(Act(actor, "pass")))
            after = rules.progress(session.battle)
            if after.current is not None and slot is not None and after.current.key == slot.key:
                assert actor not in after.waiting
        someone.finish(session.submit(Advance(overrule=True)))
        if rules.progress(session.battle).over is not None:
            return
