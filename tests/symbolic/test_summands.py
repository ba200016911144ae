"""The terms of a printed bound, with their names where it has them."""

from sympy import sqrt, symbols

from boundcheck.symbolic.summands import named_addends

a, b, c = symbols("a b c", positive=True)


def test_terms_have_the_order_and_the_names_of_the_page():
    terms = {"noise": c * sqrt(b), "ridge": c * a}
    assert named_addends(c * (a + sqrt(b)), terms) == (("noise", c * sqrt(b)), ("ridge", a * c))


def test_terms_of_another_bound_name_nothing():
    found = named_addends(a + b, {"noise": a, "ridge": c})
    assert [name for name, _ in found] == ["", ""]
    assert {term for _, term in found} == {a, b}
