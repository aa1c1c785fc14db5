"""Counts of small positions, a column for each rule book: a change of the rules that nobody meant shows here.

A `.perft` file holds a map, with the mover `T` for the party and small letters for its foes, and a table.
`reach n` counts the squares T may end on with n squares of movement in its first slot that lets it move.
`acts k` counts the legal acts T has in the k-th slot of the round in which it has any (of paths those of one
square, of charges one for each target; stunts are left out), and `results k` the different battles that they
can lead to. Of dice with something to reach the faces at the edges are tried (least, last miss, first hit,
most), of several dice one throw for each reading.

    python -m pytest tests/perft --rewrite-perft
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.model import requests as rq
from engine.model.battle import Battle
from engine.model.commands import Act, Advance, Begin
from engine.model.offers import Option, Targeting
from engine.model.phrase import Modifier, Phrase, Tally
from engine.rulesets.ose.arms import arms_of
from engine.rulesets.ose.options import LooseOptions, OseOptions
from engine.rulesets.ose.sheet import Hands, OseSheet, Weapon
from engine.rulesets.registry import RULESETS
from engine.rulesets.ruleset import Ruleset
from engine.session.results import Asked, Finished
from engine.session.session import Session, new_session
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.testing import Branching, Outcomes, every_face

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.perft"))
DEPTHS = (1, 2, 3)
SLOTS = 2
MOST_ADVANCES = 14
TWICE = ("all_out",)
"""Acts of two attacks, whose results are too many to be all tried: counted as acts only."""
TALKED_OVER = ("stunt", "ruling")
"""Picks that open a talk with the referee."""
Counts = dict[str, str]


@pytest.mark.heavy
@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path, key: str, request: pytest.FixtureRequest) -> None:
    text = path.read_text("utf-8")
    rows, written = read(text)
    found = counts(key, rows)
    if request.config.getoption("--rewrite-perft", default=False):
        written[key] = found
        path.write_text(table(text, {book: written[book] for book in RULESETS if book in written}), "utf-8")
    assert found == written[key]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_rule_book_has_its_column(path: Path) -> None:
    _, written = read(path.read_text("utf-8"))
    assert [*written] == [*RULESETS]


# --- the file -----------------------------------------------------------------------------------------


def read(text: str) -> tuple[str, dict[str, Counts]]:
    """The map and, for each rule book, the count of each row."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    gap = lines.index("") if "" in lines else len(lines)
    head, *rows = [line.split() for line in lines[gap:] if line] or [[]]
    columns: dict[str, Counts] = {key: {} for key in head}
    for kind, number, *values in rows:
        for key, value in zip(head, values, strict=True):
            columns[key][f"{kind} {number}"] = value
    return " ".join(lines[:gap]), columns


def table(text: str, found: dict[str, Counts]) -> str:
    """The file with its counts written anew."""
    kept = [line for line in text.splitlines() if line]
    top = kept[: next((i for i, line in enumerate(kept) if line.startswith(" ")), len(kept))]
    width = max(map(len, found)) + 2
    rows = [" " * 12 + "".join(key.rjust(width) for key in found)]
    for row in next(iter(found.values())):
        rows.append(row.ljust(12) + "".join(column[row].rjust(width) for column in found.values()))
    return "\n".join([*top, "", *rows]) + "\n"


# --- counting -----------------------------------------------------------------------------------------


def counts(key: str, rows: str) -> Counts:
    """Every count of one rule book."""
    rules = RULESETS[key]
    session = new_session(rules, begin(key, rows))
    finished(session, session.submit(Begin()))
    moments = list(islice(turns(session), SLOTS))
    reach = next((costs for board in moments if (costs := walk_costs(rules, board))), [])
    found = {f"reach {depth}": str(sum(0 < cost <= depth for cost in reach)) for depth in DEPTHS}
    for number in range(SLOTS):
        board = moments[number] if number < len(moments) else None
        acts = list(legal_acts(rules, board)) if board else []
        found[f"acts {number + 1}"] = str(len(acts)) if board else "-"
        found[f"results {number + 1}"] = str(len(results(rules, board, acts))) if board else "-"
    return found


