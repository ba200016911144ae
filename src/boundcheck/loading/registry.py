"""Finds claims, ours and those that other packages bring, and the results that each rests on."""

from __future__ import annotations

import ast
import difflib
import importlib
import importlib.util
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from boundcheck import loading as own
from boundcheck.claims import UNPRINTED, Claim
from boundcheck.loading import BrokenClaim, form
from boundcheck.loading.form import Complaint

# What a claim of a paper leaves out because its module says it: the results that it uses, and its title.

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


# Finds claims, ours and those that other packages bring. An id is a path: ``unified/theorem_5_4``.

# A paper's vocabulary; every other module of its folder is a claim.
VOCABULARY = frozenset({"__init__", "letters", "notation", "quantities", "assumptions", "instances", "faults", "lab", "orders"})

# An installed package brings a paper with   [project.entry-points."boundcheck.papers"]   key = "its.package"
GROUP = "boundcheck.papers"

_PAPERS = Path(__file__).parents[1] / "papers"


class UnknownClaim(LookupError):
    """No claim, or several, answer to a name; the message lists what is near."""


def papers() -> dict[str, tuple[str, Path]]:
    """Package and folder of every paper by its key: ours, and those of installed packages."""
    own_papers = {
        p.parent.name: (f"boundcheck.papers.{p.parent.name}", p.parent) for p in _PAPERS.glob("*/__init__.py")
    }
    return {key: place for key, place in _entry_points().items() if isinstance(place, tuple)} | own_papers


def unusable() -> dict[str, str]:
    """Papers of other packages that cannot be used, and why."""
    clash = {p.parent.name for p in _PAPERS.glob("*/__init__.py")} & set(_entry_points())
    broken = {key: place for key, place in _entry_points().items() if isinstance(place, str)}
    return broken | {key: "a paper of boundcheck itself has this key" for key in clash}


@lru_cache(maxsize=1)
def _entry_points() -> dict[str, tuple[str, Path] | str]:
    found: dict[str, tuple[str, Path] | str] = {}
    for point in entry_points(group=GROUP):
        try:
            spec = importlib.util.find_spec(point.value)
        except (ImportError, ValueError) as error:
            spec, said = None, str(error)
        else:
            said = f"no package {point.value!r}"
        places = list(spec.submodule_search_locations or ()) if spec is not None else []
        found[point.name] = (point.value, Path(places[0])) if places else said
    return found


