"""Painter paths written as short text, so that a shape is data and not a page of calls.

Commands are absolute and separated by blanks: `M x y`, `L x y` (or bare further pairs), `Q cx cy x y`,
`C ax ay bx by x y`, `O cx cy r` (a full circle), `R x y w h r` (a rounded box), `Z`.
"""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

_ARGUMENTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "O": 3, "R": 5, "Z": 0}


def parse_path(text: str) -> QPainterPath:
    """The path that `text` describes. Raises ValueError for an unknown command or a missing number."""
    path = QPainterPath()
    words = text.split()
    command, at = "", 0
    while at < len(words):
        if words[at] in _ARGUMENTS:
            command, at = words[at], at + 1
        elif command in ("M", "L"):
            command = "L"  # bare pairs go on with straight lines
        else:
            raise ValueError(f"a number without a command at word {at} of {text!r}")
        count = _ARGUMENTS[command]
        numbers = [float(word) for word in words[at : at + count]]
        if len(numbers) < count:
            raise ValueError(f"{command} needs {count} numbers in {text!r}")
        _add(path, command, numbers)
        at += count
    return path


def _add(path: QPainterPath, command: str, n: list[float]) -> None:
    match command:
        case "M":
            path.moveTo(*n)
        case "L":
            path.lineTo(*n)
        case "Q":
            path.quadTo(*n)
        case "C":
            path.cubicTo(*n)
        case "O":
            path.addEllipse(QPointF(n[0], n[1]), n[2], n[2])
        case "R":
            path.addRoundedRect(QRectF(*n[:4]), n[4], n[4])
        case _:
            path.closeSubpath()


@lru_cache(maxsize=256)
def path_of(text: str) -> QPainterPath:
    """`parse_path`, remembered. Shared: never change the result."""
    return parse_path(text)
