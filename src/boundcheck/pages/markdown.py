r"""The parts of a page: what stands between its dashes, the statement, the proof; each piece of text with its place.

A page is Markdown in MyST's conventions. Of its directives four kinds of statement, a proof and displays are known, and any other
is refused, so that nothing is run, included or defined by a page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .tokens import Place, Refused

LARGEST = 200_000  # characters of a page
STATEMENTS = frozenset({"prf:theorem", "prf:lemma", "prf:proposition", "prf:corollary"})
PROOF = "prf:proof"
REPAIR = "repair"
ONE_LINE = frozenset({"title", "paper", "trivial"})
SEVERAL = frozenset({"letters", "laws", "method", "world", "runs"})  # keys above
NEIGHBOUR = re.compile(
    r"([A-Za-z_][A-Za-z0-9_-]{0,79})\.md(?:#(.*))?"
)  # a page of the same folder, and a label of its statement
LABEL = re.compile(r"[A-Za-z][A-Za-z0-9:_.-]{0,59}")
MACROS = re.compile(
    r"\\(?:re|provide)?newcommand|\\(?:[egx]?def|let|catcode|csname|expandafter|input|include|write|read|newenvironment|renewenvironment"
    r"|DeclareMathOperator|DeclareRobustCommand|NewDocumentCommand|directlua|futurelet|scantokens|require|usepackage)(?![A-Za-z])"
)
_FENCE = re.compile(r"(:{3,}|`{3,}|~{3,})\s*(?:\{([^{}]*)\})?\s*(.*)")
_HIDES = re.compile(r"<(?:!--|/?[A-Za-z][A-Za-z0-9-]*(?=[\s>/]|$))")
_OPTION = re.compile(r":([a-z-]+):\s*(.*)")
_LEMMA = re.compile(r"\{lemma\}`([^`]*)`")
_REFERENCE = re.compile(
    r"\{(?:eq|prf:ref|ref|numref)\}`(?:[^`<>]*<)?([^`<>]*)>?`|\[[^\]\n]*\]\(#([^)\s]*)\)|\((\{eq\}`[^`]*`)\)"
    r"|\[[^\]\n]*\]\(([A-Za-z_][A-Za-z0-9_-]{0,79}\.md(?:#[^)\s]*)?)\)"
)

_RELATED = re.compile(
    r"\$[^$]*(?:[<>=:]|\\(?:leqslant|leq?|geqslant|geq?|lt|gt|neq?|in|preceq|succeq|prec|succ)(?![A-Za-z]))"
    r"|\b(?:if|when|whenever|where|provided|suppose|assum(?:e|ing)|unless|least|most|exceed(?:s|ing)|wrong|false|not)\b"
)


@dataclass(frozen=True)
class Piece:
    """A piece of a text: ``word``, ``stop``, ``comma``, ``inline`` and ``display`` mathematics, a ``reference``, a ``lemma``."""

    kind: str
    text: str
    at: Place
    label: str = ""


@dataclass
class Block:
    """A statement, a proof, or the statement in a corrected form."""

    kind: str
    title: str
    at: Place
    label: str = ""
    pieces: list[Piece] = field(default_factory=list)
    last: int = 0  # the line that closes it


@dataclass
class Page:
    """What a page holds: the lines of its front matter by key, with their places, its blocks, and the paragraphs around them."""

    front: dict[str, list[tuple[str, Place]]]
    statement: Block
    proof: Block | None
    around: list[tuple[str, Place]] = field(default_factory=list)
    repair: Block | None = None


def page(text: str) -> Page:
    """The parts of a page.

    Raises
    ------
    Refused
        It is too long, defines macros, has no front matter or no statement, or holds a directive that is not known.
    """
    if len(text) > LARGEST:
        raise Refused(
            f"a page of {len(text):,} characters; {LARGEST:,} are read at most", Place(1, 1), way_out="split it"
        )
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        for column, char in enumerate(line, 1):
            if (not char.isascii() and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")) or (
                char < " " and char != "\t"
            ):
                raise Refused(
                    f"the character U+{ord(char):04X}, which does not show", Place(number, column), way_out="delete it"
                )
        if found := MACROS.search(line):
            at = Place(number, found.start() + 1)
            raise Refused(
                f"{found[0]} on a page", at, way_out="a page has no macros and reads no files; write what is printed"
            )
    front, first = _front(lines)
    blocks = list(_blocks(lines, first))
    statements = [block for block in blocks if block.kind in STATEMENTS]
    proofs = [block for block in blocks if block.kind == PROOF]
    repairs = [block for block in blocks if block.kind == REPAIR]
    if not statements:
        raise Refused("no statement", Place(len(lines), 1), way_out="write it between ':::{prf:theorem}' and ':::'")
    if len(statements) > 1:
        raise Refused("a second statement", statements[1].at, way_out="write a page for each")
    if len(proofs) > 1:
        raise Refused("a second proof", proofs[1].at, way_out="keep one")
    if len(repairs) > 1:
        raise Refused("a second repair", repairs[1].at, way_out="keep one")
    inside = {k for block in blocks for k in range(block.at.line, block.last + 1)}
    around = _paragraphs([line if k not in inside else "" for k, line in enumerate(lines, 1)], first)
    return Page(front, statements[0], proofs[0] if proofs else None, around, repairs[0] if repairs else None)


def _paragraphs(lines: Sequence[str], first: int) -> list[tuple[str, Place]]:
    made: list[tuple[str, Place]] = []
    for k, line in enumerate(lines[first:], first + 1):
        if not line.strip() or line.lstrip().startswith("%"):
            continue
        if made and lines[k - 2].strip():
            made[-1] = (f"{made[-1][0]}\n{line}", made[-1][1])
        else:
            made.append((line, Place(k, 1)))
    return made


def _front(lines: list[str]) -> tuple[dict[str, list[tuple[str, Place]]], int]:
    """The front matter, ``key: value`` or ``key: |`` with lines set in below, and the line behind it."""
    if not lines or lines[0].rstrip() != "---":
        raise Refused(
            "no front matter", Place(1, 1), way_out="begin the page with a line '---', its letters, and a line '---'"
        )
    made: dict[str, list[tuple[str, Place]]] = {}
    key = ""
    for number, line in enumerate(lines[1:], 2):
        at = Place(number, len(line) - len(line.lstrip()) + 1)
        if line.rstrip() == "---":
            return made, number
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line[0] == " ":
            if not key:
                raise Refused("a line that is set in below no key", at, way_out="write 'letters: |' above")
            made[key].append((line.strip(), at))
            continue
        found = re.fullmatch(r"([a-z]+):\s*(.*)", line.rstrip())
        if found is None or found[1] not in ONE_LINE | SEVERAL:
            keys = ", ".join(sorted(ONE_LINE | SEVERAL))
            raise Refused(f"{line.strip()[:40]!r} in the front matter", at, way_out=f"its keys are {keys}")
        if found[1] in made:
            raise Refused(f"the key {found[1]} a second time", at, way_out="keep one")
        made[found[1]] = []
        key = found[1] if found[2] in ("|", "|-", ">") else ""
        if (found[1] in SEVERAL) != bool(key):
            way_out = (
                f"write '{found[1]}: |', and a line for each below, set in" if not key else f"write '{found[1]}: ...'"
            )
            raise Refused(f"{found[1]} in {'several lines' if key else 'one line'}", at, way_out=way_out)
        if not key:
            made[found[1]].append((found[2].strip("'\""), Place(number, line.find(found[2]) + 1)))
    raise Refused("a front matter that does not end", Place(1, 1), way_out="end it with a line '---'")


def _blocks(lines: list[str], first: int) -> Iterator[Block]:
    """Statements, proofs and repairs; `Refused` for displays that stand outside of both."""
    i = first
    while i < len(lines):
        line, at = lines[i], Place(i + 1, 1)
        fence = _FENCE.match(line)
        if fence is None:
            if line.lstrip().startswith("%"):
                i += 1
                continue
            if "$$" in line or re.search(r"\\\[|\\begin\{", line):
                raise Refused(
                    "a display outside of statement and proof, which nothing checks",
                    at,
                    way_out="move it inside, or write it inline",
                )
            if markup := _HIDES.search(re.sub(r"\$[^$]*\$|`[^`]*`", "", line)):
                raise Refused(f"{markup[0]} on a page, which may hide what is around it", at, way_out="delete it")
            if line.lstrip().startswith((":::", "```", "~~~")):
                raise Refused("a fence that is set in", at, way_out="begin it in the first column")
            i += 1
            continue
        kind = (fence[2] or "").strip()
        if kind not in STATEMENTS and kind not in (PROOF, REPAIR):
            raise Refused(
                f"the directive {kind or 'without a name'!r}",
                at,
                way_out=f"known are {', '.join(sorted(STATEMENTS))}, {PROOF} and {REPAIR}",
            )
        end = next((k for k in range(i + 1, len(lines)) if lines[k].strip() == fence[1]), -1)
        if end < 0:
            raise Refused(f"{fence[0].strip()[:40]!r} is not closed", at, way_out=f"close it with a line {fence[1]!r}")
        block = Block(kind, fence[3].strip(), at, last=end + 1)
        start = i + 1
        while start < end and (option := _OPTION.fullmatch(lines[start].strip())):
            if option[1] != "label":
                raise Refused(f"the option {option[1]!r}", Place(start + 1, 1), way_out="the one option is label")
            block.label = _label(option[2].strip(), Place(start + 1, 1))
            start += 1
        block.pieces = list(_pieces(lines[start:end], start + 1))
        yield block
        i = end + 1


def _label(found: str, at: Place) -> str:
    if not LABEL.fullmatch(found):
        raise Refused(
            f"the label {found[:40]!r}", at, way_out="a letter, and then letters, digits, : _ . -, as eq-main"
        )
    return found


def _pieces(lines: list[str], first: int) -> Iterator[Piece]:
    """The pieces of a block's text."""
    kept = ["" if line.lstrip().startswith("%") else line for line in lines]
    text = "\n".join(kept)
    for fence in ("```", ":::", "~~~"):
        if fence in text:
            line = text[: text.find(fence)].count("\n") + first
            raise Refused(
                f"{fence} inside of a statement or proof", Place(line, 1), way_out="displays stand between $$ and $$"
            )
    i = 0

    def place(k: int) -> Place:
        return Place(text.count("\n", 0, k) + first, k - (text.rfind("\n", 0, k) + 1) + 1)

    while i < len(text):
        char = text[i]
        if text.startswith("$$", i):
            end = text.find("$$", i + 2)
            if end < 0:
                raise Refused("a display is not closed", place(i), way_out="close it with $$")
            behind = re.compile(r"[ \t]*\(([^()\n]*)\)[ \t]*(?=\n|$)").match(text, end + 2)
            label = _label(behind[1], place(end + 2)) if behind else ""
            yield Piece("display", text[i + 2 : end], place(i + 2), label)
            i = behind.end() if behind else end + 2
        elif char == "$":
            end = text.find("$", i + 1)
            if end < 0 or "\n\n" in text[i:end]:
                raise Refused("a formula is not closed", place(i), way_out="close it with $")
            yield Piece("inline", text[i + 1 : end], place(i + 1))
            i = end + 1
        elif found := _LEMMA.match(text, i):
            yield Piece("lemma", found[1], place(found.start(1)))
            i = found.end()
        elif found := _REFERENCE.match(text, i):
            if _RELATED.search(found[0].partition("](")[0]):
                rule = "a condition in the text of a link, which nothing reads"
                raise Refused(rule, place(i), way_out="name there what is cited; write conditions beside the link")
            yield Piece("reference", next(one for one in found.groups() if one is not None), place(i))
            i = found.end()
        elif char.isspace():
            if re.compile(r"[ \t]*\n[ \t]*\n").match(text, i):
                yield Piece("paragraph", "", place(i))
                i += len(re.compile(r"\s+").match(text, i)[0])  # type: ignore[index]
            else:
                i += 1
        elif char in ".!":
            yield Piece("stop", char, place(i))
            i += 1
        elif char in ",;:":
            yield Piece("comma", char, place(i))
            i += 1
        else:
            found_word = re.compile(r"[^\s$.,;:!?{\[\\]+|.").match(text, i)
            assert found_word is not None
            yield Piece("word", found_word[0], place(i))
            i = found_word.end()
