"""A terminal without a letter shows its name, and never a question mark for one of ours."""

from pathlib import Path

from boundcheck.record import read
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import prose
from boundcheck.report.text.transcription import NAME, TABLE, in_ascii

SAMPLE = read(Path(__file__).parents[2] / "reports" / "reward" / "theorem_3_2.json")


def test_letters_have_their_names_and_signs_their_look():
    assert "θ̂ ≤ √λ‖Σ‖²".encode("ascii", NAME) == b"theta^ <= sqrt lambda||Sigma||^2"
    assert [in_ascii(sign) for sign in "𝒩é☃"] == ["N", "e", "?"]
    assert all(said.isascii() for said in TABLE.values())


def test_no_letter_of_a_record_becomes_a_question_mark():
    text = prose(" ".join(f"${latex}$" for latex in SAMPLE.letters.values()), letters(SAMPLE))
    assert "ε" in text
    assert "?" not in text.encode("ascii", NAME).decode()
