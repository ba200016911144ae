"""Privacy: of finite mechanisms exactly, of composed ones by the accountant, of code by events on two neighbours."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import sympy
from sympy import Expr

from boundcheck.claims import AccountedGuarantee, AuditedGuarantee, Identity, Inequality, PrivacyGuarantee, Regime
from boundcheck.privacy import Account, Adjacency, Composition, NoisyThreshold, audited_pair, epsilon_bracket
from boundcheck.privacy import Bracket as Least
from boundcheck.privacy import EpsilonBracket as Epsilons
from boundcheck.privacy.exact import outward
from boundcheck.privacy.grid import Effort
from boundcheck.stats import holm
from boundcheck.symbolic import enclosure, encode
from boundcheck.verdict import Evidence, Finding, Outcome, facts, shapes
from boundcheck.verdict.shapes import Audit, Bracket, Found, OfProvers
from boundcheck.verdict.statements import Witness

from . import formulas
from .context import AGAIN, Compared, Context, Evaluated, Sampled
from .formulas import domain_of
from .samples import at_least, at_most, cell, failure, numbers, of_the_regimes, rounded_down, rounded_up

# Privacy of finite mechanisms, exactly: one scalar inequality per pair of neighbours and output set.

OUTCOMES = {"proof": Outcome.PROVED, "counterexample": Outcome.REFUTED}  # of a comparison, by its certificate
MOST_NAMED = 3
MOST_COMPARISONS = 4_096  # each is a proof of some milliseconds


def check_finite(guarantee: PrivacyGuarantee, context: Context) -> Evidence:
    """``P(M(u) in S) <= e^epsilon P(M(v) in S) + delta`` for every output set S, and each law sums to one.

    With ``delta = 0`` single outputs suffice; otherwise all subsets are compared. facts.Neighbours are so both ways: a pair is
    compared in either order.
    """
    outputs_of = len(next(iter(guarantee.law.values())))
    if guarantee.delta != 0 and len(both_ways(guarantee)) * 2**outputs_of > MOST_COMPARISONS:
        return Evidence(
            Outcome.UNDECIDED,
            facts.TooManySets(outputs_of),
        )
    found = [(words, formulas.check(shape, context)) for words, shape in comparisons(guarantee)]
    unread = [(words, evidence) for words, evidence in found if evidence.statement is None]
    if unread:
        return Evidence(Outcome.UNDECIDED, facts.About(unread[0][0], unread[0][1].fact))
    return _finite_evidence(guarantee, found)


def retold_finite(guarantee: PrivacyGuarantee, recorded: shapes.PrivacyGuaranteePart, context: Context) -> Evidence | None:
    """The evidence that the recorded certificates give; None where a comparison is open, or has no value."""
    certificates = (recorded.certificate or {}).get("comparisons") or ()
    kinds = {(row.get("certificate") or {}).get("kind") for row in certificates}
    if not kinds <= OUTCOMES.keys() or recorded.outcome == "UNDECIDED":
        return None
    found = []
    for (words, shape), row, checked in zip(comparisons(guarantee), certificates, recorded.checked_parts, strict=True):
        statement = formulas.statement_of(shape, context)
        domain = domain_of(statement, context)
        on_domain = checked != encode(statement)
        statement = domain.added_to(statement) if on_domain else statement
        outcome, witness, empty = OUTCOMES[row["certificate"]["kind"]], None, None
        if outcome is Outcome.PROVED:
            empty = formulas.empty(statement)
        else:
            witness = recorded.witness
        beside = Found(evidence=OfProvers(domain=domain.words if on_domain else None, says_nothing=empty))
        fact = formulas.possible_facts(shape, witness, (), context)[-1 if on_domain else 0]
        found.append((words, Evidence(outcome, fact, "", (), row["certificate"], witness, beside, statement)))
    return _finite_evidence(guarantee, found)


def _finite_evidence(guarantee: PrivacyGuarantee, found: Sequence[tuple[str, Evidence]]) -> Evidence:
    """The evidence of all comparisons, with the fact of the first of the worst."""
    worst = min(found, key=lambda pair: pair[1].outcome.value)
    outcome = worst[1].outcome
    asked = [e.found.evidence.domain for _, e in found if isinstance(e.found.evidence, OfProvers)]
    domains = dict.fromkeys(domain for domain in asked if domain is not None)
    fact: facts.Fact = facts.WorstComparison(worst[0], worst[1].fact, _neighbours(guarantee))
    if outcome is Outcome.PROVED:
        fact = _exactly(guarantee, len(found), ", ".join(domains))
    return Evidence(
        outcome,
        fact,
        method="exact comparison of finite laws",
        certificate={
            "engine": "finite law",
            "comparisons": [{"what": words, "certificate": e.certificate} for words, e in found],
        },
        witness=worst[1].witness,
        found=Found(evidence=OfProvers(says_nothing=_says_nothing(guarantee, found) if outcome is Outcome.PROVED else None)),
        statements=tuple(e.statement for _, e in found),
    )


def _says_nothing(guarantee: PrivacyGuarantee, found: Sequence[tuple[str, Evidence]]) -> facts.Fact | None:
    """Why a proved guarantee is empty: every mechanism has it, or each comparison of outputs is assumed or one of equals."""
    if guarantee.delta == 1:
        return facts.DeltaOfOne()
    compared = [evidence.found.says_nothing for words, evidence in found if " against " in words]
    return None if None in compared else compared[0]


def both_ways(guarantee: PrivacyGuarantee) -> tuple[tuple[Any, Any], ...]:
    """The pairs of neighbours as they are listed, and after them each other way round that is not."""
    return tuple(dict.fromkeys((*guarantee.neighbours, *((v, u) for u, v in guarantee.neighbours))))


def _neighbours(guarantee: PrivacyGuarantee) -> facts.Neighbours:
    """The neighbours, and the inputs that are none, for a reader who knows the adjacency."""
    near = set(both_ways(guarantee))
    apart = [(str(u), str(v)) for u, v in itertools.combinations(guarantee.law, 2) if (u, v) not in near]
    return facts.Neighbours(guarantee.adjacency, tuple(apart[:MOST_NAMED]), max(len(apart) - MOST_NAMED, 0))


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


def _exactly(guarantee: PrivacyGuarantee, comparisons: int, domain: str) -> facts.ExactPrivacy:
    """What was compared: sets of outputs for pairs of neighbours, sums of laws, and signs of their entries."""
    pairs, sums = len(both_ways(guarantee)), len(guarantee.law)
    outputs_of = len(next(iter(guarantee.law.values())))
    single = guarantee.delta == 0
    each = outputs_of if single else 2**outputs_of - 1
    signs = comparisons - pairs * each - sums
    return facts.ExactPrivacy(comparisons, pairs, each, not single, sums, signs, _neighbours(guarantee), domain)


def _each(guarantee: PrivacyGuarantee, context: Context) -> Iterator[tuple[str, Any]]:
    return comparisons(guarantee)


# Guarantees of composed and sampled mechanisms, beside the accountant's bracket of the least epsilon.

EFFORTS: tuple[Effort, ...] = ("standard", "deep")
PURE_METHOD = "privacy accountant: largest losses, which add up"
ACCOUNT_METHOD = "privacy accountant: losses rounded up and down, composed with bounded rounding errors"


def check_account(guarantee: AccountedGuarantee, context: Context) -> Evidence:
    """Above the bracket a guarantee holds; below it, some neighbours break it; within it, it is open."""
    rows = [_account_row(guarantee, context, name) for name in guarantee.points]
    method = PURE_METHOD if all(row.delta == 0 for row in rows) else ACCOUNT_METHOD
    beside = Found(evidence=shapes.OfAccountant(brackets=tuple(rows)))
    if false := [row for row in rows if row.says == "false"]:
        row = max(false, key=lambda r: ((r.low or 0.0) / max(r.epsilon, 1e-12), r.name))
        low, promised = f"{row.low:.5g}", f"{row.epsilon:.6g}"
        shown = low if math.isfinite(row.low or 0.0) else r"\infty"
        return Evidence(
            Outcome.REFUTED,
            facts.GuaranteeBroken(row.name, row.adjacency, shown, promised),
            method,
            witness=Witness(
                point={key: str(value) for key, value in sorted(guarantee.points[row.name].items())}
                | _example(*_described(guarantee, row.name)),
                lhs=low,
                rhs=promised,
                text="the least epsilon that the noise can have, against the promised one",
            ),
            found=beside,
        )
    if open_ := [row for row in rows if row.says == "open"]:
        row = open_[0]
        return Evidence(
            Outcome.UNDECIDED,
            facts.GuaranteeInBracket(
                row.name,
                row.adjacency,
                f"{row.epsilon:.6g}",
                f"{row.low:.5g}",
                f"{row.high:.5g}" if math.isfinite(row.high or 0.0) else r"\infty",
            ),
            method,
            found=beside,
        )
    empty = tuple(Finding("VACUOUS", facts.DeltaOfOne(row.name)) for row in rows if row.high is None)
    spare = [row.epsilon / row.high for row in rows if row.high]
    ends = (f"{min(spare):.3g}", f"{max(spare):.3g}") if spare else ()
    fact = facts.Guaranteed(len(rows), tuple(dict.fromkeys(row.adjacency for row in rows)), *ends)
    return Evidence(
        Outcome.SUPPORTED,
        fact,
        method,
        empty,
        found=beside,
    )


def _account_row(guarantee: AccountedGuarantee, context: Context, name: str) -> Bracket:
    point = guarantee.points[name]
    mechanism, adjacency = _described(guarantee, name)
    least, most = _value(guarantee.epsilon, point, context)
    rare, often = _value(guarantee.delta, point, context)
    row = Bracket(name=name, epsilon=float(least), delta=float(rare), adjacency=str(adjacency), says="true")
    if rare >= 1:
        return row
    if rare < 0:
        raise ValueError(f"delta at {name!r} is {float(rare):.6g}; the accountant needs one in [0, 1)")
    for effort in EFFORTS:
        sure = _bracket(mechanism, rare, adjacency, effort)
        lax = sure if often == rare else _bracket(mechanism, often, adjacency, effort)
        low, high = outward(lax.low, sure.high, 5)
        row = msgspec.structs.replace(row, low=low, high=high)
        if sure.exact_high <= least:
            return row
        if lax.attained and lax.low > most:
            return msgspec.structs.replace(row, says="false")
    return msgspec.structs.replace(row, says="open")


def _value(expr: Expr, point: Any, context: Context) -> tuple[Fraction, Fraction]:
    printed = context.expand(expr)
    return enclosure(printed.xreplace({s: point[s.name] for s in printed.free_symbols}), {})


def _described(guarantee: AccountedGuarantee, name: str) -> tuple[Any, Adjacency]:
    """The mechanism at a point, or the account of all releases, and who is a neighbour of whom."""
    found = guarantee.mechanism(**guarantee.points[name])
    return (found, found.adjacency) if isinstance(found, Account) else found


def _bracket(mechanism: Any, delta: Fraction, adjacency: Adjacency, effort: Effort) -> Epsilons | Least:
    found: Epsilons | Least
    if isinstance(mechanism, Account):
        found = replace(mechanism, effort=effort).epsilon(delta)
    else:
        found = epsilon_bracket(mechanism, delta, adjacency, effort=effort)
    if not found.replay():
        raise ArithmeticError(f"{mechanism}: the bracket does not replay")
    return found


def _example(mechanism: Any, adjacency: Adjacency) -> dict[str, str]:
    """The neighbours that tell most, where the mechanism names them."""
    if isinstance(mechanism, Composition) and len(mechanism.steps) == 1:
        mechanism = mechanism.steps[0][0]
    if not isinstance(mechanism, NoisyThreshold):
        return {}
    found = mechanism.example(adjacency.change)
    return {"queries less the threshold": found.queries, "at a neighbour": found.moved, "answers": found.answers}


# Guarantees of code: an event that is too much likelier on one of two neighbours refutes them.

AUDIT_METHOD = "audit: the event chosen on one half of the runs, exact binomial intervals on the other, Holm over regimes"


def check_audit(guarantee: AuditedGuarantee, context: Context) -> Evidence:
    """Refuted by a confirmed event; else it says which epsilon would have been seen. Nothing is proved.

    A second look may follow, at `AGAIN` of the error probability, which the first one leaves.
    """
    cells = {r.name: cell(context, r.name, r.experiment, r.point, context.budget.repeats) for r in guarantee.regimes}
    results = context.run(list(cells.values()))
    rows = [_audit_row(guarantee, context, regime, results[cells[regime.name]]) for regime in guarantee.regimes]
    failed = tuple(failure(r.name, f) for r in guarantee.regimes for f in results[cells[r.name]].failures)
    return _audit_evidence(guarantee, rows, failed, context)


def retold_audit(guarantee: AuditedGuarantee, recorded: shapes.AuditedGuaranteePart, context: Context) -> Evidence:
    """The evidence that the recorded audits give; the limits of their epsilons and their p-values are left as they are."""
    rows = []
    for regime, shown in of_the_regimes(guarantee.regimes, recorded.evidence.audits):
        epsilon, delta = (float(_at_most(context, side, regime)) for side in (guarantee.epsilon, guarantee.delta))
        point = {key: regime.point[key] for key in sorted(regime.point)}
        rows.append(msgspec.structs.replace(shown, point=point, epsilon=epsilon, delta=delta))
    return _audit_evidence(guarantee, rows, recorded.failures or (), context)


def _audit_evidence(
    guarantee: AuditedGuarantee, alone: list[Audit], failed: tuple[shapes.Failure, ...], context: Context
) -> Evidence:
    adjusted, risk = map(float, holm([row.p for row in alone])), _risk(context)
    rows = [msgspec.structs.replace(row, holm=p) for row, p in zip(alone, adjusted, strict=True)]
    audits = shapes.OfAudits(audits=tuple(rows), repeats=sum(2 * row.runs for row in rows))
    beside = Found(evidence=audits, failures=failed or None)
    without = [row.name for row in rows if row.delta >= 1]
    empty = tuple(Finding("VACUOUS", facts.DeltaOfOne(name), (name,)) for name in without)
    if false := [row for row in rows if row.holm <= risk]:
        row = max(false, key=lambda r: (r.epsilon_at_least - r.epsilon, r.name))
        return Evidence(
            Outcome.REFUTED,
            facts.EventLikelier(
                row.name,
                guarantee.adjacency,
                row.event,
                row.hits,
                row.base,
                row.runs,
                at_least(row.epsilon_at_least, 4),
                f"{row.epsilon:.4g}",
            ),
            AUDIT_METHOD,
            empty,
            witness=Witness(
                point={k: sympy.sstr(v) for k, v in sorted(row.point.items())} | {"regime": row.name},
                lhs=f"{row.epsilon_at_least:.6g}",
                rhs=f"{row.epsilon:.6g}",
                text=f"epsilon, by {row.event}",
            ),
            found=beside,
        )
    if len(empty) == len(rows):
        return Evidence(
            Outcome.SUPPORTED,
            facts.DeltaOfOne(),
            AUDIT_METHOD,
            empty,
            found=beside,
        )
    seen = min(row.would_have_seen for row in rows)
    if not math.isfinite(seen):
        return Evidence(Outcome.UNDECIDED, facts.RunsSeeNothing(), AUDIT_METHOD, empty, found=beside)
    best = min(rows, key=lambda r: r.would_have_seen)
    return Evidence(
        Outcome.SUPPORTED,
        facts.NeighboursAlike(len(rows), guarantee.adjacency, at_most(seen, 3), f"{best.epsilon:.4g}"),
        AUDIT_METHOD,
        empty,
        found=beside,
    )


def _audit_row(guarantee: AuditedGuarantee, context: Context, regime: Regime, found: Any) -> Audit:
    epsilon, delta = (_at_most(context, side, regime) for side in (guarantee.epsilon, guarantee.delta))
    one, other = (np.asarray(found.columns.get(name, ()), float) for name in ("one", "other"))
    pair = audited_pair(one, other, epsilon, delta, _risk(context) / len(guarantee.regimes), found.lost)
    p = rounded_up(pair.p_value)
    return Audit(
        name=regime.name,
        point={key: regime.point[key] for key in sorted(regime.point)},
        epsilon=float(epsilon),
        delta=float(delta),
        event=f"{pair.event} on {'the first' if pair.first_is_likelier else 'the second'}",
        hits=pair.hits,
        base=pair.base,
        runs=pair.runs,
        epsilon_at_least=rounded_down(pair.epsilon_low),
        would_have_seen=rounded_up(pair.would_have_seen),
        p=p,
        holm=p,  # of it alone
    )


def _risk(context: Context) -> float:
    """The error probability of this look: all of it can refute, so that a first look leaves what a second one spends."""
    return context.risk if context.again else (1 - AGAIN) * context.risk


def deciding(evidence: Evidence) -> float:
    """A second look at whatever is neither refuted nor empty: more runs show a smaller epsilon."""
    audits = evidence.found.evidence
    if evidence.outcome is Outcome.REFUTED or evidence.findings or not isinstance(audits, shapes.OfAudits):
        return 0.0
    return MORE_RUNS * max((row.runs for row in audits.audits), default=0)


MORE_RUNS = 100  # times those of a first look: then an epsilon is told from one that is 1.04 times as large


def _at_most(context: Context, side: sympy.Expr, regime: Regime) -> Fraction:
    """The largest value that a side may have; what is not known exactly is no reason to refute."""
    at = {name: sympy.Rational(repr(float(v))) for name, v in numbers(regime.point).items()}
    printed = context.expand(side)
    return enclosure(printed.xreplace({s: at[s.name] for s in printed.free_symbols}), {})[1]


class FiniteMechanism(Compared):
    """What its comparisons say of the whole is computed again from their certificates."""

    def retold(self, statement: Any, settled: Any, context: Context) -> Evidence | None:
        return retold_finite(statement, settled, context)


CHECKS = (
    FiniteMechanism(PrivacyGuarantee, check_finite, _each),
    Evaluated(AccountedGuarantee, check_account),
    Sampled(AuditedGuarantee, check_audit, retold_audit, deciding),
)