def turns(session: Session) -> Iterator[Board]:
    """The board at each slot of the round in which T has something to do."""
    start = session.ruleset.progress(session.battle).round
    for _ in range(MOST_ADVANCES):
        progress = session.ruleset.progress(session.battle)
        if progress.round != start or progress.over is not None:
            return
        if "T" in progress.waiting:
            yield session.board
        finished(session, session.submit(Advance(overrule=True)))


def finished(session: Session, result: Any) -> None:
    """Answer plainly: the party rolls high and the others low, nobody reacts."""
    while isinstance(result, Asked):
        result = session.answer(plain_answer(result.request))
    assert isinstance(result, Finished), result


def plain_answer(request: Any) -> rq.Answer:
    match request:
        case rq.AskRolls(rolls=rolls):
            return rq.Batch(tuple(plain_roll(roll) for roll in rolls))
        case rq.AskRoll():
            return plain_roll(request)
        case rq.AskChoice(picks=picks, default=default):
            return rq.Picked(default or picks[0].key)
        case rq.AskNumber(low=low):
            return rq.Number(low)
    raise AssertionError(request)


def plain_roll(roll: rq.AskRoll) -> rq.Faces:
    ours = "party" in (roll.side, roll.actor) or roll.actor == "T"
    return rq.Faces(tuple(sides if ours else 1 for sides in roll.dice))


def walk_costs(rules: Ruleset, board: Board) -> list[int]:
    """Costs of the squares T may end on by plain walking; none where it may not walk now."""
    mover = board.actor("T")
    option = next((one for one in rules.menu(board, mover) if one.verb == "move"), None)
    if option is None or option.refusals:
        return []
    reach = rules.reach(board, mover, "move")
    return [reach.costs[cell] for cell in reach.stops]


def legal_acts(rules: Ruleset, board: Board) -> Iterator[Act]:
    """Each act that nothing speaks against; those to be talked over, such as stunts, are left out."""
    for option in rules.menu(board, board.actor("T")):
        talked_over = option.targeting is Targeting.TEXT or len(option.picks) > 1
        if not option.refusals and not talked_over:
            yield from (act for act in acts_of(rules, board, option) if not rules.why_not(board, act))


def acts_of(rules: Ruleset, board: Board, option: Option) -> Iterator[Act]:
    groups = [[(group.key, key) for key, _ in group.choices] or [(group.key, "x")] for group in option.picks]
    mover = board.actor("T")
    assert mover.cell is not None
    targets: list[tuple[str, ...]] = [()]
    if option.targeting in (Targeting.ACTOR, Targeting.CHARGE):
        targets = [(target,) for target in rules.targets(board, mover, option.verb)]
    paths: list[tuple[tuple[int, int], ...]] = [()]
    if option.targeting is Targeting.PATH:
        (x, y), steps = mover.cell, (-1, 0, 1)
        paths = [((x + dx, y + dy),) for dy in steps for dx in steps if dx or dy]
    for picks in product(*groups):
        for target in targets:
            for path in paths:
                yield Act("T", option.verb, path=path, targets=target, picks=dict(picks))


def results(rules: Ruleset, board: Board, acts: list[Act]) -> set[bytes]:
    """All battles that one of the acts can lead to, whatever is rolled and chosen, encoded."""
    found: set[bytes] = set()
    for act in acts:
        if act.verb in TWICE:
            continue
        for battle in outcomes(board, lambda draft, act=act: rules.play(draft, act)):
            found.add(msgspec.msgpack.encode(replace(battle, counter=0)))
    return found


def outcomes(board: Board, make: Callable[[Draft], Any]) -> Iterator[Battle]:
    """Drive a procedure over every pick and the faces that differ."""
    branching, more = Branching(), True
    while more:
        branching.begin()
        draft = Draft(board.battle, board)
        procedure = make(draft)
        try:
            request = next(procedure)
            while True:
                request = procedure.send(next_answer(request, branching))
        except StopIteration:
            yield draft.battle
        more = branching.advance()


