"""Pages that pytest collects: a false one fails with its sentence, what is no page is left alone."""

import pytest

pytest_plugins = ["pytester"]

PAGE = """---
letters: |
  x | real | \\ge 1
---

:::{prf:lemma}
$$ x^2 \\ge SHOWN $$
:::
"""


@pytest.fixture
def pages(pytester):
    pytester.makefile(
        ".md", sound=PAGE.replace("SHOWN", "x"), wrong=PAGE.replace("SHOWN", "x + 1"), unread=PAGE.replace("SHOWN", "y")
    )
    pytester.makefile(".md", text="# A text\n\nNothing is stated here.\n")
    return pytester


def test_pages_are_tests_where_they_are_asked_for(pages):
    found = pages.runpytest_inprocess("-p", "boundcheck.pytest_plugin", "--pages", "-p", "no:cacheprovider")
    found.assert_outcomes(passed=1, failed=2)
    found.stdout.fnmatch_lines(["*line 7, column 12: y is not declared*", "*REFUTED: *is false as printed*"])


def test_without_being_asked_for_they_are_none(pages):
    pages.runpytest_inprocess("-p", "boundcheck.pytest_plugin", "-p", "no:cacheprovider").assert_outcomes()
