"""Checkpoints: TensorFlow's files are read, ours come back, and what cannot be saved or read is refused in words."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

from blocks.base import budget
from blocks.base.dtypes import BY_NAME, DType, dtype
from blocks.base.errors import DiagramError, FileError
from blocks.base.records import masked_crc32c
from blocks.base.sstable import write_table
from blocks.base.types import Array
from blocks.interchange.tensorflow.files import Checkpoint
from blocks.library.io.checkpoints import FIRST
from blocks.library.io.slices import classes, part_key, put_part
from blocks.library.parsing.tensor_messages import WRITABLE
from tests.library.io.shared import Bench

# Written by TensorFlow 2.21: "a" = 0 ... 11 in 4 rows as two halves, "z" = 5 (int32), "s" = ["x", "y\0"].
FIRST_FORMAT = (
    "AABFCkMKIQoBYRIIEgIIBBICCAMYASIGCgIQAgoAIggKBAgCEAIKAAoPCgFzEgQSAggCGAciAgoACgkKAXoSABgDIgASAggBAAopAGEAAQECgIKA"
    "fxInCgFhEgYKAhACCgAaGioYAAAAAAAAgD8AAABAAABAQAAAgEAAAKBABgQrgoKAfxIpCgFhEggKBAgCEAIKABoaKhgAAMBAAADgQAAAAEEAABBB"
    "AAAgQQAAMEEBBxJzAAEBAYB/EhAKAXMSAgoAGgdCAXhCAnkAAQQMegABABIKCgF6EgAaAzoBBQAAAAABAAAAAFM/ae4AAAAAAQAAAADA8qGwAAED"
    "AQDnAQAAAAABAAAAAHqq7NDsAQj5AQ8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAV/uAiyR1R9s="
)
# The same and "b" = [1.5] (bfloat16).
SECOND_FORMAT = {
    "ckpt.index": (
        "AAAGCAEaAggBAAoTAGEAAQECgIKAfwgBEggSAggCEgIIAygYNcDbPRcGBBWCgoB/CAESCBICCAISAggDIBgoGDXUhE4CAAEeYQgBEggSAggEEgII"
        "AzoGCgIQAgoAOggKBAgCEAIKAAABEWIIDhIEEgIIASA9KAI1YiH4HwABEXMIBxIEEgIIAiA0KAk1DdNAVwABDXoIAxIAIDAoBDXZxpxDAAAAAAEA"
        "AAAAOALjkwAAAAABAAAAAMDyobAAAQN7AKoBAAAAAAEAAAAA/z8j6a8BCLwBDwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABX+4CL"
        "JHVH2w=="
    ),
    "ckpt.data-00000-of-00001": (
        "AAAAAAAAgD8AAABAAABAQAAAgEAAAKBAAADAQAAA4EAAAABBAAAQQQAAIEEAADBBBQAAAAECv9/benh5AMA/"
    ),
}
WHOLE = np.arange(12, dtype=np.float32).reshape(4, 3)


class Saving(Bench):
    """Saves and restores, one tensor at a time or several."""

    def const(self, value: Any, t: DType | str) -> Any:
        return self.node("Const", value, dtype=dtype(t))

    def save(self, names: list[str], values: list[Any], parts: list[str] | None = None, prefix: str = "ckpt") -> None:
        parts = parts or [""] * len(names)
        self.do("SaveV2", self.text(prefix), self.text(names), self.text(parts), self.consts(values))

    def save_first(self, names: list[str], values: list[Any], parts: list[str] | None = None, file: str = "c1") -> None:
        if parts is None:
            self.do("Save", self.text(file), self.text(names), self.consts(values))
        else:
            self.do("SaveSlices", self.text(file), self.text(names), self.text(parts), self.consts(values))

    def consts(self, values: list[Any]) -> list[Any]:
        return [v if hasattr(v, "outputs") else self.node("Const", v) for v in values]

    def restore(self, name: str, t: str, part: str = "", prefix: str = "ckpt") -> Any:
        inputs = self.text(prefix), self.text([name]), self.text([part])
        return self.do("RestoreV2", *inputs, dtypes=[t])[0]

    def restore_first(self, name: str, t: str, part: str | None = None, file: str = "c1") -> Any:
        more = [] if part is None else [self.text(part)]
        kind = "Restore" if part is None else "RestoreSlice"
        return self.do(kind, self.text(file), self.text(name), *more, dt=t)[0]


@pytest.fixture
def bench(tmp_path: Path) -> Saving:
    return Saving(tmp_path)


EXPECTED = [
    ("a", "DT_FLOAT", "", WHOLE.tolist()),
    ("a", "DT_FLOAT", "4 3 2,2:-", WHOLE[2:].tolist()),
    ("a", "DT_FLOAT", "4 3 1,2:1,2", WHOLE[1:3, 1:].tolist()),
    ("z", "DT_INT32", "", 5),
    ("s", "DT_STRING", "", [b"x", b"y\0"]),
    ("s", "DT_STRING", "2 1,1", [b"y\0"]),
]


@pytest.mark.parametrize(("name", "t", "part", "wanted"), EXPECTED)
def test_tensorflows_first_format(bench: Saving, tmp_path: Path, name: str, t: str, part: str, wanted: Any) -> None:
    (tmp_path / "c1").write_bytes(base64.b64decode(FIRST_FORMAT))
    assert bench.restore_first(name, t, part) == wanted
    assert bench.restore(name, t, part, prefix="c1") == wanted  # where there is no other one


@pytest.mark.parametrize(("name", "t", "part", "wanted"), [*EXPECTED, ("b", "DT_BFLOAT16", "", [1.5])])
def test_tensorflows_second_format(bench: Saving, tmp_path: Path, name: str, t: str, part: str, wanted: Any) -> None:
    for file, data in SECOND_FORMAT.items():
        (tmp_path / file).write_bytes(base64.b64decode(data))
    assert bench.restore(name, t, part) == wanted


def test_what_we_save_has_tensorflows_values_and_entries(bench: Saving, tmp_path: Path) -> None:
    """TensorFlow reads such a file; the values lie in it as it lays them."""
    bench.save(
        ["a", "a", "z", "s", "b"],
        [WHOLE[:2], WHOLE[2:], 5, ["x", "y\0"], bench.const([1.5], "DT_BFLOAT16")],
        ["4 3 0,2:-", "4 3 2,2:-", "", "", ""],
    )
    data = (tmp_path / "ckpt.data-00000-of-00001").read_bytes()
    assert data == base64.b64decode(SECOND_FORMAT["ckpt.data-00000-of-00001"])
    ours = (tmp_path / "ckpt.index").read_bytes()
    theirs = base64.b64decode(SECOND_FORMAT["ckpt.index"])
    first_block = 0xAA  # the blocks behind it name bounds between blocks, which may be chosen
    assert ours[:first_block] == theirs[:first_block]


def test_what_we_save_in_the_first_format_is_what_tensorflow_saves(bench: Saving, tmp_path: Path) -> None:
    bench.save_first(["a", "a", "s", "z"], [WHOLE[:2], WHOLE[2:], ["x", "y\0"], 5], ["4 3 0,2:-", "4 3 2,2:-", "", ""])
    first_block = 0xE7
    theirs = base64.b64decode(FIRST_FORMAT)
    ours = (tmp_path / "c1").read_bytes()
    assert sorted(ours[:first_block]) == sorted(theirs[:first_block])
    assert bench.restore_first("a", "DT_FLOAT") == WHOLE.tolist()


def sample(t: DType) -> Array:
    if t.kind == "string":
        array = np.empty((2, 2), object)
        array[:] = [[b"", b"\0"], [b"x" * 300, b"\xff"]]
        return array
    return np.array([[0, 1, 1], [1, 0, 1]]).astype(t.numpy)


@pytest.mark.parametrize("t", WRITABLE, ids=lambda t: t.short)
def test_each_dtype_comes_back(bench: Saving, t: DType) -> None:
    x = bench.const(sample(t), t)
    bench.save(["x"], [x])
    assert np.array_equal(bench.restore("x", t.name), sample(t).tolist())
    if t in FIRST:
        bench.save_first(["x"], [x])
        assert np.array_equal(bench.restore_first("x", t.name), sample(t).tolist())
    else:
        with pytest.raises(DiagramError, match="must be one of"):
            bench.save_first(["x"], [x])


def test_empty_tensors_and_many_names_come_back(bench: Saving) -> None:
    names = [f"layer_{i}/kernel" for i in range(400)]
    bench.save([*names, "none"], [*range(400), bench.node("Const", [], dtype="DT_FLOAT", shape=[0, 3])])
    assert [bench.restore(names[i], "DT_INT32") for i in (0, 7, 399)] == [0, 7, 399]
    assert bench.restore("none", "DT_FLOAT") == []


@pytest.mark.parametrize(
    ("extents", "key"),
    [
        (((0, 2), (0, -1)), "00 61 00 01 01 02 80 82 80 7f"),  # as in the file above
        (((63, 64), (64, 8191)), "00 61 00 01 01 02 bf c0 40 c0 40 df ff"),
        (((8192, -1),), "00 61 00 01 01 01 e0 20 00 7f"),
    ],
)
def test_keys_of_parts(extents: Any, key: str) -> None:
    """By TensorFlow's OrderedCode: one byte holds -64 ... 63, two -8192 ... 8191."""
    assert part_key(b"a", extents) == bytes.fromhex(key)


