"""One attack from the roll to its harm, and the questions it puts."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.model.events import Missed, Struck
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskChoice, AskNumber, AskReaction, AskRoll, Faces, Pick, Picked
from engine.rulesets.common import signed, tell_roll
from engine.rulesets.ose import bodies, disruption, turned
from engine.rulesets.ose.afflictions import afflict
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.figures import Attack, Figures, Kind, figures, harmless, weapon_of
from engine.rulesets.ose.harm import defer, harm
from engine.rulesets.ose.options import options
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import Quality, held_shield, sheet, weapon_name
from engine.rulesets.ose.splash import SPLASH_RULE, soak
from engine.rulesets.ose.upshots import Onward, may_splinter, of_attack, of_damage
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away

NONE, STUNT, WITH, STRIKE, RULING = "none", "stunt", "with:", "strike", "ruling"
"""Picks that may replace an attack roll; `WITH` is followed by the key of another weapon, and `RULING` lets
the referee make the roll easier or harder first."""
MOST_RULED = 10
STANDING = Onward()
"""A blow at somebody who takes no step."""
_SURE = "OSE-BASE-04"
"""Why somebody helpless or blind is hit without a roll."""

HIT_RULES = {
    Kind.MELEE: "OSE-ORDER-08",
    Kind.MISSILE: "OSE-ORDER-05",
    Kind.OPPORTUNITY: "OSE-AOO-06",
    Kind.BRACE: "OSE-BRACE-05",
    Kind.CHARGE: "OSE-CHARGE-09",
}
HARM_RULES = {**HIT_RULES, Kind.OPPORTUNITY: "OSE-AOO-09", Kind.BRACE: "OSE-BRACE-08"}


class AttackResult(NamedTuple):
    """How an attack ended. Neither hit nor declined is a miss."""

    hit: bool = False
    dropped: bool = False
    """The target went down of it, even if it woke at once."""
    declined: bool = False
    stunt: bool = False
    """Declined in favour of a stunt."""
    shielded: bool = False
    """A shield took the blow, and with it whatever the blow carries (poison, burning oil)."""


# --- play -------------------------------------------------------------------------------------------


def attack(
    draft: Draft,
    attacker_id: ActorId,
    target_id: ActorId,
    weapon_key: str,
    *,
    kind: Kind,
    manner: str = "",
    thrown: bool = False,
    distance_ft: int | None = None,
    cover: int = 0,
    kicker: Phrase | None = None,
    instead: tuple[str, ...] = (),
    onward: Onward = STANDING,
) -> Procedure[AttackResult]:
    """One whole attack. `instead` are the picks on the roll: `NONE`, `STUNT`, `WITH` another weapon's key;
    `onward` is what a blow at a step decides about that.
    """
    made = Attack(attacker_id, target_id, weapon_key, kind, manner, thrown, distance_ft, cover)
    check_id = f"attack-{draft.next_number()}"
    struck = yield from _roll_to_hit(draft, made, check_id, kicker, instead, onward)
    if isinstance(struck, AttackResult):
        return struck
    result = yield from _work_harm(draft, struck, check_id)
    if result.shielded:
        return result
    item = weapon_of(draft[struck.attacker], struck.weapon)
    if struck.target in draft and harmless(item, draft[struck.target]):
        bodies.tell(draft, struck.target, "attack.harmless", SPLASH_RULE, means=weapon_name(item))
        return result
    soak(draft, struck.attacker, struck.target, item)
    yield from afflict(draft, struck.attacker, struck.target, item)
    return result


def _work_harm(draft: Draft, struck: Attack, check_id: str) -> Procedure[AttackResult]:
    """The damage of a hit, none for a touch without dice; a shield may be splintered for it."""
    if not figures(draft.battle, struck).damage_dice:
        return AttackResult(hit=True)
    shield_first = options(draft.battle).splinter == "before_damage"
    if shield_first and (yield from _splintered(draft, struck, None)):
        return _stopped_by_a_shield(draft, struck)
    amount = yield from _roll_damage(draft, struck, check_id)
    if not shield_first and (yield from _splintered(draft, struck, amount)):
        return _stopped_by_a_shield(draft, struck)
    return (yield from _deal(draft, struck, amount))


def _roll_to_hit(
    draft: Draft,
    made: Attack,
    check_id: str,
    kicker: Phrase | None,
    instead: tuple[str, ...],
    onward: Onward,
) -> Procedure[Attack | AttackResult]:
    """The attack as it hit (another weapon may have been taken), or how it ended without a hit."""
    while True:
        numbers = figures(draft.battle, made)
        if numbers.sure and not set(instead) - {RULING}:
            _carried_out(draft, made)
            return _struck(draft, made, _SURE)
        request = _question(draft, made, numbers, check_id, kicker, instead)
        if isinstance(request, AskRoll):
            request = of_attack(draft.battle, made, numbers, request, _harm_rule(draft, made), onward)
        answer = yield from _put(request)
        if isinstance(answer, Picked) and answer.pick.startswith(WITH):
            instead = (*(key for key in instead if key != answer.pick), WITH + made.weapon)
            made = made._replace(weapon=answer.pick.removeprefix(WITH))
            continue
        if isinstance(answer, Picked) and answer.pick == RULING:
            made = yield from _ruled(draft, made)
            continue
        if isinstance(answer, Picked) and answer.pick != STRIKE:
            return AttackResult(declined=True, stunt=answer.pick == STUNT)
        _carried_out(draft, made)
        if isinstance(answer, Faces) and isinstance(request, AskRoll):
            tell_roll(draft, request, answer, _hit_rule(draft, made))
            if not numbers.hits(answer.faces):
                draft.emit(
                    Missed(made.attacker, made.target, _told_means(draft, made), _hit_rule(draft, made))
                )
                _note_use(draft, made)
                return AttackResult()
        break
    return _struck(draft, made, _hit_rule(draft, made))


def _struck(draft: Draft, made: Attack, rule: str) -> Attack:
    draft.emit(Struck(made.attacker, made.target, _told_means(draft, made), rule))
    _note_use(draft, made)
    return made


def _ruled(draft: Draft, made: Attack) -> Procedure[Attack]:
    """The referee's own modifier of the roll (OSL-INTRO-03)."""
    answer = yield from ask(
        AskNumber(
            title=phrase("attack.ask_ruling", "OSL-INTRO-03", attacker=ActorRef(made.attacker)),
            actor=made.attacker,
            about=made.target,
            low=-MOST_RULED,
            high=MOST_RULED,
            default=made.ruled,
        )
    )
    bodies.tell(draft, made.attacker, "attack.ruled", "OSL-INTRO-03", value=signed(answer.value))
    return made._replace(ruled=answer.value)


