"""Expressions as LaTeX, and how tightly a print binds."""

import math
import random
import re
from typing import ClassVar

import pytest
import sympy
import sympy as sp
from sympy import Add, Function, Max, Min, Mul, Pow, Rational, Symbol, cosh, exp, log, sqrt, symbols, tanh
from sympy.printing.precedence import PRECEDENCE

from boundcheck.symbolic.latex import UnknownNodeError, binds, latex, latex_of, letter, upright
from boundcheck.symbolic.notation import parse

# The printer against an independent reader: what was printed, evaluated, must give the same number.

A, B, C, N, Z, ALPHA, GAMMA, EPS, DELTA, LAM, RADIUS = symbols(
    "a b k n z alpha gamma epsilon delta lam radius", positive=True
)
SIGMOID, COST, NORM, KL = Function("sigmoid"), Function("c"), Function("norm"), Function("KL")
LETTERS = {"radius": "B'"}
RATE = C * (sqrt(ALPHA) / GAMMA + COST(EPS) / GAMMA * sqrt((A + log(1 / DELTA)) / N) + RADIUS * sqrt(LAM))
KEEP = {"evaluate": False}

NUMERIC = [
    RATE, -((A + B) ** 2) / 8, A - B - C, A - (B + C), A - Mul(-1, B + C, **KEEP),
    Add(A, Mul(-1, B + C, **KEEP), **KEEP), Add(A, Mul(-1, Add(B, -C, **KEEP), **KEEP), **KEEP),
    Mul(A, Mul(-1, B, **KEEP), **KEEP), Mul(-1, A, **KEEP), Mul(A, -1, **KEEP), Mul(2, 3, A, **KEEP),
    Mul(3, Rational(3, 4), **KEEP), Mul(Rational(1, 2), Rational(2, 3), A, **KEEP),
    Mul(A, Pow(B, -1, **KEEP), **KEEP), Mul(A, Pow(Mul(B, C, **KEEP), -1, **KEEP), **KEEP),
    Add(2, exp(-B), exp(B), **KEEP), 1 / (exp(C) + 2 + exp(-C)),
    (exp(EPS) - 1) * (exp(EPS + 2 * Z) - 1) * SIGMOID(Z) / (exp(EPS + Z) + 1) ** 2,
    SIGMOID(Z) - SIGMOID(Z + EPS), SIGMOID(Z) * (1 - SIGMOID(Z)), 2 * log(cosh(A / 2)), log(A) ** 2,
    log(A**2), 2**A, A**B, (A**B) ** C, A ** (B**C), Pow(Pow(A, B, **KEEP), C, **KEEP),
    Pow(exp(A), 2, **KEEP), Pow(sqrt(A), 2, **KEEP), exp(A) ** B, Pow(-A, 2, **KEEP),
    Pow(Mul(-1, A, **KEEP), 3, **KEEP), Pow(-2, 3, **KEEP), Pow(Rational(1, 2), A),
    Pow(A + B, Rational(3, 2)), A ** Rational(-3, 2), A ** Rational(1, 3), A ** Rational(-1, 3), 1 / A,
    1 / sqrt(A), -1 / A, A / B / C, (A / B) ** 2, (A + B) / (A - B), Min(4, exp(2 * EPS)), Max(A, B) ** 2,
    abs(A - 3 * B) ** 3, -abs(A - B), tanh(A) * exp(-(A**2) / 2), sp.Float("1e-7") * A, sp.Float(0.25) + A,
    sp.Float("2.5e20"), Rational(-1, 2), Rational(-1, 2) * A, sp.pi * A, sp.E * A, exp(-A) * B, A * (B - C),
    -(A - B) * C, -2 * (A + B), sqrt(A) * sqrt(B + 1) * A, sqrt(sqrt(A) + 1), A * B ** (-A),
    sp.floor(A * 7), sp.ceiling(A * 7), A / (B / (C + 1)), Mul(A, Add(-B, -C, **KEEP), **KEEP),
    Add(A, Add(B, C, **KEEP), **KEEP), Mul(A, Mul(B, C, **KEEP), **KEEP), Add(-A, -B, **KEEP),
    Mul(-1, Add(A, B), -1, **KEEP), Mul(2, Mul(3, A, **KEEP), **KEEP), Mul(A, 2, **KEEP),
    Mul(A, Rational(1, 2), **KEEP), Mul(sqrt(A), 3, B, **KEEP), Mul(-2, -3, A, **KEEP),
    Mul(Rational(-1, 2), Rational(-1, 3), **KEEP),
]  # fmt: skip


