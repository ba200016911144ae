"""Formulas on their way into the page."""

import json
import math
import re
from pathlib import Path

import pytest

from boundcheck.report.text.formulas import factored, flattened, formula, in_line, objection, pieces, settable, written
from boundcheck.verdict.statements import Formula

# A formula may draw mathematics and nothing else.

REFUSED = [
    '#read("a")', 'std.read("a")', "a #h(1em) b", "$ x $", "a // hidden", "a /* hidden */", 'an "open text',
    "std",
    '"text" + "', "(" * 50, "x" * 5000, "\x00", "a\ud800", '"\\\\" #x "', "#", '\\"#x"',
]  # fmt: skip
ALLOWED = [
    "a + b", "[0, 1/2)", 'theta_"true"', r"1\/2", r"\# \$ \"", '"# and $ and // and std"', "hat(theta)", "x'",
    "norm(x)_(A)", "TV(P, Q) <= KL(P, Q)", "abs(chevron.l v, x chevron.r)",
    "SubOpt(pi, pi^star)", 'cases(a & "if" x, b & "otherwise")', "stdev_1 \"\"".replace("stdev", "sigma"),
]  # fmt: skip


@pytest.mark.parametrize("source", REFUSED)
def test_more_than_mathematics_is_a_fault(source):
    assert objection(source)
    made = formula(Formula(typst=source, alt="x"), "here")
    assert made == {"fault": source, "why": f"here: {objection(source)}"}


@pytest.mark.parametrize("source", ALLOWED)
def test_mathematics_passes_and_sets(source):
    assert objection(source) == ""
    assert settable({"a": [formula(Formula(typst=source, alt=""))]}) == []


def test_what_typst_cannot_set_is_marked_where_it_stands():
    assert settable([formula(Formula(typst='"🧪"', alt=""), "s")])
    drawn = {
        "a": [formula(Formula(typst="frac(a, nosuchletter)", alt=""), "steps[3]", block=True), formula(Formula(typst="a", alt=""))],
        "b": "text",
    }
    assert [why.split(":")[0] for why in settable(drawn)] == ["steps[3]"]
    assert "nosuchletter" in settable(drawn)[0]
    assert "typst" not in drawn["a"][0]
    assert drawn["a"][0]["fault"] == "frac(a, nosuchletter)"
    assert drawn["a"][1]["typst"] == "a"


def test_a_formula_carries_its_text():
    made = {"typst": "x", "alt": "ex", "block": False, "at": "formula"}
    assert formula(Formula(typst="x", alt="ex")) == made
    assert formula(Formula(typst="x", alt=""), block=True) == made | {"alt": "x", "block": True}
    assert formula(Formula(typst="", alt="")) is formula(None) is formula(Formula(typst="", alt="x")) is None


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("a + b <= c - d", [["a", "+ b"], ["<= c", "- d"]]),
        ("-a = -b", [["-a"], ["= -b"]]),
        ("- a = - b", [["- a"], ["= - b"]]),
        ("norm(x + y)_(A) <= 2", [["norm(x + y)_(A)"], ["<= 2"]]),
        ('"a + b" = {x : chevron.l 1, y + z chevron.r <= 0}', [['"a + b"'], ["= {x : chevron.l 1, y + z chevron.r <= 0}"]]),
        (
            f"n >= 1, quad x = y + z, quad {'w' * 120} <= 2",
            [["n >= 1,"], ["quad x = y + z,"], [f"quad {'w' * 120}"], ["<= 2"]],
        ),
        ("d = 1 quad arrow.r.double quad Theta = {0}", [["d"], ["= 1"], ["quad arrow.r.double"], ["quad Theta"], ["= {0}"]]),
    ],
)  # fmt: skip
def test_a_display_may_end_a_line_at_relations_and_signs(source, parts):
    assert pieces(source) == parts
    assert " ".join(word for part in parts for word in part) == source


def test_a_very_long_term_ends_its_line_within_its_last_bracket():
    long = "f " * 100
    (parts,) = pieces(f"frac(a, b) ({long}+ g)")
    assert parts == ["frac(a, b)", rf"dot lr(\( {long.strip()})", r"+ lr(g \))"], "a product over two lines has its sign"
    (parts,) = pieces(f"frac(a, b) c ({long}+ g)")
    assert parts[0] == "frac(a, b) c"
    assert parts[1].startswith("lr("), "what is no fraction may be the name of a function"
    for one in (f"frac(a, b) ({long})", f"a_({long}+ g)", f"sqrt({long}+ g)", f"frac(a, b) ({long}= g)"):
        assert pieces(one)[0] == [one], "no product with a sum in brackets"
    assert formula(Formula(typst=f"frac(a, b) ({long}+ g)", alt=""), block=True)["typst"] == f"frac(a, b) ({long}+ g)"


