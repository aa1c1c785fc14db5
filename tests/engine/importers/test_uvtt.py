"""Universal VTT maps: every quirk of real files in a small map made here."""

import base64
import json

import pytest

from engine.errors import BrokenFileError
from engine.grid.barriers import Barriers
from engine.importers import uvtt, uvtt_file
from engine.importers.picture import picture_id
from engine.importers.report import Remark
from engine.importers.uvtt import read_uvtt
from engine.model.terrain import DoorState, fine
from tests.engine.importers.uvtt_maps import (
    PICTURE,
    ROOM,
    ROOM_WALLS,
    a_map,
    at,
    light,
    line,
    png,
    portal,
    read,
    walls,
)

# --- what it is for ------------------------------------------------------------------------------------


def test_a_whole_map():
    made = read(
        a_map(
            line_of_sight=[line((2, 2), (8, 2), (8, 3)), line((8, 4), (8, 6), (2, 6), (2, 2))],
            portals=[portal((8, 3), (8, 4))],
            lights=[light(5, 4)],
        )
    )
    terrain = made.terrain
    assert (terrain.width, terrain.height, terrain.sight_limits) == (10, 8, True)
    assert walls(made) == ROOM_WALLS - {((8, 2), (8, 6))} | {((8, 2), (8, 3)), ((8, 4), (8, 6))}
    (door,) = terrain.doors
    assert (door.state, door.see_through, door.secret) == (DoorState.CLOSED, False, False)
    assert (terrain.lights[0].at, terrain.lights[0].radius) == ((5 * 256, 4 * 256), 4)
    assert (made.picture, made.picture_kind) == (PICTURE, "png")
    picture = terrain.picture
    assert picture is not None
    assert (picture.blob, picture.left, picture.top) == (picture_id(PICTURE), 0, 0)
    assert (picture.pixels_x, picture.pixels_y) == (10, 10)
    assert made.report.lines == ("5 pieces of wall, 1 door, 0 windows, 1 light.",)


def test_its_doors_and_walls_stop_steps():
    made = read(
        a_map(
            line_of_sight=[line((2, 2), (8, 2), (8, 3)), line((8, 4), (8, 6), (2, 6), (2, 2))],
            portals=[portal((8, 3), (8, 4))],
        )
    )
    shut = Barriers(made.terrain.extent, segments=made.terrain.segments())
    assert not shut.can_step((7, 3), (8, 3))
    opened = made.terrain.with_door(type(made.terrain.doors[0])("d1", *_ends(made), DoorState.OPEN))
    free = Barriers(opened.extent, segments=opened.segments())
    assert free.can_step((7, 3), (8, 3))
    assert not free.can_step((7, 4), (8, 4))


def _ends(made):
    return made.terrain.doors[0].a, made.terrain.doors[0].b


# --- origin and cropping -------------------------------------------------------------------------------


def test_the_origin_is_taken_off_walls_objects_doors_and_lights_alike():
    def shifted(dx, dy):
        return a_map(
            origin=(dx, dy),
            line_of_sight=[line((2 + dx, 2 + dy), (8 + dx, 2 + dy))],
            objects_line_of_sight=[line((3 + dx, 4 + dy), (4 + dx, 4 + dy))],
            portals=[portal((8 + dx, 3 + dy), (8 + dx, 4 + dy))],
            lights=[light(5 + dx, 4 + dy)],
        )

    assert read(shifted(46, 41)).terrain == read(shifted(0, 0)).terrain == read(shifted(-3, 12)).terrain


def test_what_cropping_left_outside_is_dropped_cut_and_counted():
    made = read(
        a_map(
            line_of_sight=[line((-20, 4), (5, 4), (5, 30)), line((40, 40), (50, 40), (50, 50))],
            portals=[portal((40, 3), (40, 4)), portal((5, 5), (5, 6))],
            lights=[light(-3, 4), light(5, 5)],
        )
    )
    off = 90 / 256  # how far walls may stand out of the picture
    assert walls(made) == {((-off, 4), (5, 4)), ((5, 4), (5, 5)), ((5, 6), (5, 8 + off))}
    report = made.report
    assert report.count(Remark.WALL_CUT) == 2
    assert report.count(Remark.WALL_OUTSIDE) == 2
    assert report.count(Remark.DOOR_OUTSIDE) == 1
    assert report.count(Remark.LIGHT_OUTSIDE) == 1
    assert (len(made.terrain.doors), len(made.terrain.lights)) == (1, 1)
    assert (made.terrain.width, made.terrain.height) == (10, 8)


