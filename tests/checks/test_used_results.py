"""Uses of other results, definitions written as displays, quotes, and lines that the page itself calls wrong."""

from dataclasses import replace

import pytest
from aloud import phrase
from sympy import Ge, IndexedBase, Integer, Le, Rational, Sum, Symbol, exp, log, sqrt, symbols

import boundcheck
from boundcheck import job
from boundcheck.checks import instances, used_results
from boundcheck.checks.context import BUDGETS, Context
from boundcheck.claims import (
    By,
    ByDefinition,
    Cited,
    Claim,
    Disputed,
    Fault,
    Inequality,
    Letter,
    Malformed,
    Reading,
    Repair,
    Step,
)
from boundcheck.loading import form
from boundcheck.record import agreement, dumps, plain, read, replay
from boundcheck.record.types import typed_record
from boundcheck.report.text.prose import prose
from boundcheck.verdict import Evidence, Headline, Outcome, StepVerdict, facts

x, y, s = symbols("x y s", real=True)
TANGENT = Claim(parts={"bound": Inequality(1 + x, exp(x), (x >= -1,))}, letters=())


def context(source="", **rest):
    """Of a claim that uses `source`, a claim or a step of one."""
    used = {} if isinstance(source, str) else {"p/used": source if isinstance(source, Claim) else Claim(steps=(source,))}
    return Context("test", "test", BUDGETS["quick"], 0, 1e-4, None, None, used=used, **rest)


def checked(by, **rest):
    return used_results.check(by, context(by.source, **rest))


def within(name, *domain):
    return Letter(symbols(name, real=True), name, domain, (1, 2))


def test_an_instance_is_checked_by_its_conditions():
    used = By(TANGENT, x=s**2)
    assert checked(used).outcome is Outcome.PROVED
    assert used.words.endswith(r"with $x = \letter{s}^2$")


def test_an_instance_outside_the_conditions_is_refuted_with_the_point():
    found = checked(By(TANGENT, x=-(s**2)))
    assert found.outcome is Outcome.REFUTED
    assert "condition" in phrase(found.fact)
    assert found.witness.point


def test_the_domain_of_this_claim_proves_a_condition():
    found = checked(By(TANGENT, x=s), parameters=(within("s", s > 0),))
    assert found.outcome is Outcome.PROVED


def test_an_instance_is_a_hypothesis_on_the_stated_domain_too():
    """s exp(s) <= s + s^2 + s^3 does not follow from 1 + s <= exp(s), with an integer s or without: it stays open, or false."""
    whole = Letter(s, "s", s >= 1, (1, 2), integer=True)
    used = By(TANGENT, says=Inequality(s * exp(s), s + s**2 + s**3), given=(s >= 0,), x=s)
    assert checked(used, parameters=(whole,)).outcome is not Outcome.PROVED
    true = By(TANGENT, says=Inequality(s + s**2, s * exp(s)), given=(s >= 0,), x=s)
    assert checked(true, parameters=(whole,)).outcome is Outcome.PROVED


def test_the_domains_of_the_letters_are_conditions():
    claim = Claim(parts={"bound": Inequality(x, 2 * x)}, letters=(within("x", x >= 1),))
    assert checked(By(claim, x=Rational(1, 2))).outcome is Outcome.REFUTED
    assert checked(By(claim, x=Integer(2))).outcome is Outcome.PROVED


ROOT = Claim(parts={"bound": Inequality(sqrt(x), 1 + x, (x >= 0,))})
NEXT = Claim(parts={"bound": Inequality(x, x + 1)})


