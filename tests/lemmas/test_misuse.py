"""What a lemma does not give: a number for each value of an index, a sum of what the past does not bring, other sides."""

import pytest
from sympy import Abs, Integer, exp, log, sqrt

from boundcheck.calculus import (
    Assumed,
    Average,
    Closed,
    Derivation,
    Expectation,
    Family,
    Index,
    Missing,
    Open,
    Past,
    World,
    always,
    event,
    fact,
    family,
    law,
    le,
    letter,
    quantity,
)
from boundcheck.calculus.terms import Kind
from boundcheck.lemmas.concentration import (
    average_mean,
    average_sub_gaussian,
    bernstein,
    chernoff,
    generating_function,
    hoeffding,
    indicator_mean,
    markov,
)
from boundcheck.lemmas.information import Measure
from boundcheck.lemmas.martingales import azuma, log_moments, ville
from boundcheck.lemmas.matrices import noise_norm
from boundcheck.lemmas.minimax import sparse_means
from boundcheck.lemmas.samples import (
    change_of_measure,
    mean_of_average,
    mean_of_total,
    median_near,
    of_fewer,
    roots_of_counts,
)

n, t, c, delta = map(letter, ("n", "t", "c", "delta"))
i = Index("i", n)
X = family("X", "draw i", (i,), {"data"})(i)
v, mu, low, high = (family(name, "of draw i", (i,))(i) for name in ("v", "mu", "low", "high"))
DOMAIN = (n >= 1, t > 0, c > 0, delta > 0, delta < 1)


def answer(instance, laws, statement):
    """What a derivation says that has one fact, from laws."""
    assumptions = {f"law {k}": Assumed(one, "the setting") for k, one in enumerate(laws)}
    return Derivation(
        DOMAIN, assumptions, (fact("all", instance),), statement, worlds=(World("w", tuple(laws)),)
    ).check()


INDEPENDENT = law(Family(X, i), "independent")
EACH = {
    "sub-Gaussian average": (
        average_sub_gaussian(X=X, index=i, v=v),
        (INDEPENDENT, law(X, "sub-Gaussian", v)),
        law(Average(X, i), "sub-Gaussian", v / n),
    ),
    "mean": (average_mean(X=X, index=i, mu=mu), (law(X, "mean", mu),), law(Average(X, i), "mean", mu)),
    "range": (
        hoeffding(X=X, index=i, low=low, high=high, mu=0, t=t),
        (INDEPENDENT, law(X, "bounded", low, high), law(X, "mean", 0)),
        event(le(Average(X, i), t), failure=exp(-2 * n * t**2 / (high - low) ** 2)),
    ),
    "variance": (
        bernstein(X=X, index=i, mu=0, v=v, b=c, t=t),
        (INDEPENDENT, law(X, "mean", 0), law(X, "variance", v), law(X, "within", c)),
        event(le(Average(X, i), t), failure=exp(-n * t**2 / (2 * (v + c * t / 3)))),
    ),
}


@pytest.mark.parametrize(("instance", "laws", "statement"), EACH.values(), ids=EACH)
def test_a_number_for_each_member_is_no_number_for_all(instance, laws, statement):
    found = answer(instance, laws, statement)
    assert isinstance(found, Open)
    assert "takes one for all" in found.link


def test_one_number_for_all_is_taken():
    laws = (INDEPENDENT, law(X, "sub-Gaussian", c))
    assert isinstance(
        answer(average_sub_gaussian(X=X, index=i, v=c), laws, law(Average(X, i), "sub-Gaussian", c / n)), Closed
    )


@pytest.mark.parametrize("side", [2, -3, 0])
def test_a_side_is_1_or_minus_1(side):
    Y = quantity("Y", "a number", (), {"data"})
    with pytest.raises(Missing, match="a side is 1 or -1"):
        chernoff(Y=Y, v=c, mu=0, t=t, side=side).stated()


def test_differences_that_the_past_does_not_bring_are_no_martingale():
    """One coin of another source is of mean 0 given every past of the draws, and its copies add up to n times it."""
    k = Index("k", n, 0)
    coin = quantity("coin", "one coin", (), {"coin"})
    for term in (
        coin,
        family("D", "of round k", (k,), {"draws"})(k),
        family("D", "of round k", (k,), {Past("draws", k + 2)})(k),
    ):
        with pytest.raises(Missing, match="no function of what was brought before"):
            azuma(D=term, index=k, c=c, t=t).stated()
    with pytest.raises(Missing, match="no function of what was brought before"):
        ville(S=family("S", "of round k", (k,), {Past("draws", k + 1)}), index=k, m=c, delta=delta).stated()


def test_vectors_that_the_noise_moves_are_not_fixed():
    from boundcheck.calculus import vectors

    x = vectors("x", "vector i", (i,), {"data", "noise"})(i)
    with pytest.raises(Missing, match="not fixed by the data"):
        noise_norm(eta=X, x=x, index=i, sigma=c, d=2, lam=c, delta=delta).stated()


def test_a_threshold_from_the_data_is_not_fixed():
    Y, T = quantity("Y", "a number", (), {"data"}), quantity("T", "twice it", (), {"data"})
    found = answer(markov(Y=Y, t=T), (law(Y, "non-negative"),), event(le(Y, T), failure=delta))
    assert isinstance(found, Open)
    assert "fixed beforehand" in found.link or "depends on what is not given" in found.link


def test_an_indicator_of_another_event_says_nothing_of_this_one():
    Y, one = quantity("Y", "a number", (), {"data"}), quantity("I", "whether Y exceeds 1", (), {"data"})
    laws = (law(one, "indicator", le(Y, 1)),)
    found = answer(indicator_mean(indicator=one, relation=le(Y, 2)), laws, event(le(Y, 2), failure=delta))
    assert isinstance(found, Open)


