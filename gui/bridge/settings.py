"""What the program remembers between starts: look, motion, tips, the last folder. One small INI file."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from gui.bridge.encounters import data_folder

TEXT_SCALES = (1.0, 1.25, 1.5, 2.0)


class Settings:
    """Typed access to the settings file."""

    def __init__(self) -> None:
        self._file = QSettings(str(data_folder() / "settings.ini"), QSettings.Format.IniFormat)

    @property
    def theme(self) -> str:
        """ "dark" or "light"."""
        return str(self._file.value("look/theme", "dark", type=str))

    @theme.setter
    def theme(self, value: str) -> None:
        self._file.setValue("look/theme", value)

    @property
    def map_tone(self) -> str:
        """ "dark" or "light" where the GM chose; "auto" takes a picture's own tone, and dark without one."""
        return str(self._file.value("look/map_tone", "auto", type=str))

    @map_tone.setter
    def map_tone(self, value: str) -> None:
        self._file.setValue("look/map_tone", value)

    @property
    def text_scale(self) -> float:
        """One of `TEXT_SCALES`."""
        return float(str(self._file.value("look/text_scale", 1.0, type=float)))

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
