"""How the open question is answered on the strip: typed, rolled by the program or chosen, key by key."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from engine.model.requests import (
    AskChoice,
    AskNumber,
    AskRoll,
    AskRolls,
    AskRuling,
    Faces,
    Picked,
    Request,
    bad_faces,
)
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.roll_field import RollBlock
from gui.panels.strip_body import StripBody
from gui.panels.strip_buttons import MORE_KEY
from gui.panels.strip_columns import along
from gui.panels.strip_content import PICK_KEYS, answer_of, problem_of, read_faces

_INSTEAD = {"skip": "none", "stunt": "stunt"}
"""The pick that replaces a roll, by the action of its key."""

_ALONG = {
    "next_target": (0, 1),
    "previous_target": (0, -1),
    "step_e": (1, 0),
    "step_s": (0, 1),
    "step_w": (-1, 0),
    "step_n": (0, -1),
}
"""Where among the picks a key leads: (columns right, rows down)."""


class StripAnswers(QObject):
    """Turns keys and typed digits into answers. Which question is open, the strip says."""

    noticed = Signal(str)
    """What is wrong with what was typed, in a sentence."""
    pointed_at = Signal(str)
    """The key of the pick that Enter would take now."""
    squares_taken = Signal()
    """Enter, where the answer is squares marked on the map."""

    def __init__(self, table: Table, body: StripBody, keymap: Keymap, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._body = body
        self._keymap = keymap
        self._pointed = ""

    @property
    def pointed(self) -> str:
        """The pick chosen with [ and ] or on the map; empty for the one that stands first."""
        return self._pointed

    def begin(self) -> None:
        """Another question is open, or none."""
        self._pointed = ""

    def point(self, pick: str) -> None:
        """Let Enter take this pick."""
        if pick != self._pointed:
            self._pointed = pick
            self.pointed_at.emit(pick)

    def take_key(self, request: Request[Any], event: QKeyEvent) -> bool:
        """Use a number: it chooses, begins a typed roll or, with Alt, names what replaces the roll."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        number = event.key() - Qt.Key.Key_0
        if modifiers == Qt.KeyboardModifier.AltModifier:
            return isinstance(request, AskRoll) and self._replace(request, number - 1)
        if modifiers or not event.text():
            return False
        if isinstance(request, AskChoice):
            return self._choose(request, event.text())
        if event.text().isdigit() and self._table.rolling:
            return self._hold_and_type(event.text())
        return event.text().isdigit() and self._digit(event.text())

    def key(self, request: Request[Any], action: str) -> bool:
        """Use a key by the name of its action. False if it means nothing to this question."""
        rolls = isinstance(request, AskRoll | AskRolls)
        if action == "accept":
            self._accept(request)
        elif rolls and action in ("roll", "waypoint"):
            self._roll(request)
        elif action in _INSTEAD:
            return self._pick_instead(request, _INSTEAD[action])
        elif action in ("next", "previous") and len(self._body.blocks) > 1:
            self._body.other_field(1 if action == "next" else -1)
        elif action in _ALONG and isinstance(request, AskChoice):
            self._go_along(request, _ALONG[action])
        elif action == "cancel":
            self._cancel()
        else:
            return False
        return True

    # --- inner workings -----------------------------------------------------------------------------

    def _choose(self, request: AskChoice, typed: str) -> bool:
        index = PICK_KEYS.find(typed)
        if 0 <= index < len(request.picks):
            self._table.answer(Picked(request.picks[index].key))
            return True
        return typed == MORE_KEY and self._body.buttons.open_more()

    def _go_along(self, request: AskChoice, by: tuple[int, int]) -> None:
        keys = [pick.key for pick in request.picks]
        here = keys.index(self._pointed or request.default or keys[0])
        self.point(keys[along(here, len(keys), self._body.buttons.rows, by)])

    def _digit(self, typed: str) -> bool:
        target = self._body.first_empty()
        if target is None or target.hasFocus():
            return False
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        target.insert(typed)
        return True

    def _hold_and_type(self, digit: str) -> bool:
        """The dice on the table come before the program's own."""
        self._table.pause()
        field = self._body.first_empty()
        if field is not None:
            field.insert(digit)
        return True

    def _accept(self, request: Request[Any]) -> None:
        if self._table.rolling:
            self._roll(request)
        elif isinstance(request, AskRolls):
            self._accept_batch(request)
        elif isinstance(request, AskRoll) and not self._body.blocks[0].edit.text().strip():
            if self._table.rolls_itself(request):
                self._roll(request)
            else:
                self._ask_for_dice()
        else:
            self._accept_typed(request)

    def _accept_typed(self, request: Request[Any]) -> None:
        texts = self._body.texts()
        fields = tuple(block.field for block in self._body.blocks)
        for field, text in zip(fields, texts, strict=False):
            problem = problem_of(field, text)
            if problem:
                self.noticed.emit(problem)
                return
        if isinstance(request, AskRuling) and not texts[0].strip():
            wanted = request.wanted
            self.noticed.emit(f"{self._table.say(wanted)}." if wanted else "Say what happens, in a line.")
            return
        answer = Picked(self._pointed) if self._pointed else answer_of(request, fields, texts)
        if answer is not None:
            self._table.answer(answer)
        elif isinstance(request, AskNumber):
            self.noticed.emit(f"A number from {request.low} to {request.high}.")
        elif not self._body.blocks:
            self.squares_taken.emit()

    def _accept_batch(self, request: AskRolls) -> None:
        """From a typed field on to the next empty one. In an empty one Enter lets the program roll those that
        are left, where the dice mode lets it; the others wait for their dice."""
        typed = self._typed_faces()
        following = self._body.next_empty()
        if following is not None:
            if self._batch_fits():
                self._body.focus_field(following)
            return
        waiting = [
            index
            for index, (roll, faces) in enumerate(zip(request.rolls, typed, strict=True))
            if faces is None and not self._table.rolls_itself(roll)
        ]
        if waiting:
            self._body.focus_field(waiting[0])
            self._ask_for_dice()
        elif self._batch_fits():
            self._table.roll_rest(typed)

    def _ask_for_dice(self) -> None:
        self.noticed.emit(f"Type what the dice show; {self._keymap.shown('roll')} lets the app roll.")

    def _roll(self, request: Request[Any]) -> None:
        """The program rolls; what was typed in a batch stays."""
        if isinstance(request, AskRolls) and self._body.blocks:
            if self._batch_fits():
                self._table.roll_rest(self._typed_faces())
        else:
            self._table.roll()

    def _typed_faces(self) -> tuple[Faces | None, ...]:
        return tuple(read_faces(block.field, block.edit.text()) for block in self._body.blocks)

    def _batch_fits(self) -> bool:
        """Whether every field that was typed in can be what its dice show. The cursor goes to the first that
        cannot, and it is marked."""
        for block in self._body.blocks:
            problem = self._problem_in(block)
            if problem:
                block.edit.setFocus(Qt.FocusReason.OtherFocusReason)
                block.edit.mark_wrong(True)
                self.noticed.emit(problem)
                return False
        return True

    def _problem_in(self, block: RollBlock) -> str:
        text = block.edit.text()
        faces = read_faces(block.field, text)
        if faces is None:
            return ""
        bad = bad_faces(block.field.dice, faces.faces)
        return problem_of(block.field, text) or (self._table.say(bad) if bad is not None else "")

    def _replace(self, roll: AskRoll, index: int) -> bool:
        """Alt and a number: what may replace the roll (another weapon), in the order offered."""
        if not 0 <= index < len(roll.instead):
            return False
        self._table.answer(Picked(roll.instead[index].key))
        return True

    def _pick_instead(self, request: Request[Any], pick: str) -> bool:
        offered = request.instead if isinstance(request, AskRoll) else ()
        offered = request.picks if isinstance(request, AskChoice) else offered
        if pick not in {one.key for one in offered}:
            return False
        self._table.answer(Picked(pick))
        return True

    def _cancel(self) -> None:
        """Esc holds the program's own roll first, then gives the command up."""
        if self._table.pause():
            self.noticed.emit(f"Held. {self._keymap.shown('roll')} rolls, or type what the dice show.")
        else:
            self._table.abandon()
