"""Fights at random: somebody who chooses commands and answers, whatever the rule book."""

from __future__ import annotations

import random

from msgspec.structs import replace

from engine.grid.areas import line
from engine.grid.cells import neighbours
from engine.model.actor import Actor
from engine.model.commands import (
    Act,
    Advance,
    Begin,
)
from engine.model.offers import Targeting
from engine.model.requests import (
    TABLE,
    AskCells,
    AskChoice,
    AskNumber,
    AskRoll,
    AskRolls,
    AskRuling,
    Batch,
    Chosen,
    Number,
    Picked,
    Ruling,
)
from engine.session.dice import SoftwareDice
from engine.session.session import Asked, Finished, new_session

COMMANDS = 48
AIMED = (Targeting.ACTOR, Targeting.CHARGE)
HIDDEN = "the-unseen-one"


class Player:
    """Chooses commands and answers at random; the same seed gives the same fight."""

    def __init__(self, rules, battle, seed):
        self.rules = rules
        self.session = new_session(rules, battle)
        self.random = random.Random(seed)
        self.dice = SoftwareDice(seed)

    # --- answers

    def answer(self, request):
        match request:
            case AskRuling():
                return Ruling("so be it")
            case AskChoice(picks=picks):
                return Picked(self.random.choice(picks).key)
            case AskNumber(low=low, high=high):
                return Number(self.random.randint(low, high))
            case AskCells(allowed=allowed):
                return Chosen((self.random.choice(allowed or ((0, 0),)),))
            case AskRolls(rolls=rolls):
                return Batch(tuple(self.roll(roll) for roll in rolls))
            case AskRoll(instead=instead) if instead and self.random.random() < 0.3:
                return Picked(self.random.choice(instead).key)
            case AskRoll():
                return self.roll(request)
        raise AssertionError(f"nobody answers {request}")

    def roll(self, request):
        return replace(self.dice.roll(request), source=TABLE)

    # --- commands

    def command(self):
        """A legal act of somebody who can still act, or the next step."""
        battle = self.session.battle
        waiting = list(self.rules.progress(battle).waiting)
        self.random.shuffle(waiting)
        for who in waiting[:3]:
            act = self.legal_act(battle.actors[who])
            if act is not None and self.random.random() < 0.9:
                return act
        return Advance(overrule=True)

    def legal_act(self, actor):
        """One act that nothing speaks against. Only as many are looked at as it takes to find it."""
        options = [option for option in self.rules.menu(self.session.board, actor) if option.legal]
        self.random.shuffle(options)
        if self.random.random() < 0.6:  # a long list of small deeds would fill the fight
            options.sort(key=lambda option: option.targeting not in AIMED)
        for option in options:
            acts = list(self.acts_of(actor, option))
            self.random.shuffle(acts)
            for act in acts:
                if not self.refusals(act):
                    return act
        return None

    def acts(self, actor):
        """One act for each row of the action list, legal or not, and for each of its targets."""
        for option in self.rules.menu(self.session.board, actor):
            yield from self.acts_of(actor, option)

    def acts_of(self, actor, option):
        """The acts of one row."""
        picks = {
            group.key: self.random.choice(group.choices)[0] if group.choices else "something"
            for group in option.picks
        }
        match option.targeting:
            case Targeting.NONE | Targeting.TEXT:
                yield Act(actor.id, option.verb, picks=picks)
            case Targeting.PATH:
                yield Act(actor.id, option.verb, self.path(actor, option.verb), picks=picks)
            case Targeting.ACTOR | Targeting.CHARGE:
                charge = option.targeting is Targeting.CHARGE
                path = self.path(actor, option.verb) if charge else ()
                for target in self.rules.targets(self.session.board, actor, option.verb):
                    yield Act(actor.id, option.verb, path, (target,), picks=picks)

    def path(self, actor, verb):
        """A way to a random stop that the verb itself reaches."""
        board = self.session.board
        reach = self.rules.reach(board, actor, verb)
        limit = reach.limit(verb)
        stops = sorted(cell for cell in reach.stops if reach.costs[cell] <= limit)
        if not stops:
            return ()
        here = self.random.choice(stops)
        if set(line(actor.cell, here)[1:]) <= set(reach.costs):
            return line(actor.cell, here)[1:]
        path = []
        while here != actor.cell and here in reach.costs:
            path.append(here)
            before = [
                cell
                for cell in neighbours(here)
                if (cell in reach.costs or cell == actor.cell)
                and board.barriers.can_step(cell, here, actor.size)
            ]
            before = [cell for cell in before if reach.costs.get(cell, 0) < reach.costs[here]]
            if not before:
                return ()
            here = min(before, key=lambda cell: (reach.costs.get(cell, 0), cell))
        return tuple(reversed(path))

    def refusals(self, act):
        return self.rules.why_not(self.session.board, act)

    def finish(self, result):
        """Answer until the command is done."""
        while isinstance(result, Asked):
            result = self.session.answer(self.answer(result.request))
        return result

    def fight(self, commands=COMMANDS):
        """Play, and give back the entries one by one."""
        result = self.finish(self.session.submit(Begin()))
        for _ in range(commands):
            assert isinstance(result, Finished), result
            yield result.entry
            if self.rules.progress(self.session.battle).over is not None:
                return
            result = self.finish(self.session.submit(self.command()))


def with_somebody_hidden(battle):
    """The same fight with one more foe that nobody knows of, in a free square."""
    like = next(actor for actor in battle.actors.values() if actor.side == "foes")
    taken = {actor.cell for actor in battle.actors.values()}
    extent = battle.terrain.extent
    cells = [(x, y) for y in range(extent.height) for x in reversed(range(extent.width))]
    free = next(cell for cell in cells if cell not in taken and battle.terrain.at(cell) == 0)
    lurker = Actor(HIDDEN, "Lurker", "foes", free, hidden=True, arms=like.arms, sheet=like.sheet)
    return replace(battle, actors={**battle.actors, HIDDEN: lurker})
