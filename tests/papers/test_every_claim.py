"""The contract of all claims. A new claim is covered by being there, and by its line in ``expected/``."""

import ast
import json
import pickle
import re
import tomllib
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

import pytest
import sympy

from boundcheck import job
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.samples import value
from boundcheck.checks.shapes import CHECKS
from boundcheck.claims import By, ByDefinition, Cited, HighProbabilityBound, Identity, Inequality, Scaling
from boundcheck.cli.report import derivation_of
from boundcheck.loading import registry
from boundcheck.prove import kept_in
from boundcheck.record import read
from boundcheck.record.cache import Standings
from boundcheck.report import pdf
from boundcheck.settle.settle import of_used_result, settle_step, statements
from boundcheck.study import Store
from boundcheck.verdict import Outcome
from boundcheck.words import phrase

IDS = registry.ids()
CLAIMS = job.used_first(IDS)  # one worker settles a claim and runs all its tests: see the scheduler in conftest.py
USED = {name for claim_id in IDS for name in registry.load(claim_id).uses}
HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PROOFS: list[Path] = []
PAPERS = Path(registry.__file__).parents[1] / "papers"


@pytest.fixture(scope="module", autouse=True)
def known(proofs):
    """Where `verdict` finds what is proved."""
    PROOFS[:] = [proofs]


@lru_cache
def expected(claim_id):
    paper, name = claim_id.split("/")
    return tomllib.loads((HERE / "expected" / f"{paper}.toml").read_text())[name]


@cache
def verdict(claim_id):
    """The claim settled at the quick budget; sampled parts may err with probability 1e-3 each, at a fixed seed."""
    settings = job.Settings(budget="quick")
    with Store(*PROOFS) as known, job.runner(settings) as run, kept_in(known):
        shared = replace(run, standings=Standings(known, "quick", settings.seed))  # of used results, which many claims share
        claim = registry.load(claim_id)
        found = job.check(claim_id, claim, settings, shared)
        if claim_id in USED:  # its proofs are at hand now
            of_used_result(claim_id, shared, job.used_by([claim]) | {claim_id: claim}, {})
        return found


def says_nothing(claim_id, name, reading):
    """Whether a bound is proved to be above the trivial one everywhere, so that no regime can bite."""
    return any((p.name, p.reading) == (name, reading) and p.empty is not None for p in verdict(claim_id)[0].parts)


def context(claim):
    return Context("test", "test", BUDGETS["quick"], 0, 1e-4, None, None, claim.definitions)


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_has_a_source_and_pickles(claim_id):
    claim = registry.load(claim_id)
    assert claim.source.paper.key == claim_id.split("/")[0]
    assert claim.source.printed
    assert claim.source.where
    assert pickle.loads(pickle.dumps(claim)) is not None


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_part_and_step_has_a_check(claim_id):
    claim = registry.load(claim_id)
    for _, _, statement in statements(claim):
        assert type(statement) in CHECKS
    for step in claim.steps:
        assert type(step.statement) in CHECKS
        assert step.repair is None or type(step.repair.statement) in CHECKS
    labels = [step.label for step in claim.steps]
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_regimes_lie_in_the_printed_domain_and_evaluate(claim_id):
    claim = registry.load(claim_id)
    for _, _, statement in statements(claim):
        for regime in (*getattr(statement, "regimes", ()), *getattr(statement, "probes", ())):
            point = {sympy.Symbol(k, real=True): v for k, v in regime.point.items() if not isinstance(v, str)}
            for parameter in claim.parameters:
                for condition in parameter.domain:
                    assert (
                        condition.subs(point) == sympy.true
                        or not condition.subs(point).is_Boolean
                        or (condition.free_symbols - point.keys())
                    ), (regime.name, condition)
        if isinstance(statement, HighProbabilityBound):
            for regime in statement.regimes:
                printed = value(context(claim), statement.printed, regime.point)
                explicit = value(context(claim), statement.explicit, regime.point)
                assert explicit > 0
                if statement.collapse is None:  # else no constant will do
                    assert explicit <= float(statement.constant) * printed * (1 + 1e-12), regime.name


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_bound_names_a_biting_regime_or_is_proved_to_say_nothing(claim_id):
    claim = registry.load(claim_id)
    for name, reading, statement in statements(claim):
        refuted_exactly = getattr(statement, "collapse", None) is not None
        if isinstance(statement, HighProbabilityBound) and not refuted_exactly and not says_nothing(claim_id, name, reading):
            assert any(regime.biting for regime in statement.regimes), (name, reading)


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_imports_equal_uses(claim_id):
    """The import graph is the proof's dependency graph."""
    paper, name = claim_id.split("/")
    claims = {i.split("/")[1] for i in IDS if i.startswith(paper + "/")}
    imported = set()
    sources = [PAPERS / paper / f"{name}.py"]
    for pattern in (f"{paper}/*/{name}.py", f"{paper}/*/{name}/*.py"):
        sources += PAPERS.glob(pattern)
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                imported |= {alias.name for alias in node.names} | {(node.module or "").split(".")[-1]}
    wanted = {used.split("/")[1] for used in registry.load(claim_id).uses}
    # A module of the same name in proofs/ or studies/ is the claim itself.
    assert (imported & claims) - {name} == wanted


