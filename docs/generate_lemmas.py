"""Writes docs/lemmas.md from the library: ``python docs/generate_lemmas.py`` (``--check`` only says whether it is up to date)."""

from __future__ import annotations

import sys
from pathlib import Path

from boundcheck.lemmas import FAMILIES, LIBRARY, Entry

PAGE = Path(__file__).with_name("lemmas.md")

HEAD = """\
# The library of lemmas

Written from the library by `docs/generate_lemmas.py`; do not edit it by hand. Each lemma is put to laws: its form 5 % too strong at
any **place** (the whole, an exponent, a factor that is written, a term of a sum) is refuted by one of them, and for each hypothesis
there is a law that violates this one alone, and the conclusion. Where a place is not refuted, the line *slack* says what is known.
"""


def page() -> str:
    """The whole page."""
    places = [refuted for entry in LIBRARY.values() for refuted in entry.refuted_places().values()]
    stands = [entry.lemma.status for entry in LIBRARY.values()]
    counts = ", ".join(f"{stands.count(word)} {words}" for word, words in WORDS.items())
    blocks = [HEAD, f"{len(LIBRARY)} statements: {counts}. Of {len(places)} places {sum(places)} are refuted.\n"]
    for family in FAMILIES:
        first = (family.__doc__ or "").splitlines()[0]
        blocks.append(f"## {family.__name__.rpartition('.')[2].capitalize()}\n\n{first}\n")
        blocks += [
            text(entry) for entry in LIBRARY.values() if vars(family).get(entry.lemma.statement.__name__) is entry.lemma
        ]
    return "\n".join(blocks)


WORDS = {"proved here": "proved here", "definition": "definitions", "cited": "cited"}


def text(entry: Entry) -> str:
    """A lemma: its words, its source, what it needs and gives."""
    lines = [
        f"### {entry.title}",
        "",
        f"`{entry.lemma.statement.__name__}`: {entry.lemma.words}",
        "",
        f"*{entry.lemma.source}; {entry.lemma.status}.*",
        "",
        "```text",
    ]
    lines += [f"needs  {one}" for one in entry.hypotheses.values()]
    lines += [f"gives  {entry.conclusion}", "```", ""]
    lines += [f"* slack, {place}: {words}" for place, words in entry.slack.items()]
    lines += [f"* spare: `{label}`" for label in entry.spare]
    return "\n".join(lines) + ("\n" if entry.slack or entry.spare else "")


def main(arguments: list[str]) -> int:
    """Write the page, or compare it."""
    made = page()
    if "--check" in arguments:
        return int(PAGE.read_text(encoding="utf-8") != made)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
