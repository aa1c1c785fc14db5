"""Terrain: which brush paints, how large, in what shape. The painting itself is a tool's work."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.bridge.brushes import StrokeShape, TerrainBrush, TerrainTool
from gui.bridge.keymap import Keymap
from gui.panels.brush_buttons import BrushButtons, BrushView
from gui.panels.drawing import label_of, rounded
from gui.panels.segments import Segments
from gui.theme.palette import Theme

BRUSHES = (
    BrushView("wall", "Wall", "wall", "Along the edges of squares: stops steps, blows and sight"),
    BrushView("door", "Door", "door", "On the edge of a square; click it on the map to open it"),
    BrushView("difficult", "Difficult", "difficult", "Rubble, water, brambles: costs twice the movement"),
    BrushView("impassable", "Impassable", "impassable", "A chasm or an altar: stops steps, not sight"),
    BrushView("solid", "Solid", "lock", "Rock or a pillar: stops steps, blows and sight"),
    BrushView("light", "Light", "sun", "A lamp that reaches four squares: it counts where the map is dark"),
    BrushView("erase", "Erase", "eraser", "Open floor again; walls, doors and lights away"),
)
SHAPES = ((StrokeShape.FREE, "Free"), (StrokeShape.LINE, "Line"), (StrokeShape.BOX, "Box"))
SIZES = tuple((str(size), f"{size} × {size}") for size in (1, 2, 3))
HINT = (
    "Drag on the map to paint, or go there with the arrows and paint with {waypoint} or {accept}. "
    "{cancel} puts the brush down, {undo} takes a stroke back."
)


class TerrainPanel(QWidget):
    """Holds the chosen tool and tells of each change."""

    chosen = Signal(object)
    """The `TerrainTool` in hand, None when it was put down."""

    def __init__(self, keymap: Keymap | None = None) -> None:
        super().__init__()
        self._keymap = keymap or Keymap()
        self._hint = label_of("sub", wrap=True)
        self._keymap.changed.connect(self._show_keys)
        self._show_keys()
        self.brushes = BrushButtons(BRUSHES)
        self.size_choice = Segments(
            "Brush size", [(str(size), f"{size} × {size}") for size in (1, 2, 3)], True
        )
        self.size_choice.set_current("1")
        self.shape_choice = Segments("Stroke", [(key.value, words) for key, words in SHAPES], tight=True)
        self.shape_choice.set_current(StrokeShape.FREE.value)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(12), rounded(14), rounded(12), rounded(12))
        layout.setSpacing(rounded(8))
        for widget in (
            self.brushes,
            label_of("strong", "Size in squares"),
            self.size_choice,
            label_of("strong", "Stroke"),
            self.shape_choice,
            self._hint,
        ):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.brushes.chosen.connect(self._tell)
        self.size_choice.chosen.connect(self._tell)
        self.shape_choice.chosen.connect(self._tell)

    @property
    def tool(self) -> TerrainTool | None:
        """What is in hand."""
        key = self.brushes.current
        if not key:
            return None
        shape = StrokeShape(self.shape_choice.current)
        return TerrainTool(TerrainBrush(key), int(self.size_choice.current), shape)

    @property
    def choices(self) -> tuple[Segments, ...]:
        """What is chosen about the brush."""
        return self.size_choice, self.shape_choice

    def put_down(self) -> None:
        """The brush was given up elsewhere (Esc on the map)."""
        self.brushes.put_down()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def _show_keys(self) -> None:
        actions = ("waypoint", "accept", "cancel", "undo")
        self._hint.setText(HINT.format(**{action: self._keymap.shown(action) for action in actions}))

    def _tell(self) -> None:
        self.chosen.emit(self.tool)
