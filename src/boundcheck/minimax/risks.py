"""Exact risks with certificates: of Bayes rules, of a method, over all means, and minimax from both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from flint import ctx, fmpq

from boundcheck.symbolic.balls import as_arb

from .certificates import StatedRisk
from .exact_numbers import BITS, RiskBracket, below, exact, larger, number_of, only, times, total, value_of, whole
from .families import Family, Law, Thinned, kl, weights
from .losses import Divergence, Finite, Loss, Squared, risk

# Exact risks with certificates: of the Bayes rule, and of a method under every hypothesis.

_LEAST = Fraction(1, 10**18)  # probability that a rounded law leaves to every outcome


def bayes_risk(family: Family | Thinned, loss: Loss, prior: Sequence[Any] | None = None) -> RiskBracket:
    """The risk of the Bayes rule, which is a lower bound on the worst risk of every method.

    Parameters
    ----------
    family : Family or Thinned
        Large groups of bits may be cut with ``family.within()``; the bracket stays true.
    loss : Loss
    prior : sequence of exact numbers, optional
        Equal weights where none is given.

    Returns
    -------
    bracket : RiskBracket
    """
    return BayesRisk(family, loss, weights(prior, family.hypotheses)).bracket()


@dataclass(frozen=True)
class BayesRisk(StatedRisk):
    """What `bayes_risk` says: its lower end bounds the worst risk of every method, whatever the prior."""

    family: Family | Thinned
    loss: Loss
    prior: tuple[Any, ...]
    name, title, witness = "bayes_risk", "Bayes risk", ("prior",)

    def validate(self) -> None:
        refuse_other_hypotheses(self.family, self.loss, Family, Thinned)
        self.set_exactly("prior", weights(only("prior", self.prior, tuple), self.family.hypotheses))

    def evaluate(self) -> tuple[Any, Any]:
        return risk(self.family, self.loss, self.prior)


def refuse_other_hypotheses(family: Any, loss: Any, *kinds: type) -> None:
    """Raise where a loss is not one of the hypotheses of a family."""
    only("family", family, *kinds)
    only("loss", loss, Loss)
    if loss.hypotheses != family.hypotheses:
        raise ValueError(f"a loss for {loss.hypotheses} hypotheses meets a family of {family.hypotheses}")


def method_risk(family: Family, loss: Loss, actions: Sequence[Any], outside: Any = None) -> RiskBracket:
    """The risk of a method under the hypothesis that is worst for it.

    Parameters
    ----------
    family : Family
    loss : Finite, Squared or Divergence
    actions : sequence
        The answer to every count vector, in the order of ``family.probabilities()``: the index of an action, an
        estimate, or a `Law`. `bayes_actions` has those of the Bayes rule.
    outside : optional
        Of a family with windows, the answer to all counts that are left out.

    Returns
    -------
    bracket : RiskBracket
        Of the largest risk. Below a claimed minimax lower bound on this whole family, its upper end refutes the claim.
    """
    return MethodRisk(family, loss, tuple(actions), outside).bracket()


@dataclass(frozen=True)
class MethodRisk(StatedRisk):
    """What `method_risk` says: its upper end bounds the minimax risk of the family, whatever the actions."""

    family: Family
    loss: Loss
    actions: tuple[Any, ...]
    outside: Any
    name, title, witness = "method_risk", "worst risk of the method", ("actions", "outside")

    def validate(self) -> None:
        refuse_other_hypotheses(self.family, self.loss, Family)
        if len(only("actions", self.actions, tuple)) != self.family.counts or self.family.windowed != (
            self.outside is not None
        ):
            raise ValueError(
                f"{len(self.actions)} actions: {self.family.counts} counts need one each, and windows an answer outside"
            )
        self.set_exactly("actions", tuple(_action(self.loss, a) for a in self.actions))
        self.set_exactly("outside", None if self.outside is None else _action(self.loss, self.outside))

    def evaluate(self) -> tuple[Any, Any]:
        return worst(self.family, self.loss, self.actions, self.outside)


def rule_risk(family: Family, loss: Loss, prior: Sequence[Any] | None = None) -> RiskBracket:
    """The risk of the Bayes rule under the hypothesis that is worst for it, by a certificate without its answers."""
    return RuleRisk(family, loss, weights(prior, family.hypotheses)).bracket()


@dataclass(frozen=True)
class RuleRisk(StatedRisk):
    """What `rule_risk` says; the answers are those of `bayes_actions`, true ones or not, and their risk is exact."""

    family: Family
    loss: Loss
    prior: tuple[Any, ...]
    name, title, witness = "rule_risk", "worst risk of the Bayes rule", ("prior",)

    def validate(self) -> None:
        refuse_other_hypotheses(self.family, self.loss, Family)
        self.set_exactly("prior", weights(only("prior", self.prior, tuple), self.family.hypotheses))

    def evaluate(self) -> tuple[Any, Any]:
        actions = bayes_actions(self.family, self.loss, self.prior)
        with ctx.workprec(BITS):
            unseen = best_action(self.loss, [value_of(w) for w in self.prior]) if self.family.windowed else None
        return worst(self.family, self.loss, actions, unseen)


def worst(family: Family, loss: Any, actions: tuple[Any, ...], outside: Any) -> tuple[Any, Any]:
    """Bounds of the largest risk over the hypotheses, at the working precision."""
    hypotheses = range(family.hypotheses)
    risks: list[Any] = [fmpq(0)] * family.hypotheses
    masses: list[Any] = [fmpq(0)] * family.hypotheses
    costs: dict[Any, list[Any]] = {}
    for row, action in zip(family.probabilities(), actions, strict=True):
        if action not in costs:
            costs[action] = [_lost(loss, i, action) for i in hypotheses]
        risks = [total((r, times(p, c))) for r, p, c in zip(risks, row, costs[action], strict=True)]
        if family.windowed:
            masses = [total((m, p)) for m, p in zip(masses, row, strict=True)]
    tops = risks
    if family.windowed:
        left = [as_arb(larger(1 - m, fmpq(0))).upper() for m in masses]
        tops = [r + m * as_arb(_lost(loss, i, outside)) for i, r, m in zip(hypotheses, risks, left, strict=True)]
    return _largest(risks), _largest(tops)


def _largest(values: list[Any]) -> Any:
    found = values[0]
    for other in values[1:]:
        found = larger(found, other)
    return found


def _action(loss: Loss, action: Any) -> Any:
    if isinstance(loss, Finite):
        if whole("action", action) >= len(loss.rows[0]):
            raise ValueError(f"action {action}: there are {len(loss.rows[0])}, counted from 0")
        return action
    if isinstance(loss, Divergence):
        law = action if isinstance(action, Law) else Law(tuple(action))
        if len(law.probabilities) != len(loss.laws[0].probabilities):
            raise ValueError(
                f"a law on {len(law.probabilities)} outcomes answers for {len(loss.laws[0].probabilities)}"
            )
        return law
    return exact(action, "estimate")


def _lost(loss: Any, i: int, action: Any) -> Any:
    if isinstance(loss, Finite):
        return value_of(loss.rows[i][action])
    if isinstance(loss, Divergence):
        return times(value_of(loss.scale), kl(action.values(), loss.laws[i].values()))
    gap = value_of(loss.values[i]) - value_of(exact(action))
    return gap * gap


def bayes_actions(family: Family, loss: Loss, prior: Sequence[Any] | None = None) -> tuple[Any, ...]:
    """What the Bayes rule answers to every count vector; estimates and laws are rationals near the best ones.

    The risk of these answers is exact whatever they are; ties go to the first action.
    """
    with ctx.workprec(BITS):
        shares = tuple(value_of(w) for w in weights(prior, family.hypotheses))
        return tuple(
            best_action(loss, [times(w, p) for w, p in zip(shares, row, strict=True)]) for row in family.probabilities()
        )


def best_action(loss: Any, joint: list[Any]) -> Any:
    """The best answer to weighted hypotheses, or a rational near it."""
    mass = total(joint)
    if isinstance(loss, Finite):
        costs = [
            total(times(j, value_of(r[a])) for j, r in zip(joint, loss.rows, strict=True))
            for a in range(len(loss.rows[0]))
        ]
        return min(range(len(costs)), key=lambda a: below(as_arb(costs[a]).mid()))
    if isinstance(loss, Divergence):
        logs = [[as_arb(v).log() for v in law.values()] for law in loss.laws]
        shares = [as_arb(j) / as_arb(mass) for j in joint]
        mean = [
            sum((s * row[x] for s, row in zip(shares, logs, strict=True)), as_arb(0)).exp() for x in range(len(logs[0]))
        ]
        near = [max(below((m / sum(mean, as_arb(0))).mid()), _LEAST) for m in mean]
        return Law(tuple(p / sum(near) for p in near))
    mean = total(times(j, value_of(v)) for j, v in zip(joint, loss.values, strict=True))
    return Fraction(0) if mass == 0 else below((as_arb(mean) / as_arb(mass)).mid())


# The worst squared risk of an estimator of a Bernoulli mean, over all means in [0, 1] at once.
#
# The risk is a polynomial of degree ``n + 2`` in the mean. Its Bernstein coefficients on an interval bound it from above
# there, and its values at the ends from below; halving the interval brings the two together.


def worst_squared_risk(estimates: Sequence[Any], flip: Any = 0, halvings: int = 4) -> RiskBracket:
    r"""The largest :math:`E_p (\hat p(K) - p)^2` over :math:`p \in [0, 1]`, where ``K ~ Binomial(n, flip + (1 - 2 flip) p)``.

    Parameters
    ----------
    estimates : sequence of exact numbers
        Of every number of ones from 0 to n.
    flip : exact number in [0, 1/2)
        With which each bit is turned before it is counted: ``1/(1 + exp(epsilon))`` for randomized response.
    halvings : int, ``>= 0``
        How often [0, 1] is halved.

    Returns
    -------
    bracket : RiskBracket
        Its upper end is a proved upper bound on the minimax risk over all Bernoulli means.
    """
    return WorstSquared(tuple(estimates), flip, halvings).bracket()


@dataclass(frozen=True)
class WorstSquared(StatedRisk):
    """What `worst_squared_risk` says, by so many halvings."""

    estimates: tuple[Any, ...]
    flip: Any
    halvings: int
    name, title, witness = "worst_squared_risk", "worst squared risk", ("halvings",)

    def validate(self) -> None:
        only("estimates", self.estimates, tuple)
        self.set_exactly("estimates", tuple(exact(a, "estimate") for a in self.estimates))
        self.set_exactly("flip", number_of("flip", self.flip, least=0))
        if len(self.estimates) < 2 or whole("halvings", self.halvings) > 12:
            raise ValueError(
                f"{len(self.estimates)} estimates, {self.halvings} halvings: two estimates or more, and 12 halvings at most"
            )
        if not 2 * value_of(self.flip) < 1:
            raise ValueError(f"flip {self.flip}: must lie in [0, 1/2)")

    def evaluate(self) -> tuple[Any, Any]:
        pieces = [_coefficients([value_of(a) for a in self.estimates], value_of(self.flip))]
        for _ in range(self.halvings):
            pieces = [half for piece in pieces for half in _halved(piece)]
        low, high = pieces[0][0], pieces[0][0]
        for piece in pieces:
            low = larger(larger(low, piece[0]), piece[-1])
            for coefficient in piece:
                high = larger(high, coefficient)
        return low, high


def _coefficients(estimates: list[Any], flip: Any) -> list[Any]:
    """Bernstein coefficients of the risk in the mean p of the bits before they are turned."""
    moments = [[a**m for a in estimates] for m in range(3)]
    squares, values, ones = (_in_mean(moments[m], flip) for m in (2, 1, 0))
    # E a^2 - 2 p E a + p^2, each raised to degree n + 2
    lifted = _lift(_lift(squares))
    first = _lift(_by_mean(values))
    second = _by_mean(_by_mean(ones))
    return [total((s, times(fmpq(-2), f), o)) for s, f, o in zip(lifted, first, second, strict=True)]


def _in_mean(values: list[Any], flip: Any) -> list[Any]:
    """Coefficients in p of sum_k values[k] B_{k,n}(flip + (1 - 2 flip) p): the polynomial cut to [flip, 1 - flip]."""
    _, right = _split(values, flip)
    left, _ = _split(right, (1 - 2 * flip) / (1 - flip))
    return left


def _split(c: list[Any], at: Any) -> tuple[list[Any], list[Any]]:
    """De Casteljau: the coefficients on [0, at] and on [at, 1]."""
    left, right, row = [c[0]], [c[-1]], list(c)
    while len(row) > 1:
        row = [times(1 - at, a) + times(at, b) for a, b in pairwise(row)]
        left.append(row[0])
        right.append(row[-1])
    return left, right[::-1]


def _halved(c: list[Any]) -> tuple[list[Any], list[Any]]:
    return _split(c, fmpq(1, 2))


def _lift(c: list[Any]) -> list[Any]:
    """The same polynomial, a degree higher."""
    n = len(c)
    ends = [c[0], *(times(fmpq(k, n), c[k - 1]) + times(fmpq(n - k, n), c[k]) for k in range(1, n)), c[-1]]
    return ends


def _by_mean(c: list[Any]) -> list[Any]:
    """Times p: the coefficient k of degree n + 1 is k/(n + 1) of the one before."""
    n = len(c)
    return [fmpq(0), *(times(fmpq(k, n), c[k - 1]) for k in range(1, n + 1))]


# The minimax risk of a finite family from both sides: an unfavourable prior, and the method that answers it.

MOST_COUNTS = 20_000
_GRID = 10**6  # weights of a prior are whole numbers over this, so that the search's floats do not matter
_BITS = 64


@dataclass(frozen=True)
class MinimaxRisk:
    """The smallest worst risk of any method lies in ``[low, high]``.

    Attributes
    ----------
    prior : tuple of Fraction
        Under which the Bayes risk is `low`.
    below, above : RiskBracket
        That Bayes risk, and the worst risk of its rule; both replay.
    """

    prior: tuple[Fraction, ...]
    below: RiskBracket
    above: RiskBracket

    @property
    def low(self) -> Fraction:
        """No method's worst risk is smaller."""
        return self.below.low

    @property
    def high(self) -> Fraction:
        """The Bayes rule's worst risk is no larger."""
        return self.above.high

    def __str__(self) -> str:
        return f"{float(self.low):.6g} <= minimax risk <= {float(self.high):.6g}"


