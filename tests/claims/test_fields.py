"""A word refuses what no check could use, where it is written; what can be made exact is."""

import math
import pickle
import re
from fractions import Fraction

import numpy as np
import pytest
import sympy
from sympy import E, Integer, Rational, Symbol, pi, sqrt

from boundcheck.claims import (
    Claim,
    ExpectationBound,
    HighProbabilityBound,
    Identity,
    Inequality,
    Letter,
    Malformed,
    PrivacyGuarantee,
    Regime,
    ReportedTable,
    Simulation,
    Step,
)
from boundcheck.claims.values import exact_words
from boundcheck.papers.unified import lemma_h_2

x, n = sympy.symbols("x n", real=True)


def errors(rng, repeats, **point):
    return rng.random(repeats)


LAW = {0: (x, 1 - x), 1: (1 - x, x)}
REGIME = Regime("only", Simulation(errors), {"n": 4})


@pytest.mark.parametrize(
    "value", [1.5, 0.1, 0.05, 1 / 3, -2.5, 3.0, 1e-6, 0.1234567, 2 / 7, math.pi, 2 * math.pi, math.e, math.sqrt(2),
              -math.sqrt(0.5), 1e300, 5e-324, 0.30000000000000004]
)  # fmt: skip
def test_what_to_write_for_a_decimal_is_that_number(value):
    written = eval(exact_words(value), {"Rational": Rational, "pi": pi, "E": E, "sqrt": sqrt})
    assert float(written) == pytest.approx(value, rel=4e-15)
    assert not isinstance(written, float)


@pytest.mark.parametrize(
    ("given", "kept"), [(1, Integer(1)), (np.int64(2), Integer(2)), (Fraction(1, 3), Rational(1, 3)), (x, x)]
)
def test_whole_numbers_and_fractions_become_exact(given, kept):
    side = Inequality(given, x).lhs
    assert side == kept
    assert isinstance(side, sympy.Expr)


def test_a_list_becomes_a_tuple_and_a_point_the_numbers_that_a_simulation_computes_with():
    bound = HighProbabilityBound.of(1, failure=Symbol("delta"), trivial=1, regimes=[REGIME])
    assert bound.regimes == (REGIME,)
    point = Regime("r", Simulation(errors), {n: Integer(5), "delta": Rational(1, 20), "m": np.float64(2)}).point
    assert point == {"n": 5, "delta": 0.05, "m": 2.0}
    assert [type(value) for value in point.values()] == [int, float, float]


MALFORMED = {
    "a boolean": lambda: Inequality(True, x),
    "text": lambda: Identity("x", x),
    "no number": lambda: Identity(sympy.nan, x),
    "a float": lambda: ExpectationBound(0.5, 1, (REGIME,)),
    "a set": lambda: Inequality(x, 1, (sympy.Contains(x, sympy.S.Reals),)),
    "either or": lambda: Inequality(x, 1, (sympy.Or(x > 1, x < 0),)),
    "a statement as condition": lambda: Inequality(x, 1, (Inequality(x, 2),)),
    "a class": lambda: Regime("r", Simulation, {}),
    "not a number": lambda: Regime("r", Simulation(errors), {"n": math.nan}),
    "a word that is taken": lambda: Regime("r", Simulation(errors), {"rng": 1}),
    "two of a name": lambda: ExpectationBound(1, 2, (REGIME, REGIME)),
    "a range": lambda: Letter(n, "n", n >= 1, (10, 1)),
    "half a range": lambda: Letter(n, "n", n >= 1, (10,)),
    "no law": lambda: PrivacyGuarantee({0: (x, 1 - x)}, ((0, 1),), x, 0),
    "uneven laws": lambda: PrivacyGuarantee({0: (x, 1 - x), 1: (1,)}, ((0, 1),), x, 0),
    "a delta above 1": lambda: PrivacyGuarantee(LAW, ((0, 1),), x, 2),
    "a delta below 0": lambda: PrivacyGuarantee(LAW, ((0, 1),), x, Rational(-1, 10)),
    "an epsilon below 0": lambda: PrivacyGuarantee(LAW, ((0, 1),), -1, 0),
    "a single run": lambda: ReportedTable((("a", 1, 1, 1, 1),), 1),
    "repetitions without a name": lambda: ReportedTable((("a", 1, 1, 1, 1),), 5, " "),
    "a short row": lambda: ReportedTable((("a", 1, 1, 1),), 5),
    "no statement": lambda: Step("a", "b", x),
}


@pytest.mark.parametrize("make", MALFORMED.values(), ids=MALFORMED)
def test_what_no_check_could_use_is_refused(make):
    with pytest.raises(Malformed, match=r"^\w+( '\w+')?, \w+: .+"):
        make()


def test_a_refusal_survives_another_process():
    with pytest.raises(Malformed) as caught:
        Step("a", "b", x)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.word, again.field) == (str(caught.value), "Step", "statement")


