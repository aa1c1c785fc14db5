"""Who acts on which count. Read only."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId
from engine.rulesets.common import known_foes, roster
from engine.rulesets.openquest.options import in_squares, options
from engine.rulesets.openquest.sheet import OpenQuestSheet, dexterity, off_hand, sheet
from engine.rulesets.openquest.state import Count, OpenQuestRound, What
from engine.tactics.board import Board


def declares(page: OpenQuestSheet) -> bool:
    """Whether it has anything to declare before the first count: a spell, or a skill over 100 to split."""
    return page.casts or page.close > 100  # Rule: OQ-OVER100-02


def order_of(battle: Battle) -> tuple[Count, ...]:
    """Everybody's counts from the highest down: DEX, INT for a declared spell, parts of DEX for more attacks.

    Equal counts go by the better Close Combat skill, then by lot, then by roster (ruling C2 #2).
    """
    # Rule: OQ-SUM-04, OQ-SUM-06
    found = [count for actor in roster(battle) for count in _counts(battle, sheet(actor), actor.id)]
    return tuple(sorted(found, key=lambda count: _place(battle, count)))


def _counts(battle: Battle, page: OpenQuestSheet, who: ActorId) -> tuple[Count, ...]:
    if page.turn.spell:
        return (Count(page.intellect, who, What.SPELL),)  # Rule: OQ-SUM-05
    dex = dexterity(page)
    many = len(page.turn.shares)
    if many > 1:
        later = (Count(dex * (many - n) // many, who, What.SPLIT, n) for n in range(1, many))
        return (Count(dex, who), *later)  # Rule: OQ-OVER100-05
    second = off_hand(page)
    if second is None or options(battle).second_weapon != "half":
        return (Count(dex, who),)
    return (Count(dex, who), Count(dex // 2, who, What.OFF_HAND))  # Rule: OQ-TWOWEAPON-04


def _place(battle: Battle, count: Count) -> tuple[int, int, int]:
    page = sheet(battle.actors[count.actor])
    skill = page.close if options(battle).ties == "skill" else 0
    return -count.count, -skill, -_lot(battle, count.actor)


def _lot(battle: Battle, who: ActorId) -> int:
    if not isinstance(battle.round, OpenQuestRound):
        return 0
    return next((lot.face for lot in battle.round.lots if lot.actor == who), 0)


def ties(battle: Battle) -> tuple[ActorId, ...]:
    """Enemies who act on the same count with nothing to tell them apart, and have drawn no lots yet."""
    groups: dict[tuple[int, int], list[ActorId]] = {}
    for actor in roster(battle):
        for count in _counts(battle, sheet(actor), actor.id):
            place = _place(battle, count)
            if _lot(battle, count.actor) == 0 and count.actor not in groups.get(place[:2], []):
                groups.setdefault(place[:2], []).append(count.actor)
    tied = [who for group in groups.values() if _hostile(battle, group) for who in group]
    return tuple(dict.fromkeys(tied))


def _hostile(battle: Battle, group: list[ActorId]) -> bool:
    sides = {battle.actors[who].side for who in group}
    return any(battle.hostile(one, other) for one in sides for other in sides)


def reach_squares(battle: Battle, reach: int) -> int:
    """A reach, written in spans of two metres, in squares of this map (OQ-ENC-03)."""
    return in_squares(battle, 2 * reach)


def can_strike_again(board: Board, actor: Actor) -> bool:
    """Whether the off-hand item is still unused and has an enemy in reach."""
    page, item = sheet(actor), off_hand(sheet(actor))
    if item is None or page.turn.off_hand_used or page.grapples:
        return False
    reach = reach_squares(board.battle, item.reach)
    return any(board.within_blow(actor, foe, reach) for foe in known_foes(board, actor))
