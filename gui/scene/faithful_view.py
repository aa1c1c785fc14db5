"""A view of a scene that never leaves on the screen what the scene no longer shows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QGraphicsView


class FaithfulView(QGraphicsView):
    """Hears of all changes before it paints.

    A scene tells its views of changes by a posted call. A paint that comes in between (a tool tip over the
    map went away) would note for every item that it stands where it is now, and what it has left behind
    would never be painted over.
    """

    def viewportEvent(self, event: QEvent) -> bool:
        """Let the scene say what it has to say first."""
        if event.type() == QEvent.Type.Paint and self.scene() is not None:
            self._hear_the_scene()
        return super().viewportEvent(event)

    def _hear_the_scene(self) -> None:
        """Deliver what the scene has posted; what is to be painted for it waits until this paint is done.

        The scene has the window painted at once after it told of a change. Within a paint that would be a
        paint of the same widget again, which Qt refuses halfway.
        """
        window = self.window()
        later = _LaterUpdate()
        window.installEventFilter(later)
        QCoreApplication.sendPostedEvents(self.scene(), QEvent.Type.MetaCall.value)
        window.removeEventFilter(later)
        if later.asked:
            QCoreApplication.postEvent(window, QEvent(QEvent.Type.UpdateRequest))


class _LaterUpdate(QObject):
    """Holds back the updates of a window, and remembers that there was one."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """Swallow requests to update."""
        if event.type() != QEvent.Type.UpdateRequest:
            return False
        self.asked = True
        return True
