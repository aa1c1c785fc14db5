"""Single fields of foreign creature lists as numbers: armour class, hit dice, movement, attacks in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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


class Attacks(NamedTuple):
    """Sets of attacks in the library's notation. `armed`: one of them is with a weapon nobody named."""

    sets: tuple[str, ...]
    armed: bool


def whole(text: str) -> int | None:
    """The first whole number of a text."""
    found = _NUMBER.search(text)
    return int(found[0].replace("−", "-").replace("–", "-")) if found else None


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


# --- attacks ------------------------------------------------------------------------------------------


class _Blow(NamedTuple):
    times: int
    name: str
    dice: str
    effect: str

    def written(self) -> str:
        """In the library's notation: "2 claw 1d4 + poison"."""
        count = f"{self.times} " if self.times > 1 else ""
        effect = f" + {self.effect}" if self.effect else ""
        return f"{count}{self.name} {self.dice}{effect}"


def attacks(text: str, damage: str = "") -> Attacks | None:
    """ "2 × claw (1d4), 1 × bite (1d8 + poison) or 1 × breath (4d6)", or attacks and damage in two fields.

    None if no attack was understood. Dice "-" stand for an attack without damage.
    """
    found = [tuple(_blows(part, damage)) for part in _outside_brackets(text, r"\bor\b")]
    sets = tuple(", ".join(blow.written() for blow in blows) for blows in found if blows)
    if not sets:
        return None
    armed = any(blow.name == "weapon" for blows in found for blow in blows)
    return Attacks(sets, armed)


def _blows(text: str, damage: str) -> Iterator[_Blow]:
    parts = _outside_brackets(text, r"[,;/&]|\band\b|\+(?=\s*[a-z])")
    harms = _outside_brackets(damage, r"[,;/]|\bor\b|\band\b")
    for number, part in enumerate(parts):
        name = _name(part)
        if not name:
            continue
        times = re.match(r"\s*(\d+)(?!\s*d\d)(?!d)", part)
        own = _DICE.search(part)
        told = part if own else _harm_of(name, number, harms)
        yield _Blow(int(times[1]) if times else 1, name, _dice(told), _effect(told, name))


def _harm_of(name: str, number: int, harms: list[str]) -> str:
    """The piece of the damage field that belongs to an attack: by its name, else by its place."""
    named = [harm for harm in harms if name in harm.lower() and _DICE.search(harm)]
    if named:
        return named[0]
    return harms[min(number, len(harms) - 1)] if harms else ""


def _dice(text: str) -> str:
    found = _DICE.search(text)
    if found is None:
        return "-"
    bonus = f"+{found[3]}" if found[3] else ""
    return f"{found[1] or 1}d{found[2]}{bonus}"


def _effect(text: str, name: str) -> str:
    """What else is in the brackets or after the dice: poison, energy drain."""
    brackets = re.search(r"\(([^)]*)\)", text)
    told = brackets[1] if brackets else text
    told = _DICE.sub("", told, count=1)
    told = re.sub(r"\b(?:or )?(?:by weapon|per \w+)\b|\bweapon[+\-]\d+\b|\bor weapon\b", "", told)
    told = re.sub(rf"^\s*\d+\s*[×x]?\s*|\b{re.escape(name)}e?s?\b", "", told, flags=re.IGNORECASE)
    told = re.sub(r"[,/]", ";", told)
    told = re.sub(r"\s+", " ", told).strip(" +;-×x.")
    return "" if told in ("by", "or", "see below") else told


def _name(part: str) -> str:
    """One plain word for an attack: "claw" of "2 × claws (1d4)"."""
    bare = _DICE.sub("", re.sub(r"\(.*", "", part))
    words: list[str] = re.findall(r"[a-z]+", bare.lower())
    words = [word for word in words if word not in ("x", "by", "per", "or", "none", "see", "below")]
    if not words:
        return "attack" if re.fullmatch(r"\s*\d+\s*", bare) else ""
    if any(word.startswith("weapon") for word in words):
        return "weapon"
    word = words[-1]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _outside_brackets(text: str, separator: str) -> list[str]:
    """The pieces between separators that are not within brackets."""
    pieces, depth, start = [], 0, 0
    cut = re.compile(separator, re.IGNORECASE)
    at = 0
    while at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        found = cut.match(text, at) if depth <= 0 else None
        if found is not None and found.end() > at:
            pieces.append(text[start:at])
            at = start = found.end()
        else:
            at += 1
    pieces.append(text[start:])
    return [piece for piece in (piece.strip() for piece in pieces) if piece]
