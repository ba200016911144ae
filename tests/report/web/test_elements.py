"""Blocks as HTML: formulas as MathML, figures as SVG."""

from boundcheck.report.page.paragraphs import para, table
from boundcheck.report.text.letters import symbol
from boundcheck.report.text.typst import formula
from boundcheck.report.web.elements import Drawing, Mathematics, tidied

# Tables and equations that stay readable in a narrow window.

LONG = "a sentence of many words that no narrow column should have to hold"


def drawn(block):
    return Drawing(Mathematics(block)).block(block)


def test_rows_of_sentences_name_their_columns_and_rows_of_numbers_do_not():
    made = drawn(table("l1 l1", ["What is wrong", "Repair"], [[LONG, LONG]], "Why."))
    assert made.startswith('<p class="caption" id="table-1-caption">Why.</p><div class="wide wordy"')
    assert 'data-title="Repair"' in made
    assert "data-title" not in drawn(table("l r", ["What", "How much"], [[LONG, "3"]]))
    assert "data-title" in drawn(table("l l l l1", ["A", "B", "C", "Why"], [["a", "b", "c", LONG]]))
    assert "data-title" not in drawn(table("l l r l1", ["A", "B", "C", "Why"], [["a", "b", "3", LONG]]))


def test_no_line_ends_within_an_equation():
    made = drawn(para(symbol("n", {}), "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}5,000 and more"))
    assert made.endswith("</math>\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}5,000</span> and more</p>")
    assert made.count('class="whole"') == 1
    assert "whole" not in drawn(para(symbol("n", {}), " grows"))


def test_no_line_begins_with_a_comma():
    made = drawn(para(symbol("n", {}), ", ", symbol("m", {}), " and more"))
    assert made.startswith('<p><span class="whole"><math><mi>n</mi></math>,</span> <math>')


# MathML from the sources of the PDF: one fault spoils one formula and no other.

GOOD = formula(r"\frac{\sqrt{\alpha}}{\gamma}", tall=True)
BAD = formula("no_such_letter(x")


def test_a_fraction_and_its_spoken_form():
    made = Mathematics([GOOD]).of(GOOD)
    assert made.startswith('<math alttext="√α/γ"')
    assert "<mfrac><msqrt>" in made


def test_a_letter_is_heard_as_itself():
    letter = formula(r"\lambda")
    assert Mathematics([letter]).of(letter) == "<math><mi>λ</mi></math>"


def test_a_display_may_end_its_lines_between_terms():
    source = r"a_1 + b_1 + c_1 + d_1 \le \frac{x}{y} + \frac{z}{w} + \frac{u}{v} + 1"
    display = formula(source, block=True)
    made = Mathematics([display]).of(display)
    assert made.count("<math") > 4
    assert 'role="math" aria-label="a₁ + b₁' in made


def test_what_cannot_be_set_is_marked_and_the_rest_is_set():
    drawn = [dict(GOOD), dict(BAD)]
    mathematics = Mathematics(drawn)
    assert "<mfrac>" in mathematics.of(drawn[0])
    assert mathematics.of(drawn[1]).startswith('<code class="fault"')


def test_a_bar_over_a_letter_is_kept():
    barred = formula(r"\bar{y}_i - y_i")
    assert '<mover><mi>y</mi><mo>‾</mo></mover>' in Mathematics([barred]).of(barred)


# What a browser would set apart stands together, and what is tall keeps tall brackets.

def test_brackets_stretch_only_around_what_is_tall():
    flat = "<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>"
    tall = "<mrow><mo>(</mo><mfrac><mi>x</mi><mi>y</mi></mfrac><mo>)</mo></mrow>"
    assert tidied(flat).count('stretchy="false"') == 2
    assert tidied(tall) == tall
    around = tall.replace("<mi>y</mi>", flat)
    assert tidied(around).count('stretchy="false"') == 2
    assert tidied(around).startswith("<mrow><mo>(</mo><mfrac>")


def test_a_letter_alone_is_itself_and_an_upright_one_stays_upright():
    assert tidied("<mi>\U0001d706</mi><mi>\U0001d435</mi>") == "<mi>λ</mi><mi>B</mi>"
    assert tidied('<mi mathvariant="normal">Σ</mi>') == '<mi mathvariant="normal">Σ</mi>'
    assert tidied("<mi>\U0001d49c</mi>") == "<mi>\U0001d49c</mi>"  # script


def test_an_accent_stands_over_its_letter_and_a_prime_beside_it():
    assert "<mo>˜</mo></mover>" in tidied('<mover accent="true"><mi>n</mi><mo>\u0303</mo></mover>')
    made = tidied("<msup><mi>B</mi><mo>′</mo></msup>")
    assert "msup" not in made
    assert "′" in made
    assert tidied("<msup><mi>B</mi><mn>2</mn></msup>") == "<msup><mi>B</mi><mn>2</mn></msup>"
