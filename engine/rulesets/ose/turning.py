"""Turn Undead: the table, the first roll, the hit dice of the second, who is turned and who destroyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.grid.cells import gap
from engine.model.actor import HELPLESS, Actor
from engine.model.battle import Battle
from engine.model.events import Placed, Said
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, phrase
from engine.model.requests import AskRoll
from engine.rulesets.common import drop, set_condition, soft
from engine.rulesets.ose import bodies, gear, grapple, morale, things
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.checks import dice_of, level_of
from engine.rulesets.ose.deeds import Deed
from engine.rulesets.ose.items import ItemKind
from engine.rulesets.ose.options import options
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, OseSheet, free_hands, sheet
from engine.rulesets.ose.state import state
from engine.rulesets.ose.turned import turn_away
from engine.rulesets.upshots import Upshot, by_face
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.perception import in_sight, side_knows

RANGE_FT = 60
ROUNDS_A_MINUTE = 6
ROUNDS_A_DAY = 24 * 60 * ROUNDS_A_MINUTE

TURNS, DESTROYS, NEVER = "T", "D", "-"
_COLUMNS = ("1", "2", "2*", "3", "4", "5", "6", "7")
_TABLE = (
    "7 9 11 - - - - -",
    "T 7 9 11 - - - -",
    "T T 7 9 11 - - -",
    "D T T 7 9 11 - -",
    "D D T T 7 9 11 -",
    "D D D T T 7 9 11",
    "D D D D T T 7 9",
    "D D D D D T T 7",
    "D D D D D D T T",
    "D D D D D D D T",
    "D D D D D D D D",
)
"""A row a level, the last one for all levels above too; columns as in `_COLUMNS` (rulings A1.9)."""


class Outcome(NamedTuple):
    """What the first roll means for each kind of undead, by column."""

    affected: tuple[str, ...]
    failed: tuple[str, ...]


# --- the table (pure) -----------------------------------------------------------------------------------


def column(page: OseSheet) -> str:
    """The column of the table an undead stands in; a 2 with a special ability has one of its own."""
    dice = dice_of(page)
    if dice > 9:
        return ""
    if dice == 2 and "*" in page.hit_dice:
        return "2*"
    return str(min(dice, 7))


def entry(level: int, of: str) -> str:
    """What the table says: a number, T, D or a dash. Above 9 hit dice it says nothing: a dash."""
    if not of:
        return NEVER
    row = _TABLE[min(max(1, level), len(_TABLE)) - 1]
    return row.split()[_COLUMNS.index(of)]


def outcome(level: int, kinds: Sequence[str], total: int | None) -> Outcome:
    """Which kinds a roll affects. None is no roll, which only T and D can do without (OSE-TURN-22)."""

    def succeeds(kind: str) -> bool:
        wanted = entry(level, kind)
        if wanted in (TURNS, DESTROYS):
            return True
        return wanted != NEVER and total is not None and total >= int(wanted)

    return Outcome(
        tuple(kind for kind in kinds if succeeds(kind)), tuple(kind for kind in kinds if not succeeds(kind))
    )


def first_roll_needed(level: int, kinds: Sequence[str]) -> bool:
    """Whether a kind is among them that the table does not turn or destroy outright (OSE-TURN-24)."""
    return any(entry(level, kind) not in (TURNS, DESTROYS) for kind in kinds)


# --- who and whether (pure) -----------------------------------------------------------------------------


def candidates(board: Board, priest: Actor) -> Mapping[ActorId, tuple[Refusal, ...]]:
    """Hostile undead in sight within 60 ft, each with what puts it beyond this Warpriest (A2 #128)."""
    return {
        foe.id: _why_immune(board, priest, foe)
        for foe in bodies.enemies(board.battle, priest)
        if sheet(foe).undead and _within(board, priest, foe)
    }


def why_not_turn(board: Board, priest: Actor) -> tuple[Refusal, ...]:
    """What speaks against an attempt, the turn and the Main action left out."""
    page = sheet(priest)
    if not page.turns_undead:
        return soft("why.turns_no_undead", "OSE-TURN-01", who=ActorRef(priest.id))
    found: tuple[Refusal, ...] = ()
    if not things.holds_symbol(page):
        found = _why_no_symbol(board, priest)
    near = candidates(board, priest)
    if not near:
        anywhere = options(board.battle).turn_undead_range == "sight"
        none_near = "why.no_undead_seen" if anywhere else "why.no_undead"
        return (*found, *soft(none_near, "OSE-TURN-33", feet=RANGE_FT))
    if all(near.values()):
        return (*found, *next(iter(near.values())))
    return found


def _why_no_symbol(board: Board, priest: Actor) -> tuple[Refusal, ...]:
    """Nothing holy in hand; if the symbol is carried, how it comes into the hand."""
    page = sheet(priest)
    symbol = next((item for item in page.items if item.kind is ItemKind.SYMBOL), None)
    if symbol is None:
        return soft("why.no_symbol", "OSE-TURN-02")
    if not free_hands(page):
        return soft("why.symbol_no_hand", "OSE-TURN-02", item=symbol.name)
    reasons = gear.why_not_done(board, priest, Deed("draw", symbol.key))
    if reasons:
        return soft("why.symbol_not_now", "OSE-TURN-02", item=symbol.name, reason=reasons[0].reason)
    return soft("why.symbol_to_draw", "OSE-TURN-02", item=symbol.name)


def reach_note(battle: Battle, count: int) -> Phrase:
    """How many undead are in reach, and what an attempt takes (OSE-TURN-33)."""
    if options(battle).turn_undead_range == "sight":
        return phrase("menu.turn_sight", "OSE-TURN-33", count=count)
    return phrase("menu.turn_note", "OSE-TURN-33", count=count, feet=RANGE_FT)


def could_turn_more(battle: Battle, priest: Actor) -> bool:
    """Whether some undead foe that is not turned yet is near enough to try.

    Those turned may be turned again (OSE-TURN-15), but nobody waits for that. Sight is not looked at, so it
    is cheap to ask often.
    """
    if priest.cell is None or not things.holds_symbol(sheet(priest)):
        return False
    now = state(battle).number
    return any(
        foe.cell is not None
        and sheet(foe).undead
        and not foe.hidden
        and not foe.has(bodies.TURNED)
        and now >= dict(sheet(foe).unturnable).get(priest.id, 0)
        and _in_range(battle, max(gap(priest.cell, priest.size, foe.cell, foe.size)))
        for foe in bodies.enemies(battle, priest)
    )


def _in_range(battle: Battle, squares: int) -> bool:
    """60 ft, or however far the Warpriest sees (rulings A2 #128)."""
    return options(battle).turn_undead_range == "sight" or squares * FEET_PER_SQUARE <= RANGE_FT


def _within(board: Board, priest: Actor, foe: Actor) -> bool:
    near = _in_range(board.battle, board.separation(priest, foe))
    return near and side_knows(board, priest.side, foe) and in_sight(board, priest, foe)


def _why_immune(board: Board, priest: Actor, foe: Actor) -> tuple[Refusal, ...]:
    again = dict(sheet(foe).unturnable).get(priest.id, 0)
    if state(board.battle).number >= again:
        return ()
    return soft("why.unturnable", "OSE-TURN-28", target=ActorRef(foe.id), who=ActorRef(priest.id))


# --- play -----------------------------------------------------------------------------------------------


def play_turn(draft: Draft, priest_id: ActorId) -> Procedure[None]:
    """One attempt: Main action, first roll where one is needed, then 2d6 hit dice of undead."""
    bodies.write_turn(draft, priest_id, main_spent=True)
    bodies.tell(draft, priest_id, "turn.tries", "OSE-TURN-19")
    group = _group(draft.board, draft[priest_id])
    result = yield from _first_roll(draft, priest_id, group)
    failed = tuple(foe for foe in group if column(sheet(draft[foe])) in result.failed)
    _shut_out(draft, priest_id, failed)
    turnable = [foe for foe in group if column(sheet(draft[foe])) in result.affected]
    if not turnable:
        bodies.tell(draft, priest_id, "turn.fails", "OSE-TURN-28")
        return
    _tell_shut_out(draft, priest_id, failed, "OSE-TURN-28")
    chosen = yield from _second_roll(draft, priest_id, turnable)
    yield from _affect(draft, priest_id, chosen)
    leftovers = [foe for foe in turnable if foe not in chosen]
    if leftovers and options(draft.battle).turn_undead_leftovers == "strict":
        _shut_out(draft, priest_id, leftovers)  # Rule: OSE-TURN-14
        _tell_shut_out(draft, priest_id, leftovers, "OSE-TURN-14")


def _group(board: Board, priest: Actor) -> tuple[ActorId, ...]:
    """The undead that can be affected, weakest first, of equals the nearest (OSE-TURN-25)."""
    found = [board.actor(foe) for foe, reasons in candidates(board, priest).items() if not reasons]
    found.sort(
        key=lambda foe: (
            dice_of(sheet(foe)),
            _COLUMNS.index(column(sheet(foe))) if column(sheet(foe)) else len(_COLUMNS),
            board.separation(priest, foe),
        )
    )
    return tuple(foe.id for foe in found)


def _kinds(draft: Draft, group: Sequence[ActorId]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(column(sheet(draft[foe])) for foe in group))


def _first_roll(draft: Draft, priest_id: ActorId, group: Sequence[ActorId]) -> Procedure[Outcome]:
    level, kinds = level_of(sheet(draft[priest_id])), _kinds(draft, group)
    if not first_roll_needed(level, kinds):
        return outcome(level, kinds, None)
    request = AskRoll(
        title=phrase("turn.ask", "OSE-TURN-19", who=ActorRef(priest_id)),
        detail=tuple(_needs(level, kind) for kind in kinds),
        side=draft[priest_id].side,
        actor=priest_id,
        dice=(6, 6),
        beats=_one_number(level, kinds),
        grades=by_face(2, 12, lambda total: _decides(draft, priest_id, group, total)),
    )
    faces = yield from roll(draft, request, "OSE-TURN-19")
    return outcome(level, kinds, request.total(faces))


def _decides(draft: Draft, priest_id: ActorId, group: Sequence[ActorId], total: int) -> Upshot:
    """Whom this first roll turns, and who is beyond the Warpriest for a day from then on (OSE-TURN-28)."""
    affected = outcome(level_of(sheet(draft[priest_id])), _kinds(draft, group), total).affected
    turned = tuple(foe for foe in group if column(sheet(draft[foe])) in affected)
    rest = tuple(foe for foe in group if foe not in turned)
    who = ActorRef(priest_id)
    beyond = (phrase("upshot.beyond_him", "OSE-TURN-28", names=Names(rest), who=who),) if rest else ()
    if not turned:
        return Upshot(phrase("upshot.unturned"), beyond)
    words = phrase("upshot.turned_only", "", names=Names(turned)) if rest else phrase("upshot.turned")
    return Upshot(words, (phrase("upshot.hit_dice_next", "OSE-TURN-21"), *beyond))


def _one_number(level: int, kinds: Sequence[str]) -> int | None:
    """What the roll has to reach, where that is the same for all; None where it does different things."""
    wanted = {entry(level, kind) for kind in kinds}
    if len(wanted) > 1:
        return None
    needed = wanted.pop()
    return int(needed) if needed.isdigit() else 13  # a dash: not even a 12 will do. Rule: OSE-TURN-20


def _needs(level: int, kind: str) -> Phrase:
    """What the table says of one kind: "4 HD: turned at 9 or more" (OSE-TURN-24)."""
    dice, wanted = kind or "10+", entry(level, kind)
    if wanted.isdigit():
        return phrase("turn.needs", "OSE-TURN-24", dice=dice, needs=int(wanted))
    key = {TURNS: "turn.needs_none", DESTROYS: "turn.needs_none_destroys"}.get(wanted, "turn.needs_never")
    return phrase(key, "OSE-TURN-24", dice=dice)


def _second_roll(draft: Draft, priest_id: ActorId, turnable: Sequence[ActorId]) -> Procedure[list[ActorId]]:
    """As many as the hit dice suffice for, weakest first, and never none (OSE-TURN-29)."""
    request = AskRoll(
        title=phrase("turn.ask_dice", "OSE-TURN-21", who=ActorRef(priest_id)),
        detail=(phrase("turn.weakest_first", "OSE-TURN-25"),),
        side=draft[priest_id].side,
        actor=priest_id,
        dice=(6, 6),
        grades=by_face(2, 12, lambda total: _takes(draft, priest_id, _sufficed(draft, turnable, total))),
    )
    faces = yield from roll(draft, request, "OSE-TURN-21")
    return _sufficed(draft, turnable, request.total(faces))


def _takes(draft: Draft, priest_id: ActorId, chosen: Sequence[ActorId]) -> Upshot:
    """Who is destroyed and who runs of those that the hit dice suffice for."""
    doomed = _doomed(draft, priest_id, chosen)
    running = tuple(foe for foe in chosen if foe not in doomed)
    gone = (phrase("upshot.destroyed", "OSE-TURN-23", names=Names(tuple(doomed))),) if doomed else ()
    runs = (phrase("upshot.run", "OSE-TURN-03", who=ActorRef(priest_id)),) if running else ()
    words = phrase("upshot.takes", "", names=Names(running)) if running else phrase("upshot.none_run")
    return Upshot(words, (*runs, *gone))


def _doomed(draft: Draft, priest_id: ActorId, chosen: Sequence[ActorId]) -> list[ActorId]:
    level = level_of(sheet(draft[priest_id]))
    return [foe for foe in chosen if entry(level, column(sheet(draft[foe]))) == DESTROYS]


def _sufficed(draft: Draft, turnable: Sequence[ActorId], total: int) -> list[ActorId]:
    left, chosen = total, list[ActorId]()
    for foe in turnable:
        left -= dice_of(sheet(draft[foe]))
        if left < 0 and chosen:
            break
        chosen.append(foe)
    return chosen


def _affect(draft: Draft, priest_id: ActorId, chosen: Sequence[ActorId]) -> Procedure[None]:
    doomed = _doomed(draft, priest_id, chosen)
    for foe in doomed:
        _destroy(draft, foe, priest_id)
    turned = [foe for foe in chosen if foe not in doomed]
    if not turned:
        return
    minutes = yield from _secret_duration(draft, priest_id)
    until = state(draft.battle).number + ROUNDS_A_MINUTE * minutes
    for foe in turned:
        turn_away(draft, foe, priest_id, until)
        bodies.tell(draft, foe, "turn.turned", "OSE-TURN-03")
    grapple.end_lost_holds(draft)
    what = phrase("turn.lasts", "OSE-TURN-08", minutes=minutes, round=until)
    draft.emit(Said(what, gm_only=True, about=priest_id, rule="OSE-TURN-08"))


def _secret_duration(draft: Draft, priest_id: ActorId) -> Procedure[int]:
    """1d4 minutes, rolled by the referee and told to nobody else (OSE-TURN-09)."""
    request = AskRoll(
        title=phrase("turn.ask_minutes", "OSE-TURN-09", who=ActorRef(priest_id)),
        detail=(phrase("turn.minutes_detail", "OSE-TURN-09"),),
        about=priest_id,
        dice=(4,),
        secret=True,
    )
    faces = yield from roll(draft, request, "OSE-TURN-09")
    return faces.faces[0]


def _destroy(draft: Draft, actor_id: ActorId, by: ActorId) -> None:
    """Gone for good: dead, and off the map (OSE-TURN-23)."""
    bodies.write_page(draft, actor_id, hp=0, dead=True, turning=None)
    bodies.tell_leaving(draft, actor_id, "turn.destroyed", "OSE-TURN-23")
    drop(draft, actor_id, by, "OSE-TURN-23")
    set_condition(draft, actor_id, HELPLESS, rule="OSE-TURN-23")
    sync_arms(draft, actor_id)
    morale.note_loss(draft, actor_id)
    draft.emit(Placed(actor_id, None, by_rule=True))


def _shut_out(draft: Draft, priest_id: ActorId, group: Sequence[ActorId]) -> None:
    """For a day the Warpriest has no power over these."""
    again = state(draft.battle).number + ROUNDS_A_DAY
    for foe in group:
        kept = tuple(pair for pair in sheet(draft[foe]).unturnable if pair[0] != priest_id)
        bodies.write_page(draft, foe, unturnable=(*kept, (priest_id, again)))


def _tell_shut_out(draft: Draft, priest_id: ActorId, group: Sequence[ActorId], rule: str) -> None:
    """Say so, unless there is nobody to speak of."""
    if group:
        bodies.tell(draft, priest_id, "turn.shut_out", rule, names=Names(tuple(group)))
