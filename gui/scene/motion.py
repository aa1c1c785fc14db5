"""Tokens walking: the only durations in the map. Everything ends where the view has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation, Signal

from engine.model.events import Event, Moved
from gui.scene.geometry import centre
from gui.scene.token_item import TokenItem

STEP_MS = 120
"""One square of a walk."""
LONGEST_MS = 1_200
"""Long walks are shown faster, so that nobody waits for them."""


class Motion(QObject):
    """Moves tokens along the steps of a run of events, one after the other."""

    finished = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.reduced = False
        """Reduced motion: nothing is animated."""
        self._steps: list[tuple[TokenItem, QPointF, QPointF]] = []
        self._at = 0
        self._animation = QVariantAnimation(self)
        self._animation.setEasingCurve(QEasingCurve.Type.Linear)
        self._animation.valueChanged.connect(self._advance)
        self._animation.finished.connect(self._done)

    @property
    def running(self) -> bool:
        """Whether tokens are on their way."""
        return self._animation.state() == QVariantAnimation.State.Running

    def start(self, events: Sequence[Event], tokens: Mapping[str, TokenItem]) -> bool:
        """Begin to walk. False if there is nothing to show or motion is reduced."""
        self.stop()
        steps = []
        for event in events:
            item = tokens.get(event.actor) if isinstance(event, Moved) else None
            if isinstance(event, Moved) and item is not None and item.look is not None:
                size = item.look.size
                steps.append((item, centre(event.src, size), centre(event.dst, size)))
        if not steps or self.reduced:
            return False
        self._steps = steps
        self._at = 0
        for item, start, _ in reversed(steps):
            item.setPos(start)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(float(len(steps)))
        self._animation.setDuration(min(LONGEST_MS, STEP_MS * len(steps)))
        self._animation.start()
        return True

    def stop(self) -> None:
        """End at once without a signal; the caller shows the view."""
        if self.running:
            self._animation.blockSignals(True)
            self._animation.stop()
            self._animation.blockSignals(False)
        self._steps = []

    def _advance(self, value: float) -> None:
        if not self._steps:
            return
        index = min(int(value), len(self._steps) - 1)
        for arrived, _, place in self._steps[self._at : index]:
            arrived.setPos(place)
        self._at = index
        item, start, end = self._steps[index]
        item.setPos(start + (end - start) * min(1.0, value - index))

    def _done(self) -> None:
        self._steps = []
        self.finished.emit()
