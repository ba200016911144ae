"""What a mean or a sum binds is no constant, and is not known before its last term: false statements that closed stay open."""

import pytest
from sympy import Integer, Symbol, exp, oo, sqrt, symbols

from boundcheck.calculus import (
    Assumed,
    Average,
    Choice,
    Closed,
    Derivation,
    Expectation,
    Family,
    ForAll,
    Granted,
    Index,
    Missing,
    World,
    always,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.calculus.proving import Domain
from boundcheck.calculus.rules import Total
from boundcheck.calculus.terms import Past, sources, within
from boundcheck.lemmas.martingales import noise_at_all_times
from boundcheck.lemmas.privacy import drawn_score
from boundcheck.lemmas.regression import logistic_across
from boundcheck.symbolic import Statement

n, v, delta, rate = symbols("n v delta rate", real=True)
k, t, j = Index("k", n, 0), Index("t", n), Index("j", Integer(2))
SEEN = frozenset({Past("draws", k)})
xi = family("xi", "noise", (k,), {Past("draws", k + 1)})(k)
Y = quantity("Y", "a quantity", (), {"data"})
X = family("X", "a member", (Index("i", n),), {"data"})(Index("i", n))


@pytest.mark.parametrize(
    ("mean", "of"), [(Expectation(Y**2), Y**2), (Expectation(exp(Y)), exp(Y)), (Average(X**2, Index("i", n)), X**2)]
)
def test_what_is_below_in_the_mean_is_not_below(mean, of):
    facts = (fact("sign", le(0, of), by=()), fact("below", le(of, v), by=("mean", "sign")))
    derivation = Derivation(
        (n >= 1, v >= 0), {"mean": Granted(always(le(mean, v)), "a page")}, facts, always(le(of, v))
    )
    assert not isinstance(derivation.check(), Closed)


ONE = Integer(1)


def noise(weights, eta=ONE, of=xi, index=k, last=t, given=SEEN):
    return noise_at_all_times(
        noise=of, weights=Family(weights, index), index=index, last=last, v=1, eta=eta, delta=delta, given=given
    ).stated()


def test_a_weight_chosen_after_its_noise_is_not_put_into_a_sum():
    given = frozenset({Past("pairs", k + 1), Past("draws", k)})
    own = family("xi", "noise", (k,), {Past("pairs", k + 1), Past("draws", k + 1)})(k)
    w = family("w", "weight", (k, j), {Past("pairs", k + 1)})
    c = quantity("c", "a choice that knows the noise", (k,), {"pairs", "draws"}, range=2)
    known = {
        name: Assumed(law(own, *one, given=given), "a page")
        for name, one in (("mean", ("mean", 0)), ("tail", ("sub-Gaussian", 1)))
    }
    one = noise_at_all_times(
        noise=own, weights=Family(w(k, j), k), index=k, last=t, v=1, eta=Integer(1), delta=delta / 2, given=given
    )
    facts = (
        fact("one", one, by=("mean", "tail")),
        fact("all", ForAll(j), by="one"),
        fact("chosen", Choice(j, c), by="all"),
    )
    said = event(
        le(Total(w(k, c) * own, k, t) - Total(w(k, c) ** 2, k, t) / 2, exp(1 / delta)), failure=delta, every=(t,)
    )
    world = World("a world", tuple(one.says for one in known.values()))
    answer = Derivation((delta > 0, delta < 1, n >= 1), known, facts, said, worlds=(world,)).check()
    assert not isinstance(answer, Closed)
    assert answer.fact == "chosen"


def test_a_sum_over_all_rounds_is_not_known_before_they_end():
    increments = family("y", "increment", (k,), {Past("draws", k)})(k)
    assert not within(sources(Total(increments, k, n)), SEEN)
    assert within(sources(Total(increments, k, k)), SEEN)
    later = Expectation(Total(xi, k, n), {Past("draws", k + 1)})
    assert later != Total(xi, k, n)
    with pytest.raises(Missing):
        noise(Total(increments, k, n))


@pytest.mark.parametrize("last", ["eta", "weights", "noise"])
def test_what_changes_with_the_last_round_is_not_the_same_at_all_times(last):
    rounds, upto = Index("k", oo, 0), Index("t", oo)
    given = frozenset({Past("draws", rounds)})
    plain = family("xi", "noise", (rounds,), {Past("draws", rounds + 1)})(rounds)
    moving = family("xi", "noise", (rounds, upto), {Past("draws", rounds + 1)})(rounds)
    weights = (
        family("w", "weight", (rounds, upto), {Past("draws", rounds)})(rounds) if last == "weights" else Integer(1)
    )
    eta = 1 / sqrt(upto) if last == "eta" else Integer(1)
    with pytest.raises(Missing):
        noise(weights, eta, moving if last == "noise" else plain, rounds, upto, given)
    noise(Integer(1), Integer(1), plain, rounds, upto, given)


def test_the_slope_across_a_range_asks_for_a_width_that_is_not_negative():
    p, s = symbols("p s", real=True)
    stated = fact("across", logistic_across(p=p, s=s, c=Integer(1), m=Integer(-1)), by=())
    within_range = (p >= -1, p <= 0, s >= -1, s <= 1)
    derivation = Derivation(within_range, {}, (stated,), always(le((s - p) ** 2, 0)))
    assert not isinstance(derivation.check(), Closed)


def test_an_exponential_mechanism_has_scores_that_are_given_and_one_rate():
    size = Symbol("N", real=True)
    a = Index("a", size)
    score = family("y", "score", (a,), {"data"})(a)
    chosen = quantity("c", "what is drawn", (), {"coins"}, range=size)
    drawn_score(chosen=chosen, scores=Family(score, a), rate=rate, delta=delta, given=frozenset({"data"})).stated()
    own_rate = family("r", "rate", (a,))(a)
    for scores, each, given in (
        (score, rate, frozenset()),
        (score, own_rate, frozenset({"data"})),
        (Expectation(family("z", "score", (a,), {"coins"})(a)), rate, frozenset()),
    ):
        with pytest.raises(Missing):
            drawn_score(chosen=chosen, scores=Family(scores, a), rate=each, delta=delta, given=given).stated()


def test_the_ranges_of_indices_are_facts_in_one_order():
    indices = [Index(name, n) for name in "fbdaec"]
    said = Statement(sum(indices), "<=", n)
    assert [str(one.rhs) for one in Domain(()).of([said]) if one.lhs == 1] == sorted("fbdaec")  # a set has another order each time
