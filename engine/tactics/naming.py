"""Names: numbers for creatures of one kind, and what the players call them."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle, Control


def players_name(battle: Battle, actor: Actor) -> str:
    """What the players call an actor they have just seen.

    Their own people and creatures without a kind keep their name. Of a kind, each gets the next
    number in the order in which they were first seen, so the number tells nothing of the rest.
    """
    if battle.side(actor.side).control is Control.PLAYERS or not actor.kind:
        return actor.name
    if actor.name == actor.kind:
        return actor.name
    prefix = actor.kind + " "
    taken = {
        int(tail)
        for other in battle.actors.values()
        if other.public_name.startswith(prefix) and (tail := other.public_name[len(prefix) :]).isdigit()
    }
    return f"{prefix}{next(number for number in range(1, len(taken) + 2) if number not in taken)}"


def players_label(actor: Actor) -> str:
    """Token letters that go with what the players call it: those of the GM would tell of the rest."""
    if not actor.public_name or actor.public_name == actor.name:
        return actor.label
    kind, _, number = actor.public_name.rpartition(" ")
    return f"{_initials(kind)}{number}" if number.isdigit() else _initials(actor.public_name)


def numbered_name(battle: Battle, kind: str) -> tuple[str, str]:
    """The GM's name and token letters for the next creature of a kind ("Goblin 4", "G4")."""
    prefix = kind + " "
    numbers = {
        int(tail)
        for other in battle.actors.values()
        if other.name.startswith(prefix) and (tail := other.name[len(prefix) :]).isdigit()
    }
    number = next(candidate for candidate in range(1, len(numbers) + 2) if candidate not in numbers)
    return f"{prefix}{number}", f"{_initials(kind)}{number}"


def _initials(kind: str) -> str:
    return "".join(word[0] for word in kind.split()[:2]).upper()
