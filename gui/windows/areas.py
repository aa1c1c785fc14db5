"""The parts of the desk that the keys can go to, and the frame that shows which one has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSplitter, QStackedWidget, QTabWidget, QWidget

from gui.bridge.table import Table
from gui.panels.focus_frame import FocusFrame

_BY_KEY = Qt.FocusReason.TabFocusReason


class Areas:
    """Goes through the areas in a fixed order, and from widget to widget within one.

    In `forms`, but for their `lists`, Tab goes from field to field; elsewhere from actor to actor. Esc goes
    back to the map, or to the strip while it asks something. `bring_up` lets an area be seen that stands
    behind another.
    """

    def __init__(
        self,
        host: QWidget,
        order: Sequence[QWidget],
        table: Table,
        view: QWidget,
        strip: QWidget,
        forms: Sequence[QWidget],
        lists: Sequence[QWidget],
        bring_up: Callable[[QWidget], None] = lambda _: None,
    ) -> None:
        self._order = tuple(order)
        self._table, self._view, self._strip = table, view, strip
        self._forms, self._lists = tuple(forms), tuple(lists)
        self._bring_up = bring_up
        self.frame = FocusFrame(host)

    @property
    def here(self) -> QWidget | None:
        """The area with the focus."""
        return self._area_of(QApplication.focusWidget())

    @property
    def away(self) -> bool:
        """Whether the keys go to a panel, not to the map or the open question."""
        here = self.here
        return here is not None and here not in (self._view, self._strip)

    def go(self, step: int = 1) -> None:
        """Go to the next area that shows (or, with -1, to the one before)."""
        shown = [area for area in self._order if area.isVisible() or _behind_another(area)]
        here = self.here
        index = shown.index(here) if here in shown else 0
        self.enter(shown[(index + step) % len(shown)])

    def enter(self, area: QWidget) -> None:
        """Give an area the keys, and frame it."""
        self._bring_up(area)
        inner = _inner(area)
        inner.setFocus(_BY_KEY)
        # Asked of the window: the program has no focus at all while a dialog is closing.
        if inner.window().focusWidget() is inner and inner.focusPolicy() is Qt.FocusPolicy.NoFocus:
            first = _next_stop(inner, inner, forward=True)
            if first is not None:
                first.setFocus(_BY_KEY)
        self.frame.show_round(area)

    def leave(self) -> bool:
        """Esc in a panel: the keys go back to the map. False if they are there already."""
        if not self.away:
            return False
        self.frame.show_round(None)
        self.home.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    @property
    def home(self) -> QWidget:
        """Where keys go while no panel has them."""
        return self._strip if self._table.question is not None else self._view

    def tab(self, forward: bool) -> bool:
        """Go to the next widget of a form, round and round. False where Tab means something else."""
        focused = QApplication.focusWidget()
        if focused is None or _holder(self._lists, focused) is not None:
            return False
        form = _holder(self._forms, focused)
        if form is None:
            return False
        there = _next_stop(form, focused, forward)
        if there is not None:
            there.setFocus(_BY_KEY if forward else Qt.FocusReason.BacktabFocusReason)
        return True

    def focus_moved(self, _: QWidget | None, now: QWidget | None) -> None:
        """The window tells where the focus went. The frame is for who goes by keys: with the focus gone
        elsewhere by other means it is gone too."""
        if now is not None and self.frame.area is not None and self._area_of(now) is not self.frame.area:
            self.frame.show_round(None)

    # --- inner workings -----------------------------------------------------------------------------

    def _area_of(self, widget: QWidget | None) -> QWidget | None:
        return _holder(self._order, widget) if widget is not None else None


def _holder(areas: Sequence[QWidget], widget: QWidget) -> QWidget | None:
    """Which of the areas a widget is or is in."""
    return next((area for area in areas if area.isAncestorOf(widget)), None)


def _behind_another(area: QWidget) -> bool:
    """Whether an area would show if its tab were pressed: its splitter does."""
    holder = area.parentWidget()
    return isinstance(holder, QSplitter) and holder.isVisible()


def _inner(area: QWidget) -> QWidget:
    """The page that shows, of what has several."""
    while isinstance(area, QStackedWidget | QTabWidget):
        page = area.currentWidget()
        if page is None:
            break
        area = page
    return area


def _next_stop(form: QWidget, start: QWidget, forward: bool) -> QWidget | None:
    """The next widget of a form that takes the focus by Tab; the one to start from comes last."""
    widget = start
    while True:
        following = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
        if following is None:
            return None
        widget = following
        stops = (
            widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.isEnabled()
            and widget.isVisible()
            and widget.focusProxy() is None
        )
        if stops and form.isAncestorOf(widget):
            return widget
        if widget is start:
            return None
