"""Forms for creatures: which lines there are, what stands in them, and where it goes when they are saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import Actor
from engine.model.commands import ReviseActor
from engine.model.form import FormField
from engine.model.phrase import ActorId
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.ruleset import Ruleset
from engine.session.results import Refused
from engine.store.book_library import BookCreature
from engine.store.entries import FORM, checked, entry_of, rewritten
from engine.store.forms import YES, Kind, choices_of, fill, kind_of, texts_of
from engine.store.gear import did_you_mean
from engine.store.library import CreatureEntry
from engine.store.own_book import OwnBook
from engine.store.own_library import OwnLibrary
from engine.store.spells import is_listed, spell_list
from gui.bridge.entry_defaults import completed
from gui.bridge.misplaced import GEAR, misplaced, misplaced_words
from gui.bridge.table import Table

__all__ = [
    "YES",
    "CreatureForm",
    "Kind",
    "Line",
    "change_actor",
    "change_book_entry",
    "change_entry",
    "new_book_entry",
    "new_entry",
]

Texts = Mapping[str, str]
WHOLE = ""
"""Key of a sentence that belongs to no single line."""

_BLANK = CreatureEntry(name="", hd="", hp=1, aac=10, mv=40)
_NEEDS_A_LIST = ("attacks", "gear")

HOUSE: tuple[FormField, ...] = (
    FormField("name", "Name", needed=True, main=True),
    FormField("size", "Size", "1", least=1, most=6, empty=1, unit="squares a side"),
    FormField("dark_sight", "Sees in the dark", "not", most=200, unit="squares"),
    FormField("label", "Letters on the token", "first of the name"),
    FormField("note", "Note for you", "none"),
)
"""Lines that do not depend on the rules."""

TAGS = FormField("tags", "Tags", "none", note="What finds it in the library; hero: a person with a name")
KEEP = "Keep it"


class Line(Struct, frozen=True):
    """One line of a form as it is first shown."""

    path: str
    label: str
    text: str
    kind: Kind
    hint: str = ""
    note: str = ""
    unit: str = ""
    main: bool = False
    once: str = ""
    choices: tuple[tuple[str, str], ...] = ()


Judge = Callable[[Texts, Texts], Mapping[str, str]]
"""What is wrong, by path, given what stood in the lines at first and what stands there now."""


class CreatureForm:
    """The lines of one creature. `save` writes them down, or says for each what makes no sense."""

    def __init__(
        self,
        title: str,
        save_words: str,
        fields: Sequence[FormField],
        record: Struct,
        save: Judge,
        check: Judge,
        fresh: bool = False,
    ) -> None:
        """`save` keeps the creature where nothing is wrong; `check` only looks."""
        self.title = title
        self.save_words = save_words
        self._save = save
        self._check = check
        self._before: Texts = {} if fresh else texts_of(record, fields)
        self.lines = tuple(_line(field, record, self._before) for field in fields)

    def save(self, texts: Texts) -> Mapping[str, str]:
        """Keep what was typed. Otherwise one sentence for each line that is wrong, by path."""
        try:
            return self._save(self._before, texts)
        except FivefootError as problem:
            return {WHOLE: str(problem)}

    def still_wrong(self, texts: Texts, told: Mapping[str, str]) -> Mapping[str, str]:
        """Of the sentences told at the last save those that still hold; nothing is kept by asking."""
        try:
            now = self._check(self._before, texts)
        except FivefootError:
            return told
        return {path: now[path] for path in told if path in now}


def _line(field: FormField, record: Struct, texts: Texts) -> Line:
    return Line(
        field.path,
        field.label,
        texts.get(field.path, ""),
        kind_of(record, field),
        field.hint,
        field.note,
        field.unit,
        field.main,
        field.once,
        choices_of(record, field),
    )


# --- the library ------------------------------------------------------------------------------------------


def new_entry(own: OwnLibrary, saved: Callable[[CreatureEntry], None]) -> CreatureForm:
    """A creature for the GM's library. `saved` is told of it."""
    told: set[str] = set()

    def save(before: Texts, after: Texts) -> Mapping[str, str]:
        entry, problems = _filled_entry(_BLANK, before, after, told)
        if not problems:
            saved(own.add(entry))
        return problems

    return CreatureForm("New creature", KEEP, FORM, _BLANK, save, _checking(_BLANK), fresh=True)


