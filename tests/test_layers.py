"""Imports point down. This table is the architecture; read it once."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "boundcheck"

BELOW = {
    "claims": set(),
    "symbolic": set(),
    "stats": set(),
    "data": set(),
    "worlds": {"data", "stats"},
    "mechanisms": {"data", "stats"},
    "estimators": {"data", "stats"},
    "prove": {"symbolic"},
    "study": {"stats"},
    "papers": {"claims", "symbolic", "data", "worlds", "mechanisms", "estimators"},
    "checks": {"claims", "symbolic", "prove", "stats", "study"},
    "headline": {"claims"},
    "report": {"claims", "symbolic"},
    "detectable": {"claims"},
    "record": {"claims", "detectable", "symbolic"},
    "form": {"claims"},
    "own": {"claims", "form", "symbolic"},
    "registry": {"claims", "form", "papers", "own"},
    "verify": {"claims", "checks", "headline"},
    "recorded": {"claims", "checks", "headline", "registry", "symbolic", "verify"},
    "planning": {"claims", "symbolic", "prove", "stats"},
    "job": {"claims", "registry", "report", "record", "study", "verify"},
    "commands": {
        "cli",
        "claims",
        "checks",
        "form",
        "own",
        "planning",
        "symbolic",
        "registry",
        "report",
        "recorded",
        "job",
        "verify",
        "stats",
        "study",
    },
    "cli": {"commands", "own", "registry", "report", "study"},
    "library": {"claims", "form", "job", "own", "planning", "registry", "report"},
    "testing": {"claims", "library"},
    "__init__": {"library"},
    "__main__": {"cli"},
}


def imported(path, source):
    """Our own top-level modules that a file imports, relative imports included."""
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
                yield parts[1]


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
