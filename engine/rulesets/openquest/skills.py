"""A d100 against a skill: critical, success, failure, fumble; and two such rolls against each other."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, modifier, phrase
from engine.model.requests import AskRoll, Grade, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, sheet
from engine.rulesets.upshots import Upshot, by_face
from engine.tactics.draft import Draft, Procedure, ask

FUMBLE = 100
"""The face of a d100 that reads 00."""


class Level(StrEnum):
    """How well a skill roll went."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    FUMBLE = "fumble"

    @property
    def good(self) -> bool:
        """Whether it succeeded."""
        return self in (Level.CRITICAL, Level.SUCCESS)

    @property
    def rank(self) -> int:
        """The higher the better."""
        return (Level.FUMBLE, Level.FAILURE, Level.SUCCESS, Level.CRITICAL).index(self)


def critical_score(percent: int) -> int:
    """A tenth of the skill to the nearest whole, a half up: 55 gives 6, 54 gives 5."""
    return (percent + 5) // 10  # Rule: OQ-CRIT-01


def level(face: int, percent: int, chance: int) -> Level:
    """How a d100 came out: `percent` is the bare skill, `chance` the skill with its modifiers."""
    if face == FUMBLE:
        return Level.FUMBLE  # Rule: OQ-FUMBLE-01
    if face > chance:
        return Level.FAILURE  # Rule: OQ-ATK-02
    return Level.CRITICAL if face <= critical_score(percent) else Level.SUCCESS  # Rule: OQ-CRIT-02


PLAIN = {one: Upshot(phrase(f"oq.result.{one}")) for one in Level}
"""The four ways in which a test comes out, where nobody but the GM knows what follows."""


def graded(percent: int, chance: int, upshots: Mapping[Level, Upshot]) -> tuple[Grade, ...]:
    """What each row of faces means: `percent` is the bare skill, `chance` the skill with its modifiers."""
    return by_face(1, FUMBLE, lambda face: upshots[level(face, percent, chance)])


def beats(mine: tuple[Level, int], other: tuple[Level, int], tie: bool) -> bool:
    """Whether the first of two opposed rolls (level, face) wins: the better level; both good the higher
    face, both failed the lower; `tie` says who wins equals (rulings C1)."""
    if mine[0].rank != other[0].rank:
        return mine[0].rank > other[0].rank
    if mine[1] == other[1]:
        return tie
    return (mine[1] > other[1]) == mine[0].good


def skill(page: OpenQuestSheet, item: OqWeapon, shot: bool = False) -> int:
    """The skill that attacks and parries with the weapon use (OQ-BASIC-06, ruling G20)."""
    if shot:
        own = page.ranged if item.range == 0 or not item.skill else item.skill
    else:
        own = item.skill or (page.unarmed if item.unarmed else page.close)
    return min(own, page.riding) if page.mounted else own  # Rule: OQ-MOUNT-06


def skill_name(item: OqWeapon, shot: bool = False) -> str:
    """The key of the skill's name."""
    if item.skill:
        return "oq.mod.own"
    return "oq.mod.ranged" if shot else "oq.mod.unarmed" if item.unarmed else "oq.mod.close"


def locked_elsewhere(page: OpenQuestSheet, other: ActorId) -> bool:
    """Whether it grapples somebody whom the test does not concern."""
    return bool(page.grapples) and page.grapples != other  # Rule: OQ-GRAPPLE-08


def plain_test(page: OpenQuestSheet, percent: int, label: str, other: ActorId = "") -> Tally:
    """A skill as it is, and what a hold takes off it."""
    less = (modifier(-25, "oq.mod.grappled", "OQ-GRAPPLE-08"),) if locked_elsewhere(page, other) else ()
    return Tally((modifier(percent, label), *less))


def skill_test(
    draft: Draft,
    who: ActorId,
    title: Phrase,
    percent: int,
    tally: Tally,
    rule: str,
    about: ActorId = "",
    check_id: str = "",
    detail: tuple[Phrase, ...] = (),
    upshots: Mapping[Level, Upshot] = PLAIN,
) -> Procedure[tuple[Level, int]]:
    """Roll a d100 against the tally; the level and the face. `upshots`: what each level means."""
    request = AskRoll(
        title=title,
        detail=detail,
        dice=(100,),
        tally=tally,
        beats=tally.total,
        at_or_under=True,
        check_id=check_id,
        defence=bool(check_id),
        grades=graded(percent, tally.total, upshots),
        side=draft[who].side,
        actor=who,
        about=about,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return Level.FAILURE, 0
    tell_roll(draft, request, faces, rule)
    return level(faces.faces[0], percent, tally.total), faces.faces[0]


def opposed_unarmed(
    draft: Draft, one: ActorId, other: ActorId, rule: str
) -> Procedure[tuple[bool, bool, bool]]:
    """Both roll Unarmed Combat: whether the first wins, and whether each succeeds.

    Ties go to the players (rulings C1).
    """
    found: list[tuple[Level, int]] = []
    for who, about in ((one, other), (other, one)):
        percent = sheet(draft[who]).unarmed
        title = phrase("oq.ask.unarmed", rule, who=ActorRef(who), other=ActorRef(about))
        tally = Tally((modifier(percent, "oq.mod.unarmed", rule),))
        found.append((yield from skill_test(draft, who, title, percent, tally, rule, about)))
    won = beats(found[0], found[1], players(draft, one))
    return won, found[0][0].good, found[1][0].good


def players(draft: Draft, who: ActorId) -> bool:
    """Whether a player speaks for it."""
    return draft.battle.control_of(who).value == "players"
