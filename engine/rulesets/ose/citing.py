"""Which row of the rules a Loose fight cites where both books share the code."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.phrase import Modifier, Tally
from engine.rulesets.ose.options import is_loose

_LOOSE_ROWS = {
    "OSE-GEN-03": "OSL-GEN-01",
    "OSE-GEN-04": "OSL-GEN-02",
    "OSE-GEN-05": "OSL-GEN-03",
    "OSE-GEN-06": "OSL-GEN-04",
    "OSE-GEN-07": "OSL-GEN-05",
    "OSE-GEN-08": "OSL-GEN-06",
    "OSE-GEN-09": "OSL-GEN-07",
    "OSE-REACH-06": "OSL-MELEE-05",
    "OSE-TWOHAND-04": "OSL-MELEE-04",
    "OSE-TWOHAND-07": "OSL-MELEE-03",
    "OSE-TWOWEAPON-04": "OSL-MELEE-09",
    "OSE-SHIELD-05": "OSL-MELEE-11",
    "OSE-SHIELD-06": "OSL-MELEE-10",
    "OSE-XBOW-08": "OSL-RANGED-06",
    "OSE-XBOW-09": "OSL-RANGED-04",
    "OSE-SLING-09": "OSL-RANGED-09",
    "OSE-ORDER-05": "OSL-CONS-05",
    "OSE-ORDER-07": "OSL-SPELL-01",
    "OSE-ORDER-08": "OSL-CONS-05",
    "OSE-CHARGE-09": "OSL-CONS-05",
    "OSE-CAST-04": "OSL-SPELL-07",
    "OSE-CAST-05": "OSE-SPELL-05",
    "OSE-DECL-01": "OSL-SPELL-02",
    "OSE-SPELL-01": "OSL-SPELL-02",
    "OSE-SPELL-07": "OSL-SPELL-04",
    "OSE-SPELL-08": "OSL-SPELL-03",
    "OSE-SPELL-10": "OSL-SPELL-01",
}


def cited(battle: Battle, rule: str) -> str:
    """The ledger id to cite in this fight."""
    return _LOOSE_ROWS.get(rule, rule) if is_loose(battle) else rule


def cited_tally(battle: Battle, tally: Tally) -> Tally:
    """The number with the rows of its own book.

    In a Loose fight stances that change nothing have no effect to name (OSL-MELEE-01, OSL-RANGED-01).
    """
    if not is_loose(battle):
        return tally
    return Tally(tuple(_part(battle, part) for part in tally.parts if not _idle_stance(part)))


def _part(battle: Battle, part: Modifier) -> Modifier:
    return replace(part, label=replace(part.label, rule=cited(battle, part.label.rule)))


def _idle_stance(part: Modifier) -> bool:
    return part.value == 0 and part.label.key.startswith("stance.")
