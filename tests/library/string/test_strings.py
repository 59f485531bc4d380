from __future__ import annotations

import base64

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.scope import Scope
from blocks.library.string.elements import scalar
from blocks.library.string.encodings import EncodeBase64
from blocks.library.string.joining import StringJoin


def strings(*texts: bytes) -> Array:
    array = np.empty(len(texts), np.object_)
    array[:] = texts
    return array


@given(st.lists(st.binary(max_size=9), min_size=1, max_size=4), st.text("\0ab", max_size=2))
def test_joined_bytes_are_kept(texts: list[bytes], separator: str) -> None:
    wanted = separator.encode().join(texts)
    alone = StringJoin.kernel(tuple(scalar(text) for text in texts), separator=separator)
    assert alone.shape == () and alone.item() == wanted
    columns = tuple(strings(text, b"\0") for text in texts)
    assert StringJoin.kernel(columns, separator=separator)[0] == wanted


def test_inputs_are_not_changed() -> None:
    first = strings(b"a", b"b")
    StringJoin.kernel((first, scalar(b"x")))
    assert first.tolist() == [b"a", b"b"]


def test_shapes_of_a_join() -> None:
    root = Scope.new_root_scope()
    assert StringJoin(root, ["a", ["b", "c"]]).output.shape == (2,)
    with pytest.raises(DiagramError, match=r"expected \[2\] at index 2, got \[3\]"):
        StringJoin(root, [["a", "b"], "c", ["d", "e", "f"]])


@given(st.lists(st.binary(), max_size=3))
def test_base64_can_be_read_back(texts: list[bytes]) -> None:
    padded = EncodeBase64.kernel(strings(*texts), pad=True)
    bare = EncodeBase64.kernel(strings(*texts))
    assert [base64.urlsafe_b64decode(each) for each in padded] == texts
    assert [each.rstrip(b"=") for each in padded] == bare.tolist()
    assert EncodeBase64.kernel(scalar(b"\0")).tolist() == b"AA"
