"""OS-SIX as a ruleset: delegation, the action list, the card, and what is kept secret."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.model.actor import DOWN, HELPLESS, PRONE, Actor, Guest, Stride
from engine.model.battle import Battle
from engine.model.commands import Act, OnHit
from engine.model.events import Said, StrideSet
from engine.model.offers import Card, CardFact, Option, PickGroup, Progress, Reach, Refusal, Targeting
from engine.model.phrase import ActorId, ActorRef, Cell, Phrase, SideId, Tally, modifier, phrase
from engine.model.requests import AskRuling
from engine.model.strikes import Branch, Endurance, Strike, StrikeLaw
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
from engine.rulesets.os_six import attacks, legality, pools, rounds
from engine.rulesets.os_six.form import FORM
from engine.rulesets.os_six.pools import Stat
from engine.rulesets.os_six.sheet import (
    CHOICES,
    MOST_STRAIN,
    SixOptions,
    SixRound,
    SixSheet,
    Turn,
    options,
    sheet,
    state,
    usable,
    weapon,
    write,
)
from engine.rulesets.os_six.words import GLOSSARY, OPTION_CHOICES
from engine.rulesets.ruleset import About
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.paths import reach_of
from engine.tactics.step import Outcome, walk

TEXT = PickGroup("text", phrase("six.pick.text"))


class OsSix:
    """Turns in a rolled order, pools of d6 that keep the highest, strain and panic."""

    about = About(
        key="os_six",
        title="OS-SIX",
        scale=5,
        unit="ft",
        guests=(SixSheet, SixOptions, SixRound),
        options=OPTION_CHOICES,
        glossary=GLOSSARY,
        verbs={"move": "move", "double": "double", "attack": "attack", "stand": "stand", "ready": "item"}
        | {"other": "stunt"},
        form=FORM,
    )

    # --- bodies on squares: leaving melee costs nothing (SIX-MOVE-06) ------------------------------

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """One body a square; friends can be passed."""
        return in_the_way(board, actor, cell, ending)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """The base movement, twice that for a double move."""
        times = 2 if manner == "double" else 1
        return Tally((modifier(sheet(actor).move * times, "six.mod.move", legality.LIMITS.get(manner, "")),))

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """Nobody interrupts a step."""
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
        """Nothing meets a mover."""
        yield from ()
        return Outcome.GO

    # --- read --------------------------------------------------------------------------------------

    def progress(self, battle: Battle) -> Progress:
        """One turn for each in the order of combat."""
        return rounds.progress(battle)

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """Every action in a fixed order."""
        if not isinstance(board.battle.round, SixRound):
            return ()
        return tuple(self._option(board, actor, verb) for verb in legality.VERBS)

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """Squares within the movement of the verb."""
        return reach_of(board, self, actor, self.manner(verb))

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """Known enemies, with what speaks against each, whatever weapon is used."""
        return {foe.id: legality.with_any_weapon(board, actor, foe.id) for foe in known_foes(board, actor)}

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """The one legality door."""
        return legality.why_not(board, self, act)

    def manner(self, verb: str) -> str:
        """The verb itself."""
        return verb

    def card(self, battle: Battle, actor: Actor) -> Card:
        """Hit points, strain, armour and movement."""
        page = sheet(actor)
        facts = (
            CardFact("hp", phrase("six.fact.hp"), f"{page.hp}/{page.max_hp}", editable=True),
            CardFact("strain", phrase("six.fact.strain"), f"{page.strain}/{MOST_STRAIN}", editable=True),
            CardFact("armour", phrase("six.fact.armour"), str(page.armour), editable=True),
            CardFact("move", phrase("six.fact.move"), str(page.move), editable=True),
        )
        badges = (("prone",) if actor.has(PRONE) else ()) + (("panic",) if page.penalty else ())
        hands = phrase("text.plain", "", text=", ".join(item.name for item in usable(page)))
        left = health(page.hp, page.max_hp, not actor.active)
        role = phrase("six.role", "", role=page.role)
        return Card(role, facts, _state_words(actor), badges, left, hands, dead=page.dead)

    # --- play --------------------------------------------------------------------------------------

    def may_begin(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whenever the referee wants it."""
        return ()

    def open(self, draft: Draft) -> Procedure[None]:
        """Agility for the order, then the first turn."""
        yield from rounds.open_fight(draft)

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """Carry out one act."""
        actor, turn = act.actor, sheet(draft[act.actor]).turn
        match act.verb:
            case "move":
                yield from walk(draft, self, actor, act.path, "move", OnHit.STOP)
            case "double":
                write(draft, actor, turn=replace(turn, acted=True, doubled=True))  # Rule: SIX-MOVE-05
                yield from walk(draft, self, actor, act.path, "double", OnHit.STOP)
            case "attack":
                made = turn.attacks + 1
                last = made >= sheet(draft[actor]).attacks  # Rule: SIX-TURN-12
                write(draft, actor, turn=replace(turn, attacks=made, acted=last))
                yield from attacks.play_attack(draft, actor, act.targets[0], act.picks.get("weapon", ""))
            case "stand":
                set_condition(draft, actor, PRONE, present=False)
                draft.emit(StrideSet(actor, Stride(sheet(draft[actor]).move)))  # ruling D2 #20
                draft.emit(Said(phrase("six.stands", "", who=ActorRef(actor)), about=actor))
            case "ready":
                write(draft, actor, turn=replace(turn, acted=True), useless=())
                draft.emit(Said(phrase("six.readies", "SIX-TURN-06", who=ActorRef(actor)), about=actor))
            case _:
                write(draft, actor, turn=replace(turn, acted=True))
                text = act.picks.get("text", "")
                title = phrase("six.ask.other", "SIX-TURN-07", who=ActorRef(actor), text=text)
                yield from ask(AskRuling(title=title, side=draft[actor].side, actor=actor))

    def advance(self, draft: Draft) -> Procedure[None]:
        """The next turn."""
        yield from rounds.advance(draft)

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """Whoever is on turn should have acted."""
        return rounds.unfinished(battle)

    def settle(self, draft: Draft) -> Procedure[None]:
        """Hit points and strain set by hand put somebody down or bring it back; newcomers act last."""
        yield from ()
        for actor in tuple(draft.battle.actors.values()):
            page = sheet(actor)
            if page.hp <= 0 and not page.fallen:
                write(draft, actor.id, fallen=True)
                drop(draft, actor.id, rule="SIX-DAMAGE-02")
            elif page.hp > 0 and page.fallen:
                write(draft, actor.id, fallen=False, dead=False)
                set_condition(draft, actor.id, DOWN, present=False)
            if page.strain == MOST_STRAIN and actor.active:
                set_condition(draft, actor.id, HELPLESS, rule="SIX-STRAIN-02")
                drop(draft, actor.id, rule="SIX-STRAIN-02")

    def rested(self, actor: Actor) -> Actor:
        """Hit points and strain stay; the turn, panic and weapons dropped are over."""
        page = sheet(actor)
        anew = replace(page, turn=Turn(), useless=(), penalty=False, dazed=False)
        return rested(actor, anew, page.fallen or page.dead)

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """Hit points, strain, armour and movement."""
        page = sheet(actor)
        match fact:
            case "hp":
                return replace(page, hp=max(0, min(page.max_hp, value)))
            case "strain":
                return replace(page, strain=max(0, min(MOST_STRAIN, value)))
            case "armour":
                return replace(page, armour=max(0, value))
            case "move":
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
        """One attack: against a hero by the dodge that the player rolls, else by the attacker's pool."""
        page, target = sheet(board.actor(strike.attacker)), sheet(board.actor(strike.mover))
        item = weapon(page, strike.means)
        dodges = target.hero and not page.hero
        if dodges:
            chances, amount = pools.law(pools.pool(target, Stat.AGILITY).total), attacks.of_defence
        else:
            stat = Stat.AGILITY if item.ranged else Stat.BRAWN
            chances, amount = pools.law(pools.pool(page, stat).total), attacks.of_attack
        law: dict[int, float] = {}
        for result, chance in chances.items():
            for total, weight in sums(item.dice).items():
                harm = max(0, amount(total + item.bonus, result) - target.armour)
                law[harm] = law.get(harm, 0.0) + chance * weight
        branches = tuple(Branch(False, harm, chance) for harm, chance in sorted(law.items()))
        return StrikeLaw(branches, (phrase("six.assumes.dodges", "SIX-TURN-15"),) if dodges else ())

    def stops_at_first(self, battle: Battle) -> bool:
        """No strike interrupts a step."""
        return False

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """Out at no hit points."""
        points = max(0, sheet(actor).hp)
        return Endurance((*(0.0 for _ in range(points)), 1.0))

    # --- hide --------------------------------------------------------------------------------------

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """Other sides' pages but for the health word, and turns of those not seen."""
        actors = {
            key: actor if actor.side == side else replace(actor, sheet=_public(sheet(actor)))
            for key, actor in battle.actors.items()
        }
        if not isinstance(battle.round, SixRound):
            return replace(battle, actors=actors)
        now = state(battle)
        order = tuple(who for who in now.order if who in seen)
        at = sum(1 for who in now.order[: max(0, now.at)] if who in seen)
        return replace(battle, actors=actors, round=replace(now, order=order, at=at))

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """The health word."""
        page = sheet(actor)
        return health_word(page.hp / page.max_hp if page.max_hp else 0.0, not actor.active)

    # --- parts -------------------------------------------------------------------------------------

    def _option(self, board: Board, actor: Actor, verb: str) -> Option:
        page = sheet(actor)
        picks: tuple[PickGroup, ...] = ()
        targeting, note = Targeting.NONE, phrase(f"six.note.{verb}")
        match verb:
            case "move" | "double":
                targeting = Targeting.PATH
                total = self.allowance(board.battle, actor, verb).total
                note = phrase(f"six.note.{verb}", legality.LIMITS[verb], squares=total)
            case "attack":
                targeting, picks = Targeting.ACTOR, (legality.weapons(page),)
                note = _attack_note(page)
            case "other":
                picks = (TEXT,)
            case _:
                pass
        refusals = legality.turn_refusals(board, actor, verb)
        return Option(verb, phrase(f"verb.{verb}"), targeting, note, refusals, picks)


