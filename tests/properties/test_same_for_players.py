"""Two fights that differ only in what players cannot know look alike to them, whatever the GM goes on to do.

Alike to the byte as values, and to the pixel on their screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from engine.grid.barriers import FINE
from engine.model.actor import Arms, Condition, Stride
from engine.model.battle import Battle, Control, Side
from engine.model.commands import (
    Act,
    Command,
    HideActor,
    PaintGround,
    PlaceActor,
    RenameActor,
    SetCondition,
    SetDark,
    SetDoor,
    SetFact,
    ShowCells,
)
from engine.model.phrase import Cell
from engine.model.requests import Faces, Picked
from engine.model.terrain import Door, DoorState, Ground, Light, Terrain, Wall
from engine.rulesets.registry import ruleset
from engine.session.results import Asked
from engine.session.session import new_session
from engine.store.samples import sunken_chapel
from engine.tactics.perception import watched_cells
from engine.testing import ascii_terrain
from engine.views.audience import Audience
from gui.bridge.planner import Intent
from gui.bridge.table import Table
from gui.tools.marking import players_marks
from gui.windows.player_window import PlayerWindow

ROOMS = (
    "################",
    "#.......#......#",
    "#.......#......#",
    "#.......#......#",
    "##.######......#",
    "#......#########",
    "#......#.......#",
    "#......#.......#",
    "################",
)
HALL, VAULT, CRYPT = (3, 2), (2, 6), (11, 7)
"""The party stands in the hall, has been in the vault, and knows nothing of the crypt and the room beside."""
STRANGERS = Side("cult", "Cult of the Worm", Control.REFEREE, ("party",))

Change = Callable[[Battle], Battle]


# --- the two fights -------------------------------------------------------------------------------------


def fight(secret: Change) -> Table:
    """The hall with two heroes and a goblin; somebody lurks there and others elsewhere."""
    terrain, _ = ascii_terrain(list(ROOMS))
    door = Door("d1", (2 * FINE, 5 * FINE), (3 * FINE, 5 * FINE), DoorState.OPEN)
    terrain = replace(terrain, doors=(door,), lights=(Light((3 * FINE, 2 * FINE), 8),))
    people = sunken_chapel().actors
    places = {"tam": VAULT, "ysol": (2, 2), "g1": (6, 1), "g2": (6, 3), "sham": (1, 3), "cap": CRYPT}
    actors = {key: replace(people[key], cell=cell) for key, cell in places.items() if key in people}
    actors["sham"] = replace(actors["sham"], hidden=True)
    battle = replace(sunken_chapel(), terrain=terrain, actors=actors, things=())
    session = new_session(ruleset(battle.ruleset), battle)
    for place in ((2, 5), (2, 4), HALL):
        session.submit(PlaceActor("tam", place))
    told = session.battle
    return Table(new_session(ruleset(battle.ruleset), secret(told)))


def with_actor(key: str, **changes: Any) -> Change:
    def change(battle: Battle) -> Battle:
        if key not in battle.actors:
            return battle
        return replace(battle, actors={**battle.actors, key: replace(battle.actors[key], **changes)})

    return change


def all_of(changes: Sequence[Change]) -> Change:
    return lambda battle: reduce(lambda so_far, change: change(so_far), changes, battle)


def with_sheet(key: str, **changes: Any) -> Change:
    return lambda battle: with_actor(key, sheet=replace(battle.actors[key].sheet, **changes))(battle)


def without(key: str) -> Change:
    return lambda battle: replace(battle, actors={k: one for k, one in battle.actors.items() if k != key})


def with_map(change: Callable[[Terrain], Terrain]) -> Change:
    return lambda battle: replace(battle, terrain=change(battle.terrain))


def with_cells(ground: Ground, *cells: Cell) -> Change:
    def paint(terrain: Terrain) -> Terrain:
        field = bytearray(terrain.ground)
        for cell in cells:
            field[terrain.extent.index(cell)] = int(ground)
        return replace(terrain, ground=bytes(field))

    return with_map(paint)


def line(x1: int, y1: int, x2: int, y2: int) -> Wall:
    return Wall((x1 * FINE, y1 * FINE), (x2 * FINE, y2 * FINE))


def strangers_in_the_crypt(battle: Battle) -> Battle:
    sides = (*battle.sides, STRANGERS)
    worm = replace(battle.actors["g1"], id="worm", name="Worm", side="cult", cell=(9, 6), public_name="")
    return replace(battle, sides=sides, actors={"worm": worm, **battle.actors})


SECRETS: dict[str, Change] = {
    "the lurker elsewhere": with_actor("sham", cell=(7, 2)),
    "no lurker": without("sham"),
    "a giant lurker": with_actor("sham", size=2, cell=(4, 1)),
    "a lurker with a torch": with_actor("sham", light=6, arms=Arms(3)),
    "nobody in the crypt": without("cap"),
    "another in the crypt": with_actor("cap", cell=(9, 6), name="Lich", kind="Lich", label="L", light=4),
    "a side nobody met": strangers_in_the_crypt,
    "another crypt": with_cells(Ground.SOLID, (9, 6), (10, 6), (11, 6)),
    "chasms beyond": with_cells(Ground.IMPASSABLE, (9, 1), (9, 2), (9, 3), (8, 6)),
    "no room behind the rock": with_cells(Ground.SOLID, (9, 1), (9, 2), (9, 3)),
    "a way through the rock": with_cells(Ground.OPEN, (13, 5)),
    "walls beyond": with_map(lambda t: replace(t, walls=(line(10, 1, 10, 4), line(12, 6, 12, 8)))),
    "a door beyond": with_map(
        lambda t: replace(t, doors=(Door("d0", (10 * FINE, 6 * FINE), (10 * FINE, 7 * FINE)), *t.doors))
    ),
    "a lamp beyond": with_map(lambda t: replace(t, lights=(Light((11 * FINE, 7 * FINE), 5), *t.lights))),
    "another title": lambda battle: replace(battle, title="The lich lies in wait"),
    "another counter": lambda battle: replace(battle, counter=77),
    "a note": with_actor("g1", note="turns on the party in round 3"),
    "what the goblin is": with_actor("g1", name="Doppelganger 9", kind="Doppelganger", label="D9"),
    "what the goblin can see": with_actor("g1", dark_sight=3),
    "how far the goblin went": with_actor("g1", stride=Stride(4, 1)),
    "a curse of the GM's": with_actor("g1", conditions=(Condition("marked_for_death", until=9),)),
    "another AC and morale": with_sheet("g1", ac=2, morale=12, attack_bonus=9),
}


# --- what the GM does -----------------------------------------------------------------------------------

HERE = ((2, 1), (3, 3), (5, 3), (6, 2), (3, 1))
"""Squares of the hall with nobody secret on them in any of the fights."""
INTENTS = (
    Intent("tam", "move", goal=CRYPT),
    Intent("tam", "move", goal=(10, 2)),
    Intent("tam", "move", goal=(5, 2)),
    Intent("tam", "move", goal=(5, 7)),
    Intent("ysol", "move", walked=((3, 3), (4, 3), (5, 2), (6, 2), (7, 2), (8, 2), (9, 2))),
)


def commands() -> st.SearchStrategy[Command]:
    """Everyday work of the GM, none of it about a secret."""
    cells, known = st.sampled_from(HERE), st.sampled_from(("tam", "ysol", "g1"))
    return st.one_of(
        st.builds(PlaceActor, known, cells),
        st.builds(PaintGround, cells.map(lambda cell: (cell,)), st.sampled_from(Ground)),
        st.builds(SetDoor, st.just("d1"), st.sampled_from(DoorState)),
        st.builds(SetDark, st.booleans()),
        st.builds(SetFact, known, st.just("hp"), st.integers(1, 4)),
        st.builds(SetCondition, known, st.just(Condition("prone")), st.booleans()),
        st.builds(ShowCells, st.just(((1, 6), (1, 7))), st.booleans()),
        st.builds(HideActor, st.just("g2"), st.booleans()),
        st.builds(RenameActor, st.just("g2"), st.just("Snag"), st.just("Sn"), st.just("Snag")),
        st.just(Act("tam", "move", path=((4, 3), (5, 3)), overrule=True)),
    )


def do(table: Table, command: Command | None) -> str:
    """Carry it out, all that is asked answered in the plainest way; None takes the last one back."""
    if command is None:
        table.take_back()
        return "back"
    result = table.submit(command)
    while isinstance(result, Asked):
        request = result.request
        picks = [pick.key for pick in getattr(request, "picks", ())]
        answered = table.answer(Picked(picks[-1]) if picks else Faces((1,)))
        assert answered is not None
        result = answered
    return type(result).__name__


# --- what the players see -------------------------------------------------------------------------------


def seen(table: Table) -> Iterator[bytes]:
    """Everything that is handed to their window."""
    yield msgspec.json.encode(table.known_board.battle)
    view = table.view(Audience.PLAYERS)
    yield msgspec.json.encode((view.title, view.terrain, view.tokens, view.sides, view.progress, view.things))
    yield repr((sorted(view.seen or ()), sorted(view.explored or ()), view.pictures)).encode()
    for intent in INTENTS:
        yield repr(players_marks(table, intent)).encode()
    last = table.session.journal.last
    lines = table.narrator(Audience.PLAYERS).lines(last.events if last is not None else ())
    yield repr(lines).encode()


class Screen:
    """The players' window of one fight, open all the while."""

    def __init__(self, table: Table, qtbot: Any) -> None:
        self._window = PlayerWindow(table, lambda blob: None)
        self._window.set_reduced_motion(True)
        qtbot.addWidget(self._window)
        self._window.resize(640, 420)
        self._window.show()
        self._table = table

    def picture(self, intent: Intent | None = None) -> Any:
        self._window.set_marks(players_marks(self._table, intent))
        QApplication.processEvents()
        return self._window.grab().toImage()

    def close(self) -> None:
        self._window.hide()


