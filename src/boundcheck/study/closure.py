"""Which code an experiment depends on: the files that its classes and functions reach by import, and a hash of them."""

from __future__ import annotations

import ast
import dataclasses
import functools
import hashlib
import importlib.util
import sys
import sysconfig
import types
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = __name__.partition(".")[0]
NUMERICS = ("numpy", "scipy", "numba")
_ELSEWHERE = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def closure(experiment: Any) -> str:
    """Hash of every file that `experiment` reaches by import, and of the versions of what computes.

    Parameters
    ----------
    experiment : object
        Its classes, functions and partials are looked at, those in its fields included. From the modules in which they
        are defined, imports are followed through this package and through files of someone's own; installed packages
        and the standard library end the walk.

    Returns
    -------
    digest : str
        Changes with the text of each file, whether or not the changed line matters.
    """
    return _digest(tuple(sorted({module for thing in _parts(experiment) for module in _modules_of(thing)})))


def files(modules: tuple[str, ...]) -> dict[str, Path]:
    """The file of every module that `modules` reach by import, themselves included, by name."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in found or (path := _file(name)) is None:
            continue
        found[name] = path
        if name != ROOT:  # what the package offers at its door is looked up name by name
            waiting += _imports(name, path)
    return found


@functools.lru_cache(maxsize=256)
def _digest(modules: tuple[str, ...]) -> str:
    mixed = hashlib.blake2b(digest_size=16)
    for package in NUMERICS:
        try:
            mixed.update(f"{package} {metadata.version(package)}\0".encode())
        except metadata.PackageNotFoundError:
            continue
    for name, path in sorted(files(modules).items()):
        mixed.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return mixed.hexdigest()


def _parts(thing: Any) -> Iterator[Any]:
    """Classes and functions of which `thing` consists."""
    if isinstance(thing, type | types.FunctionType | types.BuiltinFunctionType):
        yield thing
    elif isinstance(thing, functools.partial):
        for part in (thing.func, thing.args, thing.keywords):
            yield from _parts(part)
    elif isinstance(thing, types.MethodType):
        yield from _parts(thing.__self__)
        yield thing.__func__
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from _parts(key)
            yield from _parts(value)
    elif isinstance(thing, tuple | list | set | frozenset):
        for item in thing:
            yield from _parts(item)
    else:
        yield type(thing)
        if hasattr(thing, "__wrapped__"):
            yield thing.__wrapped__
        if dataclasses.is_dataclass(thing):
            for field in dataclasses.fields(thing):
                yield from _parts(getattr(thing, field.name))


def _modules_of(thing: Any) -> Iterator[str]:
    """Where a class, its bases or a function is defined."""
    for kind in thing.__mro__ if isinstance(thing, type) else (thing,):
        if name := getattr(kind, "__module__", None):
            yield name


@functools.cache
def _file(name: str) -> Path | None:
    """The source of a module that is this package's or someone's own; None for an installed or built-in one."""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if file is None:
        try:
            spec = importlib.util.find_spec(name) if module is None else None
        except (ImportError, ValueError, AttributeError):
            return None
        file = spec.origin if spec is not None and spec.has_location else None
    if file is None or not str(file).endswith(".py"):
        return None
    path = Path(file)
    resolved = path.resolve()
    ours = name.partition(".")[0] == ROOT
    if not path.exists() or (not ours and any(resolved.is_relative_to(place) for place in _ELSEWHERE)):
        return None
    return path


@functools.cache
def _imports(name: str, path: Path) -> tuple[str, ...]:
    """Modules that a file imports, anywhere but for type checkers; each file is read once in a process."""
    return tuple(_imported(name, path))


def _imported(name: str, path: Path) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in _running(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            for alias in node.names:
                yield from _imported_module(base, alias.name)


def _imported_module(base: str, word: str) -> Iterator[str]:
    """The module that ``from base import word`` names, if it is one, and at the package's door where `word` comes from."""
    if _file(f"{base}.{word}") is not None:
        yield f"{base}.{word}"
    elif base == ROOT and (home := getattr(getattr(sys.modules.get(ROOT), word, None), "__module__", None)):
        yield home


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """Statements of a tree, but for what stands under ``if TYPE_CHECKING``; no import stands within an expression."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
        else:
            waiting += (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
