"""The worst instance found, drawn: its vectors with their weights, the truth, and where labels were changed."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from boundcheck.report.figures import chart
from boundcheck.report.figures.chart import kept
from boundcheck.report.text.letters import plain_point
from boundcheck.report.text.words import finite, shown, span
from boundcheck.verdict.shapes import (
    Adversary,
)

MOST = 1500  # atoms; more would be a grey disc
LARGEST = 1e9  # of a coordinate; beyond that nothing could be seen beside it
HEIGHT, WIDTH = 2.45, 2.25
PER_ATOM = ("features", "weights", "logits", "changed")


class Instance(msgspec.Struct, frozen=True, kw_only=True):
    """What labs of linear worlds say of an instance: vectors, one entry for each in the other lists, the truth, the rest."""

    features: tuple[Any, ...] = ()
    weights: tuple[Any, ...] = ()
    logits: tuple[Any, ...] = ()
    changed: tuple[Any, ...] = ()
    theta: tuple[Any, ...] = ()
    dimension: Any = None
    left_out: Any = None
    point: Mapping[str, Any] = {}


def instance_of(found: Adversary) -> Instance:
    """The instance that a search found; what a lab names otherwise is left out."""
    return msgspec.convert(found, Instance)


class Atoms(NamedTuple):
    """Arrays of one length: vectors, if known, weights, logits, and what was changed; beside them the truth."""

    features: Any
    weights: Any
    logits: Any
    changed: Any
    theta: Any


@kept
def drawing(found: Adversary | None, known: Mapping[str, str]) -> dict | None:
    """A plane for up to two dimensions, the weight at each logit for more; None if nothing is known.

    Parameters
    ----------
    found : mapping
        As of `Instance`. Without features there have to be weights and logits.
    known : mapping
        Letters of parameters.
    """
    import numpy as np

    instance = instance_of(found or {})
    atoms = _numbers(instance, np)
    if atoms is None:
        return None
    flat = atoms.features is not None and atoms.features.shape[1] <= 2
    with chart.figure(HEIGHT, WIDTH) as drawn:
        axes = drawn.subplots()
        if flat:
            _plane(axes, atoms, np)
        else:
            _stems(axes, atoms, np)
        return {"svg": chart.svg(drawn), "alt": _alternative_text(instance, atoms, flat, known)}


def _numbers(found: Instance, np: Any) -> Atoms | None:
    """Finite arrays that agree in length, with weights, logits and the truth filled in where they follow."""

    def array(rows: Sequence[Any]) -> Any:
        each = [[finite(one) for one in row] if isinstance(row, list) else finite(row) for row in rows]
        return np.array(each, dtype=float) if rows else None

    try:
        features, weights, logits, changed = (array(getattr(found, name)[:MOST]) for name in PER_ATOM)
        theta = array(found.theta)
    except (TypeError, ValueError):
        return None
    every = [one for one in (features, weights, logits, changed, theta) if one is not None]
    counts = {len(one) for one in (features, weights, logits, changed) if one is not None}
    if len(counts) != 1 or not all((np.abs(one) < LARGEST).all() for one in every):
        return None
    count = counts.pop()
    weights = np.full(count, 1 / count) if weights is None else weights
    if features is not None:
        if features.ndim != 2 or not features.shape[1]:
            return None
        theta = np.zeros(features.shape[1]) if theta is None else theta
        if theta.shape != features.shape[1:]:
            return None
        logits = features @ theta if logits is None else logits
    theta = np.zeros(0) if theta is None else theta
    flat = all(one is not None and one.ndim == 1 for one in (weights, logits, theta))
    return Atoms(features, weights, logits, changed, theta) if flat else None


def _plane(axes: Any, atoms: Atoms, np: Any) -> None:
    """Vectors as circles whose areas are their weights; the part of a weight that was changed is filled."""
    features, theta = atoms.features, atoms.theta
    if features.shape[1] == 1:
        features, theta = (np.pad(a, [(0, 0)] * (a.ndim - 1) + [(0, 1)]) for a in (features, theta))
    heaviest = max(atoms.weights.max(), 1e-300)
    turn = np.linspace(0, 2 * np.pi, 181)
    reach = max(1.0, float(np.sqrt((features**2).sum(axis=1)).max()))
    axes.plot(np.cos(turn), np.sin(turn), color=chart.MUTED, lw=0.8, ls=(0, (1, 1.6)))
    size = 260 * np.clip(atoms.weights, 0, None) / heaviest
    axes.scatter(*features.T, s=np.maximum(size, 14), facecolors="none", edgecolors=chart.BLUE, linewidths=1.1)
    if atoms.changed is not None:
        part = 260 * np.clip(atoms.changed, 0, None) / heaviest
        here = part > 0
        axes.scatter(*features[here].T, s=np.maximum(part[here], 6), color=chart.RUST, linewidths=0, zorder=4)
    length = float(np.linalg.norm(theta))
    if length:
        tip = theta * min(1.0, 0.78 * reach / length)  # short of the vectors that it points at
        axes.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "-|>", "color": chart.INK, "lw": 1.4})
    axes.set_aspect("equal")
    edge = 1.25 * reach
    axes.set(xlim=(-edge, edge), ylim=(-edge, edge), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    axes.set_xlabel("first coordinate")
    axes.set_ylabel("second coordinate")


def _stems(axes: Any, atoms: Atoms, np: Any) -> None:
    """The weight at every logit, its changed part dark; by number where all logits are the same."""
    logits = np.array([float(f"{logit:.6g}") for logit in atoms.logits])
    same = bool(np.ptp(logits) < 1e-9)
    places = np.arange(1.0, len(logits) + 1) if same else np.unique(logits)
    at = np.arange(len(logits)) if same else np.searchsorted(places, logits)
    weight = np.bincount(at, weights=atoms.weights, minlength=len(places))
    axes.vlines(places, 0, weight, color=chart.BLUE, lw=1.4)
    axes.plot(places, weight, ls="none", marker="o", markersize=4.5, mfc="white", mec=chart.BLUE, mew=1.1)
    if atoms.changed is not None:
        changed = np.bincount(at, weights=atoms.changed, minlength=len(places))
        axes.vlines(places[changed > 0], 0, changed[changed > 0], color=chart.RUST, lw=4.5)
    axes.set_ylim(bottom=0)
    axes.margins(x=0.12)
    axes.xaxis.set_major_locator(_few(same))
    axes.yaxis.set_major_locator(_few(False))
    axes.set_xlabel("number of the vector" if same else "logit under the truth")
    axes.set_ylabel("weight")


def _few(whole: bool) -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(4, integer=whole)


def _alternative_text(found: Instance, atoms: Atoms, flat: bool, known: Mapping[str, str]) -> str:
    """The drawing for those who listen."""
    count, theta = len(atoms.weights), atoms.theta
    dimension = atoms.features.shape[1] if atoms.features is not None else finite(found.dimension)
    where = f" in dimension {shown(int(dimension))}" if dimension else ""
    said = [f"{count} feature {'vector' if count == 1 else 'vectors'}{where}, weights {_range(atoms.weights)}"]
    if left := finite(found.left_out):
        said.append(f"{shown(int(left))} more are left out")
    if flat:
        said.append("areas of circles are weights, the arrow points along the truth")
    else:
        said.append(f"stems show the weight at each logit, logits {_range(atoms.logits)}")
    if len(theta):
        said.append(f"the truth has norm {shown(float((theta**2).sum()) ** 0.5)}")
    if atoms.changed is not None:
        said.append(f"changed labels, drawn filled, are a share {shown(float(atoms.changed.sum()))} of all")
    point = plain_point(found.point, known)
    return "; ".join(said) + (f", at {point}." if point else ".")


def _range(values: Any) -> str:
    low, high = float(values.min()), float(values.max())
    return shown(low) if low == high else span(low, high)