@pytest.mark.rule("CARD-GM-03")
@pytest.mark.parametrize("secret", SECRETS)
def test_no_secret_reaches_their_window(secret: str) -> None:
    one, other = fight(lambda battle: battle), fight(SECRETS[secret])
    assert one.battle != other.battle
    assert list(seen(one)) == list(seen(other))


@pytest.mark.rule("CARD-GM-03")
@settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_no_work_of_the_gm_tells_two_fights_apart(qtbot: Any, data: st.DataObject) -> None:
    secrets = data.draw(st.lists(st.sampled_from(sorted(SECRETS)), min_size=1, max_size=4, unique=True))
    one, other = fight(lambda battle: battle), fight(all_of([SECRETS[name] for name in secrets]))
    screens = [Screen(table, qtbot) for table in (one, other)]
    for number in range(7):
        for mine, theirs in zip_longest(seen(one), seen(other)):
            assert mine == theirs
        intent = INTENTS[number] if number < len(INTENTS) else None
        assert screens[0].picture(intent) == screens[1].picture(intent)
        command = data.draw(st.none() | commands(), label="command")
        assert do(one, command) == do(other, command)
    for screen in screens:
        screen.close()


def test_what_they_can_see_does_tell_them_apart(qtbot: Any) -> None:
    """The test above can fail."""
    one, other = fight(lambda battle: battle), fight(with_actor("g1", cell=(5, 1)))
    assert list(seen(one)) != list(seen(other))
    assert Screen(one, qtbot).picture() != Screen(other, qtbot).picture()


def test_the_party_knows_the_hall_and_the_vault_alone() -> None:
    """The secrets above are where nobody of the party looks."""
    table = fight(lambda battle: battle)
    board, view = table.board, table.view(Audience.PLAYERS)
    index = board.extent.index
    assert {index(cell) for cell in HERE} <= watched_cells(board)
    assert index(VAULT) in (view.explored or ())
    assert {index(CRYPT), index((10, 2))}.isdisjoint(view.explored or ())
    assert {token.id for token in view.tokens} == {"tam", "ysol", "g1", "g2"}
