"""Every code block of the documentation is run, and says what the page says it says.

``pycon`` blocks share a namespace per page. A ``python`` block that begins with ``# name.py`` is written to that file;
a ``markdown`` block to the file that the line above it names.
``console`` blocks run ``boundcheck`` lines in the page's folder; ``...`` stands for anything, and a line
``# exit status N`` for a status other than 0.
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from boundcheck.claims.fields import every_shape
from boundcheck.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if path.name != "api.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        yield text[: found.start()].count("\n") + 1, found[1], found[2], text[: found.start()]


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    namespace = {"__name__": "docs"}
    for line, kind, text, before in blocks(page):
        where = f"{page}, line {line}"
        if kind == "pycon":
            test = doctest.DocTestParser().get_doctest(text, namespace, where, page, line)
            reported = []
            runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
            runner.run(test, out=reported.append, clear_globs=False)
            namespace.update(test.globs)
            assert runner.failures == 0, "".join(reported)
        elif kind == "python":
            name = text.splitlines()[0].removeprefix("# ")
            assert re.fullmatch(r"\w+\.py", name), f"{where}: the first line names the file"
            Path(name).write_text(text, encoding="utf-8")
            if name.startswith("test_"):
                import subprocess
                import sys

                done = subprocess.run(
                    [sys.executable, "-m", "pytest", "-q", name], capture_output=True, text=True, check=False
                )
                assert done.returncode == 0, done.stdout
        elif kind == "markdown":
            named = re.search(r"The file `(\w+\.md)`:\n\n$", before)
            assert named, f"{where}: the line above names the file"
            Path(named[1]).write_text(text, encoding="utf-8")
        elif kind == "console":
            console(text, where, capsys)
        else:
            assert kind in ("text", "toml", "bash"), f"{where}: what is a {kind} block?"


def console(text, where, capsys):
    """Run the ``$`` lines; what follows each is its output."""
    for piece in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        while "\\\n" in piece:
            piece = piece.replace("\\\n", " ", 1)
        command, _, expected = piece.partition("\n")
        words = shlex.split(command)
        assert words[0] == "boundcheck", f"{where}: {command}"
        status = re.search(r"^# exit status (\d+)$", expected, re.MULTILINE)
        expected = re.sub(r"^# exit status \d+\n", "", expected, flags=re.MULTILINE).strip("\n")
        capsys.readouterr()
        found = main(words[1:])
        out, err = capsys.readouterr()
        assert found == int(status[1] if status else 0), f"{where}: {command}\n{out}{err}"
        if expected:
            said = out + err
            assert doctest.OutputChecker().check_output(expected + "\n", said, FLAGS), f"{where}: {command}\n{said}"


def test_every_shape_has_a_page_with_three_verdicts():

    listed = (DOCS / "shapes" / "README.md").read_text(encoding="utf-8")
    for kind in every_shape():
        if kind.__name__ in ("Cited", "Disputed", "ByDefinition", "By"):  # of steps; in how-to-encode-a-theorem.md
            continue
        page = re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower() + ".md"
        assert f"`{kind.__name__}`" in listed
        assert f"({page})" in listed
        text = (DOCS / "shapes" / page).read_text(encoding="utf-8")
        assert "**True" in text
        assert "**False" in text
        assert re.search(r"\*\*(True and empty|Vacuous|Undecided)", text)


@pytest.mark.parametrize("page", [*PAGES, "api.md"])
def test_links_lead_somewhere(page):
    text = BLOCK.sub("", (DOCS / page).read_text(encoding="utf-8"))  # in a block of code brackets are no links
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert ((DOCS / page).parent / target).exists(), target
