"""Loose combat of the OSE house rules, as the rest of the program sees it. Delegation only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Card, Option, Progress, Reach, Refusal
from engine.model.phrase import ActorId, Phrase, SideId
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.rulesets.ose import card as shared_card
from engine.rulesets.ose import (
    going_on,
    law,
    progress,
    redact,
    resting,
    rounds,
    settling,
    spending,
    words_options,
)
from engine.rulesets.ose.bodies import plays, write_page
from engine.rulesets.ose.detailed import ABOUT as DETAILED
from engine.rulesets.ose.loose import acting, legality, menu, movement, picture, words
from engine.rulesets.ose.options import LOOSE, LOOSE_CHOICES, LooseOptions
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, OseSheet, sheet
from engine.rulesets.ose.state import OseRound, state
from engine.rulesets.ose.tallies import Manner
from engine.rulesets.ose.things import OseGear
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure

ABOUT = About(
    key=LOOSE,
    title="Loose combat",
    scale=FEET_PER_SQUARE,
    unit="ft",
    guests=(OseSheet, LooseOptions, OseRound, OseGear),
    options=words_options.choices_in_words(LOOSE_CHOICES),
    glossary={**DETAILED.glossary, **words.WORDS},
    verbs={**{verb: verb for verb in legality.VERBS}, "propose": "stunt"},
    trade_off="A picture shared in words, with the referee's rulings. Faster, fewer details.",
    actions=DETAILED.actions,
    conditions=DETAILED.conditions,
)


class LooseOse(movement.LooseSteps):
    """The `Ruleset` for Loose combat."""

    @property
    def about(self) -> About:
        """Key, title, scale, guests, options, words."""
        return ABOUT

    # --- read

    def progress(self, battle: Battle) -> Progress:
        """The round as in Detailed combat, and how each side stands beside its name (OSL-CONS-01)."""
        return replace(progress.progress(battle), side_notes=picture.side_notes(battle))

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """See `menu.menu`."""
        return menu.menu(board, actor)

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """See `movement.reach`."""
        return movement.reach(board, actor, verb)

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """See `menu.targets`."""
        return menu.targets(board, actor, verb)

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """See `legality.why_not`."""
        return legality.why_not(board, act)

    def manner(self, verb: str) -> str:
        """The manner of movement of a path verb, empty for other verbs."""
        return Manner.MOVE if verb in legality.MOVES else ""

    def card(self, battle: Battle, actor: Actor) -> Card:
        """See `picture.card`."""
        return picture.card(battle, actor)

    # --- play

    def may_begin(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whenever the referee wants it."""
        return ()

    def may_ally(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever likes."""
        return ()

    def open(self, draft: Draft) -> Procedure[None]:
        """The start of the fight is the shared Process (OSL-PROC-01)."""
        return rounds.open_fight(draft)

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """See `acting.play`."""
        return acting.play(draft, act)

    def advance(self, draft: Draft) -> Procedure[None]:
        """The next turn or round; who stood still for a round has the crossbow loaded (OSL-RANGED-07)."""
        before = state(draft.battle).number
        loaded = tuple(
            actor.id
            for actor in draft.battle.actors.values()
            if plays(actor) and actor.stride.spent == 0 and not sheet(actor).turn.shot
        )
        yield from rounds.advance(draft)
        if state(draft.battle).number > before:
            for actor_id in loaded:
                write_page(draft, actor_id, reloading="")

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """See `going_on.may_advance`."""
        return going_on.may_advance(battle)

    def settle(self, draft: Draft) -> Procedure[None]:
        """As in Detailed combat."""
        yield from settling.settle(draft)

    def spent(self, states: Sequence[Actor]) -> tuple[Phrase, ...]:
        """See `spending.spent`."""
        return spending.spent(states)

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """See `settling.with_fact`; here the load can be changed too, 1 or more for encumbered."""
        if fact == "load" and plays(actor):
            return picture.with_load(sheet(actor), value > 0)
        return settling.with_fact(battle, actor, fact, value)

    def with_option(self, battle: Battle, key: str, value: str) -> Guest | None:
        """See `settling.with_option`."""
        return settling.with_option(battle, key, value)

    def rested(self, actor: Actor) -> Actor:
        """See `resting.rested`."""
        return resting.rested(actor)

    # --- predict

    def setting_out(self, actor: Actor, act: Act) -> Actor:
        """The actor as it is: no step is struck at."""
        return actor

    def strike_law(self, board: Board, strike: Strike) -> StrikeLaw:
        """See `law.strike_law`; no step is struck at, so nothing asks for it in play."""
        return law.strike_law(board, strike)

    def charge_hits(self, board: Board, act: Act) -> float | None:
        """None: whether a charge arrives is the referee's to say, and no way is drawn."""
        return None

    def stops_at_first(self, battle: Battle, when: When) -> bool:
        """Nothing strikes at a step."""
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """See `law.endurance`."""
        return law.endurance(battle, actor)

    # --- hide

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """See `redact.redact`."""
        return redact.redact(battle, side, seen)

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """How the actor looks to others: unhurt, scratched, hurt, badly hurt, down."""
        return shared_card.health_word(actor)
