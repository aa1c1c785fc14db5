"""One creature of a foreign list: its cells as a row of the library, and what was not understood."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.importers import creature_fields as fields
from engine.importers.attack_words import Attacks, attacks
from engine.importers.creature_columns import Record
from engine.importers.creature_habits import Habits, plain_rate, rate

Fields = Mapping[str, str]

ARMED_WITH = "sword"
"""What a creature holds that fights with a weapon nobody named."""
USUAL_RATE, MOST_RATE = 40, 600
MOST_ARMOUR, LEAST_BONUS, MOST_BONUS = 40, -5, 40
MOST_POINTS, MOST_DICE = 9999, 100
_NONE = re.compile(r"\W*(?:none|nil|never|no|n/?a)?\W*", re.IGNORECASE)
_SHOWN = 80
"""Letters of a cell that the report repeats."""


class Unread(Struct, frozen=True):
    """A cell that was not understood: the heading it stands under and, in words, what was done instead."""

    column: str
    said: str

    def __str__(self) -> str:
        return f"column {self.column}: {self.said}" if self.column else self.said


class ReadCreature(Struct, frozen=True):
    """One creature: a row in the words of the library, the original fields, and what was not understood."""

    name: str
    row: Mapping[str, Any]
    originals: Fields
    unread: tuple[Unread, ...] = ()
    place: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each cell that was not understood."""
        return tuple(f"{self.place} ({self.name}), {one}." for one in self.unread)


def read_record(record: Record, told: Habits) -> ReadCreature:
    """Read the cells of one creature, written as the whole list tells."""
    reader = _Reader(record)
    name = record.cells["name"]
    row: dict[str, Any] = {"name": name.rstrip("* ").strip() or name}
    row |= reader.hit_dice()
    row["aac"] = reader.armour(told.ascending)
    row |= reader.bonus(row["ab"])
    row["mv"] = reader.movement(told)
    row["ml"] = reader.morale()
    row |= reader.attacks()
    row |= reader.size()
    row |= reader.saves()
    row |= reader.words()
    reader.surplus()
    return ReadCreature(row["name"], row, record.cells, tuple(reader.unread), record.place)


