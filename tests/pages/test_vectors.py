r"""Vectors and matrices on a page: what is read, what is refused, and what comes out, with the truth beside it."""

import pytest
from msgspec.structs import replace
from sympy import Rational, symbols

import boundcheck
from boundcheck.pages import Refused, read_text
from boundcheck.prove import prove
from boundcheck.record.replay import misshown
from boundcheck.symbolic import Inner, Norm, Statement, decode, encode, vectors
from boundcheck.verdict import at
from boundcheck.verdict.statements import Witness

LETTERS = r"""---
letters: |
  d, n | integer | \ge 1
  t, \lambda, x | real | > 0
  y | real
  I | identity | \in \mathbb{R}^{d \times d}
  u, v, w | vector | \in \mathbb{R}^d
  s | vector | \in \mathbb{R}^n
  A | matrix | \in \mathbb{R}^{d \times d}, \succ 0
  S, M | matrix | \in \mathbb{R}^{d \times d}, \succeq 0
  V | matrix | \in \mathbb{R}^{d \times d}, \succ 0, = S + \lambda I
  X | matrix | \in \mathbb{R}^{n \times d}
---
"""


def page(*displays):
    return f"{LETTERS}\n:::{{prf:lemma}}\n" + "\n".join(f"$$ {one} $$" for one in displays) + "\n:::\n"


def lines(*displays):
    return [line.said for line in read_text(page(*displays)).lines]


READ = {
    r"\langle u, v \rangle \le \|u\|_2 \|v\|": "inner(u, v) <= (norm(u) * norm(v))",
    r"u^\top A v \le \lVert u \rVert_A \left\| v \right\|_{A}": "inner(u, (A * v)) <= (norm(u, A) * norm(v, A))",
    r"2 u^T v \le \|u + v\|^2": "(2 * inner(u, v)) <= (norm((u + v)) ^ 2)",
    r"\|u\|_2^2 = u^\top u": "(norm(u) ^ 2) == inner(u, u)",
    r"u^\top v\, w^\top u \le 1": "(inner(u, v) * inner(w, u)) <= 1",
    r"\|(u^\top v) w\| \le 1": "norm((inner(u, v) * w)) <= 1",
    r"\|u\|_{A^{-1}} \le \|u\|_{V}": "norm(u, inverse(A)) <= norm(u, V)",
    r"\left|\|u\| - \|v\|\right| \le \|u - v\|": "abs((norm(u) + (-norm(v)))) <= norm((u + (-v)))",
    r"| \|u\| - \|v\| | \le \|u - v\|": "abs((norm(u) + (-norm(v)))) <= norm((u + (-v)))",
    r"0 \preceq S \preceq S + \lambda I": r"zero[d x d] \preceq S",
    r"\frac{1}{n} X^\top X \succeq 0": r"zero[d x d] \preceq ((1 / n) * transpose(X) * X)",
    r"(u - v)^\top (u - v) \ge 0": "0 <= inner((u + (-v)), (u + (-v)))",
    r"\langle s, X u \rangle / n \le \|s\| \|X u\| / n": "(inner(s, (X * u)) / n) <= ((norm(s) * norm((X * u))) / n)",
    r"A (u + v) = A u + A v": "(A * (u + v)) == ((A * u) + (A * v))",
}


@pytest.mark.parametrize("display", READ)
def test_a_display_is_read_as_it_is_printed(display):
    assert lines(display)[0] == READ[display]


