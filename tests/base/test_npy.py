"""`.npy` files from strangers."""

from __future__ import annotations

import io
import pathlib
import pickle
import random
import tracemalloc
import zipfile
from typing import Any

import ml_dtypes  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
import pytest

from blocks.base import npy
from blocks.base.budget import Memory
from blocks.base.errors import FileError
from blocks.base.npy import Archive, read_npy
from blocks.base.types import Array


def saved(array: Any, **options: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


def crafted(header: str, data: bytes = b"", version: bytes = b"\1\0") -> bytes:
    text = header.encode() + b"\n"
    return b"\x93NUMPY" + version + len(text).to_bytes(2 if version == b"\1\0" else 4, "little") + text + data


def load(path: pathlib.Path) -> Array:
    with path.open("rb") as stream:
        return read_npy(stream, str(path), Memory.of())


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "weights.npy"


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.asfortranarray(np.arange(6).reshape(2, 3)),
        np.array(1.5),
        np.zeros((0, 3)),
        np.array([1, 2], ">i8"),
        np.array([True, False]),
        np.array([1 + 2j], np.complex64),
        np.zeros((1,) * 64, np.int8),
    ],
)
def test_what_numpy_saves_is_read(path: pathlib.Path, array: Array) -> None:
    path.write_bytes(saved(array))
    back = load(path)
    assert back.dtype == array.dtype.newbyteorder("=") and back.shape == array.shape and back.tolist() == array.tolist()
    assert back.flags.c_contiguous and back.dtype.isnative and back.flags.writeable


def test_a_large_array_is_mapped_and_stays_when_its_file_is_replaced(path: pathlib.Path) -> None:
    array = np.arange(1 << 18, dtype=np.float32)
    np.save(path, array)
    loaded = load(path)
    other = path.with_name("other.npy")
    np.save(other, -array)
    other.replace(path)
    assert np.array_equal(loaded, array)
    assert not loaded.flags.writeable


def test_bfloat16_comes_as_void(path: pathlib.Path) -> None:
    for kind in (ml_dtypes.bfloat16, ml_dtypes.float8_e5m2):
        array = np.array([1.5, -2.0], kind)
        path.write_bytes(saved(array))
        assert load(path).dtype.kind == "V"
        assert load(path).tobytes() == array.tobytes()


@pytest.mark.parametrize("version", [b"\1\0", b"\2\0", b"\3\0"])
def test_headers_of_other_programs(path: pathlib.Path, version: bytes) -> None:
    for header in (
        "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }",
        '{"shape":(2,),"descr":"<i2","fortran_order":False}   ',
        "{'descr': '<i2', 'fortran_order': False, 'shape': (2L,)}",
    ):
        path.write_bytes(crafted(header, b"\1\0\2\0", version))
        assert load(path).tolist() == [1, 2]


STRANGE = "the file is damaged, or contains a structured array, which cannot become a tensor"
OBJECTS = "the array contains Python objects, which are never read from a file"


class Evil:
    def __reduce__(self) -> Any:
        return (pytest.fail, ("a file ran code",))


GOOD = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the contents are not in .npy format"),
        (b"\x93NUMPY", "this version of the .npy format is not supported"),
        (b"\x93NUMPY\4\0", "this version of the .npy format is not supported"),
        (b"PK\3\4" + b"\0" * 40, "the contents are not in .npy format"),
        (pickle.dumps(Evil()), "the contents are not in .npy format"),
        (saved(np.array([Evil()], object), allow_pickle=True), OBJECTS),
        (saved(np.zeros(2, [("a", "i4")])), STRANGE),
        (saved(np.zeros(2, [("a", "O")]), allow_pickle=True), OBJECTS),
        (saved(np.array(["a"])), "the array has the NumPy dtype '<U1', which tensors cannot have"),
        (saved(np.array(["2020"], "M8[D]")), "the array has the NumPy dtype '<M8[D]', which tensors cannot have"),
        (crafted(GOOD), "the file is cut off: the header announces 24 bytes of data, but the file has 0"),
        (crafted(GOOD, b"\0" * 25), "the file is too long: the header announces 24 bytes of data, but the file has 25"),
        (
            crafted(GOOD.replace("2, 3", f"{2**62}, {2**62}")),
            f"the file is cut off: the header announces {2**126} bytes of data, but the file has 0",
        ),
        (crafted(GOOD.replace("2, 3", "-2, 3")), "the contents are damaged: the array has the shape (-2, 3)"),
        (crafted(GOOD.replace("2, 3", "2 3")), STRANGE),
        (
            crafted(GOOD.replace("2, 3", "0, " * 65)),
            "the contents are damaged: the array has the shape (" + ("0, " * 65)[:99],
        ),
        (
            crafted(GOOD.replace("2, 3", f"0, {2**62}, {2**62}")),
            f"the array's shape (0, {2**62}, {2**62}) is too large for this machine",
        ),
        (crafted("{" * 9_000), STRANGE),
        (crafted("-" * 9_000 + "1"), STRANGE),
        (crafted("1+" * 4_900 + "1"), STRANGE),
        (crafted(GOOD.replace("2, 3", "1" * 9_000)), STRANGE),
        (crafted("{" * 20_000), "the contents are damaged: the .npy header has 20001 bytes"),
        (crafted("__import__('os').system('true')"), STRANGE),
        (crafted("{'descr': '<f4', 'shape': (2,), }"), STRANGE),
        (b"\x93NUMPY\2\0\xff\xff\xff\xff", "the contents are damaged: the .npy header has 4294967295 bytes"),
        (b"\x93NUMPY\3\0\1\0\0\0\xff", STRANGE),
        (
            crafted(GOOD.replace("<f4", "|b1").replace("2, 3", "2,"), b"\1\2"),
            "the contents are damaged: a boolean is neither 0 nor 1",
        ),
    ],
)
def test_refused(path: pathlib.Path, data: bytes, message: str) -> None:
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        load(path)
    assert caught.value.message == message and caught.value.file == str(path)


