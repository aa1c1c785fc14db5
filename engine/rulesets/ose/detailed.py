"""Detailed combat of the OSE house rules, as the rest of the program sees it. Delegation only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Card, Option, Progress, Reach, Refusal
from engine.model.phrase import ActorId, Phrase, SideId
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.rulesets import common
from engine.rulesets.ose import (
    acting,
    card,
    conditions,
    going_on,
    law,
    legality,
    menu,
    movement,
    plans,
    progress,
    redact,
    reference,
    resting,
    rounds,
    settling,
    spending,
    words,
    words_combat,
    words_options,
    words_special,
)
from engine.rulesets.ose.economy import MANNERS
from engine.rulesets.ose.movement import OseSteps
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, OseSheet
from engine.rulesets.ose.state import OseRound
from engine.rulesets.ose.strikes import stops_at_first
from engine.rulesets.ose.things import OseGear
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure

KEY = "ose.detailed"

ABOUT = About(
    key=KEY,
    title="Detailed combat",
    scale=FEET_PER_SQUARE,
    unit="ft",
    guests=(OseSheet, OseOptions, OseRound, OseGear),
    options=words_options.OPTIONS,
    glossary={
        **common.WORDS,
        **words.WORDS,
        **words_options.WORDS,
        **words_combat.WORDS,
        **words_special.WORDS,
        **reference.WORDS,
    },
    verbs={verb: verb for verb in legality.VERBS},
    trade_off="Exact positions on the grid and a list of actions. Slower, same outcome.",
    actions=reference.ACTIONS,
    conditions=conditions.BY_HAND,
)


class DetailedOse(OseSteps):
    """The `Ruleset` for Detailed combat."""

    @property
    def about(self) -> About:
        """Key, title, scale, guests, options, words."""
        return ABOUT

    # --- read

    def progress(self, battle: Battle) -> Progress:
        """See `progress.progress`."""
        return progress.progress(battle)

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """See `menu.menu`."""
        return menu.menu(board, actor)

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """See `plans.reach`."""
        return plans.reach(board, actor, verb)

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """See `menu.targets`."""
        return menu.targets(board, actor, verb)

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """See `legality.why_not`."""
        return legality.why_not(board, act)

    def manner(self, verb: str) -> str:
        """The manner of movement of a path verb, empty for other verbs."""
        return MANNERS.get(verb, "")

    def card(self, battle: Battle, actor: Actor) -> Card:
        """See `card.card`."""
        return card.card(battle, actor)

    # --- play

    def may_begin(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whenever the referee wants it."""
        return ()

    def may_ally(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever likes."""
        return ()

    def open(self, draft: Draft) -> Procedure[None]:
        """See `rounds.open_fight`."""
        return rounds.open_fight(draft)

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """See `acting.play`."""
        return acting.play(draft, act)

    def advance(self, draft: Draft) -> Procedure[None]:
        """See `rounds.advance`."""
        return rounds.advance(draft)

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """See `going_on.may_advance`."""
        return going_on.may_advance(battle)

    def settle(self, draft: Draft) -> Procedure[None]:
        """See `settling.settle`."""
        return settling.settle(draft)

    def spent(self, states: Sequence[Actor]) -> tuple[Phrase, ...]:
        """See `spending.spent`."""
        return spending.spent(states)

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """See `settling.with_fact`."""
        return settling.with_fact(battle, actor, fact, value)

    def with_option(self, battle: Battle, key: str, value: str) -> Guest | None:
        """See `settling.with_option`."""
        return settling.with_option(battle, key, value)

    def rested(self, actor: Actor) -> Actor:
        """See `resting.rested`."""
        return resting.rested(actor)

    # --- predict

    def setting_out(self, actor: Actor, act: Act) -> Actor:
        """See `movement.setting_out`."""
        return movement.setting_out(actor, act)

    def strike_law(self, board: Board, strike: Strike) -> StrikeLaw:
        """See `law.strike_law`."""
        return law.strike_law(board, strike)

    def charge_hits(self, board: Board, act: Act) -> float | None:
        """See `law.charge_hits`."""
        return law.charge_hits(board, act)

    def stops_at_first(self, battle: Battle, when: When) -> bool:
        """Whether the first hit ends the strikes against one attempt."""
        return stops_at_first(battle, when)

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """See `law.endurance`."""
        return law.endurance(battle, actor)

    # --- hide

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """See `redact.redact`."""
        return redact.redact(battle, side, seen)

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """How the actor looks to others: unhurt, scratched, hurt, badly hurt, down."""
        return card.health_word(actor)
