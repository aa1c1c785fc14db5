"""The buttons of the prompt strip: at most four, each with its key; more are behind the last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from gui.panels.drawing import clear_layout, rounded
from gui.panels.key_button import KeyButton
from gui.panels.strip_content import MOST_BUTTONS, StripButton

MORE_KEY = "."


class Arrangement(NamedTuple):
    """How the buttons stand."""

    big: bool
    columns: int


def arrangements(count: int) -> tuple[Arrangement, ...]:
    """From the one that wants most room to the one that wants least. Four stand two by two."""
    return (
        Arrangement(True, 2 if count == MOST_BUTTONS else count or 1),
        Arrangement(True, 2),
        Arrangement(False, 2),
        Arrangement(True, 1),
        Arrangement(False, 1),
    )


class StripButtons(QWidget):
    """As large as there is room for: big in one row, big in two columns, small, small one below the other.

    Of more than fit the first ones stay, the one that Enter takes, and the last: it is the one that ends the
    list ("that is all").
    """

    pressed = Signal(object)
    """The `StripButton` pressed."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[StripButton, ...] = ()
        self._room = (1000, 200)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._widgets: list[KeyButton] = []
        self._folded: list[StripButton] = []
        self._more: KeyButton | None = None

    @property
    def widgets(self) -> list[KeyButton]:
        """The buttons on the strip."""
        return self._widgets

    @property
    def _given_up(self) -> list[StripButton]:
        """What gives all of it up: it stands beside the four and is never folded."""
        return [
            button for button in self._shown if button.action == "cancel" and len(self._shown) > MOST_BUTTONS
        ]

    def show_buttons(self, buttons: Sequence[StripButton]) -> None:
        """Show other buttons."""
        if tuple(buttons) != self._shown:
            self._shown = tuple(buttons)
            self._arrange()

    def set_room(self, width: int, height: int) -> None:
        """Keep within this many pixels where that is possible."""
        if (width, height) != self._room:
            self._room = (width, height)
            self._arrange()

    def _arrange(self) -> None:
        """Take the first arrangement that fits; the last one, the narrowest, if none does."""
        for arrangement in arrangements(min(len(self._shown), MOST_BUTTONS + len(self._given_up))):
            self._build(arrangement)
            size = self._grid.sizeHint()
            if size.width() <= self._room[0] and size.height() <= self._room[1]:
                return

    def _build(self, arrangement: Arrangement) -> None:
        clear_layout(self._grid)
        self._widgets = []
        self._grid.setSpacing(rounded(8 if arrangement.columns > 1 else 3))
        self._more = None
        if len(self._shown) <= MOST_BUTTONS + len(self._given_up):
            for button in self._shown:
                self._add(self._made(button, arrangement.big), arrangement)
        else:
            self._build_folded(arrangement)
        self.setVisible(bool(self._widgets))

    def _build_folded(self, arrangement: Arrangement) -> None:
        for button in self._given_up:
            self._add(self._made(button, arrangement.big), arrangement)
        *first, last = (button for button in self._shown if button not in self._given_up)
        shown = first[: MOST_BUTTONS - 2]
        taken = next((button for button in first if button.primary), shown[0])
        if taken not in shown:
            shown[-1] = taken
        for button in shown:
            self._add(self._made(button, arrangement.big), arrangement)
        self._more = KeyButton("More", MORE_KEY, big=arrangement.big)
        self._more.clicked.connect(self.open_more)
        self._add(self._more, arrangement)
        self._add(self._made(last, arrangement.big), arrangement)
        self._folded = [button for button in first if button not in shown]

    def _made(self, button: StripButton, big: bool) -> KeyButton:
        widget = KeyButton(button.label, button.key, primary=button.primary, big=big)
        widget.setToolTip(button.note)
        widget.setAccessibleDescription(button.note)
        widget.clicked.connect(lambda: self.pressed.emit(button))
        return widget

    def _add(self, widget: KeyButton, arrangement: Arrangement) -> None:
        row, column = divmod(len(self._widgets), arrangement.columns)
        self._grid.addWidget(widget, row, column)
        widget.show()  # at once: the grid does not measure what is not visible yet
        self._widgets.append(widget)

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
