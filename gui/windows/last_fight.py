"""Which fight was played last, so that a later start can go on with it."""

from __future__ import annotations

from pathlib import Path

from gui.bridge.encounters import Encounter
from gui.bridge.settings import Settings


class LastFight:
    """Remembers each encounter that is opened, and apart the sample once something happened in it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def follow(self, encounter: Encounter) -> None:
        """Another encounter is on the desk."""
        here = str(encounter.path.resolve())
        if encounter.sample:
            self._leave_to_the_sample(here)
            if encounter.kept is not None and self._settings.last_sample in ("", here):
                self._settings.last_sample = str(encounter.kept.resolve())
            encounter.table.changed.connect(lambda _: self._remember_sample(here))
        elif here != self._settings.last_sample:
            self._settings.last_fight = here

    def other_than(self, path: Path) -> Path | None:
        """The file of the GM's last fight, else of the last sample: what is there and not the one open."""
        remembered = (self._settings.last_fight, self._settings.last_sample)
        there = (Path(kept) for kept in remembered if kept and Path(kept).is_file())
        return next((kept for kept in there if kept != path.resolve()), None)

    def _leave_to_the_sample(self, here: str) -> None:
        """Older settings kept the sample in the place of the GM's own fight."""
        if self._settings.last_fight == here:
            self._settings.last_fight, self._settings.last_sample = "", here

    def _remember_sample(self, here: str) -> None:
        self._settings.last_sample = here
