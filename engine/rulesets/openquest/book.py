"""OpenQuest as a ruleset: delegation, the action list, the card, and what is kept secret."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.model.actor import DOWN, HELPLESS, PRONE, Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act, OnHit
from engine.model.events import Declared, Said, SheetSet
from engine.model.offers import Card, CardFact, Option, PickGroup, Progress, Reach, Refusal, Targeting
from engine.model.phrase import ActorId, ActorRef, Cell, Phrase, SideId, Tally, modifier, phrase
from engine.model.requests import AskRuling
from engine.model.strikes import Branch, Endurance, Strike, StrikeLaw, When
from engine.rulesets.common import (
    drop,
    health,
    health_word,
    in_the_way,
    known_foes,
    rested,
    set_condition,
    sums,
)
from engine.rulesets.openquest import attacks, legality, rounds
from engine.rulesets.openquest.attacks import Kind, Level
from engine.rulesets.openquest.form import FORM
from engine.rulesets.openquest.sheet import (
    CHOICES,
    OpenQuestOptions,
    OpenQuestRound,
    OpenQuestSheet,
    OqWeapon,
    Phase,
    Turn,
    What,
    current,
    held,
    options,
    sheet,
    skill,
    squares,
    state,
    weapon,
    write_turn,
)
from engine.rulesets.openquest.words import GLOSSARY, OPTION_CHOICES
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.paths import reach_of
from engine.tactics.perception import perceives
from engine.tactics.step import Outcome, walk

SPELL = PickGroup("spell", phrase("oq.pick.spell"))


class OpenQuest:
    """Counts from the highest DEX down, one action and one reaction a round, a d100 against a skill."""

    about = About(
        key="openquest",
        title="OpenQuest",
        scale=2,
        unit="m",
        guests=(OpenQuestSheet, OpenQuestOptions, OpenQuestRound),
        options=OPTION_CHOICES,
        glossary=GLOSSARY,
        verbs={verb: verb for verb in legality.VERBS}
        | {"prepare": "cast", "set": "brace", "cast": "complete"},
        conditions=(PRONE, HELPLESS),
        form=FORM,
    )

    # --- bodies on squares: only a set weapon interrupts, and only a charge ------------------------

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """One body a square; friends can be passed."""
        return in_the_way(board, actor, cell, ending)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """The Movement Rate, twice that for a sprint or a charge."""
        times = 2 if manner in ("sprint", "charge") else 1
        return Tally(
            (modifier(squares(sheet(actor), times), "oq.mod.move", legality.LIMITS.get(manner, "")),)
        )

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
            if board.within_blow(foe, there, shaft.reach) and not board.within_blow(foe, here, shaft.reach):
                found.append(Strike(foe.id, mover.id, When.ENTERING, shaft.key, manner, "OQ-SET-02"))
        return tuple(found)

    def before_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Nothing interrupts leaving a square."""
        yield from ()
        return Outcome.GO

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
        """The counts of the round."""
        return rounds.progress(battle)

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """Every action in a fixed order; declaring and casting only for those who can."""
        if not isinstance(board.battle.round, OpenQuestRound):
            return ()
        spells = ("prepare", "cast")
        verbs = (verb for verb in legality.VERBS if sheet(actor).casts or verb not in spells)
        return tuple(self._option(board, actor, verb) for verb in verbs)

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """Squares within the movement of the verb; straight lanes for a charge."""
        if verb == "charge":
            return legality.charge_reach(board, self, actor)
        return reach_of(board, self, actor, self.manner(verb))

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """Known enemies, with what speaks against each, whatever weapon is used."""
        if verb == "charge":
            return legality.charge_targets(board, self, actor)
        return {foe.id: legality.with_any_weapon(board, actor, foe.id) for foe in known_foes(board, actor)}

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """The one legality door."""
        return legality.why_not(board, self, act)

    def manner(self, verb: str) -> str:
        """The verb itself."""
        return verb

    def card(self, battle: Battle, actor: Actor) -> Card:
        """Hit points, armour, skill and movement."""
        page = sheet(actor)
        item = held(page)[0]
        facts = (
            CardFact("hp", phrase("oq.fact.hp"), f"{page.hp}/{page.max_hp}", editable=True),
            CardFact("ap", phrase("oq.fact.ap"), str(page.armour), editable=True),
            CardFact("close", phrase("oq.fact.close"), f"{skill(page, item)}%"),
            CardFact("rate", phrase("oq.fact.rate"), f"{page.rate} m", editable=True),
        )
        badges = (("brace",) if page.set_weapon else ()) + (("spell",) if page.turn.spell else ())
        badges += ("prone",) if actor.has(PRONE) else ()
        left = health(page.hp, page.max_hp, not actor.active)
        hands = phrase("text.plain", "", text=", ".join(held_item.name for held_item in held(page)))
        role = phrase("oq.role", "", role=page.role)
        return Card(role, facts, _state_words(actor), badges, left, hands, dead=page.dead)

    # --- play --------------------------------------------------------------------------------------

    def may_begin(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whenever the referee wants it."""
        return ()

    def open(self, draft: Draft) -> Procedure[None]:
        """Order by DEX; nothing is asked."""
        yield from ()
        rounds.open_fight(draft)

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """Carry out one act."""
        actor, turn = act.actor, sheet(draft[act.actor]).turn
        match act.verb:
            case "prepare":
                spell = act.picks.get("spell") or "?"
                write_turn(draft, actor, replace(turn, spell=spell), sheet(draft[actor]).set_weapon)
                said = phrase("oq.declares", "OQ-SUM-05", who=ActorRef(actor), spell=spell)
                draft.emit(Declared(actor, said, hidden=True, rule="OQ-SUM-05"))
            case "move":
                yield from walk(draft, self, actor, act.path, "move", OnHit.STOP)
            case "sprint":
                write_turn(draft, actor, replace(turn, acted=True, dodge_only=True))  # Rule: OQ-MOVE-06
                yield from walk(draft, self, actor, act.path, "sprint", OnHit.STOP)
            case "charge":
                write_turn(draft, actor, replace(turn, acted=True, no_reaction=True))  # Rule: OQ-CHARGE-07
                yield from self._charge(draft, act)
            case "attack":
                yield from self._attack(draft, act)
            case "set":
                write_turn(draft, actor, replace(turn, acted=True), set_weapon=True)
                means = next((item.name for item in held(sheet(draft[actor])) if item.settable), "")
                draft.emit(
                    Said(phrase("oq.sets", "OQ-SET-01", who=ActorRef(actor), means=means), about=actor)
                )
            case "stand":
                write_turn(draft, actor, replace(turn, acted=True))
                set_condition(draft, actor, PRONE, present=False)
                draft.emit(Said(phrase("oq.stands", "OQ-MOVE-01", who=ActorRef(actor)), about=actor))
            case _:
                yield from self._cast(draft, actor)

    def advance(self, draft: Draft) -> Procedure[None]:
        """The next count, or the next round."""
        yield from ()
        rounds.advance(draft)

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever is on the count should have acted."""
        return rounds.unfinished(battle)

    def settle(self, draft: Draft) -> Procedure[None]:
        """Hit points set by hand kill or bring back."""
        yield from ()
        for actor in tuple(draft.battle.actors.values()):
            page = sheet(actor)
            if page.hp <= 0 and not page.dead:
                draft.emit(SheetSet(actor.id, replace(page, dead=True)))
                drop(draft, actor.id, rule="OQ-DAMAGE-07")
            elif page.hp > 0 and page.dead:
                draft.emit(SheetSet(actor.id, replace(page, dead=False)))
                set_condition(draft, actor.id, DOWN, present=False)

    def rested(self, actor: Actor) -> Actor:
        """Hit points stay; the turn and a set weapon are over."""
        page = sheet(actor)
        return rested(actor, replace(page, turn=Turn(), set_weapon=False), page.dead)

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """Hit points, armour points and movement rate."""
        page = sheet(actor)
        match fact:
            case "hp":
                return replace(page, hp=max(-99, min(page.max_hp, value)))
            case "ap":
                return replace(page, armour=max(0, value))
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
        """The law of a set weapon's attack on a charger, who has no reaction left."""
        page, target = sheet(board.actor(strike.attacker)), sheet(board.actor(strike.mover))
        item = weapon(page, strike.means)
        kind = Kind.SET if strike.when is When.ENTERING else Kind.PLAIN
        beats = attacks.chance(page, item, kind).total
        law: dict[int, float] = {}
        for face in range(1, 101):
            result = attacks.level(face, skill(page, item), beats)
            for harm, chance in _harm_law(page, target, item, result, kind).items():
                law[harm] = law.get(harm, 0.0) + chance / 100
        branches = tuple(Branch(False, harm, chance) for harm, chance in sorted(law.items()))
        reacts = bool(attacks.reactions(board.battle, strike.mover))
        return StrikeLaw(branches, (phrase("oq.assumes.no_reaction"),) if reacts else ())

    def stops_at_first(self, battle: Battle) -> bool:
        """Every set weapon strikes."""
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """Dead at no hit points; at one, unconscious unless Resilience holds."""
        page = sheet(actor)
        at_one = 1 - attacks.conscious_chance(page) / 100
        points = max(0, page.hp)
        steps = tuple(
            1.0 if harm >= points else at_one if harm > 0 and harm == points - 1 else 0.0
            for harm in range(points + 1)
        )
        return Endurance(steps)

    # --- hide --------------------------------------------------------------------------------------

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """Other sides' pages but for the health word, and entries of the list for those not seen."""
        known = {actor.id for actor in battle.actors.values()} & seen
        actors = {
            key: actor if actor.side == side else replace(actor, sheet=_public(sheet(actor)))
            for key, actor in battle.actors.items()
        }
        if not isinstance(battle.round, OpenQuestRound):
            return replace(battle, actors=actors)
        now = battle.round
        order = tuple(count for count in now.order if count.actor in known)
        at = sum(1 for count in now.order[: now.at] if count.actor in known)
        return replace(battle, actors=actors, round=replace(now, order=order, at=at))

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """The health word."""
        page = sheet(actor)
        return health_word(page.hp / page.max_hp if page.max_hp else 0.0, not actor.active)

    # --- parts -------------------------------------------------------------------------------------

    def _charge(self, draft: Draft, act: Act) -> Procedure[None]:
        yield from walk(draft, self, act.actor, act.path, "charge", OnHit.STOP)
        if act.actor not in draft or not draft[act.actor].active:
            return  # Rule: OQ-SET-03
        target = act.targets[0]
        if target in draft and not legality.against(
            draft.board, draft[act.actor], target, act.picks.get("weapon", "")
        ):
            key = act.picks.get("weapon", "")
            yield from attacks.attack(draft, act.actor, target, key, Kind.CHARGE)  # Rule: OQ-CHARGE-05

    def _attack(self, draft: Draft, act: Act) -> Procedure[None]:
        key = legality.weapon_key(draft.board, draft[act.actor], act)
        count = current(draft.battle)
        second = count is not None and count.actor == act.actor and count.what is What.OFF_HAND
        turn = sheet(draft[act.actor]).turn
        done = replace(turn, off_hand_used=True) if second else replace(turn, acted=True)
        write_turn(draft, act.actor, done)
        kind = Kind.OFF_HAND if second else Kind.PLAIN
        yield from attacks.attack(draft, act.actor, act.targets[0], key, kind)

    def _cast(self, draft: Draft, actor: ActorId) -> Procedure[None]:
        spell = sheet(draft[actor]).turn.spell
        write_turn(draft, actor, replace(sheet(draft[actor]).turn, acted=True))
        title = phrase("oq.ask.spell", "OQ-SUM-05", who=ActorRef(actor), spell=spell)
        yield from ask(AskRuling(title=title, side=draft[actor].side, actor=actor))

    def _option(self, board: Board, actor: Actor, verb: str) -> Option:
        page, phase = sheet(actor), state(board.battle).phase
        picks: tuple[PickGroup, ...] = ()
        targeting, note = Targeting.NONE, phrase(f"oq.note.{verb}")
        match verb:
            case "move" | "sprint" | "charge":
                targeting = Targeting.CHARGE if verb == "charge" else Targeting.PATH
                metres = page.rate * (1 if verb == "move" else 2)
                note = phrase(f"oq.note.{verb}", legality.LIMITS[verb], metres=metres)
            case "attack":
                targeting, picks = Targeting.ACTOR, (legality.weapons(page),)
                item = weapon(page, legality.weapon_key(board, actor, Act(actor.id, verb)))
                note = phrase("oq.note.attack", "", chance=skill(page, item), means=item.name)
            case "prepare":
                picks = (SPELL,)
            case "cast":
                note = phrase("oq.note.cast", "", spell=page.turn.spell)
            case _:
                pass
        if verb == "charge":
            picks = (legality.weapons(page),)
        refusals = legality.slot_refusals(board, actor, verb)
        current_row = (verb == "prepare") == (phase is Phase.DECLARE)
        return Option(verb, phrase(f"verb.{verb}"), targeting, note, refusals, picks, current_row)


def _harm_law(
    page: OpenQuestSheet, target: OpenQuestSheet, item: OqWeapon, result: Level, kind: Kind
) -> dict[int, float]:
    """Harm -> chance once the attack roll is known and nobody reacts."""
    if not result.good:
        return {0: 1.0}
    critical = result is Level.CRITICAL
    fixed = attacks.fixed_damage(page, item, critical)
    armour = 0 if critical else target.armour
    weak = page.damage_modifier if page.weakling and not critical else ()
    found: dict[int, float] = {}
    for total, chance in sums(attacks.damage_dice(page, item, critical, kind)).items():
        for less, weight in sums(weak).items():
            harm = max(0, max(1, total + fixed - less) - armour)
            found[harm] = found.get(harm, 0.0) + chance * weight
    return found


def _public(page: OpenQuestSheet) -> OpenQuestSheet:
    """Health in five steps and what everybody can see in the hands; nothing of a declared spell."""
    share = page.hp / page.max_hp if page.max_hp else 0.0
    points = next((now for least, now in ((1.0, 20), (0.75, 16), (0.4, 10)) if share >= least), 4)
    return OpenQuestSheet(
        hp=points if page.hp > 0 else 0,
        max_hp=20,
        weapons=page.weapons,
        set_weapon=page.set_weapon,
        dead=page.dead,
    )


def _state_words(actor: Actor) -> Phrase:
    page = sheet(actor)
    if page.dead:
        return phrase("oq.state.dead", "OQ-DAMAGE-07")
    if not actor.active:
        return phrase("oq.state.unconscious", "OQ-DAMAGE-06")
    if page.turn.spell:
        return phrase("oq.state.spell", "OQ-SUM-05", spell=page.turn.spell)
    if page.set_weapon:
        return phrase("oq.state.set", "OQ-SET-01")
    return phrase("state.done" if page.turn.acted else "state.ready")