def test_only_long_displays_come_in_pieces():
    assert "pieces" not in formula(Formula(typst="a + b = c", alt=""), block=True)
    assert "pieces" in formula(Formula(typst=" + ".join("abcdefghijklmn") + " = 0", alt=""), block=True)


def test_the_natural_logarithm_has_one_name():
    assert formula(Formula(typst='"a log" + log x + log(y) + log_2 z', alt=""))["typst"] == '"a log" + ln x + ln(y) + log_2 z'


def test_a_very_long_product_ends_its_line_within_its_longest_bracket_wherever_that_stands():
    long = "f " * 100
    (parts,) = pieces(f"2 ({long}+ g) sqrt(kappa)")
    assert parts == ["2", rf"lr(\( {long.strip()})", r"+ lr(g \)) sqrt(kappa)"]
    (parts,) = pieces(f"({long}+ g) (a + b)")
    assert parts == [rf"lr(\( {long.strip()})", r"+ lr(g \)) (a + b)"]


# No fraction stands two levels deep, and nothing changes but the bar.

@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("frac(a, b)", "frac(a, b)"),
        ("frac(frac(a, b), c)", "frac(a \\/ b, c)"),
        ("ln(frac(1, delta))", "ln(frac(1, delta))"),
        ("frac(d ln(frac(2, delta)), n^(2))", "frac(d ln(2 \\/ delta), n^(2))"),
        ("frac(1, frac(a + b, 2 n))", "frac(1, (a + b) \\/ (2 n))"),
        ("frac(ln frac(2, delta), n)", "frac(ln (2 \\/ delta), n)"),
        ("ln frac(2, delta)", "ln frac(2, delta)"),
        ("e^(-frac(x, 2 y))", "e^(-x \\/ (2 y))"),
        ('"frac(" x', '"frac(" x'),
        ("frac(a", "frac(a"),
        ("[0, frac(1, 2)\\)", "[0, frac(1, 2)\\)"),
    ],
)
def test_forms(source, expected):
    assert flattened(source) == expected


def deepest(source):
    depth, most, stack = 0, 0, []
    for place, sign in enumerate(source):
        if sign == "(":
            stack.append(source[:place].endswith("frac"))
            depth += stack[-1]
            most = max(most, depth)
        elif sign == ")" and stack:
            depth -= stack.pop()
    return most


def sources(value):
    if isinstance(value, dict):
        yield from ([value["typst"]] if isinstance(value.get("typst"), str) else [])
        for item in value.values():
            yield from sources(item)
    elif isinstance(value, list):
        for item in value:
            yield from sources(item)


def test_the_formulas_of_a_whole_paper_are_at_most_two_deep():
    paths = sorted((Path(__file__).parents[2] / "reports/unified").glob("theorem_*.json"))
    every = {source for path in paths for source in sources(json.loads(path.read_text(encoding="utf-8")))}
    assert [source for source in every if deepest(flattened(source)) > 2] == []
    assert all(flattened(source).count("sqrt(") == source.count("sqrt(") for source in every)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("alpha < frac(1, 2)", "alpha < 1 \\/ 2"),
        ("frac(1, 16384 C^(12))", "1 \\/ (16384 C^(12))"),
        ("ln frac(N - 1, delta)", "ln ((N - 1) \\/ delta)"),
        ("cosh ^(2) frac(B, 2) + 1", "cosh ^(2) (B \\/ 2) + 1"),
        ("ln frac(1, delta) x", "ln (1 \\/ delta) x"),
        ("arrow.ln frac(1, 2)", "arrow.ln 1 \\/ 2"),
        ("frac(a + b, 2) + c", "(a + b) \\/ 2 + c"),
        ("frac(1, 2) sqrt(x)", "frac(1, 2) sqrt(x)"),
        ("2 sqrt(frac(d ln(frac(2, delta)), n^(2)))", "2 sqrt(d ln(2 \\/ delta) \\/ n^(2))"),
        ("frac(c, gamma) sqrt(x)", "(c \\/ gamma) sqrt(x)"),
        ("frac(frac(1, 2) x, y)", "frac(1, 2) x \\/ y"),
        ('"frac(a, b)" x', '"frac(a, b)" x'),
    ],
)
def test_a_fraction_within_a_line_has_a_slash_where_no_factor_follows(source, expected):
    assert in_line(source) == expected


# A formula whose tall factors stand beside their fractions says the same, and has no fraction in a fraction.

VALUES = {"a": 1.3, "b": 0.7, "c": 2.1, "d": 3.3, "e": 2.718281828, "n": 11.0, "q": 0.4}
MEANS = {"frac": lambda above, below: above / below, "sqrt": math.sqrt, "min": min, "ln": math.log}


