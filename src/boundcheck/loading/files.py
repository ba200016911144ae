"""Someone's own claim file: loaded, looked over, and its mistakes explained by line."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import sympy

from boundcheck.claims import UNPRINTED, Claim, Malformed, Paper, Source
from boundcheck.claims.plain_values import by_kind
from boundcheck.claims.shape import Shape
from boundcheck.loading.complaint import Complaint
from boundcheck.loading.form import complaints
from boundcheck.symbolic.typst import typst

from . import places, rehearsal
from .hints import in_words, way_out

SHORT = 40  # characters of a constant beside its rate
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
    if path.is_dir():
        raise BrokenClaim(f"{path} is a folder; name the claim file inside it, as {path.name}/my_theorem.py")
    if not path.is_file():
        raise BrokenClaim(f"no claim file {str(path)!r}; 'boundcheck new {path.name}' writes one to start from")
    if not STEM.fullmatch(path.stem):
        rule = "begin with a letter, then letters, digits, _ and -, as in my_theorem.py"
        raise BrokenClaim(f"{path}: the name becomes the claim's id; {rule}")
    module = _run(path)
    claim = getattr(module, "CLAIM", None)
    if not isinstance(claim, Claim):
        found = "defines no CLAIM" if claim is None else f"CLAIM is {by_kind(claim)}, not a Claim"
        inside = "'statement': " if isinstance(claim, Shape) else ""
        raise BrokenClaim(f"{path}: {found}; end the file with CLAIM = Claim(title=..., parts={{{inside}...}})")
    refuse(_defined_once(path), path)
    refuse(complaints(claim), path)
    return f"own/{path.stem}", completed(claim, path)


def _defined_once(path: Path) -> Iterator[Complaint]:
    """A file that says twice what CLAIM is, where the second silently counts."""
    lines = places.assigned("CLAIM", path)
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
        raise BrokenClaim(f"{places.of(complaint, path)}{complaint.words}")


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
    shown = str(constant) if constant.is_Rational else typst(constant, letters)
    value = f" quad ({letter} = {shown})" if len(str(constant)) <= SHORT else ""
    return f"{letter} {'({})' if printed.is_Add else '{}'}{value}", printed


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
    place = places.of_error(error, path)
    if isinstance(error, Malformed):
        return BrokenClaim(f"{place}{places.as_written(error, path)}")
    said = re.sub(r" \(/[^)]*\)$", "", " ".join(str(error).split()))[:300]
    if isinstance(error, SystemExit):
        function = places.function_of(error, path)
        said = f"{function or 'the file'} ends the program itself; a claim file only defines CLAIM"
    advice = way_out(error, said, places.names_at(error, path), places.code_of(error, path))
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