def shortened(text: str, most: int = _SHOWN) -> str:
    """A text in one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3].rstrip()}..."


class _Reader:
    """Reads the cells of one record and keeps what has to be reported and noted."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._cells = record.cells
        self._notes: list[str] = []
        self.unread: list[Unread] = []

    def _report(self, field: str, done: str, text: str = "") -> None:
        """`done` is what was taken in place of the cell's text."""
        shown = shortened(text or self._cells[field])
        meant_none = field in ("ml", "attacks", "damage") and _NONE.fullmatch(shown)
        said = f"'{shown}': {done}" if meant_none else f"'{shown}' not understood, {done}"
        self.unread.append(Unread(self._heading(field), said))

    def _heading(self, field: str) -> str:
        return self._record.headings.get(field, field)

    def _within(self, field: str, value: int, least: int, most: int) -> int:
        """The value within its limits; said if it had to be changed or stands in other text."""
        taken = min(max(value, least), most)
        if taken != value or not fields.plain(self._cells[field]):
            self._report(field, f"{taken} taken")
        return taken

    def _first_of_several(self, field: str) -> str:
        """Entries for several creatures at once ("8 / 12 / 16*") give the first; the rest is named."""
        text = self._cells.get(field, "")
        parts = re.split(r"\s+[/|]\s+", text)
        if len(parts) > 1:
            self.unread.append(Unread(self._heading(field), f"'{shortened(text)}': the first was taken"))
        return parts[0]

    def hit_dice(self) -> dict[str, Any]:
        """Hit dice, hit points and the attack bonus they give; one follows from another."""
        text = self._first_of_several("hd")
        dice = fields.hit_dice(text)
        if dice is not None and not self._sane(dice):
            dice = None
        points = fields.whole(self._cells.get("hp", ""))
        if points is not None and not 1 <= points <= MOST_POINTS:
            points = None
        if dice is None:
            guess = min(MOST_DICE, max(1, round((points or 1) / fields.HIT_POINTS_PER_DIE)))
            if "hd" in self._cells:
                self._report("hd", f"{guess} taken{' by the hit points' if points else ''}")
            dice = fields.HitDice(str(guess), points or 1, fields.attack_bonus(guess, 0))
        elif text == self._cells["hd"] and not fields.plain_hit_dice(text):
            self._report("hd", f"{dice.text} taken")
        return {"hd": dice.text, "hp": self._points(points, dice), "ab": dice.bonus}

    def _sane(self, dice: fields.HitDice) -> bool:
        number = fields.whole(dice.text)
        return number is not None and number <= MOST_DICE and dice.points <= MOST_POINTS

    def _points(self, points: int | None, dice: fields.HitDice) -> int:
        if "hp" not in self._cells:
            return max(1, dice.points)
        if points is None:
            self._report("hp", f"{dice.points} taken{' by the hit dice' if 'hd' in self._cells else ''}")
            return max(1, dice.points)
        return self._within("hp", points, 1, MOST_POINTS)

    def armour(self, ascending: bool) -> int:
        """The ascending armour class of the first column that has one."""
        tried = []
        taken = fields.ASCENDING_FROM
        for field, upwards in (("aac", True), ("ac", ascending), ("dac", False)):
            if field in self._cells:
                text = self._first_of_several(field)
                value = fields.ascending_ac(text, upwards)
                if value is not None:
                    taken = min(max(value, 0), MOST_ARMOUR)
                    if taken != value or (text == self._cells[field] and not fields.plain(text)):
                        tried.append(field)
                    break
                tried.append(field)
        for field in tried:
            self._report(field, f"armour class {taken} taken")
        return taken

    def bonus(self, by_dice: int) -> dict[str, int]:
        """An attack bonus that the list names itself."""
        named = fields.whole(self._cells.get("ab", ""))
        if named is not None:
            return {"ab": self._within("ab", named, LEAST_BONUS, MOST_BONUS)}
        thac0 = fields.bonus_of_thac0(self._first_of_several("thac0"))
        known = thac0 is not None and LEAST_BONUS <= thac0 <= MOST_BONUS
        taken = thac0 if thac0 is not None and known else by_dice
        for field in ("ab", "thac0"):
            if field in self._cells and (field == "ab" or not known):
                self._report(field, f"attack bonus {taken:+d} taken")
        return {"ab": taken}

    def movement(self, told: Habits) -> int:
        """Feet a round; other ways to move go to the note."""
        if "mv" not in self._cells:
            self.unread.append(Unread("", f"no movement: {USUAL_RATE} ft taken"))
            return USUAL_RATE
        found = rate(self._cells["mv"], told)
        if found is None:
            self._report("mv", f"{USUAL_RATE} ft taken")
            return USUAL_RATE
        feet = min(found.feet, MOST_RATE)
        if found.rest:
            self._notes.append(f"Moves also: {found.rest}.")
        if feet != found.feet or not plain_rate(self._cells["mv"], found):
            self._report("mv", f"{feet} ft taken{', the text is in the note' if found.rest else ''}")
        return feet

    def morale(self) -> int | None:
        """Morale; None for a creature that never checks."""
        found = fields.morale(self._cells.get("ml", ""))
        if "ml" in self._cells:
            if found is None:
                self._report("ml", "never checks")
            elif not re.match(r"\s*\d+(?![\w.])", self._cells["ml"]):
                self._report("ml", f"{found} taken")
        return found

    def attacks(self) -> dict[str, Any]:
        """Sets of attacks. Text that is not understood goes to the note, where the GM sees it."""
        text, damage = self._cells.get("attacks", ""), self._cells.get("damage", "")
        found = attacks(text, damage)
        if found is None:
            for field in ("attacks", "damage"):
                if field in self._cells:
                    self._report(field, "no attack taken, the text is in the note")
            self._note_attacks()
            return {}
        self._doubts(found, damage)
        return {"attacks": found.sets, "gear": (ARMED_WITH,)} if found.armed else {"attacks": found.sets}

    def _doubts(self, found: Attacks, damage: str) -> None:
        for name, text in found.doubts:
            field = "damage" if text in damage and "damage" in self._cells else "attacks"
            done = f"{name} has no damage" if name else "no attack taken"
            self._report(field, f"{done}, the text is in the note", text)
        if found.doubts:
            self._note_attacks()

    def _note_attacks(self) -> None:
        for field in ("attacks", "damage"):
            if field in self._cells:
                self._notes.append(f"{self._heading(field)}: {self._cells[field]}.")

    def size(self) -> dict[str, int]:
        """Squares a side, if the list says them."""
        if "size" not in self._cells:
            return {}
        found = fields.size(self._cells["size"])
        if found is None:
            self._report("size", "1 square a side taken")
            return {}
        return {"size": found}

    def saves(self) -> dict[str, tuple[int, ...]]:
        """Five saving throws; any other way to name them goes to the note."""
        text = self._cells.get("saves", "")
        found = fields.saves(text)
        if text and not found:
            self._notes.append(f"{self._heading('saves').capitalize()}: {text}.")
        return {"saves": found} if found else {}

    def words(self) -> dict[str, Any]:
        """Tags, and a note for the GM: what the list says in words, other movement, attacks in doubt."""
        labels = [label for label in self._cells.get("tags", "").lower().split(",") if ":" not in label]
        tags = tuple(dict.fromkeys(re.findall(r"[a-z][a-z-]+", " ".join(labels))))
        if "alignment" in self._cells:
            self._notes.append(f"Alignment: {self._cells['alignment']}.")
        notes = [*self._notes, self._cells.get("note", "")]
        words: dict[str, Any] = {"note": " ".join(note for note in notes if note)}
        return {**words, "tags": tags} if tags else words

    def surplus(self) -> None:
        """What is odd about the row; cells beyond the last heading often come of a comma without quotes."""
        self.unread.extend(Unread("", doubt) for doubt in self._record.doubts)
        if self._record.surplus:
            text = shortened(", ".join(self._record.surplus))
            self.unread.append(Unread("", f"more cells than headings: '{text}' left out"))
