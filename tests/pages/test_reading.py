r"""Displays with the truth beside them: what each says with every bracket written, or that it can be read in several ways."""

import pytest

from boundcheck.pages.letters import Letter, Letters, form_of, symbol_names
from boundcheck.pages.reading import display, domain
from boundcheck.pages.tokens import Place, Refused, tokens
from boundcheck.pages.trees import said_of

START = Place(1, 1)
DECLARED = {
    "real": r"a b c x y z x_i \hat{x}_{ij} x_{\mathrm{max}} \delta \epsilon \lambda \theta_1 \hat\theta \pi^\star x'",
    "integer": "n m k d",
    "constant": "e",
}


def table():
    made = Letters()
    for kind, forms in DECLARED.items():
        for form in forms.split():
            made.add(Letter(form_of(form, START), kind, "", START))
    return made


KNOWN = table()


def read(source):
    return "; ".join(map(said_of, display(source, KNOWN).facts))


CLEAR = {
    r"10^{-6} \le x": "(10 ^ (-6)) <= x",
    r"x \le 1000000 n": "x <= (1000000 * n)",
    r"\sum_{j=1}^n x_i \le 1": "sum[j = 1 to n](x_{i}) <= 1",
    r"\sum_{a_1=1}^n x_{\mathrm{max}} \le 1": "sum[a_{1} = 1 to n](x_{\\mathrm{max}}) <= 1",
    r"(1-x)(1-y) \le e^{-x-y}": "((1 + (-x)) * (1 + (-y))) <= exp(((-x) + (-y)))",
    r"a \le b < c = x": "a <= b; b < c; c == x",
    r"a \ge b > c": "b <= a; c < b",
    r"-x^2 \le 0": "(-(x ^ 2)) <= 0",
    r"a - b - c \le 0": "(a + (-b) + (-c)) <= 0",
    r"\frac12 x \le \frac{a+b}{2c}": "((1 / 2) * x) <= ((a + b) / (2 * c))",
    r"2x/3 \le n(n+1)/2": "((2 * x) / 3) <= ((n * (n + 1)) / 2)",
    r"a \cdot b/c \le 1": "((a * b) / c) <= 1",
    r"1/x^2 \le 1": "(1 / (x ^ 2)) <= 1",
    r"1/(2n) \le x": "(1 / (2 * n)) <= x",
    r"x^{y^2} \le x^{-1/2}": "(x ^ (y ^ 2)) <= (x ^ (-(1 / 2)))",
    r"x^2y \le 3": "((x ^ 2) * y) <= 3",
    r"\frac{d}{d + 1} \le 1": "(d / (d + 1)) <= 1",
    r"{a+b}c \le 1": "(a + (b * c)) <= 1",
    r"{\hat\theta}^2 \le \widehat{\theta}": r"(\hat{\theta} ^ 2) <= \hat{\theta}",
    r"\theta_{1}^2 \le \theta_1": r"(\theta_{1} ^ 2) <= \theta_{1}",
    r"x'^2 + \pi^{\star} \le 1": r"((x' ^ 2) + \pi^{\star}) <= 1",
    r"\sqrt{x^2 + y^2} \le \sqrt[4]{z}": "sqrt(((x ^ 2) + (y ^ 2))) <= root[4](z)",
    r"\log n \le n": "log(n) <= n",
    r"d \log n \le \log x^2": "(d * log(n)) <= log((x ^ 2))",
    r"\log \log n + d \le 1": "(log(log(n)) + d) <= 1",
    r"\ln^2 x \le \log_2 n": "(log(x) ^ 2) <= (log(n) / log(2))",
    r"\log(1/\delta)/n \le 1": r"(log((1 / \delta)) / n) <= 1",
    r"\exp(x) y \le \exp\left[ a + b \right]": "(exp(x) * y) <= exp((a + b))",
    r"|x + y| \le |x| + |y|": "abs((x + y)) <= (abs(x) + abs(y))",
    r"|a||b| \le 2|c|": "(abs(a) * abs(b)) <= (2 * abs(c))",
    r"\left|a\left|b\right|c\right| \le 1": "abs((a * abs(b) * c)) <= 1",
    r"\min\{a, b + c\} \le \max(x, y)": "min(a, (b + c)) <= max(x, y)",
    r"1 + \sum_{i=1}^n \frac{1}{i} \le n": "(1 + sum[i = 1 to n]((1 / i))) <= n",
    r"\sum_{i=1}^n 2 i x \le \prod_{i=1}^{n} (i + 1)": "sum[i = 1 to n]((2 * i * x)) <= prod[i = 1 to n]((i + 1))",
    r"2n! \le \binom{n}{k}": "(2 * factorial(n)) <= binomial(n, k)",
    r"x(y + 1) \le (a)(b)": "(x * (y + 1)) <= (a * b)",
    r"\begin{aligned} a &\le b \\ &\quad + c \\ &= x \end{aligned}": "a <= (b + c); (b + c) == x",
    r"a^2 = b^2, \quad 2x = 2y": "(a ^ 2) == (b ^ 2); (2 * x) == (2 * y)",
    r"a = b \text{ and } x = y.": "a == b; x == y",
    r"a = b, \text{and } x = y": "a == b; x == y",
    "a = b % \\le c\n + c": "a == (b + c)",
}


