"""Someone's own claim file: loaded, looked over, and its mistakes explained at the line where they stand."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import sympy

from boundcheck import claims, pages
from boundcheck.claims import UNPRINTED, Claim, Malformed, PageDisplay, Paper, Source
from boundcheck.claims.fields import Shape
from boundcheck.claims.paper import Kind
from boundcheck.claims.values import EXACT, by_kind, exact_words
from boundcheck.pages import latex as latex_pages
from boundcheck.pages.letters import symbol_names
from boundcheck.symbolic.latex import latex

from . import rehearsal
from .form import Complaint, complaints, near

# Where in a claim file a mistake stands: lines and code, found from tracebacks and from names.

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
    line = _mentioned(path, complaint.trail) if path.suffix == ".py" else 0  # a page is no Python text
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


# What to write instead of code that Python, NumPy or SymPy has refused.

# The words of SymPy in which statements are written.
LANGUAGE = (
    "Abs And E Eq Ge Gt Integer Le Lt Max Min Ne Rational Sum Symbol cosh coth exp log oo pi sinh sqrt symbols tanh"
).split()
_COMPARED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_MODULES = ("boundcheck", "boundcheck.claims", "boundcheck.symbolic", "math", "numpy", "scipy", "sympy")
FORMER = {("Step", "reduction"): "because", ("Step", "note"): "because", ("Repair", "note"): "words"}  # entries renamed


def way_out(error: BaseException, said: str, names: Mapping[str, Any], code: ast.AST | None) -> str:
    """What to write instead.

    Parameters
    ----------
    error : BaseException
    said : str
        Its text.
    names : mapping
        What the file has defined.
    code : ast node, optional
        The piece of the file that failed.
    """
    if isinstance(error, MemoryError):
        return "an array is too large; compute fewer numbers at a time, or choose a smaller point"
    if isinstance(error, NameError):
        return _name(error.name or "it", names)
    if isinstance(error, KeyError) and "rng" in names:
        return f"a function of a simulation receives the point; give the regime's point the entry {said}"
    if isinstance(error, ImportError):
        return _import(error, said)
    if isinstance(error, AttributeError) and error.obj is not None:
        return meant_of(error.name or "", dir(error.obj)) or "mend the line and run again"
    if isinstance(error, TypeError) or "to unpack" in said:
        return _type(said, code)
    if "is not understood" in said:
        return "bounds are written with exp, log, sqrt, Abs, Min, Max, sinh, cosh, tanh and sigmoid"
    if "0.1" in said or "float" in said.lower():
        return "write exact numbers, Rational(1, 10) for 0.1"
    return "mend the line and run again"


def in_words(error: BaseException, said: str) -> str:
    """The error's kind and text; a wrong type is told without Python's words for it."""
    if not isinstance(error, TypeError):
        return f"{type(error).__name__}: {said}"
    if found := re.match(r"(\w+)(?:\.__init__|\.(\w+))?\(\) missing \d+ required [\w-]+ arguments?: (.*)", said):
        return f"{found[1]}{'.' + found[2] if found[2] else ''}() lacks {found[3]}"
    if found := re.match(r"(\w+)\.__init__\(\) takes .*?(\d+) positional arguments? but (\d+) were given", said):
        return f"{found[1]} takes {int(found[2]) - 1} entries at most, and was given {int(found[3]) - 1}"
    if found := re.match(r"(\w+)\.__init__\(\) got an unexpected keyword argument '(\w+)'", said):
        return f"{found[1]} has no entry {found[2]!r}"
    return f"values of a wrong kind: {said}"


def meant_of(name: str, known: Any) -> str:
    """ "did you mean ...?" or nothing."""
    close = near(name, known)
    return f"did you mean {close!r}?" if close else ""


def _name(name: str, names: Mapping[str, Any]) -> str:
    for home, module, known in (("boundcheck.claims", claims, claims.__all__), ("sympy", sympy, LANGUAGE)):
        if name in known or (hasattr(module, name) and not name.startswith("_")):
            return f"write 'from {home} import {name}' above"
    letter = f"define {name} above, as symbols({name!r}, real=True)"
    if "rng" in names:  # in a simulation
        letter = f"a function of a simulation receives the point: def errors(rng, repeats, *, {name}, **point)"
    if len(name) < 3:
        return letter
    here = near(name, [word for word in names if not word.startswith("_")])
    if here:
        return f"did you mean {here!r}?"
    for home, known in (("sympy", LANGUAGE), ("boundcheck.claims", claims.__all__)):
        if close := near(name, known):
            return f"did you mean {close!r}? Write 'from {home} import {close}' above; or {letter}"
    return letter


def _import(error: ImportError, said: str) -> str:
    found = re.search(r"cannot import name '(\w+)'", said)
    if found and found[1] in claims.__all__:
        return f"write 'from boundcheck.claims import {found[1]}'"
    module = sys.modules.get(error.name or "")
    if found and module is not None:
        close = meant_of(found[1], [word for word in dir(module) if not word.startswith("_")])
    else:
        close = meant_of(error.name or "", _MODULES)
    missing = (error.name or "").partition(".")[0]
    if not close and isinstance(error, ModuleNotFoundError) and missing not in ("", "boundcheck"):
        return f"install {missing!r} in the environment in which boundcheck runs, or leave the import out"
    usual = "'from boundcheck.claims import Claim, Inequality, Step' is how the words are imported"
    return close or usual


def _type(said: str, code: ast.AST | None) -> str:
    found = re.match(r"(?:type object )?'?(\w+)(?:\.(\w+))?\(\) ", said)
    word = getattr(claims, found[1], None) if found else None
    if found and inspect.isclass(word):
        return _call(word, found[2], said, code)
    if "truth value" in said:
        return _truth(code)
    called = ast.unparse(code.func) if isinstance(code, ast.Call) else ""
    if "of type Fraction" in said:
        return f"instances are also computed in fractions, with + - * / alone; square what has a root ({called})"
    if "to float" in said or "loop of ufunc" in said or called.startswith(("math.", "np.", "numpy.")):
        name = called.rpartition(".")[2] or "log"
        name = {"abs": "Abs", "fabs": "Abs", "maximum": "Max", "minimum": "Min"}.get(name, name)
        plain = f"with sympy's {name}: from sympy import {name}" if hasattr(sympy, name) else "in SymPy's functions"
        return f"{called or 'this function'} computes with numbers, a statement is written in symbols; write it {plain}"
    if "unpack" in said:
        return "there are as many letters as names, as in x, y = symbols('x y', real=True)"
    if "not callable" in said:
        return f"a product needs its star: {called or 'x'}*(...)"
    if "for ^" in said:
        return "powers are written with **, as x**2"
    if "dtype" in said:
        return "this line mixes arrays with text, symbols or None; compute with numbers alone"
    if "float" in said.lower():
        return "write exact numbers, Rational(1, 10) for 0.1"
    return "mend the line and run again"


def _call(word: type, method: str | None, said: str, code: ast.AST | None) -> str:
    """A word of ours that was called in vain."""
    function = word if method in (None, "__init__") else getattr(word, method or "", word)
    fields = [name for name, p in inspect.signature(function).parameters.items() if p.kind is not p.VAR_KEYWORD]
    if function is not word:
        fields += [
            n for n, p in inspect.signature(word).parameters.items() if p.default is not p.empty and n not in fields
        ]
    first = code.args[0] if isinstance(code, ast.Call) and code.args else None
    if isinstance(first, ast.Compare) and len(first.ops) == 1 and "lhs" in fields:
        sides = [ast.unparse(side) for side in (first.left, first.comparators[0])]
        if isinstance(first.ops[0], ast.Gt | ast.GtE):
            sides.reverse()
        strict = ", strict=True" if isinstance(first.ops[0], ast.Lt | ast.Gt) else ""
        return f"SymPy may evaluate a comparison, so the sides stand apart: {word.__name__}({', '.join(sides)}{strict})"
    unknown = re.search(r"unexpected keyword argument '(\w+)'", said)
    given = [keyword.arg for keyword in code.keywords if keyword.arg] if isinstance(code, ast.Call) else []
    free = [field for field in fields if field not in given]
    wrong = [unknown[1]] if unknown else [name for name in given if name not in fields]
    close = next((f"{meant_of(name, free)} " for name in wrong if near(name, free)), "")
    if unknown and (now := FORMER.get((word.__name__, unknown[1]))):
        close = f"it is called {now!r} now. "
    if close and not unknown:  # Python complains of what is missing first
        close = f"it was given {next(name for name in wrong if near(name, free))!r}, {close}"
    call = word.__name__ if function is word else f"{word.__name__}.{method}"
    return f"{close}{'Write' if close else 'write'} {call}({', '.join(fields)}), the last ones if you need them"


def _truth(code: ast.AST | None) -> str:
    """Symbols where Python wanted to know whether something is true."""
    if isinstance(code, ast.Compare) and len(code.ops) > 1 and all(type(op) in _COMPARED for op in code.ops):
        operands = [ast.unparse(side) for side in (code.left, *code.comparators)]
        signs = [_COMPARED[type(op)] for op in code.ops]
        parts = [f"{low} {sign} {high}" for low, sign, high in zip(operands, signs, operands[1:], strict=False)]
        return f"write each condition by itself: ({', '.join(parts)})"
    if isinstance(code, ast.BoolOp) and isinstance(code.op, ast.And):
        return f"write each condition by itself: ({', '.join(map(ast.unparse, code.values))})"
    called = ast.unparse(code.func) if isinstance(code, ast.Call) else ""
    if called in ("max", "min", "np.maximum", "np.minimum", "np.max", "np.min"):
        name = "Max" if "max" in called else "Min"
        inside = ", ".join(map(ast.unparse, code.args)) if isinstance(code, ast.Call) else ""
        return f"write {name}({inside}), with 'from sympy import {name}'"
    return "a comparison of symbols is neither true nor false; write conditions one by one, as (Gt(x, 0), Lt(x, 1))"


# Someone's own claim file: loaded, looked over, and its mistakes explained by line.

SHORT = 40  # characters of a constant beside its rate
MOST_CITED = 200  # pages beside a page
STEM = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,79}")
_PREFIX = "_boundcheck_own_"


class BrokenClaim(ValueError):
    """A claim file cannot be used; the message says which line and what to write instead."""


def load(path: Path) -> tuple[str, Claim]:
    """A claim from someone's own file: code that its user chose to run, or a page, which is data.

    Returns
    -------
    claim_id : str
        ``own/<stem>``.
    claim : Claim
        With the file's name as its source, and its displays filled in from its parts, where it names none.
    """
    path = Path(path)
    if path.is_dir():
        raise BrokenClaim(f"{path} is a folder; name the claim file inside it, as {path.name}/my_theorem.py")
    if not path.is_file():
        raise BrokenClaim(f"no claim file {str(path)!r}; 'boundcheck new {path.name}' writes one to start from")
    if not STEM.fullmatch(path.stem):
        rule = "begin with a letter, then letters, digits, _ and -, as in my_theorem.py"
        raise BrokenClaim(f"{path}: the name becomes the claim's id; {rule}")
    if path.suffix == ".md":
        return f"own/{path.stem}", completed(_of_page(path)[0], path)
    module = _run(path)
    claim = getattr(module, "CLAIM", None)
    if not isinstance(claim, Claim):
        found = "defines no CLAIM" if claim is None else f"CLAIM is {by_kind(claim)}, not a Claim"
        inside = "'statement': " if isinstance(claim, Shape) else ""
        raise BrokenClaim(f"{path}: {found}; end the file with CLAIM = Claim(title=..., parts={{{inside}...}})")
    refuse(_defined_once(path), path)
    refuse(complaints(claim), path)
    return f"own/{path.stem}", completed(claim, path)


def with_cited(path: Path) -> dict[str, Claim]:
    """The pages beside a page that it cites, directly or not, by their ids; each has to be there, with the label that is cited.

    Raises
    ------
    BrokenClaim
        One is not, or is not read, or pages rest on each other in a circle.
    """
    found: dict[str, Claim] = {}

    def follow(one: Path, above: tuple[str, ...]) -> tuple[Claim, pages.Read]:
        claim, read = _of_page(one)
        for stem, label, at in read.cited:
            place, other = f"{one}, line {at.line}, column {at.column}: ", one.with_name(f"{stem}.md")
            if stem in above:
                circle = " cites ".join([*above[above.index(stem) :], stem])
                raise BrokenClaim(f"{place}{circle}, a proof in a circle; take one of the citations out")
            if not other.is_file():
                raise BrokenClaim(f"{place}no page {stem}.md beside this one; write it, or take the citation out")
            if len(found) >= MOST_CITED:
                raise BrokenClaim(f"{place}more than {MOST_CITED} pages are cited; settle the paper in pieces")
            if f"own/{stem}" not in found:
                theirs = follow(other, (*above, stem))[0]
                found[f"own/{stem}"] = completed(theirs, other)
            if label and not pages.labelled(found[f"own/{stem}"], label):
                labels = ", ".join(found[f"own/{stem}"].parts)
                raise BrokenClaim(f"{place}the statement of {stem}.md has no display {label!r}; it has {labels}")
            given, here = read.instances.get(at, ((), ()))
            theirs_too = [one.latex for one in found[f"own/{stem}"].letters.letters]
            if unknown := [form for form in given if form not in theirs_too]:
                raise BrokenClaim(f"{place}{stem}.md has no letter {unknown[0]}; it has {', '.join(theirs_too)}")
            held = found[f"own/{stem}"].letters.letters
            if given and (alike := [one.latex for one in held if symbol_names([one.latex])[one.latex] != str(one.symbol)]):
                raise BrokenClaim(f"{place}{stem}.md has another letter that is named like {alike[0]}; call one of them otherwise")
            if given and (open_ := [form for form in theirs_too if form not in (*given, *here)]):
                raise BrokenClaim(f"{place}what {open_[0]} of {stem}.md stands for is not said; add 'and ${open_[0]} = ...$'")
        return claim, read

    follow(path, (path.stem,))
    return found


def _of_page(path: Path) -> tuple[Claim, pages.Read]:
    """The claim of a page, which is read and never run, and what it cites."""
    try:
        read = pages.read(path)
    except pages.Refused as error:
        raise BrokenClaim(f"{_place(path, error.at)}: {error.line}") from None
    for complaint in complaints(read.claim):
        raise BrokenClaim(f"{path}: {complaint.words}")
    key = re.sub(r"[^a-z0-9]+", "_", read.paper.lower()).strip("_") or "own"
    printed = read.claim.title or path.stem.replace("_", " ")
    source = Source(Paper(key, read.paper or path.name), printed, path.name, cast(Kind, read.kind))
    return replace(read.claim, source=source, title=""), read


@dataclasses.dataclass(frozen=True)
class Sources:
    """The claims of an author's LaTeX by their ids, and what of it is not settled, a line each with its place."""

    claims: dict[str, Claim]
    notes: tuple[str, ...]
    lines: dict[str, tuple[pages.Line, ...]]


