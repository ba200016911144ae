"""Le Cam, Assouad, Fano: against what they bound, against known optima, and with constraints."""

from fractions import Fraction
from itertools import product
from math import comb, exp

import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar
from scipy.stats import norm
from sympy import log

from boundcheck.minimax import (
    Family,
    Finite,
    Law,
    Local,
    Squared,
    Users,
    absolute,
    assouad,
    assouad_mixtures,
    bayes_risk,
    euclidean,
    fano,
    le_cam,
    randomized_response,
    replay,
    separation,
    spread,
    zero_one,
)
from boundcheck.minimax.families import Group
from boundcheck.minimax.methods import information

LOW, HIGH = Fraction(2, 5), Fraction(3, 5)
PAIR = Family.bits((LOW, HIGH), 6)


def test_le_cam_of_two_points_is_their_bayes_risk():
    """For the absolute error of two values, averaging loses nothing: ratio 1."""
    bound = le_cam(PAIR, HIGH - LOW)
    assert bound.value == bayes_risk(PAIR, absolute((LOW, HIGH))).low
    assert replay(bound).ok


def test_bernoulli_mean_under_local_privacy_has_the_known_two_point_optimum():
    """sup over h of h (1 - TV) tends to max w Phi(-w) / (tanh(epsilon/2) sqrt(n)) = .16997 / (tanh(epsilon/2) sqrt(n))."""
    best = minimize_scalar(lambda w: -w * norm.cdf(-w), bounds=(0, 3), method="bounded")
    assert -best.fun == pytest.approx(0.169972, abs=1e-5)
    n, epsilon, kept = 20_001, log(3), 0.5
    step = Fraction(best.x / (2 * kept * n**0.5)).limit_denominator(10**8)
    half = Fraction(1, 2)
    bound = le_cam(Family.bits((half - step, half + step), n), 2 * step, Local(epsilon))
    assert float(bound.value) == pytest.approx(-best.fun / (kept * n**0.5), rel=3e-3)
    other = [
        le_cam(Family.bits((half - s, half + s), n), 2 * s, Local(epsilon)).value for s in (step * 4 / 5, step * 5 / 4)
    ]
    assert max(other) < bound.value


def test_no_private_channel_on_bits_beats_randomized_response():
    """Random channels within the level leave the two hypotheses closer together than the bound says."""
    rng = np.random.default_rng(5)
    e, n = 3.0, 3
    bound = float(le_cam(Family.bits((LOW, HIGH), n), 2, Local(log(3))).value)
    for _ in range(200):
        reports = rng.integers(2, 5)
        zero = rng.dirichlet(np.ones(reports))
        one = zero * e ** rng.choice([-1, 1], reports)
        one /= one.sum()
        if max(np.max(one / zero), np.max(zero / one)) > e:
            continue
        marginals = [p * one + (1 - p) * zero for p in (float(LOW), float(HIGH))]
        data = list(product(range(reports), repeat=n))
        affinity = sum(min(np.prod(marginals[0][list(x)]), np.prod(marginals[1][list(x)])) for x in data)
        assert affinity >= bound - 1e-12


@pytest.mark.parametrize("interactive", [True, False])
def test_contraction_lies_below_an_actual_private_experiment(interactive):
    laws = [
        Law((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))),
        Law((Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))),
    ]
    for epsilon in (Fraction(1, 2), log(3), Fraction(3)):
        bound = le_cam(Family.of(laws, 5), 2, Local(epsilon, interactive))
        reports = le_cam(Family.of(laws, 5).through(randomized_response(epsilon, 3)), 2)
        assert 0 <= bound.value <= reports.value
        assert replay(bound).ok


