"""What a reader is shown of a record is made again from its claim and its evidence: a leaf that somebody changed is named.

The one sampled part errs with probability 1e-3 at most; the seed is fixed.
"""

import copy
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace
from sympy import Integer, Rational, log, sqrt, symbols

from boundcheck import job
from boundcheck.claims import (
    Assumption,
    By,
    Cited,
    Claim,
    Fault,
    HighProbabilityBound,
    Inequality,
    Letter,
    Paper,
    Reading,
    Regime,
    Repair,
    Simulation,
    Source,
    Step,
)
from boundcheck.cli.verify import BAD, rows_of
from boundcheck.record import agreement, digest
from boundcheck.record.conclusion import concluded
from boundcheck.record.rebuilt import first_difference
from boundcheck.record.types import plain, read, typed_record
from boundcheck.verdict.shapes import OfProvers

n, delta, x, y, gamma = symbols("n delta x y gamma", real=True)
LETTERS = (
    Letter(n, "number of observations", n >= 1, (10, 1000), integer=True),
    Letter(delta, "failure probability", (delta > 0, delta < 1), (0.01, 0.1)),
    Letter(x, "a point", x >= 0, (1, 2), r"\xi"),
    Letter(y, "another", y >= 0, (1, 2)),
    Letter(gamma, "twice the point", equals=2 * x),
)
RATE = sqrt(log(1 / delta) / n)


def small_errors(rng, repeats, *, n, **point):
    return np.abs(rng.standard_normal(repeats)) / (4 * np.sqrt(n))


PLACES = tuple(Regime(f"n = {size}", Simulation(small_errors), {"n": size, "delta": 0.1}) for size in (10, 100))
SLIP = Fault("eq_2", "direction", "(2)", "minus stands for plus")
PAPER = Paper("own", "A paper", ("A. Author",), "A journal", 2020, "arXiv:1", (delta <= Rational(1, 2),))
CLAIM = Claim(
    Source(PAPER, "Theorem 1", "Section 1"),
    title="A bound",
    words="For every $n$",
    displays={"bound": (r"x \le {}", x + 1), "other": r"x \le y"},
    letters=LETTERS,
    parts={
        "bound": {"literal": Inequality(x, x - 1), "meant": Inequality(x, x + 1)},
        "error": HighProbabilityBound(RATE, 2 * RATE, Integer(2), Integer(2), delta, PLACES),
    },
    readings=(Reading("literal", "as printed", fault=SLIP), Reading("meant", "with a plus", support="page 3")),
    steps=(
        Step("first", "(1)", Inequality(gamma, 2 * x + y, (x >= 0, y >= 0)), because="$y$ is not negative.", form="translation"),
        Step("slip", "(2)", Inequality(x, x - 1), repair=Repair(Inequality(x, x + 1), "plus"), fault=SLIP),
        Step("use", "(3)", By("first", x=y**2)),
        Step("quote", "(4)", Cited("the tangent", "a book"), display=r"1 + x \le e^x"),
        Step("own", "(5)", Inequality(x, x + 2), ours=True),
        Step("case", "(6)", Inequality(x**2, x**2 + 1), scope="special case", special="one dimension"),
    ),
    assumptions=Assumption("bounded", "The points are bounded.", "without it the bound is false"),
    not_covered=("the lower bound",),
)


@lru_cache
def record() -> dict[str, Any]:
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return plain(job.check("own/theorem_1", CLAIM, settings, run)[1])


def leaves(value: Any, place: tuple = ()) -> Iterator[tuple]:
    """Places of all that is no object and no list."""
    if isinstance(value, dict | list) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*place, key))
    else:
        yield place


def other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return 2 * value + 1
    if isinstance(value, str):
        return f"{value} 1 = 2"
    return "1 = 2" if value is None else (["1 = 2"] if isinstance(value, list) else {"1 = 2": "1 = 2"})


def forgeries(whole: dict[str, Any]) -> Iterator[tuple[tuple, dict[str, Any]]]:
    """The record with one leaf changed, and its digest done again; of a list of like things the last one is changed."""
    kinds = {tuple("*" if isinstance(key, int) and place[0] != "steps" else key for key in place): place for place in leaves(whole)}
    for place in kinds.values():
        forged = copy.deepcopy(whole)
        inner = forged
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = other(inner[place[-1]])
        yield place, forged | {"digest": digest(forged)}


def named(forged: dict[str, Any]) -> bool:
    """Whether `verify` says that something differs, or that the record cannot be read."""
    try:
        bare = typed_record(forged)
        return any(agreement.differences(bare, CLAIM)) or any(row.result in BAD for row in rows_of(bare, CLAIM))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return True


# What one run measured or went through; another run of the same claim gives it again. No formula, no word of a statement, no
# outcome, severity or headline is among them. The claim's id says which claim the record is held against.
OF_THE_RUN = frozenset({"claim", "budget", "seed", "environment", "elapsed_seconds", "seconds", "reproduce", "digest"})
MEASURED = frozenset({
    "fact", "method", "witness", "trusted", "findings", "constant", "exponents", "slack", "separation", "vacuity", "mutants",
    "failures", "evidence",
})  # fmt: skip


def measured(place: tuple) -> bool:
    """Whether a leaf is a measurement of the sampled part, or a version of a certificate's tools."""
    of_the_sampled_part = place[:2] == ("parts", "error") and len(place) > 2 and place[2] in MEASURED
    return of_the_sampled_part or "certificate" in place or bool(OF_THE_RUN & set(map(str, place)))


def test_the_record_of_the_claim_is_taken():
    assert not named(record())


def test_every_leaf_that_a_reader_is_shown_is_bound_to_the_claim_and_its_evidence():
    unbound = [place for place, forged in forgeries(record()) if not measured(place) and not named(forged)]
    assert unbound == []


def test_an_empty_statement_cannot_be_passed_off_as_one_that_says_something():
    claim = Claim(parts={"bound": Inequality(x, y, (x <= y,))})
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        whole = job.check("own/empty", claim, settings, run)[1]
    forged = replace(whole, parts={"bound": replace(whole.parts["bound"], evidence=OfProvers())})
    due = concluded(forged, None)
    literal = replace(whole.headline.literal, value=due.literal.value)
    told = {"outcome": due.headline.value, "severity": due.severity.name, "facts": due.facts}
    assert due.headline == "HOLDS"
    assert any(agreement.differences(replace(forged, headline=replace(whole.headline, literal=literal, **told)), claim))


def test_a_used_result_has_the_name_that_its_own_claim_gives_it():
    whole = read(Path(__file__).resolve().parents[2] / "reports/aup/limitations.json")
    claim, (rest, *others) = agreement.installed(whole), whole.rests_on
    forged = replace(whole, rests_on=(replace(rest, printed="Lemma 0"), *others))
    used = agreement.used_by(claim)
    assert not list(first_difference(whole, claim, used))
    assert [place for place, _ in first_difference(forged, claim, used)] == ["rests_on[0].printed"]
