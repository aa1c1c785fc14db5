"""Single fields of foreign creature lists as numbers: armour class, hit dice, movement, morale, size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

HIT_POINTS_PER_DIE = 4.5
LEAST_MORALE, MOST_MORALE = 2, 12
ASCENDING_FROM = 10
"""Without a word on it, armour classes from here on are ascending, those below descending."""
_BEST_BONUS = ((1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (9, 7), (11, 8), (13, 9), (15, 10))
_BONUS_BEYOND = ((17, 11), (19, 12), (21, 13))
_MOST_BONUS = 14

_SIZES = {"tiny": 1, "small": 1, "medium": 1, "man-sized": 1, "large": 2, "huge": 3, "gargantuan": 4}
_NUMBER = re.compile(r"[-−–]?\d+")
_DICE = re.compile(r"(\d*)d(\d+)(?:\s*\+\s*(\d+)(?!\s*d))?", re.IGNORECASE)
_ASIDE = r"\s*\**\s*(?:[(\[].*)?"
_PLAIN = re.compile(r"\s*[+\-−–]?\d+(?:\s*(?:hp|hit points?|squares?)\.?)?" + _ASIDE, re.IGNORECASE)
_PLAIN_DICE = re.compile(
    r"\s*(?:½|1/2|¼|1/4|\d+)(?:\s*[+\-−–]\s*\d+)?\s*\**\s*(?:hd|hit dice|hp|hit points?)?" + _ASIDE,
    re.IGNORECASE,
)
_ROLLED_POINTS = re.compile(r"\s*\d*d\d+(?:\s*\+\s*\d+)?\s*(?:hp|hit points?)?" + _ASIDE, re.IGNORECASE)
_OTHER_WAY = re.compile(
    r"\b(?:fly|swim|burrow|climb|glid|hover|leap|jump|run|walk|web|water|form|tree|dig|brachiat)|^[(\[]|[a-z].*\d",
    re.IGNORECASE,
)
_HIT_DICE = re.compile(r"(½|1/2|¼|1/4|\d+)\s*(?:hd)?\s*([+\-−–]\s*\d+)?(?!d)\s*(\**)", re.IGNORECASE)
_HIT_POINTS = re.compile(r"(\d+)\s*(?:hp|hit points)", re.IGNORECASE)
_BESIDE = re.compile(r"\[\s*([+\-−–]?\d+)\s*\]")
_BONUS = re.compile(r"\(\s*\+(\d+)\s*\)")
_FEET = r"(\d+)\s*(?:['’′]|ft\.?|feet)?"
_PAIR = re.compile(_FEET + r"\s*\(\s*" + _FEET + r"\s*\)")


class HitDice(NamedTuple):
    """Hit dice in the library's own notation, their average hit points and the attack bonus they give."""

    text: str
    points: int
    bonus: int


class Rate(NamedTuple):
    """Feet a round on foot, and what else the field says of other ways to move."""

    feet: int
    rest: str


def whole(text: str) -> int | None:
    """The first whole number of a text."""
    found = _NUMBER.search(text)
    return int(found[0].replace("−", "-").replace("–", "-")) if found else None


def plain(text: str) -> bool:
    """Whether a cell is a number and nothing else but a remark in brackets."""
    return _PLAIN.fullmatch(text) is not None


def plain_hit_dice(text: str) -> bool:
    """Whether hit dice are written in one of the ways that can only mean one thing."""
    return _PLAIN_DICE.fullmatch(text) is not None or _ROLLED_POINTS.fullmatch(text) is not None


def plain_rate(text: str, found: Rate) -> bool:
    """Whether all of a movement was understood: a number first, or words for a way to move."""
    if not found.rest:
        return True
    return not found.rest.startswith((".", "-", "−", "–")) and bool(_OTHER_WAY.search(found.rest))


# --- armour class and attack bonus --------------------------------------------------------------------


def ascending_ac(text: str, ascending: bool) -> int | None:
    """The ascending armour class: "6 [13]" names it, "6" is turned round unless the list is ascending."""
    beside = _BESIDE.search(text)
    if beside is not None:
        return whole(beside[1])
    value = whole(text)
    if value is None:
        return None
    return value if ascending else 19 - value


