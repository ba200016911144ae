"""Records replayed, rebuilt, and put to a second opinion."""

import argparse
import json
from pathlib import Path

import pytest

from boundcheck.cli import verify
from boundcheck.prove import prove, replay
from boundcheck.record import digest
from boundcheck.record.types import typed_record
from boundcheck.second_opinion import Opinion
from boundcheck.symbolic import decode, encode
from boundcheck.verdict import facts
from boundcheck.verdict.statements import Settled

# ``verify``: records changed by someone who knew how to recompute the digest.

REPORTS = Path(__file__).parents[2] / "reports"
MINE = """
from sympy import symbols
from boundcheck.claims import Claim, Definition, Inequality, Repair, Step

x = symbols("x", real=True)
CLAIM = Claim(
    title="T",
    parts={"false": Inequality(x**2, x), "true": Inequality(2 * x, x**2 + 1)},
    steps=(
        Step("mended", "p. 1", Inequality(x, x**2), repair=Repair(Inequality(x, x**2, (x >= 1,)), "from 1 on")),
        Step("plain", "p. 1", Inequality(x - 1, x)),
    ),
)
"""
RATES = """
from sympy import symbols
from boundcheck.claims import Claim, SameUpToConstant

x = symbols("x", real=True)
CLAIM = Claim(title="T", parts={"same": SameUpToConstant(x, 2 * x, (x >= 1,))})
"""
DEFINED = """
from boundcheck.claims import Claim, Definition

CLAIM = Claim(title="T", parts={"share": Definition("a share", lambda n: 1 / n, ({"n": 0}, {"n": 1}))})
"""


@pytest.fixture
def record_of(run, tmp_path):
    """``record_of("appendix_g")``: the record of an installed claim, or of one's own file."""

    def call(name):
        assert run(f"{name} --budget quick --jobs 1 --format json -q --out reports")[0] in (0, 1)
        (path,) = [path for path in (tmp_path / "reports").glob("*/*.json")]
        return json.loads(path.read_text())

    return call


@pytest.fixture
def verified(run, tmp_path):
    """``verified(record) -> (status, what is said)``, its digest recomputed."""

    def call(record):
        record["digest"] = digest(record)
        (tmp_path / "changed.json").write_text(json.dumps(record))
        status, out, err = run("verify changed.json")
        assert (err == "") is (status != 2)
        assert not (out and err)
        return status, out or err

    return call


