"""What the prompt strip says while nothing is asked: one sentence and what can be done."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Control
from engine.model.offers import Targeting
from engine.model.phrase import ActorId
from gui.bridge.ending import ending_of
from gui.bridge.keymap import Keymap
from gui.bridge.moving import left_to_move
from gui.bridge.table import Table
from gui.panels.strip_content import StripButton, StripContent

_WORTH_NAMING = frozenset(
    ("cast", "brace", "defend", "move", "double", "withdraw", "charge", "flee", "attack", "shoot")
)
"""Standard actions that are named where they are still open; others, like stunts and talk, always are."""


def idle_content(table: Table, keymap: Keymap) -> StripContent:
    """The hint that fits the moment."""
    progress = table.progress
    onward = _onward(table, keymap)
    if not progress.round:
        if one_sided(table):
            anybody = any(actor.on_map for actor in table.battle.actors.values())
            title = "Only one side is on the map" if anybody else "Nobody is on the map yet"
            whom = "the others" if anybody else "both sides"
            return StripContent(title, detail=f"Open the library ({keymap.shown('library')}) to add {whom}.")
        ready = f"{_who_stands(table)} Place everybody by hand, then begin."
        return StripContent("Ready to begin", detail=ready, buttons=onward)
    if progress.over is not None:
        undo = f"{keymap.shown('undo')} takes it back."
        account = StripButton("How it went", keymap.shown("account"), "account")
        detail = f"{table.say(progress.over)}. {undo}"
        return StripContent("The fight is over", detail=detail, buttons=(account, *onward))
    content = _in_the_fight(table, keymap, onward)
    if one_sided(table) and ending_of(table) is not None:
        return _nobody_to_fight(content, keymap)
    return content


def _in_the_fight(table: Table, keymap: Keymap, onward: tuple[StripButton, ...]) -> StripContent:
    """Whose part of the round it is, and what can be done in it."""
    progress = table.progress
    if not progress.waiting:
        return StripContent(_done(table), detail=_next_hint(table, keymap), buttons=onward)
    actor = table.actor(table.selected)
    if actor is None:
        words = f"Or press {keymap.shown('next')} for the next one who can act."
        return StripContent("Choose a token", detail=words)
    card = table.card(actor.id)
    state = table.say(card.state) if card else ""
    if actor.id not in progress.waiting:
        return _nobody_waits_for(table, actor, state, keymap)
    return StripContent(
        f"{actor.name}: {state}" if state else actor.name,
        detail=_sentences(_ways(table, actor.id), passed_over(table)),
    )


def _nobody_to_fight(content: StripContent, keymap: Keymap) -> StripContent:
    """The GM went on although no enemies face each other, or began so: how it ends is not forgotten."""
    key = keymap.shown("end")
    ends = f"No enemies face each other: {key} ends the fight."
    button = StripButton("End the fight", key, "end")
    detail = f"{ends} {content.detail}".rstrip()
    return replace(content, detail=detail, buttons=(button, *content.buttons))


def _nobody_waits_for(table: Table, actor: Actor, state: str, keymap: Keymap) -> StripContent:
    """Done for the step, or with some movement that it may still use."""
    onward = f"{keymap.shown('next')} goes to the next one who can act"
    left = left_to_move(table, actor)
    if left:
        return StripContent(
            f"{actor.name}: {state}, {table.feet(left)} left",
            detail=_sentences(_ways(table, actor.id), onward),
        )
    said = f"{state[:1].upper()}{state[1:]}"
    acting = next((side for side in table.battle.sides if side.id == table.progress.side), None)
    if acting is not None and acting.id != actor.side:
        return StripContent(f"{actor.name}: it is the turn of {acting.name}", detail=_sentences(said, onward))
    still = _still_open(table, actor.id)
    if still:
        words = _sentences(said, f"Still open: {still}", onward)
        return StripContent(f"{actor.name} need not act here, but may", detail=words)
    return StripContent(f"{actor.name} is done here", detail=_sentences(said, onward))


def _still_open(table: Table, actor_id: ActorId) -> str:
    """Ways to declare or move that the list still offers, by name, though nobody waits for them."""
    verbs = table.ruleset.about.verbs
    found = [
        table.say(option.label)
        for option in table.menu(actor_id)
        if option.legal and option.current and verbs.get(option.verb, option.verb) in _WORTH_NAMING
    ]
    return ", ".join(dict.fromkeys(found))


def one_sided(table: Table) -> bool:
    """Whether no two enemies are on the map."""
    battle = table.battle
    sides = {actor.side for actor in battle.actors.values() if actor.active}
    return not any(battle.hostile(one, other) for one in sides for other in sides)


def _who_stands(table: Table) -> str:
    """Which sides are on the map: two that fight each other need not be those that were meant."""
    here = {actor.side for actor in table.battle.actors.values() if actor.active}
    sides = [side for side in table.battle.sides if side.id in here]
    nobody = "" if any(side.control is Control.PLAYERS for side in sides) else ", none of the players' people"
    return f"On the map: {', '.join(side.name for side in sides)}{nobody}."


def _ways(table: Table, actor_id: ActorId) -> str:
    """How to act now. Dragging is offered only where the rules let the actor move in this step."""
    drag = "Drag the token, use the arrow keys, or choose" if _moves(table, actor_id) else "Choose"
    return f"{drag} an action at the side"


def _moves(table: Table, actor_id: ActorId) -> bool:
    """Whether the rules let the actor go somewhere in this step."""
    open_now = (option for option in table.menu(actor_id) if option.legal and option.current)
    return any(option.targeting is Targeting.PATH for option in open_now)


def onward_words(table: Table) -> str:
    """What the key to the next step does now; empty where nothing follows.

    Not every rule book has words for the beginning, and every fight has one.
    """
    following = table.progress.next
    if following is not None:
        return table.say(following)
    begun = table.progress.round or table.question is not None  # it may open with a question
    return "" if begun else "Begin the fight"


def _done(table: Table) -> str:
    current = table.progress.current
    if current is None:
        return "Nobody is left to act"
    step = table.say(current.label)
    actor = table.actor(current.actor)
    if actor is not None:  # a slot of one actor says nothing of the others of its side
        done = "has acted, and may still move" if _moves(table, actor.id) else "is done"
        return f"{actor.name} {done}"
    side = next((side.name for side in table.battle.sides if side.id == current.side), "")
    return f"Everyone in {side} is done: {step}" if side else f"{step}: everyone is done"


def _next_hint(table: Table, keymap: Keymap) -> str:
    following = table.progress.next
    onward = f"{table.say(following)} ({keymap.shown('advance')})" if following is not None else ""
    why = passed_over(table)
    return _sentences(onward, why) if why else onward


def passed_over(table: Table) -> str:
    """Why the key to the next step passes over steps; empty where it does not, or needs no saying."""
    why = table.progress.passed_over
    return table.say(why) if why is not None else ""


def _sentences(*sentences: str) -> str:
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def _onward(table: Table, keymap: Keymap) -> tuple[StripButton, ...]:
    words = onward_words(table)
    return (StripButton(words, keymap.shown("advance"), "advance", primary=True),) if words else ()


def tips_content(keymap: Keymap) -> StripContent:
    """What the strip says while the first tips are shown and nothing is asked."""
    words = (
        "This strip is where every roll and choice is answered. Type a die result and press "
        f"{keymap.shown('accept')}, or press {keymap.shown('roll')} and the app rolls."
    )
    buttons = (
        StripButton("Hide the tips", keymap.shown("cancel"), "hide_tips"),
        StripButton("Show me", keymap.shown("waypoint"), "show_me", primary=True),
    )
    return StripContent("Try one move", detail=words, buttons=buttons)