def test_parts_make_up_a_whole(bench: Saving) -> None:
    bench.save(["a", "a", "a"], [WHOLE[:1], WHOLE[1:, 1:], WHOLE[1:, :1]], ["4 3 0,1:-", "4 3 1,3:1,2", "4 3 1,3:0,1"])
    assert bench.restore("a", "DT_FLOAT") == WHOLE.tolist()
    assert bench.restore("a", "DT_FLOAT", "4 3 0,2:0,2") == WHOLE[:2, :2].tolist()


def test_files_of_one_tensor_are_found_by_a_pattern(bench: Saving) -> None:
    for i in range(2):
        bench.save_first(["a"], [WHOLE[2 * i : 2 * i + 2]], [f"4 3 {2 * i},2:-"], f"sh-0000{i}-of-00002")
    assert bench.restore_first("a", "DT_FLOAT", file="sh-?????-of-00002") == WHOLE.tolist()
    with pytest.raises(DiagramError, match="only parts of 'a'"):
        bench.restore_first("a", "DT_FLOAT", file="sh-00000-of-00002")


SPECS = [
    "4 3", "4 3 -", "4 3 -:-:-", " 4 3 -:-", "4  3 -:-", "4 3 0,5:-", "4 3 4,1:-", "4 3 0,0:-", "4 3 -1,2:-", "12 -",
    "-:-", "4 3 0,2:- ", "99999999999999999999 -", "-1 3 -:-", "text",
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_what_describes_no_part_is_refused(bench: Saving, tmp_path: Path, spec: str) -> None:
    for act in (lambda: bench.save(["a"], [WHOLE], [spec]), lambda: bench.save_first(["a"], [WHOLE], [spec])):
        with pytest.raises(DiagramError, match="slice") as caught:
            act()
        assert caught.value.pin in ("shape_and_slices", "shapes_and_slices")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("names", "values", "parts", "message"),
    [
        (["a", "a"], [WHOLE, WHOLE], ["", ""], "twice|overlap"),
        (["a", "a"], [WHOLE[:2], WHOLE[1:3]], ["4 3 0,2:-", "4 3 1,2:-"], "overlap"),
        (["a", "a"], [WHOLE[:2], WHOLE[:2]], ["4 3 0,2:-", "4 3 0,2:-"], "overlap"),
        (["a", "a"], [WHOLE[:2], WHOLE[:2]], ["4 3 0,2:-", "5 3 2,2:-"], "full shape"),
        (["a", "a"], [WHOLE[:2], WHOLE[:2].astype(np.int32)], ["4 3 0,2:-", "4 3 2,2:-"], "full shape"),
        (["a", "a"], [WHOLE, WHOLE[:2]], ["", "4 3 2,2:-"], "twice|overlap"),
        ([""], [WHOLE], [""], "name"),
        (["a", "b"], [WHOLE], ["", ""], "each of the 1"),
        (["a"], [WHOLE], ["", ""], "each of the 1"),
    ],
)
def test_what_does_not_go_together_is_refused(
    bench: Saving, tmp_path: Path, names: list[str], values: list[Any], parts: list[str], message: str
) -> None:
    for act in (lambda: bench.save(names, values, parts), lambda: bench.save_first(names, values, parts)):
        with pytest.raises(DiagramError, match=message):
            act()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "t", "part", "message"),
    [
        ("b", "DT_FLOAT", "", "no tensor 'b'"),
        ("", "DT_FLOAT", "", "no tensor"),
        ("a", "DT_INT32", "", "float32, not int32"),
        ("a", "DT_FLOAT", "5 3 0,1:-", "shape"),
    ],
)
def test_what_is_not_there_is_refused(bench: Saving, name: str, t: str, part: str, message: str) -> None:
    bench.save(["a"], [WHOLE])
    bench.save_first(["a"], [WHOLE])
    for act in (lambda: bench.restore(name, t, part), lambda: bench.restore_first(name, t, part)):
        with pytest.raises(DiagramError, match=message):
            act()
    with pytest.raises(DiagramError, match="'none"):
        bench.restore("a", "DT_FLOAT", prefix="none")
    with pytest.raises(DiagramError, match="'none'"):
        bench.restore_first("a", "DT_FLOAT", file="none")


