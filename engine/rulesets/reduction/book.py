"""Old-School Reduction as a ruleset: delegation, the action list, the card, and what is kept secret."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.model.actor import DOWN, Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import Declared, SheetSet
from engine.model.offers import (
    Card,
    CardFact,
    Option,
    PickGroup,
    Progress,
    Reach,
    Refusal,
    Slot,
    SlotState,
    Targeting,
)
from engine.model.phrase import ActorId, ActorRef, Cell, Phrase, SideId, Tally, modifier, phrase
from engine.model.requests import AskRoll, AskRuling, Faces
from engine.model.strikes import Branch, Endurance, Strike, StrikeLaw
from engine.rulesets.common import hard, health, health_word, known_foes, rested, settled, sums
from engine.rulesets.reduction import attacks, legality, movement, rounds
from engine.rulesets.reduction.form import FORM
from engine.rulesets.reduction.sheet import (
    CHOICES,
    Due,
    Phase,
    Plan,
    ReductionOptions,
    ReductionRound,
    ReductionSheet,
    SideState,
    engaged_with,
    hits,
    options,
    sheet,
    state,
)
from engine.rulesets.reduction.words import GLOSSARY, MODIFIERS, OPTION_CHOICES
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.paths import reach_of
from engine.tactics.step import Outcome

TEXT = PickGroup("text", phrase("osr.pick.text"))


class OldSchoolReduction:
    """The six-step round in which everybody acts at once and nobody falls before its end."""

    about = About(
        key="reduction",
        title="Old-School Reduction",
        scale=10,
        unit="ft",
        also={10: "1 inch at 1:120", 5: "half an inch at 1:120"},
        guests=(ReductionSheet, ReductionOptions, ReductionRound),
        options=OPTION_CHOICES,
        glossary=GLOSSARY,
        verbs={verb: verb for verb in legality.VERBS} | {"resolve": "attack", "effect": "complete"},
        form=FORM,
    )

    # --- bodies on squares: several share a space, nothing interrupts a step -----------------------

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """Any number share a space; a withdrawal needs empty ones."""
        return legality.stand_refusals(board, actor, cell, manner)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """MV in spaces; half of it, rounded up, for a fighting withdrawal."""
        rate = sheet(actor).move
        if manner == "withdraw":
            return Tally((modifier(-(-rate // 2), "osr.mod.move", "OSR-DECL-06"),))
        return Tally((modifier(rate, "osr.mod.move", "OSR-MOVE-02"),))

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """Nobody: even the attacks on a fleer are rolled in the Attack step."""
        return ()

    def before_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Nothing interrupts a step."""
        yield from ()
        return Outcome.GO

    def after_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Remember the way it came; contact is judged when everybody has taken the step."""
        yield from ()
        movement.remember_space(draft, mover, src)
        return Outcome.GO

    # --- read --------------------------------------------------------------------------------------

    def progress(self, battle: Battle) -> Progress:
        """The five steps; before the fight begins, none."""
        if not isinstance(battle.round, ReductionRound):
            return Progress(0, ())
        now = state(battle)
        order = tuple(phase for phase in Phase if phase is not Phase.OVER)
        place = len(order) if now.phase is Phase.OVER else order.index(now.phase)
        slots = tuple(
            Slot(phase.value, phrase(f"osr.phase.{phase.value}"), _slot_state(index, place))
            for index, phase in enumerate(order)
        )
        over = settled(battle) or phrase("act.over") if now.phase is Phase.OVER else None
        following = None if over else _next_words(now.phase)
        seconds = (now.number - 1) * rounds.SECONDS
        return Progress(now.number, slots, rounds.waiting(battle), following, over=over, seconds=seconds)

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """Declarations, then the rolls of the later steps."""
        if not isinstance(board.battle.round, ReductionRound):
            return ()
        return tuple(self._option(board, actor, verb) for verb in legality.VERBS)

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """Spaces within the movement of the verb."""
        return reach_of(board, self, actor, self.manner(verb))

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """Known enemies, with what speaks against each."""
        kind = "shoot" if verb == "shoot" else "attack"
        return {foe.id: legality.against(board, actor, foe.id, kind) for foe in known_foes(board, actor)}

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """The one legality door."""
        return legality.why_not(board, self, act)

    def manner(self, verb: str) -> str:
        """The verb itself."""
        return verb

    def card(self, battle: Battle, actor: Actor) -> Card:
        """AC, hit dice, hit points sustained, movement; engaged or not."""
        page = sheet(actor)
        dice = f"{page.hit_dice}{page.hit_bonus:+d}"
        facts = (
            CardFact("ac", phrase("osr.fact.ac"), str(page.ac), editable=True),
            CardFact("hd", phrase("osr.fact.hd"), dice),
            CardFact("taken", phrase("osr.fact.taken"), str(page.taken), editable=True),
            CardFact("mv", phrase("osr.fact.mv"), str(page.move), editable=True),
        )
        most = 6 * page.hit_dice + page.hit_bonus
        left = health(max(0, most - page.taken), most, not actor.active)
        role = phrase("osr.role", "", role=page.role)
        hands = phrase("text.plain", "", text=page.weapon) if page.weapon else None
        badges = ("hurt",) if page.hurt else ()
        return Card(role, facts, _state_words(battle, actor), badges, left, hands, harm="taken")

    # --- play --------------------------------------------------------------------------------------

    def open(self, draft: Draft) -> Procedure[None]:
        """No initiative and no question: declarations begin."""
        rounds.open_fight(draft)
        yield from ()

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """A declaration, one attack roll, or one special action."""
        match act.verb:
            case "resolve":
                yield from attacks.play_attack(draft, act)
            case "effect":
                yield from self._effect(draft, act.actor)
            case _:
                self._declare(draft, act)

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
        """Attacks due on somebody no longer there are forgotten."""
        for actor in tuple(draft.battle.actors.values()):
            page = sheet(actor)
            due = tuple(one for one in page.due if not one.target or one.target in draft)
            if due != page.due:
                draft.emit(SheetSet(actor.id, replace(page, due=due)))
        yield from ()

    def rested(self, actor: Actor) -> Actor:
        """Hit points sustained stay; plan, attacks due and flight are over."""
        page = sheet(actor)
        anew = replace(page, hurt=False, plan=None, due=(), came_from=None, routed=False, surrendered=False)
        return rested(actor, anew, actor.has(DOWN))

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """AC -10 to 20, sustained hit points and movement from 0."""
        page = sheet(actor)
        match fact:
            case "ac":
                return replace(page, ac=max(-10, min(20, value)))
            case "taken":
                return replace(page, taken=max(0, value))
            case "mv":
                return replace(page, move=max(0, min(99, value)))
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
        """One melee attack with the `means`-th AT; it never stops a step."""
        page = sheet(board.actor(strike.attacker))
        due = Due(hits(board.battle, page, page.attacks[int(strike.means or 0)]), strike.mover)
        tally = attacks.attack_tally(board, strike.attacker, strike.mover, due)
        request = AskRoll(title=phrase("osr.ask.attack"), dice=(20,), tally=tally, beats=page.to_hit)
        good = sum(attacks.is_hit(request, Faces((face,))) for face in range(1, 21))
        branches = (Branch(False, due.hits, good / 20), Branch(False, 0, 1 - good / 20))
        return StrikeLaw(branches, (phrase("osr.assumes.rolled"),))

    def stops_at_first(self, battle: Battle) -> bool:
        """All attacks are rolled."""
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """Chance that the hit dice come out at or below the running total; judged at the round's end."""
        page = sheet(actor)
        law = sums((6,) * page.hit_dice)
        most = max(1, 6 * page.hit_dice + page.hit_bonus - page.taken)
        out = tuple(
            min(1.0, sum(law[total] for total in law if total + page.hit_bonus <= page.taken + harm))
            for harm in range(most + 1)
        )
        # Nobody rolls who is not harmed, whatever was sustained before (Rule: OSR-HITDICE-01).
        return Endurance((0.0 if not page.hurt else out[0], *out[1:]), at_once=False)

    # --- hide --------------------------------------------------------------------------------------

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """Other sides' plans until the attacks, and their stat lines but for the health word."""
        declaring = isinstance(battle.round, ReductionRound) and state(battle).phase is Phase.DECLARE
        actors = {
            key: actor if actor.side == side else replace(actor, sheet=_public(sheet(actor), declaring, seen))
            for key, actor in battle.actors.items()
        }
        known = replace(battle, actors=actors)
        if isinstance(battle.round, ReductionRound):
            met = {one.id for one in battle.sides}
            sides = tuple(SideState(one.side, strength=0) for one in battle.round.sides if one.side in met)
            known = replace(known, round=replace(battle.round, sides=sides))
        return known

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """The health word."""
        page = sheet(actor)
        most = 6 * page.hit_dice + page.hit_bonus
        return health_word(1 - page.taken / most if most > 0 else 0.0, not actor.active)

    # --- parts -------------------------------------------------------------------------------------

    def _declare(self, draft: Draft, act: Act) -> None:
        """Write the plan down, over an earlier one; in the Attack step it takes effect at once."""
        target = act.targets[0] if act.targets else ""
        plan = Plan(act.verb, act.path, target, act.picks.get("text", ""))
        draft.emit(SheetSet(act.actor, replace(sheet(draft[act.actor]), plan=plan)))
        verb = phrase(f"verb.{act.verb}")
        said = phrase("osr.declares", "OSR-INIT-03", who=ActorRef(act.actor), what=verb)
        if target:
            said = phrase(
                "osr.declares_on", "OSR-INIT-03", who=ActorRef(act.actor), what=verb, target=ActorRef(target)
            )
        draft.emit(Declared(act.actor, said, hidden=True, rule="OSR-INIT-03"))
        if state(draft.battle).phase is Phase.ATTACK:
            page = sheet(draft[act.actor])
            kept = tuple(due for due in page.due if due.fleeing)
            draft.emit(SheetSet(act.actor, replace(page, due=kept)))
            attacks.give_attacks(draft, act.actor)

    def _effect(self, draft: Draft, actor_id: ActorId) -> Procedure[None]:
        plan = sheet(draft[actor_id]).plan
        text = plan.text if plan else ""
        yield from ask(
            AskRuling(
                title=phrase("osr.ask.special", "OSR-SPECIAL-01", who=ActorRef(actor_id), text=text),
                side=draft[actor_id].side,
                actor=actor_id,
            )
        )
        if actor_id in draft:
            draft.emit(SheetSet(actor_id, replace(sheet(draft[actor_id]), plan=None)))

    def _option(self, board: Board, actor: Actor, verb: str) -> Option:
        page, phase = sheet(actor), state(board.battle).phase
        refusals = legality.step_refusals(board, actor, verb)
        picks: tuple[PickGroup, ...] = ()
        targeting, note = Targeting.NONE, phrase(f"osr.note.{verb}")
        match verb:
            case "move" | "flee" | "withdraw":
                targeting = Targeting.PATH
                note = phrase(f"osr.note.{verb}", "", spaces=self.allowance(board.battle, actor, verb).total)
            case "attack":
                targeting = Targeting.ACTOR
            case "shoot":
                targeting = Targeting.ACTOR
                note = phrase("osr.note.shoot", "", spaces=3 * page.missile_range)
                if page.missile_range <= 0:
                    refusals += hard("osr.no.missile")
            case "special":
                picks = (TEXT,)
            case "resolve":
                targeting, picks = Targeting.ACTOR, (_which(page), MODIFIERS)
                note = phrase("osr.note.resolve", "", count=len(page.due))
                if not page.due:
                    refusals += hard("osr.no.due")
            case "effect":
                note = phrase("osr.note.effect", "", text=page.plan.text if page.plan else "")
            case _:
                pass
        current = (verb in legality.DECLARED) == (phase is Phase.DECLARE)
        return Option(verb, phrase(f"verb.{verb}"), targeting, note, refusals, picks, current)


