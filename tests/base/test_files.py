"""The one writer of files: the old one or the new one, whatever fails."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blocks.base.errors import FileError
from blocks.base.files import Folder, name_fault, portable_name, write_atomically, write_together
from blocks.base.names import free_name

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


NAMES = {
    "net": "net", "CON": "_CON", "nul.txt": "_nul.txt", "com1": "_com1", "LPT\u00b9.a": "_LPT1.a",
    "a/b\\c:d": "a_b_c_d",
    "..": "_", " x. ": "x", "": "_", "\uff21\uff22": "AB", "\ufb01": "fi", "a\0\ud800\n": "a___", "\uff0f\uff1a": "__",
    "\u7f51": "\u7f51", "x" * 300: "x" * 200, "\u00e9" * 150: "\u00e9" * 100, "con\uff0e": "_con",
}  # fmt: skip


@pytest.mark.parametrize("wish", NAMES)
def test_what_a_document_says_becomes_a_name_that_each_system_takes(wish: str) -> None:
    name = portable_name(wish)
    assert name == NAMES[wish]
    assert name_fault(name) is None
    assert (name_fault(wish) is None) == (name == wish)


def test_a_name_gets_the_lowest_number_and_few_look_ups() -> None:
    assert free_name("a", {"b"}) == "a"
    assert free_name("a", {"a", "a_2", "a_4"}) == "a_3"
    assert free_name("a", {"a"}, "", first=1) == "a1"
    taken = {"a", *(f"a_{i}" for i in range(2, 5000))}
    asked: list[str] = []

    def is_taken(name: str) -> bool:
        asked.append(name)
        return name in taken

    for number in range(5000, 5100):
        name = free_name("a", is_taken)
        assert name == f"a_{number}"
        taken.add(name)
    assert len(asked) < 100 * 60


def test_names_that_some_systems_do_not_tell_apart_get_a_number() -> None:
    taken: set[str] = set()
    wishes = ("W", "w", "\uff37", "stra\u00dfe", "STRASSE", "e\u0301", "\u00c9", "x:", "x?")
    names = [portable_name(each, taken) for each in wishes]
    assert names == ["W", "w_2", "W_3", "stra\u00dfe", "STRASSE_2", "\u00e9", "\u00c9_2", "x_", "x__2"]


def test_new_and_old(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomically(path, b"one")
    assert path.read_bytes() == b"one"
    write_atomically(str(path), b"")
    assert path.read_bytes() == b""
    assert os.listdir(tmp_path) == ["a"]


def test_a_path_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomically("a", b"one")
    assert (tmp_path / "a").read_bytes() == b"one"


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    for mode in (0o600, 0o644, 0o660):
        path.chmod(mode)
        write_atomically(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a", b"")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_links_stay_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "file"
    link = tmp_path / "link"
    link.symlink_to("real/file")
    for data in (b"one", b"two"):
        write_atomically(link, data)
        assert link.is_symlink()
        assert real.read_bytes() == data
    assert os.listdir(tmp_path / "real") == ["file"]


def test_long_names(tmp_path: Path) -> None:
    for name in ("a" * 255, "한" * 85):
        write_atomically(tmp_path / name, b"x")
        assert (tmp_path / name).read_bytes() == b"x"


def fails(code: int) -> Callable[..., Any]:
    def fail(*_args: Any, **_kwargs: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return fail


def fails_at(number: int, code: int, real: Callable[..., Any]) -> Callable[..., Any]:
    calls = 0

    def fail(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        return fails(code)() if calls == number else real(*args, **kwargs)

    return fail


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EACCES, errno.EROFS])
@pytest.mark.parametrize("function", ["open", "write", "fsync", "replace", "fchmod"])
def test_whatever_fails_the_old_file_is_untouched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, code: int
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with monkeypatch.context() as patch:
        number = 2 if function == "open" else 1
        patch.setattr(os, function, fails_at(number, code, getattr(os, function)))
        with pytest.raises(FileError) as caught:
            write_atomically(path, b"new")
    assert str(caught.value) == f"{path}: cannot be written: {os.strerror(code)}"
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_folder_that_cannot_be_flushed_is_said_though_the_file_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    monkeypatch.setattr(os, "fsync", fails_at(2, errno.EIO, os.fsync))
    with pytest.raises(FileError, match="cannot be written"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    monkeypatch.setattr(os, "fsync", fails_at(2, errno.EINVAL, os.fsync))
    write_atomically(path, b"newer")


def test_short_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, bytes(data[:3])))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    write_atomically(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_temporary_file_that_could_not_be_removed_goes_with_the_next_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fails(errno.EIO))
        patch.setattr(os, "unlink", fails(errno.EIO))
        with pytest.raises(FileError):
            write_atomically(path, b"new")
    assert len(os.listdir(tmp_path)) == 1
    (tmp_path / ".a.notours.tmp").touch()
    write_atomically(path, b"new")
    assert sorted(os.listdir(tmp_path)) == [".a.notours.tmp", "a"]


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def link_to_nothing(path: Path) -> None:
    path.symlink_to("no/such/folder")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (Path.mkdir, "the path is a folder"),
        (os.mkfifo, "the path is not a regular file"),
        (link_to_itself, "Too many levels of symbolic links"),
        (link_to_nothing, "No such file or directory"),
    ],
)
def test_what_is_no_file_is_not_replaced(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    path = tmp_path / "a"
    make(path)
    before = path.lstat()
    with pytest.raises(FileError) as caught:
        write_atomically(path, b"new")
    assert str(caught.value) == f"{path}: cannot be written: {reason}"
    assert path.lstat().st_ino == before.st_ino


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x/y", ""])
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError) as caught:
        write_atomically(f"{tmp_path}/{name}", b"")
    assert caught.value.file == f"{tmp_path}/{name}"
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(AS_ROOT, reason="an administrator may write everywhere")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(FileError, match="cannot be written: Permission denied"):
        write_atomically(path, b"new")
    path.chmod(0o600)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(FileError, match="cannot be written: Permission denied"):
            write_atomically(path, b"new")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(not AS_ROOT, reason="only an administrator can give files away")
def test_owners_stay(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    try:
        os.chown(path, 1234, 2345)
    except OSError:
        pytest.skip("nor can one who is that only within a container that knows no other users")
    write_atomically(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


WRITER = """
import sys
from blocks.base.files import write_atomically, write_together
old, new = b"o" * 300_000, b"n" * 400_000
print("ready", flush=True)
while True:
    for data in (new, old):
        write_atomically(sys.argv[1], data)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "a"
    old, new = b"o" * 300_000, b"n" * 400_000
    path.write_bytes(old)
    for delay in (0.0, 0.001, 0.003, 0.007, 0.013, 0.02):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert path.read_bytes() in (old, new)
    write_atomically(path, old)
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("call", ["os.write", "os.fsync", "os.replace", "fcntl.flock"])
def test_the_temporary_file_of_one_who_is_writing_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "a"
    module, _, name = call.partition(".")
    imported = pytest.importorskip(module)
    real = getattr(imported, name)
    nested: list[bytes] = []

    def between(*given: Any, **options: Any) -> Any:
        """Another writer comes before the call."""
        if not nested:
            nested.append(b"inner")
            write_atomically(path, b"inner")
        return real(*given, **options)

    monkeypatch.setattr(imported, name, between)
    write_atomically(path, b"outer")
    assert nested
    assert path.read_bytes() == b"outer"
    assert os.listdir(tmp_path) == ["a"]