def test_walls_a_little_off_the_map_are_left_as_they_are():
    made = read(a_map(line_of_sight=[line((-0.3, -0.1), (10.2, -0.1))]))
    assert made.report.count(Remark.WALL_CUT) == 0
    assert made.terrain.walls[0].a == (fine(-0.3), fine(-0.1))


def test_walls_far_outside_the_picture_leave_an_open_map():
    made = read(a_map(line_of_sight=[line((900, 900), (950, 900)), line((-1e5, 0), (-1e5, 9))]))
    assert made.terrain.walls == ()
    assert not made.terrain.sight_limits
    assert made.report.count(Remark.WALL_OUTSIDE) == 2
    assert made.report.count(Remark.NO_WALLS) == 1


def test_a_crop_in_mid_square_shifts_the_picture_under_the_grid():
    made = read(a_map(origin=(2.5, 1.25), line_of_sight=[line((3, 2), (9, 2))], lights=[light(6, 3)]))
    terrain, picture = made.terrain, made.terrain.picture
    assert (terrain.width, terrain.height) == (11, 9)
    assert walls(made) == {((1, 1), (7, 1))}
    assert terrain.lights[0].at == (4 * 256, 2 * 256)
    assert (picture.left, picture.top) == (-5, -2.5)
    assert made.report.count(Remark.PART_SQUARES) == 1


def test_an_origin_a_rounding_error_off_is_whole():
    made = read(a_map(origin=(45.9999999, 41.0000001), line_of_sight=[line((48, 43), (54, 43))]))
    assert (made.terrain.width, made.terrain.height) == (10, 8)
    assert walls(made) == {((2, 2), (8, 2))}
    assert made.report.count(Remark.PART_SQUARES) == 0


# --- doors and windows ---------------------------------------------------------------------------------


def test_narrow_openings_that_let_light_through_are_windows_wider_ones_open_doors():
    made = read(
        a_map(
            line_of_sight=[ROOM],
            portals=[
                portal((3, 2), (3.75, 2), closed=False),
                portal((5, 2), (6, 2), closed=False),
                portal((3, 6), (3.754, 6), closed=True),
            ],
        )
    )
    window, door, narrow = made.terrain.doors
    assert (window.see_through, window.state) == (True, DoorState.CLOSED)
    assert (door.see_through, door.state) == (False, DoorState.OPEN)
    assert (narrow.see_through, narrow.state) == (False, DoorState.CLOSED)
    assert made.report.summary.endswith("2 doors, 1 window, 0 lights")
    assert made.report.count(Remark.WINDOW) == 1


def test_a_wall_through_a_doorway_is_opened_there():
    made = read(a_map(line_of_sight=[ROOM, line((8, 0), (8, 8))], portals=[portal((8, 3), (8, 4))]))
    assert ((8, 2), (8, 3)) in walls(made)
    assert ((8, 0), (8, 3)) in walls(made)
    assert not any(a[0] == b[0] == 8 and a[1] < 3.5 < b[1] for a, b in walls(made))
    assert made.report.count(Remark.WALL_IN_DOORWAY) == 2


@pytest.mark.parametrize(
    "bad",
    [
        {"position": at(8, 3.5), "closed": True},
        {"bounds": line((8, 3))},
        {"bounds": line((8, 3), (8, 3))},
        {"bounds": line((8, 3), (8, 4), (8, 5))},
        {"bounds": [at(8, 3), "8,4"]},
        {"bounds": None},
        "door",
        None,
    ],
)
def test_a_door_without_two_ends_is_counted(bad):
    made = read(a_map(line_of_sight=[ROOM], portals=[bad, portal((2, 3), (2, 4))]))
    assert len(made.terrain.doors) == 1
    assert made.report.count(Remark.BAD_DOOR) == 1


def test_a_door_that_reaches_out_of_the_map_ends_at_its_edge():
    made = read(a_map(portals=[portal((9, 4), (90_000, 4))]))
    assert made.terrain.doors[0].b == (fine(10.35), 4 * 256)


def test_a_door_given_twice_is_one_door():
    made = read(a_map(portals=[portal((8, 3), (8, 4)), portal((8, 4), (8, 3))]))
    assert [door.id for door in made.terrain.doors] == ["d1"]
    assert made.report.count(Remark.SAME_DOOR) == 1


# --- walls ---------------------------------------------------------------------------------------------


def test_objects_count_as_walls_and_are_named():
    made = read(a_map(objects_line_of_sight=[line((3, 3), (4, 3), (4, 4), (3, 3))]))
    assert len(made.terrain.walls) == 3
    assert made.report.count(Remark.OBJECT) == 1


