r"""Theorems 3.5 and 3.7 put to the test: real policies at the beta of the bound, false versions each with a beta of its own."""

from sympy import Integer, Le, Rational, exp, sqrt

from boundcheck.claims import Bench, Lab, each, total
from boundcheck.symbolic import number

from ..notation import C_EPSILON, LETTERS, alpha, c_epsilon, coverage, epsilon, n, range_bound, reward_bound
from ..quantities import META, root_error
from .alignment import Alignment

# Under LTC the bound is stated where it can be below the trivial one.
SMALL: dict[str, tuple] = {"ctl": (), "ltc": (Le(alpha * C_EPSILON, 1),), "central": ()}
PLAIN = {"members": 2, "zeta": 0.05, "alpha": 0.0, "epsilon": 1.0, "reward_bound": 0.25, "range_bound": 0.25, "coverage": 2.0}


def logit_error(order, *, slope=None, span=range_bound / reward_bound, **terms):
    """V/R times a bound of err_stat, from the root of the error of probabilities; `terms` change those of the root."""
    return _of_logits(total({**root_error(order), **terms}), slope, span)


def _of_logits(error, slope, span=range_bound / reward_bound):
    """The error of logits that one of probabilities gives; the slope is that of Lemma C.3 where none is named."""
    return span * (2 * (1 + reward_bound) * exp(reward_bound) if slope is None else slope) * error


def gap_terms(order, slope):
    """The gap that corruption and noise, and in the central model the mechanism, leave at the printed beta."""
    return each(gap_bound, each(lambda term: _of_logits(term, slope), root_error(order)))


def gap_bound(error, cover=coverage):
    """The meta theorem at the printed beta, with the bound of the error in place of the error."""
    return META * sqrt(cover) * error


def beta_of(error, cover=coverage):
    """The printed beta."""
    return sqrt(2 / cover) * error


def bench(error, cover=coverage):
    """Points with the beta that goes with a bound of the error."""
    beta = beta_of(error, cover).xreplace(LETTERS.definitions)
    return Bench(LETTERS, PLAIN, complete=lambda run, **point: {"beta": float(number(beta, point))})


def regimes(order, error):
    """Where the bound must hold: noise, corruption, rare best action, steep logits, a lure, strong privacy."""
    at = bench(error).regime
    return (
        at("noise", Alignment(order), n=1e10, biting=True),
        at("bias", Alignment(order, "bias"), n=1e10, coverage=100.0, biting=True),
        at("corruption", Alignment(order, "bias"), n=1e13, epsilon=2.0, alpha=1e-4, biting=True),
        at("rare", Alignment(order), n=1e11, coverage=100.0, biting=True),
        at("steep", Alignment(order, "far"), n=1e15, reward_bound=4.0, range_bound=4.0, coverage=4.0, biting=True),
        at("lure", Alignment(order, "lure"), n=1e12, reward_bound=1.0, range_bound=20.0),
        at("private", Alignment(order), n=1e13, epsilon=0.05, biting=True),
    )


def sweeps(order):
    """One parameter moved, at the printed beta.

    In "flip" the gap is that of the wrong policy, whatever beta is; in "bias" it is what beta costs, and beta follows the
    printed factor; in "far" the logits are large.
    """
    slope = 2 * exp(2 * reward_bound)
    error = logit_error(order, slope=slope)
    noise, corrupt = {"n": 1e13}, {"n": 1e15, "epsilon": 2.0, "alpha": 1e-5, "reward_bound": 0.1, "range_bound": 0.1}
    steep = {"n": 1e18, "coverage": 1e4}

    def along(letter, kind, point, *, error=error, follow=None, **more):
        beta = beta_of(error).xreplace(LETTERS.definitions)
        return Bench(LETTERS, PLAIN).sweep(letter, Alignment(order, kind), follow={"beta": beta, **(follow or {})}, **more, **point)

    return (
        along(n, "flip", noise),
        along(epsilon, "flip", noise),
        along(alpha, "flip", corrupt, note=r"$\alpha$ itself is what is seen"),
        along(reward_bound, "far", steep, name="$e^R$", note="one power of $e^R$ is what is seen",
            error=logit_error(order, slope=slope, span=Integer(1)), follow={"range_bound": reward_bound}),
        along(coverage, "flip", noise, name="C"),
        along(coverage, "bias", noise, name=r"C (through $\beta$)", note=r"through $\beta$"),
        along(range_bound, "bias", noise, name=r"V/R (through $\beta$)", note=r"through $\beta$, which has the factor"),
        along(range_bound, "lure", {**noise, "n": 1e18, "reward_bound": 1.0}, name="V/R (at a lured policy)", over=(16, 1024),
            note=r"at a $\beta$ with the factor a lure costs no more for a larger $V$; without the factor it does (the false version 'no range')"),
    )  # fmt: skip


