"""Imports point down. This table is the architecture; read it once."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "boundcheck"

BELOW = {
    "symbolic": set(),
    "claims": {"symbolic"},
    "stats": set(),
    "second_opinion": set(),
    "checker": set(),
    "privacy": {"stats"},
    "minimax": {"symbolic"},
    "rlhf": {"stats", "privacy"},
    "prove": {"symbolic", "checker"},
    "calculus": {"symbolic", "prove"},
    "lemmas": {"symbolic", "calculus"},
    "study": {"stats"},
    "papers": {"claims", "symbolic", "calculus", "lemmas", "rlhf", "privacy", "minimax"},
    "pages": {"claims", "symbolic", "calculus", "lemmas"},
    "verdict": {"claims", "symbolic"},
    "words": {"claims", "stats", "symbolic", "verdict"},
    "checks": {"claims", "verdict", "symbolic", "prove", "calculus", "stats", "study", "privacy", "minimax"},
    "loading": {"claims", "symbolic", "papers", "pages"},
    "planning": {"claims", "symbolic", "prove", "stats"},
    "settle": {"claims", "pages", "verdict", "symbolic", "checks"},
    "record": {"claims", "verdict", "symbolic", "stats", "prove", "checks", "loading", "settle"},
    "report": {"claims", "verdict", "words", "symbolic", "record"},
    "job": {"claims", "verdict", "words", "loading", "prove", "study", "settle", "record", "report"},
    "api": {"claims", "verdict", "words", "loading", "planning", "record", "report", "job"},
    "testing": {"claims", "verdict", "words", "api"},
    "pytest_plugin": {"testing"},
    "cli": {
        "claims", "pages", "verdict", "words", "checks", "stats", "study", "symbolic", "privacy", "loading", "planning", "settle",
        "record", "report", "job", "second_opinion", "prove",
    },
    "__init__": {"api", "minimax", "privacy", "prove"},
    "__main__": {"cli"},
}  # fmt: skip


def modules(path, source):
    """Our own modules and names that a file imports, as lists of their parts below the package; relative imports included."""
    package = ["boundcheck", *path.relative_to(source).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{stem}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "boundcheck" and len(parts) > 1:
                yield parts[1:]


def imported(path, source):
    """Our own top-level rooms that a file imports."""
    return (parts[0] for parts in modules(path, source))


def layer(path, source):
    return path.relative_to(source).parts[0].removesuffix(".py")


def offences(source):
    found = []
    for path in sorted(source.rglob("*.py")):
        own = layer(path, source)
        for other in imported(path, source):
            if other != own and other in BELOW and other not in BELOW[own]:
                found.append(f"{path.relative_to(source)} imports {other}")
    return found


def test_every_module_has_a_layer():
    there = {layer(path, SOURCE) for path in SOURCE.rglob("*.py")}
    assert there <= BELOW.keys()


def test_the_table_has_no_cycle():
    settled: set[str] = set()
    while left := BELOW.keys() - settled:
        free = {room for room in left if BELOW[room] <= settled}
        assert free, f"these import one another: {sorted(left)}"
        settled |= free


def test_the_kernel_of_the_provers_imports_nothing_of_the_search():
    kernel = SOURCE / "prove" / "kernel"
    assert [
        p.name for p in kernel.rglob("*.py") for name in modules(p, SOURCE) if name[:2] == ["prove", "search"]
    ] == []


def test_imports_point_down():
    assert offences(SOURCE) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [("papers/x.py", "from boundcheck.checks import inequality"), ("stats/x.py", "from ..study import run"),
     ("checks/x.py", "import boundcheck.papers.unified")],
)  # fmt: skip
def test_an_upward_import_is_seen(tmp_path, file, line):
    path = tmp_path / file
    path.parent.mkdir()
    path.write_text(line)
    assert len(offences(tmp_path)) == 1


ROOMS = sorted(path.parent for path in SOURCE.glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_says_what_it_may_import_and_names_no_file_that_is_not_there(room):
    page = (room / "README.md").read_text(encoding="utf-8")
    (line,) = (line for line in page.splitlines() if line.startswith("**May import:**"))
    allowed = line.partition(";")[0].split("`")[1::2]
    assert sorted(allowed) == sorted(BELOW[room.name])
    assert "**Must never happen here:**" in page
    there = {str(path.relative_to(room)) for path in room.rglob("*.py")} | {path.name for path in room.rglob("*.py")}
    named = [word for word in page.split("`")[1::2] if word.endswith(".py") and "<" not in word and " " not in word]
    assert [word for word in named if word not in there and not word.startswith("tests/")] == []


# A function is called after what it returns, a module after what it holds: no verb of speech, no joke.
NO_NAMES = frozenset(
    {
        "a", "asked", "brought", "fared", "headlined", "hunted", "meant", "misheaded", "offered", "pictured", "said",
        "speechless", "spelled", "spoken", "told", "wanted", "weighed",
    }
)  # fmt: skip


def named(path):
    """Names of a module and of what it defines, without underscores around them."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name.strip("_").lower()


def test_no_function_class_or_module_is_called_told_said_or_wanted():
    found = [f"{path.relative_to(SOURCE)}: {name}" for path in SOURCE.rglob("*.py") for name in named(path) if name in NO_NAMES]
    assert found == []


def test_such_a_name_is_seen(tmp_path):
    (tmp_path / "asked.py").write_text("def _told():\n    pass\n\n\nclass Wanted:\n    pass\n")
    assert set(named(tmp_path / "asked.py")) & NO_NAMES == {"asked", "told", "wanted"}
