"""The outside of a Universal VTT file: is it one at all, and what is behind its `image` field."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import BrokenFileError
from engine.importers.image_header import ImageHeader, image_header, is_picture, kind_of, title_of
from engine.importers.picture import MAX_PIXELS
from engine.importers.report import Remark

MAX_BYTES = 150 * 1_000_000

_REFERENCE = re.compile(
    r"\s*[^\0\n]{1,1000}\.(?:png|jpe?g|webp|gif|webm|mp4)(?:\?[^\0\n]*)?\s*", re.IGNORECASE
)
_DATA_URI = re.compile(r"\s*data:[^,]{0,200},")
_OTHER_MAPS = (
    (
        {"rects", "doors"},
        "a One Page Dungeon file, which Fivefoot does not read yet. Open its picture instead.",
    ),
    ({"cells", "cell_bit"}, "a donjon dungeon, which Fivefoot does not read yet. Open its picture instead."),
    (
        {"header", "world"},
        "a Dungeondraft project. Export it from Dungeondraft as 'Universal VTT' and open that.",
    ),
    (
        {"walls", "pixelsPerTile"},
        "a Dungeon Alchemist map for Roll20, which Fivefoot does not read yet. Export it as 'Universal VTT'.",
    ),
    ({"walls", "tokens"}, "a Foundry scene, which Fivefoot does not read yet. Open its picture instead."),
)


class FoundPicture(NamedTuple):
    """The picture of a map file, if it has one; `wanted` names one that lies elsewhere."""

    data: bytes | None = None
    header: ImageHeader | None = None
    wanted: str = ""

    @property
    def kind(self) -> str:
        """Its kind ("png"), empty without a picture."""
        return self.header.kind if self.header else ""


def file_bytes(path: Path) -> bytes:
    """The whole of a file of reasonable size; `BrokenFileError` is one sentence."""
    try:
        if path.is_dir():
            raise BrokenFileError(f"'{path.name}' is a folder. Choose a map file in it.")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise BrokenFileError(
                f"'{path.name}' has {size / 1e6:,.0f} MB; {MAX_BYTES // 1_000_000} MB is the most. "
                "Export the map with fewer pixels a square."
            )
        return path.read_bytes()
    except FileNotFoundError as error:
        raise BrokenFileError(f"'{path.name}' is not there any more. Choose another map.") from error
    except (OSError, ValueError) as error:
        raise BrokenFileError(
            f"'{path.name}' cannot be opened. Check that you may read this file."
        ) from error


def map_object(data: bytes, name: str) -> dict[str, Any]:
    """The file's JSON object; `BrokenFileError` says what the file is instead and what to do with it."""
    if len(data) > MAX_BYTES:
        raise BrokenFileError(f"'{name}' has more than {MAX_BYTES // 1_000_000} MB, the most a map may have.")
    if not data.strip(b"\xef\xbb\xbf \t\r\n\0"):
        raise BrokenFileError(f"'{name}' is empty. Export or download the map again.")
    kind = kind_of(data)
    if is_picture(kind):
        raise BrokenFileError(f"'{name}' is {title_of(kind)} under a map's name. Open it as a picture.")
    if kind:
        raise BrokenFileError(f"'{name}' is {title_of(kind)}, no Universal VTT map. Choose another file.")
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BrokenFileError(
            f"'{name}' is no Universal VTT map: it is not text. Choose another file."
        ) from error
    except json.JSONDecodeError as error:
        raise BrokenFileError(_why_no_json(error, name)) from error
    except (RecursionError, ValueError) as error:
        raise BrokenFileError(f"'{name}' is damaged. Export or download the map again.") from error
    if not isinstance(value, dict) or not value.keys() & {"resolution", "line_of_sight", "image"}:
        raise BrokenFileError(f"'{name}' is {_what_instead(value)}")
    return value


def _why_no_json(error: json.JSONDecodeError, name: str) -> str:
    if error.pos == 0 or not error.doc.lstrip().startswith(("{", "[")):
        return f"'{name}' is no Universal VTT map. Choose another file."
    if error.msg.startswith("Unterminated") or error.pos >= len(error.doc.rstrip()):
        return f"'{name}' is cut short: the end is missing. Copy, export or download the map again."
    return f"'{name}' is damaged in line {error.lineno}. Export or download the map again."


def _what_instead(value: Any) -> str:
    keys = value.keys() if isinstance(value, dict) else set()
    for marks, title in _OTHER_MAPS:
        if marks <= keys:
            return title
    if isinstance(value, list) and value and all(isinstance(one, dict) and "name" in one for one in value):
        return "a list, but no map. If it is a list of creatures, read it in the library."
    return "a data file, but no Universal VTT map. Choose another file."


def find_picture(value: Any, folder: Path | None, remarks: Counter[Remark]) -> FoundPicture:
    """The picture in an `image` field, or beside the file if the field only names it.

    Some files hold a path or an address instead of the picture; base64 comes with a data URI's prefix, line
    breaks, the URL alphabet or no padding. The kind is told by the bytes, whatever the field claims.
    """
    if not isinstance(value, str) or not value.strip():
        remarks[Remark.NO_PICTURE] = 1
        return FoundPicture()
    if len(value) <= 2000 and _REFERENCE.fullmatch(value):
        return _referred(value, folder, remarks)
    data = _base64(value)
    return _usable(data, remarks)


def _referred(value: str, folder: Path | None, remarks: Counter[Remark]) -> FoundPicture:
    wanted = re.split(r"[/\\]", value.strip().partition("?")[0])[-1]
    beside = folder / wanted if folder is not None else None
    if beside is not None and beside.is_file() and beside.stat().st_size <= MAX_BYTES:
        found = _usable(beside.read_bytes(), remarks)
        if found.data is not None:
            remarks[Remark.PICTURE_BESIDE] = 1
        return found._replace(wanted=wanted)
    remarks[Remark.PICTURE_ELSEWHERE] = 1
    return FoundPicture(wanted=wanted)


def _usable(data: bytes, remarks: Counter[Remark]) -> FoundPicture:
    header = image_header(data)
    if header is None:
        remarks[Remark.PICTURE_UNREADABLE] = 1
        return FoundPicture()
    if header.width * header.height > MAX_PIXELS:
        remarks[Remark.PICTURE_TOO_LARGE] = 1
        return FoundPicture()
    return FoundPicture(data, header)


def _base64(text: str) -> bytes:
    """The bytes of forgiving base64; empty if it is none."""
    prefix = _DATA_URI.match(text)
    text = text[prefix.end() :] if prefix else text
    try:
        code = b"".join(text.encode("ascii").split()).translate(bytes.maketrans(b"-_", b"+/")).rstrip(b"=")
        return base64.b64decode(code + b"=" * (-len(code) % 4), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return b""
