"""The brushes of the Terrain and Fog tabs: which one is in hand, and what else those tabs ask for."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication, QWidget

from engine.model.commands import SetTerrain, ShowCells
from engine.model.phrase import Cell
from gui.bridge.brushes import PaintTool
from gui.bridge.table import Table
from gui.panels.fog_panel import FogPanel
from gui.panels.setup_card import SetupCard
from gui.panels.terrain_panel import TerrainPanel
from gui.tools.paint import paint_tool
from gui.tools.runner import ToolRunner

BrushPanel = TerrainPanel | FogPanel | SetupCard
"""What holds a brush and tells of each change."""


class Painting:
    """Starts a brush, and keeps the buttons true. `where` is the square its keys begin on."""

    def __init__(
        self,
        table: Table,
        runner: ToolRunner,
        terrain: TerrainPanel,
        fog: FogPanel,
        view: QWidget,
        where: Callable[[], Cell],
    ) -> None:
        self._table, self._runner, self._view, self._where = table, runner, view, where
        self._panels: list[BrushPanel] = []
        self.add(terrain)
        self.add(fog)
        fog.reset_wanted.connect(self._forget_all)
        fog.sight_chosen.connect(self._let_sight_reveal)

    def add(self, panel: BrushPanel) -> None:
        """Paint with what this panel takes up as well."""
        self._panels.append(panel)
        panel.chosen.connect(self._paint)

    def show_none(self) -> None:
        """No brush is in hand any more."""
        for panel in self._panels:
            panel.put_down()

    def _paint(self, brush: PaintTool | None) -> None:
        if brush is None:
            self._runner.start_idle()
            return
        start = self._where()
        for panel in self._panels:
            if panel.tool != brush:
                panel.put_down()
        self._runner.start(lambda context: paint_tool(context, brush, start))
        focused = QApplication.focusWidget()
        if focused is None or not any(
            choice is focused or choice.isAncestorOf(focused)
            for panel in self._panels
            for choice in panel.choices
        ):
            self._view.setFocus()  # a brush is taken up to paint; its size is chosen to choose on

    def _forget_all(self) -> None:
        """The players forget every square but those in sight."""
        extent = self._table.board.extent
        cells = tuple(extent.cell(index) for index in range(extent.count))
        self._table.submit(ShowCells(cells, False))

    def _let_sight_reveal(self, reveals: bool) -> None:
        """Whether the heroes' sight lifts the fog, or only the GM's brush."""
        terrain = self._table.battle.terrain
        if terrain.sight_reveals != reveals:
            self._table.submit(SetTerrain(replace(terrain, sight_reveals=reveals)))