def _put(request: AskRoll | AskChoice) -> Procedure[Faces | Picked]:
    if isinstance(request, AskRoll):
        return (yield from ask(request))
    return (yield from ask(request))


def _roll_damage(draft: Draft, made: Attack, check_id: str) -> Procedure[int]:
    numbers = figures(draft.battle, made)
    if numbers.most:
        return numbers.harm(numbers.damage_dice)
    faces = yield from roll(draft, _damage_question(draft, made, numbers, check_id), _harm_rule(draft, made))
    amount = numbers.harm(faces.faces)
    if numbers.raised(faces.faces):
        slung = weapon_of(draft[made.attacker], made.weapon).has(Quality.SLING)
        bodies.tell(draft, made.target, "attack.at_least", "OSE-SLING-10" if slung else "OSE-OVER-06")
    if numbers.doubled:
        bodies.tell(draft, made.target, "attack.doubled", "OSE-BRACE-08", amount=amount)
    return amount


def _splintered(draft: Draft, made: Attack, amount: int | None) -> Procedure[bool]:
    """Whether the target gives its shield for the damage (OSE-SHIELD-05): it is gone, and it was a hit."""
    shield = held_shield(sheet(draft[made.target]))
    if shield is None or not may_splinter(draft.battle, made):
        return False
    detail = phrase("splinter.unknown") if amount is None else phrase("splinter.damage", "", amount=amount)
    answer = yield from ask(
        AskReaction(
            title=phrase("splinter.ask", cited(draft.battle, "OSE-SHIELD-05"), target=ActorRef(made.target)),
            detail=(detail,),
            side=draft[made.target].side,
            actor=made.target,
            about=made.attacker,
            picks=(Pick("yes", phrase("splinter.yes")), Pick("no", phrase("splinter.no"))),
            default="no",
        )
    )
    if answer.pick != "yes":
        return False
    _break_shield(draft, made.target, shield.key)
    return True


