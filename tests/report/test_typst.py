"""LaTeX on its way into a page: what is set means what was typed, whatever becomes of its fractions, and Typst sets all of it."""

import json
import math
import random
import re
from pathlib import Path
from typing import ClassVar

import pytest
import typst as compiler

from boundcheck.report.text.typst import factored, formula, pieces, typst
from boundcheck.symbolic.notation import FACES, FUNCTIONS, GREEK, LOOKS, SPACES, objection, parse

VALUES = {"a": 0.37, "b": 1.83, "n": 0.71, "z": 2.29}


class Reader:
    """Evaluates the part of Typst's mathematics that the setter writes, from the text alone."""

    TOKEN = re.compile(r'\s*(\d+(?:\.\d+)?|[A-Za-z]+|\\/|"[\d,]+"|[-+^(),])')
    CALLS: ClassVar = {"frac": lambda a, b: a / b, "sqrt": math.sqrt, "abs": abs, "ln": math.log}

    def __init__(self, source):
        self.tokens, place = [], 0
        while place < len(source.rstrip()):
            found = self.TOKEN.match(source, place)
            assert found, source[place:]
            self.tokens.append(found.group(1))
            place = found.end()

    def value(self):
        result = self.sum()
        assert self.tokens == []
        return result

    def next(self):
        return self.tokens[0] if self.tokens else ""

    def sum(self):
        sign = -1 if self.next() == "-" and self.tokens.pop(0) else 1
        total = sign * self.product()
        while self.next() in ("+", "-"):
            total += {"+": 1, "-": -1}[self.tokens.pop(0)] * self.product()
        return total

    def product(self):
        total = self.power()
        while self.next() not in ("", "+", "-", ")", ",", "\\/"):
            total *= self.power()
        if self.next() == "\\/":
            self.tokens.pop(0)
            total /= self.power()
            assert self.next() in ("", "+", "-", ")", ","), "a factor behind a slash"
        return total

    def power(self):
        base = self.atom()
        if self.next() == "^":
            self.tokens.pop(0)
            return base ** self.atom()
        return base

    def atom(self):
        token = self.tokens.pop(0)
        if token == "(":
            inside = self.sum()
            assert self.tokens.pop(0) == ")"
            return inside
        if token in self.CALLS:
            if self.next() != "(":
                return self.CALLS[token](self.power())
            self.tokens.pop(0)
            arguments = [self.sum()]
            while self.next() == ",":
                self.tokens.pop(0)
                arguments.append(self.sum())
            assert self.tokens.pop(0) == ")"
            return self.CALLS[token](*arguments)
        return float(token.strip('"').replace(",", "")) if token[0] in '0123456789"' else VALUES[token]


def grown(rng, depth):
    """LaTeX of a random formula, its value, and how tightly it binds: 0 sum, 1 product, 2 atom."""
    if depth == 0 or rng.random() < 0.15:
        name = rng.choice(list(VALUES))
        return (name, VALUES[name], 2) if rng.random() < 0.8 else ("3", 3.0, 2)
    kind = rng.choice(["sum", "difference", "product", "over", "over", "over", "power", "root", "log", "exponent"])
    first, one, level = grown(rng, depth - 1)
    bound = first if level else f"({first})"
    if kind in ("sum", "difference", "product", "over"):
        second, two, other = grown(rng, depth - 1)
        if kind == "over":
            return (rf"\frac{{{first}}}{{{second}}}", one / two, 2) if abs(two) > 1e-3 else (first, one, level)
        if kind == "sum":
            return f"{first} + {second}", one + two, 0
        if kind == "difference":
            return f"{first} - {second if other else f'({second})'}", one - two, 0
        factor = f"({second})" if not other or second[0].isdigit() else second
        return f"{bound} {factor}", one * two, 1
    if kind == "power":
        return f"({first})^2", one**2, 2
    if kind == "root":
        return (rf"\sqrt{{{first}}}", math.sqrt(one), 2) if one > 0.01 else (first, one, level)
    if kind == "exponent":
        return (f"2^{{{first}}}", 2**one, 2) if abs(one) < 5 else (first, one, level)
    if one <= 0.01:
        return first, one, level
    bracket = rng.random() < 0.6 or level < 2 or first[0] == "("
    return (rf"\ln({first})", math.log(one), 2) if bracket else (rf"\ln {first}", math.log(one), 1)