def test_damage_is_noticed(bench: Saving, tmp_path: Path) -> None:
    bench.save(["a", "s"], [WHOLE, ["one", "two"]])
    data = tmp_path / "ckpt.data-00000-of-00001"
    good = data.read_bytes()
    for bad in (good[:10] + b"\xff" + good[11:], good[:20], b""):
        data.write_bytes(bad)
        with pytest.raises(DiagramError, match="damaged at the tensor 'a'"):
            bench.restore("a", "DT_FLOAT")
    for bad in (good[:-1] + b"x", good[:49] + b"\x7f" + good[50:]):
        data.write_bytes(bad)
        with pytest.raises(DiagramError, match="damaged at the tensor 's'"):
            bench.restore("s", "DT_STRING")
    (tmp_path / "ckpt.index").write_bytes(b"text")
    with pytest.raises(DiagramError, match="not a TensorFlow table"):
        bench.restore("a", "DT_FLOAT")


def test_a_save_that_fails_leaves_the_old_files(bench: Saving, tmp_path: Path) -> None:
    bench.save(["a"], [WHOLE])
    bench.save_first(["a"], [WHOLE])
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    for act in (bench.save, bench.save_first):
        with pytest.raises(DiagramError):
            act(["a", "b"], [2 * WHOLE, WHOLE], ["", "4 3 0,1:-"])
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_nothing_is_written_or_read_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    bench = Saving(tmp_path / "home")
    for act in (
        lambda: bench.save(["a"], [WHOLE], prefix="../x"),
        lambda: bench.save_first(["a"], [WHOLE], file="../x"),
        lambda: bench.restore("a", "DT_FLOAT", prefix="../x"),
        lambda: bench.restore_first("a", "DT_FLOAT", file="../x"),
    ):
        with pytest.raises(DiagramError, match="outside"):
            act()
    assert [p.name for p in tmp_path.iterdir()] == ["home"]


