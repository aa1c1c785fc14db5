"""English words of OpenQuest."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.offers import OptionChoice
from engine.model.phrase import phrase
from engine.rulesets import common
from engine.rulesets.openquest.sheet import CHOICES
from engine.tactics import paths

OPTION_CHOICES = tuple(
    OptionChoice(
        key,
        phrase(f"oq.option.{key}"),
        tuple((value, phrase(f"oq.option.{key}.{value}")) for value in values),
        values[0],
        "C2 #14",
    )
    for key, values in CHOICES.items()
)

GLOSSARY: Mapping[str, str] = {
    **common.WORDS,
    **paths.WORDS,
    # actions
    "verb.prepare": "Declare a spell",
    "verb.move": "Move",
    "verb.sprint": "Sprint",
    "verb.charge": "Charge",
    "verb.attack": "Attack",
    "verb.set": "Set the weapon",
    "verb.stand": "Stand up",
    "verb.cast": "Cast",
    "oq.note.prepare": "Acts on INT instead of DEX this round",
    "oq.note.move": "Up to {metres} m, free",
    "oq.note.sprint": "Up to {metres} m; no attack, and only a dodge as reaction",
    "oq.note.charge": "5 to {metres} m straight at an enemy; +1d6 damage, no reaction",
    "oq.note.attack": "{chance}% with {means}",
    "oq.note.set": "+25% on whoever charges",
    "oq.note.stand": "Takes the action",
    "oq.note.cast": "{spell}",
    "oq.note.chance": "{chance}%",
    "oq.pick.weapon": "With what?",
    "oq.pick.spell": "Which spell?",
    "oq.pick.no_attack": "No attack",
    "oq.pick.dodge": "Dodge",
    "oq.pick.parry": "Parry with {means}",
    "oq.pick.take_it": "Take it",
    # the round
    "oq.slot.declare": "Spells are declared",
    "oq.slot.count": "Nobody left to act",
    "oq.slot.over": "The fight is over",
    "oq.slot.action": "{count}: {who}",
    "oq.slot.off_hand": "{count}: {who}, second weapon",
    "oq.slot.spell": "{count}: {who}, spell",
    "oq.next": "Next: {slot}",
    "oq.next.order": "Next: the highest count",
    "oq.next.round": "Next: a new round",
    "oq.left": "{who} can still act",
    # questions and log
    "oq.ask.attack": "{attacker} attacks {target}",
    "oq.kind.charge": "Charge",
    "oq.kind.set": "Set weapon",
    "oq.kind.off_hand": "Second weapon",
    "oq.ask.react": "{target} is hit by {attacker}: reaction?",
    "oq.detail.hit": "A hit with {means}",
    "oq.detail.critical": "A critical hit with {means}",
    "oq.ask.dodge": "{target} dodges {attacker}",
    "oq.ask.parry": "{target} parries {attacker}",
    "oq.ask.damage": "Damage of {attacker} on {target}",
    "oq.ask.weak": "Damage {attacker} is too weak for",
    "oq.ask.conscious": "{target} stays conscious at one hit point",
    "oq.ask.fumble": "{who} fumbles",
    "oq.detail.fumble": "Usually: falls prone and loses the next action",
    "oq.ask.spell": "{who} casts {spell}",
    "oq.critical": "Critical hit by {who}: highest damage, armour ignored",
    "oq.through.all": "{who} does not stop it",
    "oq.through.half": "{who} stops half of it",
    "oq.through.nothing": "{who} avoids it",
    "oq.armour_stops": "The armour of {who} stops it",
    "oq.declares": "{who} will cast {spell}",
    "oq.sets": "{who} sets the weapon against a charge",
    "oq.stands": "{who} stands up",
    "oq.mod.skill": "skill",
    "oq.mod.set": "set weapon",
    "oq.mod.off_hand": "second weapon",
    "oq.mod.dodge": "Dodge",
    "oq.mod.resilience": "a tenth of Resilience",
    "oq.mod.weapon": "weapon",
    "oq.mod.highest": "highest damage",
    "oq.mod.move": "movement",
    "oq.assumes.no_reaction": "The target does not react",
    # why not
    "oq.no.declare": "Spells are declared before the first count",
    "oq.no.count": "Spells are being declared",
    "oq.no.caster": "Knows no spells",
    "oq.no.turn": "It is not this count yet",
    "oq.no.acted": "The action of this round is used",
    "oq.no.second": "Only a plain attack on this count",
    "oq.no.prone": "Lies on the ground",
    "oq.no.standing": "Stands already",
    "oq.no.shaft": "No spear or pole arm in hand",
    "oq.no.spell": "No spell was declared",
    "oq.no.casting": "Is casting a spell this round",
    "oq.no.foe": "{target} is no active enemy",
    "oq.no.reach": "{target} is out of reach ({metres} m)",
    "oq.no.straight": "A charge goes in a straight line",
    "oq.no.run_up": "{metres} m are too short for a charge",
    "oq.no.beside": "The charge does not end beside {target}",
    "oq.no.lane": "No straight way of at least 5 m to {target}",
    # card
    "oq.fact.hp": "HP",
    "oq.fact.ap": "AP",
    "oq.fact.close": "Close",
    "oq.fact.rate": "Move",
    "oq.role": "{role}",
    "oq.state.dead": "Dead",
    "oq.state.unconscious": "Unconscious",
    "oq.state.set": "Weapon set",
    "oq.state.spell": "Will cast {spell}",
    "oq.option.dodge_against_critical": "An ordinary dodge or parry against a critical hit",
    "oq.option.dodge_against_critical.stays": "does not stop it",
    "oq.option.dodge_against_critical.avoids": "avoids it",
}
