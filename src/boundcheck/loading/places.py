"""Where in a claim file a mistake stands: lines and code, found from tracebacks and from names."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boundcheck import claims
from boundcheck.claims import Malformed
from boundcheck.claims.exact_words import EXACT, exact_words
from boundcheck.loading.complaint import Complaint

MOST_PLACES = 4  # of decimals that a message names


def of(complaint: Complaint, path: Path | None) -> str:
    """ "FILE, line N: " of a complaint; without a file the place of the function that is at fault, or nothing."""
    if complaint.function is not None and (found := _defined(complaint.function)):
        file, line = found
        if path is None or Path(file).absolute() != path.absolute():
            return f"{file}, line {line}: "
        return f"{path}, line {line}: "
    if path is None:
        return ""
    line = _mentioned(path, complaint.trail)
    return f"{path}, line {line}: " if line else f"{path}: "


def of_error(error: BaseException, path: Path | None) -> str:
    """ "FILE, line N: " of the innermost line of the file that took part, for a wrong field that of its value."""
    if path is None:
        return ""
    row = _row(error, path)
    if row is None:
        return f"{path}: "
    line = row.lineno
    if isinstance(error, Malformed) and isinstance(node := _node(row, path), ast.Call):
        line = _argument(node, error).lineno
        if found := _computed_from(node, error, path):
            line = found[0][0]
    return f"{path}, line {line}: "


def as_written(error: Malformed, path: Path | None) -> str:
    """The message of a wrong field, with the decimal numbers that the file has in place of those that SymPy made of them."""
    row = None if path is None or EXACT not in error.said else _row(error, path)
    node = None if row is None or path is None else _node(row, path)
    if path is None or not isinstance(node, ast.Call):
        return str(error)
    argument, lead = _argument(node, error), str(error).partition(EXACT)[0]
    if decimals := dict(_decimals(argument)):
        words = ", ".join(f"{exact_words(value)} for {text}" for text, value in decimals.items())
        return f"{lead}{EXACT}{words}"
    elsewhere = _computed_from(node, error, path)
    if not elsewhere:
        return str(error)
    words = ", ".join(f"{exact_words(value)} for {text} in line {line}" for line, text, value in elsewhere)
    return f"{lead}SymPy has computed with those of the file; {EXACT}{words}"


def _computed_from(call: ast.Call, error: Malformed, path: Path) -> list[tuple[int, str, float]]:
    """The first decimals of the file of which a field was computed that shows none itself."""
    argument = _argument(call, error)
    if EXACT not in error.said or any(_decimals(argument)):
        return []
    return sorted(set(_from_elsewhere(argument, _tree(path))))[:MOST_PLACES]


def _from_elsewhere(argument: ast.expr, tree: ast.AST) -> Iterator[tuple[int, str, float]]:
    """Lines and decimals of what the names in an argument were assigned, and of functions that it calls."""
    given: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in (name for whole in targets for name in ast.walk(whole) if isinstance(name, ast.Name)):
                given.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.FunctionDef):
            given.setdefault(node.name, []).append(node)
    open_names: list[ast.AST] = [argument]
    seen: set[str] = set()
    while open_names:
        for name in [part.id for part in ast.walk(open_names.pop(0)) if isinstance(part, ast.Name)]:
            for value in given.get(name, []) if name not in seen else []:
                yield from ((getattr(part, "lineno", 0), *said) for part in ast.walk(value) for said in _decimal(part))
                open_names.append(value)
            seen.add(name)


def _decimals(node: ast.AST) -> Iterator[tuple[str, float]]:
    """Decimal numbers in a piece of code, quotients of whole numbers included."""
    return (said for part in ast.walk(node) for said in _decimal(part))


def _decimal(part: ast.AST) -> Iterator[tuple[str, float]]:
    """What a node says and is, if it is a decimal number."""
    if isinstance(part, ast.Constant) and isinstance(part.value, float):
        yield ast.unparse(part), part.value
    elif isinstance(part, ast.BinOp) and isinstance(part.op, ast.Div):
        top, below = (getattr(side, "value", None) for side in (part.left, part.right))
        if isinstance(top, int) and isinstance(below, int) and below:
            yield f"({ast.unparse(part)})", top / below


def function_of(error: BaseException, path: Path | None) -> str:
    """The innermost function of the file that took part, or nothing."""
    row = None if path is None else _row(error, path)
    return "" if row is None or row.name == "<module>" else f"{row.name}()"


def names_at(error: BaseException, path: Path | None) -> dict[str, Any]:
    """What was defined where the file failed."""
    found: dict[str, Any] = {}
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if path is not None and Path(frame.f_code.co_filename).absolute() == path.absolute():
            found = {**frame.f_globals, **frame.f_locals}
    return found


def code_of(error: BaseException, path: Path | None) -> ast.AST | None:
    """The piece of the file's code that failed."""
    row = None if path is None else _row(error, path)
    return None if row is None or path is None else _node(row, path)


