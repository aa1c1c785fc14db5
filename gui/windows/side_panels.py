"""The columns beside the map: what they hold, and how wide they are at which width of the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QTabBar, QTabWidget, QVBoxLayout, QWidget

from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.action_list import ActionList
from gui.panels.actor_card import ActorCard
from gui.panels.fog_panel import FogPanel
from gui.panels.library_panel import LibraryPanel
from gui.panels.log_panel import LogPanel
from gui.panels.roster import Roster
from gui.panels.terrain_panel import TerrainPanel
from gui.theme.palette import Theme

LEFT_WIDTH, LEFT_NARROW, LEFT_FOLDED = 272, 232, 64
RIGHT_WIDTH, RIGHT_NARROW = 348, 320
NARROW, FOLDED, CRAMPED = 1440, 1366, 960
"""Below these widths of the window (at text scale 1) the side panels shrink, then the left one folds, then
the strip takes the whole width."""
ACTIONS, LOG = 0, 1
SHORT = 640
"""Below this height of the window (at text scale 1) actions and log are two tabs."""


class SidePanels:
    """Sides, library, terrain and fog at the left; actor card, actions and log at the right.

    The columns are made within `parent` and filled then: what moves into a window later is dressed anew.
    """

    def __init__(self, table: Table, keymap: Keymap, parent: QWidget) -> None:
        self.roster = Roster(table)
        self.library = LibraryPanel(table, keymap)
        self.terrain = TerrainPanel(keymap)
        self.fog = FogPanel()
        self.card = ActorCard(table)
        self.action_list = ActionList(table, keymap)
        self.log = LogPanel(table, keymap)
        self.left = QStackedWidget(parent)
        self.tabs = self._tabs()
        self.right = QStackedWidget(parent)
        self._fill_right()
        self.text_scale = 1.0
        self.cramped = False
        """There is so little width that the strip goes below the side panels too."""
        self.unfolded = False
        """The GM asked for a tab although the window is narrow."""

    def fit(self, width: int, height: int) -> None:
        """Widths of ux section 1; the sides fold to token chips where the map would get too small."""
        room = width / self.text_scale
        self.cramped = room < CRAMPED
        self._pages.setVisible(height / self.text_scale < SHORT)
        self._show_page()
        grown = 1 + (self.text_scale - 1) * 0.53
        narrow = room < NARROW
        whole = self.unfolded or self.left.currentWidget() is not self.tabs
        folded = room < FOLDED and not whole
        starting = self.left.currentWidget() is not self.tabs
        self.roster.set_folded(folded)
        self.tabs.tabBar().setVisible(not folded)
        if folded:
            self.tabs.setCurrentWidget(self.roster)
            self.left.setFixedWidth(round(LEFT_FOLDED * self.text_scale))
        else:
            # the cards of the first start want the whole width for their words
            self.left.setFixedWidth(round((LEFT_NARROW if narrow and not starting else LEFT_WIDTH) * grown))
        self.right.setFixedWidth(round((RIGHT_NARROW if narrow else RIGHT_WIDTH) * grown))

    def set_hidden(self, hidden: bool) -> None:
        """Leave the whole width to the map, or show both columns."""
        self.left.setHidden(hidden)
        self.right.setHidden(hidden)

    def set_theme(self, theme: Theme) -> None:
        """The window's colours changed."""
        panels = self.roster, self.library, self.terrain, self.fog, self.card, self.action_list, self.log
        for panel in panels:
            panel.set_theme(theme)

    def _tabs(self) -> QTabWidget:
        tabs = _Tabs(self.left)
        self.left.addWidget(tabs)
        tabs.setDocumentMode(True)
        tabs.setUsesScrollButtons(False)
        tabs.tabBar().setDrawBase(False)  # else a stroke of it shows above the tabs
        for words, panel in (
            ("Sides", self.roster),
            ("Library", self.library),
            ("Terrain", self.terrain),
            ("Fog", self.fog),
        ):
            tabs.addTab(panel, words)
        return tabs

    def _fill_right(self) -> None:
        right = QWidget(self.right)
        self.right.addWidget(right)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.card)
        self._pages = QTabBar()
        self._pages.setDrawBase(False)
        self._pages.setAccessibleName("Actions or log")
        for words in ("Actions", "Log"):
            self._pages.addTab(words)
        self._pages.currentChanged.connect(self._show_page)
        self._pages.hide()
        column.addWidget(self._pages)
        split = QSplitter(Qt.Orientation.Vertical, right)
        column.addWidget(split, 1)
        split.setChildrenCollapsible(False)
        split.addWidget(self.action_list)
        split.addWidget(self.log)
        split.setSizes([430, 330])

    def _show_page(self) -> None:
        """Actions and log one below the other, or the one that its tab was pressed for."""
        paged = not self._pages.isHidden()
        self.action_list.setHidden(paged and self._pages.currentIndex() != ACTIONS)
        self.log.setHidden(paged and self._pages.currentIndex() != LOG)

    def bring_up(self, panel: QWidget) -> None:
        """Let a panel that the keys go to be seen."""
        if panel in (self.action_list, self.log):
            self._pages.setCurrentIndex(LOG if panel is self.log else ACTIONS)


class _Tabs(QTabWidget):
    """Which key goes to the next tab is said by the table of keys."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys on."""
        event.ignore()
