"""Where a bound says nothing, in words."""

from boundcheck.checks.bound.vacuity import findings, listed


def test_names_with_commas_are_told_apart():
    assert listed(["curved", "pairs, fifty labels"]) == "'curved', 'pairs, fifty labels'"


def test_the_cell_nearest_to_its_bound_is_named():
    rows = [
        {"name": name, "bound": 1.0, "trivial": 2.0, "quantile": quantile}
        for name, quantile in (("curved", 0.01), ("private", 0.2))
    ]
    (found,) = findings(rows, None)
    assert found.text.endswith("0.01 to 0.2, the largest in 'private'")
