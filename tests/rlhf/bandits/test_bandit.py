import itertools

import numpy as np
import pytest

from boundcheck.rlhf.bandits import classes
from boundcheck.rlhf.bandits.bandit import Bandit, equal_states, one_state, pair_law


def test_pair_law_against_enumeration():
    bandit = Bandit((0.25, 0.75), 3, ((0.2, 0.3, 0.5), (0.6, 0.4, 0.0)))
    law = {}
    for s, a, b in itertools.product(range(2), range(3), range(3)):
        if a != b:
            key = (s, min(a, b), max(a, b))
            law[key] = law.get(key, 0) + bandit.states[s] * bandit.behaviour[s][a] * bandit.behaviour[s][b]
    np.testing.assert_allclose(bandit.pair_law(), [law[tuple(row)] for row in bandit.pairs], rtol=1e-14)
    other = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    np.testing.assert_allclose(pair_law(bandit, other, other), 0)


def test_differences_and_means():
    bandit = one_state(0.25, 0.75)
    table = np.array([[[1.0, 0.25]], [[0.0, 0.5]]])
    np.testing.assert_allclose(bandit.differences(table), [[0.75], [-0.5]])
    np.testing.assert_allclose(bandit.mean(table), [0.25 + 0.75 / 4, 0.375])


@pytest.mark.parametrize(
    ("states", "actions", "behaviour"), [((1.0,), 2, ((0.5, 0.4),)), ((1.0,), 1, ((1.0,),)), ((1.0,), 2, ((1.0,),))]
)
def test_what_is_no_bandit_is_refused(states, actions, behaviour):
    with pytest.raises(ValueError, match=r"must|two actions"):
        Bandit(states, actions, behaviour)


def test_the_truth_is_member_zero_and_rewards_stay_inside():
    for tables in (
        classes.two_point(-0.5, states=2, bound=1, centre=0.75),
        classes.members(classes.hypercube(0.5, states=3, bound=1, centre=0.5)),
    ):
        assert tables.min() >= 0
    cube = classes.members(classes.hypercube(0.5, states=3, bound=1, centre=0.5))
    assert len(cube) == len(np.unique(cube, axis=0)) == 8
    np.testing.assert_allclose(cube[0, :, 0] - cube[0, :, 1], 0.5)
    with pytest.raises(ValueError, match="does not fit"):
        classes.two_point(1.5, states=1, bound=1)
    with pytest.raises(ValueError, match="state by state"):
        classes.members(classes.hypercube(0.5, states=13, bound=1))
    assert len(equal_states(4, (0.5, 0.5)).states) == 4