@pytest.mark.parametrize("block", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_set_means_what_was_typed(seed, block):
    rng = random.Random(seed)
    for _ in range(200):
        source, value, _ = grown(rng, rng.randint(1, 5))
        shown = typst(source, block=block)
        assert Reader(shown).value() == pytest.approx(value, rel=1e-6, abs=1e-9), (source, shown)


@pytest.mark.parametrize(
    ("source", "set_as"),
    [
        (r"\frac{a}{1 + \frac{b}{n}}", r"frac(a, 1 + b \/ n)"),
        (r"e^{\frac{a}{2}}", r"e^(a \/ 2)"),
        (r"\frac{a (b + \frac{a + b + n + z}{b - z a})}{n}", r"frac(a, n) (b + frac(a + b + n + z, b - z a))"),
        (r"\cosh^2(\frac{B}{2})", r"cosh^(2) (B \/ 2)"),
        (r"8000000", r"8 dot 10^(6)"),
        (r"123456", '"123,456"'),
        (r"\log n", "ln n"),
        (r"\pi_{\mathrm{ref}}(a|s)", 'π_("ref") (a class("normal", bar.v) s)'),
        (r"\operatorname{TV}(p, q)", r'op("TV") (p \, q)'),
        (r"[0, 1)", r"lr(\[ 0 \, 1 \))"),
        (r"\|x\|_A^2", "norm(x)_(A)^(2)"),
        (r"\text{ for }x", '" for " x'),
    ],
)
def test_a_display(source, set_as):
    assert typst(source, block=True) == set_as


@pytest.mark.parametrize(
    ("source", "set_as"),
    [
        (r"\frac{a}{b n} z", r"(a \/ (b n)) z"),
        (r"\frac{1}{2} n", "frac(1, 2) n"),
        (r"\ln \frac{1}{\delta}", r"ln (1 \/ δ)"),
        (r"\frac{a + b}{n}", r"(a + b) \/ n"),
        ("n = 1000", 'n = "1,000"'),
        ("1000 n", "1000 n"),
        (r"\beta/3232", r'β \/"3,232"'),
        ("n = 90000/m", r'n = "90,000"\/ m'),
        (r"\frac{n}{\mathrm{max}}", r'n\/"max"'),
    ],
)
def test_within_a_line(source, set_as):
    assert typst(source) == set_as


def test_a_long_display_ends_lines_at_relations_and_terms():
    source = r"\|\Delta\|_{\hat\Sigma} \le \frac{1}{\gamma} (\sqrt{\alpha} + N) + 2 B' \sqrt{\lambda} \le 2 B"
    parts = pieces(parse(source))
    assert [len(side) for side in parts] == [1, 2, 1]
    assert all(side[0].startswith("≤") for side in parts[1:])
    assert " ".join(term for side in parts for term in side) == typst(source, block=True)


def test_a_very_long_sum_in_brackets_ends_lines_too():
    terms = " + ".join(rf"\frac{{a_{{{place}}} b_{{{place}}} \delta}}{{n_{{{place}}} + 1}}" for place in range(12))
    (side,) = pieces(parse(f"C ({terms})"))
    assert len(side) == 13
    assert side[1].startswith(r"lr(\( ")


def test_statements_with_commas_between_them_stay_whole():
    parts = pieces(parse(r"a \le b, \quad a + 1 = n"))
    assert [len(side) for side in parts] == [1, 1]


def test_a_formula_for_a_page():
    made = formula(r"\varepsilon \le 1", block=True)
    assert made == {"typst": "ε ≤ 1", "latex": r"\varepsilon \le 1", "alt": "ε ≤ 1", "block": True, "at": "formula"}
    assert formula("") is None


@pytest.mark.parametrize("source", ["alpha <= 1", "#read(\"x\")", r"\foo", "(", "50 %"])
def test_what_is_no_mathematics_is_a_fault_that_says_where_it_stands(source):
    made = formula(source, "steps[3].statement")
    assert made["fault"] == source
    assert made["why"].startswith("steps[3].statement: ")


def test_a_tall_sum_stands_beside_its_fraction():
    assert factored(parse("x + 1")) == parse("x + 1")
    shown = typst(r"\frac{a + \frac{b + n + z + a}{b z n + a}}{n} z", block=True)
    assert shown == r"frac(1, n) (a + frac(b + n + z + a, b z n + a)) z"


ALL = (
    r"\alpha\beta\varepsilon\phi\varphi\Omega \hat x \tilde x \bar x \mathcal{D} \mathbb{E} \mathbf{1} \vec{x} \dot{x}",
    r"x \le y \ge z \ne \approx \sim \propto \preceq \succeq \in \notin \subset \to \mapsto \Rightarrow \iff \lesssim \ll",
    r"\sum_{i=1}^n \prod_i \int_0^1 \bigcup_i \max_x \argmin_x \sup \lim \log \exp \Pr \det",
    r"\cdot\times\pm\infty\mid\ell\top\bot\star\dagger\nabla\partial\cup\cap\setminus\ldots\cdots\forall\exists\emptyset\circ\wedge\vee",
    r"\left( x \right] [0,1) \{x\} \langle x, y \rangle \lfloor x \rfloor \lceil x \rceil |x| \|x\| \left. x \right| P \| Q",
    r"\frac{a}{b} \sqrt{x} \sqrt[3]{x} \binom{n}{k} x'_i x^\star a^{*} \text{50 \% of} \operatorname{err}_{\mathrm{md}}",
    r"\begin{cases} a, & x > 0 \\ b & \text{otherwise} \end{cases} \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    r"x\,y\;z\:w\!v\ u \quad a \qquad b \% \# \& \_ ! ? ; : . / - + = < > := @ `",
    r"\underset{x}{\operatorname{argmin}} \overset{(a)}{\le} \underline{x} \underbrace{x}_{y} \mathrm{d}x",
)


SIGNS = [rf"\\{name}" for name in [*GREEK, *LOOKS, *FUNCTIONS, *SPACES, *FACES]]
SIGNS += [*"abz019+-*/=<>,.;:!|'?()[]{}^_"]
SIGNS += [r"\frac", r"\sqrt", r"\left(", r"\right]", r"\left|", r"\right.", r"\{", r"\}", r"\text{a #b}"]
SIGNS += [r"\lfloor", r"\rfloor", r"\langle", r"\rangle", r"\mathrm{x}", r"\operatorname{f g}", "1000000"]
SIGNS += [r"\begin{cases} a & b \\ c \end{cases}"]


def typed(rng):
    """Signs side by side that are mathematics of the notation."""
    while True:
        source = " ".join(rng.choice(SIGNS) for _ in range(rng.randint(1, 8)))
        if not objection(source):
            return source


@pytest.mark.parametrize("block", [True, False])
def test_typst_sets_everything_that_is_read(block):
    rng = random.Random(0)
    sources = [*ALL, *(grown(rng, 4)[0] for _ in range(60)), *(typed(rng) for _ in range(400))]
    made = [formula(source, block=block) for source in sources]
    shown = [f["typst"] for f in made] + [term for f in made for side in f.get("pieces", ()) for term in side]
    alone = Path("src/boundcheck/report/formulas.typ").resolve()
    setter = compiler.Compiler(alone, root=alone.parent, ignore_system_fonts=True)
    assert setter.compile(format="pdf", pdf_standards="ua-1", sys_inputs={"formulas": json.dumps(shown)})
