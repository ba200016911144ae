"""Outcomes, numbers and sample sizes in the words that every output uses, in signs that the fonts can print."""

import math
import unicodedata
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import cache
from typing import Any, Literal, Protocol

from boundcheck.claims.texts import adjective
from boundcheck.report.parts import constant_of
from boundcheck.verdict.facts import Informative
from boundcheck.verdict.result import (
    News,
    Paper,
    Record,
    RestsOn,
)
from boundcheck.verdict.shapes import (
    Constant,
    Part,
    Vacuity,
)
from boundcheck.verdict.statements import Repair, Step
from boundcheck.words import headlines, phrase, phrases, samples

# Any text, made printable with the fonts inside Typst's wheel: nothing is dropped in silence.

LONGEST_WORD = 34
BREAK = "\u200b"  # a place at which a line may end
FACES = ("", "-Bold", "-Oblique", "-BoldOblique")
RAW = frozenset({"typst", "latex", "pieces", "svg"})  # sources, not texts


@cache
def known() -> frozenset[int]:
    """Code points that the last of the embedded fonts can draw, upright, bold or slanted."""
    from matplotlib import get_data_path  # the same typeface, in files that can be read
    from matplotlib.ft2font import FT2Font

    files = [f"{get_data_path()}/fonts/ttf/DejaVuSansMono{face}.ttf" for face in FACES]
    return frozenset.intersection(*(frozenset(FT2Font(file).get_charmap()) for file in files))


def printable(text: str) -> str:
    """`text` with every character drawable and every word breakable.

    Characters without a glyph become their plain form (𝜃 becomes θ) or their number, ``[U+1F600]``.
    """
    drawn = "".join(_drawable(character) for character in text)
    return " ".join(_breakable(word) for word in drawn.split(" "))


def label(text: str, longest: int = 60) -> str:
    """A text for a figure: drawable, on one line, not longer than a figure can bear."""
    drawn = printable(text).replace(BREAK, "").strip()
    return drawn if len(drawn) <= longest else drawn[: longest - 1] + "…"


def all_printable(value: Any, key: str = "") -> Any:
    """`printable` on every text in nested lists and dicts, sources left alone."""
    if isinstance(value, dict):
        return {name: all_printable(item, name) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [all_printable(item, key) for item in value]
    if not isinstance(value, str) or key in RAW:
        return value
    return printable(value)


def _drawable(character: str) -> str:
    if character in "\n\t":
        return " "
    kind = unicodedata.category(character)
    if kind in ("Cc", "Cf", "Co", "Cs", "Cn"):  # controls, bidirectional marks, private use, halves of pairs
        return "" if kind == "Cf" else f"[U+{ord(character):04X}]"
    if ord(character) < 0x180 or ord(character) in known():
        return character
    plain = unicodedata.normalize("NFKC", character)
    if all(ord(part) in known() for part in plain):
        return plain
    return f"[U+{ord(character):04X}]"


def _breakable(word: str) -> str:
    if len(word) <= LONGEST_WORD:
        return word
    return BREAK.join(word[start : start + 16] for start in range(0, len(word), 16))


# Numbers as a reader wants them: three digits, thousands apart, powers of ten raised; limits on their safe side.

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST = 30  # characters of an exact number in print
LARGEST = 1e200  # on a logarithmic axis, whose margins are factors
MINUS = "\N{MINUS SIGN}"
Side = Literal["down", "up", ""]  # to which a limit may be rounded; the nearest where it is none
ROUNDING = {"down": ROUND_FLOOR, "up": ROUND_CEILING}


class Written(Protocol):
    """A way of writing numbers, limits among them."""

    def __call__(self, value: Any, /, *, side: Side) -> str: ...


def number(value: Any) -> float | None:
    """`value` as a float, the words of a record (``"inf"``, ``"nan"``, ``"1/3"``) included; else None."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        try:
            return float(Fraction(value)) if "/" in value else float(value)
        except (ValueError, ZeroDivisionError, OverflowError):
            return None
    try:
        return float(value) if isinstance(value, int | float) else None
    except OverflowError:  # a whole number beyond all floats
        return math.inf if value > 0 else -math.inf


def finite(value: Any) -> float | None:
    """`number(value)` if that is a finite number, else None."""
    known = number(value)
    return known if known is not None and math.isfinite(known) else None


def positive(value: Any) -> float | None:
    """`number(value)` if a logarithmic axis has a place for it, else None."""
    known = finite(value)
    return known if known is not None and 1 / LARGEST < known < LARGEST else None


def ratio(above: Any, below: Any) -> float | None:
    """One positive number over another, or None."""
    top, bottom = positive(above), positive(below)
    return top / bottom if top and bottom else None


def shown(value: Any, digits: int = 3, *, side: Side = "") -> str:
    """`value` in print.

    Parameters
    ----------
    value : int, float, str or None
        Texts that are no numbers, and exact fractions, are left as they are.
    digits : int
        Significant digits of a float.
    side : {"down", "up", ""}
        Where a limit is rounded to, so that it stays one: a lower one down, an upper one up.

    Returns
    -------
    text : str
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        words = {"inf": "∞", "-inf": MINUS + "∞", "nan": "undefined"}
        return words.get(value, value.replace("-", MINUS) if number(value) is not None else value)
    if isinstance(value, int):
        return _whole(value)
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return "undefined" if math.isnan(value) else "∞" if value > 0 else MINUS + "∞"
    value = _towards(value, digits, side)
    if value == int(value) and abs(value) < 1e6:
        return _whole(int(value))
    if value and not 1e-3 <= abs(value) < 1e6:
        return _scientific(value, digits)
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:,.{places}f}".replace("-", MINUS)