@pytest.fixture
def mine(record_of, tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    return record_of("mine.py")


HOLDS = {"is": "Holds", "read": False, "constant": None}


def headline(record, word, *said):
    literal = {"value": "true", "fact": None, "witness": None}
    record["headline"] = {"outcome": word, "severity": "NONE", "facts": list(said), "literal": literal, "news": []}
    record["faults"] = []


def outcome_alone(record):
    record["parts"]["false"]["outcome"] = "PROVED"


def outcome_and_witness(record):
    record["parts"]["false"] |= {"outcome": "PROVED", "witness": None, "fact": {"is": "Proved"}}
    headline(record, "HOLDS", HOLDS)


def headline_alone(record):
    headline(record, "HOLDS", HOLDS)


def fact_alone(record):
    record["headline"]["facts"] = [HOLDS]


def no_certificate(record):
    record["parts"]["false"] |= {"outcome": "PROVED", "witness": None, "certificate": None}


def no_certificate_of_a_refutation(record):
    record["parts"]["false"]["certificate"] = None


def no_statement(record):
    record["parts"]["true"]["checked"] = None


def no_statement_nor_refutation(record):
    record["parts"]["false"] |= {"outcome": "PROVED", "checked": None, "witness": None}


def other_witness(record):
    record["parts"]["false"]["witness"]["point"]["x"] = "5"


def other_words_of_the_witness(record):
    record["parts"]["false"]["witness"]["text"] = "at x = 5"


def other_fact(record):
    record["parts"]["false"]["fact"]["point"]["x"] = "5"


def other_side(record):
    record["parts"]["false"]["witness"]["lhs"] = "25.0000000000000"


def nothing_left(record):
    record["parts"], record["steps"] = {}, []
    headline(record, "HOLDS", HOLDS)


def only_the_true_part(record):
    record["parts"].pop("false")


def cited(record):
    record["parts"]["false"] |= {"outcome": "ASSUMED", "certificate": None, "witness": None}


def sampled(record):
    record["parts"]["false"] |= {"outcome": "SUPPORTED", "certificate": None, "witness": None}


def a_cited_repair(record):
    record["steps"][0]["repair"] |= {"outcome": "ASSUMED", "certificate": None}


def a_witness_beside_a_proof(record):
    record["parts"]["true"]["witness"] = record["parts"]["false"]["witness"]


def a_trial_without_certificate(record):
    record["steps"][0]["repair"]["trials"][0]["certificate"] = None


FORGERIES = [
    outcome_alone, outcome_and_witness, headline_alone, fact_alone, no_certificate, no_certificate_of_a_refutation,
    no_statement, no_statement_nor_refutation, other_witness, other_words_of_the_witness, other_fact, other_side,
    nothing_left, only_the_true_part, cited, sampled, a_cited_repair, a_witness_beside_a_proof,
    a_trial_without_certificate,
]  # fmt: skip


def test_the_record_of_ones_own_claim_is_taken_at_its_statements(mine, verified):
    assert mine["headline"]["outcome"] == "REFUTED"
    status, out = verified(mine)
    assert status == 0, out
    assert "own/mine is not installed: what is displayed, its words and the numbers of its samples are taken from the record" in out


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forged_record_of_ones_own_claim_fails(mine, verified, forge):
    forge(mine)
    status, out = verified(mine)
    assert status == 1, out
    assert "FAILED" in out or "differs" in out


def unknown_shape(record):
    record["parts"]["false"] |= {"shape": "Rumour", "outcome": "SUPPORTED", "certificate": None}
    return "$.parts[false].shape"


def a_shape_with_other_fields(record):
    record["parts"]["false"] |= {"shape": "CountsTable", "outcome": "SUPPORTED", "certificate": None}
    return "$.parts[false]"


def an_outcome_that_there_is_none(record):
    record["steps"][1]["outcome"] = "TRUE"
    return "$.steps[1].outcome"


def news_without_an_outcome(record):
    record["headline"]["news"] = ["all is well"]
    return "$.headline.news[0]"


def a_field_of_ones_own(record):
    record["parts"]["true"]["constant"] = {"upper": "print(7)", "settled": "proved"}
    return "$.parts[true]"


@pytest.mark.parametrize(
    "bend", [unknown_shape, a_shape_with_other_fields, an_outcome_that_there_is_none, news_without_an_outcome, a_field_of_ones_own]
)
def test_what_is_no_record_is_refused_in_one_line_with_the_path(mine, verified, bend):
    place = bend(mine)
    status, said = verified(mine)
    assert status == 2
    assert said.count("\n") == 1
    assert f"`{place}`" in said


def test_what_nothing_evaluates_again_is_not_called_replayed(record_of, verified, tmp_path):
    (tmp_path / "mine.py").write_text(DEFINED)
    record = record_of("mine.py")
    assert record["parts"]["share"]["outcome"] == "REFUTED"
    status, out = verified(record)
    assert status == 1
    assert "NOT replayed: its claim, which would evaluate it, is not installed" in out


def test_an_interrupted_record_lacks_parts_and_says_no_more_than_that(mine, verified):
    mine["parts"].pop("true")
    mine["interrupted"] = {"done": 3, "of": 4}
    headline(mine, "UNDECIDED")
    assert verified(mine)[0] == 0
    headline(mine, "HOLDS")
    assert verified(mine)[0] == 1


@pytest.mark.parametrize("name", ["appendix_g", "claim_e_2", "assumption_4_3", "k_wise", "claim_e_1"])
def test_records_of_installed_claims_verify(record_of, verified, name):
    status, out = verified(record_of(name))
    assert status == 0, out
    assert "not installed" not in out


def easy():
    """The encoding of ``x <= x + 1``, and its certificate."""
    statement = decode(["<=", ["s", "x", "real"], ["+", ["q", "1"], ["s", "x", "real"]]])
    return encode(statement), prove(statement).certificate


def test_an_easier_statement_in_place_of_a_false_one_is_another_statement(record_of, verified):
    record = record_of("claim_e_1")
    checked, certificate = easy()
    trusted = list(replay(certificate, decode(checked)).trusted)
    true = {"outcome": "PROVED", "checked": checked, "certificate": certificate, "witness": None, "trusted": trusted}
    for settled in (*record["steps"], *record["parts"].values()):
        if settled["outcome"] == "REFUTED":
            settled |= true | {"fact": {"is": "Proved"}}
            settled |= {"repair": None, "trials": []} if "repair" in settled else {}
    headline(record, "HOLDS", HOLDS)
    status, out = verified(record)
    assert status == 1
    assert "FAILED" not in out  # every certificate is one of some statement
    assert out.count("the record is of another statement") == 1


@pytest.mark.parametrize("kind", ["steps", "parts"])
def test_what_is_missing_or_added_is_drift(record_of, verified, kind):
    record = record_of("appendix_g")
    if kind == "steps":
        extra = record["steps"][-1] | {"label": "another"}
        changed = [{**record, "steps": record["steps"][1:]}, {**record, "steps": [*record["steps"], extra]}]
    else:
        (first, *rest) = record["parts"].items()
        changed = [{**record, "parts": dict(rest)}, {**record, "parts": {"another": first[1], **dict([first, *rest])}}]
    for one, words in zip(changed, ("the record lacks it", "has none of that name"), strict=True):
        status, out = verified(one)
        assert status == 1
        assert words in out


def test_a_missing_repair_another_shape_and_another_reading_are_drift(record_of, verified):
    record = record_of("claim_e_1")
    for step in record["steps"]:
        step["repair"] = None
    assert "only one of record and installed claim has it" in verified(record)[1]
    record["steps"][0] |= {"shape": "Cited", "outcome": "ASSUMED", "certificate": None, "witness": None}
    assert "a Cited in the record" in verified(record)[1]
    record["readings"][0]["repair"] = True
    assert "differs   readings" in verified(record)[1]


@pytest.mark.parametrize(("name", "part"), [("claim_e_2", "bound"), ("assumption_4_3", "covariance")])
def test_an_exact_evaluation_is_made_again(record_of, verified, name, part):
    record = record_of(name)
    record["parts"][part]["witness"]["lhs"] = "7"
    status, out = verified(record)
    assert status == 1
    assert f"differs   part {part}: evaluated again, it is not what the record says" in out


def test_a_definition_that_is_degenerate_is_not_supported(record_of, verified):
    record = record_of("assumption_4_3")
    record["parts"]["covariance"] |= {"outcome": "SUPPORTED", "witness": None}
    assert verified(record)[0] == 1


def test_a_privacy_guarantee_makes_every_comparison(record_of, verified):
    record = record_of("k_wise")
    part = record["parts"]["privacy_3"]
    part["certificate"]["comparisons"].pop()
    part["checked_parts"].pop()
    status, out = verified(record)
    assert status == 1
    assert "the record makes other comparisons" in out
    part["certificate"]["comparisons"] = []
    part["checked_parts"] = []
    assert "its comparisons give UNDECIDED" in verified(record)[1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"claimed": "1/100"}, "the installed claim names another constant"),
        ({"upper": "1/100"}, "the record quotes another constant"),
        ({"settled": "equal", "certificate": None}, "the two sides are not one expression"),
    ],
)
def test_the_constant_is_that_of_the_installed_claim(record_of, verified, change, words):
    record = record_of("lemma_h_1")
    record["parts"]["sandwich@several"]["constant"] |= change
    status, out = verified(record)
    assert status == 1
    assert words in out


