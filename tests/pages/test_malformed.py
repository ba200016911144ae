"""Malformed pages and displays: one refusal with a place, and nothing else; `bench/malformed_pages.py` tries ten thousand."""

import random
from pathlib import Path

from boundcheck.pages import Refused, read_text

PAGES = [
    path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[2] / "examples" / "pages").glob("*.md"))
]
BITS = r"""{ } ( ) | \| ^ _ \frac \sqrt \left \right & \\ \sum \begin{aligned} \end{aligned} [ ] \{ \} \log = \le < , . - +
/ \cdot \mathbb{E} #1 \def \newcommand $ $$ % ~ ' 1 12 e \ \mid \min \text{for}all \hat \binom ! : ::: ``` --- :label: {eq}`a` x n
\infty \forall \in \quad Let Then For all if holds proved not \operatorname{x} \mathrm{log} \[ \] é""".split()
BITS += r"""\top \preceq \langle \rangle \lVert \rVert \Pr \mathbb{P} \max_j _V ^{-1} u A X_i
{lemma}`markov:Y=t` [](#tail) $t=1$ | 0, 1 \mathbb{R}^d i j""".split()
BITS += ["By ", "With ", "over i", "Bernoulli", "with probability at least $1 - t$, "]
BITS += ["\n\n", "\0", "\u202e", "\n:::\n", "\n"]


def edited(chance):
    """A page with one to six random edits."""
    text = list(chance.choice(PAGES))
    for _ in range(chance.randint(1, 6)):
        at, how, bit = chance.randrange(len(text)), chance.randrange(5), chance.choice(BITS)
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


def test_malformed_pages_are_read_or_refused_in_one_line_with_a_place():
    chance = random.Random(1)
    pages = [edited(chance) for _ in range(250)]
    found = [(text, refusal(text)) for text in pages]
    refused = [(text, why) for text, why in found if why is not None]
    assert 0 < len(refused) < len(pages)
    assert [why.line for text, why in refused if "\n" in why.line or not 1 <= why.at.line <= text.count("\n") + 2] == []
