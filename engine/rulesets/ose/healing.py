"""What healing does: hit points up to the most, and whoever lay at 0 or less wakes (rulings A1.6)."""

from __future__ import annotations

from engine.model.actor import DOWN, HELPLESS
from engine.model.phrase import ActorId
from engine.rulesets.common import set_condition
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.sheet import sheet
from engine.tactics.draft import Draft


def heal(draft: Draft, actor_id: ActorId, amount: int, rule: str) -> None:
    """Give back hit points. Who was at 0 or less wakes with as many as are healed; the dead stay dead."""
    page = sheet(draft[actor_id])
    if page.dead or amount <= 0:
        return
    fallen = page.hp <= 0
    hp = min(page.max_hp, amount if fallen else page.hp + amount)
    bodies.write_page(draft, actor_id, hp=hp, death_due=0)
    bodies.tell(draft, actor_id, "heal.gains", rule, amount=hp - max(0, page.hp))
    if fallen:
        for condition in (DOWN, HELPLESS):
            set_condition(draft, actor_id, condition, present=False)
        sync_arms(draft, actor_id)
        bodies.tell(draft, actor_id, "heal.wakes", "OSE-OVER-06")
