"""The Morale step: which sides are due, the roll of each, and what becomes of those who lose heart."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle, Control
from engine.model.events import RoundSet, Said, SheetSet
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, SideId, SideRef, Tally, phrase
from engine.model.requests import AskChoice, AskRoll, Grade, Pick, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.reduction.falling import give_in
from engine.rulesets.reduction.ground import escape_cells
from engine.rulesets.reduction.options import options
from engine.rulesets.reduction.rolls import modify_pick, referee, roll_modified
from engine.rulesets.reduction.sheet import sheet
from engine.rulesets.reduction.state import SideState, side_state, state, with_side
from engine.rulesets.upshots import Upshot, by_face
from engine.tactics.draft import Draft, Procedure, ask

_FEARLESS = 12
_MOST_MODIFIER = 2  # Rule: OSR-MORALE-11
_CALLED = "called"


def with_triggers(battle: Battle, side: SideState) -> SideState:
    """The side with a check due for each trigger met since the last one; each counts once (ruling B2 #14)."""
    members = tuple(battle.members(side.side))
    side = replace(side, strength=max(side.strength, len(members) - side.absent))
    out = side.strength - sum(1 for actor in members if actor.active)
    reached: tuple[str, ...] = ("first",) if out >= 1 else ()  # Rule: OSR-MORALE-07
    if side.strength > 1 and 2 * out >= side.strength:
        reached += ("half",)  # Rule: OSR-MORALE-08
    fresh = tuple(trigger for trigger in reached if trigger not in side.met)
    why = (*fresh, _CALLED) if side.called else fresh
    side = replace(side, met=side.met + fresh, why=why, called=False)
    return replace(side, due=bool(why) and bool(_shakeable(battle, side)))


def _shakeable(battle: Battle, side: SideState) -> tuple[ActorId, ...]:
    """Members who check morale: not the fearless, nor the players' side unless the option or the referee says
    so, nor those who run already.
    """
    # Rule: OSR-MORALE-02, OSR-MORALE-09, OSR-MORALE-12
    players = battle.side(side.side).control is Control.PLAYERS
    if players and options(battle).party_morale == "exempt" and _CALLED not in side.why:
        return ()
    members = (actor for actor in battle.members(side.side) if actor.active and not sheet(actor).routed)
    return tuple(actor.id for actor in members if (sheet(actor).morale or _FEARLESS) < _FEARLESS)


def _leaders_morale(battle: Battle, side: SideId) -> int | None:
    """The morale that a strong leader lends to its whole side, while there is one (OSR-MORALE-10)."""
    leaders = [sheet(actor) for actor in battle.members(side) if actor.active and sheet(actor).leader]
    found = [page.morale or _FEARLESS for page in leaders if not page.routed]
    return max(found, default=None)


def call(draft: Draft, side: SideId) -> None:
    """The referee calls for a check in the next round, or thinks better of it (OSR-MORALE-09)."""
    now = state(draft.battle)
    known = side_state(now, side)
    draft.emit(RoundSet(with_side(now, replace(known, called=not known.called))))
    key = "osr.morale.uncalled" if known.called else "osr.morale.called"
    draft.emit(Said(phrase(key, "OSR-MORALE-09", side=SideRef(side)), gm_only=True))


def check_all(draft: Draft) -> Procedure[None]:
    """2d6 once for each side due; every member whose ML is below it gives in or runs."""
    # Rule: OSR-MORALE-03
    for side in tuple(one.side for one in state(draft.battle).sides if one.due):
        yield from _check(draft, side)
        now = state(draft.battle)
        draft.emit(RoundSet(with_side(now, replace(side_state(now, side), due=False, why=()))))


def _check(draft: Draft, side: SideId) -> Procedure[None]:
    request, answer = yield from roll_modified(
        lambda value: _roll(draft.battle, side, value),
        phrase("osr.ask.morale_modifier", "OSR-MORALE-11", side=SideRef(side)),
        most=_MOST_MODIFIER,
    )
    if isinstance(answer, Picked):
        said = phrase("osr.morale.waived", "OSR-MORALE-09", side=SideRef(side))
        draft.emit(Said(said, gm_only=request.secret))
        return
    tell_roll(draft, request, answer, "OSR-MORALE-03")
    yield from _shake(draft, side, request.total(answer))


def _roll(battle: Battle, side: SideId, value: int) -> AskRoll:
    known = side_state(state(battle), side)
    return AskRoll(
        title=phrase("osr.ask.morale_of", "OSR-MORALE-03", side=SideRef(side)),
        detail=(_reason(known.why), _who_fails(battle, side)),
        dice=(6, 6),
        tally=referee(Tally(), value, "OSR-MORALE-11"),
        grades=_grades(battle, side, value),
        side=side,
        secret=battle.side(side).control is not Control.PLAYERS,
        instead=(
            modify_pick("OSR-MORALE-11"),
            Pick("waive", phrase("osr.pick.waive", "OSR-MORALE-09")),
        ),
    )


def _grades(battle: Battle, side: SideId, value: int) -> tuple[Grade, ...]:
    """Who gives way at each total of the dice (OSR-MORALE-04)."""

    def upshot_of(dice: int) -> Upshot:
        failing = _failing(battle, side, dice + value)
        if not failing:
            return Upshot(phrase("osr.upshot.all_stay", "OSR-MORALE-04"))
        yields = phrase("osr.upshot.yields", "OSR-MORALE-05")
        return Upshot(phrase("osr.upshot.break", "OSR-MORALE-04", names=Names(failing)), (yields,))

    return by_face(2, 12, upshot_of)


def _failing(battle: Battle, side: SideId, total: int) -> tuple[ActorId, ...]:
    """Members whose morale, or that of their leader, is below the result (OSR-MORALE-04, OSR-MORALE-10)."""
    lent = _leaders_morale(battle, side)
    members = _shakeable(battle, side_state(state(battle), side))
    return tuple(
        member for member in members if (lent or sheet(battle.actors[member]).morale or _FEARLESS) < total
    )


def _reason(why: tuple[str, ...]) -> Phrase:
    key = next((one for one in ("half", "first") if one in why), _CALLED)
    rule = {"half": "OSR-MORALE-08", "first": "OSR-MORALE-07"}.get(key, "OSR-MORALE-09")
    return phrase(f"osr.morale.why_{key}", rule)


def _who_fails(battle: Battle, side: SideId) -> Phrase:
    lent = _leaders_morale(battle, side)
    if lent is not None:
        return phrase("osr.morale.leader", "OSR-MORALE-10", morale=lent)
    members = _shakeable(battle, side_state(state(battle), side))
    known = sorted({sheet(battle.actors[who]).morale or _FEARLESS for who in members})
    return phrase("osr.morale.members", "OSR-MORALE-04", morale=", ".join(map(str, known)))


def _shake(draft: Draft, side: SideId, total: int) -> Procedure[None]:
    failing = _failing(draft.battle, side, total)
    for_all = ""
    for place, member in enumerate(failing):
        flees = bool(escape_cells(draft.board, draft[member]))
        pick = for_all if for_all == "surrender" or (for_all == "flee" and flees) else ""
        if not pick:
            answer = yield from ask(_lose_heart(draft, member, flees, len(failing) - place > 1))
            pick = answer.pick
        if pick.endswith("_all"):
            for_all = pick = pick.removesuffix("_all")
        _gives_way(draft, member, pick)


def _lose_heart(draft: Draft, member: ActorId, flees: bool, others: bool) -> AskChoice:
    """Surrender, or flee where there is a way out (OSR-MORALE-05)."""
    keys: tuple[str, ...] = ("flee", "surrender") if flees else ("surrender",)
    if others:
        keys += tuple(f"{key}_all" for key in keys)
    return AskChoice(
        title=phrase("osr.ask.lose_heart", "OSR-MORALE-05", who=ActorRef(member)),
        detail=() if flees else (phrase("osr.morale.no_way", "OSR-MORALE-05"),),
        side=draft[member].side,
        actor=member,
        picks=tuple(Pick(key, phrase(f"osr.pick.{key}")) for key in keys),
    )


def _gives_way(draft: Draft, member: ActorId, pick: str) -> None:
    if pick == "surrender":
        give_in(draft, member)
        return
    draft.emit(SheetSet(member, replace(sheet(draft[member]), routed=True)))
    draft.emit(Said(phrase("osr.routs", "OSR-MORALE-05", who=ActorRef(member)), about=member))
