"""Writes docs/api.md from the docstrings: ``python docs/generate_api.py`` (``--check`` only says whether it is up to date)."""

from __future__ import annotations

import dataclasses
import enum
import importlib
import inspect
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("api.md")

# What a user of the library touches, in the order in which they meet it.
MODULES = {
    "boundcheck": ("check", "Checked", "bound", "plan"),
    "boundcheck.testing": ("assert_holds",),
    "boundcheck.claims": None,
    "boundcheck.verdict": None,
    "boundcheck.symbolic": (
        "sigmoid",
        "bernoulli_kl",
        "total_variation",
        "Inner",
        "Norm",
        "vectors",
        "ones",
        "loewner",
        "definite",
    ),
    "boundcheck.planning": (
        "quote",
        "Quote",
        "Term",
        "plan",
        "Answer",
        "measured",
        "Measured",
        "direction",
        "Direction",
    ),
    "boundcheck.loading.registry": ("ids", "resolve", "load", "load_file"),
    "boundcheck.record": ("RecordError", "digest", "dumps", "plain", "read"),
    "boundcheck.minimax": None,
    "boundcheck.privacy": None,
    "boundcheck.prove": ("prove", "replay", "Proved", "Refuted", "Unknown"),
}

HEAD = """\
# API

Written from the docstrings by `docs/generate_api.py`; do not edit it by hand. The words of a claim file are those of
[`boundcheck.claims`](#boundcheckclaims).
"""


def page() -> str:
    """The whole page."""
    blocks = [HEAD]
    for name, chosen in MODULES.items():
        module = importlib.import_module(name)
        blocks.append(f"## `{name}`\n\n{_text(module).splitlines()[0]}\n")
        for word in chosen or sorted(module.__all__, key=str.lower):
            blocks += entry(word, getattr(module, word))
    return "\n".join(blocks)


def entry(name: str, thing: Any) -> list[str]:
    """A function or class: its signature and its docstring, then its public methods."""
    if not callable(thing):
        return [f"### `{name}`\n\nA {type(thing).__name__}.\n"]
    blocks = [f"### `{name}`\n\n```text\n{signature(name, thing)}\n```\n\n{body(_text(thing))}\n"]
    if inspect.isclass(thing):
        for method, found in sorted(vars(thing).items()):
            inner = getattr(found, "__func__", found)
            if method.startswith("_") or not (inspect.isfunction(inner) or isinstance(found, property)):
                continue
            call = method if isinstance(found, property) else signature(method, inner)
            blocks.append(f"* `{name}.{call}`: {_text(found).splitlines()[0]}")
        if len(blocks) > 1:
            blocks.append("")
    return blocks


def signature(name: str, thing: Any) -> str:
    """One line, or one parameter a line where that is too long."""
    if inspect.isclass(thing) and issubclass(thing, enum.Enum):
        return " | ".join(f"{name}.{member.name}" for member in thing)
    if dataclasses.is_dataclass(thing):
        words = [field.name + default(field) for field in dataclasses.fields(thing)]
    else:
        try:
            parameters = inspect.signature(thing).parameters.values()
        except (TypeError, ValueError):
            return name
        bare = [p.replace(annotation=p.empty) for p in parameters if p.name not in ("self", "cls")]
        words = str(inspect.Signature(bare))[1:-1].split(", ") if bare else []
    line = f"{name}({', '.join(words)})"
    return line if len(line) <= 110 else f"{name}(\n    " + ",\n    ".join(words) + ",\n)"


def default(field: dataclasses.Field) -> str:
    """What stands for a field that is left out."""
    if field.default is not dataclasses.MISSING:
        shown = repr(field.default)
        return f"={shown}" if len(shown) < 40 else "=..."
    return "=..." if field.default_factory is not dataclasses.MISSING else ""


def body(text: str) -> str:
    """A numpydoc docstring as Markdown: sections become bold words, their entries lists."""
    lines, made, section = text.splitlines(), [], ""
    place = 0
    while place < len(lines):
        line = lines[place]
        after = lines[place + 1] if place + 1 < len(lines) else ""
        if line and set(after) == {"-"} and len(after) >= 3:
            section = line
            made += ["", f"**{line}**", ""]
            place += 2
            continue
        if section == "Examples":
            made.append(f"    {line}" if line else "")
        elif section and line and not line.startswith(" "):
            name, colon, kind = line.partition(" : ")
            made.append(f"* `{name}`: {kind}" if colon else f"* `{line}`" if " " not in line else line)
        elif section and line.startswith("    "):
            made.append(f"  {line.strip()}")
        else:
            made.append(line)
        place += 1
    return "\n".join(made).strip()


def _text(thing: Any) -> str:
    return inspect.getdoc(thing) or "(no words yet)"


def main(arguments: list[str]) -> int:
    """Write the page, or compare it."""
    made = page()
    if "--check" in arguments:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
