"""Major Wounds, where the group plays with them (OQ-EXPECT-03)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.events import RoundSet, Said
from engine.model.phrase import ActorId, ActorRef, Tally, modifier, phrase
from engine.model.requests import AskRuling
from engine.rulesets.openquest import falling
from engine.rulesets.openquest.sheet import dexterity, sheet, write
from engine.rulesets.openquest.state import OpenQuestRound, What, state
from engine.tactics.draft import Draft, Procedure, ask


def major(draft: Draft, target: ActorId, by: ActorId) -> Procedure[None]:
    """The wound by the GM's own table, then Resilience or unconsciousness; who stays up fights on a while."""
    who = ActorRef(target)
    title = phrase("oq.ask.wound", "OQ-MAJOR-02", who=who)
    detail = (phrase("oq.detail.wound", "OQ-MAJOR-09"),)
    request = AskRuling(title=title, detail=detail, side=draft[target].side, actor=target, in_words=True)
    ruling = yield from ask(request)
    if target not in draft:
        return
    write(draft, target, wounds=(*sheet(draft[target]).wounds, ruling.text.strip()))
    page = sheet(draft[target])
    tally = Tally(
        (
            modifier(page.resilience, "oq.mod.whole_resilience", "OQ-MAJOR-03"),
            modifier(-50, "oq.mod.wound", "OQ-MAJOR-03"),
        )
    )
    title = phrase("oq.ask.wound_conscious", "OQ-MAJOR-03", who=who)
    if not draft[target].active:
        return
    stays = yield from falling.resists(draft, target, title, tally, "OQ-MAJOR-03")
    if target not in draft:
        return
    if not stays:
        falling.knock_out(draft, target, by, "OQ-MAJOR-03")
        return
    number = state(draft.battle).number if isinstance(draft.battle.round, OpenQuestRound) else 0
    write(draft, target, shocked=True, fights_until=number + page.hp)  # Rule: OQ-MAJOR-04, OQ-MAJOR-05
    said = phrase("oq.shocked", "OQ-MAJOR-05", who=who, rounds=page.hp)
    draft.emit(Said(said, about=target, rule="OQ-MAJOR-05"))
    _reorder(draft, target)


def _reorder(draft: Draft, who: ActorId) -> None:
    """Its counts still to come move down to the halved DEX (OQ-MAJOR-04)."""
    if not isinstance(draft.battle.round, OpenQuestRound):
        return
    now, dex = state(draft.battle), dexterity(sheet(draft[who]))
    head, tail = now.order[: now.at + 1], now.order[now.at + 1 :]
    moved = tuple(
        replace(count, count=dex // 2 if count.what is What.OFF_HAND else min(count.count, dex))
        if count.actor == who and count.what is not What.SPELL
        else count
        for count in tail
    )
    order = (*head, *sorted(moved, key=lambda count: -count.count))
    if order != now.order:
        draft.emit(RoundSet(replace(now, order=order)))


def give_out(draft: Draft) -> None:
    """At the end of a round those whose wound has worn them out fall unconscious."""
    number = state(draft.battle).number
    for actor in tuple(draft.battle.actors.values()):
        until = sheet(actor).fights_until
        if until and number >= until and actor.active:
            said = phrase("oq.gives_out", "OQ-MAJOR-05", who=ActorRef(actor.id))
            draft.emit(Said(said, about=actor.id, rule="OQ-MAJOR-05"))
            falling.knock_out(draft, actor.id, "", "OQ-MAJOR-05")
