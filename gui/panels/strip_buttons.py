"""The buttons of the prompt strip, each with its key; what does not fit in columns is behind "More"."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from gui.panels.drawing import clear_layout, rounded, scaled
from gui.panels.key_button import KeyButton
from gui.panels.strip_columns import (
    ACROSS,
    BIG_DOWN,
    FEW,
    SMALL_DOWN,
    Arrangement,
    Room,
    arrangements,
    best,
    place,
)
from gui.panels.strip_content import StripButton

MORE_KEY = "."


class StripButtons(QWidget):
    """As large as there is room for: big in one row, big in columns, small in columns.

    Of more than fit the first ones stay, the one that Enter takes, and the last: it is the one that ends the
    list ("that is all").
    """

    pressed = Signal(object)
    """The `StripButton` pressed."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[StripButton, ...] = ()
        self._room = Room(1000, 200, 200)
        self._sizes: dict[tuple[str, str, bool], QSize] = {}
        """How large each button would be, while they are arranged: of many, each is asked for many times."""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._widgets: list[KeyButton] = []
        self._folded: list[StripButton] = []
        self._more: KeyButton | None = None
        self._rows = 1

    @property
    def widgets(self) -> list[KeyButton]:
        """The buttons on the strip."""
        return self._widgets

    @property
    def folded(self) -> bool:
        """Whether some are behind "More"."""
        return self._more is not None

    @property
    def rows(self) -> int:
        """Buttons one below the other in a column, where all are shown; else 1."""
        return 1 if self.folded else self._rows

    def show_buttons(self, buttons: Sequence[StripButton]) -> None:
        """Show other buttons."""
        if tuple(buttons) != self._shown:
            self._shown = tuple(buttons)
            self._arrange()

    def set_room(self, width: int, height: int, most: int = 0) -> None:
        """Keep within this many pixels where that is possible, or in a height of `most`."""
        room = Room(width, height, max(height, most))
        if room != self._room:
            self._room = room
            self._arrange()

    # --- arranging ----------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """All in the first arrangement that fits; else as many as do, and "More"; few are never folded."""
        self._folded = []
        self._sizes.clear()
        buttons: list[StripButton | None] = list(self._shown)
        arrangement = self._fitting(buttons) if buttons else None
        if buttons and (arrangement is None or arrangement.rows > 1):
            buttons = list(_cancel_last(self._shown))
            arrangement = self._fitting(buttons)
        if buttons and arrangement is None:
            arrangement, buttons = self._folding(buttons)
        self._build(buttons, arrangement or Arrangement(True, 1))

    def _fitting(self, buttons: Sequence[StripButton | None]) -> Arrangement | None:
        big, small = ([self._size(button, large) for button in buttons] for large in (True, False))
        return best(big, small, self._room, scaled(1))

    def _size(self, button: StripButton | None, big: bool) -> QSize:
        words = ("More", MORE_KEY) if button is None else (button.label, button.key)
        if (*words, big) not in self._sizes:
            self._sizes[*words, big] = KeyButton(*words, big=big).sizeHint()
        return self._sizes[*words, big]

    def _folding(self, buttons: list[StripButton | None]) -> tuple[Arrangement, list[StripButton | None]]:
        """The most buttons that fit with "More" (None) among them; the narrowest of few where none do."""
        *_, last = arrangements(len(buttons))
        for kept in range(len(buttons) - 2, 1, -1) if len(buttons) > FEW else ():
            shown = _some(buttons, kept)
            arrangement = self._fitting(shown)
            if arrangement is not None:
                self._folded = [one for one in buttons if one is not None and one not in shown]
                return arrangement, shown
        return last, buttons

    def _build(self, buttons: Sequence[StripButton | None], arrangement: Arrangement) -> None:
        clear_layout(self._grid)
        self._widgets, self._more, self._rows = [], None, arrangement.rows
        self._grid.setHorizontalSpacing(rounded(ACROSS))
        self._grid.setVerticalSpacing(rounded(BIG_DOWN if arrangement.big else SMALL_DOWN))
        for index, button in enumerate(buttons):
            widget = self._made(button, arrangement.big)
            self._grid.addWidget(widget, *place(index, arrangement.rows))
            widget.show()  # at once: the grid does not measure what is not visible yet
            self._widgets.append(widget)
        self.setVisible(bool(self._widgets))

    def _made(self, button: StripButton | None, big: bool) -> KeyButton:
        if button is None:
            self._more = KeyButton("More", MORE_KEY, big=big)
            self._more.clicked.connect(self.open_more)
            return self._more
        widget = KeyButton(button.label, button.key, primary=button.primary, big=big)
        widget.setToolTip(button.note)
        widget.setAccessibleDescription(button.note)
        widget.clicked.connect(lambda: self.pressed.emit(button))
        return widget

    def open_more(self) -> bool:
        """Show the folded ones as a menu. False if there are none."""
        more = self._more
        if more is None:
            return False
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for button in self._folded:
            action = menu.addAction(f"{button.label}\t{button.key}")
            action.setToolTip(button.note)
            action.triggered.connect(lambda _=False, button=button: self.pressed.emit(button))
        menu.popup(more.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))
        return True


def _cancel_last(buttons: Sequence[StripButton]) -> list[StripButton]:
    """In rows what gives all of it up comes last: the numbers begin where the eye does."""
    return sorted(buttons, key=lambda button: button.action == "cancel")


def _some(buttons: Sequence[StripButton | None], kept: int) -> list[StripButton | None]:
    """The first of them, the one that Enter takes, "More", the last, and what gives all of it up."""
    given_up = [one for one in buttons if one is not None and one.action == "cancel"]
    *first, last = (one for one in buttons if one not in given_up)
    shown = first[: max(1, kept - 1 - len(given_up))]
    taken = next((one for one in first if one is not None and one.primary), None)
    if taken is not None and taken not in shown:
        shown[-1] = taken
    return [*shown, None, last, *given_up]
