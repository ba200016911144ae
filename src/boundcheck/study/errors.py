"""What can go wrong around a study, each in one line that says what and how to mend it."""

from __future__ import annotations


class StudyError(Exception):
    """A study that cannot go on; everything finished before is in its store."""


class StoreError(StudyError):
    """A results file that cannot be read or written.

    Parameters
    ----------
    message : str
        One line: the file, what is wrong, the way out.
    full : bool
        The disk is full (or a quota reached): make room and run again.
    """

    def __init__(self, message: str, full: bool = False) -> None:
        super().__init__(message)
        self.full = full
