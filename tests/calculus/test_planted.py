"""Planted falsehoods: none of them closes, and the missing link is named."""

from dataclasses import replace

import pytest
import sympy
from sympy import Abs, Rational, exp, log, sqrt

from boundcheck.calculus import (
    ORIGIN,
    Assumed,
    Average,
    Averaged,
    Choice,
    Closed,
    Definition,
    Derivation,
    Expectation,
    ForAll,
    Function,
    Granted,
    Index,
    Induction,
    Inner,
    Norm,
    Open,
    Prover,
    Summed,
    World,
    always,
    event,
    fact,
    family,
    law,
    le,
    quantity,
)
from boundcheck.calculus.examples import bernstein, finite_class, laplace, stochastic_descent, two_coins
from boundcheck.calculus.examples import gradient_descent as descent
from boundcheck.calculus.examples import hoeffding as coins
from boundcheck.calculus.examples import private_logistic as logistic
from boundcheck.calculus.examples.lemmas import (
    average_mean,
    chernoff,
    composition,
    noise_norm,
)
from boundcheck.lemmas.martingales import expectation_of

n, p, t, delta, m, X, i = coins.n, coins.p, coins.t, coins.delta, coins.m, coins.X, coins.i
ONE, TWO = coins.ONE_SIDE, coins.TWO_SIDES


def of(d, name, **changes):
    """A derivation with one fact changed."""
    assert any(f.name == name for f in d.facts)
    return replace(d, facts=tuple(replace(f, **changes) if f.name == name else f for f in d.facts))


def less(d, *names):
    """A derivation without some of its assumptions."""
    kept = {label: a for label, a in d.assumptions.items() if label not in names}
    assert len(kept) == len(d.assumptions) - len(names)
    facts = tuple(replace(f, by=tuple(b for b in f.by if b not in names)) for f in d.facts)
    return replace(d, assumptions=kept, facts=facts)


def more(d, **assumptions):
    return replace(d, assumptions={**d.assumptions, **assumptions})


def ends(d, *facts, statement=None, **changes):
    """A derivation with these facts after its own, and the statement of the last."""
    said = statement or facts[-1].says
    return replace(d, facts=(*d.facts, *facts), statement=said, **changes)


def one_side(width, **changes):
    """Hoeffding's inequality with another width."""
    bound = event(le(m - p, width), failure=delta)
    return replace(of(ONE, "above", rule=Choice(t, width), says=bound), statement=bound, **changes)


