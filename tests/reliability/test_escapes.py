"""Names of files that lead out of the allowed folders: nothing outside is read, written, removed or waited for."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError, RunError
from blocks.document.file import load
from blocks.run.files import Folders
from blocks.run.session import Session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and devices of POSIX")

SECRET = b"SECRET of somebody else"


class Ground:
    """A home with everything in it that leads out, and what lies outside."""

    def __init__(self, folder: Path) -> None:
        self.home, self.outside = folder / "home", folder / "outside"
        for each in (self.home, self.home / "sub", self.outside, self.outside / "empty"):
            each.mkdir()
        (self.outside / "secret").write_bytes(SECRET)
        np.save(self.outside / "secret.npy", np.frombuffer(SECRET, np.uint8))
        (self.home / "sub" / "secret").write_bytes(b"ours")
        (self.home / "to_file").symlink_to(self.outside / "secret")
        (self.home / "to_folder").symlink_to(self.outside)
        (self.home / "up").symlink_to("..")
        (self.home / "chain").symlink_to("up/outside/secret")
        (self.home / "loop").symlink_to("loop")
        (self.home / "proc").symlink_to("/proc/self")
        os.link(self.outside / "secret", self.home / "hard")
        os.link(self.outside / "secret.npy", self.home / "hard.npy")
        os.mkfifo(self.home / "pipe")
        try:
            os.mknod(self.home / "device", 0o666 | 0o020000, os.makedev(1, 5))
        except OSError:  # only an administrator makes devices
            (self.home / "device").symlink_to("/dev/zero")
        self.before = self.seen()

    def seen(self) -> dict[str, bytes]:
        """All that is outside."""
        files = {str(p): p.read_bytes() for p in self.outside.rglob("*") if p.is_file()}
        return {**files, **{str(p): b"folder" for p in self.outside.rglob("*") if p.is_dir()}}

    def swap(self) -> None:
        """What was checked becomes a link that leads out."""
        (self.home / "sub").rename(self.home / "was")
        (self.home / "sub").symlink_to(self.outside)

    def swap_last(self) -> None:
        (self.home / "sub" / "secret").unlink()
        (self.home / "sub" / "secret").symlink_to(self.outside / "secret")


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    ground = Ground(tmp_path)
    monkeypatch.setenv("HOME", str(ground.outside))
    monkeypatch.chdir(ground.outside)
    return ground


def _read(folders: Folders, name: str) -> bytes:
    with folders.open(name) as file:
        return file.read(1000)


WAYS: dict[str, Callable[[Folders, str], Any]] = {
    "open": _read,
    "load": lambda folders, name: folders.load(name).tobytes(),
    "path": lambda folders, name: Path(folders.path(name)).read_bytes(),
    "write": lambda folders, name: folders.write(name, b"written"),
    "remove": lambda folders, name: folders.remove(name),
    "remove_folder": lambda folders, name: folders.remove_folder(f"{name}/../empty"),
    "matching": lambda folders, name: folders.matching(f"{os.path.dirname(name)}/secre*"),
}
# {} stands for the folder outside.
NAMES = {
    "parent": "../outside/secret",
    "parent of a folder": "sub/../../outside/secret",
    "absolute": "{}/secret",
    "absolute with dots": "{}/../outside/./secret",
    "home of a person": "~/secret",
    "zero byte": "secret\0",
    "nothing": "",
    "link to a file": "to_file",
    "link to a folder": "to_folder/secret",
    "chain of links": "chain",
    "link to itself": "loop",
    "process": "/proc/self/environ",
    "link to the process": "proc/environ",
    "hard link": "hard",
    "hard link to an array": "hard.npy",
    "pipe": "pipe",
    "device": "device",
    "device by its name": "/dev/zero",
    "no such folder": "to_folder/new/secret",
    "too long": "x" * 5000,
}
# What is looked for below the home and not there, or in no way outside, may end without an error.
QUIET = {"remove", "remove_folder", "matching"}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("way", WAYS)
def test_no_name_leads_out(ground: Ground, way: str, name: str) -> None:
    result: Any = None
    try:
        result = WAYS[way](Folders(ground.home), name.format(ground.outside))
    except DiagramError as error:
        assert error.message
    else:
        assert way in QUIET or (way == "write" and name in ("~/secret", "hard", "hard.npy"))
    assert SECRET not in (result if isinstance(result, bytes) else repr(result).encode())
    assert ground.seen() == ground.before
    assert not isinstance(result, list) or result in ([], ["./secret"])


@pytest.mark.parametrize("swap", [Ground.swap, Ground.swap_last])
@pytest.mark.parametrize("way", [way for way in WAYS if way != "path"])
def test_what_is_swapped_between_check_and_use_does_not_lead_out(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, way: str, swap: Callable[[Ground], None]
) -> None:
    real = Folders._real  # pyright: ignore[reportPrivateUsage]

    def checked(folders: Folders, *rest: Any) -> str:
        path = real(folders, *rest)
        swap(ground)
        return path

    monkeypatch.setattr(Folders, "_real", checked)
    result: Any = None
    try:
        result = WAYS[way](Folders(ground.home), "sub/secret")
    except DiagramError as error:
        assert "sub/secret" in error.message or "sub" in error.message
    assert SECRET not in repr(result).encode()
    assert ground.seen() == ground.before


def test_the_other_name_of_a_hard_link_is_left_alone(ground: Ground) -> None:
    folders = Folders(ground.home)
    folders.write("hard", b"written")
    assert (ground.home / "hard").read_bytes() == b"written"
    assert ground.seen() == ground.before
    os.unlink(ground.home / "hard")
    os.link(ground.outside / "secret", ground.home / "hard")
    folders.remove("hard")
    assert ground.seen() == ground.before


def test_a_hard_link_is_read_where_its_folder_was_allowed_by_name(ground: Ground, tmp_path: Path) -> None:
    with pytest.raises(DiagramError, match=r"has 2 hard links.*--allow-read") as error:
        _read(Folders(ground.home), "hard")
    assert "copy" in (error.value.hint or "")
    assert _read(Folders(ground.home, read=[ground.home]), "hard") == SECRET
    assert _read(Folders(ground.home, write=[tmp_path]).for_reading(), "hard") == SECRET
    os.unlink(ground.outside / "secret")
    assert _read(Folders(ground.home), "hard") == SECRET  # now it has this name alone


def test_files_that_came_with_the_program_may_be_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stored").write_bytes(b"digits")
    (tmp_path / "assets").mkdir()
    os.link(tmp_path / "stored", tmp_path / "assets" / "data")  # as some installers do it
    monkeypatch.setattr("blocks.run.files._OURS", str(tmp_path / "assets"))
    assert _read(Folders(tmp_path / "assets"), "data") == b"digits"


def text(name: str, value: str) -> dict[str, Any]:
    return {"id": name, "type": "Const", "at": [0, 0], "values": {"val": [value], "dtype": "DT_STRING"}}


def block(kind: str, **values: Any) -> dict[str, Any]:
    return {"id": "op", "type": kind, "at": [0, 0], "values": values}


# A page for each block that names a file, with the name in the place of @.
BLOCKS: dict[str, tuple[list[dict[str, Any]], list[list[str]]]] = {
    "ReadFile": ([block("ReadFile", filename="@")], []),
    "WriteFile": ([block("WriteFile", filename="@", contents="written")], []),
    "MatchingFiles": ([block("MatchingFiles", pattern="@*")], []),
    "Restore": ([block("Restore", file_pattern="@", tensor_name="w", dt="DT_FLOAT")], []),
    "RestoreV2": (
        [text("names", "w"), text("parts", ""), block("RestoreV2", prefix="@", dtypes=["DT_FLOAT"])],
        [["names.output", "op.tensor_names"], ["parts.output", "op.shape_and_slices"]],
    ),
    "SaveV2": (
        [text("names", "w"), text("parts", ""), {**text("w", "x"), "id": "w"}, block("SaveV2", prefix="@")],
        [["names.output", "op.tensor_names"], ["parts.output", "op.shape_and_slices"], ["w.output", "op.tensors"]],
    ),
    "Const": ([block("Const", val={"file": "@"})], []),
    "ImmutableConst": ([block("ImmutableConst", dtype="DT_UINT8", shape=[3], memory_region_name="@")], []),
    "RecordInput": ([block("RecordInput", file_pattern="@")], []),
    "FixedUnigramCandidateSampler": (
        [
            block(
                "FixedUnigramCandidateSampler", true_classes=[[0]], num_true=1, num_sampled=1, unique=True, range_max=3,
                vocab_file="@",
            )
        ],
        [],
    ),
}  # fmt: skip


REFUSALS = (
    "outside", "cannot be read", "cannot be written", "not a regular file", "not a valid file name",
    "cannot be found", "there is no",
    "no file matches",
)  # fmt: skip


@pytest.mark.parametrize("name", [NAMES[each] for each in NAMES if each not in ("nothing", "home of a person")])
@pytest.mark.parametrize("kind", BLOCKS)
def test_no_block_leads_out(ground: Ground, kind: str, name: str) -> None:
    blocks, wires = BLOCKS[kind]
    page = {"name": "main", "blocks": blocks, "wires": wires}
    placed = json.dumps({"format": "gradblocks/1", "pages": [page]}).replace(
        "@", json.dumps(name.format(ground.outside))[1:-1]
    )
    path = ground.home / "page.gradblocks"
    path.write_text(placed)
    results = ""
    try:
        results = repr(dict(Session(load(path)).run()))
    except (DiagramError, RunError) as error:
        assert any(words in error.message for words in REFUSALS), error
        if kind != "Const":
            assert error.block == "op"
    else:
        assert kind in ("MatchingFiles", "SaveV2") or (kind == "WriteFile" and name.startswith("hard"))
    assert "SECRET" not in results
    assert ground.seen() == ground.before
