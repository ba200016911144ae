"""boundcheck as a library: verdict objects, notebooks, test suites, and a cheap import."""

import subprocess
import sys

import pytest
from sympy import Symbol, exp

import boundcheck
from boundcheck import planning
from boundcheck.claims import Claim, Inequality, Repair, Step
from boundcheck.loading import BrokenClaim
from boundcheck.loading.registry import UnknownClaim
from boundcheck.record import digest, plain, read
from boundcheck.testing import assert_holds
from boundcheck.verdict import Headline

x = Symbol("x", real=True)
TRUE, FALSE = Inequality(1 + x, exp(x)), Inequality(exp(x), 1 + x)
MENDED = Claim(
    title="M",
    parts={"it": TRUE},
    steps=(Step("a", "", FALSE, repair=Repair(TRUE, "turned round")), Step("b", "", TRUE)),
)


def test_a_claim_by_name():
    checked = boundcheck.check("definition_5_1", budget="quick")
    assert checked.headline in (Headline.SUPPORTED, Headline.UNDECIDED)
    assert checked.record.claim == "unified/definition_5_1"
    assert checked.record.digest == digest(plain(checked.record))


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
        assert checked.record.claim == "own/mine"


def test_the_same_seed_gives_the_same_record():
    first, second = (boundcheck.check(MENDED, budget="quick", seed=5) for _ in range(2))
    assert first.record.digest == second.record.digest


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
        assert read(path) == checked.record
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
        "import sys; from boundcheck.cli.main import main; main(['plan', '--help'])\n"
        "print([m for m in ('sympy', 'numpy', 'z3', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")


def test_an_unknown_attribute_says_what_there_is():
    with pytest.raises(AttributeError, match="it offers Checked, bound, check, minimax, plan, privacy, prove"):
        boundcheck.chekc  # noqa: B018


def test_the_package_is_typed():
    from importlib import resources

    assert resources.files("boundcheck").joinpath("py.typed").is_file()


SCRIPT = """
import boundcheck
from boundcheck.claims import Inequality
from sympy import Symbol, exp
x = Symbol("x", real=True)
print(boundcheck.check(Inequality(1 + x, exp(x)), budget="quick", jobs=2).headline.value)
"""


def test_a_script_without_a_guard_is_warned_and_run_once(tmp_path):
    (tmp_path / "plain.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "plain.py"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (0, "HOLDS\n"), done.stderr
    assert "threads are used" in done.stderr
    assert done.stderr.count("\n") <= 2
    guarded = SCRIPT.replace("print(", "if __name__ == '__main__':\n    print(")
    (tmp_path / "guarded.py").write_text(guarded)
    done = subprocess.run([sys.executable, "guarded.py"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "HOLDS\n", "")


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"seed": -1}, ValueError, "seed must be >= 0, got -1"),
        ({"jobs": "2"}, TypeError, "jobs must be a whole number, got '2'"),
        ({"jobs": 0}, ValueError, "jobs must be from 1 to 1,024"),
        ({"repeats": 0}, ValueError, "repeats must be from 2"),
        ({"budgt": "quick"}, TypeError, "budgt"),
        ({"error_probability": "0.1"}, ValueError, "error_probability must lie in"),
    ],
)
def test_an_option_that_cannot_be_is_named(options, error, words):
    with pytest.raises(error, match=words):
        boundcheck.check(TRUE, **options)


def test_saving_where_nothing_can_be_saved(tmp_path):
    checked = boundcheck.check(TRUE, budget="quick")
    with pytest.raises(FileNotFoundError, match="there is no folder"):
        checked.save(tmp_path / "no" / "x.pdf")
    with pytest.raises(ValueError, match=r"ends in \.json"):
        checked.save(tmp_path / "x.txt")


def test_what_load_file_returns_is_a_claim(tmp_path):
    from boundcheck.loading.registry import load_file

    path = tmp_path / "mine.py"
    path.write_text(
        "from sympy import *\nfrom boundcheck.claims import *\nx = Symbol('x', real=True)\n"
        "CLAIM = Claim(parts={'it': Inequality(1 + x, exp(x))})\n"
    )
    checked = boundcheck.check(load_file(path), budget="quick")
    assert checked.headline is Headline.HOLDS
    assert checked.record.claim == "own/mine"


POINT = {"epsilon": 1, "d": 10, "alpha": 1e-4, "delta": 0.05, "lam": 1e-6, "radius": 1}


def test_bounds_and_plans_from_python():
    quotes = boundcheck.bound("theorem_5_4", {"n": 20000, **POINT})
    assert round(quotes["coverage_ctl"].explicit, 3) == 0.362
    assert "coverage_clc" not in quotes  # which lacks alpha_1
    (answer,) = boundcheck.plan("theorem_5_4", 0.2, POINT, part="coverage_ctl").values()
    assert answer.value == 88_292
    with pytest.raises(planning.PlanError, match="at: lacks"):
        boundcheck.bound("theorem_5_4", {"n": 5})
    with pytest.raises(TypeError, match=r"see boundcheck\.bound"):
        planning.quote("theorem_5_4", {})
    with pytest.raises(TypeError, match="the point is a mapping"):
        boundcheck.bound("theorem_5_4", ["n=5"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: boundcheck.bound("theorem_5_4", {"epsilo": 1}),
            "at: 'epsilo' is no parameter here; did you mean epsilon?",
        ),
        (lambda: boundcheck.bound("theorem_5_4", {"n": 5}), "at: lacks"),
        (lambda: boundcheck.bound("theorem_5_4", {"n": 0}), "at: n=0: sample size must satisfy n >= 1"),
        (
            lambda: boundcheck.bound("theorem_5_4", {"n": 5}, part="x"),
            "part: 'x': unified/theorem_5_4 has coverage_ctl",
        ),
        (lambda: boundcheck.plan("theorem_5_4", 0.1, {}, parameter="q"), "parameter: 'q' is no parameter of"),
        (lambda: boundcheck.plan("theorem_5_4", -1, {}), "error: -1: must be positive"),
        (lambda: boundcheck.plan("theorem_5_4", "few", {}), "error: 'few' is no number such as"),
    ],
)
def test_what_cannot_be_planned_is_told_in_the_words_of_python(call, message):
    with pytest.raises(planning.PlanError) as caught:
        call()
    assert str(caught.value).startswith(message)
    assert "--" not in str(caught.value)
