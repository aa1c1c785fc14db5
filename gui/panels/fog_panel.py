"""Fog: what the players see of the map, by hand or by sight."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.bridge.brushes import FogBrush, FogTool
from gui.panels.brush_buttons import BrushButtons, BrushView
from gui.panels.check_row import CheckRow
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.segments import Segments
from gui.theme.palette import Theme

BRUSHES = (
    BrushView("reveal", "Reveal", "eye", "Squares the players remember from now on"),
    BrushView("hide", "Hide", "fog", "Squares the players forget again"),
    BrushView("room", "Room", "fit", "One click reveals everything up to the walls"),
)
SIZES = tuple((str(size), f"{size} × {size}") for size in (1, 2, 3))
HINT = "Only the players' map is fogged. What a hero sees now is always shown."


class FogPanel(QWidget):
    """Holds the chosen tool and tells of each change."""

    chosen = Signal(object)
    """The `FogTool` in hand, None when it was put down."""
    reset_wanted = Signal()
    """Forget everything the players have seen."""
    sight_chosen = Signal(bool)
    """Whether what the heroes see is revealed by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.brushes = BrushButtons(BRUSHES)
        self.size_choice = Segments(
            "Brush size", [(str(size), f"{size} × {size}") for size in (1, 2, 3)], True
        )
        self.size_choice.set_current("1")
        self.sight = CheckRow("Sight reveals")
        self.sight.setChecked(True)
        self.sight.setToolTip("Squares the heroes see are revealed and remembered by themselves")
        self.reset = KeyButton("Forget everything")
        self.reset.setToolTip("The players' map starts dark again, but for what the heroes see now")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(12), rounded(14), rounded(12), rounded(12))
        layout.setSpacing(rounded(8))
        for widget in (
            self.brushes,
            label_of("strong", "Size in squares"),
            self.size_choice,
            self.sight,
            self.reset,
            label_of("sub", HINT, wrap=True),
        ):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.brushes.chosen.connect(self._tell)
        self.size_choice.chosen.connect(self._tell)
        self.sight.toggled.connect(self.sight_chosen)
        self.reset.clicked.connect(self.reset_wanted)

    @property
    def tool(self) -> FogTool | None:
        """What is in hand."""
        key = self.brushes.current
        return FogTool(FogBrush(key), int(self.size_choice.current)) if key else None

    @property
    def choices(self) -> tuple[Segments, ...]:
        """What is chosen about the brush."""
        return (self.size_choice,)

    def put_down(self) -> None:
        """The brush was given up elsewhere (Esc on the map)."""
        self.brushes.put_down()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def _tell(self) -> None:
        self.chosen.emit(self.tool)
