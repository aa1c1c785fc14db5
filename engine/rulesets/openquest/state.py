"""Where the round stands: the list of counts."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.model.actor import Guest
from engine.model.battle import Battle
from engine.model.phrase import ActorId


class What(StrEnum):
    """What an actor does on a count."""

    ACTION = "action"
    OFF_HAND = "off_hand"
    SPELL = "spell"
    SPLIT = "split"
    """A further attack of a skill over 100 that was split."""


class Count(Struct, frozen=True):
    """One entry of the list: on this count, this actor, doing what. One actor may have several."""

    count: int
    actor: ActorId
    what: What = What.ACTION
    number: int = 0
    """Which of the split attacks."""

    @property
    def key(self) -> str:
        """Names the entry within its round."""
        return f"{self.actor}:{self.what.value}" + (str(self.number) if self.number else "")


class Phase(StrEnum):
    """The parts of a round."""

    DECLARE = "declare"
    """Spells and splits are declared, since they set the order (ruling C2 #3)."""
    COUNT = "count"
    OVER = "over"


class Lot(Struct, frozen=True):
    """What somebody rolled to come first among equals, once a fight."""

    actor: ActorId
    face: int


class OpenQuestRound(Guest, Struct, frozen=True, tag="openquest.round"):
    """Where the round stands. `at` is an index into `order`."""

    number: int = 1
    phase: Phase = Phase.COUNT
    order: tuple[Count, ...] = ()
    at: int = 0
    distance: str = ""
    """Where the encounter began: "ranged" or "close"."""
    lots: tuple[Lot, ...] = ()


def state(battle: Battle) -> OpenQuestRound:
    """Where the round stands. TypeError before the fight has begun."""
    if not isinstance(battle.round, OpenQuestRound):
        raise TypeError("the fight has not begun")
    return battle.round


def current(battle: Battle) -> Count | None:
    """The entry being played."""
    now = state(battle)
    return now.order[now.at] if now.phase is Phase.COUNT and now.at < len(now.order) else None


def on_count(battle: Battle, actor_id: ActorId) -> Count | None:
    """The entry being played, if it is this actor's."""
    count = current(battle)
    return count if count is not None and count.actor == actor_id else None
