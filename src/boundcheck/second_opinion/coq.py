"""Coq with coq-interval as a checker of its own: statements as its terms, scripts, and the opinion that comes out."""

from __future__ import annotations

import math
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal

# Coq with coq-interval as a program: a script goes in, a yes or no comes out.

PRELUDE = """Require Import Reals Lra Psatz.
From Interval Require Import Tactic.
Open Scope R_scope.
Lemma ln_above : forall x, 0 < x -> ln x <= x - 1.
Proof. intros x H. pose proof (exp_ineq1_le (ln x)) as K. rewrite exp_ln in K; lra. Qed.
Lemma ln_below : forall x, 0 < x -> 1 - / x <= ln x.
Proof.
  intros x H. pose proof (ln_above (/ x) (Rinv_0_lt_compat x H)) as K. rewrite ln_Rinv in K; lra.
Qed.
"""


def program() -> str | None:
    """Return the path of Coq's compiler, if it is installed."""
    return shutil.which("coqc")


def accepts(script: str, seconds: float) -> bool:
    """Whether Coq accepts a script in the time allowed; it is run in a folder of its own and killed at its end."""
    found = program()
    if found is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "opinion.v")
        source.write_text(script, encoding="utf-8")
        try:
            outcome = subprocess.run(
                [found, "-q", source.name], cwd=folder, capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return False
    return outcome.returncode == 0


@cache
def available() -> str:
    """Return the checker's name and version, or "" where it or coq-interval is missing."""
    found = program()
    if found is None or not accepts(PRELUDE, 120):
        return ""
    text = subprocess.run([found, "--print-version"], capture_output=True, text=True, check=False, timeout=60).stdout
    return f"Coq {text.split()[0]} with coq-interval" if text.split() else ""


# Encoded statements as Coq text and as floats: a reader of its own, over the nodes that records contain.

RELATIONS = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "<>"}
_SIGNS = (("positive", ">"), ("nonnegative", ">="), ("negative", "<"), ("nonpositive", "<="), ("nonzero", "!="))
Term = list[Any]


class NotUnderstood(ValueError):
    """A node that has no translation here; there is no opinion then."""


def statement(encoded: Term) -> tuple[Term, list[Term]]:
    """Return the claim and the hypotheses of an encoded relation, assumptions of its letters among them."""
    if not encoded or encoded[0] not in RELATIONS:
        raise NotUnderstood("one relation is understood")
    claim, given = encoded[:3], [list(h) for h in encoded[3:]]
    for h in given:
        if h[0] not in RELATIONS or len(h) != 3:
            raise NotUnderstood("a hypothesis is no plain relation")
    for node in {str(n): n for part in (claim, *given) for n in nodes(part) if n[0] == "s"}.values():
        if "integer" in node[2:]:
            raise NotUnderstood(f"{node[1]} is an integer")
        given += [[relation, node[:2], ["q", "0"]] for word, relation in _SIGNS if word in node[2:]]
    return claim, given


def nodes(term: Term) -> Iterator[Term]:
    """Yield the nodes of a term, inner ones first."""
    if term[0] not in ("q", "s"):
        for part in term[1:]:
            yield from nodes(part)
    yield term


def letters(terms: list[Term]) -> list[str]:
    """Return the names of letters, sorted."""
    return sorted({n[1] for term in terms for n in nodes(term) if n[0] == "s"})


def coq(term: Term, names: Mapping[str, str]) -> str:
    """Return a term, or a relation between terms, in Coq's syntax over the reals."""
    head, rest = term[0], term[1:]
    if head == "q":
        value = Fraction(rest[0])
        text = (
            f"{abs(value.numerator)}" if value.denominator == 1 else f"({abs(value.numerator)} / {value.denominator})"
        )
        return f"(- {text})" if value < 0 else text
    if head == "s":
        return names[rest[0]]
    if head in RELATIONS:
        return f"{coq(rest[0], names)} {RELATIONS[head]} {coq(rest[1], names)}"
    if head in ("+", "*") and rest:
        return "(" + f" {head} ".join(coq(part, names) for part in rest) + ")"
    if head == "^":
        return _power(rest[0], rest[1], names)
    if head in ("pi", "e"):
        return "PI" if head == "pi" else "(exp 1)"
    if head in ("min", "max"):
        inner = coq(rest[0], names)
        for part in rest[1:]:
            inner = f"(R{head} {inner} {coq(part, names)})"
        return inner
    if head in _FUNCTIONS and len(rest) == 1:
        return _FUNCTIONS[head].format(coq(rest[0], names))
    raise NotUnderstood(f"{head!r} has no translation")


