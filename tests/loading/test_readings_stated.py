"""A part under several readings has the literal one among them, and is refused otherwise."""

import sympy

from boundcheck.claims import Claim, Inequality, Reading
from boundcheck.loading.form import complaints

x = sympy.Symbol("x", real=True)
LINE = Inequality(x, x + 1)


def said(part, *names):
    readings = tuple(Reading(name, name, repair=name != "literal") for name in names)
    return [complaint.words for complaint in complaints(Claim(parts={"bound": part}, readings=readings))]


def test_the_literal_reading_is_asked_for():
    assert said({"mended": LINE}, "literal", "mended") == [
        "part 'bound': it lacks the statement as printed, under 'literal'"
    ]
    assert said({"literal": LINE, "mended": LINE}, "literal", "mended") == []
    assert said(LINE, "literal", "mended") == []


def test_a_reading_that_is_not_listed_is_named():
    assert any("lists no 'mendet'" in words for words in said({"literal": LINE, "mendet": LINE}, "literal", "mended"))