@pytest.mark.parametrize("source", CLEAR)
def test_clear_print_is_read_as_it_is_meant(source):
    assert read(source) == CLEAR[source]


# What could be read in two ways, and a word of one of them.
AMBIGUOUS = {
    r"x^{(2)} \le 1": "a number of a step",
    r"x^{(k+1)} \le 1": "a number of a step",
    r"||x|| \le 1": "a norm",
    r"\sum_{i=1}^n x_i \le 1": "a member of a family",
    r"\sum_{j=1}^n \sum_{i=1}^n \hat x_{ij} \le 1": "a member of a family",
    r"a/bc \le 1": "below the line",
    r"1/2 x \le 1": "below the line",
    r"a/b/c \le 1": "below the line",
    r"a/b \cdot c \le 1": "below the line",
    r"e^{-x}/2n \le 1": "below the line",
    r"e^{-x^2/2y} \le 1": "below the line",
    r"\log x y \le 1": "inside the function",
    r"\log n d \le 1": "inside the function",
    r"\log n / d \le 1": "inside the function",
    r"\log n \cdot d \le 1": "inside the function",
    r"\log 2n \le 1": "inside the function",
    r"\exp x y \le 1": "inside the function",
    r"\log(x)^2 \le 1": "of the value",
    r"\log{(x)}^2 \le 1": "a script at all of it",
    r"\exp(x)(y) \le 1": "a part of the argument",
    r"f(x) \le 1": "f times what is in the brackets",
    r"\sin^{-1} x \le 1": "one over the value",
    r"\log^{-1} x \le 1": "the inverse function",
    r"\sum_{i=1}^n i + 1 \le n": "the sign reaches further",
    r"\prod_{i=1}^n i x \le n": "under the sign",
    r"\sum_i x \le n": "over a range that is declared elsewhere",
    r"\sum_{n=1}^k n \le k": "the letter of that form",
    r"|a|b|c| \le 1": "pairs side by side",
    r"|a| - b|c| \le 1": "pairs side by side",
    r"{a+b}^2 \le 1": "a script at all of it",
    r"\sqrt{x}^2 \le 1": "of all of it",
    r"\frac{x}{y}^2 \le 1": "of all of it",
    r"\min\{a, b\}^2 \le 1": "of all of it",
    r"x^10 \le 1": "^{10}",
    r"x^y^z \le 1": "a power of the exponent",
    r"x^n! \le 1": "of the exponent",
    r"x_1 \le 1": "a member of a family x",
    r"y' \le 1": "the derivative of y",
    r"\pi \le 4": "3.14159",
    r"x^T \le 1": "a transpose",
    r"1,000 \le n": "one number",
    r"\max\{1,000, n\} \le n": "one number",
    r"1e-3 \le x": "a power of ten",
    r"x 2 \le 1": "a misprint",
    r"2\frac12 \le 3": "a mixed number",
    r"[n] \le 3": "a whole part",
    r"\{a\} \le 3": "a set",
    r"(a, b] \le 3": "an interval",
    r"(a, b) \le 3": "a pair",
    r"a, b \ge 0": "a relation of the last alone",
    r"a = b \quad x = y": "a product",
    r"x^2 \ge x, \quad x \ge 1": "a condition of the others",
    r"x^2 \ge x, x \ge 1": "a condition of the others",
    r"\begin{aligned} x^2 &\ge x \\ x &\ge 1 \end{aligned}": "a condition of the others",
    r"\begin{aligned} a &\le b & c &\le d \end{aligned}": "two formulas",
    r"\max a, b \le 1": "of a list",
    r"\sqrt[3]{x} \le 1": "negative below zero",
    r"\frac{dx}{dy} \le 1": "a derivative",
    r"\begin{aligned} a &\le b \\ -x &\le y\end{aligned}": "the row before goes on",
    r"2a \le 2b, 2c \le 2d \quad \text{for all } x \ge 0": "a condition of one of them",
    r"a \le b \quad \text{for all } x, y \ge 0": "too",
}


