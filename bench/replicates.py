"""What one replicate costs: counts and rows, against what one would write today and against the random numbers alone.

A replicate is the whole job: draw features and labels, privatise, estimate over the ball and the subspace, and
measure both distances. Times are processor times of one thread, best of several rounds; a ratio is that of the best
times, with its smallest and largest value over rounds in brackets. ``python bench/replicates.py [--quick]``.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import time
import tracemalloc
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import minimize

from boundcheck.rlhf.estimators import DebiasedMLE, ball, debiased_mle, l2_error, weighted_norm_error
from boundcheck.rlhf.estimators.losses import subspace_basis
from boundcheck.rlhf.mechanisms import LTC, GradientGreedy, Private, adversaries
from boundcheck.rlhf.preferences import Preferences, unbiased_ones
from boundcheck.rlhf.worlds import LinearWorld, OneHot, RandomDirection, ScatteredAtoms, Sphere

TRUTH = RandomDirection(0.5)
POINT = {"n": 10**5, "d": 10, "epsilon": 1.0, "alpha": 0.02, "lam": 1e-3, "radius": 1.0}


def replicates(features, rng, repeats, pipeline=None, **point):
    """The whole job, for a batch."""
    data = (pipeline or Private())(rng, LinearWorld(features, TRUTH).sample(rng, repeats, **point), **point)
    fit = debiased_mle(data, **point)
    return data, fit, weighted_norm_error(fit, data, **point), l2_error(fit, data)


def seconds(job: Callable[[], object], rounds: int, least: float = 0.02) -> np.ndarray:
    """Processor seconds of one call, once per round; short calls are repeated within a round."""
    start = time.process_time()
    job()
    inner = max(1, int(least / max(time.process_time() - start, 1e-6)))
    times = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(inner):
            job()
        times.append((time.process_time() - start) / inner)
    return np.array(times)


def ratio(slow: np.ndarray, fast: np.ndarray) -> str:
    each = slow / fast
    return f"{slow.min() / fast.min():9.2f} [{each.min():.2f}, {each.max():.2f}]"


def loss_of(rows: np.ndarray, weights: np.ndarray, labels: np.ndarray):
    """Loss (14) and its gradient on weighted rows, as one writes them for an optimiser."""
    linear = rows.T @ labels

    def both(theta):
        z = rows @ theta
        return weights @ np.logaddexp(0, z) - linear @ theta, rows.T @ (weights / (1 + np.exp(-z))) - linear

    return both


def by_slsqp(rows, weights, labels, radius, **options):
    d = rows.shape[1]
    return minimize(
        loss_of(rows, weights, labels),
        np.zeros(d),
        jac=True,
        method="SLSQP",
        constraints=[
            {"type": "eq", "fun": np.sum, "jac": lambda theta: np.ones(d)},
            {"type": "ineq", "fun": lambda theta: radius**2 - theta @ theta, "jac": lambda theta: -2 * theta},
        ],
        options=options,
    ).x


def by_lbfgs(rows, weights, labels, radius):
    """On the subspace, without the ball, which L-BFGS cannot take."""
    basis = subspace_basis(rows.shape[1])
    both = loss_of(rows @ basis, weights, labels)
    options = {"ftol": 1e-16, "gtol": 1e-10, "maxiter": 1000}
    return basis @ minimize(both, np.zeros(basis.shape[1]), jac=True, method="L-BFGS-B", options=options).x


def by_numpy(rows, weights, labels, radius):
    """Newton's method as tuned by hand: half-tanh, one product per Hessian, the ball by an eigendecomposition."""
    basis = subspace_basis(rows.shape[1])
    a = rows @ basis
    linear, beta = labels @ a, np.zeros(a.shape[1])
    for _ in range(50):
        half = np.tanh(0.5 * (a @ beta))
        gradient = (weights * (0.5 + 0.5 * half)) @ a - linear
        on_ball = beta @ beta >= radius**2 * (1 - 1e-12)
        multiplier = max(0.0, -(gradient @ beta) / radius**2) if on_ball else 0.0
        if np.linalg.norm(gradient + multiplier * beta) < 1e-11:
            break
        hessian = (a * (weights * 0.25 * (1 - half * half))[:, None]).T @ a
        model = hessian @ beta - gradient
        beta = np.linalg.solve(hessian, model)
        if beta @ beta > radius**2:
            values, vectors = np.linalg.eigh(hessian)
            along, shift = vectors.T @ model, 0.0
            for _ in range(50):
                length = np.sqrt(((along / (values + shift)) ** 2).sum())
                if abs(length - radius) < 1e-13 * radius:
                    break
                shift += length**2 / (along**2 / (values + shift) ** 3).sum() * (length / radius - 1)
            beta = vectors @ (along / (values + shift))
            beta *= radius / np.linalg.norm(beta)
    return basis @ beta


