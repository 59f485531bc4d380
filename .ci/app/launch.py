"""The program of the self-contained build: the command line, and the workers that it starts by `sys.executable`."""

from __future__ import annotations

import sys


def main() -> int:
    """Run a command, or be a worker: ``-P -c CODE FOLDER PACKAGES`` is how one is started, and no other code is run."""
    if sys.argv[1:3] == ["-P", "-c"]:
        from blocks.worker import process, server

        if sys.argv[3] != process._CODE:  # pyright: ignore[reportPrivateUsage]
            sys.exit("gradblocks: -c is for workers of its own")
        server.main(sys.argv[5:])
        return 0
    from blocks.cli import main as command_line

    return command_line()


if __name__ == "__main__":
    sys.exit(main())
