"""What rule books would otherwise each write for themselves: plain refusals, log of a roll, going down."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import DOWN, GRAPPLED, HELPLESS, PINNED, PRONE, Actor, Condition, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import ConditionsSet, Dropped, Rolled
from engine.model.offers import Health, PickGroup, Refusal
from engine.model.phrase import ActorId, ActorRef, Arg, Cell, CellRef, Phrase, SideId, SideRef, phrase
from engine.model.requests import AskRoll, Faces, Picked
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import side_knows

Readings = TypeVar("Readings", bound=Struct)

WORDS: Mapping[str, str] = {
    "act.no_actor": "There is nobody called {id} here",
    "act.off_map": "Not on the map",
    "act.no_verb": "These rules have no action called {verb}",
    "act.no_target": "There is no target called {id} here",
    "act.one_target": "Name one target",
    "act.bad_pick": "{pick} is not one of the choices",
    "act.not_begun": "The fight has not begun",
    "act.over": "The fight is over",
    "act.out": "Out of the fight",
    "health.unhurt": "unhurt",
    "health.scratched": "scratched",
    "health.hurt": "hurt",
    "health.badly_hurt": "badly hurt",
    "health.down": "down",
    "state.ready": "Ready",
    "state.done": "Done this round",
    "stand.enemy": "{who} stands on {cell}",
    "stand.friend": "{who} stands on {cell}; it can be passed, not shared",
    "over.nobody": "Nobody is left standing",
    "over.won": "{side} holds the field",
    "text.plain": "{text}",
    "text.number": "{n}",
    "text.signed_up": "+{n}",
}
"""Words that every ruleset's glossary may take in."""


_HEALTH_WORDS = ("health.unhurt", "health.scratched", "health.hurt", "health.badly_hurt")
_LEAST_LEFT = (1.0, 0.75, 0.4)
"""The least share that each step of health but the last still has left."""


def soft(key: str, rule: str = "", /, **args: Arg) -> tuple[Refusal, ...]:
    """One reason the GM can overrule."""
    return (Refusal(phrase(key, rule, **args)),)


def hard(key: str, /, **args: Arg) -> tuple[Refusal, ...]:
    """One reason nobody can overrule."""
    return (Refusal(phrase(key, "", **args), hard=True),)


def impossible(battle: Battle, act: Act, verbs: Collection[str]) -> tuple[Refusal, ...]:
    """Hard refusals that hold in any rule book: no such actor, verb or target."""
    actor = battle.actors.get(act.actor)
    if actor is None:
        return hard("act.no_actor", id=act.actor)
    if not actor.on_map:
        return hard("act.off_map")
    if act.verb not in verbs:
        return hard("act.no_verb", verb=act.verb)
    for target in act.targets:
        if target not in battle.actors or not battle.actors[target].on_map:
            return hard("act.no_target", id=target)
    if battle.round is None:
        return hard("act.not_begun")
    return ()


def bad_pick(act: Act, groups: Sequence[PickGroup]) -> tuple[Refusal, ...]:
    """A hard refusal if a pick is none of the choices of its group."""
    for group in groups:
        pick = act.picks.get(group.key, "")
        if pick and group.choices and pick not in {key for key, _ in group.choices}:
            return hard("act.bad_pick", pick=pick)
    return ()


def tell_roll(draft: Draft, request: AskRoll, faces: Faces, rule: str) -> None:
    """Put a roll that was asked for into the log."""
    draft.emit(rolled(request, faces, rule))


def rolled(request: AskRoll, faces: Faces, rule: str = "") -> Rolled:
    """What was asked and what fell, as the log keeps it."""
    return Rolled(
        request.title,
        request.dice,
        faces.faces,
        request.total(faces),
        roller=request.actor,
        side=request.side,
        tally=request.tally,
        target=request.beats,
        at_or_under=request.at_or_under,
        secret=request.secret,
        source=faces.source,
        rule=rule,
        keep="" if request.keep == "sum" else request.keep,
        about=request.about,
        as_total=faces.as_total,
    )


def roll_total(draft: Draft, request: AskRoll) -> Procedure[int]:
    """Ask for dice of which only the total matters, and log them under the rule of the question.

    0 where something was picked instead.
    """
    answer = yield from ask(request)
    if isinstance(answer, Picked):
        return 0
    tell_roll(draft, request, answer, request.title.rule)
    return request.total(answer)


def put_condition(draft: Draft, actor_id: ActorId, condition: Condition) -> None:
    """Put a condition on an actor in place of an earlier one of its kind."""
    rest = tuple(held for held in draft[actor_id].conditions if held.key != condition.key)
    draft.emit(ConditionsSet(actor_id, (*rest, condition)))


def set_condition(draft: Draft, actor_id: ActorId, key: str, present: bool = True, rule: str = "") -> None:
    """Put a condition on an actor or take it away; nothing happens if it is so already."""
    actor = draft[actor_id]
    if actor.has(key) == present:
        return
    if present:
        put_condition(draft, actor_id, Condition(key, rule=rule))
    else:
        draft.emit(ConditionsSet(actor_id, tuple(held for held in actor.conditions if held.key != key)))


