"""The accountant beside dp-accounting on random cases: time, disjoint brackets, and a third computation of those that are.

python bench/accountant.py                   100 cases, one run
python bench/accountant.py --cases 20 --seed 7

dp-accounting discretises losses in steps of 1e-3. A case is disjoint if the two brackets of epsilon have
no number in common. The third computation shares no code with either: losses
on a grid, rounded up, and powers of a polynomial with whole coefficients, rounded up too.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from dataclasses import dataclass

import numpy as np
from flint import arb, ctx, fmpz, fmpz_poly

from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    Change,
    Composition,
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Sampled,
    epsilon_bracket,
)

KINDS = ("gaussian", "laplace", "discrete laplace", "discrete gaussian", "response")


@dataclass(frozen=True)
class Case:
    """One mechanism, so many times, and possibly one release with Laplace noise beside them.

    Attributes
    ----------
    noise : str
        Of responses the epsilon of one.
    beside : str
        The noise of the other release, or nothing.
    """

    kind: str
    noise: str
    rate: str
    steps: int
    delta: str
    replaced: bool
    beside: str = ""

    def __str__(self) -> str:
        return (
            f"{self.kind} {self.noise}, q {self.rate}, T {self.steps}, delta {self.delta}, "
            f"{'replaced' if self.replaced else 'added or removed'}{self.beside and f', beside Laplace {self.beside}'}"
        )


def cases(count: int, seed: int) -> list[Case]:
    """Random cases; where dp-accounting has no replaced unit, one is added or removed, but for responses."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        kind = str(rng.choice(KINDS, p=(0.5, 0.15, 0.1, 0.15, 0.1)))
        rate = str(rng.choice(("1", "0.5", "0.1", "0.01", "0.9"))) if kind != "response" else "1"
        steps = int(rng.choice((1, 5, 20, 100, 500)))
        delta = str(rng.choice(("1e-3", "1e-5", "1e-7")))
        if kind == "response":
            noise = f"{rng.uniform(0.05, 1):.2g}"
        elif "discrete" in kind:
            noise = f"{rng.uniform(1, 8):.2g}"
        else:
            noise = f"{math.exp(rng.uniform(math.log(0.7), math.log(6))):.2g}"
        replaced = kind == "response" or (kind == "gaussian" and bool(rng.random() < 0.5))
        beside = f"{rng.uniform(1, 8):.2g}" if not replaced and rng.random() < 0.3 else ""
        found.append(Case(kind, noise, rate, steps, delta, replaced, beside))
    return found


def ours(case: Case) -> tuple[float, float]:
    """Low and high."""
    moved = {Change.ADDED_OR_REMOVED: 1, Change.REPLACED: 2}
    if case.kind == "gaussian":
        step = Gaussian(case.noise, case.rate)
    elif case.kind == "response":
        step = RandomizedResponse(case.noise)
    else:
        makers = {"laplace": Laplace, "discrete laplace": DiscreteLaplace, "discrete gaussian": DiscreteGaussian}
        release = makers[case.kind](case.noise, moved)
        step = release if case.rate == "1" else Sampled(release, case.rate)
    also = ((Laplace(case.beside, moved), 1),) if case.beside else ()
    found = epsilon_bracket(
        Composition(((step, case.steps), *also)), case.delta, RECORD_REPLACED if case.replaced else RECORD_ADDED_OR_REMOVED
    )
    return found.low, found.high


def theirs(case: Case) -> tuple[float, float]:
    """dp-accounting's optimistic and pessimistic epsilon."""
    from dp_accounting import NeighboringRelation
    from dp_accounting.pld import privacy_loss_distribution as pld

    ends = []
    for pessimistic in (False, True):
        common = {
            "pessimistic_estimate": pessimistic,
            "value_discretization_interval": 1e-3,
            "use_connect_dots": pessimistic,
        }
        noise, rate = float(case.noise), float(case.rate)
        if case.kind == "gaussian":
            relation = NeighboringRelation.REPLACE_ONE if case.replaced else NeighboringRelation.ADD_OR_REMOVE_ONE
            law = pld.from_gaussian_mechanism(noise, sampling_prob=rate, neighboring_relation=relation, **common)
        elif case.kind == "laplace":
            law = pld.from_laplace_mechanism(noise, sampling_prob=rate, **common)
        elif case.kind == "discrete laplace":
            law = pld.from_discrete_laplace_mechanism(1 / noise, sampling_prob=rate, **common)
        elif case.kind == "discrete gaussian":
            law = pld.from_discrete_gaussian_mechanism(noise, sampling_prob=rate, **common)
        else:
            del common["use_connect_dots"]
            law = pld.from_randomized_response(2 / (math.exp(noise) + 1), 2, **common)
        law = law.self_compose(case.steps)
        if case.beside:
            law = law.compose(pld.from_laplace_mechanism(float(case.beside), **common))
        ends.append(law.get_epsilon_for_delta(float(case.delta)))
    return ends[0], ends[1]


# The third computation, for sampled Gaussians with a unit replaced.


