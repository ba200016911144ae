"""The sliders of a bound: the script has the program's numbers, and no text of a record becomes code."""

import json
import random
import shutil
import subprocess
from dataclasses import replace

import msgspec
import pytest

from boundcheck.checks.context import Context
from boundcheck.checks.samples import value
from boundcheck.checks.vacuity import curves
from boundcheck.loading import registry
from boundcheck.record.types import typed_record
from boundcheck.report.text.letters import letters
from boundcheck.report.web import explorer
from boundcheck.symbolic.encode import decode
from boundcheck.verdict.shapes import CurveLetter, Curves

NODE = shutil.which("node")
POINTS = 100  # of each bound, for three formulas
BOUNDS = [
    ("unified/theorem_5_4", "coverage_ctl", "literal"),
    ("reward/theorem_3_2", "coverage", "every_epsilon"),
    ("kl/theorem_4_2", "suboptimality", "mended"),
    ("square/theorem_3_5", "ltc", "sharper"),
]
SIDES = ("printed", "explicit", "trivial")


def bound_of(claim_id, part, reading):
    """A bound, and the circumstances in which its formulas are made."""
    claim = registry.load(claim_id)
    stated = claim.parts[part]
    bound = stated[reading] if isinstance(stated, dict) else stated
    known = {"definitions": claim.definitions, "parameters": claim.parameters, "letters": claim.letters.prints}
    return bound, Context(claim=claim_id, name=part, budget=None, seed=0, risk=0.1, run=None, search=None, **known)


def drawn(found, count, seed=1):
    """Points within the ranges of the letters, on a logarithmic scale."""
    rng = random.Random(seed)
    for _ in range(count):
        at = {}
        for letter in found.letters:
            low = max(letter.low, 1e-9)
            x = low * (max(letter.high, low) / low) ** rng.random()
            at[letter.name] = max(round(x), 1) if letter.integer else x
        yield at


def evaluated(jobs):
    """What the script makes of formulas at points."""
    script = explorer.SCRIPT.removesuffix("}") + (
        "const jobs = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "console.log(JSON.stringify(jobs.map(([formula, at]) => { const x = value(formula, at); "
        "return Number.isFinite(x) || typeof x === 'boolean' ? x : String(x); })));}"
    )
    done = subprocess.run([NODE, "-e", script], input=json.dumps(jobs), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(NODE is None, reason="no Node is installed")
@pytest.mark.parametrize("named", BOUNDS, ids="/".join)
def test_the_script_has_the_numbers_of_the_program(named):
    bound, context = bound_of(*named)
    found = curves(bound, context, dict(bound.regimes[0].point))
    points = list(drawn(found, POINTS))
    jobs = [(getattr(found, side), at) for at in points for side in SIDES]
    expected = [value(context, getattr(bound, side), at) for at in points for side in SIDES]
    assert evaluated(jobs) == pytest.approx(expected, rel=1e-9)
    wrong = [(["*", ["q", "1001/1000"], formula], at) for formula, at in jobs]
    assert evaluated(wrong) != pytest.approx(expected, rel=1e-9)


@pytest.mark.skipif(NODE is None, reason="no Node is installed")
def test_conditions_functions_and_what_is_not_known():
    x = ["s", "x", "real"]
    assert evaluated(
        [
            (["<=", x, ["q", "2"], [">", x, ["q", "0"]]], {"x": 2}),
            (["<", x, ["q", "1/2"]], {"x": 2}),
            (["loggamma", x], {"x": 7.5}),
            (["gamma", x], {"x": 0.5}),
            (["coth", x], {"x": 1.0}),
            (["sigmoid", x], {"x": -800.0}),
            (["exp", x], {"x": 800.0}),
            (["constructor", x], {"x": 1.0}),
        ]
    ) == [
        True,
        False,
        *map(pytest.approx, (7.534364236758733, 1.7724538509055159, 1.3130352854993312, 0.0)),
        "Infinity",
        "NaN",
    ]


def test_definitions_are_put_in_and_conditions_are_told_as_printed():
    bound, context = bound_of(*BOUNDS[0])
    found = curves(bound, context, dict(bound.regimes[0].point))
    assert {letter.name for letter in found.letters} >= {"n", "d", "epsilon", "alpha", "lam", "radius"}
    assert decode(found.explicit).free_symbols == context.expand(bound.explicit).free_symbols
    assert r"\alpha < \frac{1}{2}" in {condition.latex for condition in found.conditions}


def test_a_letter_without_a_number_or_a_range_gives_no_formulas():
    bound, context = bound_of(*BOUNDS[0])
    point = dict(bound.regimes[0].point)
    assert curves(bound, context, point | {"alpha": "many"}) is None
    assert curves(bound, context, {name: entry for name, entry in point.items() if name != "lam"}) is None
    assert curves(bound, replace(context, parameters=()), point) is None


X = ["s", "n", "real"]
SIMPLE = Curves(
    letters=(CurveLetter(name="n", low=1.0, high=1e6, integer=True),),
    printed=["^", X, ["q", "-1/2"]],
    explicit=["*", ["q", "2"], ["^", X, ["q", "-1/2"]]],
    trivial=["q", "1"],
    conditions=(),
)


@pytest.fixture
def bounded(record):
    """A record, and a function that gives it formulas."""
    sample = typed_record(record)
    key = "coverage_ctl"
    part = sample.parts[key]

    def with_(found):
        vacuity = msgspec.structs.replace(part.vacuity, curves=found)
        return sample, key, msgspec.structs.replace(part, vacuity=vacuity)

    return with_


def test_a_bound_has_a_slider_for_each_letter(bounded):
    sample, key, part = bounded(SIMPLE)
    shown = explorer.explorer(sample, key, part, letters(sample))
    assert shown.count('type="range"') == shown.count('type="number"') == 1
    data = json.loads(shown.partition('<script type="application/json">')[2].partition("</script>")[0])
    assert data["explicit"] == SIMPLE.explicit
    assert data["command"].endswith("bound unified/theorem_5_4 --part coverage_ctl --set")


def test_without_formulas_or_with_unknown_ones_there_are_no_sliders(bounded):
    unknown = ({"trivial": ["erf", X]}, {"printed": ["import", X]})
    for found in (None, *(msgspec.structs.replace(SIMPLE, **changed) for changed in unknown)):
        sample, key, part = bounded(found)
        assert explorer.explorer(sample, key, part, letters(sample)) == ""


def test_what_stands_in_a_record_cannot_leave_its_element(bounded):
    letter = CurveLetter(name="</script><script>alert(1)", low=1.0, high=2.0, integer=False)
    sample, key, part = bounded(msgspec.structs.replace(SIMPLE, letters=(*SIMPLE.letters, letter)))
    at = msgspec.structs.replace(part.vacuity, at=part.vacuity.at | {letter.name: 1.0})
    shown = explorer.explorer(sample, key, msgspec.structs.replace(part, vacuity=at), letters(sample))
    assert shown.count("<script") == shown.count("</script>") == 1
