"""Dice that are added up: damage, metres, one of several."""

from __future__ import annotations

from engine.model.phrase import ActorId, Phrase, Tally, modifier
from engine.model.requests import AskRoll, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.openquest.sheet import OqWeapon
from engine.tactics.draft import Draft, Procedure, ask


def total_of(
    draft: Draft,
    who: ActorId,
    title: Phrase,
    dice: tuple[int, ...],
    rule: str,
    about: ActorId = "",
    tally: Tally | None = None,
    check_id: str = "",
    detail: tuple[Phrase, ...] = (),
) -> Procedure[int]:
    """Let somebody roll the dice, say so in the log, and give the total; 0 where they were not rolled."""
    request = AskRoll(
        title=title,
        detail=detail,
        dice=dice,
        tally=tally or Tally(),
        check_id=check_id,
        side=draft[who].side,
        actor=who,
        about=about,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return 0
    tell_roll(draft, request, faces, rule)
    return request.total(faces)


def bonus_of(item: OqWeapon) -> Tally:
    """What a weapon adds to its dice."""
    return Tally((modifier(item.bonus, "oq.mod.weapon"),)) if item.bonus else Tally()
