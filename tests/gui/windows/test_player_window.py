"""The players' screen: byte for byte the same whatever is hidden; nothing opens on it; it follows the GM."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtWidgets import QApplication

from engine.model.battle import Battle
from engine.model.commands import Act, Advance, Begin, PaintGround, PlaceActor, SetTerrain
from engine.model.requests import Batch, Faces, Picked
from engine.model.terrain import Door, Ground, Wall, fine
from engine.rulesets.registry import ruleset
from engine.session.results import Asked
from engine.session.session import new_session
from engine.store.samples import sunken_chapel
from engine.testing import ascii_terrain
from engine.views.audience import Audience
from gui.bridge.planner import Planner
from gui.bridge.table import Table
from gui.scene.geometry import cell_rect
from gui.scene.marks import MapMarks
from gui.tools.marking import players_marks
from gui.windows.player_window import PlayerWindow


class Token(NamedTuple):
    """A square that must be in the picture."""

    cell: tuple[int, int]
    size: int


Change = Callable[[Battle], Battle]


def with_actor(actor_id: str, **changes: Any) -> Change:
    def change(battle: Battle) -> Battle:
        actor = replace(battle.actors[actor_id], **changes)
        return replace(battle, actors={**battle.actors, actor_id: actor})

    return change


def with_sheet(actor_id: str, **changes: Any) -> Change:
    def change(battle: Battle) -> Battle:
        page = replace(battle.actors[actor_id].sheet, **changes)
        return with_actor(actor_id, sheet=page)(battle)

    return change


def without_shaman(battle: Battle) -> Battle:
    return replace(battle, actors={key: actor for key, actor in battle.actors.items() if key != "sham"})


def second_ghoul(battle: Battle) -> Battle:
    lurker = replace(battle.actors["sham"], id="ghoul", name="Ghoul", cell=(15, 9))
    return replace(battle, actors={"ghoul": lurker, **battle.actors})


def plain_wall(battle: Battle) -> Battle:
    """A wall across the nave."""
    walls = (Wall((fine(8), fine(12)), (fine(8), fine(14))),)
    return replace(battle, terrain=replace(battle.terrain, walls=walls))


def secret_door(battle: Battle) -> Battle:
    """The same wall, with a piece of it that is a secret door."""
    walls = (Wall((fine(8), fine(12)), (fine(8), fine(13))),)
    door = Door("s1", (fine(8), fine(13)), (fine(8), fine(14)), secret=True)
    terrain = replace(battle.terrain, walls=walls, doors=(*battle.terrain.doors, door))
    return replace(battle, terrain=terrain)


SECRETS: dict[str, Change] = {
    "no shaman": without_shaman,
    "a shaman elsewhere": with_actor("sham", cell=(16, 8)),
    "a giant shaman": with_actor("sham", size=2, cell=(16, 7)),
    "one more lurker": second_ghoul,
    "another AC": with_sheet("g1", ac=3),
    "another morale": with_sheet("g1", morale=12),
    "another attack": with_sheet("cap", attack_bonus=9),
    "fewer hit points, same word": with_sheet("g3", max_hp=50, hp=50),
    "a note": with_actor("cap", note="carries the key"),
}


def table_of(change: Change | None = None) -> Table:
    """The sample at the party's Move step, a secret changed."""
    battle = sunken_chapel()
    if change is not None:
        battle = change(battle)
    session = new_session(ruleset("ose.detailed"), battle)
    result = session.submit(Begin())
    while isinstance(result, Asked):
        result = session.answer(Picked("none"))
    session.submit(Act("g4", "brace"))
    result = session.submit(Advance(overrule=True))
    while isinstance(result, Asked):
        result = session.answer(Batch((Faces((9,)), Faces((4,)))))
    return Table(session)


def picture(table: Table, qtbot: Any, path: tuple[tuple[int, int], ...] = ()) -> QImage:
    window = PlayerWindow(table, lambda blob: None)
    window.set_reduced_motion(True)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    if path:
        actor = table.board.actor("tam")
        plan = Planner(table.board, table.ruleset, actor, "move").along(path)
        window.set_marks(players_marks(table, plan.intent))
    QApplication.processEvents()
    image = window.grab().toImage()
    window.hide()
    return image


@pytest.fixture(scope="module")
def path() -> tuple[tuple[int, int], ...]:
    return ((10, 13), (11, 13), (12, 14))


@pytest.mark.rule("CARD-GM-03")
@pytest.mark.parametrize("secret", SECRETS)
def test_what_is_hidden_changes_no_pixel(secret: str, qtbot: Any, path: Any) -> None:
    plain, changed = table_of(), table_of(SECRETS[secret])
    assert picture(plain, qtbot) == picture(changed, qtbot)
    assert picture(plain, qtbot, path) == picture(changed, qtbot, path)


def test_a_secret_door_is_a_wall(qtbot: Any) -> None:
    assert picture(table_of(plain_wall), qtbot) == picture(table_of(secret_door), qtbot)
    assert picture(table_of(plain_wall), qtbot) != picture(table_of(), qtbot)


