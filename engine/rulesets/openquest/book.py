"""OpenQuest as a ruleset: it delegates, and keeps nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.model.actor import BLIND, HELPLESS, PRONE, Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Card, Option, Progress, Reach, Refusal
from engine.model.phrase import ActorId, Cell, Phrase, SideId, Tally, modifier, phrase
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.rulesets.common import fallen, health_word, in_the_way, rested
from engine.rulesets.openquest import (
    attacks,
    charge,
    law,
    legality,
    playing,
    retreat,
    rounds,
    settling,
    targeting,
)
from engine.rulesets.openquest.card import card
from engine.rulesets.openquest.form import FORM
from engine.rulesets.openquest.menu import TIMES, menu
from engine.rulesets.openquest.options import CHOICES, SCALES, OpenQuestOptions, in_squares, options
from engine.rulesets.openquest.order import reach_squares
from engine.rulesets.openquest.progress import progress
from engine.rulesets.openquest.redact import redact
from engine.rulesets.openquest.reference import ACTIONS
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqThing, Turn, held, rate_of, sheet, write_turn
from engine.rulesets.openquest.state import OpenQuestRound
from engine.rulesets.openquest.tallies import Kind
from engine.rulesets.openquest.words import GLOSSARY
from engine.rulesets.openquest.words_options import OPTIONS
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.paths import reach_of
from engine.tactics.perception import perceives
from engine.tactics.step import Outcome, UninterruptedSteps


class OpenQuest(UninterruptedSteps):
    """Counts from the highest DEX down, one action and one reaction a round, a d100 against a skill."""

    about = About(
        key="openquest",
        title="OpenQuest",
        scale=2,
        unit="m",
        scales=SCALES,
        guests=(OpenQuestSheet, OpenQuestOptions, OpenQuestRound, OqThing),
        options=OPTIONS,
        glossary=GLOSSARY,
        verbs={verb: verb for verb in legality.VERBS}
        | {
            "prepare": "cast",
            "set": "brace",
            "cast": "complete",
            "retreat": "withdraw",
            "hurl": "shoot",
            "ready": "item",
        },
        trade_off="Every blow can be dodged or parried, and the first that gets through may kill",
        actions=ACTIONS,
        form=FORM,
        scars=("wounds", "shocked", "dead"),
        conditions=(PRONE, HELPLESS, BLIND),
    )

    # --- bodies on squares: only a set weapon interrupts, and only a charge ------------------------

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """One body a square; friends can be passed."""
        return in_the_way(board, actor, cell, ending)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """The Movement Rate, twice that for a sprint or a charge, half for a fighting retreat."""
        page = sheet(actor)
        times, parts = TIMES.get(manner, (1, 1))
        length = in_squares(battle, rate_of(page) * times // parts)
        return Tally((modifier(length, "oq.mod.move", legality.LIMITS.get(manner, "")),))

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """Set weapons into whose reach a charger comes (OQ-SET-02). Nothing else exists (OQ-MOVE-09)."""
        if manner != "charge":
            return ()
        there, here = replace(mover, cell=dst), replace(mover, cell=src)
        found = []
        for foe in board.battle.foes_of(mover):
            shaft = next((item for item in held(sheet(foe)) if item.settable), None)
            if shaft is None or not sheet(foe).set_weapon or not perceives(board, foe, there):
                continue
            reach = reach_squares(board.battle, shaft.reach)
            if board.within_blow(foe, there, reach) and not board.within_blow(foe, here, reach):
                found.append(Strike(foe.id, mover.id, When.ENTERING, shaft.key, manner, "OQ-SET-02"))
        return tuple(found)

    def after_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Set weapons strike as the charger comes within reach; it goes on unless it drops."""
        for strike in self.strikes(draft.board, draft[mover], src, dst, manner, first):
            if mover not in draft or not draft[mover].active:
                break
            attacker = strike.attacker
            write_turn(draft, attacker, sheet(draft[attacker]).turn)  # the one attack it was set for
            yield from attacks.attack(draft, attacker, mover, strike.means, Kind.SET)
        return Outcome.GO if mover in draft and draft[mover].active else Outcome.GONE

    # --- read --------------------------------------------------------------------------------------

    def progress(self, battle: Battle) -> Progress:
        """See `progress.progress`."""
        return progress(battle)

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """See `menu.menu`."""
        return menu(board, actor)

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """Squares within the movement of the verb; straight lanes for a charge and a retreat."""
        if verb == "charge":
            return charge.charge_reach(board, self, actor)
        if verb == "retreat":
            return retreat.retreat_reach(board, self, actor)
        return reach_of(board, self, actor, self.manner(verb))

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """Candidates for the verb, with what speaks against each, whatever weapon is used."""
        if verb == "charge":
            return charge.charge_targets(board, self, actor)
        return targeting.targets(board, actor, verb)

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """The one legality door."""
        return legality.why_not(board, self, act)

    def manner(self, verb: str) -> str:
        """The verb itself."""
        return verb

    def card(self, battle: Battle, actor: Actor) -> Card:
        """See `card.card`."""
        return card(battle, actor)

    # --- play --------------------------------------------------------------------------------------

    def may_begin(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whenever the referee wants it."""
        return ()

    def may_ally(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever likes."""
        return ()

    def open(self, draft: Draft) -> Procedure[None]:
        """The GM says how far off they are; the order is by DEX."""
        yield from rounds.open_fight(draft, self)

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """See `playing.play`."""
        yield from playing.play(draft, self, act)

    def advance(self, draft: Draft) -> Procedure[None]:
        """The next count, or the next round."""
        yield from rounds.advance(draft, self)

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever is on the count should have acted."""
        return rounds.unfinished(battle)

    def settle(self, draft: Draft) -> Procedure[None]:
        """See `settling.settle`."""
        yield from settling.settle(draft)

    def rested(self, actor: Actor) -> Actor:
        """Hit points and wounds stay; the turn, holds and what else belonged to the fight are over."""
        page = replace(
            sheet(actor),
            turn=Turn(), set_weapon=False, aim=None, grapples="", hold="", effects=(), cover="",
            fights_until=0, trips=0, fleeing=False, surrendered=False,
        )  # fmt: skip
        return rested(actor, page, page.dead)

    def spent(self, states: Sequence[Actor]) -> tuple[Phrase, ...]:
        """Hero Points."""
        points = fallen([sheet(actor).hero_points for actor in states])
        return (phrase("oq.spent.hero", "OQ-DAMAGE-08", count=points),) if points else ()

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """Hit points, armour points, movement rate. Hit points that come back ease the shock of a wound.

        Dead is who has none left (OQ-DAMAGE-07); by the GM's word the last one goes or comes back.
        """
        page = sheet(actor)
        match fact:
            case "dead":
                return replace(page, hp=min(page.hp, 0) if value else max(page.hp, 1))
            case "hp":
                hp = max(-99, min(page.max_hp, value))
                eased = {"shocked": False, "fights_until": 0} if hp > page.hp else {}  # Rule: OQ-MAJOR-08
                return replace(page, hp=hp, **eased)
            case "ap":
                extra = sum(effect.armour for effect in page.effects)
                return replace(page, armour=max(0, value - extra))
            case "rate":
                return replace(page, rate=max(0, min(200, value)))
            case _:
                return None

    def with_option(self, battle: Battle, key: str, value: str) -> Guest | None:
        """The options with another reading."""
        if value not in CHOICES.get(key, ()):
            return None
        chosen: Guest = replace(options(battle), **{key: value})
        return chosen

    # --- predict -----------------------------------------------------------------------------------

    def setting_out(self, actor: Actor, act: Act) -> Actor:
        """The actor as it is: strikes at a way depend on no choice of the act."""
        return actor

    def strike_law(self, board: Board, strike: Strike) -> StrikeLaw:
        """See `law.strike_law`."""
        return law.strike_law(board, strike)

    def charge_hits(self, board: Board, act: Act) -> float | None:
        """See `law.charge_hits`."""
        return law.charge_hits(board, act)

    def stops_at_first(self, battle: Battle, when: When) -> bool:
        """Every set weapon strikes."""
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """See `law.endurance`."""
        return law.endurance(sheet(actor))

    # --- hide --------------------------------------------------------------------------------------

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """See `redact.redact`."""
        return redact(battle, side, seen)

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """The health word."""
        page = sheet(actor)
        return health_word(page.hp / page.max_hp if page.max_hp else 0.0, not actor.active)
