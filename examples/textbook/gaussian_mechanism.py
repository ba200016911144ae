"""The Gaussian mechanism's privacy at every epsilon, with the least deviation that its Renyi level allows."""

from sympy import Rational, log, sqrt, symbols

from boundcheck.calculus import Assumed, Derivation, Private, World, fact, law, le, quantity
from boundcheck.claims import AccountedGuarantee, Claim, Letter
from boundcheck.lemmas.privacy import Noisy, gaussian_mechanism
from boundcheck.privacy import USER_ADDED_OR_REMOVED, Composition, Gaussian

epsilon, delta, sensitivity = symbols("epsilon delta Delta", real=True)
WHO = str(USER_ADDED_OR_REMOVED)
noise = quantity("noise", "what is added to the query", (sensitivity, epsilon, delta), {"noise"})
LEAST = (sqrt(2 * log(1 / delta)) + sqrt(2 * log(1 / delta) + 2 * epsilon)) / (2 * epsilon)
DEVIATION = sensitivity * LEAST


def release(epsilon, delta, Delta, share=1):
    """A query with this share of the noise; the accountant wants the deviation over the sensitivity."""
    least = (sqrt(2 * log(1 / delta)) + sqrt(2 * log(1 / delta) + 2 * epsilon)) / (2 * epsilon)
    return Composition(((Gaussian(Rational(int(1000 * share * least) + 1, 1000), 1), 1),)), USER_ADDED_OR_REMOVED


def half(epsilon, delta, Delta):
    return release(epsilon, delta, Delta, Rational(1, 2))


def no_logarithm(epsilon, delta, Delta):
    return Composition(((Gaussian(1 / epsilon, 1), 1),)), USER_ADDED_OR_REMOVED


def claim(level=epsilon, deviation=DEVIATION, laws=("query", "noise"), mechanism=release):
    """The claim of this level for noise of this deviation."""
    every = {"query": law("f", "sensitivity", sensitivity, WHO), "noise": law(noise, "normal", deviation**2)}
    held = {label: every[label] for label in laws}
    rule = gaussian_mechanism(query="f", noise=noise, sensitivity=sensitivity, sigma=deviation, delta=delta, adjacency=WHO)
    share = sensitivity / deviation
    statement = Private(Noisy("f", noise), level, delta, WHO)
    derivation = Derivation(
        domain=(),
        assumptions={label: Assumed(one, "the method") for label, one in held.items()},
        facts=(
            fact("level", le(share**2 / 2 + share * sqrt(2 * log(1 / delta)), level), by=()),
            fact("private", rule, statement, by=("query", "noise", "level")),
        ),
        statement=statement,
        worlds=(World("normal noise", tuple(held.values()), mechanism),),
        measured=mechanism,
    )
    points = {
        f"epsilon = {e}": {"epsilon": e, "delta": Rational(1, 10**5), "Delta": Rational(1)}
        for e in (Rational(1, 2), Rational(4))
    }
    return Claim(
        words=r"A number that one user moves by at most $\Delta$, released with normal noise",
        displays={"": (r"\text{private at } {}", level)},
        letters=(
            Letter(epsilon, "privacy", epsilon > 0, (0.1, 4)),
            Letter(delta, "failure", (delta > 0, delta < 1), (0.001, 0.1)),
            Letter(sensitivity, "sensitivity", sensitivity > 0, (0.1, 10)),
        ),
        parts={"privacy": AccountedGuarantee(level, delta, mechanism, points)},
        derivations={"privacy": derivation},
    )


CLAIM = claim()
TWINS = {
    "half the level": claim(level=epsilon / 2),
    "the root of epsilon": claim(level=sqrt(epsilon)),
    "half the noise": claim(deviation=DEVIATION / 2, mechanism=half),
    "no logarithm": claim(deviation=sensitivity / epsilon, mechanism=no_logarithm),
    "a query of any sensitivity": claim(laws=("noise",), mechanism=half),
}
