"""Sources of data: each example once a round, orders that come again, and what is said of bad files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError
from blocks.library.image.decoding import EncodePng


def page(home: Path, kind: str, **values: Any) -> blocks.Diagram:
    diagram = blocks.Diagram()
    diagram.add_page("main").add(kind, id="data", **values)
    diagram.path = str(home / "d.gradblocks")
    return diagram


def rows(session: blocks.Session, pin: str = "components[0]") -> list[Any]:
    return session.run()[f"data.result_{pin}"].tolist()


@pytest.fixture
def npz(tmp_path: Path) -> Path:
    np.savez(tmp_path / "d.npz", x=np.arange(7, dtype=np.float64), name=np.array([f"n{i}" for i in range(7)]))
    return tmp_path


NPZ = {"filename": "d.npz", "arrays": ["x", "name"], "output_types": ["DT_FLOAT", "DT_STRING"], "batch_size": 3}


@pytest.mark.parametrize("prefetch", [0, 1, 4])
def test_each_example_comes_once_a_round_and_components_stay_together(npz: Path, prefetch: int) -> None:
    session = blocks.Session(page(npz, "NpzDataset", **NPZ, prefetch=prefetch), seed=3)
    orders: list[list[float]] = []
    for epoch in range(3):
        seen: list[float] = []
        x = np.zeros(0)
        for i in range(3):
            results = session.run()
            x = results["data.result_components[0]"]
            assert x.dtype == np.float32
            assert results["data.result_components[1]"].tolist() == [b"n%d" % each for each in x]
            assert results["data.result_epoch"] == epoch
            assert results["data.result_progress"] == np.float32((i + 1) / 3)
            seen += x.tolist()
        assert sorted(seen) == list(range(7)) and len(x) == 1
        orders.append(seen)
    assert orders[0] != orders[1] != orders[2]
    again = blocks.Session(page(npz, "NpzDataset", **NPZ, prefetch=0), seed=3)
    assert [each for _ in range(3) for each in rows(again)] == orders[0]  # whatever is read ahead
    other = blocks.Session(page(npz, "NpzDataset", **NPZ, seed=5), seed=3)
    same = blocks.Session(page(npz, "NpzDataset", **NPZ, seed=5), seed=4)
    assert [rows(other) for _ in range(3)] == [rows(same) for _ in range(3)]


def test_rounds_end_and_rests_are_left_out(npz: Path) -> None:
    example = page(npz, "NpzDataset", **NPZ, shuffle=False, repeat=2, drop_remainder=True)
    session = blocks.Session(example)
    assert [rows(session) for _ in range(4)] == [[0, 1, 2], [3, 4, 5]] * 2
    with pytest.raises(DiagramError, match="after 2 epochs"):
        session.run()


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"filename": "none.npz"}, "none.npz"),
        ({"filename": "text.npz"}, "not a .npz archive"),
        ({"arrays": ["x", "y"]}, "no array 'y'"),
        ({"arrays": ["x"]}, "output_types must have one dtype per array"),
        ({"output_types": ["DT_INT32", "DT_STRING"]}, "float64, which cannot be converted to int32"),
        ({"output_types": ["DT_FLOAT", "DT_FLOAT"]}, "which cannot be converted to float"),
        ({"arrays": ["x", "short"], "filename": "uneven.npz"}, "different numbers of examples"),
        ({"filename": "objects.npz", "arrays": ["o"], "output_types": ["DT_FLOAT"]}, "Python objects"),
        ({"batch_size": 8, "drop_remainder": True}, "fewer than the batch size 8"),
        ({"batch_size": 0}, "batch_size must be at least 1"),
        ({"repeat": 0}, "repeat must be"),
        ({"filename": "../d.npz"}, "outside"),
    ],
)
def test_what_is_wrong_with_arrays_is_said(npz: Path, values: dict[str, Any], said: str) -> None:
    (npz / "text.npz").write_text("no archive")
    np.savez(npz / "uneven.npz", x=np.zeros(3), short=np.array(["a"]))
    np.savez(npz / "objects.npz", o=np.array([{}], object))
    with pytest.raises(DiagramError, match=said) as refused:
        blocks.Session(page(npz, "NpzDataset", **{**NPZ, **values})).run()
    assert "data" in str(refused.value)


def test_a_table_is_read_as_decode_csv_reads_it(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b'name;n\r\n"a;b";1\r\n\r\nc;\r\nd;3\r\n')
    example = page(tmp_path, "CSVFileDataset", filename="t.csv", field_delim=";", shuffle=False, batch_size=2)
    for name, value, dtype in (("text", [""], "DT_STRING"), ("number", [7], "DT_INT64")):
        example.page("main").add("Const", id=name, val=value, dtype=dtype)
        example.page("main").wire(f"{name}.output", "data.record_defaults")
    session = blocks.Session(example)
    results = session.run()
    assert results["data.result_components[0]"].tolist() == [b"a;b", b"c"]
    assert results["data.result_components[1]"].tolist() == [1, 7]
    assert rows(session) == [b"d"]


def test_folders_of_pictures_are_classes(tmp_path: Path) -> None:
    for folder, value in (("night", 0), ("day", 255)):
        (tmp_path / "sky" / folder).mkdir(parents=True)
        pixels = np.full((3, 5, 3), value, np.uint8)
        (tmp_path / "sky" / folder / "one.PNG").write_bytes(EncodePng.kernel(pixels).item())
    (tmp_path / "sky" / "notes.txt").write_text("no picture")
    values = {"folder": "sky", "image_size": [4, 2], "channels": 1, "shuffle": False}
    results = blocks.Session(page(tmp_path, "ImageFolderDataset", **values)).run()
    images = results["data.result_images"]
    assert images.shape == (2, 4, 2, 1) and images.dtype == np.float32
    assert images[:, 0, 0, 0].tolist() == [1.0, 0.0] and results["data.result_labels"].tolist() == [0, 1]
    (tmp_path / "sky" / "day" / "broken.png").write_bytes(b"no picture")
    with pytest.raises(DiagramError, match=r"broken\.png' cannot be decoded"):
        blocks.Session(page(tmp_path, "ImageFolderDataset", **values)).run()
    with pytest.raises(DiagramError, match="no images"):
        blocks.Session(page(tmp_path, "ImageFolderDataset", **{**values, "folder": "none"})).run()
