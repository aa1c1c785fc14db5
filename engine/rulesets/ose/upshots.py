"""What a blow decides, told before its dice fall: damage, what goes with it, and where the mover ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from engine.model.actor import DOWN, Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskRoll, Grade
from engine.rulesets.ose import bodies
from engine.rulesets.ose.afflictions import effect_of, immune
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.figures import Attack, Figures, Kind, harmless, weapon_of
from engine.rulesets.ose.flanking import flanked
from engine.rulesets.ose.harm import DEAD_AT_NONE, DYING, rolls_for_death
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import Quality, held_shield, sheet
from engine.rulesets.upshots import HITS, MISSES, Upshot, by_face, decided

_NATURAL, _SPLASH = "OSE-OVER-06", "OSE-BASE-05"


class Onward(NamedTuple):
    """What a blow at a step means for whoever takes that step."""

    hit: tuple[Phrase, ...] = ()
    missed: tuple[Phrase, ...] = ()


def of_attack(
    battle: Battle, made: Attack, numbers: Figures, request: AskRoll, rule: str, onward: Onward
) -> AskRoll:
    """The roll to hit with what it decides. `rule` is that of the damage."""
    either = _either_way(battle.actors[made.target], made.kind)
    hit = (*_natural_20(request), *_harm(battle, made, numbers, rule), *either, *onward.hit)
    missed = (*_natural_1(request), *either, *onward.missed)
    return decided(request, Upshot(HITS, hit), Upshot(MISSES, missed))


def of_damage(battle: Battle, made: Attack, numbers: Figures) -> tuple[Grade, ...]:
    """What the damage dice decide, as they are read: who stays up, who goes down."""
    dice = numbers.damage_dice
    span = (1, max(dice)) if numbers.high else (len(dice), sum(dice))
    at_once = made.kind in (Kind.OPPORTUNITY, Kind.BRACE)
    return of_harm(battle, made.target, span, lambda kept: numbers.harm((kept,)), at_once)


def of_harm(
    battle: Battle,
    target: ActorId,
    span: tuple[int, int],
    harm_of: Callable[[int], int],
    at_once: bool = False,
) -> tuple[Grade, ...]:
    """What dice between these ends decide that take hit points from the target, `harm_of` what they read.

    `at_once`: also where the damage of a step waits for its end.
    """
    actor = battle.actors[target]
    waits = not at_once and options(battle).step_resolution == "simultaneous"
    after = (*_spell_lost(battle, actor), *((phrase("upshot.waits", "OSE-ORDER-02"),) if waits else ()))
    least, most = span
    hp, who = sheet(actor).hp, ActorRef(target)
    if sheet(actor).dead:
        return (Grade(least, phrase("upshot.dead_already", "", who=who)),)
    falls = Upshot(phrase("upshot.goes_down", "", who=who), (*_at_none(battle, actor), *after))
    if actor.has(DOWN):
        falls = Upshot(phrase("upshot.hurt_down", "", who=who), _at_none(battle, actor))
        return (Grade(least, falls.words, then=falls.then),)
    standing = [kept for kept in range(least, most + 1) if harm_of(kept) < hp]
    if not standing:
        return (Grade(least, falls.words, then=falls.then),)
    left = (hp - harm_of(standing[-1]), hp - harm_of(standing[0]))
    stands = Upshot(_keeps(target, *left), after)
    return by_face(least, most, lambda kept: stands if harm_of(kept) < hp else falls)


def _keeps(target: ActorId, least: int, most: int) -> Phrase:
    if least == most:
        return phrase("upshot.keeps", "", who=ActorRef(target), hp=most)
    return phrase("upshot.keeps_from", "", who=ActorRef(target), least=least, hp=most)


def _at_none(battle: Battle, actor: Actor) -> tuple[Phrase, ...]:
    """What no hit points mean to the actor."""
    if not rolls_for_death(battle, actor):
        return (phrase("upshot.dies", DEAD_AT_NONE),)
    key = "upshot.death_roll" if options(battle).death_roll == "at_once" else "upshot.death_roll_waits"
    return (phrase(key, DYING),)


# --- a hit ------------------------------------------------------------------------------------------------


def _harm(battle: Battle, made: Attack, numbers: Figures, rule: str) -> tuple[Phrase, ...]:
    target = battle.actors[made.target]
    hurts = bool(numbers.damage_dice)
    return (
        *(_damage(target, numbers, rule) if hurts else ()),
        *(_spell_lost(battle, target) if hurts else ()),
        *(_shield(battle, made, target) if hurts else ()),
        *_carried(battle, made, target),
    )


def _damage(target: Actor, numbers: Figures, rule: str) -> tuple[Phrase, ...]:
    dice = numbers.damage_dice
    least = numbers.harm((1,) * len(dice))
    most = numbers.harm(dice)
    if numbers.most:
        found = [phrase("upshot.damage_most", "OSE-OVER-06", amount=most)]
    else:
        key = "upshot.damage_doubled" if numbers.doubled else "upshot.damage"
        found = [phrase(key, rule, dice=dice_words(numbers), least=least, most=most)]
    hp = sheet(target).hp
    if most >= hp > 0:
        down = "upshot.falls_at" if least < hp and not numbers.most else "upshot.falls"
        found.append(phrase(down, DEAD_AT_NONE, who=ActorRef(target.id), hp=hp))
    return tuple(found)


def dice_words(numbers: Figures) -> str:
    """The damage dice in short: "1d6+1", of two that only the higher counts of "d6 or d6"."""
    if numbers.high:
        words = " or ".join(f"d{sides}" for sides in numbers.damage_dice)
    else:
        counted = Counter(numbers.damage_dice)
        words = "+".join(f"{count}d{sides}" for sides, count in counted.items())
    bonus = numbers.damage.total
    return f"{words}{bonus:+d}" if bonus else words


def _spell_lost(battle: Battle, target: Actor) -> tuple[Phrase, ...]:
    """The spell under way or kept up that damage costs the target (OSE-SPELL-07, OSE-CAST-04)."""
    if not bodies.plays(target):
        return ()
    page, who = sheet(target), ActorRef(target.id)
    if bodies.casting(page):
        return (phrase("upshot.spell_lost", cited(battle, "OSE-SPELL-07"), who=who, spell=page.turn.spell),)
    if page.concentrating:
        rule = cited(battle, "OSE-CAST-04")
        return (phrase("upshot.spell_ends", rule, who=who, spell=page.concentrating),)
    return ()


def _shield(battle: Battle, made: Attack, target: Actor) -> tuple[Phrase, ...]:
    if may_splinter(battle, made):
        rule = cited(battle, "OSE-SHIELD-05")
        return (phrase("upshot.shield", rule, who=ActorRef(target.id)),)
    return ()


def may_splinter(battle: Battle, made: Attack) -> bool:
    """Whether the target may give its shield for the damage (OSE-SHIELD-05)."""
    target = battle.actors[made.target]
    if held_shield(sheet(target)) is None or options(battle).splinter == "off" or bodies.helpless(target):
        return False
    moving = made.kind in (Kind.OPPORTUNITY, Kind.BRACE)
    return made.kind is Kind.MISSILE or not flanked(battle, target, battle.actors[made.attacker], moving)


def _carried(battle: Battle, made: Attack, target: Actor) -> tuple[Phrase, ...]:
    """What the weapon does beyond its damage."""
    item = weapon_of(battle.actors[made.attacker], made.weapon)
    if harmless(item, target):
        return (phrase("upshot.harmless", _SPLASH, who=ActorRef(target.id)),)
    effect, found = effect_of(item), list[Phrase]()
    if effect.what and not immune(target, effect):
        key = "upshot.carries_save" if effect.save else "upshot.carries"
        found.append(phrase(key, "OSE-OVER-06", effect=effect.what))
    if item.has(Quality.SPLASH):
        found.append(phrase("upshot.soaked", _SPLASH, who=ActorRef(target.id)))
    return tuple(found)


def _either_way(target: Actor, kind: Kind) -> tuple[Phrase, ...]:
    """Hit or miss, an attack breaks a turning (OSE-TURN-04, OSE-TURN-05)."""
    if not target.has(bodies.TURNED):
        return ()
    rule = "OSE-TURN-05" if kind is Kind.MISSILE else "OSE-TURN-04"
    return (phrase("upshot.turning_ends", rule, who=ActorRef(target.id)),)


def _natural_20(request: AskRoll) -> tuple[Phrase, ...]:
    """That a 20 hits, where the total alone would not."""
    short = (request.beats or 0) > 20 + request.tally.total
    return (phrase("upshot.natural_20", _NATURAL),) if request.naturals and short else ()


def _natural_1(request: AskRoll) -> tuple[Phrase, ...]:
    """That a 1 misses, where the total alone would hit."""
    enough = (request.beats or 0) <= 1 + request.tally.total
    return (phrase("upshot.natural_1", _NATURAL),) if request.naturals and enough else ()
