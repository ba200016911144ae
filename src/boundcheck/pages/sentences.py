"""The sentences of a statement or a proof, as patterns of words, formulas, displays and references."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .markdown import Block, Piece
from .reading import RELATIONS
from .tokens import Refused, tokens

ANY = frozenset(RELATIONS) | frozenset(
    r"""\in \notin \approx \sim \simeq \lesssim \gtrsim \propto \equiv \ll \gg \to \subset \subseteq \coloneqq
    \triangleq \asymp""".split()
)
CONDITIONAL = frozenset(
    """let suppose supposing assume assuming assumed if when whenever unless case cases where provided otherwise fix fixed given
    granted restrict exists exist some probability until except only not there such wlog generality symmetry
    take taking choose choosing pick put putting set setting define defining denote restricting positive negative nonnegative
    nonzero large small throughout write writing henceforth hereafter exceeds exceed""".split()
)
VERDICTS = re.compile(
    r"\b(?:prove[ds]?|proven|true|false|holds?|refuted?|verified|checked|certified|supported|undecided|correct|boundcheck)\b",
    re.IGNORECASE,
)


@dataclass
class Sentence:
    """The pieces of one sentence."""

    pieces: list[Piece] = field(default_factory=list)
    apart: bool = False  # whether a paragraph begins with it

    def words(self) -> str:
        """Its pieces as the pattern of a sentence."""
        return " ".join(sign(piece) for piece in self.pieces)


def sign(piece: Piece) -> str:
    """One letter for what is no word: M and L for formulas with and without a relation, D, R and K for displays and references."""
    if piece.kind == "inline":
        return "M" if related(piece) else "L"
    return {"display": "D", "reference": "R", "lemma": "K", "comma": ","}.get(piece.kind, piece.text.lower())


def related(piece: Piece) -> bool:
    """Whether a formula in the text has a relation."""
    return any(token.text in ANY or token.text == ":" for token in tokens(piece.text, piece.at))


def sentences(block: Block) -> Iterator[Sentence]:
    """Sentences end at a full stop, also one inside of a display, and behind a display where a new one begins."""
    now = Sentence(apart=True)
    pieces = [piece for piece in block.pieces]
    for k, piece in enumerate(pieces):
        if piece.kind == "paragraph":
            now.apart = now.apart or not now.pieces
            continue
        after = next((other for other in pieces[k + 1 :] if other.kind != "paragraph"), None)
        if piece.kind == "stop":
            if now.pieces:
                yield now
            now = Sentence()
            continue
        now.pieces.append(piece)
        if piece.kind != "display":
            continue
        goes_on = piece.text.rstrip().endswith((",", ";"))
        ended = piece.text.rstrip().endswith(".")
        alone = after is None or after.kind == "display" or (after.kind == "word" and after.text[0].isupper())
        if (
            after is not None
            and after.kind == "display"
            and not (goes_on or ended)
            and any(p.kind == "inline" for p in now.pieces)
        ):
            readings = ["under the same condition", "without it"]
            raise Refused(
                "a display behind one that has a condition",
                after.at,
                readings,
                "end the first with a full stop or a comma",
            )
        if ended or (alone and not goes_on):
            yield now
            now = Sentence()
    if now.pieces:
        yield now
