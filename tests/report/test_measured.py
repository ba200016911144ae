"""Measurements: what is tested, constants, worst instances."""

import pytest
from least import least, of

from boundcheck.report.figures.worst_instance import instance_of
from boundcheck.report.page.measured import how_drawn, worst
from boundcheck.report.page.measured import tested as formulas
from boundcheck.report.pdf import to_bytes
from boundcheck.report.text.letters import Letters
from boundcheck.verdict.shapes import (
    Bounds,
    HighProbabilityBoundPart,
    InequalityPart,
    LawRow,
    Mechanism,
    PrivacyGuaranteePart,
    Relation,
)
from boundcheck.verdict.statements import Compared, Formula

# The formulas at the head of a part.

SIDE = Formula(latex=r"\sqrt{d/n}")
TWICE = Formula(latex=r"2 \sqrt{d/n}")


def part(**bounds):
    return least(HighProbabilityBoundPart, outcome="SUPPORTED", reading="literal", bounds=Bounds(**bounds))


def test_the_tested_bound_stands_first_and_the_printed_one_where_it_differs():
    (block,) = formulas("bound", part(explicit=TWICE, printed=SIDE, trivial=SIDE))
    assert [row[0] for row in block["rows"]] == ["Tested", "Rate, without constant", "Trivial bound"]
    assert block["rows"][0][1]["alt"] == "error ≤ 2 √(d/n)"
    (block,) = formulas("bound", part(explicit=SIDE, printed=SIDE))
    assert [row[0] for row in block["rows"]] == ["Tested"]


def test_a_part_without_formulas_has_no_such_block():
    assert formulas("bound", part()) == []


@pytest.mark.parametrize("latex", ["x + " * 800 + "x"])
def test_what_is_too_long_or_cannot_be_set_is_plain_text(latex):
    (block,) = formulas("bound", part(explicit=Formula(latex=latex)))
    assert block["rows"][0][1]["code"].startswith("error ≤ x + x")


def test_a_mechanism_has_numbers_sizes_and_law():
    quotient = Formula(latex=r"\frac{1}{2 + n}")
    known = least(
        Mechanism, epsilon=Formula(latex=r"\varepsilon"), delta=Formula(latex="0"), inputs=2, outputs=1,
        law=(LawRow(input="0", probabilities=(SIDE, quotient)),),
    )  # fmt: skip
    (block,) = formulas("law", least(PrivacyGuaranteePart, mechanism=known))
    assert block["rows"][0][1]["alt"] == "(ε, 0)"
    assert block["rows"][1] == ["Mechanism", "2 inputs, 1 output"]
    assert block["rows"][2][1]["alt"] == "√(d/n), 1/(2 + n)"
    assert block["rows"][2][1]["typst"].endswith("\\, quad frac(1, 2 + n)")  # the space stands between them, not within


def test_it_is_drawn():
    wide = Formula(latex=" + ".join([r"\alpha"] * 70))
    sides = part(explicit=wide, printed=TWICE, failure=Formula(latex=r"\delta"))
    assert to_bytes(of(parts={"bound": sides})).startswith(b"%PDF")


def test_an_inequality_shows_its_sides_and_conditions():
    known = least(Relation, compared=least(Compared, latex=r"x \le 1"), given=Formula(latex="x < 0"))
    (block,) = formulas("half", least(InequalityPart, relation=known))
    assert [(words, made["typst"]) for words, made in block["rows"]] == [("Tested", "x ≤ 1"), ("Given", "x < 0")]
    assert formulas("half", least(InequalityPart)) == []


# The worst instance found, in numbers.

PLANE = {"features": [[0.5, -0.5], [1.0, 0.0]], "weights": [0.5, 0.5]}


def test_a_filled_circle_is_explained_only_where_one_is_drawn():
    assert "filled" in how_drawn(instance_of(PLANE | {"changed": [0.25, 0.0]}))
    assert "filled" not in how_drawn(instance_of(PLANE | {"changed": [0.0, 0.0]}))
    assert "filled" not in how_drawn(instance_of(PLANE))


def test_a_truth_of_many_coordinates_is_told_by_its_norm():
    assert "zero in dimension 8" in str(worst({"theta": [0.0] * 8}, Letters()))
    assert "of norm 3 in dimension 9" in str(worst({"theta": [1.0] * 9}, Letters()))
    assert "(1, -2)" in str(worst({"theta": [1.0, -2.0]}, Letters())).replace("\u2212", "-")
