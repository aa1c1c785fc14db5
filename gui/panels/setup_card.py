"""The right column while a map is set up: what the step at work wants to know, and the way back and on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.grid.metric import Metric
from engine.model.terrain import Terrain
from gui.bridge.brushes import FogBrush, FogTool, PaintTool, StrokeShape, TerrainBrush, TerrainTool
from gui.bridge.keymap import Keymap
from gui.bridge.map_steps import NAMES, SHORT_NAMES, STEP_OF_BRUSH, SetupStep
from gui.panels.brush_buttons import BrushButtons, BrushView
from gui.panels.check_row import CheckRow
from gui.panels.drawing import label_of, rounded
from gui.panels.grid_choices import DiagonalChoice, TrueSizeChoice
from gui.panels.key_button import KeyButton
from gui.panels.painted_button import QuietScroll
from gui.panels.segments import Segments

WALLS_HOW = (
    "Click from corner to corner, or go there with the arrows and lay with {waypoint}. A right click or "
    "{cancel} ends the line; Alt lays it off the grid. Doors are drawn like walls."
)
WITHOUT_WALLS = "Without walls the app counts distance and reach only: everything is in sight."
WITH_WALLS = "Walls and doors stop sight and steps from now on."
GROUND_HOW = "Drag over the squares, or go there with the arrows and paint with {waypoint}."
LIGHT_HOW = (
    "Lamps count on a dark map only. Click a square to set one, or go there with the arrows and set it with "
    "{waypoint}; a new one replaces the one that is there."
)
FOG_HOW = "Players start with what their heroes see, and with what is revealed here."
NO_PICTURE = "There is no picture: the floor is drawn. A picture can be laid under the map at any time."
ERASE = BrushView("erase", "Erase", "eraser", "Open floor again; walls, doors and lights away")
SOLID = BrushView("solid", "Solid", "lock", "Rock or a pillar: stops steps, blows and sight")
FOG = (
    BrushView("reveal", "Reveal", "eye", "Squares the players remember from now on"),
    BrushView("hide", "Hide", "fog", "Squares the players forget again"),
    BrushView("room", "Room", "fit", "One click reveals everything up to the walls"),
)
SIZES = tuple((str(size), f"{size} × {size}") for size in (1, 2, 3))
SHAPES = ((StrokeShape.FREE, "Free"), (StrokeShape.LINE, "Line"), (StrokeShape.BOX, "Box"))
USUAL_LIGHT, LONGEST_LIGHT = 4, 40
"""Squares."""
FOG_KEYS = frozenset(brush.value for brush in FogBrush)


class SetupCard(QWidget):
    """One page a step. Tells what the GM wants; the brush in hand is held here."""

    chosen = Signal(object)
    """The `PaintTool` in hand, None when it was put down."""
    step_wanted = Signal(object)
    """The `SetupStep` to go to, None to end the set-up."""
    picture_wanted = Signal()
    grid_wanted = Signal()
    metric_chosen = Signal(object)
    dark_chosen = Signal(bool)
    sight_chosen = Signal(bool)

    def __init__(self, scale: int, unit: str, metric: Metric, keymap: Keymap) -> None:
        super().__init__()
        self._keymap, self._scale, self._key = keymap, scale, ""
        self._hints: list[tuple[QLabel, str]] = []
        self.step = SetupStep.WALLS
        self.picture = label_of("detail", wrap=True)
        self.choose_picture = KeyButton("Choose a picture...")
        self.choose_picture.clicked.connect(self.picture_wanted)
        self.map_size = label_of("strong")
        self.lay_grid = KeyButton("Lay the grid on the picture...")
        self.lay_grid.clicked.connect(self.grid_wanted)
        self.diagonals = DiagonalChoice(scale, unit, metric)
        self.diagonals.chosen.connect(self.metric_chosen)
        self.true_size = TrueSizeChoice()
        self.walls = label_of("sub", wrap=True)
        self.radius = _radius_field(scale, unit)
        self.radius.valueChanged.connect(self._tell)
        self.dark = CheckRow("Dark but for lamps")
        self.sight = CheckRow("Sight reveals")
        self.dark.toggled.connect(self.dark_chosen)
        self.sight.toggled.connect(self.sight_chosen)
        self.sizes = Segments("Brush size", SIZES, tight=True)
        self.sizes.set_current("1")
        self.shapes = Segments("Stroke", [(key.value, words) for key, words in SHAPES], tight=True)
        self.shapes.set_current(StrokeShape.FREE.value)
        self.more = {
            SetupStep.WALLS: BrushButtons((ERASE,)),
            SetupStep.GROUND: BrushButtons((SOLID, ERASE)),
            SetupStep.LIGHT: BrushButtons((*FOG, ERASE)),
        }
        for choice in (self.sizes, self.shapes):
            choice.chosen.connect(self._tell)
        for buttons in self.more.values():
            buttons.chosen.connect(self.take)
        self.title = label_of("title", wrap=True)
        self.notice = label_of("problem", wrap=True)
        """What was just refused or said."""
        self.notice.hide()
        self.back = KeyButton("Back", big=True)
        self.onward = KeyButton("", keymap.shown("accept"), primary=True, big=True)
        self.end = KeyButton("Finish").follow(keymap, "cancel")
        self.end.setToolTip("Back to the fight. Everything is kept, and can be set up further at any time")
        self.back.clicked.connect(self._go_back)
        self.onward.clicked.connect(self._go_on)
        self.end.clicked.connect(self._end)
        self._pages = QStackedWidget()
        self._lay_out(f"{scale} {unit}")
        keymap.changed.connect(self._show_keys)
        self._show_keys()

    # --- what is in hand --------------------------------------------------------------------------

    @property
    def tool(self) -> PaintTool | None:
        """The brush in hand."""
        if not self._key:
            return None
        size = int(self.sizes.current)
        if self._key in FOG_KEYS:
            return FogTool(FogBrush(self._key), size)
        brush = TerrainBrush(self._key)
        if brush is TerrainBrush.LIGHT:
            return TerrainTool(brush, radius=max(1, round(self.radius.value() / self._scale)))
        return TerrainTool(brush, size, StrokeShape(self.shapes.current))

    @property
    def brush(self) -> str:
        """Its key, empty for none."""
        return self._key

    @property
    def choices(self) -> Sequence[QWidget]:
        """What is chosen about the brush, with the brush in hand."""
        return self.sizes, self.shapes, self.radius

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """What Tab goes to, in reading order, but for what is switched off."""
        page = self._pages.currentWidget()
        assert isinstance(page, QScrollArea)
        content = page.widget() or page
        inner = [
            widget
            for widget in content.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        ]
        inner.sort(key=lambda widget: (place := widget.mapTo(content, QPoint(0, 0))).y() * 10_000 + place.x())
        return *inner, self.back, self.onward, self.end

    def take(self, key: str) -> None:
        """Take a brush into hand, with the step it belongs to; empty puts it down."""
        step = next((step for brush, step in STEP_OF_BRUSH.items() if brush.value == key), self.step)
        self._hold(key)
        if step is not self.step:
            self.show_step(step)
        self._tell()

    def put_down(self) -> None:
        """The brush was given up elsewhere; nobody is told."""
        self._hold("")

    def _hold(self, key: str) -> None:
        self._key = key
        for buttons in self.more.values():
            for other, button in buttons.buttons.items():
                button.setChecked(other == key)

    def _tell(self) -> None:
        self.chosen.emit(self.tool)

    # --- what is shown ----------------------------------------------------------------------------

    def show_step(self, step: SetupStep) -> None:
        """Bring a step's page to the front."""
        self.step = step
        self.title.setText(NAMES[step])
        self._pages.setCurrentIndex(list(SetupStep).index(step))
        self.back.setEnabled(step.before is not None)
        self.onward.set_words(SHORT_NAMES[step.following] if step.following is not None else "Done")

    def say(self, words: str) -> None:
        """Say a sentence above the buttons; empty takes it away."""
        self.notice.setText(words)
        self.notice.setVisible(bool(words))

    def show_map(self, terrain: Terrain, picture: str, metric: Metric) -> None:
        """What the pages say of the map; `picture` names the one that lies under it, empty for none."""
        self.picture.setText(picture or NO_PICTURE)
        self.lay_grid.setVisible(bool(picture))
        self.map_size.setText(f"{terrain.width} \u00d7 {terrain.height} squares")
        self.walls.setText(WITH_WALLS if terrain.walls or terrain.doors else WITHOUT_WALLS)
        self.diagonals.show_metric(metric)
        for row, on in ((self.dark, terrain.dark), (self.sight, terrain.sight_reveals)):
            row.blockSignals(True)
            row.setChecked(on)
            row.blockSignals(False)

    def _show_keys(self) -> None:
        self.onward.set_key(self._keymap.shown("accept"))
        keys = {action: self._keymap.shown(action) for action in ("waypoint", "cancel")}
        for label, words in self._hints:
            label.setText(words.format(**keys))

    def _go_back(self) -> None:
        if self.step.before is not None:
            self.step_wanted.emit(self.step.before)

    def _go_on(self) -> None:
        self.step_wanted.emit(self.step.following)

    def _end(self) -> None:
        self.step_wanted.emit(None)

    # --- putting together -------------------------------------------------------------------------

    def _lay_out(self, length: str) -> None:
        form = QFormLayout()
        form.addRow("Map", self.map_size)
        form.addRow("Each square is", label_of("strong", length))
        form.setHorizontalSpacing(rounded(14))
        grid = QWidget()
        grid.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        reach = QFormLayout()
        reach.setContentsMargins(0, 0, 0, 0)
        reach.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        reach.addRow("A light reaches", self.radius)
        reach.labelForField(self.radius).setMinimumHeight(self.radius.sizeHint().height())
        light = QWidget()
        light.setLayout(reach)
        contents: dict[SetupStep, tuple[QWidget, ...]] = {
            SetupStep.PICTURE: (self.picture, self.choose_picture),
            SetupStep.GRID: (grid, self.lay_grid, self.diagonals, self.true_size),
            SetupStep.WALLS: (self._hint(WALLS_HOW), self.more[SetupStep.WALLS], _note(self.walls)),
            SetupStep.GROUND: (
                self._hint(GROUND_HOW),
                label_of("strong", "Size in squares"),
                self.sizes,
                label_of("strong", "Stroke"),
                self.shapes,
                label_of("strong", "Also"),
                self.more[SetupStep.GROUND],
            ),
            SetupStep.LIGHT: (
                self.dark,
                light,
                self._hint(LIGHT_HOW),
                label_of("strong", "What players start with"),
                self.sight,
                self.more[SetupStep.LIGHT],
                self._hint(FOG_HOW),
            ),
        }
        for step in SetupStep:
            self._pages.addWidget(_page(contents[step]))
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.end)
        said = QHBoxLayout()
        said.addWidget(self.notice)
        foot = QHBoxLayout()
        foot.addWidget(self.back)
        foot.addWidget(self.onward, 1)
        for row in (head, said, foot):
            row.setContentsMargins(rounded(16), 0, rounded(16), 0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, rounded(14), 0, rounded(14))
        whole.setSpacing(rounded(12))
        whole.addLayout(head)
        whole.addWidget(self._pages, 1)
        whole.addLayout(said)
        whole.addLayout(foot)

    def _hint(self, words: str) -> QLabel:
        label = label_of("detail", wrap=True)
        self._hints.append((label, words))
        return label


def _page(widgets: Sequence[QWidget]) -> QWidget:
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(rounded(16), 0, rounded(16), rounded(8))
    column.setSpacing(rounded(12))
    for widget in widgets:
        column.addWidget(widget)
    column.addStretch(1)
    scroll = QuietScroll()
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(content)
    return scroll


def _note(label: QLabel) -> QFrame:
    frame = QFrame()
    frame.setProperty("kind", "note")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(rounded(12), rounded(10), rounded(12), rounded(10))
    layout.addWidget(label)
    return frame


def _radius_field(scale: int, unit: str) -> QSpinBox:
    field = QSpinBox()
    field.setRange(scale, scale * LONGEST_LIGHT)
    field.setSingleStep(scale)
    field.setValue(scale * USUAL_LIGHT)
    field.setSuffix(f" {unit}")
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setAccessibleName("A light reaches")
    field.setKeyboardTracking(False)
    return field
