"""An assumption is written once: the steps that need it name it, and the claim reads off which they are."""

import pytest
import sympy

from boundcheck.claims import Assumption, Claim, Identity, Malformed, Step

x = sympy.Symbol("x", real=True)
BALL, COINS, FINITE = (Assumption(label, f"{label} in words") for label in ("ball", "coins", "finite"))


def step(label, *assumptions):
    return Step(label, "line 1", Identity(x, x)).assuming(*assumptions)


def test_the_steps_that_need_an_assumption_are_read_off_in_the_order_of_first_use():
    claim = Claim(steps=(step("one", COINS), step("two"), step("three", BALL, COINS)))
    assert list(claim.assumed.items()) == [(COINS, ("one", "three")), (BALL, ("three",))]


def test_what_no_step_needs_is_listed_and_a_list_gives_the_order():
    claim = Claim(assumptions=(FINITE, BALL), steps=(step("one", COINS), step("two", BALL)))
    assert list(claim.assumed.items()) == [(FINITE, ()), (BALL, ("two",)), (COINS, ("one",))]


def test_one_needs_no_tuple_and_a_shared_line_gets_more():
    one = Step("one", "line 1", Identity(x, x), assumes=BALL)
    assert one.assumes == (BALL,)
    assert one.assuming(COINS).assumes == (BALL, COINS)
    assert one.assumes == (BALL,)
    assert Claim(assumptions=FINITE).assumptions == (FINITE,)


@pytest.mark.parametrize("given", ["ball", ("ball",), None, (BALL, "coins")])
def test_a_label_is_no_assumption(given):
    with pytest.raises(Malformed, match="assumes"):
        Step("one", "line 1", Identity(x, x), assumes=given)
