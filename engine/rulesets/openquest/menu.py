"""The action list of OpenQuest."""

from __future__ import annotations

from engine.model.actor import PRONE, Actor
from engine.model.commands import Act
from engine.model.offers import Option, Targeting
from engine.model.phrase import Phrase, phrase
from engine.rulesets.openquest import legality
from engine.rulesets.openquest.legality import item_of, picks, refusals
from engine.rulesets.openquest.options import metres
from engine.rulesets.openquest.readying import left_to_load
from engine.rulesets.openquest.sheet import OpenQuestSheet, held, rate_of, sheet
from engine.rulesets.openquest.skills import skill
from engine.rulesets.openquest.state import OpenQuestRound, Phase, state
from engine.rulesets.openquest.tallies import hurled
from engine.rulesets.openquest.targeting import AIMED, kind_of, usable
from engine.tactics.board import Board

_TEXTS = ("prepare", "split", "ready", "reload", "skill", "cover", "effect", "heal")
"""Actions whose choices come before they are done, for they aim at nobody."""
_PERCENT = ("attack", "all_out", "great", "disarm", "grapple", "shoot", "hurl")
_STEPS = {"all_out": -25, "great": 25, "disarm": -25}
TIMES = {"move": (1, 1), "sprint": (2, 1), "charge": (2, 1), "retreat": (1, 2)}
"""Multiples of the Movement Rate, as a fraction."""


def menu(board: Board, actor: Actor) -> tuple[Option, ...]:
    """Every action in a fixed order; those of a hold, of a bow or of a caster only for who has them."""
    if not isinstance(board.battle.round, OpenQuestRound):
        return ()
    return tuple(_option(board, actor, verb) for verb in legality.VERBS if _fits(actor, verb))


def _fits(actor: Actor, verb: str) -> bool:
    """Whether the row says anything to this actor."""
    page = sheet(actor)
    match verb:
        case "prepare" | "cast":
            return page.casts
        case "split":
            return page.close > 100
        case "shoot" | "aim" | "reload":
            return any(item.missile for item in (*held(page), *page.packed))
        case "hurl":
            return bool(usable(actor, "hurl"))
        case "counter":
            return page.hold == "pain"
        case _ if verb in legality.HOLDS:
            return bool(page.grapples)
        case "stand":
            return actor.has(PRONE)
        case "prone":
            return not actor.has(PRONE)
        case "set":
            return any(item.settable for item in held(page))
        case _:
            return True


def _option(board: Board, actor: Actor, verb: str) -> Option:
    declaring = state(board.battle).phase is Phase.DECLARE
    return Option(
        verb,
        _label(actor, verb),
        _targeting(verb),
        _note(board, actor, verb),
        refusals(board, actor, verb),
        picks(board, actor, verb),
        current=verb not in legality.BY_THE_GM and (verb in legality.DECLARED) == declaring,
    )


def _label(actor: Actor, verb: str) -> Phrase:
    if verb == "mount":
        return phrase("verb.dismount" if sheet(actor).mounted else "verb.mount")
    return phrase(f"verb.{verb}")


def _targeting(verb: str) -> Targeting:
    if verb == "charge":
        return Targeting.CHARGE
    if verb in legality.MOVES:
        return Targeting.PATH
    if verb in AIMED:
        return Targeting.ACTOR
    return Targeting.TEXT if verb in _TEXTS else Targeting.NONE


def _note(board: Board, actor: Actor, verb: str) -> Phrase:
    page = sheet(actor)
    if verb in TIMES:
        times, parts = TIMES[verb]
        shown = rate_of(page) * times // parts
        return phrase(f"oq.note.{verb}", legality.LIMITS[verb], metres=shown - shown % metres(board.battle))
    if verb in _PERCENT and usable(actor, verb):
        item = item_of(board, actor, Act(actor.id, verb))
        shot = verb in ("shoot", "hurl")
        percent = skill(page, item, shot) + _STEPS.get(verb, 0) - hurled(item, kind_of(verb, item))
        if shot and left_to_load(page, item.key):
            return phrase("oq.note.unloaded", "OQ-OTHER-09", means=item.name, n=left_to_load(page, item.key))
        return phrase(f"oq.note.{verb}", _RULES[verb], chance=percent, means=item.name)
    return _words(page, verb)


def _words(page: OpenQuestSheet, verb: str) -> Phrase:
    match verb:
        case "cast":
            return phrase("oq.note.cast", "OQ-OTHER-01", spell=page.turn.spell or "?")
        case "split":
            return phrase("oq.note.split", "OQ-OVER100-01", skill=page.close)
        case "intimidate":
            return phrase("oq.note.intimidate", "OQ-INTIM-04", chance=page.influence)
        case "break_free" | "immobilise" | "pain" | "throw" | "counter":
            return phrase(f"oq.note.{verb}", _RULES[verb], chance=page.unarmed)
        case "great" | "shoot" | "hurl":
            return phrase(f"oq.note.no_{verb}", _RULES[verb])
        case _:
            return phrase(f"oq.note.{verb}", _RULES.get(verb, ""))


_RULES = {
    "attack": "OQ-CCATK-01",
    "all_out": "OQ-CCATK-02",
    "great": "OQ-CCATK-08",
    "disarm": "OQ-CCATK-06",
    "grapple": "OQ-UNARM-02",
    "shoot": "OQ-RACT-01",
    "hurl": "OQ-THROWCC-01",
    "aim": "OQ-RACT-02",
    "break_free": "OQ-GRAPPLE-11",
    "immobilise": "OQ-GRAPPLE-14",
    "pain": "OQ-GRAPPLE-16",
    "throw": "OQ-GRAPPLE-19",
    "counter": "OQ-GRAPPLE-18",
    "prepare": "OQ-SUM-05",
    "set": "OQ-SET-01",
    "ready": "OQ-OTHER-05",
    "reload": "OQ-OTHER-09",
    "stand": "OQ-MOVE-01",
    "prone": "OQ-MOVE-08",
    "delay": "OQ-OTHER-02",
    "skill": "OQ-OTHER-10",
    "cover": "OQ-COVER-01",
    "effect": "OQ-EXPECT-07",
    "heal": "OQ-MAJOR-07",
    "mount": "OQ-MOUNT-05",
}
"""The ledger row each action rests on."""
