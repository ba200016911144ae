"""Provers for the scalar steps of a proof: proved, refuted or unknown, and a certificate that replays."""

from .certificates import replay
from .door import prove
from .results import Proved, Refuted, Replay, Unknown
from .sharp import Sharpness, sharpness

__all__ = ["Proved", "Refuted", "Replay", "Sharpness", "Unknown", "prove", "replay", "sharpness"]
