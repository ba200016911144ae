"""Claim files as they are written at first: every mistake is one line with its place and what to write instead."""

import re

import pytest

from boundcheck.cli.main import main

COINS = """\
import math

import numpy as np
from sympy import Gt, Lt, Rational, exp, log, oo, sqrt, symbols

from boundcheck.claims import (
    Assumption, Claim, ExpectationBound, HighProbabilityBound, Identity, Inequality, Mutant, Letter, Reading, Regime, Scaling,
    Simulation, Step, Sweep,
)

n, delta, x, y = symbols("n delta x y", real=True)


def errors(rng, repeats, *, n, p, **point):
    draws = rng.binomial(n, p, size=repeats)
    return np.abs(draws / n - p)


WIDTH = sqrt(log(2 / delta) / (2 * n))
POINT = {"n": 1000, "p": 0.5, "delta": 0.05}
REGIME = Regime("fair", Simulation(errors), POINT, biting=True)
CLAIM = Claim(
    title="Coins",
    letters=(
        Letter(n, "number of coins", (n >= 1,), (10, 1e6), integer=True),
        Letter(delta, "failure probability", (Gt(delta, 0), Lt(delta, 1)), (1e-3, 0.3)),
    ),
    parts={
        "bound": HighProbabilityBound(
            printed=WIDTH,
            explicit=WIDTH,
            constant=1,
            trivial=1,
            failure=delta,
            regimes=(REGIME,),
            mutants=(Mutant("halved", "half the width", REGIME, WIDTH / 2),),
        ),
        "mean": ExpectationBound(1 / sqrt(n), 1, (REGIME,)),
    },
    steps=(Step("square", "line 1", Inequality(2 * x, x**2 + 1)),),
)
"""


def of(old, new):
    """The line that `new` stands in and the file with `new` in place of `old`, which it holds once."""
    assert COINS.count(old) == 1, old
    text = COINS.replace(old, new)
    return text[: text.index(new)].count("\n") + 1, text


def line_of(words):
    return COINS[: COINS.index(words)].count("\n") + 1


#: A mistake of a simulation is told at its function, of a point at its regime, and of a keyword at its call.
ELSEWHERE = [line_of(words) for words in ("def errors", "draws =", "REGIME =", '"bound": High')]

