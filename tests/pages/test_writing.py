"""Claims as pages: written, read back, and the same."""

import json
from dataclasses import replace

import pytest
import sympy
from sympy import Abs, Float, IndexedBase, Max, Min, Rational, Sum, binomial, exp, factorial, log, sqrt, symbols

from boundcheck.claims import Claim, Identity, Inequality, Step
from boundcheck.cli.main import main
from boundcheck.loading import registry
from boundcheck.pages import Refused, read_text, written
from boundcheck.pages.writing import Forms, Printer, as_checked
from boundcheck.symbolic import Statement, sigmoid
from boundcheck.symbolic.encode import digest_of, encoded
from boundcheck.symbolic.plain_letters import in_sight
from boundcheck.symbolic.statement import flatten_all


def canonical(expr, depth=0):
    """An expression with the indices of its sums called by their depth."""
    if isinstance(expr, sympy.Indexed):
        return sympy.Indexed(expr.base, sympy.Symbol("member", integer=True))
    if isinstance(expr, sympy.Sum | sympy.Product):
        index, low, high = expr.limits[0]
        named = sympy.Symbol("member" if expr.function.atoms(sympy.Indexed) else f"index{depth}", integer=True)
        inside = renamed(canonical(expr.function, depth + 1), {index: named})
        return type(expr)(inside, (named, canonical(low, depth), canonical(high, depth)))
    return expr.func(*(canonical(arg, depth) for arg in expr.args), evaluate=False) if expr.args else expr


def mark(statement, called, form=lambda expr: expr):
    """The fingerprint of a statement in plain letters with other names; the order and direction of its conditions left out."""
    seen = in_sight(Statement(statement.lhs, statement.relation, statement.rhs, statement.given))
    put = {
        s: sympy.Symbol(called.get(s.name, s.name), **{"integer" if s.is_integer else "real": True})
        for s in seen.free_symbols
        if isinstance(s, sympy.Symbol)
    }

    def plain(expr):
        return renamed(canonical(form(expr)), put)

    _, goal, given = encoded(
        Statement(plain(seen.lhs), seen.relation, plain(seen.rhs)), tuple(turned(h, plain) for h in seen.given)
    )
    return digest_of(["prove", goal, sorted({json.dumps(one) for one in given})])


def renamed(expr, put):
    if expr in put:
        return put[expr]
    if isinstance(expr, sympy.Indexed):
        base = put.get(expr.base.label, expr.base.label)
        return sympy.Indexed(sympy.IndexedBase(base.name), *(renamed(e, put) for e in expr.args[1:]))
    if isinstance(expr, sympy.Sum | sympy.Product):
        return type(expr)(
            renamed(expr.function, put), (expr.limits[0][0], *(renamed(e, put) for e in expr.limits[0][1:]))
        )
    args = [renamed(arg, put) for arg in expr.args]
    if expr.is_Mul:  # what is put into a product prints beside its other factors
        parts = zip(expr.args, args, strict=True)
        args = [factor for old, new in parts for factor in (new.args if old in put and new.is_Mul else (new,))]
    return expr.func(*args, evaluate=False) if args else expr


def turned(condition, plain):
    swap = {">=": "<=", ">": "<"}
    if isinstance(condition, sympy.And):
        return sympy.And(*condition.args, evaluate=False)
    sign = getattr(condition, "relation", None) or condition.rel_op
    left, right = plain(condition.lhs), plain(condition.rhs)
    return Statement(right, swap[sign], left) if sign in swap else Statement(left, sign, right)


def plain_name(key):
    """The name of a letter, or the base of a family, by the key of its form."""
    return key.split(" ")[1] if key.startswith("family ") else key.rstrip("#")


def facts_of(claim):
    """Every scalar fact of a claim with its name, repairs and readings among them."""
    for name, part in claim.parts.items():
        for reading, statement in part.items() if isinstance(part, dict) or hasattr(part, "items") else [("", part)]:
            if isinstance(statement, Identity | Inequality):
                yield f"{name}@{reading}" if reading else name, statement
    for step in claim.steps:
        for where, statement in (
            (step.label, step.statement),
            (f"repair of {step.label}", getattr(step.repair, "statement", None)),
        ):
            if isinstance(statement, Identity | Inequality):
                yield where, statement


