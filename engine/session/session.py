"""The running encounter. One command at a time; while a question is open everything else waits.

Every change is told to the `Keeper` (the encounter file) before the call returns, so it is on disk
before a screen can show it.
"""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model import events as ev
from engine.model.battle import Battle
from engine.model.commands import Act, Advance, Begin, Command, Edit, OpenRoll
from engine.model.offers import Refusal
from engine.model.phrase import Phrase, phrase
from engine.model.requests import Answer, Batch, Faces, Request
from engine.rulesets.ruleset import Ruleset
from engine.session import edits
from engine.session.journal import (
    Entry,
    EntryKind,
    Journal,
    Tape,
    Taped,
    before_first_answer,
    begins_with,
    label_of,
    with_next_answer,
    without_last_answer,
)
from engine.session.refusals import why_not, why_not_ruled
from engine.session.resolving import resolve
from engine.session.results import Asked, Finished, Keeper, NoKeeper, Refused, Result, Rewound, Unfit
from engine.session.running import Running
from engine.tactics.board import Board
from engine.tactics.draft import Draft


class Session:
    """Commands, questions, answers, undo. Screens draw `shown` and nothing else."""

    def __init__(self, ruleset: Ruleset, journal: Journal, keeper: Keeper | None = None) -> None:
        self.ruleset = ruleset
        self.journal = journal
        self._keeper: Keeper = keeper or NoKeeper()
        self._open: Running | None = None
        self._board = Board(journal.battle)
        self._by_answers: set[int] = set()
        """Numbers of entries that were taken back answer by answer: a redo goes the same steps."""
        self.failed: tuple[Command, Tape] | None = None
        """The last command that ended in a bug, with its answers, for the report."""

    # --- what there is ----------------------------------------------------------------------------

    @property
    def battle(self) -> Battle:
        """The battle after the last finished command."""
        return self.journal.battle

    @property
    def shown(self) -> Battle:
        """What screens draw: the running command's battle while a question is open, else the head."""
        return self._open.draft.battle if self._open else self.journal.battle

    @property
    def board(self) -> Board:
        """Derived data of `shown`."""
        if self._board.battle is not self.shown:
            self._board = Board(self.shown, self._board)
        return self._board

    @property
    def question(self) -> Request[Any] | None:
        """The open question, if any."""
        return self._open.request if self._open else None

    @property
    def open_command(self) -> Command | None:
        """The command that waits for an answer, if any."""
        return self._open.command if self._open else None

    @property
    def may_give_up(self) -> bool:
        """Whether somebody's act waits and no die was rolled for it: giving it up takes nothing away."""
        if self._open is None or not isinstance(self._open.command, Act):
            return False
        return not any(isinstance(one.answer, Faces | Batch) for one in self._open.tape)

    @property
    def busy(self) -> Phrase:
        """Why nothing else can be done while a question is open, and the way out, where there is one."""
        return phrase("session.busy_or_leave" if self.may_give_up else "session.busy")

    @property
    def open_events(self) -> tuple[ev.Event, ...]:
        """What the open command has done so far."""
        return tuple(self._open.draft.events) if self._open else ()

    @property
    def undo_label(self) -> Phrase | None:
        """What Ctrl Z would take back."""
        if self._open is not None:
            return phrase("undo.answer") if self._open.tape else phrase("undo.question")
        return self.journal.last.label if self.journal.last else None

    @property
    def redo_label(self) -> Phrase | None:
        """What a redo would bring back."""
        if self._open is not None:
            return phrase("undo.answer") if self._to_give_again() else None
        return self.journal.next.label if self.journal.next else None

    # --- commands ---------------------------------------------------------------------------------

    def submit(self, command: Command, overrule: bool = False) -> Result:
        """Carry out a command. Edits are taken even while a question is open; all else must wait."""
        if overrule and isinstance(command, Act | Advance):
            command = replace(command, overrule=True)
        if self._open is not None:
            if isinstance(command, Act | Advance | Begin | OpenRoll):
                return Refused((Refusal(self.busy, hard=True),))
            return self._edit_under_question(command)
        refusals = why_not(self.ruleset, self.board, command)
        if any(refusal.hard for refusal in refusals) or (refusals and not _overruled(command, overrule)):
            return Refused(refusals)
        return self._run(command, refusals)

    def answer(self, answer: Answer) -> Result:
        """Answer the open question. FivefootError if none is open."""
        running = self._running()
        request = self._requested(running)
        problem = request.check(answer) or why_not_ruled(self.ruleset, self.board, answer)
        if problem is not None:
            return Unfit(problem)
        running.withdrawn = ()
        running.tape = (*running.tape, Taped(answer, request.fingerprint()))
        return self._go_on(running, answer)

    def abandon(self) -> Result:
        """Give the open command up. With dice already seen, the log keeps a line of it."""
        running = self._running()
        running.procedure.close()
        self._open = None
        if not running.tape:
            self._keeper.closed()
            return Rewound(phrase("undo.abandoned"))
        battle = self.journal.battle
        facts = tuple(event for event in running.draft.events if isinstance(event, ev.Fact))
        self._commit(
            Entry(
                number=self.journal.head + 1,
                command=running.command,
                tape=running.tape,
                events=cast("tuple[ev.Event, ...]", facts),
                before=battle,
                after=battle,
                label=phrase("undo.abandoned"),
                round=self._round(battle),
                kind=EntryKind.ABANDONED,
            )
        )
        return Rewound(phrase("undo.abandoned"))

    # --- taking back ------------------------------------------------------------------------------

    def take_back(self) -> Result | None:
        """Ctrl Z: withdraw the last answer a person gave, else the last command. None if nothing is left.

        A finished command with such an answer is reopened at that question, so one mistyped die
        costs one key; answers the program rolled after it go with it.
        """
        with self._keeper.together():
            return self._take_back()

    def _take_back(self) -> Result | None:
        if self._open is not None:
            shorter = without_last_answer(self._open.tape)
            if shorter is None:
                if self._played_tape() and self.journal.next is not None:
                    self._by_answers.add(self.journal.next.number)
                self._open.procedure.close()
                self._open = None
                self._keeper.closed()
                return Rewound(phrase("undo.question"))
            return self._reopen(self._open.command, shorter, self._to_give_again() or self._open.tape)
        entry = self.journal.last
        if entry is None:
            return None
        shorter = without_last_answer(entry.tape)
        if shorter is None or entry.kind is not EntryKind.PLAYED:
            return self.undo()
        self.journal.step_back()
        self._keeper.moved_head(self.journal.head)
        return self._reopen(entry.command, shorter)

    def undo(self) -> Result | None:
        """Take the last whole command back. None if there is none."""
        with self._keeper.together():
            self._drop_open()
            entry = self.journal.step_back()
            if entry is None:
                return None
            self._keeper.moved_head(self.journal.head)
        return Rewound(entry.label)

    def undo_to(self, number: int) -> Result | None:
        """Take back every command from entry `number` on, that one included."""
        label: Phrase | None = None
        with self._keeper.together():
            self._drop_open()
            while self.journal.last is not None and self.journal.last.number >= number:
                entry = self.journal.step_back()
                label = entry.label if entry else label
            self._keeper.moved_head(self.journal.head)
        return None if label is None else Rewound(label)

    def redo(self) -> Result | None:
        """Bring back what was undone, from its tape: nothing is asked again. None if there is nothing.

        While a question is open, that is the answer that was taken back from it; of a command that was taken
        back answer by answer it is the first question, so that each redo makes one taking back undone.
        """
        with self._keeper.together():
            return self._redo()

    def _redo(self) -> Result | None:
        if self._open is not None:
            taken = self._to_give_again()
            if not taken:
                return None
            longer = with_next_answer(taken, len(self._open.tape))
            if longer != self._played_tape():
                return self._reopen(self._open.command, longer, taken)
            self._drop_open()
        elif (following := self.journal.next) is not None and following.number in self._by_answers:
            self._by_answers.discard(following.number)
            return self._reopen(following.command, before_first_answer(following.tape), following.tape)
        entry = self.journal.step_forward()
        if entry is None:
            return None
        self._keeper.moved_head(self.journal.head)
        return Rewound(entry.label)

    def resume(self, command: Command, tape: Tape) -> Result:
        """Go back to a question that was open when the program ended.

        Answers are fed as long as their fingerprints match; after an update that changed the
        questions, the rest is dropped and asked again.
        """
        with self._keeper.together():
            return self._reopen(command, tape)

    # --- inner workings ---------------------------------------------------------------------------

    def _to_give_again(self) -> Tape:
        """All answers the open command once had, if those it has are the first of them; else empty."""
        running = self._open
        if running is None:
            return ()
        tapes = (running.withdrawn, self._played_tape())
        return next((tape for tape in tapes if begins_with(tape, running.tape)), ())

    def _played_tape(self) -> Tape:
        """The answers with which the open command was finished before it was taken back; else empty."""
        running, following = self._open, self.journal.next
        if running is None or following is None or following.command != running.command:
            return ()
        return following.tape

    def _run(self, command: Command, overruled: tuple[Refusal, ...] = ()) -> Result:
        draft = Draft(self.journal.battle, self._board, getattr(command, "overrule", False))
        if overruled and not isinstance(command, Advance):  # going on although somebody waits is no ruling
            draft.emit(ev.Ruled("", tuple(refusal.reason for refusal in overruled)))
        running = Running(command, draft, resolve(draft, command, self.ruleset))
        self._open = running
        return self._go_on(running, None)

    def _go_on(self, running: Running, answer: Answer | None) -> Result:
        """Drive the procedure to its next question or its end. A bug in it leaves the session idle."""
        first = running.request is None
        try:
            request = next(running.procedure) if answer is None else running.procedure.send(answer)
        except StopIteration:
            return self._finish(running)
        except Exception:
            self.failed = (running.command, running.tape)
            self._open = None
            self._keeper.failed(running.command, running.tape)
            raise
        running.request = request
        if first:
            self._keeper.opened(running.command)
        if running.tape:
            self._keeper.answered(running.tape)
        return Asked(request, running.fresh_events())

    def _finish(self, running: Running) -> Finished:
        fresh = running.fresh_events()
        self._open = None
        entry = Entry(
            number=self.journal.head + 1,
            command=running.command,
            tape=running.tape,
            events=tuple(running.draft.events),
            before=self.journal.battle,
            after=running.draft.battle,
            label=label_of(running.command),
            round=self._round(self.journal.battle),
        )
        self._commit(entry)
        return Finished(entry, fresh)

    def _commit(self, entry: Entry) -> None:
        self.journal.append(entry)
        self._by_answers.clear()
        self._keeper.committed(entry)

    def _reopen(self, command: Command, tape: Tape, withdrawn: Tape = ()) -> Result:
        """Drive a command again over a recorded tape and stop at the question after it.

        `withdrawn` are all answers it had, for a redo.
        """
        self._open = None
        # An edit carries no mark of its own: whatever speaks against one that was run had been set aside.
        insisted = getattr(command, "overrule", not isinstance(command, Begin))
        refusals = why_not(self.ruleset, self.board, command) if insisted else ()
        result = self._run(command, refusals)
        for taped in tape:
            following = self._feed(taped)
            if following is None:
                break
            result = following
        if not isinstance(result, Asked):
            return result
        running = self._running()
        running.withdrawn = withdrawn
        if not running.tape:
            self._keeper.answered(())
        return replace(result, jump=True)

    def _feed(self, taped: Taped) -> Result | None:
        """Give a recorded answer to the open question. None if it does not belong to it any more."""
        running = self._open
        if running is None:
            return None
        request = self._requested(running)
        if request.fingerprint() != taped.question or request.check(taped.answer) is not None:
            return None
        running.tape = (*running.tape, taped)
        return self._go_on(running, taped.answer)

    def _edit_under_question(self, edit: Edit) -> Result:
        """Put the edit before the open command, then drive that command again over it."""
        running = self._running()
        board = Board(self.journal.battle, self._board)
        refusals = edits.why_not(board, edit, self.ruleset)
        if any(refusal.hard for refusal in refusals):
            return Refused(refusals)
        command, tape = running.command, running.tape
        running.procedure.close()
        self._open = None
        with self._keeper.together():
            self._keeper.closed()
            self._run(edit)
            return self._reopen(command, tape)

    def _drop_open(self) -> None:
        if self._open is not None:
            self._open.procedure.close()
            self._open = None
            self._keeper.closed()

    def _running(self) -> Running:
        if self._open is None:
            raise FivefootError("no question is open")
        return self._open

    @staticmethod
    def _requested(running: Running) -> Request[Any]:
        if running.request is None:
            raise FivefootError("no question is open")
        return running.request

    def _round(self, battle: Battle) -> int:
        return self.ruleset.progress(battle).round


def _overruled(command: Command, overrule: bool) -> bool:
    return overrule or getattr(command, "overrule", False)


def new_session(ruleset: Ruleset, battle: Battle, keeper: Keeper | None = None) -> Session:
    """A session before the first command; `Begin` starts the fight."""
    return Session(ruleset, Journal(battle), keeper)
