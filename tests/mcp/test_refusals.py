"""What a server refuses, bounds and ends: foreign paths, wrong arguments, long runs, clients that go away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytest

from tests.cli.conftest import PROGRAM, ROOT, Command, const, program
from tests.cli.conftest import write as write_page
from tests.library.distribution import TYPES
from tests.library.distribution import write as install
from tests.mcp.conftest import Connected, Session, connected

OUTSIDE = "the file is outside"
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("read", {"file": "../secret.gradblocks"}, OUTSIDE),
    ("read", {"file": "/etc/passwd"}, OUTSIDE),
    ("read", {"file": "link.gradblocks"}, OUTSIDE),
    ("edit", {"file": "folder/new.gradblocks", "operations": []}, OUTSIDE),
    ("show", {"file": "../secret.gradblocks"}, OUTSIDE),
    ("run", {"file": "../secret.gradblocks"}, OUTSIDE),
    ("check", {"file": "link.gradblocks"}, OUTSIDE),
    ("open", {"file": "\0"}, OUTSIDE),
    ("describe", {"type": ":Cell", "file": "../secret.gradblocks"}, OUTSIDE),
    ("undo", {"file": "../secret.gradblocks"}, OUTSIDE),
    ("read", {"file": "d.txt"}, ".gradblocks"),
    ("read", {"fil": "d.gradblocks"}, "no argument 'fil'"),
    ("read", {}, "expected a file"),
    ("run", {"file": ["d.gradblocks"]}, "file:"),
    ("run", {"file": "d.gradblocks", "steps": 10**9}, "100,000 steps"),
    ("run", {"file": "d.gradblocks", "timeout": 1e9}, "timeout"),
    ("run", {"file": "d.gradblocks", "timeout": float("nan")}, "timeout"),
    ("run", {"file": "d.gradblocks", "fetch": "--out=x.npz"}, "no block"),
    ("run", {"file": "d.gradblocks", "set": {"nobody.val": 1}}, "no block"),
    ("run", {"file": "d.gradblocks", "feed": {"a": {"file": "../secret.npy"}}}, "outside"),
    ("run", {"file": "d.gradblocks", "page": "-x"}, "no page"),
    ("run", {"file": "reads.gradblocks"}, "outside"),
    ("run", {"file": "linked.gradblocks"}, "outside"),
    ("run", {"file": "bad.gradblocks"}, "not wired"),
    ("find", {"file": "d.gradblocks", "reached": True}, "gradient"),
    ("edit", {"file": "d.gradblocks"}, "either operations or page"),
    ("edit", {"file": "d.gradblocks", "operations": [{"op": "wires"}]}, "wires"),
    ("explain", {"file": "d.gradblocks", "block": "x" * 100_000}, "no block"),
    ("show", {"file": "d.gradblocks", "gradients": "nobody"}, "nobody"),
    ("describe", {"type": "Matmull"}, "Matmull"),
    ("reed", {"file": "d.gradblocks"}, "no tool"),
    ("undo", {"file": "d.gradblocks"}, "undo"),
]


def looping(path: Path) -> str:
    """Write a page that runs for ever, and return its name."""
    diagram = json.loads(program("describe", "While").out)["example"]
    for block in [each for composite in diagram["composites"] for each in composite["blocks"]]:
        block.get("values", {}).update({"y": 1.0} if block["type"] == "Multiply" else {})
    path.write_text(json.dumps(diagram))
    return path.name


def processes(*words: str) -> list[int]:
    """Return the processes with these words in their command lines."""
    found: list[int] = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = each.read_bytes()
        except OSError:
            continue
        found += [int(each.parent.name)] if all(word.encode() in line for word in words) else []
    return found


def eventually(holds: Callable[[], object], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def here(tmp_path: Path, session: Session) -> Path:
    folder = tmp_path / "here"
    write_page(folder / "d.gradblocks", [const("a", [1.0, 2.0])])
    write_page(folder / "bad.gradblocks", [const("a", 1), {"id": "b", "type": "Relu", "at": [0, 0]}])
    write_page(folder / "reads.gradblocks", [const("a", {"file": "../secret.npy"})])
    write_page(folder / "linked.gradblocks", [const("a", {"file": "link.npy"})])
    secret = write_page(tmp_path / "secret.gradblocks", [const("a", 1.0)])
    np.save(tmp_path / "secret.npy", np.ones(3))
    (folder / "link.npy").symlink_to(tmp_path / "secret.npy")
    (folder / "link.gradblocks").symlink_to(secret)
    (folder / "folder").symlink_to(tmp_path)
    return folder


def test_wrong_calls_are_refused(session: Session, here: Path, tmp_path: Path) -> None:
    before = sorted(os.listdir(tmp_path)), sorted(os.listdir(here))

    async def talk(call: Connected) -> None:
        for tool, arguments, word in WRONG:
            error = await call.refused(tool, **arguments)
            assert [*error][:5] == ["operation", "message", "block", "pin", "hint"], tool
            assert word in error["message"] and "Traceback" not in error["message"], (tool, arguments, error)
        assert "file" in (await call.refused("read", fil="d.gradblocks"))["hint"]
        assert (await call("check", file="bad.gradblocks"))["errors"]  # no refusal

    session(talk)
    assert (sorted(os.listdir(tmp_path) if "state" in before[0] else set(os.listdir(tmp_path)) - {"state"}),
            sorted(os.listdir(here))) == before  # fmt: skip


def test_large_tensors_are_left_out(session: Session, here: Path) -> None:
    write_page(here / "large.gradblocks", [const("a", [[0.5] * 40] * 30), const("b", [1.0])])

    async def talk(call: Connected) -> None:
        file = "large.gradblocks"
        whole = await call("read", file=file)
        assert whole["blocks"]["a"]["values"]["val"] == {"elided": [30, 40]}
        assert (await call("edit", file=file, page=whole["page"]))["changes"] == []
        results = (await call("run", file=file))["results"]
        assert results["a.result_output"] == {
            "dtype": "DT_FLOAT", "shape": [30, 40], "min": 0.5, "max": 0.5, "mean": 0.5, "nan": 0, "inf": 0,
        }  # fmt: skip
        valued = (await call("run", file=file, values=True, set={"b.val": ["NaN", 2.0]}))["results"]
        assert valued["a.result_output"]["data"] == {"elided": [30, 40]}
        assert valued["b.result_output"]["data"] == ["NaN", 2.0] and valued["b.result_output"]["nan"] == 1

    session(talk)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_run_ends_with_its_call_its_client_and_its_server(session: Session, here: Path) -> None:
    file = looping(here / "loop.gradblocks")

    def workers() -> list[int]:
        return processes("blocks.cli.mcp_worker", *[str(each) for each in servers])

    async def one(how: str) -> None:
        with anyio.CancelScope() as whole:
            async with connected(here) as call, anyio.create_task_group() as tasks:
                servers[:] = processes("blocks.cli", "mcp", str(here))
                tasks.start_soon(lambda: call.result("run", {"file": file, "timeout": 600}))
                while not workers():
                    await anyio.sleep(0.05)
                if how == "kill":
                    os.kill(servers[0], signal.SIGKILL)
                if how != "cancel":
                    whole.cancel()
                tasks.cancel_scope.cancel()
        if how == "cancel":
            async with connected(here) as call:
                servers[:] = processes("blocks.cli", "mcp", str(here))
                with anyio.move_on_after(4):
                    await call.result("run", {"file": file, "timeout": 600})
                assert await anyio.to_thread.run_sync(lambda: eventually(lambda: not workers()))
                assert (await call("read", file="d.gradblocks"))["blocks"]
                assert "time limit" in (await call.refused("run", file=file, timeout=1))["message"]

    servers: list[int] = []
    for how in ("cancel", "gone", "kill"):
        try:
            anyio.run(one, how)
        except BaseExceptionGroup:
            assert how == "kill"  # the client misses its server
        assert eventually(lambda: not processes("blocks.cli.mcp_worker", str(servers[0]))), how
        assert eventually(lambda: not processes("blocks.cli", "mcp", str(here))), how


def test_no_plugin_is_imported(session: Session, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site, mark = tmp_path / "site", tmp_path / "imported"
    (tmp_path / "config/gradblocks").mkdir(parents=True)
    (tmp_path / "config/gradblocks/packages.json").write_text('{"enabled": ["triangles"]}')
    site.mkdir()
    install(site, text=f"open({str(mark)!r}, 'w').close()\n{TYPES}")
    monkeypatch.setenv("PYTHONPATH", f"{site}{os.pathsep}{ROOT}")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_page(here / "plugin.gradblocks", [{"id": "h", "type": "triangles:Hypotenuse", "at": [0, 0]}])

    async def talk(call: Connected) -> None:
        assert "triangles" in (await call.refused("describe", type="triangles:Hypotenuse"))["message"]
        for tool in ("open", "read", "check", "show"):
            await call(tool, file="plugin.gradblocks")
        await call.refused("run", file="plugin.gradblocks")

    session(talk)
    assert not mark.exists()
    done = program("blocks", "triangles:Hypotenuse", env=dict(os.environ))  # others import it
    assert done.status == 0 and mark.exists(), done.err


def test_standard_output_carries_nothing_else(here: Path) -> None:
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    requests = [
        {"id": 1, "method": "initialize", "params": start},
        {"method": "notifications/initialized"},
        *({"id": number, "method": "tools/call", "params": {"name": tool, "arguments": {"file": "d.gradblocks"}}}
          for number, tool in enumerate(("open", "run", "check", "show"), 2)),
    ]  # fmt: skip
    with subprocess.Popen([*PROGRAM, "mcp", here], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in requests).encode())
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(5)]
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0
    assert {each["id"] for each in answers} == {1, 2, 3, 4, 5} and all("result" in each for each in answers)


def test_without_the_package_it_says_how_to_get_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.types", None)
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.delitem(sys.modules, "blocks.cli.mcp_server", raising=False)
    monkeypatch.delitem(sys.modules, "blocks.cli.mcp_answers", raising=False)
    done = command("mcp")
    assert done.status == 2 and "pip install 'gradblocks[mcp]'" in done.err
