"""Universal VTT files: those that are no map, each with its sentence, and real ones where present."""

import json
from pathlib import Path

import pytest

from engine.errors import BrokenFileError
from engine.importers import uvtt_file
from engine.importers.report import Remark
from engine.importers.uvtt import read_uvtt
from tests.engine.importers.uvtt_maps import (
    PICTURE,
    ROOM,
    ROOM_WALLS,
    a_map,
    read,
    walls,
)

SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "uvtt"


# --- no map at all -------------------------------------------------------------------------------------

WHOLE = json.dumps(a_map(line_of_sight=[ROOM]), indent="\t").encode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "'m.dd2vtt' is empty. Export or download the map again."),
        (b"\xef\xbb\xbf \n", "'m.dd2vtt' is empty. Export or download the map again."),
        (b"\0" * 5000, "'m.dd2vtt' is empty. Export or download the map again."),
        (PICTURE, "'m.dd2vtt' is a PNG picture under a map's name. Open it as a picture."),
        (b"PK\x03\x04 zip", "'m.dd2vtt' is a ZIP archive, no Universal VTT map. Choose another file."),
        (bytes(range(256)) * 40, "'m.dd2vtt' is no Universal VTT map: it is not text. Choose another file."),
        (b"Dear GM,", "'m.dd2vtt' is no Universal VTT map. Choose another file."),
        (b"[1, 2]", "'m.dd2vtt' is a data file, but no Universal VTT map. Choose another file."),
        (
            b'[{"name": "Orc", "ac": 6}]',
            "'m.dd2vtt' is a list, but no map. If it is a list of creatures, read it in the library.",
        ),
        (
            b'[{"name": "Orc"',
            "'m.dd2vtt' is cut short: the end is missing. Copy, export or download the map again.",
        ),
        (
            b'{"walls": [], "pixelsPerTile": 150}',
            "'m.dd2vtt' is a Dungeon Alchemist map for Roll20, "
            "which Fivefoot does not read yet. Export it as 'Universal VTT'.",
        ),
        (
            b'{"resolution": {"map_size": {"x": 1e300, "y": 20}}}',
            "'m.dd2vtt' says it is millions of \u00d7 20 "
            "squares; 250,000 in all is the most. Export a smaller part of the map.",
        ),
        (b'{"a": 1}', "'m.dd2vtt' is a data file, but no Universal VTT map. Choose another file."),
        (b'{"a" 1}', "'m.dd2vtt' is damaged in line 1. Export or download the map again."),
        (b'{"a":' + b"[" * 100_000, "'m.dd2vtt' is damaged. Export or download the map again."),
        (
            b'{"rects": [], "doors": []}',
            "'m.dd2vtt' is a One Page Dungeon file, which Fivefoot does not read yet. "
            "Open its picture instead.",
        ),
        (
            b'{"header": {}, "world": {}}',
            "'m.dd2vtt' is a Dungeondraft project. "
            "Export it from Dungeondraft as 'Universal VTT' and open that.",
        ),
    ],
)
def test_each_bad_file_gives_its_sentence(tmp_path, data, sentence):
    (tmp_path / "m.dd2vtt").write_bytes(data)
    with pytest.raises(BrokenFileError) as caught:
        read_uvtt(tmp_path / "m.dd2vtt")
    assert str(caught.value) == sentence


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.8, 0.99])
def test_a_truncated_file_is_cut_short(share):
    with pytest.raises(BrokenFileError, match="'m' is cut short: the end is missing"):
        read(WHOLE[: int(len(WHOLE) * share)], "m")


def test_every_truncation_gives_one_sentence():
    for length in range(len(WHOLE)):
        with pytest.raises(BrokenFileError):
            read(WHOLE[:length])


def test_a_byte_order_mark_is_accepted():
    assert walls(read(b"\xef\xbb\xbf" + WHOLE)) == ROOM_WALLS


def test_a_folder_a_missing_and_an_oversized_file(tmp_path, monkeypatch):
    with pytest.raises(BrokenFileError, match="is a folder"):
        read_uvtt(tmp_path)
    with pytest.raises(BrokenFileError, match="is not there any more"):
        read_uvtt(tmp_path / "gone.uvtt")
    (tmp_path / "m.uvtt").write_bytes(WHOLE)
    monkeypatch.setattr(uvtt_file, "MAX_BYTES", 100)
    with pytest.raises(BrokenFileError, match="MB is the most"):
        read_uvtt(tmp_path / "m.uvtt")


# --- files that people have ----------------------------------------------------------------------------

EXPECTED = {
    "dnd-apps_Blue_Tower_-_Base": (10, 12, "45 pieces of wall, 4 doors, 0 windows, 0 lights"),
    "dnd-apps_Chamber-of-Echoing-Grief": (10, 10, "4 pieces of wall, 0 doors, 0 windows, 0 lights"),
    "dnd-apps_azheim-meeting": (8, 8, "0 pieces of wall, 0 doors, 0 windows, 0 lights"),
    "dnd-apps_headmasters-quarters": (10, 10, "14 pieces of wall, 6 doors, 0 windows, 0 lights"),
    "dnd-apps_safe-room": (10, 10, "16 pieces of wall, 0 doors, 0 windows, 0 lights"),
    "dnd-apps_the-litch-and-his-tomb": (48, 27, "122 pieces of wall, 5 doors, 0 windows, 2 lights"),
    "oganm_test": (20, 20, "149 pieces of wall, 3 doors, 0 windows, 1 light"),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_real_files(name):
    path = SAMPLES / f"{name}.dd2vtt"
    if not path.exists():
        pytest.skip(f"the sample {path.name} is not on this machine")
    made = read_uvtt(path)
    width, height, summary = EXPECTED[name]
    assert (made.terrain.width, made.terrain.height, made.report.summary) == (width, height, summary)
    picture = made.terrain.picture
    assert picture is not None
    assert picture.pixels_x == picture.pixels_y
    assert made.report.count(Remark.PICTURE_SIZE) == made.report.count(Remark.WALL_IN_DOORWAY) == 0
    assert made.terrain.sight_limits == (name != "dnd-apps_azheim-meeting")


def test_the_cropped_tower_lines_up_with_its_picture():
    path = SAMPLES / "dnd-apps_Blue_Tower_-_Base.dd2vtt"
    if not path.exists():
        pytest.skip(f"the sample {path.name} is not on this machine")
    made = read_uvtt(path)
    assert made.report.count(Remark.DOOR_OUTSIDE) == 37
    assert ((2, 8), (2, 11)) in {tuple(sorted((round(x), round(y)) for x, y in wall)) for wall in walls(made)}
