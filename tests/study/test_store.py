"""Results files: what is damaged, foreign, newer, full or shared."""

import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from study_experiments import Noise
from study_process import cells_of

from boundcheck.study import Cell, Store, StoreError, digest, merge, run
from boundcheck.study.store import encode, encode_failure, failure_of

SCRIPT = Path(__file__).with_name("study_process.py")


def block(number, value=b"columns"):
    return {number.to_bytes(32, "big"): value}


def study(path):
    cell = Cell("c", "p", "x", Noise(5), {"n": 10}, 200, 10)
    with Store(path) as store:
        return digest(run([cell], seed=1, store=store))


def test_blocks_come_back_as_they_were(tmp_path):
    blocks = block(1) | block(2, b"") | {b"k" * 32: encode_failure("ValueError: \U0001f4a5")}
    with Store(tmp_path / "s.sqlite") as store:
        store.write(blocks)
        store.put("a proof", "no block")
    with Store(tmp_path / "s.sqlite") as store:
        assert store.read(blocks) == blocks
        assert store.known([b"other", *block(1)]) == {*block(1)}
        assert list(store.blocks()) == [dict(sorted(blocks.items()))]
        assert len(store) == 3


def test_why_a_block_has_no_columns_is_told_from_columns():
    assert failure_of(encode_failure("ValueError: \U0001f4a5 \udc80")) == "ValueError: \U0001f4a5 \\udc80"
    assert failure_of(encode({"error": [1.0, 2.0]}, 2)) is None


def test_a_name_with_odd_characters_is_a_name(tmp_path):
    path = tmp_path / "ε ?mode=ro#%20.sqlite"
    study(path)
    assert path.exists()


def test_many_keys_at_once():
    with Store.memory() as store:
        store.write({key: b"" for i in range(3000) for key in block(i)})
        assert len(store.read(i.to_bytes(32, "big") for i in range(5000))) == 3000


def test_no_pickle_on_disk(tmp_path):
    study(tmp_path / "s.sqlite")
    with sqlite3.connect(tmp_path / "s.sqlite") as connection:
        blobs = [blob for (blob,) in connection.execute("SELECT value FROM kept")]
    connection.close()
    assert blobs
    assert all(blob.startswith(b"\x93NUMPY") for blob in blobs)


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"name,error\nx,1\n", "not a results file"),
        (b"S", "not a results file"),
        (b"SQLite format 3\0" + bytes(4000), "corrupted"),
        (b"SQLite format 3\0" + os.urandom(5000), "corrupted"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path, content, rule):
    path = tmp_path / "s.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=rule) as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["s.sqlite"]


def test_another_programmes_database_is_left_alone(tmp_path):
    path = tmp_path / "s.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another programme's database"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("version", "age"), [(99, "a newer"), (0, "an older")])