@pytest.mark.parametrize(
    ("used", "missing"),
    [
        (By(ROOT, x=s**2, says=Inequality(sqrt(s), 1 + s)), "s = -1"),
        (By(NEXT, x=sqrt(s)), "s = -1"),
        (By(NEXT, x=1 / s), "s = 0"),
        (By(NEXT, x=log(s), says=Inequality(log(s), log(s) + 2)), "s = 0"),
        (By(NEXT, x=1 / (s - 1), given=(s >= 0,), says=Inequality(1 / (s - 1), 1 / (s - 1) + 1)), "s = 1"),
    ],
)
def test_a_display_without_a_value_somewhere_on_the_domain_is_refuted_and_the_point_is_said(used, missing):
    """The instance is a hypothesis, and holds only where it has a value: it would grant what it has to be asked for."""
    found = checked(used)
    assert found.outcome is Outcome.REFUTED
    assert "has a value" in phrase(found.fact)
    assert prose(found.witness.text, {}) == f"at {missing}".replace("-", "−")
    assert missing.replace("-", "−") in phrase(found.fact)


def test_a_display_that_has_a_value_under_its_conditions_is_proved():
    for used in (By(NEXT, x=sqrt(s), given=(s >= 0,)), By(ROOT, x=s**2, says=Inequality(sqrt(s**2), 1 + s**2))):
        assert checked(used).outcome is Outcome.PROVED


def test_what_a_letter_assumes_of_itself_is_a_condition():
    """log(p) <= p - 1 and p <= 2p of a positive p say nothing of a real s."""
    p, k = Symbol("p", positive=True), Symbol("k", integer=True)
    doubled = Claim(parts={"bound": Inequality(p, 2 * p)})
    found = checked(By(doubled, p=s, says=Inequality(s, 2 * s)))
    assert found.outcome is Outcome.REFUTED
    assert "positive" in phrase(found.fact)
    assert checked(By(doubled, p=s**2 + 1)).outcome is Outcome.PROVED
    assert checked(By(doubled, p=s, given=(s > 0,))).outcome is Outcome.PROVED
    whole = Claim(parts={"bound": Inequality(k, k**2)})
    assert checked(By(whole, k=s)).outcome is Outcome.UNDECIDED
    assert checked(By(whole, k=Integer(3))).outcome is Outcome.PROVED


@pytest.mark.parametrize(("says", "outcome"), [(exp(s) + 1, "PROVED"), (exp(s) - 1, "REFUTED")])
def test_the_display_must_follow_from_the_instance(says, outcome):
    used = By(TANGENT, says=Inequality(1 + s, says), given=(s >= 0,), x=s)
    assert checked(used).outcome.name == outcome


def test_a_sum_stands_for_a_letter_where_its_conditions_are_proved_or_are_conditions_here():
    """total <= 2 count, count <= n: the first is proved term by term, the second is a condition of the display."""
    i, n, m, total, count = *symbols("i n", integer=True), *symbols("m total count", real=True)
    u = IndexedBase("u", real=True)
    last = Step("last", "", Inequality(total, 2 * m, (total <= 2 * count, count <= m)))
    ones, twice = Sum(u[i], (i, 1, n)), Sum(u[i] + u[i] ** 2, (i, 1, n))
    few = (n >= 1, Ge(u[i], 0), Le(u[i], 1), Le(ones, m))
    used = By(last, letters={"total": twice, "count": ones}, given=few, says=Inequality(twice, 2 * m))
    assert checked(used).outcome is Outcome.PROVED
    without = By(last, letters={"total": twice, "count": ones}, given=few[:3], says=Inequality(twice, 2 * m))
    assert checked(without).outcome is not Outcome.PROVED
    large = By(last, letters={"total": 2 * twice, "count": ones}, given=few, says=Inequality(2 * twice, 2 * m))
    assert checked(large).outcome is not Outcome.PROVED
    other = By(last, letters={"total": twice, "count": ones}, given=(*few[:3], Le(ones, m + 1)), says=Inequality(twice, 2 * m))
    assert checked(other).outcome is Outcome.UNDECIDED  # without its last condition a point refutes it


