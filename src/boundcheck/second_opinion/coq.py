"""Coq with coq-interval as a program: a script goes in, a yes or no comes out."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

PRELUDE = """Require Import Reals Lra Psatz.
From Interval Require Import Tactic.
Open Scope R_scope.
Lemma ln_above : forall x, 0 < x -> ln x <= x - 1.
Proof. intros x H. pose proof (exp_ineq1_le (ln x)) as K. rewrite exp_ln in K; lra. Qed.
Lemma ln_below : forall x, 0 < x -> 1 - / x <= ln x.
Proof.
  intros x H. pose proof (ln_above (/ x) (Rinv_0_lt_compat x H)) as K. rewrite ln_Rinv in K; lra.
Qed.
"""


def program() -> str | None:
    """Return the path of Coq's compiler, if it is installed."""
    return shutil.which("coqc")


def accepts(script: str, seconds: float) -> bool:
    """Whether Coq accepts a script in the time allowed; it is run in a folder of its own and killed at its end."""
    found = program()
    if found is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "opinion.v")
        source.write_text(script, encoding="utf-8")
        try:
            outcome = subprocess.run(
                [found, "-q", source.name], cwd=folder, capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return False
    return outcome.returncode == 0


@cache
def available() -> str:
    """Return the checker's name and version, or "" where it or coq-interval is missing."""
    found = program()
    if found is None or not accepts(PRELUDE, 120):
        return ""
    text = subprocess.run([found, "--print-version"], capture_output=True, text=True, check=False, timeout=60).stdout
    return f"Coq {text.split()[0]} with coq-interval" if text.split() else ""
