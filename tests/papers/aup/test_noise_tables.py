import pytest

from boundcheck.papers.aup.lab import noise_tables
from boundcheck.papers.aup.lab.noise_tables import (
    CELLS,
    HALF,
    LABELS,
    TABLE_1,
    implied_radii,
    misfit,
    plan,
    printed,
    spread_of_radii,
)


def test_settings_of_the_page():
    rate, steps = plan(LABELS, 50)
    assert (rate, steps) == (pytest.approx(1 / 36), 180)
    assert len(CELLS) == 12
    assert float(printed(TABLE_1, 3, 20)) == 0.246


def test_one_radius_explains_variances_and_nothing_else_tried():
    assert spread_of_radii(HALF, "variance", False) < 1.02
    assert all(1.46 < radius < 1.51 for radius in implied_radii(HALF, "variance", False))
    assert spread_of_radii(HALF, "deviation", False) > 5
    assert spread_of_radii(HALF, "variance", True) > 3


def test_a_table_with_one_cell_changed_is_seen(monkeypatch):
    wrong = {**noise_tables.TABLE_1, 3: ("0.139", "0.185", "0.246", "0.461")}
    monkeypatch.setattr(noise_tables, "TABLE_1", wrong)
    assert spread_of_radii(HALF, "variance", False) > 1.02


def test_the_second_table_against_half_of_the_pairs():
    assert misfit(HALF, 5) < 1.01 < misfit(LABELS // 2, 5) + 0.005 < misfit(LABELS, 5)