_FUNCTIONS = {
    "exp": "(exp {0})",
    "log": "(ln {0})",
    "abs": "(Rabs {0})",
    "sigmoid": "(/ (1 + exp (- {0})))",
    "sinh": "((exp {0} - exp (- {0})) / 2)",
    "cosh": "((exp {0} + exp (- {0})) / 2)",
    "tanh": "((exp {0} - exp (- {0})) / (exp {0} + exp (- {0})))",
    "coth": "((exp {0} + exp (- {0})) / (exp {0} - exp (- {0})))",
}


def _power(base: Term, exponent: Term, names: Mapping[str, str]) -> str:
    inner = coq(base, names)
    if exponent[0] == "q":
        value = Fraction(exponent[1])
        if value.denominator == 1:
            whole = f"({inner} ^ {abs(value.numerator)})" if abs(value) != 1 else inner
            return f"(/ {whole})" if value < 0 else whole
        if value.denominator == 2:
            root = f"(sqrt {inner})"
            whole = root if abs(value.numerator) == 1 else f"({root} ^ {abs(value.numerator)})"
            return f"(/ {whole})" if value < 0 else whole
    return f"(exp ({coq(exponent, names)} * ln {inner}))"


def value(term: Term, point: Mapping[str, Fraction]) -> float:
    """Return the float value of a term at a point; a ValueError, ArithmeticError or NotUnderstood where it has none."""
    head, rest = term[0], term[1:]
    if head == "q":
        return float(Fraction(rest[0]))
    if head == "s":
        return float(point[rest[0]])
    if head in ("pi", "e"):
        return math.pi if head == "pi" else math.e
    args = [value(part, point) for part in rest]
    if head == "+":
        return math.fsum(args)
    if head == "*":
        return math.prod(args)
    if head == "^":
        if args[0] < 0 and not args[1].is_integer():
            raise ValueError("a root of a negative number")
        return float(args[0] ** args[1])
    if head in ("min", "max"):
        return min(args) if head == "min" else max(args)
    if head in _FLOATS:
        return float(_FLOATS[head](args[0]))
    raise NotUnderstood(f"{head!r} has no value here")


def holds(relation: Term, point: Mapping[str, Fraction]) -> bool:
    """Whether a relation holds in floats, with no allowance."""
    left, right = value(relation[1], point), value(relation[2], point)
    return {
        "<=": left <= right,
        "<": left < right,
        ">=": left >= right,
        ">": left > right,
        "==": left == right,
        "!=": left != right,
    }[relation[0]]


_FLOATS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "coth": lambda x: 1 / math.tanh(x),
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
}


# Coq scripts for a claim under hypotheses: a few tactics, the cheap ones first.

_MOST = 6  # facts of one kind


def proof(claim: Term, given: list[Term]) -> str:
    """Return a script that Coq accepts only if the claim follows, for all reals."""
    names = {name: f"v{i}" for i, name in enumerate(letters([claim, *given]))}
    variables = f"forall {' '.join(names.values())} : R, " if names else ""
    arrows = "".join(f"({coq(h, names)}) -> " for h in given)
    facts = "\n".join(f"  {fact}." for fact in _facts(claim, given, names))
    return f"""{PRELUDE}
Goal {variables}{arrows}{coq(claim, names)}.
Proof.
  intros.
  unfold Rdiv, Rmin, Rmax, Rabs in *;
  repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a)
  | H : context [Rcase_abs ?a] |- _ => destruct (Rcase_abs a)
  end;
  try solve [ timeout 2 lra | timeout 6 nra | timeout 6 {_interval(names)} ].
{_guarded(facts)}
  all: try solve [ timeout 3 lra | timeout 12 nra ].
  all: try solve [ timeout 5 field; lra ].
Qed.
"""


