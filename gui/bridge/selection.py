"""Who is selected when nobody chose: as a step opens, and after something was taken back."""

from __future__ import annotations

from collections.abc import Callable

from engine.model.battle import Battle
from engine.model.commands import Command
from engine.model.offers import Option, Progress
from engine.model.phrase import ActorId

_NOTHING_DONE = frozenset({"pass", "undeclare", "end", "resource"})
"""Verbs by which nobody acts."""


def first_to_act(
    progress: Progress, menu: Callable[[ActorId], tuple[Option, ...]], selected: ActorId
) -> ActorId:
    """The selected actor if it can act in the step that opens, else the first who can, else the selected."""

    def can_act(actor_id: ActorId) -> bool:
        return any(
            option.legal and option.current and option.verb not in _NOTHING_DONE for option in menu(actor_id)
        )

    waiting = progress.waiting
    if selected in waiting and can_act(selected):
        return selected
    return next(filter(can_act, waiting), selected)


def of_the_side(battle: Battle, progress: Progress, chosen: ActorId) -> ActorId:
    """Somebody of the side whose turn it is in the place of one who is not: keys act on who may act."""
    current, actor = progress.current, battle.actors.get(chosen)
    if current is None or not current.side or actor is None or actor.side == current.side:
        return chosen
    members = (one.id for one in battle.members(current.side) if one.active)
    return next(iter((*progress.waiting, *members)), chosen)


def actor_of(command: Command | None) -> ActorId:
    """Whose command it is: who acts, or whom the GM's hand changed. Empty for nobody's."""
    actor = getattr(command, "actor", "")
    return actor if isinstance(actor, str) else ""
