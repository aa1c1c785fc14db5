"""The action list of OS-SIX."""

from __future__ import annotations

from engine.model.actor import PRONE, Actor
from engine.model.offers import Option, Targeting
from engine.model.phrase import ActorRef, Phrase, phrase
from engine.rulesets.os_six.holds import drag_rate
from engine.rulesets.os_six.legality import BY_THE_GM, LIMITS, RESTS, TURN, picks, refusals
from engine.rulesets.os_six.pools import Stat, pool
from engine.rulesets.os_six.sheet import MOST_STRAIN, SixRound, in_combat, sheet, usable
from engine.rulesets.os_six.tallies import attack_stat
from engine.rulesets.os_six.targeting import AIMED
from engine.tactics.board import Board

_ASKS_FIRST = ("object", "other", "panic", "trauma", "day", "condition", "leave")
"""Actions whose choices come before they are done, for they aim at nobody."""
_ROLLS = {"grapple": Stat.BRAWN, "ram": Stat.BRAWN, "aid": Stat.MIND, "rouse": Stat.MIND}


def menu(board: Board, actor: Actor) -> tuple[Option, ...]:
    """Every action in a fixed order; those of a hold only for who is in one."""
    begun = isinstance(board.battle.round, SixRound)
    verbs = (*TURN, *BY_THE_GM) if begun else BY_THE_GM
    return tuple(_option(board, actor, verb) for verb in verbs if _fits(board, actor, verb))


def _fits(board: Board, actor: Actor, verb: str) -> bool:
    """Whether the row says anything to this actor now."""
    page = sheet(actor)
    match verb:
        case "drag" | "let_go":
            return page.holding in board.battle.actors
        case "escape":
            return page.held_by in board.battle.actors
        case "panic" | "trauma":
            return page.hero
        case "rouse":
            return any(_felled(board, actor, other) for other in board.battle.actors.values())
        case "leave":
            return in_combat(board.battle)
        case "short_rest" | "long_rest" | "hour" | "day":
            return page.hero and not in_combat(board.battle)
        case _:
            return True


def _felled(board: Board, actor: Actor, other: Actor) -> bool:
    """Whether strain has felled a friend."""
    page, foe = sheet(other), board.battle.hostile(other.side, actor.side)
    return other.on_map and not foe and not page.dead and page.strain == MOST_STRAIN


def _option(board: Board, actor: Actor, verb: str) -> Option:
    return Option(
        verb,
        phrase(f"verb.{verb}"),
        _targeting(verb),
        _note(board, actor, verb),
        refusals(board, actor, verb),
        picks(sheet(actor), verb),
        current=verb in TURN or verb in RESTS,
    )


def _targeting(verb: str) -> Targeting:
    if verb in LIMITS:
        return Targeting.PATH
    if verb in AIMED:
        return Targeting.ACTOR
    return Targeting.TEXT if verb in _ASKS_FIRST else Targeting.NONE


def _note(board: Board, actor: Actor, verb: str) -> Phrase:
    page = sheet(actor)
    match verb:
        case "move" | "double":
            if verb == "move" and not in_combat(board.battle):
                return phrase("six.note.free_move", "SIX-MOVE-01")
            times = 2 if verb == "double" else 1
            return phrase(f"six.note.{verb}", LIMITS[verb], squares=page.move * times)
        case "drag":
            held = board.actor(page.holding)
            return phrase(
                "six.note.drag", LIMITS[verb], squares=drag_rate(actor, held), who=ActorRef(held.id)
            )
        case "attack":
            return _attack_note(actor)
        case "stand":
            return phrase("six.note.stand" if actor.has(PRONE) else "six.note.stands")
        case "grapple" | "ram" if not page.hero:
            return phrase(f"six.note.{verb}_foe")
        case _ if verb in _ROLLS:
            return phrase(f"six.note.{verb}", "", dice=max(0, pool(page, _ROLLS[verb]).total))
        case _:
            return phrase(f"six.note.{verb}")


def _attack_note(actor: Actor) -> Phrase:
    page = sheet(actor)
    item = usable(page)[0]
    if not page.hero:
        return phrase("six.note.attack_foe", "SIX-TURN-10", means=item.name)
    dice = max(0, pool(page, attack_stat(item)).total)
    return phrase("six.note.attack", "", dice=dice, means=item.name)
