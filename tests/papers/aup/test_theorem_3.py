import numpy as np
import pytest

from boundcheck.checks.context import BUDGETS, Context
from boundcheck.checks.privacy import check_account
from boundcheck.claims import AccountedGuarantee
from boundcheck.papers.aup.proofs.descent import TURNED
from boundcheck.papers.aup.proofs.theorem_3 import HIGH, LOW
from boundcheck.papers.aup.theorem_3 import MENDED, POINTS, any_user_hidden, one_user_seen
from boundcheck.privacy import AboveThreshold, Composition, Gaussian
from boundcheck.rlhf.users import agreeing, concentration, keeping_probabilities
from boundcheck.verdict import Outcome

CONTEXT = Context("test", "test", BUDGETS["quick"], 0, 1e-4, None, None, {})
MEND = {"two steps": MENDED["two steps"]}


def tenth(**point):
    whole, adjacency = any_user_hidden(**point)
    ((noise, steps),) = whole.steps
    return Composition(((Gaussian(noise.multiplier / 10), steps),)), adjacency


def full(**point):
    return one_user_seen(TURNED, **point)


def test_a_tenth_of_the_mended_noise_is_too_little():
    from boundcheck.papers.aup.notation import delta, epsilon

    assert check_account(AccountedGuarantee(epsilon / 2, delta / 2, any_user_hidden, MEND), CONTEXT).outcome is Outcome.SUPPORTED
    assert check_account(AccountedGuarantee(epsilon / 2, delta / 2, tenth, MEND), CONTEXT).outcome is Outcome.REFUTED


def test_the_inverse_fraction_stands_at_full_batches():
    from boundcheck.papers.aup.notation import delta, epsilon

    assert check_account(AccountedGuarantee(epsilon, delta, full, POINTS), CONTEXT).outcome is Outcome.SUPPORTED


def test_a_score_that_always_moves_alike_breaks_nothing():
    """The loss of 0.735 is due to scores that move at some steps and not at others."""
    at, answers = AboveThreshold(40, 4, 8), [True] * 25 + [False]
    alike = at.probability(answers, ["26"] * 25 + ["50"]) / at.probability(answers, ["24.04"] * 25 + ["48.04"])
    assert float(alike.log()) < 0.5
    assert 0.7 < float(LOW) <= float(HIGH) < 0.75


def test_one_user_decides_whether_anybody_of_two_groups_is_kept():
    """Batches of 50: the test passes as often as the derivation says, and 26 against 24 is not 25 against 25."""
    passed = AboveThreshold(40, 8, 16).probability([True], ["25.04"])
    assert 0.95 * np.exp(-3 * 50 * 0.5 / 80) / 4 > 1e-5
    assert float(passed.lower()) > np.exp(-3 * 50 * 0.5 / 80) / 4
    ahead, even = (np.array([[0.5]] * k + [[-0.5]] * (50 - k)) for k in (26, 25))
    assert concentration(ahead, 0.1, 50) == pytest.approx(25.04)
    some = [1 - np.prod(1 - keeping_probabilities(users, 0.1, 50)) for users in (ahead, even)]
    assert some[0] > 0.95
    assert some[1] == 0
    # Large batches halt: at 2,000 users, still at epsilon = 1/2, the same pass is rarer than the delta of the experiments.
    assert float(AboveThreshold(1600, 8, 16).probability([True], ["1000"]).upper()) < 1e-5


@pytest.mark.parametrize("seed", range(3))
def test_the_mean_moves_as_the_proof_says(seed):
    """Users in a core, users between, one who moves anywhere: coupled coins, places that differ, the bound on the move."""
    rng, size, radius = np.random.default_rng(seed), 60, 1.0
    between = rng.integers(0, 14)
    users = np.concatenate([rng.uniform(-0.3, 0.3, (size - between, 2)), rng.uniform(-3.5, 3.5, (between, 2))])
    for _ in range(200):
        other = users.copy()
        other[rng.integers(size)] = rng.uniform(-4, 4, 2)
        chances = [keeping_probabilities(group, radius, size) for group in (users, other)]
        moved = (users != other).any(1)
        assert np.abs(chances[0] - chances[1])[~moved].max(initial=0) <= 6 / size + 1e-9
        if max(concentration(group, radius, size) for group in (users, other)) < 0.7 * size:
            continue
        assert np.abs(chances[0] - chances[1])[~moved].sum() <= 9 / 5 + 1e-9
        coins = rng.random(size)
        kept = [coins < chance for chance in chances]
        differ = (kept[0] != kept[1])[~moved].sum() + kept[0][moved].sum() + kept[1][moved].sum()
        move = np.linalg.norm(users[kept[0]].mean(0) - other[kept[1]].mean(0))
        assert move <= 6 * differ * radius / size + 1e-9
        assert agreeing(users[kept[0]], 4 * radius).min() == kept[0].sum()
