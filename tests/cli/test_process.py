"""The program as a process: signals, time limits, streams that are closed or full, what is imported."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from blocks.cli import main
from tests.cli.conftest import A_TIMES_B, ENVIRONMENT, HURRIED, PATIENT, const, program, start, write
from tests.run.planted import PATIENCE, wait_for

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    """A page with steps that take next to no time."""
    blocks = [
        {"id": "w", "type": "Variable", "values": {"initvalues": 0.0}},
        {"id": "n", "type": "AssignAdd", "values": {"value": 1.0}},
    ]
    return write(tmp_path / "counting.gradblocks", blocks, [["w.ref", "n.ref"]])


@pytest.fixture
def telling(tmp_path: Path) -> Path:
    """A page that counts its steps, and writes each number into a file."""
    blocks = [
        {"id": "w", "type": "Variable", "values": {"initvalues": 0.0}},
        {"id": "n", "type": "AssignAdd", "values": {"value": 1.0}},
        {"id": "text", "type": "AsString", "values": {"precision": 0}},
        {"id": "told", "type": "WriteFile", "values": {"filename": "told"}},
    ]
    wires = [["w.ref", "n.ref"], ["n.output_ref", "text.input"], ["text.output", "told.contents"]]
    return write(tmp_path / "telling.gradblocks", blocks, wires)


def wait_for_steps(telling: Path) -> None:
    """Wait until some steps of that page are done."""
    told = telling.with_name("told")
    wait_for(told)
    while int(told.read_text()) < 5:
        time.sleep(0.01)


def interrupt(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """Send what Ctrl+C sends; returns what the process said until its end."""
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130
    return out, err


@posix
def test_an_interrupted_run_of_many_steps_says_how_far_it_was(telling: Path) -> None:
    process = start("run", telling, "--steps", 10**12, "--json", before=PATIENT)
    wait_for_steps(telling)
    out, err = interrupt(process)
    assert b"interrupted in step " in err
    report = json.loads(out)
    assert report["steps"] > 0
    assert report["results"] == {}


@posix
@pytest.mark.parametrize("before", ["", HURRIED], ids=["in time", "too slow for last words"])
def test_a_reader_who_has_stopped_reading_does_not_hold_an_interrupted_run(telling: Path, before: str) -> None:
    read, written = os.pipe()
    os.set_blocking(written, False)
    try:
        while True:
            os.write(written, b" " * 4096)
    except BlockingIOError:
        os.set_blocking(written, True)
    process = start("run", telling, "--steps", 10**12, "--json", stdout=written, before=before)
    wait_for_steps(telling)
    interrupt(process)
    os.close(read)
    os.close(written)


@posix
def test_an_interrupted_run_whose_reader_is_gone_says_so_quietly(telling: Path) -> None:
    process = start("run", telling, "--steps", 10**12, "--json", before=PATIENT)
    wait_for_steps(telling)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = interrupt(process)
    assert b"interrupted in step " in err and b"Traceback" not in err


def test_a_run_within_its_time_limit(counting: Path) -> None:
    done = program("run", counting, "--timeout", "60", "--steps", "10", "--json")
    assert (done.status, done.json["steps"]) == (0, 10)


@posix
@pytest.mark.parametrize("more", [(), ("--quiet",)])
def test_progress_is_shown_on_a_terminal_and_taken_away(telling: Path, more: tuple[str, ...]) -> None:
    import pty

    master, slave = pty.openpty()
    process = start("run", telling, "--steps", 10**12, *more, stderr=slave, before=PATIENT)
    os.close(slave)
    wait_for_steps(telling)
    text = b""
    if more:
        time.sleep(1.5)  # it would be there after a second
    else:
        while b"steps/s" not in text:
            text += os.read(master, 65536)
    interrupt(process)
    try:
        while piece := os.read(master, 65536):
            text += piece
    except OSError:  # how Linux says that the other end was closed
        pass
    os.close(master)
    assert (b"steps/s" in text) is not bool(more)
    if not more:
        assert text.rpartition(b"\r\x1b[K")[2].strip().startswith(bytes(telling))


def test_there_is_no_progress_in_a_file(counting: Path) -> None:
    done = program("run", counting, "--steps", 10**12, "--timeout", 3, before=PATIENT)
    assert (done.status, len(done.errors)) == (124, 1)


def test_a_closed_pipe_ends_the_program_quietly(tmp_path: Path) -> None:
    values = {"start": 0, "limit": 100_000, "delta": 1}
    file = write(tmp_path / "r.gradblocks", [{"id": "r", "type": "Range", "values": values}])
    for arguments in (("run", file, "--json"), ("blocks", "--json"), ("fmt", file), ("check", file), ("--help",)):
        read, written = os.pipe()
        os.close(read)
        done = program(*arguments, stdout=written)
        os.close(written)
        assert (done.status, done.err) == (0, "")


# Every command that writes to standard output; @ is a folder.
SAYING = (
    "--help", "--version", "run A", "run A --json", "run A --profile", "run A --gradients v", "run nothing --json",
    "run --steps 0 A --json", "run --help", "check A", "check A --json", "check A --gradient v",
    "check A --gradient v --numeric", "check A --formula v", "check --help", "fmt A", "fmt --help", "diff A B",
    "diff --help", "convert --help", "blocks", "blocks --json", "blocks MatMul", "blocks --help", "example",
    "example basic", "example --help",
)  # fmt: skip


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", SAYING)
def test_a_full_disk_behind_standard_output_is_one_sentence(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"A": str(A_TIMES_B), "B": str(A_TIMES_B.with_name("basic.gradblocks"))}
    arguments = [files.get(word, word) for word in words.split()]
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(arguments) == 1
    command = f"gradblocks {arguments[0]}" if arguments[0].isalpha() else "gradblocks"
    *_, last = capsys.readouterr().err.splitlines()
    assert last == f"{command}: standard output cannot be written: No space left on device"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["run A --out results.npz", "run A --out results.npz --quiet", "diff A A"])
def test_who_prints_nothing_needs_no_room_for_it(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main([str(A_TIMES_B) if word == "A" else word for word in words.split()]) == 0
    assert "cannot be written" not in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_so_it_is_for_a_run_in_its_own_process() -> None:
    with open("/dev/full", "wb") as full:
        done = program("run", A_TIMES_B, stdout=full)
    assert done == (1, "", "gradblocks run: standard output cannot be written: No space left on device\n")


@posix
@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_changes_nothing(telling: Path, first: int, second: int) -> None:
    """Terminals and systems that shut down send several, to parent and child: it ended with a traceback."""
    for _ in range(3):
        process = start("run", telling, "--steps", 10**9, before=f"{PATIENT}import os; os.setpgid(0, 0)")
        wait_for_steps(telling)
        for number in (first, second, second):
            os.killpg(process.pid, number)
        err = process.communicate(timeout=PATIENCE)[1].decode()
        # Where two come before the first one is looked at, Python tells of the lower number first.
        word = {130: "interrupted", 143: "terminated"}[process.returncode]
        assert process.returncode == 143 or signal.SIGINT in (first, second)
        assert err.startswith(f"{telling}: page 'main': {word} in step ") and err.count("\n") == 1
        telling.with_name("told").unlink()


ENDED_EARLY = """
import os, signal
fork = os.fork
def forked():
    child = fork()
    if child == 0:
        os.kill(os.getpid(), signal.SIGTERM)
    return child
