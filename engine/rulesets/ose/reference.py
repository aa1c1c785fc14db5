"""The page of actions: what can be attempted in Detailed combat, with what it takes of the round.

Loose combat shows it too, as a source of ideas (OSE-OVER-04). The text lacks its table; this one is made from
its sections (OSE-SUMM-04).
"""

from __future__ import annotations

from engine.model.phrase import phrase
from engine.rulesets.ruleset import ActionKind

_KINDS = {
    "main": ("Main: 5 s, significant effort", "OSE-ACT-01"),
    "move": ("Move: 5 s", "OSE-ACT-03"),
    "free": ("Free: costs no action", "OSE-ACT-06"),
    "full": ("Full round: 10 s, Main and Move together", "OSE-ACT-09"),
    "special": ("Special", "OSE-SUMM-04"),
    "varies": ("Varies", "OSE-SUMM-04"),
}
_ACTIONS = (
    ("move", "Move", "move", "OSE-MOVE-01"),
    ("double", "Move again", "main", "OSE-MOVE-02"),
    ("withdraw", "Withdraw", "main", "OSE-WITHDRAW-01"),
    ("charge", "Charge", "full", "OSE-CHARGE-01"),
    ("flee", "Flee", "special", "OSE-FLEE-01"),
    ("opportunity", "Attack of opportunity", "special", "OSE-AOO-01"),
    ("one_hand", "One-hand fighting", "main", "OSE-ONEHAND-01"),
    ("two_handed", "Two-handed fighting", "main", "OSE-TWOHAND-01"),
    ("two_weapons", "Two-weapon fighting", "main", "OSE-TWOWEAPON-01"),
    ("shield", "Weapon and shield", "main", "OSE-SHIELD-01"),
    ("reach", "Reach weapon", "main", "OSE-REACH-01"),
    ("brace", "Brace", "full", "OSE-BRACE-01"),
    ("bow", "Bow", "main", "OSE-BOW-01"),
    ("sling", "Sling", "main", "OSE-SLING-01"),
    ("thrown", "Thrown weapon", "main", "OSE-THROWN-01"),
    ("crossbow", "Crossbow", "full", "OSE-XBOW-01"),
    ("cast", "Cast a spell", "full", "OSE-CAST-13"),
    ("defend", "Full defence", "full", "OSE-DEFENSE-01"),
    ("stunt", "Stunt: trip, disarm, push, feint, swing...", "varies", "OSE-STUNT-01"),
    ("grapple", "Grapple, or escape a hold", "main", "OSE-GRAPPLE-01"),
    ("turn", "Turn undead", "main", "OSE-TURN-01"),
    ("manipulation", "Manipulation: draw, stow, pick up, open, drink", "varies", "OSE-MANIP-01"),
    ("shield_ready", "Ready or stow a shield", "move", "OSE-MANIP-14"),
    ("item", "Use a magic item", "main", "OSE-ITEM-04"),
    ("stand", "Stand up", "move", "OSE-ACT-04"),
    ("drop", "Drop something, call out", "free", "OSE-ACT-07"),
)

ACTIONS: tuple[ActionKind, ...] = tuple(
    ActionKind(phrase(f"action.{key}", rule), phrase(f"kind.{kind}", _KINDS[kind][1]), rule)
    for key, _, kind, rule in _ACTIONS
)

WORDS: dict[str, str] = {
    **{f"action.{key}": name for key, name, _, _ in _ACTIONS},
    **{f"kind.{kind}": words for kind, (words, _) in _KINDS.items()},
}
