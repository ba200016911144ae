"""Python for a witness: run, it prints the sides that the record has."""

import json
from pathlib import Path

import pytest
import sympy

from boundcheck.report.web.witness_code import snippet
from boundcheck.symbolic import Statement, encode

REPORTS = Path(__file__).parents[3] / "reports"
a, b = sympy.symbols("a lambda")


def ran(code):
    names = {}
    exec(code, names)
    return names


def settled(lhs, rhs):
    return {"checked": encode(Statement(lhs, "<=", rhs))}


def test_both_sides_are_exact():
    code = snippet(
        settled(a / 3 + b, sympy.Rational(1, 3)),
        {"point": {"a": "1/2", "lambda": "log(3)"}, "lhs": "1.26528", "rhs": "1/3"},
    )
    found = ran(code.replace("print(", "shown = ("))
    assert found["left"] == sympy.Rational(1, 6) + sympy.log(3)
    assert found["right"] == sympy.Rational(1, 3)
    assert "lambda_ = log" in code
    assert code.endswith("# the page says: left <= right")


def test_a_letter_that_stays_open_is_declared():
    code = snippet(settled(a, b), {"point": {"a": "1/(100*C)", "lambda": "2*C"}, "lhs": "1/(100*C)", "rhs": "2*C"})
    assert ran(code.replace("print(", "shown = ("))["left"] == 1 / (100 * sympy.Symbol("C", positive=True))


@pytest.mark.parametrize("value", ["__import__('os')", "a.b", "x[0]", "open('f')", "1 if a else 2", "", "'text'*2"])
def test_what_is_no_arithmetic_gives_no_code(value):
    assert snippet(settled(a, b), {"point": {"a": value, "lambda": "1"}, "lhs": "1", "rhs": "1"}) == ""


def test_without_all_letters_or_a_statement_there_is_none():
    assert snippet(settled(a, b), {"point": {"a": "1"}}) == ""
    assert snippet(settled(a, a), {"point": {"a": "1"}, "lhs": "1", "rhs": "2"}) == ""  # sides of something else
    assert snippet({"checked": None}, {"point": {"a": "1"}}) == ""
    assert snippet(settled(a, b), None) == ""


def witnesses():
    for path in sorted(REPORTS.glob("*/*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        steps = record["steps"]
        for settled in (*steps, *(step["repair"] for step in steps if step.get("repair")), *record["parts"].values()):
            if code := snippet(settled, settled.get("witness")):
                yield path, code, settled["witness"]


def test_every_witness_of_the_committed_records_evaluates_to_its_sides():
    count = 0
    for path, code, witness in witnesses():
        found = ran(code.replace("print(", "shown = ("))
        for side, key in (("left", "lhs"), ("right", "rhs")):
            recorded = sympy.sympify(witness[key], locals={"C": sympy.Symbol("C", positive=True)})
            gap = sympy.sympify(found[side]) - recorded
            values = {s: sympy.Rational(7, 3) for s in gap.free_symbols}
            assert abs(sympy.N(gap.xreplace(values))) < 1e-5 * (1 + abs(sympy.N(recorded.xreplace(values)))), path
        count += 1
    assert count > 50
