"""The sides panel: everybody in the encounter, and what falls due."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.model.actor import Actor
from engine.model.commands import ListActor
from engine.model.offers import Health, SlotState
from engine.model.phrase import ActorId, SideId
from engine.views.audience import Audience
from engine.views.look import SideView
from engine.views.squares import square_name
from gui.bridge.table import Table
from gui.panels.asked import asked_words
from gui.panels.drawing import clear_layout, label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.painted_button import PaintedButton, QuietScroll
from gui.panels.roster_rows import ActorLine, ActorRow, DeadHead, SideHead
from gui.panels.row_drag import RowDrag
from gui.theme.palette import Theme


class Roster(QWidget):
    """Click selects, double click centres the map, right click opens the actor's menu, a drag reorders."""

    centre_wanted = Signal(str)
    menu_wanted = Signal(str, QPoint)
    """(actor, place on the screen): the same menu as on the token."""
    party_wanted = Signal()
    """Keep the party of this encounter, or bring one that was kept."""
    sides_wanted = Signal(str)
    """Make and change sides, this one first; empty for a new one."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._rows: dict[ActorId, ActorRow] = {}
        self._heads: dict[SideId, SideHead] = {}
        self._dead: dict[SideId, DeadHead] = {}
        self._unfolded: set[SideId] = set()
        self._shape: list[tuple[SideId, str, tuple[ActorId, ...]]] = []
        self._folded = False
        self._content = QWidget()
        self._list = QVBoxLayout(self._content)
        self._list.setContentsMargins(6, 4, 6, 4)
        self._list.setSpacing(0)
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._drag = RowDrag(self._content, self._rows_like)
        self._drag.dropped.connect(self._drop)
        self._scroll = QuietScroll()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._content)
        self._drag.dragged_to.connect(lambda at: self._scroll.ensureVisible(at.x(), at.y(), 0, 30))
        self.note = label_of("detail", wrap=True)
        self._note_box = QFrame()
        self._note_box.setProperty("kind", "note")
        inner = QVBoxLayout(self._note_box)
        inner.setContentsMargins(rounded(12), rounded(10), rounded(12), rounded(10))
        inner.addWidget(self.note)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, rounded(12))
        outer.setSpacing(rounded(8))
        outer.addWidget(self._scroll, 1)
        holder = QVBoxLayout()
        holder.setContentsMargins(rounded(12), 0, rounded(12), 0)
        holder.addWidget(self._note_box)
        self.party = KeyButton("Party...")
        self.party.setToolTip("Keep this party for another encounter, or bring one that was kept")
        self.party.clicked.connect(self.party_wanted)
        self.sides = KeyButton("Sides...")
        self.sides.setToolTip("Make another side, and say who is hostile to whom")
        self.sides.clicked.connect(lambda: self.sides_wanted.emit(""))
        buttons = QHBoxLayout()
        buttons.setSpacing(rounded(8))
        for button in (self.party, self.sides):
            buttons.addWidget(button, 1)
        holder.addLayout(buttons)
        holder.setSpacing(rounded(8))
        outer.addLayout(holder)
        table.changed.connect(self.refresh)
        table.asked.connect(self.refresh)
        table.selected_changed.connect(self._show_selected)
        self.refresh()

    @property
    def rows(self) -> dict[ActorId, ActorRow]:
        """The row of each actor."""
        return self._rows

    @property
    def dead(self) -> dict[SideId, DeadHead]:
        """What folds the dead of each side out and in."""
        return self._dead

    def set_folded(self, folded: bool) -> None:
        """Fold to a strip of chips, for narrow windows."""
        self._folded = folded
        for button in (self.party, self.sides):
            button.setVisible(not folded)
        for row in self._rows.values():
            row.set_folded(folded)
        for head in self._heads.values():
            head.set_folded(folded)
        for dead in self._dead.values():
            dead.set_folded(folded)
        self._list.setContentsMargins(*((0, 4, 0, 4) if folded else (6, 4, 6, 4)))
        self._show_note()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def refresh(self) -> None:
        """Show the battle as it is."""
        sides = self._table.view(Audience.GM).sides
        battle = self._table.battle
        shape = [(side.id, side.name, tuple(a.id for a in self._listed(side.id))) for side in sides]
        if shape != self._shape:
            self._shape = shape
            self._build(sides)
        for side in sides:
            self._heads[side.id].show_note(self._side_note(side.id))
            for actor in battle.members(side.id):
                self._rows[actor.id].show_line(self._line(actor, side), actor.id == self._table.selected)
        self._fold_dead()
        self._show_note()

    def shift(self, step: int) -> None:
        """Move the row with the focus, else the selected actor's, up (-1) or down (1) within its side."""
        here = next((row for row in self._rows.values() if row.hasFocus()), None)
        row = here or self._rows.get(self._table.selected)
        if row is None:
            self._table.notice("Choose whose row to move first.")
            return
        rows = self._rows_like(row)
        place = rows.index(row) + step
        if 0 <= place < len(rows):
            behind = place if step < 0 else place + 1
            self._drop(row, rows[behind] if behind < len(rows) else None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """F6 comes here: the selected actor's row takes the focus, else the first."""
        super().focusInEvent(event)
        row = self._rows.get(self._table.selected) or next(iter(self._rows.values()), None)
        if row is not None:
            row.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down go from row to row, Enter selects the row's actor."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()  # with Alt it is the window's key
            return
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        rows = self._in_order()
        here = next((index for index, row in enumerate(rows) if row.hasFocus()), None)
        if here is None:
            event.ignore()
        elif step and 0 <= here + step < len(rows):
            rows[here + step].setFocus(Qt.FocusReason.TabFocusReason)
            self._scroll.ensureWidgetVisible(rows[here + step])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            rows[here].click()
        else:
            event.ignore()

    # --- inner workings -----------------------------------------------------------------------------

    def _listed(self, side: SideId) -> list[Actor]:
        """The members of a side from the top: the dead come last."""
        return sorted(self._table.battle.members(side), key=self._is_dead)

    def _is_dead(self, actor: Actor) -> bool:
        card = self._table.card(actor.id)
        return card is not None and card.dead and not actor.active

    def _fold_dead(self) -> None:
        """Show the dead of the sides that are unfolded, and whoever is selected."""
        for side, head in self._dead.items():
            dead = [actor for actor in self._table.battle.members(side) if self._is_dead(actor)]
            head.show_count(len(dead))
            for actor in dead:
                row = self._rows.get(actor.id)  # the rows may lag behind while something is removed
                if row is None:
                    continue
                shown = side in self._unfolded or actor.id == self._table.selected
                if not shown and row.hasFocus():  # Qt would send the keys out of the list
                    (self._rows.get(self._table.selected) or head).setFocus(Qt.FocusReason.OtherFocusReason)
                row.setVisible(shown)

    def _unfold(self, side: SideId, unfolded: bool) -> None:
        (self._unfolded.add if unfolded else self._unfolded.discard)(side)
        self._fold_dead()

    def _in_order(self) -> list[PaintedButton]:
        """What up and down go along: the rows, and what folds the dead."""
        shown = [one for one in self._content.findChildren(PaintedButton) if not one.isHidden()]
        return sorted(shown, key=self._list.indexOf)

    def _rows_like(self, row: QWidget) -> list[ActorRow]:
        """The rows of the same side, from the top, the living or the dead."""
        here = next(a for a in self._table.battle.actors.values() if self._rows.get(a.id) is row)
        like = self._is_dead(here)
        return [self._rows[one.id] for one in self._listed(here.side) if self._is_dead(one) == like]

    def _drop(self, row: ActorRow, before: ActorRow | None) -> None:
        rows: list[ActorRow | None] = [*self._rows_like(row), None]
        if before is row or rows.index(before) == rows.index(row) + 1:
            return
        if self._table.question is not None:
            self._table.notice("Answer this first: the order of the list may decide who comes first in it.")
            return
        self._table.submit(ListActor(row.line.id, before.line.id if before is not None else ""))

    def _build(self, sides: tuple[SideView, ...]) -> None:
        focused = next((key for key, row in self._rows.items() if row.hasFocus()), "")
        order = list(self._rows)
        self._drag.cancel()
        clear_layout(self._list)
        self._rows, self._heads, self._dead = {}, {}, {}
        for side in sides:
            head = SideHead(side.name, side.tone.value)
            head.set_folded(self._folded)
            head.edit_wanted.connect(lambda side_id=side.id: self.sides_wanted.emit(side_id))
            head.new_wanted.connect(lambda: self.sides_wanted.emit(""))
            self._heads[side.id] = head
            self._list.addWidget(head)
            self._dead[side.id] = dead = self._dead_head(side)
            for actor in self._listed(side.id):
                row = ActorRow(self._line(actor, side))
                row.set_folded(self._folded)
                row.clicked.connect(lambda _=False, actor_id=actor.id: self._table.select(actor_id))
                row.centre_wanted.connect(self.centre_wanted)
                row.menu_wanted.connect(self.menu_wanted)
                self._rows[actor.id] = row
                self._drag.watch(row)
                if self._is_dead(actor) and self._list.indexOf(dead) < 0:
                    self._list.addWidget(dead)
                self._list.addWidget(row)
            if self._list.indexOf(dead) < 0:
                self._list.addWidget(dead)
        if focused:
            self._fold_dead()
            self._focus_row(focused, tuple(order))

    def _focus_row(self, actor_id: ActorId, order: tuple[ActorId, ...]) -> None:
        """Give a row the keys; if it is gone or folded away, the next that shows, in the order there was."""
        place = order.index(actor_id)
        shown = (self._rows.get(one) for one in (*order[place:], *reversed(order[:place])))
        row = next((row for row in shown if row is not None and not self._is_folded(row)), None)
        if row is not None:
            row.show()  # at once: what is not visible yet cannot take the focus
            row.setFocus(Qt.FocusReason.OtherFocusReason)

    def _is_folded(self, row: ActorRow) -> bool:
        """Whether a row is folded away with the dead."""
        actor = self._table.actor(row.line.id)
        return actor is not None and self._is_dead(actor) and row.isHidden()

    def _dead_head(self, side: SideView) -> DeadHead:
        head = DeadHead(side.name)
        head.set_folded(self._folded)
        head.setChecked(side.id in self._unfolded)
        head.toggled.connect(lambda unfolded, side_id=side.id: self._unfold(side_id, unfolded))
        return head

    def _line(self, actor: Actor, side: SideView) -> ActorLine:
        card = self._table.card(actor.id)
        health = card.health if card else None
        return ActorLine(
            id=actor.id,
            name=actor.name,
            label=actor.token_label,
            tone=side.tone.value,
            state=self._table.say(card.state) if card else "",
            asked=asked_words(self._table.question, actor.id),
            health=self._health(health),
            share=health.share if health else None,
            down=not actor.active,
            dead=self._is_dead(actor),
            place=f"square {square_name(actor.cell)}" if actor.cell is not None else "not on the map",
        )

    def _health(self, health: Health | None) -> str:
        if health is None:
            return ""
        return self._table.say(health.said) if health.said is not None else f"{health.now}/{health.most}"

    def _side_note(self, side: SideId) -> str:
        """How many are left in the step of the acting side, else what its rules say of a side."""
        progress = self._table.progress
        current = progress.current
        if current is not None and current.side == side and not current.actor and current.note is not None:
            return self._table.say(current.note)
        return next((self._table.say(note) for known, note in progress.side_notes if known == side), "")

    def _show_selected(self, actor_id: ActorId) -> None:
        for row in self._rows.values():
            row.show_line(row.line, row.line.id == actor_id)
        self._fold_dead()
        if actor_id in self._rows:
            self._scroll.ensureWidgetVisible(self._rows[actor_id])
        self._show_note()

    def _show_note(self) -> None:
        text = "\n".join(self._due())
        self.note.setText(text)
        self._note_box.setVisible(bool(text) and not self._folded)

    def _due(self) -> Iterator[str]:
        """What the GM should not forget: the fight's end, what a later step holds, the actor's own note."""
        progress = self._table.progress
        if progress.over is not None:
            yield f"The fight is over. {self._table.say(progress.over)}."
        for slot in progress.slots:
            # A note that rests on a rule says that something falls due there.
            if slot.state is SlotState.FUTURE and not slot.side and slot.note is not None and slot.note.rule:
                yield f"{self._table.say(slot.label)} {self._table.say(slot.note)}"
        actor = self._table.actor(self._table.selected)
        if actor is not None and actor.note:
            yield f"{actor.name}: {actor.note}"
        if actor is not None and actor.hidden:
            yield f"Secret from the players: {actor.name} is hidden."