def is_its_own_reason(step):
    """Another result or work by name, or a formula that is checked as it is printed: what settles it is all there is to say."""
    return isinstance(step.statement, By | ByDefinition | Cited) or (
        isinstance(step.statement, Identity | Inequality) and not step.display
    )


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_the_derivation_follows_the_steps(claim_id):
    """Headings are labels of steps, in order; a line that is checked in another form says why it follows, here or itself."""
    claim = registry.load(claim_id)
    headings = [line[3:].strip() for line in derivation_of(claim_id).splitlines() if line.startswith("## ")]
    assert headings == [step.label for step in claim.steps if step.label in headings]
    unsaid = [step for step in claim.steps if step.label not in headings and not step.because]
    assert [step.label for step in unsaid if not is_its_own_reason(step)] == []


def test_every_derivation_is_of_a_claim_and_has_an_argument():
    found = {path: path.read_text() for path in (ROOT / "derivations").glob("*/*.md") if path.name != "README.md"}
    files = {f"{p.parent.name}/{p.stem}": text for p, text in found.items() if not text.startswith("---")}  # a page is a claim
    assert files.keys() <= set(IDS)
    assert [name for name, text in files.items() if len(text.strip().splitlines()) < 2] == []


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_what_is_recorded_comes_out(claim_id):
    found, _ = verdict(claim_id)
    own = {s.label for s in found.steps if s.evidence.outcome is Outcome.REFUTED}
    assert found.headline.value == expected(claim_id)["outcome"], found.text
    assert found.severity.name == expected(claim_id).get("severity", found.severity.name), found.text
    assert own == set(expected(claim_id)["refuted"])


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_refutations_carry_a_witness_and_open_ones_say_what_was_tried(claim_id):
    found, _ = verdict(claim_id)
    for evidence in [s.evidence for s in found.steps] + [p.evidence for p in found.parts]:
        if evidence.outcome is Outcome.REFUTED:
            assert evidence.witness
            assert evidence.witness.point
        if evidence.outcome is Outcome.UNDECIDED:
            assert re.search("tried|would decide|would need|would take|decides it|other Rényi orders", phrase(evidence.fact))


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_false_line_says_what_is_wrong_with_it(claim_id):
    _, record = verdict(claim_id)
    claim = registry.load(claim_id)
    named = [fault for item in (*claim.readings, *claim.steps) if (fault := item.fault)] + list(claim.faults.values())
    words = {fault.id: fault.words for fault in named}
    assert [fault.id for fault in record.faults if not words.get(fault.id)] == []


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_finding_is_told_and_so_is_what_is_better_than_printed(claim_id):
    found, _ = verdict(claim_id)
    better = [f for f in registry.load(claim_id).findings if f.weight == "better"]
    assert len(found.findings) == len(registry.load(claim_id).findings) - len(better)
    assert len(found.news) >= len(better)
    charged = {fault.id for fault in found.faults}
    if elsewhere := {f.fault for f in found.findings if f.fault} - charged:  # what a fault of another result costs this one
        records = (Path(__file__).parents[2] / "reports" / claim_id.split("/")[0]).glob("*.json")
        assert elsewhere <= {fault["id"] for path in records for fault in json.loads(path.read_text("utf-8"))["faults"]}


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_bound_is_called_supported_only_on_three_regimes_and_where_false_versions_die(claim_id):
    found, _ = verdict(claim_id)
    designs = {(name, reading): statement for name, reading, statement in statements(registry.load(claim_id))}
    for part in found.parts:
        statement = designs.get((part.name, part.reading))
        if isinstance(statement, HighProbabilityBound) and part.evidence.outcome is not Outcome.REFUTED:
            assert len(statement.regimes) >= 3, part.name
            if part.empty is None:  # no method leaves the ball, so that a bound above its diameter has few false versions
                data = part.evidence.found
                assert data.mutants.killed + data.evidence.variants.killed >= 4, part.name


