"""``python -m boundcheck``."""

from boundcheck.cli.main import run

if __name__ == "__main__":
    run()
