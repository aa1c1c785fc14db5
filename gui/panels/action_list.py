"""What the selected actor may do, in a fixed order, legal or struck through with the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QVBoxLayout, QWidget

from engine.model.offers import Option, PickGroup, Targeting
from engine.model.phrase import ActorId
from gui.bridge.attack_rows import planned_rows, underway_rows
from gui.bridge.keymap import Keymap, row_action
from gui.bridge.planner import Plan
from gui.bridge.table import Table
from gui.panels.action_rows import ActionRow, ActionView, FoldRow
from gui.panels.attack_list import AttackList
from gui.panels.drawing import clear_layout, label_of, rounded
from gui.panels.painted_button import QuietScroll
from gui.panels.pick_chooser import ChoiceGroup, PickChooser
from gui.panels.roll_outlook import RollOutlook
from gui.theme.palette import Theme


class ActionList(QWidget):
    """The actions of this step in rows 40 high, each always in its place, the rest folded to a line each.

    Of somebody who can do nothing now all are folded.

    While something is asked, what it decides stands here instead.
    """

    chosen = Signal(str, object)
    """(verb, picks): a legal action was taken; what a tool has to collect comes next."""
    overruled = Signal(str, object)
    """(verb, picks): the GM insists on it."""
    rule_wanted = Signal(str)
    """Ledger id of what speaks against a row, or of what it does: show its rule."""
    pointed = Signal(str)
    """Verb of the row under the pointer or with the focus, empty when it is left."""

    def __init__(self, table: Table, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._keymap = keymap
        self._options: dict[str, Option] = {}
        self._rows: dict[str, ActionRow] = {}
        self._chooser: PickChooser | None = None
        self._chooser_verb = ""
        self._chooser_slot = ""
        self._aimed_at: tuple[ActorId, ...] = ()
        self.fold = FoldRow()
        self.fold.toggled.connect(self._arrange)
        self._current = ""
        self._refused = ""
        """The action that was wanted last and is against the rules: Ctrl Enter insists on it."""
        self._empty = label_of("sub", "Choose a token to see what it may do.", wrap=True)
        self._outlook = RollOutlook(table, keymap)
        self.attacks = AttackList(table)
        self._plan: Plan | None = None
        content = QWidget()
        self._list = QVBoxLayout()
        self._list.setSpacing(1)
        column = QVBoxLayout(content)
        column.setContentsMargins(rounded(8), rounded(6), rounded(8), rounded(6))
        column.setSpacing(0)
        column.addWidget(self._empty)
        column.addWidget(self._outlook)
        column.addWidget(self.attacks)
        column.addLayout(self._list)
        column.addStretch(1)
        self._content = content
        self._scroll = QuietScroll()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(content)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._scroll)
        table.changed.connect(self.refresh)
        keymap.changed.connect(self.refresh)
        table.selected_changed.connect(self._other_actor)
        self.refresh()

    @property
    def rows(self) -> dict[str, ActionRow]:
        """The row of each action, by its verb."""
        return self._rows

    @property
    def chooser(self) -> PickChooser | None:
        """The open choice inside an action, if any."""
        return self._chooser

    @property
    def aimed_at(self) -> tuple[ActorId, ...]:
        """Whom the action being taken is for: the token that was clicked while its choices were open."""
        return self._aimed_at

    def take_click(self, token: ActorId) -> bool:
        """Use a click on somebody else while something is chosen: it names the target, where the action has
        one, and else changes nothing. False if nothing is being chosen.
        """
        chooser, actor = self._chooser, self._table.actor(self._table.selected)
        if chooser is None or not chooser.typed or actor is None or token == actor.id:
            return False
        other = self._table.actor(token)
        targets = self._table.ruleset.targets(self._table.board, actor, self._chooser_verb)
        if other is not None and token in targets:
            self._aimed_at = (token,)
            self._table.notice(f"It is for {other.name}. Now choose in the list.")
        else:
            self._table.notice("Choose in the list first, or give it up with Esc.")
        chooser.take_focus()
        return True

    def sizeHint(self) -> QSize:
        """As high as all rows, so that nothing scrolls where there is room."""
        return QSize(rounded(348), self._content.sizeHint().height())

    def set_current(self, verb: str) -> None:
        """Mark the action a tool is collecting for; empty for none."""
        if verb != self._current and self._chooser is not None and not self._chooser.typed:
            self.close_chooser()
        self._mark(verb)

    def pick(self, number: int) -> bool:
        """Take the numbered choice (a weapon) of the action in hand. False if there is none."""
        return self._chooser is not None and self._chooser.pick(number)

    def choose(self, action: str) -> bool:
        """Take the row of a standard action, as its key does. False if no row goes by that name.

        Where several rows share a key (cast, complete) the first legal one is taken; M again means the
        double move.
        """
        if action == "move" and self._current == "move" and "double" in self._options:
            action = "double"
        verb = self._verb_of(action)
        if verb:
            self._take(verb)
        return bool(verb)

    def overrule(self) -> None:
        """Insist on the action that was just refused, or on the refused row that has the focus."""
        focused = next((verb for verb, row in self._rows.items() if row.hasFocus()), self._refused)
        if focused in self._options and not self._options[focused].legal:
            self._insist(focused)

    def close_chooser(self) -> bool:
        """Give an open choice up. False if none was open."""
        chooser, self._chooser, self._aimed_at = self._chooser, None, ()
        if chooser is None:
            return False
        self._list.removeWidget(chooser)
        chooser.hide()
        chooser.deleteLater()
        return True

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def show_plan(self, plan: Plan | None) -> None:
        """List the attacks that a drawn path provokes."""
        self._plan = plan
        self._list_attacks()

    def _list_attacks(self) -> None:
        """Those of the move that is being resolved, else of the one that is drawn."""
        if self._table.question is not None:
            self.attacks.show_rows(underway_rows(self._table), underway=True)
        else:
            self.attacks.show_rows(planned_rows(self._table, self._plan) if self._plan else ())

    def refresh(self) -> None:
        """Show the actions as they are now."""
        if self._chooser is not None and self._chooser_slot != self._slot():
            self.close_chooser()
        asked = self._outlook.show_question(self._table.question)
        self._list_attacks()
        options = () if asked else self._table.menu(self._table.selected)
        self._empty.setVisible(not options and not asked)
        self._options = {option.verb: option for option in options}
        if self._rows.keys() != self._options.keys():
            self._build()
        self._arrange()
        for option in options:
            self._rows[option.verb].show_action(self._view(option), option.verb == self._current)
        self.updateGeometry()

    @property
    def rule_here(self) -> str:
        """The rule of the row that has the focus or is in hand; empty where there is none."""
        focused = next((verb for verb, row in self._rows.items() if row.hasFocus()), self._current)
        return self._rule_of(focused)

    def _rule_of(self, verb: str) -> str:
        """The rule of the first reason against an action, else of what its row says."""
        option = self._options.get(verb)
        if option is None:
            return ""
        said = (*(refusal.reason for refusal in option.refusals), option.note)
        return next((words.rule for words in said if words.rule), "")

    def focusInEvent(self, event: QFocusEvent) -> None:
        """F6 comes here: the action in hand takes the focus, else the first row."""
        super().focusInEvent(event)
        row = self._rows.get(self._current) or next(iter(self._stops()), None)
        if row is not None:
            row.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down go from row to row, refused ones too: those then say why in full."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        rows = self._stops()
        here = next((index for index, row in enumerate(rows) if row.hasFocus()), None)
        if here is None or not step or not 0 <= here + step < len(rows):
            event.ignore()
            return
        there = rows[here + step]
        there.setFocus(Qt.FocusReason.TabFocusReason)
        # It grows with its reasons, and only then is it known where it ends.
        QTimer.singleShot(0, there, lambda: self._scroll.ensureWidgetVisible(there))

    def _stops(self) -> list[QAbstractButton]:
        """All rows as they stand, the heading of the refused ones among them."""
        now = sum(option.legal and option.current for option in self._options.values())
        rows: list[QAbstractButton] = list(self._rows.values()) if self._options else []
        if now < len(rows):
            rows.insert(now, self.fold)
        return [*self.attacks.lines, *rows]

    # --- inner workings -----------------------------------------------------------------------------

    def _other_actor(self) -> None:
        self.close_chooser()
        self._current = self._refused = ""
        focused = QApplication.focusWidget()
        held = focused is not None and self.isAncestorOf(focused)
        self.refresh()
        self._scroll.verticalScrollBar().setValue(0)
        if held:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self.close_chooser()
        self._list.removeWidget(self.fold)
        clear_layout(self._list)
        self._rows = {}
        for verb, option in self._options.items():
            row = ActionRow(self._view(option))
            row.clicked.connect(lambda _=False, verb=verb: self._clicked(verb))
            row.overruled.connect(lambda verb=verb: self._insist(verb))
            row.pointed.connect(lambda here, verb=verb: self.pointed.emit(verb if here else ""))
            row.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            row.customContextMenuRequested.connect(
                lambda _, verb=verb: self.rule_wanted.emit(self._rule_of(verb))
            )
            self._rows[verb] = row

    def _arrange(self) -> None:
        """What is open in the current step comes first; the rest is folded away below (OSE-DET-05)."""
        now = [verb for verb, option in self._options.items() if option.legal and option.current]
        rest = [verb for verb in self._options if verb not in now]
        order: list[QWidget] = [
            *(self._rows[verb] for verb in now),
            self.fold,
            *(self._rows[v] for v in rest),
        ]
        if self._chooser is not None and self._chooser_verb in self._rows:
            order.insert(order.index(self._rows[self._chooser_verb]) + 1, self._chooser)
        for place, widget in enumerate(order):
            if self._list.indexOf(widget) != place:
                self._list.removeWidget(widget)
                self._list.insertWidget(place, widget)
        self._rows = {verb: self._rows[verb] for verb in (*now, *rest)}
        for verb in now:
            self._rows[verb].fold(False)
        for verb in rest:
            self._rows[verb].fold(not self.fold.isChecked())
        self.fold.show_count(len(rest))

    def _view(self, option: Option) -> ActionView:
        say = self._table.say
        standard = self._table.ruleset.about.verbs.get(option.verb, option.verb)
        return ActionView(
            option.verb,
            say(option.label),
            say(option.note),
            self._keymap.shown_for(standard) if self._has_key(option, standard) else "",
            tuple(say(refusal.reason) for refusal in option.refusals),
        )

    def _has_key(self, option: Option, standard: str) -> bool:
        """Of rows that share a key only the one that the key takes now shows it."""
        action = row_action(standard)
        return action == "double" or self._verb_of(action) in ("", option.verb)

    def _verb_of(self, action: str) -> str:
        """The verb whose row goes by a standard action's key; a legal one before others."""
        verbs = self._table.ruleset.about.verbs
        found = [
            option
            for option in self._options.values()
            if row_action(verbs.get(option.verb, option.verb)) == action
        ]
        legal = [option.verb for option in found if option.legal]
        return (legal or [option.verb for option in found] or [""])[0]

    def _clicked(self, verb: str) -> None:
        """A click on the row whose choice is open puts it away again."""
        chooser = self._chooser
        if chooser is not None and chooser.typed and self._chooser_verb == verb:
            self.close_chooser()
        else:
            self._take(verb)

    def _take(self, verb: str) -> None:
        option = self._options[verb]
        self._refused = "" if option.legal else verb
        if option.legal:
            self._with_picks(option, lambda picks: self.chosen.emit(verb, picks))
        else:
            reasons = ". ".join(self._view(option).reasons)
            overrules = f"{self._keymap.shown('overrule')} overrules."
            self._table.notice(f"{reasons}. {overrules}", self._rule_of(verb))

    def _insist(self, verb: str) -> None:
        self._with_picks(self._options[verb], lambda picks: self.overruled.emit(verb, picks))

    def _with_picks(self, option: Option, go: Callable[[dict[str, str]], None]) -> None:
        """Go on with what has to be picked: words are asked for first, while a weapon is the first one
        ready unless another is picked as the target is sought.
        """
        self.close_chooser()
        groups = tuple(self._group(group) for group in option.picks)
        typed = option.targeting is Targeting.TEXT and bool(groups)
        if typed or any(len(group.choices) > 1 for group in groups):
            self._open_chooser(option.verb, groups, go, typed)
        if not typed:
            self._mark(option.verb)
            go({group.key: group.choices[0][0] for group in groups if group.choices})

    def _slot(self) -> str:
        """The part of the round being played: a choice opened in it is not for the next one."""
        progress = self._table.progress
        return f"{progress.round} {progress.current.key if progress.current is not None else ''}"

    def _group(self, group: PickGroup) -> ChoiceGroup:
        choices = tuple((key, self._table.say(words)) for key, words in group.choices)
        return ChoiceGroup(group.key, self._table.say(group.label), choices, group.moot)

    def _open_chooser(
        self, verb: str, groups: Sequence[ChoiceGroup], go: Callable[[dict[str, str]], None], typed: bool
    ) -> None:
        chooser = PickChooser(groups, typed)
        self._chooser, self._chooser_verb, self._chooser_slot = chooser, verb, self._slot()
        self._list.insertWidget(self._list.indexOf(self._rows[verb]) + 1, chooser)
        chooser.cancelled.connect(self.close_chooser)
        chooser.finished.connect(lambda picks: self._picked(picks, go, typed))
        if typed:
            chooser.take_focus()
        chooser.resized.connect(lambda: QTimer.singleShot(0, chooser, lambda: self._show_whole(chooser)))
        chooser.marked.connect(lambda row: self._scroll.ensureWidgetVisible(row, 0, rounded(8)))

    def _show_whole(self, chooser: PickChooser) -> None:
        """Scroll until all of it is in view, with its row where there is room, else without its heading."""
        row = self._rows.get(self._chooser_verb)
        if chooser is not self._chooser or row is None:
            return
        bar, height = self._scroll.verticalScrollBar(), self._scroll.viewport().height()
        end = chooser.geometry().bottom() + rounded(6)
        tops = (row.y(), chooser.y(), chooser.y() + chooser.heading_end)
        top = next((top for top in tops if end - top <= height), chooser.y())
        bar.setValue(min(max(bar.value(), end - height), top))

    def _picked(self, picks: dict[str, str], go: Callable[[dict[str, str]], None], typed: bool) -> None:
        aimed = self._aimed_at
        if typed:
            self.close_chooser()
        self._aimed_at = aimed
        go(picks)
        self._aimed_at = ()

    def _mark(self, verb: str) -> None:
        self._current = verb
        for row in self._rows.values():
            row.show_action(row.view, row.view.verb == verb)
