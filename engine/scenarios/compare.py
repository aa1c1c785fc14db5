"""What a step must have led to, compared with what it led to. Every difference is one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from engine.errors import FivefootError
from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.offers import Progress, Refusal
from engine.model.phrase import ActorId
from engine.odds.path import PathLaw
from engine.rulesets.ruleset import Ruleset
from engine.scenarios.notation import OFF_MAP, unknown
from engine.scenarios.patterns import Line, Pattern
from engine.scenarios.scenario import Look, Now
from engine.scenarios.setup import squares_of
from engine.tactics.board import Board
from engine.views.squares import square_name

Differences = Iterator[str]


def difference(what: str, expected: object, happened: object) -> str:
    """One line of a difference."""
    return f"{what}: expected {_shown(expected)}, happened {_shown(happened)}"


# --- events and questions -----------------------------------------------------------------------------


def missing_lines(wanted: Iterable[Pattern], happened: list[Line], what: str) -> Differences:
    """Patterns that did not come, in their order; others may lie between."""
    index = 0
    for pattern in wanted:
        found = next((at for at in range(index, len(happened)) if pattern.fits(happened[at])), None)
        if found is None:
            same = [str(line) for line in happened[index:] if line.kind == pattern.kind]
            instead = f"there came: {'; '.join(same)}" if same else f"no {pattern.kind} came"
            where = " after the one before it" if index else ""
            yield f"{what} '{pattern.text}' did not come{where}; {instead}"
            return
        index = found + 1


def forbidden_lines(never: Iterable[Pattern], happened: list[Line]) -> Differences:
    """Events that came although they must not."""
    for pattern in never:
        for line in happened:
            if pattern.fits(line):
                yield f"event '{pattern.text}' must not come, but this came: {line}"
                break


def refusal_differences(wanted: str | tuple[str, ...], refusals: tuple[Refusal, ...]) -> Differences:
    """Rule ids or reason keys that are not among the reasons of a refusal."""
    ids = (wanted,) if isinstance(wanted, str) else wanted
    given = [name for refusal in refusals for name in (refusal.reason.rule, refusal.reason.key)]
    for rule_id in ids:
        if rule_id not in given:
            rules = [refusal.reason.rule or refusal.reason.key for refusal in refusals]
            yield difference("refused", rule_id, ", ".join(rules))


# --- the battle afterwards ----------------------------------------------------------------------------


def actor_differences(battle: Battle, actor_id: ActorId, wanted: Mapping[str, Any]) -> Differences:
    """Facts of one actor that are not as expected. FivefootError for a fact that does not exist."""
    actor = battle.actors.get(actor_id)
    if actor is None:
        yield difference(actor_id, "to be there", "nobody of that name")
        return
    shared = _shared_facts(actor)
    sheet = msgspec.to_builtins(actor.sheet) if actor.sheet is not None else {}
    for key, value in wanted.items():
        if key in shared:
            happened = shared[key]
        elif key in sheet:
            happened = sheet[key]
        else:
            raise FivefootError(unknown(f"fact of {actor_id}", key, [*shared, *sheet]))
        yield from _value_differences(f"{actor_id}.{key}", value, happened)


def round_differences(round_state: Guest | None, wanted: Mapping[str, Any]) -> Differences:
    """Values of the ruleset's round state that are not as expected."""
    if wanted:
        plain = msgspec.to_builtins(round_state) if round_state is not None else {}
        yield from _value_differences("round_state", wanted, plain)


def progress_differences(progress: Progress, wanted: Now) -> Differences:
    """Where the round stands, where it is not as expected."""
    slot = progress.current.key if progress.current else ""
    happened = {
        "slot": slot,
        "waiting": tuple(progress.waiting),
        "round": progress.round,
        "over": progress.over.key if progress.over else "",
        "seconds": progress.seconds,
        "order": tuple(dict.fromkeys(slot.side for slot in progress.slots if slot.side)),
    }
    for key, value in happened.items():
        expected = getattr(wanted, key)
        if expected is not None and expected != value:
            yield difference(key, expected, value)


def odds_differences(law: PathLaw, wanted: Mapping[str, float]) -> Differences:
    """Odds of a path that are not as expected, to as many places as are written."""
    happened = odds_of(law)
    for key, value in wanted.items():
        if key not in happened:
            raise FivefootError(unknown("odds", key, happened))
        places = len(str(value).partition(".")[2])
        if round(happened[key], places) != value:
            yield difference(f"odds, {key}", value, round(happened[key], max(places, 3)))


def odds_of(law: PathLaw) -> dict[str, float]:
    """The odds of a path by name."""
    names = ("attacks", "arrives", "drops", "short", "stopped", "harm")
    return {name: float(getattr(law, name)) for name in names}


def _shared_facts(actor: Actor) -> dict[str, Any]:
    return {
        "at": square_name(actor.cell) if actor.cell is not None else OFF_MAP,
        "spent": actor.stride.spent,
        "side": actor.side,
        "hidden": actor.hidden,
        "size": actor.size,
        "name": actor.name,
        "public_name": actor.public_name,
        "reach": actor.arms.reach,
        "light": actor.light,
        "conditions": [condition.key for condition in actor.conditions],
        "active": actor.active,
    }