class Reader:
    """Evaluates the part of LaTeX that the printer uses, from the text alone."""

    TOKEN = re.compile(r"\s*(\\left\||\\right\||\d+(?:\.\d+)?|\\[A-Za-z]+|[A-Za-z]'*|[-+^(),/|{}\[\]])")
    CALLS: ClassVar = {
        r"\ln": math.log, r"\cosh": math.cosh, r"\tanh": math.tanh, r"\min": min, r"\max": max,
        r"\sigma": lambda z: 1 / (1 + math.exp(-z)), "c": lambda e: 1 / math.tanh(e / 2),
    }  # fmt: skip

    def __init__(self, source, values):
        self.tokens, place = [], 0
        source = source.replace(r"\left(", "(").replace(r"\right)", ")").rstrip()
        while place < len(source):
            found = self.TOKEN.match(source, place)
            assert found, source[place:]
            self.tokens.append(found.group(1))
            place = found.end()
        self.values = values

    def value(self):
        result = self.sum()
        assert self.tokens == []
        return result

    def next(self):
        return self.tokens[0] if self.tokens else ""

    def take(self, wanted=""):
        assert not wanted or self.next() == wanted, (wanted, self.tokens)
        return self.tokens.pop(0)

    def sum(self):
        sign = -1 if self.next() == "-" and self.take() else 1
        total = sign * self.product()
        while self.next() in ("+", "-"):
            total += {"+": 1, "-": -1}[self.take()] * self.product()
        return total

    def product(self):
        total = self.power()
        while self.next() not in ("", "+", "-", ")", ",", "/", "}", "]", r"\right|", r"\rfloor", r"\rceil") and not self.closes():
            if self.next() == r"\cdot":
                self.take()
            elif self.next()[0].isdigit():
                raise AssertionError("two numbers side by side")
            total *= self.power()
        if self.next() == "/":
            self.take()
            total /= self.power()
        return total

    bars = 0

    def closes(self):
        return self.next() == "|" and self.bars

    def power(self):
        base = self.atom()
        if self.next() == "^":
            self.take()
            return base ** self.group()
        return base

    def group(self):
        """In braces, or one sign."""
        if self.next() != "{":
            return self.atom()
        self.take()
        inside = self.sum()
        self.take("}")
        return inside

    def atom(self):
        token = self.take()
        if token == "(":
            inside = self.sum()
            self.take(")")
            return inside
        if token in (r"\lfloor", r"\lceil"):
            inside = self.sum()
            self.take(token.replace("l", "r", 1))
            return math.floor(inside) if "floor" in token else math.ceil(inside)
        if token in ("|", r"\left|"):
            outer, self.bars = self.bars, token == "|"
            inside = self.sum()
            self.bars = outer
            self.take("|" if token == "|" else r"\right|")
            return abs(inside)
        if token == r"\frac":
            above = self.group()
            return above / self.group()
        if token == r"\sqrt":
            index = 2
            if self.next() == "[":
                self.take()
                index = self.sum()
                self.take("]")
            return self.group() ** (1 / index)
        if token in self.CALLS and self.next() in ("(", "^"):
            power = 1
            if self.next() == "^":
                self.take()
                power = self.group()
            self.take("(")
            arguments = [self.sum()]
            while self.next() == ",":
                self.take()
                arguments.append(self.sum())
            self.take(")")
            return self.CALLS[token](*arguments) ** power
        return float(token) if token[0].isdigit() else self.values[token]


