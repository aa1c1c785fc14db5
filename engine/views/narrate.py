"""Makes sentences out of phrases and log lines out of events, for one audience. Nothing else does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.model import events as ev
from engine.model.battle import Battle
from engine.model.phrase import (
    ActorId,
    ActorRef,
    Arg,
    CellRef,
    Names,
    Phrase,
    SideId,
    SideRef,
    Tally,
    phrase,
)
from engine.views.audience import Audience
from engine.views.squares import square_name
from engine.views.templates import filled
from engine.views.words import WORDS

SOMEBODY = "somebody"
"""What players are told where they may not know who it is."""


class LogLine(Struct, frozen=True):
    """One line of the log: the sentence, the ledger id of its rule, the actor it is about."""

    text: str
    rule: str = ""
    actor: ActorId = ""
    strong: bool = False
    """A drop or the like: drawn in the warning colour."""
    opens: int = 0
    """The round that begins with this line; 0 for one within a round."""
    tally: Tally = Tally()
    """What was added to the roll of this line; players are not told."""


class Narrator:
    """Speaks about one battle to one audience, with the words of its ruleset.

    `public` is the battle the players know (None for the GM): whoever is missing from it is
    "somebody" to them. Players are told what their own dice show, but no number of the others: neither
    what those roll nor what is needed against them.
    """

    def __init__(
        self, battle: Battle, glossary: Mapping[str, str], audience: Audience, public: Battle | None = None
    ) -> None:
        self._battle = battle
        self._public = public
        self._glossary = glossary
        self._audience = audience
        self._leaving: frozenset[ActorId] = frozenset()

    # --- sentences --------------------------------------------------------------------------------

    def say(self, said: Phrase) -> str:
        """The sentence of a phrase. A key without words is printed as it is, so that it is noticed."""
        template = self._glossary.get(said.key) or WORDS.get(said.key)
        if template is None:
            return said.key
        return filled(template, lambda field: self._argument(said.args.get(field)))

    def name(self, actor_id: ActorId) -> str:
        """What this audience calls an actor."""
        if self._audience is Audience.PLAYERS:
            known = self._public.actors.get(actor_id) if self._public else None
            if known is None and actor_id in self._leaving:
                return self._battle.actors[actor_id].public_name or SOMEBODY
            return known.name if known else SOMEBODY
        actor = self._battle.actors.get(actor_id)
        return actor.name if actor else actor_id

    def knows(self, actor_id: ActorId) -> bool:
        """Whether the audience is aware of the actor."""
        if self._audience is Audience.GM:
            return True
        return actor_id in self._leaving or (self._public is not None and actor_id in self._public.actors)

    def may_see(self, roller: ActorId, side: SideId, secret: bool = False) -> bool:
        """Whether a roll of an actor or of a side may be made before this audience's eyes."""
        if self._audience is Audience.GM:
            return True
        known = (not roller or self.knows(roller)) and (not side or self._knows_side(side))
        return known and not secret

    def seen_roll(self, roll: ev.Rolled) -> str:
        """A roll made before this audience's eyes: who, which dice, what they show. Empty if it may not see.

        Of a foe's roll the players are told the faces alone, of all others what is added as well.
        """
        if not self.may_see(roll.roller, roll.side, roll.secret):
            return ""
        foe = self._is_foe(roll.roller) if roll.roller else roll.side and not self._is_players(roll.side)
        dice = ", ".join(
            f"{count if count > 1 else ''}d{sides}" for sides, count in Counter(roll.dice).items()
        )
        who = self.name(roll.roller) if roll.roller else self._side_name(roll.side) if roll.side else ""
        shown = _dice(roll) if foe and self._audience is Audience.PLAYERS else _sum(roll)
        return self.say(phrase("roll.seen_of" if who else "roll.seen", who=who, dice=dice, roll=shown))

    def tally(self, tally: Tally) -> tuple[tuple[str, int, bool], ...]:
        """(words, value, counts) of each part of a number."""
        return tuple((self.say(part.label), part.value, not part.suppressed) for part in tally.parts)

    def _argument(self, value: Arg | None) -> str:
        match value:
            case None:
                return ""
            case Phrase():
                return self.say(value)
            case ActorRef(id=actor_id):
                return self.name(actor_id)
            case SideRef(id=side_id):
                return self._side_name(side_id)
            case CellRef(x=x, y=y):
                return square_name((x, y))
            case Names(ids=ids):
                return _joined([self.name(actor_id) for actor_id in ids])
            case _:
                return str(value)

    def _side_name(self, side_id: SideId) -> str:
        known = self._public if self._audience is Audience.PLAYERS else self._battle
        unknown = side_id if self._audience is Audience.GM else SOMEBODY
        return next((side.name for side in known.sides if side.id == side_id), unknown) if known else unknown

    # --- log lines --------------------------------------------------------------------------------

    def lines(self, events: Sequence[ev.Event]) -> tuple[LogLine, ...]:
        """Log lines in the order things happened. A roll and what it led to share one line.

        Players are also told of those who leave before their eyes in these events.
        """
        self._leaving = frozenset(
            event.about
            for event in events
            if isinstance(event, ev.Said) and event.witnessed and event.about in self._battle.actors
        )
        return tuple(self._lines(events))

    def _lines(self, events: Sequence[ev.Event]) -> Iterator[LogLine]:
        facts = [event for event in events if self._tells(event)]
        index = 0
        while index < len(facts):
            event = facts[index]
            together = index + 1 < len(facts) and told_together(event, facts[index + 1])
            line = self._line_of_both(event, facts[index + 1]) if together else self._line(event)
            if line is not None and isinstance(event, ev.Rolled) and self._audience is Audience.GM:
                line = replace(line, tally=event.tally)
            if line is not None:
                yield line
            index += 2 if together else 1

    def _tells(self, event: ev.Event) -> bool:
        """Whether the event makes a line for this audience."""
        if self._audience is Audience.GM:
            return True
        match event:
            case ev.Rolled(shown_to_all=True):
                return True
            case ev.Rolled(secret=True):
                return False
            case ev.Rolled(roller="", side=side):
                return side != "" and self._is_players(side)
            case ev.Rolled(roller=roller):
                return self.knows(roller) and not self._is_foe(roller)
            case ev.Struck(target=target) | ev.Missed(target=target):
                return self.knows(target)
            case ev.Harmed(actor=actor) | ev.Dropped(actor=actor) | ev.Blocked(actor=actor):
                return self.knows(actor)
            case ev.Declared(actor=actor, hidden=hidden):
                return self.knows(actor) and not (hidden and self._is_foe(actor))
            case ev.Said(what=what, gm_only=gm_only, about=about):
                return not gm_only and (not about or self.knows(about)) and self._knows_sides(what)
            case ev.StepBegan(slot=slot):
                return self._knows_sides(slot) and all(map(self.knows, _actors_in(slot)))
            case ev.HiddenSet(actor=actor, hidden=hidden):
                return not hidden and self.knows(actor)
            case _:
                return False

    def _knows_sides(self, said: Phrase) -> bool:
        """Whether the players have met every side that is spoken of."""
        return all(self._knows_side(arg.id) for arg in _parts(said) if isinstance(arg, SideRef))

    def _knows_side(self, side_id: SideId) -> bool:
        return self._public is not None and any(side.id == side_id for side in self._public.sides)

    def _is_foe(self, actor_id: ActorId) -> bool:
        actor = self._battle.actors.get(actor_id)
        return actor is None or not self._is_players(actor.side)

    def _is_players(self, side_id: SideId) -> bool:
        return self._battle.side(side_id).control.value == "players"

    def _line_of_both(self, roll: ev.Event, result: ev.Event) -> LogLine | None:
        match roll, result:
            case ev.Rolled(), ev.Struck() | ev.Missed():
                return self._attack_line(roll, result)
            case ev.Rolled(), ev.Harmed():
                return self._harm_line(roll, result)
            case _:
                return None

    def _harm_line(self, roll: ev.Rolled, harm: ev.Harmed) -> LogLine | None:
        """The damage with its dice, unless a single die says the same number."""
        shown = _sum(roll)
        if shown == str(harm.amount):
            return self._line(harm)
        by = ActorRef(harm.by)
        return self._made("log.harmed_on", harm.rule, harm.actor, amount=harm.amount, by=by, roll=shown)

    def _attack_line(self, roll: ev.Rolled, result: ev.Struck | ev.Missed) -> LogLine:
        key = "log.hits_on" if isinstance(result, ev.Struck) else "log.misses_on"
        own = self._audience is Audience.PLAYERS
        text = self.say(
            phrase(
                key,
                who=ActorRef(result.attacker),
                target=ActorRef(result.target),
                means=self._means(result.means),
                roll=_dice(roll) if own else self._shown(roll, against=True),
            )
        )
        return LogLine(text, result.rule or roll.rule, result.attacker)

    def _shown(self, roll: ev.Rolled, against: bool) -> Phrase | str:
        """What a roll came to: its faces, the total where that is another number, what it had to reach."""
        shown = _sum(roll)
        if roll.target is None or not against:
            return shown
        if roll.at_or_under:
            key = "log.roll_under" if roll.target >= len(roll.dice) else "log.roll_never"
        else:
            key = "log.roll_any" if roll.target <= 0 and not roll.tally.total else "log.roll_against"
        return phrase(key, shown=shown, target=roll.target)

    def _means(self, means: Phrase) -> str:
        """A weapon or attack as it is named within a sentence."""
        said = self.say(means)
        return said[:1].lower() + said[1:]

    def _line(self, event: ev.Event) -> LogLine | None:
        match event:
            case ev.Rolled():
                return self._roll_line(event)
            case ev.Struck(attacker=attacker, target=target, means=means, rule=rule):
                return self._made(
                    "log.hits", rule, attacker, target=ActorRef(target), means=self._means(means)
                )
            case ev.Missed(attacker=attacker, target=target, means=means, rule=rule):
                return self._made(
                    "log.misses", rule, attacker, target=ActorRef(target), means=self._means(means)
                )
            case ev.Harmed(actor=actor, amount=amount, by=by, rule=rule):
                key = "log.harmed_by" if by else "log.harmed"
                return self._made(key, rule, actor, amount=amount, by=ActorRef(by))
            case ev.Dropped(actor=actor, by=by, rule=rule):
                key = "log.dropped_to" if by else "log.dropped"
                return LogLine(self._text(key, actor, by=ActorRef(by)), rule, actor, strong=True)
            case ev.Blocked(actor=actor, cell=cell, by=by, rule=rule):
                key = "log.blocked_by" if by else "log.blocked"
                return self._made(key, rule, actor, cell=CellRef(*cell), by=ActorRef(by))
            case ev.Declared(actor=actor, what=what, rule=rule):
                return LogLine(self.say(what), rule, actor)
            case ev.StepBegan(slot=slot, round=number, rule=rule):
                return LogLine(self.say(phrase("log.step", slot=slot, round=number)), rule, opens=number)
            case ev.Ruled(text=text, over=over, rule=rule):
                return self._ruling(text, over, rule)
            case ev.Said(what=what, about=about, rule=rule):
                return LogLine(self.say(what), rule or what.rule, about)
            case _:
                return self._edit_line(event)

    def _roll_line(self, roll: ev.Rolled) -> LogLine:
        against = self._audience is Audience.GM or roll.at_or_under
        purpose = self.say(roll.purpose).removesuffix("?")  # what was asked, told with its answer
        said = phrase("log.roll", purpose=purpose, roll=self._shown(roll, against))
        return LogLine(self.say(said), roll.rule, roll.roller)

    def _ruling(self, text: str, over: tuple[Phrase, ...], rule: str) -> LogLine:
        if over:
            reasons = "; ".join(self.say(reason) for reason in over)
            return LogLine(self.say(phrase("log.overruled", reasons=reasons)), rule)
        return LogLine(self.say(phrase("log.ruled", text=text)), rule)

    def _edit_line(self, event: ev.Event) -> LogLine | None:
        """What the GM changed by hand; changes inside a rule's own procedure have facts of their own."""
        match event:
            case ev.Joined(actor=actor):
                return self._made("log.joined", "", actor.id)
            case ev.Revised(actor=actor):
                return self._made("log.revised", "", actor.id)
            case ev.Removed(actor=actor):
                return self._made("log.removed", "", actor)
            case ev.Placed(by_rule=True):
                return None
            case ev.Placed(actor=actor, cell=None):
                return self._made("log.taken_off", "", actor)
            case ev.Placed(actor=actor, cell=cell) if cell is not None:
                return self._made("log.placed", "", actor, cell=CellRef(*cell))
            case ev.HiddenSet(actor=actor, hidden=False):
                return self._made("log.revealed", "", actor)
            case ev.SideSet(actor=actor, side=side):
                return self._made("log.side_changed", "", actor, side=SideRef(side))
            case ev.OptionsSet():
                return LogLine(self.say(phrase("log.options")))
            case _:
                return None

    def _made(self, key: str, rule: str, actor: ActorId, /, **args: Arg) -> LogLine:
        return LogLine(self._text(key, actor, **args), rule, actor)

    def _text(self, key: str, actor: ActorId, /, **args: Arg) -> str:
        return _capital(self.say(Phrase(key, {"who": ActorRef(actor), **args})))