def test_what_is_seen_does_change_the_picture(qtbot: Any) -> None:
    """The test above can fail."""
    assert picture(table_of(), qtbot) != picture(table_of(with_actor("g1", cell=(12, 12))), qtbot)


CLOSET, NAVE = (3, 2), (3, 7)
"""In two rooms with two passages between them; from neither there is a view into the other."""


def two_rooms() -> Table:
    """Tam has looked at both rooms and stands in the nave."""
    battle = sunken_chapel()
    room, passages = ["#........#"] * 3, ["#.######.#"] * 2
    terrain, _ = ascii_terrain(["#" * 10, *room, *passages, *room, "#" * 10])
    page = {"tam": replace(battle.actors["tam"], cell=CLOSET)}
    session = new_session(ruleset("ose.detailed"), replace(battle, terrain=terrain, actors=page, things=()))
    for cell in (CLOSET, (1, 4), (8, 4), NAVE):
        session.submit(PlaceActor("tam", cell))
    return Table(session)


def rebuilt(table: Table) -> None:
    """The GM sets a pillar, rubble and a wall into the closet."""
    table.submit(PaintGround(((6, 2),), Ground.SOLID))
    table.submit(PaintGround(((5, 3), (7, 1)), Ground.DIFFICULT))
    terrain = table.battle.terrain
    table.submit(SetTerrain(replace(terrain, walls=(Wall((fine(4), fine(1)), (fine(4), fine(4))),))))


def test_what_the_gm_builds_out_of_sight_changes_no_pixel_until_it_is_seen(qtbot: Any) -> None:
    table = two_rooms()
    before = picture(table, qtbot)
    rebuilt(table)
    assert picture(table, qtbot) == before
    table.submit(PlaceActor("tam", CLOSET))
    plain = two_rooms()
    plain.submit(PlaceActor("tam", CLOSET))
    assert picture(table, qtbot) != picture(plain, qtbot)
    table.take_back()
    assert picture(table, qtbot) == before


def planner(table: Table) -> Planner:
    return Planner(table.board, table.ruleset, table.board.actor("tam"), "move")


def test_a_path_gives_nothing_away_that_was_built_out_of_sight() -> None:
    plain, table = two_rooms(), two_rooms()
    table.submit(PaintGround(((1, 4),), Ground.IMPASSABLE))
    short, round_about = planner(plain).plan((1, 3)), planner(table).plan((1, 3))
    assert short is not None
    assert round_about is not None
    assert short.path != round_about.path
    assert players_marks(table, round_about.intent) == players_marks(plain, short.intent)
    table.submit(PlaceActor("tam", (1, 6)))  # from here it is seen
    seen = planner(table).plan((1, 3))
    assert seen is not None
    assert players_marks(table, seen.intent).path == ((1, 6), *seen.path)


def test_a_path_drawn_by_hand_ends_before_what_they_take_for_rock() -> None:
    table = two_rooms()
    table.submit(PlaceActor("tam", (1, 6)))
    table.submit(PaintGround(((1, 4),), Ground.SOLID))
    table.submit(PlaceActor("tam", NAVE))
    way = ((2, 6), (1, 6), (1, 5), (1, 4), (1, 3))
    table.submit(PaintGround(((1, 4),), Ground.OPEN))
    plan = planner(table).along(way)
    assert plan.path == way
    assert players_marks(table, plan.intent).path == (NAVE, *way[:3])


@pytest.fixture
def open_window(qtbot: Any) -> Iterator[PlayerWindow]:
    window = PlayerWindow(table_of(), lambda blob: None)
    window.set_reduced_motion(True)
    qtbot.addWidget(window)
    window.resize(1000, 700)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.hide()


def test_no_tooltip_menu_or_cursor_ever_shows(open_window: PlayerWindow) -> None:
    help_event = QHelpEvent(QEvent.Type.ToolTip, QPoint(50, 50), QPoint(50, 50))
    assert open_window.event(help_event)
    assert open_window.contextMenuPolicy() is Qt.ContextMenuPolicy.PreventContextMenu
    assert open_window.cursor().shape() is Qt.CursorShape.BlankCursor


def flee(window: PlayerWindow, who: str) -> None:
    """Nobody strikes at it and nobody goes after it."""
    result = window._table.submit(Act(who, "flee", overrule=True), overrule=True)
    while isinstance(result, Asked):
        request = result.request
        picks = [pick.key for pick in getattr(request, "picks", ()) or getattr(request, "instead", ())]
        wanted = next((key for key in ("flee", "nobody", "none") if key in picks), None)
        result = window._table.answer(Picked(wanted) if wanted else Faces((1,)))


def test_the_players_read_who_fled_before_their_eyes(open_window: PlayerWindow) -> None:
    flee(open_window, "g1")
    assert open_window.news == ("Goblin 1 flees and leaves the map",)
    open_window._news_gone.timeout.emit()
    assert open_window.news == ()
    open_window._table.take_back()
    flee(open_window, "g1")
    open_window._table.undo_to(open_window._table.session.journal.head)
    assert open_window.news == ()


