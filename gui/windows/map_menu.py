"""The plain menu of the map: files, the round, the players' screen, the look."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QMenu, QWidget

from gui.bridge.keymap import Keymap
from gui.bridge.settings import TEXT_SCALES, Settings

Entry = tuple[str, str]
"""(words, name of the action)"""

FILES: tuple[Entry, ...] = (
    ("Continue the last fight", "continue"),
    ("Open...", "open"),
    ("Map from a picture...", "picture"),
    ("Blank grid...", "new"),
    ("Sample fight", "sample"),
    ("Set the map up...", "set_up"),
    ("Picture of the map...", "map_picture"),
    ("Save a copy...", "save_copy"),
)
ROUND: tuple[Entry, ...] = (
    ("Sides...", "sides"),
    ("End the fight...", "end"),
    ("How the fight went...", "account"),
    ("Roll openly...", "open_roll"),
    ("Who rolls the dice: the next way", "dice_mode"),
    ("Limit the time for planning", "planning"),
)
PLAYERS: tuple[Entry, ...] = (
    ("Player window", "player_window"),
    ("Curtain", "curtain"),
    ("Camera locked to this map", "camera"),
    ("True size: one square is one inch", "true_size"),
)


class MapMenu(QMenu):
    """`do` carries out a named action; `checked` says which of them are switched on."""

    def __init__(
        self, keymap: Keymap, do: Callable[[str], object], checked: set[str], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._keymap = keymap
        self._do = do
        self._checked = checked
        self._add(self, FILES)
        self.addSeparator()
        self.readings = self.addAction("Readings of the rules...")
        self._add(self, ROUND)
        players = self.addMenu("Players")
        self._add(players, PLAYERS, switches=True)
        self.measure = players.addAction("Measure the players' display...")
        self.look = self.addMenu("Look")
        self._add(self, (("Keys...", "sheet"),))

    def add_look(self, settings: Settings, apply: Callable[[], None]) -> None:
        """Fill the menu of the look; `apply` puts on what was chosen."""

        def entry(words: str, name: str, value: object, other: object = None) -> None:
            """Choosing sets the value; choosing it again sets the other one, if there is one."""
            on = getattr(settings, name) == value

            def choose() -> None:
                setattr(settings, name, other if on and other is not None else value)
                apply()

            action = self.look.addAction(words)
            action.setCheckable(True)
            action.setChecked(on)
            action.triggered.connect(choose)

        for theme in ("dark", "light"):
            entry(f"{theme.capitalize()} window", "theme", theme)
        self.look.addSeparator()
        for tone in ("dark", "light"):
            entry(f"{tone.capitalize()} maps", "map_tone", tone)
        entry("Maps by their picture", "map_tone", "auto")
        self.look.addSeparator()
        for scale in TEXT_SCALES:
            entry(f"Text {scale:.0%}", "text_scale", scale)
        self.look.addSeparator()
        entry("Less motion", "reduced_motion", True, other=False)

    def _add(self, menu: QMenu, entries: Sequence[Entry], switches: bool = False) -> None:
        for words, name in entries:
            action = menu.addAction(f"{words}\t{self._keymap.shown(name)}")
            action.setCheckable(switches)
            action.setChecked(name in self._checked)
            action.triggered.connect(lambda _=False, name=name: self._do(name))
