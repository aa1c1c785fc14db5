"""The look is put on when it changed, and only then."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel

from gui.theme.palette import DARK, LIGHT, apply_theme


class Dressed(QLabel):
    """Counts how often it is dressed."""

    times = 0

    def changeEvent(self, event: QEvent) -> None:
        self.times += event.type() == QEvent.Type.StyleChange
        super().changeEvent(event)


def test_a_widget_is_dressed_anew_for_another_look_only(qapp, qtbot):
    apply_theme(qapp, DARK)
    label = Dressed("words")
    qtbot.addWidget(label)
    label.show()
    label.times = 0
    apply_theme(qapp, DARK)
    assert label.times == 0
    apply_theme(qapp, LIGHT)
    assert label.times > 0
    assert label.palette().window().color().name().upper() == LIGHT.panel
    label.times = 0
    apply_theme(qapp, LIGHT, 1.5)
    assert label.times > 0
    label.times = 0
    apply_theme(qapp, LIGHT, 1.5)
    assert label.times == 0
    apply_theme(qapp, DARK)
    assert label.palette().window().color().name().upper() == DARK.panel