def change_entry(
    own: OwnLibrary, entry: CreatureEntry, saved: Callable[[CreatureEntry], None]
) -> CreatureForm:
    """Change an own creature; one that ships with the program is copied first."""
    is_own = own.find(entry.key) is entry
    told: set[str] = set()

    def save(before: Texts, after: Texts) -> Mapping[str, str]:
        changed, problems = _filled_entry(entry, before, after, told)
        if problems:
            return problems
        if is_own:
            own.change(changed)
            saved(changed)
        else:
            saved(own.add(changed))
        return {}

    return CreatureForm(*_heading(entry.name, is_own), FORM, entry, save, _checking(entry))


def new_book_entry(own: OwnBook, ruleset: Ruleset, saved: Callable[[BookCreature], None]) -> CreatureForm:
    """A creature for the GM's library of a book whose sheet is plain lines. `saved` is told of it."""
    nobody = BookCreature(key="", name="", sheet=ruleset.about.guests[0]())
    fields = (*_fields(ruleset), TAGS)

    def save(before: Texts, after: Texts) -> Mapping[str, str]:
        filled = fill(nobody, fields, before, after)
        if not filled.problems:
            saved(own.add(filled.record))
        return filled.problems

    return CreatureForm("New creature", KEEP, fields, nobody, save, _looking(nobody, fields), fresh=True)


def change_book_entry(
    own: OwnBook, ruleset: Ruleset, entry: BookCreature, saved: Callable[[BookCreature], None]
) -> CreatureForm:
    """Change an own creature of such a book; one that ships with the program is copied first."""
    is_own = own.find(entry.key) is entry
    fields = (*_fields(ruleset), TAGS)

    def save(before: Texts, after: Texts) -> Mapping[str, str]:
        filled = fill(entry, fields, before, after)
        if filled.problems:
            return filled.problems
        if is_own:
            own.change(filled.record)
        saved(filled.record if is_own else own.add(filled.record))
        return {}

    return CreatureForm(*_heading(entry.name, is_own), fields, entry, save, _looking(entry, fields))


def _heading(name: str, is_own: bool) -> tuple[str, str]:
    """Title and the words that save."""
    return (name, "Save") if is_own else (f"{name}, a copy of your own", KEEP)


def _filled_entry(
    entry: CreatureEntry, before: Texts, after: Texts, told: set[str], fields: Sequence[FormField] = FORM
) -> tuple[CreatureEntry, Mapping[str, str]]:
    """The entry as it was filled in, or what is wrong. `told` are spells whose name was doubted before."""
    filled = fill(entry, fields, before, after)
    if filled.problems:
        return entry, filled.problems
    try:
        changed = completed(entry, filled.record, before, after)
    except FivefootError as problem:
        return entry, {"hd": str(problem)}
    problems = _wrong_gear(changed)
    if not problems and changed.spells != entry.spells:
        problems = _doubtful_spells(changed, told)
    return changed, problems


def _looking(record: Struct, fields: Sequence[FormField]) -> Judge:
    """What would be wrong with a record of plain lines as it is filled in now."""

    def check(before: Texts, after: Texts) -> Mapping[str, str]:
        return fill(record, fields, before, after).problems

    return check


def _checking(entry: CreatureEntry, fields: Sequence[FormField] = FORM) -> Judge:
    """What would be wrong with an entry of the OSE books as it is filled in now."""

    def check(before: Texts, after: Texts) -> Mapping[str, str]:
        return _filled_entry(entry, before, after, set(), fields)[1]

    return check


