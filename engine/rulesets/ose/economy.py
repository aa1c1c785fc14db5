"""What is left of an actor's round: Main, Move and Manipulations, and which step a verb belongs to. Pure."""

from __future__ import annotations

from enum import StrEnum

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import Casting, OseSheet, sheet
from engine.rulesets.ose.state import Step
from engine.rulesets.ose.tallies import Manner, rate_squares


class Cost(StrEnum):
    """What a small action takes of the round."""

    FREE = "free"
    MOVE = "move"
    MAIN = "main"


DECLARATIONS = ("cast", "brace", "defend")
"""Verbs that come before initiative, and only those (OSE-DECL-08)."""

STEP_OF: dict[str, Step] = {
    "move": Step.MOVE,
    "double": Step.MOVE,
    "withdraw": Step.MOVE,
    "charge": Step.MOVE,
    "flee": Step.MOVE,
    "swap": Step.MOVE,
    "shoot": Step.MISSILE,
    "attack": Step.MELEE,
    "let_go": Step.MAGIC,
    "delay": Step.MAGIC,
    "turn": Step.MAGIC,
    "grapple": Step.MELEE,
    "flee_from": Step.MOVE,
}
"""Verbs tied to one step of their side's turn (OSE-ORDER-01, rulings A2 #53); others fit any step."""
_BY_KIND = ("turn", "grapple")
"""Those of them that the order of steps does not name; they go with what they are like (rulings A2 #53)."""

MANNERS: dict[str, Manner] = {
    "move": Manner.MOVE,
    "double": Manner.DOUBLE,
    "withdraw": Manner.WITHDRAW,
    "charge": Manner.CHARGE,
    "flee": Manner.FLEE,
}
"""Path verbs and the manner of movement they mean. Only "double" draws on the Main action (OSE-MOVE-02)."""


def step_for(battle: Battle, verb: str) -> Step | None:
    """The step of its side's turn that a verb is tied to; None if it fits any (OSE-ORDER-01)."""
    if verb in _BY_KIND and options(battle).other_actions == "any":
        return None
    return STEP_OF.get(verb)


def spent_by_a_full_round(page: OseSheet) -> bool:
    """Whether a full-round action holds both: a spell not cancelled, Brace, Full Defence (OSE-ACT-09)."""
    turn = page.turn
    held = turn.casting in (Casting.CASTING, Casting.DONE, Casting.LOST)
    return held or turn.braced or turn.defending


def main_left(page: OseSheet) -> bool:
    """Whether the one Main action of the round is still there (OSE-ACT-02)."""
    return not page.turn.main_spent and not spent_by_a_full_round(page)


def move_left(actor: Actor) -> bool:
    """Whether the Move action can still go into something else: not closed and not walked to its end."""
    page = sheet(actor)
    if page.turn.move_closed or spent_by_a_full_round(page):
        return False
    return actor.stride.spent < rate_squares(page)


def untouched(actor: Actor) -> bool:
    """Whether neither Main nor Move has been begun, as a full-round action needs (OSE-ACT-09)."""
    return main_left(sheet(actor)) and move_left(actor) and actor.stride.spent == 0


def charge_pending(page: OseSheet) -> bool:
    """Whether a charge has its attack still to come in the Melee step (rulings A2 #69)."""
    return page.turn.manner == Manner.CHARGE and bool(page.turn.charge_target) and not page.turn.attacked


def manipulation_cost(battle: Battle, actor: Actor) -> Cost | None:
    """What the next Manipulation takes: nothing, then the Move, then the Main; None after that (A2 #118).

    Where the table plays it so, the second takes the Main once the Move is spent (rulings G16).
    """
    order = (Cost.FREE, Cost.MOVE, Cost.MAIN)
    done = sheet(actor).turn.manipulations
    if done >= len(order):
        return None
    instead = options(battle).second_manipulation == "main" and not move_left(actor)
    return Cost.MAIN if order[done] is Cost.MOVE and instead else order[done]


def can_pay(actor: Actor, cost: Cost) -> bool:
    """Whether the action that a cost takes is still there."""
    if cost is Cost.MOVE:
        return move_left(actor)
    return cost is Cost.FREE or main_left(sheet(actor))
