"""boundcheck as a library: verdict objects, notebooks, test suites, and a cheap import."""

import subprocess
import sys

import pytest
from sympy import Symbol, exp

import boundcheck
from boundcheck import report
from boundcheck.claims import Claim, Headline, Inequality, Repair, Step
from boundcheck.registry import BrokenClaim, UnknownClaim
from boundcheck.testing import assert_holds

x = Symbol("x", real=True)
TRUE, FALSE = Inequality(1 + x, exp(x)), Inequality(exp(x), 1 + x)
MENDED = Claim(
    title="M",
    parts={"it": TRUE},
    steps=(Step("a", "", FALSE, repair=Repair(TRUE, "turned round")), Step("b", "", TRUE)),
)


def test_a_claim_by_name():
    checked = boundcheck.check("definition_5_1", budget="quick")
    assert checked.headline in (Headline.HOLDS, Headline.UNDECIDED)
    assert checked.record["claim"] == "unified/definition_5_1"
    assert checked.record["digest"] == report.digest(checked.record)


@pytest.mark.parametrize(("statement", "headline"), [(TRUE, Headline.HOLDS), (FALSE, Headline.REFUTED)])
def test_a_bare_statement(statement, headline):
    assert boundcheck.check(statement, budget="quick").headline is headline


def test_a_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from sympy import *\nfrom boundcheck.claims import *\nx = Symbol('x', real=True)\n"
        "CLAIM = Claim(parts={'it': Inequality(1 + x, exp(x))})\n"
    )
    for named in (path, str(path)):
        checked = boundcheck.check(named, budget="quick")
        assert checked.headline is Headline.HOLDS
        assert checked.record["claim"] == "own/mine"


def test_the_same_seed_gives_the_same_record():
    first, second = (boundcheck.check(MENDED, budget="quick", seed=5) for _ in range(2))
    assert first.record["digest"] == second.record["digest"]


def test_a_verdict_is_no_boolean():
    with pytest.raises(TypeError, match="no boolean"):
        bool(boundcheck.check(TRUE, budget="quick"))


def test_repr_and_html_say_the_sentence_and_escape_it():
    checked = boundcheck.check(Claim(title="<b>bold</b>", parts={"it": TRUE}), budget="quick")
    assert repr(checked).startswith("<HOLDS: ")
    html = checked._repr_html_()
    assert "&lt;b&gt;bold" in html
    assert "<b>bold" not in html
    assert html.count("<tr>") == html.count("</tr>") == 2


@pytest.mark.parametrize("name", ["r.json", "r.pdf"])
def test_saving(tmp_path, name):
    checked = boundcheck.check(TRUE, budget="quick")
    path = checked.save(tmp_path / name)
    if name.endswith(".json"):
        assert report.load(path)["digest"] == checked.record["digest"]
    else:
        assert path.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("claim", "error"),
    [
        ("theorem_99", UnknownClaim),
        ("unified", UnknownClaim),
        (3, TypeError),
        (Claim(parts={"it": {"other": TRUE}}), BrokenClaim),
        (x <= 1, TypeError),
        ("no_such_file.py", BrokenClaim),
    ],
)
def test_what_is_no_claim_is_refused(claim, error):
    with pytest.raises(error):
        boundcheck.check(claim)


def test_options_are_refused_by_name_rule_and_value():
    with pytest.raises(ValueError, match="budget must be quick, standard or deep, got 'fast'"):
        boundcheck.check(TRUE, budget="fast")
    with pytest.raises(ValueError, match="error_probability must lie in"):
        boundcheck.check(TRUE, error_probability=2)


def test_assert_holds():
    assert assert_holds(TRUE).headline is Headline.HOLDS
    assert assert_holds(MENDED).headline is Headline.HOLDS_REPAIRED


@pytest.mark.parametrize(
    ("claim", "options", "words"),
    [(FALSE, {}, "false at x"), (MENDED, {"weakest": "HOLDS"}, "REFUTED   a: false at x")],
)
def test_assert_holds_fails_with_the_witness(claim, options, words):
    with pytest.raises(AssertionError, match=words):
        assert_holds(claim, **options)


def test_assert_holds_knows_its_words():
    with pytest.raises(ValueError, match="weakest must be one of HOLDS"):
        assert_holds(TRUE, weakest="TRUE")


def test_importing_the_package_alone_imports_nothing_heavy():
    code = "import sys, boundcheck; print([m for m in ('sympy', 'numpy', 'z3', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from boundcheck.cli import main; main(['plan', '--help'])\n"
        "print([m for m in ('sympy', 'numpy', 'z3', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")


def test_an_unknown_attribute_says_what_there_is():
    with pytest.raises(AttributeError, match="it offers Checked, check"):
        boundcheck.chekc  # noqa: B018


def test_the_package_is_typed():
    from importlib import resources

    assert resources.files("boundcheck").joinpath("py.typed").is_file()
