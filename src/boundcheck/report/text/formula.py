"""Formulas on their way into the page: mathematics with a text for those who listen, or marked faulty."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from boundcheck.report.text.factored import factored
from boundcheck.report.text.fractions import flattened, in_line
from boundcheck.report.text.glyphs import printable
from boundcheck.report.text.powers import written

LONGEST = 4000
DEEPEST = 40
LONG = 200  # characters of a source of one term that fits into no column
SHORT = 40  # characters of a source that fits into every column
WHOLE = 110  # characters of one of several statements in which no line ends
ALONE = Path(__file__).parents[1] / "formulas.typ"
INERT = re.compile(r'\\.|"(?:[^"\\]|\\.)*"', re.DOTALL)  # escaped characters and texts
# `#` starts code and `std` reaches the standard library, files included; the others end or hide the formula
FORBIDDEN = re.compile(r'#|\$|"|//|/\*|\*/|\bstd\b|[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]')
LOGARITHM = re.compile(r'("(?:[^"\\]|\\.)*")|(?<![\w.])log(?![\w._])')  # the natural one has one name in a report
SIGNS = set("= < > <= >= != => <=> -> in prec.eq succ.eq arrow.r approx tilde.op".split())  # relations
TERMS = set("+ - plus.minus dot and or".split())  # between the terms of a side
WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\\.|[^\s"\\])+', re.DOTALL)
NAMED_BRACKET = {side: re.compile(rf"\b(?!arrow\b)[a-z]+\.{side}\b") for side in "lr"}


def formula(display: Any, at: str = "formula", *, block: bool = False, tall: bool = False) -> dict | None:
    """What the page needs of a display: ``{"typst", "alt", "block"}``, or ``{"fault", "why"}``.

    Parameters
    ----------
    display : dict or None
        ``typst`` is set as mathematics; ``alt`` or ``text`` is read aloud. With no ``typst``, None.
    at : str
        Where in the record it stands.
    block : bool
        On its own line.
    tall : bool
        Within a line that has room for fractions; in others they are set with a slash where that reads the same.

    Returns
    -------
    made : dict or None
        A source that is more than mathematics is a fault: it is printed as it was typed, and marked.
    """
    if not isinstance(display, dict) or not display.get("typst"):
        return None
    source = display["typst"]
    why = objection(source)
    if why:
        return {"fault": str(source), "why": f"{at}: {why}"}
    alt = display.get("alt") or display.get("text") or source
    source = LOGARITHM.sub(lambda found: found.group(1) or "ln", source)
    source = written(flattened(factored(source) if block or tall else in_line(source)))
    made = {"typst": source, "alt": str(alt), "block": block, "at": at}
    parts = pieces(source) if len(source) > SHORT and "&" not in source and "\\ " not in source else []
    return made | {"pieces": parts} if sum(map(len, parts)) > 1 else made


def pieces(source: str) -> list[list[str]]:
    """Where a display may end a line: at its relations, and within each part at the signs between its terms.

    Returns
    -------
    parts : list of list of str
        Joined with spaces they are the source, but for brackets between which a line may end; each but the first begins
        with its relation, its sign or such a bracket.
    """
    parts: list[list[str]] = [[""]]
    depth, expects = 0, False  # `expects` a sign: something stands to its left
    for word in WORD.findall(source):
        level = depth
        depth += _opened(word)
        outside = not level and not depth
        sign = outside and expects
        if (sign and word in SIGNS) or (outside and word == "quad"):
            parts.append([word])
        elif sign and word in TERMS:
            parts[-1].append(word)
        else:
            parts[-1][-1] += f" {word}" if parts[-1][-1] else word
        expects = word not in SIGNS | TERMS | {"quad"} and word[-1] not in "/_^"
    return [[piece for term in side for piece in _opened_up(term)] for side in _listed(parts)]


def _listed(parts: list[list[str]]) -> list[list[str]]:
    """Of several statements with commas between them each in one piece that fits into a column."""
    each: list[list[list[str]]] = [[parts[0]]]
    for before, side in pairwise(parts):
        if side[0].startswith("quad") and before[-1].endswith(","):
            each.append([])
        each[-1].append(side)
    if len(each) == 1:
        return parts
    whole = [" ".join(term for side in sides for term in side) for sides in each]
    return [part for sides, one in zip(each, whole, strict=True) for part in ([[one]] if len(one) <= WHOLE else sides)]


def _opened_up(term: str) -> list[str]:
    """A term in one piece; a very long one that has a long sum in brackets also ends lines between the terms of it.

    Either bracket then grows with what stands beside it on its line.
    """
    found = _longest_bracket(term) if len(term) > LONG else None
    if found is None:
        return [term]
    begun, ended = found
    before, inner, after = term[:begun].rstrip(), term[begun + 1 : ended], term[ended + 1 :].strip()
    sums = pieces(inner)
    if len(sums) > 1 or len(sums[0]) < 2:
        return [term]
    first, *middle, last = sums[0]
    sign, _, end = last.partition(" ")
    times = "dot " if _is_fraction(before) else ""
    return [*([before] if before else []), rf"{times}lr(\( {first})", *middle, f"{sign} lr({end} \\)) {after}".rstrip()]


def _is_fraction(term: str) -> bool:
    """Whether a term is one fraction, to which a bracket on the next line does not look like a factor."""
    bare = INERT.sub(" ", term).lstrip("+- ")
    depths = list(accumulate((c in "([{") - (c in ")]}") for c in bare))
    return bare.startswith("frac(") and 0 not in depths[len("frac(") - 1 : -1]


def _longest_bracket(term: str) -> tuple[int, int] | None:
    """Where the longest factor in brackets begins and ends, if it makes up most of a product."""
    depth, begun, best = 0, 0, (0, 0)
    for place, character in enumerate(INERT.sub(lambda found: " " * len(found[0]), term)):
        if character == "(" and not depth:
            begun = place
        depth += (character in "([{") - (character in ")]}")
        alone = not begun or (term[begun - 1] == " " and not term[:begun].rstrip().endswith(("/", "_", "^")))
        ended = character == ")" and not depth and alone and term[place + 1 : place + 2] in ("", " ")
        if ended and place - begun > best[1] - best[0]:
            best = begun, place
    return best if 2 * (best[1] - best[0]) > len(term) else None


def _opened(word: str) -> int:
    """How many brackets a word opens, less those that it closes."""
    bare = INERT.sub(" ", word)
    named = len(NAMED_BRACKET["l"].findall(bare)) - len(NAMED_BRACKET["r"].findall(bare))
    return named + sum((c in "([{") - (c in ")]}") for c in bare)


def objection(source: Any) -> str:
    """Why `source` may not be set: code, files, the end of the formula before its end; empty if it may."""
    if not isinstance(source, str):
        return f"a formula is text, this is {type(source).__name__}"
    if len(source) > LONGEST:
        return f"a formula of {len(source)} characters; {LONGEST} is the most"
    bare = INERT.sub(" ", source)
    found = FORBIDDEN.search(bare)
    if found:
        return f"{found.group()!r} has no place in a formula: {source!r:.80}"
    depth = deepest = 0
    for character in bare:
        depth += (character in "([{") - (character in ")]}")
        deepest = max(deepest, depth)
    return f"brackets {deepest} deep; {DEEPEST} is the most" if deepest > DEEPEST else ""


def settable(drawn: Any) -> list[str]:
    """Mark in place, and list, the formulas of a document that are faulty or that Typst cannot set.

    One that can be set whole, but not in pieces, loses its pieces.
    """
    made = list(_formulas(drawn))
    parts = {part for f in made for side in f.get("pieces", ()) for part in side}
    told = _messages(sorted({f["typst"] for f in made if "typst" in f} | parts))
    for f in made:
        if any(part in told for side in f.get("pieces", ()) for part in side):
            del f["pieces"]
        if f.get("typst") in told:
            source = f.pop("typst")
            f |= {"fault": printable(source), "why": f"{f.get('at', 'formula')}: {told[source]}: {source!r:.120}"}
    return list(dict.fromkeys(f["why"] for f in made if "fault" in f))


def _messages(sources: Sequence[str]) -> dict[str, str]:
    """What Typst has against each of the sources that it cannot set, found by halving."""
    import typst

    if not sources:
        return {}
    try:
        compiler = typst.Compiler(ALONE, root=ALONE.parent, ignore_system_fonts=True)
        compiler.compile(format="pdf", pdf_standards="ua-1", sys_inputs={"formulas": json.dumps(sources)})
    except typst.TypstError as error:
        if len(sources) == 1:
            return {sources[0]: " ".join(str(error).split())}
        half = len(sources) // 2
        return _messages(sources[:half]) | _messages(sources[half:])
    return {}


def _formulas(value: Any) -> Iterator[dict]:
    if isinstance(value, dict):
        if "typst" in value or "fault" in value:
            yield value
        for item in value.values():
            yield from _formulas(item)
    elif isinstance(value, list):
        for item in value:
            yield from _formulas(item)