def test_of_an_archive_only_what_is_asked_for_takes_memory(tmp_path: pathlib.Path) -> None:
    """Many members of zeros take little room on the disk, and all of the machine's memory."""
    path = tmp_path / "many.npz"
    np.savez_compressed(path, allow_pickle=False, **{f"a{i}": np.zeros(1 << 20, np.uint8) for i in range(64)})
    assert path.stat().st_size < 200_000
    tracemalloc.start()
    try:
        with path.open("rb") as stream:
            one = Archive(stream, "f").read("a7", Memory.of())
        assert one.nbytes == 1 << 20
        with path.open("rb") as stream, pytest.raises(FileError, match="limit is 5,000,000 for all tensors together"):
            archive, memory = Archive(stream, "f"), Memory.of(5_000_000)
            print([archive.read(name, memory) for name in archive.names])
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("member", "said"),
    [
        (saved(np.zeros(1 << 20, np.uint8)), "limit is 500,000"),
        (saved(np.zeros(3))[:-1], "cut off"),
        (saved(np.zeros(3)) + b"x", "too long"),
        (saved(np.array([Evil()], object), allow_pickle=True), "Python objects"),
        (saved(np.zeros(2, [("a", "i4")])), "structured"),
        (b"", "the contents are not in .npy format"),
    ],
)
def test_a_bad_member_of_an_archive_is_refused_by_its_name(member: bytes, said: str) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        file.writestr("good.npy", saved(np.array(["ab", "c"])))
        file.writestr("bad.npy", member)
    archive, memory = Archive(stream, "f"), Memory.of(500_000)
    assert archive.read("good", memory).tolist() == ["ab", "c"]
    with pytest.raises(FileError, match=said) as raised:
        archive.read("bad", memory)
    assert "'bad'" in str(raised.value) and raised.value.file == "f"


def test_an_archive_that_lists_too_many_members_or_packs_them_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_BZIP2) as file:
        for i in range(50):
            file.writestr(f"{i}.npy", b"")
    with pytest.raises(FileError, match="NumPy does not use"):
        Archive(stream, "f").read("1", Memory.of())
    monkeypatch.setattr(npy, "_MOST_LISTED", 1000)
    with pytest.raises(FileError, match="too many arrays"):
        Archive(stream, "f")


def test_what_is_no_ordinary_file() -> None:
    with open("/dev/zero", "rb") as stream, pytest.raises(FileError, match="not a regular file"):
        read_npy(stream, "zero", Memory.of())


def test_truncations_and_flipped_bits(path: pathlib.Path) -> None:
    array = np.arange(12, dtype=np.int16).reshape(3, 4)
    good = saved(array)
    generator = random.Random(5)
    mutants = [good[:n] for n in range(len(good))]
    for _ in range(3000):
        mutant = bytearray(good)
        for _ in range(generator.randint(1, 3)):
            mutant[generator.randrange(len(mutant))] ^= 1 << generator.randrange(8)
        mutants.append(bytes(mutant))
    for mutant in mutants:
        path.write_bytes(mutant)
        try:
            back = load(path)
        except FileError:
            continue
        assert len(mutant) == len(good) and back.nbytes == array.nbytes  # the same amount, whatever the bits now say
