"""Pictures of a proof: a false line dips below zero and its repair does not; the graph names what is false, no name on another."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
import sympy
from least import least, of

from boundcheck.report.figures import proofs
from boundcheck.report.page import steps as pictures
from boundcheck.symbolic import Statement, encode
from boundcheck.verdict.result import (
    Fault,
    RestsOn,
)
from boundcheck.verdict.shapes import (
    IdentityPart,
)
from boundcheck.verdict.statements import InstanceOf, Repair, Step, Witness

WITNESS = Witness(point={"x": "1/2"})
x, y = sympy.symbols("x y", real=True)
FALSE = encode(Statement(x**2, "<=", x**3, (x > 0,)))
TRUE = encode(Statement(x**2, "<=", x**2 + x, (x > 0,)))


def test_a_false_line_is_below_zero_where_it_fails_and_its_repair_is_not():
    drawn = proofs.difference(FALSE, TRUE, {"x": "1/2"}, {})
    ET.fromstring(drawn["svg"])
    assert drawn["alt"] == (
        "Right side less left side along x: as printed −0.125 at 0.500, mended 0.500 there; below zero the line is false."
    )
    assert drawn == proofs.difference(FALSE, TRUE, {"x": "1/2"}, {})


@pytest.mark.parametrize(
    ("mended", "point"),
    [
        (None, {"x": "1/2"}),
        (TRUE, {}),
        (TRUE, {"x": "log(2)"}),  # no number
        (encode(Statement(y, "<=", y**2 + 1)), {"x": "1/2"}),  # in another letter
        (encode(Statement(x**2, "<=", x**3, (y > 0,))), {"x": "1/2"}),  # under a condition on another letter
        (FALSE, {"x": "1/2"}),  # mends nothing
        (encode(Statement(x, "<=", x + 10**6)), {"x": "1/2"}),  # beside which nothing could be seen
    ],
)
def test_nothing_is_drawn_where_nothing_could_be_seen(mended, point):
    assert proofs.difference(FALSE, mended, point, {}) is None


def test_conditions_end_the_curve():
    bounded = encode(Statement(x**2, "<=", x**3, (x > 0, x < sympy.Rational(3, 5))))
    drawn = proofs.difference(bounded, TRUE, {"x": "1/2"}, {})
    assert drawn is not None
    assert drawn["svg"] != proofs.difference(FALSE, TRUE, {"x": "1/2"}, {})["svg"]


def line(place, outcome="PROVED", mark="step", used=None, settles=()):
    return proofs.Line(f"line_{place}", f"Eq. ({place})", outcome, mark, used, settles)


LINES = (
    line(1),
    line(2, "REFUTED"),
    line(3, mark="by", used=InstanceOf(claim="p/lemma")),
    line(4, mark="by", used=InstanceOf(step="line_1")),
    line(5, settles=("bound",)),
)
RESTS = (least(RestsOn, claim="p/lemma", printed="Lemma 1", outcome="REFUTED", severity="RATE"),)
PARTS = {"bound": "SUPPORTED"}


def test_the_graph_names_what_is_false():
    drawn = proofs.drawing(LINES, RESTS, PARTS, {})
    ET.fromstring(drawn["svg"])
    assert drawn["alt"] == (
        "The proof: 5 lines in the order of the page; false as printed: 2 (Eq. (2)); rests on Lemma 1; settles 1 part."
    )
    assert "Lemma 1, refuted" in drawn["svg"]
    assert "false as printed" in drawn["svg"]
    sound = proofs.drawing([line(place, settles=("bound",)) for place in range(5)], RESTS, PARTS, {})
    assert "none of them false" in sound["alt"]
    assert "false as printed" not in sound["svg"]


def test_too_little_for_a_graph_is_none():
    assert proofs.drawing(LINES[:2], RESTS, PARTS, {}) is None
    assert proofs.drawing(LINES, (), {}, {}) is None
    assert proofs.drawing([line(place) for place in range(5)], RESTS, PARTS, {}) is None  # nothing leads anywhere


def test_no_two_names_of_a_row_overlap():
    names = [(f"n{place}", "a name of some length", [place % 7 + 1] if place % 2 else []) for place in range(12)]
    laid = proofs._rows(names, 40)
    for row in {row for _, _, row in laid.values()}:
        spans = sorted((x, len(text) * proofs.PER_CHARACTER * 40 / 2) for x, text, at in laid.values() if at == row)
        assert all(a + one <= b - other for (a, one), (b, other) in pairwise(spans))


def test_no_name_stands_on_a_line_that_leads_to_another():
    laid = proofs._rows([("who_wins", "who wins", []), ("two_rounds", "two rounds", [6])], 12)
    assert laid["two_rounds"][2] == 0 < laid["who_wins"][2]
    beside = proofs._rows([("a", "x", [5]), ("b", "x" * 16, [6]), ("free", "x", [])], 12)
    assert [beside[name][2] for name in ("a", "b", "free")] == [0, 1, 2]  # the line to `b` passes where `free` would be


def test_the_gravest_false_line_that_can_be_drawn_is_shown():
    false = least(Step, label="line_2", outcome="REFUTED", checked=FALSE, repair=least(Repair, checked=TRUE))

    def shown(printed, severity):
        slip = least(Fault, printed=printed, severity=severity, witness=WITNESS)
        return pictures.gravest(of(steps=(false, least(Step, label="line_1")), faults=(slip,)), {})

    assert len(shown("line_2", "PROOF")) == 1
    assert shown("line_2", "MISPRINT") == []
    assert shown("line_1", "PROOF") == []


def test_a_part_is_mended_by_the_reading_of_it_that_stands():
    slip = least(Fault, printed="bound", severity="CONDITION", witness=WITNESS)

    def shown(outcome):
        mended = least(IdentityPart, checked=TRUE, outcome=outcome)
        parts = {"bound": least(IdentityPart, checked=FALSE, outcome="REFUTED"), "bound@mended": mended}
        return pictures.failing(slip, of(parts=parts), {})

    assert len(shown("PROVED")) == 1
    assert shown("REFUTED") == []
