"""What is proved in a committed record, by one test, or by one worker, others replay: nothing is searched for twice."""

import os
from pathlib import Path

import pytest

from boundcheck.prove import kept_in
from boundcheck.record.cache import keep_proofs
from boundcheck.study import Store

REPORTS = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="session")
def proofs(tmp_path_factory):
    """The file, one for all workers."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "proofs.sqlite"


@pytest.fixture(scope="session", autouse=True)
def _kept(proofs):
    with Store(proofs) as known, kept_in(known):
        keep_proofs(known, sorted(REPORTS.glob("*/*.json")))
        yield