@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 0.0), (0.2, 0.01), (1.5, 0.0)])
def test_users_privacy_lies_below_the_best_private_test(epsilon, delta):
    """The best test on the number of ones among 8 users with a bit each is a linear program."""
    n, p, q = 8, 0.45, 0.55
    pmf = [[comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(n + 1)] for x in (p, q)]
    rows, right = [], []
    for k in range(n):
        for a, b in ((k, k + 1), (k + 1, k)):  # t[a] <= e t[b] + delta, and the same for 1 - t
            row = np.zeros(n + 1)
            row[a], row[b] = 1, -exp(epsilon)
            rows += [row, -row @ np.diag([1 if i in (a, b) else 0 for i in range(n + 1)])]
            right += [delta, delta + exp(epsilon) - 1]
    best = linprog(np.subtract(pmf[0], pmf[1]), A_ub=rows, b_ub=right, bounds=(0, 1)).fun + 1
    privacy = Users(Fraction(epsilon), Fraction(delta).limit_denominator(1000), n)
    bound = le_cam(Family.bits((Fraction(9, 20), Fraction(11, 20)), 1), 2, privacy)
    assert 0 < float(bound.value) <= best + 1e-9
    assert replay(bound).ok


def test_users_privacy_is_felt_where_it_is_strict():
    one_user = Family.bits((Fraction(49, 100), Fraction(51, 100)), 10)
    free = le_cam(one_user.times(4000), 1)
    strict = le_cam(one_user, 1, Users(Fraction(1, 1000), Fraction(1, 10**7), 4000))
    assert free.value < Fraction(1, 100) < Fraction(1, 10) < strict.value


def test_users_whose_data_together_are_too_many_to_count():
    three = [
        Law((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))),
        Law((Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))),
    ]
    bound = le_cam(Family.of(three, 2), 1, Users(Fraction(1, 10**4), 0, 3000))
    assert Fraction(1, 3) < bound.value < Fraction(1, 2)
    assert "total variation" not in bound.rests_on
    assert replay(bound).ok


def test_assouad_is_below_the_bayes_risk_of_the_cube():
    h, n = Fraction(1, 10), 4
    half = Fraction(1, 2)
    pair = Family.bits((half - h, half + h), n)
    one = bayes_risk(pair, absolute((half - h, half + h))).low
    bound = assouad(pair, 5, separation("l1", h))
    assert bound.value == 5 * one
    # squares: the posterior mean does better than an end, so Assouad gives away something
    square = assouad(pair, 5, separation("squared l2", h)).value
    assert Fraction(1, 2) < square / (5 * bayes_risk(pair, Squared((half - h, half + h))).low) <= 1
    root = assouad(pair, 4, euclidean(h, 4)).value
    assert root == assouad(pair, 4, separation("l1", h)).value / 2


def test_mixtures_against_enumeration():
    def law(a, b):
        return Law((Fraction(5 - a - b, 20), Fraction(5 + a, 20), Fraction(5 + b, 20), Fraction(1, 4)))

    cube = [law(a, b) for b in (-1, 1) for a in (-1, 1)]
    n = 3
    rows = [[Fraction(int(p.p), int(p.q)) for p in c.probabilities] for c in cube]
    common = Fraction(0)
    for data in product(range(4), repeat=n):
        p = [np.prod([row[x] for x in data]) for row in rows]
        common += min(p[0] + p[2], p[1] + p[3]) / 2 + min(p[0] + p[1], p[2] + p[3]) / 2
    bound = assouad_mixtures(Family.of(cube, n), 1)
    assert 0 <= common / 2 - bound.value <= Fraction(1, 10**20)
    with pytest.raises(ValueError, match="Local with draws that are bits"):
        assouad_mixtures(Family.of(cube, n), 1, Local(1))


def test_mixtures_of_bits_under_local_privacy():
    bits = Family.bits((Fraction(1, 4), Fraction(2, 4), Fraction(2, 4), Fraction(3, 4)), 10)
    free, private = assouad_mixtures(bits, 1), assouad_mixtures(bits, 1, Local(log(3)))
    assert free.value < private.value < 1
    assert replay(private).ok