def assigned(name: str, path: Path) -> list[int]:
    """Lines at the top level of a file in which a name is given a value that does not build upon the one before."""
    found = []
    for node in ast.iter_child_nodes(_tree(path)):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        here = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if here and not any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node.value)):
            found.append(node.lineno)
    return found


def _row(error: BaseException, path: Path) -> traceback.FrameSummary | None:
    rows = traceback.extract_tb(error.__traceback__)
    return next((row for row in reversed(rows) if Path(row.filename).absolute() == path.absolute()), None)


def _node(row: traceback.FrameSummary, path: Path) -> ast.AST | None:
    """The smallest expression that spans the code of a traceback's row."""
    if row.lineno is None or row.colno is None:
        return None
    start, end = (row.lineno, row.colno), (row.end_lineno or row.lineno, row.end_colno or row.colno)
    spanning = [
        (node.end_lineno - node.lineno, node.end_col_offset - node.col_offset, place, node)
        for place, node in enumerate(ast.walk(_tree(path)))
        if isinstance(node, ast.expr)
        and node.end_lineno is not None
        and node.end_col_offset is not None
        and (node.lineno, node.col_offset) <= start
        and end <= (node.end_lineno, node.end_col_offset)
    ]
    return min(spanning, key=lambda found: found[:3])[-1] if spanning else None


def _argument(call: ast.Call, error: Malformed) -> ast.expr:
    """The argument that holds a field, or the whole call."""
    for keyword in call.keywords:
        if keyword.arg == error.field:
            return keyword.value
    word = getattr(claims, error.word, None)
    names = [field.name for field in dataclasses.fields(word)] if dataclasses.is_dataclass(word) else []
    if isinstance(call.func, ast.Attribute) and call.func.attr == "of":  # whose first argument alone has a place
        names = [error.field]
    place = names.index(error.field) if error.field in names else len(call.args)
    return call.args[place] if place < len(call.args) else call


def _defined(function: Any) -> tuple[str, int] | None:
    """File and line of a function's definition."""
    code = getattr(inspect.unwrap(getattr(function, "func", function)), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else None


def _mentioned(path: Path, trail: tuple[str, ...]) -> int:
    """The line to which a trail of names leads: each is sought below the one before, a text also above it; or 0."""
    line = 0
    mentions = sorted(
        ((node.value if isinstance(node, ast.Constant) else node.arg), node.lineno, isinstance(node, ast.Constant))
        for node in ast.walk(_tree(path))
        if (isinstance(node, ast.Constant) and isinstance(node.value, str))
        or (isinstance(node, ast.keyword) and node.arg is not None)
    )
    for word in trail:
        lines = [at for name, at, _ in mentions if name == word]
        below = [at for at in lines if at >= line]
        above = [at for name, at, is_text in mentions if name == word and is_text]
        line = min(below) if below else min(above, default=line)
    return line


def _tree(path: Path) -> ast.AST:
    return ast.parse(path.read_bytes())
