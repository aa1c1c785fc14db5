"""The one reaction of the round: who may dodge or parry what, and what a reaction leaves of a hit."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import BLIND, HELPLESS
from engine.model.battle import Battle
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, phrase
from engine.model.requests import AskChoice, AskNumber, AskReaction, Pick
from engine.rulesets.openquest import fumbles, harm
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.sheet import (
    OpenQuestSheet,
    OqWeapon,
    Size,
    Turn,
    held,
    off_hand,
    sheet,
    weapon,
    write_turn,
)
from engine.rulesets.openquest.skills import Level, skill, skill_name, skill_test
from engine.rulesets.openquest.tallies import Kind, defence
from engine.rulesets.upshots import Upshot
from engine.tactics.draft import Draft, Procedure, ask

PARRY = "parry:"
_SWORD = OqWeapon("", "", ())
"""Any crafted weapon, where the attack is not known yet."""


class Through(StrEnum):
    """What a reaction lets through."""

    ALL = "all"
    HALF = "half"
    NOTHING = "nothing"


class Hit(Struct, frozen=True):
    """What is left of a hit after the reaction."""

    critical: bool
    through: Through = Through.ALL
    answered: bool = False
    """The reaction succeeded, whatever it stopped."""


class Blow(Struct, frozen=True):
    """An attack that has hit and may be answered."""

    attacker: ActorId
    target: ActorId
    item: OqWeapon
    kind: Kind
    critical: bool
    group: str
    seen: bool = True
    """The target knew of the attacker before it struck."""
    astray: bool = False
    """It was meant for somebody else (OQ-CROWD-03)."""
    thrown: tuple[int, int] | None = None
    """What the d100 showed and had to stay at or under; None where no roll hit this target."""


# --- what is on offer --------------------------------------------------------------------------------


def reactions(
    battle: Battle, target: ActorId, item: OqWeapon = _SWORD, kind: Kind = Kind.PLAIN, foe: ActorId = ""
) -> tuple[Pick, ...]:
    """The reactions the target has: dodge, a parry with each thing in hand, or none (OQ-REACT-03)."""
    actor = battle.actors[target]
    page, turn = sheet(actor), sheet(actor).turn
    if not actor.active or actor.has(HELPLESS) or page.grapples or turn.no_reaction:
        return ()  # Rule: OQ-GRAPPLE-09
    if turn.retreated and turn.attacked:
        return ()  # Rule: OQ-MOVE-03
    enemy = sheet(battle.actors[foe]) if foe in battle.actors else OpenQuestSheet()
    parries = (
        _parry_pick(page, enemy, one, kind.ranged)
        for one in held(page)
        if not turn.dodge_only and may_parry(one, item, kind) and _ready(page, one)  # Rule: OQ-MOVE-07
    )
    found = (*_dodge_pick(page, enemy, kind.ranged), *parries)
    return (*found, Pick("none", phrase("oq.pick.take_it"))) if found else ()


def may_parry(one: OqWeapon, item: OqWeapon, kind: Kind) -> bool:
    """Whether that thing can parry such an attack at all."""
    if one.missile or kind is Kind.SHOT:
        return False  # Rule: OQ-RANGED-09, OQ-RANGED-14
    if kind.by_hand:
        return one.shield  # Rule: OQ-REACT-05
    return not one.natural or not item.crafted  # Rule: OQ-NATURAL-03, OQ-NATURAL-04


def _ready(page: OpenQuestSheet, one: OqWeapon) -> bool:
    """Whether a parry with it is still to be had: the reaction, what is left of a skill over 100, or the
    one more that an off-hand item gives."""
    turn = page.turn
    if not turn.reacted:
        return True
    if skill(page, one) > 100:
        return left_to_parry(page, one) > 0  # Rule: OQ-OVER100-09
    second = off_hand(page)
    return second is not None and second.key == one.key and not turn.off_hand_used  # Rule: OQ-TWOWEAPON-01


def left_to_parry(page: OpenQuestSheet, one: OqWeapon) -> int:
    """Percent of a skill over 100 that parries of this round have left."""
    return skill(page, one) - page.turn.parried


def _dodge_pick(page: OpenQuestSheet, foe: OpenQuestSheet, by_air: bool) -> tuple[Pick, ...]:
    turn = page.turn
    share = page.dodge - turn.dodged if page.dodge > 100 else 0
    if turn.reacted and share <= 0:
        return ()
    percent = defence(page, foe, None, by_air, share).total
    note = phrase("oq.note.reacts", "OQ-PARRY-09", chance=percent, skill=phrase("oq.mod.dodge"))
    return (Pick("dodge", phrase("oq.pick.dodges", "", chance=percent), note),)


def _parry_pick(page: OpenQuestSheet, foe: OpenQuestSheet, one: OqWeapon, by_air: bool) -> Pick:
    share = left_to_parry(page, one) if skill(page, one) > 100 else 0
    percent = defence(page, foe, one, by_air, share).total
    note = phrase("oq.note.reacts", "OQ-PARRY-09", chance=percent, skill=phrase(skill_name(one)))
    return Pick(PARRY + one.key, phrase("oq.pick.parry", "", means=one.name, chance=percent), note)


# --- play --------------------------------------------------------------------------------------------


def react(draft: Draft, blow: Blow) -> Procedure[Hit]:
    """Ask the target for its reaction, now that it is known to be hit and before damage is rolled."""
    picks = _picks(draft, blow)
    if not picks or not (yield from _aware(draft, blow)):
        return Hit(blow.critical)  # Rule: OQ-ATK-04
    answer = yield from ask(_request(draft, blow, picks))
    if answer.pick == "none" or blow.target not in draft or blow.attacker not in draft:
        return Hit(blow.critical)
    page = sheet(draft[blow.target])
    parry = weapon(page, answer.pick.removeprefix(PARRY)) if answer.pick != "dodge" else None
    share = yield from _share(draft, blow.target, parry)
    _spend(draft, blow.target, parry, share)
    result = yield from _defend(draft, blow, parry, share)
    hit = outcome(draft.battle, blow.critical, blow.item.size, parry, result)
    if blow.target in draft:
        _tell_outcome(draft, blow, hit, parry)
    if parry is not None and not parry.unarmed and result.good and blow.item.unarmed:
        yield from harm.hurt_limb(draft, blow.attacker, blow.target, blow.item, parry, blow.group)
    return hit


def _tell_outcome(draft: Draft, blow: Blow, hit: Hit, parry: OqWeapon | None) -> None:
    rule = "OQ-DODGE-02" if parry is None else "OQ-PARRY-02"
    words = hit.through.value
    if blow.critical and not hit.critical and hit.through is Through.ALL:
        words, rule = "lessened", "OQ-CRIT-08"
    elif parry is not None and hit.through is Through.NOTHING:
        words = "parried"
    said = phrase(f"oq.through.{words}", "", who=ActorRef(blow.target))
    draft.emit(Said(said, about=blow.target, rule=rule))


def _picks(draft: Draft, blow: Blow) -> tuple[Pick, ...]:
    """What is on offer; a shot gone astray can be dodged, others only where the GM makes an exception."""
    exception = blow.kind is Kind.SHOT and options(draft.battle).dodge_shots == "ask"
    if blow.kind is not Kind.SHOT or exception or blow.astray:
        kind = Kind.THROWN if blow.kind is Kind.SHOT else blow.kind
        found = reactions(draft.battle, blow.target, blow.item, kind, blow.attacker)
        if blow.astray:  # Rule: OQ-CROWD-04
            found = tuple(pick for pick in found if pick.key in ("dodge", "none"))
        return found if any(pick.key != "none" for pick in found) else ()
    return ()  # Rule: OQ-REACT-08, OQ-RANGED-09


def _aware(draft: Draft, blow: Blow) -> Procedure[bool]:
    """Whether the target may react at all, where that is for the GM to say."""
    exception = blow.kind is Kind.SHOT and not blow.astray
    doubtful = not blow.seen or draft[blow.target].has(BLIND) or options(draft.battle).behind == "always"
    if not exception and not doubtful:
        return True
    rule = "OQ-RANGED-09" if exception else "OQ-RANGED-10" if blow.kind.by_hand else "OQ-REACT-09"
    key = "oq.ask.exception" if exception else "oq.ask.aware"
    title = phrase(key, rule, target=ActorRef(blow.target), attacker=ActorRef(blow.attacker))
    picks = (Pick("yes", phrase("oq.pick.yes")), Pick("no", phrase("oq.pick.no")))
    answer = yield from ask(AskChoice(title=title, actor=blow.target, about=blow.attacker, picks=picks))
    return answer.pick == "yes"


def _request(draft: Draft, blow: Blow, picks: tuple[Pick, ...]) -> AskReaction:
    title = phrase(
        "oq.ask.react", "OQ-REACT-12", target=ActorRef(blow.target), attacker=ActorRef(blow.attacker)
    )
    return AskReaction(
        title=title,
        detail=(_hit_words(blow),),
        kicker=_kicker(blow),
        side=draft[blow.target].side,
        actor=blow.target,
        about=blow.attacker,
        picks=tuple(_foretold(draft.battle, blow, pick) for pick in picks),
    )


def _hit_words(blow: Blow) -> Phrase:
    key = "oq.detail.critical" if blow.critical else "oq.detail.hit"
    return phrase(key, "OQ-REACT-12", means=blow.item.name)


def _kicker(blow: Blow) -> Phrase | None:
    """How it was hit: "Hit: 31 against 45 %"."""
    if blow.thrown is None:
        return None
    face, chance = blow.thrown
    key, rule = ("oq.kicker.critical", "OQ-CRIT-02") if blow.critical else ("oq.kicker.hit", "OQ-ATK-01")
    return phrase(key, rule, face=face, chance=chance)


def _foretold(battle: Battle, blow: Blow, pick: Pick) -> Pick:
    """The pick with what its success leaves of the hit (OQ-DODGE-02, OQ-PARRY-02)."""
    if pick.key == "none":
        return pick
    stops = _leaves(battle, blow, _parrying(battle, blow, pick.key), Level.SUCCESS)
    return replace(pick, label=phrase("oq.pick.stops", stops.rule, what=pick.label, stops=stops))


def _parrying(battle: Battle, blow: Blow, pick: str) -> OqWeapon | None:
    """What it parries with by that pick; None for a dodge."""
    if pick == "dodge":
        return None
    return weapon(sheet(battle.actors[blow.target]), pick.removeprefix(PARRY))


def _leaves(battle: Battle, blow: Blow, parry: OqWeapon | None, reaction: Level) -> Phrase:
    """What a reaction that comes out like that leaves of the hit, in a few words."""
    hit = outcome(battle, blow.critical, blow.item.size, parry, reaction)
    if not reaction.good:
        return phrase("oq.stops.unanswered", "OQ-ATK-04")
    if blow.critical and hit.critical:
        return phrase("oq.stops.critical", "OQ-DODGE-05" if parry is None else "OQ-CRIT-08")
    if blow.critical and hit.through is Through.ALL:
        return phrase("oq.stops.ordinary", "OQ-CRIT-08")
    rules = {Through.NOTHING: "OQ-PARRY-04", Through.HALF: "OQ-PARRY-05", Through.ALL: "OQ-PARRY-06"}
    return phrase(f"oq.stops.{hit.through.value}", "OQ-DODGE-02" if parry is None else rules[hit.through])


def _upshots(battle: Battle, blow: Blow, parry: OqWeapon | None) -> dict[Level, Upshot]:
    """What the roll of a reaction may come to."""
    found = {one: (phrase(f"oq.result.{one}"), _leaves(battle, blow, parry, one)) for one in Level}
    gm_says = (phrase("oq.upshot.gm_says", "OQ-FUMBLE-02"),)
    return {
        one: Upshot(words, (leaves, *(gm_says if one is Level.FUMBLE else ())))
        for one, (words, leaves) in found.items()
    }


def _share(draft: Draft, target: ActorId, parry: OqWeapon | None) -> Procedure[int]:
    """How much of a skill over 100 goes into this reaction; 0 where it is an ordinary one."""
    page = sheet(draft[target])
    whole = page.dodge if parry is None else skill(page, parry)
    if whole <= 100:
        return 0
    left = whole - (page.turn.dodged if parry is None else page.turn.parried)
    title = phrase("oq.ask.share", "OQ-OVER100-07", who=ActorRef(target), left=left)
    request = AskNumber(title=title, side=draft[target].side, actor=target, low=1, high=left, default=left)
    return (yield from ask(request)).value


def _spend(draft: Draft, target: ActorId, parry: OqWeapon | None, share: int) -> None:
    """Note the reaction (OQ-REACT-01): the first is the round's own, a second parry is the off hand's."""
    turn: Turn = sheet(draft[target]).turn
    if share and parry is None:
        turn = replace(turn, dodged=turn.dodged + share)
    elif share:
        turn = replace(turn, parried=turn.parried + share)
    elif turn.reacted:
        turn = replace(turn, off_hand_used=True)  # Rule: OQ-TWOWEAPON-02
    write_turn(draft, target, replace(turn, reacted=True))


def _defend(draft: Draft, blow: Blow, parry: OqWeapon | None, share: int) -> Procedure[Level]:
    page, foe = sheet(draft[blow.target]), sheet(draft[blow.attacker])
    tally: Tally = defence(page, foe, parry, blow.kind.ranged, share)
    percent = share or (page.dodge if parry is None else skill(page, parry))
    key = "oq.ask.dodge" if parry is None else "oq.ask.parry"
    rule = "OQ-DODGE-01" if parry is None else "OQ-PARRY-01"
    title = phrase(key, rule, target=ActorRef(blow.target), attacker=ActorRef(blow.attacker))
    result, _ = yield from skill_test(
        draft,
        blow.target,
        title,
        percent,
        tally,
        rule,
        blow.attacker,
        blow.group,
        upshots=_upshots(draft.battle, blow, parry),
    )
    if result is Level.FUMBLE:
        yield from fumbles.fumble(draft, blow.target, parry)
    return result


def outcome(battle: Battle, critical: bool, size: Size, parry: OqWeapon | None, reaction: Level) -> Hit:
    """What a reaction leaves of a hit. `parry` is the parrying weapon, None for a dodge."""
    if not reaction.good:
        return Hit(critical)
    if critical and reaction is not Level.CRITICAL and options(battle).dodge_against_critical == "stays":
        return Hit(critical=True, answered=True)  # Rule: OQ-DODGE-05
    if critical and reaction is Level.CRITICAL:
        # Rule: OQ-CRIT-08. It is an ordinary hit now, against which a parry counts by its size (ruling G13).
        return Hit(False, by_size(size, parry.size) if parry else Through.ALL, answered=True)
    if parry is None or reaction is Level.CRITICAL:
        return Hit(False, Through.NOTHING, answered=True)  # Rule: OQ-DODGE-02, OQ-PARRY-07
    return Hit(False, by_size(size, parry.size), answered=True)


def by_size(attack_size: Size, parry_size: Size) -> Through:
    """What a parry lets through by the categories of the two weapons."""
    if parry_size >= attack_size:
        return Through.NOTHING  # Rule: OQ-PARRY-04
    return Through.HALF if attack_size - parry_size == 1 else Through.ALL  # Rule: OQ-PARRY-05, OQ-PARRY-06