@pytest.mark.parametrize("n", [1, 5, 20])
@pytest.mark.parametrize("privacy", [None, Local(1)])
def test_fano_is_below_the_bayes_error(n, privacy):
    packing = Family.bits([Fraction(k, 10) for k in range(2, 9)], n)
    bound = fano(packing, 1, privacy)
    seen = packing if privacy is None else packing.through(randomized_response(1))
    assert 0 < bound.value <= bayes_risk(seen, zero_one(7)).low
    assert replay(bound).ok


def test_fano_keeps_its_inequality_as_it_is():
    """Without data the sharp form gives 1 - 1/N, the usual one 1 - ln 2/ln N."""
    packing = Family.bits([Fraction(k, 10) for k in range(1, 9)], 0)
    assert abs(fano(packing, 1).value - Fraction(7, 8)) < Fraction(1, 10**6)


def test_fano_under_contraction():
    laws = [Law(tuple(Fraction(2 if i == x else 1, 5) for x in range(4))) for i in range(4)]
    many, few = (fano(Family.of(laws, n), 1, Local(Fraction(1, 10))) for n in (1000, 10))
    fixed = fano(Family.of(laws, 1000), 1, Local(Fraction(1, 10), interactive=False))
    assert 0 < many.value < few.value < Fraction(3, 4)
    assert many.value <= fixed.value  # channels that follow earlier reports are harder to bound
    reports = Family.of(laws, 12).through(randomized_response(1, 4))
    assert fano(Family.of(laws, 12), 1, Local(1)).value <= bayes_risk(reports, zero_one(4)).low


def test_information_under_a_protocol_that_follows_its_reports():
    """The second channel depends on the first report: the information stays within what is said of interactive ones."""
    e = 3
    keep, other = Fraction(e, e + 2), Fraction(1, e + 2)
    laws = [[Fraction(6 if i == x else 1, 8) for x in range(3)] for i in range(3)]
    first = [[keep if z == x else other for z in range(3)] for x in range(3)]
    pair = [
        [Fraction(e, e + 1) if z == (x == y) else Fraction(1, e + 1) for z in range(2)]
        for y in range(3)
        for x in range(3)
    ]
    joint = [
        [
            sum(law[x] * first[x][y] for x in range(3)) * sum(law[x] * pair[3 * y + x][z] for x in range(3))
            for y in range(3)
            for z in range(2)
        ]
        for law in laws
    ]
    know = (
        sum(float(p) * np.log(float(3 * p / sum(q[k] for q in joint))) for row in joint for k, p in enumerate(row)) / 3
    )
    bound = fano(Family.of([Law(tuple(law)) for law in laws], 2), 1, Local(log(3)))
    assert know <= float(bound.parts["information"])


SQUARE = [tuple(Fraction(2 + s, 8) for s in (a, -a, b, -b)) for a, b in ((-1, -1), (1, 1), (1, -1), (-1, 1))]


@pytest.mark.parametrize("seed", range(12))
def test_information_of_two_groups_under_a_protocol_that_follows_its_reports(seed):
    """Exactly enumerated: the first group tells two pairs apart, the second channel asks for the difference within the pair.

    In view of the first report the mean of pi_i pi_j over a pair is above 1/N^2, where distances are no Euclidean ones.
    """
    rng = np.random.default_rng(seed)
    e = 3
    share = Fraction(int(rng.integers(1, 9)), 20)
    bits = [Fraction(1, 2) + share, Fraction(1, 2) + share, Fraction(1, 2) - share, Fraction(1, 2) - share]
    mixed = Fraction(int(rng.integers(0, 5)), 10)
    letters = [tuple((1 - mixed) * x + mixed * Fraction(1, 4) for x in law) for law in SQUARE]
    keep = Fraction(e, e + 1)
    asks = {1: (0, 2), 0: (0, 3)}  # the letters that a pair tells apart
    joint = []
    for one, law in zip(bits, letters, strict=True):
        cells = []
        for report in (1, 0):
            first = one * (keep if report else 1 - keep) + (1 - one) * (1 - keep if report else keep)
            inside = sum(law[x] for x in asks[report])
            yes = inside * keep + (1 - inside) * (1 - keep)
            cells += [first * yes, first * (1 - yes)]
        joint.append(cells)
    know = sum(float(p) * np.log(float(4 * p / sum(q[k] for q in joint))) for row in joint for k, p in enumerate(row)) / 4
    groups = (Group(tuple(Law((p, 1 - p)) for p in bits), 1), Group(tuple(map(Law, letters)), 1))
    bound = fano(Family(groups), 1, Local(log(3)))
    assert know <= float(bound.parts["information"])
    assert replay(bound).ok


