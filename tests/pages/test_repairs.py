"""A corrected form on the page: what has to be changed is computed from it, and one that is false mends nothing."""

import pytest

import boundcheck
from boundcheck.pages import Refused, read_text

FRONT = """---
title: An exponential
letters: |
  x | real | \\ge 0
  e | constant
---
"""
PRINTED = "$$ e^{-x} \\le 1 - x + \\frac{x^2}{3} $$"


def page(repair, statement=PRINTED, words="", front=FRONT):
    return f"{front}\n:::{{prf:lemma}}\n{statement}\n:::\n\n:::{{repair}} {words}\n{repair}\n:::\n"


@pytest.mark.parametrize(
    ("repair", "severity"),
    [
        ("$$ e^{-x} \\le 1 - x + \\frac{x^2}{2} $$", "CONDITION"),
        ("If $x = 0$, then $$ e^{-x} \\le 1 - x + \\frac{x^2}{3} $$", "CONDITION"),
        ("$$ e^{-x} \\le 1 - x + \\frac{2 x^2}{5} $$", "FALSE"),  # false itself
    ],
)
def test_what_has_to_be_changed_is_computed_from_the_repair(repair, severity):
    found = boundcheck.check(read_text(page(repair)).claim, budget="quick")
    assert (found.headline, found.verdict.severity) == ("REFUTED", severity)


def test_an_equation_with_one_symbol_corrected_is_a_misprint():
    claim = read_text(page("$$ (1 + x)^2 = 1 + 2 x + x^2 $$", "$$ (1 + x)^2 = 1 + 2 x + x^3 $$")).claim
    found = boundcheck.check(claim, budget="quick")
    assert (found.headline, found.verdict.severity) == ("HOLDS_REPAIRED", "MISPRINT")


def test_of_several_displays_those_that_differ_have_a_repair():
    two = "$$ x \\ge 0 $$ (one)\n\nMoreover,\n\n$$ x^2 \\le x $$ (two)"
    claim = read_text(page("$$ x \\ge 0 $$\n\nMoreover,\n\n$$ x^2 \\le x^2 + x $$", two, "the square is added")).claim
    assert list(claim.parts["two"]) == ["literal", "corrected"]
    assert not isinstance(claim.parts["one"], dict)
    assert [reading.words for reading in claim.readings] == ["as printed", "the square is added"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (page(PRINTED), "a repair that is the statement"),
        (page("$$ x \\le x + 1 $$"), "a repair that keeps no side of its display"),
        (page("$$ e^{-x} \\le e^{-x} $$"), "one expression on both sides"),
        (page(f"{PRINTED}\n\nMoreover,\n\n$$ x \\ge 0 $$"), "a repair with 2 relations of a statement with 1"),
        (page("$$ e^{-x} \\le 1 $$", words="proved"), "'proved' in a repair"),
        (page("$$ e^{-x} \\le 1 $$") + "\n:::{repair}\n$$ e^{-x} \\le 2 $$\n:::\n", "a second repair"),
    ],
)
def test_what_is_no_repair_is_refused(text, rule):
    with pytest.raises(Refused) as refused:
        read_text(text)
    assert rule in str(refused.value)