def in_full(statement, claim):
    """A fact with what its abbreviations stand for, as the provers take it."""
    for _ in range(9):
        put = {s: claim.letters.definitions[s] for s in symbols_of(statement) & claim.letters.definitions.keys()}
        put |= {s: one.equals for s in symbols_of(statement) for one in claim.letters.letters
                if one.equals is not None and one.name == s.name and s not in put}  # fmt: skip
        if not put:
            return statement
        given = tuple(turned(one, lambda expr: renamed(expr, put)) for one in flatten_all(statement.given))  # noqa: B023
        statement = replace(statement, lhs=renamed(statement.lhs, put), rhs=renamed(statement.rhs, put), given=given)
    raise AssertionError("abbreviations in a circle")


def symbols_of(statement):
    sides = [side for one in flatten_all(statement.given) for side in (one.lhs, one.rhs)]
    return set().union(*(side.free_symbols for side in (statement.lhs, statement.rhs, *sides)))


def difference(claim, statement):
    """Why a fact does not come back from a page of its own; empty where it does."""
    statement = as_checked(statement, claim)
    alone = Claim(source=claim.source, letters=claim.letters, parts={"fact": statement})
    page = written(alone)
    if page.left:
        return next(iter(page.left.values()))
    try:
        read = read_text(page.text)
    except Refused as error:
        return f"not read: {error.rule}"
    back = next(iter(read.claim.parts.values()))
    forms = {letter.latex: letter.name for letter in read.claim.letters.letters}
    called = {forms[form]: plain_name(name) for name, form in page.forms.items() if form in forms}
    statement = in_full(statement, claim)
    if mark(back, called) == mark(statement, {}):
        return ""
    bare = mark(back, called, flat) == mark(statement, {}, flat)
    return "brackets inside of a product, which print nothing" if bare else "another fingerprint"


def page_difference(claim):
    """Why the page of a whole claim does not say what the claim does; empty where it does, or where no fact is scalar."""
    page = written(claim)
    if not page.facts:
        return "no scalar fact"
    try:
        read = read_text(page.text)
    except Refused as error:
        return f"not read: {error.rule}"
    forms = {letter.latex: letter.name for letter in read.claim.letters.letters}
    called = {forms[form]: plain_name(name) for name, form in page.forms.items() if form in forms}
    back = {**read.claim.parts, **{step.label: step.statement for step in read.claim.steps}}
    for label, fact in page.facts.items():
        if mark(back[label], called, flat) != mark(in_full(fact.statement, claim), {}, flat):
            return f"another fingerprint: {fact.label}"
    return ""


def flat(expr):
    """An expression without products inside of products."""
    if isinstance(expr, sympy.Indexed):
        return expr
    args = [flat(arg) for arg in expr.args]
    if expr.is_Mul:
        args = [factor for arg in args for factor in (arg.args if arg.is_Mul else (arg,))]
    if isinstance(expr, sympy.Sum | sympy.Product | sympy.Tuple):
        return type(expr)(*args)
    return expr.func(*args, evaluate=False) if args else expr


x, y, d, dx = symbols("x y d dx", real=True)
a, n, k = symbols("a n k", integer=True)
i = symbols("i", integer=True)
PRINTS = {
    x - y: "x - y",
    -2 * x / y: r"-\frac{2 x}{y}",
    x / (2 * y): r"\frac{1}{2} \frac{x}{y}",
    d / (d + 1): r"\frac{d}{d + 1}",
    d**2 / dx: r"d^{2} \frac{1}{\mathrm{dx}}",
    d / (2 * dx) / y: r"\frac{1}{2} \frac{d \frac{1}{\mathrm{dx}}}{y}",
    2 * 3**x: r"2 \cdot 3^{x}",
    x ** Rational(1, 3) + sqrt(x): r"x^{\frac{1}{3}} + \sqrt{x}",
    exp(-x) * (1 + x): r"\exp(-x) \cdot (x + 1)",
    log(x) ** 2: r"(\log(x))^{2}",
    Abs(x) * Min(x, y) * Max(x, 1): r"\lvert x \rvert \max\{1, x\} \min\{x, y\}",
    sigmoid(x) * sigmoid(-x): r"\sigma(-x) \sigma(x)",
    Sum(i**2, (i, 1, n)) * x + 1: r"x \cdot \left( \sum_{i=1}^{n} i^{2} \right) + 1",
    binomial(n, k) * factorial(n): r"\binom{n}{k} n!",
    sympy.pi * sympy.E: r"e \pi",
}


