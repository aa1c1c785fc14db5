"""Skill Use, and small questions about what somebody wants to do."""

from __future__ import annotations

from engine.model.phrase import ActorId, ActorRef, Modifier, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskNumber, AskRuling, Pick
from engine.rulesets.common import signed
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, sheet
from engine.rulesets.openquest.skills import locked_elsewhere, skill_test
from engine.tactics.draft import Draft, Procedure, ask

SKILLS = ("riding", "influence", "persistence", "resilience", "dodge")
"""Skills on the page that are not weapon skills."""
DIFFICULTY = (50, 25, 0, -25, -50)


def use_skill(draft: Draft, who: ActorId, text: str) -> Procedure[None]:
    """The GM names the skill and how hard it is; the roll; then the GM says what comes of it."""
    # Rule: OQ-OTHER-10
    about = phrase("oq.ask.skill", "OQ-OTHER-10", who=ActorRef(who), text=text or "?")
    percent, label = yield from _skill(draft, who, text)
    picks = tuple(Pick(str(less), phrase("oq.note.percent", "", n=signed(less))) for less in DIFFICULTY)
    title = phrase("oq.ask.difficulty", "OQ-OTHER-10", who=ActorRef(who))
    hard = int((yield from ask(AskChoice(title=title, actor=who, picks=picks, default="0"))).pick)
    if who not in draft:
        return
    parts: tuple[Modifier, ...] = (modifier(percent, label, "OQ-OTHER-10"),)
    parts += (modifier(hard, "oq.mod.difficulty", "OQ-OTHER-10"),) if hard else ()
    if locked_elsewhere(sheet(draft[who]), ""):
        parts += (modifier(-25, "oq.mod.grappled", "OQ-GRAPPLE-08"),)
    result, _ = yield from skill_test(draft, who, about, percent, Tally(parts), "OQ-OTHER-10")
    if who in draft:
        detail = (phrase(f"oq.result.{result.value}", "OQ-OTHER-10"),)
        yield from ask(AskRuling(title=about, detail=detail, side=draft[who].side, actor=who))


def _skill(draft: Draft, who: ActorId, text: str) -> Procedure[tuple[int, str]]:
    page = sheet(draft[who])
    title = phrase("oq.ask.which_skill", "OQ-OTHER-10", who=ActorRef(who), text=text or "?")
    known = tuple(
        Pick(key, phrase(f"oq.mod.{_label(key)}"), phrase("oq.note.chance", "", chance=_percent(page, key)))
        for key in SKILLS
    )
    other = Pick("other", phrase("oq.pick.other_skill"))
    answer = yield from ask(AskChoice(title=title, actor=who, picks=(other, *known)))
    if answer.pick != "other":
        return _percent(page, answer.pick), f"oq.mod.{_label(answer.pick)}"
    title = phrase("oq.ask.percent", "OQ-OTHER-10", who=ActorRef(who))
    number = yield from ask(AskNumber(title=title, actor=who, low=1, high=300, default=50))
    return number.value, "oq.mod.tested"


def _label(key: str) -> str:
    return "whole_resilience" if key == "resilience" else key


def _percent(page: OpenQuestSheet, key: str) -> int:
    return int(getattr(page, key))


def wants(draft: Draft, who: ActorId, target: ActorId, item: OqWeapon) -> Procedure[bool]:
    """Whether the off-hand item strikes as well, or is kept for one more parry."""
    title = phrase("oq.ask.second", "OQ-TWOWEAPON-06", who=ActorRef(who), means=item.name)
    picks = (
        Pick("yes", phrase("oq.pick.attack_with", "", means=item.name)),
        Pick("no", phrase("oq.pick.keep_parry"), phrase("oq.note.keep_parry", "OQ-TWOWEAPON-01")),
    )
    request = AskChoice(title=title, side=draft[who].side, actor=who, about=target, picks=picks)
    return (yield from ask(request)).pick == "yes" and who in draft and target in draft