def _value_differences(what: str, expected: Any, happened: Any) -> Differences:
    """Tables are compared key by key, as far as they are written; everything else whole."""
    if isinstance(expected, Mapping) and isinstance(happened, Mapping):
        for key, value in expected.items():
            if key not in happened:
                raise FivefootError(unknown(f"value of {what}", key, list(happened)))
            yield from _value_differences(f"{what}.{key}", value, happened[key])
    elif not _same(expected, happened):
        yield difference(what, expected, happened)


def _same(expected: Any, happened: Any) -> bool:
    """Equal; of things in a list only the values that are written count."""
    one, other = _as_list(expected), _as_list(happened)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return all(key in other and _same(value, other[key]) for key, value in one.items())
    return bool(one == other)


def _as_list(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_as_list(item) for item in value]
    return value


# --- looking without doing ----------------------------------------------------------------------------


def look_differences(ruleset: Ruleset, board: Board, actor_id: ActorId, look: Look) -> Differences:
    """What the actor is offered, can reach and shows, where it is not as expected."""
    actor = board.battle.actors[actor_id]
    yield from _menu_differences(ruleset, board, actor, look)
    for verb, wanted in look.targets.items():
        candidates = ruleset.targets(board, actor, verb)
        legal = sorted(target for target, reasons in candidates.items() if not reasons)
        if sorted(wanted) != legal:
            yield difference(f"targets of {actor_id} {verb}", sorted(wanted), legal)
    for verb, picture in look.reach.items():
        yield from _reach_differences(ruleset, board, actor, verb, picture)
    if look.strikes:
        yield from _strike_differences(board, actor, look.strikes)
    if look.card:
        yield from _card_differences(ruleset, board, actor, look.card)


def _menu_differences(ruleset: Ruleset, board: Board, actor: Actor, look: Look) -> Differences:
    if not (look.offers or look.denies or look.missing):
        return
    menu = {option.verb: option for option in ruleset.menu(board, actor)}
    for verb in look.offers:
        if verb not in menu:
            yield difference(f"{actor.id}'s menu", verb, list(menu))
        elif not menu[verb].legal:
            reasons = [refusal.reason.rule or refusal.reason.key for refusal in menu[verb].refusals]
            yield difference(f"{actor.id} {verb}", "on offer", f"refused by {', '.join(reasons)}")
    for verb, rule_id in look.denies.items():
        option = menu.get(verb)
        reasons = [refusal.reason.rule for refusal in option.refusals] if option else []
        if option is None or option.legal or (rule_id and rule_id not in reasons):
            happened = "not listed" if option is None else "on offer" if option.legal else ", ".join(reasons)
            yield difference(f"{actor.id} {verb}", f"refused by {rule_id or 'some rule'}", happened)
    for verb in look.missing:
        if verb in menu:
            yield difference(f"{actor.id}'s menu", f"no {verb}", list(menu))


def _reach_differences(ruleset: Ruleset, board: Board, actor: Actor, verb: str, picture: str) -> Differences:
    """`x` or a cost where the actor may end, `.` where not; any other letter is not looked at."""
    reach = ruleset.reach(board, actor, verb)
    for cell, letter in squares_of(picture, board.extent):
        stops = cell in reach.stops
        if letter in ".x" and stops != (letter == "x"):
            yield difference(f"{actor.id} {verb} to {square_name(cell)}", letter, "x" if stops else ".")
        elif letter.isdigit() and (not stops or reach.costs.get(cell) != int(letter)):
            happened = reach.costs.get(cell) if stops else "."
            yield difference(f"{actor.id} {verb} to {square_name(cell)}", letter, happened)


def _strike_differences(board: Board, actor: Actor, picture: str) -> Differences:
    """`x` on the squares that are struck, `.` where not; any other letter is not looked at."""
    area = board.strike_area(actor)
    for cell, letter in squares_of(picture, board.extent):
        struck = board.extent.index(cell) in area
        if letter in ".x" and struck != (letter == "x"):
            yield difference(f"{actor.id} strikes {square_name(cell)}", letter, "x" if struck else ".")


def _card_differences(ruleset: Ruleset, board: Board, actor: Actor, wanted: Mapping[str, str]) -> Differences:
    card = ruleset.card(board.battle, actor)
    shown = {fact.key: fact.value for fact in card.facts}
    shown |= {"state": card.state.key, "role": card.role.key, "badges": ",".join(card.badges)}
    shown["hands"] = card.hands.key if card.hands else ""
    shown["health"] = card.health.word.key if card.health else ""
    for key, value in wanted.items():
        if key not in shown:
            raise FivefootError(unknown(f"fact on the card of {actor.id}", key, shown))
        if shown[key] != value:
            yield difference(f"{actor.id}'s card, {key}", value, shown[key])


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(str(item) for item in value) + "]" if value else "nothing"
    return str(value) if value != "" else "nothing"
