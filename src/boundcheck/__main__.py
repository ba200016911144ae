"""``python -m boundcheck``."""

from boundcheck.cli import run

if __name__ == "__main__":
    run()
