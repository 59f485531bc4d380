"""Opening, checking and drawing a diagram touches no other file, no network and no process."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from blocks.cli.examples import example_texts
from tests.reliability.traps import STRACE

SEED = 5
TASKS = 10
_PROGRAM = """
import json, sys
from tests.deep import opening
from blocks.cli.examples import example_texts
opening.judge(example_texts()["gan_step"].encode())
seed, tasks = map(int, sys.argv[1:3])
findings = []
for text in example_texts().values():
    findings += [f"{each['kind']} {each['text']}" for each in opening.judge(text.encode())]
for number in range(tasks):
    findings += [f"{each['kind']} {each['text']} {each.get('where')}" for each in opening.run(seed, number)]
print(json.dumps(findings))
"""
_CANARY = "/canary/of/the/test"


def environment() -> dict[str, str]:
    # Packages that somebody has enabled here are looked up, too.
    alone = {"XDG_CONFIG_HOME": str(Path(tempfile.gettempdir()) / "no settings")}
    alone["PYTHONDONTWRITEBYTECODE"] = "1"  # Python writes what it compiles, whatever is opened
    return {**os.environ, **alone, "QT_QPA_PLATFORM": "offscreen", "OPENBLAS_NUM_THREADS": "1"}


def test_nothing_else_is_touched() -> None:
    command = [sys.executable, "-c", _PROGRAM, str(SEED), str(TASKS)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == []


_TRIED = """
import os, socket, subprocess, sys
from tests.deep import opening
watch = opening.guard()
watch.touched = []
open("/etc/hostname").close()
os.listdir("/etc")
subprocess.run(["true"])
socket.socket(socket.AF_INET).close()
print(*{each.split()[0] for each in watch.touched})
"""


def test_the_guard_sees_what_is_touched() -> None:
    done = subprocess.run([sys.executable, "-c", _TRIED], env=environment(), capture_output=True, text=True, check=True)
    assert {"open", "os.listdir", "subprocess.Popen", "socket.__new__"} <= set(done.stdout.split())


_OPENED = """
import sys
from pathlib import Path
from app.window.start import make_application
from tests.deep import opening
make_application()
opening._look(Path(sys.argv[1]), True)
"""


@pytest.mark.skipif(STRACE is None, reason="strace is not here; the test above sees what Python does, not what Qt does")
def test_the_kernel_sees_nothing_either(tmp_path: Path) -> None:
    assert STRACE is not None
    texts = [
        "file://{}/a",
        "{}/b.npy",
        '<img src="file://{}/c.png">',
        "qrc:{}/d",
        "../../..{}/e",
        "http://127.0.0.1{}/f",
    ]
    blocks = [
        {"id": f"b{i}", "type": kind, "at": [0, 90 * i], "values": {key: text.format(_CANARY)}}
        for i, (kind, key) in enumerate([("ReadFile", "filename"), ("Const", "val"), ("MatchingFiles", "pattern")])
        for text in texts[i : i + 1]
    ]
    notes = [{"at": [0, 0], "text": text.format(_CANARY)} for text in texts]
    file = {"id": "f", "type": "Const", "at": [0, 400], "values": {"val": {"file": f"{_CANARY}/g.npy"}}}
    page = {"name": "main", "blocks": [*blocks, file], "wires": [], "notes": notes}
    path, log = tmp_path / "a.gradblocks", tmp_path / "log"
    path.write_text(json.dumps({"format": "gradblocks/1", "pages": [page]}))
    tracing = [STRACE, "-f", "-qq", "-s", "300", "-e", "trace=%file,%network,%process", "-o", str(log)]
    command = [*tracing, sys.executable, "-c", _OPENED, str(path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    if "ptrace" in done.stderr:
        pytest.skip("strace may not watch processes here")
    assert done.returncode == 0, done.stderr
    lines = log.read_text(errors="replace").splitlines()
    assert not [line for line in lines if _CANARY in line]
    assert not [line for line in lines if re.search(r"socket\(AF_INET|connect\(.*AF_INET", line)]
    assert len([line for line in lines if re.search(r"execve\(.* = 0", line)]) == 1
    assert any(str(path) in line for line in lines)


def test_the_tests_have_no_network() -> None:
    with pytest.raises(RuntimeError, match="no test may reach the network"):
        socket.create_connection(("127.0.0.1", 9))
    with pytest.raises(RuntimeError, match="no test may reach the network"):
        socket.getaddrinfo("example.invalid", 80)
    assert example_texts()
