"""The program of the self-contained build: the command line, and the interpreter that workers are started with."""

from __future__ import annotations

import sys


def main() -> int:
    """Run a command; ``-P -c CODE`` is how the editor starts a worker by `sys.executable`, which is this program."""
    if sys.argv[1:3] == ["-P", "-c"]:
        code, sys.argv = sys.argv[3], ["-c", *sys.argv[4:]]
        exec(code, {"__name__": "__main__"})
        return 0
    from blocks.cli import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
