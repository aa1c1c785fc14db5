"""What harm does: hit points, one hit point, death and hero points, and what healing gives back."""

from __future__ import annotations

from engine.model.actor import DOWN, HELPLESS, PRONE
from engine.model.events import Harmed, Said
from engine.model.phrase import ActorId, ActorRef, Tally, modifier, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import drop, set_condition
from engine.rulesets.openquest import falling, holding, wounds
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.rolls import bonus_of, total_of
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, armour, sheet, write
from engine.tactics.draft import Draft, Procedure, ask


def harm(draft: Draft, target: ActorId, amount: int, by: ActorId, rule: str = "OQ-ATK-07") -> Procedure[None]:
    """Take hit points off; at one the target falls, at none it is dead."""
    page = sheet(draft[target])
    left = page.hp - amount  # Rule: OQ-DAMAGE-01, OQ-DAMAGE-04
    write(draft, target, hp=left)
    draft.emit(Harmed(target, amount, by, rule))
    if left <= 0:
        yield from _at_nothing(draft, target, by)
        return
    if left == 1:
        set_condition(draft, target, PRONE, rule="OQ-DAMAGE-05")
        yield from _stay_conscious(draft, target, by)
    if options(draft.battle).major_wounds == "on" and 2 * amount >= page.max_hp and target in draft:
        yield from wounds.major(draft, target, by)  # Rule: OQ-MAJOR-01


def beyond_repair(page: OpenQuestSheet) -> bool:
    """Whether nothing is left to raise (OQ-DAMAGE-09)."""
    return page.hp <= -page.max_hp


def _at_nothing(draft: Draft, target: ActorId, by: ActorId) -> Procedure[None]:
    """Dead at once, unless a Hero Point is spent: then merely out of the fight, with one hit point."""
    page = sheet(draft[target])
    if page.hero_points > 0 and not page.dead and (yield from _spends(draft, target)):
        page = sheet(draft[target])
        write(draft, target, hp=1, hero_points=page.hero_points - 1)
        said = phrase("oq.hero_point", "OQ-DAMAGE-08", who=ActorRef(target))
        draft.emit(Said(said, about=target, rule="OQ-DAMAGE-08"))
        falling.knock_out(draft, target, by, "OQ-DAMAGE-08")
        return
    if target not in draft:
        return
    write(draft, target, dead=True)
    rule = "OQ-DAMAGE-09" if beyond_repair(sheet(draft[target])) else "OQ-DAMAGE-07"
    holding.release(draft, target)
    drop(draft, target, by, rule)
    if rule == "OQ-DAMAGE-09":
        said = phrase("oq.beyond_repair", rule, who=ActorRef(target))
        draft.emit(Said(said, about=target, rule=rule))


def _spends(draft: Draft, target: ActorId) -> Procedure[bool]:
    title = phrase("oq.ask.hero_point", "OQ-DAMAGE-08", who=ActorRef(target))
    picks = (
        Pick("spend", phrase("oq.pick.spend"), phrase("oq.note.spend", "OQ-DAMAGE-08")),
        Pick("accept", phrase("oq.pick.accept")),
    )
    request = AskChoice(title=title, side=draft[target].side, actor=target, picks=picks)
    return (yield from ask(request)).pick == "spend" and target in draft


def conscious_chance(page: OpenQuestSheet) -> int:
    """Percent to stay conscious at one hit point."""
    return page.resilience // 10  # Rule: OQ-DAMAGE-06


def _stay_conscious(draft: Draft, target: ActorId, by: ActorId) -> Procedure[None]:
    percent = conscious_chance(sheet(draft[target]))
    tally = Tally((modifier(percent, "oq.mod.resilience", "OQ-DAMAGE-06"),))
    title = phrase("oq.ask.conscious", "OQ-DAMAGE-06", target=ActorRef(target))
    if not (yield from falling.resists(draft, target, title, tally, "OQ-DAMAGE-06")) and target in draft:
        falling.knock_out(draft, target, by, "OQ-DAMAGE-06")


def hurt_limb(
    draft: Draft, who: ActorId, by: ActorId, limb: OqWeapon, parry: OqWeapon, group: str
) -> Procedure[None]:
    """An unarmed blow ran onto the weapon that parried it: its dice, without the Damage Modifier."""
    # Rule: OQ-UNARMED-01, OQ-UNARMED-03
    if who not in draft or by not in draft:
        return
    title = phrase("oq.ask.limb", "OQ-UNARMED-01", who=ActorRef(who), means=parry.name)
    amount = yield from total_of(draft, by, title, parry.dice, "OQ-UNARMED-01", who, bonus_of(parry), group)
    if who not in draft:
        return
    said = phrase("oq.limb", "OQ-UNARMED-02", who=ActorRef(who), limb=limb.name, means=parry.name)
    draft.emit(Said(said, about=who, rule="OQ-UNARMED-02"))
    if options(draft.battle).bare_limb == "armour":
        amount -= armour(sheet(draft[who]))
    if amount > 0:
        yield from harm(draft, who, amount, by, "OQ-UNARMED-01")


def heal(draft: Draft, who: ActorId, amount: int, magic: bool) -> None:
    """Give hit points back. DEX recovers as healing starts; magic mends major wounds, nothing else does."""
    page = sheet(draft[who])
    mended = () if magic else page.wounds  # Rule: OQ-MAJOR-07
    hp = min(page.max_hp, page.hp + amount)
    write(draft, who, hp=hp, shocked=False, fights_until=0, wounds=mended)  # Rule: OQ-MAJOR-08
    said = phrase(
        "oq.heals_magic" if magic else "oq.heals", "OQ-MAJOR-07", who=ActorRef(who), amount=hp - page.hp
    )
    draft.emit(Said(said, about=who, rule="OQ-MAJOR-07"))
    if hp > 1 and not page.dead and draft[who].has(DOWN) and not page.surrendered:
        set_condition(draft, who, DOWN, present=False)
        set_condition(draft, who, HELPLESS, present=False)
