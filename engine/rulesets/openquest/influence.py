"""Intimidate or persuade: Influence against Persistence, to make the other side give up or run."""

from __future__ import annotations

from enum import StrEnum

from engine.model.actor import DOWN, Actor
from engine.model.battle import Battle
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Modifier, Names, Tally, modifier, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import known_foes, set_condition, signed
from engine.rulesets.openquest import holding
from engine.rulesets.openquest.sheet import sheet, write
from engine.rulesets.openquest.skills import Level, beats, plain_test, players, skill_test
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask


class Shape(StrEnum):
    """The state of the enemy, one of which is chosen (OQ-INTIM-11)."""

    SCRATCHED = "scratched"
    MANY = "many"
    FEW = "few"
    BEATEN = "beaten"
    PLAIN = "plain"


MODIFIERS = {
    Shape.SCRATCHED: (50, "OQ-INTIM-07"),
    Shape.MANY: (25, "OQ-INTIM-08"),
    Shape.FEW: (-25, "OQ-INTIM-09"),
    Shape.BEATEN: (-50, "OQ-INTIM-10"),
    Shape.PLAIN: (0, "OQ-INTIM-11"),
}


def group_of(board: Board, actor: Actor, target: ActorId) -> tuple[ActorId, ...]:
    """The enemies on their feet that are spoken to when the whole group of the target is."""
    side = board.actor(target).side
    return tuple(foe.id for foe in known_foes(board, actor) if foe.side == side)


def leader_of(battle: Battle, group: tuple[ActorId, ...], target: ActorId) -> ActorId:
    """Who rolls for the group: its leader, else whoever is spoken to."""
    return next((who for who in group if sheet(battle.actors[who]).leader), target)


# --- the state of the enemy ---------------------------------------------------------------------------


def _whole(battle: Battle, target: ActorId, single: bool) -> tuple[Actor, ...]:
    """Everybody who belongs to those spoken to, the fallen included."""
    if single:
        return (battle.actors[target],)
    return tuple(battle.members(battle.actors[target].side))


def outnumbers(battle: Battle, who: ActorId, target: ActorId, single: bool) -> bool:
    """Whether those spoken to are more, on their feet, than the speaker's side."""
    ours = sum(1 for one in battle.members(battle.actors[who].side) if one.active)
    return sum(1 for one in _whole(battle, target, single) if one.active) > ours


def _shares_lost(battle: Battle, target: ActorId, single: bool) -> tuple[float, float]:
    """Shares of numbers and of hit points that they have lost."""
    whole = _whole(battle, target, single)
    down = sum(1 for one in whole if not one.active)
    most = sum(sheet(one).max_hp for one in whole)
    left = sum(max(0, sheet(one).hp) for one in whole)
    return down / len(whole), 1 - left / most if most else 0.0


def full_strength(battle: Battle, target: ActorId, single: bool) -> bool:
    """Nobody is out, and what wounds there are do not amount to a quarter."""
    numbers, points = _shares_lost(battle, target, single)
    return numbers == 0 and points < 0.25


def shape(battle: Battle, who: ActorId, target: ActorId, single: bool) -> Shape:
    """The line that fits best; where two could, the GM picks (ruling G19)."""
    numbers, points = _shares_lost(battle, target, single)
    many = outnumbers(battle, who, target, single)
    ours = sum(1 for one in battle.members(battle.actors[who].side) if one.active)
    few = sum(1 for one in _whole(battle, target, single) if one.active) < ours
    if points > 0.5 or numbers >= 0.5:
        return Shape.BEATEN
    if many and max(numbers, points) >= 0.25:
        return Shape.MANY
    if few and points > 0:
        return Shape.FEW
    return Shape.SCRATCHED if numbers == 0 and points > 0 else Shape.PLAIN


# --- play --------------------------------------------------------------------------------------------


def intimidate(draft: Draft, who: ActorId, target: ActorId, single: bool) -> Procedure[None]:
    """The opposed roll, and what the GM makes of it if it is won."""
    group = (target,) if single else group_of(draft.board, draft[who], target)
    speaker = target if single else leader_of(draft.battle, group, target)
    if not (yield from _understood(draft, who, speaker)):
        return
    many = outnumbers(draft.battle, who, target, single)
    strong = full_strength(draft.battle, target, single)
    state = yield from _state(draft, who, target, single)
    percent, label = yield from _resistance(draft, speaker)
    if who not in draft or speaker not in draft:
        return
    mine, theirs = yield from _rolls(draft, who, speaker, percent, label, state, len(group) > 1)
    if theirs[0] is Level.FUMBLE:  # Rule: OQ-INTIM-13
        for one in group:
            _flee(draft, one, "OQ-INTIM-13")
        return
    needs_critical = strong or many  # Rule: OQ-INTIM-12
    if needs_critical:
        won = mine[0] is Level.CRITICAL and not theirs[0].good
    else:  # Rule: OQ-INTIM-04
        won = mine[0].good and beats(mine, theirs, players(draft, who))
    if not won:
        said = phrase("oq.unmoved", "OQ-INTIM-12" if needs_critical else "OQ-INTIM-04", who=Names(group))
        draft.emit(Said(said, about=speaker, rule="OQ-INTIM-04"))
        return
    yield from _outcome(draft, who, group)


