"""A formula may draw mathematics and nothing else."""

import pytest

from boundcheck.report.text.formula import formula, objection, pieces, settable

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
    made = formula({"typst": source, "alt": "x"}, "here")
    assert made == {"fault": source, "why": f"here: {objection(source)}"}


@pytest.mark.parametrize("source", ALLOWED)
def test_mathematics_passes_and_sets(source):
    assert objection(source) == ""
    assert settable({"a": [formula({"typst": source})]}) == []


def test_what_typst_cannot_set_is_marked_where_it_stands():
    assert settable([formula({"typst": '"🧪"'}, "s")])
    drawn = {
        "a": [formula({"typst": "frac(a, nosuchletter)"}, "steps[3]", block=True), formula({"typst": "a"})],
        "b": "text",
    }
    assert [why.split(":")[0] for why in settable(drawn)] == ["steps[3]"]
    assert "nosuchletter" in settable(drawn)[0]
    assert "typst" not in drawn["a"][0]
    assert drawn["a"][0]["fault"] == "frac(a, nosuchletter)"
    assert drawn["a"][1]["typst"] == "a"


def test_a_formula_carries_its_text():
    made = {"typst": "x", "alt": "ex", "block": False, "at": "formula"}
    assert formula({"typst": "x", "alt": "", "text": "ex"}) == made
    assert formula({"typst": "x"}, block=True) == made | {"alt": "x", "block": True}
    assert formula({"typst": ""}) is formula(None) is formula({"alt": "x"}) is None


def test_a_formula_is_text():
    assert formula({"typst": 3}, "steps[3]") == {
        "fault": "3",
        "why": "steps[3]: a formula is text, this is int",
    }


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
    assert formula({"typst": f"frac(a, b) ({long}+ g)"}, block=True)["typst"] == f"frac(a, b) ({long}+ g)"


def test_only_long_displays_come_in_pieces():
    assert "pieces" not in formula({"typst": "a + b = c"}, block=True)
    assert "pieces" in formula({"typst": " + ".join("abcdefghijklmn") + " = 0"}, block=True)


def test_the_natural_logarithm_has_one_name():
    assert formula({"typst": '"a log" + log x + log(y) + log_2 z'})["typst"] == '"a log" + ln x + ln(y) + log_2 z'


def test_a_very_long_product_ends_its_line_within_its_longest_bracket_wherever_that_stands():
    long = "f " * 100
    (parts,) = pieces(f"2 ({long}+ g) sqrt(kappa)")
    assert parts == ["2", rf"lr(\( {long.strip()})", r"+ lr(g \)) sqrt(kappa)"]
    (parts,) = pieces(f"({long}+ g) (a + b)")
    assert parts == [rf"lr(\( {long.strip()})", r"+ lr(g \)) (a + b)"]
