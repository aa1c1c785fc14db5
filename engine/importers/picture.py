"""A plain picture as a map: what it is, whether it can be opened, and a guess at its grid.

Decoding is the window's job; here only the header is read, so that a picture too large is refused before it
fills the memory.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from msgspec import Struct

from engine.errors import BrokenFileError
from engine.importers.image_header import HEAD, READABLE, image_header, is_picture, kind_of, title_of
from engine.model.terrain import Picture, Terrain, turned_size

MAX_PIXELS = 150_000_000
"""Above every map seen (104 megapixels), below what an ordinary laptop can hold decoded."""
MAX_SIDE = 12_000
"""Pixels a side; larger pictures are shown scaled down."""
MAX_SQUARES = 250_000
"""Most squares of a map, for all importers."""

_SMALLEST_SQUARE = 8.0  # pixels; a printed grid finer than this is not meant for tokens
_SQUARES_IN_NAME = re.compile(r"(?<!\d)(\d{1,3})\s?[xX\u00d7]\s?(\d{1,3})(?!\d|\s?(?:px|pixel|dpi|ppi))")


class PictureInfo(Struct, frozen=True):
    """A picture that can be opened. Sizes in pixels of the file, turned as it is to be shown.

    `scale` is what to shrink it by when it is decoded (1.0: not at all); everything that is measured in the
    picture afterwards counts pixels of the shrunk one. `squares` is what its name says of the grid, when
    that fits its proportions.
    """

    name: str
    kind: str
    width: int
    height: int
    scale: float = 1.0
    squares: tuple[int, int] | None = None

    @property
    def shown_size(self) -> tuple[int, int]:
        """Width and height once it is decoded."""
        return max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))

    @property
    def pixels_per_square(self) -> float | None:
        """Side of a square by the name, None when the name says nothing."""
        return self.shown_size[0] / self.squares[0] if self.squares else None

    @property
    def note(self) -> str:
        """A sentence for the GM when the picture will not be used as it is; else empty."""
        if self.scale == 1.0:
            return ""
        return (
            f"'{self.name}' is {self.width:,} \u00d7 {self.height:,} pixels; it is shown at "
            f"{self.scale:.0%} of that, {MAX_SIDE:,} pixels a side being the most."
        )


def read_picture(path: Path) -> PictureInfo:
    """Check a picture file. `BrokenFileError` is one sentence: what is wrong with it, and the cure."""
    name = path.name
    try:
        if path.is_dir():
            raise BrokenFileError(f"'{name}' is a folder. Choose a picture in it.")
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError as error:
        raise BrokenFileError(f"'{name}' is not there any more. Choose another picture.") from error
    except (OSError, ValueError) as error:
        raise BrokenFileError(f"'{name}' cannot be opened. Check that you may read this file.") from error
    return check_picture(head, name)


def check_picture(data: bytes, name: str) -> PictureInfo:
    """Check a picture by its first bytes (`HEAD` of them are enough); errors as `read_picture`."""
    if not data:
        raise BrokenFileError(f"'{name}' is empty (0 bytes). Copy or download the picture again.")
    header = image_header(data)
    if header is None:
        raise BrokenFileError(_why_unreadable(data, name))
    if header.width * header.height > MAX_PIXELS:
        megapixels = header.width * header.height / 1e6
        raise BrokenFileError(
            f"'{name}' has {megapixels:,.0f} megapixels ({header.width:,} \u00d7 {header.height:,}); "
            f"{MAX_PIXELS // 1_000_000} is the most. Save it at half its size and open that."
        )
    scale = shown_scale(header.width, header.height)
    squares = squares_in_name(name, header.width, header.height)
    return PictureInfo(name, header.kind, header.width, header.height, scale, squares)


def shown_scale(width: int, height: int) -> float:
    """What a picture of this size is shrunk by when it is decoded, 1.0 where it is small enough."""
    return min(1.0, MAX_SIDE / max(width, height))


def _why_unreadable(data: bytes, name: str) -> str:
    kind = kind_of(data)
    if kind in READABLE:
        return f"'{name}' is {title_of(kind)} that is cut short. Copy or download it again."
    if is_picture(kind) or kind == "pdf":
        return f"'{name}' is {title_of(kind)}, which Fivefoot does not open. Save it as PNG, JPEG or WebP."
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return f"'{name}' is no picture but a data file. If it is a map file, open it as one."
    if kind:
        return f"'{name}' is {title_of(kind)}, no picture. Choose a PNG, JPEG or WebP file."
    return f"'{name}' is no picture that can be read. Choose a PNG, JPEG or WebP file."


def squares_in_name(name: str, width: int, height: int) -> tuple[int, int] | None:
    """Columns and rows from a file name such as "Crypt 30x20", if squares of that count would be square.

    The last such pair that fits wins; pixel sizes ("3000x2000") have too many digits to be taken for it.
    """
    found = None
    for match in _SQUARES_IN_NAME.finditer(name.rpartition(".")[0] or name):
        columns, rows = int(match[1]), int(match[2])
        if columns == 0 or rows == 0:
            continue
        across, down = width / columns, height / rows
        if min(across, down) >= _SMALLEST_SQUARE and abs(across - down) <= 0.02 * max(across, down):
            found = columns, rows
    return found


def terrain_for_picture(
    info: PictureInfo,
    blob: str,
    pixels_per_square: float,
    offset: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
) -> Terrain:
    """An open map with the picture under it.

    `blob` is the picture's content id, `pixels_per_square` and `offset` (of the grid's first corner, right
    and down) count pixels of the picture as it is shown, `turn` degrees clockwise. Squares that are at least
    half on the picture belong to the map. `BrokenFileError` when the squares are too small or the map would
    have none.
    """
    if not pixels_per_square > 0:
        raise BrokenFileError("A square must be wider than nothing. Drag two corners of the printed grid.")
    left, top = offset
    shown = turned_size(*info.shown_size, turn)
    width = int((shown[0] - left) / pixels_per_square + 0.5)
    height = int((shown[1] - top) / pixels_per_square + 0.5)
    if width < 1 or height < 1:
        raise BrokenFileError(f"A square of {pixels_per_square:.0f} pixels is larger than '{info.name}'.")
    if width * height > MAX_SQUARES:
        raise BrokenFileError(
            f"Squares of {pixels_per_square:.1f} pixels would make {width:,} \u00d7 {height:,} of them. "
            f"Choose larger squares: {MAX_SQUARES:,} in all is the most."
        )
    picture = Picture(blob, left, top, pixels_per_square, pixels_per_square, info.name, turn)
    return Terrain(width, height, bytes(width * height), picture=picture, sight_limits=False)


def picture_id(data: bytes) -> str:
    """The content id of a whole picture, under which the encounter file keeps it."""
    return hashlib.sha256(data).hexdigest()
