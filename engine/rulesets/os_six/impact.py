"""What a hit does beside its damage: stuns, or is hard to bear."""

from __future__ import annotations

from engine.model.actor import Condition
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskRoll, Pick
from engine.rulesets.common import put_condition, roll_total
from engine.rulesets.os_six.bodies import STUNNED, tell, tell_number
from engine.rulesets.os_six.nerve import add_strain
from engine.rulesets.os_six.sheet import SixWeapon, in_combat, sheet, state
from engine.tactics.draft import Draft, Procedure, ask


def impact(draft: Draft, target: ActorId, item: SixWeapon) -> Procedure[None]:
    """The weapon's own effects on whom it has hit."""
    if item.stun and target in draft and draft[target].active:
        yield from _stun(draft, target, item.stun)
    if item.strain and target in draft and draft[target].active and sheet(draft[target]).hero:
        yield from _strain(draft, target, item.strain)


def _stun(draft: Draft, target: ActorId, sides: int) -> Procedure[None]:
    title = phrase("six.ask.stun", "SIX-SHEET-03", who=ActorRef(target))
    turns = yield from roll_total(draft, AskRoll(title=title, dice=(sides,), actor=target))
    if target in draft:
        _stunned(draft, target, turns)


def _stunned(draft: Draft, target: ActorId, turns: int) -> None:
    """Without actions in so many turns of its own, the one of this round included if it is still to come."""
    last = None
    if in_combat(draft.battle):
        now = state(draft.battle)
        to_come = target in now.order[now.at + 1 :]
        last = now.number + turns - to_come
    put_condition(draft, target, Condition(STUNNED, last))
    tell(draft, target, "six.stunned")
    tell_number(draft, target, "six.stunned.one" if turns == 1 else "six.stunned.more", "", turns=turns)


def _strain(draft: Draft, target: ActorId, amount: int) -> Procedure[None]:
    """The GM says whether the effect applies."""
    # Rule: SIX-STRAIN-09
    picks = (
        Pick("yes", phrase("six.pick.strain", "", strain=amount)),
        Pick("no", phrase("six.pick.no_strain")),
    )
    title = phrase("six.ask.effect", "SIX-STRAIN-09", who=ActorRef(target))
    answer = yield from ask(AskChoice(title=title, actor=target, picks=picks))
    if answer.pick == "yes" and target in draft:
        add_strain(draft, target, amount, "SIX-STRAIN-09")
