"""Use an Item, and potions: the referee says what it takes where nobody has, and what it does."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, AskRuling, Pick
from engine.rulesets.common import hard, soft
from engine.rulesets.ose import spell_effects
from engine.rulesets.ose.bodies import tell, write_page, write_turn
from engine.rulesets.ose.deeds import Deed, use_of
from engine.rulesets.ose.economy import Cost, can_pay, manipulation_cost
from engine.rulesets.ose.items import USABLE, Item, ItemKind, Use
from engine.rulesets.ose.options import is_loose, options
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.ose.spell_targets import AREAS
from engine.rulesets.ose.state import STEPS, Phase, Step, state
from engine.rulesets.ose.things import in_hand, name_of
from engine.tactics.draft import Draft, Procedure, ask

Pay = Callable[[Draft, ActorId, Cost], None]


def why_not_used(battle: Battle, actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    """What about the item speaks against its use: a scroll is cast, and the Magic step is its time."""
    page = sheet(actor)
    item = _item(page, deed.key)
    if item is None or not (item.worn or item.key in in_hand(page)):
        return hard("why.not_in_hand", item=name_of(page, deed.key))
    if item.kind is ItemKind.SCROLL:
        return soft("why.scroll", "OSE-ITEM-02", item=item.name)
    if item.kind not in USABLE:
        return hard("why.no_use", item=item.name)
    return _why_not_now(battle) if item.takes is Use.MAIN else ()


def play_use(draft: Draft, actor_id: ActorId, deed: Deed, pay: Pay) -> Procedure[None]:
    """Ask what it takes if nobody knows, pay for it, and let the referee say what it does."""
    if use_of(sheet(draft[actor_id]), deed) is Use.UNKNOWN:
        yield from _ask_cost(draft, actor_id, deed)
        if not draft.overrule and not _now_possible(draft, actor_id, deed):
            tell(draft, actor_id, "item.use_not_now", "OSE-ITEM-06", item=_name(draft, actor_id, deed))
            return
    _pay(draft, actor_id, use_of(sheet(draft[actor_id]), deed), pay)
    tell(draft, actor_id, "item.uses", "OSE-ITEM-01", item=_name(draft, actor_id, deed))
    yield from _take_effect(draft, actor_id, deed.key)


def play_drink(draft: Draft, actor_id: ActorId, key: str) -> Procedure[None]:
    """The potion is gone, and does what is known of it or the referee says (OSE-ITEM-03)."""
    yield from _take_effect(draft, actor_id, key)
    if actor_id in draft:
        page = sheet(draft[actor_id])
        hands = replace(
            page.hands,
            main="" if page.hands.main == key else page.hands.main,
            off="" if page.hands.off == key else page.hands.off,
        )
        rest = tuple(item for item in page.items if item.key != key)
        write_page(draft, actor_id, items=rest, hands=hands)


def _ask_cost(draft: Draft, actor_id: ActorId, deed: Deed) -> Procedure[None]:
    """The answer stays with the item, for its owner to read (OSE-ITEM-06)."""
    answer = yield from ask(
        AskChoice(
            title=phrase(
                "item.cost", "OSE-ITEM-06", who=ActorRef(actor_id), item=_name(draft, actor_id, deed)
            ),
            detail=(phrase("item.cost_detail", "OSE-ITEM-04"),),
            picks=tuple(
                Pick(use, phrase(f"use.{use}", "OSE-ITEM-05")) for use in Use if use is not Use.UNKNOWN
            ),
            actor=actor_id,
        )
    )
    items = sheet(draft[actor_id]).items
    known = tuple(replace(one, use=Use(answer.pick)) if one.key == deed.key else one for one in items)
    write_page(draft, actor_id, items=known)


def _take_effect(draft: Draft, actor_id: ActorId, key: str) -> Procedure[None]:
    """What is known of the thing, worked out like a spell; the referee's word for all others.

    Loose combat measures no areas: there the referee says whom one takes in.
    """
    # Rule: OSE-BASE-03
    item = _item(sheet(draft[actor_id]), key)
    works = item.works if item is not None else None
    if works is None or (works.shape in AREAS and is_loose(draft.battle)):
        yield from _ask_effect(draft, actor_id, key)
        return
    hit = yield from spell_effects.choose(draft, Act(actor_id, "use"), works)
    if hit is not None:
        yield from spell_effects.take_effect(draft, actor_id, works, hit)


def _ask_effect(draft: Draft, actor_id: ActorId, key: str) -> Procedure[None]:
    item = _item(sheet(draft[actor_id]), key)
    effect = (phrase("text.plain", "", text=item.effect),) if item is not None and item.effect else ()
    yield from ask(
        AskRuling(
            title=phrase(
                "item.effect", "OSE-ITEM-01", who=ActorRef(actor_id), item=item.name if item else key
            ),
            detail=effect,
            actor=actor_id,
        )
    )


def _pay(draft: Draft, actor_id: ActorId, use: Use, pay: Pay) -> None:
    cost = _cost(draft.battle, draft[actor_id], use) or Cost.FREE
    if use is Use.MANIPULATION:
        write_turn(draft, actor_id, manipulations=sheet(draft[actor_id]).turn.manipulations + 1)
    pay(draft, actor_id, cost)


def _cost(battle: Battle, actor: Actor, use: Use) -> Cost | None:
    if use is Use.MANIPULATION:
        return manipulation_cost(battle, actor)
    return Cost.MOVE if use is Use.MOVE else Cost.MAIN


def _now_possible(draft: Draft, actor_id: ActorId, deed: Deed) -> bool:
    use = use_of(sheet(draft[actor_id]), deed)
    cost = _cost(draft.battle, draft[actor_id], use)
    early = use is Use.MAIN and bool(_why_not_now(draft.battle))
    return cost is not None and can_pay(draft[actor_id], cost) and not early


def _why_not_now(battle: Battle) -> tuple[Refusal, ...]:
    """A Main action with a magic item belongs to the Magic step, unless the table says any (A2 #53)."""
    now = state(battle)
    if options(battle).other_actions == "any":
        return ()
    if now.phase is not Phase.ACTION or now.step is Step.MAGIC:
        return ()
    past = STEPS.index(now.step) > STEPS.index(Step.MAGIC)
    return soft("why.step_passed" if past else "why.step_comes", "OSE-ORDER-07", step=phrase("step.magic"))


def _item(page: OseSheet, key: str) -> Item | None:
    return next((item for item in page.items if item.key == key), None)


def _name(draft: Draft, actor_id: ActorId, deed: Deed) -> str:
    return name_of(sheet(draft[actor_id]), deed.key)
