"""Attacks and defence. The players roll both; the GM rolls only the damage of a foe that hits."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.events import Missed, Struck
from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, modifier, phrase
from engine.model.requests import AskRoll, Pick, Picked
from engine.rulesets.common import roll_total
from engine.rulesets.os_six.bodies import tell
from engine.rulesets.os_six.botch import botch
from engine.rulesets.os_six.harm import harm
from engine.rulesets.os_six.impact import impact
from engine.rulesets.os_six.nerve import after_roll
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import Degree, Stat
from engine.rulesets.os_six.rolls import AUTOMATIC, Rolled, pool_request, read, roll_pool
from engine.rulesets.os_six.sheet import SixSheet, SixWeapon, sheet, usable, weapon, write
from engine.rulesets.os_six.tallies import (
    attack_pool,
    defence_pool,
    may_block,
    rammed_by_friend,
    succeeds_alone,
    target_rolls,
    within_reach,
)
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away

_ATTACK_RULES = {
    Degree.CRITICAL: "SIX-ATK-04",
    Degree.COMPLETE: "SIX-ATK-01",
    Degree.PARTIAL: "SIX-ATK-02",
}
_DEFENCE_RULES = {
    Degree.PARTIAL: "SIX-DEF-02",
    Degree.FAILURE: "SIX-TURN-17",
    Degree.CRITICAL_FAILURE: "SIX-DEF-05",
}
"""What a hit of each degree rests on."""
_COUNTER = phrase("six.kind.counter", "SIX-DEF-04")
"""Stands over a counter-attack."""
_ANSWERS = ("six.kind.counter", "six.kind.answer")
"""Attacks that answer one: they bring no counter-attack themselves (D2 #12). A free attack does."""


def play_attack(
    draft: Draft, attacker: ActorId, target: ActorId, key: str, extra: Phrase | None = None
) -> Procedure[None]:
    """One attack: a foe's on a hero is the hero's defence, any other is the attacker's own pool.

    `extra` says why it comes out of turn: such an attack can be left undone by who would roll it, and
    one that answers another brings no counter-attack.
    """
    one, other = draft[attacker], draft[target]
    melee = not weapon(sheet(one), key).ranged
    uses_ram_up = (
        melee and options(draft.battle).ram_bonus == "next" and rammed_by_friend(draft.battle, one, other)
    )
    if target_rolls(draft.battle, one, other):
        yield from _defend(draft, attacker, target, key, extra)
    else:
        yield from strike(draft, attacker, target, key, extra)
    if uses_ram_up and target in draft:
        write(draft, target, rammed_by="")  # ruling D2 #19


# --- the attacker's pool -----------------------------------------------------------------------------


def strike(
    draft: Draft, attacker: ActorId, target: ActorId, key: str, extra: Phrase | None = None
) -> Procedure[None]:
    """The attacker rolls Brawn in melee, Agility at range."""
    item = weapon(sheet(draft[attacker]), key)
    group = f"attack {draft.next_number()}"
    rolled = yield from _attack_roll(draft, attacker, target, item, group, extra)
    if rolled is None or target not in draft or attacker not in draft:
        return
    give_away(draft, attacker, target)
    means = phrase("text.plain", "", text=item.name)
    if rolled.result.failed:
        draft.emit(Missed(attacker, target, means, "SIX-ATK-03"))
    else:
        draft.emit(Struck(attacker, target, means, _ATTACK_RULES[rolled.result]))
        if rolled.result is Degree.CRITICAL:
            tell(draft, attacker, "six.critical_attack", "SIX-ATK-04")
        yield from _hurt(draft, attacker, target, item, group, of_attack, rolled.result)
    if rolled.result is Degree.CRITICAL_FAILURE:
        foe = _answering_foe(draft, attacker, target) if extra is None else ""
        if (yield from botch(draft, attacker, item, foe)):
            yield from play_attack(draft, foe, attacker, "", _COUNTER)
    yield from after_roll(draft, attacker, rolled.result, rolled.faces, "SIX-ATK-06")


def _attack_roll(
    draft: Draft, attacker: ActorId, target: ActorId, item: SixWeapon, group: str, extra: Phrase | None
) -> Procedure[Rolled | None]:
    size = attack_pool(draft.board, draft[attacker], draft[target], item)
    _note_shot(draft, attacker, item)
    if succeeds_alone(draft.battle, draft[target]):
        tell(draft, target, "six.automatic")  # ruling D2 #24
        return AUTOMATIC
    title = phrase(
        "six.ask.attack", "SIX-TURN-08", roller=ActorRef(attacker), about=ActorRef(target), means=item.name
    )
    declines = (Pick("none", phrase("six.pick.decline")),) if extra is not None else ()
    request = pool_request(draft, attacker, size, title, target, group, declines, extra, "attack")
    return (yield from roll_pool(draft, request, "SIX-TURN-08"))


def of_attack(rolled: int, result: Degree) -> int:
    """Damage of an attack: full, half rounded down, double, none."""
    match result:
        case Degree.CRITICAL:
            return 2 * rolled  # Rule: SIX-ATK-04
        case Degree.COMPLETE:
            return rolled  # Rule: SIX-ATK-01
        case Degree.PARTIAL:
            return rolled // 2  # Rule: SIX-ATK-02
        case _:
            return 0  # Rule: SIX-ATK-03


def _answering_foe(draft: Draft, attacker: ActorId, target: ActorId) -> ActorId:
    """Who takes the opening of a critical failure: the target if it can strike back, else another enemy."""
    others = (foe.id for foe in draft.battle.foes_of(draft[attacker]) if foe.id != target)
    for foe in (target, *others):
        if _can_answer(draft, foe, attacker, weapon(sheet(draft[foe]), "")):
            return foe
    return ""


def _can_answer(draft: Draft, one: ActorId, other: ActorId, item: SixWeapon) -> bool:
    return draft[one].active and within_reach(draft.board, draft[one], draft[other], item)


# --- the defender's pool -----------------------------------------------------------------------------


def _defend(
    draft: Draft, attacker: ActorId, target: ActorId, key: str, extra: Phrase | None = None
) -> Procedure[None]:
    """The player rolls Agility to dodge or Brawn to block; the GM rolls damage if it gets through."""
    item = weapon(sheet(draft[attacker]), key)
    group = f"attack {draft.next_number()}"
    rolled = yield from _defence_roll(draft, attacker, target, item, group, extra)
    if target not in draft or attacker not in draft:
        return
    give_away(draft, attacker, target)
    means = phrase("text.plain", "", text=item.name)
    if rolled.result.full:
        draft.emit(Missed(attacker, target, means, "SIX-DEF-01"))
    else:
        draft.emit(Struck(attacker, target, means, _DEFENCE_RULES[rolled.result]))
        if rolled.result is Degree.CRITICAL_FAILURE:
            tell(draft, target, "six.critical_defence", "SIX-DEF-05")
        yield from _hurt(draft, attacker, target, item, group, of_defence, rolled.result)
    if rolled.result is Degree.CRITICAL and (extra is None or extra.key not in _ANSWERS):
        yield from _counter(draft, target, attacker)
    yield from after_roll(draft, target, rolled.result, rolled.faces, "SIX-DEF-06")


def of_defence(rolled: int, result: Degree) -> int:
    """Damage that gets through a defence: none, half rounded down, full, double."""
    match result:
        case Degree.CRITICAL_FAILURE:
            return 2 * rolled  # Rule: SIX-DEF-05
        case Degree.FAILURE:
            return rolled  # Rule: SIX-DEF-03
        case Degree.PARTIAL:
            return rolled // 2  # Rule: SIX-DEF-02
        case _:
            return 0  # Rule: SIX-DEF-01, SIX-DEF-04


def _defence_roll(
    draft: Draft, attacker: ActorId, target: ActorId, item: SixWeapon, group: str, extra: Phrase | None
) -> Procedure[Rolled]:
    """Dodge is asked first; picking the block asks for Brawn instead (D2 #9, #10)."""
    block = (
        (_block_pick(draft, attacker, target, item),) if may_block(draft.battle, draft[target], item) else ()
    )
    dodge = _defence_request(draft, attacker, target, item, Stat.AGILITY, group, block, extra)
    _note_shot(draft, attacker, item)
    if succeeds_alone(draft.battle, draft[target]):
        tell(draft, target, "six.automatic")  # ruling D2 #24
        return Rolled(Degree.FAILURE, ())
    answer = yield from ask(dodge)
    if not isinstance(answer, Picked):
        return (yield from read(draft, dodge, answer, "SIX-TURN-15"))
    blocked = _defence_request(draft, attacker, target, item, Stat.BRAWN, group, (), extra)
    rolled = yield from roll_pool(draft, blocked, "SIX-TURN-16")
    return rolled if rolled is not None else Rolled(Degree.FAILURE, ())


def _defence_request(
    draft: Draft,
    attacker: ActorId,
    target: ActorId,
    item: SixWeapon,
    stat: Stat,
    group: str,
    instead: tuple[Pick, ...],
    extra: Phrase | None,
) -> AskRoll:
    key, rule = ("six.ask.block", "SIX-TURN-16") if stat is Stat.BRAWN else ("six.ask.dodge", "SIX-TURN-15")
    title = phrase(key, rule, roller=ActorRef(target), about=ActorRef(attacker), means=item.name)
    size = defence_pool(draft.board, draft[target], draft[attacker], item, stat)
    return pool_request(draft, target, size, title, attacker, group, instead, extra, "defence")


def _block_pick(draft: Draft, attacker: ActorId, target: ActorId, item: SixWeapon) -> Pick:
    dice = max(0, defence_pool(draft.board, draft[target], draft[attacker], item, Stat.BRAWN).total)
    return Pick("block", phrase("six.pick.block", "SIX-TURN-16"), phrase("six.note.dice", "", dice=dice))


def _counter(draft: Draft, hero: ActorId, foe: ActorId) -> Procedure[None]:
    """The immediate counter-attack of a critical defence, if the attacker is within reach."""
    # Rule: SIX-DEF-04
    if hero not in draft or foe not in draft or not draft[hero].active or not draft[foe].active:
        return
    for item in _counters(draft.battle, sheet(draft[hero])):
        if within_reach(draft.board, draft[hero], draft[foe], item):
            yield from play_attack(draft, hero, foe, item.key, _COUNTER)
            return


def _counters(battle: Battle, page: SixSheet) -> tuple[SixWeapon, ...]:
    """What a counter-attack may be made with (D2 #12)."""
    reading = options(battle).counter
    if reading == "off":
        return ()
    return tuple(item for item in usable(page) if reading == "reach" or not item.ranged)


# --- damage ------------------------------------------------------------------------------------------


def _hurt(
    draft: Draft,
    attacker: ActorId,
    target: ActorId,
    item: SixWeapon,
    group: str,
    amount: Callable[[int, Degree], int],
    result: Degree,
) -> Procedure[None]:
    """Roll the damage and deal it, and whatever else the weapon does."""
    if item.dice:
        rolled = yield from _damage_roll(draft, attacker, target, item, group)
        yield from harm(draft, target, amount(rolled, result), attacker)
    yield from impact(draft, target, item)


def _damage_roll(
    draft: Draft, attacker: ActorId, target: ActorId, item: SixWeapon, group: str
) -> Procedure[int]:
    bonus = (modifier(item.bonus, "six.mod.weapon"),) if item.bonus else ()
    request = AskRoll(
        title=phrase("six.ask.damage", "SIX-TURN-11", attacker=ActorRef(attacker), target=ActorRef(target)),
        dice=item.dice,
        tally=Tally(bonus),
        check_id=group,
        side=draft[attacker].side,
        actor=attacker,
        about=target,
    )
    return (yield from roll_total(draft, request))


def _note_shot(draft: Draft, attacker: ActorId, item: SixWeapon) -> None:
    """Remember the shot of a weapon that kicks, for the turn after (D2 #26)."""
    if item.recoil:
        write(draft, attacker, turn=replace(sheet(draft[attacker]).turn, fired=item.key))