def exact(value: Any) -> str:
    """A number that somebody chose, such as a parameter's value: as short as it is, six digits at most."""
    known = number(value)
    if isinstance(value, str) and len(value) > LONGEST:
        return (
            value
            if known is None
            else f"≈ {_scientific(known, 6) if abs(known) < 1e-4 else f'{known:.6g}'}".replace("-", MINUS)
        )
    if known is None or not math.isfinite(known) or isinstance(value, int) or "/" in str(value):
        return shown(value)
    if known and not 1e-4 <= abs(known) < 1e7:
        return _scientific(known, 6)
    text = f"{known:,.6g}" if abs(known) < 1e6 else f"{known:,.0f}"
    return _whole(int(known)) if known == int(known) else text.replace("-", MINUS)


def decimals(value: Any, places: int = 2, *, side: Side = "") -> str:
    """With a fixed number of decimals, for columns of numbers of one size."""
    known = finite(value)
    if known is None or abs(known) >= 1e6:
        return shown(value, side=side)
    if side:
        known = float(Decimal(repr(known)).quantize(Decimal(1).scaleb(-places), ROUNDING[side]))
    return f"{known:,.{places}f}".replace("-", MINUS)


def span(low: Any, high: Any, written: Written = shown) -> str:
    """An interval, its ends rounded outwards: ``0.49 to 0.54``."""
    return "–" if low is None and high is None else f"{written(low, side='down')} to {written(high, side='up')}"


def percent(value: Any, *, side: Side = "") -> str:
    """A share in per cent, without a false zero."""
    share = finite(value)
    if share is None:
        return "–"
    return "0 %" if share == 0 else f"{shown(float(100 * Decimal(repr(share))), 2, side=side)} %"


def times(value: Any) -> str:
    """A ratio: ``×12``."""
    return "–" if number(value) is None else "×" + shown(number(value), 2)


def _towards(value: float, digits: int, side: Side) -> float:
    """`value` at `digits` digits, whole numbers below a million kept, rounded to its side."""
    if not side or not value:
        return value
    written = Decimal(repr(value))
    place = written.adjusted() - digits + 1
    place = min(place, 0) if 1e-3 <= abs(value) < 1e6 else place
    return float(written.quantize(Decimal(1).scaleb(place), ROUNDING[side]))


def _whole(value: int) -> str:
    if abs(value) >= 10**7:
        return _scientific(Decimal(value), 3)
    return f"{value:,}".replace("-", MINUS)


def _scientific(value: float | Decimal, digits: int) -> str:
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    power = "10" + str(int(exponent)).translate(RAISED)
    text = power if mantissa == "1" else f"{mantissa}×{power}"
    return text.replace("-", MINUS)


