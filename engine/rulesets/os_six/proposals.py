"""What no rule names: an object used, or anything else that a player proposes and the GM judges."""

from __future__ import annotations

from engine.model.phrase import ActorId, ActorRef, Phrase, modifier, phrase
from engine.model.requests import AskChoice, AskRuling, Pick
from engine.rulesets.os_six.bodies import tell
from engine.rulesets.os_six.nerve import after_roll
from engine.rulesets.os_six.pools import Stat, pool
from engine.rulesets.os_six.rolls import pool_request, roll_pool
from engine.rulesets.os_six.sheet import sheet
from engine.tactics.draft import Draft, Procedure, ask

_ODDS = {"plain": 0, "bonus": 1, "penalty": -1}


def use_object(draft: Draft, who: ActorId, text: str) -> None:
    """The action is spent, the log says on what."""
    tell(draft, who, "six.uses", "SIX-TURN-06", what=text)


def propose(draft: Draft, who: ActorId, text: str) -> Procedure[None]:
    """The GM names the attribute, a Bonus or a Penalty, or no roll at all, and then says what happens."""
    # Rule: SIX-TURN-07
    about = phrase("six.ask.other", "SIX-TURN-07", who=ActorRef(who), text=text)
    picks = (
        *(Pick(stat.value, phrase(f"six.stat.{stat.value}")) for stat in Stat),
        Pick("none", phrase("six.pick.no_roll")),
    )
    answer = yield from ask(AskChoice(title=about, actor=who, picks=picks, default="none"))
    if who not in draft:
        return
    outcome: tuple[Phrase, ...] = ()
    if answer.pick != "none":
        result = yield from _attempt(draft, who, Stat(answer.pick), text)
        outcome = (phrase(f"six.result.{result}"),)
    if who in draft:
        yield from ask(AskRuling(title=about, detail=outcome, side=draft[who].side, actor=who))


def _attempt(draft: Draft, who: ActorId, stat: Stat, text: str) -> Procedure[str]:
    odds = tuple(Pick(key, phrase(f"six.pick.{key}")) for key in _ODDS)
    title = phrase("six.ask.odds", "SIX-TURN-07", who=ActorRef(who), stat=phrase(f"six.stat.{stat.value}"))
    more = (yield from ask(AskChoice(title=title, actor=who, picks=odds))).pick
    if who not in draft:
        return "failure"
    size = pool(sheet(draft[who]), stat)
    if _ODDS[more]:
        size = size.plus(modifier(_ODDS[more], f"six.mod.{more}", "SIX-TURN-07"))
    title = phrase("six.ask.other", "SIX-TURN-07", who=ActorRef(who), text=text)
    rolled = yield from roll_pool(draft, pool_request(draft, who, size, title), "SIX-TURN-07")
    if rolled is None:
        return "failure"
    yield from after_roll(draft, who, rolled.result, rolled.faces, "SIX-PANIC-01")
    return rolled.result.value
