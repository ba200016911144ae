"""A verdict as data: complete, plain, and the certificates in it belong to the statements in it."""

import pytest
from msgspec.structs import replace

from boundcheck import job
from boundcheck.loading import registry
from boundcheck.record import build, digest, dumps, plain, read
from boundcheck.record import build as record
from boundcheck.record.replay import replay_all


@pytest.fixture(scope="module")
def built():
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return job.check("unified/claim_e_1", registry.load("unified/claim_e_1"), settings, run)[1]


def test_it_is_plain_json_and_loads(built, tmp_path):
    path = tmp_path / "record.json"
    path.write_text(dumps(plain(built)))
    assert read(path) == built
    assert built.digest == digest(plain(built))


def test_the_clock_is_no_part_of_the_digest(built):
    assert digest(plain(replace(built, elapsed_seconds=1e9))) == built.digest
    assert digest(plain(replace(built, seed=built.seed + 1))) != built.digest


def test_every_certificate_replays(built):
    steps = built.steps
    rows = [row for step in steps for row in replay_all(step.label, step)]
    rows += [row for step in steps if step.repair for row in replay_all("repair", step.repair)]
    assert len(rows) == len(steps) + 1
    assert {row.result for row in rows} == {"replayed"}


def test_a_certificate_of_another_statement_is_rejected(built):
    first, second, *_ = built.steps
    (row,) = replay_all("swapped", replace(first, certificate=second.certificate))
    assert row.result == "FAILED"


def test_the_printed_display_stands_beside_the_checked_form(built):
    step = next(s for s in built.steps if s.label == "trace")
    assert "trace" in step.statement.printed
    assert r"\lambda" in step.statement.text
    assert step.because


def test_the_versions_are_recorded():
    assert {"sympy", "numpy", "z3-solver", "python-flint"} <= record.environment()["versions"].keys()


def test_the_formulas_that_were_tested_are_kept():
    part = registry.load("unified/theorem_5_4").parts["coverage_ctl"]
    found = build.bounds(part, {"lam": r"\lambda"})
    assert list(found) == ["explicit", "printed", "trivial", "failure", "constant", "given"]
    assert r"\lambda" in found["explicit"]["latex"]
    law = registry.load("unified/definition_3_1").parts["with_delta"]
    assert build.bounds(law, {}) is None
    known = build.mechanism(law, {})
    assert (known["inputs"], known["outputs"], len(known["law"])) == (2, 2, 2)


def test_a_slope_that_is_zero_up_to_rounding_is_zero_in_the_record():
    """Two processors leave 3e-16 and -7e-16 of an error that does not move; what was measured at its points may be small."""
    from boundcheck.record.build import _rounded, _slopes

    points = [{"value": 1.0, "quantile": 3.87368e-12, "low": 3e-12, "high": 4e-12}]
    row = {"parameter": "T", "printed": -0.5, "measured": -6.66134e-16, "low": -6.66134e-16, "high": 3.87368e-12}
    (kept,) = _slopes(_rounded([{**row, "finding": "TIGHT", "points": points}]))
    assert kept == {**row, "measured": 0.0, "low": 0.0, "high": 0.0, "finding": "TIGHT", "points": points}
    assert str(kept["measured"]) == "0.0"
    assert _slopes(None) is None
