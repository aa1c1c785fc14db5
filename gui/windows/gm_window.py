"""The GM's window: holds the desk of the open encounter, the player window, files and the look."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from gui.bridge.dice_mode import DiceMode
from gui.bridge.encounters import Encounter, open_sample
from gui.bridge.keymap import Keymap
from gui.bridge.map_steps import SetupStep
from gui.bridge.settings import Settings
from gui.theme.palette import THEMES, Tone, apply_theme
from gui.windows.account_flow import AccountFlow
from gui.windows.creature_flow import CreatureFlow
from gui.windows.desk import Desk
from gui.windows.first_run import FirstRun
from gui.windows.key_menu import ask_for_menu, begin_at_first
from gui.windows.key_router import KeyRouter, WindowKeys
from gui.windows.last_fight import LastFight
from gui.windows.map_menu import MapMenu
from gui.windows.map_setup import MapSetup
from gui.windows.open_flow import OpenFlow
from gui.windows.player_window import PlayerWindow
from gui.windows.reference import Reference
from gui.windows.second_screen import SecondScreen
from gui.windows.set_up_mode import SetUpMode
from gui.windows.token_menu import token_menu

SMALLEST = (1280, 720)
FIRST_SIZE = (1600, 1000)
FRAME = (16, 48)
"""Pixels that a title bar and the edges round a window may take; they are unknown before it shows."""


class GmWindow(QMainWindow):
    """One encounter at a time; opening another closes the one before. Nothing is ever asked on closing."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.setWindowTitle("Fivefoot")
        self.setMinimumSize(*SMALLEST)
        self.resize(self._first_size())
        if settings.window_place:
            self.restoreGeometry(settings.window_place)
        self.last_fight = LastFight(settings)
        self.setAcceptDrops(True)
        self.settings = settings
        self.keymap = Keymap(settings.keys)
        self.keymap.changed.connect(self._keep_keys)
        self.desk: Desk | None = None
        self._by_key = False
        """The menu that opens now was asked for by its key."""
        self.second_screen = SecondScreen(self, settings)
        self.second_screen.key_pressed.connect(self._key_at_players)
        self.second_screen.words_changed.connect(self._show_players_words)
        self.reference = Reference(self, self.keymap)
        self.reference.sheet_shown.connect(self._bring_tips_back)
        self._first_run: FirstRun | None = None
        self.creatures: CreatureFlow | None = None
        self.account: AccountFlow | None = None
        self.open_flow = OpenFlow(
            self, self._ruleset_key, lambda: self.desk.encounter if self.desk is not None else None
        )
        self.open_flow.opened.connect(self.show_encounter)
        self.open_flow.failed.connect(self.say)
        # Queued: brushes begin in the middle of the map, which must have been laid out first.
        self.open_flow.set_up_wanted.connect(self._set_up, Qt.ConnectionType.QueuedConnection)
        self.open_flow.grid_shown.connect(self._on_grid_shown)
        self.set_up: SetUpMode | None = None
        self.second_screen.measured.connect(self._show_true_size)
        self._router = KeyRouter(self._window_actions())
        self._window_keys = WindowKeys(self, self._press)
        self._app.focusChanged.connect(self._window_keys.focus_moved)
        self._apply_look()

    @property
    def _app(self) -> QApplication:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        return app

    def _first_size(self) -> QSize:
        """As large as the mock-ups, but within the screen with its frame."""
        return QSize(*FIRST_SIZE).boundedTo(self.screen().availableGeometry().size() - QSize(*FRAME))

    # --- encounters -------------------------------------------------------------------------------

    def show_encounter(self, encounter: Encounter) -> None:
        """Put an encounter on the desk in place of the one before."""
        self._close_encounter()
        desk = Desk(encounter, self.keymap, self)
        self.desk = desk
        self.setCentralWidget(desk)
        self.setWindowTitle(f"{encounter.table.battle.title} - Fivefoot")
        desk.menu_wanted.connect(self._show_menu)
        desk.app_bar.player_window_wanted.connect(self.second_screen.toggle)
        desk.app_bar.help_wanted.connect(self.reference.show_sheet)
        self.reference.show_desk(desk)
        self.set_up = SetUpMode(desk, frozenset(self._window_actions()))
        self.set_up.grid_wanted.connect(self.open_flow.lay_grid)
        self.set_up.picture_wanted.connect(self.open_flow.choose_map_picture)
        self.set_up.measure_wanted.connect(self.second_screen.measure)
        self.set_up.show_true_size(self.second_screen.true_size_words)
        self.creatures = CreatureFlow(desk, self)
        self.creatures.list_wanted.connect(self._choose_list)
        self.account = AccountFlow(desk, self)
        self.second_screen.show_desk(desk)
        self._app.focusChanged.connect(desk.areas.focus_moved)
        self.last_fight.follow(encounter)
        last = self.last_fight.other_than(encounter.path)
        self._first_run = FirstRun(desk, self.settings, last.stem if last is not None else "")
        self._first_run.continue_wanted.connect(self.continue_last)
        self._first_run.sample_wanted.connect(self.open_sample)
        self._first_run.picture_wanted.connect(self.open_flow.choose_picture)
        self._first_run.blank_wanted.connect(self.open_flow.choose_blank)
        self._first_run.open_wanted.connect(self.open_flow.choose_file)
        self._apply_look()
        desk.map.setFocus()
        desk.app_bar.set_dice_mode(DiceMode(self.settings.dice_mode))
        desk.app_bar.dice_mode_chosen.connect(self._keep_dice_mode)
        onward = f"{self.keymap.shown('continue')} goes on with '{last.stem}'." if last is not None else ""
        offer = onward if encounter.sample else ""
        remarks = " ".join(filter(None, (encounter.remark, offer, desk.strays.words())))
        if remarks:
            desk.strip.notice(remarks)

    def open_sample(self) -> None:
        """A fresh copy of the sample fight."""
        self._close_encounter()
        self.show_encounter(open_sample())

    def open_path(self, path: Path) -> None:
        """Open whatever a file turns out to be: an encounter, a map, a picture."""
        if self.desk is not None and path.resolve() == self.desk.encounter.path.resolve():
            self.say(f"'{path.name}' is open already.")
            return
        self.open_flow.open_path(path)

    def continue_last(self) -> None:
        """Go on with the fight that was played last."""
        last = self.last_fight.other_than(self.desk.encounter.path) if self.desk is not None else None
        if last is None:
            self.say("There is no other fight to go on with.")
        else:
            self.open_path(last)

    def say(self, sentence: str) -> None:
        """A sentence in the strip."""
        if self.desk is not None:
            self.desk.strip.notice(sentence)

    def _choose_list(self) -> None:
        if self.creatures is not None:
            self.open_flow.choose_list(self.creatures.read_list)

    def _ruleset_key(self) -> str:
        return self._first_run.ruleset_key if self._first_run is not None else "ose.detailed"

    def _close_encounter(self) -> None:
        self.second_screen.put_away()
        if self.creatures is not None:
            self.creatures.put_away()
            self.creatures = None
        if self.account is not None:
            self.account.close()
            self.account = None
        self.reference.put_away()
        if self.desk is not None:
            desk, self.desk, self.set_up = self.desk, None, None
            self._first_run = None
            self._app.focusChanged.disconnect(desk.areas.focus_moved)
            desk.scene.motion.stop()
            desk.hide()
            desk.encounter.close()
            desk.deleteLater()  # as it is: taken out of the window, all its widgets would be dressed anew

    # --- the player window ------------------------------------------------------------------------

    @property
    def players(self) -> PlayerWindow | None:
        """The player window of the open encounter, shown or not."""
        return self.second_screen.window

    def _key_at_players(self, event: QKeyEvent) -> None:
        """Whatever window has the focus: the keys of the player window work in both."""
        action = self.keymap.action_for(event.keyCombination())
        if action in ("player_window", "curtain", "camera", "true_size") and self.desk is not None:
            self._router.do(self.desk, action)

    def _show_players_words(self, words: str, is_open: bool) -> None:
        if self.desk is not None:
            self.desk.app_bar.set_player_window(words, is_open)

    # --- menus and looks --------------------------------------------------------------------------

    def _bring_tips_back(self) -> None:
        if self._first_run is not None:
            self._first_run.bring_back()

    def _keep_keys(self) -> None:
        self.settings.keys = self.keymap.changes

    def _show_account(self) -> None:
        if self.account is not None:
            self.account.show()

    def _show_menu(self, token: str, at: QPoint) -> None:
        if self.desk is None:
            return
        menu = token_menu(self.desk, token, self) if token else self._map_menu(self.desk)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)
        if self._by_key:
            begin_at_first(menu)

    def _menu_by_key(self) -> None:
        if self.desk is None:
            return
        self._by_key = True
        try:
            ask_for_menu(self.desk)
        finally:
            self._by_key = False

    def _keep_dice_mode(self, mode: DiceMode) -> None:
        self.settings.dice_mode = mode.value

    def _map_menu(self, desk: Desk) -> QMenu:
        on = {
            "player_window": self.players is not None and self.players.isVisible(),
            "curtain": self.players is not None and self.players.curtain_down,
            "camera": self.second_screen.camera_locked,
            "true_size": self.second_screen.true_size,
        }
        checked = {name for name, is_on in on.items() if is_on}
        menu = MapMenu(self.keymap, lambda action: self._router.do(desk, action), checked, self)
        menu.readings.triggered.connect(self.reference.show_options)
        menu.measure.triggered.connect(self.second_screen.measure)
        menu.add_look(self.settings, self._apply_look)
        return menu

    def _set_up(self, step: SetupStep = SetupStep.WALLS, brush: str = "") -> None:
        if self.set_up is not None:
            self.set_up.enter(step, brush)

    def _on_grid_shown(self, dialog: MapSetup) -> None:
        dialog.true_size.measure_wanted.connect(self._measure_over_grid)
        dialog.true_size.show_words(self.second_screen.true_size_words)
        self.second_screen.measured.connect(dialog.true_size.show_words)

    def _measure_over_grid(self) -> None:
        self.second_screen.measure(self.open_flow.dialog)

    def _show_true_size(self, words: str) -> None:
        if self.set_up is not None:
            self.set_up.show_true_size(words)

    def _save_copy(self) -> None:
        if self.desk is not None:
            self.open_flow.choose_copy(self.desk.encounter)

    def _apply_look(self) -> None:
        app = QApplication.instance()
        theme = THEMES["light" if self.settings.theme == "light" else "dark"]
        if isinstance(app, QApplication):
            apply_theme(app, theme, self.settings.text_scale)
        desk = self.desk
        if desk is not None:
            chosen = self.settings.map_tone
            tone: Tone = "light" if chosen == "light" else "dark"
            desk.scene.set_style(theme, tone, self.settings.text_scale, tone_fixed=chosen != "auto")
            desk.scene.motion.reduced = self.settings.reduced_motion
            desk.set_theme(theme)
            desk.set_text_scale(self.settings.text_scale)
        self.second_screen.set_reduced_motion(self.settings.reduced_motion)

    # --- keys -------------------------------------------------------------------------------------

    def _window_actions(self) -> dict[str, Callable[[], None]]:
        return {
            "player_window": self.second_screen.toggle,
            "curtain": self.second_screen.toggle_curtain,
            "camera": self.second_screen.toggle_camera,
            "true_size": self.second_screen.toggle_true_size,
            "panels": self._toggle_panels,
            "library": self._show_library,
            "sides": self._show_sides,
            "sheet": self.reference.show_sheet,
            "rule": self.reference.show_rule_here,
            "notices": self.reference.show_notices,
            "account": self._show_account,
            "picture": self.open_flow.choose_picture,
            "map_picture": self.open_flow.choose_map_picture,
            "new": self.open_flow.choose_blank,
            "set_up": self._set_up,
            "open": self.open_flow.choose_file,
            "continue": self.continue_last,
            "menu": self._menu_by_key,
            "save_copy": self._save_copy,
            "sample": self.open_sample,
            "paste": self.open_flow.paste,
            "grid": self._toggle_grid,
            "darkness": self._toggle_darkness,
            "next_area": lambda: self._go_area(1),
            "previous_area": lambda: self._go_area(-1),
            "next_tab": lambda: self._go_tab(1),
            "previous_tab": lambda: self._go_tab(-1),
            "all_threat": self._show_all_threat,
        }

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that no field had a use for."""
        if self.desk is None or (event.isAutoRepeat() and self._means(event) == "all_threat"):
            return
        back = self._means(event) == "cancel"
        if back and self.reference.close_sheet():
            return
        if back and self.account is not None and self.account.panel.isVisible():
            self.account.panel.put_away()
            return
        if back and self.reference.close_card():
            return
        if self.set_up is not None and self.set_up.take_key(event):
            return
        if self._first_run is not None and self._first_run.take_key(event):
            return
        if not self._press(event):
            super().keyPressEvent(event)

    def _press(self, event: QKeyEvent) -> bool:
        return self.desk is not None and self._router.press(self.desk, event)

    def _means(self, event: QKeyEvent) -> str:
        return self.keymap.action_for(event.keyCombination())

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Letting its key go hides the threat of everybody."""
        if self._means(event) == "all_threat" and not event.isAutoRepeat() and self.desk is not None:
            self.desk.runner.refresh()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt calls it
        """Tab goes from actor to actor; F6 and Tab within a panel go from widget to widget."""
        focus = self._app.focusWidget()
        left = focus is not None and not focus.isVisible()  # Qt asks too for where to go from what it hides
        if self.set_up is not None and self.set_up.active and not left:
            self.set_up.tab(forward)
            return True
        if self.desk is not None and not left and self._router.tab(self.desk, forward):
            return True
        return super().focusNextPrevChild(forward)

    def _toggle_panels(self) -> None:
        if self.desk is not None:
            self.desk.toggle_panels()

    def _toggle_grid(self) -> None:
        if self.desk is not None:
            self.desk.toggle_grid()

    def _toggle_darkness(self) -> None:
        if self.desk is not None:
            self.desk.toggle_darkness()

    def _show_library(self) -> None:
        if self.desk is not None:
            self.desk.show_library()

    def _show_sides(self) -> None:
        if self.creatures is not None:
            self.creatures.show_sides()

    def _show_all_threat(self) -> None:
        if self.desk is not None:
            self.desk.marks.show_all_threat()

    def _go_area(self, step: int) -> None:
        if self.desk is not None:
            self.desk.areas.go(step)

    def _go_tab(self, step: int) -> None:
        if self.desk is not None:
            self.desk.next_tab(step)

    # --- closing ----------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Everything is on disk already, an open question too; nothing is asked."""
        self.settings.window_place = bytes(self.saveGeometry().data())
        self._close_encounter()
        super().closeEvent(event)
