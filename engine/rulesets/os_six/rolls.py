"""Asking for a pool: the question, what the dice mean, and a second chance by luck."""

from __future__ import annotations

from typing import NamedTuple

from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Grade, Pick, Picked
from engine.rulesets.common import roll_total, tell_roll
from engine.rulesets.os_six.nerve import add_strain
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import COMPLETE, PARTIAL, Degree, degree, dice_of
from engine.rulesets.os_six.sheet import MOST_STRAIN, sheet, write
from engine.tactics.draft import Draft, Procedure, ask


class Rolled(NamedTuple):
    """How a pool came out, and what its dice showed."""

    result: Degree
    faces: tuple[int, ...]


_DEFENCES = ("SIX-TURN-15", "SIX-TURN-16")
"""Rules of the rolls that only answer what somebody else does."""
AUTOMATIC = Rolled(Degree.COMPLETE, ())
"""A success without a roll."""


def pool_request(
    draft: Draft,
    roller: ActorId,
    size: Tally,
    title: Phrase,
    about: ActorId = "",
    group: str = "",
    instead: tuple[Pick, ...] = (),
    kicker: Phrase | None = None,
    meaning: str = "action",
) -> AskRoll:
    """The question for a pool of that many dice. `meaning` chooses the words for how it may come out:
    those of an attack, of a defence, or of any action.
    """
    dice, keep = dice_of(size.total)
    several = "several" if keep == "high" and len(dice) > 1 else "one"
    grades = tuple(
        Grade(
            least,
            phrase(f"six.grade.{meaning}.{name}.{several if name != 'partial' else 'one'}"),
            phrase(f"six.grade.{meaning}.{name}.one"),
        )
        for least, name in ((1, "failure"), (PARTIAL, "partial"), (COMPLETE, "complete"))
    )
    parts = tuple(
        phrase("six.detail.part", part.label.rule, part=part.label, dice=_signed(part.value, first))
        for first, part in ((part is size.parts[0], part) for part in size.parts)
    )
    return AskRoll(
        title=title,
        detail=parts,
        dice=dice,
        keep=keep,
        check_id=group,
        side=draft[roller].side,
        actor=roller,
        about=about,
        instead=instead,
        kicker=kicker,
        grades=grades,
    )


def _signed(dice: int, first: bool) -> str:
    return str(dice) if first or dice <= 0 else f"+{dice}"


def roll_pool(draft: Draft, request: AskRoll, rule: str) -> Procedure[Rolled | None]:
    """Ask; None where a pick was taken instead of the roll."""
    answer = yield from ask(request)
    if isinstance(answer, Picked):
        return None
    return (yield from read(draft, request, answer, rule))


def roll_between(
    draft: Draft, roller: ActorId, other: ActorId, size: Tally, key: str, rule: str
) -> Procedure[Rolled | None]:
    """What one actor tries on another, the {who} and the {target} of the question.

    None where either is gone by then.
    """
    title = phrase(key, rule, who=ActorRef(roller), target=ActorRef(other))
    rolled = yield from roll_pool(draft, pool_request(draft, roller, size, title, other), rule)
    return rolled if roller in draft and other in draft else None


def roll_dice(draft: Draft, who: ActorId, dice: tuple[int, ...], key: str, rule: str) -> Procedure[int]:
    """Dice that are no pool: they add up, and nothing else about them matters."""
    title = phrase(key, rule, who=ActorRef(who))
    return (yield from roll_total(draft, AskRoll(title=title, dice=dice, side=draft[who].side, actor=who)))


def read(draft: Draft, request: AskRoll, faces: Faces, rule: str) -> Procedure[Rolled]:
    """What the dice mean; a failed hero may try its luck once, where the reading allows it."""
    tell_roll(draft, request, faces, rule)
    rolled = Rolled(degree(faces.faces, request.keep), faces.faces)
    _spend_aids(draft, request.actor, defends=rule in _DEFENCES)
    if rolled.result.failed and options(draft.battle).luck == "any_roll":
        again = yield from _second_chance(draft, request.actor)
        if again:
            return (yield from _once_more(draft, request, rule))
    return rolled


def _spend_aids(draft: Draft, who: ActorId, defends: bool) -> None:
    """A Penalty on the next action is used up by it; help waits for something one does oneself."""
    if who in draft and sheet(draft[who]).penalty:
        write(draft, who, penalty=False)  # Rule: SIX-PANIC-05
    if who in draft and sheet(draft[who]).helped and not defends:
        write(draft, who, helped=False)


def _once_more(draft: Draft, request: AskRoll, rule: str) -> Procedure[Rolled]:
    again = AskRoll(
        title=request.title,
        detail=request.detail,
        dice=request.dice,
        keep=request.keep,
        side=request.side,
        actor=request.actor,
        about=request.about,
        kicker=phrase("six.kind.again"),
        grades=request.grades,
    )
    faces = yield from ask(again)
    if isinstance(faces, Picked):
        return Rolled(Degree.FAILURE, ())
    tell_roll(draft, again, faces, rule)
    return Rolled(degree(faces.faces, again.keep), faces.faces)


def _second_chance(draft: Draft, who: ActorId) -> Procedure[bool]:
    """Whether a hero spends a Luck Point on another roll or, without one, pushes its luck."""
    if who not in draft or not sheet(draft[who]).hero:
        return False
    picks = (Pick("accept", phrase("six.pick.accept")), *luck_picks(draft, who))
    if len(picks) == 1:
        return False
    title = phrase("six.ask.luck", "SIX-STRAIN-08", who=ActorRef(who))
    answer = yield from ask(AskChoice(title=title, side=draft[who].side, actor=who, picks=picks))
    return take_chance(draft, who, answer.pick)


def luck_picks(draft: Draft, who: ActorId) -> tuple[Pick, ...]:
    """What luck has to offer: a point, or pushing it for a strain where no point is left."""
    page = sheet(draft[who])
    if page.luck > 0:
        return (
            Pick(
                "luck", phrase("six.pick.luck", "SIX-DAMAGE-16"), phrase("six.note.luck", "", left=page.luck)
            ),
        )
    if page.strain < MOST_STRAIN:
        return (Pick("push", phrase("six.pick.push", "SIX-DAMAGE-17"), phrase("six.note.push")),)
    return ()


def take_chance(draft: Draft, who: ActorId, pick: str) -> bool:
    """Pay for the luck that was picked. False if none was."""
    if who not in draft or pick not in ("luck", "push"):
        return False
    if pick == "luck":
        write(draft, who, luck=sheet(draft[who]).luck - 1)
    else:
        add_strain(draft, who, 1, "SIX-STRAIN-08")  # Rule: SIX-STRAIN-08
    return True
