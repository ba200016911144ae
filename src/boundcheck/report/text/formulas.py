"""Formulas on their way into the page: fractions, factors and powers as they are written by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import msgspec

from boundcheck.report.text.words import printable
from boundcheck.verdict.statements import Formula

# Fractions within fractions, set with a slash: nothing in a display becomes too small to be read.

SHORT_FRACTION, SMALL = 14, 8  # characters of both sides of a fraction that stands within one other: of the source, as seen
DRESSED = re.compile(r"\b(?:cal|hat|tilde|overline|bb)\(([^()]*)\)")  # one letter
NAME = re.compile(r"[A-Za-z.]{3,}")
CALL = "frac("
ENDS = re.compile(r"\s*(?:[-+,)\]}=<>|&^]|\\[)\]]|(?:quad|plus\.minus|dot|and|or|in|prec\.eq|approx|arrow\.r)\b)")  # of a product
SUMS = frozenset("+-")
OF = re.compile(r"(?<![\w.])(?:ln|log|exp|sinh?|cosh?|tanh?|coth)\s*(?:\^(?:\w|\([^()]*\)))?\s*$")  # a function of what follows


def flattened(source: str, depth: int = 0) -> str:
    """The same formula; a fraction two levels deep, or a short one within another, or one in an exponent, has a slash.

    Parameters
    ----------
    source : str
        Typst.
    depth : int
        Of fractions and exponents around it.
    """
    made, place = [], 0
    while place < len(source):
        if source[place] == '"':
            end = source.find('"', place + 1) + 1 or len(source)
            made.append(source[place:end])
        elif source.startswith(CALL, place) and not (
            place and (source[place - 1].isalnum() or source[place - 1] in "._")
        ):
            end, sides = arguments(source, place + len(CALL))
            of = bool(OF.search(source[:place]))
            made.append(_fraction(sides[0], sides[1], depth, of=of) if len(sides) == 2 else source[place:end])
        elif source.startswith("^(", place):
            end, sides = arguments(source, place + 2)
            made.append(f"^({', '.join(flattened(side, max(depth, 2)) for side in sides)})")
        else:
            end = place + 1
            made.append(source[place])
        place = end
    return "".join(made)


def in_line(source: str) -> str:
    """The same formula within a line of text: a fraction has a slash, and brackets where a factor follows.

    One that a function is taken of has brackets too: the logarithm of a quotient is no quotient.
    """
    made, place = [], 0
    while place < len(source):
        end = place + 1
        if source[place] == '"':
            end = source.find('"', place + 1) + 1 or len(source)
        elif source.startswith(CALL, place) and not (place and (source[place - 1].isalnum() or source[place - 1] in "._")):
            end, sides = arguments(source, place + len(CALL))
            if len(sides) == 2:
                sides = [in_line(side.strip()) for side in sides]
                slashed = _slashed(*sides)
                if OF.search(source[:place]):
                    made.append(f"({slashed})")
                elif _ends(source[end:]):
                    made.append(slashed)
                else:  # numbers, as 1/2, are large enough to be read
                    numbers = all(side.isdigit() for side in sides)
                    made.append(f"frac({', '.join(sides)})" if numbers else f"({slashed})")
                place = end
                continue
        made.append(source[place:end])
        place = end
    return "".join(made)


def _ends(rest: str) -> bool:
    """Whether a product ends where `rest` begins."""
    return not rest.strip() or bool(ENDS.match(rest))


def _slashed(top: str, bottom: str) -> str:
    top = f"({top})" if _has_terms(top, SUMS) else top
    loose = _has_terms(bottom, SUMS) or " " in _outside(bottom).strip() or "\\/" in _outside(bottom)
    return f"{top} \\/ {f'({bottom})' if loose else bottom}"


def _fraction(above: str, below: str, depth: int, *, of: bool) -> str:
    top, bottom = (flattened(side.strip(), depth + 1) for side in (above, below))
    if depth >= 2 or (depth == 1 and _short(top, bottom)):
        return f"({_slashed(top, bottom)})" if of else _slashed(top, bottom)
    return f"frac({top}, {bottom})"


def _short(top: str, bottom: str) -> bool:
    both = top + bottom
    seen = NAME.sub("x", DRESSED.sub(r"\1", both)).replace(" ", "").replace("\\", "")
    return len(both) <= SHORT_FRACTION or (len(seen) <= SMALL and "^" not in both and CALL not in both)


def arguments(source: str, start: int) -> tuple[int, list[str]]:
    """Where a call ends whose arguments begin at `start`, and its arguments."""
    sides: list[str] = []
    level, begun, place = 1, start, start
    while place < len(source):
        sign = source[place]
        if sign == "\\":
            place += 2
            continue
        if sign == '"':
            place = source.find('"', place + 1) + 1 or len(source)
            continue
        level += (sign in "([{") - (sign in ")]}")
        if level == 0:
            return place + 1, [*sides, source[begun:place]]
        if sign == "," and level == 1:
            sides.append(source[begun:place])
            begun = place + 1
        place += 1
    return len(source), []


def _outside(source: str) -> str:
    """What stands within no bracket."""
    kept, level = [], 0
    for sign in source:
        level += sign in "([{"
        if not level:
            kept.append(sign)
        level -= sign in ")]}"
    return "".join(kept)


def _has_terms(source: str, signs: frozenset[str]) -> bool:
    return any(sign in signs for sign in _outside(source))


# Powers, roots and large numbers as they are written by hand: ``cosh²(x)``, one root of a product, ``8 · 10¹²``.

CALLED = ("cosh", "sinh", "tanh", "coth", "ln", "sigma")  # functions whose power stands behind their name
BRACKETED = re.compile(rf"(?<![\w.]){re.escape('(')}(?=(?:{'|'.join(CALLED)})\()")
BARE = re.compile(rf"(?<![\w.(])(?:{'|'.join(CALLED)})(?=\()")
RAISED = re.compile(r"\^(?:\((\d+)\)|(\d+))(?![\w(])")
ROOT = re.compile(r"(?<![\w.])sqrt\((\d+)\) sqrt\(")
WHOLE = re.compile(r"(?<![\w.^/_])(\d{6,})(?![\w.^/(\\])(?! ?\d)")
ZEROS = 5  # at the end of a number that is written with a power of ten
SUM_SIGNS = (" + ", " - ")


def written(source: str) -> str:
    """The same formula.

    Parameters
    ----------
    source : str
        Typst. Of ``(cosh(frac(B, 2)))^(2)`` it is ``cosh^(2)(B\\/2)``, of ``sqrt(2) sqrt(ln(n))`` ``sqrt(2 ln(n))``, of
        ``8000000`` ``8 dot 10^(6)``; texts in quotes stay as they are.
    """
    if '"' in source:
        parts = re.split(r'("(?:[^"\\]|\\.)*")', source)
        return "".join(part if part.startswith('"') else _written(part) for part in parts)
    return _written(source)


def _written(source: str) -> str:
    return WHOLE.sub(_number, _roots(_powers(source)))


def _powers(source: str) -> str:
    """The power of a function behind its name."""
    made, place = "", 0
    while found := BRACKETED.search(source, place) or BARE.search(source, place):
        bracket = found[0] == "("
        name = source[found.end() : source.index("(", found.end())] if bracket else found[0]
        opened = found.end() + len(name) + 1 if bracket else found.end() + 1
        end, inside = arguments(source, opened)
        closed = end + 1 if bracket and source[end : end + 1] == ")" else end
        raised = RAISED.match(source, closed) if closed > end or not bracket else None
        if raised:
            power = raised[1] or raised[2]
            inner = flattened(_powers(", ".join(inside)), 1)
            made += f"{source[place : found.start()]}{name}^({power})({inner})"
            place = raised.end()
        else:
            made += source[place : found.end()]
            place = found.end()
    return made + source[place:]


def _roots(source: str) -> str:
    """One root of a number times what stands under the next root."""
    while found := ROOT.search(source):
        end, inside = arguments(source, found.end())
        under = ", ".join(inside)
        under = f"({under})" if any(sign in under for sign in SUM_SIGNS) else under
        source = f"{source[: found.start()]}sqrt({found[1]} {under}){source[end:]}"
    return source


def _number(found: re.Match[str]) -> str:
    """A large whole number: with a power of ten where it ends in zeros, else with its thousands apart."""
    digits = found[0].rstrip("0")
    zeros = len(found[0]) - len(digits)
    if zeros >= ZEROS:
        power = f"10^({zeros})"
        return power if digits == "1" else f"{digits} dot {power}"
    return f'"{int(found[0]):,}"'


# A tall factor stands beside its fraction, not in it: no fraction within a fraction where a product will do.

RAISED_FACTOR = re.compile(r"\^\([^()]*(?:\([^()]*\)[^()]*)*\)")  # exponents have slashes already
FACTOR_NAME = re.compile(r"[A-Za-z][A-Za-z0-9.]*")
NUMERAL = re.compile(r"\d+(?:\.\d+)?")
# what takes an argument that stands behind it without brackets, or is no quantity
OPEN = frozenset("ln log exp sum product min max sup inf EE PP integral lim dot times in and or quad arg".split())
LONG_FACTORED = 140  # characters of a sum that still fits into brackets


def factored(source: str) -> str:
    """The same formula; of ``frac(a (b + frac(c, d)), e)`` it is ``frac(a, e) (b + frac(c, d))``.

    Parameters
    ----------
    source : str
        Typst. What is not plainly a product, or a sum of products, over something stays as it is.
    """
    made, place = [], 0
    while place < len(source):
        if source[place] == '"':
            end = source.find('"', place + 1) + 1 or len(source)
            made.append(source[place:end])
        elif _begins(source, place):
            end, sides = arguments(source, place + len(CALL))
            whole = source[place:end]
            shown = _factored_fraction(sides, whole, alone=_alone(source, place, end)) if len(sides) == 2 else whole
            bound = source[end : end + 1] in tuple("^_'\\/") or source[:place].endswith("/")  # to what stands beside it
            made.append(whole if bound else shown)
        else:
            end = place + 1
            made.append(source[place])
        place = end
    return "".join(made)


def _factored_fraction(sides: list[str], whole: str, *, alone: bool) -> str:
    above, below = (side.strip() for side in sides)
    if not _tall(above) or _tall(below):
        return whole
    terms = _terms(above)
    if len(terms) == 1:
        return _product(above, below) or whole
    if len(above) <= LONG_FACTORED:
        return f"frac(1, {below}) ({factored(above)})"
    each = [_product(term, below) or f"frac({term}, {below})" for _, term in terms]
    if not alone:
        return f"frac(1, {below}) ({factored(above)})"
    return " ".join(f"{sign} {term}".strip() for (sign, _), term in zip(terms, each, strict=True))


def _product(above: str, below: str) -> str:
    """A product over something, its tall factors behind it; empty where it is not plainly a product."""
    parts = _factors(above)
    if parts is None:
        return ""
    upper, lower, behind = [], [below], []
    parts, own = _opened(parts)
    lower = [*own, *lower]
    for part in parts:
        inner = arguments(part, len(CALL)) if _begins(part, 0) else (0, [])
        if inner[0] == len(part) and len(inner[1]) == 2 and not any(map(_tall, inner[1])):
            upper += [] if inner[1][0].strip() == "1" else [_bound(inner[1][0].strip())]
            lower.insert(0, _bound(inner[1][1].strip()))
        elif _tall(part):
            behind.append(factored(part))
        else:
            upper.append(part)
    lower = [_bound(part) for part in lower] if len(lower) > 1 else lower
    upper = [_bare(upper[0])] if len(upper) == 1 else upper
    return " ".join([f"frac({' '.join(upper) or '1'}, {' '.join(lower)})", *behind])


def _opened(parts: list[str]) -> tuple[list[str], list[str]]:
    """Factors, in place of a fraction of which the upper side is tall: those of that side, and the lower sides."""
    opened, lower = [], []
    for part in parts:
        end, sides = arguments(part, len(CALL)) if _begins(part, 0) else (0, [])
        inner = _factors(sides[0].strip()) if end == len(part) and len(sides) == 2 and not _tall(sides[1]) else None
        if inner is not None and _tall(sides[0]):
            opened += inner
            lower.append(_bound(sides[1].strip()))
        else:
            opened.append(part)
    return opened, lower


def _factors(source: str) -> list[str] | None:
    """What a product consists of; None where a part is not plainly a factor."""
    found, place = [], 0
    while place < len(source):
        if source[place] == " ":
            place += 1
            continue
        end = _factor(source, place)
        if end is None:
            return None
        found.append(source[place:end])
        place = end
    return found or None


def _factor(source: str, place: int) -> int | None:
    """Where the factor that begins at `place` ends."""
    end = _piece(source, place)
    while end is not None and end < len(source) and source[end] in "_^'":
        end = end + 1 if source[end] == "'" else _piece(source, end + 1)
    return end if end is None or end == len(source) or source[end] == " " else None


def _piece(source: str, place: int) -> int | None:
    if named := FACTOR_NAME.match(source, place):
        if source[named.end() : named.end() + 1] == "(":
            return arguments(source, named.end() + 1)[0]
        return None if named[0] in OPEN else named.end()
    if counted := NUMERAL.match(source, place):
        return counted.end()
    if source[place : place + 1] == "(":
        return arguments(source, place + 1)[0]
    if source[place : place + 1] == '"':
        return source.find('"', place + 1) + 1 or None
    return None


def _terms(source: str) -> list[tuple[str, str]]:
    """Signs and terms of a sum."""
    found, level, sign, begun = [], 0, "", 0
    for place, character in enumerate(source):
        level += (character in "([{") - (character in ")]}")
        if not level and character in "+-" and source[:place].strip() and source[place - 1 : place] == " ":
            found.append((sign, source[begun:place].strip()))
            sign, begun = character, place + 1
    return [*found, (sign, source[begun:].strip())]


def _bound(source: str) -> str:
    """In brackets if it is a sum."""
    return f"({source})" if len(_terms(source)) > 1 or source.startswith("-") else source


def _begins(source: str, place: int) -> bool:
    return source.startswith(CALL, place) and not (place and (source[place - 1].isalnum() or source[place - 1] in "._^"))


def _alone(source: str, place: int, end: int) -> bool:
    """Whether a fraction is a term of its own: a sum may stand in its place."""
    before, after = source[:place].rstrip(), source[end:].lstrip()
    free = not before or before.endswith(("+", "=", "(", ","))
    return free and (not after or after.startswith(("+", "- ", ")", ",")))


def _tall(source: str) -> bool:
    """Whether a fraction stays one where the source stands within another."""
    return "frac(" in source and CALL in RAISED_FACTOR.sub("", flattened(source, 1))


def _bare(source: str) -> str:
    """Without the brackets around all of it."""
    return source[1:-1] if source.startswith("(") and arguments(source, 1)[0] == len(source) else source


# Formulas on their way into the page: mathematics with a text for those who listen, or marked faulty.

LONGEST = 4000
DEEPEST = 40
LONG = 200  # characters of a source of one term that fits into no column
SHORT = 40  # characters of a source that fits into every column
WHOLE_LINE = 110  # characters of one of several statements in which no line ends
ALONE = Path(__file__).parents[1] / "formulas.typ"
INERT = re.compile(r'\\.|"(?:[^"\\]|\\.)*"', re.DOTALL)  # escaped characters and texts
# `#` starts code and `std` reaches the standard library, files included; the others end or hide the formula
FORBIDDEN = re.compile(r'#|\$|"|//|/\*|\*/|\bstd\b|[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]')
LOGARITHM = re.compile(r'("(?:[^"\\]|\\.)*")|(?<![\w.])log(?![\w._])')  # the natural one has one name in a report
SIGNS = set("= < > <= >= != => <=> -> in prec.eq succ.eq arrow.r approx tilde.op".split())  # relations
TERMS = set("+ - plus.minus dot and or".split())  # between the terms of a side
WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\\.|[^\s"\\])+', re.DOTALL)
NAMED_LEFT, NAMED_RIGHT = (re.compile(rf"\b(?!arrow\b)[a-z]+\.{side}\b") for side in "lr")


def formula(display: Formula | None, at: str = "formula", *, block: bool = False, tall: bool = False) -> dict | None:
    """What the page needs of a display: ``{"typst", "alt", "block"}``, or ``{"fault", "why"}``.

    Parameters
    ----------
    display : Formula or None
        Its source is set, its text read aloud. Without a source, None.
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
    if display is None or not display.typst:
        return None
    source = display.typst
    why = objection(source)
    if why:
        return {"fault": source, "why": f"{at}: {why}"}
    alt = display.alt or source
    source = LOGARITHM.sub(lambda found: found.group(1) or "ln", source)
    source = written(flattened(factored(source) if block or tall else in_line(source)))
    made = {"typst": source, "alt": alt, "block": block, "at": at}
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
        depth += _open_brackets(word)
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
    return [part for sides, one in zip(each, whole, strict=True) for part in ([[one]] if len(one) <= WHOLE_LINE else sides)]


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


