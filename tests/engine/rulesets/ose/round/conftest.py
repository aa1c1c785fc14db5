"""A whole fight in a session: begin, declare, roll, act and go on, with answers from a script."""

import pytest

from engine.model import commands as cmd
from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.events import Rolled, Said, StepBegan
from engine.model.requests import Ruling
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import sheet
from engine.session.session import Asked, Finished, Refused, new_session
from engine.testing import Script, ascii_terrain, play
from engine.views.audience import Audience
from engine.views.narrate import Narrator

STEPS = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip


class Fight:
    """Capitals stand with the party, small letters with the foes, digits with a third side."""

    def __init__(self, rows, pages, options=None, hidden=(), **fields):
        terrain, marks = ascii_terrain(rows.split())
        used = {self._side(letter) for letter in marks}
        names = {"party": "Party", "foes": "Foes", "others": "Others"}
        sides = tuple(
            Side(
                key,
                names[key],
                Control.PLAYERS if key == "party" else Control.REFEREE,
                tuple(other for other in names if other in used and other != key),
            )
            for key in names
            if key in used
        )
        actors = {
            letter: Actor(
                letter,
                f"Actor {letter}",
                self._side(letter),
                cell,
                sheet=pages[letter],
                hidden=letter in hidden,
            )
            for letter, cell in marks.items()
        }
        battle = Battle(
            "ose.detailed", "Test", sides, actors, terrain, options=OseOptions(**(options or {})), **fields
        )
        self.rules = DetailedOse()
        self.session = new_session(self.rules, battle)
        self.events = ()

    @staticmethod
    def _side(letter):
        return "others" if letter.isdigit() else "party" if letter.isupper() else "foes"

    # --- playing

    def begin(self, *answers):
        """Start the fight; nobody is surprised unless the answers say so."""
        given = answers or (("none",) if len(self.battle.sides) > 1 else ())
        return self._run(cmd.Begin(), given)

    def start(self, *dice, declare=()):
        """Begin, declare (actor and verb, a spell after a colon), roll initiative with these dice."""
        self.begin()
        for who, verb in declare:
            name, _, spell = verb.partition(":")
            self.do(who, name, spell=spell)
        return self.next(*dice)

    def next(self, *answers):
        """Go on to the next slot, whoever could still act."""
        return self._run(cmd.Advance(overrule=True), answers)

    def until(self, key, *answers):
        """Go on until a slot with that key is current."""
        for _ in range(20):
            if self.slot == key:
                return
            self.next(*answers)
        raise AssertionError(f"never came to {key}, stands at {self.slot}")

    def do(self, who, verb, path="", target="", answers=(), overrule=False, **picks):
        """Play a deed that must be legal, or insisted on."""
        return self._run(self.act(who, verb, path, target, overrule, **picks), answers)

    def edit(self, edit, *answers):
        """The GM's own hand."""
        return self._run(edit, answers)

    def ask(self, command, *answers):
        """Submit a command and answer some of its questions; returns the question left open."""
        result = self.session.submit(command)
        script = Script(answers)
        while isinstance(result, Asked) and script.left:
            result = self.session.answer(script(result.request))
        assert isinstance(result, Asked), result
        return result.request

    def _run(self, command, answers):
        result = play(self.session, command, answers)
        assert isinstance(result, Finished), result
        self.events = result.entry.events
        return result

    # --- asking

    def act(self, who, verb, path="", target="", overrule=False, **picks):
        cells, (x, y) = [], self.battle.actors[who].cell or (0, 0)
        for name in path.split():
            x, y = x + STEPS[name][0], y + STEPS[name][1]
            cells.append((x, y))
        chosen = {key: value for key, value in picks.items() if value}
        return cmd.Act(who, verb, tuple(cells), tuple(target.split()), picks=chosen, overrule=overrule)

    def why_not(self, who, verb, path="", target="", **picks):
        """Reasons against a deed, as (key, rule)."""
        found = self.rules.why_not(self.session.board, self.act(who, verb, path, target, **picks))
        return [(refusal.reason.key, refusal.reason.rule) for refusal in found]

    def keys(self, *args, **picks):
        return [key for key, _ in self.why_not(*args, **picks)]

    def refused(self, command):
        """Reasons with which the session refuses a command."""
        result = self.session.submit(command)
        assert isinstance(result, Refused), result
        return [refusal.reason.key for refusal in result.refusals]

    @property
    def battle(self):
        return self.session.shown

    @property
    def now(self):
        return self.battle.round

    @property
    def progress(self):
        return self.rules.progress(self.battle)

    @property
    def slot(self):
        current = self.progress.current
        return current.key if current else ""

    def page(self, who):
        return sheet(self.battle.actors[who])

    def turn(self, who):
        return self.page(who).turn

    def row(self, who, verb):
        """A row of the actor's menu."""
        rows = self.rules.menu(self.session.board, self.battle.actors[who])
        return next(row for row in rows if row.verb == verb)

    def card(self, who):
        return self.rules.card(self.battle, self.battle.actors[who])

    def rolls(self, key):
        return [event for event in self.events if isinstance(event, Rolled) and event.purpose.key == key]

    def said(self):
        return [event.what.key for event in self.events if isinstance(event, Said)]

    def tell(self, phrase):
        """The sentence of a phrase, as the GM reads it."""
        return Narrator(self.session.shown, self.rules.about.glossary, Audience.GM).say(phrase)

    def began(self):
        return [event.slot.key for event in self.events if isinstance(event, StepBegan)]


@pytest.fixture
def fight(kit):
    """Build a fight: rows, then what each letter holds; whoever is not named has a sword and 30 ft."""

    def make(rows, options=None, hidden=(), **pages):
        letters = {letter for letter in rows if letter.isalnum() and letter not in "oA"}
        default = kit.page(kit.SWORD, rate=30)
        return Fight(rows, {letter: pages.get(letter, default) for letter in letters}, options, hidden)

    return make


@pytest.fixture
def caster(kit):
    """A sheet with a dagger in one hand and Sleep memorised twice."""
    from engine.rulesets.ose.spell_facts import Spell

    def make(**fields):
        return kit.page(kit.DAGGER, **{"rate": 40, "spells": (Spell("Sleep", 2), Spell("Web", 1)), **fields})

    return make


@pytest.fixture
def ruled():
    """The GM's words in answer to a question."""
    return Ruling("It is so")
