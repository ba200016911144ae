"""The verdict in a terminal of any width."""

import io

import pytest
from rich.console import Console

from boundcheck.report import screen


def seen(record, width=100, **keywords) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    screen.summary(record, console, **keywords)
    return console.file.getvalue()


def test_the_screen_says_what_matters(record):
    said = seen(record, report="reports/unified/theorem_5_4.pdf")
    for expected in (
        "Theorem 5.4", "✓ Holds, repaired", "explicit constant 6.2", "Read literally:", "✗ Refuted",
        "false at a = −1, b = 0", "repaired: proved", "the 6 tightest of 18 cells", "n = 6,400, ε = 4",
        "probability at most 0.001", "0.14", "Not covered: The value of the universal constant C;",
        "Report: reports/unified/theorem_5_4.pdf",
    ):  # fmt: skip
        assert expected in " ".join(said.split()), expected


@pytest.mark.parametrize("width", [20, 80, 200])
def test_no_line_is_wider_than_the_terminal(record, width):
    assert max(map(len, seen(record, width).splitlines())) <= width


def test_a_terminal_without_the_signs_gets_others(record):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    screen.summary(record, Console(file=stream, width=100, color_system=None), report="x.pdf")
    stream.flush()
    said = stream.buffer.getvalue().decode("ascii")
    assert "+ Holds, repaired" in said
    assert "x Refuted" in said
    assert "n = 6,400, epsilon = 4" in said
    assert "Report: x.pdf" in said


def test_the_least_record_is_enough(small):
    assert seen(small).splitlines() == ["toy/lemma_1  ✓ Holds", "Every step is proved."]


def test_markup_of_the_console_is_not_obeyed(record, everywhere):
    assert "[red]x[/nosuch]" in seen(everywhere(record, "[red]x[/nosuch]"))
    assert "[link=a]" in seen(everywhere(record, "[link=a]"))