def test_another_schema_is_left_alone(tmp_path, version, age):
    path = tmp_path / "s.sqlite"
    study(path)
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"{age} boundcheck"):
        Store(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_store(tmp_path):
    (tmp_path / "s.sqlite").touch()
    assert study(tmp_path / "s.sqlite") == study(tmp_path / "t.sqlite")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(StoreError, match="cannot be written here"):
        Store(tmp_path / "missing" / "s.sqlite")


def test_damage_is_noticed_or_harmless(tmp_path):
    """Bytes overwritten anywhere: the same results come back, or one line says that the file is damaged."""
    path, outcomes = tmp_path / "s.sqlite", Counter()
    whole, content = study(path), path.read_bytes()
    for seed in range(60):
        choose = random.Random(seed)
        damaged, length = bytearray(content), choose.choice([1, 4, 50, 500, 5000])
        start = choose.randrange(100, len(content) - length)
        damaged[start : start + length] = choose.randbytes(length)
        path.write_bytes(damaged)
        try:
            outcomes["same" if study(path) == whole else "different"] += 1
        except StoreError as error:
            assert "is corrupted" in str(error)  # noqa: PT017
            outcomes["noticed"] += 1
        for beside in tmp_path.glob("s.sqlite-*"):
            beside.unlink()
    assert set(outcomes) == {"same", "noticed"}


def test_blocks_that_vanish_are_no_results(tmp_path, monkeypatch):
    monkeypatch.setattr(Store, "write", lambda *_: None)
    with pytest.raises(StoreError, match="cannot be found again"):
        study(tmp_path / "s.sqlite")


def test_a_truncated_file_is_noticed(tmp_path):
    path = tmp_path / "s.sqlite"
    study(path)
    path.write_bytes(path.read_bytes()[:-8192])
    with pytest.raises(StoreError, match="corrupted"):
        study(path)


def test_a_changed_value_is_noticed(tmp_path):
    path = tmp_path / "s.sqlite"
    study(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE kept SET value = zeroblob(length(value)) WHERE rowid = 3")
    connection.close()
    with pytest.raises(StoreError, match="differs from what was written"):
        study(path)


def test_stores_that_disagree_are_not_merged(tmp_path):
    with Store(tmp_path / "a.sqlite") as a, Store(tmp_path / "b.sqlite") as b:
        a.write(block(1) | block(2))
        b.write(block(1, b"other") | block(3))
        with pytest.raises(StoreError, match="disagree about a block"):
            merge(a, b)
        assert a.read(block(1)) == block(1)


def test_what_is_sealed_is_not_merged(tmp_path):
    with Store(tmp_path / "a.sqlite") as a, Store(tmp_path / "b.sqlite") as b:
        b.write(block(1))
        b.put("a record", "HOLDS")
        assert merge(a, b) == 1
        assert a.get("a record") is None


def test_a_full_disk_is_one_line_and_nothing_finished_is_lost(tmp_path):
    path = tmp_path / "s.sqlite"
    cells = cells_of(30, 20)
    with Store(path) as store:
        store._connection.execute("PRAGMA max_page_count = 20")
        with pytest.raises(StoreError, match="the disk is full: make room and run again") as caught:
            run(cells, seed=1, store=store)
    assert caught.value.full
    with Store(path) as store:
        kept = len(store)
        assert 0 < kept < 600
        telling = Counting()
        assert digest(run(cells, seed=1, store=store, progress=telling)) == digest(run(cells, seed=1))
        assert telling.replicates == (600 - kept) * 8


class Counting:
    replicates = 0

    def started(self, total):
        pass

    def advance(self, cells, replicates):
        self.replicates += replicates

    def finished(self):
        pass


def limited(path, prelude):
    """The study of `study_process` under a limit that only a process of its own can have."""
    code = f"{prelude}\nimport sys; sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
    code += f"import study_process; study_process.main({str(path)!r}, 'auto', '1', '30', '20')"
    return subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60)


def test_a_quota_is_one_line_and_nothing_finished_is_lost(tmp_path):
    path = tmp_path / "s.sqlite"
    done = limited(path, "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))")
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("\n") == 1
    assert "run again; what is finished is kept full=True" in done.stderr
    with Store(path) as store:
        assert 0 < len(store) < 600


def test_a_real_disk_that_fills_up(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        done = limited(disk / "s.sqlite", "")
        assert done.returncode == 1, done.stderr
        assert done.stderr.count("\n") == 1
        assert "full=True" in done.stderr
        with Store(disk / "s.sqlite") as store:
            assert 0 < len(store) < 600
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_folder_without_permission_is_one_line(tmp_path):
    path = tmp_path / "s.sqlite"
    study(path)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        if os.access(path, os.W_OK):
            pytest.skip("root may write anywhere")
        with pytest.raises(StoreError, match="mend the folder's permissions"):
            study(path)
    finally:
        tmp_path.chmod(0o755)


def test_a_database_opened_for_reading_only_says_so(tmp_path):
    with Store(tmp_path / "s.sqlite") as store:
        store._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="cannot be written here"):
            store.write(block(1))


def test_two_writers_from_the_first_moment(tmp_path):
    """Four processes open one file that is not there yet, and run one study into it."""
    command = [
        sys.executable,
        "-W",
        "error",
        str(SCRIPT),
        str(tmp_path / "s.sqlite"),
        "auto",
        "1",
        "10",
        "30",
    ]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    answers = [process.communicate(timeout=60) for process in running]
    assert {error for _, error in answers} == {b""}
    assert {out.decode().strip() for out, _ in answers} == {digest(run(cells_of(10, 30), seed=1))}
    with Store(tmp_path / "s.sqlite") as store:
        assert len(store) == 300


def test_a_second_connection_leaves_the_locks_of_the_first(tmp_path, monkeypatch):
    """Closing any descriptor of a file drops the locks that this process has on it; SQLite alone opens a good one."""
    path = tmp_path / "s.sqlite"
    other = tmp_path / "other"
    other.write_bytes(b"nothing of ours, and long enough")
    opened = []
    plain = Path.open
    monkeypatch.setattr(Path, "open", lambda self, *args, **kwargs: opened.append(self) or plain(self, *args, **kwargs))
    with Store(path), Store(path):
        assert opened == []
    with pytest.raises(StoreError, match="not a results file"):
        Store(other)
    assert opened == [other]