REFUSED = [
    r"\|u\|_1 \le 1",
    r"\|u\|_\infty \le 1",
    r"\|u\|_p \le 1",
    r"\|u\|_x \le 1",
    r"\|u\|_n \le 1",
    r"\|A\| \le 1",
    r"\|y\| \le 1",
    r"|u| \le 1",
    r"u \le v",
    r"u \preceq v",
    r"A \le S",
    r"x \preceq y",
    r"u v \le 1",
    r"u \cdot v \le 1",
    r"A + 1 \succeq 0",
    r"u^\top s \le 1",
    r"\langle u, s \rangle \le 1",
    r"\langle u \rangle \le 1",
    r"\langle x, y \rangle \le 1",
    r"\langle u, v \rangle_A \le 1",
    r"u^2 \le 1",
    r"A^2 \succeq 0",
    r"A^{1/2} \succeq 0",
    r"\|A^{-1/2} u\| \le 1",
    r"X^{-1} \succeq 0",
    r"y^\top y \ge 0",
    r"\exp(u) \ge 0",
    r"x / u \ge 0",
    r"u + x \ge 0",
    r"\|u \|v\| w\| \le 1",
    r"\|u\|_A^{-1} v \le 1",
    r"u^\top A v x \le 1 \quad \text{and } x",
    r"A u x = x A u",
    r"\|u\|' \le 1",
    r"\sum_{i=1}^n u \le 1",
    r"u_i \le 1",
    r"A_{ij} \le 1",
    r"\operatorname{tr}(A) \ge 0",
    r"\det A \ge 0",
    r"A = 1",
    r"\lVert u \| \le 1",
    r"\langle u, v, w \rangle \le 1",
]


@pytest.mark.parametrize("display", REFUSED)
def test_what_is_none_or_could_be_two_things_is_refused_with_its_place(display):
    with pytest.raises(Refused) as caught:
        lines(display)
    assert caught.value.at is not None


DECLARATIONS = [
    r"q | vector | | no size",
    r"q | vector | \in \mathbb{R}^{2}",
    r"q | vector | \in \mathbb{R}^k",
    r"q | vector | \in \mathbb{R}^t",
    r"q | vector | \in \mathbb{R}^{d \times d}",
    r"q | matrix | \in \mathbb{R}^d",
    r"q | vector | \in [0, 1]^d",
    r"q | vector | \in \mathbb{R}^{d \times d \times d}",
    r"q | vector | = u + v",
    r"q | real | = u + v",
    r"q | identity | \in \mathbb{R}^{n \times d}",
    r"q | matrix | \in \mathbb{R}^{d \times d}, \ge 0",
    r"q | vector | \in \mathbb{R}^d, \succeq 0",
    r"q | vector | \in \mathbb{R}^d, \le 1",
]


@pytest.mark.parametrize("line", DECLARATIONS)
def test_a_declaration_that_does_not_say_what_it_is_is_refused(line):
    with pytest.raises(Refused):
        read_text(page("x > 0").replace("\n---\n\n", f"\n  {line}\n---\n\n"))


def test_a_dimension_that_may_be_zero_is_refused():
    with pytest.raises(Refused, match="less than 1"):
        read_text(page("x > 0").replace(r"\ge 1", r"\ge 0"))


def test_what_holds_is_proved_and_its_sharpened_form_falls_at_rational_vectors(tmp_path):
    true = {
        "cauchy": r"\langle u, v \rangle \le \|u\|_A \|v\|_{A^{-1}}",
        "young": r"u^\top v \le \frac{t}{2}\|u\|^2 + \frac{1}{2t}\|v\|^2",
        "ridge": r"\|u\|_S^2 \le \|u\|_V^2 - \lambda \|u\|^2",
        "order": r"S \preceq V",
        "split": r"A (u + v) = A u + A v",
    }
    sharper = {
        "cauchy-slip": r"\langle u, v \rangle \le \frac{19}{20} \|u\|_A \|v\|_{A^{-1}}",
        "young-slip": r"u^\top v \le \frac{t}{2}\|u\|^2 + \frac{1}{3t}\|v\|^2",
        "ridge-slip": r"\|u\|_S^2 \le \|u\|_V^2 - 2 \lambda \|u\|^2",
        "order-slip": r"S \preceq \lambda I",
    }
    proof = "\n".join(f"$$ {shown} $$ ({label})" for label, shown in sharper.items())
    statement = "\n".join(f"$$ {shown} $$ ({label})" for label, shown in true.items())
    path = tmp_path / "vectors.md"
    path.write_text(
        f"{LETTERS}\n:::{{prf:lemma}}\n{statement}\n:::\n\n:::{{prf:proof}}\n{proof}\n:::\n", encoding="utf-8"
    )
    found = boundcheck.check(path, budget="quick")
    assert {label: part.outcome for label, part in found.record.parts.items()} == dict.fromkeys(true, "PROVED")
    assert {step.label: step.evidence.outcome.name for step in found.steps} == dict.fromkeys(sharper, "REFUTED")
    assert all(step.evidence.witness.point for step in found.steps)