def _stopped_by_a_shield(draft: Draft, made: Attack) -> AttackResult:
    """A hit without damage: it stops a step and costs no spell, unless the table reads it otherwise."""
    readings = options(draft.battle)
    if readings.hit_without_damage == "lost":  # rulings A2 #106
        disruption.disrupt(draft, made.target)
    reading = {
        Kind.OPPORTUNITY: readings.splintered_hit,  # rulings A2 #40
        Kind.BRACE: readings.splintered_brace,  # rulings G8
    }.get(made.kind)
    return AttackResult(hit=reading != "goes_on", shielded=True)


def _break_shield(draft: Draft, actor_id: ActorId, key: str) -> None:
    page = sheet(draft[actor_id])
    hands = page.hands
    bodies.write_page(
        draft,
        actor_id,
        shields=tuple(item for item in page.shields if item.key != key),
        splintered=(*page.splintered, *(item.name for item in page.shields if item.key == key)),
        hands=type(hands)(hands.main if hands.main != key else "", hands.off if hands.off != key else ""),
    )
    sync_arms(draft, actor_id)
    bodies.tell(draft, actor_id, "splinter.done", cited(draft.battle, "OSE-SHIELD-05"))


def _deal(draft: Draft, made: Attack, amount: int) -> Procedure[AttackResult]:
    """Apply the damage now, or at the end of the step where all act at once (rulings A2 #48)."""
    at_once = made.kind in (Kind.OPPORTUNITY, Kind.BRACE)
    if not at_once and options(draft.battle).step_resolution == "simultaneous":
        defer(draft, made.target, amount, made.attacker)
        return AttackResult(hit=True)
    dropped = yield from harm(draft, made.target, amount, made.attacker, _harm_rule(draft, made))
    return AttackResult(hit=True, dropped=dropped)


def _carried_out(draft: Draft, made: Attack) -> None:
    """Hit or miss, an attack frees a turned undead (rulings A2 #88) and gives a hidden attacker away."""
    give_away(draft, made.attacker, made.target)
    turned.break_free(draft, made.target, "OSE-TURN-05" if made.kind is Kind.MISSILE else "OSE-TURN-04")


def _note_use(draft: Draft, made: Attack) -> None:
    """Remember the weapon where its cost in armour class depends on its use."""
    used = sheet(draft[made.attacker]).turn.used
    if options(draft.battle).ac_penalty_duration == "when_used" and made.weapon not in used:
        bodies.write_turn(draft, made.attacker, used=(*used, made.weapon))


# --- questions --------------------------------------------------------------------------------------


