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
    option = option_for(table, actor, "move")
    if option is None or option.targeting is not Targeting.PATH or not option.legal:
        return None
    return option.verb


def left_to_move(table: Table, actor: Actor) -> int:
    """Squares the actor may still walk in this step, 0 where none; where nothing binds, the guide."""
    verb = movement_verb(table, actor)
    current = any(option.verb == verb and option.current for option in table.menu(actor.id))
    if verb is None or not current or not actor.on_map:
        return 0
    reach = table.reach(actor.id, verb)
    return reach.bands[0].limit if reach.stops and reach.bands else 0


def why_it_stays(table: Table, actor: Actor) -> str:
    """Why the actor cannot be moved by the rules now, and what the GM's hand can do."""
    option = option_for(table, actor, "move")
    reason = table.say(option.refusals[0].reason) if option is not None and option.refusals else ""
    by_hand = f"Alt and drag places {actor.name} by hand."
    return f"{reason}. {by_hand}" if reason else by_hand
