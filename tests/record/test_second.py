"""What a second program has checked of a record: computed from its answers, kept, told in one sentence."""

from functools import cache

import pytest
from msgspec.structs import replace
from sympy import Symbol

from boundcheck import job
from boundcheck.claims import Claim, Inequality, Repair, Step
from boundcheck.record import digest, second
from boundcheck.record.types import plain, typed_record
from boundcheck.report.screen import summary
from boundcheck.study import Store
from boundcheck.verdict.result import Interrupted, SecondProgram
from boundcheck.words.headlines import lead_and_rest
from boundcheck.words.headlines import second as told

x = Symbol("x", real=True)
CLAIM = Claim(
    title="T",
    parts={"false": Inequality(x**2, x), "true": Inequality(2 * x, x**2 + 1)},
    steps=(Step("mended", "p. 1", Inequality(x, x**2), repair=Repair(Inequality(x, x**2, (x >= 1,)), "from 1 on")),),
)


@cache
def record():
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return job.check("own/theorem_1", CLAIM, settings, run)[1]


def test_proofs_repairs_and_counterexamples_are_counted():
    found = second.with_second(record())
    assert found.second == SecondProgram(by="boundcheck.checker", lines=4, checked=4)
    assert typed_record(plain(found)) == found
    assert found.digest == digest(plain(found)) != record().digest


def test_nothing_is_said_where_nobody_was_asked():
    assert record().second is None
    assert "second" not in plain(record())
    assert told(record()) == ""


def test_what_is_no_proof_of_its_line_is_not_counted():
    parts = record().parts
    for certificate in ({**parts["true"].certificate, "proofs": []}, parts["false"].certificate, {"kind": "proof"}):
        forged = replace(record(), parts={**parts, "true": replace(parts["true"], certificate=certificate)})
        found = second.with_second(forged).second
        assert (found.lines, found.checked) == (4, 3)


def test_answers_are_kept_for_just_this_certificate(monkeypatch):
    with Store.memory() as store:
        first = second.with_second(record(), store)
        monkeypatch.setattr(second, "unchecked", lambda checked, certificate: "asked again")
        assert second.with_second(record(), store) == first
        parts = record().parts
        other = replace(parts["true"], certificate={**parts["true"].certificate, "versions": []})
        assert second.with_second(replace(record(), parts={**parts, "true": other}), store).second.checked == 3


def test_a_run_that_was_stopped_is_left_as_it_is():
    cut = replace(record(), interrupted=Interrupted(done=3, of=4))
    assert second.with_second(cut) is cut


@pytest.mark.parametrize(("lines", "checked", "said"), [(30, 29, "29 of 30 lines"), (1, 1, "1 of 1 line"), (2, 0, "0 of 2 lines")])
def test_it_is_one_sentence_of_the_headline(lines, checked, said, capsys):
    from rich.console import Console

    of = replace(record(), second=SecondProgram(by="boundcheck.checker", lines=lines, checked=checked))
    assert told(of) == f"Checked by a second program: {said} with a proof or a counterexample (boundcheck.checker)."
    assert told(of) in lead_and_rest(of)[1]
    console = Console(width=200)
    summary(of, console)
    assert f"Checked by a second program: {said}" in capsys.readouterr().out


def test_of_no_line_nothing_is_said():
    assert told(replace(record(), second=SecondProgram(by="boundcheck.checker", lines=0, checked=0))) == ""
