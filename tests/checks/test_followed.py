"""Letters that follow the searched ones: the search stays inside with them, and a bad rule is refused. Fixed seed."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy

from boundcheck.checks import high_probability
from boundcheck.claims import Axis, Choice, Claim, HighProbabilityBound, Letter, Regime
from boundcheck.claims.fields import Malformed
from boundcheck.loading.form import complaints

n, delta, spread = sympy.symbols("n delta spread", real=True)
PARAMETERS = (
    Letter(n, "size", n >= 1, (1, 100), integer=True),
    Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2)),
    Letter(spread, "spread", (spread > 0, spread <= 1), (0.1, 1), "s"),
)
SPREADS = {"fair": 1.0, "narrow": 0.5}


@dataclass(frozen=True)
class Coins:
    """Distance of the mean of n coins from its expectation; a coin shows 1/2 plus or minus half of `spread`."""

    def sample(self, rng, repeats, *, n, spread, **_):
        return {"error": np.abs(rng.binomial(int(n), 0.5, repeats) / n - 0.5) * spread}


def searched(**_):
    return Coins()


def follow(*, room, delta, coin, **_):
    """The least n times `room`, and the spread of the coin."""
    return {"n": math.ceil(room * 8 * math.log(1 / delta)), "spread": SPREADS[coin]}


def too_few(*, room, delta, coin, **_):
    return {"n": 1, "spread": SPREADS[coin]}


def no_spread(*, coin, room, **_):
    return {"n": 1000, "spread": 1.0 if coin == "fair" else 0.0}


def half_a_coin(*, room, **_):
    return {"n": 1000.5, "spread": 1.0}


def searched_already(*, room, delta, coin, **_):
    return {"n": 1000, "spread": 1.0, "delta": 0.5}


def forgets(*, room, **_):
    return {"n": 1000}


def breaks(**_):
    raise KeyError("spread")


BOUND = HighProbabilityBound(
    spread * sympy.sqrt(sympy.log(2 / delta) / n),
    spread * sympy.sqrt(sympy.log(2 / delta) / (2 * n)),
    sympy.Integer(1),
    sympy.Rational(1, 4),
    delta,
    (Regime("large", Coins(), {"n": 10_000, "delta": 0.05, "spread": 1.0}),),
    search=(Axis("room", 1.0, 1e6, "log"), Axis("delta", 0.05, 0.5), Choice("coin", tuple(SPREADS))),
    instance=searched,
    given=(n >= 8 * sympy.log(1 / delta),),
    follow=follow,
)


def said(bound):
    return [complaint.words for complaint in complaints(Claim(parts={"bound": bound}, letters=PARAMETERS))]


def test_the_search_stays_inside_with_the_letters_that_follow(context):
    constant = high_probability.check(BOUND, context(parameters=PARAMETERS)).found.constant
    for point in (constant.instance["point"], constant.where_it_bites.instance["point"]):
        assert point["n"] == math.ceil(point["room"] * 8 * math.log(1 / point["delta"]))
        assert point["spread"] == SPREADS[point["coin"]]
    assert 0.3 < constant.low <= constant.smallest_surviving < 0.75  # the explicit version has sqrt(1/2)


def test_biting_is_where_the_explicit_bound_is_at_most_half_the_trivial_one(context):
    constant = high_probability.check(BOUND, context(parameters=PARAMETERS)).found.constant
    point = constant.where_it_bites.instance["point"]
    assert point["spread"] * math.sqrt(math.log(2 / point["delta"]) / (2 * point["n"])) <= 0.125 * (1 + 1e-9)
    assert constant.where_it_bites.low <= constant.low
    nowhere = replace(BOUND, trivial=sympy.Rational(1, 10**9))
    constant = high_probability.check(nowhere, context(parameters=PARAMETERS)).found.constant
    assert constant.where_it_bites is None
    assert constant.smallest_surviving > 0


@pytest.mark.parametrize(
    ("rule", "objection"),
    [
        (too_few, "has delta = 0.275, n = 1, outside `given`"),
        (no_spread, "has spread = 0; spread must satisfy spread > 0"),
        (half_a_coin, "has n = 1000.5; size must be a whole number"),
        (searched_already, "'delta' is searched or fixed already"),
        (forgets, "lacks 'spread'"),
        (breaks, "it fails: KeyError"),
        (lambda **point: follow(**point), "a lambda has no name"),
    ],
    ids=lambda case: getattr(case, "__name__", None),
)  # fmt: skip
def test_a_rule_that_contradicts_the_domain_is_refused(rule, objection):
    assert any(objection in words for words in said(replace(BOUND, follow=rule))), said(replace(BOUND, follow=rule))


def test_a_good_rule_is_not_refused():
    assert said(BOUND) == []


def test_a_rule_without_a_search_is_refused():
    with pytest.raises(Malformed, match="completes the points of a worst-case search"):
        replace(BOUND, search=(), instance=None)
