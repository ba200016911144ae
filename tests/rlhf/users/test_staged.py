import math

import numpy as np
import pytest

from boundcheck.rlhf.users import (
    Descent,
    descent_in_stages,
    descent_with_removal,
    fixed_batch,
    stage_sizes,
    users_drawn,
)

X = np.array([[1.0, -1.0], [0.5, -0.5]]) / math.sqrt(2)
THETA = np.array([1.0, -1.0])


def data(count, labels=3):
    return users_drawn(np.random.default_rng(0), X, THETA, users=count, labels=labels)


def test_sizes_double_and_leave_a_part_over():
    assert stage_sizes(80, 3) == (10, 20, 40)
    assert stage_sizes(1800, 1) == (900,), "one stage takes half of the users"
    assert sum(stage_sizes(1024, 4)) == 1024 - 1024 // 2**4
    with pytest.raises(ValueError, match="stages"):
        stage_sizes(7, 3)


def test_no_user_is_in_two_stages_and_each_starts_where_the_last_ended():
    users, seen, starts = data(64), [], []
    marks = np.arange(64)
    marked = type(users)(users.x, np.column_stack([marks, marks]), users.ones, users.theta)

    def stage(rng, part, start):
        seen.extend(part.total[:, 0].tolist())
        starts.append(start.tolist())
        return Descent(start + 1, start + 5, 2)

    found = descent_in_stages(np.random.default_rng(1), marked, np.zeros(2), stages=3, stage=stage)
    assert len(seen) == len(set(seen)) == 56
    assert starts == [[0, 0], [1, 1], [2, 2]], "from the average, not from the last iterate"
    assert found.steps == 6
    assert found.average.tolist() == [3, 3]


def test_stages_of_the_private_descent_come_near_the_truth():
    def stage(rng, part, start):
        return descent_with_removal(
            rng, part, start, steps=40, size=part.users, rate=1.0, radius=2.0, epsilon=50.0, delta=1e-5, multiplier=1e-6,
            batch=fixed_batch,
        )  # fmt: skip

    found = descent_in_stages(np.random.default_rng(2), data(512, 40), np.zeros(2), stages=3, stage=stage)
    assert found.steps == 120
    assert np.abs(found.average - THETA).max() < 0.4