def test_a_constant_by_a_step_needs_the_step(verified):
    record = json.loads((REPORTS / "kl" / "theorem_4_2.json").read_text())
    record["parts"]["event"]["constant"] |= {"settled": "step", "certificate": None}
    assert "no proved step settles it" in verified(record)[1]


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda record: record["headline"].update(severity="NONE"), "its parts and steps give"),
        (
            lambda record: record["headline"].update(news=[{"text": "all is well", "outcome": "HOLDS", "derived": False}]),
            "its facts are not those",
        ),
        (lambda record: record["headline"]["literal"].update(value="supported"), "the letters are called"),
        (lambda record: record.update(faults=[]), "faults: they are not those"),
        (
            lambda record: record.update(
                rests_on=[
                    {
                        "claim": "unified/claim_e_1",
                        "printed": "Claim E.1",
                        "outcome": "HOLDS",
                        "severity": "NONE",
                        "reads": "",
                        "defines": False,
                    }
                ]
            ),
            "rests_on: record and installed claim differ",
        ),
        (lambda record: record["steps"][0].update(scope="special case"), "marks it otherwise"),
        (lambda record: next(iter(record["parts"].values())).update(settled_by="slip"), "another step settles it"),
    ],
)
def test_severity_faults_marks_and_what_it_rests_on_are_computed_again(record_of, verified, forge, words):
    record = record_of("claim_e_2")
    forge(record)
    status, out = verified(record)
    assert status == 1
    assert words in out


@pytest.fixture
def rates(record_of, tmp_path):
    (tmp_path / "rates.py").write_text(RATES)
    return record_of("rates.py")


@pytest.mark.parametrize(
    "text",
    [
        "print(7)",
        "9**9**9**9",
        "open('x','w')",
        "().__class__",
        "2**99999",
        "9**(9999999)",
        "exp(exp(exp(999)))",
        "x",
        "1e99999999999",
    ],
)
def test_no_text_of_a_record_is_run(rates, verified, text):
    rates["parts"]["same"]["constant"]["upper"] = text
    status, said = verified(rates)
    assert status == 2
    assert "is no number" in said


