"""Boilerplate stays small: few lines of the papers occur in many of their modules."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

import boundcheck.papers
from boundcheck.loading.registry import title

MODULES, SHARE = 10, 0.20


def repeated(sources):
    """The share of the non-blank lines that occur in `MODULES` modules or more; `sources` maps a name to its text."""
    count, where = Counter(), defaultdict(set)
    for name, text in sources.items():
        for line in filter(None, map(str.strip, text.splitlines())):
            count[line] += 1
            where[line].add(name)
    return sum(count[line] for line, names in where.items() if len(names) >= MODULES) / count.total()


def test_claim_files_share_few_lines():
    root = Path(boundcheck.papers.__file__).parent
    assert repeated({path: path.read_text() for path in root.rglob("*.py")}) < SHARE


def test_the_measure_sees_boilerplate():
    assert repeated({str(k): f"import sympy\nx{k}\ny{k}\nz{k}\n" for k in range(10)}) == 0.25
    assert repeated({str(k): f"import sympy\nx{k}\n" for k in range(9)}) == 0


def typed_title(source):
    """The ``title=`` of a claim's module, and what its docstring gives without it."""
    module = ast.parse(source)
    keywords = [k for node in ast.walk(module) if isinstance(node, ast.Call) for k in node.keywords if k.arg == "title"]
    typed = [k.value.value for k in keywords if isinstance(k.value, ast.Constant)]
    return next(iter(typed), ""), title(ast.get_docstring(module))


def test_no_title_is_typed_that_the_docstring_gives():
    root = Path(boundcheck.papers.__file__).parent
    for path in root.glob("*/[a-z]*.py"):
        typed, derived = typed_title(path.read_text())
        assert not typed or typed[0].islower(), f"{path}: {typed!r} belongs in the docstring, which says {derived!r}"


def test_a_typed_title_is_seen():
    assert typed_title('"""Lemma 1: a bound."""\nCLAIM = Claim(title="A bound")') == ("A bound", "A bound")


def plain_prints(source, declared=()):
    """Letters that are said to be printed as they are called, which every letter is unless it is said otherwise."""
    for node in ast.walk(ast.parse(source)):
        named = node.value if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LETTERS" else None
        named = node.value if isinstance(node, ast.keyword) and node.arg == "letters" else named
        tables = [part for part in ast.walk(named) if isinstance(part, ast.Dict)] if named is not None else []
        for key, shown in ((key, shown) for table in tables for key, shown in zip(table.keys, table.values, strict=True)):
            if isinstance(key, ast.Constant) and isinstance(shown, ast.Constant) and key.value == shown.value:
                yield from () if key.value in declared or len(key.value) > 1 else (key.value,)


def test_no_print_is_typed_that_the_name_gives():
    root = Path(boundcheck.papers.__file__).parent
    for paper in ("aup", "kl", "reward", "square", "unified"):
        declared = {row.split(" :=")[0] for row in (root / paper / "notation.py").read_text().split("Letter(")}
        for path in (root / paper).rglob("*.py"):
            found = [name for name in plain_prints(path.read_text(), declared) if "lemma_4.CLAIM.letters" not in path.read_text()]
            assert found == [], path


def test_a_typed_print_is_seen():
    assert list(plain_prints('CLAIM = Claim(letters=LETTERS | {"p": "p", "q": "pi", "d": "d"})', {"d"})) == ["p"]
    assert list(plain_prints('LETTERS = {"p": "p"}')) == ["p"]


def typed_grids(source):
    """The values of sweeps and separations that are typed, where a letter would say them."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in calls:
        name, given = ast.unparse(call.func), {keyword.arg for keyword in call.keywords}
        paired = name != "Ranking" and {"moves", "values"} <= given  # who is best is said value by value
        if name == "Sweep" or paired or (name.endswith(".sweep") and "values" in given):
            yield ast.unparse(call)


def test_what_is_moved_says_itself_where():
    root = Path(boundcheck.papers.__file__).parent
    assert [f"{path}: {typed}" for path in root.rglob("*.py") for typed in typed_grids(path.read_text())] == []


def test_a_typed_grid_is_seen():
    assert list(typed_grids('Sweep("n", "n", (10, 20), n, "large", run, {})'))
    assert list(typed_grids('Separation(moves="n", values=(10, 20))'))
    assert list(typed_grids("LETTERS.sweep(n, run, {}, values=(10, 20))"))
    assert not list(typed_grids("LETTERS.sweep(n, run, {}, over=(10, 20))"))
