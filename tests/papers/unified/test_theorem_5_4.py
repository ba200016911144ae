"""Every formula of Theorem 5.4 a second way: by enumeration, by linear algebra, by plain arithmetic."""

import itertools
import math

import numpy as np
import pytest
import sympy

from boundcheck.claims import total
from boundcheck.papers.unified import claim_e_1, claim_e_2, notation, theorem_5_4
from boundcheck.papers.unified.notation import alpha, delta
from boundcheck.papers.unified.orders import CLC, CTL, LTC
from boundcheck.rlhf import mechanisms
from boundcheck.rlhf.estimators import debiased_mle, gradient_norm, gradient_parts, weighted_norm_error
from boundcheck.rlhf.worlds import Aligned, LinearWorld, OneHot, Pairs, RandomDirection
from boundcheck.symbolic import number

POINT = {"n": 1_000, "d": 5, "epsilon": 1.0, "alpha": 0.02, "radius": 1.5, "lam": 0.01, "delta": 0.1}
GAMMA = 1 / (2 + math.exp(-1.5) + math.exp(1.5))
C = (math.e + 1) / (math.e - 1)


def at(expression, **changes):
    return number(expression.xreplace(notation.LETTERS.definitions), {**POINT, **changes})


def test_c_epsilon_against_enumeration():
    """The de-biased label has mean y when c is what it is."""
    keep = math.e / (1 + math.e)
    for y in (0, 1):
        mean = sum(p * C * (z + keep - 1) for p, z in ((keep, y), (1 - keep, 1 - y)))
        assert mean == pytest.approx(y)
    assert at(notation.C_EPSILON) == pytest.approx(C)


def test_gamma_against_a_grid():
    z = np.linspace(-1.5, 1.5, 10_001)
    slope = np.exp(z) / (1 + np.exp(z)) ** 2
    assert at(notation.GAMMA) == pytest.approx(slope.min())


@pytest.mark.parametrize(
    ("order", "corruption", "noise"),
    [(CTL, 1.0, ((C / 2, 0.05), (0.5, 0.05))), (LTC, C, ((C / 2, 0.1),))],
)
def test_explicit_against_plain_arithmetic(order, corruption, noise):
    def tail(parameter, failure):
        t = math.log(1 / failure)
        return parameter * math.sqrt((5 + 2 * math.sqrt(5 * t) + 2 * t) / 1_000)

    by_hand = (corruption * math.sqrt(0.02) + sum(tail(*pair) for pair in noise)) / GAMMA + 2 * 1.5 * math.sqrt(0.01)
    assert at(total(theorem_5_4.explicit(order))) == pytest.approx(by_hand)


def test_printed_against_plain_arithmetic():
    by_hand = math.sqrt(0.02) / GAMMA + C / GAMMA * math.sqrt((5 + math.log(10)) / 1_000) + 1.5 * math.sqrt(0.01)
    assert at(total(theorem_5_4.rate(CTL))) == pytest.approx(by_hand)
    by_hand += (C - 1) * math.sqrt(0.02) / GAMMA
    assert at(total(theorem_5_4.rate(LTC))) == pytest.approx(by_hand)


def test_clc_is_the_sum_of_both_corruptions():
    shares = {"alpha_1": 0.02, "alpha_2": 0.0}
    assert at(total(theorem_5_4.explicit(CLC)), **shares) == pytest.approx(at(total(theorem_5_4.explicit(CTL))))
    both = at(total(theorem_5_4.rate(CLC)), alpha_1=0.02, alpha_2=0.03)
    one = at(total(theorem_5_4.rate(CTL)))
    assert both - one == pytest.approx(C * math.sqrt(0.03) / GAMMA)