# Outcomes in the words and marks that every output uses.

WORDS = {
    "PROVED": "Proved",
    "SUPPORTED": "Supported",
    "UNDECIDED": "Undecided",
    "ASSUMED": "Cited",
    "REFUTED": "Refuted",
    "HOLDS": "Holds",
    "HOLDS_REPAIRED": "Holds, repaired",
    "CONDITIONAL": "Conditional",
    "NOTHING_TO_CHECK": "Nothing to check",
    "FORM": "Proved in another form",
    "REWRITING": "Rewriting",
    "RESTATED": "Assumption restated",
}
MARKS = {  # readable without colour
    "PROVED": "✓",
    "SUPPORTED": "◐",
    "UNDECIDED": "?",
    "ASSUMED": "→",
    "REFUTED": "✗",
    "HOLDS": "✓",
    "HOLDS_REPAIRED": "✓",
    "CONDITIONAL": "!",
    "NOTHING_TO_CHECK": "–",
    "FORM": "✓",
    "REWRITING": "=",
    "RESTATED": "→",
}
SEVERITIES = ("NONE", "MISPRINT", "PROOF", "READING", "RANGE", "CONDITION", "RATE", "EMPTY", "FALSE", "OPEN")
CHANGES = {  # what a reader of the page has to change
    "NONE": "nothing",
    "MISPRINT": "a symbol",
    "PROOF": "a step of the proof",
    "READING": "the wording",
    "RANGE": "the range",
    "CONDITION": "a constant, a radius or an assumption",
    "RATE": "the rate in some parameter",
    "EMPTY": "everything: it is vacuous",
    "FALSE": "the statement",
    "OPEN": "not known",
}
TAGS = {  # what a finding is about
    "INFORMATIVE": "informative", "VACUOUS": "vacuous", "TIGHT": "tight", "LOOSE": "loose", "GROWS": "outgrows",
    "TRANSIENT": "steeper here", "TOOTHLESS": "weak test", "SEPARATED": "apart", "CONSTANT": "constant",
    "EVALUATED": "computed", "UNCLEAR": "unclear",
}  # fmt: skip
METHODS = {  # engines by the names that records have, where these say little by themselves
    "certified point": "exact evaluation at a point",
    "normal form, signs": "normal forms of both sides, signs of terms",
    "its hypotheses": "it is one of the assumptions",
    "by proved lines": "a proved counterexample",
    "drawn in the instance": "simulation of it",
}
LOOKS = {  # how much it stands out
    "NONE": "sound", "MISPRINT": "slight", "PROOF": "slight", "READING": "worth", "RANGE": "worth",
    "CONDITION": "grave", "RATE": "grave", "EMPTY": "gravest", "FALSE": "gravest", "OPEN": "open",
}  # fmt: skip
WORST_FIRST = ("FALSE", "EMPTY", "RATE", "CONDITION", "OPEN", "RANGE", "READING", "PROOF", "MISPRINT", "NONE")
MEANINGS = {
    "HOLDS": "each part of it is proved on its whole domain, as displayed",
    "HOLDS_REPAIRED": "the result stands after a symbol, its proof, its wording or its range is mended",
    "SUPPORTED": "nothing contradicts it; that the checked lines give it was read, not checked, or a line is missing",
    "CONDITIONAL": "it rests on a result that is false as printed, and reads otherwise with that repaired",
    "UNDECIDED": "neither shown nor refuted",
    "NOTHING_TO_CHECK": "the page asserts nothing that can be checked",
    "REFUTED": "the printed statement is false; the report holds the witness",
}


def shown_outcome(settled: Step | Repair) -> str:
    """The badge of a line: what is shown is called proved only where that was proved, and something was left to prove."""
    if settled.outcome != "PROVED":
        return settled.outcome
    mark = settled.mark if isinstance(settled, Step) else ""
    return {"rewriting": "REWRITING", "restated": "RESTATED"}.get(mark) or ("FORM" if settled.differs else "PROVED")


def shown_word(settled: Step | Repair) -> str:
    """The word of that badge, with how the formula lies to the display where that is known."""
    found = shown_outcome(settled)
    return f"Proved: {settled.form}" if found == "FORM" and isinstance(settled, Step) and settled.form else WORDS[found]


