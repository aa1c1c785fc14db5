"""Pictures are judged by their first bytes: kind, size, and one sentence where they cannot be used."""

import os
import struct
import zlib

import pytest

from engine.errors import BrokenFileError
from engine.importers.image_header import image_header, kind_of
from engine.importers.picture import (
    PictureInfo,
    check_picture,
    picture_id,
    read_picture,
    squares_in_name,
    terrain_for_picture,
)
from engine.store.codec import content_id


def png(width: int, height: int) -> bytes:
    """The head of a PNG of any size: the pixels are not needed."""
    header = struct.pack(">II5B", width, height, 8, 6, 0, 0, 0)
    chunk = b"IHDR" + header
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


def jpeg(width: int, height: int, orientation: int = 1, order: str = ">", padding: int = 0) -> bytes:
    mark = b"MM" if order == ">" else b"II"
    entry = struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0" + mark + struct.pack(order + "HIH", 42, 8, 1) + entry + struct.pack(order + "I", 0)
    app1 = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    note = b"\xff\xfe" + struct.pack(">H", padding + 2) + b"n" * padding
    tables = b"\xff\xc4" + struct.pack(">H", 4) + b"\0\0"
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\0" * 9
    return b"\xff\xd8" + app1 + note + b"\xff" + tables + frame


def webp(body: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def webp_lossy(width: int, height: int) -> bytes:
    return webp(
        b"VP8 " + struct.pack("<I", 99) + b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", width, height)
    )


def webp_lossless(width: int, height: int) -> bytes:
    return webp(b"VP8L" + struct.pack("<IBI", 99, 0x2F, width - 1 | (height - 1) << 14))


def webp_extended(width: int, height: int) -> bytes:
    w, h = width - 1, height - 1
    sizes = struct.pack("<HBHB", w & 0xFFFF, w >> 16, h & 0xFFFF, h >> 16)
    return webp(b"VP8X" + struct.pack("<II", 10, 0) + sizes)


@pytest.mark.parametrize("make", [png, jpeg, webp_lossy, webp_lossless, webp_extended])
def test_the_size_is_read_from_the_header(make):
    header = image_header(make(6144, 3456))
    assert header is not None
    assert header[1:] == (6144, 3456)


def test_an_extended_webp_may_be_wider_than_sixteen_bits():
    header = image_header(webp_extended(70_000, 30))
    assert header is not None
    assert header[1:] == (70_000, 30)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    ("orientation", "size"), [(1, (40, 30)), (3, (40, 30)), (6, (30, 40)), (8, (30, 40))]
)
def test_a_photo_taken_sideways_is_measured_as_it_is_shown(order, orientation, size):
    header = image_header(jpeg(40, 30, orientation, order, padding=500))
    assert header is not None
    assert header[1:] == size


@pytest.mark.parametrize("make", [png, jpeg, webp_lossy, webp_lossless, webp_extended])
def test_every_cut_of_a_header_is_survived(make):
    whole = make(40, 30)
    for length in range(len(whole)):
        header = image_header(whole[:length])
        assert header is None or header[1:] == (40, 30)
    assert image_header(b"") is None
    assert kind_of(b"") == ""


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "'m.png' is empty (0 bytes). Copy or download the picture again."),
        (png(5, 5)[:14], "'m.png' is a PNG picture that is cut short. Copy or download it again."),
        (b"GIF89a", "'m.png' is a GIF picture, which Fivefoot does not open. Save it as PNG, JPEG or WebP."),
        (
            b"%PDF-1.7",
            "'m.png' is a PDF document, which Fivefoot does not open. Save it as PNG, JPEG or WebP.",
        ),
        (
            b"\xef\xbb\xbf {",
            "'m.png' is no picture but a data file. If it is a map file, open it as one.",
        ),
        (b"PK\x03\x04", "'m.png' is a ZIP archive, no picture. Choose a PNG, JPEG or WebP file."),
        (b"hello", "'m.png' is no picture that can be read. Choose a PNG, JPEG or WebP file."),
        (
            png(20_000, 10_000),
            "'m.png' has 200 megapixels (20,000 \u00d7 10,000); 150 is the most. "
            "Save it at half its size and open that.",
        ),
    ],
)
def test_each_bad_picture_gives_its_sentence(tmp_path, data, sentence):
    (tmp_path / "m.png").write_bytes(data)
    with pytest.raises(BrokenFileError) as caught:
        read_picture(tmp_path / "m.png")
    assert str(caught.value) == sentence