def test_information_of_interactive_reports_is_bounded_in_one_way_throughout():
    """One group is best bounded by its distances, the other by what is left of its information; together in one way alone."""
    near = Group(tuple(Law(law) for law in SQUARE), 1)
    rare = [tuple(Fraction(96 if x == 4 else 4 if x == i else 0, 100) for x in range(5)) for i in range(4)]
    apart = Group(tuple(Law(law) for law in rare), 1)
    for epsilon in (Fraction(1, 2), 1, 2):
        for interactive in (True, False):
            both, *alone = (
                information(Family(groups), Local(epsilon, interactive), None)[0]
                for groups in ((near, apart), (near,), (apart,))
            )
            ways = [_ways(group, Local(epsilon, interactive)) for group in (near, apart)]
            assert [np.argmin(way) for way in ways] == [0, 1]
            one_way = min(sum(way) for way in zip(*ways, strict=True))
            wanted = one_way if interactive else sum(map(min, ways))
            assert float(both) == pytest.approx(wanted)
            assert float(both) >= sum(map(float, alone)) - 1e-12


def _ways(group, privacy):
    """Both bounds of a group, in floats and apart from the library."""
    rows = np.array([[float(p) for p in law.values()] for law in group.laws])
    epsilon = float(privacy.epsilon)
    own = np.where(rows > 0, rows * np.log(np.maximum(rows, 1e-300) / rows.mean(0)), 0.0)
    strong = np.tanh(epsilon / 2) ** 2 * own.sum(1).mean()
    constant = (np.exp(epsilon) - 1) ** 2 * max(np.exp(-epsilon), 2 / (np.exp(epsilon) + 2))
    chi = constant * (np.abs(rows[:, None] - rows[None]).sum(-1) / 2) ** 2
    both = 2 * np.log1p(chi) if privacy.interactive else np.minimum(2 * np.log1p(chi), chi)
    return strong, np.triu(both, 1).sum() / len(rows) ** 2


def test_thinned_coordinates():
    pair = Family.bits((LOW, HIGH), 1)
    thin = assouad(spread(pair, 10_000, Fraction(1, 100)), 10, Fraction(1, 10), Local(log(3)))
    fixed = assouad(Family.bits((LOW, HIGH), 100), 10, Fraction(1, 10), Local(log(3)))
    assert Fraction(9, 10) < thin.value / fixed.value < Fraction(11, 10)


def test_bad_input_is_named():
    for wrong, words in [
        (lambda: le_cam(PAIR, 0), "separation"),
        (lambda: le_cam(Family.bits((LOW, HIGH, LOW), 2), 1), "two hypotheses"),
        (lambda: le_cam(PAIR, 1, Users(0, 0, 3)), "epsilon"),
        (lambda: Users(1, 1, 3), "delta"),
        (lambda: Users(1, 0, 0), "users"),
        (lambda: assouad(PAIR, 0, 1), "dimension"),
        (lambda: separation("l3", 1), "loss"),
        (lambda: fano(PAIR, 1), "packing"),
        (lambda: fano(Family.bits((LOW, HIGH, LOW), 2), 1, Users(1, 0, 2)), "privacy"),
        (lambda: assouad_mixtures(Family.bits((LOW, HIGH, LOW), 2), 1), "cube"),
        (lambda: spread(PAIR, 100, 1), "rate"),
        (lambda: Finite(()), "rows"),
    ]:
        with pytest.raises(ValueError, match=words):
            wrong()
