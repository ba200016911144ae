"""``privacy``: brackets, needed noise, tables; bad input is one line with exit status 2."""

import json

import pytest

from boundcheck.privacy import RECORD_ADDED_OR_REMOVED, gaussian_epsilon, gaussian_multiplier


def test_epsilon_of_a_noise(run):
    status, out, err = run("privacy gaussian --sigma 2 --steps 9 --delta 1e-5 --json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    truth = gaussian_epsilon("1e-5", "9/4")
    assert found["epsilon"]["low"] <= truth.high
    assert truth.low <= found["epsilon"]["high"]
    assert found["adjacency"] == str(RECORD_ADDED_OR_REMOVED)
    assert found["replayed"] is True


def test_the_adjacency_is_said_and_matters(run):
    added = run("privacy gaussian --sigma 2 --sampling 1/10 --steps 9 --delta 1e-5")[1]
    replaced = run("privacy gaussian --sigma 2 --sampling 1/10 --steps 9 --delta 1e-5 --adjacency replace --unit user")[1]
    assert "one record added or removed" in added
    assert "all records of one user replaced" in replaced
    assert added.splitlines()[1:] != replaced.splitlines()[1:]


def test_batches_of_a_fixed_size(run):
    words = "privacy gaussian --sigma 2 --steps 9 --delta 1e-5 --adjacency replace"
    fixed, poisson = (json.loads(run(f"{words} {how} --json")[1]) for how in ("--batch 100/1000", "--sampling 1/10"))
    assert "batches of 100 of 1000" in fixed["mechanism"]
    assert "between them, where it is open:" in run(f"{words} --batch 100/1000")[1]
    assert "open" not in run(f"{words} --sampling 1/10")[1]
    assert fixed["epsilon"]["low"] > poisson["epsilon"]["high"]


def test_noise_of_an_epsilon(run):
    status, out, _ = run("privacy noise --epsilon 1 --delta 1e-5 --steps 4 --json")
    found = json.loads(out)["multiplier"]
    truth = gaussian_multiplier(1, "1e-5", 4)
    assert status == 0
    assert found["low"] <= truth.low
    assert truth.high <= found["high"]


def test_a_table_is_judged_and_too_little_noise_is_status_1(run, tmp_path):
    (tmp_path / "t.csv").write_text("epsilon,sigma,steps\n3,1.50,1\n3,1.00,1\n3,1.50,100\n")
    status, out, _ = run("privacy table t.csv --delta 1e-5")
    rows = out.splitlines()
    assert status == 1
    assert rows[0].endswith(",answer")
    assert [row.rsplit(",", 1)[1] for row in rows[1:]] == ["enough", "too little", "too little"]
    (tmp_path / "t.csv").write_text("epsilon,sigma\n3,1.50\n")
    assert run("privacy table t.csv --delta 1e-5")[0] == 0


def test_noise_for_batches_of_a_fixed_size(run):
    words = "privacy noise --epsilon 1 --delta 1e-5 --steps 3 --batch 10/100 --adjacency replace --json"
    found = json.loads(run(words)[1])
    low, high = found["multiplier"]["low"], found["multiplier"]["high"]
    assert "batches of 10 of 100" in found["settings"]
    assert low < high
    ends = [
        json.loads(run(f"privacy gaussian --sigma {s} --delta 1e-5 --steps 3 --batch 10/100 --adjacency replace --json")[1])
        for s in (0.99 * low, 1.01 * high)
    ]
    assert ends[0]["epsilon"]["low"] > 1 > ends[1]["epsilon"]["high"]


def test_a_table_is_explained_by_the_settings_that_made_it(run, tmp_path):
    need = [json.loads(run(f"privacy noise --epsilon {e} --delta 1e-5 --sampling 0.1 --steps 50 --json")[1]) for e in (1, 4)]
    rows = "".join(f"{found['epsilon']},{0.3 * found['multiplier']['high']:.4f}\n" for found in need)
    (tmp_path / "t.csv").write_text(f"epsilon,sigma\n{rows}")
    status, out, _ = run("privacy fit t.csv --delta 1e-5 --steps 50 --sampling 0.1,1 --json")
    best, other = json.loads(out)
    assert status == 0
    assert best["settings"].startswith("sampling 0.1,")
    assert best["misfit"] < 1.01 < other["misfit"]
    assert best["scale"] == pytest.approx(0.3, rel=0.01)
    (tmp_path / "t.csv").write_text("epsilon,sigma,steps\n1,1,1\n")
    status, out, err = run("privacy fit t.csv --delta 1e-5")
    assert (status, out) == (2, "")
    assert "has 'steps'; 'fit' looks for what a page does not say, in options" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("gaussian --sigma 0 --delta 1e-5", "noise multiplier: must be a number > 0, got '0'"),
        ("gaussian --sigma nan --delta 1e-5", "noise multiplier: must be a number > 0, got 'nan'"),
        ("gaussian --sigma 1 --delta 1", "delta: must be a number > 0 and < 1, got '1'"),
        ("gaussian --sigma 1 --delta 1e-5 --sampling 2", "sampling rate: must be a number > 0 and <= 1, got '2'"),
        ("gaussian --sigma 1 --delta 1e-5 --steps 0.5", "steps: must be a whole number >= 1, got '0.5'"),
        ("gaussian --sigma 1 --delta 1e-5 --unit label", "the label of one record can only be replaced"),
        ("gaussian --sigma 1 --delta 1e-5 --unit cat", "unit: must be one of record, label, user, user-labels"),
        ("gaussian --delta 1e-5", "needs --sigma"),
        ("gaussian --sigma 1 --delta 1e-5 --batch 10", "--batch is B of N records"),
        ("gaussian --sigma 1 --delta 1e-5 --batch 10/5", "batch: must be at most records = 5, got 10"),
        ("gaussian --sigma 1 --delta 1e-5 --batch 1/5", "leave no record added or removed"),
        ("noise --epsilon 1 --delta 1e-5 --batch 1/5", "leave no record added or removed"),
        ("noise --epsilon 1 --delta 1e-5 --batch 1/5 --sampling 0.1", "--batch is B of N records"),
        ("fit --delta 1e-5", "needs a FILE.csv"),
        ("noise --epsilon -1 --delta 1e-5", "epsilon: must be a number > 0, got '-1'"),
        ("table --delta 1e-5", "needs a FILE.csv"),
        ("table none.csv --delta 1e-5", "none.csv"),
    ],
)
def test_bad_input_is_one_line(run, words, said):
    status, out, err = run(f"privacy {words}")
    assert (status, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("epsilon,noise\n1,1\n", "lacks sigma"),
        ("epsilon,sigma,q\n1,1,1\n", "has 'q'"),
        ("epsilon,sigma\n", "has no rows"),
        ("epsilon,sigma\n1,x\n", "line 2: noise multiplier: must be a number > 0, got 'x'"),
    ],
)
def test_a_bad_table_is_one_line(run, tmp_path, text, said):
    (tmp_path / "t.csv").write_text(text)
    status, _, err = run("privacy table t.csv --delta 1e-5")
    assert status == 2
    assert said in err
    assert len(err.strip().splitlines()) == 1
