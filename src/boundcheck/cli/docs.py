"""``boundcheck docs``: the pages of the documentation, which an installed wheel has too, and where a word stands in them."""

from __future__ import annotations

import argparse
import difflib
import sysconfig
from collections.abc import Mapping
from pathlib import Path

import boundcheck
from boundcheck.cli.options import UsageError
from boundcheck.cli.output import console_of, until_closed

HOMES = (  # of a checkout, and of a wheel
    Path(boundcheck.__file__).parents[2] / "docs",
    Path(sysconfig.get_path("data")) / "share" / "boundcheck" / "docs",
)
LEFT_OUT = ("README", "index")
MOST = 40  # lines with a word


def main(options: argparse.Namespace) -> int:
    """Print the list of pages, one of them, or the lines with a word."""
    known = pages()
    if not known:
        raise UsageError("the pages of the documentation are not installed here; they stand in docs/ of the repository")
    word = options.page
    with until_closed():
        if word is None:
            wide = max(map(len, known))
            for name, path in known.items():
                print(f"{name:{wide}}  {title(path)}")
        elif word in known:
            _print(known[word])
        else:
            found = [f"{name}: {line}" for name, path in known.items() for line in lines_with(word, path)]
            if not found:
                near = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
                raise UsageError(f"no page and no line has {word!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
            print("\n".join(found[:MOST]))
            if len(found) > MOST:
                print(f"... and {len(found) - MOST} more")
    return 0


def pages() -> Mapping[str, Path]:
    """The pages by name, shapes by that of their shape."""
    home = next((home for home in HOMES if (home / "tutorial.md").is_file()), None)
    found = sorted(home.rglob("*.md"), key=lambda path: (path.parent != home, path.stem)) if home is not None else []
    return {path.stem: path for path in found if path.stem not in LEFT_OUT}


def title(path: Path) -> str:
    """The first heading of a page."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.lstrip("# ") for line in lines if line.startswith("# ")), path.stem)


def lines_with(word: str, path: Path) -> list[str]:
    """The lines of a page with a word, in whatever case."""
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if word.lower() in line.lower()]


def _print(path: Path) -> None:
    """A page: laid out for a terminal, as it is for whatever reads it elsewhere."""
    console = console_of()
    text = path.read_text(encoding="utf-8")
    if not console.is_terminal:
        print(text, end="")
        return
    from rich.markdown import Markdown

    console.print(Markdown(text))