def _understood(draft: Draft, who: ActorId, other: ActorId) -> Procedure[bool]:
    """Where the two have no language in common the GM says whether signs will do."""
    # Rule: OQ-INTIM-16
    if sheet(draft[who]).tongue == sheet(draft[other]).tongue:
        return True
    title = phrase("oq.ask.understood", "OQ-INTIM-16", who=ActorRef(who), other=ActorRef(other))
    picks = (Pick("yes", phrase("oq.pick.yes")), Pick("no", phrase("oq.pick.no")))
    answer = yield from ask(AskChoice(title=title, actor=who, about=other, picks=picks))
    return answer.pick == "yes" and who in draft and other in draft


def _state(draft: Draft, who: ActorId, target: ActorId, single: bool) -> Procedure[Shape]:
    """Exactly one of the modifiers, the one that fits best chosen beforehand."""
    key = "oq.ask.shape" if single else "oq.ask.shape_group"
    title = phrase(key, "OQ-INTIM-11", target=ActorRef(target))
    picks = tuple(
        Pick(
            key.value, phrase(f"oq.shape.{key.value}", rule), phrase("oq.note.percent", rule, n=signed(less))
        )
        for key, (less, rule) in MODIFIERS.items()
    )
    detail = (phrase("oq.detail.shape", "OQ-INTIM-15"),)
    default = shape(draft.battle, who, target, single).value
    request = AskChoice(title=title, detail=detail, actor=who, about=target, picks=picks, default=default)
    return Shape((yield from ask(request)).pick)


def _resistance(draft: Draft, speaker: ActorId) -> Procedure[tuple[int, str]]:
    """Persistence, or the leader's Influence where that is better and wanted."""
    # Rule: OQ-INTIM-05, OQ-INTIM-06
    page = sheet(draft[speaker])
    if not page.leader or page.influence <= page.persistence:
        return page.persistence, "oq.mod.persistence"
    title = phrase("oq.ask.resists_with", "OQ-INTIM-06", who=ActorRef(speaker))
    picks = tuple(
        Pick(key, phrase(f"oq.mod.{key}"), phrase("oq.note.chance", "", chance=percent))
        for key, percent in (("influence", page.influence), ("persistence", page.persistence))
    )
    request = AskChoice(title=title, side=draft[speaker].side, actor=speaker, picks=picks)
    answer = yield from ask(request)
    better = answer.pick == "influence"
    return (page.influence, "oq.mod.influence") if better else (page.persistence, "oq.mod.persistence")


def _rolls(
    draft: Draft, who: ActorId, speaker: ActorId, percent: int, label: str, state: Shape, many: bool
) -> Procedure[tuple[tuple[Level, int], tuple[Level, int]]]:
    page, group = sheet(draft[who]), "_group" if many else ""
    title = phrase(f"oq.ask.influence{group}", "OQ-INTIM-04", who=ActorRef(who), other=ActorRef(speaker))
    tally = plain_test(page, page.influence, "oq.mod.influence", speaker)
    mine = yield from skill_test(draft, who, title, page.influence, tally, "OQ-INTIM-04", speaker)
    if speaker not in draft:
        return mine, (Level.FAILURE, 0)
    less, rule = MODIFIERS[state]
    parts: tuple[Modifier, ...] = (modifier(percent, label, "OQ-INTIM-04"),)
    parts += (modifier(less, f"oq.shape.{state.value}", rule),) if less else ()
    title = phrase(f"oq.ask.persistence{group}", "OQ-INTIM-04", who=ActorRef(speaker), other=ActorRef(who))
    theirs = yield from skill_test(draft, speaker, title, percent, Tally(parts), "OQ-INTIM-04", who)
    return mine, theirs


def _outcome(draft: Draft, who: ActorId, group: tuple[ActorId, ...]) -> Procedure[None]:
    # Rule: OQ-INTIM-01
    title = phrase("oq.ask.gives_up", "OQ-INTIM-01", who=Names(group))
    picks = (
        Pick("surrender", phrase("oq.pick.surrender")),
        Pick("flee", phrase("oq.pick.flee")),
        Pick("none", phrase("oq.pick.neither")),
    )
    answer = yield from ask(AskChoice(title=title, actor=who, picks=picks))
    for one in group:
        if answer.pick == "flee":
            _flee(draft, one, "OQ-INTIM-01")
        elif answer.pick == "surrender":
            _surrender(draft, one)


def _flee(draft: Draft, who: ActorId, rule: str) -> None:
    if who in draft:
        write(draft, who, fleeing=True)
        draft.emit(Said(phrase("oq.flees", rule, who=ActorRef(who)), about=who, rule=rule))


def _surrender(draft: Draft, who: ActorId) -> None:
    if who in draft:
        holding.release(draft, who)
        write(draft, who, surrendered=True)
        draft.emit(
            Said(phrase("oq.surrenders", "OQ-INTIM-01", who=ActorRef(who)), about=who, rule="OQ-INTIM-01")
        )
        set_condition(draft, who, DOWN, rule="OQ-INTIM-01")
