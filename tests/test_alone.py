"""Provers, accountant and minimax bench can each be had alone: what a fresh process holds after importing and using one."""

import inspect
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import boundcheck
from boundcheck.prove import prove

DEPENDENCIES = frozenset(
    {
        "flint", "matplotlib", "mpmath", "msgspec", "numba", "numpy", "rich",
        "scipy", "sympy", "threadpoolctl", "typst", "z3",
    }
)  # fmt: skip

# Of each package: the rooms of ours beside itself, and the libraries that its import loads.
NEEDS = {
    "prove": ({"symbolic"}, {"flint", "mpmath", "numpy", "sympy", "z3"}),  # floats of NumPy propose points
    "privacy": ({"stats"}, {"flint", "numpy"}),  # intervals of audits are of `stats`
    "minimax": ({"symbolic"}, {"flint", "mpmath", "numpy", "sympy"}),  # floats of NumPy propose priors
}

# A package, what is done with it, and the libraries that this loads besides.
USES = [
    (
        "prove",
        "from sympy import exp, symbols\nfrom boundcheck import prove\nx = symbols('x')\n"
        "assert prove.replay(prove(1 + x <= exp(x)).certificate, 1 + x <= exp(x)).ok\n"
        "assert prove(exp(x) <= 1 + x).witness\n",
        set(),
    ),
    (
        "prove",  # SciPy has the error function and gamma functions in floats
        "from sympy import erf, symbols\nfrom boundcheck import prove\nx = symbols('x')\n"
        "assert prove.replay(prove(erf(x) <= 1).certificate, erf(x) <= 1).ok\n",
        {"scipy"},
    ),
    (
        "privacy",
        "from boundcheck.privacy import *\n"
        "found = epsilon_bracket(Composition(((Gaussian(2), 100),)), '1e-5', RECORD_REPLACED)\n"
        "assert 0 < found.low < found.high and found.replay()\n",
        set(),
    ),
    (
        "privacy",  # SciPy solves the Newton steps that place the bins of a sampled loss
        "from boundcheck.privacy import *\n"
        "found = epsilon_bracket(Composition(((Gaussian(2, '0.01'), 100),)), '1e-5', RECORD_REPLACED)\n"
        "assert 0 < found.low < found.high and found.replay()\n",
        {"scipy"},
    ),
    (
        "minimax",
        "from fractions import Fraction as F\nfrom boundcheck.minimax import *\n"
        "family = Family.bits((F(2, 5), F(3, 5)), 6)\n"
        "assert replay(le_cam(family, F(1, 5))).ok and replay(minimax_risk(family, zero_one(2)).below).ok\n",
        set(),
    ),
    (
        "minimax",  # SciPy proposes how many users are replaced
        "from fractions import Fraction as F\nfrom boundcheck.minimax import *\n"
        "family = Family.bits((F(2, 5), F(3, 5)), 6)\n"
        "assert replay(le_cam(family, 1, Users(F(1, 1000), F(1, 10**7), 400))).ok\n",
        {"scipy"},
    ),
]


def loaded(code):
    """Rooms of ours and third-party libraries that a fresh process holds after `code`."""
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    names = done.stdout.split()
    rooms = {name.split(".")[1] for name in names if name.startswith("boundcheck.")}
    return rooms, DEPENDENCIES & set(names)


def test_every_dependency_is_listed():
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(project["dependencies"]) + len(project["optional-dependencies"]["full"]) == len(DEPENDENCIES)


@pytest.mark.parametrize("package", NEEDS)
def test_importing_a_package_alone_loads_what_it_needs_and_nothing_else(package):
    rooms, libraries = NEEDS[package]
    assert loaded(f"import boundcheck.{package}") == ({package} | rooms, libraries)


@pytest.mark.parametrize(("package", "code", "more"), USES)
def test_using_a_package_alone_adds_only_the_libraries_listed(package, code, more):
    rooms, libraries = NEEDS[package]
    assert loaded(code) == ({package} | rooms, libraries | more)


def test_a_package_that_needs_more_is_seen():
    rooms, libraries = loaded("import boundcheck.api")
    assert {"claims", "checks", "settle", "record", "prove"} <= rooms
    assert "sympy" in libraries


@pytest.mark.parametrize(
    "imports",
    [
        "from boundcheck import prove",
        "import boundcheck\nprove = boundcheck.prove",
        "import boundcheck.prove\nfrom boundcheck import prove",
        "from boundcheck import prove\nimport boundcheck.prove",
        "from boundcheck.prove import prove as function\nfrom boundcheck import prove\nassert prove.prove is function",
    ],
)
def test_prove_of_the_package_can_be_called_however_it_was_imported(imports):
    loaded(
        f"{imports}\nimport sys\nfrom sympy import symbols\nx = symbols('x')\n"
        "assert type(prove(x <= x + 1)) is prove.Proved and prove is sys.modules['boundcheck.prove']\n"
    )


def test_a_call_of_the_package_takes_what_the_function_takes():
    assert [(p.name, p.kind, p.default) for p in inspect.signature(boundcheck.prove).parameters.values()] == [
        (p.name, p.kind, p.default) for p in inspect.signature(prove).parameters.values()
    ]


def test_a_pool_can_be_sent_the_package_as_a_function():
    assert pickle.loads(pickle.dumps(boundcheck.prove)) is boundcheck.prove