def load_tex(path: Path) -> Sources:
    """The statements of an author's LaTeX as claims ``own/<stem>_<label>``; it is data, nothing of it is run.

    Of files that it puts in, those below its own folder are read.

    Raises
    ------
    BrokenClaim
        No statement is read, or the source may print something else than it says.
    """
    if not path.is_file():
        raise BrokenClaim(f"no file {str(path)!r}")
    if not STEM.fullmatch(path.stem):
        raise BrokenClaim(f"{path}: the name becomes that of claims; begin with a letter, then letters, digits, _ and -")
    try:
        return of_tex(pages.text_of(path), path, latex_pages.beside(path))
    except pages.Refused as error:
        raise BrokenClaim(f"{_place(path, error.at)}: {error.line}") from None


def of_tex(text: str, path: Path, others: latex_pages.Beside = lambda name: None) -> Sources:
    """The same of the text of a source that is called `path`, which is not opened; `others` gives the files that it puts in."""
    found = latex_pages.paper(text, path.stem, others=others)
    read, refused = latex_pages.read_paper(found)
    places = {one.key: f"{path}, line {one.at.line}" for one in found.stated}
    notes = [f"{path}, line {at.line}: {what}" for what, at in found.notes]
    notes += [f"{_place(path, error.at)}: not read: {error.line}" for error in refused.values()]
    around = ", ".join(str(at.line) for at in found.around[:20])
    supposed = ", ".join(str(at.line) for kind, _, at in found.others if kind == "assumption")
    left: tuple[str, ...] = (f"conditions in the running text, as in line {around}, which are not read",) if around else ()
    left += (f"assumptions in environments of their own, in line {supposed}, which are not read",) if supposed else ()
    notes += [f"{path}: {one}" for one in left]
    uses = {one.key: _used(one, found, read) for one in found.stated}
    circle = _circle({key: rest for key, (rest, _) in uses.items() if key in read})
    if circle:
        raise BrokenClaim(f"{places[circle[0]]}: {' rests on '.join(circle)}, a proof in a circle; take one of the uses out")
    if not read:
        first = next(iter(notes), f"{path}: no theorem, lemma, proposition or corollary")
        raise BrokenClaim(f"{first}; 'boundcheck draft {path.name}' lists what is read")
    title = found.title or path.stem.replace("_", " ")
    key = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_") or "own"
    listed = tuple(_inventory(found, read, refused))
    claims = {}
    for one in found.stated:
        if one.key not in read:
            continue
        claim, (rest, lacking) = read[one.key].claim, uses[one.key]
        for complaint in complaints(claim):
            raise BrokenClaim(f"{places[one.key]}: {complaint.words}")
        source = Source(Paper(key, title, displays=listed), claim.title, f"{path.name}, line {one.at.line}", cast(Kind, one.kind))
        beside = tuple(f"rests on {label}, which is not read" for label in lacking)
        claim = replace(
            claim, source=source, title="", uses=tuple(f"own/{name}" for name in rest), not_covered=(*left, *beside)
        )
        claims[f"own/{one.key}"] = completed(claim, path)
    return Sources(claims, tuple(notes), {f"own/{key}": one.lines for key, one in read.items()})


