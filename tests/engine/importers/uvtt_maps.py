"""Small Universal VTT maps, made here."""

from __future__ import annotations

import base64
import json
import struct
import zlib

from engine.importers.uvtt import read_uvtt


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    header = struct.pack(">II5B", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


PICTURE = png(100, 80)


def at(x, y):
    return {"x": x, "y": y}


def line(*points):
    return [at(*point) for point in points]


def portal(a, b, closed=True, **more):
    middle = at((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return {
        "position": middle,
        "bounds": line(a, b),
        "rotation": 0,
        "closed": closed,
        "freestanding": False,
    } | more


def light(x, y, radius=4, color="ffeccd8b"):
    return {"position": at(x, y), "range": radius, "intensity": 1, "color": color, "shadows": True}


ROOM = line((2, 2), (8, 2), (8, 6), (2, 6), (2, 2))


def a_map(origin=(0, 0), size=(10, 8), pixels=10, **fields):
    value = {
        "format": 0.3,
        "resolution": {"map_origin": at(*origin), "map_size": at(*size), "pixels_per_grid": pixels},
        "line_of_sight": [],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(PICTURE).decode(),
    }
    return value | fields


def read(value, name="crypt.dd2vtt"):
    return read_uvtt(value if isinstance(value, bytes) else json.dumps(value).encode(), name)


def walls(imported):
    """The ends of the walls in squares, each with its smaller end first."""
    return {tuple(sorted((x / 256, y / 256) for x, y in (wall.a, wall.b))) for wall in imported.terrain.walls}


ROOM_WALLS = {((2, 2), (8, 2)), ((8, 2), (8, 6)), ((2, 6), (8, 6)), ((2, 2), (2, 6))}
