"""The unit of work, of seeding and of storage: a cell, its content as canonical text, the code that it reaches, and its blocks."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import hashlib
import importlib.util
import json
import re
import sys
import sysconfig
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

# What an object is made of, as canonical text: equal content, equal text, in every process and every run.

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def canonical(thing: Any) -> str:
    """Canonical JSON of everything that `thing` consists of.

    Parameters
    ----------
    thing : object
        Numbers, strings, arrays, containers, enums, functions of a module, frozen dataclasses of such;
        anything else counts by its ``repr``, which must not contain a memory address.

    Returns
    -------
    text : str
        Equal for equal content; different for content that differs, arrays of any size and 1 against 1.0
        included.

    Raises
    ------
    TypeError
        For content that has no name in another process: lambdas, functions within functions, addresses.
    """
    return json.dumps(_tree(thing), ensure_ascii=True, separators=(",", ":"))


def fingerprint(text: str) -> bytes:
    """The 32-byte blake2b digest of `text`."""
    return hashlib.blake2b(text.encode(), digest_size=32).digest()


def _tree(thing: Any) -> Any:
    """`thing` in terms of JSON; every kind but the plain ones is tagged, so that no two kinds collide."""
    if thing is None or isinstance(thing, bool | str) or type(thing) in (int, float):
        return thing
    if isinstance(thing, enum.Enum):
        return ["enum", _name(type(thing)), thing.name]
    if isinstance(thing, np.generic):
        return ["scalar", str(thing.dtype), repr(thing.item())]
    if isinstance(thing, np.ndarray):
        return _array(thing)
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        fields = {field.name: _tree(getattr(thing, field.name)) for field in dataclasses.fields(thing)}
        return ["dataclass", _name(type(thing)), fields]
    if isinstance(thing, Mapping):
        return [
            "mapping",
            sorted(([_tree(key), _tree(value)] for key, value in thing.items()), key=json.dumps),
        ]
    if isinstance(thing, set | frozenset):
        return ["set", sorted((_tree(item) for item in thing), key=json.dumps)]
    if isinstance(thing, tuple | list):
        return [type(thing).__name__, [_tree(item) for item in thing]]
    if isinstance(thing, functools.partial):
        return ["partial", _tree(thing.func), _tree(thing.args), _tree(thing.keywords)]
    if isinstance(thing, type | types.FunctionType | types.BuiltinFunctionType) or _is_known_by_name(thing):
        return ["name", _name(thing)]
    if isinstance(thing, types.MethodType):
        return ["method", _tree(thing.__self__), thing.__func__.__name__]
    return _by_repr(thing)


@functools.lru_cache(maxsize=4096)
def _printed(expression: Any) -> str:
    return repr(expression)


def _array(array: np.ndarray) -> Any:
    if array.dtype.hasobject:
        return ["array", "object", list(array.shape), [_tree(item) for item in array.ravel().tolist()]]
    digest = hashlib.blake2b(np.ascontiguousarray(array).tobytes(), digest_size=16).hexdigest()
    return ["array", array.dtype.str, list(array.shape), digest]


def _is_known_by_name(thing: Any) -> bool:
    """Whether its module holds just this object under its name: a compiled or a cached function, say."""
    found = sys.modules.get(getattr(thing, "__module__", None) or "")
    for word in getattr(thing, "__qualname__", "").split("."):
        found = getattr(found, word, None)
    return found is thing


def _name(thing: Any) -> str:
    name = f"{thing.__module__}.{thing.__qualname__}"
    if "<lambda>" in name or ("<locals>" in name and not isinstance(thing, type)):
        raise TypeError(f"{name} has no name in another process: define the function at the top of its module")
    return name


def _by_repr(thing: Any) -> Any:
    basic = getattr(sys.modules.get("sympy"), "Basic", ())
    if isinstance(thing, basic):  # printing one takes milliseconds, and a search asks for the same ones again
        return ["repr", _name(type(thing)), _printed(thing)]
    text = repr(thing)
    if ADDRESS.search(text):
        raise TypeError(
            f"the repr of {_name(type(thing))} holds a memory address ({text[:80]}): "
            f"make it a frozen dataclass, or give it a repr that says what it consists of"
        )
    return ["repr", _name(type(thing)), text]


# Which code an experiment depends on: the files that its classes and functions reach by import, and a hash of them.

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


# One cell of a study: an experiment at a point, and how often it is repeated.

Number = float | int | str
BLOCK = 256


class Experiment(Protocol):
    """Anything picklable, best a frozen dataclass, that can be repeated."""

    def sample(self, rng: np.random.Generator, repeats: int, **point: Any) -> Mapping[str, NDArray]:
        """Draw `repeats` replicates at `point`.

        Returns
        -------
        columns : mapping from name to ndarray of shape (repeats,), bool, int or float
        """
        ...


@dataclass(frozen=True, eq=False)
class Cell:
    """An experiment at a point, repeated.

    Parameters
    ----------
    claim, part, name : str
        Whose cell this is, and its name there. Within a study a name stands for one content.
    experiment : Experiment
    point : mapping from parameter name to float, int or str
        Passed to ``experiment.sample``; kept as a sorted tuple of pairs.
    repeats : int, ``>= 1``
    block : int, ``>= 1``
        Replicates drawn from one seed, computed and stored together.
    stream : str
        Cells of one claim and part that share a stream draw the same random numbers (common random numbers);
        left empty, the stream is the name.
    """

    claim: str
    part: str
    name: str
    experiment: Any
    point: Any
    repeats: int
    block: int = BLOCK
    stream: str = ""

    def __post_init__(self) -> None:
        pairs = self.point.items() if isinstance(self.point, Mapping) else self.point
        object.__setattr__(self, "point", tuple(sorted((str(k), _plain(str(k), v)) for k, v in pairs)))
        for name in ("repeats", "block"):
            value = getattr(self, name)
            if int(value) != value or value < 1:
                raise ValueError(f"{name} of cell {self.label} must be a whole number >= 1, got {value}")
            object.__setattr__(self, name, int(value))

    @property
    def label(self) -> str:
        """The cell's name as a reader sees it."""
        return "/".join(part for part in (self.claim, self.part, self.name) if part)

    @property
    def parameters(self) -> dict[str, Number]:
        """The point as keyword arguments."""
        return dict(self.point)

    @cached_property
    def content(self) -> str:
        """Canonical text of all that determines the replicates, but for how many there are."""
        return canonical(
            {
                "claim": self.claim,
                "part": self.part,
                "stream": self.stream or self.name,
                "experiment": self.experiment,
                "point": self.point,
                "block": self.block,
            }
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cell):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, int, str]:
        return self.name, self.repeats, self.content

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "content"}


