"""Movement of foreign creature lists, and the habits of a whole list that single cells do not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from engine.importers.creature_fields import ASCENDING_FROM, names_ascending, whole

_FEET = r"(\d{1,9})(?:[.,]\d{1,6})?\s*(?:['’′]|ft\.?|feet|\")?"
_PAIR = re.compile(_FEET + r"\s*\(\s*" + _FEET + r"\s*(?:/?\s*(?:per |a )?round)?\s*\)", re.IGNORECASE)
_INCHES = re.compile(r"\s*\d{1,2}\s*[\"”″]")
_OTHER_WAY = re.compile(
    r"\b(?:fly|swim|burrow|climb|glid|hover|leap|jump|run|walk|web|water|form|tree|dig|brachiat)|^[(\[]|[a-z].*\d",
    re.IGNORECASE,
)
_FEET_AN_INCH, _ROUNDS_IN_STEP = 10, 3
"""An inch of the old books is 10 feet a turn; a round of combat has a third of a turn's movement."""
_MOST_INCHES, _LEAST_A_TURN, _FEW = 24, 90, 3


class Rate(NamedTuple):
    """Feet a round on foot, and what else the field says of other ways to move."""

    feet: int
    rest: str


class Habits(NamedTuple):
    """How a list writes what one cell alone does not tell, and what is said of that."""

    ascending: bool = False
    bracket: bool = False
    """Movement a round stands in brackets behind a turn's."""
    inches: bool = False
    a_turn: bool = False
    """Plain movement is a turn's."""
    remarks: tuple[str, ...] = ()


def habits(armour: Sequence[str], movement: Sequence[str]) -> Habits:
    """What the armour classes and the movement of a whole list tell together."""
    told = Habits(
        looks_ascending(armour), looks_per_turn(movement), looks_inches(movement), looks_a_turn(movement)
    )
    return told._replace(remarks=tuple(_remarks(told, armour, movement)))


def _remarks(told: Habits, armour: Sequence[str], movement: Sequence[str]) -> Iterator[str]:
    if any(not names_ascending(text) and whole(text) is not None for text in armour):
        yield f"Armour classes were read as {'ascending' if told.ascending else 'descending'}."
    if any("(" in text for text in movement):
        yield f"Movement a round was taken from the number {'in' if told.bracket else 'before the'} brackets."
    if told.inches or any(_INCHES.match(text) for text in movement):
        yield 'Movement was read as inches of the old books: 12" is 120 ft a turn, 40 ft a round.'
    elif told.a_turn:
        yield "Movement was read as feet a turn; a round has a third of it."


def looks_ascending(texts: Sequence[str]) -> bool:
    """Whether plain armour classes of a list are ascending: most of them are 10 or more."""
    values = [value for text in texts if not names_ascending(text) and (value := whole(text)) is not None]
    return 2 * sum(value >= ASCENDING_FROM for value in values) >= len(values)


def looks_per_turn(texts: Sequence[str]) -> bool:
    """Whether the numbers in brackets are a third of those before them in most of a list."""
    pairs = [found for text in texts if (found := _PAIR.search(text)) is not None]
    return 2 * sum(int(pair[1]) == _ROUNDS_IN_STEP * int(pair[2]) for pair in pairs) > len(pairs)


def looks_inches(texts: Sequence[str]) -> bool:
    """Whether plain numbers are inches: small, and most of them multiples of 3 (6, 9, 12, 15)."""
    values = [int(text) for text in texts if re.fullmatch(r"\s*\d{1,2}\s*", text)]
    small = [value for value in values if 0 < value <= _MOST_INCHES]
    thirds = sum(value % 3 == 0 for value in small)
    return len(small) == len(values) and 2 * thirds > len(values)


def looks_a_turn(texts: Sequence[str]) -> bool:
    """Whether plain numbers are a turn's movement: several, and most of them 90 or more."""
    values = [int(found[1]) for text in texts if not _PAIR.search(text) and (found := re.match(_FEET, text))]
    return len(values) >= _FEW and median(values) >= _LEAST_A_TURN


def rate(text: str, told: Habits = Habits()) -> Rate | None:  # noqa: B008 - a frozen value
    """Feet a round: "120' (40')" is a turn's movement with a round's in brackets, where the list does so."""
    text = text.strip()
    pair = _PAIR.match(text)
    first = re.match(_FEET, text)
    if pair is not None:
        return Rate(int(pair[2] if told.bracket else pair[1]), _rest(text, pair.end()))
    if first is not None:
        feet = int(first[1])
        if _INCHES.match(text) or (told.inches and text.isdecimal()):
            feet = feet * _FEET_AN_INCH // _ROUNDS_IN_STEP
        elif told.a_turn:
            feet //= _ROUNDS_IN_STEP
        return Rate(feet, _rest(text, first.end()))
    anywhere = re.search(_FEET, text)
    return Rate(int(anywhere[1]), text) if anywhere else None


def plain_rate(text: str, found: Rate) -> bool:
    """Whether all of a movement was understood: a number first, or words for a way to move."""
    if re.match(r"\s*\d+[.,]0*[1-9]", text):
        return False
    if not found.rest:
        return True
    return not found.rest.startswith((".", "-", "−", "–")) and bool(_OTHER_WAY.search(found.rest))


def _rest(text: str, end: int) -> str:
    return text[end:].strip(" /,;")