def test_damaged_points_and_lines_are_skipped_and_counted():
    text = json.dumps(
        a_map(
            line_of_sight=[
                [at(2, 2), "here", at(8, 2)],
                [at(2, 3), {"x": 4}, at(None, 1), at(True, 1), at(8, 3)],
                "a wall",
                [at(2, 4), at("NAN", 4), at(8, 4)],
                [at(5, 5)],
                [at(6, 6), at(6, 6), at(6, 6)],
                [],
            ]
        )
    )
    made = read(text.replace('"NAN"', "NaN").encode())
    assert walls(made) == {((2, 2), (8, 2)), ((2, 3), (8, 3)), ((2, 4), (8, 4))}
    assert made.report.count(Remark.BAD_POINT) == 5
    assert made.report.count(Remark.BAD_LINE) == 1
    assert made.report.count(Remark.EMPTY_LINE) == 2


def test_infinite_and_absurd_numbers_are_skipped():
    text = json.dumps(a_map(line_of_sight=[line((2, 2), (4, 2))], lights=[light(5, 5)]))
    made = read(text.replace('"x": 4,', '"x": -Infinity,').replace('"x": 5,', '"x": 1e300,').encode())
    assert made.terrain.walls == made.terrain.lights == ()
    assert made.report.count(Remark.BAD_POINT) == 1
    assert made.report.count(Remark.BAD_LIGHT) == 1


def test_a_wall_drawn_twice_is_kept_once():
    made = read(a_map(line_of_sight=[line((2, 2), (8, 2)), line((8, 2), (2, 2))]))
    assert len(made.terrain.walls) == 1


def test_cave_walls_are_simplified():
    steps = [(x / 16, 4 + (x % 2) / 64) for x in range(16 * 8)]
    made = read(a_map(line_of_sight=[line(*steps)]))
    assert len(made.terrain.walls) == 1


def test_more_walls_than_can_be_kept_are_refused_with_a_cure(monkeypatch):
    monkeypatch.setattr(uvtt, "MAX_PIECES", 3)
    with pytest.raises(BrokenFileError, match="has 4 pieces of wall on its picture; 3 is the most"):
        read(a_map(line_of_sight=[ROOM]))
    outside = line((90, 90), (91, 90), (91, 91), (90, 91))
    assert len(read(a_map(line_of_sight=[ROOM[:3], outside])).terrain.walls) == 2


# --- lights --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("color", "kept"),
    [("80ff0010", "ff0010"), ("ff0010", "ff0010"), ("#FFAA00FF", "aa00ff"), ("red", "ffd9a0"), (7, "ffd9a0")],
)
def test_colours_are_alpha_first(color, kept):
    assert read(a_map(lights=[light(5, 4, color=color)])).terrain.lights[0].colour == kept


def test_doubled_and_damaged_lights_are_counted():
    bad = [{"position": at(1, 1)}, light(5, 4, radius=0), light(5, 4, radius="wide"), 3]
    made = read(a_map(lights=[light(5, 4), light(5, 4), light(6, 4, radius=2.5), *bad]))
    assert [lamp.radius for lamp in made.terrain.lights] == [4, 3]
    assert made.report.count(Remark.SAME_LIGHT) == 1
    assert made.report.count(Remark.BAD_LIGHT) == 4


def test_lights_beyond_the_cap_are_counted(monkeypatch):
    monkeypatch.setattr(uvtt, "MAX_LIGHTS", 2)
    made = read(a_map(lights=[light(x, 1) for x in range(1, 6)]))
    assert len(made.terrain.lights) == 2
    assert made.report.count(Remark.TOO_MANY_LIGHTS) == 3


def test_painted_light_is_told():
    baked = a_map(environment={"baked_lighting": True})
    assert read(baked).report.count(Remark.BAKED_LIGHT) == 1
    assert read(a_map()).report.count(Remark.BAKED_LIGHT) == 0


# --- size and picture ----------------------------------------------------------------------------------


def test_missing_and_null_lists_are_empty():
    value = a_map(line_of_sight=None, lights=None)
    for key in ("objects_line_of_sight", "portals", "environment", "format"):
        del value[key]
    made = read(value)
    assert made.terrain.walls == made.terrain.doors == ()
    assert made.report.remarks == {Remark.NO_WALLS: 1}


def test_a_list_that_is_none_is_counted():
    made = read(a_map(portals={"0": portal((1, 1), (2, 1))}, line_of_sight=[ROOM]))
    assert made.report.count(Remark.BAD_LIST) == 1
    assert made.terrain.walls


