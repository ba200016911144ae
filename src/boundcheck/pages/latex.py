r"""An author's own LaTeX as statements and proofs: macros expanded, environments found, displays with labels and places.

A source is data: nothing of it is run, and of the files that it puts in only those below its own folder are read. Macros that
stand for print are expanded within limits; what decides otherwise what is printed, as a condition or a catcode, is refused. What
the print does not say stands in macros of ``boundcheck.sty``, which print nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import reading
from .letters import ACCENTS, FONTS, GREEK
from .markdown import LABEL, Block, Page, Piece
from .sentences import ANY, VERDICTS
from .statement import LONGEST, PLAIN, SUPPOSING, Read, read_page, text_of
from .tokens import InFile, Place, Refused

Beside = Callable[[str], "str | None"]

LARGEST = 2_000_000  # characters of a source
MOST_EXPANSIONS = 20_000
MOST_TOKENS = 1_000_000  # that macros give
MOST_BLOCKS = 1_000  # statements and proofs
MOST_DISPLAYS = 3_000
MOST_LETTERS = 2_000  # rows of letters
MOST_VERBATIM = 10_000  # characters of a piece of code in a line
DEEPEST = 60  # environments inside one another
DEEPEST_FILES = 8  # files that put in each other
KINDS = {
    "theorem": "theorem", "thm": "theorem", "lemma": "lemma", "lem": "lemma", "proposition": "proposition", "prop": "proposition",
    "corollary": "corollary", "cor": "corollary", "claim": "claim", "fact": "fact", "remark": "remark", "rem": "remark",
    "definition": "definition", "defn": "definition", "assumption": "assumption", "assump": "assumption",
}  # fmt: skip
STATED = frozenset({"theorem", "lemma", "proposition", "corollary", "claim", "fact"})  # what a page can state
_ROWS = "align gather multline alignat flalign eqnarray"
DISPLAYS = frozenset(name + star for name in f"equation displaymath {_ROWS}".split() for star in ("", "*"))
SKIPPED = ("verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "filecontents", "filecontents*")
TRICKS = frozenset(
    r"""\catcode \csname \expandafter \write \read \openin \openout \directlua \scantokens \futurelet \lccode \uccode \uppercase
    \lowercase \everymath \everydisplay \afterassignment \aftergroup \loop \immediate \mathcode \delcode \ShellEscape""".split()
)
SAID = frozenset(  # commands whose words the reader gives a meaning
    {
        *reading.RELATIONS,
        *reading.FUNCTIONS,
        *reading.EXTREME,
        *reading.BIG,
        *reading.FRACTIONS,
        *reading.BINOMIALS,
        *reading.TIMES,
    }
    | {
        *FONTS,
        *ACCENTS,
        "\\sqrt",
        "\\in",
        "\\forall",
        "\\left",
        "\\right",
        "\\begin",
        "\\end",
        "\\label",
        "\\bcletter",
        "\\bcuses",
    }
)
WRAPPED = frozenset(r"\emph \textbf \textit \textrm \textsf \textsc \underline \mbox".split())
DROPPED = frozenset(
    r"""\noindent \smallskip \medskip \bigskip \qed \qedhere \xspace \protect \centering \newpage \clearpage \small \normalsize
    \hfill \allowbreak \maketitle""".split()
)
WITH_ARGUMENT = frozenset(r"\vspace \hspace \cite \citep \citet \citealp \index \todo \bookmark".split())
REFERENCES = frozenset(r"\ref \eqref \cref \Cref \autoref".split())
NAMED = frozenset(
    "lemma theorem proposition corollary claim fact equation eq eqs inequality inequalities display bound".split()
)
_TOKEN = re.compile(r"\\[A-Za-z@]+|\\[\s\S]|%[^\n]*|\n|[^\S\n]+|[{}#$&^_~\[\]]|[^\\%\s{}#$&^_~\[\]]+")
_OPENS = re.compile(
    r"\\begin\{("
    + "|".join(map(re.escape, SKIPPED))
    + r")\}|\\iffalse(?![A-Za-z])|\\verb\*?([^A-Za-z\s*])|\\[\s\S]|%[^\n]*"
)
_INCLUDED = re.compile(r"\\(?:input|include|subfile)(?![A-Za-z])[ \t]*\{([^{}\n]{1,200})\}|\\[\s\S]|%[^\n]*")
_ENDS = re.compile(r"\\endinput(?![A-Za-z])")
_FI = re.compile(r"\\fi(?![A-Za-z])")
_THEOREM = re.compile(r"\\newtheorem\*?\{([A-Za-z*]{1,40})\}(?:\[[^\]\n]{0,40}\])?\{([^{}\n]{1,60})\}")

_DECLARED = re.compile(r"\\declaretheorem\s*(\[[^\]\n]{0,200}\])?\s*\{([A-Za-z*]{1,40})\}")
_BARE = re.compile(r"(?:(?:formal |full |short |brief )?proof|proof sketch|sketch(?: of (?:the )?proof)?)?[.:]?")
RESTATED = "restatable"  # \begin{restatable}[title]{theorem}{macro}


@dataclass(frozen=True)
class Shown:
    """A display: its label, formula and place, whether the page numbers it, and the block in which it stands, if any."""

    label: str
    latex: str
    at: Place
    numbered: bool
    block: str = ""

    def holds(self, at: Place) -> bool:
        """Whether a place lies in it."""
        last = self.at.line + self.latex.count("\n")
        return (self.at.line, self.at.column) <= (at.line, at.column) and at.line <= last


@dataclass
class Stated:
    """A statement of a source, with its proof, as a page has them; `at` is where it begins."""

    key: str
    kind: str
    label: str
    at: Place
    page: Page
    uses: list[tuple[str, Place]] = field(default_factory=list)  # labels of other statements


@dataclass
class Paper:
    """The statements of a source, all its displays, and what of it was not followed."""

    stated: list[Stated] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    others: list[tuple[str, str, Place]] = field(default_factory=list)  # definitions and the like: kind, label, place
    notes: list[tuple[str, Place]] = field(default_factory=list)
    around: list[Place] = field(default_factory=list)  # paragraphs of the running text with conditions
    letters: list[tuple[str, Place]] = field(default_factory=list)  # of the whole source
    title: str = ""


def beside(path: Path) -> Beside:
    r"""What gives the text of the files that a source puts in: those below its own folder, and no other."""
    folder = path.resolve().parent

    def text(name: str) -> str | None:
        target = folder / (name if name.endswith(".tex") else f"{name}.tex")
        try:
            real = target.resolve()
            if (
                ".." in Path(name).parts
                or not real.is_relative_to(folder)
                or not real.is_file()
                or real.stat().st_size > LARGEST
            ):
                return None
            return text_of(real)
        except (OSError, ValueError):
            return None

    return text


def spliced(text: str, others: Beside) -> tuple[str, list[int]]:
    r"""The text with the files that ``\input`` and ``\include`` name in their place, and the line that each of its lines is."""
    made: list[str] = []
    lines: list[tuple[str, int]] = [("", 1)]
    size = 0

    def put(piece: str, file: str, line: int) -> None:
        nonlocal size
        size += len(piece)
        made.append(piece)
        lines.extend((file, line + k) for k in range(1, piece.count("\n") + 1))

    def walk(found: str, file: str, above: tuple[str, ...]) -> None:
        last, line = 0, 1
        for one in _INCLUDED.finditer(found):
            name = (one[1] or "").strip()
            inside = others(name) if name and name not in above and len(above) < DEEPEST_FILES else None
            if inside is None or "\\documentclass" in inside or size + len(inside) > LARGEST:
                continue
            inside = inside.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n")
            inside = _printed(inside)
            if ended := _ENDS.search(inside):
                inside = inside[: ended.start()]
            piece = found[last : one.start()]
            put(piece, file, line)
            line += piece.count("\n")
            lines[-1] = (name, 1) if not piece or piece.endswith("\n") else lines[-1]
            walk(inside, name, (*above, name))
            put("\n", file, line - 1)
            last = one.end()
            line += one[0].count("\n")
        put(found[last:], file, line)

    walk(text, "", ())
    return "".join(made), [InFile(k, file, own) if file or own != k else k for k, (file, own) in enumerate(lines, 1)]


def paper(text: str, stem: str = "paper", *, lenient: bool = False, others: Beside = lambda name: None) -> Paper:
    """The statements and proofs of a source.

    Parameters
    ----------
    text : str
        LaTeX, a whole document or a piece of one.
    stem : str
        Of its file; the keys of statements begin with it.
    lenient : bool
        Whether what decides what is printed is noted in place of refused, for a list that settles nothing.
    others : callable
        The text of a file that the source puts in, by its name, or None of one that is not followed.

    Raises
    ------
    Refused
        It is too long, its macros do not end, or it holds what could print something else than it says.
    """
    if len(text) > LARGEST:
        raise Refused(
            f"a source of {len(text):,} characters; {LARGEST:,} are read at most", Place(1, 1), way_out="split it"
        )
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n")
    text, lines = spliced(_printed(text), others)
    kinds = {name: _kind(printed) for name, printed in _THEOREM.findall(text)}
    for options, name in _DECLARED.findall(text):
        named = re.search(r"(?:name|title)\s*=\s*\{?([^,{}\]]*)", options)
        kinds[name] = _kind(named[1] if named else name)
    notes: list[tuple[str, Place]] = []
    whole = _Expansion(text, notes, lenient, lines).whole()
    made = _Blocks(whole, stem, {**KINDS, **kinds}, notes, lines).paper()
    titled = re.search(r"\\title\s*\{([^{}\\]*)\}", text)
    title = " ".join(titled[1].split()) if titled else ""
    made.title = title if PLAIN.fullmatch(title) and len(title) <= LONGEST and not VERDICTS.search(title) else ""
    return made


def read_paper(found: Paper) -> tuple[dict[str, Read], dict[str, Refused]]:
    """The statements of a source that are read, by their keys, and why the others are not."""
    read: dict[str, Read] = {}
    refused: dict[str, Refused] = {}
    labels = {one.label: one.key for one in found.stated if one.label}
    for one in found.stated:
        try:
            read[one.key] = read_page(one.page, one.key)
            for label, at in one.uses:
                if labels.get(label, one.key) == one.key:
                    raise Refused(
                        f"no other statement is labelled {label[:40]!r}", at, way_out="mend the label in \\bcuses"
                    )
        except Refused as error:
            read.pop(one.key, None)
            refused[one.key] = error
    return read, refused


def _printed(text: str) -> str:
    """The text without what is no LaTeX or is never printed; its lines stay."""
    made: list[str] = []
    last, i = 0, 0
    without: set[str] = set()  # ends that do not come any more
    while found := _OPENS.search(text, i):
        i = found.end()
        if found[1]:
            close = f"\\end{{{found[1]}}}"
            stop = -1 if close in without else text.find(close, i)
            end = stop + len(close)
        elif found[2]:
            close, line = found[2], text.find("\n", i)
            stop = text.find(close, i, line if line >= 0 else min(len(text), i + MOST_VERBATIM))
            end = stop + 1
        elif found[0] == "\\iffalse":
            close = "\\fi"
            ended = None if close in without else _FI.search(text, i)
            stop, end = (ended.start(), ended.end()) if ended else (-1, -1)
        else:
            continue
        if stop < 0:
            without.add(close)
            continue
        made += [text[last : found.start()], "\n" * text.count("\n", found.start(), end)]
        last = i = end
    return "".join([*made, text[last:]])


def _kind(printed: str) -> str:
    """The kind of result that is printed under a name."""
    word = re.sub(r"[^a-z]", "", printed.lower())
    return next((kind for kind in dict.fromkeys(KINDS.values()) if kind in word), "other")


# Macros out: tokens with the lines of the file, macros that stand for print in their place.


@dataclass(frozen=True)
class _Macro:
    arguments: int
    default: list[str] | None
    body: list[str]


class _Expansion:
    """Expands the macros of a source; lines stay lines, so that places are those of the file."""

    def __init__(self, text: str, notes: list[tuple[str, Place]], lenient: bool, lines: Sequence[int]) -> None:
        self.lines = lines
        self.stack = _TOKEN.findall(text)
        self.stack.reverse()
        self.notes, self.lenient = notes, lenient
        self.macros: dict[str, _Macro] = {}
        self.out: list[str] = []
        self.line, self.expansions, self.given = 1, 0, 0
        self.depth = 0
        self.preamble = "\\documentclass" in text or "\\begin{document}" in text

    @property
    def here(self) -> Place:
        return Place(self.lines[min(self.line, len(self.lines)) - 1], 1)

    def pop(self) -> str:
        token = self.stack.pop()
        if token == "\n":
            self.line += 1
        return token

    def whole(self) -> str:
        """The text with macros expanded; of the preamble its definitions and letters alone."""
        rows: list[list[list[str]]] = []
        while self.stack:
            token = self.pop()
            if token == "\n":
                self.out.append(token)
            elif token[0] == "%":
                continue
            elif token in (
                "\\newcommand",
                "\\renewcommand",
                "\\providecommand",
                "\\def",
                "\\let",
                "\\DeclareMathOperator",
            ):
                self.define(token)
            elif token in TRICKS or re.fullmatch(r"\\(?:if[A-Za-z]*|else|fi)", token):
                if token != "\\iff":
                    self.trick(token)
                self.emit(token)
            elif token in ("\\input", "\\include", "\\import", "\\subfile"):
                name = "".join(self.argument(token)).strip()[:60]
                self.notes.append((f"{token[1:]} of {name!r}, which is not followed", self.here))
            elif token == "\\bcletter" and self.preamble:
                rows.append([self.argument(token) for _ in range(4)])
            elif token == "\\begin" and self.preamble and self.peeked() == "document":
                self.preamble, self.depth = False, 0
                self.argument(token)
                self.out = ["\n"] * self.out.count("\n")
                self.push(["\\bcletter" if k < 0 else sign for row in rows for k, sign in _call(row)])
            elif token == "\\end" and self.peeked() == "document":
                break
            elif token == "\\ensuremath":
                self.push(self.argument(token))
            elif token in self.macros and not self.preamble:
                self.expand(token)
            else:
                self.depth += (token in ("{", "\\begin")) - (token in ("}", "\\end"))
                self.emit(token)
        return "" if self.preamble else "".join(self.out)

    def emit(self, token: str) -> None:
        if self.out and token[0].isalpha() and re.fullmatch(r"\\[A-Za-z@]+", self.out[-1]):
            self.out.append(" ")
        self.out.append(token)

    def trick(self, token: str) -> None:
        """What could print something else than it says."""
        if self.preamble and token.startswith(("\\if", "\\else", "\\fi")):
            return
        rule = f"{token}, which may print something else than it says"
        if not self.lenient:
            raise Refused(rule, self.here, way_out="write what is printed")
        self.notes.append((rule, self.here))

    def peeked(self) -> str:
        """The name in the braces that come next."""
        word = "".join(reversed(self.stack[-3:]))
        return word[1:-1].strip() if word.startswith("{") and word.endswith("}") else ""

    def blanks(self) -> None:
        while self.stack and (self.stack[-1].isspace() or self.stack[-1][0] == "%"):
            if self.pop() == "\n":
                self.out.append("\n")

    def argument(self, of: str) -> list[str]:
        """The tokens of the braces that come next, or the one sign."""
        self.blanks()
        if not self.stack:
            raise Refused(f"{of} lacks an argument", self.here, way_out="write it in braces")
        start, token = self.here, self.pop()
        if token != "{":
            if len(token) > 1 and token[0] != "\\":
                self.stack.append(token[1:])
                token = token[0]
            return [token]
        made: list[str] = []
        depth = 1
        while self.stack:
            token = self.pop()
            depth += (token == "{") - (token == "}")
            if not depth:
                return made
            if token[0] == "%":
                continue
            if token == "\n":
                self.out.append(token)
            made.append(" " if token == "\n" else token)
        raise Refused(f"a brace behind {of} is not closed", start, way_out="close it")

    def optional(self) -> list[str] | None:
        """The tokens of the square brackets that come next, if any do."""
        self.blanks()
        if not self.stack or self.stack[-1] != "[":
            return None
        start, depth = self.here, 0
        made: list[str] = []
        self.pop()
        while self.stack:
            token = self.pop()
            depth += (token == "{") - (token == "}")
            if token == "]" and depth == 0:
                return made
            if token == "\n":
                self.out.append(token)
            made.append(" " if token == "\n" else token)
        raise Refused("a square bracket is not closed", start, way_out="close it")

    def define(self, how: str) -> None:
        """A macro, where it stands for print; of any other form the name stays unknown."""
        at = self.here
        if self.stack and self.stack[-1].startswith("*"):
            rest = self.pop()[1:]
            if rest:
                self.stack.append(rest)
        target = [token for token in self.argument(how) if not token.isspace()]
        if len(target) != 1 or target[0][0] != "\\":
            return
        name, arguments, default = target[0], 0, None
        if how == "\\let":
            self.blanks()
            if self.stack and self.stack[-1].startswith("="):
                rest = self.pop()[1:]
                if rest:
                    self.stack.append(rest)
            body = self.argument(how)
            if body and body[0] in self.macros:
                macro = self.macros[body[0]]
                arguments, default, body = macro.arguments, macro.default, macro.body
        elif how == "\\def":
            while self.stack and self.stack[-1] != "{":
                sign = self.pop()
                if sign == "#" and self.stack and self.stack[-1][:1].isdigit():
                    arguments = int(self.pop()[0])
                elif not sign.isspace():  # an argument that ends at a word
                    self.macros.pop(name, None)
                    return
            body = self.argument(how)
        else:
            count = "".join(self.optional() or []).strip()
            arguments = int(count) if count.isascii() and count.isdigit() and len(count) == 1 else 0
            default = self.optional() if arguments else None
            body = self.argument(how)
        if how == "\\DeclareMathOperator":
            body = ["\\operatorname", "{", *body, "}"]
        if name in SAID and not self.harmless(name, body):
            rule = f"a macro that changes what {name} says"
            if not self.lenient:
                raise Refused(rule, at, way_out="call it something else")
            self.notes.append((rule, at))
            return
        if self.depth > 0 and not self.preamble:
            rule = f"{name}, defined inside of a group or an environment"
            if not self.lenient:
                raise Refused(rule, at, way_out="define it in the preamble")
            self.notes.append((rule, at))
        if not (how == "\\providecommand" and name in self.macros):
            self.macros[name] = _Macro(arguments, default, body)

    def harmless(self, name: str, body: Sequence[str]) -> bool:
        """Whether a command still says the same: another form of the sign, of an accent, or of an alphabet."""
        plain = [token for token in body if not token.isspace()]
        same: tuple[dict[str, str], ...] = (reading.RELATIONS, reading.FUNCTIONS, FONTS, ACCENTS)
        return name in GREEK or (
            len(plain) == 1 and any(name in words and words[name] == words.get(plain[0]) for words in same)
        )

    def expand(self, name: str) -> None:
        """A macro in its place, its arguments put in."""
        self.expansions += 1
        macro = self.macros[name]
        values = []
        for k in range(macro.arguments):
            if k == 0 and macro.default is not None:
                given = self.optional()
                values.append(macro.default if given is None else given)
            else:
                values.append(self.argument(name))
        made: list[str] = []
        body = iter(macro.body)
        for token in body:
            if token == "#":
                after = next(body, "")
                if not after[:1].isdigit() or not 1 <= int(after[0]) <= len(values):
                    raise Refused(f"{name} with an argument that it does not have", self.here, way_out="mend the macro")
                made += values[int(after[0]) - 1]
                made += [after[1:]] if after[1:] else []
            else:
                made.append(" " if token == "\n" else token)
        self.push(made)
        if self.expansions > MOST_EXPANSIONS or self.given > MOST_TOKENS:
            raise Refused(f"macros that do not end, at {name}", self.here, way_out="write out what it stands for")

    def push(self, tokens: Sequence[str]) -> None:
        self.given += len(tokens)
        self.stack.extend(reversed(tokens))


def _call(row: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """The tokens of a row of letters."""
    yield -1, ""
    for argument in row:
        yield from ((0, sign) for sign in ("{", *argument, "}"))


# Environments: statements, proofs, and displays wherever they stand.


class _Blocks:
    """Finds statements, proofs and displays in a source without macros."""

    def __init__(
        self, text: str, stem: str, kinds: dict[str, str], notes: list[tuple[str, Place]], lines: Sequence[int]
    ) -> None:
        self.lines = lines
        self.text, self.stem, self.kinds = text, stem, kinds
        self.found = Paper(notes=notes)
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self.keys: set[str] = set()
        self.labelled: dict[str, Stated] = {}

    def place(self, k: int) -> Place:
        """Line and column of a character."""
        low, high = 0, len(self.starts) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.starts[middle] <= k else (low, middle - 1)
        return Place(self.lines[min(low, len(self.lines) - 1)], k - self.starts[low] + 1)

    def paper(self) -> Paper:
        spans = list(self.spans())
        letters = self.found.letters = self.letters(0, len(self.text), spans)
        proofs: list[tuple[Stated | None, tuple[str, int, int, int]]] = []
        last: Stated | None = None
        for name, start, inside, end in spans:
            named, begin = self.option(inside, end) if name == RESTATED else ("", inside)
            if name == RESTATED:
                name, begin = self.group(begin, end)
                begin = self.group(begin, end)[1]
            kind = "proof" if name == "proof" else self.kinds.get(name.strip().rstrip("*"), "")
            if kind == "proof":
                proofs.append((last, (name, start, inside, end)))
            elif kind in STATED:
                last = self.statement(kind, start, begin, end, letters, named)
                self.found.stated.append(last)
            else:
                label = _label(self.text[inside:end])
                self.found.others.append((kind, label, self.place(start)))
        for before, (_, start, inside, end) in proofs:
            self.proof(before, start, inside, end)
        self.displays(spans)
        self.conditions(spans)
        return self.found

    def conditions(self, spans: Sequence[tuple[str, int, int, int]]) -> None:
        """Note the paragraphs of the running text that suppose something of letters, which nothing reads."""
        ends = [0, *(k for _, start, _, end in spans for k in (start, end)), len(self.text)]
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            for found in re.finditer(r"(?:[^\n]|\n(?![ \t]*\n))+", self.text[start:end]):
                plain = re.sub(r"\$[^$]*\$", lambda one: " " * len(one[0]), found[0]).lower()
                words = [one for one in re.finditer(r"[a-z]+", plain) if one[0] in SUPPOSING]
                inline = re.findall(r"\$([^$]+)\$", found[0])
                if words and any(sign in one for one in inline for sign in ANY):
                    self.found.around.append(self.place(start + found.start() + words[0].start()))

    def spans(self) -> Iterator[tuple[str, int, int, int]]:
        """Name, start, start of its text and end of each outermost statement, proof, definition."""
        stack: list[tuple[str, int, int]] = []
        count = 0
        for found in re.finditer(r"\\(begin|end)\{([A-Za-z]+\*?)\}", self.text):
            how, name = found.groups()
            ours = name in ("proof", RESTATED) or name.rstrip("*") in self.kinds
            if not ours:
                continue
            if how == "begin":
                stack.append((name, found.start(), found.end()))
                if len(stack) > DEEPEST:
                    raise Refused(
                        f"environments more than {DEEPEST} deep", self.place(found.start()), way_out="mend the source"
                    )
            elif not stack or stack[-1][0] != name:
                opened = f"; {stack[-1][0]} is open" if stack else ""
                raise Refused(
                    f"\\end{{{name}}} closes nothing{opened}", self.place(found.start()), way_out="mend the source"
                )
            else:
                _, start, inside = stack.pop()
                if not stack:
                    count += 1
                    if count > MOST_BLOCKS:
                        rule = f"more than {MOST_BLOCKS} statements and proofs"
                        raise Refused(rule, self.place(start), way_out="split the source")
                    yield name, start, inside, found.start()
        if stack:
            raise Refused(f"\\begin{{{stack[-1][0]}}} is not closed", self.place(stack[-1][1]), way_out="close it")

    def statement(
        self, kind: str, start: int, inside: int, end: int, letters: list[tuple[str, Place]], named: str = ""
    ) -> Stated:
        """A statement as a block of a page; `named` is its name, where that stands elsewhere."""
        at = self.place(start)
        name, begin = self.option(inside, end)
        name = name or named
        first = next((shown[0] for shown in self.shown(begin, end)), end)
        label = _label(self.text[begin:first])
        own = self.letters(begin, end, [])
        word = (
            label
            if LABEL.fullmatch(label) and not VERDICTS.search(re.sub(r"[_.:-]", " ", label))
            else f"line {at.line}"
        )
        title = f"{kind.title()} {word}"
        key = f"{self.stem}_{re.sub(r'[^A-Za-z0-9_-]', '-', word if word == label else f'line{at.line}')}"[:78]
        while key in self.keys:
            key += "x"
        self.keys.add(key)
        block = Block(f"prf:{kind}", " ".join(name.split()), at, "", last=self.place(end).line)
        forms = {line.partition(" | ")[0] for line, _ in own}
        rows = [row for row in letters if row[0].partition(" | ")[0] not in forms]
        page = Page({"title": [(title, at)], "letters": [*rows, *own]}, block, None)
        made = Stated(key, kind, label, at, page, self.uses(begin, end))
        block.pieces = list(self.pieces(begin, end, made))
        if label:
            self.labelled.setdefault(label, made)
        return made

    def proof(self, before: Stated | None, start: int, inside: int, end: int) -> None:
        """The proof of the statement that it names, or of the one before it."""
        name, begin = self.option(inside, end)
        of = before if _BARE.fullmatch(" ".join(name.lower().split())) else None
        if found := re.search(r"\\(?:c?ref|Cref|autoref)\{([^{}]*)\}", name):
            of = self.labelled.get(found[1].strip())
        if of is None:
            rule = "a proof whose statement is not found; name it as Proof of Theorem~\\ref{...}"
            self.found.notes.append((rule, self.place(start)))
        elif of.page.proof is not None:
            self.found.notes.append((f"a second proof of {of.label or 'the statement before'}", self.place(start)))
        else:
            of.page.proof = Block("prf:proof", "", self.place(start), last=self.place(end).line)
            of.page.proof.pieces = list(self.pieces(begin, end, of))
            of.uses += self.uses(begin, end)

    def option(self, inside: int, end: int) -> tuple[str, int]:
        """What stands in square brackets behind the beginning of an environment, and what follows."""
        found = re.compile(r"\s*\[((?:[^\[\]{}]|\{[^{}]*\})*)\]").match(self.text, inside, end)
        return (found[1], found.end()) if found else ("", inside)

    def letters(self, start: int, end: int, but: Sequence[tuple[str, int, int, int]]) -> list[tuple[str, Place]]:
        r"""The rows of ``\bcletter{form}{kind}{domain}{meaning}`` outside of the spans."""
        made: list[tuple[str, Place]] = []
        for found in re.finditer(r"\\bcletter(?![A-Za-z])", self.text[start:end]):
            k = start + found.start()
            if any(first <= k < last for _, first, _, last in but):
                continue
            if len(made) >= MOST_LETTERS:
                raise Refused(f"more than {MOST_LETTERS:,} letters", self.place(k), way_out="split the source")
            columns, i = [], start + found.end()
            for _ in range(4):
                column, i = self.group(i, end)
                columns.append(" ".join(column.split()))
            if any(" | " in f" {column} " for column in columns):
                raise Refused("a bar in \\bcletter", self.place(k), way_out="write \\lvert")
            made.append((" | ".join(columns), self.place(k)))
        return made

    def group(self, i: int, end: int) -> tuple[str, int]:
        """The text in the braces at `i`, blanks before them, and what follows."""
        while i < end and self.text[i].isspace():
            i += 1
        if i >= end or self.text[i] != "{":
            raise Refused(
                "an argument is lacking", self.place(min(i, len(self.text))), way_out="write all of them, in braces"
            )
        depth, k = 0, i
        for found in re.compile(r"\\[\s\S]|[{}]").finditer(self.text, i, end):
            depth += (found[0] == "{") - (found[0] == "}")
            k = found.end()
            if not depth:
                return self.text[i + 1 : k - 1], k
        raise Refused("a brace is not closed", self.place(i), way_out="close it")

    def uses(self, start: int, end: int) -> list[tuple[str, Place]]:
        r"""The labels of ``\bcuses{lem:noise,prop:cost}``."""
        found = re.finditer(r"\\bcuses\s*\{([^{}]*)\}", self.text[start:end])
        return [
            (label.strip(), self.place(start + one.start()))
            for one in found
            for label in one[1].split(",")
            if label.strip()
        ]

    def displays(self, spans: Sequence[tuple[str, int, int, int]]) -> None:
        """Every display of the source, in order, with the statement or the proof in which it stands."""
        inside = {(piece.at, piece.text): one.key for one in self.found.stated for block in (one.page.statement, one.page.proof)
                  if block is not None for piece in block.pieces if piece.kind == "display"}  # fmt: skip
        for _, _, latex, at, label, numbered in self.shown(0, len(self.text)):
            if len(self.found.shown) >= MOST_DISPLAYS:
                raise Refused(f"more than {MOST_DISPLAYS:,} displays", at, way_out="split the source")
            block = inside.get((at, latex), "")
            self.found.shown.append(Shown(label, latex, at, numbered, block))

    def shown(self, start: int, end: int) -> Iterator[tuple[int, int, str, Place, str, bool]]:
        """Start, end, formula, its place, label and whether it is numbered, of each display."""
        i = start
        opening = re.compile(r"\\\[|\$\$|\\begin\{([A-Za-z]+\*?)\}|\\.")
        while found := opening.search(self.text, i, end):
            i = found.end()
            name = found[1] or ""
            if found[0] in ("\\[", "$$"):
                closing = "\\]" if found[0] == "\\[" else "$$"
            elif name in DISPLAYS:
                closing = f"\\end{{{name}}}"
            else:
                continue
            stop = self.text.find(closing, i, end)
            if stop < 0:
                raise Refused("a display is not closed", self.place(found.start()), way_out=f"close it with {closing}")
            body = self.text[i:stop]
            if re.search(r"\\\[|\$\$|\\begin\{(?:" + "|".join(map(re.escape, sorted(DISPLAYS))) + r")\}", body):
                raise Refused("a display inside of a display", self.place(found.start()), way_out="close the first")
            latex, label = self.formula(body, name)
            numbered = bool(name) and name != "displaymath" and not name.endswith("*")
            yield found.start(), stop + len(closing), latex, self.place(i), label, numbered
            i = stop + len(closing)

    def formula(self, body: str, name: str) -> tuple[str, str]:
        """A display without its labels, in rows where its environment has rows; and its first label."""
        label = _label(body)
        for tag in re.finditer(r"\\tag\*?\s*\{", body):
            if not re.match(r"[A-Za-z0-9.*'-]{1,12}\}|[A-Za-z]{1,4}\.? [0-9.]{1,5}\}|\$?\\?[a-z*]{1,8}\$?\}", body[tag.end() :]):
                rule = "a tag that is more than a short word or a number"
                raise Refused(rule, self.place(self.text.find(body)), way_out="write what it says in the sentence")
        plain = re.sub(r"\\(?:label|tag)\*?\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])", "", body)
        plain = re.sub(r"\\bcuses\s*\{[^{}]*\}", "", plain)
        rows = name.rstrip("*")
        if rows in _ROWS.split():
            kind = {"align": "aligned", "gather": "gathered"}.get(rows, rows)
            end = len(plain.rstrip())
            stop = end - len(plain[:end].rstrip(" .,;")) if plain[:end].rstrip(" ").endswith((".", ",", ";")) else 0
            mark = plain[end - stop : end].strip()
            plain = f"\\begin{{{kind}}}{plain[: end - stop]}\\end{{{kind}}}{mark}{plain[end:]}"
        return plain, label

    def pieces(self, start: int, end: int, of: Stated) -> Iterator[Piece]:
        """The text of a block as the pieces of a page."""
        displays = {first: (last, latex, at, label) for first, last, latex, at, label, _ in self.shown(start, end)}
        i = start
        text = self.text
        word = re.compile(r"[^\s$.,;:!?{}\[\\~%]+|.")
        command = re.compile(r"\\([A-Za-z@]+\*?|[\s\S])")
        while i < end:
            char = text[i]
            if i in displays:
                i, latex, at, label = displays[i]
                yield Piece("display", latex, at, label if LABEL.fullmatch(label) else "")
            elif text.startswith("\\(", i) or char == "$":
                close = "\\)" if char == "\\" else "$"
                first = i + len(close)
                stop = text.find(close, first, end)
                if stop < 0 or "\n\n" in text[i:stop]:
                    raise Refused("a formula is not closed", self.place(i), way_out=f"close it with {close}")
                yield Piece("inline", text[first:stop], self.place(first))
                i = stop + len(close)
            elif char == "\\":
                found = command.match(text, i)
                assert found is not None
                i = yield from self.command(found, end, of)
            elif char.isspace() or char == "~":
                blank = re.compile(r"[\s~]+").match(text, i, end)
                assert blank is not None
                if re.search(r"\n[ \t]*\n", blank[0]):
                    yield Piece("paragraph", "", self.place(i))
                i = blank.end()
            elif char in "{}":
                i += 1
            elif char in ".!":
                yield Piece("stop", char, self.place(i))
                i += 1
            elif char in ",;:":
                yield Piece("comma", char, self.place(i))
                i += 1
            else:
                found = word.match(text, i, end)
                assert found is not None
                behind = re.compile(r"\.?[~\s]*\(?\\(?:eq|[cC]|auto)?ref\{").match(text, found.end(), end)
                if not (behind and found[0].lower() in NAMED):
                    yield Piece("word", found[0], self.place(i))
                elif text[found.end()] == ".":  # as in "Eq. (3)"
                    i = found.end() + 1
                    continue
                i = found.end()

    def command(self, found: re.Match[str], end: int, of: Stated) -> Generator[Piece, None, int]:
        """A command in the text of a block; returns what stands behind it."""
        name, i, at = found[0], found.end(), self.place(found.start())
        if name in REFERENCES:
            label, i = self.group(i, end)
            target = label.strip()
            other = self.labelled.get(target)
            if other is not None and other is not of:
                of.uses.append((target, at))
                yield Piece("reference", f"{other.key}.md", at)
            else:
                yield Piece("reference", target, at)
            return i + (1 if i < end and self.text[i] == ")" else 0)
        if name in ("\\label", "\\bcuses"):
            return self.group(i, end)[1]
        if name == "\\bcletter":
            for _ in range(4):
                i = self.group(i, end)[1]
            return i
        if name in WITH_ARGUMENT or name.rstrip("*") in WITH_ARGUMENT:
            i = self.option(i, end)[1]
            return self.group(i, end)[1]
        if name in WRAPPED or name in DROPPED or name in ("\\ ", "\\,", "\\;", "\\/", "\\-", "\\!"):
            return i
        if name == "\\par":
            yield Piece("paragraph", "", at)
            return i
        yield Piece("word", name, at)
        return i


def _label(body: str) -> str:
    found = re.search(r"\\label\s*\{([^{}]*)\}", body)
    return found[1].strip() if found else ""
