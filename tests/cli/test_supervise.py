"""A run in a kernel that lets nothing else of its process run: Ctrl+C, `kill`, the time limit, a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import ENVIRONMENT, ROOT, write

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX")

PROGRAM = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
import blocks.cli
load = blocks.cli._load
def planted(*given):
    from tests.run.planted import plant
    plant(lambda: os.mkdir(os.environ["READY"]))
    return load(*given)
blocks.cli._load = planted
sys.exit(blocks.cli.main())
"""
"""The program, with kernels that go on for ever or end the process."""


@pytest.fixture
def started(tmp_path: Path, request: pytest.FixtureRequest) -> subprocess.Popen[bytes]:
    """A run in the midst of such a kernel."""
    type_, *more = request.param
    file = write(tmp_path / "page.gradblocks", [{"id": "v", "type": "Variable", "values": {"initvalues": 1.0}},
                                                {"id": "it", "type": type_}],
                 [["v.ref", "it.features" if type_ == "Softsign" else "it.x"]])  # fmt: skip
    command = [sys.executable, "-c", PROGRAM, "run", str(file), *more]
    ready = tmp_path / "ready"
    env = {**ENVIRONMENT, "READY": str(ready)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    while process.poll() is None and not ready.exists():
        time.sleep(0.02)
    return process


@pytest.mark.parametrize(("number", "status", "word"), [(signal.SIGINT, 130, b"interrupted"),
                                                        (signal.SIGTERM, 143, b"terminated")])  # fmt: skip
@pytest.mark.parametrize("started", [("Erfc", "--json"), ("Sinh", "--json")], indirect=True, ids=["locked", "free"])
def test_a_signal_ends_it(started: subprocess.Popen[bytes], number: int, status: int, word: bytes) -> None:
    before = time.monotonic()
    started.send_signal(number)
    out, err = started.communicate(timeout=60)
    assert time.monotonic() - before < 5  # the kernel goes on for a minute
    assert started.returncode == status
    assert word in err and err.count(b"\n") == 1
    assert json.loads(out)["errors"][0]["message"].startswith(word.decode())


@pytest.mark.parametrize("started", [("Erfc", "--timeout", "4")], indirect=True)
def test_the_time_limit_ends_it(started: subprocess.Popen[bytes]) -> None:
    _, err = started.communicate(timeout=30)
    assert started.returncode == 124
    assert err == b"gradblocks: the time limit was reached\n"


@pytest.mark.parametrize("started", [("Softsign",), ("Erf",), ("Expm1",)], indirect=True, ids=lambda given: given[0])
def test_a_crash_is_a_sentence(started: subprocess.Popen[bytes]) -> None:
    _, err = started.communicate(timeout=60)
    assert started.returncode == 1
    assert err.startswith(b"gradblocks: the run was ended by a fault") and err.count(b"\n") == 1


@pytest.mark.parametrize("started", [("Sinh",)], indirect=True)
def test_a_run_whose_parent_is_killed_ends_too(started: subprocess.Popen[bytes]) -> None:
    started.kill()
    started.communicate(timeout=30)  # which waits until all who could write are gone
