"""The log as a list model: rows on top are added, what lies below stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from gui.bridge.log import LogRow
from gui.bridge.rules_text import rule_text

AnyIndex = QModelIndex | QPersistentModelIndex


class LogModel(QAbstractListModel):
    """Rows newest first. `name_of` gives an actor's name, printed bold where a row begins with it."""

    def __init__(self, name_of: Callable[[str], str]) -> None:
        super().__init__()
        self._rows: list[LogRow] = []
        self.name_of = name_of

    def row(self, index: AnyIndex) -> LogRow | None:
        """The row at an index."""
        return self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None

    def show_rows(self, rows: Sequence[LogRow]) -> bool:
        """Show other rows, touching only those that changed. Whether anything did."""
        kept = 0
        limit = min(len(rows), len(self._rows))
        while kept < limit and rows[-1 - kept] == self._rows[-1 - kept]:
            kept += 1
        gone, new = len(self._rows) - kept, len(rows) - kept
        if gone:
            self.beginRemoveRows(QModelIndex(), 0, gone - 1)
            del self._rows[:gone]
            self.endRemoveRows()
        if new:
            self.beginInsertRows(QModelIndex(), 0, new - 1)
            self._rows[:0] = rows[:new]
            self.endInsertRows()
        return bool(gone or new)

    def rowCount(self, parent: AnyIndex | None = None) -> int:  # noqa: N802 - Qt calls it
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (row.place, row.text, rule_line(row)) if part)
            case Qt.ItemDataRole.ToolTipRole:
                return rule_words(row)
            case _:
                return None


def rule_line(row: LogRow) -> str:
    """ "Rule: Attacks of opportunity": the section of the row's rule, or its id where that is not known."""
    if not row.rule:
        return ""
    found = rule_text(row.rule)
    return f"Rule: {found.section if found else row.rule}"


def rule_words(row: LogRow) -> str:
    """What the rule says, with its id."""
    found = rule_text(row.rule) if row.rule else None
    return f"{found.text}\n{row.rule}" if found else row.rule