def test_the_domain_of_a_parameter_speaks_of_its_symbol():
    m = Symbol("m", positive=True)
    parameter = Letter(m, "size", m >= 2, (2, 9))
    assert parameter.domain == (parameter.symbol >= 2,)
    assert not parameter.symbol.is_positive


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ((x, 2), "delta: must satisfy 0 <= delta <= 1, got 2; write 0"),
        ((-1, 0), "epsilon: must satisfy epsilon >= 0, got -1"),
    ],
)
def test_a_privacy_level_that_is_none_is_told_its_rule(level, said):
    with pytest.raises(Malformed, match=re.escape(said)):
        PrivacyGuarantee(LAW, ((0, 1),), *level, adjacency="one record replaced")
    assert PrivacyGuarantee(LAW, ((0, 1),), 0, 1, adjacency="one record replaced").delta == 1


def test_a_guarantee_without_its_neighbours_is_refused():
    with pytest.raises(Malformed, match="adjacency: is empty; say whose data differs between neighbours, and how"):
        PrivacyGuarantee(LAW, ((0, 1),), 1, 0)


@pytest.mark.parametrize(
    ("neighbours", "words"),
    [
        (((0, 1), (1, 0)), r"neighbours: 2 is compared with nobody"),
        (((0, 0), (1, 2)), r"neighbours: \(0, 0\) is no pair of two inputs"),
    ],
)
def test_every_input_is_compared_with_another(neighbours, words):
    with pytest.raises(Malformed, match=words):
        PrivacyGuarantee(LAW | {2: (Integer(1), Integer(0))}, neighbours, 1, 0, adjacency="one record replaced")


def test_an_empty_domain_is_named_as_such():
    with pytest.raises(Malformed, match=r"domain: no number satisfies x > 1 and x < 0"):
        Letter(x, "x", (x > 1, x < 0), (0.001, 0.1))
    with pytest.raises(Malformed, match=r"typical: 0.5 does not satisfy x > 1"):
        Letter(x, "x", (x > 1, x < 3), (0.5, 2))


@pytest.mark.parametrize(
    ("assumed", "fields", "said"),
    [
        ({"positive": True}, {"domain": x > -5}, "assumes x positive"),  # -x <= x would hold on the stated domain
        ({"positive": True}, {"domain": x >= 0}, "assumes x positive"),
        ({"nonnegative": True}, {"domain": x**2 > 1}, "assumes x nonnegative"),
        ({"integer": True}, {"domain": x >= 1}, "assumes x integer"),
        ({"positive": True}, {"domain": (x > 0, x < 3)}, None),
        ({"positive": True, "integer": True}, {"domain": x >= 1, "integer": True}, None),
        ({"real": True}, {"domain": x > -5}, None),
        ({"positive": True}, {}, None),  # nothing else is said of it
    ],
)
@pytest.mark.parametrize("place", ["part", "step", "condition"])
def test_a_formula_assumes_no_more_of_a_letter_than_is_declared(assumed, fields, said, place):
    letter = Letter(x, "x", **fields, **({"typical": (2, 2.5)} if fields else {}))
    narrow = Symbol("x", **assumed)
    told = Inequality(narrow, narrow + 1) if place != "condition" else Inequality(1, n, (n >= narrow**2 + 1,))
    both = {"parts": {"p": {"literal": told}}} if place == "part" else {"steps": (Step("s", "line 1", told),)}
    if said is None:
        assert Claim(letters=(letter,), **both)
        return
    with pytest.raises(Malformed, match=said):
        Claim(letters=(letter,), **both)


@pytest.mark.parametrize("name", ["", " ", "1", "+", "x\ny", "x\x1b[31m", "x\u202ey", "x" * 81])
def test_a_letter_has_a_name_that_can_be_shown(name):
    letter = Symbol(name, real=True)
    for make in (lambda: Inequality(letter, 1), lambda: Inequality(x, 1, (letter > 0,)), lambda: parameter(letter)):
        with pytest.raises(Malformed, match="a letter is called") as refused:
            make()
        assert str(refused.value).isprintable()


def parameter(letter):
    return Letter(letter, "meaning", letter > 0, (1, 2))


@pytest.mark.parametrize(
    "name", ["x", "x_1", "B'", "lambda'", "\\delta", "\N{GREEK SMALL LETTER DELTA}", "_k", "x_{10}"]
)
def test_names_of_letters_as_they_are_written(name):
    assert Inequality(Symbol(name, real=True), 1)


def test_an_indexed_letter_is_a_letter():
    i = Symbol("i", integer=True)
    assert Inequality(sympy.IndexedBase("x")[i], 1)


@pytest.mark.parametrize(("text", "said"), [("a\x1b[2J", "control character"), ("w" * 20_001, "too long for a report")])
def test_a_text_can_be_shown(text, said):
    with pytest.raises(Malformed, match=said):
        Step("label", text, Inequality(x, x + 1))


def test_results_that_are_used_may_be_given_as_their_modules():
    assert Claim(uses=(lemma_h_2, "unified/claim_e_1")).uses == ("unified/lemma_h_2", "unified/claim_e_1")
    with pytest.raises(Malformed, match="uses"):
        Claim(uses="unified/lemma_h_2")
    with pytest.raises(Malformed, match="uses"):
        Claim(uses=(3,))
