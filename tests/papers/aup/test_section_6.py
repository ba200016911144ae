import pytest

from boundcheck.checks.tables import fisher
from boundcheck.papers.aup.lab.noise_tables import CELLS
from boundcheck.papers.aup.section_6 import EXPERIMENTS, excess, prompts_needed


def test_prompts_against_fisher_exactly():
    needed = prompts_needed(63, 39)
    assert needed == 40
    assert fisher(round(0.63 * needed), needed, round(0.39 * needed), needed) <= 0.05
    assert fisher(round(0.63 * (needed - 10)), needed - 10, round(0.39 * (needed - 10)), needed - 10) > 0.05
    assert prompts_needed(53, 50) > 1000


def test_one_pair_of_cells_is_the_other_way_round():
    assert excess(CELLS) == pytest.approx(0.027)
    assert excess(EXPERIMENTS) < 0