def test_nobody_reads_of_those_who_left_unseen(open_window: PlayerWindow) -> None:
    flee(open_window, "sham")
    assert open_window._table.battle.actors["sham"].cell is None
    assert open_window.news == ()


def test_the_band_says_who_moves_and_how_far_and_leaves_the_map_its_room(open_window: PlayerWindow) -> None:
    table = open_window._table
    plan = Planner(table.board, table.ruleset, table.board.actor("tam"), "move").along(((10, 13), (11, 13)))
    assert "To come" in open_window._band.line
    open_window.set_marks(players_marks(table, plan.intent))
    assert open_window._band.line.endswith("Tam Reed: 10 of 30 ft")
    open_window.set_marks(MapMarks())
    assert "Tam Reed: " not in open_window._band.line
    for size, most in (((960, 600), 0.17), ((1280, 720), 0.17), ((1920, 1080), 0.14)):
        open_window.resize(*size)
        QApplication.processEvents()
        assert open_window._band.height() <= size[1] * most


@pytest.mark.rule("CARD-GM-02")
def test_squares_are_never_too_small_to_read(open_window: PlayerWindow) -> None:
    assert open_window._map.transform().m11() * 44 >= 39.9


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("cell", [(10, 13), (12, 10)])
def test_every_token_stands_whole_above_the_band(
    size: tuple[int, int], cell: tuple[int, int], open_window: PlayerWindow
) -> None:
    open_window._table.submit(PlaceActor("tam", cell))
    open_window.resize(*size)
    QApplication.processEvents()
    shown = open_window._map
    room = shown.viewport().rect()
    tokens = open_window._table.view(Audience.PLAYERS).tokens
    boxes = [shown.mapFromScene(cell_rect(t.cell, t.size)).boundingRect() for t in tokens]
    if _whole(tokens, room):
        assert all(room.contains(box) for box in boxes)
    party = [box for box, t in zip(boxes, tokens, strict=True) if t.tone.value == "party"]
    assert party
    assert all(room.contains(box) for box in party)
    assert shown.geometry().bottom() < open_window._band.geometry().top()


def _whole(tokens: Any, room: Any) -> bool:
    """Whether all tokens and a square around them fit at 40 pixels a square."""
    wide = max(t.cell[0] + t.size for t in tokens) - min(t.cell[0] for t in tokens) + 2
    high = max(t.cell[1] + t.size for t in tokens) - min(t.cell[1] for t in tokens) + 2
    return bool(wide * 40 <= room.width() and high * 40 <= room.height())


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
def test_a_path_is_drawn_with_everybody_in_the_picture(
    size: tuple[int, int], open_window: PlayerWindow
) -> None:
    open_window.resize(*size)
    QApplication.processEvents()
    path = ((10, 13), (9, 12), (8, 11), (7, 10), (6, 9), (5, 8))
    open_window.set_marks(MapMarks(selected=path[0], path=path, mover_size=1))
    shown = open_window._map
    room = shown.viewport().rect()
    assert all(room.contains(shown.mapFromScene(cell_rect(cell)).boundingRect()) for cell in path)
    tokens = open_window._table.view(Audience.PLAYERS).tokens
    corners = [Token(cell, 1) for cell in path]
    if _whole((*tokens, *corners), room):
        boxes = [shown.mapFromScene(cell_rect(t.cell, t.size)).boundingRect() for t in tokens]
        assert all(room.contains(box) for box in boxes)


def test_the_camera_rests_while_nobody_leaves_the_picture(open_window: PlayerWindow) -> None:
    open_window.resize(1280, 720)
    QApplication.processEvents()
    before = open_window._map.target
    open_window._table.submit(PlaceActor("g1", (12, 12)))
    open_window.set_marks(MapMarks(path=((9, 12), (10, 12)), mover_size=1))
    open_window.set_marks(MapMarks())
    assert before is not None
    assert open_window._map.target is before


def test_zoom_and_place_change_together_and_softly(open_window: PlayerWindow, qtbot: Any) -> None:
    open_window.resize(1280, 720)
    QApplication.processEvents()
    open_window.set_reduced_motion(False)
    camera = open_window._map
    before = camera.transform().m11()
    camera.keep_path(((10, 13), (2, 1)))
    target = camera.target
    assert target is not None
    assert camera.transform().m11() == pytest.approx(before)
    camera._ease.setCurrentTime(camera._ease.duration() // 2)
    halfway = camera.transform().m11()
    assert target.zoom < halfway < before
    camera._ease.setCurrentTime(camera._ease.duration())
    qtbot.waitUntil(lambda: camera.transform().m11() == pytest.approx(target.zoom))


def test_the_curtain_hides_everything_but_the_round(open_window: PlayerWindow, qtbot: Any) -> None:
    open_window.drop_curtain(True)
    QApplication.processEvents()
    image = open_window.grab().toImage()
    corner = image.pixelColor(5, 5)
    assert all(image.pixelColor(x, 5) == corner for x in range(0, image.width(), 7))
    open_window.drop_curtain(False)
    assert not open_window.curtain_down
