"""Names of files from another machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.interchange.enuspace.paths import file_names, missing, path_changes


def diagram(**values: Any) -> Diagram:
    block = {"id": "c", "type": "Const", "at": [0, 0], "values": values}
    return loads(
        json.dumps({"format": "gradblocks/1", "title": "", "pages": [{"name": "p", "blocks": [block], "wires": []}]})
    )


def mapped(value: Any, old: str, new: str) -> Any:
    page = diagram(val=value)
    for change in path_changes(page, [(old, new)]):
        page.apply(change)
    return page.pages[0].block("c").values["val"]


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("D:\\\\mnist\\\\train.idx", "D:\\mnist", "data", "data/train.idx"),
        ("D:\\mnist\\a\\train.idx", "d:/MNIST/", "data/", "data/a/train.idx"),
        ("D:\\mnist\\train.idx", "D:\\mnist", "", "train.idx"),
        ("D:\\mnist\\train.idx", "D:\\mnist\\train.idx", "t.idx", "t.idx"),
        ("D:\\mnist2\\train.idx", "D:\\mnist", "data", "D:\\mnist2\\train.idx"),
        ("/home/a/x.bin", "/home/a", "/data", "/data/x.bin"),
        ("/home/A/x.bin", "/home/a", "/data", "/home/A/x.bin"),
        ("\\\\server\\share\\x.bin", "\\\\server\\share", "net", "net/x.bin"),
        (["D:\\a", ["D:\\b", 1]], "D:\\", "e", ["e/a", ["e/b", 1]]),
        ({"file": "old/w.npy"}, "old", "new", {"file": "new/w.npy"}),
        ("anything", "", "x", "anything"),
        (3.5, "3", "4", 3.5),
    ],
)
def test_beginnings_are_replaced(name: Any, old: str, new: str, expected: Any) -> None:
    assert mapped(name, old, new) == expected


def test_the_first_mapping_that_fits_counts() -> None:
    page = diagram(val="D:\\a\\b\\x.bin")
    [change] = path_changes(page, [("D:\\a\\b", "one"), ("D:\\a", "two")])
    assert change.value == "one/x.bin"


def test_names_of_files_and_which_are_missing(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "here.bin").write_bytes(b"")
    texts = ["D:\\mnist\\train.idx", "data/here.bin", "data/gone.bin", "and/or", "1.5", "a sentence.", str(tmp_path)]
    names = file_names(diagram(val=texts, dtype="DT_STRING"))
    assert [each.name for each in names] == [texts[0], texts[1], texts[2], texts[6]]
    assert [each.name for each in missing(names, tmp_path)] == [texts[0], texts[2]]
    assert str(names[0]) == "page 'p', c.val"


@pytest.mark.parametrize("device", ["/cpu:0", "/gpu:1", "/device:GPU:0", "/job:worker/replica:0/task:0/device:CPU:0"])
def test_names_of_devices_are_no_names_of_files(device: str) -> None:
    assert file_names(diagram(val=[device], dtype="DT_STRING")) == []