THOUSAND = sqrt(log(1 / delta) / (1000 * n))
MEDIAN = quantity("m", "median of the draws", (n, p), {"data"})
j, hat, best = finite_class.j, finite_class.hat, finite_class.best
k, x, f, gap, far, L = descent.k, descent.x, descent.f, descent.gap, descent.far, descent.L
MISUSED_LABELS = fact(
    "labels' norm",
    noise_norm(
        eta=logistic.own,
        loss=logistic.LOSS,
        s=Rational(1, 4),
        d=logistic.d,
        lam=logistic.lam,
        failure=delta / 2,
        given=logistic.FIXED,
    ),
    by=("labels independent", "logistic", "labels' tail", "dimension"),
)
MEMBERS = family("member", "member i", (i,), {"data"})
LARGEST = quantity("largest", "the largest member", (n,), {"data"}, range=n)
ROUND = Index("round", sympy.oo, 0)
VALUE = family("value", "a number of each round", (ROUND,))
PROVER = Prover(seconds=0.5)  # one for all: most of their goals are those of the true derivations
BLIND = frozenset({"design"})
PLANTED = {
    # the right side is not what the chain gives
    "1000 n for 2 n, a true line with the condition of the bound": (
        Derivation(
            (*coins.DOMAIN, le(THOUSAND, t)),
            coins.ASSUMPTIONS,
            (fact("tail", le(exp(-1000 * n * t**2), delta), by=()),),
            event(le(m - p, THOUSAND), failure=delta),
            m,
        ),
        "no event",
    ),
    "1000 n for 2 n, in the choice": (one_side(THOUSAND), "failures of the union"),
    "1000 n for 2 n, in the tail": (
        of(ONE, "above tail", says=event(le(m - p, t), failure=exp(-1000 * n * t**2))),
        "failures",
    ),
    "9/4 for 2 in the tail": (
        of(ONE, "above tail", says=event(le(m - p, t), failure=exp(-Rational(9, 4) * n * t**2))),
        "failures",
    ),
    "9/4 for 2 in the bound": (one_side(sqrt(log(1 / delta) / (Rational(9, 4) * n))), "failures"),
    "Bernstein with 1/2 for 2/3": (
        replace(
            of(bernstein.BERNSTEIN, "chosen", rule=Choice(t, sqrt(2 * bernstein.v * log(1 / delta) / n)), says=None),
            statement=event(le(bernstein.m - bernstein.mu, sqrt(2 * bernstein.v * log(1 / delta) / n)), failure=delta),
        ),
        "failures",
    ),
    "1/(9 sqrt n) for 1/(10 sqrt n)": (
        replace(
            of(two_coins.TWO_COINS, "chosen", says=always(le(1 / (9 * sqrt(n)), two_coins.coin_risk(n)))),
            statement=always(le(1 / (9 * sqrt(n)), two_coins.coin_risk(n))),
        ),
        "chosen",
    ),
    "C = 1 for 2": (
        of(
            logistic.PRIVATE_LOGISTIC,
            "constant",
            says=always(le(logistic.EXPLICIT, logistic.PRINTED)),
        ),
        "constant",
    ),
    # circles
    "the conclusion among the hypotheses": (
        replace(ONE, facts=(fact("claim", coins.ABOVE, by="claim"),)),
        "not established before",
    ),
    "a circle": (
        replace(ONE, facts=(fact("a", coins.ABOVE, by="b"), fact("b", coins.ABOVE, by="a"))),
        "not established before",
    ),
    "the statement granted": (more(ONE, granted=Granted(always(le(m - p, coins.ONE)), "page 3")), "without any fact"),
    "an event granted": (more(ONE, granted=Granted(coins.ABOVE, "page 3")), "only what always holds is granted"),
    "an event assumed as a law": (more(ONE, granted=Assumed(coins.ABOVE, "page 3")), "only laws of the table"),
    "an event assumed as it is": (more(ONE, granted=coins.ABOVE), "a definition, a law or a relation"),
    "a law without a place": (more(ONE, mean=Assumed(coins.LAWS["mean"], "")), "where the page says so"),
    "a law of no table": (more(ONE, law=Assumed(law(X, "very light-tailed"), "page 3")), "no law of the table"),
    "a definition of itself": (more(descent.GRADIENT_DESCENT, gap=Definition(gap(k), gap(k) / 2)), "defined by itself"),
    "a definition in a circle": (
        more(descent.GRADIENT_DESCENT, gap=Definition(gap(k), far(k)), far=Definition(far(k), gap(k))),
        "defined by itself",
    ),
    "a definition twice": (more(descent.GRADIENT_DESCENT, again=Definition(gap(k), 0 * far(k))), "defined twice"),
    "a definition at one value": (
        more(descent.GRADIENT_DESCENT, gap=Definition(gap(0), sympy.Integer(0))),
        "some of its letters' values",
    ),
    "a definition of less than it is made of": (
        more(ONE, own=Definition(quantity("c", "a constant", (n, p)), m)),
        "depends on data",
    ),
    "a definition of fewer letters": (more(ONE, own=Definition(quantity("c", "a constant"), 1 / n)), "depends on n"),
    "a definition without a value": (
        more(ONE, own=Definition(quantity("c", "a constant", (p,)), log(p - 2))),
        "has a value",
    ),
    # what is assumed
    "independence unstated": (less(ONE, "independent"), "nobody states"),
    "boundedness unstated": (less(ONE, "range"), "nobody states"),
    "mean unstated": (less(ONE, "mean"), "nobody states"),
    "sensitivity unstated": (less(laplace.PRIVACY, "g"), "nobody states"),
    "both releases with the same noise": (less(laplace.PRIVACY, "coins"), "independent coins"),
    "one release twice": (
        of(
            laplace.PRIVACY,
            "two",
            rule=composition(
                first=laplace.RELEASE.first,
                second=laplace.RELEASE.first,
                e1=laplace.epsilon / 2,
                e2=laplace.epsilon / 2,
                adjacency="one row",
            ),
        ),
        "independent coins",
    ),
    "epsilon spent in full by each": (
        of(
            laplace.PRIVACY,
            "two",
            rule=composition(
                first=laplace.RELEASE.first,
                second=laplace.RELEASE.second,
                e1=laplace.epsilon / 4,
                e2=laplace.epsilon / 2,
                adjacency="one row",
            ),
        ),
        "hypothesis of composition",
    ),
    "another adjacency": (
        replace(laplace.PRIVACY, statement=replace(laplace.PRIVATE, adjacency="one user")),
        "nobody states",
    ),
    "truth outside the ball": (less(logistic.PRIVATE_LOGISTIC, "truth in the ball"), "nobody states"),
    "features of any norm": (less(logistic.PRIVATE_LOGISTIC, "features"), "nobody states"),
    "no dimension": (less(logistic.PRIVATE_LOGISTIC, "dimension"), "dimension"),
    # indices
    "an induction whose steps start later": (
        Derivation(
            (ROUND >= 5,),
            {"value": Definition(VALUE(ROUND), (8 - ROUND) * ROUND)},
            (
                fact("all", Induction(ROUND), le((8 - ROUND) * ROUND, 0), by=()),
                fact("end", le(VALUE(ROUND), 0), by=("all", "value")),
            ),
            always(le(VALUE(ROUND), 0)),
        ),
        "the domain of an index is its range",
    ),
    "a mean of the later members alone": (
        Derivation(
            (i >= 5, n >= 1),
            {},
            (fact("later", le(5, i), by=()), fact("mean", Averaged(i), by="later")),
            always(le(5, Average(i, i))),
        ),
        "the domain of an index is its range",
    ),
    # events
    "failures add to more than delta": (
        replace(
            TWO,
            facts=(
                *coins.CHAIN,
                *coins.tail("above", 1, coins.TWO, delta),
                *coins.tail("below", -1, coins.TWO, delta / 2),
                TWO.facts[-1],
            ),
        ),
        "failures of the union",
    ),
    "the union over N forgotten": (
        of(
            finite_class.FINITE_CLASS,
            "uniform",
            says=event(
                le(Abs(finite_class.mean_loss(j) - finite_class.R(j)), finite_class.WIDTH),
                failure=delta / finite_class.N,
                every=(j,),
            ),
        ),
        "failures",
    ),
    "each function, used for all": (of(finite_class.FINITE_CLASS, "at hat", by=("each",)), "fixed beforehand"),
    "each function, said of all": (
        of(finite_class.FINITE_CLASS, "uniform", rule=fact("", X <= 1).rule),
        "for each j, not for all",
    ),
    "a union over infinitely many": (
        of(finite_class.FINITE_CLASS, "uniform", rule=ForAll(Index("j", sympy.oo))),
        "no end",
    ),
    "an event used as if it were sure": (
        replace(ONE, facts=(*ONE.facts, fact("sure", le(m - p, coins.ONE), by="above"))),
        "only events say so",
    ),
    "a sure line out of an event, in the chain": (
        of(finite_class.FINITE_CLASS, "minimal", rule=fact("", X <= 1).rule, by=("each",)),
        "only events say so",
    ),
    "t chosen after the data": (of(ONE, "above", rule=Choice(t, Abs(m - p)), says=None), "fixed beforehand"),
    "t of a lemma after the data": (
        replace(
            ONE,
            facts=(*coins.CHAIN, fact("above", chernoff(Y=m, v=1 / (4 * n), mu=p, t=Abs(m - p)), by=("sum", "centre"))),
        ),
        "depends on what is not given",
    ),
    "two facts of one name": (
        replace(
            TWO,
            facts=(
                *coins.CHAIN,
                *coins.tail("above", 1, coins.TWO, delta),
                *coins.tail("above", -1, coins.TWO, delta),
                TWO.facts[-1],
            ),
        ),
        "two facts are called",
    ),
    "an adaptive adversary, and coins taken given the design alone": (
        of(
            logistic.PRIVATE_LOGISTIC,
            "coins' norm",
            rule=noise_norm(
                eta=logistic.coins,
                loss=logistic.LOSS,
                s=logistic.c / 2,
                d=logistic.d,
                lam=logistic.lam,
                failure=delta / 2,
                given=BLIND,
            ),
        ),
        "nobody states",
    ),
    "features that are not fixed": (
        of(
            logistic.PRIVATE_LOGISTIC,
            "labels' norm",
            rule=noise_norm(
                eta=logistic.own,
                loss=logistic.LOSS,
                s=Rational(1, 2),
                d=logistic.d,
                lam=logistic.lam,
                failure=delta / 2,
                given=frozenset(),
            ),
        ),
        "not fixed",
    ),
    "given more than the event says": (
        replace(logistic.PRIVATE_LOGISTIC, statement=replace(logistic.BOUND, given=logistic.SEEN)),
        "says nothing given",
    ),
    "a mean of each member, taken at a member that the data choose": (
        Derivation(
            (n >= 1,),
            {"mean": Assumed(law(MEMBERS(i), "mean", 0), "page 3")},
            (
                fact("each", expectation_of(D=MEMBERS(i), mean=0), by="mean"),
                fact("the largest", Choice(i, LARGEST), by="each"),
            ),
            always(le(Expectation(MEMBERS(LARGEST)), 0)),
        ),
        "is not fixed by what is given",
    ),
    # worlds
    "4 n for n, by choice": (
        ends(
            ONE, fact("more", Choice(n, 4 * n), event(le(m - p, coins.ONE.subs(n, 4 * n)), failure=delta), by="above")
        ),
        "another n is another world",
    ),
    "p/2 for p, by choice": (
        ends(TWO, fact("moved", Choice(p, p / 2), event(le(Abs(m - p / 2), coins.TWO), failure=delta), by="both")),
        "another world",
    ),
    "scale of the noise halved, by choice": (
        ends(
            laplace.ACCURACY,
            fact("moved", Choice(laplace.epsilon, 2 * laplace.epsilon), by="chosen"),
            statement=event(le(Abs(laplace.noise), laplace.WIDTH / 2), failure=delta),
        ),
        "another world",
    ),
    "another quantity of the same name": (
        replace(ONE, statement=event(le(MEDIAN - p, coins.ONE), failure=delta), error=MEDIAN),
        "does not follow",
    ),
    "the run returns another quantity": (replace(ONE, error=MEDIAN), "not about"),
    "t outside its domain": (of(ONE, "above", rule=Choice(t, -coins.ONE), says=None), "domain of t"),
    "h outside its domain": (of(two_coins.TWO_COINS, "chosen", rule=Choice(two_coins.h, 1 / sqrt(n))), "domain of h"),
    "an index outside its range": (
        of(finite_class.FINITE_CLASS, "minimal", rule=Choice(j, finite_class.N + 1)),
        "not shown to be one",
    ),
    "a quantity of another range": (
        of(finite_class.FINITE_CLASS, "at hat", rule=Choice(j, quantity("top", "", (n,), {"data"}, range=n))),
        "not shown to be one",
    ),
    # means
    "a factor per sample taken out of the mean": (
        ends(
            logistic.PRIVATE_LOGISTIC,
            fact("product", le(logistic.z * logistic.dz**2, logistic.z * logistic.dz**2), by=()),
            fact(
                "moved",
                Averaged(logistic.i),
                le(
                    Average(logistic.z * logistic.dz**2, logistic.i),
                    logistic.z * Inner(logistic.Delta, logistic.Delta, logistic.S),
                ),
                by="product",
            ),
            error=None,
        ),
        "does not follow",
    ),
    "convexity as printed, of the remainder": (
        of(
            logistic.PRIVATE_LOGISTIC,
            "curvature",
            says=always(
                le(
                    logistic.gamma * logistic.dz**2,
                    log(1 + exp(logistic.z + logistic.dz)) - log(1 + exp(logistic.z)) - logistic.at_truth * logistic.dz,
                )
            ),
        ),
        "false at",
    ),
    "labels with half their width": (
        replace(
            logistic.PRIVATE_LOGISTIC,
            facts=tuple(
                MISUSED_LABELS if one.name == "labels' norm" else one for one in logistic.PRIVATE_LOGISTIC.facts
            ),
        ),
        "sub-Gaussian",
    ),
    "E[X^2] as E[X]^2": (
        replace(
            ONE,
            facts=(fact("moved", le(Expectation(m) ** 2, Expectation(m**2)), by=()),),
            statement=always(le(Expectation(m) ** 2, Expectation(m**2))),
        ),
        "does not follow",
    ),
    "a gradient paired with the future": (
        of(
            stochastic_descent.STOCHASTIC_DESCENT,
            "paired",
            rule=stochastic_descent.mean_pairing(
                g=stochastic_descent.g(k),
                v=stochastic_descent.x(k + 1),
                mean=stochastic_descent.f.grad(stochastic_descent.x(k)),
                past=stochastic_descent.PAST,
            ),
        ),
        "not determined",
    ),
    "an expectation that need not exist": (
        less(stochastic_descent.STOCHASTIC_DESCENT, "square is integrable"),
        "expectation exists",
    ),
    "half the rate": (
        replace(
            of(
                stochastic_descent.STOCHASTIC_DESCENT,
                "rate",
                says=always(
                    le(
                        stochastic_descent.GAP,
                        stochastic_descent.R * stochastic_descent.G / (2 * sqrt(stochastic_descent.T)),
                    )
                ),
            ),
            statement=always(
                le(
                    stochastic_descent.GAP,
                    stochastic_descent.R * stochastic_descent.G / (2 * sqrt(stochastic_descent.T)),
                )
            ),
        ),
        "does not follow",
    ),
    # rounds and vectors
    "step 3/L": (more(descent.GRADIENT_DESCENT, step=Definition(x(k + 1), x(k) - 3 / L * f.grad(x(k)))), "descent"),
    "half the bound, in the potential": (
        of(descent.GRADIENT_DESCENT, "potential", says=always(le(4 * k * gap(k) + L * far(k), L * far(0)))),
        "step",
    ),
    "a false start": (
        of(descent.GRADIENT_DESCENT, "potential", says=always(le(2 * k * gap(k) + 2 * L * far(k), L * far(0)))),
        "start",
    ),
    "contradictory vectors": (
        of(
            more(descent.GRADIENT_DESCENT, wrong=Granted(always(le(Inner(x(k), x(k)), -1)), "page 3")),
            "progress",
            by=("descent", "tangent", "step", "gap", "far", "far next", "wrong"),
        ),
        "not shown to hold anywhere",
    ),
    "a smooth function without convexity": (less(descent.GRADIENT_DESCENT, "convex"), "nobody states"),
    "tangent of another function": (
        of(descent.GRADIENT_DESCENT, "tangent", rule=descent.convex(f=Function("h"), x=x(k), y=ORIGIN)),
        "nobody states",
    ),
    "a sum beyond its rounds": (
        of(stochastic_descent.STOCHASTIC_DESCENT, "all rounds", rule=Summed(k, -stochastic_descent.T)),
        "end",
    ),
    "a norm without its weight": (
        of(
            logistic.PRIVATE_LOGISTIC,
            "ridge",
            says=always(
                le(
                    logistic.gamma * Norm(logistic.Delta) ** 2,
                    Norm(logistic.noise) * Norm(logistic.Delta) + 2 * logistic.gamma * logistic.lam * logistic.B**2,
                )
            ),
        ),
        "ridge",
    ),
    "no ridge": (
        replace(logistic.PRIVATE_LOGISTIC, domain=tuple(r for r in logistic.DOMAIN if r != (logistic.lam > 0))),
        "positive",
    ),
}