def _question(
    draft: Draft,
    made: Attack,
    numbers: Figures,
    check_id: str,
    kicker: Phrase | None,
    instead: tuple[str, ...],
) -> AskRoll | AskChoice:
    picks = tuple(_pick(draft, made, key) for key in _told_apart(draft, made, instead))
    title = phrase(
        "attack.ask_thrown" if made.thrown else f"attack.ask_{made.kind}",
        _hit_rule(draft, made),
        attacker=ActorRef(made.attacker),
        target=ActorRef(made.target),
    )
    side = draft[made.attacker].side
    if numbers.sure:
        return AskChoice(
            title=title,
            detail=(phrase("attack.sure", "OSE-OVER-06", target=ActorRef(made.target)),),
            side=side,
            actor=made.attacker,
            about=made.target,
            kicker=kicker,
            picks=(Pick(STRIKE, phrase("attack.strike")), *picks),
        )
    return AskRoll(
        title=title,
        detail=_facts(draft, made, numbers),
        side=side,
        actor=made.attacker,
        about=made.target,
        kicker=kicker,
        dice=numbers.dice,
        keep="low" if len(numbers.dice) > 1 else "sum",
        tally=numbers.to_hit,
        beats=numbers.armour.total,
        naturals=True,
        check_id=check_id,
        instead=picks,
    )


def _facts(draft: Draft, made: Attack, numbers: Figures) -> tuple[Phrase, ...]:
    first = phrase("attack.facts", "", means=_means(draft, made), ac=numbers.armour.total)
    if len(numbers.dice) > 1:
        return first, phrase("attack.disadvantage", "OSE-DEFENSE-02")
    if made.kind is Kind.OPPORTUNITY and made.manner == "flee":
        return (first,)
    if made.kind in (Kind.OPPORTUNITY, Kind.BRACE):
        return first, phrase(f"attack.effect_{made.kind}", _hit_rule(draft, made))
    return (first,)


def _told_apart(draft: Draft, made: Attack, instead: tuple[str, ...]) -> tuple[str, ...]:
    """Without a weapon that is the same as another on offer: the second of two claws would change nothing."""
    seen = [replace(weapon_of(draft[made.attacker], made.weapon), key="")]
    kept: list[str] = []
    for key in instead:
        if key.startswith(WITH):
            item = replace(weapon_of(draft[made.attacker], key.removeprefix(WITH)), key="")
            if item in seen:
                continue
            seen.append(item)
        kept.append(key)
    return tuple(kept)


def _pick(draft: Draft, made: Attack, key: str) -> Pick:
    if key.startswith(WITH):
        other = weapon_of(draft[made.attacker], key.removeprefix(WITH))
        return Pick(key, phrase("attack.with", "OSE-AOO-07", means=weapon_name(other)))
    rules = {STUNT: "OSE-AOO-08", RULING: "OSL-INTRO-03"}
    return Pick(key, phrase(f"attack.{key}", rules.get(key, "OSE-AOO-17")))


def _damage_question(draft: Draft, made: Attack, numbers: Figures, check_id: str) -> AskRoll:
    return AskRoll(
        title=phrase("attack.ask_damage", _harm_rule(draft, made), attacker=ActorRef(made.attacker)),
        detail=(phrase("attack.damage_facts", "", means=_means(draft, made), target=ActorRef(made.target)),),
        side=draft[made.attacker].side,
        actor=made.attacker,
        about=made.target,
        dice=numbers.damage_dice,
        keep="high" if numbers.high else "sum",
        tally=numbers.damage,
        check_id=check_id,
        grades=of_damage(draft.battle, made, numbers),
    )


def _hit_rule(draft: Draft, made: Attack) -> str:
    return cited(draft.battle, HIT_RULES[made.kind])


def _harm_rule(draft: Draft, made: Attack) -> str:
    return cited(draft.battle, HARM_RULES[made.kind])


def _means(draft: Draft, made: Attack) -> Phrase:
    return weapon_name(weapon_of(draft[made.attacker], made.weapon))


def _told_means(draft: Draft, made: Attack) -> Phrase:
    """The weapon as the log names it: blows at a step or a charge are told from those of a turn."""
    means = _means(draft, made)
    if made.kind not in (Kind.OPPORTUNITY, Kind.BRACE):
        return means
    return phrase(f"attack.means_{made.kind}", _hit_rule(draft, made), means=means)
