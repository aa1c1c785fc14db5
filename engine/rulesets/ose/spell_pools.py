"""Spells that take as many as their dice say: so many hit dice, so many heads, or one alone instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Pick, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.ose import bodies, spell_targets
from engine.rulesets.ose.checks import dice_of, level_of
from engine.rulesets.ose.doses import EFFECT_RULE, Hit
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.ose.spell_facts import UNLIMITED, HitDice, Pool, Spell
from engine.tactics.draft import Draft, Procedure, ask

ALONE, SEVERAL, LET_GO, DONE = "alone", "several", "let_go", "done"
_RULE = "OSE-SPELL-06"


def hit_dice(page: OseSheet) -> HitDice:
    """Hit dice and the points beside them; a character has as many as levels, less than one counts as one."""
    if page.character:
        return level_of(page), 0
    found = re.match(r"\d+([+-]\d+)", page.hit_dice)
    return dice_of(page), int(found[1]) if found else 0


def choose(draft: Draft, act: Act, spell: Spell, pool: Pool) -> Procedure[Hit | None]:
    """One alone where one fits, or so many by a roll, whom the referee names until the dice are used up.

    None: the spell is let go after all.
    """
    way = yield from _way(draft, act, spell, pool)
    if way == ALONE:
        return (yield from _one(draft, act, spell, pool))
    if way == LET_GO:
        return None
    request = _dice_question(draft, act.actor, spell, pool)
    answer = yield from ask(request)
    if not isinstance(answer, Faces):
        return None
    tell_roll(draft, request, answer, request.title.rule)
    return (yield from _share_out(draft, act, spell, pool, request.total(answer)))


def _way(draft: Draft, act: Act, spell: Spell, pool: Pool) -> Procedure[str]:
    """One or several, asked where both can be; targets named beforehand may leave one of the two."""
    named = set(act.targets)
    alone = [one for one in _fit_alone(draft, act.actor, spell, pool) if not named or one in named]
    if not alone or len(named) > 1:
        return SEVERAL
    several = any(
        one.id in named if named else True
        for one in _candidates(draft, act.actor, spell)
        if _may_be_one_of_several(one, pool)
    )
    if named and not several:
        return ALONE
    ways = (Pick(SEVERAL, _several_words(pool)), Pick(ALONE, _alone_words(pool)))
    answer = yield from ask(
        AskChoice(
            title=phrase("pool.ask_way", EFFECT_RULE, who=ActorRef(act.actor), spell=spell.name),
            detail=_effect(spell),
            side=draft[act.actor].side,
            actor=act.actor,
            picks=(*ways, Pick(LET_GO, phrase("spell.pick_let_go", "OSE-SPELL-13"))),
            default=SEVERAL if several else ALONE,
        )
    )
    return answer.pick


def _dice_question(draft: Draft, caster: ActorId, spell: Spell, pool: Pool) -> AskRoll:
    key = "pool.ask_dice" if pool.hit_dice else "pool.ask_heads"
    who, dice = ActorRef(caster), _dice_words(pool)
    return AskRoll(
        title=phrase(key, EFFECT_RULE, who=who, spell=spell.name, dice=dice),
        detail=_effect(spell),
        side=draft[caster].side,
        actor=caster,
        dice=(pool.sides,) * pool.dice,
        instead=(Pick(LET_GO, phrase("spell.pick_let_go", "OSE-SPELL-13")),),
    )


def _effect(spell: Spell) -> tuple[Phrase, ...]:
    return (phrase("spell.does_what", _RULE, effect=spell.effect),) if spell.effect else ()


def _dice_words(pool: Pool) -> str:
    return f"{pool.dice}d{pool.sides}"


def _hit_dice_words(dice: HitDice) -> str:
    return f"{dice[0]}+{dice[1]}" if dice[1] else str(dice[0])


def _several_words(pool: Pool) -> Phrase:
    dice = _dice_words(pool)
    if pool.most is None:
        return phrase("pool.several_dice" if pool.hit_dice else "pool.several_heads", "", dice=dice)
    key = "pool.several_dice_of" if pool.hit_dice else "pool.several_heads_of"
    return phrase(key, "", dice=dice, most=_hit_dice_words(pool.most))


def _alone_words(pool: Pool) -> Phrase:
    if pool.alone_save:
        return phrase("pool.alone_save", "", value=pool.alone_save)
    least, most = pool.alone or ((0, 0), UNLIMITED)
    if least == (0, 0):
        return phrase("pool.alone")
    key = "pool.alone_from" if most == UNLIMITED else "pool.alone_of"
    return phrase(key, "", dice=_hit_dice_words(least))


def _may_be_one_of_several(actor: Actor, pool: Pool) -> bool:
    return pool.most is None or hit_dice(sheet(actor)) <= pool.most


def _fit_alone(draft: Draft, caster: ActorId, spell: Spell, pool: Pool) -> Hit:
    if pool.alone is None:
        return ()
    least, most = pool.alone
    return tuple(one.id for one in _candidates(draft, caster, spell) if least <= hit_dice(sheet(one)) <= most)


def _candidates(draft: Draft, caster: ActorId, spell: Spell) -> tuple[Actor, ...]:
    """Enemies first, those who lie helpless already last; the weakest, of equals the nearest."""
    board, own = draft.board, draft[caster]
    found = [board.actor(one) for one in spell_targets.candidates(board, own, spell) if one != caster]
    found.sort(
        key=lambda one: (
            not board.battle.hostile(one.side, own.side),
            bodies.helpless(one),
            hit_dice(sheet(one)),
            board.separation(own, one),
        )
    )
    return tuple(found)


def _one(draft: Draft, act: Act, spell: Spell, pool: Pool) -> Procedure[Hit | None]:
    fitting = _fit_alone(draft, act.actor, spell, pool)
    named = tuple(one for one in act.targets if one in fitting)
    if named:
        return named[:1]
    pick = yield from _ask_whom(draft, act.actor, spell, fitting, (), LET_GO)
    return None if pick == LET_GO else (pick,)


def _share_out(draft: Draft, act: Act, spell: Spell, pool: Pool, left: int) -> Procedure[Hit | None]:
    """One after the other. Whoever has more hit dice than are left cannot be named."""
    chosen: Hit = ()
    while True:
        fitting = tuple(
            one.id
            for one in _candidates(draft, act.actor, spell)
            if one.id not in chosen
            and _cost(one, pool) <= left
            and _may_be_one_of_several(one, pool)
            and (not act.targets or one.id in act.targets)
        )
        if not fitting:
            break
        if act.targets:
            pick = fitting[0]
        else:
            key = "pool.left_dice" if pool.hit_dice else "pool.left_heads"
            detail = (phrase(key, "", left=left), *_so_far(chosen))
            notes = _weaker(draft, act.actor, fitting) if pool.hit_dice else {}
            pick = yield from _ask_whom(draft, act.actor, spell, fitting, detail, DONE, notes)
        if pick == DONE:
            break
        chosen = (*chosen, pick)
        left -= _cost(draft[pick], pool)
    if not chosen:
        said = phrase("pool.nobody", _RULE, who=ActorRef(act.actor), spell=spell.name)
        draft.emit(Said(said, gm_only=True, about=act.actor, rule=_RULE))
    return chosen


def _weaker(draft: Draft, caster: ActorId, fitting: Hit) -> dict[ActorId, Phrase]:
    """For each enemy offered, which weaker one on its feet would be taken before it."""
    own = draft[caster].side
    foes = [draft[one] for one in fitting if draft.battle.hostile(draft[one].side, own)]
    standing = [one for one in foes if not bodies.helpless(one)]
    if not standing:
        return {}
    weakest = min(standing, key=lambda one: hit_dice(sheet(one)))
    least, words = hit_dice(sheet(weakest)), phrase("pool.weaker", _RULE, who=ActorRef(weakest.id))
    return {one.id: words for one in standing if hit_dice(sheet(one)) > least}


def _so_far(chosen: Hit) -> tuple[Phrase, ...]:
    return (phrase("spell.so_far", "", names=Names(chosen)),) if chosen else ()


def _cost(actor: Actor, pool: Pool) -> int:
    return hit_dice(sheet(actor))[0] if pool.hit_dice else 1


def _ask_whom(
    draft: Draft,
    caster: ActorId,
    spell: Spell,
    fitting: Hit,
    detail: tuple[Phrase, ...],
    end: str,
    notes: Mapping[ActorId, Phrase] = MappingProxyType({}),
) -> Procedure[str]:
    answer: Picked = yield from ask(
        AskChoice(
            title=phrase("spell.ask_targets", "OSE-SPELL-02", who=ActorRef(caster), spell=spell.name),
            detail=detail,
            side=draft[caster].side,
            actor=caster,
            picks=(
                *(Pick(one, _with_dice(draft[one]), notes.get(one)) for one in fitting),
                Pick(end, phrase(f"spell.pick_{end}", "OSE-SPELL-13")),
            ),
        )
    )
    return answer.pick


def _with_dice(actor: Actor) -> Phrase:
    page = sheet(actor)
    dice = str(level_of(page)) if page.character else page.hit_dice
    return phrase("pool.pick", "", who=ActorRef(actor.id), dice=dice)
