"""English of the switchable readings: a label for each, and what each of its values means at the table."""

from __future__ import annotations

from engine.model.offers import OptionChoice
from engine.model.phrase import phrase
from engine.rulesets.os_six.options import CHOICES, GOVERNED, SOURCES

_READINGS: dict[str, tuple[str, dict[str, str]]] = {
    "square": ("A square is", {"five": "5 ft", "ten": "10 ft"}),
    "massive": (
        "Death by massive damage",
        {"equal": "At minus the maximum", "example": "One below minus the maximum, as in the example"},
    ),
    "strain_trigger": (
        "Ones on an action roll bring strain",
        {
            "critical": "With a critical failure: nothing above three",
            "wide": "Also with several ones and no six",
        },
    ),
    "order_ties": (
        "Equal rolls for the order of combat",
        {"choice": "The players agree", "dice": "More dice with the highest face go first"},
    ),
    "enemies_at_zero": (
        "Enemies at zero hit points",
        {
            "important": "Are out, but for those marked important",
            "out": "Are out",
            "roll": "Roll Brawn like heroes",
        },
    ),
    "block_shots": (
        "Brawn blocks missiles",
        {"shield": "With a shield", "never": "Never", "always": "Always"},
    ),
    "npc_attacks": (
        "An enemy attacks somebody no player plays",
        {"attacker": "The attacker rolls", "target": "The target rolls its defence"},
    ),
    "counter": (
        "A counter-attack can be made",
        {"reach": "With any weapon that reaches", "melee": "Hand to hand only", "off": "Not at all"},
    ),
    "botch": (
        "A critical failure of an attack",
        {"random": "A die chooses what goes wrong, or you", "choose": "You choose what goes wrong"},
    ),
    "leaving_melee": (
        "Leaving melee",
        {"free": "Costs nothing", "attack": "Each enemy left behind has a free attack"},
    ),
    "shooting_in_melee": (
        "Shooting with an enemy beside the shooter",
        {"free": "Costs nothing", "penalty": "Has a Penalty"},
    ),
    "escape": (
        "Breaking free from an enemy's hold",
        {"complete": "Takes a complete success", "partial": "Takes a partial success"},
    ),
    "ram_bonus": (
        "The Bonus against somebody rammed",
        {"until_up": "Lasts until it stands up", "next": "Is for the next attack only"},
    ),
    "prone": (
        "Lying on the ground",
        {"matters": "Bonus to blows against it, Penalty to shots", "ignored": "Changes no roll by itself"},
    ),
    "witnesses": (
        "Who sees a panic",
        {
            "once": "Rolls too, and there it ends",
            "chain": "Rolls too, and may set off others",
            "off": "Does not roll",
        },
    ),
    "one_hp": (
        "The Penalty at one hit point",
        {"all": "On every roll", "not_defence": "Not on the defence"},
    ),
    "unconscious": (
        "Attacks on the helpless",
        {"automatic": "Succeed without a roll", "roll": "Are rolled"},
    ),
    "mulligan": ("A second roll of hit points", {"no": "Is not allowed", "yes": "Once, and it stands"}),
    "luck": (
        "Luck Points and pushing one's luck",
        {"death": "Save from death", "any_roll": "Also re-roll any failure"},
    ),
}

WORDS: dict[str, str] = {f"six.option.{key}": label for key, (label, _) in _READINGS.items()} | {
    f"six.option.{key}.{value}": words
    for key, (_, values) in _READINGS.items()
    for value, words in values.items()
}

OPTIONS: tuple[OptionChoice, ...] = tuple(
    OptionChoice(
        key,
        phrase(f"six.option.{key}"),
        tuple((value, phrase(f"six.option.{key}.{value}")) for value in values),
        values[0],
        SOURCES[key],
        GOVERNED.get(key, ()),
    )
    for key, values in CHOICES.items()
)
