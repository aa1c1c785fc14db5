"""The attacks along a path one by one, in order: before it is walked, and while it is.

What is still to come is read from the battle as it is now, by the functions that play uses; what was made is
read from what happened. All of it is for whoever may know every attacker: the players are shown none of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.model.commands import Act
from engine.model.events import Event, Missed, Moved, StrideSet, Struck
from engine.model.phrase import ActorId, Cell, Tally
from engine.model.strikes import Fate, Strike, When
from engine.odds.path import ThreatenedStep, threatened_steps
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board


class PathAttack(Struct, frozen=True):
    """One attack on the way. `cell` is where the mover stands when it is struck at, `step` counts from 0.

    `tally` is what the roll is made of; empty of those that were made, whose roll stands in the log.
    """

    attacker: ActorId
    cell: Cell
    step: int
    fate: Fate = Fate.AHEAD
    chance: float = 0.0
    rule: str = ""
    braced: bool = False
    tally: Tally = Tally()


def attacks_of(steps: Iterable[ThreatenedStep]) -> tuple[PathAttack, ...]:
    """All attacks of a path that nobody has set out on, in the order in which they are made."""
    return tuple(attack for step in steps for attack in _of_step(step))


class Underway(Struct, frozen=True):
    """A walk that waits for an answer: the board before it began, the events since, who is asked about."""

    before: Board
    events: Sequence[Event]
    asked: frozenset[ActorId]


def attacks_underway(board: Board, ruleset: Ruleset, act: Act, underway: Underway) -> tuple[PathAttack, ...]:
    """Those that were made, the one that is asked about, and those to come if nothing stops the mover.

    On the board everything is as it is now. Empty for an act that walks no path, and where the mover is no
    longer on it.
    """
    walk = _Walked(act, underway)
    mover = board.battle.actors.get(act.actor)
    if not act.path or mover is None:
        return ()
    if mover.cell != walk.cell or not mover.active:
        return walk.made
    rest = replace(act, path=act.path[walk.steps :])
    ahead = attacks_of(threatened_steps(board, ruleset, rest)) if rest.path else ()
    ahead = tuple(replace(attack, step=attack.step + walk.steps) for attack in ahead)
    met = _met_on_arrival(walk, ruleset)
    due = (*met, *(attack for attack in ahead if attack.step == walk.steps))
    later = tuple(attack for attack in ahead if attack.step > walk.steps)
    return (*walk.made, *_left(board, ruleset, walk, due), *later)


class _Walked:
    """What the events tell of a walk: where it stands, and who has struck since its last step."""

    def __init__(self, act: Act, underway: Underway) -> None:
        self.act, self.before, self.asked = act, underway.before, underway.asked - {act.actor}
        self.cell = underway.before.actor(act.actor).cell
        self.steps = 0
        self.arrived = False
        """The last thing the mover did was to complete a step; an attempt was not thrown back since."""
        self.struck: list[ActorId] = []
        """Who has attacked since then, in order."""
        self.was_hit = False
        made: list[PathAttack] = []
        for event in underway.events:
            match event:
                case Moved(actor=act.actor, dst=dst):
                    self.cell, self.arrived = dst, True
                    self.steps += self.steps < len(act.path) and dst == act.path[self.steps]
                    self._anew()
                case StrideSet(actor=act.actor):
                    self.arrived = False
                    self._anew()
                case Struck() | Missed() if event.target == act.actor and self.cell is not None:
                    fate = Fate.HIT if isinstance(event, Struck) else Fate.MISSED
                    self.was_hit = self.was_hit or fate is Fate.HIT
                    self.struck.append(event.attacker)
                    made.append(PathAttack(event.attacker, self.cell, self.steps, fate, rule=event.rule))
        self.made = tuple(made)

    def _anew(self) -> None:
        self.struck, self.was_hit = [], False


def _met_on_arrival(walk: _Walked, ruleset: Ruleset) -> tuple[PathAttack, ...]:
    """Weapons braced against the square just entered, as they were when the walk began: the one that is
    striking may be used up already."""
    if not walk.arrived:
        return ()
    planned = attacks_of(threatened_steps(walk.before, ruleset, walk.act))
    return tuple(
        attack
        for attack in planned
        if attack.braced and attack.step == walk.steps - 1 and attack.cell == walk.cell
    )


def _left(board: Board, ruleset: Ruleset, walk: _Walked, due: Sequence[PathAttack]) -> tuple[PathAttack, ...]:
    """Of the attacks due where the mover stands: the one that is asked about and those after it."""
    after = list(due[_behind(walk.struck, due) :])
    if walk.was_hit:
        after = [attack for attack in after if not ruleset.stops_at_first(board.battle, _when(attack))]
    if walk.was_hit and walk.struck[-1] in walk.asked:  # what that hit does is asked about
        return tuple(after)
    now = next((i for i, attack in enumerate(after) if attack.attacker in walk.asked), None)
    return tuple(after) if now is None else (replace(after[now], fate=Fate.NOW), *after[now + 1 :])


def _behind(struck: Iterable[ActorId], due: Sequence[PathAttack]) -> int:
    """Where in the row of attacks those begin that come after all that were made."""
    behind = 0
    for attacker in struck:
        places = (i for i in range(behind, len(due)) if due[i].attacker == attacker)
        behind = next(places, behind - 1) + 1
    return behind


def _when(attack: PathAttack) -> When:
    return When.ENTERING if attack.braced else When.LEAVING


def _of_step(step: ThreatenedStep) -> Iterable[PathAttack]:
    """Those for leaving and at the threshold come before the body moves, then those on arrival."""
    rows = list(zip(step.strikes, step.chances, step.tallies, strict=True))
    for early in (True, False):
        for strike, chance, tally in rows:
            if _before_the_step(strike) is early:
                yield PathAttack(
                    strike.attacker,
                    step.src if strike.when is When.LEAVING else step.dst,
                    step.index,
                    chance=chance,
                    rule=strike.rule,
                    braced=strike.when is When.ENTERING,
                    tally=tally,
                )


def _before_the_step(strike: Strike) -> bool:
    return strike.when is When.LEAVING or strike.at_threshold