def _guarded(facts: str) -> str:
    return "\n".join(f"  all: {line.strip()}" for line in facts.splitlines())


def _interval(names: Mapping[str, str]) -> str:
    if not names:
        return "interval"
    cut = ", ".join(f"i_bisect {v}" for v in names.values())
    return f"interval with ({cut}, i_autodiff {next(iter(names.values()))})"


def _facts(claim: Term, given: list[Term], names: Mapping[str, str]) -> list[str]:
    """Return tactics that add what reciprocals, exponentials, logarithms and roots are."""
    found: dict[str, list[str]] = {"inverse": [], "exp": [], "pair": [], "log": [], "root": [], "square": []}
    powers: list[str] = []
    for part in (claim, *given):
        for node in nodes(part):
            if node[0] == "^" and node[2][0] == "q":
                power = Fraction(node[2][1])
                base = coq(node[1], names)
                if power < 0 and power.denominator == 1:
                    found["inverse"].append(
                        f"try (assert ({base} <> 0) by (first [lra | nra]); pose proof (Rinv_l {base}); "
                        f"try (assert (0 < {base}) by (first [lra | nra]); pose proof (Rinv_0_lt_compat {base})))"
                    )
                elif power.denominator == 2:
                    found["root"].append(f"try (pose proof (sqrt_pos {base}); pose proof (sqrt_sqrt {base}))")
            elif node[0] == "exp":
                inner = coq(node[1], names)
                found["exp"].append(f"pose proof (exp_pos {inner}); pose proof (exp_ineq1_le {inner})")
                powers.append(inner)
            elif node[0] == "sigmoid":
                below = f"(1 + exp (- {coq(node[1], names)}))"
                found["inverse"].append(
                    f"pose proof (exp_pos (- {coq(node[1], names)})); "
                    f"assert (0 < {below}) by lra; pose proof (Rinv_0_lt_compat {below}); pose proof (Rinv_l {below})"
                )
            elif node[0] == "log":
                inner = coq(node[1], names)
                found["log"].append(
                    f"try (assert (0 < {inner}) by (first [lra | nra | interval]); "
                    f"pose proof (ln_above {inner}); pose proof (ln_below {inner}))"
                )
    for i, one in enumerate(powers):
        for other in powers[:i]:
            found["pair"].append(
                f"try (assert (exp {one} * exp {other} = 1) by "
                f"(rewrite <- exp_plus; replace ({one} + {other}) with 0 by ring; apply exp_0))"
            )
    variables = list(names.values())[:4]
    for i, one in enumerate(variables):
        for other in variables[:i]:
            found["square"].append(f"pose proof (Rle_0_sqr ({one} - {other})); unfold Rsqr in *")
            for third in variables:
                found["square"].append(
                    f"try (assert (0 <= {third}) by lra; "
                    f"pose proof (Rmult_le_pos {third} (({one} - {other}) * ({one} - {other}))))"
                )
    if len(variables) > 3 or any(found[kind] for kind in ("exp", "log")):
        found["square"] = found["square"][:3]
    return [fact for kind in found.values() for fact in dict.fromkeys(kind)][: 3 * _MOST]


def failure(claim: Term, given: list[Term], point: Mapping[str, Fraction]) -> str:
    """Return a script that Coq accepts only if the hypotheses hold at a point and the claim does not."""
    names = {name: coq(["q", str(value)], {}) for name, value in point.items()}
    left, right = coq(claim[1], names), coq(claim[2], names)
    opposite = {
        "<=": f"{left} > {right}",
        "<": f"{left} >= {right}",
        ">=": f"{left} < {right}",
        ">": f"{left} <= {right}",
    }
    if claim[0] == "==":
        goal = f"({left} < {right} \\/ {left} > {right})"
        how = "first [ left; decided | right; decided ]"
    elif claim[0] == "!=":
        goal, how = f"{left} = {right}", "decided"
    else:
        goal, how = opposite[claim[0]], "decided"
    lines = [f"Goal {coq(h, names)}.\nProof. decided. Qed." for h in given]
    decided = "Ltac decided := first [ lra | interval | interval with (i_prec 200) | (field_simplify; lra) ]."
    return "\n".join([PRELUDE, decided, *lines, f"Goal {goal}.\nProof. {how}. Qed.", ""])


