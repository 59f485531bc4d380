"""Runs of several processes from the outside, with children that do as a test says: JAX is not needed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from blocks.cli.supervision.peers import ProcessRequest, asked
from tests.cli.conftest import A_TIMES_B, ENVIRONMENT, Command
from tests.run.planted import PATIENCE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of POSIX")

PROGRAM = """
import os, signal, sys, time
import blocks.cli
from blocks.cli.supervision import peers, supervise
peers._STOPPED, peers._GRACE = 0.5, 1.0
supervise.FORWARD = supervise.PATIENCE = supervise.LAST_WORDS = 0.1
def planted(*_):
    def act(given):
        number = int(given[given.index("--process") + 1])
        os.write(2, b"what a library writes\\n")
{body}
        return 0
    return act
blocks.cli._load = planted
sys.exit(blocks.cli.main())
"""
ENDLESS = "        if number != {}: time.sleep(3600)\n"
GONE = "of 4 ended or no longer answers"
FATAL = """
        supervise.tell(peers.CONNECTING)
        supervise.tell(peers.JOINED)
        os.write(2, b'F1126 Terminating process because the JAX distributed service detected fatal errors. {}')
        os.abort()
"""


def run(*options: object, body: str) -> tuple[int, str, str]:
    """The program, whose children do what the body says: exit status, output, errors."""
    code = PROGRAM.format(body=body)
    command = [sys.executable, "-c", code, "run", "page.gradblocks", *map(str, options)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_first_of_the_processes_prints_what_a_run_gives() -> None:
    body = "        print('result of', number); print('note of', number, file=sys.stderr)"
    assert run("--processes", 3, body=body) == (0, "result of 0\n", "note of 0\n")


def test_a_process_of_its_own_command_prints_no_results_but_its_errors() -> None:
    body = "        print('result of', number); print('error of', number, file=sys.stderr)"
    given = ["--processes", 3, "--coordinator", "127.0.0.1:9", "--process", 2]
    assert run(*given, body=body) == (0, "", "error of 2\n")


@pytest.mark.parametrize(
    ("does", "what"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", "was killed"),
        ("os.kill(os.getpid(), signal.SIGSTOP)", "was stopped and did not continue (SIGSTOP)"),
    ],
)
@pytest.mark.parametrize("number", [0, 2])
def test_a_process_that_dies_or_stands_still_ends_the_run_with_its_name(does: str, what: str, number: int) -> None:
    body = ENDLESS.format(number) + f"        {does}"
    status, out, err = run("--processes", 3, "--json", body=body)
    assert status == 1
    assert err.startswith(f"gradblocks: process {number} of 3 {what}") and err.count("\n") == 1
    assert json.loads(out)["errors"][0]["message"].startswith(f"process {number} of 3")


def test_a_process_that_goes_on_soon_ends_nothing() -> None:
    body = """
        if number == 1:
            child = os.getpid()
            if os.fork() == 0:
                time.sleep(0.2); os.kill(child, signal.SIGCONT); os._exit(0)
            os.kill(child, signal.SIGSTOP)
        time.sleep(1)
        print("done")
