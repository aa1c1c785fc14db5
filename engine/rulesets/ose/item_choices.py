"""What the rows of the action list offer to do with things, and why nothing, where it is nothing. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.actor import Actor
from engine.model.offers import Refusal
from engine.model.phrase import Phrase, phrase
from engine.rulesets.common import soft
from engine.rulesets.ose import gear
from engine.rulesets.ose.deeds import Deed, deeds, uses, words
from engine.rulesets.ose.items import USABLE, Item
from engine.rulesets.ose.sheet import free_hands, sheet
from engine.tactics.board import Board

Choices = tuple[tuple[str, Phrase], ...]
Reasons = tuple[Refusal, ...]
HANDS_FULL = ("why.no_free_hand", "why.two_free_hands", "why.shield_hand")
"""Reasons that dropping or stowing something takes away."""


def deed_choices(board: Board, actor: Actor) -> tuple[Choices, Reasons]:
    """Deeds that nothing speaks against, then those that only want a hand, with what to do about it.

    If nothing is open: all of them, with the reasons against the first.
    """
    offered = deeds(board, actor)
    if not offered:
        return (), soft("why.nothing_to_handle", "OSE-MANIP-01")
    against = [(deed, gear.why_not_done(board, actor, deed)) for deed in offered]
    ready = [(deed.pick, words(board, actor, deed)) for deed, reasons in against if not reasons]
    if not ready:
        return tuple((deed.pick, words(board, actor, deed)) for deed in offered), against[0][1]
    wanting = [
        (deed.pick, _hands_first(board, actor, deed)) for deed, reasons in against if _only_hands(reasons)
    ]
    return (*ready, *wanting), ()


def use_choices(board: Board, actor: Actor) -> tuple[Choices, Reasons]:
    """Magic items that can be used now; if none can, all in hand or worn with the reasons against the first.

    Where none is in hand: what is carried, and how it comes to hand.
    """
    offered = uses(actor)
    if not offered:
        return (), _why_nothing_to_use(actor)
    against = [gear.why_not_done(board, actor, deed) for deed in offered]
    ready = [deed for deed, reasons in zip(offered, against, strict=True) if not reasons]
    choices = tuple((deed.key, words(board, actor, deed)) for deed in ready or offered)
    return choices, () if ready else against[0]


def _only_hands(reasons: Sequence[Refusal]) -> bool:
    return bool(reasons) and all(one.reason.key in HANDS_FULL for one in reasons)


def _hands_first(board: Board, actor: Actor, deed: Deed) -> Phrase:
    return phrase("item.hands_first", "OSE-MANIP-09", deed=words(board, actor, deed))


def _why_nothing_to_use(actor: Actor) -> Reasons:
    page = sheet(actor)
    item = next((item for item in page.items if _to_be_drawn(item) and item.key not in page.packed), None)
    if item is None:
        return soft("why.nothing_to_use", "OSE-ITEM-01")
    key = "why.use_to_draw" if free_hands(page) else "why.use_hands_full"
    return soft(key, "OSE-MANIP-09", item=item.name)


def _to_be_drawn(item: Item) -> bool:
    return item.kind in USABLE and not item.worn
