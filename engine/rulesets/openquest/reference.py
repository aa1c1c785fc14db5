"""The page of actions: what can be attempted in a round, with what it takes."""

from __future__ import annotations

from engine.model.phrase import phrase
from engine.rulesets.ruleset import ActionKind

_KINDS = {
    "action": ("Combat Action", "OQ-BASIC-02"),
    "free": ("Free", "OQ-BASIC-04"),
    "reaction": ("Reaction", "OQ-BASIC-03"),
    "both": ("Combat Action, and the Reaction is lost", "OQ-CCATK-02"),
    "extra": ("One more, with the off hand", "OQ-TWOWEAPON-01"),
}
_ACTIONS = (
    ("move", "Move, once a round", "free", "OQ-MOVE-04"),
    ("retreat", "Fighting Retreat; then attack or defend, not both", "free", "OQ-MOVE-02"),
    ("sprint", "Sprint", "action", "OQ-MOVE-06"),
    ("stance", "Change Stance", "action", "OQ-MOVE-01"),
    ("attack", "Close Combat Attack", "action", "OQ-CCATK-01"),
    ("all_out", "All-out Attack", "both", "OQ-CCATK-02"),
    ("great", "Great Attack", "both", "OQ-CCATK-12"),
    ("charge", "Charge", "both", "OQ-CHARGE-07"),
    ("disarm", "Disarming Attack", "action", "OQ-CCATK-06"),
    ("set", "Set a weapon against a charge", "action", "OQ-SET-01"),
    ("unarmed", "Unarmed Combat Attack", "action", "OQ-UNARM-01"),
    ("grapple", "Grapple", "action", "OQ-UNARM-02"),
    ("shot", "Ranged Combat Attack", "action", "OQ-RACT-01"),
    ("aim", "Aim", "action", "OQ-RACT-02"),
    ("hurl", "Throw a weapon", "action", "OQ-THROWCC-01"),
    ("intimidate", "Intimidate or persuade", "action", "OQ-INTIM-01"),
    ("cast", "Cast a spell", "action", "OQ-OTHER-01"),
    ("delay", "Delay", "action", "OQ-OTHER-02"),
    ("ready", "Ready a weapon", "action", "OQ-OTHER-05"),
    ("reload", "Reload", "action", "OQ-OTHER-09"),
    ("skill", "Use a skill", "action", "OQ-OTHER-10"),
    ("dodge", "Dodge", "reaction", "OQ-DODGE-01"),
    ("parry", "Parry", "reaction", "OQ-PARRY-01"),
    ("second", "A parry or a plain attack with the off hand", "extra", "OQ-TWOWEAPON-01"),
)

ACTIONS: tuple[ActionKind, ...] = tuple(
    ActionKind(phrase(f"oq.action.{key}", rule), phrase(f"oq.action_kind.{kind}", _KINDS[kind][1]), rule)
    for key, _, kind, rule in _ACTIONS
)

WORDS: dict[str, str] = {
    **{f"oq.action.{key}": name for key, name, _, _ in _ACTIONS},
    **{f"oq.action_kind.{kind}": words for kind, (words, _) in _KINDS.items()},
}
