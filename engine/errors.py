"""The few exceptions of the engine.

A move that the rules forbid is a value (a refusal), never an exception. What is left is a file that cannot be
read and a state that only a bug can produce.
"""


class FivefootError(Exception):
    """Base of every error raised on purpose. Its text is one plain sentence for the person reading it."""


class BrokenFileError(FivefootError):
    """A file cannot be used: truncated, of another kind, or holding values that make no sense."""


class NewerFileError(BrokenFileError):
    """A sound file, written by a newer version of the program than this one."""


class FileInUseError(BrokenFileError):
    """A sound file that another running program holds."""


class NotSavedError(FivefootError):
    """What happened is in memory, not in the file yet; the next change that can be written takes it along."""


class BugError(FivefootError):
    """The engine met a state that its own rules exclude; the command that led here is dropped."""