def numeric(expr, values):
    known = {SIGMOID: lambda z: 1 / (1 + exp(-z)), COST: lambda e: 1 / tanh(e / 2)}
    for function, meaning in known.items():
        expr = expr.replace(function, meaning)
    return float(expr.subs(values).evalf(30))


@pytest.mark.parametrize("expr", NUMERIC, ids=str)
def test_print_means_the_same(expr):
    source = latex(expr, LETTERS)
    rng = random.Random(1)
    for _ in range(3):
        values = {name: rng.uniform(0.2, 0.9) for name in (A, B, C, N, Z, ALPHA, GAMMA, EPS, DELTA, LAM, RADIUS)}
        read = {letter(s.name, LETTERS): value for s, value in values.items()} | {r"\pi": math.pi, "e": math.e}
        assert Reader(source, read).value() == pytest.approx(numeric(expr, values), rel=1e-9), source


X = sp.IndexedBase("x")
I = Symbol("i")  # noqa: E741
SHAPES = {
    r"\|\hat{\theta} - \theta_{\mathrm{true}}\|_{\hat{\Sigma} + \lambda}^2": NORM(
        Symbol("theta_hat") - Symbol("theta_true"), Symbol("Sigma_hat") + Symbol("lam")
    ) ** 2,
    r"\frac{1}{2 + e^{-B'} + e^{B'}}": 1 / Add(2, exp(-RADIUS), exp(RADIUS), **KEEP),
    r"-\frac{(a + b)^2}{8} \le -\frac{a^2}{4} + b^2": sp.Le(-((A + B) ** 2) / 8, Add(-(A**2) / 4, B**2, **KEEP)),
    r"\sum_{i = 1}^n (x_i + 1)": sp.Sum(X[I] + 1, (I, 1, N)),
    r"2 \sum_{i = 1}^n x_i^2": 2 * sp.Sum(X[I] ** 2, (I, 1, N)),
    r"\left( \sum_{i = 1}^n x_i \right) \sqrt{a}": Mul(sp.Sum(X[I], (I, 1, N)), sqrt(A), **KEEP),
    r"\begin{cases} a & \text{if } a > b \\ \frac{b}{2} & \text{otherwise} \end{cases}": sp.Piecewise((A, A > B), (B / 2, True)),
    r"\sigma'(z)": sp.Derivative(SIGMOID(Z), Z),
    r"\frac{\mathrm{d}}{\mathrm{d} a} a^2": sp.Derivative(A**2, A),
    r"\frac{\partial^2}{\partial a \partial b} (a^2 + b)": sp.Derivative(A**2 + B, A, B),
    r"\operatorname{KL}(a, b) + \operatorname{KL}(b, a)": KL(A, B) + KL(B, A),
    r"\alpha \in [0, \frac{1}{2})": sp.Contains(Symbol("alpha"), sp.Interval.Ropen(0, Rational(1, 2)), **KEEP),
    r"x \in \mathbb{R}": sp.Contains(Symbol("x"), sp.S.Reals, **KEEP),
    r"a > b \wedge b < k": sp.And(A > B, B < C),
    r"\int_{0}^{\infty} e^{-a^2} \mathrm{d} a": sp.Integral(exp(-(A**2)), (A, 0, sp.oo)),
    r"x_{i, j}": X[I, Symbol("j")],
    r"x_{1, \mathrm{max}}'": Symbol("x1'_max"),
    r"\text{a word of \#}": Symbol("a word of #"),
    r"a^{3/2}": A ** Rational(3, 2),
    r"n!": sp.factorial(N),
    r"\binom{n}{2}": sp.binomial(N, 2, evaluate=False),
    r"a \ne b": sp.Ne(A, B),
    r"\cosh^2(a)": cosh(A) ** 2,
    r"\sqrt{2 \ln(n)}": Mul(sqrt(2), sqrt(log(N)), **KEEP),
}  # fmt: skip


