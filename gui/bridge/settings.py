"""What the program remembers between starts: look, tips, keys, dice, the last fight. One small INI file."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSettings

from gui.bridge.encounters import data_folder
from gui.bridge.keymap import WORDS, read_changes

TEXT_SCALES = (1.0, 1.25, 1.5, 2.0)
NAME, DAMAGED_NAME = "settings.ini", "settings-damaged.ini"
KEYS, DISPLAYS = "keys", "displays"
LEAST_PPI, MOST_PPI = 10.0, 600.0
"""From a projector on a wall to a telephone."""

_LINE = re.compile(r"\s*(\[[^\[\]]+\]|[;#].*|[^=\[]+=.*)?\s*")
"""A section, a remark, a value, or nothing."""
_HEX = re.compile(r"([0-9a-f]{2})*")


class Settings:
    """Typed access to the settings file. A value that means nothing counts as not set."""

    def __init__(self) -> None:
        path = data_folder() / NAME
        self._problems: list[str] = []
        if _is_damaged(path):
            os.replace(path, path.with_name(DAMAGED_NAME))
            self._problems.append(
                f"The settings in {NAME} could not be read: the program starts with its own. "
                f"The old file is kept beside it as {DAMAGED_NAME}."
            )
        self._file = QSettings(str(path), QSettings.Format.IniFormat)
        self._check()

    @property
    def problems(self) -> tuple[str, ...]:
        """What was wrong with the file on starting, in sentences."""
        return tuple(self._problems)

    @property
    def theme(self) -> str:
        """ "dark" or "light"."""
        return self._one_of("look/theme", ("dark", "light"))

    @theme.setter
    def theme(self, value: str) -> None:
        self._file.setValue("look/theme", value)

    @property
    def map_tone(self) -> str:
        """ "dark" or "light" where the GM chose; "auto" takes a picture's own tone, and dark without one."""
        return self._one_of("look/map_tone", ("auto", "dark", "light"))

    @map_tone.setter
    def map_tone(self, value: str) -> None:
        self._file.setValue("look/map_tone", value)

    @property
    def text_scale(self) -> float:
        """One of `TEXT_SCALES`."""
        stored = _number(self._file.value("look/text_scale", 1.0))
        return stored if stored in TEXT_SCALES else 1.0

    @text_scale.setter
    def text_scale(self, value: float) -> None:
        self._file.setValue("look/text_scale", value)

    @property
    def reduced_motion(self) -> bool:
        """No gliding tokens, no easing camera, no pulse."""
        return bool(self._file.value("look/reduced_motion", False, type=bool))

    @reduced_motion.setter
    def reduced_motion(self, value: bool) -> None:
        self._file.setValue("look/reduced_motion", value)

    @property
    def dice_mode(self) -> str:
        """Who rolls: the value of a `DiceMode`."""
        return self._one_of("dice/mode", ("players", "app", "typed"))

    @dice_mode.setter
    def dice_mode(self, value: str) -> None:
        self._file.setValue("dice/mode", value)

    @property
    def last_fight(self) -> str:
        """The file of the GM's own that was played last; empty before the first."""
        return str(self._file.value("files/last_fight", "", type=str))

    @last_fight.setter
    def last_fight(self, value: str) -> None:
        self._file.setValue("files/last_fight", value)

    @property
    def last_sample(self) -> str:
        """The file of the sample fight that was played last; empty before the first."""
        return str(self._file.value("files/last_sample", "", type=str))

    @last_sample.setter
    def last_sample(self, value: str) -> None:
        self._file.setValue("files/last_sample", value)

    @property
    def window_place(self) -> bytes:
        """Where and how large the GM's window was, as Qt tells it; empty before the first time."""
        stored = str(self._file.value("window/place", "", type=str))
        return bytes.fromhex(stored) if _HEX.fullmatch(stored) else b""

    @window_place.setter
    def window_place(self, value: bytes) -> None:
        self._file.setValue("window/place", value.hex())

    @property
    def last_folder(self) -> str:
        """Where the GM last chose a file; empty before the first time."""
        return str(self._file.value("files/last_folder", "", type=str))

    @last_folder.setter
    def last_folder(self, value: str) -> None:
        self._file.setValue("files/last_folder", value)

    @property
    def tips_done(self) -> bool:
        """The three cards of the first start were finished or put away."""
        return bool(self._file.value("tips/done", False, type=bool))

    @tips_done.setter
    def tips_done(self, value: bool) -> None:
        self._file.setValue("tips/done", value)

    @property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The GM's own keys, by the name of the action; what is not among them is as in the table."""
        return read_changes(self._stored_keys())[0]

    @keys.setter
    def keys(self, changes: Mapping[str, tuple[str, ...]]) -> None:
        self._file.remove(KEYS)
        for name, keys in changes.items():
            self._file.setValue(f"{KEYS}/{name}", " ".join(keys))

    def pixels_per_inch(self, display: str) -> float | None:
        """How many pixels of a display lie on an inch of it, as the GM measured it; None if never."""
        stored = _number(self._file.value(f"{DISPLAYS}/{display}/pixels_per_inch", ""))
        return stored if stored is not None and LEAST_PPI <= stored <= MOST_PPI else None

    def set_pixels_per_inch(self, display: str, value: float) -> None:
        """Keep what was measured."""
        self._file.setValue(f"{DISPLAYS}/{display}/pixels_per_inch", round(value, 3))

    def true_size(self, display: str) -> bool:
        """Whether one square is one inch there."""
        return bool(self._file.value(f"{DISPLAYS}/{display}/true_size", False, type=bool))

    def set_true_size(self, display: str, value: bool) -> None:
        """Keep the choice for this display."""
        self._file.setValue(f"{DISPLAYS}/{display}/true_size", value)

    # --- inner workings -----------------------------------------------------------------------------

    def _one_of(self, key: str, values: tuple[str, ...]) -> str:
        """What is stored if it is one of these, else the first of them."""
        stored = str(self._file.value(key, values[0]))
        return stored if stored in values else values[0]

    def _stored_keys(self) -> dict[str, str]:
        self._file.beginGroup(KEYS)
        stored = {name: str(self._file.value(name)) for name in self._file.childKeys()}
        self._file.endGroup()
        return stored

    def _check(self) -> None:
        """Say which values will not be used."""
        used = {
            "look/theme": self.theme,
            "look/map_tone": self.map_tone,
            "dice/mode": self.dice_mode,
        }
        bad = [key for key, value in used.items() if self._file.value(key, value) != value]
        if _number(self._file.value("look/text_scale", 1.0)) != self.text_scale:
            bad.append("look/text_scale")
        _, names = read_changes(self._stored_keys())
        bad.extend(f"the key for '{WORDS.get(name, name)}'" for name in names)
        if bad:
            self._problems.append(f"In {NAME} these make no sense and are not used: {', '.join(bad)}.")


def _number(stored: object) -> float | None:
    try:
        return float(str(stored))
    except ValueError:
        return None


def _is_damaged(path: Path) -> bool:
    """Whether the file is no INI file. Qt would read what it can of it and drop the rest in silence."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError:
        return False  # none yet, or one that cannot be kept beside either
    except UnicodeDecodeError:
        return True
    return not all(_LINE.fullmatch(line) for line in lines)
