"""What a claim of a paper leaves out because its module says it: the results that it uses, and its title."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path


def used(folder: Path, name: str, results: Collection[str]) -> tuple[str, ...]:
    """Names of the results of a paper whose modules a result imports: the import graph is the proof's dependency graph.

    Parameters
    ----------
    folder : Path
        Of the paper.
    name : str
        Of the result; modules of the same name in folders below, as ``proofs/``, belong to it.
    results : collection of str
        The names of all results of the paper.
    """
    own = [folder / f"{name}.py", *sorted(folder.glob(f"*/{name}.py")), *sorted(folder.glob(f"*/{name}/*.py"))]
    found = dict.fromkeys(word for path in own for word in _imported(path))
    return tuple(word for word in found if word in results and word != name)


def title(docstring: str | None) -> str:
    """The title in the first line of a docstring: what stands behind the name, as in ``Theorem 5.4: estimation error``."""
    line = (docstring or "").strip().partition("\n")[0].rstrip(".")
    told = line.partition(": ")[2] or line
    return told[:1].upper() + told[1:]


@lru_cache(maxsize=1024)
def _imported(path: Path) -> tuple[str, ...]:
    return tuple(_words(ast.parse(path.read_text(encoding="utf-8"))))


def _words(tree: ast.Module) -> Iterator[str]:
    """What the imports from within the package name, in their order: modules, and what is taken from them."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            yield from (alias.name for alias in node.names)
            yield (node.module or "").rpartition(".")[2]
