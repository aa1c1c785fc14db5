"""An attack from the d100 to the hit points: hit, reaction, and what follows by the kind of attack."""

from __future__ import annotations

from engine.model.events import Missed, Said, Struck
from engine.model.phrase import ActorId, ActorRef, Tally, phrase
from engine.model.requests import AskRoll, Pick, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.openquest import crowds, damage, disarming, fumbles, grapple
from engine.rulesets.openquest.reactions import Blow, react
from engine.rulesets.openquest.sheet import OqWeapon, sheet, weapon
from engine.rulesets.openquest.skills import Level, critical_score, graded, level, skill
from engine.rulesets.openquest.tallies import Kind, chance
from engine.rulesets.upshots import HITS, MISSES, Upshot
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away
from engine.tactics.perception import perceives

_TOLD = {
    Kind.SET: "OQ-SET-02",
    Kind.OFF_HAND: "OQ-TWOWEAPON-02",
    Kind.ALL_OUT: "OQ-CCATK-03",
    Kind.GREAT: "OQ-CCATK-10",
    Kind.DISARM: "OQ-CCATK-06",
    Kind.GRAPPLE: "OQ-GRAPPLE-02",
}
"""Attacks that the log names before the roll, and by which rule."""


def attack(
    draft: Draft, attacker: ActorId, target: ActorId, key: str, kind: Kind, share: int = 0
) -> Procedure[bool]:
    """One attack with the weapon of that key, from the roll to the hit points. False if it was left undone.

    `share` is the part of a skill over 100 it is made with.
    """
    item = weapon(sheet(draft[attacker]), key)
    aim = ""
    if kind is Kind.DISARM:
        aim = yield from disarming.aimed_at(draft, attacker, target)
    crowd = (yield from crowds.cover(draft, attacker, target)) if kind.ranged else 0
    if attacker not in draft or target not in draft:
        return False
    seen = perceives(draft.board, draft[target], draft[attacker])
    percent = share or skill(sheet(draft[attacker]), item, kind.ranged)
    tally = chance(draft.board, draft[attacker], draft[target], item, kind, share, crowd)
    request = _request(draft, attacker, target, tally, percent, kind)
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return False
    give_away(draft, attacker, target)
    if kind in _TOLD:
        said = phrase(f"oq.tells.{kind.value}", _TOLD[kind], who=ActorRef(attacker), other=ActorRef(target))
        draft.emit(Said(said, about=attacker, rule=_TOLD[kind]))
    tell_roll(draft, request, faces, "OQ-ATK-01")
    result = level(faces.faces[0], percent, tally.total)
    words = phrase("text.plain", "", text=item.name)
    if not result.good:
        draft.emit(Missed(attacker, target, words, "OQ-ATK-02"))
        if result is Level.FUMBLE:
            yield from fumbles.fumble(draft, attacker, item)
        elif kind.ranged:
            victim = yield from crowds.goes_astray(draft, attacker, target, faces.faces[0], percent)
            if victim:
                yield from _stray(draft, attacker, victim, item, kind)
        return True
    draft.emit(Struck(attacker, target, words, "OQ-ATK-01"))
    critical = result is Level.CRITICAL
    if critical:
        _tell_critical(draft, attacker, target, faces.faces[0], percent)
    thrown = faces.faces[0], tally.total
    blow = Blow(attacker, target, item, kind, critical, request.check_id, seen, thrown=thrown)
    yield from land(draft, blow, aim)
    return True


def land(draft: Draft, blow: Blow, aim: str = "") -> Procedure[None]:
    """The reaction to a hit and what is left of it: damage, a hold, or something out of the hand."""
    hit = yield from react(draft, blow)
    if blow.target not in draft or blow.attacker not in draft or not draft[blow.attacker].on_map:
        return
    if blow.kind is Kind.DISARM:
        yield from disarming.disarm(draft, blow, hit, aim)
    elif blow.kind is Kind.GRAPPLE:
        yield from grapple.seize(draft, blow, hit)
    else:
        yield from damage.deal(draft, blow, hit, blow.kind)


def _request(
    draft: Draft, attacker: ActorId, target: ActorId, tally: Tally, percent: int, kind: Kind
) -> AskRoll:
    return AskRoll(
        title=phrase("oq.ask.attack", "OQ-ATK-01", attacker=ActorRef(attacker), target=ActorRef(target)),
        kicker=phrase(f"oq.kind.{kind.value}") if kind is not Kind.PLAIN else None,
        detail=(phrase("oq.detail.score", "OQ-CRIT-01", score=critical_score(percent)),),  # OQ-EXPECT-06
        dice=(100,),
        tally=tally,
        beats=tally.total,
        at_or_under=True,
        grades=graded(percent, tally.total, _upshots(target)),
        check_id=f"attack {draft.next_number()}",
        side=draft[attacker].side,
        actor=attacker,
        about=target,
        instead=(Pick("none", phrase("oq.pick.no_attack")),) if kind in (Kind.CHARGE, Kind.UPHILL) else (),
    )


def _upshots(target: ActorId) -> dict[Level, Upshot]:
    """What an attack may come to, before anybody reacts."""
    may_react = phrase("oq.upshot.may_react", "OQ-ATK-03", who=ActorRef(target))
    most = phrase("oq.upshot.most_damage", "OQ-CRIT-03"), phrase("oq.upshot.no_armour", "OQ-CRIT-06")
    damage = phrase("oq.upshot.damage_next", "OQ-ATK-05")
    return {
        Level.CRITICAL: Upshot(phrase("oq.upshot.critical"), (may_react, *most)),
        Level.SUCCESS: Upshot(HITS, (may_react, damage)),
        Level.FAILURE: Upshot(MISSES),
        Level.FUMBLE: Upshot(phrase("oq.upshot.fumble"), (phrase("oq.upshot.gm_says", "OQ-FUMBLE-02"),)),
    }


def _tell_critical(draft: Draft, attacker: ActorId, target: ActorId, face: int, percent: int) -> None:
    # Rule: OQ-CRIT-09
    said = phrase(
        "oq.critical", "OQ-CRIT-09", who=ActorRef(attacker), face=face, score=critical_score(percent)
    )
    draft.emit(Said(said, about=target, rule="OQ-CRIT-02"))


def _stray(draft: Draft, attacker: ActorId, victim: ActorId, item: OqWeapon, kind: Kind) -> Procedure[None]:
    """A shot that missed its target and hit somebody beside it."""
    group = f"attack {draft.next_number()}"
    draft.emit(Struck(attacker, victim, phrase("text.plain", "", text=item.name), "OQ-CROWD-03"))
    yield from land(draft, Blow(attacker, victim, item, kind, False, group, astray=True))
