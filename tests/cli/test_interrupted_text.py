"""A Ctrl-C that meets a text while it is executed ends as any other: with 130 and a line, and not by the signal."""

import subprocess
import sys


def test_ctrl_c_within_an_executed_text(tmp_path):
    (tmp_path / "stopped.py").write_text('exec("raise KeyboardInterrupt")\n')
    command = [sys.executable, "-m", "boundcheck", "stopped.py", "--out", "out"]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert process.returncode == 130
    assert process.stderr.splitlines()[-1].startswith("boundcheck: interrupted")