def test_a_result_that_does_not_fit_into_memory_is_refused(tmp_path: Path) -> None:
    Saving(tmp_path).save(["a"], [np.zeros((40, 40))])
    with pytest.raises(DiagramError, match="the limit is 5,000"):
        Saving(tmp_path, memory=5000).restore("a", "DT_DOUBLE")


def crafted(folder: Path, entries: dict[bytes, Any], data: bytes = bytes(64)) -> None:
    """A checkpoint whose index says what it should not."""
    header = classes()["Header"](num_shards=1)
    rows = {b"": header, **entries}
    table = write_table([(key, rows[key].SerializeToString()) for key in sorted(rows)])
    (folder / "ckpt.index").write_bytes(b"".join(table))
    (folder / "ckpt.data-00000-of-00001").write_bytes(data)


def entry(shape: list[int], **fields: int) -> Any:
    result = classes()["Entry"](dtype=1, **fields)
    for size in shape:
        result.shape.dim.add(size=size)
    return result


def test_an_index_that_names_the_same_bytes_again_and_again_is_refused(tmp_path: Path) -> None:
    """Thousands of tensors may name the same bytes of the file with the values, or be divided into as many parts."""
    data = bytes(1 << 20)
    check = masked_crc32c(data)
    names = [b"t%d" % i for i in range(40)]
    crafted(tmp_path, {n: entry([1 << 18], size=len(data), crc32c=check) for n in names}, data)
    bench = Saving(tmp_path, memory=10 << 20)
    with pytest.raises(DiagramError, match="limit is 10,485,760"):
        bench.do("RestoreV2", bench.text("ckpt"), bench.text([n.decode() for n in names]), bench.text([""] * 40),
                 dtypes=[dtype("DT_FLOAT")] * 40)  # fmt: skip
    with (
        mock.patch.object(budget, "UNPACKED", 4 << 20),
        pytest.raises(FileError, match="the size of the files plus"),
    ):
        checkpoint = Checkpoint(str(tmp_path / "ckpt"))
        print([checkpoint.tensor(name.decode()) for name in names])
    crafted(tmp_path, {b"a": entry([4], size=1 << 40)})
    with pytest.raises(DiagramError, match="is damaged at the tensor 'a'"):
        bench.restore("a", "DT_FLOAT")
    many = entry([1 << 20])
    for i in range(9_000):
        put_part(many.slices.add(), ((i, 1),))
    put_part(many.slices.add(), ((8_999, 1),))
    crafted(tmp_path, {b"a": many})
    with pytest.raises(DiagramError, match="is damaged at the tensor 'a'"):
        bench.restore("a", "DT_FLOAT")
    for i in range(9_000):
        put_part(many.slices.add(), ((i, 1),))
    crafted(tmp_path, {b"a": many})
    with pytest.raises(DiagramError, match="at most 10,000"):
        bench.restore("a", "DT_FLOAT")


