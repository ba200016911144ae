"""What every value of a record is made of: frozen classes, counts, points, numbers that may be infinite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0)]
Probability = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Certificate = Mapping[str, Any]  # in the language of the kernel, which alone reads it
Encoded = list[Any]  # a statement as `boundcheck.symbolic.encode` writes it
Exact = Mapping[str, str]  # a point: letters, and exact values as "1/2"
Sampled = Mapping[str, bool | int | float | str]  # a point of a simulation: letters, and numbers or named choices


if TYPE_CHECKING:
    Extended = float
else:

    class Extended(float):
        """A number that may be infinite or none; JSON has such a one as text, "inf", "-inf" or "nan"."""


class Frozen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All fields are known, and none of them changes."""
