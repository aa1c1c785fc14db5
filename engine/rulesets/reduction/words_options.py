"""English of the switchable readings: a label for each, and what each of its values means at the table."""

from __future__ import annotations

from engine.model.offers import OptionChoice
from engine.model.phrase import phrase
from engine.rulesets.reduction.options import CHOICES, SOURCES

_READINGS: dict[str, tuple[str, dict[str, str]]] = {
    "weapon_hits": (
        "Hit points of a hit",
        {"limit": "The weapon's, at most AT", "ignore": "Always AT"},
    ),
    "party_morale": (
        "Morale of the players' side",
        {"exempt": "Never checked unless called for", "check": "Checked like the others"},
    ),
    "square": (
        "A square of the map",
        {"space": "A space of 10 ft, shared by any number", "quarter": "5 ft: four of them make a space"},
    ),
    "engaged": (
        "Enemies are engaged",
        {"space": "In the same space", "touching": "Also in neighbouring squares"},
    ),
    "movement": (
        "Movement of everybody",
        {"together": "At once, a space at a time", "in_turn": "One after the other, the fastest first"},
    ),
    "contact": (
        "An enemy met on the way",
        {"stops": "Ends the move", "passes": "Does not; only where the path ends"},
    ),
    "lost_attack": (
        "An attack on somebody no longer there",
        {"lost": "Is lost", "other": "May go to another enemy there"},
    ),
    "met": (
        "Whoever is met by an enemy",
        {
            "declare": "Strikes back if it declares that in time",
            "always": "Strikes back, if it did nothing else",
        },
    ),
    "fleeing": (
        "Enemies of somebody who flees",
        {
            "extra": "Have one attack more on it",
            "all": "Have all their attacks once more on it",
            "instead": "Strike at it in place of the attack they declared on it",
        },
    ),
    "shoot_engaged": ("Missiles in melee", {"no": "Not used", "yes": "May be used"}),
    "several_attacks": (
        "Several attacks of one creature",
        {"each": "Each may go to another enemy", "one": "All go to the same enemy"},
    ),
    "ambush": (
        "A side caught in an ambush",
        {"skip": "Declares and attacks nothing", "answer": "May strike whoever meets it"},
    ),
    "second_option": (
        "A second option in one round",
        {"ask": "The referee is asked", "one": "Replaces the first", "several": "Stands beside the first"},
    ),
}

WORDS: dict[str, str] = {
    **{f"osr.option.{key}": label for key, (label, _) in _READINGS.items()},
    **{
        f"osr.option.{key}.{value}": words
        for key, (_, values) in _READINGS.items()
        for value, words in values.items()
    },
}

OPTION_CHOICES = tuple(
    OptionChoice(
        key,
        phrase(f"osr.option.{key}"),
        tuple((value, phrase(f"osr.option.{key}.{value}")) for value in values),
        values[0],
        *SOURCES[key],
    )
    for key, values in CHOICES.items()
)
"""The readings with their words, the default first."""
