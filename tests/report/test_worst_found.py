"""The worst instance found, in numbers."""

from boundcheck.report.page.worst_found import how_drawn, worst
from boundcheck.report.text.letters import Letters

PLANE = {"features": [[0.5, -0.5], [1.0, 0.0]], "weights": [0.5, 0.5]}


def test_a_filled_circle_is_explained_only_where_one_is_drawn():
    assert "filled" in how_drawn(PLANE | {"changed": [0.25, 0.0]})
    assert "filled" not in how_drawn(PLANE | {"changed": [0.0, 0.0]})
    assert "filled" not in how_drawn(PLANE)


def test_a_truth_of_many_coordinates_is_told_by_its_norm():
    assert "zero in dimension 8" in str(worst({"theta": [0.0] * 8}, Letters()))
    assert "of norm 3 in dimension 9" in str(worst({"theta": [1.0] * 9}, Letters()))
    assert "(1, -2)" in str(worst({"theta": [1.0, -2.0]}, Letters())).replace("\u2212", "-")
