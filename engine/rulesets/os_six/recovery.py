"""Time that passes: rest, thirst and hunger, bleeding and poison, system shock, temporary hit points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.actor import Actor
from engine.model.phrase import ActorId, ActorRef, modifier, phrase
from engine.model.requests import AskChoice, AskNumber, AskRoll, AskRolls, Pick, Picked
from engine.rulesets.common import set_condition, tell_roll
from engine.rulesets.os_six.aid import ease
from engine.rulesets.os_six.bodies import AILMENTS, BLEEDING, BLEEDING_OUT, POISONED, tell, tell_number
from engine.rulesets.os_six.harm import harm, heal
from engine.rulesets.os_six.pools import PARTIAL, Stat, bare, degree, dice_of
from engine.rulesets.os_six.rolls import roll_dice
from engine.rulesets.os_six.sheet import MOST_STRAIN, in_combat, sheet, state, write
from engine.tactics.draft import Draft, Procedure, ask

_TURNS_A_MINUTE = 10  # Rule: SIX-TURN-02
DRY_DAYS, HUNGRY_DAYS = 2, 12
"""Days without water and without food that are borne without loss."""
_MOST_TEMPORARY = 99
_MINUTES_AN_HOUR = 60


def company(draft: Draft, who: ActorId) -> tuple[ActorId, ...]:
    """The living heroes on the side of somebody, or it alone where there are none."""
    side = draft.battle.members(draft[who].side)
    return tuple(one.id for one in side if sheet(one).hero and not sheet(one).dead) or (who,)


# --- rest ------------------------------------------------------------------------------------------------


def rest(draft: Draft, who: ActorId, long: bool) -> Procedure[None]:
    """An hour's breath or a night's sleep for the whole company."""
    # Rule: SIX-REST-01, SIX-REST-02
    key, rule = ("long", "SIX-REST-06") if long else ("short", "SIX-REST-05")
    picks = tuple(Pick(one, phrase(f"six.pick.rest_{one}")) for one in ("fed", "hungry", "busy"))
    answer = yield from ask(AskChoice(title=phrase(f"six.ask.rest_{key}", "SIX-REST-01"), picks=picks))
    group = company(draft, who)
    if answer.pick == "busy":
        tell(draft, who, "six.no_rest", "SIX-REST-01")
        return
    if answer.pick == "hungry":
        tell(draft, who, "six.no_food", "SIX-REST-02")
    else:
        _fed(draft, group)
        yield from _restore(draft, group, 6 if long else 3, rule)
    if long:
        yield from _calm_down(draft, group)
        for one in group:
            if one in draft and sheet(draft[one]).temp:
                write(draft, one, temp=0)  # Rule: SIX-TEMP-07


def _fed(draft: Draft, group: Sequence[ActorId]) -> None:
    """Days of want are counted anew from here."""
    # Rule: SIX-REST-03, SIX-REST-04
    for one in group:
        if sheet(draft[one]).dry_days or sheet(draft[one]).hungry_days:
            write(draft, one, dry_days=0, hungry_days=0)


def _restore(draft: Draft, group: Sequence[ActorId], sides: int, rule: str) -> Procedure[None]:
    for one in group:
        if _sick(draft[one]):
            tell(draft, one, "six.rest_in_vain", "SIX-REST-11" if draft[one].has(POISONED) else "SIX-REST-12")
    resting = tuple(one for one in group if not _sick(draft[one]) and _wounded(draft[one]))
    rolls = tuple(
        AskRoll(
            title=phrase("six.ask.rest_of", rule, who=ActorRef(one)),
            dice=(sides,),
            side=draft[one].side,
            actor=one,
        )
        for one in resting
    )
    if not rolls:
        return
    batch = yield from ask(AskRolls(title=phrase("six.ask.restored", rule), rolls=rolls))
    for roll, faces in zip(rolls, batch.rolls, strict=True):
        if roll.actor in draft:
            tell_roll(draft, roll, faces, rule)
            heal(draft, roll.actor, roll.total(faces) + 1, rule)


def _wounded(actor: Actor) -> bool:
    return sheet(actor).hp < sheet(actor).max_hp


def _sick(actor: Actor) -> bool:
    return any(actor.has(key) for key in AILMENTS)


def _calm_down(draft: Draft, group: Sequence[ActorId]) -> Procedure[None]:
    """Will against strain. Whom strain has felled needs aid instead (SIX-INCAP-01)."""
    # Rule: SIX-REDUCE-01
    shaken = tuple(one for one in group if 0 < sheet(draft[one]).strain < MOST_STRAIN)
    if not shaken:
        return
    helper = yield from _calming(draft, group)
    rolls = tuple(_will(draft, one, helper) for one in shaken)
    batch = yield from ask(AskRolls(title=phrase("six.ask.calm", "SIX-REDUCE-01"), rolls=rolls))
    relief: list[AskRoll] = []
    for roll, faces in zip(rolls, batch.rolls, strict=True):
        tell_roll(draft, roll, faces, "SIX-REDUCE-01")
        result = degree(faces.faces, roll.keep)
        if result.failed:
            tell(draft, roll.actor, "six.no_calm", "SIX-REDUCE-04")
        else:
            relief.append(_relief(draft, roll.actor, (6, 6) if result.full else (6,)))
    if not relief:
        return
    batch = yield from ask(AskRolls(title=phrase("six.ask.reliefs", "SIX-REDUCE-02"), rolls=tuple(relief)))
    for roll, faces in zip(relief, batch.rolls, strict=True):
        if roll.actor in draft:
            tell_roll(draft, roll, faces, roll.title.rule)
            ease(draft, roll.actor, roll.total(faces), roll.title.rule)


def _calming(draft: Draft, group: Sequence[ActorId]) -> Procedure[ActorId]:
    """Who of those with a fitting skill helps the others to calm down, if anybody."""
    helpers = tuple(one for one in group if sheet(draft[one]).calming)
    if not helpers:
        return ""
    picks = (
        *(Pick(one, phrase("six.pick.hero", "", who=ActorRef(one))) for one in helpers),
        Pick("none", phrase("six.pick.nobody")),
    )
    answer = yield from ask(AskChoice(title=phrase("six.ask.calming", "SIX-REDUCE-05"), picks=picks))
    return "" if answer.pick == "none" else answer.pick


def _will(draft: Draft, who: ActorId, helper: ActorId) -> AskRoll:
    size = bare(sheet(draft[who]), Stat.WILL)
    if helper not in ("", who):
        size = size.plus(modifier(1, "six.mod.calmed", "SIX-REDUCE-05"))
    dice, keep = dice_of(size.total)
    return AskRoll(
        title=phrase("six.ask.resist", "SIX-REDUCE-01", who=ActorRef(who), stat=phrase("six.stat.will")),
        dice=dice,
        keep=keep,
        beats=PARTIAL,
        side=draft[who].side,
        actor=who,
    )


def _relief(draft: Draft, who: ActorId, dice: tuple[int, ...]) -> AskRoll:
    rule = "SIX-REDUCE-02" if len(dice) > 1 else "SIX-REDUCE-03"
    title = phrase("six.ask.relief", rule, who=ActorRef(who))
    return AskRoll(title=title, dice=dice, side=draft[who].side, actor=who)


# --- hours and days --------------------------------------------------------------------------------------


def pass_hour(draft: Draft, who: ActorId) -> Procedure[None]:
    """An hour goes by for the company: bleeding and system shock take their toll."""
    tell(draft, who, "six.hour")
    for one in company(draft, who):
        if one in draft and draft[one].has(BLEEDING_OUT):
            yield from _bleed_out(draft, one)
        if one in draft and draft[one].has(BLEEDING):
            yield from _loss(draft, one, (6,), "SIX-REST-13")
        if one in draft and sheet(draft[one]).strain == MOST_STRAIN and not sheet(draft[one]).dead:
            yield from _shock(draft, one)


def _bleed_out(draft: Draft, who: ActorId) -> Procedure[None]:
    """Extreme bleeding through an hour: D6 every minute, until it kills or somebody stops it."""
    # Rule: SIX-REST-14
    stopped = Pick("stopped", phrase("six.pick.stopped"))
    for minute in range(1, _MINUTES_AN_HOUR + 1):
        if who not in draft or sheet(draft[who]).dead:
            return
        request = AskRoll(
            title=phrase("six.ask.loss", "SIX-REST-14", who=ActorRef(who)),
            kicker=phrase("six.kind.minute", "", minute=minute, of=_MINUTES_AN_HOUR),
            dice=(6,),
            instead=(stopped,),
            side=draft[who].side,
            actor=who,
        )
        faces = yield from ask(request)
        if who not in draft:
            return
        if isinstance(faces, Picked):
            toggle(draft, who, BLEEDING_OUT)
            return
        tell_roll(draft, request, faces, "SIX-REST-14")
        yield from harm(draft, who, request.total(faces), "", armoured=False)


def _shock(draft: Draft, who: ActorId) -> Procedure[None]:
    """After the first hour without aid D3 hit points an hour, until the GM says that aid has come."""
    # Rule: SIX-INCAP-06
    aided = Pick("aided", phrase("six.pick.aided"))
    title = phrase("six.ask.shock", "SIX-INCAP-06", who=ActorRef(who))
    if sheet(draft[who]).shock_hours == 0:
        picks = (Pick("shock", phrase("six.pick.shock")), aided)
        answer = yield from ask(AskChoice(title=title, actor=who, picks=picks))
        if who in draft and answer.pick == "shock":
            write(draft, who, shock_hours=1)
            tell(draft, who, "six.shock", "SIX-INCAP-06")
        return
    title = phrase("six.ask.shock_loss", "SIX-INCAP-06", who=ActorRef(who))
    request = AskRoll(title=title, dice=(3,), instead=(aided,), side=draft[who].side, actor=who)
    faces = yield from ask(request)
    if who not in draft:
        return
    if isinstance(faces, Picked):
        write(draft, who, shock_hours=0)
        return
    tell_roll(draft, request, faces, "SIX-INCAP-06")
    write(draft, who, shock_hours=sheet(draft[who]).shock_hours + 1)
    yield from harm(draft, who, request.total(faces), "", armoured=False)


def pass_day(draft: Draft, who: ActorId, lack: str) -> Procedure[None]:
    """A day without water, food or both goes by for the company."""
    tell(draft, who, f"six.day.{lack}")
    for one in company(draft, who):
        page = sheet(draft[one])
        dry = page.dry_days + 1 if lack != "food" else 0
        hungry = page.hungry_days + 1 if lack != "water" else 0
        write(draft, one, dry_days=dry, hungry_days=hungry)
        if dry > DRY_DAYS:
            yield from _loss(draft, one, (6,), "SIX-REST-03")
        if one in draft and hungry > HUNGRY_DAYS:
            yield from _loss(draft, one, (3,), "SIX-REST-04")


def _loss(draft: Draft, who: ActorId, dice: tuple[int, ...], rule: str) -> Procedure[None]:
    if sheet(draft[who]).dead:
        return
    amount = yield from roll_dice(draft, who, dice, "six.ask.loss", rule)
    yield from harm(draft, who, amount, "", armoured=False)


def tick(draft: Draft, who: ActorId) -> Procedure[None]:
    """As somebody's turn comes: what bleeding and poison do every so many turns."""
    if who not in draft or not in_combat(draft.battle):
        return
    number, page = state(draft.battle).number, sheet(draft[who])
    if _strikes_again(page.bleeds_since, number, _TURNS_A_MINUTE):
        yield from _loss(draft, who, (6,), "SIX-REST-14")
    if who in draft and page.ailment_die > 1 and _strikes_again(page.since, number, page.ailment_every):
        yield from _loss(draft, who, (page.ailment_die,), "SIX-REST-15")


