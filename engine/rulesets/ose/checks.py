"""Ability checks, opposed checks and saving throws (rulings A1.3)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.phrase import ActorId, ActorRef, Modifier, Phrase, Tally, modifier, phrase
from engine.model.requests import AskRoll, AskRolls
from engine.rulesets.common import tell_roll
from engine.rulesets.ose.classes import class_level
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.upshots import PLAIN, Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask

ABILITIES = ("phys", "dex", "comp", "cha")
SAVES = ("death", "wands", "paralysis", "breath", "spells")

MOST_MONSTER_SCORE = 19
_SCORE_OF_MODIFIER = {-3: 3, -2: 5, -1: 7, 0: 10, 1: 14, 2: 16, 3: 18}
"""A score in the middle of those that give the modifier, for pages that name the modifier alone."""
_MODIFIERS = ((3, -3), (5, -2), (8, -1), (12, 0), (15, 1), (17, 2), (18, 3))
_SAVES_BY_DICE = (
    (0, (14, 15, 16, 17, 18)),
    (3, (12, 13, 14, 15, 16)),
    (6, (10, 11, 12, 13, 14)),
    (9, (8, 9, 10, 10, 12)),
)
"""Most hit dice of a row, and what it needs against each of `SAVES`; more hit dice save as the last row."""
_RULE = "OSE-STUNT-16"


def dice_of(page: OseSheet) -> int:
    """Whole hit dice: 5 of "5+1*". Less than one counts as one."""
    found = re.match(r"\d+", page.hit_dice)
    return max(1, int(found[0])) if found else 1


def level_of(page: OseSheet) -> int:
    """The level a caster casts and a Warpriest turns at: as written down, by its class, or its hit dice."""
    of_class = class_level(page.role) if page.character else 0
    return page.level or of_class or dice_of(page)


def score(page: OseSheet, ability: str) -> Tally:
    """The score that a check has to stay at or under.

    Characters have scores, or the modifier tells them; monsters have 10 and half their hit dice, 19 at most
    (rulings A2 #122).
    """
    known: int = getattr(page.scores, ability)
    if known:
        return Tally((modifier(known, f"check.{ability}", _RULE),))
    if not page.character:
        value = min(MOST_MONSTER_SCORE, 10 + dice_of(page) // 2)
        return Tally((modifier(value, "check.monster", "OSE-GRAPPLE-07", dice=page.hit_dice),))
    bonus: int = getattr(page, ability, 0)
    value = _SCORE_OF_MODIFIER[max(-3, min(3, bonus))]
    return Tally((modifier(value, f"check.{ability}", _RULE),))


def better(page: OseSheet, abilities: tuple[str, ...]) -> Tally:
    """The highest score of several abilities, the first of equals."""
    return max((score(page, ability) for ability in abilities), key=lambda tally: tally.total)


def check_roll(
    battle: Battle, actor_id: ActorId, title: Phrase, tally: Tally, why: tuple[Phrase, ...] = ()
) -> AskRoll:
    """A d20 that has to show the score or less; `why` says what for."""
    return AskRoll(
        title=title,
        detail=why,
        side=battle.actors[actor_id].side,
        actor=actor_id,
        dice=(20,),
        tally=tally,
        beats=tally.total,
        at_or_under=True,
    )


def check(
    draft: Draft,
    actor_id: ActorId,
    ability: str,
    rule: str,
    why: tuple[Phrase, ...] = (),
    upshots: tuple[Upshot, Upshot] = PLAIN,
) -> Procedure[bool]:
    """One ability check. True if it succeeds. `upshots`: what success and failure mean."""
    title = phrase(f"check.ask_{ability}", rule, who=ActorRef(actor_id))
    request = check_roll(draft.battle, actor_id, title, score(sheet(draft[actor_id]), ability), why)
    request = decided(request, *upshots)
    faces = yield from roll(draft, request, rule)
    return request.succeeds(faces)


def opposed(
    draft: Draft,
    doer: ActorId,
    other: ActorId,
    scores: tuple[Tally, Tally],
    title: Phrase,
    why: tuple[Phrase, ...] = (),
    decides: tuple[Phrase, ...] = (),
) -> Procedure[bool]:
    """Both roll; of those who succeed the greater margin under the score wins. True if the doer does.

    If both fail, or the margins are equal, nothing changes: the one acted upon has it (rulings A2 #123).
    `decides`: what comes of it, for the GM.
    """
    rolls = tuple(
        check_roll(draft.battle, actor_id, phrase("check.opposed", title.rule, who=ActorRef(actor_id)), tally)
        for actor_id, tally in zip((doer, other), scores, strict=True)
    )
    answer = yield from ask(
        AskRolls(
            title=title,
            detail=(*why, phrase("check.opposed_detail", title.rule)),
            side=draft[doer].side,
            actor=doer,
            about=other,
            rolls=rolls,
            decides=decides,
        )
    )
    margins = []
    for request, faces in zip(rolls, answer.rolls, strict=True):
        tell_roll(draft, request, faces, title.rule)
        margins.append((request.beats or 0) - request.total(faces))
    return margins[0] >= 0 and margins[0] > margins[1]


# --- saving throws ------------------------------------------------------------------------------------


def save_target(page: OseSheet, kind: str) -> int:
    """What a d20 must reach to save."""
    if page.saves:
        return page.saves[SAVES.index(kind)]
    if kind == "death" and page.character:
        return page.save_death
    dice = 0 if page.hit_dice.startswith("1/") else dice_of(page)
    row = next((values for most, values in _SAVES_BY_DICE if dice <= most), _SAVES_BY_DICE[-1][1])
    return row[SAVES.index(kind)]


def save_roll(
    battle: Battle, actor_id: ActorId, kind: str, rule: str, parts: tuple[Modifier, ...] = ()
) -> AskRoll:
    """A saving throw with what is added to it."""
    page = sheet(battle.actors[actor_id])
    bonus = _ability_modifier(page.scores.cha)
    own = (modifier(bonus, "check.cha", rule),) if bonus else ()
    return AskRoll(
        title=phrase(f"save.{kind}", rule, who=ActorRef(actor_id)),
        side=battle.actors[actor_id].side,
        actor=actor_id,
        dice=(20,),
        tally=Tally((*own, *parts)),
        beats=save_target(page, kind),
    )


def save(
    draft: Draft,
    actor_id: ActorId,
    kind: str,
    rule: str,
    why: tuple[Phrase, ...] = (),
    upshots: tuple[Upshot, Upshot] = PLAIN,
) -> Procedure[bool]:
    """One saving throw. True if it succeeds. `upshots`: what success and failure mean."""
    request = decided(replace(save_roll(draft.battle, actor_id, kind, rule), detail=why), *upshots)
    faces = yield from roll(draft, request, rule)
    return request.succeeds(faces)


def _ability_modifier(value: int) -> int:
    if value == 0:
        return 0
    return next((bonus for most, bonus in _MODIFIERS if value <= most), 3)