#: What is written instead of what, and the words that the complaint must hold.
MISTAKES = {
    # numbers are exact
    "decimal bound": ("explicit=WIDTH", "explicit=1.5 * WIDTH", ["explicit", "Rational(3, 2) for 1.5"]),
    "decimal constant": ("constant=1", "constant=2.0", ["constant", "write 2 for 2.0"]),
    "decimal print": ("printed=WIDTH", "printed=WIDTH**0.5", ["printed", "Rational(1, 2) for 0.5"]),
    "decimal failure": ("failure=delta", "failure=0.05", ["failure", "0.05 is a decimal number", "Rational(1, 20)"]),
    "decimal mutant": ("WIDTH / 2)", "WIDTH / 2.0)", ["Mutant 'halved', bound", "write"]),
    "decimal mean": ("(1 / sqrt(n), 1,", "(0.5 / sqrt(n), 1,", ["ExpectationBound, printed", "Rational(1, 2)"]),
    "decimal condition": ("x**2 + 1)", "x**2 + 1, (x > 0.1,))", ["given", "Rational(1, 10) for 0.1"]),
    "decimal domain": ("Gt(delta, 0)", "Gt(delta, 0.001)", ["Letter 'delta', domain", "Rational(1, 1000)"]),
    "decimal quotient": ("explicit=WIDTH", "explicit=WIDTH ** (1 / 3)", ["Rational(1, 3) for (1 / 3)"]),
    "decimal above": (
        "WIDTH = sqrt(log(2 / delta) / (2 * n))",
        "WIDTH = (0.5 * log(2 / delta) / n) ** 0.5",
        ["SymPy has computed with those of the file", "Rational(1, 2) for 0.5 in line 19"],
    ),
    "decimal pi": ("printed=WIDTH", "printed=math.pi * WIDTH", ["Rational(1, 2)*pi for 1.57"]),
    "failure of 5": ("failure=delta", "failure=5", ["failure", "(0, 1)", "got 5"]),
    # experiments
    "global random": ("rng.binomial(", "np.random.binomial(", ["errors()", "same generator", "receives"]),
    "seeded": ("rng.binomial(", "np.random.default_rng(0).binomial(", ["different generators", "receives"]),
    "negative": ("np.abs(draws / n - p)", "draws / n - p", ["errors()", "negative", "np.abs"]),
    "nan": ("np.abs(draws / n - p)", "np.sqrt(draws / n - p)", ["errors()", "nan", ">= 0"]),
    "truth values": ("np.abs(draws / n - p)", "draws / n > p", ["errors()", "truth values", "np.abs"]),
    "scalar": ("np.abs(draws / n - p)", "float(np.abs(draws / n - p)[0])", ["single number", "one error per replicate"]),
    "wrong length": ("size=repeats)", "size=7)", ["shape (7,)", "(repeats,)"]),
    "wrong shape": ("size=repeats)", "size=(repeats, 2))", ["shape (31, 2)", "(repeats,)"]),
    "nothing": ("return np.abs(draws / n - p)", "np.abs(draws / n - p)", ["returns NoneType"]),
    "above the ceiling": ("(1 / sqrt(n), 1,", "(1 / sqrt(n), Rational(1, 10**6),", ["ceiling"]),
    "no point": ("n, p, **point", "n, p", ["errors()", "delta", "**point"]),
    "no repeats": ("(rng, repeats, *, n", "(rng, *, n", ["errors()", "(rng, repeats, **point)"]),
    "lambda": ("Simulation(errors), POINT", "Simulation(lambda rng, repeats, **p: 0), POINT", ["lambda", "def errors("]),
    "called": ("Simulation(errors), POINT", "Simulation(errors(1, 2, n=1, p=1)), POINT", []),
    "bare function": ("Simulation(errors), POINT", "errors, POINT", ["write Simulation(errors)"]),
    "raises": ("draws / n - p)", "draws / m - p)", ["NameError", "*, m, **point"]),
    "method": ("rng.binomial(", "rng.binomail(", ["did you mean 'binomial'?"]),
    "arguments": ("(rng, repeats, *, n, p", "(n, rng, repeats, *, p", ["generator and a number first"]),
    "no such key": ("draws / n - p)", "draws / n - point['q'])", ["KeyError", "point the entry 'q'"]),
    "symbols in numbers": ("return np.abs(draws / n - p)", "return draws * log(n)", ["expressions of SymPy", "np.log"]),
    # points
    "outside": ('"delta": 0.05}', '"delta": 5}', ["part 'bound', 'fair'", "delta = 5", "delta < 1"]),
    "not whole": ('"n": 1000,', '"n": 1000.5,', ["n = 1000.5", "number of coins", "whole number"]),
    "misspelt": ('"delta": 0.05}', '"detla": 0.05}', ["'detla'", "did you mean 'delta'?"]),
    "missing": (', "delta": 0.05}', "}", ["lacks 'delta'", "it has n, p"]),
    "missing for errors": (' "p": 0.5,', "", ["lacks 'p'", "errors() takes it"]),
    "text for a number": ('"n": 1000,', '"n": [1000],', ["Regime 'fair', point", "n is [1000]", "a number"]),
    # names
    "misspelt function": ("sqrt(log(2", "sqrt(lgo(2", ["NameError", "did you mean 'log'?"]),
    "misspelt letter": ("printed=WIDTH", "printed=WIDHT", ["did you mean 'WIDTH'?"]),
    "misspelt import": ("Identity, Inequality,", "Identity, Inequalty,", ["did you mean 'Inequality'?"]),
    "misspelt module": ("import math\n", "import maths\n", ["did you mean 'math'?\n"]),
    "misspelt keyword": ('title="Coins"', 'titel="Coins"', ["did you mean 'title'?", "Claim("]),
    "misspelt field": ("constant=1", "constnat=1", ["did you mean 'constant'?"]),
    # functions of numbers
    "math.log": ("sqrt(log(2", "sqrt(math.log(2", ["math.log", "from sympy import log"]),
    "np.log": ("sqrt(log(2", "sqrt(np.log(2", ["np.log", "from sympy import log"]),
    "math.sqrt": ("= sqrt(log(2", "= math.sqrt(log(2", ["math.sqrt", "from sympy import sqrt"]),
    "no star": ("log(2 / delta)", "log(2 / delta(1 + x))", ["star"]),
    "caret": ("x**2 + 1", "x^2 + 1", ["x**2"]),
    "letters": ("n, delta, x, y = ", "n, delta, x, y, z = ", ["as many letters as names"]),
    # truth values
    "chain": ("x**2 + 1)", "x**2 + 1, 0 < x < 1)", ["(0 < x, x < 1)"]),
    "and": ("x**2 + 1)", "x**2 + 1, x > 0 and y > 0)", ["(x > 0, y > 0)"]),
    "max": ("x**2 + 1)", "max(x, y))", ["write Max(x, y)"]),
    # relations
    "one side": ("Inequality(2 * x, x**2 + 1)", "Inequality(2 * x <= x**2 + 1)", ["Inequality(2 * x, x ** 2 + 1)"]),
    "turned round": ("Inequality(2 * x, x**2 + 1)", "Inequality(x > y)", ["Inequality(y, x, strict=True)"]),
    "relation and domain": ("(2 * x, x**2 + 1)", "(x <= y, (x > 0,))", ["lhs", "write Inequality(x, y)"]),
    # assumptions
    "steps that use it": (
        "x**2 + 1)),",
        'x**2 + 1), assumes=Assumption("ball", "norm at most 1", used_by=("square",))),',
        ["Assumption has no entry 'used_by'"],
    ),
    "label of an assumption": ("x**2 + 1)),", 'x**2 + 1), assumes="ball"),', ["Step 'square', assumes", "tuple of Assumption"]),
    "two of one label": (
        "steps=(",
        'assumptions=(Assumption("ball", "norm at most 1"), Assumption("ball", "norm at most 2")), steps=(',
        ["two assumptions are called 'ball'", "let the steps that need it name that"],
    ),
    # tuples
    "regimes": ("regimes=(REGIME,)", "regimes=(REGIME)", ["regimes", "a tuple", "'fair'", "comma"]),
    "mutants": ('REGIME, WIDTH / 2),)', 'REGIME, WIDTH / 2))', ["mutants", "a tuple", "'halved'", "comma"]),
    "steps": ("2 * x, x**2 + 1)),)", "2 * x, x**2 + 1)))", ["steps", "a tuple", "'square'", "comma"]),
    "domain": ("(n >= 1,)", "n + 1", ["Letter 'n', domain", "n + 1 is no relation", "x > 0"]),
    "letter as text": ('Letter(n, "number', 'Letter("n", "number', ["Letter, symbol", "Symbol is expected", "'n'"]),
    "no range": ("(10, 1e6)", "()", ["Letter 'n', typical", "(1, 100)"]),
    "prints alone": ("    letters=(", "    letters={'n': 'N'} or (", ["Claim, letters", "tuple of Letter"]),
    "letter twice": ("letters=(", "letters=(Letter(n, 'size'),", ["two letters are called 'n'"]),
    "no regime": ("regimes=(REGIME,)", "regimes=()", ["regimes", "is empty"]),
    "same name": ("regimes=(REGIME,)", "regimes=(REGIME, REGIME)", ["two are called 'fair'"]),
    # letters
    "one letter": ("Inequality(2 * x, x**2 + 1)", "Inequality(__import__('sympy').Symbol('x y'), x**2)", ["single letter"]),
    "two of a name": ("Inequality(2 * x, x**2", "Inequality(2 * symbols('x'), x**2", ["two symbols called x", "make one"]),
    "defined twice over": ("letters=(", "letters=(Letter(x, equals=y), Letter(y, equals=2 * n),",
        ["letters", "y is an abbreviation as well"]),
    "unknown use": ('title="Coins"', 'uses=("unified/theorem_55",)', ["uses: no claim", "near it: unified/theorem_5"]),
    # what says nothing
    "mutant": ("REGIME, WIDTH / 2)", "REGIME)", ["'halved' changes nothing"]),
    "same mutant": ("REGIME, WIDTH / 2)", "REGIME, WIDTH)", ["'halved' changes nothing"]),
    "trivial": ("trivial=1", "trivial=oo", ["trivial", "without any data"]),
    "trivial in floats": ("trivial=1", 'trivial=float("inf")', ["trivial", "without any data"]),
    "reading": ('"bound": High', '"b": {"literal": Identity(x, x), "mendd": Identity(x, x)}, "bound": High',
        ["lists no 'mendd'", "literal"]),
    "reading of a step": ("x**2 + 1)),)", "x**2 + 1), reading='litteral'),)", ["did you mean 'literal'?"]),
    "undefined there": ("explicit=WIDTH", "explicit=WIDTH + log(n - 1000)", ["explicit", "not defined"]),
    "other letter": ("(n >= 1,)", "(x >= 1,)", ["Letter 'n', domain", "speaks of x"]),
    "unknown function": ("explicit=WIDTH", "explicit=WIDTH + symbols('f', cls=__import__('sympy').Function)(n)",
        ["explicit", "not understood", "Abs"]),
    # values of another kind
    "bound in text": ("explicit=WIDTH", "explicit='sqrt(1 / n)'", ["explicit", "is no expression; build it from SymPy"]),
    "bound as a function": ("explicit=WIDTH", "explicit=lambda n: 1 / n", ["explicit", "call it with symbols"]),
    "bound as an array": ("explicit=WIDTH", "explicit=np.ones(3)", ["explicit", "is no expression"]),
    "ragged": ("np.abs(draws / n - p)", "[[1]] * (repeats - 1) + [[1, 2]]", ["returns list", "31 numbers"]),
    "complex": ("np.abs(draws / n - p)", "np.sqrt(draws / n - p + 0j)", ["returns ndarray", "31 numbers"]),
    "text among numbers": ("/ n - p)", "/ n - 'p')", ["values of a wrong kind", "mixes arrays with text"]),
    "no failure": ("            failure=delta,\n", "", ["HighProbabilityBound() lacks 'failure'; write"]),
    "no place for the point": ("Simulation(errors), POINT", "POINT", ["Regime() lacks 'point'; write Regime(name, exp"]),
    "too many entries": ("POINT, biting=True", "POINT, True, None, 6", ["Regime takes 5 entries at most, and was given 6"]),
    "point in a list": ('POINT = {"n"', 'POINT = [0], {"n"', ["Regime 'fair', point", "a mapping is expected"]),
    "steps in a mapping": ("steps=(Step(", "steps={} or {1: 2} or (Step(", ["steps", "a tuple of Step", "not a dict"]),
}  # fmt: skip


