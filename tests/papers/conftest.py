"""What one test, or one worker, has proved, others replay: a link that a change leaves as it is, a step that two tests settle."""

import os

import pytest

from boundcheck.prove import kept_in
from boundcheck.study import Store


@pytest.fixture(scope="session")
def proofs(tmp_path_factory):
    """The file, one for all workers."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "proofs.sqlite"


@pytest.fixture(scope="session", autouse=True)
def _kept(proofs):
    with Store(proofs) as known, kept_in(known):
        yield