"""
    assert run("--processes", 2, body=body) == (0, "done\n", "")


def test_what_another_process_than_the_first_fails_of_is_said_with_its_number() -> None:
    body = ENDLESS.format(1) + "        print('gradblocks: no memory', file=sys.stderr); os._exit(3)"
    assert run("--processes", 2, body=body) == (3, "", "gradblocks: process 1 of 2: no memory\n")


def test_an_error_that_all_have_is_said_once() -> None:
    body = "        print('wrong', file=sys.stderr); sys.exit(2)"
    assert run("--processes", 3, body=body) == (2, "", "wrong\n")


@pytest.mark.parametrize(
    ("wrote", "lost"),
    [
        ("The following tasks are unhealthy (stopped sending heartbeats):\\n3\\nThe tasks have", f"process 3 {GONE}"),
        ("The following tasks are unhealthy (stopped):\\n2,3\\nThe tasks have", f"process 2 and 3 {GONE}"),
        ("absl::Status: UNAVAILABLE: Failed to send RPC to coordination service. Either", f"process 0 {GONE}"),
        ("absl::Status: DEADLINE_EXCEEDED: \\n\\nRPC: /xla.coordination.Service/Heartbeat", f"process 0 {GONE}"),
        (
            "ABORTED: 2 unexpectedly tried to connect with a different incarnation. It has likely restarted.\\n\\n"
            "RPC: /xla.coordination.CoordinationService/PollForError",
            "process 2 of 4 was started a second time",
        ),
        (
            "] ERROR failed to connect, willRetry=0, retry=4, rank=1, size=4, local=[::1]:1, remote=[10.0.0.7]:65$1, e",
            "process 1 of 4 cannot reach another process at 10.0.0.7",
        ),
    ],
)
def test_the_process_of_another_machine_that_is_lost_is_named(wrote: str, lost: str) -> None:
    given = ["--processes", 4, "--coordinator", "127.0.0.1:9", "--process", 1]
    status, _, err = run(*given, body=FATAL.format(wrote))
    assert (status, err) == (1, f"gradblocks: {lost}\n")


def test_processes_that_do_not_find_each_other_say_so() -> None:
    body = FATAL.replace("        supervise.tell(peers.JOINED)\n", "")
    for number, said in {
        0: "not all 4 processes connected to 127.0.0.1:9 in time",
        1: "process 0 was not found at 127.0.0.1:9 in time, or not all 4 processes connected to it",
    }.items():
        given = ["--processes", 4, "--coordinator", "127.0.0.1:9", "--process", number]
        assert run(*given, body=body.format("DEADLINE_EXCEEDED")) == (1, "", f"gradblocks: {said}\n")


def test_the_time_limit_ends_a_process_that_does_not_heed_it() -> None:
    body = ENDLESS.format(1) + "        supervise.tell_limit(time.monotonic()); time.sleep(3600)"
    status, _, err = run("--processes", 2, body=body)
    assert (status, err) == (124, "gradblocks: the time limit was reached\n")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_to_the_parent_ends_all(number: int, status: int) -> None:
    body = f"        if number == 0: os.kill(os.getppid(), {number:d})\n        time.sleep(3600)"
    results = run("--processes", 2, body=body)
    assert (results[0], results[2]) == (status, f"gradblocks: {'interrupted' if status == 130 else 'terminated'}\n")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (["--processes=4"], ProcessRequest(4)),
        (["--feed", "x=1", "--processes", "2", "--checkpoint", "d"], ProcessRequest(2, checkpoint="d")),
        (["--processes", "2", "--coordinator", "[::1]:80", "--process", "1"], ProcessRequest(2, "[::1]:80", 1)),
        (["--processes", "1"], None),
        (["--processes", "x"], None),
        (["--processes", "2", "--help"], None),
        (["--processes", "2", "--process", "1"], None),
        ([], None),
    ],
)
def test_a_command_line_says_which_processes_there_are(given: list[str], wanted: Any) -> None:
    assert asked(["run", "page", *given]) == wanted


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--processes", "2"], "--processes: used only with --backend jax"),
        (["--backend", "jax", "--processes", "0"], "argument --processes: expected an integer of at least 1, got 0"),
        (["--backend", "jax", "--processes", "65"], "--processes: expected at most 64"),
        (["--backend", "jax", "--processes", "2", "--process", "1"], "use --coordinator HOST:PORT and --process I"),
        (["--backend", "jax", "--coordinator", "a:1"], "--coordinator: used only with --processes"),
        (
            ["--backend", "jax", "--processes", "2", "--coordinator", "a:1", "--process", "2"],
            "--process: expected a number from 0 to 1",
        ),
        (
            ["--backend", "jax", "--processes", "2", "--coordinator", "a:b", "--process", "0"],
            "--coordinator: expected HOST:PORT",
        ),
        (["--backend", "jax", "--shard", "w=1"], "--shard: used only with several"),
        (["--backend", "jax", "--shard", "w=x"], "argument --shard: expected NAME=AXIS"),
        (["--resume"], "--resume: used only with --checkpoint"),
    ],
)
def test_what_is_wrong_with_them_is_one_sentence(command: Command, given: list[str], said: str) -> None:
    done = command("run", A_TIMES_B, *given)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"gradblocks run: {said}") and done.err.count("\n") == 1