def expanded(data: Preferences, index: int):
    """One data set, one line per sample: rows, weights, de-biased labels over n."""
    rows = np.repeat(data.x, data.total[index], axis=0)
    z = np.concatenate(
        [np.r_[np.ones(o), np.zeros(t - o)] for o, t in zip(data.ones[index], data.total[index], strict=True)]
    )
    c = 1 / np.tanh(0.5 * POINT["epsilon"])
    return rows, np.full(len(rows), 1 / len(rows)), (0.5 + c * (z - 0.5)) / len(rows)


def counts(rounds: int) -> None:
    print("\nCounts (50 atoms, d = 10, 1000 data sets a batch), us a replicate")
    rng, repeats = np.random.default_rng(0), 1000
    times = {}
    for n in (10**2, 10**4, 10**5, 10**7, 10**9):
        point = {**POINT, "n": n}
        job = partial(replicates, ScatteredAtoms(50), rng, repeats, **point)
        times[n] = seconds(job, rounds) / repeats
        tracemalloc.start()
        job()
        peak = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
        print(f"  n = {n:<12d}{times[n].min() * 1e6:8.1f}   peak memory {peak:6.1f} MiB")
    print(f"  n = 1e9 over n = 1e4            {ratio(times[10**9], times[10**4])}")
    greedy = seconds(lambda: replicates(ScatteredAtoms(50), rng, 200, LTC(GradientGreedy()), **POINT), rounds) / 200
    print(f"  with the greedy adversary (LTC) {greedy.min() * 1e6:8.1f}")

    data, fit, *_ = replicates(ScatteredAtoms(50), rng, 4, **POINT)
    labels = unbiased_ones(data, epsilon=POINT["epsilon"])
    atoms = (data.x, data.total[0] / data.n, labels[0] / data.n)
    samples = expanded(data, 0)
    for name, job in (
        ("SLSQP 1e-14, expanded data", lambda: by_slsqp(*samples, 1.0, ftol=1e-14, maxiter=500)),
        ("L-BFGS without ball, expanded", lambda: by_lbfgs(*samples, 1.0)),
        ("NumPy Newton, expanded data", lambda: by_numpy(*samples, 1.0)),
        ("SLSQP 1e-14, weighted atoms", lambda: by_slsqp(*atoms, 1.0, ftol=1e-14, maxiter=500)),
        ("NumPy Newton, weighted atoms", lambda: by_numpy(*atoms, 1.0)),
    ):
        off = np.abs(job() - fit.theta[0]).max()
        slow = seconds(job, rounds)
        print(f"  {name:<30}{slow.min() * 1e6:10.0f} us, over ours {ratio(slow, times[10**5])}, off by {off:.0e}")

    for name, changes in (
        ("d", [(50, d, 1000) for d in (3, 5, 10, 20, 40)]),
        ("k", [(k, 10, 1000) for k in (10, 50, 200, 450)]),
        ("repeats", [(50, 10, r) for r in (10, 100, 1000, 10000)]),
    ):
        cost = []
        for k, d, r in changes:
            job = partial(replicates, ScatteredAtoms(k), rng, r, **{**POINT, "d": d})
            best = seconds(job, max(2, rounds // 2)).min() / r
            cost.append(f"{ {'d': d, 'k': k, 'repeats': r}[name] }: {best * 1e6:.1f}")
        print(f"  along {name}:  " + "   ".join(cost))


def rows(rounds: int) -> None:
    print("\nRows, a fresh design for every data set, ms a replicate (floor: the same normals and uniforms by SFC64)")
    for n, d, repeats in ((10**3, 5, 200), (10**4, 10, 10), (10**5, 20, 2)):
        point = {**POINT, "n": n, "d": d}
        rng = np.random.Generator(np.random.SFC64(1))
        normals, uniforms = np.empty((repeats, n, d)), np.empty((2, repeats, n))

        def floor():
            rng.standard_normal(out=normals)  # noqa: B023
            rng.random(out=uniforms)  # noqa: B023

        ours = partial(replicates, Sphere(), rng, repeats, **point)
        ours()
        tracemalloc.start()
        _, fit, *_ = ours()
        peak = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
        pairs = [(seconds(ours, 1).min(), seconds(floor, 1).min()) for _ in range(3 * rounds)]
        fast, least = np.array(pairs).T / repeats
        data, _, *_ = replicates(Sphere(), rng, 1, **point)
        sample = (np.ascontiguousarray(data.x[0]), np.full(n, 1 / n), unbiased_ones(data, epsilon=1.0)[0] / n)
        numpy_newton = seconds(partial(by_numpy, *sample, 1.0), rounds)
        slsqp = seconds(partial(by_slsqp, *sample, 1.0, ftol=1e-14, maxiter=500), max(2, rounds // 2))
        print(
            f"  n = {n:<7d} d = {d:<3d} floor {least.min() * 1e3:7.3f}  ours {fast.min() * 1e3:7.3f}"
            f"  over the floor {ratio(fast, least)}   estimate alone: NumPy Newton {numpy_newton.min() * 1e3:.3f},"
            f" SLSQP {slsqp.min() * 1e3:.2f}   peak {peak:.0f} MiB, worst residual {fit.residual.max():.0e}"
        )


def compiled(rounds: int) -> None:
    """Blocks of 256 with the compiled loops on small arrays, and with NumPy's alone, which give the same bits."""
    print("\ncompiled loops: NumPy's time over theirs")
    rng = np.random.default_rng(1)
    for m in (4, 9, 19):
        rows = rng.normal(size=(256, m + 2, m))
        hessian = np.ascontiguousarray(np.moveaxis(np.swapaxes(rows, 1, 2) @ rows, 0, -1))
        job = partial(ball.minimise_on_ball, hessian, rng.normal(size=(m, 256)), 0.05)
        print(f"  on the sphere, {m:>3} dimensions   {against_numpy(ball, job, rounds)}")
    for k in (10, 45):
        total = rng.multinomial(10**6, np.full(k, 1 / k), size=256)
        data = Preferences(np.zeros((k, 2)), total, rng.binomial(total, 0.4), np.zeros(2))
        job = partial(adversaries.steepest_flips, data, rng.normal(size=(256, k)), 20_000)
        print(f"  steepest flips,  {k:>3} rows         {against_numpy(adversaries, job, rounds)}")
    for d in (5, 10):
        point = {**POINT, "d": d}
        job = partial(lambda at: replicates(OneHot(), np.random.default_rng(1), 256, LTC(GradientGreedy()), **at), point)
        times = [against_numpy(module, job, rounds) for module in (ball, adversaries)]
        print(f"  a block against the greedy adversary, d = {d}: ball alone {times[0]}, flips alone {times[1]}")


def against_numpy(module: Any, job: Callable[[], object], rounds: int) -> str:
    """The ratio of a job without the compiled loops of a module to the job with them."""
    limit, found = module.COMPILED_FROM, []
    for here in (np.inf, 0):
        module.COMPILED_FROM = here
        job()
        found.append(seconds(job, rounds))
    module.COMPILED_FROM = limit
    return ratio(*found)


def shared(rounds: int) -> None:
    print("\nRows, one design shared by 50 data sets, n = 1e4, d = 10")
    point = {**POINT, "n": 10**4}
    rng = np.random.default_rng(2)
    fast = seconds(lambda: replicates(Sphere(fixed_design=True), rng, 50, **point), rounds) / 50
    data, fit, *_ = replicates(Sphere(fixed_design=True), rng, 2, **point)
    sample = (np.ascontiguousarray(data.x), np.full(10**4, 1e-4), unbiased_ones(data, epsilon=1.0)[0] / 10**4)
    slow = seconds(lambda: by_slsqp(*sample, 1.0, ftol=1e-14, maxiter=500), rounds)
    off = np.abs(by_slsqp(*sample, 1.0, ftol=1e-14, maxiter=500) - fit.theta[0]).max()
    print(f"  ours {fast.min() * 1e3:.3f} ms, SLSQP 1e-14 (estimate alone) {slow.min() * 1e3:.2f} ms")
    print(f"  SLSQP over ours {ratio(slow, fast)}, SLSQP is off by {off:.0e}")


def accuracy() -> None:
    print("\nWhat goes wrong otherwise (50 atoms, n = 1000, d = 5, radius 2, 300 data sets)")
    rng = np.random.default_rng(3)
    for epsilon in (0.1, 0.25, 0.5, 1.0):
        point = {**POINT, "n": 1000, "d": 5, "radius": 2.0, "epsilon": epsilon}
        data, fit, *_ = replicates(ScatteredAtoms(50), rng, 300, **point)
        free = DebiasedMLE(cap=1e3)(data, **point)
        size = np.linalg.norm(free.theta, axis=1, keepdims=True)
        rescaled = free.theta * np.minimum(1.0, 2.0 / size)
        wrong = np.linalg.norm(rescaled - fit.theta, axis=1)[fit.binds] / 2.0
        off = f"off by {np.median(wrong):.1%} (worst {wrong.max():.0%})" if wrong.size else "the same"
        labels = unbiased_ones(data, epsilon=epsilon) / data.n
        default = [
            np.abs(by_slsqp(data.x, data.total[i] / data.n, labels[i], 2.0) - fit.theta[i]).max() for i in range(60)
        ]
        print(
            f"  epsilon {epsilon:<5} the ball binds in {fit.binds.mean():.1%}; worst residual {fit.residual.max():.0e}"
        )
        print(f"      free minimiser beyond 100 radii in {np.mean(size > 200):.1%}; cut back to the ball: {off}")
        print(f"      SLSQP by default: off by {np.median(default):.0e} (worst {max(default):.0e})")
    others(rng)


def others(rng: np.random.Generator) -> None:
    """Ready-made logistic regression: statsmodels takes de-biased labels and says nothing; scikit-learn refuses them."""
    for epsilon in (0.25, 1.0, np.inf):
        point = {**POINT, "n": 1000, "d": 5, "radius": 2.0, "epsilon": epsilon}
        data, fit, *_ = replicates(Sphere(), rng, 50, **point)
        basis = subspace_basis(5)
        labels = unbiased_ones(data, epsilon=epsilon)
        off, said = [], 0
        for index in range(50):
            theta, converged = by_glm(data.x[index] @ basis, labels[index])
            off.append(np.linalg.norm(basis @ theta - fit.theta[index]))
            said += converged
        print(
            f"  statsmodels GLM, epsilon {epsilon:<5} says converged {said}/50, the ball binds in {fit.binds.mean():.0%};"
            f" off by {np.nanmedian(off):.0e} (worst {np.nanmax(off, initial=0):.0e})"
        )
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        print("  scikit-learn is not installed")
        return
    data, fit, *_ = replicates(Sphere(), rng, 1, **{**POINT, "n": 1000, "d": 5, "radius": 20.0, "epsilon": np.inf})
    model = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-10)
    took = seconds(lambda: model.fit(data.x[0] @ subspace_basis(5), data.ones[0]), 3).min()
    off = np.abs(subspace_basis(5) @ model.coef_[0] - fit.theta[0]).max()
    print(f"  scikit-learn, raw labels only: {took * 1e3:.2f} ms, off by {off:.0e}")


def by_glm(rows: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, bool]:
    import statsmodels.api as sm

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = sm.GLM(labels, rows, family=sm.families.Binomial()).fit()
        except (ValueError, np.linalg.LinAlgError):
            return np.full(rows.shape[1], np.nan), False
    return result.params, bool(result.converged)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    rounds = 3 if parser.parse_args().quick else 10
    counts(rounds)
    rows(rounds)
    shared(rounds)
    compiled(rounds)
    accuracy()


if __name__ == "__main__":
    main()
