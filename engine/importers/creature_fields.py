"""Single fields of foreign creature lists as numbers: armour class, hit dice, morale, saves, size."""

from __future__ import annotations

import re
from typing import NamedTuple

HIT_POINTS_PER_DIE = 4.5
LEAST_MORALE, MOST_MORALE = 2, 12
ASCENDING_FROM = 10
"""Without a word on it, armour classes from here on are ascending, those below descending."""
_BEST_BONUS = ((1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (9, 7), (11, 8), (13, 9), (15, 10))
_BONUS_BEYOND = ((17, 11), (19, 12), (21, 13))
_MOST_BONUS = 14

_SIZES = {"tiny": 1, "small": 1, "medium": 1, "man-sized": 1, "large": 2, "huge": 3, "gargantuan": 4}
_NUMBER = re.compile(r"[-−–]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,12})")
_SIGNED = str.maketrans("−–", "--", ",")
_ASIDE = r"\s*\**\s*(?:[(\[].*)?"
_PLAIN = re.compile(
    r"\s*[+\-−–]?(?:\d{1,3}(?:,\d{3})+|\d+(?:[.,]0+)?)(?:\s*(?:hp|hit points?|squares?)\.?)?" + _ASIDE,
    re.IGNORECASE,
)
_HALF = r"½|1/2|0?[.,]50*|¼|1/4|<\s*1"
_HD = r"\s*(?:hd|hit dice|hit die)?\s*"
_HIT_DICE = re.compile(
    rf"({_HALF}|\d{{1,6}}(?:[.,]0+(?!\d))?)\s*(?:hd)?\s*([+\-−–]\s*\d{{1,6}})?(?!d)\s*(\**)", re.IGNORECASE
)
_PLAIN_DICE = re.compile(
    rf"{_HD}(?:{_HALF}|\d+(?:[.,]0+)?)(?:\s*[+\-−–]\s*\d+)?\s*\**\s*(?:hd|hit dice|hp|hit points?)?" + _ASIDE,
    re.IGNORECASE,
)
_ROLLED = re.compile(
    rf"{_HD}(\d{{0,4}})d(\d{{1,4}})\s*([+\-−–]\s*\d{{1,6}}(?!\s*d))?\s*(\**)\s*(hp|hit points?)?",
    re.IGNORECASE,
)
_HIT_POINTS = re.compile(r"(?<![d\d+\-])(\d{1,9})\s*(?:hp|hit points)", re.IGNORECASE)
_POINTS_BESIDE = re.compile(r"\(\s*(?:hp|avg\.?|average|about|~)?\s*(\d{1,6})\s*\)", re.IGNORECASE)
_BESIDE = re.compile(r"\[\s*([+\-−–]?\d+)\s*\]")
_BONUS = re.compile(r"\(\s*\+(\d{1,6})\s*\)")
_SAVES = re.compile(r"\b(?:D|W|P|B|S)[a-z]*\W{0,2}(\d{1,2})\b", re.IGNORECASE)
_SAVE_LETTERS = re.compile(r"\b([DWPBS])[a-z]*\W{0,2}\d{1,2}\b", re.IGNORECASE)
_FULL_DIE, _SMALL_DIE = 8, 6
"""A die of hit points from which on it is a whole hit die, and from which on it may be one."""


class HitDice(NamedTuple):
    """Hit dice in the library's own notation, their average hit points and the attack bonus they give."""

    text: str
    points: int
    bonus: int


def whole(text: str) -> int | None:
    """The first whole number of a text."""
    found = _NUMBER.search(text)
    return int(found[0].translate(_SIGNED)) if found else None


def plain(text: str) -> bool:
    """Whether a cell is a number and nothing else but a remark in brackets."""
    return _PLAIN.fullmatch(text) is not None


def plain_hit_dice(text: str) -> bool:
    """Whether hit dice are written in one of the ways that can only mean one thing."""
    if hit_dice(text) is None or _is_range(text):
        return False
    rolled = _ROLLED.match(text)
    rest = text[rolled.end() :] if rolled else ""
    return re.fullmatch(_ASIDE, rest) is not None if rolled else _PLAIN_DICE.fullmatch(text) is not None


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


def names_ascending(text: str) -> bool:
    """Whether an armour class has the ascending one in brackets beside it."""
    return _BESIDE.search(text) is not None


def bonus_of_thac0(text: str) -> int | None:
    """The attack bonus of "17 [+2]", or of a plain THAC0."""
    beside = _BESIDE.search(text)
    if beside is not None:
        return whole(beside[1])
    value = whole(text)
    return None if value is None else 19 - value


# --- hit dice -----------------------------------------------------------------------------------------


def hit_dice(text: str) -> HitDice | None:
    """ "3+1*", "1-1", "½", "12* (+10)", "4 (18hp)", "3d8+3", "1d2 hit points". None if none of these."""
    named = _BONUS.search(text)
    stars = "*" * text.count("*")
    rolled = _ROLLED.match(text)
    if rolled is not None:
        dice, plus, average = _rolled(rolled)
        half = not dice
    else:
        found = _HIT_DICE.search(text)
        if found is None:
            return None
        half = re.fullmatch(_HALF, found[1]) is not None
        dice = 0 if half else int(re.split(r"[.,]", found[1])[0])
        plus = 0 if _is_range(text) else _signed(found[2])
        average = int((0.5 if half else dice) * HIT_POINTS_PER_DIE) + plus
    points = _HIT_POINTS.search(text) or _POINTS_BESIDE.search(text)
    if points is not None and int(points[1]) >= dice:
        average = int(points[1])
    written = f"{'1/2' if half else dice}{f'{plus:+d}' if plus else ''}{stars}"
    bonus = int(named[1]) if named else attack_bonus(dice, plus)
    return HitDice(written, max(1, average), bonus)


def _rolled(found: re.Match[str]) -> tuple[int, int, int]:
    """Hit dice, what is added and the average of "3d8+3"; no hit dice where one small die is points."""
    number, sides, plus = int(found[1] or 1), int(found[2]), _signed(found[3])
    average = number * (sides + 1) // 2 + plus
    whole_dice = number > 1 or sides >= _FULL_DIE or (sides >= _SMALL_DIE and not found[5])
    return (number, plus, average) if whole_dice else (0, 0, average)


def _is_range(text: str) -> bool:
    """Whether "5-8" names hit dice from one number to another: no die loses more than it has."""
    found = re.match(r"\s*(\d{1,6})\s*[-−–]\s*(\d{1,6})(?!\s*d)", text)
    return found is not None and int(found[2]) > int(found[1])


def _signed(text: str | None) -> int:
    return int(re.sub(r"\s", "", text).translate(_SIGNED)) if text else 0


def attack_bonus(dice: int, plus: int) -> int:
    """What a creature of so many hit dice adds to its attacks (rulings A1.10)."""
    if dice == 0:
        return -1
    counted = dice + (0.5 if plus > 0 else 0)
    for most, bonus in (*_BEST_BONUS, *_BONUS_BEYOND):
        if counted <= most:
            return bonus
    return _MOST_BONUS


# --- morale, saves, size -----------------------------------------------------------------------------


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


def saves(text: str) -> tuple[int, ...]:
    """ "D12 W13 P14 B15 S16 (1)" as five numbers in that order; none if they are not all there."""
    letters = "".join(_SAVE_LETTERS.findall(text)).upper()
    numbers = tuple(int(number) for number in _SAVES.findall(text))
    if letters == "DWPBS":
        return numbers
    plain_row = re.fullmatch(r"\s*\d{1,2}(?:\s*[/,;| ]\s*\d{1,2}){4}\s*(?:\(.*)?", text)
    return tuple(int(number) for number in re.findall(r"\d{1,2}", text)[:5]) if plain_row else ()
