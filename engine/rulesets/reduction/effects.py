"""The Special step: declared actions take effect, and saves against what attacks brought with them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.commands import Act
from engine.model.events import Said, SheetSet
from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, phrase
from engine.model.requests import (
    AskCells,
    AskChoice,
    AskNumber,
    AskRoll,
    AskRuling,
    Pick,
    Picked,
)
from engine.rulesets.common import tell_roll
from engine.rulesets.reduction.attacks import harm
from engine.rulesets.reduction.falling import fell
from engine.rulesets.reduction.rolls import modify_pick, referee, roll_modified
from engine.rulesets.reduction.sheet import Effect, planned, read_effect, sheet, without_plan
from engine.rulesets.upshots import FAILS, SUCCEEDS, Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask

_MOST_HITS = 99


def play_effect(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """A declared special action: the referee rules, or those in the squares named have to save."""
    # Rule: OSR-SPECIAL-01
    plan = planned(sheet(draft[actor_id]), "special")
    text = plan.text if plan else ""
    answer = yield from ask(
        AskChoice(
            title=phrase("osr.ask.special", "OSR-SPECIAL-01", who=ActorRef(actor_id), text=text),
            side=draft[actor_id].side,
            actor=actor_id,
            picks=(
                Pick("saves", phrase("osr.pick.saves", "OSR-SPECIAL-03")),
                Pick("ruling", phrase("osr.pick.ruling", "OSR-SPECIAL-01")),
            ),
        )
    )
    if answer.pick == "saves":
        yield from _save_against(draft, actor_id, read_effect(text, actor_id))
    else:
        yield from _rule(draft, actor_id, text)
    if actor_id in draft:
        draft.emit(SheetSet(actor_id, without_plan(sheet(draft[actor_id]), "special")))


def play_save(draft: Draft, act: Act) -> Procedure[None]:
    """One saving throw that an attack left due: the picked one, else the first."""
    pending = sheet(draft[act.actor]).pending
    index = int(act.picks.get("effect") or 0)
    if index >= len(pending):
        return
    left = (*pending[:index], *pending[index + 1 :])
    draft.emit(SheetSet(act.actor, replace(sheet(draft[act.actor]), pending=left)))
    yield from _save(draft, act.actor, pending[index])


def _save(draft: Draft, target: ActorId, effect: Effect) -> Procedure[None]:
    """1d20 with the referee's modifier against SV, then what comes of it."""
    # Rule: OSR-SPECIAL-03, OSR-SPECIAL-04
    request, answer = yield from roll_modified(
        lambda modifier: _save_roll(draft, target, effect, modifier),
        phrase("osr.ask.modifier", "OSR-SPECIAL-04", who=ActorRef(target)),
    )
    if isinstance(answer, Picked):
        return  # not affected
    tell_roll(draft, request, answer, "OSR-SPECIAL-03")
    saved = request.succeeds(answer)
    outcome = yield from ask(_outcome(draft, target, effect, saved))
    yield from _apply(draft, target, effect, outcome.pick)


def _save_against(draft: Draft, caster: ActorId, effect: Effect) -> Procedure[None]:
    """Everybody active in the squares that the referee names saves, one after the other."""
    chosen = yield from ask(
        AskCells(
            title=phrase("osr.ask.where", "OSR-SPECIAL-03", who=ActorRef(caster), effect=effect.name),
            side=draft[caster].side,
            actor=caster,
        )
    )
    caught = tuple(
        actor_id
        for cell in dict.fromkeys(chosen.cells)
        for actor_id in draft.board.occupants.get(draft.board.extent.index(cell), ())
    )
    for actor_id in dict.fromkeys(caught):
        if actor_id in draft:
            yield from _save(draft, actor_id, effect)


def _save_roll(draft: Draft, target: ActorId, effect: Effect, value: int) -> AskRoll:
    page = sheet(draft[target])
    asked = AskRoll(
        title=phrase("osr.ask.save", "OSR-SPECIAL-03", who=ActorRef(target), effect=effect.name),
        dice=(20,),
        tally=referee(Tally(), value, "OSR-SPECIAL-04"),
        beats=page.save,
        side=draft[target].side,
        actor=target,
        about=effect.by if effect.by in draft else "",
        instead=(
            modify_pick("OSR-SPECIAL-04"),
            Pick("spared", phrase("osr.pick.spared", "OSR-SPECIAL-03")),
        ),
    )
    saved = phrase("osr.upshot.saved", "OSR-SPECIAL-05", effect=effect.name)
    not_saved = phrase("osr.upshot.not_saved", "OSR-SPECIAL-06", effect=effect.name)
    return decided(asked, Upshot(SUCCEEDS, (saved,)), Upshot(FAILS, (not_saved,)))


def _outcome(draft: Draft, target: ActorId, effect: Effect, saved: bool) -> AskChoice:
    """The referee decides; what the effect itself says is preselected (OSR-SPECIAL-05, OSR-SPECIAL-06)."""
    keys = ("avoided", "half", "other") if saved else ("out", "hits", "other")
    on_save, on_fail = "half" if effect.half else "avoided", "hits" if effect.hits else "out"
    rule = "OSR-SPECIAL-05" if saved else "OSR-SPECIAL-06"
    return AskChoice(
        title=phrase(
            "osr.ask.saved" if saved else "osr.ask.not_saved",
            rule,
            who=ActorRef(target),
            effect=effect.name,
        ),
        side=draft[target].side,
        actor=target,
        picks=tuple(Pick(key, _outcome_words(key, effect)) for key in keys),
        default=on_save if saved else on_fail,
    )


def _outcome_words(key: str, effect: Effect) -> Phrase:
    amount = {"half": effect.hits // 2, "hits": effect.hits}.get(key, 0)
    if amount:
        return phrase(f"osr.pick.{key}_of", "", hits=amount)
    return phrase("osr.pick.some_hits" if key == "hits" else f"osr.pick.{key}")


def _apply(draft: Draft, target: ActorId, effect: Effect, pick: str) -> Procedure[None]:
    match pick:
        case "out":
            fell(draft, target, "OSR-SPECIAL-06")
        case "hits" | "half":
            amount = effect.hits or (yield from _hit_points(draft, target, effect))
            if pick == "half":
                amount //= 2
            if amount:
                harm(draft, target, amount, effect.by if effect.by in draft else "", "OSR-HITDICE-01")
        case "other":
            yield from _rule(draft, target, effect.name)
        case _:
            said = phrase("osr.avoids", "OSR-SPECIAL-05", who=ActorRef(target), effect=effect.name)
            draft.emit(Said(said, about=target))


def _hit_points(draft: Draft, target: ActorId, effect: Effect) -> Procedure[int]:
    answer = yield from ask(
        AskNumber(
            title=phrase("osr.ask.hits", "OSR-SPECIAL-05", effect=effect.name),
            low=0,
            high=_MOST_HITS,
            default=0,
            side=draft[target].side,
            actor=target,
        )
    )
    return answer.value


def _rule(draft: Draft, actor_id: ActorId, text: str) -> Procedure[None]:
    yield from ask(
        AskRuling(
            title=phrase("osr.ask.ruling", "OSR-SPECIAL-01", who=ActorRef(actor_id), text=text),
            side=draft[actor_id].side,
            actor=actor_id,
        )
    )
