"""How used results fare, by the program and what it depends on: several workers, and a later run, settle each once.

As with records the key is the whole program. Where something stayed open, in a result or in one that it rests on, nothing is
kept, for more time might decide it.
"""

from __future__ import annotations

import hashlib
import json

from boundcheck.claims import Headline, Severity
from boundcheck.record.cache import Texts, program


class Standings:
    """Headline and severity of results as far as they go without samples.

    Parameters
    ----------
    texts : Texts
        Where they are kept.
    budget : str
    seed : int
    of_run : str
        What is kept by one run is found by it alone, unless it is empty.
    """

    def __init__(self, texts: Texts, budget: str, seed: int, of_run: str = "") -> None:
        self._texts = texts
        self._settings = [budget, seed, of_run]

    def get(self, name: str) -> tuple[Headline, Severity] | None:
        """How the result of that name fares, if it is known."""
        try:
            headline, severity = json.loads(self._texts.get(self._key(name)) or "")
            return Headline(headline), Severity[severity]
        except (ValueError, KeyError, TypeError):
            return None

    def put(self, name: str, headline: Headline, severity: Severity) -> None:
        """Keep how a result fares."""
        self._texts.put(self._key(name), json.dumps([headline.value, severity.name]))

    def _key(self, name: str) -> str:
        return hashlib.sha256(json.dumps(["standing", name, program(), *self._settings]).encode()).hexdigest()
