"""A letter is printed as a letter: no number, no relation, no formula of the letters that stand beside it."""

import pytest
from sympy import Eq, symbols

from boundcheck.claims import Claim, Identity, Inequality, Letter, Malformed, Step
from boundcheck.claims.letters import ambiguous, fault, term_of
from boundcheck.loading import form

x, y, m, n, d, alpha = symbols("x y m n d alpha", real=True)

SIGNS = [
    "B'", r"\hat{\Sigma}", r"\theta^*", "x_1", r"c(\varepsilon)", r"\lambda_{\mathrm{min}}", r"\mathrm{root}", r"\mathrm{max}",
    r"\mathbf{1}(A)", r"\mathbb{1}_n", r"\ell_{12}", "h^+", "2 L B", "K + 1 - j^2", r"1 - \mathbb{P}(M(Y) \in S)",
    r"\sum_{e_i = 1} P_e", r"\mathrm{P}(\tilde{y} = 1)", r"\sum_i \mathbf{1}(\hat{e}_i \ne e_i)", r"\pi_1", r"\pi^*", r"\hat{e}",
    "e_1", "e'", r"\bar{\pi}", r"\mathbf{\theta}", "e^u", r"\pi(a|s)", r"\|\hat{\Sigma}\|", r"\sqrt{\alpha}", "D''",
]  # fmt: skip
NUMBERS = [
    "-1", "0", "1/2", "2^3", "(1)", r"\sqrt{2}", r"\ln 2", r"\frac{1}{2}", r"\infty", r"-\infty", r"\text{-1}", "+", r"\mathrm{1}",
    r"\min(1, 2)", " 7 ", "10^{-3}", "- 1", r"\mathbf{1}", r"\mathbb{0}", "e", r"\pi", r"\mathrm{e}", r"\mathbf{\pi}", "(e)",
    r"2 \pi", r"\pi/2", r"e^\pi", r"\sqrt{e}", "e^2", r"1 \quad",
]  # fmt: skip
RELATIONS = [
    r"x \le 1", "x = 1", "x < y", r"y \in S", r"a \to b", r"a \Rightarrow b", r"x \ne 0", r"p \approx q", r"A \subset B",
    r"f: x \ge 1",
]  # fmt: skip
NO_MATHEMATICS = ["x <= 1", "alpha", r"\input{x}", "x_", "½", "1 % x", "$x$", "{x"]


@pytest.mark.parametrize("print_", SIGNS)
def test_a_sign_of_its_own_is_a_print(print_):
    assert not fault(print_)
    assert Letter(x, "x", latex=print_).latex == print_


@pytest.mark.parametrize(
    ("print_", "words"),
    [
        *((p, "reads as a number or a sign") for p in NUMBERS),
        *((p, "reads as a relation") for p in RELATIONS),
        *((p, " in ") for p in NO_MATHEMATICS),
    ],
)
def test_a_number_a_relation_and_what_is_no_latex_are_none(print_, words):
    with pytest.raises(Malformed, match=words):
        Letter(x, "x", x >= 0, (0, 1), latex=print_)


@pytest.mark.parametrize(
    ("print_", "found"),
    [
        ("m n", {"m", "n"}),
        ("n^2", {"n"}),
        ("-n", {"n"}),
        (r"\sqrt{m n}", {"m", "n"}),
        (r"\frac{m}{n}", {"m", "n"}),
        (r"\ln(m/n)", {"m", "n"}),
        (r"2 \hat{\theta} n", {"t", "n"}),
        ("n (m + 1)", {"m", "n"}),
        ("n'", set()),
        ("n^*", set()),
        ("n_1", set()),
        ("n(m)", set()),
        (r"\sigma n", set()),
        (r"\hat{n}", set()),
        (r"\|n\|", set()),
    ],
)
def test_what_reads_as_a_term_of_other_letters(print_, found):
    assert term_of(print_, {"m": "m", "n": "n", "t": r"\hat{\theta}"}) == found


def complaints(statement, *letters):
    claim = Claim(parts={"one": statement}, letters=letters, steps=(Step("line", "", statement),))
    return [complaint.words for complaint in form.complaints(claim)]


@pytest.mark.parametrize(
    ("statement", "letter", "words"),
    [
        (Inequality(x, y), Letter(y, latex="x"), "x and y are both printed 'x'"),
        (Inequality(x, y), Letter(y, latex="x^2"), "y is printed 'x^2', which reads as a formula of x"),
        (Inequality(y, m + n), Letter(y, latex="m n"), "y is printed 'm n', which reads as a formula of m, n"),
        (Identity(x, -y), Letter(y, latex="-x"), "y is printed '-x'"),
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


@pytest.mark.parametrize("print_", [r"\operatorname{2}", r"\hat{1}", r"\mathcal{0}", r"\binom{4}{2}", r"0 \preceq z", r"(0 \le z)"])
def test_no_style_makes_a_letter_of_a_number_and_no_bracket_hides_a_relation(print_):
    assert fault(print_)


@pytest.mark.parametrize(
    "print_", [r"\mathbf{x}", r"\hat{\theta}", r"c(\varepsilon)", r"\|Z\|^2", r"\operatorname{tr}", "(h^+)", r"\bar{0}_k"]
)
def test_a_style_of_a_letter_is_one(print_):
    assert not fault(print_)


@pytest.mark.parametrize("print_", [r"x \,", "(x)", "{x}", r"x\quad"])
def test_what_looks_like_another_letter_is_that_letter(print_):
    assert list(ambiguous({"k": print_, "x": "x"}, (), ()))
