"""Pages as tests: ``pytest -p boundcheck.pytest_plugin --pages`` settles every page of Markdown that it meets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boundcheck.testing import assert_holds

FIRST, WITHIN = "---", ":::{prf:"  # how a page begins, and what it has


def pytest_addoption(parser: Any) -> None:
    """The options ``--pages`` and ``--pages-weakest``, as `boundcheck.testing.assert_holds` takes it."""
    group = parser.getgroup("boundcheck")
    group.addoption("--pages", action="store_true", help="settle pages of Markdown as tests")
    group.addoption(
        "--pages-weakest", default="HOLDS_REPAIRED", metavar="WORD", help="the weakest headline that passes"
    )


def pytest_collect_file(file_path: Path, parent: Any) -> Any:
    """A page of Markdown, where ``--pages`` is given; other files of Markdown are none."""
    if not parent.config.getoption("--pages") or file_path.suffix != ".md":
        return None
    with file_path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(200_000)
    return PageFile.from_parent(parent, path=file_path) if text.startswith(FIRST) and WITHIN in text else None


class PageFile(pytest.File):
    """A page, with one test."""

    def collect(self) -> Iterator[Any]:
        """The test that its statement stands."""
        yield PageItem.from_parent(self, name="statement")


class PageItem(pytest.Item):
    """Settles a page; its false and open lines are what the failure says."""

    def runtest(self) -> None:
        """Fail unless the printed statement stands."""
        assert_holds(self.path, weakest=self.config.getoption("--pages-weakest"))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The sentence alone, without a traceback through the program."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the page is."""
        return self.path, 0, f"page: {self.path.name}"
