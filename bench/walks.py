"""How far a reader walks: lines and files, and the modules and functions that one step, one regime, one page pass.

``walks.py [CLAIM]`` prints a row for each quantity; calls are counted by `sys.setprofile`, each in a process of its own, and
comprehensions, lambdas and the bodies of modules do not count.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "src" / "boundcheck"
CORE = ("claims", "verdict", "words", "checks", "settle", "record", "report", "run", "loading", "planning", "stats", "cli", "api")
LOOK_UP = re.compile(r'\.get\("[a-z_]+"|\["[a-z_]+"\]')
WALKS = ("step", "regime", "pdf", "html")


def files() -> list[Path]:
    """Every module of ours but those of papers."""
    return [path for path in sorted(ENGINE.rglob("*.py")) if "papers" not in path.parts]


def size(paths: list[Path]) -> str:
    """Lines and number of files."""
    return f"{sum(len(path.read_text(encoding='utf-8').splitlines()) for path in paths):,} / {len(paths)}"


def within(path: Path, rooms: tuple[str, ...]) -> bool:
    """Whether a file stands in one of these rooms, or is one."""
    return path.relative_to(ENGINE).parts[0].removesuffix(".py") in rooms


def sentences(path: Path) -> int:
    """F-strings with three words or more in what is typed."""
    found = 0
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            typed = " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
            found += len(re.findall(r"[A-Za-z]{2,}", typed)) >= 3
    return found


def name_of(path: Path) -> str:
    """The module in a file."""
    parts = ("boundcheck", *path.relative_to(ENGINE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def single_importers() -> int:
    """Modules that one other module imports alone, which stands in the same room."""
    names = {name_of(path): path for path in ENGINE.rglob("*.py")}
    importers: dict[str, set[str]] = {name: set() for name in names}
    for name, path in names.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                for alias in node.names:
                    target = f"{base}.{alias.name}" if f"{base}.{alias.name}" in names else base
                    if target in names and target != name:
                        importers[target].add(name)
    return sum(
        len(by) == 1 and within(names[name], (names[min(by)].relative_to(ENGINE).parts[0],))
        for name, by in importers.items()
        if "papers" not in names[name].parts and by
    )


def still() -> list[tuple[str, str]]:
    """What is read off the text."""
    every = files()
    report = [path for path in every if within(path, ("report",))]
    below = [path for path in every if not within(path, ("report", "words", "cli", "loading"))]
    claims = subprocess.run(
        [sys.executable, "-c", "import boundcheck.claims as c; print(len(c.__all__))"], capture_output=True, text=True, check=True
    )
    return [
        ("engine, lines / files", size(every)),
        ("core to learn, lines / files", size([path for path in every if within(path, CORE)])),
        ("string look-ups in report", f"{sum(len(LOOK_UP.findall(path.read_text(encoding='utf-8'))) for path in report):,}"),
        ("f-strings of three words outside report, words, cli, loading", str(sum(map(sentences, below)))),
        ("names that boundcheck.claims exports", claims.stdout.strip()),
        ("modules with one importer, in the same room", str(single_importers())),
    ]


class Walk:
    """Modules and functions of ours that are called while it is entered."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def __enter__(self) -> Walk:
        sys.setprofile(self._seen)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(None)

    def _seen(self, frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and not code.co_name.startswith("<") and code.co_filename.startswith(str(ENGINE)):
            self.calls[code.co_filename, code.co_qualname] += 1

    @property
    def found(self) -> tuple[int, int]:
        """How many modules, how many functions."""
        return len({file for file, _ in self.calls}), len(self.calls)


def of_steps(claim_id: str) -> list[tuple[int, int]]:
    """The walk of every scalar step of a claim."""
    from boundcheck.checks.context import Formula
    from boundcheck.checks.shapes import check_of
    from boundcheck.job import used_by
    from boundcheck.loading import registry
    from boundcheck.settle.settle import Run, context_of, settle_step

    claim, found = registry.load(claim_id), []
    used, run = used_by([claim]), Run("quick", 1, 1e-3, cells=None, search=None)
    for step in claim.steps:
        if isinstance(check_of(step.statement), Formula):
            with Walk() as walk:
                settle_step(step, claim, replace(context_of(claim_id, step.label, claim, run, 1e-3), used=used))
            found.append(walk.found)
    return found


def of_regime(claim_id: str) -> list[tuple[int, int]]:
    """The walk of the first sampled bound of a claim, with its first regime alone."""
    from boundcheck import study
    from boundcheck.checks.shapes import check_of
    from boundcheck.loading import registry
    from boundcheck.settle.settle import Run, context_of, sampled_statements, settle_part

    claim = registry.load(claim_id)
    name, reading, statement = next(s for s in sampled_statements(claim) if hasattr(s[2], "mutants"))
    one = replace(statement, regimes=statement.regimes[:1], mutants=())
    run = Run("quick", 1, 1e-3, cells=partial(study.run, seed=1), search=partial(study.search, seed=1))
    context = context_of(claim_id, name, claim, run, 1e-3)
    with Walk() as walk:
        settle_part(name, reading, one, claim, context, check_of(one).check)
    return [walk.found]


def of_page(claim_id: str, kind: str) -> list[tuple[int, int]]:
    """The walk of a record on its way to a page."""
    from boundcheck.record import read

    record = read(ROOT / "reports" / f"{claim_id}.json")
    if kind == "pdf":
        from boundcheck.report import pdf

        with Walk() as walk:
            pdf.to_bytes(record)
    else:
        from boundcheck.report.web import result

        with Walk() as walk:
            result.page(record)
    return [walk.found]


def main(words: list[str]) -> None:
    """Print the table, or one walk of it."""
    if words[:1] == ["--walk"]:
        kind, claim_id = words[1:]
        found = of_steps(claim_id) if kind == "step" else of_regime(claim_id) if kind == "regime" else of_page(claim_id, kind)
        print(json.dumps(found))
        return
    claim_id = words[0] if words else "unified/theorem_5_4"
    rows = still()
    for kind in WALKS:
        done = subprocess.run(
            [sys.executable, __file__, "--walk", kind, claim_id], capture_output=True, text=True, check=True
        )
        found = json.loads(done.stdout.splitlines()[-1])
        modules, functions = zip(*found, strict=True)
        rows.append((f"{kind}, modules / functions", " / ".join(
            f"{min(n)}" if min(n) == max(n) else f"{min(n)}-{max(n)}" for n in (modules, functions)
        )))
    for words_of_row, number in rows:
        print(f"{words_of_row:55s} {number}")


if __name__ == "__main__":
    main(sys.argv[1:])
