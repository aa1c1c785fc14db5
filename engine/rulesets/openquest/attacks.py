"""An attack from the d100 to the hit points: hit, reaction, damage, armour, and what a low total means."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import HELPLESS, PRONE
from engine.model.battle import Battle
from engine.model.events import Harmed, Missed, Said, SheetSet, Struck
from engine.model.phrase import ActorId, ActorRef, Modifier, Phrase, Tally, modifier, phrase
from engine.model.requests import AskReaction, AskRoll, AskRuling, Faces, Pick, Picked
from engine.rulesets.common import drop, set_condition, tell_roll
from engine.rulesets.openquest.sheet import (
    OpenQuestSheet,
    OqWeapon,
    Size,
    held,
    options,
    sheet,
    skill,
    weapon,
    write_turn,
)
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away

FUMBLE = 100
"""The face of a d100 that reads 00."""
CHARGE_DIE = 6
PARRY = "parry:"


class Kind(StrEnum):
    """How an attack comes about; it changes the numbers."""

    PLAIN = "plain"
    CHARGE = "charge"
    SET = "set"
    OFF_HAND = "off_hand"


class Level(StrEnum):
    """How well a skill roll went."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    FUMBLE = "fumble"

    @property
    def good(self) -> bool:
        """Whether it succeeded."""
        return self in (Level.CRITICAL, Level.SUCCESS)


class Through(StrEnum):
    """What a reaction lets through."""

    ALL = "all"
    HALF = "half"
    NOTHING = "nothing"


class Hit(Struct, frozen=True):
    """What is left of a hit after the reaction."""

    critical: bool
    through: Through = Through.ALL


def critical_score(percent: int) -> int:
    """A tenth of the skill to the nearest whole, a half up: 55 gives 6, 54 gives 5."""
    return (percent + 5) // 10  # Rule: OQ-CRIT-01


def level(face: int, percent: int, chance: int) -> Level:
    """How a d100 came out: `percent` is the bare skill, `chance` the skill with its modifiers."""
    if face == FUMBLE:
        return Level.FUMBLE  # Rule: OQ-FUMBLE-01
    if face > chance:
        return Level.FAILURE  # Rule: OQ-ATK-02
    return Level.CRITICAL if face <= critical_score(percent) else Level.SUCCESS  # Rule: OQ-CRIT-02


def chance(page: OpenQuestSheet, item: OqWeapon, kind: Kind) -> Tally:
    """The chance to hit in percent, part by part."""
    parts: tuple[Modifier, ...] = (modifier(skill(page, item), "oq.mod.skill", "OQ-BASIC-06"),)
    if kind is Kind.SET:
        parts += (modifier(25, "oq.mod.set", "OQ-SET-02"),)
    if kind is Kind.OFF_HAND:
        parts += (modifier(-25, "oq.mod.off_hand", "OQ-TWOWEAPON-03"),)
    return Tally(parts)