def _doubtful_spells(entry: CreatureEntry, told: set[str]) -> Mapping[str, str]:
    """Spells that no list has, each doubted once: the GM may mean one to rule on by hand."""
    unknown = [name for name in dict.fromkeys(entry.spells) if not is_listed(name) and name not in told]
    if not unknown:
        return {}
    told.update(unknown)
    names = [row.name for row in spell_list()]
    doubts = " ".join(f"No spell called '{name}'.{did_you_mean(name, names)}" for name in unknown)
    return {"spells": f"{doubts} Save again to keep it: you rule on what it does."}


def _wrong_gear(entry: CreatureEntry) -> Mapping[str, str]:
    """Which of the lines that name attacks and gear cannot be understood."""
    problems = {}
    for path in _NEEDS_A_LIST:
        others: dict[str, Any] = {other: () for other in _NEEDS_A_LIST if other != path}
        try:
            checked(replace(entry, **others))
        except FivefootError as problem:
            found = misplaced(entry.gear) if path == GEAR else ()
            problems[path] = misplaced_words(found) if found else _sentence(str(problem))
    return problems


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?")) else f"{text}."


# --- the encounter ----------------------------------------------------------------------------------------


def change_actor(table: Table, actor_id: ActorId) -> CreatureForm:
    """Change somebody in the fight: each save is one command that can be taken back."""
    actor = _present(table, actor_id)
    title = f"{actor.name}, in this fight"
    if isinstance(actor.sheet, OseSheet):
        of_book = _in_fight(FORM)
        told: set[str] = set()

        def save(before: Texts, after: Texts) -> Mapping[str, str]:
            now = _present(table, actor_id)
            entry, problems = _filled_entry(entry_of(now), before, after, told, of_book)
            return problems or _revise(table, rewritten(now, entry))

        return CreatureForm(
            title, "Save", of_book, entry_of(actor), save, _checking(entry_of(actor), of_book)
        )
    fields, record = _in_fight(_fields(table.ruleset)), _with_sheet(actor, table.ruleset)

    def save_plain(before: Texts, after: Texts) -> Mapping[str, str]:
        filled = fill(_with_sheet(_present(table, actor_id), table.ruleset), fields, before, after)
        return filled.problems or _revise(table, filled.record)

    return CreatureForm(title, "Save", fields, record, save_plain, _looking(record, fields))


def _fields(ruleset: Ruleset) -> tuple[FormField, ...]:
    """The house's lines around those of the sheet."""
    name, *rest = HOUSE
    of_sheet = (
        replace(
            field,
            path=f"sheet.{field.path}",
            at_most=f"sheet.{field.at_most}" if field.at_most else "",
            once=f"sheet.{field.once}" if field.once else "",
            follows=f"sheet.{field.follows}" if field.follows else "",
        )
        for field in ruleset.about.form
    )
    return (name, *of_sheet, *rest)


def _in_fight(fields: Sequence[FormField]) -> tuple[FormField, ...]:
    """Somebody in the fight may have no hit points left."""
    return tuple(replace(one, least=0) if one.path in ("hp", "sheet.hp") else one for one in fields)


def _with_sheet(actor: Actor, ruleset: Ruleset) -> Actor:
    return actor if actor.sheet is not None else replace(actor, sheet=ruleset.about.guests[0]())


def _present(table: Table, actor_id: ActorId) -> Actor:
    actor = table.actor(actor_id)
    if actor is None:
        raise FivefootError("This creature has left the encounter.")
    return actor


def _revise(table: Table, actor: Actor) -> Mapping[str, str]:
    if actor == table.actor(actor.id):
        return {}
    result = table.submit(ReviseActor(actor), overrule=True)
    return {WHOLE: table.say(result.refusals[0].reason)} if isinstance(result, Refused) else {}
