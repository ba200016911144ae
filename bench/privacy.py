"""Bracket epsilon on a grid of sampled Gaussian sums: widths, times, and dp-accounting's bracket beside ours.

python bench/privacy.py                      the grid, both adjacencies, at the standard effort
python bench/privacy.py --deep
python bench/privacy.py --against 8          every eighth cell also with dp-accounting, timed in the same run
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time

from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, RECORD_REPLACED, Composition, Gaussian, epsilon_bracket

SIGMAS, RATES = ("0.6", "1", "2", "5"), ("0.001", "0.01", "0.1", "0.5")
STEPS, DELTAS = (1, 10, 100, 1000, 10_000), ("1e-5", "1e-8")
CELLS = list(itertools.product(SIGMAS, RATES, STEPS, DELTAS))  # 160, times two adjacencies
LARGEST = 100.0  # epsilons beyond are not asked of dp-accounting, which would need gigabytes


def reference(sigma: str, rate: str, steps: int, delta: str, replaced: bool) -> tuple[float, float, float]:
    """dp-accounting's optimistic and pessimistic epsilon, and the seconds they took."""
    from dp_accounting import NeighboringRelation
    from dp_accounting.pld import privacy_loss_distribution as pld

    relation = NeighboringRelation.REPLACE_ONE if replaced else NeighboringRelation.ADD_OR_REMOVE_ONE
    start, ends = time.perf_counter(), []
    for pessimistic in (False, True):
        law = pld.from_gaussian_mechanism(
            float(sigma),
            sampling_prob=float(rate),
            pessimistic_estimate=pessimistic,
            use_connect_dots=pessimistic,
            value_discretization_interval=1e-4 if steps > 1 else 1e-3,
            neighboring_relation=relation,
        )
        ends.append(law.self_compose(steps).get_epsilon_for_delta(float(delta)))
    return ends[0], ends[1], time.perf_counter() - start


def main() -> int:
    """Print the cells that are wide, slow or disjoint, and a summary; the exit code counts disjoint brackets."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--deep", action="store_true")
    options.add_argument("--against", type=int, default=0, metavar="K", help="every Kth cell with dp-accounting too")
    chosen = options.parse_args()
    effort, target = ("deep", 1e-3) if chosen.deep else ("standard", 1e-2)
    seconds, widths, ratios, disjoint = [], [], [], 0
    for adjacency in (RECORD_ADDED_OR_REMOVED, RECORD_REPLACED):
        for place, (sigma, rate, steps, delta) in enumerate(CELLS):
            start = time.perf_counter()
            found = epsilon_bracket(Composition(((Gaussian(sigma, rate), steps),)), delta, adjacency, effort=effort)
            seconds.append(time.perf_counter() - start)
            widths.append(found.relative_width)
            words = f"sigma {sigma} q {rate} T {steps} delta {delta}, {adjacency.change.value}"
            if widths[-1] > target or seconds[-1] > 1:
                print(
                    f"{words}: [{found.low:.6g}, {found.high:.6g}], {widths[-1]:.2%}, {seconds[-1]:.2f} s", flush=True
                )
            compared = chosen.against and place % chosen.against == 0 and found.high < LARGEST
            if compared:
                low, high, took = reference(sigma, rate, steps, delta, adjacency is RECORD_REPLACED)
                ratios.append(took / seconds[-1])
                if max(low, found.low) > min(high, found.high) + 1e-6:
                    disjoint += 1
                    print(f"{words}: ours [{found.low}, {found.high}], dp-accounting [{low}, {high}]", flush=True)
    print(
        f"{len(seconds)} cells, {effort}: widest {max(widths):.3%}, median {statistics.median(widths):.3%}; seconds a cell: "
        f"median {statistics.median(seconds):.2f}, most {max(seconds):.2f}"
    )
    if ratios:
        print(f"dp-accounting on {len(ratios)} of them: {statistics.median(ratios):.1f} times our time (median, "
              f"{min(ratios):.1f} to {max(ratios):.1f}), {disjoint} disjoint")  # fmt: skip
    return disjoint


if __name__ == "__main__":
    raise SystemExit(main())
