"""A figure that the PDF and the page for a browser both have is drawn once."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps

MOST = 64  # figures that are kept; a result has about twenty
_kept: OrderedDict[str, dict | None] = OrderedDict()


def kept(draw: Callable[..., dict | None]) -> Callable[..., dict | None]:
    """`draw`, which for the same data gives the same figure, without drawing it again."""

    @wraps(draw)
    def drawn(*args: object, **options: object) -> dict | None:
        key = json.dumps([draw.__module__, draw.__name__, args, options], sort_keys=True, default=repr)
        if key in _kept:
            _kept.move_to_end(key)
        else:
            _kept[key] = draw(*args, **options)
            while len(_kept) > MOST:
                _kept.popitem(last=False)
        found = _kept[key]
        return None if found is None else dict(found)

    return drawn
