"""Old-School Reduction as a ruleset: it delegates, and keeps nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.model.actor import DOWN, Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import RoundSet, Said, SheetSet
from engine.model.offers import Card, Option, Progress, Reach, Refusal
from engine.model.phrase import ActorId, ActorRef, Cell, Phrase, SideId, SideRef, Tally, modifier, phrase
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.rulesets.common import hard, health_word, known_foes, rested, with_reading
from engine.rulesets.reduction import (
    attacks,
    declare,
    effects,
    legality,
    morale,
    movement,
    predict,
    progress,
    rounds,
)
from engine.rulesets.reduction.card import card
from engine.rulesets.reduction.form import FORM
from engine.rulesets.reduction.ground import reach_squares
from engine.rulesets.reduction.menu import menu
from engine.rulesets.reduction.options import CHOICES, ReductionOptions, options
from engine.rulesets.reduction.redact import redact
from engine.rulesets.reduction.sheet import ReductionSheet, share_left, sheet
from engine.rulesets.reduction.state import Phase, ReductionRound, side_state, state, with_side
from engine.rulesets.reduction.verbs import REFEREES, VERBS
from engine.rulesets.reduction.words import ACTIONS, GLOSSARY, OPTION_CHOICES
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.paths import reach_of
from engine.tactics.step import Outcome, UninterruptedSteps


class OldSchoolReduction(UninterruptedSteps):
    """The six-step round in which everybody acts at once and nobody falls before its end."""

    about = About(
        key="reduction",
        title="Old-School Reduction",
        scale=10,
        unit="ft",
        scales={"space": 10, "quarter": 5},
        also={10: "1 inch at 1:120", 5: "half an inch at 1:120"},
        guests=(ReductionSheet, ReductionOptions, ReductionRound),
        options=OPTION_CHOICES,
        glossary=GLOSSARY,
        verbs={verb: verb for verb in VERBS}
        | {"resolve": "attack", "effect": "complete", "save": "complete"},
        trade_off="Everybody acts at once, few numbers, and who falls is known at the round's end",
        actions=ACTIONS,
        form=FORM,
        scars=("taken", "dead"),
    )

    # --- bodies on squares: several share a space, nothing interrupts a step -----------------------

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """Any number share a space; a withdrawal needs empty ones."""
        return legality.stand_refusals(board, actor, cell, manner, ending)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """MV, counted in squares of the map; half of it, rounded up, for a fighting withdrawal."""
        rule = "OSR-DECL-06" if manner == "withdraw" else "OSR-MOVE-02"
        reach = reach_squares(battle, sheet(actor), manner)
        return Tally((modifier(reach, "osr.mod.move", rule),))

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """The attacks that setting out to flee brings; they are rolled in the Attack step."""
        return predict.strikes(board, mover, src, manner, first)

    def after_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Remember the way it came; contact is judged when everybody has taken the step."""
        yield from ()
        movement.remember_space(draft, mover, src)
        return Outcome.GO

    # --- read --------------------------------------------------------------------------------------

    def progress(self, battle: Battle) -> Progress:
        """See `progress.progress`."""
        return progress.progress(battle)

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """See `menu.menu`; nothing before the fight begins."""
        return menu(board, actor) if isinstance(board.battle.round, ReductionRound) else ()

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """Spaces within the movement of the verb."""
        return reach_of(board, self, actor, self.manner(verb))

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """Known enemies, with what speaks against each."""
        foes = known_foes(board, actor)
        if verb == "resolve":
            return {foe.id: legality.struck_by(board, actor, foe.id) for foe in foes}
        kind = "shoot" if verb == "shoot" else "attack"
        return {foe.id: legality.against(board, actor, foe.id, kind) for foe in foes}

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
        """There must be two sides that are enemies (OSR-ASSUME-01, OSR-ASSUME-05)."""
        return progress.may_begin(battle)

    def may_ally(self, battle: Battle) -> tuple[Refusal, ...]:
        """Two of the sides must stay enemies (OSR-ASSUME-05)."""
        return progress.may_ally(battle)

    def open(self, draft: Draft) -> Procedure[None]:
        """No initiative: the referee says who is ambushed, and declarations begin."""
        yield from rounds.open_fight(draft)

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """A declaration, one roll, or something the referee does about a side."""
        match act.verb:
            case "resolve":
                yield from attacks.play_attack(draft, act)
            case "effect":
                yield from effects.play_effect(draft, act.actor)
            case "save":
                yield from effects.play_save(draft, act)
            case "hit_dice":
                yield from rounds.roll_hit_dice(draft, (act.actor,))
            case _ if act.verb in REFEREES:
                _by_referee(draft, act)
            case _:
                yield from declare.play_declare(draft, act)

    def advance(self, draft: Draft) -> Procedure[None]:
        """The next step of the round."""
        yield from rounds.advance(draft, self)

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """Everybody should have declared, and every attack should be rolled."""
        if not isinstance(battle.round, ReductionRound):
            return hard("act.not_begun")
        if state(battle).phase is Phase.OVER:
            return hard("act.over")
        return rounds.unfinished(battle)

    def settle(self, draft: Draft) -> Procedure[None]:
        """Attacks due on somebody no longer there are forgotten; who was put back on its feet lives."""
        yield from ()
        rounds.forget_removed(draft)
        for actor in tuple(draft.battle.actors.values()):
            page = sheet(actor)
            due = tuple(one for one in page.due if not one.target or one.target in draft)
            back = {} if not actor.active else {"dead": False, "surrendered": False, "fled": False}
            changed = replace(page, due=due, **back)
            if changed != page:
                draft.emit(SheetSet(actor.id, changed))

    def rested(self, actor: Actor) -> Actor:
        """Hit points sustained stay; declarations, attacks due and flight are over."""
        page = replace(
            sheet(actor),
            hurt=False, struck=False, plan=None, more=(), due=(), pending=(), came_from=None,
            routed=False, surrendered=False, fled=False, unloaded=False,
        )  # fmt: skip
        return rested(actor, page, actor.has(DOWN) and not sheet(actor).surrendered)

    def spent(self, states: Sequence[Actor]) -> tuple[Phrase, ...]:
        """Nothing: no stock is kept."""
        return ()

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """AC -10 to 20, sustained hit points and movement from 0; whether one of the fallen is slain."""
        page = sheet(actor)
        match fact:
            case "ac":
                return replace(page, ac=max(-10, min(20, value)))
            case "taken":
                return replace(page, taken=max(0, value))
            case "mv":
                return replace(page, move=max(0, min(99, value)))
            case "dead" if actor.has(DOWN):
                return replace(page, dead=bool(value))
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
        """See `predict.strike_law`."""
        return predict.strike_law(board, strike)

    def charge_hits(self, board: Board, act: Act) -> float | None:
        """None: there are no charges."""
        return None

    def stops_at_first(self, battle: Battle, when: When) -> bool:
        """All attacks are rolled."""
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """See `predict.endurance`."""
        return predict.endurance(battle, actor)

    # --- hide --------------------------------------------------------------------------------------

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """See `redact.redact`."""
        return redact(battle, side, seen)

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """The health word."""
        return health_word(share_left(sheet(actor)), not actor.active)


def _by_referee(draft: Draft, act: Act) -> None:
    """What is said of a side or of the last roll; no number changes by it but a check that falls due."""
    actor, text = draft[act.actor], act.picks.get("text", "").strip()
    match act.verb:
        case "morale":
            morale.call(draft, actor.side)
        case "hold":
            rounds.hold(draft, actor.side)
        case "goal":  # Rule: OSR-ASSUME-04
            now = state(draft.battle)
            draft.emit(RoundSet(with_side(now, replace(side_state(now, actor.side), goal=text))))
            said = phrase("osr.goal_is", "OSR-ASSUME-04", side=SideRef(actor.side), goal=text)
            draft.emit(Said(said, gm_only=True, rule="OSR-ASSUME-04"))
        case _:  # Rule: OSR-FRAME-04
            said = phrase("osr.told", "OSR-FRAME-04", who=ActorRef(act.actor), text=text)
            draft.emit(Said(said, about=act.actor, rule="OSR-FRAME-04"))
