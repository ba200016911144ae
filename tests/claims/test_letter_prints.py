"""A letter is printed as a letter: no number, no relation, no formula of the letters that stand beside it."""

import pytest
from sympy import Eq, symbols

from boundcheck.claims import Claim, Identity, Inequality, Letter, Malformed, Step
from boundcheck.claims.letters import ambiguous, fault, term_of
from boundcheck.loading import form

x, y, m, n, d, alpha = symbols("x y m n d alpha", real=True)

SIGNS = [
    "B'", "hat(Sigma)", "theta^*", "x_1", "c(epsilon)", 'lambda_"min"', '"root"', '"max"', "bold(1)(A)", "bb(1)_n", "ell_12", "h^+",
    "2 L B", "K + 1 - j^2", "1 - PP(M(Y) in S)", "sum_(e_i = 1) P_e", '"P"(tilde(y) = 1)', "sum_i bold(1)(hat(e)_i != e_i)",
    "pi_1", "pi^*", "hat(e)", "e_1", "e'", "overline(pi)", "bold(theta)", "e^u", "pi(a|s)",
    'class("normal", bar.v.double) hat(Sigma) class("normal", bar.v.double)', "sqrt(alpha)", "D''",
]  # fmt: skip
NUMBERS = [
    "-1", "0", "1/2", "1\\/2", "2^3", "(1)", "−1", "½", "sqrt(2)", "ln 2", "frac(1, 2)", "oo", "-infinity", "∞", '"-1"', "+",
    "upright(1)", 'class("normal", -1)', "1 slash 2", "min(1, 2)", " 7 ", "10^(-3)", "- 1",
    "bold(1)", "bb(1)", "bb(0)", "e", "pi", "π", "ⅇ", "𝑒", "ℯ", "upright(e)", "bold(pi)", "(e)", "2 pi", "pi/2", "e^pi", "sqrt(e)",
    "e^2", '"e"', "1 quad",
]  # fmt: skip
RELATIONS = ["x <= 1", "x = 1", "x < y", "y in S", "a -> b", "a => b", "x != 0", "p approx q", "A subset B", "x ≤ 0", "f: x >= 1"]
CODE = ['#("-1")', "x /* y */", "1 // x", "#h(1em)"]


@pytest.mark.parametrize("print_", SIGNS)
def test_a_sign_of_its_own_is_a_print(print_):
    assert not fault(print_)
    assert Letter(x, "x", latex=print_).typst == print_


@pytest.mark.parametrize(
    ("print_", "words"),
    [
        *((p, "reads as a number or a sign") for p in NUMBERS),
        *((p, "reads as a relation") for p in RELATIONS),
        *((p, "is code") for p in CODE),
    ],
)
def test_a_number_a_relation_and_code_are_none(print_, words):
    with pytest.raises(Malformed, match=words):
        Letter(x, "x", x >= 0, (0, 1), latex=print_)


@pytest.mark.parametrize(
    ("print_", "found"),
    [
        ("m n", {"m", "n"}),
        ("n^2", {"n"}),
        ("-n", {"n"}),
        ("sqrt(m n)", {"m", "n"}),
        ("ln(m\\/n)", {"m", "n"}),
        ("2 hat(theta) n", {"t", "n"}),
        ("n'", set()),
        ("n^*", set()),
        ("n_1", set()),
        ("n(m)", set()),
        ("n (m)", {"m", "n"}),
        ("sigma n", set()),
        ("hat(n)", set()),
        ("norm(n)", set()),
    ],
)
def test_what_reads_as_a_term_of_other_letters(print_, found):
    assert term_of(print_, {"m": "m", "n": "n", "t": "hat(theta)"}) == found


def complaints(statement, *letters):
    claim = Claim(parts={"one": statement}, letters=letters, steps=(Step("line", "", statement),))
    return [complaint.words for complaint in form.complaints(claim)]


@pytest.mark.parametrize(
    ("statement", "letter", "words"),
    [
        (Inequality(x, y), Letter(y, latex="x"), "x and y are both printed 'x'"),
        (Inequality(x, y), Letter(y, latex="x^2"), "y is printed 'x^2', which reads as a formula of x"),
        (Inequality(y, m + n), Letter(y, latex="m n"), "y is printed 'm n', which reads as a formula of m, n"),
        (Identity(x, -y), Letter(y, latex="-x"), "y is printed '- x'"),
    ],
)
def test_within_a_statement_a_print_is_no_formula_of_its_letters(statement, letter, words):
    said = complaints(statement, letter)
    assert any(words in line for line in said), said


@pytest.mark.parametrize(
    ("statement", "letter"),
    [
        (Inequality(x, y), Letter(y, latex="y'")),
        (Inequality(y, d), Letter(y, latex="m n")),  # m and n do not stand there
        (Inequality(y, m + n, (Eq(y, m * n),)), Letter(y, latex="m n")),
        (Inequality(y, m + n, (y**2 >= m * n,)), Letter(y, latex=r"\sqrt{m n}")),
        (Inequality(y, m + n), Letter(y, latex="m n", equals=m * n)),
    ],
)
def test_what_says_how_letters_lie_to_each_other_is_accepted(statement, letter):
    assert not [line for line in complaints(statement, letter) if "printed" in line]


@pytest.mark.parametrize(
    "print_",
    ['op("2")', "hat(1)", "cal(0)", "mono(5)", "binom(4, 2)", "0 ⩽ z", "0 ≦ z", "z ⇒ z", "0 prec.eq z", "(0 <= z)"],
)
def test_no_style_makes_a_letter_of_a_number_and_no_sign_hides_a_relation(print_):
    assert fault(print_)


@pytest.mark.parametrize("print_", ["bold(x)", "hat(theta)", "c(epsilon)", "norm(Z)^2", 'op("tr")', "(h^+)", "overline(0)_k"])
def test_a_style_of_a_letter_is_one(print_):
    assert not fault(print_)


@pytest.mark.parametrize("print_", ["italic(x)", "x thin", "x med", "х", "display(x)"])
def test_what_looks_like_another_letter_is_that_letter(print_):
    assert list(ambiguous({"k": print_, "x": "x"}, (), ()))
