"""What can be declared, rolled and said, in the order of the list, with the ledger row each rests on."""

from __future__ import annotations

_ENGAGED = {
    "attack": "OSR-DECL-02",
    "flee": "OSR-DECL-04",
    "withdraw": "OSR-DECL-06",
}
_UNENGAGED = {
    "move": "OSR-DECL-10",
    "ready": "OSR-DECL-12",
    "shoot": "OSR-DECL-13",
    "reload": "OSR-DECL-14",
    "special": "OSR-DECL-15",
    "pass": "OSR-DECL-17",
    "leave": "OSR-ASSUME-09",
}
_ROLLED = {
    "resolve": "OSR-ATTACK-01",
    "save": "OSR-SPECIAL-03",
    "effect": "OSR-SPECIAL-01",
    "hit_dice": "OSR-HITDICE-01",
}
_REFEREES = {
    "morale": "OSR-MORALE-09",
    "hold": "OSR-INIT-02",
    "goal": "OSR-ASSUME-04",
    "tell": "OSR-FRAME-04",
}

ENGAGED = tuple(_ENGAGED)  # Rule: OSR-ASSUME-10
UNENGAGED = tuple(_UNENGAGED)
ROUTED = ("flee", "move", "leave")
MOVES = ("move", "flee", "withdraw")
"""Declarations that need a path."""
DECLARED = ("move", "flee", "withdraw", "attack", "shoot", "ready", "reload", "special", "pass", "leave")
ROLLED = tuple(_ROLLED)
REFEREES = tuple(_REFEREES)
"""What the referee does about a side, or says of what the dice mean; possible in any step."""
VERBS = (*ROLLED, *DECLARED, *REFEREES)
"""Rolls first: the key of an attack rolls one that is due before it declares another."""
RULES = {**_ENGAGED, **_UNENGAGED, **_ROLLED, **_REFEREES}
"""The ledger row each rests on."""
