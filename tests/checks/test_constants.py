"""The constant of each named term: found, proved, and never more than what was proved."""

from types import SimpleNamespace

import pytest
import sympy
from msgspec.structs import replace as replaced
from noise import Noise
from sympy import Integer, log, sqrt

from boundcheck.checks import constants
from boundcheck.checks.high_probability import _terms
from boundcheck.claims import HighProbabilityBound, Letter, Regime
from boundcheck.claims.fields import Malformed
from boundcheck.record.replay import replay_constant
from boundcheck.verdict.shapes import PerTerm

n, d, delta = sympy.symbols("n d delta", real=True)
POINT = {"n": 10_000, "d": 3, "delta": 0.05}
T = log(1 / delta)
GOLDEN = (sqrt((d + 2 * sqrt(d * T) + 2 * T) / n), sqrt((d + T) / n))  # the golden ratio, as T = d (1 + sqrt 5)/2
BIAS = (3 / n, 1 / n)
N = Letter(n, "size", n >= 1, (1, 100), integer=True)
D = Letter(d, "dimension", d >= 1, (1, 10), integer=True)
AT_RISK = Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2))


def bound(constant=3, given=(), **terms):
    explicit, printed = ({name: pair[k] for name, pair in terms.items()} for k in (0, 1))
    regime = Regime("only", Noise(), POINT)
    return HighProbabilityBound(printed, explicit, Integer(constant), Integer(1), delta, (regime,), given=given)


@pytest.fixture
def rows(context):
    def found(statement):
        return constants.per_term(statement, context(parameters=(N, D, AT_RISK)))

    return found


def test_each_term_has_its_own_constant_and_each_is_proved(rows):
    noise, bias = rows(bound(noise=GOLDEN, bias=BIAS))
    assert (noise.term, noise.constant, noise.settled) == ("noise", "17/10", "proved")
    assert 1.61 < noise.seen <= 1.6181
    assert (bias.constant, bias.settled) == ("3", "equal")
    assert [row.result for row in replay_constant("constant", noise)] == ["replayed"]


def test_a_condition_of_the_bound_counts(rows):
    """For delta at least 1/2 and d at least 10 the ratio is largest at the edge: far below the golden one."""
    noise, _ = rows(bound(given=(delta >= sympy.Rational(1, 2), d >= 10), noise=GOLDEN, bias=BIAS))
    assert noise.constant == "13/10"
    assert noise.seen < 1.26


def test_where_no_constant_will_do_none_is_named(rows):
    (row,) = rows(bound(noise=(n, 1 / n)))
    assert (row.constant, row.settled) == (None, "open")
    assert row.seen > 10**6


def test_a_letter_without_a_domain_leaves_its_term_open(rows):
    u = sympy.Symbol("u", real=True)
    (row,) = rows(bound(noise=(2 / (n * (1 + u**2)), 1 / n)))
    assert row == PerTerm(term="noise", constant=None, settled="open")


def test_terms_sum_to_both_sides():
    with pytest.raises(Malformed, match="they do not sum to `printed`"):
        HighProbabilityBound(
            2 / n, 3 / n, Integer(2), Integer(1), delta, (Regime("only", Noise(), POINT),), terms={"bias": BIAS}
        )


def test_a_recorded_constant_of_a_term_is_that_of_the_claim(rows):
    statement = bound(noise=GOLDEN, bias=BIAS)
    found = rows(statement)
    claim = SimpleNamespace(parameters=(N, D, AT_RISK), definitions={})
    assert not list(_terms("part", statement, found, claim))
    for place, changed in ((0, "8/5"), (1, "2")):
        forged = [replaced(row, constant=changed) if at == place else row for at, row in enumerate(found)]
        assert len(list(_terms("part", statement, forged, claim))) == 1
    assert list(_terms("part", statement, found[:1], claim))
