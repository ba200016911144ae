"""The worst instance found, drawn: feature vectors, their weights, and the truth they hide."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report import chart
from boundcheck.report.letters import plain_point
from boundcheck.report.numbers import finite, shown

MOST = 1500  # vectors; more would be a grey disc


def drawing(found: Any, known: Mapping) -> dict | None:
    """Features on the plane of the truth and of their largest spread across it; None if there are none.

    Parameters
    ----------
    found : mapping
        ``features``, ``theta``, ``weights`` and ``point``, all but the first optional.
    known : mapping
        Letters of parameters.
    """
    import numpy as np

    if not isinstance(found, Mapping) or not found.get("features"):
        return None
    try:
        X = np.array([[finite(value) for value in row] for row in found["features"]], dtype=float)[:MOST]
        theta = np.array([finite(value) for value in found.get("theta") or np.zeros(X.shape[-1])], dtype=float)
        weights = np.array([finite(value) for value in found.get("weights") or np.ones(len(X))], dtype=float)[:MOST]
    except (TypeError, ValueError):
        return None
    if X.ndim != 2 or theta.shape != X.shape[1:] or weights.shape != X.shape[:1] or not np.isfinite(X).all():
        return None
    axes_of = _plane(X, theta, np)
    flat, truth = X @ axes_of, theta @ axes_of
    weights = weights / max(weights.max(), 1e-300)
    with chart.figure(2.25, 2.45) as drawn:
        axes = drawn.subplots()
        turn = np.linspace(0, 2 * np.pi, 181)
        axes.plot(np.cos(turn), np.sin(turn), color=chart.MUTED, lw=0.8, ls=(0, (1, 1.6)))
        axes.scatter(*flat.T, s=6 + 60 * weights, facecolors="none", edgecolors=chart.BLUE, linewidths=1.1)
        if np.any(truth):
            tip = truth / max(1.0, np.linalg.norm(truth))
            axes.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "-|>", "color": chart.RUST, "lw": 1.6})
        axes.set_aspect("equal")
        axes.set(xlim=(-1.12, 1.12), ylim=(-1.12, 1.12), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
        axes.set_xlabel("along θ" if np.any(theta) else "widest direction")
        axes.set_ylabel("widest direction across it")
        alt = (
            f"{len(X)} feature vectors in dimension {X.shape[1]}, projected on a plane that holds the truth; "
            f"circles grow with weight; the arrow is the truth, of norm {shown(float(np.linalg.norm(theta)))}"
        )
        where = plain_point(found.get("point"), known)
        return {"svg": chart.svg(drawn), "alt": alt + (f", at {where}." if where else ".")}


def _plane(X, theta, np):
    """Two orthonormal columns: the truth's direction, and the widest spread of what is left."""
    size = X.shape[1]
    length = np.linalg.norm(theta)
    _, _, spread = np.linalg.svd(X, full_matrices=True)
    first = theta / length if length else spread[0]
    if size == 1:
        return np.column_stack([np.sign(first), np.zeros(1)])
    rest = X - np.outer(X @ first, first)
    _, _, turned = np.linalg.svd(rest, full_matrices=True)
    across = (row - (row @ first) * first for row in turned)  # the widest spread first
    second = next(row for row in across if np.linalg.norm(row) > 1e-6)
    second *= np.sign(second[np.argmax(np.abs(second))]) / np.linalg.norm(second)
    return np.round(np.column_stack([first, second]), 6)