def test_a_condition_may_be_a_step_whose_conditions_are_steps():
    """total <= 2 count stands where every u[i] is at most 1, and that is a step before; a step that nobody proved is none."""
    i, n, m, total, count = *symbols("i n", integer=True), *symbols("m total count", real=True)
    u = IndexedBase("u", real=True)
    ones, twice = Sum(u[i], (i, 1, n)), Sum(u[i] + u[i] ** 2, (i, 1, n))
    given = (n >= 1, Ge(u[i], 0), Le(u[i] ** 2, u[i] / 2), Le(ones, m))
    small = Inequality(u[i], 1, given[1:3])
    steps = (Step("small", "", small), Step("sum", "", Inequality(twice, 2 * ones, (*given[:2], Le(u[i], 1)))))
    last = Step("last", "", Inequality(total, 2 * m, (total <= 2 * count, count <= m)))
    used = By(last, letters={"total": twice, "count": ones}, given=given, says=Inequality(twice, 2 * m))

    def known(*outcomes):
        evidence = (Evidence(outcome, facts.Words("as told")) for outcome in outcomes)
        known = zip(steps, evidence, strict=True)
        return context(last, steps=tuple((step, StepVerdict(step.label, found)) for step, found in known))

    assert used_results.check(used, known(Outcome.PROVED, Outcome.PROVED)).outcome is Outcome.PROVED
    assert not list(used_results.comparisons(used, known(Outcome.PROVED, Outcome.PROVED)))
    assert list(used_results.comparisons(used, known(Outcome.UNDECIDED, Outcome.PROVED)))
    turned = replace(known(Outcome.PROVED, Outcome.PROVED), steps=known(Outcome.PROVED, Outcome.PROVED).steps[::-1])
    assert list(used_results.comparisons(used, turned))  # a step rests on those before it alone


def test_an_instance_may_be_used_by_its_display():
    said = Step("said", "", By(TANGENT, x=s**2, says=Inequality(s**2, exp(s**2)), given=(s >= 1,)))
    used = By(said, letters={"s": y + 1}, given=(y >= 0,), says=Inequality((y + 1) ** 2, exp((y + 1) ** 2)))
    assert checked(used).outcome is Outcome.PROVED
    assert checked(By(said, letters={"s": y}, given=(y >= 0,))).outcome is Outcome.REFUTED


def test_a_letter_or_result_that_is_not_there_leaves_it_open():
    assert checked(By(TANGENT, q=1)).outcome is Outcome.UNDECIDED
    assert checked(By("nowhere")).outcome is Outcome.UNDECIDED


def test_a_claim_or_step_whose_verdict_nobody_knows_is_no_reason():
    """x <= x - 1 as a claim that is not among the results in use, and as a step that is in no proof: nobody settles it."""
    lie = Inequality(x, x - 1)
    for source in (Claim(parts={"bound": lie}), Step("lie", "", lie)):
        used = By(source, says=lie)
        assert used_results.check(used, context()).outcome is Outcome.UNDECIDED
        assert checked(used).outcome is Outcome.PROVED  # it applies; what became of it is said where it is settled
        assert boundcheck.check(Claim(parts={"bound": used}), budget="quick").headline is Headline.UNDECIDED
    known = context(steps=((source, StepVerdict("lie", Evidence(Outcome.REFUTED, facts.Words("")))),))
    assert used_results.check(used, known).outcome is Outcome.PROVED


def test_that_uses_and_title_are_filled_in_makes_no_other_result():
    filled = replace(TANGENT, title="The tangent", uses=("p/y",))
    assert used_results.check(By(TANGENT, x=s**2), context(filled)).outcome is Outcome.PROVED
    other = replace(TANGENT, parts={"bound": Inequality(1 + x, exp(x), (x >= 0,))})
    assert used_results.check(By(TANGENT, x=s**2), context(other)).outcome is Outcome.UNDECIDED


def test_of_a_claim_with_several_parts_one_is_named():
    several = Claim(parts={"a": Inequality(x, x + 1), "b": Inequality(x, x + 2)})
    with pytest.raises(Malformed, match="2 parts"):
        By(several)
    assert checked(By(several, part="b")).outcome is Outcome.PROVED


