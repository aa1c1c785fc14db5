"""English of the switchable readings: a label for each, and what each of its values means at the table."""

from __future__ import annotations

from engine.model.offers import OptionChoice
from engine.model.phrase import phrase
from engine.rulesets.openquest.options import CHOICES, GOVERNED, SOURCES

_READINGS: dict[str, tuple[str, dict[str, str]]] = {
    "square": ("A square is", {"two": "2 m", "one": "1 m"}),
    "ties": (
        "Enemies on the same count",
        {"skill": "The better Close Combat goes first, then a die", "die": "A die says who goes first"},
    ),
    "leaving": (
        "Leaving close combat",
        {"free": "Any move will do", "retreat": "Takes a Fighting Retreat or a Sprint"},
    ),
    "charge_reaction": (
        "Who has reacted this round",
        {"whole": "Cannot charge any more", "after": "Can charge, and reacts no more"},
    ),
    "charge_line": (
        "The line of a charge",
        {"ray": "Any straight line", "eight": "Along a row, a column or a diagonal"},
    ),
    "slope": (
        "The ground rises to",
        {
            "flat": "Nowhere",
            "north": "The top of the map",
            "north_east": "The top right",
            "east": "The right",
            "south_east": "The bottom right",
            "south": "The bottom of the map",
            "south_west": "The bottom left",
            "west": "The left",
            "north_west": "The top left",
        },
    ),
    "half_parry": ("Half of the damage is rounded", {"up": "Up", "down": "Down"}),
    "dodge_against_critical": (
        "An ordinary dodge or parry against a critical hit",
        {"stays": "Does not stop it", "avoids": "Counts as against any hit"},
    ),
    "second_weapon": (
        "The bonus attack of the off hand comes",
        {"half": "At half DEX", "at_once": "Right after the first attack, as in the example"},
    ),
    "thrown_down": ("Who is thrown in a grapple", {"prone": "Lands prone", "standing": "Stays on its feet"}),
    "bare_limb": (
        "A bare limb that strikes a parrying weapon",
        {"armour": "Is protected by armour as ever", "bare": "Takes the whole damage"},
    ),
    "crowd": (
        "A shot that missed because of the crowd",
        {"neighbour": "May hit somebody beside the target", "off": "Hits nobody"},
    ),
    "shooting_beside": (
        "Shooting with an enemy beside one",
        {"free": "Costs nothing", "no": "Is not possible"},
    ),
    "aim": ("Aiming raises the skill", {"none": "Without limit", "hundred": "To 100% at most"}),
    "nocking": (
        "The next arrow of a bow",
        {"rate": "Is nocked within the round", "action": "Takes a round of Ready Weapon"},
    ),
    "behind": (
        "Whether the target knew of the attack is asked",
        {"unseen": "Where the attacker was not seen", "always": "At every hit"},
    ),
    "dodge_shots": (
        "A reaction to arrows, sling shot and bolts",
        {"never": "Is not possible", "ask": "Is for you to grant, each time"},
    ),
    "major_wounds": ("Major Wounds", {"off": "Are not used", "on": "Are used"}),
}

WORDS: dict[str, str] = {f"oq.option.{key}": label for key, (label, _) in _READINGS.items()} | {
    f"oq.option.{key}.{value}": words
    for key, (_, values) in _READINGS.items()
    for value, words in values.items()
}

OPTIONS: tuple[OptionChoice, ...] = tuple(
    OptionChoice(
        key,
        phrase(f"oq.option.{key}"),
        tuple((value, phrase(f"oq.option.{key}.{value}")) for value in values),
        values[0],
        SOURCES[key],
        GOVERNED.get(key, ()),
    )
    for key, values in CHOICES.items()
)
