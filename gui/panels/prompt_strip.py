"""The prompt strip: the one place where anything is asked, always at the bottom of the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.commands import Advance, Command
from engine.model.offers import Refusal
from engine.model.requests import AskRoll, AskRolls, Request
from gui.bridge.describe import PlanPrompt
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.drawing import any_width, rounded, theme_of
from gui.panels.idle_hints import idle_content, tips_content
from gui.panels.roll_field import RollBlock
from gui.panels.strip_answers import StripAnswers
from gui.panels.strip_body import MOST_HEIGHT, STACKED_HEIGHT, StripBody
from gui.panels.strip_content import (
    StripButton,
    StripContent,
    content_of_dice,
    content_of_plan,
    content_of_refusal,
    content_of_request,
    is_enemy_attack,
    while_rolling,
)
from gui.theme.palette import Theme, colour

HEIGHT, ROLL_HEIGHT = 124, 150


class PromptStrip(QWidget):
    """Shows, in this order: the engine's open question, which dice to roll openly, a drawn plan, a refusal
    that can be set aside, and else a hint.

    `key` and `take_key` say whether the strip had a use for a key; the window asks them before anybody else.
    """

    action = Signal(str)
    """A button was pressed that is not the strip's own business: cancel, safer, accept and overrule of a
    plan, advance, and hide_tips and show_me of the first tips."""
    dice_named = Signal(str)
    """Dice to be rolled openly, as the GM wrote them."""
    pointed_at = Signal(str)
    """Of several picks, the one that Enter would take now."""
    plan_seen = Signal()
    """The plan it asks about is on the screen for the first time since it changed."""
    released = Signal()
    """The last question is answered: the map takes the focus back."""

    def __init__(self, table: Table, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._keymap = keymap
        self._request: Request[Any] | None = None
        self._plan: PlanPrompt | None = None
        self._unseen = False
        self._refused: tuple[Command, tuple[Refusal, ...]] | None = None
        self._notice = self._notice_rule = ""
        self._naming_dice = False
        self._dice = "d20"
        self._tips = False
        self._content = StripContent("")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        any_width(self)  # the map decides how wide it is
        self.body = StripBody()
        self.body.typed.connect(self._typed)
        self.body.height_wanted.connect(self._fit_height)
        self.body.buttons.pressed.connect(self._press)
        self._answers = StripAnswers(table, self.body, keymap, self)
        self._answers.noticed.connect(self.notice)
        self._answers.pointed_at.connect(self._show_pointed)
        self._answers.squares_taken.connect(lambda: self.action.emit("accept"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.body)
        table.asked.connect(self.show_request)
        table.noticed.connect(self._show_notice)
        table.rolling_changed.connect(self._rolling_changed)
        table.dice_mode_changed.connect(self._say_who_rolls)
        table.refused.connect(self._show_refused)
        table.changed.connect(self._battle_changed)
        table.selected_changed.connect(self._forget)
        keymap.changed.connect(self._keys_changed)
        self._request = table.question
        self._refresh()

    # --- what is shown --------------------------------------------------------------------------------

    @property
    def content(self) -> StripContent:
        """What the strip shows now."""
        return self._content

    @property
    def fields(self) -> list[RollBlock]:
        """The roll fields, in the order asked."""
        return self.body.blocks

    def show_request(self, request: Request[Any] | None) -> None:
        """Show the engine's open question, or none."""
        if request is self._request:
            return
        before, self._request = self._request, request
        self._answers.begin()
        self._refused, self._notice, self._naming_dice = None, "", False
        self._refresh()
        if before is not None and request is None:
            self.released.emit()

    def point(self, pick: str) -> None:
        """Let Enter take this pick of the open question: it is pointed at on the map."""
        self._answers.point(pick)

    def show_plan(self, prompt: PlanPrompt | None) -> None:
        """Show the question about a drawn plan, or none."""
        if prompt == self._plan:
            return
        self._plan, self._unseen = prompt, True
        self._refused, self._notice, self._naming_dice = None, "", False
        self._refresh()

    def show_idle(self) -> None:
        """Nothing is drawn, refused or to be said any more."""
        self._plan, self._refused, self._notice, self._naming_dice = None, None, "", False
        self._refresh()

    def ask_dice(self) -> None:
        """Ask which dice to roll openly; those of the last time stand ready."""
        if self._request is not None:
            return
        self._naming_dice, self._notice = True, ""
        self._refresh()
        line = self.body.line
        if line is not None:
            line.setText(self._dice)
            line.selectAll()
            line.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_tips(self, shown: bool) -> None:
        """While the first tips are on the map, say here what the strip is for."""
        self._tips = shown
        if self._request is None:
            self._refresh()

    def notice(self, text: str, rule: str = "") -> None:
        """Say a plain sentence; with a question open it stands below it and the typed digits are selected.

        `rule` is the ledger id behind it.
        """
        self._notice, self._notice_rule = text, rule
        if self._waiting:
            # Wrong dice stand in the place of the facts until they are put right; other words leave them.
            self.body.show_problem(text, beside_facts=not any(self.body.texts()))
            self.body.select_typed()
        else:
            self._refresh()
        self._announce(text)

    def _show_notice(self, text: str) -> None:
        self.notice(text, self._table.notice_rule)

    @property
    def rule_here(self) -> str:
        """The rule of the refusal that is shown; empty where there is none."""
        if self._refused is not None:
            return _rule_of(self._refused[1])
        return self._notice_rule if self._notice else ""

    def forget_rule(self) -> None:
        """Something else was pointed at since: the sentence may stay, its rule is not meant any more."""
        self._notice_rule = ""

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    # --- keys -------------------------------------------------------------------------------------------

    @property
    def only_notice(self) -> bool:
        """A notice shows, and nothing that keys here could answer."""
        return bool(self._notice) and not self._waiting

    def key(self, action: str) -> bool:
        """Use a key by the name of its action. False if it means nothing here."""
        if self._request is not None:
            return self._answers.key(self._request, action)
        if self._naming_dice and action in ("accept", "cancel"):
            self._settle_dice(action)
            return True
        if self._refused is not None and action in ("accept", "overrule", "cancel"):
            self._settle_refused(action)
            return True
        if action == "cancel" and self._notice and self._plan is None:
            self.show_idle()
            return True
        return False

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a pressed key: a number chooses or begins a roll, the rest goes by the table of keys."""
        if self._request is not None and self._answers.take_key(self._request, event):
            return True
        action = self._keymap.action_for(event.keyCombination())
        return bool(action) and self.key(action)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that a field had no use for."""
        event.setAccepted(self.take_key(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The field that waits for typing takes the focus over."""
        super().focusInEvent(event)
        field = self.body.first_empty()
        if field is not None:
            field.setFocus(event.reason())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel with its border of 2 px: accent for own choices, pink while an enemy attacks."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(theme.panel))
        painter.fillRect(0, 0, self.width(), 2, colour(theme.bad if self._content.attack else theme.accent))
        painter.end()
        if self._unseen:
            self._unseen = False
            self.plan_seen.emit()

    # --- showing ----------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        content = self._made_content()
        self._content = content
        self.body.show_content(content, self._why, self._least_height())
        self._say_who_rolls()
        self.setAccessibleName(" ".join(part for part in (content.kicker, content.title) if part))
        self.setAccessibleDescription(content.problem or content.detail)
        self.update()
        if self._request is not None:
            (self.body.first_empty() or self).setFocus(Qt.FocusReason.OtherFocusReason)
            self._announce(f"{content.kicker} {content.title}. {content.detail}")

    def _say_who_rolls(self) -> None:
        """Which of the fields the dice mode leaves to the app while they are empty."""
        request = self._request
        rolls = request.rolls if isinstance(request, AskRolls) else (request,)
        for roll, block in zip(rolls, self.body.blocks, strict=False):
            block.edit.say_who_rolls(roll is not None and self._table.rolls_itself(roll))

    def _least_height(self) -> int:
        return rounded(ROLL_HEIGHT if self._content.fields else HEIGHT)

    def _fit_height(self, wanted: int) -> None:
        """Grow with what there is to say, up to a limit, so that the map keeps its room."""
        most = STACKED_HEIGHT if self.body.stacked else MOST_HEIGHT
        height = max(self._least_height(), min(wanted, rounded(most)))
        if height != self.height():
            self.setFixedHeight(height)

    @property
    def _waiting(self) -> bool:
        """Something is asked that a key here, or the map, answers."""
        asked = (self._request, self._plan, self._refused)
        return self._naming_dice or any(one is not None for one in asked)

    def _made_content(self) -> StripContent:
        if self._request is not None:
            say = self._table.say
            content = content_of_request(
                self._request,
                say,
                self._keymap,
                is_enemy_attack(self._request, self._table.battle),
                self._answers.pointed,
                self._table.may_give_up,
            )
            return while_rolling(content, self._keymap) if self._table.rolling else content
        if self._naming_dice:
            return content_of_dice(self._keymap)
        if self._plan is not None:
            return content_of_plan(self._plan, self._keymap)
        if self._refused is not None:
            return content_of_refusal(
                *self._refused, self._table.progress.next, self._table.say, self._keymap
            )
        idle = tips_content(self._keymap) if self._tips else idle_content(self._table, self._keymap)
        return StripContent(self._notice, detail=idle.title, buttons=idle.buttons) if self._notice else idle

    def _why(self, roll: AskRoll) -> str:
        """The parts of the bonus, for the tooltip."""
        parts = self._table.narrator().tally(roll.tally)
        return "\n".join(f"{value:+d}  {words}" for words, value, counts in parts if counts)

    def _announce(self, text: str) -> None:
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _battle_changed(self) -> None:
        self._refused, self._notice, self._naming_dice = None, "", False
        if self._request is None:
            self._refresh()

    def _rolling_changed(self) -> None:
        """The program rolls by itself, or was held: fields show only where somebody may type."""
        if self._request is not None:
            self._refresh()

    def _keys_changed(self) -> None:
        """Other key caps; what was typed stays."""
        self._content = self._made_content()
        self.body.buttons.show_buttons(self._content.buttons)
        if self._request is None:
            self._refresh()

    def _forget(self) -> None:
        if self._request is None:
            self._refused, self._notice, self._naming_dice = None, "", False
            self._refresh()

    def _show_refused(self, told: tuple[Command, Any]) -> None:
        """Ask whether to insist, where that is possible."""
        command, refused = told
        if refused.hard or self._request is not None:
            self.notice(self._table.say(refused.refusals[0].reason), _rule_of(refused.refusals))
            return
        self._refused, self._notice = (command, refused.refusals), ""
        self._refresh()

    # --- answering --------------------------------------------------------------------------------------

    def _press(self, button: StripButton) -> None:
        if button.answer is not None:
            self._table.answer(button.answer)
        elif self._request is not None or self._refused is not None or self._naming_dice:
            self.key(button.action)
        else:
            self.action.emit(button.action)

    def _show_pointed(self, pick: str) -> None:
        self._refresh()
        self.pointed_at.emit(pick)

    def _settle_dice(self, action: str) -> None:
        """Enter hands the written dice on; they stay on the strip for as long as they are not understood."""
        if action == "cancel":
            self.show_idle()
            self.released.emit()
        else:
            self._dice = self.body.texts()[0].strip()
            self.dice_named.emit(self._dice)

    def _settle_refused(self, action: str) -> None:
        """Enter goes on with the round; an act needs the GM's Ctrl Enter."""
        refused = self._refused
        if refused is None:
            return
        command, _ = refused
        if action == "cancel":
            self.show_idle()
        elif action == "overrule" or isinstance(command, Advance):
            self._refused = None
            self._table.submit(command, overrule=True)

    def _typed(self) -> None:
        """What was wrong with the digits is gone once they change."""
        if self._notice:
            self._notice = ""
            self.body.show_problem("")


def _rule_of(refusals: Sequence[Refusal]) -> str:
    """The rule of the first reason that has one."""
    return next((refusal.reason.rule for refusal in refusals if refusal.reason.rule), "")