def value(source):
    """Of sums, products, fractions, roots and powers."""
    text = source.replace("^", "**").replace(" - ", "-").replace(" + ", "+").replace(", ", ",")
    text = re.sub(r"(?<=[\w)']) (?=[\w(])", "*", text)
    return eval(text, {"__builtins__": {}}, VALUES | MEANS)  # of the cases below


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("frac(a (b + frac(c + a b + n, d + q)) e^(2 q), n)", "frac(a e^(2 q), n) (b + frac(c + a b + n, d + q))"),
        ("frac(e^(-1) min(frac(a, 8 n (b + c + d)), q), 4)", "frac(e^(-1), 4) min(frac(a, 8 n (b + c + d)), q)"),
        ("frac(frac(a, 2) sqrt(frac(a + b + c, n + q + d)), d)", "frac(a, 2 d) sqrt(frac(a + b + c, n + q + d))"),
        ("frac(frac(a + q + n, b + c + d) q, d - n)", "frac((a + q + n) q, (b + c + d) (d - n))"),
        ("q + frac(a + frac(b + q + a, n + d + c) c, d)", "q + frac(1, d) (a + frac(b + q + a, n + d + c) c)"),
        ("a - frac(frac(b + c + d, n + c + q), d) + q", "a - frac(b + c + d, (n + c + q) d) + q"),
    ],
)
def test_the_value_stays_and_nothing_is_nested(source, shown):
    assert factored(source) == shown
    assert value(shown) == pytest.approx(value(source))


def test_a_long_sum_gives_each_term_a_fraction_of_its_own_where_a_sum_may_stand():
    term = "frac(a + b + c + d, n + q + c) (b + c + d + e + q + n + a b c d e q n)"
    above = f"{term} + sqrt(frac(b, c)) d - frac(c, d + a + b + c) (a + b + c + d + e + q + n)"
    above += " + sqrt(frac(b, c)) e + a b n c d e q n"
    made = factored(f"a + frac({above}, q)")
    assert made.count("(n + q + c) q") == 1
    assert value(made) == pytest.approx(value(f"a + frac({above}, q)"))
    within = factored(f"a frac({above}, q)")
    assert within.startswith("a frac(1, q) (")
    assert value(within) == pytest.approx(value(f"a frac({above}, q)"))


@pytest.mark.parametrize(
    "source",
    [
        "frac(a, b)",
        "frac(a ln(frac(1, d)), n)",  # short enough for a slash
        "frac(ln frac(a, b), c)",  # a function without brackets is no factor
        "frac(sum_(i) frac(a, b), c)",
        "frac(a / n frac(a, b), c)",
        "frac(a e^(frac(a, b)), c)",  # an exponent has its slash
        '"frac(frac(a, b), c)"',
    ],
)
def test_what_is_not_plainly_a_product_stays(source):
    assert factored(source) == source


def test_a_power_of_a_fraction_stays():
    assert factored("frac(a frac(b + c, c + d + n), d)^2") == "frac(a frac(b + c, c + d + n), d)^2"


def test_a_half_of_a_tall_root_stands_below_with_the_rest():
    root = "sqrt(frac(a + b + c + d + q, n^(2)) + 1)"
    assert factored(f"frac(frac({root}, 2), gamma)") == f"frac(1, 2 gamma) {root}"


# Powers stand behind the names of functions, roots of products are one, and large numbers can be read.

@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("4 (cosh(frac(B, 2)))^(2)", r"4 cosh^(2)(B \/ 2)"),
        (r"sinh(1\/2)^(2) x", r"sinh^(2)(1\/2) x"),
        ("sqrt(2) sqrt(ln(4 m n)) + 1", "sqrt(2 ln(4 m n)) + 1"),
        ("sqrt(2) sqrt(d - 1)", "sqrt(2 (d - 1))"),
        ("8000000000000 C^(2)", "8 dot 10^(12) C^(2)"),
        ("ln(1000000 C)", "ln(10^(6) C)"),
        ("1234567 x", '"1,234,567" x'),
    ],
)
def test_a_formula_as_it_is_written_by_hand(source, made):
    assert written(source) == made
    assert settable([formula(Formula(typst=source, alt=""))]) == []


@pytest.mark.parametrize(
    "source",
    ["(ln(x) + 1)^(2)", "((cosh(x)))^(2)", "cosh(x)^(2 y)", "sqrt(x) sqrt(y)", "sqrt(2) x", "x_1000000", "1000000^(2)",
     '"1000000 (cosh(x))^(2)"', "arccosh(x)^(2)", "12345"],
)  # fmt: skip
def test_what_is_no_power_root_or_large_number_stays(source):
    assert written(source) == source
