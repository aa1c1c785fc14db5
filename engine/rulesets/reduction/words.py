"""English words of Old-School Reduction."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.offers import OptionChoice, PickGroup
from engine.model.phrase import phrase
from engine.rulesets import common
from engine.rulesets.common import signed
from engine.rulesets.reduction.sheet import CHOICES
from engine.tactics import paths

MODIFIERS = PickGroup(
    "modifier",
    phrase("osr.pick.modifier", "OSR-ATTACK-05"),
    tuple((str(number), signed(number)) for number in (0, 1, 2, 3, 4, -1, -2, -3, -4)),
)
"""The referee's modifier to one attack roll."""

OPTION_CHOICES = tuple(
    OptionChoice(
        key,
        phrase(f"osr.option.{key}"),
        tuple((value, phrase(f"osr.option.{key}.{value}")) for value in values),
        values[0],
        {"weapon_hits": "B1, OSR-ATTACK-08", "party_morale": "B2 #15"}[key],
    )
    for key, values in CHOICES.items()
)

GLOSSARY: Mapping[str, str] = {
    **common.WORDS,
    **paths.WORDS,
    # actions
    "verb.move": "Move",
    "verb.flee": "Flee",
    "verb.withdraw": "Fighting withdrawal",
    "verb.attack": "Attack",
    "verb.shoot": "Shoot or throw",
    "verb.special": "Special action",
    "verb.pass": "Pass",
    "verb.resolve": "Roll an attack",
    "verb.effect": "Carry out the special action",
    "osr.note.move": "Up to {spaces} spaces; whoever you meet you fight",
    "osr.note.flee": "Up to {spaces} spaces; each enemy here strikes once more",
    "osr.note.withdraw": "Up to {spaces} empty spaces, straight back",
    "osr.note.attack": "Somebody in the same space",
    "osr.note.shoot": "Up to {spaces} spaces",
    "osr.note.special": "Takes effect after the attacks unless you are hit",
    "osr.note.pass": "Do nothing this round",
    "osr.note.resolve": "{count} still to roll",
    "osr.note.effect": "{text}",
    "osr.pick.modifier": "Referee's modifier",
    "osr.pick.attack": "Which attack",
    "osr.pick.hits": "{hits} hit points",
    "osr.pick.text": "What is it?",
    "osr.pick.flee": "Flee",
    "osr.pick.surrender": "Surrender",
    # the round
    "osr.phase.morale": "Morale",
    "osr.phase.declare": "Declare",
    "osr.phase.attack": "Attack",
    "osr.phase.special": "Special",
    "osr.phase.hit_dice": "Hit dice",
    "osr.phase.over": "The fight is over",
    "osr.next": "Next: {step}",
    "osr.next.moves": "Next: everybody moves",
    "osr.next.roll": "Next: roll {step}",
    "osr.next.round": "Next: a new round",
    "osr.left.declare": "{who} declared nothing yet",
    "osr.left.attack": "{who} can still attack",
    "osr.left.special": "The special action of {who} is still to come",
    "osr.declares": "{who}: {what}",
    "osr.declares_on": "{who}: {what}, {target}",
    "osr.contact": "{who} meets the enemy and stops",
    "osr.attack_lost": "{who} finds nobody to attack",
    "osr.interrupted": "{who} is hit and loses the special action",
    "osr.surrenders": "{who} surrenders",
    "osr.routs": "{who} turns to flee",
    "osr.toss": "{one} and {other} meet on the border: on 4 to 6 {one} steps in",
    "osr.ask.attack": "{attacker} attacks {target}",
    "osr.ask.hit_dice": "Hit dice of everybody harmed",
    "osr.ask.hit_dice_of": "Hit dice of {who} against {taken} hit points",
    "osr.ask.morale": "Morale",
    "osr.ask.morale_of": "Morale of {side}",
    "osr.ask.lose_heart": "{who} loses heart",
    "osr.ask.special": "{who}: {text}",
    "osr.natural": "a natural attack of {hits}",
    "osr.mod.ac": "defender's armour class",
    "osr.mod.fleeing": "flees",
    "osr.mod.no_shield": "shield does not help a fleer",
    "osr.mod.range": "range",
    "osr.mod.ref": "referee",
    "osr.mod.hit_dice": "hit dice bonus",
    "osr.mod.move": "movement",
    "osr.assumes.rolled": "Every attack is rolled, without a referee's modifier",
    # why not
    "osr.no.out": "Out of action",
    "osr.no.attack_step": "Attacks are rolled in the Attack step",
    "osr.no.special_step": "Special actions take effect in the Special step",
    "osr.no.special": "No special action was declared",
    "osr.no.dice_fell": "The dice are on the table: no more changes this round",
    "osr.no.moved": "Movement has been made; only an attack can still be declared",
    "osr.no.routed": "Has lost heart and can only flee",
    "osr.no.engaged": "In melee with {foe}: attack, flee or withdraw",
    "osr.no.unengaged": "Not in melee with anybody",
    "osr.no.straight": "A withdrawal goes straight back",
    "osr.no.past": "{foe} came from {cell}",
    "osr.no.empty": "{cell} is not empty",
    "osr.no.foe": "{target} is no active enemy",
    "osr.no.other_space": "{target} is in another space",
    "osr.no.missile": "No missile weapon ready",
    "osr.no.range": "{spaces} spaces off, the weapon reaches {most}",
    "osr.no.sight": "{target} is not in sight",
    "osr.no.due": "No attack left to roll",
    # card
    "osr.fact.ac": "AC",
    "osr.fact.hd": "HD",
    "osr.fact.taken": "Sustained",
    "osr.fact.mv": "MV",
    "osr.role": "{role}",
    "osr.state.out": "Out of action",
    "osr.state.surrendered": "Surrendered",
    "osr.state.engaged": "Engaged",
    "osr.state.unengaged": "Unengaged",
    "osr.option.weapon_hits": "Hit points of a hit",
    "osr.option.weapon_hits.limit": "the weapon's, at most AT",
    "osr.option.weapon_hits.ignore": "always AT",
    "osr.option.party_morale": "Morale of the players' side",
    "osr.option.party_morale.exempt": "never checked",
    "osr.option.party_morale.check": "checked like the others",
}
