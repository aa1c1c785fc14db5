"""OS-SIX as a ruleset: who does what is said by the other modules, this one hands it on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.model.actor import PRONE, Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Card, Option, Progress, Reach, Refusal
from engine.model.phrase import ActorId, Cell, Phrase, SideId, Tally, modifier, phrase
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.rulesets.common import fallen, health_word, in_the_way, rested, risen, with_reading
from engine.rulesets.os_six import card, law, leaving, legality, menu, playing, rounds, settling, targeting
from engine.rulesets.os_six.bodies import BLEEDING, POISONED, STUNNED, TERRIFIED, leave_cover
from engine.rulesets.os_six.form import FORM
from engine.rulesets.os_six.holds import drag_rate, follows_to, pull_along
from engine.rulesets.os_six.nerve import first_sights
from engine.rulesets.os_six.options import CHOICES, SCALES, SixOptions, options
from engine.rulesets.os_six.redact import redact
from engine.rulesets.os_six.reference import ACTIONS
from engine.rulesets.os_six.sheet import (
    MOST_STRAIN,
    SixRound,
    SixSheet,
    in_combat,
    sheet,
)
from engine.rulesets.os_six.words import GLOSSARY
from engine.rulesets.os_six.words_options import OPTIONS
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.paths import reach_of
from engine.tactics.step import Outcome

_MOST_LUCK = 99
_SCARS = (
    "strain", "temp", "fallen", "dead", "stable", "terrified", "horrors", "since", "bleeds_since",
    "ailment", "ailment_die", "ailment_every", "dry_days", "hungry_days", "shock_hours",
)  # fmt: skip
"""Parts of the sheet that say what has befallen somebody."""
_OF_THE_FIGHT = (
    "useless",
    "penalty",
    "dazed",
    "helped",
    "cover",
    "holding",
    "held_by",
    "rammed_by",
    "recoiling",
    "terrified",
    "horrors",
    "since",
    "bleeds_since",
    "turn",
)
"""Parts of the page that speak of one fight alone."""


class OsSix:
    """Turns in a rolled order, pools of d6 that keep the highest, strain and panic."""

    about = About(
        key="os_six",
        title="OS-SIX",
        scale=5,
        unit="ft",
        scales=SCALES,
        guests=(SixSheet, SixOptions, SixRound),
        options=OPTIONS,
        glossary=GLOSSARY,
        verbs={"object": "item", "other": "stunt", "ram": "charge", "cover": "defend", "leave": "flee"},
        actions=ACTIONS,
        conditions=(PRONE, STUNNED, TERRIFIED, POISONED, BLEEDING),
        form=FORM,
        scars=_SCARS,
    )

    # --- bodies on squares -------------------------------------------------------------------------

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """One body a square; friends can be passed."""
        return in_the_way(board, actor, cell, ending)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """The base movement, twice that for a double move, half of it with somebody in tow."""
        move, rule = sheet(actor).move, legality.LIMITS.get(manner, "")
        if manner == "move" and not in_combat(battle):
            move, rule = battle.terrain.extent.count, "SIX-MOVE-01"
        elif manner == "double":
            move *= 2
        elif manner == "drag":
            held = battle.actors.get(sheet(actor).holding)
            move = drag_rate(actor, held) if held is not None else 0
        return Tally((modifier(move, "six.mod.move", rule),))

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """Leaving melee costs nothing, unless the table plays it otherwise (SIX-MOVE-06)."""
        return leaving.strikes(board, mover, src, dst, manner)

    def failed_diagonal_counts(self, battle: Battle) -> bool:
        """Nothing in these rules throws a step back."""
        return True

    def before_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Free attacks on who leaves; and nobody drags a body through a wall."""
        held = draft.battle.actors.get(sheet(draft[mover]).holding) if manner == "drag" else None
        if held is not None and follows_to(draft.board, draft[mover], held, src, dst) is None:
            return Outcome.STOP
        return (yield from leaving.resolve(draft, mover, src, dst, manner))

    def after_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Cover is left behind, who is held comes along, and new horrors come into sight."""
        leave_cover(draft, mover)
        if manner == "drag":
            pull_along(draft, mover, src, dst)
        if in_combat(draft.battle):
            yield from first_sights(draft)
        return Outcome.GO if mover in draft and draft[mover].active else Outcome.GONE

    # --- read --------------------------------------------------------------------------------------

    def progress(self, battle: Battle) -> Progress:
        """One turn for each in the order of combat."""
        return rounds.progress(battle)

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """Every action in a fixed order."""
        return menu.menu(board, actor)

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """Squares within the movement of the verb."""
        return reach_of(board, self, actor, self.manner(verb))

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """Whom the verb may be aimed at, with what speaks against each."""
        return targeting.targets(board, self, actor, verb)

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """The one legality door."""
        return legality.why_not(board, self, act)

    def manner(self, verb: str) -> str:
        """The verb itself."""
        return verb

    def card(self, battle: Battle, actor: Actor) -> Card:
        """Hit points, strain, luck, armour, movement and all that holds or ails it."""
        return card.card(battle, actor)

    # --- play --------------------------------------------------------------------------------------

    def may_begin(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whenever the referee wants it."""
        return ()

    def may_ally(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever likes."""
        return ()

    def open(self, draft: Draft) -> Procedure[None]:
        """Agility for the order, then the first turn."""
        yield from rounds.open_fight(draft)

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """Carry out one act."""
        yield from playing.play(draft, self, act)

    def advance(self, draft: Draft) -> Procedure[None]:
        """The next turn."""
        yield from rounds.advance(draft)

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever is on turn should have acted."""
        return rounds.unfinished(battle)

    def settle(self, draft: Draft) -> Procedure[None]:
        """Hit points, strain, conditions and places set by hand have their consequences."""
        yield from settling.settle(draft)

    def rested(self, actor: Actor) -> Actor:
        """Wounds, strain, luck and what ails it stay; the turn, holds, panic and weapons dropped are over."""
        page = sheet(actor)
        defaults = SixSheet()
        anew = replace(page, **{name: getattr(defaults, name) for name in _OF_THE_FIGHT})
        out = page.fallen or page.dead or page.strain == MOST_STRAIN
        return rested(actor, anew, out, (STUNNED, TERRIFIED))

    def spent(self, states: Sequence[Actor]) -> tuple[Phrase, ...]:
        """Luck, and the strain that came."""
        luck = fallen([sheet(actor).luck for actor in states])
        strain = risen([sheet(actor).strain for actor in states])
        lines = (("six.spent.luck", "SIX-DAMAGE-16", luck), ("six.spent.strain", "SIX-STRAIN-01", strain))
        return tuple(phrase(key, rule, count=count) for key, rule, count in lines if count)

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """Hit points, strain, luck, armour and movement, as the card shows them; dead and stabilised."""
        page = sheet(actor)
        match fact:
            case "hp" if page.max_hp:
                return replace(page, hp=max(0, min(page.max_hp, value)))
            case "dead" if page.max_hp:
                return replace(page, dead=bool(value), hp=min(0, page.hp), stable=False)
            case "stable" if page.fallen and not page.dead:
                return replace(page, stable=bool(value))
            case "strain" if page.hero:
                return replace(page, strain=max(0, min(MOST_STRAIN, value)))
            case "luck" if page.hero:
                return replace(page, luck=max(0, min(_MOST_LUCK, value)))
            case "armour":
                return replace(page, armour=max(0, value))
            case "move" if not page.hero:
                return replace(page, move=max(0, min(99, value)))
            case "attacks" if not page.hero:
                return replace(page, attacks=max(1, min(9, value)))
            case _:
                return None

    def with_option(self, battle: Battle, key: str, value: str) -> Guest | None:
        """The options with another reading."""
        return with_reading(options(battle), CHOICES, key, value)

    # --- predict -----------------------------------------------------------------------------------

    def setting_out(self, actor: Actor, act: Act) -> Actor:
        """The actor as it is: strikes at a way depend on no choice of the act."""
        return actor

    def strike_law(self, board: Board, strike: Strike) -> StrikeLaw:
        """One attack, as the dice that decide it fall."""
        return law.strike_law(board, strike)

    def charge_hits(self, board: Board, act: Act) -> float | None:
        """None: a ram knocks over and does not hit."""
        return None

    def stops_at_first(self, battle: Battle, when: When) -> bool:
        """Every free attack on who leaves is made."""
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """Out at no hit points, the temporary ones included."""
        points = max(0, sheet(actor).hp) + sheet(actor).temp
        return Endurance((*(0.0 for _ in range(points)), 1.0))

    # --- hide --------------------------------------------------------------------------------------

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """Other sides' pages but for the health word, and turns of those not seen."""
        return redact(battle, side, seen)

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """The health word."""
        page = sheet(actor)
        return health_word(page.hp / page.max_hp if page.max_hp else 1.0, not actor.active)
