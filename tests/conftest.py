"""What every test shares: an off-screen Qt, a fixed locale, and silence.

Silence: a test fails if Qt prints a warning, or if a window, a running timer or a thread outlives it.
Qt is looked at only where something else has imported it, so that the engine's tests also run
where PySide6 is not installed.
"""

import gc
import os
import re
import sys
import threading
import time
from collections.abc import Generator, Iterable

import hypothesis
import pytest

# Windows that flash up while tests run would steal the focus; whoever wants them names the platform.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LC_ALL"] = "C.UTF-8"

# A red build must mean that a change broke something, so the examples of properties are the same each time.
# New ones are looked for with --hypothesis-profile=explore.
hypothesis.settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=50)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile("repeatable")

HARMLESS = r"propagateSizeHints|does not support (raise|grabbing)"  # what the off-screen platform cannot do
THREAD_GRACE = 1.0  # seconds for a thread that is on its way out

SIGHT_CLEARED_EVERY = 25  # tests
_finished = 0

_before = pytest.StashKey[frozenset[object]]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Start with the longest tests, lest one is left to a single core at the end. And have pytest-qt fail
    each test during which Qt prints a warning."""
    items.sort(key=lambda item: item.get_closest_marker("heavy") is None)
    if not config.pluginmanager.hasplugin("pytest-qt"):
        return
    for item in items:
        item.add_marker(pytest.mark.qt_log_level_fail("WARNING"), append=False)
        item.add_marker(pytest.mark.qt_log_ignore(HARMLESS))


def pytest_collection_finish() -> None:
    """Take what imports have made out of the sight of the collector: no test leaves it behind, and to look
    through half a million objects before and after each test took longer than most tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[_before] = frozenset(_living(item))


def pytest_runtest_logfinish() -> None:
    """Now and then take what tests have left in caches out of the collector's sight as well."""
    global _finished
    _finished += 1
    if _finished % SIGHT_CLEARED_EVERY == 0:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Fail the test for what it leaves behind, and for what Qt says while it is taken down."""
    messages: list[str] = []
    previous = _listen(messages)
    try:
        result = yield
        left = _left_behind(item)
    finally:
        _listen_again(previous)
    complaints = [*messages, *(f"left behind: {thing!r}" for thing in left)]
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)
    return result


def _left_behind(item: pytest.Item) -> list[object]:
    """Return what lives now and did not before the test, once what is dying had its chance to go."""
    before = item.stash[_before]
    deadline = time.monotonic() + THREAD_GRACE
    left = [thing for thing in _living(item) if thing not in before]
    while left and time.monotonic() < deadline:
        del left
        gc.collect()
        time.sleep(0.01)
        left = [thing for thing in _living(item) if thing not in before]
    return left


def _living(item: pytest.Item) -> list[object]:
    living: list[object] = list(threading.enumerate())
    if "qtbot" in getattr(item, "fixturenames", ()):
        living += _qt_objects()
    return living


def _qt_objects() -> Iterable[object]:
    """Return the top-level widgets, running timers and running threads that Python knows of."""
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer
    from PySide6.QtWidgets import QApplication

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    yield from QApplication.topLevelWidgets()
    timers, threads = _kinds(QTimer), _kinds(QThread)
    wanted = timers | threads  # a set of types, since many objects are asked for theirs
    for thing in [thing for thing in gc.get_objects() if type(thing) in wanted]:
        if not shiboken6.isValid(thing):
            continue
        if thing.isActive() if type(thing) in timers else thing.isRunning():
            yield thing


def _kinds(kind: type) -> set[type]:
    """Return the type and all types derived from it."""
    return {kind}.union(*(_kinds(derived) for derived in kind.__subclasses__()))


def _listen(messages: list[str]) -> object:
    """Collect Qt's warnings in the list and return the handler that did before."""
    if "PySide6.QtCore" not in sys.modules:
        return None
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler

    loud = {QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}

    def handle(kind: QtMsgType, _context: object, message: str) -> None:
        if kind in loud and not re.search(HARMLESS, message):
            messages.append(f"Qt says: {message}")

    return qInstallMessageHandler(handle)


def _listen_again(previous: object) -> None:
    if "PySide6.QtCore" in sys.modules:
        from PySide6.QtCore import qInstallMessageHandler

        qInstallMessageHandler(previous)
