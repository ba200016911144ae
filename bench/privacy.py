"""Bracket epsilon on a grid of sampled Gaussian sums: widths, times, and dp-accounting's bracket beside ours, in one run.

python bench/privacy.py                      a short grid, both adjacencies, every cell also with dp-accounting where installed
python bench/privacy.py --grid full          320 cells, every sixteenth also with dp-accounting
python bench/privacy.py --grid full --slice 2/8 --deep --against 0
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time

from boundcheck.privacy import (
    RECORD_ADDED_OR_REMOVED,
    RECORD_REPLACED,
    Adjacency,
    Composition,
    Gaussian,
    epsilon_bracket,
)

Cell = tuple[Adjacency, str, str, int, str]
BOTH = (RECORD_ADDED_OR_REMOVED, RECORD_REPLACED)
GRIDS: dict[str, list[Cell]] = {
    "short": list(itertools.product(BOTH, ("0.6", "2"), ("0.01", "0.5"), (1, 100, 10_000), ("1e-5",))),
    "full": list(
        itertools.product(
            BOTH, ("0.6", "1", "2", "5"), ("0.001", "0.01", "0.1", "0.5"), (1, 10, 100, 1000, 10_000), ("1e-5", "1e-8")
        )
    ),
}
LARGEST = 100.0  # epsilons beyond are not asked of dp-accounting, which would need gigabytes


def reference(cell: Cell) -> tuple[float, float, float] | None:
    """dp-accounting's optimistic and pessimistic epsilon, and the seconds they took; None where it is not installed."""
    try:
        from dp_accounting import NeighboringRelation
        from dp_accounting.pld import privacy_loss_distribution as pld
    except ImportError:
        return None
    adjacency, sigma, rate, steps, delta = cell
    replaced = adjacency is RECORD_REPLACED
    start, ends = time.process_time(), []
    for pessimistic in (False, True):
        law = pld.from_gaussian_mechanism(
            float(sigma),
            sampling_prob=float(rate),
            pessimistic_estimate=pessimistic,
            use_connect_dots=pessimistic,
            value_discretization_interval=1e-4 if steps > 1 else 1e-3,
            neighboring_relation=NeighboringRelation.REPLACE_ONE if replaced else NeighboringRelation.ADD_OR_REMOVE_ONE,
        )
        ends.append(law.self_compose(steps).get_epsilon_for_delta(float(delta)))
    return ends[0], ends[1], time.process_time() - start


def main() -> int:
    """Print the cells that are wide, slow or disjoint, and a summary; the exit code counts disjoint brackets."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--grid", choices=GRIDS, default="short")
    options.add_argument("--slice", default="0/1", metavar="I/K", help="every Kth cell, from the Ith on")
    options.add_argument("--deep", action="store_true")
    options.add_argument("--against", type=int, metavar="K", help="every Kth cell with dp-accounting too; 0 for none")
    chosen = options.parse_args()
    effort, target = ("deep", 1e-3) if chosen.deep else ("standard", 1e-2)
    against = chosen.against if chosen.against is not None else 1 if chosen.grid == "short" else 16
    first, step = map(int, chosen.slice.split("/"))
    epsilon_bracket(Composition(((Gaussian(1, "0.1"), 2),)), "1e-5", RECORD_REPLACED)  # imports are not timed
    seconds, widths, ratios, narrower, disjoint = [], [], [], 0, 0
    for place, cell in enumerate(GRIDS[chosen.grid][first::step]):
        adjacency, sigma, rate, steps, delta = cell
        start = time.process_time()
        found = epsilon_bracket(Composition(((Gaussian(sigma, rate), steps),)), delta, adjacency, effort=effort)
        seconds.append(time.process_time() - start)
        widths.append(found.relative_width)
        words = f"sigma {sigma} q {rate} T {steps} delta {delta}, {adjacency.change.value}"
        if widths[-1] > target or seconds[-1] > 1:
            print(f"{words}: [{found.low:.6g}, {found.high:.6g}], {widths[-1]:.2%}, {seconds[-1]:.2f} s", flush=True)
        asked = against and place % against == 0 and found.high < LARGEST
        if asked and (theirs := reference(cell)) is not None:
            low, high, took = theirs
            ratios.append(took / seconds[-1])
            narrower += (found.high - found.low) <= (high - low)
            if max(low, found.low) > min(high, found.high) + 1e-6:
                disjoint += 1
                print(f"{words}: ours [{found.low}, {found.high}], dp-accounting [{low}, {high}]", flush=True)
    print(
        f"{len(seconds)} cells, {effort}: widest {max(widths):.3%}, median {statistics.median(widths):.3%}; "
        f"seconds of processor time a cell: median {statistics.median(seconds):.2f}, most {max(seconds):.2f}"
    )
    if ratios:
        print(
            f"dp-accounting on {len(ratios)} of them: {statistics.median(ratios):.1f} times our time (median, "
            f"{min(ratios):.2f} to {max(ratios):.1f}), its bracket wider on {narrower}, {disjoint} disjoint"
        )
    return disjoint


if __name__ == "__main__":
    raise SystemExit(main())