def ids() -> tuple[str, ...]:
    """All claim ids, sorted by paper and then as a reader would count them. Imports nothing."""
    found = [
        f"{key}/{module.stem}"
        for key, (_, folder) in papers().items()
        for module in folder.glob("*.py")
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
        An id, a claim's name that one paper has, a paper's key (all of it), ``all``, or a result as papers write it:
        ``Theorem 5.4``, ``thm. 5.4``, ``5.4``, ``unified 5.4``.

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
    matches = tuple(i for i in known if i.split("/")[1] == name) or _as_written(name, known)
    if len(matches) == 1:
        return matches
    if matches:
        raise UnknownClaim(f"the name {name!r} is ambiguous; write one of: {', '.join(matches)}")
    words = {i.split("/")[1]: i.split("/")[1] for i in known} | {i: i for i in known}
    words |= {i.split("/")[0]: i.split("/")[0] for i in known}
    number = name.partition("_")[2]
    same = [i.split("/")[1] for i in known if number and i.split("/")[1].partition("_")[2] == number]
    near = list(dict.fromkeys([*same[:3], *difflib.get_close_matches(name, words, n=3, cutoff=0.4)]))[:4]
    hint = f"; near it: {', '.join(near)}" if near else "; 'boundcheck list' shows them all"
    file = _file_meant(name)
    if Path(name).is_dir():
        raise UnknownClaim(f"{name[:80]!r} is a folder; name a claim file in it, which ends in .py")
    if Path(name).is_file():
        raise UnknownClaim(f"{name[:80]!r} is no claim; a claim file is Python and ends in .py")
    raise UnknownClaim(f"no claim {name[:80]!r}{file or hint}")


# How papers shorten the kinds of their results.
KINDS = {
    "thm": "theorem", "th": "theorem", "lem": "lemma", "prop": "proposition", "cor": "corollary", "def": "definition",
    "rem": "remark", "alg": "algorithm", "algo": "algorithm", "app": "appendix", "sec": "section", "eq": "equation", "tab": "table",
    "ass": "assumption", "asm": "assumption",
}  # fmt: skip
_WRITTEN = re.compile(r"[a-z]+|\d+")


def _as_written(name: str, known: Collection[str]) -> tuple[str, ...]:
    """Results by the words of a paper: its key where it is said, the kind, shortened or left out, and the number."""
    words = _WRITTEN.findall(name.casefold().replace("§", "section "))
    paper = words.pop(0) if words and words[0] in papers() else ""
    kinds = {i.split("/")[1].split("_")[0] for i in known}
    kind = KINDS.get(words[0], words[0]) if words else ""
    number = words[1:] if kind in kinds else words
    of = [(i, *i.split("/")) for i in known]
    return tuple(
        i
        for i, key, result in of
        if number
        and paper in ("", key)
        and result.split("_")[1:] == number
        and (kind not in kinds or result.split("_")[0] == kind)
    )


def joined(words: Sequence[str]) -> list[str]:
    """Words of a command line, of which ``theorem 5.4``, ``unified 5.4`` and ``unified thm 5.4`` become one each."""
    kinds = {*KINDS, *KINDS.values()}
    found: list[str] = []
    for word in words:
        last = found[-1].casefold().split()[-1].rstrip(".") if found and found[-1].strip() else ""
        of_a_kind = last in kinds and re.fullmatch(r"\(?([A-Z]|([A-Z]\.)?\d+(\.\d+)*)\)?", word, re.IGNORECASE)
        of_a_paper = last in papers() and (word.casefold().rstrip(".") in kinds or re.fullmatch(r"(\d+|[A-Z])\.\d+", word))
        if of_a_kind or of_a_paper:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _file_meant(name: str) -> str:
    """A claim file that was probably meant, here or in a folder beside: its name without the ending, or before a space."""
    for home in (Path(), Path("..")):
        path = home / f"{name}.py"
        try:
            spaced = sorted(home.glob("* *.py"))
            if path.is_file():
                return f"; did you mean the file {path}? A claim file is named with its ending"
        except (OSError, ValueError):  # a name that no file can have
            return ""
        for other in spaced:
            if other.name.partition(" ")[0] == name:
                called = other.name.replace(" ", "_")
                return f"; did you mean the file '{other}'? Call it {called}: the shell ends a name at a space, unless quoted"
    return ""


def called(claim_id: str) -> str:
    """The shortest name by which the command line finds the claim."""
    name = claim_id.split("/")[1]
    return name if [i for i in ids() if i.split("/")[1] == name] == [claim_id] and name not in papers() else claim_id


def load(claim_id: str) -> Claim:
    """The claim with that id, and with what its module says: the title of its docstring, the results it imports.

    Of pages those are found that a page cites which was loaded before.
    """
    if claim_id in _CITED:
        return _CITED[claim_id]
    if claim_id not in ids():
        resolve(claim_id)  # which says what is near
    return _load(claim_id)


@lru_cache(maxsize=1024)
def _load(claim_id: str) -> Claim:
    paper, _, name = claim_id.partition("/")
    package, folder = papers()[paper]
    module = importlib.import_module(f"{package}.{name}")
    claim = getattr(module, "CLAIM", None)
    if not isinstance(claim, Claim):
        raise BrokenClaim(f"{claim_id}: its module {package}.{name} defines no CLAIM; end it with CLAIM = Claim(...)")
    for complaint in form.without_a_version(claim):
        raise BrokenClaim(f"{claim_id}: {complaint.words}")
    if not claim.uses:
        results = {other.partition("/")[2] for other in ids() if other.startswith(f"{paper}/")}
        claim = replace(claim, uses=tuple(f"{paper}/{other}" for other in used(folder, name, results)))
    if not claim.title:
        claim = replace(claim, title=title(module.__doc__))
    return own.completed(claim, Path(f"{name}.py"), paper) if claim.source == UNPRINTED else claim


def code_of(claim_id: str) -> str:
    """Fingerprint of the code of another package's claim, on which its samples depend; empty for ours."""
    paper, _, name = claim_id.partition("/")
    package, folder = papers().get(paper, ("", Path()))
    return "" if not package or folder.parent == _PAPERS else own.sources(folder / f"{name}.py")


def load_file(path: Path) -> tuple[str, Claim]:
    """A claim from someone's own file: its id ``own/<stem>`` and the claim; `boundcheck.check` takes the pair."""
    claim_id, claim = own.load(path)
    if path.suffix == ".md":
        _CITED.update(own.with_cited(path))
    own.refuse(_unknown(claim), path)
    return claim_id, claim


def load_tex(path: Path, text: str | None = None) -> own.Sources:
    """The claims of an author's LaTeX, or of a text in its place, which find each other by their ids from now on."""
    found = own.load_tex(path) if text is None else own.of_tex(text, path)
    _CITED.update(found.claims)
    return found


_CITED: dict[str, Claim] = {}  # the pages that pages cite which were loaded, by their ids


def _unknown(claim: Claim) -> Iterator[Complaint]:
    """Claims that are named and do not exist."""
    for used in claim.uses:
        if used not in ids() and used not in _CITED:
            try:
                resolve(used)
            except UnknownClaim as error:
                yield Complaint(f"uses: {error}", ("uses", used))