# -- Merging -----------------------------------------------------------------------------------------------------------


def merge(bench: Saving, prefixes: list[str], target: str, **attributes: Any) -> None:
    bench.do("MergeV2Checkpoints", bench.text(prefixes), bench.text(target), **attributes)


def test_parts_in_several_checkpoints_are_merged(bench: Saving, tmp_path: Path) -> None:
    bench.save(["a", "b"], [WHOLE[:2], 1], ["4 3 0,2:-", ""], "d1/x")
    bench.save(["a", "c"], [WHOLE[2:], ["s"]], ["4 3 2,2:-", ""], "d2/y")
    merge(bench, ["d1/x", "d2/y"], "all")
    names = sorted(p.name for p in tmp_path.iterdir())
    assert names == ["all.data-00000-of-00002", "all.data-00001-of-00002", "all.index"]
    assert bench.restore("a", "DT_FLOAT", prefix="all") == WHOLE.tolist()
    assert bench.restore("b", "DT_INT32", prefix="all") == 1
    assert bench.restore("c", "DT_STRING", prefix="all") == [b"s"]


def test_folders_stay_if_they_shall_or_if_something_is_in_them(bench: Saving, tmp_path: Path) -> None:
    for folder in ("d1", "d2"):
        bench.save([folder], [1], prefix=f"{folder}/x")
    (tmp_path / "d2" / "more").write_bytes(b"")
    merge(bench, ["d1/x"], "one", delete_old_dirs=False)
    merge(bench, ["d2/x"], "two")
    assert (tmp_path / "d1").is_dir() and [p.name for p in (tmp_path / "d2").iterdir()] == ["more"]


def test_merging_into_one_of_the_checkpoints(bench: Saving, tmp_path: Path) -> None:
    bench.save(["x"], [1], prefix="a")
    bench.save(["y"], [2], prefix="b")
    merge(bench, ["a", "b"], "a")
    assert bench.restore("x", "DT_INT32", prefix="a") == 1 and bench.restore("y", "DT_INT32", prefix="a") == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "a.data-00000-of-00002", "a.data-00001-of-00002", "a.index",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("prefixes", "attributes", "message"),
    [
        (["a", "none"], {}, "none"),
        (["none"], {"allow_missing_files": True}, "at least one checkpoint"),
        (["a", "a"], {}, "more than one"),
        (["a", "same"], {}, "more than one"),
    ],
)
def test_what_cannot_be_merged_stays(
    bench: Saving, tmp_path: Path, prefixes: list[str], attributes: dict[str, Any], message: str
) -> None:
    bench.save(["x"], [1], prefix="a")
    bench.save(["x"], [2], prefix="same")
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    with pytest.raises(DiagramError, match=message):
        merge(bench, prefixes, "all", **attributes)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_missing_ones_may_be_allowed(bench: Saving) -> None:
    bench.save(["x"], [1], prefix="a")
    merge(bench, ["none", "a"], "all", allow_missing_files=True)
    assert bench.restore("x", "DT_INT32", prefix="all") == 1


def test_no_dtype_is_forgotten() -> None:
    assert set(BY_NAME.values()) - set(WRITABLE) == {dtype("DT_RESOURCE"), dtype("DT_VARIANT")}
