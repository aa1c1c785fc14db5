"""A small table for the OSE rules: an ASCII map with bodies on it, and deeds played with given dice."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from engine.grid.metric import Metric
from engine.model.actor import Actor, Condition
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act, OnHit
from engine.model.events import Rolled
from engine.model.requests import Picked, Ruling
from engine.rulesets.ose import acting, legality
from engine.rulesets.ose.arms import sync_all
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import Hands, OseSheet, Quality, Shield, Turn, Weapon, sheet
from engine.rulesets.ose.state import OseRound, Phase, SideRound, Step
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.testing import Script, ascii_terrain

Q = Quality
SWORD = Weapon("sword", "Sword", variable=(1, 8))
DAGGER = Weapon(
    "dagger", "Dagger", (Q.MELEE, Q.MISSILE, Q.OFF_HAND, Q.SMALL), variable=(1, 4), ranges=(10, 20, 30)
)
MACE = Weapon("mace", "Mace", (Q.MELEE, Q.BLUNT))
AXE = Weapon("axe", "Hand axe", (Q.MELEE, Q.MISSILE, Q.OFF_HAND), ranges=(10, 20, 30))
SPEAR = Weapon("spear", "Spear", (Q.MELEE, Q.MISSILE, Q.BRACE), ranges=(20, 40, 60))
POLEARM = Weapon("polearm", "Pole arm", (Q.MELEE, Q.BRACE, Q.REACH), variable=(1, 10))
GREATSWORD = Weapon("greatsword", "Greatsword", (Q.MELEE, Q.TWO_HANDED), variable=(1, 10))
BOW = Weapon("bow", "Long bow", (Q.MISSILE, Q.BOW), ranges=(70, 140, 210))
CROSSBOW = Weapon("crossbow", "Crossbow", (Q.MISSILE, Q.CROSSBOW), ranges=(80, 160, 240))
SLING = Weapon("sling", "Sling", (Q.MISSILE, Q.SLING, Q.BLUNT), ranges=(40, 80, 160))
JAVELIN = Weapon("javelin", "Javelin", (Q.MISSILE,), ranges=(30, 60, 90))
TORCH = Weapon("torch", "Torch", (Q.MELEE,))
BITE = Weapon("bite", "Bite", natural=True)
CLAW = Weapon("claw", "Claw", sides=3, natural=True)
SHIELD = Shield()


def page(main=None, off=None, **fields):
    """Who holds these things: 10 HP, armour class 14, no bonus, 20 ft, unless said otherwise."""
    held = [item for item in (main, off) if item is not None]
    fields = {"hp": 10, "max_hp": 10, "ac": 14, "rate": 20, **fields}
    fields.setdefault("gear", tuple(item for item in held if isinstance(item, Weapon)))
    fields.setdefault("shields", tuple(item for item in held if isinstance(item, Shield)))
    return OseSheet(hands=Hands(main.key if main else "", off.key if off else ""), **fields)


class Table:
    """A fight in its action phase. Capitals stand with the party, small letters with the foes, digits
    with a third side; o, c and A are ground (see `engine.testing`)."""

    def __init__(
        self, rows, metric=Metric.SQUARE, step="move", turn="party", options=None, sizes=None, **pages
    ):
        terrain, marks = ascii_terrain(rows.split())
        sides = (
            Side("party", "Party", Control.PLAYERS, ("foes", "others")),
            Side("foes", "Foes", Control.REFEREE, ("party", "others")),
            Side("others", "Others", Control.REFEREE, ("party", "foes")),
        )
        actors = {}
        for letter, cell in marks.items():
            side = "others" if letter.isdigit() else "party" if letter.isupper() else "foes"
            size = (sizes or {}).get(letter, 1)
            actors[letter] = Actor(
                letter, f"Actor {letter}", side, cell, size, sheet=pages.get(letter) or page(SWORD)
            )
        order = (turn, *(side.id for side in sides if side.id != turn))
        now = OseRound(
            phase=Phase.ACTION,
            order=order,
            step=Step(step),
            sides=tuple(
                SideRound(side.id, strength=sum(a.side == side.id for a in actors.values())) for side in sides
            ),
        )
        battle = Battle(
            "ose.detailed", "Test", sides, actors, terrain, metric, OseOptions(**(options or {})), now
        )
        draft = Draft(battle)
        sync_all(draft)
        self.battle = draft.battle
        self.events = ()

    @property
    def board(self):
        return Board(self.battle)

    def actor(self, who):
        return self.battle.actors[who]

    def page(self, who):
        return sheet(self.actor(who))

    def at(self, who):
        return self.actor(who).cell

    def left(self, who):
        """Feet of movement spent this round."""
        return 5 * self.actor(who).stride.spent

    def act(self, who, verb, path="", target="", **more):
        """`path` is a string of compass steps ("e e ne") from where the actor stands."""
        picks = {key: more.pop(key) for key in ("weapon", "spell", "do", "text", "cost") if key in more}
        targets = tuple(target.split())
        return Act(who, verb, self.way(who, path), targets, picks=picks, **more)

    def way(self, who, path):
        steps = {
            "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
            "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
        }  # fmt: skip
        cells, (x, y) = [], self.at(who) or (0, 0)
        for name in path.split():
            x, y = x + steps[name][0], y + steps[name][1]
            cells.append((x, y))
        return tuple(cells)

    def reasons(self, who, verb, path="", target="", **more):
        """Phrases of everything that speaks against the deed."""
        return [r.reason for r in legality.why_not(self.board, self.act(who, verb, path, target, **more))]

    def rules(self, *args, **more):
        """Ledger ids of everything that speaks against the deed."""
        return [reason.rule for reason in self.reasons(*args, **more)]

    def keys(self, *args, **more):
        """Phrase keys of everything that speaks against the deed."""
        return [reason.key for reason in self.reasons(*args, **more)]

    def do(self, who, verb, path="", target="", dice=(), force=False, retry=False, **more):
        """Play the deed, which must be legal unless forced, with these answers, which must be used up."""
        act = self.act(who, verb, path, target, **more)
        if retry:
            act = replace(act, on_hit=OnHit.RETRY)
        if not force:
            assert legality.why_not(self.board, act) == ()
        return self.drive(lambda draft: acting.play(draft, act), dice, force)

    def drive(self, make, dice=(), force=False):
        """Run a procedure to its end; returns the questions it asked."""
        draft = Draft(self.battle, overrule=force)
        script, asked = Script(dice), []
        procedure = make(draft)
        try:
            request = next(procedure)
            while True:
                if request.title.key.startswith("over."):
                    request = procedure.send(Picked("go_on"))
                    continue
                asked.append(request)
                answer = script(request)
                assert request.check(answer) is None, request.check(answer)
                assert not isinstance(answer, Ruling) or not answer.edits, "edits are the session's part"
                request = procedure.send(answer)
        except StopIteration:
            pass
        assert script.left == []
        self.battle, self.events = draft.battle, tuple(draft.events)
        return asked

    def write(self, who, **fields):
        """Change fields of somebody's sheet, and what threat follows from it."""
        self._replace(who, sheet=replace(self.page(who), **fields))

    def write_turn(self, who, **fields):
        self.write(who, turn=replace(self.page(who).turn, **fields))

    def condition(self, who, *keys):
        self._replace(who, conditions=tuple(map(Condition, keys)))

    def place(self, who, cell):
        self._replace(who, cell=cell)

    def dark(self):
        """No light but what is carried."""
        self.battle = replace(self.battle, terrain=replace(self.battle.terrain, dark=True))

    def set_sight(self, who, squares):
        """How far somebody sees in the dark."""
        self._replace(who, dark_sight=squares)

    def hide(self, who):
        self._replace(who, hidden=True)

    def go_to(self, step, turn=None):
        """Go to another step, of another side if one is named, within the same round."""
        now = self.battle.round
        index = now.turn if turn is None else now.order.index(turn)
        self.battle = replace(self.battle, round=replace(now, step=Step(step), turn=index))

    def new_round(self):
        """Everybody's round begins afresh."""
        for who in self.battle.actors:
            actor = self.actor(who)
            self._replace(who, sheet=replace(self.page(who), turn=Turn()), stride=type(actor.stride)())

    def rolls(self, *keys):
        """Logged rolls whose purpose is one of these."""
        return [e for e in self.events if isinstance(e, Rolled) and (not keys or e.purpose.key in keys)]

    def log(self, kind):
        """Events of a type, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def _replace(self, who, **fields):
        actors = {**self.battle.actors, who: replace(self.actor(who), **fields)}
        draft = Draft(replace(self.battle, actors=actors))
        sync_all(draft)
        self.battle = draft.battle


@pytest.fixture
def table():
    return Table


@pytest.fixture
def kit():
    """Weapons and sheets."""
    return SimpleNamespace(page=page, **{name: value for name, value in globals().items() if name.isupper()})
