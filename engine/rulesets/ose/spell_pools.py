"""Spells that take as many as their dice say: so many hit dice, so many heads, or one alone instead."""

from __future__ import annotations

import re

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Pick, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.ose import bodies, spell_targets
from engine.rulesets.ose.checks import dice_of, level_of
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.doses import Hit
from engine.rulesets.ose.sheet import HitDice, OseSheet, Pool, Spell, sheet
from engine.tactics.draft import Draft, Procedure, ask

ALONE, LET_GO, DONE = "alone", "let_go", "done"
_RULE = "OSE-SPELL-06"


def hit_dice(page: OseSheet) -> HitDice:
    """Hit dice and the points beside them; a character has as many as levels, less than one counts as one."""
    if page.character:
        return level_of(page), 0
    found = re.match(r"\d+\+(\d+)", page.hit_dice)
    return dice_of(page), int(found[1]) if found else 0


def choose(draft: Draft, act: Act, spell: Spell, pool: Pool) -> Procedure[Hit | None]:
    """Roll, then the referee says whom, until the dice are used up. None: the spell is let go after all."""
    caster = act.actor
    request = _first_question(draft, caster, spell, pool)
    answer = yield from ask(request)
    if isinstance(answer, Faces):
        tell_roll(draft, request, answer, request.title.rule)
        return (yield from _share_out(draft, act, spell, pool, request.total(answer)))
    return (yield from _one(draft, act, spell, pool)) if answer.pick == ALONE else None


def _first_question(draft: Draft, caster: ActorId, spell: Spell, pool: Pool) -> AskRoll:
    key = "pool.ask_dice" if pool.hit_dice else "pool.ask_heads"
    alone = (Pick(ALONE, _alone_words(pool)),) if _fit_alone(draft, caster, spell, pool) else ()
    return AskRoll(
        title=phrase(key, cited(draft.battle, "OSE-ORDER-07"), who=ActorRef(caster), spell=spell.name),
        detail=(phrase("spell.does_what", _RULE, effect=spell.effect),) if spell.effect else (),
        side=draft[caster].side,
        actor=caster,
        dice=(pool.sides,) * pool.dice,
        instead=(*alone, Pick(LET_GO, phrase("spell.pick_let_go", "OSE-SPELL-13"))),
    )


def _alone_words(pool: Pool) -> Phrase:
    if pool.alone_save:
        return phrase("pool.alone_save", "", value=pool.alone_save)
    return phrase("pool.alone")


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
            and (pool.most is None or hit_dice(sheet(one)) <= pool.most)
            and (not act.targets or one.id in act.targets)
        )
        if not fitting:
            break
        if act.targets:
            pick = fitting[0]
        else:
            key = "pool.left_dice" if pool.hit_dice else "pool.left_heads"
            detail = (phrase(key, "", left=left), *_so_far(chosen))
            pick = yield from _ask_whom(draft, act.actor, spell, fitting, detail, DONE)
        if pick == DONE:
            break
        chosen = (*chosen, pick)
        left -= _cost(draft[pick], pool)
    if not chosen:
        said = phrase("pool.nobody", _RULE, who=ActorRef(act.actor), spell=spell.name)
        draft.emit(Said(said, gm_only=True, about=act.actor, rule=_RULE))
    return chosen


def _so_far(chosen: Hit) -> tuple[Phrase, ...]:
    return (phrase("spell.so_far", "", names=Names(chosen)),) if chosen else ()


def _cost(actor: Actor, pool: Pool) -> int:
    return hit_dice(sheet(actor))[0] if pool.hit_dice else 1


def _ask_whom(
    draft: Draft, caster: ActorId, spell: Spell, fitting: Hit, detail: tuple[Phrase, ...], end: str
) -> Procedure[str]:
    answer: Picked = yield from ask(
        AskChoice(
            title=phrase("spell.ask_targets", "OSE-SPELL-02", who=ActorRef(caster), spell=spell.name),
            detail=detail,
            side=draft[caster].side,
            actor=caster,
            picks=(
                *(Pick(one, _with_dice(draft[one])) for one in fitting),
                Pick(end, phrase(f"spell.pick_{end}", "OSE-SPELL-13")),
            ),
        )
    )
    return answer.pick


def _with_dice(actor: Actor) -> Phrase:
    page = sheet(actor)
    dice = str(level_of(page)) if page.character else page.hit_dice
    return phrase("pool.pick", "", who=ActorRef(actor.id), dice=dice)
