"""The critical failure of an attack: what goes wrong with it."""

from __future__ import annotations

from engine.model.actor import PRONE
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskRoll, Grade, Pick, Picked
from engine.rulesets.common import set_condition, tell_roll
from engine.rulesets.os_six.bodies import tell
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.sheet import SixWeapon, sheet, write
from engine.tactics.draft import Draft, Procedure, ask


def botch(draft: Draft, attacker: ActorId, item: SixWeapon, foe: ActorId) -> Procedure[bool]:
    """Drop, jam, fall, or an opening for `foe` (empty: nobody could use one). True for the opening.

    A die chooses unless the GM does (D2 #13).
    """
    # Rule: SIX-ATK-05
    picks = _picks(draft, attacker, item, foe)
    title = phrase("six.ask.botch", "SIX-ATK-05", who=ActorRef(attacker))
    pick = picks[0].key
    if options(draft.battle).botch == "choose":
        pick = (yield from ask(AskChoice(title=title, actor=attacker, picks=picks))).pick
    elif len(picks) > 1:
        grades = tuple(Grade(face, one.label) for face, one in enumerate(picks, start=1))
        request = AskRoll(title=title, dice=(len(picks),), instead=picks, grades=grades, actor=attacker)
        answer = yield from ask(request)
        if isinstance(answer, Picked):
            pick = answer.pick
        else:
            tell_roll(draft, request, answer, "SIX-ATK-05")
            pick = picks[request.total(answer) - 1].key
    if attacker not in draft:
        return False
    tell(draft, attacker, f"six.botch.{pick}", "SIX-ATK-05")
    if pick == "prone":
        set_condition(draft, attacker, PRONE, rule="SIX-ATK-05")
    elif pick != "counter":
        write(draft, attacker, useless=(*sheet(draft[attacker]).useless, item.key))
    return pick == "counter" and foe in draft


def _picks(draft: Draft, attacker: ActorId, item: SixWeapon, foe: ActorId) -> tuple[Pick, ...]:
    """What can go wrong: fists are not dropped, blades do not jam, who lies does not fall."""
    found = []
    if item in sheet(draft[attacker]).weapons:
        found.append(Pick("drop", phrase("six.pick.drop")))
        if item.ranged:
            found.append(Pick("jam", phrase("six.pick.jam")))
    if not draft[attacker].has(PRONE) or not (found or foe):
        found.append(Pick("prone", phrase("six.pick.prone")))
    if foe:
        found.append(Pick("counter", phrase("six.pick.counter", "", who=ActorRef(foe))))
    return tuple(found)
