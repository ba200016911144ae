"""A bound is its named terms: their sum is what is tested, and the pairs are what is looked at one by one."""

import pytest
import sympy

from boundcheck.claims import HighProbabilityBound, Scaling, each, total
from boundcheck.claims.fields import Malformed

n, d, delta = sympy.symbols("n d delta", real=True)
RATE = {"noise": sympy.sqrt(d / n), "rest": 1 / n}
EXPLICIT = {"noise": 3 * sympy.sqrt(d / n), "rest": 2 / n}


def bound(printed, explicit):
    return HighProbabilityBound(printed, explicit, 3, 1, delta, ())


def test_both_sides_are_the_sums_of_their_terms():
    made = bound(RATE, EXPLICIT)
    assert (made.printed, made.explicit) == (sympy.sqrt(d / n) + 1 / n, 3 * sympy.sqrt(d / n) + 2 / n)
    assert made.terms == {"noise": (EXPLICIT["noise"], RATE["noise"]), "rest": (EXPLICIT["rest"], RATE["rest"])}
    assert Scaling(RATE, EXPLICIT, 1, delta, ()).printed == made.printed


@pytest.mark.parametrize(
    ("explicit", "said"), [({"noise": 1 / n}, "noise against noise, rest"), (3 / n, "no names against noise")]
)
def test_a_term_without_its_partner_is_refused(explicit, said):
    with pytest.raises(Malformed, match=said):
        bound(RATE, explicit)


def test_a_composition_keeps_its_terms_and_the_factor_in_front():
    doubled = each(lambda term: 2 * sympy.sqrt(d) * term, RATE)
    assert total(doubled) == 2 * sympy.sqrt(d) * total(RATE)
    assert total(doubled).is_Mul
    assert doubled["rest"] == 2 * sympy.sqrt(d) / n


def test_a_composition_that_is_not_linear_is_refused():
    with pytest.raises(Malformed, match="sum to"):
        bound(RATE, each(lambda term: term**2, RATE))


def test_a_term_that_is_replaced_leaves_the_whole_to_be_added_up():
    assert total(each(lambda term: 2 * term, RATE) | {"rest": d}) == 2 * sympy.sqrt(d / n) + d
