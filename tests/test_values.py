"""Facts travel as values: nothing reads a sentence back. A regular expression takes a language apart, which is said here."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "boundcheck"
LANGUAGES = {  # of the modules that import `re`
    "claims/formulas_in_text.py": "texts that do not mark their mathematics: the one place where it is recognised",
    "cli/pictures.py": "accents in Typst that was typed for a page",
    "loading/files.py": "names of claim files, and a path in a message of Python",
    "loading/hints.py": "messages of Python's exceptions",
    "planning/point.py": "numbers on the command line",
    "record/schema.py": "ids of claims, which become paths",
    "report/referee/markdown.py": "signs of Markdown",
    "report/referee/one_line.py": "Typst",
    "report/text/formula.py": "Typst",
    "report/text/inline.py": "the expression between two marks of a text",
    "report/text/letters.py": "names of parameters, and short expressions in them",
    "report/text/raised.py": "letters in a line of mathematics, set as HTML",
    "report/web/derivation.py": "Markdown",
    "report/web/drawing.py": "SVG",
    "report/web/elements.py": "names as anchors",
    "report/web/latex.py": "LaTeX",
    "report/web/mathml.py": "MathML",
    "study/content.py": "addresses in the text of an object",
    "study/engines/compute.py": "messages of Python's exceptions",
    "symbolic/composite.py": "Typst",
}


def uses_re(source):
    """Whether a module imports regular expressions, under whatever name."""
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("__import__", "import_module"):
            names += [str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]
        if any(name.partition(".")[0] in ("re", "regex") for name in names):
            return True
    return False


def test_only_languages_are_taken_apart_with_regular_expressions():
    using = {
        str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if "papers" not in path.parts and uses_re(path.read_text())
    }
    assert using == LANGUAGES.keys(), "a module that reads a sentence back needs a value in the record instead"


def test_no_paper_reads_text():
    assert [str(path) for path in (SOURCE / "papers").rglob("*.py") if uses_re(path.read_text())] == []


@pytest.mark.parametrize(
    "source", ["import re", "import re as r", "from re import sub", "def f():\n    import re", "__import__('re')"]
)
def test_a_regular_expression_is_seen(source):
    assert uses_re(source)


@pytest.mark.parametrize("source", ["import reprlib", "from . import re_exports", "x.re", "importlib.import_module('json')"])
def test_what_only_looks_like_one_is_not(source):
    assert not uses_re(source)
