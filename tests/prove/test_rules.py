"""Each rule against false sequents: whatever its parameters, what it leaves must not be provable."""

import os
import random

import pytest
from corpus import CASES
from random_statements import statement
from sympy import Add, Equivalent, Rational, S, Symbol, exp, log, sqrt

from boundcheck.prove import Refuted, prove
from boundcheck.prove.kernel import rules
from boundcheck.prove.kernel.reading import reading
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.prove.kernel.sequent import Atom, Sequent
from boundcheck.prove.search.portfolio import Search
from boundcheck.symbolic import encode

pytestmark = pytest.mark.slow

x, y = Symbol("x", real=True), Symbol("y", real=True)
FALSE_AT_RANDOM = int(os.environ.get("BOUNDCHECK_RULES", "12"))


def false_sequents():
    """Yield claims that fail somewhere in their domain, both sides defined everywhere in it."""
    rng = random.Random(4)
    plain = [c for c in CASES if not c.truth and not isinstance(c.goal, Equivalent)]
    for case in rng.sample(plain, 16):
        yield reading(case.goal, case.given).sequents[-1]
    found, seed = 0, 0
    while found < FALSE_AT_RANDOM:
        goal = statement(seed)
        seed += 1
        try:
            answer = prove(goal, seconds=0.05)
        except ValueError:
            continue
        if isinstance(answer, Refuted):
            found += 1
            yield reading(goal).sequents[-1]


def nodes(sequent, rng):
    """Yield every rule with parameters, sensible and silly."""
    for rule in ("given", "cases", "clear", "sides", "contradiction", "substitute", "tidy"):
        yield {"rule": rule}
    for variant in rules.Z3_VARIANTS:
        yield {"rule": "polynomial", "variant": variant, "rlimit": 60_000}
    yield from ({"rule": "apart", "sign": sign} for sign in (1, -1))
    yield from ({"rule": "factor", "index": i} for i in range(3))
    symbols = sorted(sequent.claim.expr.free_symbols, key=str)
    names = [s.name for s in symbols]
    for tree in ("+", "0++", "00+++", "1++"):
        yield {"rule": "balls", "names": names, "tree": tree}
    for s in symbols:
        others = [o for o in symbols if o != s]
        yield {"rule": "split", "var": encode(s), "at": encode(Rational(rng.randint(-3, 3), 2))}
        yield {"rule": "sign", "on": encode(s)}
        for at in rng.sample([S.Zero, S.One, -S.One, S.Half, Rational(5), *others, *(1 - o for o in others)], 3):
            yield {"rule": "monotone", "var": encode(s), "at": encode(at)}
            yield {"rule": "monotone", "var": encode(s), "at": encode(at), "strict": True}
        yield {"rule": "concave", "var": encode(s), "low": encode(S.Zero), "high": encode(S.One)}
        yield {"rule": "concave", "var": encode(s), "low": encode(-S.One), "high": encode(Rational(2))}
        yield from ({"rule": "scale", "by": encode(by)} for by in (s, exp(s), 1 + s**2, s**2, sqrt(s), exp(-s) - 1))
    terms = Add.make_args(sequent.claim.expr)
    for _ in range(2):
        chosen = [t for t in terms if rng.random() < 0.5]
        left, right = Add(*chosen), Add(*(-t for t in terms if t not in chosen))
        yield from ({"rule": rule, "left": encode(left), "right": encode(right)} for rule in ("square", "logarithm"))


def provable(sequent):
    """Return whether a short search proves a sequent."""
    search = Search(sequent, 0.1)
    return not search.floats.implausible(sequent) and search.run() is not None


@pytest.mark.parametrize("i", range(16 + FALSE_AT_RANDOM))
def test_no_rule_proves_something_false(i):
    global sequents
    sequents = globals().get("sequents") or list(false_sequents())
    sequent, rng = sequents[i], random.Random(i)
    assert not provable(sequent)
    for node in nodes(sequent, rng):
        try:
            goals = rules.apply(sequent, dict(node))
        except Inapplicable:
            continue
        assert not all(provable(goal) for goal in goals), (str(sequent), node, [str(g) for g in goals])


def false(claim, relation, *given):
    """Return a sequent over the hypotheses."""
    return Sequent(tuple(Atom(*g) for g in given), Atom(claim, relation))


@pytest.mark.parametrize(
    ("sequent", "node"),
    [
        # the jump of 1/x between the point and x
        (false(1 / x + 5, ">=", (x, "!=")), {"rule": "monotone", "var": encode(x), "at": encode(S.One)}),
        # the point lies outside the domain, where log has no value
        (false(log(x) + 9, ">=", (x, ">")), {"rule": "monotone", "var": encode(x), "at": encode(S.Zero)}),
        # the slope is 0 only on the line x = y
        (false((x - y) * (2 - x), ">="), {"rule": "monotone", "var": encode(x), "at": encode(y)}),
        # concave, but only one end is good
        (
            false(x * (1 - x), ">=", (x, ">="), (3 - x, ">=")),
            {"rule": "concave", "var": encode(x), "low": encode(S.Zero), "high": encode(Rational(3))},
        ),
        # concave between 0 and 1, but x is not confined to it
        (false(x * (1 - x), ">="), {"rule": "concave", "var": encode(x), "low": encode(S.Zero), "high": encode(S.One)}),
        # squares forget signs
        (false(x - y, ">="), {"rule": "square", "left": encode(x), "right": encode(y)}),
        # logarithms of sides that may be negative
        (
            false(x - y, ">=", (x**2 - y**2, ">="), (y**2, ">")),
            {"rule": "logarithm", "left": encode(x), "right": encode(y)},
        ),
        # division by something that may be negative
        (false(x, ">="), {"rule": "scale", "by": encode(x)}),
        # a union of two intervals is no interval
        (false(x - 1, ">=", (x**2 - 4, ">=")), {"rule": "monotone", "var": encode(x), "at": encode(Rational(2))}),
    ],
    ids=range(9),
)
def test_a_careless_version_of_a_rule_would_prove_this(sequent, node):
    try:
        goals = rules.apply(sequent, dict(node))
    except Inapplicable:
        return
    assert not all(Search(goal, 1).run() for goal in goals)


@pytest.mark.parametrize("relation", ["==", ">", ">=", "!="])
def test_balls_close_nothing_that_touches_zero_or_is_an_equality(relation):
    touching = Sequent((Atom(x, ">="), Atom(1 - x, ">=")), Atom(x * (x - S.Half) ** 2, relation))
    for tree in ("+", "0++", "00++0++"):
        with pytest.raises(Inapplicable):
            rules.apply(touching, {"rule": "balls", "names": ["x"], "tree": tree})
    away = Sequent((Atom(x, ">="), Atom(1 - x, ">=")), Atom(x + 1, relation))
    if relation == "==":
        with pytest.raises(Inapplicable):
            rules.apply(away, {"rule": "balls", "names": ["x"], "tree": "+"})
    else:
        assert rules.apply(away, {"rule": "balls", "names": ["x"], "tree": "+"}) == []


def test_boxes_must_cover():
    sequent = Sequent((Atom(x, ">="), Atom(1 - x, ">=")), Atom(x + 1, ">"))
    for tree in ("0+", "", "0", "+" * 3, "00++", "7++"):
        with pytest.raises(Inapplicable):
            rules.apply(sequent, {"rule": "balls", "names": ["x"], "tree": tree})