def engines(method: str) -> str:
    """What settled a line or a part, in words."""
    said = method.replace("+", ", ")
    for name, told in METHODS.items():
        said = said.replace(name, told)
    return said


def excluded(part: Part) -> bool:
    """Whether an instance excludes every constant of a part: it has no explicit version, and what was drawn is none."""
    constant = constant_of(part)
    return part.outcome == "REFUTED" and constant is not None and constant.settled == "excluded"


def rested(rest: RestsOn) -> str:
    """How a result fared that another one rests on, and what has to be changed in it."""
    changes = "" if rest.severity == "NONE" else f"; to be changed: {CHANGES[rest.severity]}"
    return f"{WORDS[rest.outcome].lower()}{changes}"


def headline_word(record: Record) -> str:
    """The word of a headline; what asserts no theorem is well defined or consistent."""
    found = record.headline.outcome
    said = adjective(record.kind)
    if said and found in ("HOLDS", "HOLDS_REPAIRED"):
        return said.capitalize() + (", repaired" if found == "HOLDS_REPAIRED" else "")
    return WORDS[found]


def named_constant(constant: Constant) -> str:
    """The constant that is quoted, and where it serves if not everywhere; empty where there is none."""
    if constant.by is not None and constant.by.how == "refuted":
        return f"none, {phrases.exact(constant.by.constant)} is refuted"
    kept = samples.reserve(constant.by) if constant.by is not None else ""
    quoted = phrases.exact(constant.explicit or "")
    return f"{quoted} ({kept})" if constant.explicit and kept else quoted


def informs(vacuity: Vacuity) -> str:
    """The sizes at which a bound informs, in a sentence."""
    ends: Any = {"start": vacuity.says_something_from, "inside": vacuity.intervals, "undecided": vacuity.undecided}
    return phrase(Informative(at=vacuity.at, raised=vacuity.raised, **ends))


def literally(record: Record) -> str:
    """What the letters of the page give, where another reading carries the headline."""
    return headlines.literally(record)


def news_in_words(news: News) -> str:
    """What is better than printed, and what it earns."""
    return f"{news.text} ({'derived from the assumptions' if news.derived else WORDS[news.outcome].lower()})"


def severity_in_words(record: Record) -> str:
    """How much it matters, for a line: ``proof: change a step of the proof``; empty where nothing is to be changed."""
    name = record.headline.severity
    if name in ("NONE", "OPEN"):
        return "" if name == "NONE" else "open"
    return f"{name.lower()}: change {CHANGES[name]}"


def weight(record: Record) -> int:
    """Place of a record where the gravest comes first."""
    return WORST_FIRST.index(record.headline.severity)


def version(name: str) -> str:
    """The name of a version of a statement in plain words."""
    return name.replace("_", " ").replace("mended", "repaired")


def setting(name: str) -> str:
    """The name of a simulated setting in plain words: where the bound is far below the trivial one, it informs."""
    return name.replace("_", " ").replace("biting", "informative")


def found_at(paper: Paper) -> str:
    """Where a paper is kept; empty if the name of its venue says so."""
    return "" if paper.ref in paper.venue else paper.ref


# For which sample sizes a bound says something, in few words.


def from_one_on(vacuity: Vacuity) -> float | None:
    """The size from which on the bound is below the trivial one, where it is so from one on and nowhere below."""
    return finite(vacuity.says_something_from)


def nowhere(vacuity: Vacuity) -> bool:
    """Whether it is decided for every size that was looked at, and at none the bound says anything."""
    return from_one_on(vacuity) is None and not vacuity.intervals and not vacuity.undecided


def sizes(vacuity: Vacuity, digits: int = 2) -> str:
    """The stretches of sizes at which the bound says something, and those of which it is not known; rounded inwards."""
    told = []
    for low, high in vacuity.intervals:
        ends = (shown(float(low), digits, side="up"), shown(float(high), digits, side="down"))
        told.append(ends[0] if low == high else " to ".join(ends))
    words = [f"n = {', '.join(told)}"] if told else []
    if vacuity.undecided:
        words.append("not decided elsewhere" if told else "not decided")
    return "; ".join(words)
