"""Hit points that a spell takes or gives: one roll of the table, for everybody it takes hold of."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.battle import Battle
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Grade, Pick, Picked
from engine.rulesets.common import set_condition, tell_roll
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.checks import level_of
from engine.rulesets.ose.harm import defer, harm
from engine.rulesets.ose.healing import heal
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.ose.spell_facts import Dose, Spell
from engine.rulesets.ose.upshots import of_harm
from engine.tactics.draft import Draft, Procedure, ask

APPLY, IN_WORDS, WITHOUT, CURE = "apply", "in_words", "without:", "cure"
"""Picks beside the dice: what shows without a roll counts, the referee rules in words after all, somebody
is left out (an id follows), the state the spell can end is ended and nothing healed."""
EFFECT_RULE = "OSE-BASE-03"
"""What a spell does is what it says itself."""

Hit = tuple[ActorId, ...]


def dice_of_dose(page: OseSheet, dose: Dose) -> tuple[int, ...]:
    """Sides of each die the caster rolls; none for a dose that is as large as what the caster has left."""
    if not dose.sides:
        return ()
    return (dose.sides,) * (dose.dice * level_of(page) if dose.each_level else dose.dice)


def darts(page: OseSheet, spell: Spell) -> int:
    """How many darts the caster has to give out; 0 for a spell without them."""
    if spell.dose is None:
        return 0
    return sum(level_of(page) >= level for level in spell.dose.darts)


def administer(draft: Draft, caster: ActorId, spell: Spell, hit: Hit, saved: Hit) -> Procedure[bool]:
    """Roll and apply. False if the referee has to say in words what happens: nobody lives, or he wants to.

    Everybody shares one roll; each dart, for which `hit` names its target, has its own. Before the dice fall
    the referee may leave anybody out.
    """
    dose = spell.dose
    if dose is None or not alive(draft, hit):
        return False
    groups = [(one,) for one in hit] if dose.darts else [hit]
    for number, group in enumerate(groups, start=1):
        kicker = phrase("dose.dart", EFFECT_RULE, n=number, of=len(groups)) if len(groups) > 1 else None
        if not (yield from _one_roll(draft, caster, spell, dose, group, saved, kicker)):
            return False
    return True


def _one_roll(
    draft: Draft, caster: ActorId, spell: Spell, dose: Dose, group: Hit, saved: Hit, kicker: Phrase | None
) -> Procedure[bool]:
    """Ask until it is rolled for those that are left, then apply it to them."""
    taking = alive(draft, group)
    while taking and caster in draft:
        request = _question(draft, caster, spell, dose, taking, saved, kicker)
        answer = yield from _put(request)
        match answer:
            case Faces() if isinstance(request, AskRoll):
                tell_roll(draft, request, answer, request.title.rule)
                yield from _apply(draft, caster, dose, request.total(answer), taking, saved)
                return True
            case Picked(pick="apply"):
                yield from _apply(draft, caster, dose, _as_it_stands(draft, caster), taking, saved)
                return True
            case Picked(pick="cure"):
                _cure(draft, dose, taking)
                return True
            case Picked(pick=pick) if pick.startswith(WITHOUT):
                taking = leave_out(draft, taking, pick.removeprefix(WITHOUT))
            case _:
                return False
    return True


def alive(draft: Draft, hit: Hit) -> Hit:
    """Those of them who are still there and not dead."""
    return tuple(one for one in hit if one in draft and not sheet(draft[one]).dead)


def _put(request: AskRoll | AskChoice) -> Procedure[Faces | Picked]:
    if isinstance(request, AskRoll):
        return (yield from ask(request))
    return (yield from ask(request))


def _as_it_stands(draft: Draft, caster: ActorId) -> int:
    """The dose of a breath: as many as the creature has hit points."""
    return max(0, sheet(draft[caster]).hp)


def leave_out(draft: Draft, taking: Hit, one: ActorId) -> Hit:
    """The others: the referee takes one out, and the log says so to him."""
    said = phrase("dose.left_out", EFFECT_RULE, who=ActorRef(one))
    draft.emit(Said(said, gm_only=True, about=one, rule=EFFECT_RULE))
    return tuple(other for other in taking if other != one)


def _apply(draft: Draft, caster: ActorId, dose: Dose, whole: int, taking: Hit, saved: Hit) -> Procedure[None]:
    for one in taking:
        if one not in draft:
            continue
        if dose.heals:
            heal(draft, one, whole, EFFECT_RULE)
            continue
        amount = whole
        if dose.half and one in saved:
            amount = whole // 2  # halves are rounded down: the book says no more than "half"
            said = phrase("dose.halved", EFFECT_RULE, who=ActorRef(one), whole=whole, amount=amount)
            draft.emit(Said(said, gm_only=True, about=one, rule=EFFECT_RULE))
        if options(draft.battle).step_resolution == "simultaneous":
            defer(draft, one, amount, caster)
        else:
            yield from harm(draft, one, amount, caster, EFFECT_RULE)


def _cure(draft: Draft, dose: Dose, taking: Hit) -> None:
    for one in taking:
        set_condition(draft, one, dose.or_ends, present=False)
        sync_arms(draft, one)
        bodies.tell(draft, one, "dose.cured", EFFECT_RULE, condition=_state(dose))


# --- the question -------------------------------------------------------------------------------------


def _question(
    draft: Draft,
    caster: ActorId,
    spell: Spell,
    dose: Dose,
    taking: Hit,
    saved: Hit,
    kicker: Phrase | None,
) -> AskRoll | AskChoice:
    dice = dice_of_dose(sheet(draft[caster]), dose)
    kind = "heal" if dose.heals else "damage"
    about = taking[0] if len(taking) == 1 else ""
    detail = (_who_takes_what(dose, taking, saved),)
    side = draft[caster].side
    if not dice:
        amount = _as_it_stands(draft, caster)
        return AskChoice(
            title=phrase(
                "dose.ask_apply", EFFECT_RULE, who=ActorRef(caster), spell=spell.name, amount=amount
            ),
            detail=detail,
            side=side,
            actor=caster,
            about=about,
            picks=(Pick(APPLY, phrase("dose.apply", "", amount=amount)), *_picks(draft, dose, taking)),
        )
    return AskRoll(
        title=phrase(f"dose.ask_{kind}", EFFECT_RULE, who=ActorRef(caster), spell=spell.name),
        detail=detail,
        side=side,
        actor=caster,
        about=about,
        kicker=kicker,
        dice=dice,
        tally=Tally((modifier(dose.bonus, "dose.bonus", EFFECT_RULE, spell=spell.name),))
        if dose.bonus
        else Tally(),
        grades=_decides(draft.battle, dose, dice, taking, saved),
        instead=_picks(draft, dose, taking),
    )


def _decides(battle: Battle, dose: Dose, dice: tuple[int, ...], taking: Hit, saved: Hit) -> tuple[Grade, ...]:
    """What the dice do to somebody alone; of several each stands differently."""
    if dose.heals or len(taking) != 1:
        return ()
    halved = dose.half and taking[0] in saved

    def harm_of(kept: int) -> int:
        return (kept + dose.bonus) // 2 if halved else kept + dose.bonus

    return of_harm(battle, taking[0], (len(dice), sum(dice)), harm_of)


def _who_takes_what(dose: Dose, taking: Hit, saved: Hit) -> Phrase:
    half = tuple(one for one in taking if dose.half and one in saved)
    whole = tuple(one for one in taking if one not in half)
    if whole and half:
        return phrase("dose.on_some", "", whole=Names(whole), half=Names(half))
    if half:
        return phrase("dose.half_on", "", names=Names(half))
    return phrase("spell.on", "", names=Names(whole))


def _picks(draft: Draft, dose: Dose, taking: Sequence[ActorId]) -> tuple[Pick, ...]:
    cures = dose.or_ends and any(draft[one].has(dose.or_ends) for one in taking)
    cure = (Pick(CURE, phrase("dose.cure", "", condition=_state(dose))),) if cures else ()
    return (*cure, *without_picks(taking), Pick(IN_WORDS, phrase("dose.in_words")))


def without_picks(taking: Sequence[ActorId]) -> tuple[Pick, ...]:
    """To leave out one of them, each."""
    return tuple(Pick(WITHOUT + one, phrase("dose.without", "", who=ActorRef(one))) for one in taking)


def _state(dose: Dose) -> Phrase:
    return phrase(f"condition.{dose.or_ends}")
