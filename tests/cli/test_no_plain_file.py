"""A document that is no plain file: what can be read to an end is read, anything else is refused at once, in words."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from blocks.base import files
from blocks.base.errors import FileError
from blocks.base.files import read_named
from tests.cli.conftest import A_TIMES_B, ENVIRONMENT, Command, const, write
from tests.run.planted import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")

COMMANDS = ["run @", "check @", "check @ --json", "fmt @", "diff @ A", "diff A @", "convert @ {folder}/out.gradblocks"]
NOBODY = "no program writes to this pipe"


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(path))


def _device(path: Path) -> None:
    path.symlink_to("/dev/null")


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, NOBODY),
    "folder": (os.mkdir, "Is a directory"),
    "socket": (_socket, os.strerror(errno.ENXIO)),
    "device": (_device, "the path is not a regular file"),
    "endless device": (_endless, "the path is not a regular file"),
}


@pytest.mark.parametrize("suffix", ["", ".gradblocks", ".svg", ".json"])
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_refused_at_once(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, suffix: str
) -> None:
    """Commands waited for ever for what comes through a pipe, and read 64 MiB of zeros."""
    monkeypatch.chdir(tmp_path)
    make, said = KINDS[kind]
    make(tmp_path / f"x{suffix}")
    for words in COMMANDS:
        done = command(*words.format(folder=".").replace("@", f"x{suffix}").replace("A", str(A_TIMES_B)).split())
        assert (done.status, done.errors) == (1, [f"x{suffix}: cannot be read: {said}"])
    done = command("fmt", "-i", f"x{suffix}")
    assert done.status == 1
    assert done.errors == [f"x{suffix}: the path is not an ordinary file, so it cannot be rewritten"]


@pytest.mark.parametrize("name", ["run", "check", "fmt"])
@pytest.mark.parametrize("suffix", ["", ".json", ".svg"])
def test_what_somebody_writes_into_a_pipe_is_read(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, suffix: str
) -> None:
    pipe = tmp_path / f"pipe{suffix}"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, A_TIMES_B.read_bytes())
    real = os.set_blocking

    def opened(handle: int, blocking: bool) -> None:
        """The reader is there: the writer may go."""
        real(handle, blocking)
        os.close(writer)

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "set_blocking", opened)
        through = command(name, pipe)
    assert through == command(name, A_TIMES_B)


def test_what_another_program_prints_is_read() -> None:
    given = [sys.executable, "-m", "blocks.cli", "run", "/dev/stdin"]
    data = A_TIMES_B.read_bytes()
    done = subprocess.run(given, input=data, capture_output=True, env=ENVIRONMENT, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"v.result_product" in done.stdout


def test_a_file_that_has_nothing_to_tell_now_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As /proc/kmsg, which calls itself an ordinary file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)

    def passes_for_a_file(_handle: int) -> os.stat_result:
        return os.stat(__file__)

    monkeypatch.setattr(files.os, "fstat", passes_for_a_file)
    with pytest.raises(FileError, match=os.strerror(errno.EAGAIN)):
        read_named(pipe, 10)
    os.close(held)


def test_a_file_that_was_saved_while_it_is_rewritten_keeps_what_was_saved(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor may save between our reading and our writing: its work was lost."""
    from blocks.cli import documents

    file = write(tmp_path / "a.gradblocks", [const("x", 1.0)])
    file.write_text(file.read_text().replace("\n", "\n ", 1))
    real = documents.kind_of

    def saved_meanwhile(path: str) -> str:
        write(file, [const("saved", 2.0)])
        return real(path)

    monkeypatch.setattr(documents, "kind_of", saved_meanwhile)
    done = command("fmt", "-i", file)
    assert (done.status, len(done.errors)) == (1, 1)
    assert "another program changed the file" in done.err
    assert "saved" in file.read_text()


@pytest.mark.parametrize("words", ["run A --feed A=@x.npy", "run A --set A.val=@x.npy", "run A --allow-read ."])
def test_a_folder_that_is_gone_under_ones_feet(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """It was called a fault of the program."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = command(*[str(A_TIMES_B) if word == "A" else word for word in words.split()])
    assert (done.status, len(done.errors)) == (1, 1)
    assert done.err.endswith("the current folder no longer exists\n")
