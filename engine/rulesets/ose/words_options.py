"""English of the switchable readings: a label for each, and what each of its values means at the table."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.offers import OptionChoice
from engine.model.phrase import phrase
from engine.rulesets.ose.option_sources import RULES, SOURCES
from engine.rulesets.ose.options import CHOICES

_READINGS: dict[str, tuple[str, dict[str, str]]] = {
    "aoo_trigger": (
        "What provokes an attack of opportunity",
        {"leaving": "Leaving a threatened square", "outside": "Leaving an enemy's reach altogether"},
    ),
    "aoo_resolution": (
        "Several attacks of opportunity on one step",
        {"all": "All are rolled", "first_hit": "The first hit ends them"},
    ),
    "aoo_after_drop": (
        "Attacks of opportunity left when the mover drops",
        {"skip": "Not rolled", "roll": "Rolled all the same"},
    ),
    "aoo_casting": ("Casters make attacks of opportunity", {"no": "No", "yes": "Yes"}),
    "aoo_braced": ("The braced make attacks of opportunity", {"yes": "Yes", "no": "No"}),
    "aoo_defending": ("Those in full defence make attacks of opportunity", {"yes": "Yes", "no": "No"}),
    "aoo_surprised": ("The surprised make attacks of opportunity", {"yes": "Yes", "no": "No"}),
    "aoo_prone": ("The prone make attacks of opportunity", {"yes": "Yes", "no": "No"}),
    "aoo_unarmed": ("Bare fists threaten", {"no": "No", "yes": "Yes"}),
    "aoo_grappled": (
        "The grappled make attacks of opportunity",
        {"yes": "With a small or natural weapon", "no": "No"},
    ),
    "aoo_stunt": ("A stunt instead of an attack of opportunity", {"yes": "Allowed", "no": "Not allowed"}),
    "aoo_order": (
        "Several enemies strike at one step",
        {"nearest": "The nearest first", "roster": "In the order of the roster"},
    ),
    "aoo_after_casting": (
        "Casters make attacks of opportunity once the spell is done",
        {"yes": "Yes", "no": "Not before the next round"},
    ),
    "large_mover": (
        "A large mover is struck at for leaving",
        {"any": "Any square it stood on", "trailing": "Only squares it gives up"},
    ),
    "pass_friends": ("Friends may be passed", {"yes": "Yes", "no": "No"}),
    "pass_helpless": ("Those who lie helpless may be passed", {"yes": "Yes", "no": "No"}),
    "splintered_hit": (
        "A shield splintered against an attack of opportunity",
        {"stops": "Saves hit points; the step still fails", "goes_on": "Saves the step as well"},
    ),
    "charge_path": (
        "The way of a charge",
        {
            "monotone": "Any bends, never away from the target",
            "shortest": "A shortest way only",
            "free": "Free",
        },
    ),
    "charge_too_close": (
        "An enemy nearer than 15 ft",
        {"forbid": "Rules a charge out", "detour": "Is passed over for the next one"},
    ),
    "charge_helpless": (
        "Helpless enemies in the way of a charge",
        {"passed_over": "Are passed over", "counted": "Count as the nearest too"},
    ),
    "charge_braced_enemies": (
        "Braced enemies along a charge",
        {
            "react": "Strike as the charger comes and as it leaves",
            "brace_only": "Strike as the charger comes",
            "all": "Undo the charger's safety from everybody",
        },
    ),
    "charge_attack": (
        "The attack of a charge",
        {"melee_step": "In the Melee step", "at_once": "At the end of the move"},
    ),
    "stopped_charge_attacks": ("A charger stopped by a brace still attacks", {"yes": "Yes", "no": "No"}),
    "brace_trigger": (
        "The brace attack comes",
        {"on_entry": "In the first square in reach", "before_entry": "Before that square is entered"},
    ),
    "brace_doubling": (
        "Double damage of a brace",
        {"total": "Dice and modifiers doubled", "dice": "Only the dice doubled"},
    ),
    "brace_limit": (
        "Brace attacks in a round",
        {"each_charger": "One on every charger", "one": "One in all"},
    ),
    "brace_several": (
        "Several braced against the same square",
        {"all": "All strike", "first_hit": "The first hit ends it"},
    ),
    "brace_within": (
        "A charger that sets out within a braced weapon's reach",
        {"no": "Has not charged into it", "yes": "Is struck at as it sets out"},
    ),
    "splintered_brace": (
        "A shield splintered against a braced weapon",
        {"stops": "Saves hit points; the charge still ends", "goes_on": "Saves the charge as well"},
    ),
    "withdraw_policy": (
        "A withdrawal",
        {
            "distance": "Never nearer to whoever threatened the start",
            "strict": "Nor into a threatened square where a safe one costs the same",
            "off": "Anywhere: the referee judges",
        },
    ),
    "flee_square": ("A free square to flee to", {"needed": "Is needed", "not_needed": "Is not needed"}),
    "step_resolution": (
        "Inside a step, a side's members act",
        {"sequential": "One after the other", "simultaneous": "At once: damage counts at the step's end"},
    ),
    "surprise_effect": (
        "The surprised",
        {"last": "Act last in the first round", "lose": "Lose the first round"},
    ),
    "surprise_order": (
        "Several sides that surprise, or are surprised, act",
        {"listed": "In the order of the list", "rolled": "By initiative"},
    ),
    "initiative_tie": (
        "Initiative rolled again after a tie",
        {"among": "Settles the order of those who tied", "replace": "Takes the place of the first roll"},
    ),
    "surprised_declare": ("The surprised declare", {"no": "Nothing", "yes": "Like everybody else"}),
    "defence_lasts": (
        "Full defence lasts",
        {"next_turn": "Until its side acts again, next round", "round": "To the end of the round"},
    ),
    "ranged_ban_helpless": ("Helpless enemies within 5 ft stop a shot", {"no": "No", "yes": "Yes"}),
    "missile_cover": (
        "A creature in the way of a missile",
        {"yes": "-1 to hit for each, to -4", "no": "Does not matter"},
    ),
    "ac_penalty_duration": (
        "Armour class lost to a weapon",
        {"in_hand": "While it is in hand", "when_used": "Only in a round it is used"},
    ),
    "crossbow_preloaded": ("The first crossbow shot is loaded", {"no": "No", "yes": "Yes"}),
    "two_weapon_damage": (
        "Damage with two weapons",
        {"main": "The main weapon's die", "better": "The larger die of the two"},
    ),
    "prone_to_hit": (
        "Blows at the prone",
        {"two": "+2 to hit", "four": "+4 to hit", "none": "Nothing added"},
    ),
    "back_attack": (
        "Enemies on two opposite sides of a shield",
        {
            "off": "The shield helps all the same",
            "opposite": "The shield helps against neither",
            "last": "The shield does not help against whoever came last",
        },
    ),
    "second_manipulation": (
        "A second manipulation once the move is spent",
        {"move": "Is refused", "main": "Takes the main action"},
    ),
    "turn_undead_range": (
        "Turning reaches",
        {"sixty": "60 ft", "sight": "As far as the Warpriest sees"},
    ),
    "turn_undead_leftovers": (
        "Undead left over by a turning",
        {"again": "May be tried until a roll fails", "strict": "Are immune for 24 hours"},
    ),
    "delay": ("A spell held back", {"round": "Is completed later in the round", "no": "Is not possible"}),
    "concentration": (
        "Concentration on a spell ends by",
        {
            "disturbed": "Damage, violent motion, being held",
            "damage": "Damage alone",
            "undivided": "These, and whatever else the caster does",
        },
    ),
    "hit_without_damage": (
        "A caster hit without damage",
        {"holds": "Keeps the spell", "lost": "Loses the spell"},
    ),
    "grapple_hands": (
        "A free hand to grapple",
        {"needed": "Is needed, two for somebody larger", "not_needed": "Is not needed"},
    ),
    "grapple_defence": (
        "A grapple is resisted with",
        {"better": "The better of physique and dexterity", "phys": "Physique"},
    ),
    "grapple_count": (
        "Three successful grapples pin",
        {"target": "Whoever won them", "grappler": "Won by one and the same grappler"},
    ),
    "grapple_escape": (
        "Getting free of several grapplers",
        {"all": "One check against the strongest", "one": "One grappler at a time"},
    ),
    "pinned_escape": (
        "A pinned creature",
        {"main": "May only try to get free, as its main action", "no": "Is helpless until it is let go"},
    ),
    "grapple_movement": (
        "Moving in a grapple",
        {"nobody": "Neither of the two", "holder": "The holder may, and lets go by it"},
    ),
    "variable_damage": ("Weapon damage", {"no": "1d6 for every weapon", "yes": "Each weapon its own die"}),
    "morale": ("Morale checks", {"on": "Rolled when due", "off": "Left to the referee"}),
    "splinter": (
        "Shields shall be splintered",
        {
            "after_damage": "Chosen after the damage roll",
            "before_damage": "Chosen before the damage roll",
            "off": "Not played",
        },
    ),
    "characters_at_zero": (
        "Characters at 0 hit points",
        {"dying": "Roll for death and dying", "dead": "Die like monsters"},
    ),
    "order": (
        "Within a side's turn",
        {"free": "Everybody acts in any order", "steps": "Move, Missile, Magic, Melee, in this order"},
    ),
    "skip_empty_steps": ("Steps in which nobody can act", {"yes": "Are passed over", "no": "Are stopped at"}),
    "resource_die": (
        "The stock of ammunition shrinks",
        {"two": "On a 1 or 2", "one": "On a 1", "three": "On 1 to 3", "off": "Never: no Resource Die"},
    ),
    "sling_stones": ("Sling stones", {"free": "Lie about everywhere", "tracked": "Are a resource"}),
    "phase_before": (
        "The fight interrupts",
        {
            "exploration": "Exploration",
            "overland": "Overland movement",
            "downtime": "Downtime",
            "pursuit": "A pursuit",
        },
    ),
    "reach_corners": (
        "The corners of a reach of 10 ft and more",
        {"block": "Are always covered", "distance": "Only as far as distances are counted"},
    ),
    "reach_near": (
        "A Reach weapon strikes",
        {"both": "At 5 ft and at 10 ft", "beyond": "Only beyond the body's own reach"},
    ),
    "corner_steps": (
        "Diagonal steps past a wall corner",
        {"forbidden": "Are not possible", "cut": "Go where one way round is open"},
    ),
    "corner_blows": (
        "Diagonal blows past a wall corner",
        {"one_way": "Go where one way round is open", "both_ways": "Need both ways round open"},
    ),
    "failed_diagonal": (
        "A diagonal step thrown back, where every second one costs 10 ft",
        {"counts": "Counts as a diagonal", "does_not": "Does not count"},
    ),
    "other_actions": (
        "Turning, magic items and grappling come",
        {"by_kind": "In the Magic and Melee steps", "any": "In any step"},
    ),
    "off_hand_torch": (
        "A torch held beside a weapon",
        {"light": "Only gives light", "club": "Counts as an off-hand club"},
    ),
    "swap_places": (
        "Two friends side by side change places",
        {"willing": "If both are willing", "no": "Not in one step"},
    ),
    "death_roll": (
        "The roll for death and dying comes",
        {"at_once": "At once", "round_end": "At the end of the round"},
    ),
}


def _words() -> dict[str, str]:
    found: dict[str, str] = {}
    for key, (label, values) in _READINGS.items():
        found[f"option.{key}"] = label
        found.update({f"option.{key}.{value}": words for value, words in values.items()})
    return found


WORDS: dict[str, str] = _words()


def choices_in_words(choices: Mapping[str, tuple[str, ...]]) -> tuple[OptionChoice, ...]:
    """Readings with their values; the first value is the default."""
    return tuple(
        OptionChoice(
            key,
            phrase(f"option.{key}"),
            tuple((value, phrase(f"option.{key}.{value}")) for value in values),
            values[0],
            SOURCES[key],
            RULES.get(key, ()),
        )
        for key, values in choices.items()
    )


OPTIONS: tuple[OptionChoice, ...] = choices_in_words(CHOICES)
"""The readings of Detailed combat."""
