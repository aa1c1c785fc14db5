"""What the GM looks up or sets over the map: the sheet of keys, why something is so, the readings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from engine.model.phrase import Phrase, Tally
from gui.bridge.keymap import Keymap
from gui.panels.keys_sheet import KeysSheet
from gui.panels.why_panel import WhyPanel
from gui.windows.desk import Desk
from gui.windows.keys_editor import KeysEditor
from gui.windows.options_panel import OptionsPanel

WHY_WIDTH = 760
"""Pixels that the card of a rule gets also in a narrow window."""
SHEET_WIDTH = 1280
"""Pixels in which the sheet of keys shows three columns without breaking many lines."""


class Reference(QObject):
    """Opens each over one window, and closes what speaks of a desk when that goes."""

    sheet_shown = Signal()

    def __init__(self, window: QWidget, keymap: Keymap) -> None:
        super().__init__(window)
        self._window = window
        self._keymap = keymap
        self._desk: Desk | None = None
        self.sheet: KeysSheet | None = None
        """All keys, while they are shown."""
        self.keys_editor: KeysEditor | None = None
        self.why: WhyPanel | None = None
        """The one card for all rules, over the map."""
        self._options: OptionsPanel | None = None

    def show_desk(self, desk: Desk) -> None:
        """Speak of what this desk asks about from now on."""
        self._desk = desk
        desk.rule_wanted.connect(self.show_rule)
        desk.number_wanted.connect(self.show_number)

    def put_away(self) -> None:
        """The desk goes, and with it what speaks of its encounter."""
        self._desk = None
        if self._options is not None:
            self._options.close()
            self._options = None
        if self.why is not None:
            self.why.hide()
            self.why.deleteLater()
            self.why = None

    # --- keys -------------------------------------------------------------------------------------

    def show_sheet(self) -> None:
        """All keys; hidden again where they show already."""
        if self.close_sheet():
            return
        window = self._window
        self.sheet = sheet = KeysSheet(self._keymap)
        sheet.setParent(window)
        margin = max(24, min(160, (window.width() - SHEET_WIDTH) // 2))
        bottom = 0
        if self._desk is not None:
            rail = self._desk.rail
            bottom = rail.mapTo(window, QPoint(0, rail.height())).y()
        sheet.setGeometry(window.rect().adjusted(margin, bottom + 8, -margin, -24))
        sheet.change_wanted.connect(self.change_keys)
        sheet.closed.connect(self._sheet_closed)
        sheet.show()
        sheet.raise_()
        sheet.setFocus()
        self.sheet_shown.emit()

    def close_sheet(self) -> bool:
        """Hide the sheet of keys. False if it did not show."""
        if self.sheet is None or not self.sheet.isVisible():
            return False
        self.sheet.hide()
        return True

    def change_keys(self) -> None:
        """The window for changing keys; it stays open beside the map."""
        self.keys_editor = self.keys_editor or KeysEditor(self._keymap, self._window)
        self.keys_editor.show()
        self.keys_editor.activateWindow()

    def _sheet_closed(self) -> None:
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.deleteLater()
        if self._desk is not None:
            self._desk.map.setFocus()

    # --- rules ------------------------------------------------------------------------------------

    def show_rule(self, rule: str, tally: Tally | None = None, facts: Sequence[Phrase] = ()) -> None:
        """Why something is as it is: the rule in our own words, what its roll is made of, and the facts."""
        card = self._card()
        if card is not None:
            card.show_rule(rule, tally, facts)

    def show_rule_here(self) -> None:
        """The rule of what the keys are at."""
        if self._desk is not None:
            self.show_rule(self._desk.rule_here, self._desk.tally_here, self._desk.facts_here)

    def show_number(self, label: str, tally: Tally) -> None:
        """What a number is made of."""
        card = self._card()
        if card is not None:
            card.show_number(label, tally)

    def show_notices(self) -> None:
        """Whose content the program ships, and under which licences."""
        card = self._card()
        if card is not None:
            card.show_notices()

    def close_card(self) -> bool:
        """Put the card of a rule away. False if it did not show."""
        if self.why is None or not self.why.isVisible():
            return False
        self.why.put_away()
        return True

    def show_options(self) -> None:
        """The readings of the rules of this encounter."""
        if self._desk is None:
            return
        self._options = OptionsPanel(self._desk.table)
        self._options.setParent(self._window)
        self._options.setWindowFlag(Qt.WindowType.Tool)
        self._options.show()

    def _card(self) -> WhyPanel | None:
        """The card with its room over the map; None without a desk."""
        if self._desk is None:
            return None
        window, view = self._window, self._desk.map
        if self.why is None:
            self.why = WhyPanel(self._desk.table, self._keymap)
            self.why.setParent(window)
            self.why.closed.connect(view.setFocus)
        over_map = QRect(view.mapTo(window, QPoint(0, 0)), view.size())
        width = min(max(WHY_WIDTH, window.width() // 2), window.width() - 48)
        room = QRect(0, 0, width, over_map.height() - 16)
        room.moveCenter(over_map.center())
        room.moveLeft(max(24, min(room.left(), window.width() - room.width() - 24)))
        self.why.set_room(room)
        return self.why
