"""The 24 printed noises of Tables 1 and 2, and the settings of the page that go with them."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from sympy import Integer, Rational

from boundcheck.privacy import Composition, Gaussian, customary_multiplier

RECORDS = (5, 10, 20, 50)  # m
TABLE_1 = {
    1: ("0.366", "0.586", "1.051", "2.429"),
    3: ("0.139", "0.175", "0.246", "0.461"),
    8: ("0.086", "0.102", "0.128", "0.189"),
}
TABLE_2 = {
    1: ("1.101", "1.284", "1.631", "2.402"),
    3: ("0.726", "0.809", "0.928", "1.182"),
    8: ("0.531", "0.578", "0.639", "0.750"),
}
LEVELS = (3, 8)  # epsilon of the experiments, Settings
LABELS = 90_000  # mn, Settings: m = 50, n = 1800
HALF = 46_429  # half of the 92,858 comparisons of the public data set
BATCH, EPOCHS = 50, 5  # Table 5 and Settings
DELTA = Fraction(1, 10**5)

CELLS = [(epsilon, m) for epsilon in TABLE_1 for m in RECORDS]


def printed(table, epsilon, m):
    """A cell as an exact number."""
    return Rational(table[epsilon][RECORDS.index(m)])


def plan(labels, m, epochs=EPOCHS):
    """Sampling rate and number of steps for so many labels in all, m of them per user, and batches of 50 users."""
    users = labels // m
    return Fraction(BATCH, users), epochs * users // BATCH


def cells_of(table, labels):
    """A point for every cell, as `AccountedGuarantee` takes them."""
    return {
        rf"$\varepsilon = {epsilon}$, $m = {m}$": {"epsilon": Integer(epsilon), "delta": Rational(1, 10**5), "multiplier": printed(table, epsilon, m), "users": Integer(labels // m)}
        for epsilon, m in CELLS
    }  # fmt: skip


def sampled_releases(adjacency, *, multiplier, users, epsilon, delta):
    """Five epochs of batches of 50 users, Poisson sampled."""
    steps = EPOCHS * int(users) // BATCH
    return Composition(((Gaussian(multiplier, Fraction(BATCH, int(users))), steps),)), adjacency


@lru_cache(maxsize=512)
def customary(labels, epsilon, m, share=1, epochs=EPOCHS):
    """The multiplier that a Rényi accountant gives at (epsilon, delta), both divided by `share`."""
    sampling, steps = plan(labels, m, epochs)
    return customary_multiplier(epsilon / share, float(sampling), steps, float(DELTA) / share)


def misfit(labels, epochs):
    """Largest factor by which a cell of Table 2 and the Rényi accountant's multiplier differ."""
    ratios = [float(printed(TABLE_2, *cell)) / customary(labels, *cell, epochs=epochs) for cell in CELLS]
    return round(max(max(r, 1 / r) for r in ratios), 3)


def implied_radii(labels, unit, falls):
    """The tau that make line 15 give the cells of Table 1, each times sqrt(m) where `falls`.

    Line 15 has the variance ``8 tau^2 log(e^epsilon T/delta) sigma^2/n~^2`` with sigma and delta as line 2 has them, at
    half of epsilon and delta; the cell is this variance, or its root, as `unit` says.
    """
    found = []
    for epsilon, m in CELLS:
        _, steps = plan(labels, m)
        log = epsilon + math.log(2 * steps / float(DELTA))
        deviation = math.sqrt(8 * log) * customary(labels, epsilon, m, share=2) / BATCH
        cell = float(printed(TABLE_1, epsilon, m))
        found.append((math.sqrt(cell) if unit == "variance" else cell) / deviation * (math.sqrt(m) if falls else 1))
    return found


def spread_of_radii(labels, unit, falls):
    """The largest of the `implied_radii` over the smallest: 1 where one tau explains the table."""
    radii = implied_radii(labels, unit, falls)
    return round(max(radii) / min(radii), 2)


RADIUS = Fraction(37, 25)  # the tau that fits


def multiplier_of_the_cell(epsilon, m, labels=LABELS):
    """A rational below the sigma of line 15 that the cell of Table 1 stands for, if it is a variance at `RADIUS`."""
    _, steps = plan(labels, m)
    log = epsilon + math.log(2 * steps / float(DELTA))
    return Rational(math.floor(10**4 * BATCH * math.sqrt(float(printed(TABLE_1, epsilon, m)) / (8 * log)) / float(RADIUS)), 10**4)


def halves_of(labels):
    """A point for every cell of Table 1 with the level that line 2 asks for."""
    return {
        rf"$\varepsilon = {epsilon}$, $m = {m}$": {"epsilon": Rational(epsilon, 2), "delta": Rational(1, 2 * 10**5), "multiplier": multiplier_of_the_cell(epsilon, m, labels), "users": Integer(labels // m)}
        for epsilon, m in CELLS
    }  # fmt: skip
