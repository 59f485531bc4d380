"""A run in a kernel that lets nothing else of its process run: Ctrl+C, `kill`, the time limit, a crash."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import ENVIRONMENT, PATIENT, ROOT, write
from tests.run.planted import PATIENCE, wait_for

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX")

PROGRAM = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import blocks.cli
load = blocks.cli._load
def planted(*given):
    from tests.run.planted import KERNELS, plant
    plant(*KERNELS)
    return load(*given)
blocks.cli._load = planted
sys.exit(blocks.cli.main())
"""
"""The program, with kernels that go on for ever or end the process."""
IN_KERNEL = {"locked": "Erfc", "free": "Sinh"}
"""With the interpreter's lock, so that the child has no last words, and without it."""


class Run:
    """A run that comes to such a kernel."""

    def __init__(self, folder: Path, type_: str, *more: object) -> None:
        pin = "it.features" if type_ == "Softsign" else "it.x"
        blocks = [{"id": "v", "type": "Variable", "values": {"initvalues": 1.0}}, {"id": "it", "type": type_}]
        self.file = write(folder / "page.gradblocks", blocks, [["v.ref", pin]])
        self.begun = folder / "begun"
        program = (PATIENT if type_ == IN_KERNEL["free"] else "") + PROGRAM
        command = [sys.executable, "-c", program, "run", str(self.file), *map(str, more)]
        env = {**ENVIRONMENT, "READY": str(self.begun)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)

    def end(self) -> tuple[str, str]:
        """What it said until its end."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return out.decode(), err.decode()

    def last_words(self, what: str) -> str:
        """What stands in the line on standard error, wherever the kernel leaves the child its say."""
        return f"{self.file}: page 'main': {what} in step 1 of 1\n"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """Starts runs, which are ended afterwards."""
    runs: list[Run] = []

    def started(*given: object) -> Run:
        runs.append(Run(tmp_path, *given))  # type: ignore[arg-type]
        return runs[-1]

    yield started
    for run in runs:
        run.process.kill()
        run.process.communicate()


@pytest.mark.parametrize(
    ("number", "status", "word"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
)
@pytest.mark.parametrize("kind", IN_KERNEL)
def test_a_signal_ends_it(start: Callable[..., Run], kind: str, number: int, status: int, word: str) -> None:
    run = start(IN_KERNEL[kind], "--json")
    wait_for(run.begun)
    run.process.send_signal(number)
    out, err = run.end()  # the kernel goes on for much longer
    assert run.process.returncode == status
    assert err == (run.last_words(word) if kind == "free" else f"gradblocks: {word}\n")
    assert json.loads(out)["errors"][0]["message"].startswith(word)


@pytest.mark.parametrize("kind", IN_KERNEL)
def test_the_time_limit_ends_it(start: Callable[..., Run], kind: str) -> None:
    for limit in (4, 16, 64):  # on a busy machine it may be reached before the kernel
        run = start(IN_KERNEL[kind], "--json", "--timeout", limit)
        out, err = run.end()
        assert run.process.returncode == 124
        what = f"the time limit of {limit} s was reached" if kind == "free" else "the time limit was reached"
        expected = run.last_words(what) if kind == "free" else f"gradblocks: {what}\n"
        if err == expected:
            break
    assert err == expected
    report = json.loads(out)
    assert (report["format"], report["steps"], report["results"]) == ("gradblocks-results/1", 0, {})
    assert report["errors"][0]["message"].startswith(what)


@pytest.mark.parametrize("type_", ["Softsign", "Erf", "Expm1"])
def test_a_crash_is_a_sentence(start: Callable[..., Run], type_: str) -> None:
    run = start(type_)
    _, err = run.end()
    assert run.process.returncode == 1
    assert re.match(r"gradblocks: the run .*\(SIG\w+\)\n", err) and err.count("\n") == 1


def test_a_run_whose_parent_is_killed_ends_too(start: Callable[..., Run]) -> None:
    run = start(IN_KERNEL["free"])
    wait_for(run.begun)
    run.process.kill()
    run.end()  # which waits until all who could write are gone