def looks_ascending(texts: Sequence[str]) -> bool:
    """Whether plain armour classes of a list are ascending: most of them are 10 or more."""
    values = [value for text in texts if not _BESIDE.search(text) and (value := whole(text)) is not None]
    return 2 * sum(value >= ASCENDING_FROM for value in values) >= len(values)


def bonus_of_thac0(text: str) -> int | None:
    """The attack bonus of "17 [+2]", or of a plain THAC0."""
    beside = _BESIDE.search(text)
    if beside is not None:
        return whole(beside[1])
    value = whole(text)
    return None if value is None else 19 - value


# --- hit dice -----------------------------------------------------------------------------------------


def hit_dice(text: str) -> HitDice | None:
    """ "3+1*", "1-1", "½", "12* (+10)", "4 (18hp)", "1d2 hit points". None if it is none of these."""
    points = _HIT_POINTS.search(text)
    if re.match(r"\s*\d*d\d+", text):
        return HitDice("1/2", _average(text), -1)
    found = _HIT_DICE.search(text)
    if found is None:
        return None
    half = found[1] in ("½", "1/2", "¼", "1/4")
    whole_dice = 0 if half else int(found[1])
    plus = int(re.sub(r"\s", "", found[2]).replace("−", "-").replace("–", "-")) if found[2] else 0
    stars = found[3] or "*" * text.count("*")
    written = f"{'1/2' if half else whole_dice}{f'{plus:+d}' if plus else ''}{stars}"
    named = _BONUS.search(text)
    average = max(1, int((0.5 if half else whole_dice) * HIT_POINTS_PER_DIE) + plus)
    bonus = int(named[1]) if named else attack_bonus(whole_dice, plus)
    dice_in_brackets = re.search(r"\(\s*\d+d\d+ hit points", text)
    if points is not None and dice_in_brackets is None:
        average = int(points[1])
    return HitDice(written, average, bonus)


def attack_bonus(dice: int, plus: int) -> int:
    """What a creature of so many hit dice adds to its attacks (rulings A1.10)."""
    if dice == 0:
        return -1
    counted = dice + (0.5 if plus > 0 else 0)
    for most, bonus in (*_BEST_BONUS, *_BONUS_BEYOND):
        if counted <= most:
            return bonus
    return _MOST_BONUS


def _average(text: str) -> int:
    found = _DICE.search(text)
    if found is None:
        return 1
    return max(1, int(int(found[1] or 1) * (int(found[2]) + 1) / 2) + int(found[3] or 0))


# --- movement, morale, size ---------------------------------------------------------------------------


def rate(text: str, per_turn: bool) -> Rate | None:
    """Feet a round. `per_turn`: "120' (40')" is a turn's movement with a round's in brackets."""
    pair = _PAIR.match(text.strip())
    first = re.match(_FEET, text.strip())
    if pair is not None:
        return Rate(int(pair[2] if per_turn else pair[1]), _rest(text, pair.end()))
    if first is not None:
        return Rate(int(first[1]), _rest(text, first.end()))
    anywhere = re.search(_FEET, text)
    return Rate(int(anywhere[1]), text.strip()) if anywhere else None


def looks_per_turn(texts: Sequence[str]) -> bool:
    """Whether the numbers in brackets are a third of those before them in most of a list."""
    pairs = [found for text in texts if (found := _PAIR.search(text)) is not None]
    return 2 * sum(int(pair[1]) == 3 * int(pair[2]) for pair in pairs) > len(pairs)


def _rest(text: str, end: int) -> str:
    return text.strip()[end:].strip(" /,;")


def morale(text: str) -> int | None:
    """The first number of the field within 2 to 12; None for creatures that never check."""
    value = whole(text)
    return value if value is not None and LEAST_MORALE <= value <= MOST_MORALE else None


def size(text: str) -> int | None:
    """Squares a side: "Large", "2 x 2", "3". None if the field says neither."""
    named = next((squares for word, squares in _SIZES.items() if word in text.lower()), None)
    if named is not None:
        return named
    value = whole(text)
    return value if value is not None and 1 <= value <= 6 else None
