"""The table: the running session as the interface knows it.

Every screen listens to `changed` and `asked` and reads the values offered here; nobody else holds the
session. Two views are made from `Session.shown`, one for each audience.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Advance, Command
from engine.model.events import Event
from engine.model.offers import Card, Option, Progress, Reach
from engine.model.phrase import ActorId, Phrase
from engine.model.requests import Answer, AskRoll, AskRolls, Batch, Faces, Request
from engine.rulesets.ruleset import Ruleset, scale_of
from engine.session.dice import SoftwareDice
from engine.session.results import Asked, Finished, Refused, Result, Rewound, Unfit
from engine.session.session import Session
from engine.tactics.board import Board
from engine.views.audience import Audience, known
from engine.views.look import View, look
from engine.views.narrate import Narrator
from gui.bridge.dice_mode import DiceMode, rolls_itself
from gui.bridge.selection import actor_of, first_to_act, of_the_side

T = TypeVar("T")

APP_PAUSE_MS = 400
"""How long a prompt is readable before the program answers it in the mode `DiceMode.APP`."""


class Change(Struct, frozen=True):
    """What happened since the screens were last told. With `jump` they show the new state at once."""

    events: tuple[Event, ...]
    jump: bool


class Table(QObject):
    """Owns the session; turns commands and answers into views, questions and notices."""

    changed = Signal(object)
    """A `Change`: read the views again."""
    asked = Signal(object)
    """The open `Request`, or None when it was answered or withdrawn."""
    answered = Signal(object, object)
    """(request, answer) that was taken, before the screens are told what came of it."""
    refused = Signal(object)
    """(command, `Refused`): why something was not done."""
    noticed = Signal(str)
    """A plain sentence for the prompt strip."""
    rolling_changed = Signal()
    """The program was about to roll the open question and is no longer, or the other way round."""
    dice_mode_changed = Signal()
    """Somebody else rolls from now on."""
    selected_changed = Signal(str)
    """Id of the actor now selected, empty for none."""

    def __init__(
        self, session: Session, dice: SoftwareDice | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._dice = dice or SoftwareDice()
        self.notice_rule = ""
        """Rule behind the notice while it is being told; empty where it has none."""
        self._selected: ActorId = ""
        self._step = (0, "")
        """Round and step before the command that runs now."""
        self.dice_mode = DiceMode.PLAYERS
        self._rolling_check = ""
        self._held = False
        self._auto = QTimer(self)
        self._auto.setSingleShot(True)
        self._auto.setInterval(APP_PAUSE_MS)
        self._auto.timeout.connect(self.roll)

    # --- what there is ----------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The session, for the other modules of the bridge."""
        return self._session

    @property
    def ruleset(self) -> Ruleset:
        """The rule book of this encounter."""
        return self._session.ruleset

    @property
    def battle(self) -> Battle:
        """The battle as it is shown."""
        return self._session.shown

    @property
    def board(self) -> Board:
        """Derived data of the shown battle."""
        return self._session.board

    @property
    def progress(self) -> Progress:
        """Where the round stands."""
        return self._kept("progress", lambda: self.ruleset.progress(self.battle))

    @property
    def question(self) -> Request[Any] | None:
        """The open question."""
        return self._session.question

    @property
    def may_give_up(self) -> bool:
        """Whether what is asked about is an act of somebody for which no die has been rolled yet."""
        return self._session.may_give_up

    def view(self, audience: Audience) -> View:
        """What the audience's screen shows now."""
        return self._kept(("view", audience), lambda: look(self.board, self.ruleset, audience))

    def narrator(self, audience: Audience = Audience.GM) -> Narrator:
        """Who makes sentences for the audience."""
        glossary = self.ruleset.about.glossary
        public = self._known_to_players() if audience is Audience.PLAYERS else None
        return Narrator(self.battle, glossary, audience, public)

    @property
    def known_board(self) -> Board:
        """Derived data of the battle as the players know it."""
        return self._kept("known board", lambda: Board(self._known_to_players(), self.board))

    def say(self, said: Phrase) -> str:
        """A sentence for the GM."""
        return self.narrator().say(said)

    def actor(self, actor_id: ActorId) -> Actor | None:
        """An actor of the shown battle."""
        return self.battle.actors.get(actor_id)

    def card(self, actor_id: ActorId) -> Card | None:
        """What the panel says about an actor."""
        actor = self.actor(actor_id)
        if actor is None:
            return None
        return self._kept(("card", actor_id), lambda: self.ruleset.card(self.battle, actor))

    def menu(self, actor_id: ActorId) -> tuple[Option, ...]:
        """What the actor may do, or why not."""
        actor = self.actor(actor_id)
        if actor is None:
            return ()
        return self._kept(("menu", actor_id), lambda: self.ruleset.menu(self.board, actor))

    def reach(self, actor_id: ActorId, verb: str) -> Reach:
        """How far an actor of the shown battle gets by a path verb; each move of the mouse asks."""
        actor = self.battle.actors[actor_id]
        return self._kept(("reach", actor_id, verb), lambda: self.ruleset.reach(self.board, actor, verb))

    @property
    def busy_words(self) -> str:
        """Why nothing else can be done while a question is open, and the way out."""
        return self.say(self._session.busy)

    @property
    def undo_words(self) -> str:
        """What Ctrl Z takes back, empty if there is nothing."""
        label = self._session.undo_label
        return self.say(label) if label is not None else ""

    @property
    def redo_words(self) -> str:
        """What a redo brings back, empty if there is nothing."""
        label = self._session.redo_label
        return self.say(label) if label is not None else ""

    def feet(self, squares: int) -> str:
        """A length in the ruleset's unit: "30 ft"."""
        return f"{squares * self.scale} {self.ruleset.about.unit}"

    @property
    def scale(self) -> int:
        """Length of a square in the ruleset's unit."""
        return scale_of(self.ruleset.about, self.battle)

    @property
    def square_words(self) -> str:
        """How long a square is, also in the rule book's other words: "10 ft = 1 inch at 1:120"."""
        also = self.ruleset.about.also.get(self.scale, "")
        return f"{self.feet(1)} = {also}" if also else self.feet(1)

    def notice(self, sentence: str, rule: str = "") -> None:
        """Say something plain in the prompt strip; `rule` is the ledger id behind it."""
        self.notice_rule = rule
        self.noticed.emit(sentence)
        self.notice_rule = ""

    # --- selection ----------------------------------------------------------------------------------

    @property
    def selected(self) -> ActorId:
        """The selected actor, empty for none."""
        return self._selected

    def select(self, actor_id: ActorId) -> None:
        """Select an actor, or nobody."""
        if actor_id not in self.battle.actors:
            actor_id = ""
        if actor_id != self._selected:
            self._selected = actor_id
            self.selected_changed.emit(actor_id)

    def select_next(self, step: int = 1) -> None:
        """Select the next actor who can act now, in roster order; all on the map when nobody waits."""
        everybody = self.battle.actors
        ids = self.progress.waiting or tuple(key for key, actor in everybody.items() if actor.active)
        if not ids:
            return
        if self._selected in ids:
            self.select(ids[(ids.index(self._selected) + step) % len(ids)])
            return
        rows = tuple(everybody)[:: 1 if step > 0 else -1]
        below = rows.index(self._selected) + 1 if self._selected in everybody else 0
        self.select(next(key for key in (*rows[below:], *rows[:below]) if key in ids))

    # --- commands -----------------------------------------------------------------------------------

    def submit(self, command: Command, overrule: bool = False) -> Result:
        """Carry out a command; a refusal is signalled with its reasons."""
        if self.question is None:
            self._step = self._step_now()
        result = self._session.submit(command, overrule)
        if isinstance(result, Refused):
            self.refused.emit((command, result))
        else:
            self._tell(result)
        return result

    def advance(self, overrule: bool = False) -> Result:
        """Go on to the next step of the round."""
        return self.submit(Advance(overrule), overrule)

    def answer(self, answer: Answer) -> Result | None:
        """Answer the open question; an unfit answer is said in a sentence and the question stays."""
        question = self.question
        if question is None:
            return None
        result = self._session.answer(answer)
        if isinstance(result, Unfit):
            self.noticed.emit(self.say(result.problem))
        else:
            self.answered.emit(question, answer)
            self._tell(result)
        return result

    def roll(self) -> None:
        """Let the program roll the rest of this check: the open roll and what follows from it."""
        question = self.question
        if isinstance(question, AskRolls | AskRoll):
            self._rolling_check = getattr(question, "check_id", "")
            self.answer(self._dice.answer(question))

    def roll_rest(self, typed: Sequence[Faces | None]) -> Result | None:
        """Answer a batch of rolls: the program rolls those that nobody typed (None)."""
        question = self.question
        if not isinstance(question, AskRolls):
            return None
        rolls = zip(question.rolls, typed, strict=True)
        return self.answer(Batch(tuple(faces or self._dice.roll(roll) for roll, faces in rolls)))

    @property
    def rolling(self) -> bool:
        """Whether the program is about to roll the open question by itself."""
        asks = isinstance(self.question, AskRoll | AskRolls)
        return asks and self.dice_mode is DiceMode.APP and not self._held

    def pause(self) -> bool:
        """Keep the program from answering the prompt by itself. False if it was not about to."""
        if not self.rolling:
            return False
        self._auto.stop()
        self._held = True
        self.rolling_changed.emit()
        return True

    def set_dice_mode(self, mode: DiceMode) -> None:
        """Choose who rolls from now on."""
        before = self.rolling
        self.dice_mode, self._held = mode, False
        self._auto.stop()
        if self.rolling != before:
            self.rolling_changed.emit()
        self.dice_mode_changed.emit()
        self._consider_rolling()

    def rolls_itself(self, question: Request[Any]) -> bool:
        """Whether Enter on an empty field lets the program roll this question."""
        return rolls_itself(self.dice_mode, question, self.battle.sides)

    # --- taking back --------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Ctrl Z: the last answer of a person, else the last command."""
        last = self._session.journal.last
        command = self._session.open_command or (last.command if last is not None else None)
        result = self._session.take_back()
        if result is None:
            self.notice("There is nothing to take back.")
        self._tell_back(result, command)

    def redo(self) -> None:
        """Ctrl Shift Z."""
        following = self._session.journal.next
        result = self._session.redo()
        if result is None:
            self.notice("There is nothing to do again.")
        self._tell_back(result, following.command if following is not None else None)

    def undo_to(self, number: int) -> None:
        """Take back entry `number` and all after it."""
        entries = self._session.journal.entries
        command = next((entry.command for entry in entries if entry.number == number), None)
        self._tell_back(self._session.undo_to(number), command)

    def abandon(self) -> None:
        """Esc at a prompt: give the open command up."""
        if self.question is not None:
            command = self._session.open_command
            self._tell_back(self._session.abandon(), command)

    # --- inner workings -----------------------------------------------------------------------------

    def _tell_back(self, result: Result | None, command: Command | None) -> None:
        """Tell of what was taken back or done again, and select whose command it was."""
        self._rolling_check = ""
        if result is None:
            return
        actor_id = actor_of(command)
        if actor_id in self.battle.actors:
            self.select(actor_id)
        self._step = self._step_now()
        self._tell(result)

    def _tell(self, result: Result) -> None:
        events = result.events if isinstance(result, Asked | Finished) else ()
        jump = isinstance(result, Rewound) or (isinstance(result, Asked) and result.jump)
        self._held = False
        if self._selected and self._selected not in self.battle.actors:
            self.select("")
        self.changed.emit(Change(events, jump))
        self._follow_step()
        self.asked.emit(self.question)
        self._consider_rolling()

    def _step_now(self) -> tuple[int, str]:
        current = self.progress.current
        return self.progress.round, current.key if current is not None else ""

    def _follow_step(self) -> None:
        """Another step is open: whoever can act in it is selected. Within a step the selection stays."""
        if self.question is None and self._step != self._step_now():
            self._step = self._step_now()
            chosen = first_to_act(self.progress, self.menu, self._selected)
            self.select(of_the_side(self.battle, self.progress, chosen))

    def _consider_rolling(self) -> None:
        """Roll on within a check the GM gave to the program, and in the mode where it rolls all."""
        question = self.question
        if not isinstance(question, AskRoll | AskRolls):
            self._rolling_check = self._rolling_check if question is not None else ""
            return
        check = getattr(question, "check_id", "")
        if check and check == self._rolling_check:
            self.roll()
        elif self.dice_mode is DiceMode.APP:
            self._auto.start()

    def _known_to_players(self) -> Battle:
        return self._kept("known", lambda: known(self.board, self.ruleset, Audience.PLAYERS))

    def _kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Work a reading of the shown battle out once, however many panels ask for it.

        It is kept with the board, which the session makes anew for every battle it shows.
        """
        return self.board.kept(("table", key), make)
