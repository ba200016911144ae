"""False versions of true derivations: with none of a line or of a citation does one stand that is not itself proved."""

import pytest
from sympy import log, symbols

from boundcheck.calculus.examples.hoeffding import ONE_SIDE
from boundcheck.calculus.examples.laplace import ACCURACY, PRIVACY
from boundcheck.calculus.sabotage import expressions, sabotage

x, y = symbols("x y", real=True)


@pytest.mark.parametrize("derivation", [ONE_SIDE, ACCURACY, PRIVACY], ids=["one side", "accuracy", "privacy"])
def test_every_false_line_and_every_missing_citation_breaks_it(derivation):
    found = sabotage(derivation)
    assert found.standing("statement", "line", "citation", "dropped") == ()
    assert sum(found.counts()["citation"].values()) == found.counts()["citation"]["breaks"] > 0


def test_what_a_derivation_rests_on_it_cannot_test():
    """A lemma that says more than is true carries the derivation as well as the true one: it is tested where it stands."""
    assert sabotage(ONE_SIDE).standing("lemma")


def test_an_open_derivation_has_no_false_versions():
    from dataclasses import replace

    with pytest.raises(ValueError, match="only a closed derivation"):
        sabotage(replace(ONE_SIDE, facts=ONE_SIDE.facts[:-1]))


def test_each_version_is_another_expression():
    found = list(expressions(x**2 + 3 * log(y)))
    words = [said for said, _ in found]
    assert {"3 * 21/20", "without x**2", "exponent of x**2", "the whole * 21/20"} <= set(words)
    assert len({changed for _, changed in found} | {x**2 + 3 * log(y)}) == len(found) + 1