@pytest.mark.parametrize("text", ["2", "1/100", "78.5", "3*sqrt(2)", "2**(1/3)", "exp(3)", "1.235e+40", "2 + pi"])
def test_constants_as_they_are_quoted_are_numbers(rates, verified, text):
    rates["parts"]["same"]["constant"]["upper"] = text
    assert verified(rates)[0] in (0, 1)


# ``verify --second-opinion``: what is asked, what is counted, and that a contradiction is loud.

SQUARE = ["<=", ["q", "0"], ["^", ["s", "x"], ["q", "2"]]]


def test_what_the_record_says_of_a_second_program_is_asked_again(mine, verified):
    assert mine.get("second") is None
    said = {"by": "boundcheck.checker", "lines": 5, "checked": 5}
    for changed, status in ({}, 0), ({"checked": 4}, 1), ({"lines": 6}, 1), ({"by": "another"}, 1):
        found, out = verified({**mine, "second": said | changed})
        assert found == status
        assert ("lines that a second program has checked" in out) == bool(out)


def test_a_run_asks_a_second_program_where_that_is_wanted(run, tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    assert run("mine.py --budget quick --jobs 1 --format json --out reports --second-opinion")[0] == 1
    (path,) = (tmp_path / "reports").glob("*/*.json")
    assert json.loads(path.read_text())["second"] == {"by": "boundcheck.checker", "lines": 5, "checked": 5}


def settled(certificate, checked):
    return Settled(
        outcome="UNDECIDED", fact=facts.NoSample(), method="", witness=None, certificate=certificate, trusted=(), checked=checked
    )


SETTLED = [
    ("step 1", settled({"kind": "proof"}, SQUARE)),
    ("step 2", settled({"kind": "counterexample", "point": {"x": "1"}}, SQUARE)),
    ("step 3", settled(None, SQUARE)),
    ("step 4", settled({"kind": "proof"}, None)),
]


def says(answers):
    """Return a checker with prepared answers."""
    rest = iter(answers)
    return lambda encoded, verdict, witness=None, *, seconds: Opinion(next(rest), f"{verdict} {witness}", "a checker")


def test_only_what_has_a_certificate_and_a_statement_is_asked(monkeypatch):
    monkeypatch.setattr(verify, "opinion", says(["agreed", "no answer"]))
    monkeypatch.setattr(verify, "available", lambda: "a checker")
    rows = list(verify.opinions(iter(SETTLED)))
    assert [(row.what, row.result) for row in rows] == [("step 1", "agreed"), ("step 2", "no answer")]
    assert "refuted {'x': '1'}" in rows[1].reason
    assert verify.share(rows) == "checked by a second program: 1 of 2 statements, 0 DISAGREE (boundcheck.checker, a checker)"


def test_what_the_checker_of_the_package_accepts_nobody_else_is_asked(monkeypatch):
    monkeypatch.setattr(verify, "opinion", says([]))
    monkeypatch.setattr(verify, "available", lambda: "")
    below = ["<=", ["^", ["s", "x"], ["q", "2"]], ["q", "0"]]
    rows = list(
        verify.opinions(
            [
                ("refuted", settled({"kind": "counterexample", "point": {"x": "1"}}, below)),
                ("undefined", settled({"kind": "undefined", "point": {"x": "1"}}, below)),  # it has a value there
            ]
        )
    )
    assert [row.result for row in rows] == ["agreed", "no answer"]
    assert verify.share(rows) == "checked by a second program: 1 of 2 statements, 0 DISAGREE (boundcheck.checker)"


@pytest.mark.parametrize(("answers", "status"), [(["agreed", "no answer"], 0), (["agreed", "disagrees"], 4)])
def test_a_contradiction_ends_with_4_and_says_so(record, monkeypatch, capsys, answers, status):
    monkeypatch.setattr(verify, "opinion", says(answers))
    monkeypatch.setattr(verify, "available", lambda: "a checker")
    monkeypatch.setattr(verify, "read", lambda path: typed_record(record | {"parts": {}, "steps": []}))
    monkeypatch.setattr(verify.recorded, "installed", lambda record: object())
    monkeypatch.setattr(verify, "rows_of", lambda record, claim, path: iter(()))
    monkeypatch.setattr(verify, "certified", lambda record: iter(SETTLED))
    options = argparse.Namespace(record="toy.json", json=False, quiet=False, second_opinion=True, claim=None, again=False)
    assert verify.main(options) == status
    shown = capsys.readouterr()
    assert ("DISAGREES" in shown.err) == (status == 4)
    assert "1 of 2 statements" in shown.out