@pytest.mark.parametrize("source", AMBIGUOUS)
def test_print_with_two_readings_is_refused_with_both_and_a_place(source):
    with pytest.raises(Refused) as refused:
        read(source)
    assert AMBIGUOUS[source] in refused.value.line
    assert len(refused.value.readings) >= 2
    assert refused.value.way_out
    assert refused.value.at.line == 1
    assert 1 <= refused.value.at.column <= len(source)


OUTSIDE = [
    r"x \le \binom{10^9}{k}", r"x \le (10^9 n)!", r"x \le (10^{100})^{1000}", r"x \le \cosh(10^9)", r"x/\sum_{j=1}^n j \le 1",
    r"x \le \infty", r"a \ge b \le c", r"x := y", r"\exists x: x \le 1", r"\sup x \le 1", r"\int_0^1 x \le 1",
    r"\|x\| \le 1",
    r"\mathbb{E} x \le 1", r"\mathbb{P}(x \le y) \le \delta", r"x \approx y", r"x \lesssim y", r"a \ne b", r"1/0 \le x",
    r"0^0 = 1",
    r"x \cdot -y \le 1", r"+x \le 1", r"a + -b \le 1", r"\binom{x}{2} \le 1", r"x! \le 1",
    r"\sum_{i=1}^x i \le 1", r"x \le", r"\le x", r"x",
    "", r"x \le y \text{ with probability } 1 - \delta", r"x \le y \text{ or } y \le x", r"\lfloor x \rfloor \le x",
    r"x \pm y \le 1",
    r"a \not\le b", r"\underbrace{x} \le 1", r"\left. x \right| \le 1", r"x ≤ y", r"(x \le y", r"x} + {y \le 1",
    r"\frac{x}{y \le 1",
    r"\begin{cases} x \end{cases} \le 1", r"x & y \le 1", r"2^{2^{2^{10}}} \le x",
    r"((x^{1000})^{1000}) \le 1", r"(1000!)! \le x",
    r"\sum_{i=1}^{1000000000} i \le n", r"\text{for all } x \ge 0, x \le 1", r"\forall x \ge 0, x \le 1", r"x \le y \text{for all}",
    "9" * 50 + r" \le x", "{" * 60 + "x" + "}" * 60 + r" \le 1", "(" * 60 + "x" + ")" * 60 + r" \le 1", "x+" * 3000 + r"x \le 1",
    r"\frac" * 900 + r" \le 1", r"\sqrt" * 900 + r" \le 1", r"\hat" * 900 + r"x \le 1", "x^" * 900 + r"x \le 1",
    r"\log" * 200 + " x \\le 1", (r"\log" * 30 + "(") * 8 + "x" + ")" * 8 + r" \le 1", r"\log" * 900 + r" x \le 1",
    r"\foo x \le 1", "x \\", r"\text{proved} \le 1", r"x \le 1 \text{ is proved}", "x \u202e\\le 1", "x\0 \\le 1",
]  # fmt: skip