def test_the_picture_is_trusted_over_the_stated_grid():
    made = read(a_map(size=(5, 8), pixels=64))
    assert (made.terrain.picture.pixels_x, made.terrain.picture.pixels_y) == (20, 10)
    assert made.report.count(Remark.PICTURE_SIZE) == 1


def test_a_very_long_picture_is_measured_as_it_is_decoded():
    long = base64.b64encode(png(16_000, 4_000)).decode()
    made = read(a_map(size=(160, 40), pixels=100, image=long))
    assert (made.terrain.picture.pixels_x, made.terrain.picture.pixels_y) == (75, 75)
    assert made.report.count(Remark.PICTURE_SIZE) == 0


def test_a_map_size_that_is_no_whole_number_shows_its_last_squares_in_part():
    made = read(a_map(size=(9.5, 7.6)))
    assert (made.terrain.width, made.terrain.height) == (10, 8)


@pytest.mark.parametrize("size", [None, {}, at(0, 8), at("wide", 8), 7])
def test_without_a_size_the_picture_and_its_pixels_tell(size):
    value = a_map()
    value["resolution"]["map_size"] = size
    made = read(value)
    assert (made.terrain.width, made.terrain.height) == (10, 8)


@pytest.mark.parametrize("pixels", [0, None, "many", -4])
def test_without_any_size_the_file_is_refused(pixels):
    value = a_map(pixels=pixels)
    del value["resolution"]["map_size"]
    with pytest.raises(BrokenFileError, match="does not say how many squares"):
        read(value)
    assert read(a_map(pixels=pixels)).terrain.width == 10


def test_a_map_of_absurd_size_is_refused():
    with pytest.raises(BrokenFileError, match=r"5,000 \u00d7 5,000 squares"):
        read(a_map(size=(5000, 5000)))
    with pytest.raises(BrokenFileError, match="squares"):
        read(a_map(size=(1e300, 1e300)))


def standard():
    return base64.b64encode(PICTURE).decode()


@pytest.mark.parametrize(
    "image",
    [
        standard(),
        "data:image/webp;base64," + standard(),
        "\n".join(standard()[at : at + 76] for at in range(0, len(standard()), 76)),
        base64.urlsafe_b64encode(PICTURE).decode(),
        standard().rstrip("="),
        "  " + standard() + "\r\n",
    ],
    ids=["plain", "data-uri", "lines", "url-safe", "unpadded", "spaces"],
)
def test_every_form_of_base64_is_read_and_told_by_its_bytes(image):
    made = read(a_map(image=image))
    assert (made.picture, made.picture_kind) == (PICTURE, "png")


@pytest.mark.parametrize(
    "image", ["modules/maps/hall.jpg", "https://example.org/a/hall.jpg?v=2", r"C:\maps\hall.jpg"]
)
def test_a_path_instead_of_a_picture_keeps_the_walls_and_names_the_picture(image):
    made = read(a_map(image=image, line_of_sight=[ROOM]))
    assert made.picture is None
    assert made.terrain.picture is None
    assert made.wanted == "hall.jpg"
    assert walls(made) == ROOM_WALLS
    assert made.report.lines[1:] == (Remark.PICTURE_ELSEWHERE.value,)


def test_a_picture_beside_the_file_is_taken(tmp_path):
    (tmp_path / "hall.jpg").write_bytes(PICTURE)
    (tmp_path / "hall.uvtt").write_text(json.dumps(a_map(image="modules/maps/hall.jpg")))
    made = read_uvtt(tmp_path / "hall.uvtt")
    assert (made.picture, made.picture_kind, made.wanted) == (PICTURE, "png", "hall.jpg")
    assert made.report.count(Remark.PICTURE_BESIDE) == 1


@pytest.mark.parametrize(
    "image", ["!!!", base64.b64encode(b"no picture").decode(), standard()[:16], "\u00e9"]
)
def test_a_picture_that_cannot_be_read_keeps_the_walls(image):
    made = read(a_map(image=image, line_of_sight=[ROOM]))
    assert made.picture is None
    assert walls(made) == ROOM_WALLS
    assert made.report.count(Remark.PICTURE_UNREADABLE) == 1


@pytest.mark.parametrize("image", [None, "", 5, [], " "])
def test_no_picture_at_all(image):
    made = read(a_map(image=image, line_of_sight=[ROOM]))
    assert made.report.count(Remark.NO_PICTURE) == 1


def test_a_picture_too_large_to_open_keeps_the_walls(monkeypatch):
    monkeypatch.setattr(uvtt_file, "MAX_PIXELS", 100)
    made = read(a_map(line_of_sight=[ROOM]))
    assert made.picture is None
    assert made.report.count(Remark.PICTURE_TOO_LARGE) == 1