def next_answer(request: Any, branching: Branching) -> rq.Answer:
    match request:
        case rq.AskRolls(rolls=rolls):
            return rq.Batch(tuple(rq.Faces(branching.pick(edges(roll))) for roll in rolls))
        case rq.AskRoll():
            options = edges(request)
            instead = [pick for pick in request.instead if pick.key not in TALKED_OVER]
            chosen = branching.pick([((index,), 1.0) for index in range(len(options) + len(instead))])[0]
            if chosen < len(options):
                return rq.Faces(options[chosen][0])
            return rq.Picked(instead[chosen - len(options)].key)
        case rq.AskChoice(picks=picks):
            return rq.Picked(picks[branching.pick([((index,), 1.0) for index in range(len(picks))])[0]].key)
        case rq.AskNumber(low=low, high=high):
            return rq.Number(branching.pick([((value,), 1.0) for value in range(low, high + 1)])[0])
        case rq.AskCells(allowed=allowed):
            return rq.Chosen(
                (allowed[branching.pick([((index,), 1.0) for index in range(len(allowed))])[0]],)
            )
        case rq.AskRuling():
            return rq.Ruling("so be it")
    raise AssertionError(request)


def edges(roll: rq.AskRoll) -> Outcomes:
    """Faces that a rule book may tell apart: all, or of a roll with something to reach those at its edges."""
    how = (roll.keep, roll.at_or_under, roll.naturals)
    return edges_of(roll.dice, roll.tally.total, roll.beats, *how)


@cache  # few rolls differ in what counts here, and each is asked for thousands of times
def edges_of(
    dice: tuple[int, ...], bonus: int, beats: int | None, keep: str, at_or_under: bool, naturals: bool
) -> Outcomes:
    roll = rq.AskRoll(
        title=Phrase(""),
        dice=dice,
        tally=Tally((Modifier(Phrase(""), bonus),)),
        beats=beats,
        keep=keep,
        at_or_under=at_or_under,
        naturals=naturals,
    )
    faces = every_face(roll)
    if len(dice) > 1:
        return list({kept(roll, outcome[0]): outcome for outcome in faces}.values())
    if beats is None:
        return faces
    good = [roll.succeeds(rq.Faces(shown)) for shown, _ in faces]
    turns = {0, len(faces) - 1}
    turns |= {index for index in range(1, len(good)) if good[index] != good[index - 1]}
    turns |= {index - 1 for index in turns if index}
    return [faces[index] for index in sorted(turns)]


def kept(roll: rq.AskRoll, faces: tuple[int, ...]) -> tuple[int, int]:
    """What several dice are read as, and how many of them show it."""
    total = roll.total(rq.Faces(faces)) - (0 if roll.at_or_under else roll.tally.total)
    return total, faces.count(total)


# --- positions ----------------------------------------------------------------------------------------


def begin(key: str, rows: str) -> Battle:
    """The same position under a rule book, everybody armed with its plainest weapon, few dice in a pool."""
    books = helpers()
    if key == "reduction":
        return books.reduction(rows)
    if key == "openquest":
        return books.openquest(rows)
    if key == "os_six":
        return books.os_six(rows, T={"brawn": 1, "agility": 1})
    return plain_ose(books, key, rows)


def plain_ose(books: ModuleType, key: str, rows: str) -> Battle:
    """Everybody has a sword, 3 hit points and 15 ft a move."""
    page = OseSheet(3, 3, ac=13, rate=15, gear=(Weapon("sword", "Sword"),), hands=Hands("sword"))
    pages = {letter: page for letter in rows if letter.isalpha()}
    options = OseOptions() if key == "ose.detailed" else LooseOptions()
    battle = books.battle_of(key, rows, pages, options)
    armed = {who: replace(actor, arms=arms_of(actor, battle)) for who, actor in battle.actors.items()}
    return replace(battle, actors=armed)


def helpers() -> ModuleType:
    """The builders of the tests of the rule books, read from their file: tests are no package."""
    path = HERE.parent / "engine" / "rulesets" / "conftest.py"
    spec = importlib.util.spec_from_file_location("books_for_perft", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
