"""Attacks and defence. The players roll both; the GM rolls only the damage of a foe that hits."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import PRONE
from engine.model.battle import Battle
from engine.model.events import Missed, Said, Struck
from engine.model.phrase import ActorId, ActorRef, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Pick, Picked
from engine.rulesets.common import set_condition, tell_roll
from engine.rulesets.os_six.harm import harm, lose_nerve
from engine.rulesets.os_six.pools import Degree, Stat, degree, dice_of, pool
from engine.rulesets.os_six.sheet import SixWeapon, sheet, usable, weapon, write
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away

DECLINED = None


def play_attack(draft: Draft, attacker: ActorId, target: ActorId, key: str) -> Procedure[None]:
    """One attack: a foe's on a hero is the hero's defence, any other is the attacker's own pool."""
    if sheet(draft[target]).hero and not sheet(draft[attacker]).hero:
        yield from defend(draft, attacker, target, key)  # Rule: SIX-TURN-10
    else:
        yield from strike(draft, attacker, target, key)


def within_reach(board: Board, attacker: ActorId, target: ActorId, item: SixWeapon) -> bool:
    """Whether the weapon can touch the target from where the two stand."""
    one, other = board.actor(attacker), board.actor(target)
    if not one.on_map or not other.on_map:
        return False
    if item.ranged:
        return board.separation(one, other) <= item.range
    return board.within_blow(one, other, item.reach)


# --- the attacker's pool -----------------------------------------------------------------------------


def strike(
    draft: Draft, attacker: ActorId, target: ActorId, key: str, counter: bool = False
) -> Procedure[None]:
    """The attacker rolls Brawn in melee, Agility at range. A counter-attack is not countered (D2 #12)."""
    item = weapon(sheet(draft[attacker]), key)
    stat = Stat.AGILITY if item.ranged else Stat.BRAWN  # Rule: SIX-TURN-13, SIX-TURN-14
    group = f"attack {draft.next_number()}"
    declines = (Pick("none", phrase("six.pick.decline")),) if counter else ()
    request = _pool_request(draft, attacker, target, stat, "six.ask.attack", group, declines)
    if counter:
        request = replace(request, kicker=phrase("six.kind.counter", "SIX-DEF-04"))
    result = yield from _roll_pool(draft, request, "SIX-TURN-08")
    if result is DECLINED or target not in draft:
        return
    give_away(draft, attacker, target)
    means = phrase("text.plain", "", text=item.name)
    if result in (Degree.FAILURE, Degree.CRITICAL_FAILURE):
        draft.emit(Missed(attacker, target, means, "SIX-ATK-03"))
        if result is Degree.CRITICAL_FAILURE:
            yield from _botch(draft, attacker, target, item, counter)
        return
    draft.emit(Struck(attacker, target, means, "SIX-ATK-01"))
    rolled = yield from _damage_roll(draft, attacker, target, item, group)
    yield from harm(draft, target, of_attack(rolled, result), attacker)


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


def _botch(
    draft: Draft, attacker: ActorId, target: ActorId, item: SixWeapon, counter: bool
) -> Procedure[None]:
    """The GM says what a critical failure does; then the hero's nerves are tried."""
    # Rule: SIX-ATK-05
    picks = [Pick("drop", phrase("six.pick.drop")), Pick("prone", phrase("six.pick.prone"))]
    if item.ranged:
        picks.insert(1, Pick("jam", phrase("six.pick.jam")))
    answerer = weapon(sheet(draft[target]), "")
    if not counter and draft[target].active and within_reach(draft.board, target, attacker, answerer):
        picks.append(Pick("counter", phrase("six.pick.counter")))
    title = phrase("six.ask.botch", "SIX-ATK-05", who=ActorRef(attacker))
    answer = yield from ask(AskChoice(title=title, actor=attacker, picks=tuple(picks)))
    if attacker not in draft:
        return
    draft.emit(Said(phrase(f"six.botch.{answer.pick}", "SIX-ATK-05", who=ActorRef(attacker)), about=attacker))
    match answer.pick:
        case "prone":
            set_condition(draft, attacker, PRONE, rule="SIX-ATK-05")
        case "counter":
            yield from _answer_back(draft, target, attacker)
        case _:
            useless = sheet(draft[attacker]).useless
            if item in sheet(draft[attacker]).weapons:
                write(draft, attacker, useless=(*useless, item.key))
    yield from lose_nerve(draft, attacker, "SIX-ATK-06")