def attack(draft: Draft, attacker: ActorId, target: ActorId, key: str, kind: Kind) -> Procedure[None]:
    """One attack with the weapon of that key, from the roll to the hit points."""
    item = weapon(sheet(draft[attacker]), key)
    group = f"attack {draft.next_number()}"
    tally = chance(sheet(draft[attacker]), item, kind)
    request = AskRoll(
        title=phrase("oq.ask.attack", "OQ-ATK-01", attacker=ActorRef(attacker), target=ActorRef(target)),
        kicker=phrase(f"oq.kind.{kind.value}") if kind is not Kind.PLAIN else None,
        dice=(100,),
        tally=tally,
        beats=tally.total,
        at_or_under=True,
        check_id=group,
        side=draft[attacker].side,
        actor=attacker,
        about=target,
        instead=(Pick("none", phrase("oq.pick.no_attack")),) if kind is Kind.CHARGE else (),
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return
    give_away(draft, attacker, target)
    tell_roll(draft, request, faces, "OQ-ATK-01")
    result = level(faces.faces[0], skill(sheet(draft[attacker]), item), tally.total)
    words = phrase("text.plain", "", text=item.name)
    if not result.good:
        draft.emit(Missed(attacker, target, words, "OQ-ATK-02"))
        if result is Level.FUMBLE:
            yield from fumble(draft, attacker)
        return
    draft.emit(Struck(attacker, target, words, "OQ-ATK-01"))
    if result is Level.CRITICAL:
        draft.emit(Said(phrase("oq.critical", "OQ-CRIT-02", who=ActorRef(attacker)), about=target))
    hit = yield from react(draft, attacker, target, item, result is Level.CRITICAL, group)
    if target in draft and attacker in draft:
        yield from deal(draft, attacker, target, item, hit, kind, group)


# --- reaction ----------------------------------------------------------------------------------------


def react(
    draft: Draft, attacker: ActorId, target: ActorId, item: OqWeapon, critical: bool, group: str
) -> Procedure[Hit]:
    """Ask the target for its reaction, now that it is known to be hit and before damage is rolled."""
    picks = reactions(draft.battle, target)
    if not picks:
        return Hit(critical)  # Rule: OQ-ATK-04
    answer = yield from ask(
        AskReaction(
            title=phrase("oq.ask.react", "OQ-REACT-12", target=ActorRef(target), attacker=ActorRef(attacker)),
            detail=(phrase("oq.detail.critical" if critical else "oq.detail.hit", "", means=item.name),),
            side=draft[target].side,
            actor=target,
            about=attacker,
            picks=picks,
        )
    )
    if answer.pick == "none" or target not in draft:
        return Hit(critical)
    write_turn(draft, target, replace(sheet(draft[target]).turn, reacted=True))  # Rule: OQ-REACT-01
    parry = weapon(sheet(draft[target]), answer.pick.removeprefix(PARRY)) if answer.pick != "dodge" else None
    result = yield from _defend(draft, target, attacker, parry, group)
    hit = outcome(draft.battle, critical, item.size, parry, result)
    said = phrase(f"oq.through.{hit.through.value}", "", who=ActorRef(target))
    draft.emit(Said(said, about=target, rule="OQ-DODGE-02" if parry is None else "OQ-PARRY-02"))
    return hit


def reactions(battle: Battle, target: ActorId) -> tuple[Pick, ...]:
    """The reactions the target has: dodge, a parry with each thing in hand, or none (OQ-REACT-03)."""
    actor = battle.actors[target]
    page, turn = sheet(actor), sheet(actor).turn
    if turn.reacted or turn.no_reaction or not actor.active or actor.has(HELPLESS):
        return ()
    dodge = Pick("dodge", phrase("oq.pick.dodge"), phrase("oq.note.chance", "", chance=page.dodge))
    parries = () if turn.dodge_only else held(page)  # Rule: OQ-MOVE-07
    return (
        dodge,
        *(_parry_pick(page, item) for item in parries),
        Pick("none", phrase("oq.pick.take_it")),
    )


def _parry_pick(page: OpenQuestSheet, item: OqWeapon) -> Pick:
    note = phrase("oq.note.chance", "", chance=skill(page, item))
    return Pick(PARRY + item.key, phrase("oq.pick.parry", "", means=item.name), note)


def _defend(
    draft: Draft, target: ActorId, attacker: ActorId, parry: OqWeapon | None, group: str
) -> Procedure[Level]:
    page = sheet(draft[target])
    percent = page.dodge if parry is None else skill(page, parry)
    tally = Tally((modifier(percent, "oq.mod.dodge" if parry is None else "oq.mod.skill"),))
    key = "oq.ask.dodge" if parry is None else "oq.ask.parry"
    request = AskRoll(
        title=phrase(key, "", target=ActorRef(target), attacker=ActorRef(attacker)),
        dice=(100,),
        tally=tally,
        beats=percent,
        at_or_under=True,
        check_id=group,
        side=draft[target].side,
        actor=target,
        about=attacker,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return Level.FAILURE
    tell_roll(draft, request, faces, "OQ-DODGE-01" if parry is None else "OQ-PARRY-01")
    result = level(faces.faces[0], percent, percent)
    if result is Level.FUMBLE:
        yield from fumble(draft, target)
    return result


def outcome(battle: Battle, critical: bool, size: Size, parry: OqWeapon | None, reaction: Level) -> Hit:
    """What a reaction leaves of a hit. `parry` is the parrying weapon, None for a dodge."""
    if not reaction.good:
        return Hit(critical)
    if critical and reaction is not Level.CRITICAL and options(battle).dodge_against_critical == "stays":
        return Hit(critical=True)  # Rule: OQ-DODGE-05
    if critical and reaction is Level.CRITICAL:
        # Rule: OQ-CRIT-08. It is an ordinary hit now, against which a parry counts by its size (ruling G13).
        return Hit(critical=False, through=by_size(size, parry.size) if parry else Through.ALL)
    if parry is None or reaction is Level.CRITICAL:
        return Hit(critical=False, through=Through.NOTHING)  # Rule: OQ-DODGE-02, OQ-PARRY-07
    return Hit(critical=False, through=by_size(size, parry.size))


def by_size(attack_size: Size, parry_size: Size) -> Through:
    """What a parry lets through by the categories of the two weapons."""
    if parry_size >= attack_size:
        return Through.NOTHING  # Rule: OQ-PARRY-04
    return Through.HALF if attack_size - parry_size == 1 else Through.ALL  # Rule: OQ-PARRY-05, OQ-PARRY-06


# --- damage ------------------------------------------------------------------------------------------


def deal(
    draft: Draft, attacker: ActorId, target: ActorId, item: OqWeapon, hit: Hit, kind: Kind, group: str
) -> Procedure[None]:
    """Roll what is to be rolled, take off what is parried and what the armour stops, and harm the target."""
    if hit.through is Through.NOTHING:
        return
    rolled = yield from _damage(draft, attacker, target, item, hit.critical, kind, group)
    if target not in draft:
        return
    if hit.through is Through.HALF:
        rolled = (rolled + 1) // 2  # ruling C2 #13
    armour = 0 if hit.critical else sheet(draft[target]).armour  # Rule: OQ-CRIT-06
    if rolled > armour:
        yield from harm(draft, target, rolled - armour, attacker)
    else:
        draft.emit(Said(phrase("oq.armour_stops", "OQ-ATK-06", who=ActorRef(target)), about=target))


def damage_dice(page: OpenQuestSheet, item: OqWeapon, critical: bool, kind: Kind) -> tuple[int, ...]:
    """Dice rolled and added. On a critical only the die of a charge is left to roll."""
    plain = () if critical else (*item.dice, *(() if page.weakling else page.damage_modifier))
    return (*plain, CHARGE_DIE) if kind is Kind.CHARGE else plain  # Rule: OQ-CHARGE-06


def fixed_damage(page: OpenQuestSheet, item: OqWeapon, critical: bool) -> int:
    """Damage that is not rolled: the weapon's bonus, and the highest faces on a critical."""
    if not critical:
        return item.bonus
    highest = 0 if page.weakling else sum(page.damage_modifier)  # Rule: OQ-CRIT-04, OQ-CRIT-05
    return item.bonus + sum(item.dice) + highest  # Rule: OQ-CRIT-03


def _damage(
    draft: Draft, attacker: ActorId, target: ActorId, item: OqWeapon, critical: bool, kind: Kind, group: str
) -> Procedure[int]:
    """Damage before parry and armour, at least 1 (rulings C1)."""
    page = sheet(draft[attacker])
    dice, fixed = damage_dice(page, item, critical, kind), fixed_damage(page, item, critical)
    taken_off = page.damage_modifier if page.weakling and not critical else ()
    total = fixed
    if dice:
        key = "oq.mod.highest" if critical else "oq.mod.weapon"
        tally = Tally((modifier(fixed, key, "OQ-CRIT-03"),)) if fixed else Tally()
        title = phrase("oq.ask.damage", "OQ-ATK-05", attacker=ActorRef(attacker), target=ActorRef(target))
        total = yield from _damage_roll(draft, attacker, target, title, dice, tally, group)
    if taken_off:
        title = phrase("oq.ask.weak", "OQ-DAMAGE-03", attacker=ActorRef(attacker))
        total -= yield from _damage_roll(draft, attacker, target, title, taken_off, Tally(), group)
    return max(1, total)


def _damage_roll(
    draft: Draft,
    attacker: ActorId,
    target: ActorId,
    title: Phrase,
    dice: tuple[int, ...],
    tally: Tally,
    group: str,
) -> Procedure[int]:
    request = AskRoll(
        title=title,
        dice=dice,
        tally=tally,
        check_id=group,
        side=draft[attacker].side,
        actor=attacker,
        about=target,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return 0
    tell_roll(draft, request, faces, "OQ-ATK-05")
    return request.total(faces)


def harm(draft: Draft, target: ActorId, amount: int, by: ActorId) -> Procedure[None]:
    """Take hit points off; at one the target falls, at none it is dead."""
    page = sheet(draft[target])
    left = page.hp - amount
    draft.emit(SheetSet(target, replace(page, hp=left, dead=left <= 0)))
    draft.emit(Harmed(target, amount, by, "OQ-ATK-07"))
    if left <= 0:
        drop(draft, target, by, "OQ-DAMAGE-07")
    elif left == 1:
        set_condition(draft, target, PRONE, rule="OQ-DAMAGE-05")
        yield from _stay_conscious(draft, target, by)


def conscious_chance(page: OpenQuestSheet) -> int:
    """Percent to stay conscious at one hit point."""
    return page.resilience // 10  # Rule: OQ-DAMAGE-06


def _stay_conscious(draft: Draft, target: ActorId, by: ActorId) -> Procedure[None]:
    percent = conscious_chance(sheet(draft[target]))
    request = AskRoll(
        title=phrase("oq.ask.conscious", "OQ-DAMAGE-06", target=ActorRef(target)),
        dice=(100,),
        tally=Tally((modifier(percent, "oq.mod.resilience", "OQ-DAMAGE-06"),)),
        beats=percent,
        at_or_under=True,
        side=draft[target].side,
        actor=target,
    )
    faces = yield from ask(request)
    if not isinstance(faces, Faces):
        return
    tell_roll(draft, request, faces, "OQ-DAMAGE-06")
    if target in draft and not request.succeeds(faces):
        set_condition(draft, target, HELPLESS, rule="OQ-DAMAGE-06")
        drop(draft, target, by, "OQ-DAMAGE-06")


def fumble(draft: Draft, who: ActorId) -> Procedure[None]:
    """The referee says what comes of a 00."""
    # Rule: OQ-FUMBLE-02
    yield from ask(
        AskRuling(
            title=phrase("oq.ask.fumble", "OQ-FUMBLE-02", who=ActorRef(who)),
            detail=(phrase("oq.detail.fumble", "OQ-FUMBLE-04"),),
            side=draft[who].side,
            actor=who,
        )
    )
