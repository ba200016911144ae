"""What to write instead of code that Python, NumPy or SymPy has refused."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Mapping
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.loading.complaint import near

# The words of SymPy in which statements are written.
LANGUAGE = (
    "Abs And E Eq Ge Gt Integer Le Lt Max Min Ne Rational Sum Symbol cosh coth exp log oo pi sinh sqrt symbols tanh"
).split()
_COMPARED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_MODULES = ("boundcheck", "boundcheck.claims", "boundcheck.symbolic", "math", "numpy", "scipy", "sympy")
FORMER = {("Step", "reduction"): "because", ("Step", "note"): "because", ("Repair", "note"): "words"}  # entries renamed


def way_out(error: BaseException, said: str, names: Mapping[str, Any], code: ast.AST | None) -> str:
    """What to write instead.

    Parameters
    ----------
    error : BaseException
    said : str
        Its text.
    names : mapping
        What the file has defined.
    code : ast node, optional
        The piece of the file that failed.
    """
    if isinstance(error, MemoryError):
        return "an array is too large; compute fewer numbers at a time, or choose a smaller point"
    if isinstance(error, NameError):
        return _name(error.name or "it", names)
    if isinstance(error, KeyError) and "rng" in names:
        return f"a function of a simulation receives the point; give the regime's point the entry {said}"
    if isinstance(error, ImportError):
        return _import(error, said)
    if isinstance(error, AttributeError) and error.obj is not None:
        return meant_of(error.name or "", dir(error.obj)) or "mend the line and run again"
    if isinstance(error, TypeError) or "to unpack" in said:
        return _type(said, code)
    if "is not understood" in said:
        return "bounds are written with exp, log, sqrt, Abs, Min, Max, sinh, cosh, tanh and sigmoid"
    if "0.1" in said or "float" in said.lower():
        return "write exact numbers, Rational(1, 10) for 0.1"
    return "mend the line and run again"


def in_words(error: BaseException, said: str) -> str:
    """The error's kind and text; a wrong type is told without Python's words for it."""
    if not isinstance(error, TypeError):
        return f"{type(error).__name__}: {said}"
    if found := re.match(r"(\w+)(?:\.__init__|\.(\w+))?\(\) missing \d+ required [\w-]+ arguments?: (.*)", said):
        return f"{found[1]}{'.' + found[2] if found[2] else ''}() lacks {found[3]}"
    if found := re.match(r"(\w+)\.__init__\(\) takes .*?(\d+) positional arguments? but (\d+) were given", said):
        return f"{found[1]} takes {int(found[2]) - 1} entries at most, and was given {int(found[3]) - 1}"
    if found := re.match(r"(\w+)\.__init__\(\) got an unexpected keyword argument '(\w+)'", said):
        return f"{found[1]} has no entry {found[2]!r}"
    return f"values of a wrong kind: {said}"


def meant_of(name: str, known: Any) -> str:
    """ "did you mean ...?" or nothing."""
    close = near(name, known)
    return f"did you mean {close!r}?" if close else ""


def _name(name: str, names: Mapping[str, Any]) -> str:
    for home, module, known in (("boundcheck.claims", claims, claims.__all__), ("sympy", sympy, LANGUAGE)):
        if name in known or (hasattr(module, name) and not name.startswith("_")):
            return f"write 'from {home} import {name}' above"
    letter = f"define {name} above, as symbols({name!r}, real=True)"
    if "rng" in names:  # in a simulation
        letter = f"a function of a simulation receives the point: def errors(rng, repeats, *, {name}, **point)"
    if len(name) < 3:
        return letter
    here = near(name, [word for word in names if not word.startswith("_")])
    if here:
        return f"did you mean {here!r}?"
    for home, known in (("sympy", LANGUAGE), ("boundcheck.claims", claims.__all__)):
        if close := near(name, known):
            return f"did you mean {close!r}? Write 'from {home} import {close}' above; or {letter}"
    return letter


def _import(error: ImportError, said: str) -> str:
    found = re.search(r"cannot import name '(\w+)'", said)
    if found and found[1] in claims.__all__:
        return f"write 'from boundcheck.claims import {found[1]}'"
    module = sys.modules.get(error.name or "")
    if found and module is not None:
        close = meant_of(found[1], [word for word in dir(module) if not word.startswith("_")])
    else:
        close = meant_of(error.name or "", _MODULES)
    missing = (error.name or "").partition(".")[0]
    if not close and isinstance(error, ModuleNotFoundError) and missing not in ("", "boundcheck"):
        return f"install {missing!r} in the environment in which boundcheck runs, or leave the import out"
    usual = "'from boundcheck.claims import Claim, Inequality, Step' is how the words are imported"
    return close or usual


def _type(said: str, code: ast.AST | None) -> str:
    found = re.match(r"(?:type object )?'?(\w+)(?:\.(\w+))?\(\) ", said)
    word = getattr(claims, found[1], None) if found else None
    if found and inspect.isclass(word):
        return _call(word, found[2], said, code)
    if "truth value" in said:
        return _truth(code)
    called = ast.unparse(code.func) if isinstance(code, ast.Call) else ""
    if "of type Fraction" in said:
        return f"instances are also computed in fractions, with + - * / alone; square what has a root ({called})"
    if "to float" in said or "loop of ufunc" in said or called.startswith(("math.", "np.", "numpy.")):
        name = called.rpartition(".")[2] or "log"
        name = {"abs": "Abs", "fabs": "Abs", "maximum": "Max", "minimum": "Min"}.get(name, name)
        plain = f"with sympy's {name}: from sympy import {name}" if hasattr(sympy, name) else "in SymPy's functions"
        return f"{called or 'this function'} computes with numbers, a statement is written in symbols; write it {plain}"
    if "unpack" in said:
        return "there are as many letters as names, as in x, y = symbols('x y', real=True)"
    if "not callable" in said:
        return f"a product needs its star: {called or 'x'}*(...)"
    if "for ^" in said:
        return "powers are written with **, as x**2"
    if "dtype" in said:
        return "this line mixes arrays with text, symbols or None; compute with numbers alone"
    if "float" in said.lower():
        return "write exact numbers, Rational(1, 10) for 0.1"
    return "mend the line and run again"


def _call(word: type, method: str | None, said: str, code: ast.AST | None) -> str:
    """A word of ours that was called in vain."""
    function = word if method in (None, "__init__") else getattr(word, method or "", word)
    fields = [name for name, p in inspect.signature(function).parameters.items() if p.kind is not p.VAR_KEYWORD]
    if function is not word:
        fields += [
            n for n, p in inspect.signature(word).parameters.items() if p.default is not p.empty and n not in fields
        ]
    first = code.args[0] if isinstance(code, ast.Call) and code.args else None
    if isinstance(first, ast.Compare) and len(first.ops) == 1 and "lhs" in fields:
        sides = [ast.unparse(side) for side in (first.left, first.comparators[0])]
        if isinstance(first.ops[0], ast.Gt | ast.GtE):
            sides.reverse()
        strict = ", strict=True" if isinstance(first.ops[0], ast.Lt | ast.Gt) else ""
        return f"SymPy may evaluate a comparison, so the sides stand apart: {word.__name__}({', '.join(sides)}{strict})"
    unknown = re.search(r"unexpected keyword argument '(\w+)'", said)
    given = [keyword.arg for keyword in code.keywords if keyword.arg] if isinstance(code, ast.Call) else []
    free = [field for field in fields if field not in given]
    wrong = [unknown[1]] if unknown else [name for name in given if name not in fields]
    close = next((f"{meant_of(name, free)} " for name in wrong if near(name, free)), "")
    if unknown and (now := FORMER.get((word.__name__, unknown[1]))):
        close = f"it is called {now!r} now. "
    if close and not unknown:  # Python complains of what is missing first
        close = f"it was given {next(name for name in wrong if near(name, free))!r}, {close}"
    call = word.__name__ if function is word else f"{word.__name__}.{method}"
    return f"{close}{'Write' if close else 'write'} {call}({', '.join(fields)}), the last ones if you need them"


def _truth(code: ast.AST | None) -> str:
    """Symbols where Python wanted to know whether something is true."""
    if isinstance(code, ast.Compare) and len(code.ops) > 1 and all(type(op) in _COMPARED for op in code.ops):
        operands = [ast.unparse(side) for side in (code.left, *code.comparators)]
        signs = [_COMPARED[type(op)] for op in code.ops]
        parts = [f"{low} {sign} {high}" for low, sign, high in zip(operands, signs, operands[1:], strict=False)]
        return f"write each condition by itself: ({', '.join(parts)})"
    if isinstance(code, ast.BoolOp) and isinstance(code.op, ast.And):
        return f"write each condition by itself: ({', '.join(map(ast.unparse, code.values))})"
    called = ast.unparse(code.func) if isinstance(code, ast.Call) else ""
    if called in ("max", "min", "np.maximum", "np.minimum", "np.max", "np.min"):
        name = "Max" if "max" in called else "Min"
        inside = ", ".join(map(ast.unparse, code.args)) if isinstance(code, ast.Call) else ""
        return f"write {name}({inside}), with 'from sympy import {name}'"
    return "a comparison of symbols is neither true nor false; write conditions one by one, as (Gt(x, 0), Lt(x, 1))"