@pytest.fixture
def said(tmp_path, capsys):
    """The complaint about a file, which must be one line with status 2."""

    def call(text):
        path = tmp_path / "coins.py"
        path.write_text(text)
        status = main([str(path), "--out", str(tmp_path / "out"), "--jobs", "1", "--budget", "quick"])
        line = capsys.readouterr().err
        assert (status, line.count("\n")) == (2, 1), line
        assert not (tmp_path / "out" / "own").exists()
        return line

    return call


def test_the_file_itself_is_sound(tmp_path, capsys):
    path = tmp_path / "coins.py"
    path.write_text(COINS)
    assert main([str(path), "--out", str(tmp_path / "out"), "--jobs", "1", "--budget", "quick"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("old", "new", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_explained_by_line_and_by_what_to_write(said, old, new, words):
    line, text = of(old, new)
    found = said(text)
    for word in words:
        assert word in found
    assert "TypeError" not in found
    assert int(re.search(r"line (\d+):", found)[1]) in {line, line - 1, *ELSEWHERE}


def test_a_fault_of_many_cells_is_told_once(tmp_path, capsys):
    """A function that fails on whole blocks only: one line for two regimes and a mutant of a part, and one of another."""
    path = tmp_path / "coins.py"
    text = COINS.replace("size=repeats)", "size=repeats if repeats < 100 else (repeats, repeats))")
    path.write_text(text.replace("regimes=(REGIME,)", 'regimes=(REGIME, Regime("other", Simulation(errors), POINT))'))
    assert main([str(path), "--out", str(tmp_path / "out"), "--jobs", "1", "--budget", "quick"]) == 3
    lines = [line for line in capsys.readouterr().err.splitlines() if "failed" in line]
    assert len(lines) == 2, lines  # whole blocks of 256 replicates, and the last ones of 232
    assert "12 blocks of replicates failed (bound, 'fair' and 3 more)" in lines[0]


def test_a_library_is_told_the_same():
    import boundcheck
    from boundcheck.claims import ExpectationBound, Regime, Simulation

    regime = Regime("signed", Simulation(signed), {"n": 4})
    with pytest.raises(
        boundcheck.loading.BrokenClaim, match=r"test_own_files.py, line \d+: signed\(\) .* negative errors"
    ):
        boundcheck.check(ExpectationBound(1, 9, (regime,)), budget="quick")


def signed(rng, repeats, **point):
    return rng.standard_normal(repeats)


def test_a_misspelt_keyword_of_a_shorter_way_to_write_a_bound_is_recognised(tmp_path, capsys):
    file = tmp_path / "typo.py"
    whole = "printed=WIDTH,\n            explicit=WIDTH,\n            constant=1,\n            trivial=1,"
    assert whole in COINS
    file.write_text(
        COINS.replace("HighProbabilityBound(\n", "HighProbabilityBound.of(\n").replace(whole, "bound=WIDTH, trival=1,")
    )
    assert main([str(file)]) == 2
    assert "it was given 'trival', did you mean 'trivial'? Write HighProbabilityBound.of(" in capsys.readouterr().err


def test_parts_that_are_no_mapping_are_told_in_one_line(said):
    found = said(COINS[: COINS.index("    parts={")] + "    parts=[ExpectationBound(1 / sqrt(n), 1, (REGIME,))],\n)\n")
    assert f"line {line_of('    parts={')}: Claim, parts: a mapping" in found
    assert "not a list" in found


def spoilt(at):
    """The file with another error in every replicate but the first few, which are rehearsed."""
    return COINS.replace("np.abs(draws / n - p)", f"np.where(np.arange(repeats) % 256 > 30, {at}, np.abs(draws / n - p))")


def test_errors_below_0_beyond_the_rehearsed_ones_end_in_one_line(tmp_path, capsys):
    path = tmp_path / "coins.py"
    path.write_text(spoilt(-0.3))
    assert main([str(path), "--out", str(tmp_path), "--jobs", "1", "--budget", "quick", "--format", "json"]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert "part 'mean': errors() at the point of 'fair' returns negative errors" in line
    assert "an error is a distance >= 0: np.abs(...)" in line


def test_errors_that_rounding_makes_negative_are_0(tmp_path, capsys):
    path = tmp_path / "coins.py"
    path.write_text(spoilt(-2e-16))
    assert main([str(path), "--out", str(tmp_path), "--jobs", "1", "--budget", "quick", "--format", "json"]) == 0
    assert capsys.readouterr().err == ""


def test_a_wrong_simulation_is_suspected_on_the_screen_first(tmp_path, capsys):
    """The outcome stays what the rule says: a refuted bound, and the status of one."""
    path = tmp_path / "coins.py"
    path.write_text(COINS.replace("draws / n - p)", "draws - p)"))
    path.write_text(path.read_text().replace("(1 / sqrt(n), 1,", "(1 / sqrt(n), None,"))
    assert main([str(path), "--out", str(tmp_path), "--jobs", "1", "--budget", "quick", "--format", "json"]) == 1
    screen = " ".join(capsys.readouterr().out.split())
    assert "1,000 of 1,000 data sets exceed the bound: check errors() first" in screen
    assert "1,000 of 1,000 errors exceed it: check errors() first" in screen


def test_two_claims_in_a_file_are_refused_with_their_lines(said):
    first = line_of("CLAIM =")
    last = COINS.count("\n") + 1
    found = said(COINS + "CLAIM = Claim(parts={'it': Inequality(x, x + 1)})\n")
    assert f"CLAIM is defined in lines {first}, {last}" in found


def test_a_claim_may_be_built_upon(tmp_path):
    from boundcheck.loading.registry import load_file

    path = tmp_path / "coins.py"
    path.write_text(f"{COINS}from dataclasses import replace\nCLAIM = replace(CLAIM, title='Other coins')\n")
    assert load_file(path)[1].source.printed == "Other coins"