@pytest.mark.parametrize("claim_id", [claim_id for claim_id in CLAIMS if "versions" in expected(claim_id)])
def test_of_the_versions_made_from_a_bound_as_many_die_as_a_person_would_write(claim_id):
    """At least as many as were written by hand before they were made from the bound."""
    found = {part.key: getattr(part.evidence.found.evidence, "variants", None) for part in verdict(claim_id)[0].parts}
    made = {name: variants.killed for name, variants in found.items() if variants is not None}
    wanted = expected(claim_id)["versions"]
    assert {name: made[name] for name in wanted if made[name] < wanted[name]} == {}


def test_reports_are_settled_on_two_thousand_replicates_of_every_regime():
    assert BUDGETS["standard"].repeats >= 2_000


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_nine_in_ten_mutants_die(claim_id):
    found, _ = verdict(claim_id)
    for part in found.parts:
        mutants = part.evidence.found.mutants
        if mutants and mutants.total:
            assert mutants.killed >= 0.9 * mutants.total, mutants.survivors


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_false_version_of_every_scalar_step_is_not_proved(claim_id):
    """The opposite of a line that is proved, or its right side shifted by one: who says yes to both checks nothing."""
    claim = registry.load(claim_id)
    proved = {step.label for step in verdict(claim_id)[0].steps if step.evidence.outcome is Outcome.PROVED}
    for step in claim.steps:
        statement = step.statement
        if step.label not in proved or not isinstance(statement, Identity | Inequality):
            continue
        if isinstance(statement, Identity):
            false = replace(statement, rhs=statement.rhs + 1)
        else:
            false = replace(statement, lhs=statement.rhs, rhs=statement.lhs, strict=not statement.strict)
        settled = settle_step(replace(step, statement=false, repair=None, misprint=""), claim, context(claim))
        assert settled.evidence.outcome is not Outcome.PROVED, step.label


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_formula_of_the_report_can_be_set(claim_id):
    _, record = verdict(claim_id)
    assert pdf.faults(record) == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "reports").glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_every_formula_of_a_committed_report_can_be_set(path):
    assert pdf.faults(read(path)) == []


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_sweeps_are_designs(claim_id):
    for _, _, statement in statements(registry.load(claim_id)):
        if isinstance(statement, Scaling):
            for sweep in statement.sweeps:
                assert len(set(sweep.values)) >= 4
                assert sweep.towards in ("large", "small")


SCALED = [f"unified/theorem_{number}" for number in ("5_4", "5_7", "6_1", "6_2", "6_3")]
SCALED += ["reward/theorem_3_2", "reward/theorem_4_4"]


@pytest.mark.parametrize("claim_id", SCALED)
def test_exponents_of_the_main_theorems_cover_four_decades_of_labels_and_all_privacy_levels(claim_id):
    sweeps = [
        sweep
        for _, _, statement in statements(registry.load(claim_id))
        if isinstance(statement, Scaling)
        for sweep in statement.sweeps
    ]
    (labels,) = (sweep.values for sweep in sweeps if sweep.parameter in ("$n$", "$t$", "t"))
    assert max(labels) / min(labels) >= 10**4
    (levels,) = (sweep.values for sweep in sweeps if sweep.parameter == r"$c(\varepsilon)$")
    assert min(levels) <= 0.05
    assert max(levels) >= 8
