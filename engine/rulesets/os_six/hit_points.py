"""Rolling hit points: Brawn and one die more, added together."""

from __future__ import annotations

from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import roster
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.rolls import roll_dice
from engine.rulesets.os_six.sheet import sheet, write
from engine.tactics.draft import Draft, Procedure, ask


def roll_hit_points(draft: Draft) -> Procedure[None]:
    """Everybody whose hit points are still to be rolled, one after the other."""
    # Rule: SIX-HP-01
    for who in tuple(actor.id for actor in roster(draft.battle) if sheet(actor).max_hp == 0):
        dice = (6,) * (sheet(draft[who]).brawn + 1)
        total = yield from roll_dice(draft, who, dice, "six.ask.hit_points", "SIX-HP-01")
        if options(draft.battle).mulligan == "yes" and (yield from _again(draft, who, total)):
            total = yield from roll_dice(draft, who, dice, "six.ask.hit_points", "SIX-HP-01")
        if who in draft:
            write(draft, who, hp=total, max_hp=total)


def _again(draft: Draft, who: ActorId, total: int) -> Procedure[bool]:
    """The optional Mulligan: once more, and then what falls stands."""
    # Rule: SIX-HP-03
    picks = (
        Pick("keep", phrase("six.pick.keep_hp", "", points=total)),
        Pick("again", phrase("six.pick.roll_again")),
    )
    title = phrase("six.ask.mulligan", "SIX-HP-03", who=ActorRef(who))
    answer = yield from ask(AskChoice(title=title, side=draft[who].side, actor=who, picks=picks))
    return answer.pick == "again"