def _answer_back(draft: Draft, foe: ActorId, hero: ActorId) -> Procedure[None]:
    if foe in draft and hero in draft:
        if sheet(draft[hero]).hero:
            yield from defend(draft, foe, hero, "", counter=True)
        else:
            yield from strike(draft, foe, hero, "", counter=True)


# --- the defender's pool -----------------------------------------------------------------------------


def defend(
    draft: Draft, attacker: ActorId, target: ActorId, key: str, counter: bool = False
) -> Procedure[None]:
    """The player rolls Agility to dodge or Brawn to block; the GM rolls damage if it gets through."""
    item = weapon(sheet(draft[attacker]), key)
    group = f"attack {draft.next_number()}"
    result = yield from _defence_roll(draft, attacker, target, item, group)
    if result is DECLINED or target not in draft or attacker not in draft:
        return
    give_away(draft, attacker, target)
    means = phrase("text.plain", "", text=item.name)
    if result in (Degree.CRITICAL, Degree.COMPLETE):
        draft.emit(Missed(attacker, target, means, "SIX-DEF-01"))
    else:
        draft.emit(Struck(attacker, target, means, "SIX-TURN-17"))
        rolled = yield from _damage_roll(draft, attacker, target, item, group)
        yield from harm(draft, target, of_defence(rolled, result), attacker)
    if result is Degree.CRITICAL and not counter:
        yield from _counter(draft, target, attacker)
    if result is Degree.CRITICAL_FAILURE:
        yield from lose_nerve(draft, target, "SIX-DEF-06")


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
    draft: Draft, attacker: ActorId, target: ActorId, item: SixWeapon, group: str
) -> Procedure[Degree | None]:
    """Dodge is asked first; picking the block asks for Brawn instead. Bullets cannot be blocked (D2 #10)."""
    block = () if item.ranged else (_block_pick(draft.battle, target),)
    dodge = _pool_request(draft, target, attacker, Stat.AGILITY, "six.ask.dodge", group, block)
    answer = yield from ask(dodge)
    if not isinstance(answer, Picked):
        return _read(draft, dodge, answer, "SIX-TURN-15")
    blocked = _pool_request(draft, target, attacker, Stat.BRAWN, "six.ask.block", group)
    return (yield from _roll_pool(draft, blocked, "SIX-TURN-16"))


def _counter(draft: Draft, hero: ActorId, foe: ActorId) -> Procedure[None]:
    """The immediate counter-attack of a critical defence, if the attacker is within reach."""
    # Rule: SIX-DEF-04
    if hero not in draft or foe not in draft or not draft[hero].active or not draft[foe].active:
        return
    items = (item for item in usable(sheet(draft[hero])) if within_reach(draft.board, hero, foe, item))
    item = next(items, None)
    if item is not None:
        yield from strike(draft, hero, foe, item.key, counter=True)


# --- rolls -------------------------------------------------------------------------------------------


def _pool_request(
    draft: Draft,
    roller: ActorId,
    about: ActorId,
    stat: Stat,
    key: str,
    group: str,
    instead: tuple[Pick, ...] = (),
) -> AskRoll:
    """The question for one pool of the roller against `about`."""
    size = pool(sheet(draft[roller]), stat)
    dice, keep = dice_of(size.total)
    parts = tuple(phrase("six.detail.part", "", part=part.label, dice=part.value) for part in size.parts)
    return AskRoll(
        title=phrase(key, "", roller=ActorRef(roller), about=ActorRef(about)),
        detail=parts,
        dice=dice,
        keep=keep,
        check_id=group,
        side=draft[roller].side,
        actor=roller,
        about=about,
        instead=instead,
    )


def _roll_pool(draft: Draft, request: AskRoll, rule: str) -> Procedure[Degree | None]:
    answer = yield from ask(request)
    return DECLINED if isinstance(answer, Picked) else _read(draft, request, answer, rule)


def _read(draft: Draft, request: AskRoll, faces: Faces, rule: str) -> Degree:
    tell_roll(draft, request, faces, rule)
    if request.actor in draft and sheet(draft[request.actor]).penalty:
        write(draft, request.actor, penalty=False)  # Rule: SIX-PANIC-05
    return degree(faces.faces, request.keep)


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
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return 0
    tell_roll(draft, request, faces, "SIX-TURN-11")
    return request.total(faces)


def _block_pick(battle: Battle, target: ActorId) -> Pick:
    dice = max(0, pool(sheet(battle.actors[target]), Stat.BRAWN).total)
    return Pick("block", phrase("six.pick.block"), phrase("six.note.dice", "", dice=dice))
