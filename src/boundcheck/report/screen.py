"""The verdict in a terminal: parts, slack, false steps, false lines, and last the sentence and what has to change."""

import io
from collections.abc import Mapping
from typing import Any

from boundcheck.report.page.chance import chance
from boundcheck.report.screen_parts import parts, slack
from boundcheck.report.screen_steps import faulty, sound, steps
from boundcheck.report.terminal import SHADES, SIGNS, STYLES
from boundcheck.report.text.letters import letters
from boundcheck.report.text.numbers import finite
from boundcheck.report.text.prose import opened, prose, sentence
from boundcheck.report.text.words import CHANGES, LOOKS, MARKS, headline_word, literally
from boundcheck.report.text.words import news_in_words as better


def summary(record: Mapping, console: Any, *, report: Any = None, every: bool = False) -> None:
    """Print what a reviewer needs before opening the report; the verdict, and what has to change, come last.

    Parameters
    ----------
    record : mapping
    console : rich.console.Console
    report : str or Path, optional
        Where the PDF is.
    every : bool
        All steps, the sound ones too.
    """
    from rich.text import Text

    if not console.encoding.lower().startswith("utf"):
        return _transliterated(record, console, report, every)
    known = letters(record)
    name = str(record.get("printed") or record["claim"])
    if record.get("title"):
        console.print(Text.assemble((name, "bold"), f"  {prose(record['title'], known)}"))
    for table in (parts(record), slack(record), steps(record, every=every)):
        if table is not None:
            console.print(table)
            console.print()
    if sound(record) and not every:
        console.print(Text(sound(record), style="dim"))
    beside(record, console)
    for line in faulty(record, known):
        console.print(line)
    verdict(record, console, name)
    if report:
        console.print(Text.assemble("Report: ", (str(report), "bold")), soft_wrap=True)


def verdict(record: Mapping, console: Any, name: str) -> None:
    """The headline: word, sentence, what the letters say, what is better than printed, what has to change."""
    from rich.text import Text

    headline, known = record["headline"], letters(record)
    found, shade = headline["outcome"], SHADES[LOOKS[headline["severity"]]]
    style = STYLES[found] if found in ("SUPPORTED", "NOTHING_TO_CHECK") else shade
    first = Text.assemble((f"{name}  ", "bold"), (f"{MARKS[found]} {headline_word(record)}", style))
    seconds = finite(record.get("elapsed_seconds"))
    if seconds is not None:
        first.append(f"  in {seconds:,.0f} s" if seconds >= 1 else "  in under a second", style="dim")
    console.print(first)
    console.print(Text(opened(headline.get("text"), name, known)))
    if literally(record):
        console.print(Text(f"Read literally: {prose(literally(record), known)}", style="dim"))
    for news in headline.get("news") or ():
        console.print(Text(f"Beyond the page: {prose(better(news), known)}.", style="green"))
    if headline["severity"] != "NONE":
        told = (f"{CHANGES[headline['severity']]}.", shade.removeprefix("bold "))
        console.print(Text.assemble(("What has to change: ", "bold"), told))


def _transliterated(record: Mapping, console: Any, report: Any, every: bool) -> None:
    """The same on a terminal that lacks the signs, in those it has."""
    from rich.console import Console

    page = io.StringIO()
    summary(record, Console(file=page, width=console.width, color_system=None), report=report, every=every)
    said = page.getvalue().translate(SIGNS).encode(console.encoding, "replace").decode(console.encoding)
    console.file.write(said)


def beside(record: Mapping, console: Any) -> None:
    """What the run could have missed, and what is left open."""
    from rich.text import Text

    known = letters(record)
    lines = [sentence(text, known=known) for text in chance(record)]
    if record.get("not_covered"):
        lines.append(f"Not covered: {'; '.join(str(x).rstrip('.') for x in record['not_covered'])}.")
    for line in filter(None, lines):
        console.print(Text(prose(line, known), style="dim"))
    if record.get("steps") or any(lines):
        console.print()
