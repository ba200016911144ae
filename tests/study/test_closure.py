"""Replicates go stale with the code that drew them: whatever an experiment reaches by import, and nothing else."""

import subprocess
import sys
from functools import partial

from boundcheck.claims import Simulation
from boundcheck.papers.reward.lab import likelihood
from boundcheck.study.cell import _modules_of, _parts, files

OWN = "import numpy as np\nfrom size import SIZE\ndef errors(rng, repeats, **point):\n    return SIZE * rng.random(repeats)\n"
KEY = """
import sys; sys.path.insert(0, sys.argv[1])
from own_errors import errors
from boundcheck.claims import Simulation
from boundcheck.study.cell import description
from boundcheck.study.cell import Cell
print(description(Cell("c", "p", "n", Simulation(errors), {"n": 4}, 8), 1, ""))
"""


def key(folder):
    return subprocess.run([sys.executable, "-c", KEY, str(folder)], capture_output=True, text=True, check=True).stdout


def test_a_constant_in_an_imported_file_gives_another_key(tmp_path):
    (tmp_path / "own_errors.py").write_text(OWN)
    (tmp_path / "size.py").write_text("SIZE = 16\n")
    (tmp_path / "other.py").write_text("SIZE = 16\n")
    before = key(tmp_path)
    (tmp_path / "other.py").write_text("SIZE = 32\n")  # nobody imports it
    assert key(tmp_path) == before
    (tmp_path / "size.py").write_text("SIZE = 32\n")
    assert key(tmp_path) != before


def reached(experiment):
    names = {name for part in _parts(experiment) for name in _modules_of(part)}
    return set(files(tuple(sorted(names))))


def test_what_a_regime_of_theorem_3_2_reaches():
    found = reached(likelihood.LOW_PRIVACY.regimes[0].experiment)
    assert {"boundcheck.claims.experiment", "boundcheck.rlhf.estimators.private_likelihood"} <= found
    assert not any(name.startswith(("numpy", "scipy", "boundcheck.report", "boundcheck.prove")) for name in found)


def test_a_function_reaches_the_claim_that_its_module_imports():
    """`searched` stands in a module that imports the paper's notation: a constant there is part of the key."""
    assert "boundcheck.papers.reward.notation" in reached(partial(likelihood.searched, features="one_hot"))


def test_fields_and_methods_are_looked_into():
    assert "boundcheck.papers.reward.lab.likelihood" in reached(Simulation(likelihood.searched))
    assert "boundcheck.rlhf.estimators.private_likelihood" in reached([likelihood.LOW_PRIVACY.regimes[0].experiment.sample])