def test_the_domain_of_a_dimension_is_a_condition(tmp_path):
    path = tmp_path / "two.md"
    front = "---\nletters: |\n  d | integer | \\ge 2\n  u | vector | \\in \\mathbb{R}^d\n---\n"
    statement = "$$ \\|u\\|^2 \\le (d - 1) \\|u\\|^2 $$"
    path.write_text(f"{front}\n:::{{prf:lemma}}\n{statement}\n:::\n", encoding="utf-8")
    assert boundcheck.check(path, budget="quick").headline == "HOLDS"


TIES = {  # a letter that does not occur, and whether it restricts those that do
    r"W | matrix | \in \mathbb{R}^{d \times d}, \succeq 0, = S - \lambda I": True,
    r"W | matrix | \in \mathbb{R}^{d \times d}, \succ 0, = X^\top X - \lambda A": True,
    r"W | matrix | \in \mathbb{R}^{d \times d}, \succ 0, = S + \frac{\lambda}{2} I": False,
    r"W | matrix | \in \mathbb{R}^{d \times d}, \succeq 0, = \lambda X^\top X": False,
    r"W | matrix | \in \mathbb{R}^{d \times d}, = A + S": False,
    r"W | matrix | \in \mathbb{R}^{d \times d}, = W^\top": False,
    r"q | vector | \in \mathbb{R}^d, \|q\| \le \lambda - 1": True,
}


@pytest.mark.parametrize("line", TIES)
def test_a_letter_that_does_not_occur_is_among_the_conditions_where_it_restricts_those_that_do(line):
    front = LETTERS.replace("\n---\n", f"\n  {line}\n---\n")
    found = read_text(f"{front}\n:::{{prf:lemma}}\n$$ S \\succeq \\lambda I $$\n:::\n").claim
    (part,) = found.parts.values()
    assert any(line[0] in str(one) for one in part.given) is TIES[line]


ORDERS = {
    r"P \preceq P": False,
    r"P^\top \preceq P": False,
    r"A S \preceq A S": False,
    r"P + P^\top \preceq P P^\top + I": True,
    r"P^\top S P \succeq 0": True,
    r"S^{-1} \preceq V": True,
    r"\lambda P \succeq 0 \quad \text{if } P = P^\top": True,
    r"\lambda P \succeq 0 \quad \text{if } P \preceq S": True,
}


@pytest.mark.parametrize("display", ORDERS)
def test_an_order_is_one_of_symmetric_matrices(display):
    front = LETTERS.replace("\n---\n", "\n  P | matrix | \\in \\mathbb{R}^{d \\times d}\n---\n")
    text = f"{front}\n:::{{prf:lemma}}\n$$ {display} $$\n:::\n"
    if ORDERS[display]:
        assert read_text(text).claim.parts
    else:
        with pytest.raises(Refused, match="need not be symmetric"):
            read_text(text)


def test_a_witness_of_vectors_is_held_against_its_certificate():
    d = symbols("d", integer=True, positive=True)
    u, v = vectors("u v", d)
    said = decode(encode(Statement(Inner(u, v), "<=", Rational(9, 10) * Norm(u) * Norm(v))))
    answer = prove(said)
    shown = Witness(point=dict(answer.witness), lhs=answer.lhs, rhs=answer.rhs, text=at(answer.witness))
    assert misshown(shown, answer.certificate, encode(said)) == ""
    assert "sides" in misshown(replace(shown, rhs="2"), answer.certificate, encode(said))
    assert "point" in misshown(replace(shown, point={"d": "1", "u": "1", "v": "2"}), answer.certificate, encode(said))