def _strikes_again(since: int, number: int, every: int) -> bool:
    """Whether what began in one round strikes in another, being due every so many turns after the first."""
    return 0 < since < number and every > 0 and (number - since) % every == 0


# --- by the GM's word ------------------------------------------------------------------------------------


def gain_temporary(draft: Draft, who: ActorId) -> Procedure[None]:
    """Temporary hit points: they never add up, so one keeps the old or takes the new ones."""
    # Rule: SIX-TEMP-01, SIX-TEMP-05
    title = phrase("six.ask.temporary", "SIX-TEMP-01", who=ActorRef(who))
    new = (yield from ask(AskNumber(title=title, actor=who, low=1, high=_MOST_TEMPORARY, default=5))).value
    old = sheet(draft[who]).temp
    if old:
        picks = (
            Pick("keep", phrase("six.pick.keep_temporary", "", points=old)),
            Pick("take", phrase("six.pick.take_temporary", "", points=new)),
        )
        title = phrase("six.ask.which_temporary", "SIX-TEMP-05", who=ActorRef(who))
        answer = yield from ask(AskChoice(title=title, side=draft[who].side, actor=who, picks=picks))
        if answer.pick == "keep":
            return
    if who in draft:
        write(draft, who, temp=new)
        tell_number(draft, who, "six.temporary", "SIX-TEMP-01", points=new)


def toggle(draft: Draft, who: ActorId, key: str) -> None:
    """Put a condition on somebody or take it off."""
    present = not draft[who].has(key)
    set_condition(draft, who, key, present)
    tell(draft, who, f"six.is.{key}" if present else f"six.is_not.{key}")
