"""A shape is a word in `claims` and a check of its kind in `checks`."""

import ast
from pathlib import Path

import pytest

from boundcheck.checks.context import Sampled
from boundcheck.checks.shapes import CHECKS, NAMED
from boundcheck.claims import HighProbabilityBound, Identity, MinimaxLowerBound
from boundcheck.claims.fields import every_shape, shapes_with, sides_of

SOURCE = Path(__file__).parents[2] / "src" / "boundcheck"
OF_STEPS = frozenset({"By", "ByDefinition", "Cited", "Disputed", "Identity", "Inequality"})  # the words of proofs
SHAPES = frozenset(NAMED) - OF_STEPS
# bounds that hold with high probability are a family of several modules
OF_BOUNDS = {
    f"checks/{name}.py" for name in ("collapse", "constants", "corners", "false_versions", "vacuity", "worst_constant")
}
ALSO = {  # who names a shape that is not its own, and why
    "calculus/__init__.py": "relations between terms are its own word of this name",
    "calculus/derivation.py": "the same",
    "calculus/examples/gradient_descent.py": "the same",
    "calculus/examples/stochastic_descent.py": "the same",
    "calculus/facts.py": "the same",
    "calculus/sabotage.py": "the same",
    "checks/derived.py": "which statements a derivation may end in",
    "checks/settling.py": "what a line says of an instance, by the letters of the statement on them; "
    "what lower bounds of either kind have to lie above",
    "checks/used_results.py": "a quoted line may be about instances",
    "checks/scaling.py": "its explicit version is settled as the bound that it is",
    "pages/derivation.py": "a statement on a page is the bound that it reads as",
    "cli/new.py": "the file that a newcomer begins with",
    "cli/show.py": "a mechanism has a law in place of a formula",
    "cli/verify.py": "what a record of them lacks, so that it says what was taken from it",
    "loading/form.py": "which statements a step may refer to",
    "planning/plans.py": "a mean is compared as a mean, all else by quantiles",
    "record/build.py": "a mechanism has a law in place of a formula",
    "record/types.py": "a letter that stands for an expression is a Definition of the page",
    "verdict/result.py": "the same",
    "report/page/front.py": "what a search and a comparison of runs may have missed",
    "report/referee/across.py": "kinds of results as the page names them, Definition among them",
    "settle/completeness.py": "a guarantee is displayed as an inequality of two probabilities, a rate with its own sign; the same",
}


def names(source, shapes=SHAPES):
    """Shapes that a module names, in code or as a text of its own."""
    for node in ast.walk(ast.parse(source)):
        said = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "value", None)
        if isinstance(said, str) and said in shapes:
            yield said


def test_no_other_module_names_a_shape():
    own = {(SOURCE / "checks" / f"{row.check.__module__.rpartition('.')[2]}.py") for row in CHECKS.values()}
    found = {
        name
        for path in SOURCE.rglob("*.py")
        if (name := str(path.relative_to(SOURCE))).partition("/")[0] not in ("claims", "papers")
        and name not in OF_BOUNDS
        and path not in own
        and any(names(path.read_text()))
    }
    assert found <= ALSO.keys(), "what differs from shape to shape is a field of its row, or of the word itself"


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("isinstance(x, claims.Scaling)", ["Scaling"]),
        ("TABLE = {'Ranking': 1}", ["Ranking"]),
        ('"Says something of Scaling."', []),
        ("Identity(a, b)", []),
    ],
)
def test_a_name_is_seen(source, seen):
    assert list(names(source)) == seen


def test_facts_of_a_shape():
    assert CHECKS[HighProbabilityBound].no_constant
    assert isinstance(CHECKS[MinimaxLowerBound], Sampled)
    assert not isinstance(CHECKS[Identity], Sampled)
    assert set(CHECKS) == set(kind for kind in every_shape() if kind.__module__.startswith("boundcheck."))
    assert [side.name for side in sides_of("FamilyLowerBound")] == ["bound", "given"]
    assert sides_of("NoShape") == ()
    assert shapes_with("tabular") == {"CountsTable", "ReportedTable"}
