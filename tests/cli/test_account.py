"""``privacy account``: any composition from a file; bad input is one line with exit status 2."""

import json

import pytest

RELEASES = """
change = "replace"
[[release]]
mechanism = "response"
epsilon = 0.5
times = 4
[[release]]
mechanism = "discrete-laplace"
noise = 8
[ask]
"""


def test_epsilon_delta_and_orders(run, tmp_path):
    (tmp_path / "r.toml").write_text(
        RELEASES + "delta = [0, 1e-3]\nepsilon = 1\nrenyi = 2\nzcdp = true\ntrade-off = 0.1\n"
    )
    status, out, err = run("privacy account r.toml --json --plot c.svg")
    assert (status, err) == (0, "")
    pure, *_ = answers = json.loads(out)["answers"]
    assert pure["low"] <= 2.25 <= pure["high"]
    assert all(one["replayed"] and one["low"] <= one["high"] for one in answers)
    assert [one["of"] for one in answers] == [
        "epsilon",
        "epsilon",
        "delta",
        "false negative rate",
        "Rényi divergence",
        "rho",
    ]
    assert (tmp_path / "c.svg").read_text().count("<svg") == 1


def test_the_noise_beside_others(run, tmp_path):
    text = RELEASES.replace("noise = 8", 'noise = "?"') + "noise = {epsilon = 3, delta = 0}\n"
    (tmp_path / "r.toml").write_text(text)
    found = json.loads(run("privacy account r.toml --json")[1])["noise"]
    assert found["replayed"]
    assert found["low"] <= 2 <= found["high"]  # 2 + 2/noise


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('change = "replace"', "", "change: must be said, one of add-remove, replace"),
        ('change = "replace"', 'change = "replace"\nunit = "user"', "say how many a user has at most"),
        ('change = "replace"', 'change = "replace"\nmembers = 3', "members: 3 enters nowhere"),
        ('change = "replace"', 'change = "add-remove"', "answers for one unit replaced"),
        ("epsilon = 0.5", "epsilom = 0.5", "has 'epsilom'; did you mean 'epsilon'?"),
        ("epsilon = 0.5", "epsilon = -1", "release 1, epsilon: must be a number >= 0"),
        ("noise = 8", "noise = 0", "release 2, noise scale: must be a number > 0"),
        ("noise = 8", "noise = 8\nbatch = 3", 'batch: must be B of N records, as "10/1000"'),
        ('"response"', '"cat"', "mechanism: must be one of gaussian, laplace"),
        ("delta = 1", "delta = 2", "delta: must be a number >= 0 and < 1"),
        ("[ask]", "[ask", "is no TOML"),
    ],
)
def test_bad_input_is_one_line(run, tmp_path, old, new, said):
    (tmp_path / "r.toml").write_text((RELEASES + "delta = 1e-3\n").replace(old, new, 1))
    if old == "delta = 1":
        (tmp_path / "r.toml").write_text(RELEASES + "delta = 2\n")
    status, out, err = run("privacy account r.toml")
    assert (status, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


THRESHOLD = """
change = "replace"
[[release]]
mechanism = "noisy-threshold"
noise = 2
query-noise = 4
sensitivity = {replace = 1}
stop = 1
[ask]
delta = 0
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("stop = 1", "stop = 1", "epsilon <= 1 is guaranteed, epsilon < 0.9999"),
        ("query-noise = 4", "query-noise = 0", "no epsilon is guaranteed, and every epsilon is violated"),
        ("stop = 1", 'stop = "never"', "no epsilon is guaranteed, and epsilon < 16.49"),
        ("stop = 1", 'stop = 1\nshows = "compared"', "no epsilon is guaranteed, and epsilon < 15.99"),
    ],
)
def test_noisy_thresholds(run, tmp_path, old, new, said):
    (tmp_path / "r.toml").write_text(THRESHOLD.replace(old, new, 1))
    status, out, err = run("privacy account r.toml")
    assert (status, err) == (0, "")
    assert said in out
    assert "NOT CONFIRMED" not in out
    found = json.loads(run("privacy account r.toml --json")[1])["answers"][0]
    assert found["replayed"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("stop = 1", "", "noisy-threshold: needs stop"),
        ("stop = 1", 'stop = "soon"', "stop: must be a number, got 'soon'"),
        ("stop = 1", 'stop = 1\nshows = "fresh"', "value scale: goes with shows = fresh"),
        ("noise = 2", "noise = 2\nsampling = 0.5", "has 'sampling'"),
        ("delta = 0", "delta = []", "ask, delta: is empty"),
        ("\nnoise = 2", "\nnoise = inf", "release 1, threshold scale: must be a number > 0, got inf"),
        ("delta = 0", "delta = nan", "delta: must be a number >= 0 and < 1, got nan"),
    ],
)
def test_a_noisy_threshold_that_is_none_is_one_line(run, tmp_path, old, new, said):
    (tmp_path / "r.toml").write_text(THRESHOLD.replace(old, new, 1))
    status, out, err = run("privacy account r.toml")
    assert (status, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


def test_a_file_is_needed(run):
    assert run("privacy account")[0] == 2
