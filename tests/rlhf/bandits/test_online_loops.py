import numpy as np

from boundcheck.rlhf.bandits import online_loops as loops

ROWS = [np.array([[0.0, 0.0], [0.0, 1.0], [2.0, 3.0]]), np.array([[0.0, 0.0], [0.0, -1.0], [4.0, 5.0]])]


def labelled(where, win, *, turned=False):
    loss, moved, own = np.zeros((1, 3)), np.zeros((1, 3)), np.zeros((1, 3))
    law, first_wins = np.array([[0.25, 0.5]]), np.array([0.5, 0.75])
    loops.labelled(
        np.array([0]), law, np.array([where]), np.array([win]), first_wins, turned, *ROWS, ROWS[0], ROWS[1], loss, moved, own
    )  # fmt: skip
    return loss[0].tolist(), moved[0].tolist()


def test_a_row_comes_by_its_law_and_its_label_by_its_chance():
    assert labelled(0.3, 0.4) == ([0.0, 0.0, 2.0], [0.0, 0.0, 2.0])
    assert labelled(0.3, 0.6) == ([0.0, 0.0, 4.0], [0.0, 0.0, 2.0])
    assert labelled(0.4, 0.6) == ([0.0, 1.0, 3.0], [0.0, 1.0, 3.0])
    assert labelled(0.4, 0.6, turned=True) == ([0.0, -1.0, 5.0], [0.0, 1.0, 3.0])


def test_of_equal_losses_the_last_is_chosen():
    chosen, excess, reached = np.full(2, -1), np.zeros(2), np.zeros(2)
    loss, moved = np.array([[1.0, 0.0, 0.0], [0.0, 2.0, 1.0]]), np.array([[7.0, 8.0, 9.0]] * 2)
    pair = np.array([[-1, 0, 1], [0, -1, 2], [1, 2, -1]])
    who, own = np.arange(2), np.array([[3.0, 4.0, 5.0]] * 2)
    loops.estimated(who, True, pair, loss, moved, own, chosen, excess, reached)
    assert chosen.tolist() == [2, 0]
    assert excess.tolist() == [5.0, 3.0]
    assert reached.tolist() == [8.0, 0.0]