def _which(page: ReductionSheet) -> PickGroup:
    choices = tuple(
        (str(index), phrase("osr.pick.hits", "", hits=due.hits)) for index, due in enumerate(page.due)
    )
    return PickGroup("attack", phrase("osr.pick.attack"), choices)


def _public(page: ReductionSheet, declaring: bool, seen: frozenset[ActorId]) -> ReductionSheet:
    """Hit dice and harm only as shares of one common body; no plan while it could still be changed."""
    most = 6 * page.hit_dice + page.hit_bonus
    left = max(0.0, 1 - page.taken / most) if most > 0 else 0.0
    step = next((share for least, share in ((1.0, 0), (0.75, 1), (0.4, 3)) if left >= least), 5)
    plan = None if declaring or page.plan is None else replace(page.plan, text="", path=())
    if plan is not None and plan.target not in seen:
        plan = replace(plan, target="")
    return ReductionSheet(
        hit_bonus=0, morale=None, weapon=page.weapon, taken=step, hurt=page.hurt, plan=plan,
        surrendered=page.surrendered,
    )  # fmt: skip


def _slot_state(index: int, place: int) -> SlotState:
    return SlotState.CURRENT if index == place else SlotState.PAST if index < place else SlotState.FUTURE


def _next_words(phase: Phase) -> Phrase:
    match phase:
        case Phase.DECLARE:
            return phrase("osr.next.moves")
        case Phase.MORALE | Phase.HIT_DICE:
            return phrase("osr.next.roll", "", step=phrase(f"osr.phase.{phase.value}"))
        case Phase.ATTACK:
            return phrase("osr.next", "", step=phrase("osr.phase.hit_dice"))
        case _:
            return phrase("osr.next.round")


def _state_words(battle: Battle, actor: Actor) -> Phrase:
    """Exactly one of engaged, unengaged and out of action (OSR-ASSUME-07)."""
    if sheet(actor).surrendered:
        return phrase("osr.state.surrendered", "OSR-MORALE-06")
    if not actor.active:
        return phrase("osr.state.out", "OSR-ASSUME-09")
    return phrase("osr.state.engaged" if engaged_with(battle, actor) else "osr.state.unengaged")
