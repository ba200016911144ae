"""What a part puts to the test, in formulas: the bound with its constants beside the printed rate, or the law."""

from collections.abc import Mapping
from typing import Any

from boundcheck.claims.shape import sides_of
from boundcheck.report.page.paragraphs import code
from boundcheck.report.text.formula import formula, objection
from boundcheck.report.text.numbers import shown
from boundcheck.report.text.words import excluded

LONGEST = 900  # characters of plain text, some six lines of a display; what is longer is set small, and breaks anywhere


def tested(name: str, part: Mapping) -> list[dict]:
    """A line for each formula of a part; nothing for records that do not hold them."""
    bounds, at = part.get("bounds"), f"parts[{name}]"
    rows: list[list[Any]] = []
    if isinstance(bounds, Mapping):
        if excluded(part):  # its explicit side is that of another reading
            bounds = {key: side for key, side in bounds.items() if key != "explicit"}
        same = bounds.get("explicit") == bounds.get("printed")
        sides = sides_of(str(part.get("shape") or ""))
        twice = [side.name for side in sides if side.name in ("explicit", "printed")][1:] if same else []
        for side in sides:
            made = None if side.name in twice else line(bounds.get(side.name), side.relation, f"{at}.bounds.{side.name}")
            rows += [[side.words, made]] if made else []
    if isinstance(compared := part.get("relation"), Mapping):
        for key, words in (("compared", "Tested"), ("given", "Given")):
            made = line(compared.get(key), "", f"{at}.relation.{key}")
            rows += [[words, made]] if made else []
    rows += law(part.get("mechanism"), at)
    return [{"kind": "formulas", "rows": rows}] if rows else []


def law(mechanism: Any, at: str) -> list[list[Any]]:
    """Of a mechanism: its two numbers, its size, and its law where the record holds it."""
    if not isinstance(mechanism, Mapping):
        return []
    at = f"{at}.mechanism"
    rows: list[list[Any]] = []
    numbers = [mechanism[key] for key in ("epsilon", "delta") if isinstance(mechanism.get(key), Mapping)]
    if len(numbers) == 2:
        level = {key: f"({', '.join(str(side.get(key) or '') for side in numbers)})" for key in ("typst", "alt")}
        rows.append(["Tested: private at", line(level, "", f"{at}.epsilon")])
    sizes = [
        f"{shown(mechanism[key])} {key if mechanism[key] != 1 else key[:-1]}"
        for key in ("inputs", "outputs")
        if mechanism.get(key)
    ]
    rows += [["Mechanism", ", ".join(sizes)]] if sizes else []
    for row in mechanism.get("law") or []:
        sides = row.get("probabilities") or []
        whole = {key: ", ".join(str(side.get(key) or "") for side in sides) for key in ("typst", "alt")}
        whole["typst"] = whole["typst"].replace(", ", ", quad ") if all(s.get("typst") for s in sides) else ""
        set_ = line(whole, "", f"{at}.law")
        rows += [[f"Law of input {shown(str(row.get('input')))}", set_]] if set_ else []
    given = line(mechanism.get("given"), "", f"{at}.given")
    return rows + ([["Given", given]] if given else [])


def line(side: Any, relation: str, at: str) -> dict | None:
    """A formula with its plain text, which takes its place where it is too long or cannot be set."""
    if not isinstance(side, Mapping) or not (side.get("alt") or side.get("typst")):
        return None
    alt = f"{relation} {side.get('alt') or side['typst']}".strip()
    source = side.get("typst")
    if not source or len(alt) > LONGEST or objection(source):
        return code(alt)
    *words, sign = relation.split() or [""]
    spoken = f'"{" ".join(words)}" {sign} ' if words else ""
    made = formula({"typst": spoken + source, "alt": alt}, at, tall=True)
    return made | {"plain": code(alt)} if made else code(alt)