def drop(draft: Draft, actor_id: ActorId, by: ActorId = "", rule: str = "") -> None:
    """Put an actor out of the fight where it stands."""
    set_condition(draft, actor_id, DOWN, rule=rule)
    draft.emit(Dropped(actor_id, by, rule))


def rested(actor: Actor, page: Guest, out: bool, passing: Collection[str] = ()) -> Actor:
    """An actor after the fight with its new page: states that end by themselves or with the fight are gone.

    `out` says whether it stays down; `passing` names what else does not outlast a fight.
    """
    body = {DOWN, HELPLESS}
    gone = {PRONE, GRAPPLED, PINNED, *passing} - body if out else {PRONE, GRAPPLED, PINNED, *passing} | body
    lasting = tuple(held for held in actor.conditions if held.until is None and held.key not in gone)
    return replace(actor, conditions=lasting, sheet=page)


def settled(battle: Battle) -> Phrase | None:
    """How the fight ended: None while members of two hostile sides are active."""
    standing = [side.id for side in battle.sides if any(actor.active for actor in battle.members(side.id))]
    if any(battle.hostile(one, other) for one in standing for other in standing):
        return None
    return over_words(battle, standing)


def over_words(battle: Battle, standing: Sequence[SideId]) -> Phrase:
    """Who holds the field."""
    if not standing:
        return phrase("over.nobody")
    return phrase("over.won", "", side=SideRef(standing[0]))


def risen(counts: Sequence[int]) -> int:
    """The sum of all rises in a row of counts, whatever fell between them."""
    return sum(max(0, after - before) for before, after in pairwise(counts))


def fallen(counts: Sequence[int]) -> int:
    """The sum of all falls in a row of counts, whatever rose between them."""
    return risen([-count for count in counts])


def health(now: int, most: int, down: bool) -> Health:
    """Health with its word for what is left."""
    return Health(now, most, health_word(now / most if most > 0 else 0.0, down))


def health_word(share: float, down: bool) -> Phrase:
    """A word for what is left, from 0 to 1."""
    if down:
        return phrase("health.down")
    return phrase(_HEALTH_WORDS[health_step(share)])


def health_step(share: float) -> int:
    """What players can see of what is left (from 0 to 1), in four steps: 0 is unhurt, 3 badly hurt."""
    return next((step for step, least in enumerate(_LEAST_LEFT) if share >= least), len(_LEAST_LEFT))


PUBLIC_POINTS = 20
"""Hit points of the one body that other sides are shown for everybody's."""
_PUBLIC_STEPS = (PUBLIC_POINTS, 16, 10, 4)


def public_points(hp: int, most: int) -> int:
    """Hit points of that body, in no finer steps than the words for health have."""
    if hp <= 0:
        return 0
    return _PUBLIC_STEPS[health_step(hp / most if most > 0 else 0.0)]


def signed(number: int) -> Phrase:
    """A number as a modifier is written: +2, -1, 0."""
    return phrase("text.signed_up" if number > 0 else "text.number", "", n=number)


def in_the_way(board: Board, actor: Actor, cell: Cell, ending: bool) -> tuple[Refusal, ...]:
    """The usual rule of one body a square: enemies are not walked through, friends are but not ended on."""
    for other in board.others_at(actor, cell):
        if board.battle.hostile(other.side, actor.side):
            return soft("stand.enemy", "", who=ActorRef(other.id), cell=CellRef(*cell))
        if ending:
            return soft("stand.friend", "", who=ActorRef(other.id), cell=CellRef(*cell))
    return ()


def with_reading(
    readings: Readings, choices: Mapping[str, Collection[str]], key: str, value: str
) -> Readings | None:
    """The options of an encounter with another reading; None if there is no such choice."""
    return replace(readings, **{key: value}) if value in choices.get(key, ()) else None


def known_foes(board: Board, actor: Actor) -> tuple[Actor, ...]:
    """Active enemies that the actor's side is aware of; none for somebody off the map."""
    if not actor.on_map:
        return ()
    return tuple(foe for foe in board.battle.foes_of(actor) if side_knows(board, actor.side, foe))


def roster(battle: Battle) -> tuple[Actor, ...]:
    """Everybody who is active, in roster order."""
    return tuple(actor for actor in battle.actors.values() if actor.active)


@cache
def sums(dice: tuple[int, ...]) -> Mapping[int, float]:
    """The law of the sum of dice with these sides: total -> chance."""
    law: dict[int, float] = {0: 1.0}
    for sides in dice:
        following: dict[int, float] = {}
        for total, chance in law.items():
            for face in range(1, sides + 1):
                following[total + face] = following.get(total + face, 0.0) + chance / sides
        law = following
    return law


def spoken_for_with(battle: Battle, side: SideId) -> frozenset[SideId]:
    """The side and the others that the same people speak for: they share what they know."""
    control = battle.side(side).control
    return frozenset(other.id for other in battle.sides if other.control is control)
