"""Classes, as the line "Magic-User 5" names them: level, attack bonus, who turns undead (rulings A1.4, A1.6).

The rulings print no saving throws by class; those go by hit dice (`checks.save_target`).
"""

from __future__ import annotations

import re

MOST_LEVEL = 36

_LEVEL = re.compile(r"(?<!\d)\d{1,2}(?!\d)")

_Steps = tuple[tuple[int, int], ...]
"""How a class gains on the attack: up to a level, and the bonus until then."""

_AS_FIGHTER: _Steps = ((3, 0), (6, 2), (9, 5), (12, 7), (14, 9))
_AS_CLERIC: _Steps = ((4, 0), (8, 2), (12, 5))
_AS_MAGIC_USER: _Steps = ((5, 0), (10, 2))

_FIGHTERS = ("fighter", "warrior", "barbarian", "knight", "paladin", "ranger", "dwarf", "elf", "halfling")
_TURNING = ("warpriest", "cleric", "priest")
"""The house's Warpriest, and what other books call it (OSE-TURN-01)."""
_CLERIC_LIKE = ("druid", "thief", "acrobat", "assassin", "bard")
_MAGIC_USERS = ("magic-user", "mage", "wizard", "sorcerer", "illusionist", "necromancer", "mu")
_BONUSES = {
    **dict.fromkeys(_FIGHTERS, _AS_FIGHTER),
    **dict.fromkeys((*_TURNING, *_CLERIC_LIKE), _AS_CLERIC),
    **dict.fromkeys(_MAGIC_USERS, _AS_MAGIC_USER),
}


def class_level(role: str) -> int:
    """The level a class line gives: 5 of "Magic-User 5" or "Cleric, 5th level"; 0 where it gives none."""
    found = _LEVEL.search(role)
    level = int(found[0]) if found else 0
    return level if level <= MOST_LEVEL else 0


def class_attack_bonus(role: str, level: int) -> int | None:
    """What the class adds to attacks at that level; None for a class that no table knows."""
    found = [_bonus(steps, level) for name, steps in _BONUSES.items() if _names(role, name)]
    return max(found, default=None)


def class_turns_undead(role: str) -> bool:
    """Whether the class turns undead: the Warpriest, a cleric by another name."""
    return any(_names(role, name) for name in _TURNING)


def _names(role: str, name: str) -> bool:
    """Whether the line names the class, joined or not: "Magic-User 5", "magic user", "Elf/Cleric"."""
    words = "-".join(re.findall(r"[^\W\d_]+", role.casefold()))
    return f"-{name}-" in f"-{words}-"


def _bonus(steps: _Steps, level: int) -> int:
    return next((bonus for most, bonus in steps if level <= most), steps[-1][1])
