"""English words of OS-SIX."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.offers import OptionChoice
from engine.model.phrase import phrase
from engine.rulesets import common
from engine.rulesets.os_six.sheet import CHOICES
from engine.tactics import paths

OPTION_CHOICES = tuple(
    OptionChoice(
        key,
        phrase(f"six.option.{key}"),
        tuple((value, phrase(f"six.option.{key}.{value}")) for value in values),
        values[0],
        "D2 #5",
    )
    for key, values in CHOICES.items()
)

GLOSSARY: Mapping[str, str] = {
    **common.WORDS,
    **paths.WORDS,
    # actions
    "verb.move": "Move",
    "verb.double": "Double move",
    "verb.attack": "Attack",
    "verb.stand": "Stand up",
    "verb.ready": "Ready a weapon",
    "verb.other": "Something else",
    "six.note.move": "Up to {squares} squares, before or after the action",
    "six.note.double": "Up to {squares} squares and nothing else",
    "six.note.attack": "{dice} dice with {means}",
    "six.note.attack_foe": "The player rolls the defence against {means}",
    "six.note.stand": "Takes the move",
    "six.note.ready": "Pick up or clear what was dropped or jammed",
    "six.note.other": "Use an object, help, or whatever the GM allows",
    "six.note.dice": "{dice} dice",
    "six.pick.weapon": "With what?",
    "six.pick.text": "What?",
    "six.pick.block": "Block with Brawn",
    "six.pick.decline": "No attack",
    "six.pick.drop": "Drops the weapon",
    "six.pick.jam": "The weapon jams",
    "six.pick.prone": "Falls prone",
    "six.pick.counter": "The enemy strikes back",
    "six.pick.hero": "{who}",
    "six.stat.brawn": "Brawn",
    "six.stat.agility": "Agility",
    "six.stat.mind": "Mind",
    "six.stat.will": "Will",
    "six.mod.one_hp": "one hit point left",
    "six.mod.panic": "panic",
    "six.mod.weapon": "weapon",
    "six.mod.move": "movement",
    # the round
    "six.turn": "{who}",
    "six.over": "The fight is over",
    "six.next": "Next: {who}",
    "six.next.round": "Next: a new round",
    "six.left": "{who} can still act",
    # questions and log
    "six.ask.order": "Order of combat",
    "six.ask.order_of": "Agility of {who}",
    "six.ask.first": "Who goes first: {who}?",
    "six.ask.attack": "{roller} attacks {about}",
    "six.ask.dodge": "{roller} dodges {about}",
    "six.ask.block": "{roller} blocks {about}",
    "six.ask.damage": "Damage of {attacker} on {target}",
    "six.ask.botch": "{who} fails badly",
    "six.ask.survive": "{who} clings to life",
    "six.ask.linger": "{who} lies at no hit points",
    "six.ask.panic": "Panic of {who}, strain {strain}",
    "six.ask.witnesses": "All who see {who} panic",
    "six.ask.other": "{who}: {text}",
    "six.detail.part": "{part} {dice}",
    "six.kind.counter": "Counter-attack",
    "six.botch.drop": "{who} drops the weapon",
    "six.botch.jam": "The weapon of {who} jams",
    "six.botch.prone": "{who} falls prone",
    "six.botch.counter": "{who} is open to a blow",
    "six.no_harm": "{who} takes no harm",
    "six.dies": "{who} dies",
    "six.wakes": "{who} comes round, dazed",
    "six.strain": "{who} has strain {strain}",
    "six.panics": "{who} panics",
    "six.readies": "{who} is ready to fight again",
    "six.stands": "{who} stands up",
    "six.assumes.dodges": "The target dodges and does not block",
    # why not
    "six.no.turn": "It is somebody else's turn",
    "six.no.dazed": "Dazed for this turn",
    "six.no.acted": "The action of this turn is used",
    "six.no.doubled": "The double move takes the whole turn",
    "six.no.prone": "Lies on the ground",
    "six.no.standing": "Stands already",
    "six.no.moved": "Has moved already",
    "six.no.useless": "Nothing dropped or jammed",
    "six.no.foe": "{target} is no active enemy",
    "six.no.reach": "{target} is out of reach of {means}",
    "six.no.sight": "{target} is not in sight",
    # card
    "six.fact.hp": "HP",
    "six.fact.strain": "Strain",
    "six.fact.armour": "Armour",
    "six.fact.move": "Move",
    "six.role": "{role}",
    "six.state.dead": "Dead",
    "six.state.unconscious": "Unconscious",
    "six.state.incapacitated": "Incapacitated by strain",
    "six.state.dazed": "Dazed",
    "six.state.panicked": "Panicked",
    "six.option.massive": "Death by massive damage",
    "six.option.massive.equal": "at minus the maximum",
    "six.option.massive.example": "one below minus the maximum",
}
