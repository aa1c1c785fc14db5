"""What a creature list made elsewhere holds, and what was not understood; the GM takes it in or does not."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gui.bridge.catalogue import ReadList
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton

SIZE = (680, 520)


class ImportReport(QDialog):
    """Shows the report; nothing is kept before the GM says so."""

    taken = Signal()

    def __init__(self, found: ReadList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Creatures from {found.title}")
        self.resize(*(rounded(side) for side in SIZE))
        summary, *rest = found.lines
        self.report = QPlainTextEdit("\n".join(rest) or "Everything was understood.")
        self.report.setReadOnly(True)
        self.report.setAccessibleName("What was not understood")
        many = len(found.entries)
        self.take = KeyButton(f"Add {many} to the library", "Enter", primary=True)
        self.take.setDefault(True)
        self.take.setEnabled(many > 0)
        self.take.clicked.connect(self._take)
        cancel = KeyButton("Cancel", "Esc")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.take)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(rounded(20), rounded(16), rounded(20), rounded(16))
        whole.setSpacing(rounded(12))
        whole.addWidget(label_of("title", f"Creatures from {found.title}", wrap=True))
        self.summary = label_of("detail", summary, wrap=True)
        whole.addWidget(self.summary)
        whole.addWidget(label_of("strong", "What was assumed or not understood"))
        whole.addWidget(self.report, 1)
        whole.addLayout(foot)
        self.take.setFocus()

    def _take(self) -> None:
        self.taken.emit()
        self.accept()