def _attack_note(page: SixSheet) -> Phrase:
    item = usable(page)[0]
    if not page.hero:
        return phrase("six.note.attack_foe", "SIX-TURN-10", means=item.name)
    stat = Stat.AGILITY if item.ranged else Stat.BRAWN
    return phrase("six.note.attack", "", dice=max(0, pools.pool(page, stat).total), means=item.name)


def _public(page: SixSheet) -> SixSheet:
    """Health in five steps and what everybody can see in the hands."""
    share = page.hp / page.max_hp if page.max_hp else 0.0
    points = next((now for least, now in ((1.0, 20), (0.75, 16), (0.4, 10)) if share >= least), 4)
    return SixSheet(
        hp=points if page.hp > 0 else 0,
        max_hp=20,
        weapons=page.weapons,
        useless=page.useless,
        fallen=page.fallen,
        dead=page.dead,
    )


def _state_words(actor: Actor) -> Phrase:
    page = sheet(actor)
    if page.dead:
        return phrase("six.state.dead", "SIX-DAMAGE-05")
    if page.strain == MOST_STRAIN:
        return phrase("six.state.incapacitated", "SIX-STRAIN-02")
    if not actor.active:
        return phrase("six.state.unconscious", "SIX-DAMAGE-02")
    if page.dazed:
        return phrase("six.state.dazed", "SIX-DAMAGE-11")
    if page.penalty:
        return phrase("six.state.panicked", "SIX-PANIC-05")
    return phrase("state.done" if page.turn.acted else "state.ready")
