"""Which of a ruleset's verbs the interface's standard actions stand for."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.offers import Option, Targeting
from gui.bridge.table import Table


def option_for(table: Table, actor: Actor, action: str) -> Option | None:
    """The actor's option behind a standard action key (move, charge, attack...), if its rules have one."""
    verbs = table.ruleset.about.verbs
    for option in table.menu(actor.id):
        if verbs.get(option.verb, option.verb) == action:
            return option
    return None


def movement_verb(table: Table, actor: Actor) -> str | None:
    """The plain movement verb the actor may use now; None if it may not move."""
    for option in table.menu(actor.id):
        is_move = table.ruleset.about.verbs.get(option.verb, option.verb) == "move"
        if is_move and option.targeting is Targeting.PATH and option.legal:
            return option.verb
    return None
