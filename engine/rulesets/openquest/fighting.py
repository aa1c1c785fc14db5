"""Attacks beyond the ordinary one: all out, with all might, and those through the air."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import known_foes
from engine.rulesets.openquest import legality, readying
from engine.rulesets.openquest.attacks import attack
from engine.rulesets.openquest.grapple import apart
from engine.rulesets.openquest.sheet import OqWeapon, sheet, write, write_turn
from engine.rulesets.openquest.tallies import Kind
from engine.rulesets.openquest.targeting import against, kind_of
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask


def once(draft: Draft, act: Act) -> Procedure[None]:
    """Disarm, grapple, shoot or throw: one attack, which takes the action."""
    who, page = act.actor, sheet(draft[act.actor])
    item = legality.item_of(draft.board, draft[who], act)
    kind = kind_of(act.verb, item)
    turn = replace(page.turn, acted=True, attacked=True)
    write_turn(draft, who, turn, aim=page.aim)  # the aim counts for this attack (OQ-RACT-03)
    yield from attack(draft, who, act.targets[0], item.key, kind)
    if who not in draft:
        return
    write(draft, who, aim=None)
    if kind is Kind.SHOT:
        readying.spent(draft, who, item)
    elif kind.by_hand:
        readying.gone(draft, who, item, act.targets[0])


def all_out(draft: Draft, act: Act) -> Procedure[None]:
    """Two attacks, one right after the other; the reaction of the round is given up."""
    # Rule: OQ-CCATK-02, OQ-CCATK-03
    who, target = act.actor, act.targets[0]
    item = legality.item_of(draft.board, draft[who], act)
    turn = replace(sheet(draft[who]).turn, acted=True, attacked=True, no_reaction=True, all_out=True)
    write_turn(draft, who, turn)
    yield from attack(draft, who, target, item.key, Kind.ALL_OUT)
    if who not in draft or not draft[who].active:
        return
    second = yield from _second_target(draft, who, target, item)
    if second and who in draft and second in draft:
        yield from attack(draft, who, second, item.key, Kind.ALL_OUT)


def _second_target(draft: Draft, who: ActorId, target: ActorId, item: OqWeapon) -> Procedure[ActorId]:
    """The same enemy while it stands; else whoever is in reach and chosen."""
    if target in draft and not against(draft.board, draft[who], target, item, Kind.ALL_OUT):
        return target
    near = [
        foe.id
        for foe in known_foes(draft.board, draft[who])
        if not against(draft.board, draft[who], foe.id, item, Kind.ALL_OUT)
    ]
    if not near:
        return ""
    title = phrase("oq.ask.second_target", "OQ-CCATK-03", who=ActorRef(who))
    picks = (
        *(Pick(foe, phrase("oq.pick.at", "", who=ActorRef(foe))) for foe in near),
        Pick("none", phrase("oq.pick.no_attack")),
    )
    answer = yield from ask(AskChoice(title=title, side=draft[who].side, actor=who, picks=picks))
    return "" if answer.pick == "none" else answer.pick


def great(draft: Draft, act: Act) -> Procedure[None]:
    """One attack with all might, if there is room for it."""
    who, target = act.actor, act.targets[0]
    item = legality.item_of(draft.board, draft[who], act)
    if cramped(draft.board, draft[who], draft[target]) and not (yield from _has_room(draft, who)):
        return
    if who not in draft or target not in draft:
        return
    turn = replace(sheet(draft[who]).turn, acted=True, attacked=True, no_reaction=True)  # Rule: OQ-CCATK-12
    write_turn(draft, who, turn)
    yield from attack(draft, who, target, item.key, Kind.GREAT)


def cramped(board: Board, one: Actor, other: Actor) -> bool:
    """Whether walls or bodies stand on both hands of somebody who faces the other (OQ-CCATK-09)."""
    if one.cell is None:
        return False
    dx, dy = apart(one, other)
    hands = ((-dy, dx), (dy, -dx))
    return all(_shut(board, one, (one.cell[0] + x * one.size, one.cell[1] + y * one.size)) for x, y in hands)


def _shut(board: Board, one: Actor, cell: tuple[int, int]) -> bool:
    if not board.extent.contains(cell) or one.cell is None:
        return False
    return not board.barriers.can_step(one.cell, cell, 1) or bool(board.others_at(replace(one, size=1), cell))


def _has_room(draft: Draft, who: ActorId) -> Procedure[bool]:
    title = phrase("oq.ask.room", "OQ-CCATK-09", who=ActorRef(who))
    picks = (
        Pick("yes", phrase("oq.pick.yes")),
        Pick("no", phrase("oq.pick.no"), phrase("oq.note.no_room", "OQ-CCATK-09")),
    )
    return (yield from ask(AskChoice(title=title, actor=who, picks=picks))).pick == "yes"
