"""The process of one call of an MCP tool, from both sides: it runs a command, and ends with the call and the server."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.files import UNSAVED
from blocks.worker.process import program


async def run_command(
    arguments: Sequence[str], seconds: float, find: Callable[[str], str]
) -> tuple[int, dict[str, Any]]:
    """Return status and JSON of a command in a process of its own, which is killed if the call is cancelled.

    The second argument is the diagram, whose path ``find`` returns.
    """
    import anyio.to_thread

    command = program("blocks.cli.mcp_worker", str(os.getpid()))
    with anyio.move_on_after(seconds):
        path = await anyio.to_thread.run_sync(find, arguments[1])
        unsaved = {path: UNSAVED[path].decode()} if path in UNSAVED else {}
        job = {"arguments": [arguments[0], path, *arguments[2:]], "unsaved": unsaved}
        done = await anyio.run_process(command, input=json.dumps(job).encode(), check=False, stderr=None)
        try:
            return done.returncode, json.loads(done.stdout)
        except ValueError:
            raise DiagramError(f"the process of {arguments[0]} ended without an answer") from None
    raise DiagramError(f"{arguments[0]} took longer than {seconds:g} s")


def main(given: Sequence[str]) -> int:
    """Run the command on standard input, a JSON object, as the child of the server with the process id given."""
    from blocks.cli import main as run
    from blocks.cli.supervision import supervise
    from blocks.library.registry import BuiltIn, use_registry

    use_registry(BuiltIn())
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # nothing connects to a display
    supervise.become_child(int(given[0]), os.open(os.devnull, os.O_WRONLY))
    job = json.load(sys.stdin)
    UNSAVED.update({path: text.encode() for path, text in job["unsaved"].items()})
    return run(job["arguments"])
