"""Worst-case searches of the unified paper: every point lies where the bound is stated. Fixed seed."""

import numpy as np
import pytest

from boundcheck.claims import HighProbabilityBound
from boundcheck.loading import registry
from boundcheck.study import Axis, Choice
from boundcheck.study.worst_case import point_at
from boundcheck.symbolic import broken

SURVIVING = {
    "lemma_h_1": {"sandwich@several"},
    "theorem_5_7": {f"coverage_{v}@{r}" for v in ("ctl", "ltc", "clc") for r in ("mended", "moderate")},
    "theorem_6_1": {"end_to_end_ctl", "end_to_end_ltc@chosen_radius", "end_to_end_ltc@sharper"},
    "theorem_6_2": {f"end_to_end_{v}@{r}" for v in ("ctl", "ltc") for r in ("mended", "moderate")},
    "theorem_6_3": {f"end_to_end_{v}@{r}" for v in ("ctl", "ltc") for r in ("simplified", "mended", "sharper")},
}


def searched(claim):
    """The bounds of a claim that have a search, by part and reading."""
    for name, part in claim.parts.items():
        readings = part if isinstance(part, dict) else {"": part}
        for reading, bound in readings.items():
            if isinstance(bound, HighProbabilityBound) and bound.search:
                yield f"{name}@{reading}" if reading else name, bound


@pytest.mark.parametrize("name", SURVIVING)
def test_every_point_of_the_search_is_inside(name):
    claim = registry.load(f"unified/{name}")
    rng = np.random.default_rng(0)
    bounds = dict(searched(claim))
    assert bounds.keys() == SURVIVING[name]
    domain = [condition for parameter in claim.parameters for condition in parameter.domain]
    for called, bound in bounds.items():
        axes = [Axis(*vars(a).values()) if hasattr(a, "low") else Choice(a.name, a.options) for a in bound.search]
        for _ in range(10):
            point = bound.placed(point_at(axes, rng.random(len(axes))))
            assert not broken((*bound.given, *domain), point, claim.definitions), (called, point)
            assert float(point["n"]).is_integer()
            assert point.get("signal", 0.0) <= point.get("radius", np.inf) * (1 + 1e-9)


def test_the_truth_and_the_reference_of_theorem_6_3_lie_in_the_ball():
    from boundcheck.papers.unified.lab import log_linear as study

    for far, worlds in study.WORLDS.items():
        for world in worlds:
            for length in (0.05, 0.5, 1.0):
                at = {"world": world, "n": 1000, "delta": 0.1, "reach": 0.5, "stretch": 2.0, "room": 1.0, "length": length}
                here = study.follow(far, **at)
                reference = np.array(study.SFT[world])
                truth = reference + np.array([1, -1]) / np.sqrt(2) * here["signal"] / (2 * here["beta"])
                assert np.linalg.norm(reference) <= here["ball"] * (1 + 1e-9)
                assert np.linalg.norm(truth) <= here["ball"] * (1 + 1e-9)
                if not far:
                    assert np.linalg.norm(truth - reference) <= here["ball"] * (1 + 1e-9)