os.fork = forked
"""


@posix
def test_a_signal_to_both_that_the_child_does_not_heed_yet() -> None:
    """Where the parent saw the child end before its own signal, the run was called one that was ended by a fault."""
    done = program("run", A_TIMES_B, "--json", before=ENDED_EARLY)
    assert (done.status, done.err) == (143, "gradblocks: terminated\n")
    assert [each["message"] for each in done.json["errors"]] == ["terminated"]


NO_PROCESSES = """
import os
def fail(): raise BlockingIOError(11, "Resource temporarily unavailable")
os.fork = fail
"""
NO_THREADS = """
import _thread, threading
def fail(*_, **__): raise RuntimeError("can't start new thread")
_thread.start_new_thread = threading._start_new_thread = threading._start_joinable_thread = fail
"""
OPENBLAS = """
import signal, blocks.cli
blocks.cli._load = lambda *_: signal.raise_signal(signal.SIGINT)
"""
"""Does what OpenBLAS does as it is loaded, where it can start no threads."""


@posix
def test_where_no_process_can_be_started_a_run_is_its_own() -> None:
    done = program("run", A_TIMES_B, before=NO_PROCESSES)
    assert (done.status, done.err) == (0, "")
    assert "v.result_product" in done.out


@posix
@pytest.mark.parametrize("before", [NO_THREADS, NO_THREADS + OPENBLAS])
def test_where_no_thread_can_be_started_it_says_so(before: str) -> None:
    done = program("run", A_TIMES_B, before=before)
    assert (done.status, done.out, len(done.errors)) == (1, "", 1)
    assert "no more threads can be started" in done.err


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    command = f'"{sys.executable}" -m blocks.cli run "{A_TIMES_B}" {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=ENVIRONMENT, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    failing = command.replace(str(A_TIMES_B), "/nowhere.gradblocks")
    done = subprocess.run(["sh", "-c", failing], capture_output=True, env=ENVIRONMENT, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_names_of_any_language_reach_an_ascii_terminal(tmp_path: Path) -> None:
    file = write(tmp_path / "größe.gradblocks", [const("größe", ["ü"])])
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii"}
    done = program("run", file, env=environment)
    assert (done.status, done.err) == (0, "")
    assert done.out == "gr\\xf6\\xdfe.result_output: string [1]\n['\\xfc']\n"
    assert program("run", file, "--json", env=environment).json["results"].keys() == {"größe.result_output"}


@posix
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\x1b.gradblocks"
    with open(name, "wb") as file:
        file.write(b"{}")
    process = subprocess.Popen(
        [sys.executable, "-m", "blocks.cli", "run", name, "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
    )  # fmt: skip
    out, err = process.communicate()
    assert process.returncode == 1
    assert json.loads(out)["page"] is None
    assert err.startswith(os.fsencode(tmp_path) + b"/\\udcff\\x1b.gradblocks: this is not a Gradblocks diagram")


def test_a_run_imports_only_what_it_needs() -> None:
    code = (
        "import sys; from blocks.cli import main; main(sys.argv[1:]);"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "run", str(A_TIMES_B), "--json"],
        capture_output=True, text=True, env=ENVIRONMENT, check=True,
    )  # fmt: skip
    assert not set(done.stderr.split()) & {"scipy", "ml_dtypes", "app", "assets", "PySide6", "difflib", "zipfile"}


def test_an_internal_error_is_one_line(tmp_path: Path) -> None:
    code = (
        "import sys, blocks.document.reading as reading\n"
        "def fail(*a): raise KeyError('\\x1b[31m\\n')\n"
        "reading.read_text = fail\n"
        "from blocks.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    for name, more in (("run", ["--json"]), ("check", []), ("fmt", [])):
        done = subprocess.run(
            [sys.executable, "-c", code, name, str(A_TIMES_B), *more],
            capture_output=True, text=True, env={**ENVIRONMENT, "GRADBLOCKS_DEBUG": ""}, check=False,
        )  # fmt: skip
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert "internal error: KeyError" in done.stderr
        assert "\x1b" not in done.stderr
        if more:
            assert "internal error" in json.loads(done.stdout)["errors"][0]["message"]
    done = subprocess.run(
        [sys.executable, "-c", code, "fmt", str(A_TIMES_B)],
        capture_output=True, text=True, env={**ENVIRONMENT, "GRADBLOCKS_DEBUG": "1"}, check=False,
    )  # fmt: skip
    assert "Traceback" in done.stderr
