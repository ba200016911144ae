"""No fraction stands two levels deep, and nothing changes but the bar."""

import json
from pathlib import Path

import pytest

from boundcheck.report.text.fractions import flattened, in_line


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("frac(a, b)", "frac(a, b)"),
        ("frac(frac(a, b), c)", "frac(a \\/ b, c)"),
        ("ln(frac(1, delta))", "ln(frac(1, delta))"),
        ("frac(d ln(frac(2, delta)), n^(2))", "frac(d ln(2 \\/ delta), n^(2))"),
        ("frac(1, frac(a + b, 2 n))", "frac(1, (a + b) \\/ (2 n))"),
        ("frac(ln frac(2, delta), n)", "frac(ln (2 \\/ delta), n)"),
        ("ln frac(2, delta)", "ln frac(2, delta)"),
        ("e^(-frac(x, 2 y))", "e^(-x \\/ (2 y))"),
        ('"frac(" x', '"frac(" x'),
        ("frac(a", "frac(a"),
        ("[0, frac(1, 2)\\)", "[0, frac(1, 2)\\)"),
    ],
)
def test_forms(source, expected):
    assert flattened(source) == expected


def deepest(source):
    depth, most, stack = 0, 0, []
    for place, sign in enumerate(source):
        if sign == "(":
            stack.append(source[:place].endswith("frac"))
            depth += stack[-1]
            most = max(most, depth)
        elif sign == ")" and stack:
            depth -= stack.pop()
    return most


def sources(value):
    if isinstance(value, dict):
        yield from ([value["typst"]] if isinstance(value.get("typst"), str) else [])
        for item in value.values():
            yield from sources(item)
    elif isinstance(value, list):
        for item in value:
            yield from sources(item)


def test_the_formulas_of_a_whole_paper_are_at_most_two_deep():
    paths = sorted((Path(__file__).parents[2] / "reports/unified").glob("theorem_*.json"))
    every = {source for path in paths for source in sources(json.loads(path.read_text(encoding="utf-8")))}
    assert [source for source in every if deepest(flattened(source)) > 2] == []
    assert all(flattened(source).count("sqrt(") == source.count("sqrt(") for source in every)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("alpha < frac(1, 2)", "alpha < 1 \\/ 2"),
        ("frac(1, 16384 C^(12))", "1 \\/ (16384 C^(12))"),
        ("ln frac(N - 1, delta)", "ln ((N - 1) \\/ delta)"),
        ("cosh ^(2) frac(B, 2) + 1", "cosh ^(2) (B \\/ 2) + 1"),
        ("ln frac(1, delta) x", "ln (1 \\/ delta) x"),
        ("arrow.ln frac(1, 2)", "arrow.ln 1 \\/ 2"),
        ("frac(a + b, 2) + c", "(a + b) \\/ 2 + c"),
        ("frac(1, 2) sqrt(x)", "frac(1, 2) sqrt(x)"),
        ("2 sqrt(frac(d ln(frac(2, delta)), n^(2)))", "2 sqrt(d ln(2 \\/ delta) \\/ n^(2))"),
        ("frac(c, gamma) sqrt(x)", "(c \\/ gamma) sqrt(x)"),
        ("frac(frac(1, 2) x, y)", "frac(1, 2) x \\/ y"),
        ('"frac(a, b)" x', '"frac(a, b)" x'),
    ],
)
def test_a_fraction_within_a_line_has_a_slash_where_no_factor_follows(source, expected):
    assert in_line(source) == expected