PAIRS = """
import os, sys
from pathlib import Path
from blocks.base.files import write_together
folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
for round in range(rounds):
    go_from, go_to = os.pipe()
    children = []
    for writer in (b"one", b"two"):
        child = os.fork()
        if not child:
            os.close(go_to)
            os.read(go_from, 1)
            write_together({folder / "index": writer, folder / "data": writer})
            os._exit(0)
        children.append(child)
    os.close(go_from)
    os.close(go_to)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    assert (folder / "index").read_bytes() == (folder / "data").read_bytes()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_two_who_write_the_same_files_at_once_do_not_leave_some_of_each(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", PAIRS, str(tmp_path), "60"], check=True)
    assert sorted(os.listdir(tmp_path)) == ["data", "index"]


def test_files_that_belong_together_are_all_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "data", tmp_path / "index"
    write_together({first: b"1", second: b"2"})
    count = 0
    real_write = os.write

    def full(handle: int, data: bytes) -> int:
        nonlocal count
        count += 1
        if count == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real_write(handle, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(FileError, match="index"):
        write_together({first: b"3", second: b"4"})
    monkeypatch.undo()
    assert (first.read_bytes(), second.read_bytes()) == (b"1", b"2")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "index"]


@pytest.mark.parametrize("step", ["replace", "flush"])
def test_an_error_names_the_file_whose_rename_or_flush_failed(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(Folder, step, fail)
    with pytest.raises(FileError) as raised:
        write_together({tmp_path / "data": b"1", tmp_path / "index": b"2"})
    assert raised.value.file == str(tmp_path / "data")