def test_the_factor_two_on_the_ridge_term_is_attained():
    """One label, the truth on the boundary: the estimate is the antipode whenever the label disagrees."""
    world = LinearWorld(Pairs(), Aligned(1.0))
    data = world.sample(np.random.default_rng(1), 64, n=1, d=2, radius=0.5)
    fit = debiased_mle(data, epsilon=8.0, radius=0.5)
    error = weighted_norm_error(fit, data, lam=1e6)
    assert error.max() == pytest.approx(2 * 0.5 * math.sqrt(1 + 1e6), rel=1e-6)


@pytest.mark.parametrize("pipeline", [mechanisms.CTL, mechanisms.LTC])
def test_the_parts_bound_the_gradient_and_the_gradient_bounds_the_error(pipeline):
    """The chain of the proof, replicate by replicate: (23)/(24), then (22) with the constants 1 and 2."""
    point = {**POINT, "alpha": 0.1}
    world = LinearWorld(OneHot(), RandomDirection(0.9))
    rng = np.random.default_rng(3)
    data = world.sample(rng, 200, n=1_000, d=5, radius=1.5)
    stages = pipeline(mechanisms.GradientGreedy()).stages(rng, data, **point)
    seen = stages[-1]
    privacies = (math.inf, math.inf, 1.0) if pipeline is mechanisms.CTL else (math.inf, 1.0, 1.0)
    total = sum(gradient_parts(stages, privacies=privacies, lam=0.01))
    norm = gradient_norm(seen, epsilon=1.0, lam=0.01)
    assert (norm <= total + 1e-12).all()
    fit = debiased_mle(seen, epsilon=1.0, radius=1.5)
    error = weighted_norm_error(fit, seen, lam=0.01)
    assert (error <= norm / GAMMA + 2 * 1.5 * math.sqrt(0.01) + 1e-9).all()
    assert not (error <= norm).all()  # gamma dropped: seen to be false


def test_the_printed_first_inequality_of_20_fails_on_the_data_of_the_witness():
    """Logits 0 and 1, B' = 1; and with the repair it does not."""
    gamma = 1 / (2 + math.e + 1 / math.e)

    def sigmoid(z):
        return 1 / (1 + math.exp(-z))

    bregman = math.log1p(math.e) - math.log(2) - 0.5
    assert gamma > bregman
    assert gamma <= sigmoid(1.0) - sigmoid(0.0)
    assert gamma / 2 <= bregman


def test_corruption_bound_against_all_label_changes():
    """Claim E.2 over every set of at most two changed labels among six."""
    rng = np.random.default_rng(5)
    x = rng.standard_normal((6, 2))
    x /= np.maximum(1, np.linalg.norm(x, axis=1))[:, None]
    inverse = np.linalg.inv(x.T @ x / 6 + 0.01 * np.eye(2))
    bound = float(claim_e_2.bound(1, sympy.Rational(2, 6)))
    for chosen in itertools.combinations(range(6), 2):
        for signs in itertools.product((-1, 1), repeat=2):
            b = np.zeros(6)
            b[list(chosen)] = signs
            g = x.T @ b / 6
            assert math.sqrt(g @ inverse @ g) <= bound


def test_noise_bound_against_rademacher_sums():
    """P(exceeds) <= delta for signs; 20,000 draws, delta = 0.1: a false alarm has probability below 1e-9."""
    rng = np.random.default_rng(6)
    x = rng.standard_normal((40, 3))
    x /= np.linalg.norm(x, axis=1)[:, None]
    inverse = np.linalg.inv(x.T @ x / 40 + 0.1 * np.eye(3))
    g = rng.choice([-1.0, 1.0], size=(20_000, 40)) @ x / 40
    norm = np.sqrt(np.einsum("ri,ij,rj->r", g, inverse, g))
    bound = number(claim_e_1.explicit(1, delta), {"n": 40, "d": 3, "delta": 0.1})
    assert (norm > bound).mean() <= 0.1
    assert (norm > bound / 2).mean() > 0.1  # halved: seen to be false


def test_shares_enter_under_the_root():
    assert theorem_5_4.rate(CTL)["corruption"].has(sympy.sqrt(alpha))
