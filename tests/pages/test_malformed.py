"""Malformed pages and displays: one refusal with a place, and nothing else; `bench/malformed_pages.py` tries ten thousand."""

import random
from contextlib import suppress
from pathlib import Path

from boundcheck.pages import Refused, drafting, latex, read_text

PAGES = [
    path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[2] / "examples" / "pages").glob("*.md"))
]
EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCES = [(EXAMPLES / "paper.tex").read_text(encoding="utf-8")]
OF_LATEX = r"""\begin{theorem} \end{theorem} \begin{proof} \end{proof} \begin{equation} \end{equation} \begin{align} \end{align}
\[ \] $$ \newcommand{\a}{\a} \newcommand{\b}[9]{#1#2#9} \def\cost#1{\cost{#1}} \let\le\ge \renewcommand{\le}{\ge}
\input{/etc/passwd} \catcode`\| \iffalse \fi \verb| \begin{verbatim} \end{verbatim} \label{x} \ref{x} \footnote{x}
\bcletter{n}{real}{}{} \bcuses{x} \write18{touch} #1 ## \cost \eps \ensuremath{ % \% \begin{document} \end{document} \csname
\expandafter [ ] { }""".split()
OF_LATEX += ["\n\n", "\0", "%\n", "é"]
BITS = r"""{ } ( ) | \| ^ _ \frac \sqrt \left \right & \\ \sum \begin{aligned} \end{aligned} [ ] \{ \} \log = \le < , . - +
/ \cdot \mathbb{E} #1 \def \newcommand $ $$ % ~ ' 1 12 e \ \mid \min \text{for}all \hat \binom ! : ::: ``` --- :label: {eq}`a` x n
\infty \forall \in \quad Let Then For all if holds proved not \operatorname{x} \mathrm{log} \[ \] é""".split()
BITS += r"""\top \preceq \langle \rangle \lVert \rVert \Pr \mathbb{P} \max_j _V ^{-1} u A X_i
{lemma}`markov:Y=t` [](#tail) $t=1$ | 0, 1 \mathbb{R}^d i j""".split()
BITS += ["By ", "With ", "over i", "Bernoulli", "with probability at least $1 - t$, "]
BITS += ["\n\n", "\0", "\u202e", "\n:::\n", "\n"]


def edited(chance, texts=PAGES, bits=BITS):
    """A page, or a source, with one to six random edits."""
    text = list(chance.choice(texts))
    for _ in range(chance.randint(1, 6)):
        at, how, bit = chance.randrange(len(text)), chance.randrange(5), chance.choice(bits)
        if how == 0:
            del text[at]
        elif how == 1:
            text.insert(at, bit)
        elif how == 2:
            text[at] = f" {bit} "
        elif how == 3:
            text[at:at] = bit * chance.choice((1, 2, 50))
        else:
            end = at + chance.randrange(60)
            text[at:end] = text[at:end] * chance.choice((0, 2, 3))
    return "".join(text)


def refusal(text):
    """Why a page is refused, and where, or nothing where it is read."""
    try:
        read_text(text)
    except Refused as refused:
        return refused
    return None


def refusal_of_source(text):
    """The same of a source: why it is refused as a whole, or a list of why its statements are; also what a draft says."""
    with suppress(Refused):
        drafting.draft(latex.paper(text, lenient=True))
    try:
        read, refused = latex.read_paper(latex.paper(text))
    except Refused as error:
        return [error]
    return list(refused.values()) or ([] if read else None)


def test_malformed_sources_are_read_or_refused_in_one_line_with_a_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chance = random.Random(2)
    found = [
        (text, refusal_of_source(text)) for text in (edited(chance, SOURCES, [*OF_LATEX, *BITS]) for _ in range(100))
    ]
    assert any(why == [] for _, why in found)
    refused = [(text, one) for text, why in found for one in why or ()]
    assert len(refused) > 20
    assert [one.line for text, one in refused if "\n" in one.line or not 1 <= one.at.line <= text.count("\n") + 2] == []
    assert list(tmp_path.iterdir()) == []


def test_malformed_pages_are_read_or_refused_in_one_line_with_a_place():
    chance = random.Random(1)
    pages = [edited(chance) for _ in range(250)]
    found = [(text, refusal(text)) for text in pages]
    refused = [(text, why) for text, why in found if why is not None]
    assert 0 < len(refused) < len(pages)
    assert [why.line for text, why in refused if "\n" in why.line or not 1 <= why.at.line <= text.count("\n") + 2] == []
