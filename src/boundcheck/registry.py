"""Finds claims by walking `papers/`. An id is a path: ``unified/theorem_5_4``."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from pathlib import Path

from boundcheck.claims import Claim

# A paper's vocabulary; every other module of its folder is a claim.
VOCABULARY = frozenset({"__init__", "notation", "quantities", "assumptions", "instances"})

_PAPERS = Path(__file__).parent / "papers"


class UnknownClaim(LookupError):
    """No claim, or several, answer to a name; the message lists what is near."""


class BrokenClaim(ValueError):
    """A claim file of the user's cannot be used; the message says which line and what to write."""


def ids() -> tuple[str, ...]:
    """All claim ids, sorted by paper and then as a reader would count them. Imports nothing."""
    found = [
        f"{module.parent.name}/{module.stem}"
        for module in _PAPERS.glob("*/*.py")
        if module.stem not in VOCABULARY
    ]
    return tuple(sorted(found, key=_natural))


def _natural(claim_id: str) -> list[object]:
    paper, name = claim_id.split("/")
    return [paper, *((1, int(w), "") if w.isdigit() else (0, 0, w) for w in name.split("_"))]


def resolve(name: str) -> tuple[str, ...]:
    """Ids that `name` stands for.

    Parameters
    ----------
    name : str
        An id, a claim's name that one paper has, a paper's key (all of it), or ``all``.

    Raises
    ------
    UnknownClaim
        With the nearest neighbours of an unknown name, or the candidates of an ambiguous one.
    """
    known = ids()
    if name == "all":
        return known
    if name in known:
        return (name,)
    of_paper = tuple(i for i in known if i.startswith(name + "/"))
    if of_paper:
        return of_paper
    matches = tuple(i for i in known if i.split("/")[1] == name)
    if len(matches) == 1:
        return matches
    if matches:
        raise UnknownClaim(f"the name {name!r} is ambiguous; write one of: {', '.join(matches)}")
    words = {i.split("/")[1]: i.split("/")[1] for i in known} | {i: i for i in known}
    words |= {i.split("/")[0]: i.split("/")[0] for i in known}
    near = difflib.get_close_matches(name, words, n=3, cutoff=0.4)
    hint = f"; near it: {', '.join(near)}" if near else "; 'boundcheck list' shows them all"
    raise UnknownClaim(f"no claim {name!r}{hint}")


def load(claim_id: str) -> Claim:
    """The claim with that id."""
    return importlib.import_module("boundcheck.papers." + claim_id.replace("/", ".")).CLAIM


def load_file(path: Path) -> tuple[str, Claim]:
    """A claim from someone's own file: code that its user chose to run.

    Returns
    -------
    claim_id : str
        ``own/<stem>``.
    claim : Claim
    """
    path = Path(path)
    if not path.is_file():
        raise BrokenClaim(f"no claim file {str(path)!r}; give the path of a Python file that defines CLAIM")
    name = f"_boundcheck_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BrokenClaim(f"{path}: not a Python file; a claim file ends in .py and defines CLAIM")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise BrokenClaim(f"{path}, line {error.lineno}: {error.msg}; mend the line and run again") from error
    except Exception as error:
        line = _line_of(error, path)
        raise BrokenClaim(f"{path}, line {line}: {type(error).__name__}: {error}; mend the line") from error
    claim = getattr(module, "CLAIM", None)
    if not isinstance(claim, Claim):
        raise BrokenClaim(f"{path}: defines no CLAIM; end the file with CLAIM = Claim(...)")
    return f"own/{path.stem}", claim


def _line_of(error: BaseException, path: Path) -> int | str:
    """Number of the deepest line of `path` in the traceback."""
    line: int | str = "?"
    trace = error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path or trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
