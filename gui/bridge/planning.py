"""Planning time: the referee limits how long the table may talk, before initiative or within a step.

It belongs to the interface alone; the engine has no clock and nothing happens by itself when the time is up.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from gui.bridge.table import Table

SECONDS = 30
"""What is granted at first, and by each extension."""
TICK_MS = 1_000


class PlanningTimer(QObject):
    """Counts down while one step of the round is played; another step puts it away."""

    changed = Signal()
    """Another second went by, or it was started, extended or put away."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._step = ""
        self.left: int | None = None
        """Seconds left; 0 when the time is up, None while nobody is timed."""
        self._clock = QTimer(self)
        self._clock.setInterval(TICK_MS)
        self._clock.timeout.connect(self.tick)
        table.changed.connect(self._follow)

    @property
    def up(self) -> bool:
        """Whether the time is up, so that the referee has to say how it goes on."""
        return self.left == 0

    @property
    def running(self) -> bool:
        """Whether the seconds go by."""
        return self._clock.isActive()

    def start(self, seconds: int = SECONDS) -> None:
        """Grant so many seconds for the step being played. Before and after the fight there is none."""
        step = self._current()
        if not step:
            return
        self._step, self.left = step, seconds
        self._clock.start()
        self.changed.emit()

    def extend(self, seconds: int = SECONDS) -> None:
        """Grant more."""
        self.start((self.left or 0) + seconds)

    def stop(self) -> None:
        """Put it away."""
        self._clock.stop()
        if self.left is not None:
            self.left = None
            self.changed.emit()

    def tick(self) -> None:
        """A second goes by."""
        if self.left:
            self.left -= 1
            if self.left == 0:
                self._clock.stop()
            self.changed.emit()

    def _follow(self) -> None:
        if self.left is not None and self._current() != self._step:
            self.stop()

    def _current(self) -> str:
        """Round and step, so that the same step of the next round is another one."""
        progress = self._table.progress
        current = progress.current
        return "" if progress.over is not None or current is None else f"{progress.round} {current.key}"


def clock_words(seconds: int) -> str:
    """Minutes and seconds: "0:30"."""
    return f"{seconds // 60}:{seconds % 60:02}"