def _plain(name: str, value: Any) -> Number:
    """The value as a Python number or string, so that a NumPy scalar and its number are one point."""
    if name in ("rng", "repeats", "self"):
        raise ValueError(f"a parameter may not be called {name!r}: experiments receive that word already")
    plain = value.item() if isinstance(value, np.generic) else value
    if not isinstance(plain, bool | int | float | str):
        raise TypeError(f"parameter {name!r} must be a number or a string, got {value!r}")
    return plain


# The unit of work, of seeding and of storage: one block of a cell's replicates.

SCHEMA = 2  # of the store, and so of its keys


@dataclass(frozen=True)
class Block:
    """Block `index` (from 0) of `cell`."""

    cell: Cell
    index: int

    @property
    def size(self) -> int:
        """Replicates in it; the last block of a cell may be short."""
        return min(self.cell.block, self.cell.repeats - self.index * self.cell.block)


def blocks_of(cells: Iterable[Cell]) -> list[Block]:
    """All blocks of all cells, in order."""
    return [Block(cell, index) for cell in cells for index in range(-(-cell.repeats // cell.block))]


def shard(blocks: Sequence[Block], i: int, of: int) -> list[Block]:
    """The `i`-th of `of` shares, ``1 <= i <= of``; the shares together are all blocks, each once.

    Raises
    ------
    ValueError
        For a share that does not exist.
    """
    if not 1 <= i <= of:
        raise ValueError(f"a shard is written i/N with 1 <= i <= N, got {i}/{of}")
    return list(blocks[i - 1 :: of])


def spawn_key(cell: Cell, index: int) -> tuple[int, ...]:
    """Four 32-bit words that name the block's random numbers among all those of a seed.

    Depends on the claim, the part, the stream and the index only, so cells of one stream share their numbers.
    """
    text = json.dumps([cell.claim, cell.part, cell.stream or cell.name, index])
    digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
    return tuple(int.from_bytes(digest[at : at + 4], "little") for at in range(0, 16, 4))


def generator(seed: int, key: Sequence[int]) -> np.random.Generator:
    """The generator of a block; `seed` and `key` stand in every failure and every search result.

    Parameters
    ----------
    seed : int, ``>= 0``
    key : sequence of 4 ints
        From `spawn_key`.

    Returns
    -------
    rng : Generator
    """
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy=seed, spawn_key=tuple(key))))


def description(cell: Cell, seed: int, code: str) -> str:
    """Everything that determines the replicates of a cell's blocks, as canonical JSON; `code` is added to what is found."""
    around = json.dumps([SCHEMA, seed, np.__version__, code, _reached(cell.experiment)], separators=(",", ":"))
    return f'{{"study":{around},"cell":{cell.content}}}'


def _reached(experiment: Any) -> str:
    """The hash of the files that an experiment reaches; one for all cells of a search, which share the experiment."""
    if not getattr(getattr(experiment, "__dataclass_params__", None), "frozen", False):
        return closure(experiment)
    known, digest = _latest[0]
    if known is not experiment:
        digest = closure(experiment)
        _latest[0] = experiment, digest
    return digest


_latest: list[tuple[Any, str]] = [(None, "")]  # an experiment and its hash


def key_of(cell_digest: bytes, index: int, size: int) -> bytes:
    """The 32 bytes under which a block is stored; `cell_digest` is the fingerprint of the description."""
    return fingerprint(f"[{json.dumps(cell_digest.hex())},{index},{size}]")