def minimax_risk(family: Family, loss: Loss, steps: int = 600) -> MinimaxRisk:
    """Search for the least favourable prior on floats, then bracket exactly.

    Parameters
    ----------
    family : Family
        Without windows, of at most `MOST_COUNTS` counts.
    loss : Squared or Divergence
        For a `Finite` one the best method draws lots, and the two sides need not meet.
    steps : int, ``>= 1``
        Of the search; more bring the sides closer together.

    Returns
    -------
    found : MinimaxRisk
        True whatever the search found.
    """
    if family.windowed or family.counts > MOST_COUNTS:
        raise ValueError(f"{family.counts} counts: at most {MOST_COUNTS} and no window; take fewer draws")
    weights = _search(family, loss, steps)
    whole = np.maximum(np.round(weights * _GRID), 0).astype(int)
    prior = tuple(Fraction(int(w), int(whole.sum())) for w in whole)
    return MinimaxRisk(prior, bayes_risk(family, loss, prior), rule_risk(family, loss, prior))


def _search(family: Family, loss: Loss, steps: int) -> np.ndarray:
    """Weights that raise the Bayes risk, by exponentiated steps along the risks of the Bayes rule."""
    with ctx.workprec(_BITS):
        table = np.array([[float(as_arb(p)) for p in row] for row in family.probabilities()]).T
    weights = np.full(len(table), 1 / len(table))
    best, least = weights, -np.inf
    risks = _risks(loss, table, weights)
    rate = 1 / max(risks.max(), 1e-300)
    for step in range(steps):
        value = float(np.round(weights @ risks, 15))
        if value > least:
            best, least = weights, value
        weights = weights * np.exp(rate * (risks - risks.max()) * 4 / np.sqrt(1 + step))
        weights = weights / weights.sum()
        risks = _risks(loss, table, weights)
    return best


def _risks(loss: Any, table: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The risk of the Bayes rule of `weights` under every hypothesis."""
    joint = weights[:, None] * table
    shares = joint / np.maximum(joint.sum(axis=0), 1e-300)
    if isinstance(loss, Squared):
        values = np.array([float(v) for v in loss.values])
        cost = (shares.T @ values - values[:, None]) ** 2
    elif isinstance(loss, Divergence):
        logs = np.log([[float(p) for p in law.probabilities] for law in loss.laws])
        mean = np.exp(np.einsum("ik,ix->kx", shares, logs))
        action = mean / mean.sum(axis=1, keepdims=True)
        with ctx.workprec(_BITS):
            scale = float(as_arb(value_of(loss.scale)))
        entropy = (action * np.log(action)).sum(axis=1)
        cost = scale * (entropy - np.einsum("kx,ix->ik", action, logs))
    else:
        assert isinstance(loss, Finite)
        rows = np.array([[float(x) for x in row] for row in loss.rows])
        cost = rows[:, np.argmin(np.round(joint.T @ rows, 15), axis=1)]
    return (table * cost).sum(axis=1)
