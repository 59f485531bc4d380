"""The variables of a session by name: reading, changing, saving, restoring."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError
from blocks.document.model import PageView


def page_of_two() -> PageView:
    """A page that doubles the variable w in each step; the variable b, of another dtype, lies in an instance."""
    diagram = blocks.Diagram()
    inner = diagram.add_composite("Kept")
    inner.add("Variable", id="b", initvalues=[1.5, -2.5], dtype="DT_BFLOAT16")
    page = diagram.add_page("main")
    page.add(":Kept", id="in")
    page.add("Variable", id="w", initvalues=[[1.0, 2.0, 3.0]])
    page.add("Assign", id="double")
    page.add("Add", id="twice")
    for source, target in (
        ("w.ref", "twice.x"), ("w.ref", "twice.y"), ("twice.z", "double.value"), ("w.ref", "double.ref")
    ):  # fmt: skip
        page.wire(source, target)
    return page


def test_they_are_read_and_changed_by_path() -> None:
    session = blocks.Session(page_of_two())
    assert set(session.variables) == {"w", "in/b"}
    assert session.variables["w"].tolist() == [[1.0, 2.0, 3.0]]  # before the first step
    assert session.variables["in/b"].dtype.name == "bfloat16"
    session.run(steps=2)
    assert session.variables["w"].tolist() == [[4.0, 8.0, 12.0]]
    session.variables["w"] = [[0.5, 0.25, 1.0]]
    session.run()
    assert session.variables["w"].tolist() == [[1.0, 0.5, 2.0]]
    with pytest.raises(ValueError, match="read-only"):
        session.variables["w"][0, 0] = 3.0
    with pytest.raises(KeyError, match="the variables are: 'in/b', 'w'"):
        session.variables["nothing"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([1.0], r"the shape \[1\], but the variable has \[1,3\]"),
        ("x", "is not a number"),
        (np.ones((1, 3), complex), "complex128"),
    ],
)
def test_what_does_not_fit_is_refused(value: object, why: str) -> None:
    session = blocks.Session(page_of_two())
    with pytest.raises(DiagramError, match=why) as raised:
        session.variables["w"] = value
    assert raised.value.block == "w"
    assert session.variables["w"].tolist() == [[1.0, 2.0, 3.0]]


@pytest.mark.parametrize("name", ["saved.npz", "model"])
def test_a_saved_session_goes_on(tmp_path: Path, name: str) -> None:
    session = blocks.Session(page_of_two())
    session.run(steps=3)
    session.variables["in/b"] = [0.5, 3.0]
    session.save(str(tmp_path / name))
    other = blocks.Session(page_of_two())
    assert set(other.restore(str(tmp_path / name))) == {"w", "in/b"}
    for each in session.variables:
        assert other.variables[each].tobytes() == session.variables[each].tobytes()
    other.run()
    assert other.variables["w"].tolist() == [[16.0, 32.0, 48.0]]


def test_names_of_tensorflow_2_are_known(tmp_path: Path) -> None:
    from blocks.base.dtypes import FLOAT
    from blocks.library.io import bundle
    from blocks.run.files import Folders

    value = np.array([[7.0, 8.0, 9.0]], np.float32)
    saved = bundle.Saved(b"w/.ATTRIBUTES/VARIABLE_VALUE", value, FLOAT, None)
    bundle.save(Folders(tmp_path), "model", [saved])
    session = blocks.Session(page_of_two())
    assert session.restore(str(tmp_path / "model")) == ["w"]
    assert session.variables["w"].tolist() == value.tolist()


def archive(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in members.items():
            file.writestr(f"{name}.npy", data)
    return buffer.getvalue()


def npy(array: object, *, pickled: bool = False) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, np.asarray(array), allow_pickle=pickled)
    return buffer.getvalue()


HOSTILE = {
    "no archive": (b"PK\x03\x04 and nothing", "not a .npz archive"),
    "objects": (archive(w=npy(np.array([print], object), pickled=True)), "contains Python objects"),
    "cut off": (archive(w=npy(np.ones((1, 3), np.float32))[:-4]), "cut off"),
    "huge by its header": (
        archive(w=npy(np.ones((1, 3), np.float32)).replace(b"(1, 3)", b"(9999999999999999,)")), "cut off"
    ),
    "a large one of ours": (archive(w=npy(np.ones((300, 300)))), "would take 720,000 bytes; the limit is 600,000"),
    "no variable of ours": (archive(other=npy([1.0])), "no values for the variables"),
    "another shape": (archive(w=npy(np.ones(3, np.float32))), "does not fit"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_a_bad_file_changes_nothing(tmp_path: Path, case: str) -> None:
    data, why = HOSTILE[case]
    path = tmp_path / "bad.npz"
    path.write_bytes(data)
    session = blocks.Session(page_of_two(), memory=600_000)
    with pytest.raises(DiagramError, match=why):
        session.restore(str(path))
    assert session.variables["w"].tolist() == [[1.0, 2.0, 3.0]]