@pytest.mark.parametrize("source", OUTSIDE, ids=lambda source: source[:30])
def test_what_is_not_of_this_language_is_refused(source):
    with pytest.raises(Refused):
        read(source)


def test_conditions_stand_behind_or_before():
    behind = display(r"x \le y \quad \text{for all } x, y \in [0, 1), z > 0", KNOWN)
    assert [said_of(one.fact) for one in behind.conditions] == ["0 <= x", "x < 1", "0 <= y", "y < 1", "0 < z"]
    before = display(r"\forall x \in (0, \infty), y \in \mathbb{R}: \log x \le x - 1", KNOWN)
    assert [said_of(one.fact) for one in before.conditions if one.fact] == ["0 < x"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (r"\ge 1", "1 <= x"),
        (r"\in (0, 1]", "0 < x; x <= 1"),
        (r"0 < x < 1", "0 < x; x < 1"),
        (r"> 0, \ne 1", "0 < x; x != 1"),
    ],
)
def test_a_domain_begins_with_a_relation_or_names_its_letter(source, said):
    assert "; ".join(map(said_of, domain(source, "x", KNOWN, START))) == said


@pytest.mark.parametrize(
    "source", [r"\in \mathbb{N}", r"\in \{0, 1\}", r"\in [0, \infty]", "positive", r"\in \mathbb{Z}", "1 \\le 2"]
)
def test_no_domain(source):
    with pytest.raises(Refused):
        domain(source, "x", KNOWN, START)


@pytest.mark.parametrize(
    "form",
    ["1", "12", r"\mathrm{1}", r"\mathrm{log}", r"\mathrm{e}", r"\le", r"\mathbb{R}", "x^2", "x^{10}", "x_{a+b}", "xy", "", "{x}",
     r"\infty",
     r"\mathcal{AB}", r"\hat{x+y}", "x'^2", "x^y", "(x)", r"x\le", "x_", "ä"],
)  # fmt: skip
def test_a_letter_is_printed_as_a_letter(form):
    with pytest.raises(Refused):
        form_of(form, START)


def test_spellings_of_one_print_are_one_letter():
    assert form_of(r"\hat\theta_1", START) == form_of(r"\widehat{\theta}_{ 1 }", START)
    assert form_of(r"n_{\text{eff}}", START) == form_of(r"n_{\mathrm{eff}}", START)
    assert form_of(r"\theta^\prime", START) == form_of(r"\theta'", START)
    made = symbol_names(
        [form_of(form, START) for form in (r"\hat\theta", r"\theta", r"\theta'", r"\theta^*", r"\theta_1")]
    )
    assert len(set(made.values())) == 5


def test_a_letter_is_declared_once():
    made = table()
    with pytest.raises(Refused, match="twice"):
        made.add(Letter(form_of(r"\theta_{1}", START), "real", "", START))


def test_places_are_those_of_the_file():
    found = tokens("a %\n + \\alpha", Place(7, 5))
    assert [(token.text, token.at.line, token.at.column) for token in found] == [
        ("a", 7, 5),
        ("+", 8, 2),
        (r"\alpha", 8, 4),
    ]
    with pytest.raises(Refused) as refused:
        display("a\n \\le q", KNOWN, Place(3, 3))
    assert refused.value.at == Place(4, 6)
