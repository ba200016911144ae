"""Privacy of finite mechanisms, exactly: one scalar inequality per pair of neighbours and output set."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from boundcheck.claims import Evidence, Identity, Inequality, Outcome, PrivacyGuarantee

from . import inequality
from .context import Context
from .row import DECIDED, Row

MOST_COMPARISONS = 4_096  # each is a proof of some milliseconds


def check(guarantee: PrivacyGuarantee, context: Context) -> Evidence:
    """``P(M(u) in S) <= e^epsilon P(M(v) in S) + delta`` for every output set S, and each law sums to one.

    With ``delta = 0`` single outputs suffice; otherwise all subsets are compared. Neighbours are so both ways: a pair is
    compared in either order.
    """
    outputs_of = len(next(iter(guarantee.law.values())))
    if guarantee.delta != 0 and len(both_ways(guarantee)) * 2**outputs_of > MOST_COMPARISONS:
        return Evidence(
            Outcome.UNDECIDED,
            f"tried: nothing, {outputs_of} outputs have too many sets to compare one by one; with delta = 0 single "
            "outputs would decide it, as would a mechanism whose outputs are merged",
        )
    found = [(words, inequality.check(shape, context)) for words, shape in comparisons(guarantee)]
    unread = [(words, evidence) for words, evidence in found if "statement" not in evidence.data]
    if unread:
        return Evidence(Outcome.UNDECIDED, f"{unread[0][0]}: {unread[0][1].summary}")
    worst = min(found, key=lambda pair: pair[1].outcome.value)
    outcome = worst[1].outcome
    exactly = f"exact on all {len(found)} comparisons ({_counted(guarantee, len(found))})"
    summary = exactly if outcome is Outcome.PROVED else f"{worst[0]}: {worst[1].summary}"
    domains = dict.fromkeys(e.data["domain"] for _, e in found if "domain" in e.data)
    if outcome is Outcome.PROVED and domains:
        summary += f", with the stated domain {', '.join(domains)}"
    summary += f"; neighbours: {guarantee.adjacency}"
    return Evidence(
        outcome,
        summary,
        method="exact comparison of finite laws",
        certificate={
            "engine": "finite law",
            "comparisons": [{"what": words, "certificate": e.certificate} for words, e in found],
        },
        witness=worst[1].witness,
        data={"statements": [e.data["statement"] for _, e in found]},
    )


def both_ways(guarantee: PrivacyGuarantee) -> tuple[tuple[Any, Any], ...]:
    """The pairs of neighbours as they are listed, and after them each other way round that is not."""
    return tuple(dict.fromkeys((*guarantee.neighbours, *((v, u) for u, v in guarantee.neighbours))))


def comparisons(guarantee: PrivacyGuarantee) -> Iterator[tuple[str, Identity | Inequality]]:
    """What has to be true, with its words: sums of laws, signs of their entries, and sets of outputs for each pair."""
    import sympy

    for source, law in guarantee.law.items():
        yield f"law of {source} sums to one", Identity(sum(law, sympy.Integer(0)), sympy.Integer(1), guarantee.given)
        for place, probability in enumerate(law):
            if not (probability.is_nonnegative or probability in (0, 1)):
                least = Inequality(sympy.Integer(0), probability, guarantee.given)
                yield f"law of {source}, output {place} has a probability >= 0", least
    sizes = [1] if guarantee.delta == 0 else range(1, len(next(iter(guarantee.law.values()))) + 1)
    for u, v in both_ways(guarantee):
        for size in sizes:
            for outputs in itertools.combinations(range(len(guarantee.law[u])), size):
                left = sum((guarantee.law[u][i] for i in outputs), sympy.Integer(0))
                right = sum((guarantee.law[v][i] for i in outputs), sympy.Integer(0))
                bound = sympy.exp(guarantee.epsilon) * right + guarantee.delta
                yield f"{u} against {v}, outputs {outputs}", Inequality(left, bound, guarantee.given)


def _counted(guarantee: PrivacyGuarantee, comparisons: int) -> str:
    """What was compared: sets of outputs for pairs of neighbours, sums of laws, and signs of their entries."""
    pairs, sums = len(both_ways(guarantee)), len(guarantee.law)
    outputs_of = len(next(iter(guarantee.law.values())))
    single = guarantee.delta == 0
    each = outputs_of if single else 2**outputs_of - 1
    signs = comparisons - pairs * each - sums
    compared = f"{_many(pairs, 'pair')} × {_many(each, 'output' if single else 'set')}"
    return ", ".join([compared, _many(sums, "sum"), *([_many(signs, "sign")] if signs else [])])


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


ROWS = (Row(PrivacyGuarantee, check, DECIDED, exact=True, comparisons=lambda guarantee, context: comparisons(guarantee)),)
