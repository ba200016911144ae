"""Coq scripts for a claim under hypotheses: a few tactics, the cheap ones first."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from . import coq
from .terms import Term, letters, nodes
from .terms import coq as text

_MOST = 6  # facts of one kind


def proof(claim: Term, given: list[Term]) -> str:
    """Return a script that Coq accepts only if the claim follows, for all reals."""
    names = {name: f"v{i}" for i, name in enumerate(letters([claim, *given]))}
    variables = f"forall {' '.join(names.values())} : R, " if names else ""
    arrows = "".join(f"({text(h, names)}) -> " for h in given)
    facts = "\n".join(f"  {fact}." for fact in _facts(claim, given, names))
    return f"""{coq.PRELUDE}
Goal {variables}{arrows}{text(claim, names)}.
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
                base = text(node[1], names)
                if power < 0 and power.denominator == 1:
                    found["inverse"].append(
                        f"try (assert ({base} <> 0) by (first [lra | nra]); pose proof (Rinv_l {base}); "
                        f"try (assert (0 < {base}) by (first [lra | nra]); pose proof (Rinv_0_lt_compat {base})))"
                    )
                elif power.denominator == 2:
                    found["root"].append(f"try (pose proof (sqrt_pos {base}); pose proof (sqrt_sqrt {base}))")
            elif node[0] == "exp":
                inner = text(node[1], names)
                found["exp"].append(f"pose proof (exp_pos {inner}); pose proof (exp_ineq1_le {inner})")
                powers.append(inner)
            elif node[0] == "sigmoid":
                below = f"(1 + exp (- {text(node[1], names)}))"
                found["inverse"].append(
                    f"pose proof (exp_pos (- {text(node[1], names)})); "
                    f"assert (0 < {below}) by lra; pose proof (Rinv_0_lt_compat {below}); pose proof (Rinv_l {below})"
                )
            elif node[0] == "log":
                inner = text(node[1], names)
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
    names = {name: text(["q", str(value)], {}) for name, value in point.items()}
    left, right = text(claim[1], names), text(claim[2], names)
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
    lines = [f"Goal {text(h, names)}.\nProof. decided. Qed." for h in given]
    decided = "Ltac decided := first [ lra | interval | interval with (i_prec 200) | (field_simplify; lra) ]."
    return "\n".join([coq.PRELUDE, decided, *lines, f"Goal {goal}.\nProof. {how}. Qed.", ""])
