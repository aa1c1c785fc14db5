"""How a fight went, for the GM: who holds the field, what became of everybody, what each of them spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Advance, Begin
from engine.model.events import Moved, Placed, SheetSet
from engine.model.offers import Card, Health
from engine.model.phrase import ActorId, Cell, SideId
from engine.session.journal import Entry
from engine.views.audience import Audience
from engine.views.look import Tone
from engine.views.squares import square_name
from gui.bridge.describe import condition_word
from gui.bridge.table import Table


class Fate(StrEnum):
    """What became of somebody; the value heads its group, in this order."""

    STANDING = "Standing"
    TURNED = "Turned"
    CAPTURED = "Captured"
    DOWN = "Down"
    FLED = "Fled"
    PURSUING = "In pursuit"
    AWAY = "Off the map"
    DEAD = "Dead"
    REMOVED = "Taken out of the encounter"


class Fighter(Struct, frozen=True):
    """One of them: state in words, hit points, and what it used up, a line each."""

    name: str
    state: str
    health: str
    spent: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Hit points and state in one line."""
        return ", ".join(filter(None, (self.health, self.state)))


class Group(Struct, frozen=True):
    """Those of a side who share a fate: "Dead (2)"."""

    fate: Fate
    fighters: tuple[Fighter, ...]

    @property
    def heading(self) -> str:
        """The fate and how many share it."""
        return f"{self.fate.value} ({len(self.fighters)})"


class SideAccount(Struct, frozen=True):
    """What became of a side."""

    name: str
    tone: Tone
    groups: tuple[Group, ...]


class Account(Struct, frozen=True):
    """The whole: "The field is held by Party", "4 rounds", side by side."""

    title: str
    length: str
    sides: tuple[SideAccount, ...]
    lying: tuple[str, ...] = ()
    """What lies on the map, to be picked up: "Javelin (2) at F7"."""

    @property
    def left_lying(self) -> str:
        """A sentence of what lies on the map; empty where nothing does."""
        return f"Left lying on the map: {', '.join(self.lying)}." if self.lying else ""

    def text(self) -> str:
        """All of it as plain lines, to be pasted into notes."""
        found = ("", self.left_lying) if self.lying else ()
        return "\n".join((self.title, self.length, *_lines(self.sides), *found))


def fight_account(table: Table) -> Account:
    """The account of the fight that is on or has just ended, by what the journal keeps of it."""
    entries, battle = _of_this_fight(table), table.battle
    began = entries[0].before if entries else battle
    progress = table.progress
    views = {side.id: side for side in table.view(Audience.GM).sides}
    sides = tuple(
        SideAccount(side.name, views[side.id].tone, groups)
        for side in battle.sides
        if (groups := tuple(_groups(table, side.id, entries, began)))
    )
    title = table.say(progress.over) if progress.over is not None else "The fight so far"
    rounds = "1 round" if progress.round == 1 else f"{progress.round} rounds"
    return Account(title, rounds, sides, tuple(_lying(battle)))


def _lying(battle: Battle) -> Iterator[str]:
    """What lies about, the like of it on one square together, in the order in which it was laid down."""
    for (name, cell), count in Counter((thing.name, thing.cell) for thing in battle.things).items():
        many = f" ({count})" if count > 1 else ""
        yield f"{name}{many} at {square_name(cell)}"


def _of_this_fight(table: Table) -> tuple[Entry, ...]:
    """The entries since the fight began, or since the one before it had ended."""
    entries = table.session.journal.entries
    for index in range(len(entries) - 1, -1, -1):
        entry = entries[index]
        if isinstance(entry.command, Begin | Advance):
            before = table.ruleset.progress(entry.before)
            if before.round == 0 or before.over is not None:
                return entries[index:]
    return entries


def _groups(table: Table, side: SideId, entries: Sequence[Entry], began: Battle) -> Iterator[Group]:
    found: dict[Fate, list[Fighter]] = {fate: [] for fate in Fate}
    for actor in table.battle.members(side):
        card = table.card(actor.id)
        if card is None:
            continue
        fate = _fate(actor, card)
        if fate is not Fate.DEAD or not _was_dead(table, actor.id, began):
            found[fate].append(_fighter(table, actor, card, fate, entries))
    found[Fate.REMOVED] = [
        Fighter(actor.name, "", "")
        for actor in began.actors.values()
        if actor.side == side and actor.id not in table.battle.actors
    ]
    yield from (Group(fate, tuple(fighters)) for fate, fighters in found.items() if fighters)