# The opinion itself: a proof, a point against it, or nothing.

_TRIED, _ASKED = 3000, 2  # points in floats; points put to Coq
_CHOICES = [Fraction(n, d) for d in (1, 2, 3, 10) for n in range(-12, 13)] + [Fraction(k) for k in (20, 50, 100, 1000)]


@dataclass(frozen=True)
class Opinion:
    """What the second checker says of a verdict.

    Attributes
    ----------
    answer : {"agreed", "disagrees", "no answer"}
    reason : str
        What was proved, or why there is no answer.
    by : str
        The checker with its version.

    Notes
    -----
    The checker's functions have values everywhere: that the two sides are defined is not part of its opinion.
    """

    answer: Literal["agreed", "disagrees", "no answer"]
    reason: str
    by: str


def opinion(
    encoded: Term,
    verdict: Literal["proved", "refuted"],
    witness: Mapping[str, str] | None = None,
    *,
    seconds: float = 40.0,
) -> Opinion:
    """Ask the second checker about a verdict on an encoded statement.

    Parameters
    ----------
    encoded : list
        The statement as a record holds it: ``["<=", left, right, hypotheses...]``.
    verdict : {"proved", "refuted"}
    witness : mapping of name to rational, optional
        Where the statement is said to fail.
    seconds : float
        The limit of each of its runs.
    """
    by = available()
    if not by:
        return Opinion("no answer", "Coq or coq-interval is not installed", "")
    try:
        claim, given = statement(encoded)
        if verdict == "refuted":
            return _of_refuted(claim, given, witness or {}, seconds, by)
        for point in _against(claim, given):
            if accepts(failure(claim, given, point), seconds):
                at = ", ".join(f"{n} = {v}" for n, v in sorted(point.items()))
                return Opinion("disagrees", f"the statement fails at {at}", by)
        if accepts(proof(claim, given), seconds):
            return Opinion("agreed", "the statement was proved again", by)
    except (NotUnderstood, KeyError, IndexError, TypeError) as wrong:
        return Opinion("no answer", f"not understood: {wrong}", by)
    return Opinion("no answer", "neither proved nor refuted again", by)


def _of_refuted(claim: Term, given: list[Term], witness: Mapping[str, str], seconds: float, by: str) -> Opinion:
    point = {name: Fraction(str(value)) for name, value in witness.items()}
    if set(letters([claim, *given])) <= set(point) and accepts(failure(claim, given, point), seconds):
        return Opinion("agreed", "the statement fails at the point, proved again", by)
    if accepts(proof(claim, given), seconds):
        return Opinion("disagrees", "the statement was proved", by)
    return Opinion("no answer", "neither proved nor refuted again", by)


def _against(claim: Term, given: list[Term]) -> Iterator[dict[str, Fraction]]:
    """Yield points at which floats see the claim fail by more than their errors; what they propose is for Coq to prove."""
    names, rng, asked = letters([claim, *given]), random.Random(2026), 0
    for _ in range(_TRIED if names else 1):
        point = {name: rng.choice(_CHOICES) if rng.random() < 0.6 else _between(rng) for name in names}
        try:
            if all(holds(h, point) for h in given) and not holds(claim, point) and _clearly(claim, point):
                asked += 1
                yield point
        except (ValueError, ArithmeticError):
            continue
        if asked == _ASKED:
            return


def _between(rng: random.Random) -> Fraction:
    return Fraction(rng.uniform(-1, 1) * 10 ** rng.uniform(-3, 2)).limit_denominator(10**6)


def _clearly(claim: Term, point: Mapping[str, Fraction]) -> bool:

    left, right = value(claim[1], point), value(claim[2], point)
    return claim[0] in ("<", ">", "!=") or abs(left - right) > 1e-9 * (abs(left) + abs(right) + 1e-9)