@pytest.mark.parametrize("source", SHAPES)
def test_print_has_the_shape_of_the_page(source):
    assert latex(SHAPES[source], LETTERS) == source


@pytest.mark.parametrize("expr", [*NUMERIC, *SHAPES.values()], ids=str)
def test_every_print_is_mathematics_of_the_notation(expr):
    assert parse(latex(expr, LETTERS))


@pytest.mark.parametrize(
    "expr",
    [sp.zoo, sp.nan, sp.besselj(1, A), sp.Subs(A**2, A, B), sp.Matrix([[1]]), sp.Tuple(A, B), sp.Lambda(A, A),
     sp.Limit(A, A, 0)],
    ids=str,
)  # fmt: skip
def test_an_unknown_node_is_no_formula(expr):
    with pytest.raises(UnknownNodeError, match="no print for"):
        latex(expr)


def test_letters_and_words():
    assert letter("epsilon") == r"\varepsilon"
    assert letter("lam") == r"\lambda"
    assert letter("theta_true") == r"\theta_{\mathrm{true}}"
    assert letter("order") == r"\mathrm{order}"
    assert letter("loss_1") == r"\mathrm{loss}_1"
    assert letter("covariance_norm") == r"\text{covariance norm}"
    assert letter("y_bar") == r"\bar{y}"
    assert letter("x_10") == "x_{10}"
    assert letter("x", {"x": r"\tilde{y}"}) == r"\tilde{y}"
    assert upright("50 %{") == r"\text{50 \%}"
    assert latex(Function("f")(A), {"f": r"\psi"}) == r"\psi(a)"
    assert latex(Function("gain")(A)) == r"\operatorname{gain}(a)"


def grown(rng, depth):
    """A random tree, unevaluated half of the time, with its value computed without SymPy's printer or evaluator."""
    if depth == 0 or rng.random() < 0.15:
        number = rng.choice(
            [sp.Integer(2), sp.Integer(3), Rational(1, 2), Rational(3, 4), sp.Integer(-1), Rational(-2, 3)]
        )
        symbol = rng.choice([A, B, N, Z])
        return (number, float(number)) if rng.random() < 0.3 else (symbol, VALUES[symbol])
    keep = rng.random() < 0.5
    kind = rng.choice(
        ["add", "add", "mul", "mul", "mul", "over", "square", "root", "negative", "inverse", "exp", "abs"]
    )
    first, one = grown(rng, depth - 1)
    if kind in ("add", "mul", "over"):
        second, two = grown(rng, depth - 1)
        if kind == "over":
            if abs(two) < 1e-3:
                return first, one
            return Mul(first, Pow(second, -1, evaluate=not keep), evaluate=not keep), one / two
        node = Add if kind == "add" else Mul
        return node(first, second, evaluate=not keep), one + two if kind == "add" else one * two
    if kind == "square":
        return Pow(first, 2, evaluate=not keep), one**2
    if kind == "root":
        return (Pow(first, Rational(1, 2), evaluate=not keep), math.sqrt(one)) if one > 0.01 else (first, one)
    if kind == "negative":
        return Mul(-1, first, evaluate=not keep), -one
    if kind == "inverse":
        return (Pow(first, -2, evaluate=not keep), one**-2) if abs(one) > 0.1 else (first, one)
    if kind == "exp":
        return (exp(first), math.exp(one)) if abs(one) < 3 else (first, one)
    return sp.Abs(first), abs(one)


VALUES = {A: 0.37, B: 1.83, N: 0.71, Z: 2.29}


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_mean_the_same(seed):
    rng = random.Random(seed)
    read = {letter(s.name): value for s, value in VALUES.items()} | {"e": math.e}
    for _ in range(150):
        expr, value = grown(rng, rng.randint(1, 5))
        source = latex(expr)
        assert Reader(source, read).value() == pytest.approx(value, rel=1e-6, abs=1e-9), (source, sp.srepr(expr))


