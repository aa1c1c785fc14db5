"""A roll of 00: the GM takes one of the examples, something else, or nothing."""

from __future__ import annotations

from engine.model.actor import PRONE
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskRuling, Pick
from engine.rulesets.common import set_condition
from engine.rulesets.openquest import harm
from engine.rulesets.openquest.rolls import bonus_of, total_of
from engine.rulesets.openquest.sheet import OqWeapon, held, sheet, write
from engine.rulesets.openquest.state import OpenQuestRound, state
from engine.tactics.draft import Draft, Procedure, ask


def fumble(draft: Draft, who: ActorId, item: OqWeapon | None) -> Procedure[None]:
    """The referee says what comes of a 00 with that weapon (none: of a dodge)."""
    # Rule: OQ-FUMBLE-01, OQ-FUMBLE-02
    title = phrase("oq.ask.fumble", "OQ-FUMBLE-02", who=ActorRef(who))
    request = AskChoice(title=title, actor=who, picks=_examples(draft, who, item), default="trip")
    pick = (yield from ask(request)).pick
    if who not in draft:
        return
    match pick:
        case "trip":
            _trip(draft, who)
        case "hurt":
            yield from _hurt(draft, who, who, item)
        case "armour" | "shield":
            _strap(draft, who, pick)
        case "other":
            yield from ask(AskRuling(title=title, side=draft[who].side, actor=who))
        case "nothing":
            return
        case _:
            yield from _hurt(draft, who, pick.removeprefix("hurt:"), item)


def _examples(draft: Draft, who: ActorId, item: OqWeapon | None) -> tuple[Pick, ...]:
    """What the book names, as far as it can happen here (ruling C2 #28)."""
    page = sheet(draft[who])
    picks = [Pick("trip", phrase("oq.fumble.trip", "OQ-FUMBLE-04"))]
    if item is not None:
        picks.append(Pick("hurt", phrase("oq.fumble.hurt", "OQ-FUMBLE-03", means=item.name)))
        friends = (
            other
            for other in draft.battle.members(draft[who].side)
            if other.id != who and other.active and draft.board.within_blow(draft[who], other, item.reach)
        )
        picks += [
            Pick(f"hurt:{friend.id}", phrase("oq.fumble.friend", "OQ-FUMBLE-03", who=ActorRef(friend.id)))
            for friend in friends
        ]
    if page.armour:
        picks.append(Pick("armour", phrase("oq.fumble.armour", "OQ-FUMBLE-05")))
    if any(one.shield for one in page.weapons):
        picks.append(Pick("shield", phrase("oq.fumble.shield", "OQ-FUMBLE-05")))
    picks.append(Pick("other", phrase("oq.fumble.other", "OQ-FUMBLE-02")))
    picks.append(Pick("nothing", phrase("oq.fumble.nothing", "OQ-FUMBLE-02")))
    return tuple(picks)


def _trip(draft: Draft, who: ActorId) -> None:
    number = state(draft.battle).number if isinstance(draft.battle.round, OpenQuestRound) else 0
    set_condition(draft, who, PRONE, rule="OQ-FUMBLE-04")
    write(draft, who, trips=number + 1, set_weapon=False, aim=None)
    said = phrase("oq.trips", "OQ-FUMBLE-04", who=ActorRef(who))
    draft.emit(Said(said, about=who, rule="OQ-FUMBLE-04"))


def _hurt(draft: Draft, who: ActorId, victim: ActorId, item: OqWeapon | None) -> Procedure[None]:
    """Its own weapon strikes itself or a friend: damage is rolled, armour does not count."""
    if item is None or victim not in draft or not item.dice:
        return
    page = sheet(draft[who])
    modifiers = () if page.weakling or item.no_modifier else page.damage_modifier
    title = phrase("oq.ask.own_weapon", "OQ-FUMBLE-03", who=ActorRef(who), target=ActorRef(victim))
    dice = (*item.dice, *modifiers)
    amount = yield from total_of(draft, who, title, dice, "OQ-FUMBLE-03", victim, bonus_of(item))
    if victim in draft:
        yield from harm.harm(draft, victim, amount, who, "OQ-FUMBLE-03")


def _strap(draft: Draft, who: ActorId, what: str) -> None:
    """A strap breaks: the armour protects no more, or the shield is of no more use."""
    page = sheet(draft[who])
    if what == "armour":
        write(draft, who, armour=0)
    else:
        lost = next(one for one in held(page) if one.shield)
        write(draft, who, weapons=tuple(one for one in page.weapons if one is not lost))
    said = phrase(f"oq.strap.{what}", "OQ-FUMBLE-05", who=ActorRef(who))
    draft.emit(Said(said, about=who, rule="OQ-FUMBLE-05"))