def test_a_folder_or_a_missing_file_given_as_picture(tmp_path):
    with pytest.raises(BrokenFileError, match="is a folder"):
        read_picture(tmp_path)
    with pytest.raises(BrokenFileError, match="is not there any more"):
        read_picture(tmp_path / "gone.png")
    with pytest.raises(BrokenFileError, match="cannot be opened"):
        read_picture(tmp_path / "no\0name.png")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a file that this user may not read")
def test_a_picture_that_may_not_be_read(tmp_path):
    (tmp_path / "m.png").write_bytes(png(5, 5))
    (tmp_path / "m.png").chmod(0)
    with pytest.raises(BrokenFileError, match="Check that you may read"):
        read_picture(tmp_path / "m.png")


def test_a_large_picture_is_scaled_with_a_note():
    info = check_picture(png(16_000, 4_000), "coast.png")
    assert info.scale == 0.75
    assert "16,000 \u00d7 4,000" in info.note
    assert check_picture(png(12_000, 12_000), "coast.png").note == ""


def test_squares_on_a_large_picture_count_pixels_of_the_scaled_one():
    info = check_picture(png(16_000, 4_000), "coast 160x40.png")
    assert info.shown_size == (12_000, 3_000)
    assert info.pixels_per_square == 75
    terrain = terrain_for_picture(info, "", 75)
    assert (terrain.width, terrain.height) == (160, 40)


@pytest.mark.parametrize(
    ("name", "size", "squares"),
    [
        ("Crypt 30x20.png", (4200, 2800), (30, 20)),
        ("crypt_[30 x 20]_140dpi.webp", (4200, 2800), (30, 20)),
        ("Tower 10\u00d712 3000x3600.png", (1280, 1536), (10, 12)),
        ("12x12 rooms, 30x20.jpg", (3000, 2000), (30, 20)),
        ("Crypt 30x20.png", (4200, 4200), None),  # would not be square
        ("300x200px.png", (300, 200), None),
        ("Crypt 3000x2000.png", (3000, 2000), None),
        ("Crypt 0x0.png", (10, 10), None),
        ("Crypt.png", (10, 10), None),
        ("Tiny 40x40.png", (160, 160), None),  # four pixels a square
    ],
)
def test_the_name_may_tell_the_grid(name, size, squares):
    assert squares_in_name(name, *size) == squares


def test_a_map_is_laid_over_a_picture():
    data = png(450, 300)
    info = check_picture(data, "Hall 9x6.png")
    assert info.pixels_per_square == 50
    terrain = terrain_for_picture(info, picture_id(data), 50, (20, -10))
    assert (terrain.width, terrain.height) == (9, 6)
    assert not terrain.sight_limits
    picture = terrain.picture
    assert picture is not None
    assert (picture.left, picture.top, picture.pixels_x, picture.pixels_y) == (20, -10, 50, 50)


def test_the_picture_is_kept_under_the_id_the_file_uses():
    assert picture_id(b"picture") == content_id(b"picture")


@pytest.mark.parametrize("pixels", [0, -3, float("nan"), 5000, 0.1])
def test_squares_of_an_impossible_size_are_refused(pixels):
    with pytest.raises(BrokenFileError):
        terrain_for_picture(PictureInfo("m.png", "png", 450, 300), "", pixels)
