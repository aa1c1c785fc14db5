"""The lines of a form: what a person may write about a creature, as a rule book names it."""

from __future__ import annotations

from msgspec import Struct


class FormField(Struct, frozen=True):
    """One line. `path` names a field of the record that is edited, with dots into its parts: "sheet.hp"."""

    path: str
    label: str
    hint: str = ""
    """What it means to leave the line empty, in a word or two."""
    note: str = ""
    """What can be written here."""
    unit: str = ""
    least: int = 0
    most: int = 999
    """Limits of a number, or of each in a list of them."""
    empty: int = 0
    """The number an empty line stands for, where the record has no value for "nothing"."""
    needed: bool = False
    """May not be left empty."""
    main: bool = False
    """Shown at once; the other lines are shown on request."""
    once: str = ""
    """Path of a line: shown at once as soon as something stands in that one."""
    at_most: str = ""
    """Path of a number that this one must not exceed; 0 there sets no limit."""
    follows: str = ""
    """Path of a number that is taken where this line is left empty."""
    separator: str = ","
    """What stands between the parts of a list."""
