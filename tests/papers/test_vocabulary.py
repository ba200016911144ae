"""One word for one thing: phrases that may stand in no template, in no text that a claim gives its record, in no report."""

import ast
from pathlib import Path

import pytest

from boundcheck.loading import registry

ROOT = Path(__file__).parents[2]
TEMPLATES = [
    *sorted((ROOT / "src/boundcheck/report").rglob("*.py")),
    *sorted((ROOT / "src/boundcheck/words").glob("*.py")),
    *(ROOT / "src/boundcheck" / folder / f"{name}.py" for folder, name in (
        ("settle", "headline"), ("checks", "tables"), ("checks", "vacuity"), ("cli", "review"),
    )),
]  # fmt: skip
INSTEAD = {  # what may not appear, and the word that the field has for it
    "says something": "is informative",
    "say something": "are informative",
    "what holds without data": "the trivial bound",
    "best guess without data": "the trivial bound",
    "larger than chance": "significant",
    "more than chance": "significant",
    "chance explains": "significant",
    "power would be about": "for a power of 80 %",
    "true of it says nothing": "every valid form of it is vacuous",
    "letters say": "false as literally stated",
    "nothing near it survives": "no corrected form that holds was given",
    "what it serves": "the result still holds",
    "what survives has": "the corrected bound has",
    "asks of it where": "smallest constant consistent with the worst instance",
    "an instance asks for": "a constant below ... is impossible",
    "in the row above": "the repair, once more",
    "Also touches": "Also affects, or Used in",
    "What is better than printed": "Possible improvements",
    "Other versions that stand": "Variants that hold",
    "Falls behind it in": "Rate pessimistic in",
    "read off the page and is not itself proved": "checked by reading only",
    "checked by eye": "checked by reading only",
    "Beside the page stand": "We added ... auxiliary statements",
    "Is what stands instead meant": "Do the authors agree with the corrected statements of",
    "Of the theorems left out": "Not covered",
    "no such n is known": "not measured",
    "Nothing is known of the function": "a display is missing from the copy we read",
    "At typical values": "at the parameters listed",
    "the line reads": "the line asserts",
    "up to what is cited": "modulo cited results",
    "what was checked, what has to change": "Referee report",
    "bad laws of their own": "each their own distribution",
    "can be all alike": "coincide",
    "or 1 if that is more": "the larger of 1 and ...",
    "gains the factor": "carries over",
    "this is where it begins": "",
    "parts of the size that is meant": "fractions of the expected size",
}  # fmt: skip


def phrases_in(text):
    return [phrase for phrase in INSTEAD if phrase.lower() in text.lower()]


def shown(tree):
    """The texts of a module that are no docstrings."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def texts_of(claim):
    """What a record takes from a claim and a report shows: faults, readings, repairs, findings."""
    faults = [*(reading.fault for reading in claim.readings), *(step.fault for step in claim.steps), *claim.faults.values()]
    yield from (fault.words for fault in faults if fault)
    yield from (reading.words for reading in claim.readings)
    yield from (step.repair.words for step in claim.steps if step.repair)
    yield from (finding.words for finding in claim.findings)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_no_template_has_a_word_of_its_own_for_what_has_one(path):
    found = [(text[:60], phrases_in(text)) for text in shown(ast.parse(path.read_text())) if phrases_in(text)]
    assert found == []


@pytest.mark.parametrize("claim_id", registry.ids())
def test_no_claim_has_either(claim_id):
    assert [(text[:60], phrases_in(text)) for text in texts_of(registry.load(claim_id)) if phrases_in(text)] == []


@pytest.mark.parametrize("paper", ["aup", "kl", "reward", "square", "unified"])
def test_no_report_has_either(paper):
    assert phrases_in((ROOT / f"reports/{paper}.md").read_text()) == []


def test_a_phrase_is_found_in_a_text_and_not_in_a_docstring():
    tree = ast.parse('"""It says something."""\nHEAD = f"the bound says something from {1}"')
    assert [phrases_in(text) for text in shown(tree) if phrases_in(text)] == [["says something"]]