@pytest.mark.parametrize("expression", PRINTS, ids=str)
def test_an_expression_is_printed_and_read_back(expression):
    assert Printer(Forms()).formula(expression) == PRINTS[expression]
    given = (n >= 1, k >= 0, k <= n, x > 0, y > 0)
    assert difference(Claim(title="Page"), Inequality(expression, expression + 1, given)) == ""


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (Float("0.5") * x, "decimal"),
        (IndexedBase("x")[i] + 1, "over one range"),
        (Sum(IndexedBase("x")[i], (i, 1, n)) + Sum(IndexedBase("x")[i], (i, 1, k)), "over one range"),
        (sympy.gamma(x), "the function gamma"),
        (sympy.Integer(10) ** 50 * x, "51 digits"),
    ],
)
def test_what_has_no_print_is_left_out_with_the_reason(expression, reason):
    try:
        fact = Inequality(expression, y)
    except Exception:  # a claim refuses decimals, too
        fact = None
    if fact is not None:
        assert reason in difference(Claim(title="Page"), fact)


def test_families_are_letters_with_the_range_and_the_conditions_of_their_members():
    p, q = IndexedBase("p"), IndexedBase("q")
    given = (n >= 1, p[i] > 0, q[i] >= p[i])
    fact = Inequality(Sum(p[i] / q[i], (i, 1, n)), n, given)
    claim = Claim(
        title="Families", parts={"fact": fact, "other": Inequality(Sum(p[i], (i, 1, n)), n, (n >= 1, p[i] <= 1))}
    )
    text = written(claim).text
    assert "  p_i | family | 1 \\le i \\le n, p_{i} > 0\n" in text
    assert "  q_i | family | 1 \\le i \\le n, q_{i} \\ge p_{i}\n" in text
    assert "  p'_i | family | 1 \\le i \\le n, p'_{i} \\le 1\n" in text
    assert page_difference(claim) == ""
    assert [difference(claim, one) for _, one in facts_of(claim)] == ["", ""]


def test_a_letter_that_is_a_number_here_and_an_integer_there_is_two_letters():
    s, whole = symbols("s", real=True), symbols("s", integer=True)
    claim = Claim(
        title="Two letters", parts={"one": Inequality(s, s + 1)}, steps=(Step("two", "", Inequality(whole, whole + 1)),)
    )
    page = written(claim)
    assert "  s | real" in page.text
    assert r"  \mathrm{s} | integer" in page.text
    assert page_difference(claim) == ""


def test_another_fact_has_another_mark():
    """What is compared is not always the same: a sign, a condition, a sharper relation."""
    fact = Inequality(x, y, (x > 0,))
    others = [
        Inequality(x, -y, (x > 0,)),
        Inequality(x, y),
        Inequality(x, y, (x > 0,), strict=True),
        Identity(x, y, (x > 0,)),
    ]
    assert mark(fact, {}) not in [mark(other, {}) for other in others]
    assert mark(fact, {}, flat) not in [mark(other, {}, flat) for other in others]


@pytest.mark.parametrize(
    "claim_id", ["unified/lemma_h_2", "kl/lemma_a_8", "square/lemma_b_3", "reward/lemma_4_1", "aup/lemma_1"]
)
def test_the_page_of_a_claim_says_what_the_claim_says(claim_id):
    claim = registry.load(claim_id)
    assert page_difference(claim) == ""
    found = [difference(claim, statement) for _, statement in facts_of(claim)]
    assert set(found) <= {"", "brackets inside of a product, which print nothing"}


def test_show_writes_a_page(capsys):
    assert main(["show", "unified/lemma_h_2", "--format", "md"]) == 0
    out, err = capsys.readouterr()
    assert read_text(out).claim.title == "Lemma H.2"
    assert "scalar lines on the page" in err
