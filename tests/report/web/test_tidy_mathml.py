"""What a browser would set apart stands together, and what is tall keeps tall brackets."""

from boundcheck.report.web.tidy_mathml import tidied


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