def test_a_number_stands_before_its_letters_however_the_product_was_made():
    n, d = sp.symbols("n d", positive=True)
    product = sp.Mul(sp.log(d), 2, evaluate=False)
    assert latex(product) == r"2 \ln(d)"
    assert latex(sp.Mul(d, sp.Pow(sp.Mul(n, 4, evaluate=False), -1, evaluate=False), evaluate=False)) == r"\frac{d}{4 n}"
    assert latex(sp.Mul(n, -2, evaluate=False)) != "2 n"


# Letters whose print is a formula get brackets where they would be read otherwise.

x, y = sympy.symbols("x y")
LEVELS = {
    "Add": (r"1 + \sqrt{2 \ln(2/\alpha)}", "K + 1 - j"),
    "Mul": (r"\theta^\top x", "2 L B", r"\Delta x_{k, j, i}", r"\log |\Pi|"),
    "Pow": ("D^2", r"\|V\|_2^2", r"c(\varepsilon)", r"\min(p, q)", "2^{-k}", r"\sqrt{a b}"),
    "Atom": ("x_{1 2}", "B'", r"\theta_{\mathrm{sft}}", r"\mathcal{N}_{\mathcal{F}}", 
             r"\mathbb{E}[\|a - b\|^2]", r"\langle a, b \rangle", r"\text{a + b}"),
}


@pytest.mark.parametrize(("level", "source"), [(level, source) for level, sources in LEVELS.items() for source in sources])
def test_how_tightly_a_print_binds(level, source):
    assert binds(source) == PRECEDENCE[level]


@pytest.mark.parametrize("source", [r"\tilde{n}/n", r"\sum_{k \ge j} e^x"])
def test_what_is_loosest_in_a_product(source):
    assert PRECEDENCE["Add"] < binds(source) < PRECEDENCE["Mul"]


@pytest.mark.parametrize(
    ("formula", "letter", "printed"),
    [
        (x**2, r"\theta^\top x", r"(\theta^\top x)^2"),
        (8 * x, r"\theta^\top x", r"8 \theta^\top x"),
        (8 * x * sympy.log(y), r"\tilde{n}/n", r"8 (\tilde{n}/n) \ln(y)"),
        (x * y, "1 + r", "(1 + r) y"),
        (x + y, "1 + r", "1 + r + y"),
        (y - x, "1 + r", "-(1 + r) + y"),
        (1 / x, "1 + r", r"\frac{1}{1 + r}"),
        (x**2, "B'", "B'^2"),
        (sympy.sqrt(x), "a b", r"\sqrt{a b}"),
        (x**2, r"\sigma(z)", r"\sigma^2(z)"),
        ((x + 1 - y) ** 2, "K + 1", "(K + 1 - y + 1)^2"),
    ],
)
def test_brackets_stand_where_they_are_needed(formula, letter, printed):
    assert latex(formula, {"x": letter}) == printed


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("-1/2", r"-\frac{1}{2}"), ("3/4*sqrt(2)", r"\frac{3 \sqrt{2}}{4}"), ("1e-06", "10^{-6}"), ("radius", "B'"),
        ("e^B", "e^B"), ("1000000", "10^6"), ("c(epsilon)", r"c(\varepsilon)"), ("-x/2", r"-\frac{x}{2}"),
        ("small eta", ""), ("open('x')", ""), ("__import__", ""), ("1/0", r"\frac{1}{0}"), ("a.b", ""),
        ("9**9**9**9", "9^{9^{9^9}}"), ("x*y*z/(2*x*y*z)", r"\frac{x y z}{2 x y z}"), ("x*(y*z)", "x (y z)"),
    ],
)  # fmt: skip
def test_an_exact_value_is_read_and_never_evaluated(text, source):
    assert latex_of(text, LETTERS) == source