def probes(order, error):
    """Where one term of the bound matters most."""
    corrupt = {"n": 1e13, "epsilon": 2.0, "alpha": 1e-3, "reward_bound": 0.1, "range_bound": 0.1}
    late = {"n": 1e15, "epsilon": 1e-2, "alpha": 1e-4, "reward_bound": 0.1, "range_bound": 0.1}
    at = bench(error).regime
    return (
        at("bad labels", Alignment(order), **corrupt),
        at("hardly covered", Alignment(order), n=1e15, coverage=1e10, reward_bound=0.5, range_bound=0.5),
        at("very steep", Alignment(order, "far"), n=1e15, reward_bound=8.0, range_bound=8.0, coverage=1e7),
        at("very private", Alignment(order), n=1e15, epsilon=1e-7 if order == "central" else 2e-4),
        *([at("late corruption", Alignment(order), **late)] if order == "ltc" else []),
    )


def _false(name, words, order, error, kind="flip", *, cover=coverage, **values):
    """A false version: a smaller bound, with the beta that it would choose."""
    return bench(error, cover).false(name, words, Alignment(order, kind), gap_bound(error, cover), **values)


def mutants(order, slope=None):
    """False versions; each has a point at which the term that it misses is the larger one."""
    held = root_error(order)

    def error(**changes):
        return logit_error(order, **{"slope": slope, **changes})

    corrupt = {"n": 1e13, "epsilon": 2.0, "alpha": 1e-3, "reward_bound": 0.1, "range_bound": 0.1}
    slow = {name: term / sqrt(n) for name, term in held.items() if name != "corruption"}
    true = bench(error())
    rows = (
        _false("1/n for root", "noise at the rate $1/n$", order, error(**slow), n=1e10),
        _false("no corruption", "bad labels cost nothing", order, error(corruption=Integer(0)), **corrupt),
        _false(r"$\alpha$ squared", r"$\alpha$ squared in the gap", order, error(corruption=held["corruption"] * alpha), **corrupt),
        _false("no coverage", "the comparator's coefficient is left out", order, error(), cover=Integer(1), n=1e13, coverage=1e5),
        _false("fourth root of coverage", "the root of the root of the coefficient", order, error(), cover=sqrt(coverage),
            n=1e15, coverage=1e10, reward_bound=0.5, range_bound=0.5),
        _false("no exponential", "probabilities are as good as rewards", order, error(slope=2 * (1 + reward_bound)), "far",
            n=1e15, reward_bound=8.0, range_bound=8.0, coverage=1e7),
        _false("no range", "the factor $V/R$ is left out", order, error(span=Integer(1)), "lure", n=1e13, reward_bound=1.0, range_bound=1e6),
        true.false("labels turned", "the likelihood of the opposite labels", Alignment(order, "flip", "turned"), n=1e13, scale=1e3),
        true.false("no pessimism", "the policies of DPO, without the linear term", Alignment(order, "lure", "without chi-square"),
            n=1e13, reward_bound=1.0, range_bound=20.0),
    )  # fmt: skip
    return (*rows, *(_central(held, error) if order == "central" else _local(order, held, error)))


def _central(held, error):
    """False versions of the mechanism's price."""
    private = {"n": 1e13, "epsilon": 1e-4}
    return (
        _false("privacy is free", "no price of the mechanism", "central", error(mechanism=Integer(0)), **private),
        _false(r"fourth root of $\varepsilon$", r"$\varepsilon^{-1/4}$", "central", error(mechanism=held["mechanism"] * epsilon ** Rational(1, 4)), n=1e15, epsilon=1e-7),
    )  # fmt: skip


def _local(order, held, error):
    """False versions of the price of randomized response."""
    private = {"n": 1e15, "epsilon": 2e-4}
    rows = (
        _false("c dropped", "privacy costs nothing", order, error(noise=held["noise"] / c_epsilon), n=1e15, epsilon=1e-2),
        _false("root of c", r"$\sqrt{c(\varepsilon)}$", order, error(noise=held["noise"] / sqrt(c_epsilon)), **private),
        _false(r"$\varepsilon$ for c", "privacy helps", order, error(noise=held["noise"] / c_epsilon * epsilon), n=1e13, epsilon=0.05),
        bench(error()).false("labels at face value", r"the factor $c(\varepsilon)$ is left out of the loss",
            Alignment(order, "shrunk", "face value"), n=1e10, epsilon=0.1, coverage=30.0),
    )  # fmt: skip
    if order == "ltc":
        late = {"n": 1e15, "epsilon": 1e-2, "alpha": 1e-4, "reward_bound": 0.1, "range_bound": 0.1}
        return (*rows, _false("CTL bound for LTC", r"a shift of $\alpha$, not of $c(\varepsilon) \alpha$", order, error(corruption=4 * alpha), **late))
    return rows


def lab(order, slope):
    """All of it for an order, where the bound has this slope from probabilities to logits."""
    error = logit_error(order, slope=slope)
    return Lab(regimes(order, error), probes(order, error), mutants(order, slope), sweeps=sweeps(order))
