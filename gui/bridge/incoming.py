"""What a chosen, dropped or pasted file is. The content decides: a name may lie, or have no ending at all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from PySide6.QtGui import QImage

from engine.errors import BrokenFileError
from engine.importers.image_header import HEAD, is_picture, kind_of
from engine.importers.picture import PictureInfo
from engine.store.opening import ENDING
from gui.bridge.encounters import MAP_ENDINGS, check_picture_file, decode_picture

ENCOUNTER_ENDING = ENDING
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")

_BLANKS = b"\xef\xbb\xbf \t\r\n"


class Incoming(Enum):
    """What to do with a file. Whether it is a sound one of its kind is for the reader of that kind to say."""

    ENCOUNTER = "encounter"
    MAP = "map"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A picture that was read and can be laid under a grid; all sizes count pixels of `image`."""

    path: Path
    image: QImage
    info: PictureInfo


def read_map_picture(path: Path) -> MapPicture:
    """Read a picture; `BrokenFileError` is one sentence where it is none, or too large."""
    info = check_picture_file(path)
    image = decode_picture(path.read_bytes())
    if image is None:
        raise BrokenFileError(
            f"'{path.name}' could not be read as a picture. The map is unchanged. Choose another."
        )
    return MapPicture(path, image, info)


def kind_of_file(path: Path) -> Incoming:
    """What the file is; `BrokenFileError` is one sentence where Fivefoot can make nothing of it."""
    name = path.name
    try:
        if path.is_dir():
            raise BrokenFileError(f"'{name}' is a folder. Choose a file in it.")
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError as error:
        raise BrokenFileError(f"'{name}' is not there any more. Choose another file.") from error
    except (OSError, ValueError) as error:
        raise BrokenFileError(f"'{name}' cannot be opened. Check that you may read this file.") from error
    found = _by_content(head) or _by_name(name)
    if found is None:
        raise BrokenFileError(
            f"'{name}' is nothing Fivefoot can open. Choose a Fivefoot file, a Universal VTT map, "
            "or a PNG, JPEG or WebP picture."
        )
    return found


def _by_content(head: bytes) -> Incoming | None:
    kind = kind_of(head)
    if kind == "sqlite":
        return Incoming.ENCOUNTER
    if is_picture(kind) or kind == "pdf":
        return Incoming.PICTURE
    return Incoming.MAP if not kind and head.lstrip(_BLANKS).startswith(b"{") else None


def _by_name(name: str) -> Incoming | None:
    """What an empty or damaged file was meant to be, so that its own reader can say what is wrong with it."""
    lower = name.lower()
    if lower.endswith(ENCOUNTER_ENDING):
        return Incoming.ENCOUNTER
    if lower.endswith(MAP_ENDINGS):
        return Incoming.MAP
    return Incoming.PICTURE if lower.endswith(PICTURE_ENDINGS) else None
