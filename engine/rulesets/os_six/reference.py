"""The page of actions: what can be attempted in a turn, with what it takes."""

from __future__ import annotations

from engine.model.phrase import phrase
from engine.rulesets.ruleset import ActionKind

_KINDS = {
    "move": ("The move", "SIX-TURN-03"),
    "action": ("The one other thing of the turn", "SIX-TURN-03"),
    "free": ("Free", "SIX-GRAPPLE-07"),
    "varies": ("As the GM says", "SIX-TURN-07"),
}
_ACTIONS = (
    ("move", "Move, before or after the action", "move", "SIX-MOVE-03"),
    ("double", "Double move", "action", "SIX-MOVE-05"),
    ("attack", "Attack", "action", "SIX-TURN-05"),
    ("grapple", "Grapple", "action", "SIX-GRAPPLE-01"),
    ("escape", "Break free from a hold", "action", "SIX-GRAPPLE-10"),
    ("let_go", "Let go of somebody held", "free", "SIX-GRAPPLE-07"),
    ("drag", "Drag somebody held", "move", "SIX-GRAPPLE-12"),
    ("ram", "Ram", "action", "SIX-RAM-01"),
    ("aid", "Provide aid", "action", "SIX-AID-01"),
    ("rouse", "Rouse somebody incapacitated by strain", "action", "SIX-INCAP-01"),
    ("help", "Help somebody", "action", "SIX-STRAIN-07"),
    ("cover", "Take cover", "action", "SIX-COVER-01"),
    ("object", "Use an object", "action", "SIX-TURN-06"),
    ("other", "Something else", "varies", "SIX-TURN-07"),
)

ACTIONS: tuple[ActionKind, ...] = tuple(
    ActionKind(phrase(f"six.action.{key}", rule), phrase(f"six.action_kind.{kind}", _KINDS[kind][1]), rule)
    for key, _, kind, rule in _ACTIONS
)

WORDS: dict[str, str] = {
    **{f"six.action.{key}": name for key, name, _, _ in _ACTIONS},
    **{f"six.action_kind.{kind}": words for kind, (words, _) in _KINDS.items()},
}