def test_a_tail_with_a_better_constant_does_not_close():
    laws = (INDEPENDENT, law(X, "bounded", 0, 1), law(X, "mean", 0))
    instance = hoeffding(X=X, index=i, low=0, high=1, mu=0, t=sqrt(log(1 / delta) / (2 * n)))
    for constant, closed in ((2, True), (3, False)):
        width = sqrt(log(1 / delta) / (constant * n))
        assert isinstance(answer(instance, laws, event(le(Average(X, i), width), failure=delta)), Closed) is closed


def test_the_start_of_a_supermartingale_is_the_first_value_of_its_index():
    k = Index("k", 5, 1)
    S = family("S", "value of round k", (k,), {Past("draws", k)})
    needs, _ = ville(S=S, index=k, m=c, delta=delta).stated()
    assert le(S(1), c) in needs[0].relations
    assert le(S(0), c) not in needs[0].relations


def test_a_price_that_grows_with_the_rounds_is_no_price_of_each():
    k = Index("k", n, 0)
    D = family("D", "term of round k", (k,), {Past("draws", k + 1)})(k)
    laws = (law(D, "integrable"),)
    found = answer(log_moments(D=D, index=k, a=k, delta=delta), laws, event(le(D, 0), failure=delta))
    assert isinstance(found, Open)
    assert "takes one for all" in found.link


def test_the_moment_of_a_term_is_one_given_the_past():
    k = Index("k", n, 0)
    D = family("D", "term of round k", (k,), {Past("draws", k)})(k)
    with pytest.raises(Missing, match="no function of what was brought before round"):
        log_moments(D=D, index=k, a=0, delta=delta).stated()


@pytest.mark.parametrize("times", [1, 2])
def test_the_factor_of_a_generating_function_is_fixed_beforehand(times):
    """With Y itself it would bound E[exp(Y^2)] by a random number, which is 1 where Y is 0."""
    Y = quantity("Y", "a number", (), {"data"})
    factor = times * Y
    laws = (law(Y, "mean", 0), law(Y, "sub-Gaussian", c))
    found = answer(
        generating_function(Y=Y, mu=Integer(0), v=c, s=factor),
        laws,
        always(le(Expectation(exp(factor * Y)), exp(factor**2 * c / 2))),
    )
    assert isinstance(found, Open)
    assert "fixed beforehand" in found.link


def test_what_the_past_fixes_is_a_factor_given_the_past():
    k = Index("k", n, 0)
    past = frozenset({Past("draws", k)})
    D = family("D", "term of round k", (k,), {Past("draws", k + 1)})(k)
    weight = family("a", "weight of round k", (k,), {Past("draws", k)})(k)
    laws = (law(D, "mean", 0, given=past), law(D, "sub-Gaussian", c, given=past))
    instance = generating_function(Y=D, mu=Integer(0), v=c, s=weight, given=past)
    said = always(le(Expectation(exp(weight * D), past), exp(weight**2 * c / 2)))
    assert isinstance(answer(instance, laws, said), Closed)


def test_what_is_given_to_the_mean_of_a_sum_is_not_of_a_term():
    """Given the past of round k each term is its own mean, and the sum is not."""
    k = Index("k", n, 0)
    D = family("D", "term of round k", (k,), {Past("draws", k + 1)})(k)
    for given in ({Past("draws", k)}, {Past("draws", k + 1)}):
        with pytest.raises(Missing, match="runs in the sum"):
            mean_of_total(X=D, index=k, last=n, given=frozenset(given)).stated()
    with pytest.raises(Missing, match="runs in the sum"):
        mean_of_average(X=D, index=k, given=frozenset({Past("draws", k)})).stated()


def test_order_statistics_of_samples_that_start_elsewhere_are_not_compared():
    S = family("S", "score i", (i,), {"data"})
    low, high = (quantity(name, "a number", (), {"data"}) for name in ("low", "high"))
    with pytest.raises(Missing, match="start at different members"):
        of_fewer(quantile=low, wider=high, S=S, index=i, fewer=Index("h", n, 2), k=1).stated()


def test_weights_and_values_are_of_one_index():
    other = Index("h", n)
    with pytest.raises(Missing, match="weights for each"):
        change_of_measure(weights=Family(X, i), values=Family(family("f", "value", (other,))(other), other)).stated()


def test_a_median_off_a_centre_that_the_data_choose_is_not_near_it():
    M, where = (quantity(name, "a number", (), {"data"}) for name in ("M", "where"))
    off = family("I", "whether draw i is off", (i,), {"data"})(i)
    laws = (law(M, "median", Family(X, i)), law(off, "indicator", le(Abs(X - where), 1)))
    instance = median_near(median=M, X=X, index=i, missed=off, centre=where, t=1, failure=delta)
    found = answer(instance, laws, event(le(Abs(M - where), 1), failure=delta))
    assert isinstance(found, Open)
    assert "fixed beforehand" in found.link


def test_vectors_on_the_axes_are_of_one_length():
    with pytest.raises(Missing, match="are one for all i"):
        sparse_means(noise=Measure("P"), n=n, far=v, index=i).stated()


@pytest.mark.parametrize("first", [0, 2])
def test_counts_are_of_all_values_that_are_chosen(first):
    k, each = Index("k", n, 0), Index("j", Integer(3), first)
    count = Kind("C", "count", (each, k), frozenset({"data"}))
    chosen = Kind("c", "choice", (k,), frozenset({"data"}), Integer(3))
    with pytest.raises(Missing, match="is not one of the 3 values"):
        roots_of_counts(count=count, each=each, chosen=chosen, index=k).stated()
