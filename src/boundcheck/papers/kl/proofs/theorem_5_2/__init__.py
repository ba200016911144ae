"""The proof of Theorem 5.2: the page's displays with a bonus that survives, then what the printed cap and no cap do."""

from .caps import (
    LARGE,
    LOGS,
    RARE,
    SENT_AWAY,
    SENT_AWAY_STEP,
    STUCK,
    STUCK_STEP,
    TWO_ROUNDS,
    WITH_THE_CAP,
    WITHOUT_A_CAP,
)
from .letters import C, M, T, d, r, x
from .page import page

__all__ = [
    "LARGE", "LOGS", "RARE", "SENT_AWAY", "SENT_AWAY_STEP", "STUCK", "STUCK_STEP", "TWO_ROUNDS", "C", "M", "T", "d", "r", "steps", "x",
]  # fmt: skip


def steps(mended):
    """All of them; `mended` is the bound with the cap at 2 B."""
    return (*page(mended), *WITH_THE_CAP, *WITHOUT_A_CAP)
