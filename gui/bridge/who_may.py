"""Who could carry out an action that the selected token has no row for."""

from __future__ import annotations

from engine.model.actor import Actor
from gui.bridge.keymap import WORDS, row_action
from gui.bridge.table import Table

MOST_NAMED = 5


def who_may(table: Table, action: str) -> tuple[Actor, ...]:
    """Everybody with a row that the action's key would take, and nothing against it."""
    return tuple(actor for actor in table.battle.actors.values() if _may(table, actor, action))


def who_may_words(table: Table, action: str) -> str:
    """The same as a sentence for the strip."""
    names = [actor.name for actor in who_may(table, action)]
    wanted = WORDS[action][:1].upper() + WORDS[action][1:]
    if not names:
        return f"{wanted}: nobody can do that now."
    shown = ", ".join(names[:MOST_NAMED])
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{wanted}: {shown}{more} can. Select {'that token' if len(names) == 1 else 'one of them'} first."


def _may(table: Table, actor: Actor, action: str) -> bool:
    verbs = table.ruleset.about.verbs
    return any(
        option.legal and row_action(verbs.get(option.verb, option.verb)) == action
        for option in table.menu(actor.id)
    )
