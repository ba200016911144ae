"""Values of sweeps and ends of axes from the range of a letter: equal steps of the logarithm of the scale."""

import math
from itertools import pairwise

import pytest
from sympy import Max, exp, log, symbols

from boundcheck.claims import Axis, Letter, Malformed, Notation, Simulation
from boundcheck.claims.letters import DIGITS, FEWEST, MOST, alone, grid
from boundcheck.claims.values import Unfit

n, d, alpha, delta, epsilon, radius, gamma, c, x = symbols("n d alpha delta epsilon radius gamma c x", real=True)
SLOPE = 1 / (2 + exp(radius) + exp(-radius))
LETTERS = Notation((
    Letter(n, "sample size", n >= 1, (1e2, 1e7), integer=True),
    Letter(d, "dimension", d >= 1, (2, 50), integer=True, swept=(8, 50)),
    Letter(epsilon, "privacy", epsilon > 0, (0.05, 8), scale=c),
    Letter(alpha, "corrupted", (alpha >= 0, alpha < 1), (0, 0.5), swept=(1e-2, 1e-4)),
    Letter(delta, "failure probability", (delta > 0, delta < 1), (1e-3, 0.3), scale=log(1 / delta)),
    Letter(radius, "radius of the ball", radius > 0, (0.1, 6), "B'", scale=1 / gamma),
    Letter(gamma, "least slope", equals=SLOPE),
    Letter(c, "price", latex=r"c(\varepsilon)", equals=(exp(epsilon) + 1) / (exp(epsilon) - 1)),
))  # fmt: skip
RUN = Simulation(lambda rng, repeats, *, n, **_: abs(rng.standard_normal(repeats)) / n**0.5)


def logarithms(scale, letter, values):
    return [math.log(scale.subs(letter, value)) for value in values]


@pytest.mark.parametrize(
    ("scale", "letter", "first", "last"),
    [
        (n, n, 10, 1e8),
        (1 / SLOPE, radius, 0.1, 6),
        (log(1 / delta), delta, 0.3, 0.01),
        (1 / epsilon, epsilon, 1e-2, 1e-5),
    ],
)
def test_steps_are_equal_up_to_the_digits_that_are_kept(scale, letter, first, last):
    values = grid(scale, letter, first, last)
    found = logarithms(scale, letter, values)
    assert (values[0], values[-1]) == (first, last)
    assert FEWEST <= len(values) <= MOST
    assert all(value == float(f"{value:.{DIGITS}g}") for value in values[1:-1])
    even = (found[-1] - found[0]) / (len(values) - 1)
    # two digits are off by at most 0.05 at each end
    assert [b - a for a, b in pairwise(found)] == pytest.approx([even] * (len(values) - 1), abs=0.1)


def test_there_is_a_value_for_each_factor_of_ten_within_limits():
    assert [len(grid(n, n, 1, 10.0**k)) for k in (1, 5, 6, 8, 12)] == [6, 6, 7, 9, 9]
    assert grid(n, n, 1e2, 1e7, whole=True) == (100, 1000, 10_000, 100_000, 1_000_000, 10_000_000)
    assert grid(d, d, 2, 4, whole=True) == (2, 3, 4)


def test_what_makes_no_grid_is_refused():
    with pytest.raises(Unfit, match="not positive at 0"):
        grid(n, n, 0, 10)
    with pytest.raises(Unfit, match="there is one value"):
        grid(n, n, 3, 3, whole=True)
    with pytest.raises(Unfit, match="neither rises nor falls"):
        grid(Max(x, 1 / x), x, 0.1, 3)
    with pytest.raises(Unfit, match="also of gamma, and the point says nothing of it"):
        alone(1 / gamma, "radius", {}, {}, {"n": 3})


def test_a_scale_is_written_out_by_abbreviations_by_what_follows_and_by_the_point():
    assert alone(1 / gamma, "radius", LETTERS.definitions, {}, {}) == 1 / SLOPE
    assert alone(1 / gamma, "d", LETTERS.definitions, {"radius": 2 * d * n}, {"n": 3}) == 1 / SLOPE.subs(radius, 6 * d)


def test_a_letter_says_all_of_a_sweep():
    sweep = LETTERS.sweep(epsilon, RUN, {"n": 9}, note="quiet")
    assert (sweep.parameter, sweep.moves, sweep.scale, sweep.towards, sweep.note) == (
        r"$c(\varepsilon)$",
        "epsilon",
        c,
        "large",
        "quiet",
    )
    assert (sweep.values[0], sweep.values[-1]) == (8, 0.05)  # to where the price is larger
    assert [LETTERS.sweep(s, RUN, {}).parameter for s in (radius, delta, n)] == [
        r"$\frac{1}{\gamma}$",
        r"$\ln\left( \frac{1}{\delta} \right)$",
        "$n$",
    ]
    shares = LETTERS.sweep(alpha, RUN, {})
    assert (shares.towards, shares.values[0], shares.values[-1]) == ("small", 1e-2, 1e-4)
    assert all(isinstance(value, int) for value in LETTERS.sweep(d, RUN, {}).values)


def test_a_sweep_departs_from_its_letter_where_it_says_so():
    sweep = LETTERS.sweep(n, RUN, {}, over=(1e5, 1e10), name="samples")
    assert (sweep.parameter, sweep.values[0], sweep.values[-1]) == ("samples", 100_000, 10**10)
    typed = LETTERS.sweep(n, RUN, {}, values=(10, 20), scale=1 / n)
    assert (typed.values, typed.scale, typed.towards, typed.parameter) == ((10, 20), 1 / n, "small", r"$\frac{1}{n}$")
    with pytest.raises(Malformed, match=r"Sweep 'n', over: .* as over=\(1e-4, 1e-2\)"):
        LETTERS.sweep(n, RUN, {}, over=(-1, 10))
    with pytest.raises(Malformed, match=r"Sweep 'n', over: a sweep has two ends, got \(3,\)"):
        LETTERS.sweep(n, RUN, {}, over=(3,))
    bare = Notation((Letter(x, "size"),))
    with pytest.raises(Malformed, match="x is declared without a range"):
        bare.sweep(x, RUN, {})
    with pytest.raises(Malformed, match=r"Axis 'x', low: .* declared without a range"):
        bare.axis(x, low=1)
    assert bare.axis(x, 1, 10) == Axis("x", 1, 10, "log")
    with pytest.raises(Malformed, match="x is not declared; declare it, or move one of n, d"):
        LETTERS.sweep(x, RUN, {})


def test_a_range_of_sweeps_lies_in_the_domain():
    with pytest.raises(Malformed, match="swept: 2 does not satisfy"):
        Letter(alpha, "share", (alpha >= 0, alpha < 1), (0, 0.5), swept=(2, 0.1))
    with pytest.raises(Malformed, match=r"swept: from where to where .* got \(0.1,\)"):
        Letter(alpha, "share", (alpha >= 0, alpha < 1), (0, 0.5), swept=(0.1,))


def test_axes_go_over_all_that_is_typical_or_swept_or_are_cut():
    assert LETTERS.axis(epsilon) == Axis("epsilon", 0.05, 8, "log")
    assert LETTERS.axis(alpha) == Axis("alpha", 0, 0.5)
    assert LETTERS.axis(n, low=1) == Axis("n", 1, 10**7, "log_integer")
    assert LETTERS.axis(d, high=12) == Axis("d", 2, 12, "integer")
    far = Notation((Letter(n, "sample size", n >= 1, (1e2, 1e7), integer=True, swept=(1e5, 1e12)),))
    assert far.axis(n) == Axis("n", 100, 10**12, "log_integer")
