"""What a file is, and how large a picture is, by its first bytes: no decoding, no library."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from struct import unpack_from
from typing import NamedTuple

HEAD = 1 << 20
"""Bytes that are enough to find the size; a JPEG may carry long notes before it."""

READABLE = ("png", "jpeg", "webp")
"""Kinds of picture the program opens."""

_SIGNATURES = (
    (0, b"\x89PNG\r\n\x1a\n", "png"),
    (0, b"\xff\xd8\xff", "jpeg"),
    (8, b"WEBP", "webp"),
    (0, b"GIF8", "gif"),
    (0, b"BM", "bmp"),
    (0, b"II*\x00", "tiff"),
    (0, b"MM\x00*", "tiff"),
    (4, b"ftypavif", "avif"),
    (0, b"%PDF", "pdf"),
    (0, b"PK\x03\x04", "zip"),
    (0, b"SQLite format 3\x00", "sqlite"),
)
_TITLES = {
    "png": "a PNG picture",
    "jpeg": "a JPEG picture",
    "webp": "a WebP picture",
    "gif": "a GIF picture",
    "bmp": "a BMP picture",
    "tiff": "a TIFF picture",
    "avif": "an AVIF picture",
    "pdf": "a PDF document",
    "zip": "a ZIP archive",
    "sqlite": "a database",
}


class ImageHeader(NamedTuple):
    """Kind of picture and its size in pixels as it is to be shown (a photo taken sideways is turned)."""

    kind: str
    width: int
    height: int


def kind_of(data: bytes) -> str:
    """What the bytes are by their signature ("png", "zip"...); empty when they have none that is known."""
    for offset, signature, kind in _SIGNATURES:
        if data.startswith(signature, offset):
            return kind
    return ""


def title_of(kind: str) -> str:
    """A kind in words, for a sentence: "a PNG picture"."""
    return _TITLES.get(kind, "a file of an unknown kind")


def is_picture(kind: str) -> bool:
    """Whether it is any sort of picture, one the program does not open included."""
    return _TITLES.get(kind, "").endswith("picture")


def image_header(data: bytes) -> ImageHeader | None:
    """Kind and size of a readable picture; None if it is none or is cut short before its size."""
    kind = kind_of(data)
    try:
        match kind:
            case "png":
                width, height = unpack_from(">II", data, 16) if data[12:16] == b"IHDR" else (0, 0)
            case "jpeg":
                width, height = _jpeg_size(data)
            case "webp":
                width, height = _webp_size(data)
            case _:
                return None
    except struct.error:
        return None
    return ImageHeader(kind, width, height) if width > 0 and height > 0 else None


def _webp_size(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8 ":  # lossy: two bytes each, of which two bits are a scale
            width, height = unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":  # lossless: 14 bits each, less one
            (packed,) = unpack_from("<I", data, 21)
            return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        case b"VP8X":  # extended: 24 bits each, less one
            low_w, high_w, low_h, high_h = unpack_from("<HBHB", data, 24)
            return (high_w << 16 | low_w) + 1, (high_h << 16 | low_h) + 1
        case _:
            return 0, 0


def _jpeg_size(data: bytes) -> tuple[int, int]:
    sideways = False
    for marker, start, length in _jpeg_segments(data):
        if marker == 0xE1 and data.startswith(b"Exif\x00\x00", start):
            sideways = _exif_orientation(data[start + 6 : start + length]) >= 5
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = unpack_from(">HH", data, start + 1)
            return (height, width) if sideways else (width, height)
    return 0, 0


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, start and length of the contents of each segment before the picture itself."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return
        marker = data[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
            continue
        if marker in (0xD9, 0xDA):
            return
        (length,) = unpack_from(">H", data, at + 2)
        yield marker, at + 4, length - 2
        at += 2 + max(length, 2)


def _exif_orientation(exif: bytes) -> int:
    """The turn a camera noted, 1 (none) to 8; 5 and more swap width and height."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1
    try:
        (start,) = unpack_from(order + "I", exif, 4)
        (count,) = unpack_from(order + "H", exif, start)
        for index in range(count):
            tag, _, _, value = unpack_from(order + "HHIH", exif, start + 2 + 12 * index)
            if tag == 0x0112:
                return int(value)
    except struct.error:
        return 1
    return 1