@pytest.mark.parametrize("case", PLANTED)
def test_it_does_not_close_and_the_link_is_named(case):
    derivation, words = PLANTED[case]
    answer = derivation.check(PROVER)
    assert isinstance(answer, Open), f"{case} closes"
    assert words in answer.link


def test_laws_that_no_world_has_close_and_do_not_hold():
    laws = coins.LAWS | {"mean": law(X, "mean", p + 2)}
    bound = event(le(m - p - 2, coins.ONE), failure=delta)
    facts = (
        *coins.CHAIN[:2],
        fact("centre", average_mean(X=X, index=i, mu=p + 2), by="mean"),
        fact("tail", chernoff(Y=m, v=1 / (4 * n), mu=p + 2, t=t), by=("sum", "centre")),
        fact("above", Choice(t, coins.ONE), bound, by="tail"),
    )
    assumed = {label: Assumed(one, "page 1") for label, one in laws.items()}
    answer = replace(ONE, assumptions=assumed, facts=facts, statement=bound).check()
    assert isinstance(answer, Closed)
    assert answer.world is None
    assert not answer.holds
    assert "coins" in answer.lacking


def test_a_line_of_the_proof_that_is_granted_does_not_hold_without_its_place():
    line = always(le(2 * gap(k + 1), L * (far(k) - far(k + 1))))
    for place, holds in (("", False), ("the descent lemma, page 4", True)):
        granted = of(more(descent.GRADIENT_DESCENT, line=Granted(line, place)), "progress", by=("line",))
        answer = granted.check()
        assert isinstance(answer, Closed)
        assert answer.granted == {"line": place}
        assert answer.holds is holds


def test_the_world_of_another_study_does_not_do():
    answer = replace(ONE, worlds=(World("dice", (law(X, "bounded", 0, 6),)),)).check()
    assert isinstance(answer, Closed)
    assert not answer.holds