def test_a_definition_that_contradicts_its_letter_is_refuted_and_a_new_letter_asserts_nothing():
    assert instances.check_display(ByDefinition(y, 2 * x), context()).outcome is Outcome.ASSUMED
    known = context(definitions={y: 2 * x})
    assert instances.check_display(ByDefinition(y, x + x), known).outcome is Outcome.PROVED
    assert instances.check_display(ByDefinition(y, 3 * x), known).outcome is Outcome.REFUTED


def test_a_misquoted_citation_is_refuted():
    false = Cited("1 + x is at most exp(x/2)", "a book", Inequality(1 + x, exp(x / 2)))
    assert used_results.check_cited(false, context()).outcome is Outcome.REFUTED
    true = Cited("1 + x is at most exp(x)", "a book", Inequality(1 + x, exp(x)))
    assert used_results.check_cited(true, context()).outcome is Outcome.PROVED
    assert used_results.check_cited(Cited("as everybody knows", "a book"), context()).outcome is Outcome.ASSUMED


def test_a_line_that_the_paper_calls_wrong_holds_when_the_quote_is_false():
    assert used_results.check_disputed(Disputed(Inequality(exp(x), 1 + x), "others"), context()).outcome is Outcome.PROVED
    assert used_results.check_disputed(Disputed(Inequality(1 + x, exp(x)), "others"), context()).outcome is Outcome.REFUTED


CLAIM = Claim(
    parts={"bound": Inequality(1 + x, exp(x))},
    steps=(
        Step("new_letter", "line 1", ByDefinition(y, 2 * x)),
        Step("tangent", "line 2", Inequality(1 + x, exp(x))),
        Step("instance", "line 3", By("tangent", x=s**2)),
        Step("quote", "line 4", Cited("the tangent", "a book", Inequality(1 + x, exp(x)))),
        Step("wrong", "line 5", Disputed(Inequality(exp(x), 1 + x), "others")),
    ),
)


def test_their_records_replay_and_a_changed_one_is_noticed(tmp_path):
    with job.runner(job.Settings(budget="quick")) as run:
        _, record = job.check("own/marks", CLAIM, job.Settings(budget="quick"), run)
    path = tmp_path / "marks.json"
    path.write_text(dumps(plain(record)))
    found = read(path)
    rows = [row for step in found.steps for row in replay.replay_all(step.label, step)]
    assert "FAILED" not in {row.result for row in rows}, rows
    assert list(agreement.drift(found, CLAIM)) == []
    changed = plain(found)
    changed["steps"][2]["certificate"]["comparisons"] = [{"what": "another", "certificate": None}]
    assert list(agreement.drift(typed_record(changed), CLAIM))


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ({"scope": "special case"}, "special"),
        ({"special": "d = 1"}, "special"),
        ({"misprint": "Eq. (3)"}, "misprint"),
        ({"scope": "special case", "special": "d = 1", "settles": "bound"}, "settles"),
    ],
)
def test_fields_of_a_step_agree(field, words):
    with pytest.raises(Malformed, match=words):
        Step("a", "line 1", Inequality(x, x + 1), **field)


def test_a_fault_is_of_a_known_kind():
    with pytest.raises(Malformed, match="kind"):
        Fault("eq_1", "bad luck")
    step = Step(
        "a", "b", Inequality(x, x - 1), repair=Repair(Inequality(x, x + 1), ""), fault=Fault("eq_1", "direction")
    )
    assert step.fault.id == "eq_1"


def test_a_repair_is_no_reading_that_the_page_supports():
    with pytest.raises(Malformed, match="support"):
        Reading("mended", "with 2", repair=True, support="Eq. (3)")
    assert Reading("literal", "").supported
    assert not Reading("kind", "").supported


def test_a_step_settles_a_part_that_is_there():
    claim = Claim(parts={"bound": Inequality(x, x + 1)}, steps=(Step("a", "b", Inequality(x, x + 1), settles="bond"),))
    assert any("did you mean 'bound'" in complaint.words for complaint in form.complaints(claim))
    late = Claim(steps=(Step("a", "b", By("c")), Step("c", "d", Inequality(x, x + 1))))
    assert any("no step before it" in complaint.words for complaint in form.complaints(late))
