"""Reports of papers and of one's own claims."""

import argparse

import pytest
from msgspec.structs import replace

from boundcheck.cli import report
from boundcheck.loading import registry
from boundcheck.record.types import typed_record

# Several claims end with a tally; a whole paper with its referee report.

OPTIONS = argparse.Namespace(paper="a4")


@pytest.fixture
def records(record, monkeypatch):
    """Two results of a paper that has two."""
    names = ("toy/lemma_1", "toy/lemma_2")
    monkeypatch.setattr(registry, "ids", lambda: list(names))
    monkeypatch.setattr(registry, "papers", lambda: {"toy": ("toys", None)})
    return [typed_record(record | {"claim": name}) for name in names]


def test_a_whole_paper_has_its_report_in_all_forms(records, tmp_path):
    written = report.write_referee_reports(records, tmp_path, OPTIONS)
    assert [path.name for path in written] == ["toy.pdf", "toy.md", "toy.html"]
    assert (tmp_path / "toy.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "toy.md").read_text().startswith("# ")


def test_a_part_of_a_paper_or_a_claim_of_ones_own_has_none(records, tmp_path):
    assert report.write_referee_reports(records[:1], tmp_path, OPTIONS) == []
    own = [replace(record, claim=f"own/{name}") for record, name in zip(records, ("mine", "other"), strict=True)]
    assert report.write_referee_reports(own, tmp_path, OPTIONS) == []
    assert list(tmp_path.iterdir()) == []


def test_the_tally_names_what_has_to_be_changed(records, capsys):
    sound, changed = (
        replace(record, headline=replace(record.headline, severity=word))
        for record, word in zip(records, ("NONE", "CONDITION"), strict=True)
    )
    report.say([sound, changed], [], 12.3)
    said = capsys.readouterr().out
    assert "2 results in 12 s" in said
    assert "toy/lemma_2" in said
    assert "toy/lemma_1" not in said


# Reports of someone's own claims, as other commands name them, and what is said to a wrong file or word.

FILE = """
from sympy import Symbol, exp
from boundcheck.claims import Claim, Inequality

x = Symbol("x", real=True)
CLAIM = Claim(title="T", parts={"it": Inequality(1 + x, exp(x))})
"""


def test_list_shows_the_reports_of_ones_own_claims(run, document, tmp_path):
    (tmp_path / "mine.py").write_text(FILE)
    assert run("mine.py --budget quick --jobs 1 --format json")[0] == 0
    (row,) = [row for row in document("list --json") if row["claim"] == "own/mine"]
    assert row["printed"] == "mine.py"
    assert row["outcome"] == "HOLDS"
    assert "own/mine" not in run("list --paper unified")[1]
    assert [row["claim"] for row in document("list --json --paper own")] == ["own/mine"]


def test_the_hint_names_the_file(run, tmp_path):
    (tmp_path / "mine.py").write_text(FILE)
    status, _, err = run("bound mine.py --set n=5")
    assert status == 2
    assert "'boundcheck show mine.py'" in err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pln mine.py", "did you mean 'plan'?"),
        ("plan mine.py --eror 0.1", "no option '--eror'; did you mean '--error'?"),
        ("folder", "is a folder"),
        ("folder.py", "is a folder"),
        ("mine", "did you mean the file mine.py?"),
        ("above", "did you mean the file ../above.py?"),
        ("my pade.py", "did you mean the file 'my pade.py'? Call it my_pade.py"),
        ("list --paper own", "no reports of your own claims in reports"),
        ("notes.txt", "a claim file is Python and ends in .py"),
        ("binary.py", "a claim file is Python text"),
        ("memory.py", "an array is too large"),
        ("nosuch.py", "install 'nosuch' in the environment"),
    ],
)
def test_a_wrong_word_or_file_is_met_with_the_way_out(run, tmp_path, line, words):
    (tmp_path / "mine.py").write_text(FILE)
    for name in ("folder", "folder.py"):
        (tmp_path / name).mkdir()
    (tmp_path / "my pade.py").write_text(FILE)
    (tmp_path.parent / "above.py").write_text(FILE)
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "binary.py").write_bytes(b"\0\1\2")
    (tmp_path / "memory.py").write_text("raise MemoryError('Unable to allocate array of type float64')")
    (tmp_path / "nosuch.py").write_text("import nosuch")
    status, _, err = run(line)
    assert (status, err.count("\n")) == (2, 1), err
    assert words in err
    assert "line None" not in err


SIMULATED = """
from sympy import symbols
from boundcheck.claims import Claim, ExpectationBound, Regime, Simulation

n = symbols("n", real=True)


def errors(rng, repeats, *, n, **k):
    return rng.random(repeats) / n


CLAIM = Claim(parts={"mean": ExpectationBound(1 / n, 1, (Regime("r", Simulation(errors), {"n": 4, "m": 3}),))})
"""


def test_a_key_of_a_point_that_nothing_uses_is_remarked_upon(run, tmp_path):
    (tmp_path / "mine.py").write_text(SIMULATED)
    note = run("mine.py --budget quick --jobs 1")[2]
    assert note.startswith(
        "boundcheck: note: mine.py: part 'mean', 'r': its point has 'm', which no bound and no argument"
    )
    assert "of errors() uses; take it out" in note
    (tmp_path / "mine.py").write_text(SIMULATED.replace("/ n\n\n\nC", "/ n / k['m']\n\n\nC"))
    assert "its point has" not in run("mine.py --budget quick --jobs 1")[2]


def test_swapped_arguments_are_told_their_order(run, tmp_path):
    (tmp_path / "mine.py").write_text(SIMULATED.replace("(rng, repeats,", "(repeats, rng,"))
    status, _, err = run("mine.py --budget quick --jobs 1")
    assert status == 2
    assert "the generator comes first" in err


TAIL = """
import numpy as np
from sympy import log, sqrt, symbols
from boundcheck.claims import Claim, HighProbabilityBound, Regime, Simulation

n, delta = symbols("n delta", real=True)


def errors(rng, repeats, *, n, **point):
    return np.abs(rng.binomial(n, 0.5, size=repeats) / n - 0.5)


REGIME = Regime("fair", Simulation(errors), {"n": SIZE, "delta": RISK}, biting=True)
CLAIM = Claim(parts={"b": HighProbabilityBound.of(sqrt(log(2 / delta) / 7), failure=delta, trivial=1, regimes=(REGIME,))})
"""


@pytest.mark.parametrize(
    ("size", "risk", "words"),
    [
        ("100", "5", "failure is 5 there; a probability lies in (0, 1)"),
        ("100", "-0.1", "failure is -0.1 there; a probability lies in (0, 1)"),
        ("0", "0.05", "with n = 0, delta = 0.05"),
        ("10**30", "0.05", "cannot compute with n = 1e+30, which is too large"),
    ],
)
def test_a_point_that_cannot_be_is_named(run, tmp_path, size, risk, words):
    (tmp_path / "mine.py").write_text(TAIL.replace("SIZE", size).replace("RISK", risk))
    status, _, err = run("mine.py --budget quick --jobs 1")
    assert (status, err.count("\n")) == (2, 1), err
    assert words in err
