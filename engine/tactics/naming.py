"""Names: numbers for creatures of one kind, and what the players call them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control
from engine.model.phrase import ActorId

DIGITS = "0123456789"


def players_name(battle: Battle, actor: Actor) -> str:
    """What the players call an actor they have just seen.

    Their own people and creatures without a kind keep their name. Of a kind, each gets the next
    number in the order in which they were first seen, so the number tells nothing of the rest.
    """
    if battle.side(actor.side).control is Control.PLAYERS or not actor.kind:
        return actor.name
    if actor.name == actor.kind:
        return actor.name
    prefix = actor.kind + " "
    taken = {
        int(tail)
        for other in battle.actors.values()
        if other.public_name.startswith(prefix) and (tail := other.public_name[len(prefix) :]).isdigit()
    }
    return f"{prefix}{next(number for number in range(1, len(taken) + 2) if number not in taken)}"


def players_label(battle: Battle, actor: Actor) -> str:
    """Token letters that go with what the players call it: those of the GM would tell of the rest.

    Letters that would fit another kind the players have met are made longer ("Or1", "Og1"). Letters of the
    GM's own choice stay.
    """
    kind, number = _parts(actor.public_name)
    own = actor.public_name == actor.name
    if not actor.public_name or (own and actor.label not in {one + number for one in _letters(kind)}):
        return actor.label
    if not number:
        return actor.label if own else _initials(kind)
    met = {other for one in battle.actors.values() if (other := numbered_kind(one.public_name))}
    taken = {letters for other in met - {kind} for letters in _letters(other)}
    return _free(kind, taken) + number


def one_language(battle: Battle) -> dict[ActorId, tuple[str, str]]:
    """New GM's names and letters, by id, with which the GM says what the players say. Only what changes.

    Of two of a kind the one the players call "Goblin 1" is Goblin 1 for the GM too: whoever had that number
    and is not known yet gives it up. Letters are the players' ("Or1"); a kind they have not met gets others.
    What the GM has named or lettered in words of its own stays.
    """
    now = _with_players_numbers(dict(battle.actors))
    letters = {
        numbered_kind(one.public_name): players_label(battle, one).rstrip(DIGITS)
        for one in now.values()
        if _is_numbered(one) and numbered_kind(one.public_name) == one.kind
    }
    for actor in list(now.values()):
        if _is_numbered(actor):
            own = letters.setdefault(actor.kind, _unlike(actor, set(letters.values())))
            now[actor.id] = replace(actor, label=own + _parts(actor.name)[1])
    return {
        key: (one.name, one.label)
        for key, one in now.items()
        if (one.name, one.label) != (battle.actors[key].name, battle.actors[key].label)
    }


def _with_players_numbers(actors: dict[ActorId, Actor]) -> dict[ActorId, Actor]:
    """Whoever the players know has their number, if nobody else they know has it."""
    for actor in list(actors.values()):
        wanted = actor.public_name
        if not _is_numbered(actor) or numbered_kind(wanted) != actor.kind or wanted == actor.name:
            continue
        holder = next((one for one in actors.values() if one.name == wanted), None)
        if holder is not None and (holder.public_name or not _is_numbered(holder)):
            continue
        if holder is not None:
            actors[holder.id] = _renumbered(holder, actor.name)
        actors[actor.id] = _renumbered(actor, wanted)
    return actors


def _renumbered(actor: Actor, name: str) -> Actor:
    return replace(actor, name=name, label=actor.label.rstrip(DIGITS) + _parts(name)[1])


def _is_numbered(actor: Actor) -> bool:
    """Whether name and letters are those that `numbered_name` gives, and not the GM's own."""
    kind, number = _parts(actor.name)
    return bool(number) and kind == actor.kind and actor.label in {one + number for one in _letters(kind)}


def _unlike(actor: Actor, taken: set[str]) -> str:
    """Its letters, or longer ones where they are taken."""
    own = actor.label.rstrip(DIGITS)
    return own if own not in taken else _free(actor.kind, taken)


def numbered_name(battle: Battle, kind: str) -> tuple[str, str]:
    """The GM's name and token letters for the next creature of a kind ("Goblin 4", "G4").

    It has the letters of those of its kind; a new kind takes longer ones where another has them ("Og1").
    """
    numbers: set[int] = set()
    own, taken = "", set()
    for other in battle.actors.values():
        letters = other.label.rstrip(DIGITS)
        if numbered_kind(other.name) == kind:
            numbers.add(int(_parts(other.name)[1]))
            own = own or (letters if letters in _letters(kind) else "")
        elif letters != other.label:
            taken.add(letters)
    number = next(candidate for candidate in range(1, len(numbers) + 2) if candidate not in numbers)
    return f"{kind} {number}", f"{own or _free(kind, taken)}{number}"


def own_label(battle: Battle, newcomer: Actor) -> str:
    """Token letters for somebody with a name of its own who comes without any: empty, for the first letter,
    or as many as nobody else has ("Od" beside an "O").

    Players see the letters of their own people, so these tell of nobody the players have not met.
    """
    ours = battle.side(newcomer.side).control is Control.PLAYERS
    taken = {
        other.token_label
        for other in battle.actors.values()
        if not ours or other.side == newcomer.side or other.public_name
    }
    if newcomer.token_label not in taken:
        return ""
    return _free(newcomer.name, taken)


def _parts(name: str) -> tuple[str, str]:
    """Kind and number of "Goblin 4"; any other name and an empty text."""
    kind, _, number = name.rpartition(" ")
    return (kind, number) if kind and number.isdecimal() else (name, "")


def numbered_kind(name: str) -> str:
    """The kind in a name like "Goblin 4"; empty for others."""
    kind, number = _parts(name)
    return kind if number else ""


def _free(kind: str, taken: set[str]) -> str:
    """The shortest letters for a kind that nobody else has; the shortest of all where there are none."""
    letters = _letters(kind)
    return next((one for one in letters if one not in taken), letters[0])


def _letters(kind: str) -> list[str]:
    """Letters that can stand for a kind, from its initials on: O, Og, Ogr, Ogre."""
    words = kind.split()[:2]
    if not words:
        return [""]
    first, last = _initials(" ".join(words[:-1])), words[-1]
    return [first + last[0].upper() + last[1:length] for length in range(1, len(last) + 1)]


def _initials(kind: str) -> str:
    return "".join(word[0] for word in kind.split()[:2]).upper()
