"""A view of a scene that never leaves on the screen what the scene no longer shows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QGraphicsView


class FaithfulView(QGraphicsView):
    """Hears of all changes before it paints.

    A scene tells its views of changes by a posted call. A paint that comes in between (a tool tip over the
    map went away) would note for every item that it stands where it is now, and what it has left behind
    would never be painted over.
    """

    def viewportEvent(self, event: QEvent) -> bool:
        """Let the scene say what it has to say first."""
        scene = self.scene()
        if event.type() == QEvent.Type.Paint and scene is not None:
            QCoreApplication.sendPostedEvents(scene, QEvent.Type.MetaCall.value)
        return super().viewportEvent(event)