def told_together(event: ev.Event, after: ev.Event) -> bool:
    """Whether a roll and what follows from it at once make one line: a blow, or the damage it does."""
    match event, after:
        case ev.Rolled(roller=roller), ev.Struck(target=target) | ev.Missed(target=target):
            return roller != target  # a defence is the target's own roll, and tells so in a line of its own
        case ev.Rolled(target=None) as roll, ev.Harmed() as harm if roll.about:
            return (roll.roller, roll.about, roll.total) == (harm.by, harm.actor, harm.amount)
        case _:
            return False


def _sum(roll: ev.Rolled) -> Phrase | str:
    """How the faces make the total: "18 + 2 = 20", "6 + 5 = 11", "3 (not 20) + 1 = 4", or a bare "7"."""
    change = roll.total - _counted(roll)
    if change:
        sign = "+" if change > 0 else "-"
        return phrase("log.roll_sum", dice=_dice(roll), sign=sign, change=abs(change), total=roll.total)
    if not roll.keep and len(roll.faces) > 1 and not roll.as_total:
        return phrase("log.roll_plain_sum", dice=_dice(roll), total=roll.total)
    return _dice(roll)


def _counted(roll: ev.Rolled) -> int:
    """What the dice count for before anything is added."""
    if not roll.keep:
        return sum(roll.faces)
    return max(roll.faces) if roll.keep == "high" else min(roll.faces)


def _dice(roll: ev.Rolled) -> Phrase | str:
    """The faces as they are read: added, or the one that counts with the rest; a typed sum as typed."""
    if roll.as_total:
        return str(_counted(roll))
    faces = roll.faces
    if not roll.keep or len(faces) < 2:
        return " + ".join(map(str, faces))
    kept = _counted(roll)
    if len(set(faces)) == 2 == len(faces):
        return phrase("log.roll_kept", kept=kept, rest=sum(faces) - kept)
    return phrase("log.roll_kept_of", kept=kept, faces=" ".join(map(str, faces)))


def _parts(said: Phrase) -> Iterator[Arg]:
    """Every argument of a phrase and of the phrases in it."""
    for arg in said.args.values():
        yield arg
        if isinstance(arg, Phrase):
            yield from _parts(arg)


def _actors_in(said: Phrase) -> Iterator[ActorId]:
    for arg in _parts(said):
        if isinstance(arg, ActorRef):
            yield arg.id
        elif isinstance(arg, Names):
            yield from arg.ids


def _joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
