"""Running commands: in this process, where that is enough, or as a program of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

import pytest

from blocks.cli import main
from tests.run.planted import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-m", "blocks.cli"]
PATIENT = """
from blocks.cli.supervision import supervise
from blocks.cli.supervision import interruptible
supervise.PATIENCE = supervise.LAST_WORDS = interruptible._LAST_WORDS = 120
"""
"""What comes before the program, so that its child has all the time for last words that a busy machine needs."""
HURRIED = """
from blocks.cli.supervision import supervise
supervise.FORWARD = supervise.PATIENCE = 0
"""
"""What comes before the program, so that its child has no time for last words."""
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

A_TIMES_B = ROOT / "assets/examples/a_times_b.gradblocks"


class Done(NamedTuple):
    """A command that ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def errors(self) -> list[str]:
        return self.err.splitlines()


Command = Callable[..., Done]
"""``command("run", FILE, ...)``"""


@pytest.fixture
def command(capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    """Runs a command in this process."""

    def call(*arguments: object) -> Done:
        status = main([str(each) for each in arguments])
        out, err = capsysbinary.readouterr()
        return Done(status, out.decode(), err.decode())

    return call


def start(
    *arguments: object,
    before: str = "",
    stdout: int | IO[bytes] = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
    env: Mapping[str, str] = ENVIRONMENT,
) -> subprocess.Popen[bytes]:
    """Start the program in a process of its own."""
    code = f"import sys; from blocks.cli import main\n{before}\nsys.exit(main())"
    command = [*([sys.executable, "-c", code] if before else PROGRAM), *(str(each) for each in arguments)]
    return subprocess.Popen(command, stdout=stdout, stderr=stderr, env=env)


def program(*arguments: object, **options: Any) -> Done:
    """Run the program in a process of its own and wait for its end."""
    process = start(*arguments, **options)
    out, err = process.communicate(timeout=PATIENCE)
    return Done(process.returncode, (out or b"").decode(), (err or b"").decode())


def write(path: Path, blocks: list[dict[str, Any]], wires: list[list[str]] | None = None, **more: Any) -> Path:
    """A diagram with the page ``main``."""
    page = {"name": "main", "blocks": blocks, "wires": wires or [], **more.pop("page", {})}
    path.write_text(json.dumps({"format": "gradblocks/1", "pages": [page], **more}), "utf-8")
    return path


def const(block: str, value: Any, **values: Any) -> dict[str, Any]:
    """A Const block."""
    return {"id": block, "type": "Const", "at": [0, 0], "values": {"val": value, **values}}