def _was_dead(table: Table, actor_id: ActorId, began: Battle) -> bool:
    """Whether somebody lay dead on the map when the fight began, and so had no part in it."""
    actor = began.actors.get(actor_id)
    return actor is not None and _fate(actor, table.ruleset.card(began, actor)) is Fate.DEAD


def _fate(actor: Actor, card: Card) -> Fate:
    if card.dead and not actor.active:
        return Fate.DEAD
    by_rule = {
        "fled": Fate.FLED, "pursuing": Fate.PURSUING, "captured": Fate.CAPTURED, "turned": Fate.TURNED
    }.get(card.fate)  # fmt: skip
    if by_rule is not None:
        return by_rule
    if not actor.on_map:
        return Fate.AWAY
    return Fate.STANDING if actor.active else Fate.DOWN


def _fighter(table: Table, actor: Actor, card: Card, fate: Fate, entries: Sequence[Entry]) -> Fighter:
    states = tuple(_states(actor.id, entries))
    first = table.ruleset.card(entries[0].before, states[0]).health if states else None
    spent = tuple(table.say(line) for line in table.ruleset.spent(states or (actor,)))
    state = _state(table, actor, card, fate)
    if not actor.on_map:
        left_at = _left_at(actor.id, entries)
        where = f"left at {square_name(left_at)}" if left_at is not None else ""
        state = ", ".join(
            filter(None, (state, where, f"ends up in {actor.whereabouts}" if actor.whereabouts else ""))
        )
    health = _health(table, first, card.health) if fate is not Fate.DEAD else ""
    return Fighter(actor.name, state, health, spent)


def _state(table: Table, actor: Actor, card: Card, fate: Fate) -> str:
    """What its group does not say already: of those who stand what ails them, of others how they are."""
    if fate in (Fate.DEAD, Fate.CAPTURED, Fate.TURNED):
        return ""
    if fate is Fate.STANDING:
        return ", ".join(condition_word(table, held.key).lower() for held in actor.conditions)
    return table.say(card.state)


def _health(table: Table, first: Health | None, last: Health | None) -> str:
    if last is None:
        return ""
    words = table.say(last.said) if last.said is not None else f"{last.now} of {last.most} HP"
    lost = first.now - last.now if first is not None else 0
    return f"{words}, {lost} lost" if lost > 0 else words


def _states(actor_id: ActorId, entries: Sequence[Entry]) -> Iterator[Actor]:
    """The actor before the first entry and after each; from its coming on, if it came later.

    Also as its sheet was written within an entry: a shot that ends the fight is counted and settled in one.
    """
    for entry in entries[:1]:
        if actor_id in entry.before.actors:
            yield entry.before.actors[actor_id]
    for entry in entries:
        if actor_id in entry.after.actors:
            after = entry.after.actors[actor_id]
            for event in entry.events:
                if isinstance(event, SheetSet) and event.actor == actor_id:
                    yield replace(after, sheet=event.sheet)
            yield after


def _left_at(actor_id: ActorId, entries: Sequence[Entry]) -> Cell | None:
    """The square on which it was last seen on the map."""
    last: Cell | None = None
    for entry in entries:
        before = entry.before.actors.get(actor_id)
        last = before.cell if before is not None and before.cell is not None else last
        for event in entry.events:
            if isinstance(event, Moved) and event.actor == actor_id:
                last = event.dst
            elif isinstance(event, Placed) and event.actor == actor_id:
                last = event.cell or last
    return last


def _lines(sides: Sequence[SideAccount]) -> Iterator[str]:
    for side in sides:
        yield ""
        yield side.name
        for group in side.groups:
            yield f"  {group.heading}"
            for one in group.fighters:
                yield f"    {': '.join(filter(None, (one.name, one.words)))}"
                yield from (f"      spent: {words}" for words in one.spent)