def third_delta(noise: str, rate: str, steps: int, epsilon: float, cell: float = 0.09375, bits: int = 96) -> float:
    """A certified upper bound of delta at `epsilon`, a unit replaced.

    The outcome's axis is cut where the loss is a multiple of `cell`; the two masses of a piece are spread to its two ends such that
    both are kept, which no adversary minds, and the laws of losses are multiplied as polynomials with whole coefficients.
    """
    with ctx.workprec(2 * bits):
        sigma, q, h = arb(noise), arb(rate), arb(cell)
        most = math.ceil(float(_loss(9 * sigma + 1, sigma, q)) / cell)
        cuts = [_outcome(k * h, sigma, q) for k in range(-most, most + 1)]
        above = [(_mixed_tail(x, sigma, q, 1), _mixed_tail(x, sigma, q, -1)) for x in cuts]
        masses = [arb(0)] * (2 * most + 1)
        masses[0] = 1 - above[0][0]
        for k in range(2 * most):
            p, other = above[k][0] - above[k + 1][0], above[k][1] - above[k + 1][1]
            right = (p - other * ((k - most) * h).exp()) / (1 - (-h).exp())
            masses[k] += p - right
            masses[k + 1] += right
        top, beyond = 2**bits, steps * above[-1][0]
        counts = [max(0, int((mass * top).upper().ceil().unique_fmpz())) for mass in masses]
        power = _power(fmpz_poly(counts), steps, bits)
        total = beyond
        first = math.floor(epsilon / cell) + steps * most
        for place in range(first, len(power)):
            loss = (place - steps * most) * h
            if power[place] and not loss <= epsilon:
                total += arb(fmpz(power[place])) / top * (1 - (arb(epsilon) - loss).exp())
        return float(total.upper())


def _power(base: fmpz_poly, times: int, bits: int) -> list[int]:
    """Coefficients of a power, in the same unit; each product is rounded up."""
    result: list[int] | None = None
    square = [int(c) for c in base.coeffs()]
    while times:
        if times & 1:
            result = square if result is None else _product(result, square, bits)
        times >>= 1
        if times:
            square = _product(square, square, bits)
    assert result is not None
    return result


def _product(one: list[int], other: list[int], bits: int) -> list[int]:
    return [-(-int(c) >> bits) for c in (fmpz_poly(one) * fmpz_poly(other)).coeffs()]


def _loss(x: arb, sigma: arb, q: arb) -> arb:
    square = 2 * sigma * sigma
    return ((1 - q + q * ((2 * x - 1) / square).exp()) / (1 - q + q * ((-2 * x - 1) / square).exp())).log()


def _outcome(loss: arb, sigma: arb, q: arb) -> arb:
    """Where the loss has this value: the positive root of a quadratic equation in ``exp(x / sigma**2)``."""
    if loss < 0:
        return -_outcome(-loss, sigma, q)
    a, b = q * (-1 / (2 * sigma * sigma)).exp(), (1 - q) * (loss.exp() - 1)
    return ((b + (b * b + 4 * a * a * loss.exp()).sqrt()) / (2 * a)).log() * sigma * sigma


def _mixed_tail(x: arb, sigma: arb, q: arb, centre: int) -> arb:
    scale = sigma * arb(2).sqrt()
    return (1 - q) * (x / scale).erfc() / 2 + q * ((x - centre) / scale).erfc() / 2


def settled(case: Case, claimed: float) -> str:
    """What the third computation says of dp-accounting's optimistic end, below which delta would be exceeded."""
    if case.kind != "gaussian" or not case.replaced:
        return "no third computation for this kind"
    found = third_delta(case.noise, case.rate, case.steps, claimed)
    side = "confirms ours" if found < float(case.delta) else "does not tell"
    return f"third: delta at {claimed:.7g} is at most {found:.4g}, {side}"


def main() -> int:
    """Print slow and disjoint cases and a summary; the exit status counts disjoint ones that the third one does not settle."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--cases", type=int, default=100)
    options.add_argument("--seed", type=int, default=2026)
    chosen = options.parse_args()
    drawn = cases(chosen.cases, chosen.seed)
    ours(drawn[0])
    theirs(drawn[0])  # imports are not timed
    ratios, widths, disjoint, unsettled, narrower, refused = [], [], 0, 0, 0, 0
    for case in drawn:
        start = time.process_time()
        low, high = ours(case)
        between = time.process_time()
        try:
            least, most = theirs(case)
        except (ValueError, MemoryError, OverflowError) as error:
            refused += 1
            print(f"{case}: dp-accounting refuses, {' '.join(str(error).split())[:80]}", flush=True)
            continue
        ratios.append((time.process_time() - between) / max(between - start, 1e-3))
        widths.append((high - low) / high if high else 0.0)
        narrower += high - low <= most - least
        if max(low, least) > min(high, most) + 1e-6:
            disjoint += 1
            words = settled(case, least) if least > high else "theirs is below ours"
            unsettled += "confirms ours" not in words
            print(f"{case}: ours [{low:.7g}, {high:.7g}], dp-accounting [{least:.7g}, {most:.7g}]; {words}", flush=True)
    print(
        f"{len(drawn)} cases, {refused} refused by dp-accounting; it takes {statistics.median(ratios):.1f} times our processor "
        f"time (median, {min(ratios):.2f} to {max(ratios):.0f}); our bracket is {statistics.median(widths):.2%} wide (median, "
        f"{max(widths):.1%} at most), the narrower one in {narrower}; {disjoint} disjoint, {unsettled} of them not settled"
    )
    return unsettled


if __name__ == "__main__":
    raise SystemExit(main())
