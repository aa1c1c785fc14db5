"""Where in a scenario file something stands, so that every complaint names its line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.errors import FivefootError

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?")
_STEP = "do"


class ScenarioError(FivefootError):
    """A scenario cannot be read or played as it is written: one sentence with file, place and cure."""


class Places:
    """Finds the lines of a TOML text's tables and keys. Lines are counted from 1."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file = file
        self._lines = text.splitlines()
        self._headers = [
            (number, match[1].replace(" ", ""))
            for number, line in enumerate(self._lines, 1)
            if (match := _HEADER.fullmatch(line))
        ]

    def error(self, problem: str, line: int = 0) -> ScenarioError:
        """The exception for a problem on a line (0: somewhere in the file)."""
        where = f"{self.file}, line {line}" if line else self.file
        return ScenarioError(f"{where}: {problem}")

    def key(self, key: str, line: int = 0) -> int:
        """The line of a key below a table's header (0: before the first table), or of the header itself."""
        end = next((number for number, _ in self._headers if number > line), len(self._lines) + 1)
        wanted = re.compile(rf"\s*\"?{re.escape(key)}\"?\s*[.=]")
        for number in range(line + 1, end):
            if wanted.match(self._lines[number - 1]):
                return number
        return line

    def step(self, index: int) -> int:
        """The line of the header of the step with that index."""
        found = [number for number, name in self._headers if name == _STEP]
        return found[index] if index < len(found) else 0

    def table(self, *names: str) -> int:
        """The line of a table's header, or of the key in the table around it, as far as it is written so."""
        for depth in range(len(names), 0, -1):
            wanted = ".".join(names[:depth])
            for number, name in self._headers:
                if name.replace('"', "") == wanted:
                    return self.key(names[depth], number) if depth < len(names) else number
        return self.key(names[0])

    def path(self, path: Sequence[str | int]) -> int:
        """The line of a place inside the parsed file, such as ("do", 2, "answers")."""
        if len(path) > 1 and path[0] == _STEP and isinstance(path[1], int):
            line = self.step(path[1])
            return self.key(str(path[2]), line) if len(path) > 2 else line
        names = [str(part) for part in path if isinstance(part, str)]
        return self.table(*names) if names else 0
