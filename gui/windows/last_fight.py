"""Which fight was played last, so that a later start can go on with it."""

from __future__ import annotations

from pathlib import Path

from gui.bridge.encounters import Encounter
from gui.bridge.settings import Settings


class LastFight:
    """Remembers each encounter that is opened; the sample only once something happened in it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def follow(self, encounter: Encounter) -> None:
        """Another encounter is on the desk."""
        if encounter.kept is not None and self._settings.last_fight in ("", str(encounter.path.resolve())):
            self._settings.last_fight = str(encounter.kept.resolve())
        if encounter.sample:
            encounter.table.changed.connect(lambda _: self._remember(encounter.path))
        else:
            self._remember(encounter.path)

    def other_than(self, path: Path) -> Path | None:
        """The file of the last fight, if it is there and not the one that is open."""
        kept = Path(self._settings.last_fight)
        there = bool(self._settings.last_fight) and kept.is_file()
        return kept if there and kept != path.resolve() else None

    def _remember(self, path: Path) -> None:
        self._settings.last_fight = str(path.resolve())
