"""Each lemma: true on its laws, refuted where it is 5 % too strong or lacks a hypothesis, derived where it says so."""

import importlib.util
import re
from dataclasses import replace
from pathlib import Path

import pytest
from sympy import Rational, exp

import boundcheck.lemmas
from boundcheck.calculus import Average, Closed, Family, event, law, le, lemma
from boundcheck.lemmas import LIBRARY, Entry, at
from boundcheck.lemmas.concentration import HOEFFDING, n, t
from boundcheck.lemmas.entry import STRONGER
from boundcheck.lemmas.tails import Coins

EACH = pytest.mark.parametrize("entry", LIBRARY.values(), ids=LIBRARY)
DOCS = Path(__file__).parents[2] / "docs"


def test_there_are_enough_and_each_once():
    assert len(LIBRARY) >= 40
    entries = [e for m in boundcheck.lemmas.FAMILIES for e in vars(m).values() if isinstance(e, Entry)]
    assert len({id(e) for e in entries}) == len(LIBRARY)


@EACH
def test_it_is_not_refuted_by_laws_that_have_its_hypotheses(entry):
    for case in entry.sharp:
        assert {label: case.holds(one) for label, one in entry.hypotheses.items()} == dict.fromkeys(
            entry.hypotheses, True
        )
        assert case.holds(entry.conclusion) is not False


@EACH
def test_its_form_that_is_5_percent_too_strong_is_refuted_at_each_place(entry):
    assert {place for place, refuted in entry.refuted_places().items() if not refuted} == entry.slack.keys()


@EACH
def test_without_any_one_hypothesis_it_is_false(entry):
    assert entry.without.keys() | set(entry.spare) == entry.hypotheses.keys()
    assert not entry.without.keys() & set(entry.spare)
    for hypothesis in entry.without:
        assert entry.lacks_only(hypothesis), hypothesis


@EACH
def test_it_has_a_source_words_and_a_title_that_is_no_identifier(entry):
    assert entry.lemma.source.strip()
    assert entry.lemma.words.endswith(".")
    assert "_" not in entry.title != entry.name
    assert entry.lemma.cited == f"{entry.lemma.title} ({entry.lemma.source})"
    assert entry.lemma.status in ("cited", "definition", "proved here")


@EACH
def test_it_is_proved_here_exactly_if_its_derivation_is_closed(entry):
    assert (entry.lemma.status == "proved here") == (entry.derived is not None)
    if entry.derived is None:
        return
    answer = entry.derivation.check()
    assert isinstance(answer, Closed), answer
    assert answer.holds
    assert isinstance(entry.derivation.replay(answer.certificate), Closed)
    assert entry.name not in [one.name for one in answer.cited]


def test_most_places_are_refuted():
    places = [refuted for entry in LIBRARY.values() for refuted in entry.refuted_places().values()]
    assert sum(places) >= 0.95 * len(places)


# ---- misquoted lemmas are seen ---------------------------------------------------------------------------------------


def misquoted(tail, *, independent=True):
    """Hoeffding's inequality with another tail, on the laws of the true one."""

    @lemma("nowhere", title="a misquotation")
    def wrong(X, index, low, high, mu, t):
        """Wrong."""
        needs = (law(Family(X, index), "independent"),) if independent else ()
        return needs + HOEFFDING.lemma(**HOEFFDING.objects).stated()[0][1:], event(
            le(Average(X, index) - mu, t), failure=tail
        )

    return replace(HOEFFDING, lemma=wrong, derived=None)


@pytest.mark.parametrize("constant", [Rational(21, 10), 8, 2000])
def test_another_constant_is_refuted_by_the_laws_of_the_true_one(constant):
    wrong = misquoted(exp(-constant * n * t**2))
    assert any(case.holds(wrong.conclusion) is False for case in wrong.sharp)


def test_another_exponent_is_refuted():
    assert any(case.holds(misquoted(exp(-2 * n * t)).conclusion) is False for case in HOEFFDING.sharp)


def test_a_weaker_form_is_not_refuted_anywhere():
    weak = misquoted(exp(-n * t**2))
    assert not any(weak.refuted_places().values())
    assert all(case.holds(weak.conclusion) is True for case in weak.sharp)


def test_a_lemma_without_a_hypothesis_is_refuted_by_the_law_kept_for_it():
    wrong = misquoted(exp(-2 * n * t**2), independent=False)
    case = wrong.without["independent"]
    assert all(case.holds(one) for one in wrong.hypotheses.values())
    assert case.holds(wrong.conclusion) is False


def test_a_law_that_has_all_hypotheses_lacks_none():
    fair = at(Coins(), n=100, mu=Rational(1, 2), t=Rational(1, 10), low=0, high=1)
    assert not replace(HOEFFDING, without={"independent": fair}).lacks_only("independent")


def test_five_percent_is_five_percent():
    forms = dict(HOEFFDING.too_strong())["failure, exponent"]
    tail = HOEFFDING.conclusion.failure
    assert forms[0].failure.args[0] == STRONGER * tail.args[0]
    assert forms[1].failure.args[0] == tail.args[0] / STRONGER


# ---- pages -----------------------------------------------------------------------------------------------------------


def test_the_page_is_what_the_library_says():
    spec = importlib.util.spec_from_file_location("generate_lemmas", DOCS / "generate_lemmas.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (DOCS / "lemmas.md").read_text(encoding="utf-8") == module.page(), "run: python docs/generate_lemmas.py"


def test_the_example_of_the_room_runs():
    text = (Path(boundcheck.lemmas.__file__).parent / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    exec(compile(block, "README.md", "exec"), {})