def _used(one: latex_pages.Stated, found: latex_pages.Paper, read: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The keys of the statements on which one rests, and the labels of those among them that are not read."""
    keys = {other.label: other.key for other in found.stated if other.label}
    labels = [label for label in dict.fromkeys(label for label, _ in one.uses) if label in keys]
    return [keys[label] for label in labels if keys[label] in read], [label for label in labels if keys[label] not in read]


def _circle(uses: Mapping[str, list[str]]) -> list[str]:
    """Keys that rest on each other, from one back to itself; none where there is no circle."""
    state: dict[str, int] = {}

    def visit(key: str, above: list[str]) -> list[str]:
        state[key] = 1
        for other in uses.get(key, []):
            if state.get(other) == 1:
                return [*above[above.index(other) :], other]
            if other not in state and (found := visit(other, [*above, other])):
                return found
        state[key] = 2
        return []

    return next((found for key in uses if key not in state and (found := visit(key, [key]))), [])


def _inventory(
    found: latex_pages.Paper, read: Mapping[str, pages.Read], refused: Mapping[str, pages.Refused]
) -> Iterator[PageDisplay]:
    """Every display of a source, with the lines of claims that are about it, or why there are none."""
    titles = {one.key: f"{one.kind.title()} {one.label or f'line {one.at.line}'}" for one in found.stated}
    for number, one in enumerate(found.shown, 1):
        about = [line for line in (read[one.block].lines if one.block in read else ()) if one.holds(line.at)]
        of = read[one.block].claim if one.block in read else None
        names = tuple(f"{one.block}{'#' if of and line.label in of.parts else '/'}{line.label}" for line in about)
        why = "outside of statement and proof" if not one.block else "its statement or proof is not read"
        if one.block in refused:
            why = "its statement or proof is not read"
        yield PageDisplay(
            id=f"{number}", result=titles.get(one.block, ""), where=f"line {one.at.line}",
            kind="line", latex=" ".join(one.latex.split())[:2000] or "x", checked=names,
            state="" if names else "not read", why="" if names else why,
        )  # fmt: skip


def _place(path: Path, at: pages.Place | None) -> str:
    return f"{path}, line {at.line}, column {at.column}" if at is not None else str(path)


def _defined_once(path: Path) -> Iterator[Complaint]:
    """A file that says twice what CLAIM is, where the second silently counts."""
    lines = assigned("CLAIM", path)
    if len(lines) > 1:
        words = f"CLAIM is defined in lines {', '.join(map(str, lines))}, and only the last would be checked; "
        yield Complaint(f"{words}keep one, and write the other into a file of its own", ())


def rehearse(claim: Claim, path: Path | None = None) -> None:
    """Try every experiment of a claim on a few replicates; raise `BrokenClaim` for the first that gives no usable errors."""
    try:
        with redirect_stdout(sys.stderr):
            refuse(rehearsal.complaints(claim), path)
    except BrokenClaim:
        raise
    except Exception as error:
        raise explained(error, path) from error


def refuse(found: Iterable[Complaint], path: Path | None = None) -> None:
    """Raise `BrokenClaim` for the first complaint, with its line where the claim stands in a file."""
    for complaint in found:
        raise BrokenClaim(f"{of(complaint, path)}{complaint.words}")


def completed(claim: Claim, path: Path, key: str = "own") -> Claim:
    """The claim with what it leaves out: where it stands, and what it displays."""
    source = claim.source
    if source == UNPRINTED:
        printed = claim.title or path.stem.replace("_", " ")
        source = Source(Paper(key, path.name), printed, path.name)
        claim = replace(claim, source=source, title="" if printed == claim.title else claim.title)
    displays = dict(claim.displays) or {
        name if len(claim.parts) > 1 else "": shown
        for name, part in claim.parts.items()
        if (shown := _shown(part, claim.letters.prints)) is not None
    }
    return replace(claim, displays=displays)


def _shown(part: Any, letters: Mapping[str, str]) -> Any:
    """What a part states, as a display: a relation, a bound, or a rate with the constant that is claimed for it."""
    if not isinstance(part, Shape) or part.open_constant is None:
        return getattr(part, "display", None)
    return _rate(part.display, part.open_constant, letters)


def _rate(printed: sympy.Expr, constant: sympy.Expr, letters: Mapping[str, str]) -> tuple[str, sympy.Expr]:
    """A rate times its constant, whose claimed value stands behind it where it is short."""
    taken = {symbol.name for symbol in printed.free_symbols}
    letter = next(name for name in ("C", "K", "C'") if name not in taken)
    shown = str(constant) if constant.is_Rational else latex(constant, letters)
    value = rf" \quad ({letter} = {shown})" if len(str(constant)) <= SHORT else ""
    return rf"{letter} \left( {{}} \right){value}" if printed.is_Add else f"{letter} {{}}{value}", printed


def _run(path: Path) -> ModuleType:
    name = _PREFIX + path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BrokenClaim(f"{path}: not a Python file; a claim file ends in .py and defines CLAIM")
    module = importlib.util.module_from_spec(spec)
    # Bytecode beside the file would be a file that nobody asked for.
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):  # what the file prints must not mix with --json
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise explained(error, path) from error
    finally:
        sys.dont_write_bytecode = before
    return module


def explained(error: BaseException, path: Path | None) -> BrokenClaim:
    """What went wrong while a claim's code ran: its line, and what to write instead where that is known."""
    if isinstance(error, SyntaxError):
        if error.lineno is None:
            return BrokenClaim(f"{path}: {error.msg}; a claim file is Python text, saved as UTF-8")
        return BrokenClaim(f"{path}, line {error.lineno}: {error.msg}; mend the line and run again")
    if isinstance(error, UnicodeError):
        return BrokenClaim(f"{path}: is not UTF-8 text; save it as UTF-8")
    place = of_error(error, path)
    if isinstance(error, Malformed):
        return BrokenClaim(f"{place}{as_written(error, path)}")
    said = re.sub(r" \(/[^)]*\)$", "", " ".join(str(error).split()))[:300]
    if isinstance(error, SystemExit):
        function = function_of(error, path)
        said = f"{function or 'the file'} ends the program itself; a claim file only defines CLAIM"
    advice = way_out(error, said, names_at(error, path), code_of(error, path))
    return BrokenClaim(f"{place}{in_words(error, said)}; {advice}")


def sources(path: Path) -> str:
    """Hash of the file and of the modules from its folder that are loaded: what its samples depend on."""
    home = path.resolve().parent
    files = {path.resolve()}
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and Path(file).resolve().parent == home and file.endswith(".py"):
            files.add(Path(file).resolve())
    mixed = hashlib.blake2b(digest_size=16)
    for file in sorted(files):
        mixed.update(file.read_bytes() + b"\0")
    return mixed.hexdigest()
