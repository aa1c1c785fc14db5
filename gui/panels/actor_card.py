"""The card of one actor: who it is, what it holds, its four numbers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.model.actor import Actor
from engine.model.commands import SetFact
from engine.model.offers import CardFact
from engine.model.phrase import ActorId
from engine.views.audience import Audience
from gui.bridge.table import Table
from gui.panels.asked import asked_words
from gui.panels.drawing import clear_layout, draw_token, label_of, rounded, theme_of
from gui.panels.fact_box import FactBox, FactView, why_lines
from gui.panels.whereabouts import Whereabouts
from gui.scene.token_art import State
from gui.theme.palette import SideKey, Theme, colour

CHIP, DISC = 56, 40


class ActorCard(QWidget):
    """Shows whose hit points are being changed, else whoever rolls while a roll is asked for, else the
    selected actor."""

    edited = Signal()
    """A number was changed or the field given up: the map may take the focus back."""
    number_wanted = Signal(str, object)
    """(label, `Tally`): show what a number is made of."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._actor: ActorId = ""
        self._held: ActorId = ""
        self._boxes: dict[str, FactBox] = {}
        self.chip = _Chip()
        self.asked = label_of("asked")
        self.name = label_of("title", wrap=True)
        self.role = label_of("sub", wrap=True)
        self.carried = label_of("sub", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(rounded(2))
        words.addStretch(1)
        words.addWidget(self.asked)
        words.addWidget(self.name)
        words.addWidget(self.role)
        words.addWidget(self.carried)
        words.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(rounded(12))
        top.addWidget(self.chip)
        top.addLayout(words, 1)
        self.whereabouts = Whereabouts(table)
        self.whereabouts.closed.connect(self.edited)
        self._facts = QHBoxLayout()
        self._facts.setSpacing(rounded(8))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(16), rounded(14), rounded(16), rounded(12))
        layout.setSpacing(rounded(12))
        layout.addLayout(top)
        layout.addLayout(self._facts)
        layout.addWidget(self.whereabouts)
        table.changed.connect(self.refresh)
        table.asked.connect(self.refresh)
        table.selected_changed.connect(self.refresh)
        self.refresh()

    @property
    def actor(self) -> ActorId:
        """Whose card is shown, empty for nobody's."""
        return self._actor

    @property
    def boxes(self) -> dict[str, FactBox]:
        """The box of each fact, by its key."""
        return self._boxes

    def edit_health(self, actor_id: ActorId) -> None:
        """Open the field of the number that harm changes.

        The card keeps showing that actor until the field is gone, whoever rolls meanwhile.
        """
        self._held = actor_id
        self.refresh()
        card = self._table.card(actor_id)
        box = self._boxes.get(card.harm) if card is not None else None
        if box is not None:
            box.edit()
        if box is None or box.field is None:
            self._let_go()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def refresh(self) -> None:
        """Show the actor as it is."""
        question = self._table.question
        rolling = question.actor if question is not None else ""
        actor = next(filter(None, map(self._table.actor, (self._held, rolling, self._table.selected))), None)
        self._actor = actor.id if actor else ""
        self.setVisible(actor is not None)
        self.whereabouts.show_actor(actor)
        if actor is not None:
            self._show(actor)

    def event(self, event: QEvent) -> bool:
        """Keep the height that the words need: in a low window the column would squeeze them."""
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.setMinimumHeight(max(0, self.heightForWidth(self.width())))
        return done

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel and the line below."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(theme.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, colour(theme.line))
        painter.end()

    def _show(self, actor: Actor) -> None:
        side = next(view for view in self._table.view(Audience.GM).sides if view.id == actor.side)
        card = self._table.card(actor.id)
        state: State = "normal" if actor.active else "dead" if card is not None and card.dead else "down"
        badges = card.badges if card is not None else ()
        self.chip.show_token(actor.token_label, side.tone.value, state, badges)
        asked = asked_words(self._table.question, actor.id)
        self.asked.setText(asked.capitalize())
        self.asked.setVisible(bool(asked))
        self.name.setText(actor.name)
        self.role.setText(self._table.say(card.role) if card else "")
        carried = card.carried if card is not None else None
        self.carried.setText(self._table.say(carried) if carried is not None else "")
        self.carried.setVisible(carried is not None)
        self.setToolTip("\n".join(map(self._table.say, card.notes)) if card else "")
        self._show_facts([self._view(fact) for fact in card.facts] if card else [])

    def _show_facts(self, views: list[FactView]) -> None:
        if list(self._boxes) != [view.key for view in views]:
            clear_layout(self._facts)
            self._boxes = {}
            for view in views:
                box = FactBox(view)
                box.value_typed.connect(self._set)
                box.closed.connect(self._let_go)
                box.closed.connect(self.edited)
                box.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                box.customContextMenuRequested.connect(lambda _, key=view.key: self._explain(key))
                self._boxes[view.key] = box
                self._facts.addWidget(box, 1)
        for view in views:
            self._boxes[view.key].show_fact(view)

    def _view(self, fact: CardFact) -> FactView:
        parts = self._table.narrator().tally(fact.tally) if fact.tally is not None else ()
        label = self._table.say(fact.label)
        return FactView(fact.key, label, fact.value, fact.editable, why_lines(parts))

    def _explain(self, key: str) -> None:
        """What the number of a box is made of, where it is a sum."""
        card = self._table.card(self._actor)
        facts = card.facts if card is not None else ()
        for fact in facts:
            if fact.key == key and fact.tally is not None:
                self.number_wanted.emit(self._table.say(fact.label), fact.tally)

    def _let_go(self) -> None:
        if self._held:
            self._held = ""
            self.refresh()

    def _set(self, fact: str, value: int) -> None:
        self._table.submit(SetFact(self._actor, fact, value))


class _Chip(QWidget):
    """The token with its badges, 56 pixels wide."""

    def __init__(self) -> None:
        super().__init__()
        self._look: tuple[str, SideKey, State, tuple[str, ...]] = ("", "neutral", "normal", ())
        self.setFixedSize(QSize(rounded(CHIP), rounded(CHIP)))

    @property
    def badges(self) -> tuple[str, ...]:
        """The badges it wears."""
        return self._look[3]

    def show_token(self, label: str, side: SideKey, state: State, badges: tuple[str, ...]) -> None:
        """Show another token, at the text scale in force."""
        self.setFixedSize(QSize(rounded(CHIP), rounded(CHIP)))
        self._look = (label, side, state, badges)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_token(painter, QPointF(self.width() / 2, self.height() / 2), rounded(DISC), *self._look)
        painter.end()