def _open_brackets(word: str) -> int:
    """How many brackets a word opens, less those that it closes."""
    bare = INERT.sub(" ", word)
    named = len(NAMED_LEFT.findall(bare)) - len(NAMED_RIGHT.findall(bare))
    return named + sum((c in "([{") - (c in ")]}") for c in bare)


def objection(source: str) -> str:
    """Why `source` may not be set: code, files, the end of the formula before its end; empty if it may."""
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


def displayed(runs: Any) -> bool:
    """Whether it is a formula on its own line."""
    return isinstance(runs, dict) and bool(runs.get("block"))


def settable(drawn: Any) -> list[str]:
    """Mark in place, and list, the formulas of a document that are faulty or that Typst cannot set.

    One that can be set whole, but not in pieces, loses its pieces.
    """
    made = list(_formulas(drawn))
    told = _messages(sorted({source for one in made for source in _sources(one)}))
    for one in made:
        match one:
            case {"pieces": sides} if any(part in told for side in sides for part in side):
                one.pop("pieces")
        match one:
            case {"typst": source, "at": at} if source in told:
                one.pop("typst")
                one |= {"fault": printable(source), "why": f"{at}: {told[source]}: {source!r:.120}"}
    return list(dict.fromkeys(why for one in made if (why := one.get("why"))))


def _sources(made: dict) -> Iterator[str]:
    """Of a formula and its pieces; none of one that is faulty."""
    match made:
        case {"typst": source, "pieces": sides}:
            yield from (source, *(part for side in sides for part in side))
        case {"typst": source}:
            yield source


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
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _formulas(item)
    elif isinstance(value, msgspec.Struct):
        yield from _formulas([getattr(value, name) for name in value.__struct_fields__])
