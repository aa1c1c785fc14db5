"""Attacks of foreign creature lists in the library's notation, and what of them was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MOST_DICE, LEAST_SIDES, MOST_SIDES = 100, 2, 1000
"""Dice beyond these cannot be rolled, so they are no damage."""

_DIGITS = 9
"""Figures that are read of a number; longer ones are far beyond any limit all the same."""
_DICE = re.compile(r"(?<!\w)(\d*)d(\d+)(?:\s*([+\-−–])\s*(\d{1,4})(?!\d|\s*d))?", re.IGNORECASE)
_FILLERS = ("x", "by", "per", "or", "none", "see", "below")
# fmt: off
_KNOWN = frozenset((
    "antler", "arm", "axe", "beak", "bite", "blade", "bow", "butt", "claw", "club", "crossbow",
    "dagger", "fang", "fist", "foot", "gore", "hammer", "hoof", "hoove", "horn", "hug", "javelin",
    "jaw", "kick", "leg", "limb", "lance", "mace", "mandible", "paw", "peck", "pincer", "pseudopod",
    "punch", "slam", "sling", "snakebite", "spear", "spike", "spine", "staff", "sting", "stinger",
    "stomp", "sword", "tail", "talon", "tentacle", "trample", "tusk", "weapon", "whip", "wing",
))
# fmt: on
"""Words that name an attack wherever they stand in the text."""
_EFFECT = re.compile(
    r"acid|aura|blast|blind|blister|blood|bolt|breath|charm|chok|cloud|confus|consum|constrict|crush|curse|death"
    r"|deafen|disease|drain|energy|engulf|entangl|fear|fire|gas|gaze|grab|grapple|heat|cold|hold|jelly|knock"
    r"|lightning|magic|none|paraly|petrif|poison|possess|rust|scream|sleep|slow|song|special|spell|spit|spore"
    r"|spray|stench|stun|suck|swallow|swarm|trap|see below|web|wither",
    re.IGNORECASE,
)
"""What attacks do in words, for those that have no dice of damage."""
_FLAT_DAMAGE = re.compile(r"^\W*\d+\s*(?:hp|hit points?|points?|[^\w\s]|or\b|$)", re.IGNORECASE)


class Doubt(NamedTuple):
    """An attack whose damage was not understood (`name` empty: the attack itself), and its text."""

    name: str
    text: str


class Attacks(NamedTuple):
    """Sets of attacks in the library's notation. `armed`: one of them is with a weapon nobody named."""

    sets: tuple[str, ...]
    armed: bool
    doubts: tuple[Doubt, ...] = ()


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

    None if no attack was understood. Dice "-" stand for an attack without damage; where damage was meant and
    not understood, `doubts` has its text.
    """
    if not re.search(r"[a-z]", text, re.IGNORECASE) and len(_pieces(damage)) > 1:
        text, damage = damage, ""  # how many they are, the damage says as well
    elif not text.strip():
        text, damage = damage, ""
    doubts: list[Doubt] = []
    found = [tuple(_blows(part, damage, doubts)) for part in _outside_brackets(text, r"\bor\b")]
    sets = tuple(", ".join(blow.written() for blow in blows) for blows in found if blows)
    if not sets:
        return None
    armed = any(blow.name == "weapon" for blows in found for blow in blows)
    return Attacks(sets, armed, tuple(dict.fromkeys(doubts)))


def _blows(text: str, damage: str, doubts: list[Doubt]) -> Iterator[_Blow]:
    parts = _outside_brackets(text, r"[,;/&]|\band\b|\+(?=\s*[a-z])")
    harms = _pieces(damage)
    one_each = len(harms) != len(parts) and len(harms) == sum(_count(_times(part)) for part in parts)
    at = 0
    for number, part in enumerate(parts):
        own = _dice(part)
        harm = _harm_of(_name(part), at if one_each else number, harms)
        at += _count(_times(part))
        bare = not own and not harm and "(" not in part
        name = (_phrase(part) if bare else _name(part)) or ("attack" if own else "")
        if not name:
            if not _only_fillers(part):
                doubts.append(Doubt("", part))
            continue
        told = part if own else harm
        effect = _effect(told, name)
        if not _dice(told):
            told = harm or _beside(part, name)
            effect = effect or (_effect(told, name) if _is_effect(told) else "")
            if not (_is_effect(told) if told else _EFFECT.search(part)):
                doubts.append(Doubt(name, told or part))
        yield _Blow(_count(_times(part)), name, _dice(told) or "-", effect)


def _pieces(damage: str) -> list[str]:
    """The damage of each attack of a field that has only damage."""
    without = re.sub(r"\bor\s+by\s+weapon\b(?:\s*[+\-]\s*\d+)?", "", damage, flags=re.IGNORECASE)
    return _outside_brackets(without, r"[,;/]|\bor\b|\band\b")


def _times(part: str) -> re.Match[str] | None:
    """How often an attack is made: "2 claws", "2 × claw"."""
    return re.match(r"\s*(\d+)(?!\d|\s*[a-z]\d|d\b)", part)


def _count(times: re.Match[str] | None) -> int:
    return min(max(1, int(times[1][:_DIGITS])), MOST_DICE) if times else 1


def _is_effect(text: str) -> bool:
    """Whether a text without dice says what an attack does, and names no hit points."""
    return _EFFECT.search(text) is not None and _FLAT_DAMAGE.search(text) is None


def _beside(part: str, name: str) -> str:
    """What stands with an attack: in brackets, else after its name."""
    brackets = re.search(r"\(([^)]*)", part)
    if brackets is not None:
        return brackets[1].strip()
    after = re.search(rf"\b{re.escape(name)}e?s?\b(.*)", part, re.IGNORECASE)
    return after[1].strip() if after else ""


def _harm_of(name: str, number: int, harms: list[str]) -> str:
    """The piece of the damage field that belongs to an attack: by its name, else by its place."""
    named = [harm for harm in harms if name in harm.lower() and _DICE.search(harm)]
    if named:
        return named[0]
    return harms[min(number, len(harms) - 1)] if harms else ""


def _dice(text: str) -> str:
    """The dice of a text, if they can be rolled."""
    found = _DICE.search(text)
    if found is None:
        return ""
    count, sides = int(found[1][:_DIGITS] or 1), int(found[2][:_DIGITS])
    if not 1 <= count <= MOST_DICE or not LEAST_SIDES <= sides <= MOST_SIDES:
        return ""
    sign = "+" if found[3] == "+" else "-"
    return f"{count}d{sides}{sign}{found[4]}" if found[4] else f"{count}d{sides}"


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


def _phrase(part: str) -> str:
    """The name of an attack that has neither dice nor brackets: a word that names one, else all of them."""
    words = _words(part)
    known = any(_singular(word) in _KNOWN or word.startswith("weapon") for word in words)
    return _name(part) if known or not words else " ".join((*words[:-1], _singular(words[-1])))


def _name(part: str) -> str:
    """One plain word for an attack: "claw" of "2 × claws (1d4)"."""
    words = _words(part)
    if not words:
        return "attack" if re.fullmatch(r"\s*\d+\s*", _bare(part)) else ""
    if any(word.startswith("weapon") for word in words):
        return "weapon"
    singular = [_singular(word) for word in words]
    known = [word for word in singular if word in _KNOWN]
    return known[-1] if known else singular[-1]


def _bare(part: str) -> str:
    return _DICE.sub("", re.sub(r"\(.*", "", part))


def _words(part: str) -> list[str]:
    """The words of an attack before its brackets that may name it; none of a number like 2z6."""
    words: list[str] = re.findall(r"[a-z]+", re.sub(r"\b\d+[a-z]\d*\b", " ", _bare(part).lower()))
    return [word for word in words if word not in _FILLERS]


def _only_fillers(part: str) -> bool:
    """Whether a text says nothing: "see below", "none"."""
    letters = re.findall(r"[a-z]+", part.lower())
    return bool(letters) and all(word in _FILLERS for word in letters)


def _singular(word: str) -> str:
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
