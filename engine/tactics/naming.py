"""Names: numbers for creatures of one kind, and what the players call them."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle, Control

DIGITS = "0123456789"


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


def players_label(battle: Battle, actor: Actor) -> str:
    """Token letters that go with what the players call it: those of the GM would tell of the rest.

    Letters that would fit another kind the players have met are made longer ("Or1", "Og1"). Letters of the
    GM's own choice stay.
    """
    kind, number = _parts(actor.public_name)
    own = actor.public_name == actor.name
    if not actor.public_name or (own and actor.label not in {one + number for one in _letters(kind)}):
        return actor.label
    if not number:
        return actor.label if own else _initials(kind)
    met = {other for one in battle.actors.values() if (other := _numbered_kind(one.public_name))}
    taken = {letters for other in met - {kind} for letters in _letters(other)}
    return _free(kind, taken) + number


def numbered_name(battle: Battle, kind: str) -> tuple[str, str]:
    """The GM's name and token letters for the next creature of a kind ("Goblin 4", "G4").

    It has the letters of those of its kind; a new kind takes longer ones where another has them ("Og1").
    """
    numbers: set[int] = set()
    own, taken = "", set()
    for other in battle.actors.values():
        letters = other.label.rstrip(DIGITS)
        if _numbered_kind(other.name) == kind:
            numbers.add(int(_parts(other.name)[1]))
            own = own or (letters if letters in _letters(kind) else "")
        elif letters != other.label:
            taken.add(letters)
    number = next(candidate for candidate in range(1, len(numbers) + 2) if candidate not in numbers)
    return f"{kind} {number}", f"{own or _free(kind, taken)}{number}"


def _parts(name: str) -> tuple[str, str]:
    """Kind and number of "Goblin 4"; any other name and an empty text."""
    kind, _, number = name.rpartition(" ")
    return (kind, number) if kind and number.isdecimal() else (name, "")


def _numbered_kind(name: str) -> str:
    kind, number = _parts(name)
    return kind if number else ""


def _free(kind: str, taken: set[str]) -> str:
    """The shortest letters for a kind that nobody else has; the shortest of all where there are none."""
    letters = _letters(kind)
    return next((one for one in letters if one not in taken), letters[0])


def _letters(kind: str) -> list[str]:
    """Letters that can stand for a kind, from its initials on: O, Og, Ogr, Ogre."""
    words = kind.split()[:2]
    if not words:
        return [""]
    first, last = _initials(" ".join(words[:-1])), words[-1]
    return [first + last[0].upper() + last[1:length] for length in range(1, len(last) + 1)]


def _initials(kind: str) -> str:
    return "".join(word[0] for word in kind.split()[:2]).upper()
