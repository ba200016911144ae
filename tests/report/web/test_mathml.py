"""MathML from the sources of the PDF: one fault spoils one formula and no other."""

from boundcheck.report.text.formula import formula
from boundcheck.report.web.mathml import Mathematics

GOOD = formula({"typst": "frac(sqrt(alpha), gamma)", "alt": "sqrt(alpha)/gamma"}, tall=True)
BAD = formula({"typst": "no_such_letter(x", "alt": "nothing"})


def test_a_fraction_and_its_spoken_form():
    made = Mathematics([GOOD]).of(GOOD)
    assert made.startswith('<math alttext="sqrt(alpha)/gamma"')
    assert "<mfrac><msqrt>" in made


def test_a_letter_is_heard_as_itself():
    letter = formula({"typst": "lambda", "alt": "lam"})
    assert Mathematics([letter]).of(letter) == "<math><mi>λ</mi></math>"


def test_a_display_may_end_its_lines_between_terms():
    source = "a_1 + b_1 + c_1 + d_1 <= frac(x, y) + frac(z, w) + frac(u, v) + 1"
    display = formula({"typst": source, "alt": "a sum"}, block=True)
    made = Mathematics([display]).of(display)
    assert made.count("<math") > 4
    assert 'role="math" aria-label="a sum"' in made


def test_what_cannot_be_set_is_marked_and_the_rest_is_set():
    drawn = [dict(GOOD), dict(BAD)]
    mathematics = Mathematics(drawn)
    assert "<mfrac>" in mathematics.of(drawn[0])
    assert mathematics.of(drawn[1]).startswith('<code class="fault"')


def test_a_bar_over_a_letter_is_kept():
    barred = formula({"typst": "overline(y)_i - y_i", "alt": "a change"})
    assert '<mover><mi>y</mi><mo>‾</mo></mover>' in Mathematics([barred]).of(barred)
