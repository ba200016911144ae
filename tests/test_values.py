"""Facts travel as values: nothing reads a sentence back. A regular expression takes a language apart, which is said here."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "boundcheck"
LANGUAGES = {     "cli/baseline.py": "numbers of lines",
 # of the modules that import `re`
    "claims/texts.py": "where the first sentence of a text ends; slots for numbers in a finding",
    "loading/own_files.py": "names of claim files, and a path in a message of Python; messages of Python's exceptions",
    "prove/kernel/gram.py": "names of letters",
    "loading/registry.py": "results as papers write them, on the command line",
    "planning/quote.py": "numbers on the command line",
    "report/artifact.py": "numbers in ids of claims",
    "report/page/paragraphs.py": "signs of Markdown",
    "report/text/letters.py": "names of steps and parts",
    "report/web/elements.py": "SVG; names as anchors; MathML",
    "report/web/derivation.py": "Markdown",
    "pages/drafting.py": "names of letters",
    "pages/latex.py": "LaTeX",
    "pages/derivation.py": "the closed list of words around a fact; rows of laws",
    "pages/markdown.py": "Markdown",
    "pages/reading.py": "LaTeX",
    "pages/sentences.py": "words of a verdict, which are refused",
    "pages/statement.py": "the closed list of words around a display; rows of letters",
    "pages/tokens.py": "LaTeX",
    "pages/writing.py": "names of letters; labels",
    "study/cell.py": "addresses in the text of an object",
    "study/loop.py": "messages of Python's exceptions",
    "symbolic/latex.py": "the names of letters in LaTeX",
    "symbolic/notation.py": "LaTeX",
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


# Of the modules that cut texts in these rooms, the language each takes apart; a sentence is none.
ROOMS = ("settle", "record", "report")
CUTTING = frozenset({
    "endswith", "find", "partition", "removeprefix", "removesuffix", "rfind", "rpartition", "rsplit", "split", "splitlines",
    "startswith",
})  # fmt: skip
CUT = {
    "record/agreement.py": "places in a record; a command line",
    "record/build.py": "Typst: letters that are printed as texts; Typst and expressions: which letters stand in them",
    "record/conclusion.py": "keys of parts, name@reading",
    "record/compare.py": "places in a record",
    "record/page_coverage.py": "names in the inventory of a paper, claim/step and claim#part",
    "settle/completeness.py": "keys of parts, name@reading",
    "report/artifact.py": "digests, ids of claims; arXiv numbers",
    "report/figures/chart.py": "SVG",
    "report/page/measured.py": "names of cells that a search found",
    "report/page/noted.py": "names of corners",
    "report/page/steps.py": "keys of parts, name@reading",
    "report/referee/across.py": "keys of parts, names of results as printed",
    "report/referee/front.py": "keys of parts, names of results as printed",
    "report/referee/page.py": "ids of claims",
    "report/referee/review.py": "names of results as printed",
    "report/text/plain.py": "names of signs in Unicode",
    "report/text/typst.py": "Typst",
    "settle/severity.py": "keys of parts, name@reading",
    "report/referee/paper_map.py": "names of results",
    "report/referee/tables.py": "expressions, names of steps and of places; keys of parts, name@reading",
    "report/screen.py": "an encoding, a style of the terminal",
    "report/text/words.py": "words that are too long for a line; numbers",
    "report/text/prose.py": "the expression between two marks of a text; the name of a claim before its sentence",
    "report/text/letters.py": "names of parameters, steps and choices",
    "report/web/elements.py": "SVG",
    "report/web/derivation.py": "Markdown",
    "report/web/result.py": "ids of claims, arXiv numbers",
}


def cuts(source):
    """Whether a module cuts a text, or asks how it begins or ends; cutting at blanks alone is none."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CUTTING
        and (node.args or node.keywords)
        for node in ast.walk(ast.parse(source))
    )


def test_no_sentence_is_cut_behind_the_checks():
    cutting = {
        str(path.relative_to(SOURCE)) for room in ROOMS for path in (SOURCE / room).rglob("*.py") if cuts(path.read_text())
    }
    assert cutting == CUT.keys(), "a module that cuts a sentence needs a value in the record instead"


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ('text.partition("; ")', True),
        ('"false at" in text', False),
        ("text.startswith(name)", True),
        ("text.split()", False),
        ("os.path.splitext(name)", False),
    ],
)
def test_a_cut_is_seen(source, seen):
    assert cuts(source) is seen
