"""Starts the program: builds everything, opens the sample or the files named, catches what goes wrong."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtWidgets import QApplication

from engine import __version__
from gui.bridge.encounters import data_folder, open_sample
from gui.bridge.settings import Settings
from gui.theme.icons import app_icon
from gui.windows.gm_window import GmWindow


def main(arguments: Sequence[str] | None = None) -> int:
    """The `fivefoot` command. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="fivefoot", description="A battle map that knows the rules.")
    parser.add_argument("file", nargs="?", type=Path, help="an encounter, a Universal VTT map or a picture")
    parser.add_argument("--version", action="version", version=f"Fivefoot {__version__}")
    chosen = parser.parse_args(arguments)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Fivefoot")
    app.setDesktopFileName("fivefoot")
    app.setWindowIcon(app_icon())
    window = build_window(chosen.file)
    sys.excepthook = _excepthook(window)
    window.show()
    return app.exec()


def build_window(file: Path | None = None) -> GmWindow:
    """The GM's window with a file on it; with the sample fight where none is named, it cannot be read, or
    it is a picture that still wants its grid."""
    window = GmWindow(Settings())
    sentences: list[str] = []
    window.open_flow.failed.connect(sentences.append)
    if file is not None:
        window.open_path(file)
    window.open_flow.failed.disconnect(sentences.append)
    if window.desk is None:
        window.show_encounter(open_sample())
        for sentence in sentences:
            window.say(sentence)
    if window.settings.problems:
        window.say(" ".join(window.settings.problems))
    return window


def _excepthook(window: GmWindow):  # type: ignore[no-untyped-def]
    """A bug is written down and said in one sentence; the fight goes on from the last finished command."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        report = data_folder() / "bug-report.txt"
        text = "".join(traceback.format_exception(kind, error, trace))
        report.write_text(f"Fivefoot {__version__}\n{text}", encoding="utf-8")
        sys.stderr.write(text)
        window.say(f"Something went wrong and was not done. Nothing is lost. The report is in {report.name}.")

    return hook


if __name__ == "__main__":
    raise SystemExit(main())
