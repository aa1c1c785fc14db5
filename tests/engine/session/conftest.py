"""A toy rule book of one swing and one save, small enough to see through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act
from engine.model.events import Harmed, Rolled, RoundSet, SheetSet
from engine.model.offers import Card, Option, Progress, Reach, Refusal
from engine.model.phrase import ActorRef, Phrase, Tally, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Pick
from engine.model.strikes import Endurance, Strike, StrikeLaw
from engine.model.terrain import blank
from engine.rulesets.ruleset import About
from engine.session.session import Session, new_session
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import Outcome


class ToySheet(Guest, Struct, frozen=True, tag="toy.sheet"):
    hp: int = 10


class ToyRound(Guest, Struct, frozen=True, tag="toy.round"):
    number: int = 1


class ToyRules:
    """d6, 4 or more hits for d6; the target may duck and take half. Breaks on the verb "bug"."""

    about = About("toy", "Toy", 5, "ft", (ToySheet, ToyRound), (), {"toy.swing": "{who} swings"})
    duck_first = False
    """As if an update asked the questions in another order."""

    def can_stand(
        self, board: Board, actor: Actor, cell: tuple[int, int], manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        return tuple(Refusal(phrase("toy.taken")) for _ in board.others_at(actor, cell))

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        return Tally()

    def strikes(self, *_: object) -> tuple[Strike, ...]:
        return ()

    def failed_diagonal_counts(self, battle: Battle) -> bool:
        return True

    def before_step(self, *_: object) -> Procedure[Outcome]:
        yield from ()
        return Outcome.GO

    after_step = before_step

    def progress(self, battle: Battle) -> Progress:
        return Progress(battle.round.number if isinstance(battle.round, ToyRound) else 0, ())

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        return ()

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        return Reach({}, frozenset(), ())

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[str, tuple[Refusal, ...]]:
        return {}

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        if act.verb == "fly":
            return (Refusal(phrase("toy.no_wings")),)
        if act.verb == "vanish":
            return (Refusal(phrase("toy.impossible"), hard=True),)
        return ()

    def manner(self, verb: str) -> str:
        return verb

    def card(self, battle: Battle, actor: Actor) -> Card:
        return Card(phrase("toy"), (), phrase("toy"))

    def may_begin(self, battle):
        return ()

    def may_ally(self, battle: Battle) -> tuple[Refusal, ...]:
        return ()

    def open(self, draft: Draft) -> Procedure[None]:
        draft.emit(RoundSet(ToyRound()))
        yield from ()

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        if act.verb == "bug":
            raise ZeroDivisionError
        if act.verb in ("chat", "fly"):
            return
        target = act.targets[0]
        if self.duck_first:
            yield from ask(
                AskChoice(title=phrase("toy.duck"), actor=target, picks=(Pick("no", phrase("no")),))
            )
        roll = yield from ask(
            AskRoll(title=phrase("toy.swing", who=ActorRef(act.actor)), actor=act.actor, dice=(6,), beats=4)
        )
        assert isinstance(roll, Faces)
        draft.emit(
            Rolled(phrase("toy.swing", who=ActorRef(act.actor)), (6,), roll.faces, roll.faces[0], act.actor)
        )
        if roll.faces[0] < 4:
            return
        duck = yield from ask(
            AskChoice(
                title=phrase("toy.duck"),
                actor=target,
                picks=(Pick("yes", phrase("yes")), Pick("no", phrase("no"))),
            )
        )
        damage = yield from ask(AskRoll(title=phrase("toy.damage"), actor=act.actor, dice=(6,)))
        assert isinstance(damage, Faces)
        amount = damage.faces[0] // (2 if duck.pick == "yes" else 1)
        page = draft[target].sheet
        assert isinstance(page, ToySheet)
        draft.emit(Harmed(target, amount, act.actor), SheetSet(target, replace(page, hp=page.hp - amount)))

    def advance(self, draft: Draft) -> Procedure[None]:
        assert isinstance(draft.battle.round, ToyRound)
        draft.emit(RoundSet(ToyRound(draft.battle.round.number + 1)))
        yield from ()

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        return ()

    def settle(self, draft: Draft) -> Procedure[None]:
        yield from ()

    def rested(self, actor: Actor) -> Actor:
        return actor

    def spent(self, states: Sequence[Actor]) -> tuple[Phrase, ...]:
        """Nothing: no stock is kept."""
        return ()

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        return ToySheet(value) if fact == "hp" else None

    def with_option(self, battle: Battle, key: str, value: str) -> Guest | None:
        return None

    def setting_out(self, actor: Actor, act: Act) -> Actor:
        return actor

    def strike_law(self, board: Board, strike: Strike) -> StrikeLaw:
        return StrikeLaw(())

    def charge_hits(self, board: Board, act: Act) -> float | None:
        return None

    def stops_at_first(self, battle: Battle) -> bool:
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        return Endurance((0.0,))

    def redact(self, battle: Battle, side: str, seen: frozenset[str]) -> Battle:
        return battle

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        return phrase("toy")


@pytest.fixture
def rules() -> Any:
    return ToyRules()


@pytest.fixture
def toy_battle() -> Battle:
    sides = (Side("us", "Us", Control.PLAYERS, ("them",)), Side("them", "Them", Control.REFEREE, ("us",)))
    actors = {
        "ann": Actor("ann", "Ann", "us", (1, 1), sheet=ToySheet()),
        "bob": Actor("bob", "Bob", "them", (2, 1), sheet=ToySheet()),
    }
    return Battle("toy", "Toy", sides, actors, blank(6, 4))


@pytest.fixture
def session(rules: Any, toy_battle: Battle) -> Session:
    return new_session(rules, toy_battle)
