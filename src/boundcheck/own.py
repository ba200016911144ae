"""Someone's own claim file: loaded, looked over, and its mistakes explained by line."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import importlib.util
import re
import sys
import traceback
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.claims import UNPRINTED, Claim, Paper, Source
from boundcheck.form import complaints

STEM = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,79}")
_PREFIX = "_boundcheck_own_"


class BrokenClaim(ValueError):
    """A claim file cannot be used; the message says which line and what to write instead."""


def load(path: Path) -> tuple[str, Claim]:
    """A claim from someone's own file: code that its user chose to run.

    Returns
    -------
    claim_id : str
        ``own/<stem>``.
    claim : Claim
        With the file's name as its source, and its displays filled in from its parts, where it names none.
    """
    path = Path(path)
    if not path.is_file():
        raise BrokenClaim(f"no claim file {str(path)!r}; 'boundcheck new {path.name}' writes one to start from")
    if not STEM.fullmatch(path.stem):
        raise BrokenClaim(f"{path}: the name becomes the claim's id; use letters, digits, _ and -, as in my_theorem.py")
    module = _run(path)
    claim = getattr(module, "CLAIM", None)
    if not isinstance(claim, Claim):
        found = "defines no CLAIM" if claim is None else f"CLAIM is a {type(claim).__name__}, not a Claim"
        raise BrokenClaim(f"{path}: {found}; end the file with CLAIM = Claim(title=..., parts={{...}})")
    for words, mention in complaints(claim):
        raise BrokenClaim(f"{path}{_mentioned(path, mention)}: {words}")
    return f"own/{path.stem}", completed(claim, path)


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
        if (shown := _shown(part)) is not None
    }
    return replace(claim, displays=displays)


def _shown(part: Any) -> sympy.Basic | None:
    relations = {"<=": sympy.Le, "<": sympy.Lt, "==": sympy.Eq}
    if isinstance(part, claims.Identity | claims.Inequality):
        return relations[part.relation](part.lhs, part.rhs, evaluate=False)
    return part.printed if isinstance(part, claims.HighProbabilityBound) else None


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


def explained(error: BaseException, path: Path) -> BrokenClaim:
    """What went wrong while the file's code ran: its line, and what to write instead where that is known."""
    if isinstance(error, SyntaxError):
        return BrokenClaim(f"{path}, line {error.lineno}: {error.msg}; mend the line and run again")
    if isinstance(error, UnicodeError):
        return BrokenClaim(f"{path}: is not UTF-8 text; save it as UTF-8")
    said = " ".join(str(error).split())[:300]
    if isinstance(error, SystemExit):
        said = "the file ends the program itself; a claim file only defines CLAIM"
    lines = [
        row.lineno
        for row in traceback.extract_tb(error.__traceback__)
        if Path(row.filename).absolute() == path.absolute()
    ]
    where = f", line {lines[-1]}" if lines else ""
    return BrokenClaim(f"{path}{where}: {type(error).__name__}: {said}; {_way_out(error, said)}")


def _way_out(error: BaseException, said: str) -> str:
    if isinstance(error, NameError):
        name = said.split("'")[1] if "'" in said else "it"
        home = "boundcheck.claims" if hasattr(claims, name) else "sympy" if hasattr(sympy, name) else ""
        return (
            f"write 'from {home} import {name}' above"
            if home
            else f"define {name} above, as symbols({name!r}, real=True)"
        )
    if isinstance(error, ImportError):
        return "'from boundcheck.claims import Claim, Inequality, Step' is how the words are imported"
    name = said.partition(".__init__")[0]
    if isinstance(error, TypeError) and dataclasses.is_dataclass(word := getattr(claims, name, None)):
        fields = ", ".join(field.name for field in dataclasses.fields(word))
        return f"write {name}({fields}), the last ones if you need them"
    if "is not understood" in said:
        return "bounds are written with exp, log, sqrt, Abs, Min, Max, sinh, cosh, tanh and sigmoid"
    if "0.1" in said or "float" in said.lower():
        return "write exact numbers, Rational(1, 10) for 0.1"
    return "mend the line and run again"


def _mentioned(path: Path, word: str) -> str:
    """ ", line N" of the first place where `word` stands as a text or a keyword, or nothing."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if (isinstance(node, ast.Constant) and node.value == word) or (
            isinstance(node, ast.keyword) and node.arg == word
        ):
            return f", line {node.lineno}"
    return ""


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
