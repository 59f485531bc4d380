"""Whole files: no more memory than they need, and none that are larger than a result may be."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import blocks
from blocks.base.errors import RunError

MEMORY = 1 << 40
"""More than a machine has."""


def session(folder: Path, type_: str, memory: int) -> blocks.Session:
    """A page that reads the file ``f``."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    if type_ == "ReadFile":
        page.add(type_, id="it", filename="f")
    else:
        counts: dict[str, Any] = {"num_true": 1, "num_sampled": 1, "range_max": 2}
        page.add(type_, id="it", true_classes=[[0]], unique=True, vocab_file="f", **counts)
    diagram.save(folder / "d.gradblocks")
    return blocks.Session(diagram, memory=memory)


@pytest.mark.parametrize("type_", ["ReadFile", "FixedUnigramCandidateSampler"])
def test_a_small_file_takes_little_memory_whatever_the_limit(tmp_path: Path, type_: str) -> None:
    (tmp_path / "f").write_bytes(b"a,1\nb,2\n")
    new_session = session(tmp_path, type_, MEMORY)
    new_session.run()
    tracemalloc.start()
    try:
        new_session.run()
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("type_", "pin"), [("ReadFile", "filename"), ("FixedUnigramCandidateSampler", "vocab_file")])
def test_a_file_larger_than_the_limit_is_refused(tmp_path: Path, type_: str, pin: str) -> None:
    (tmp_path / "f").write_bytes(b"a,1\nb,2\n" * 1000)
    with pytest.raises(RunError, match="8,000 bytes, the limit is 7,999") as caught:
        session(tmp_path, type_, 7999).run()
    assert (caught.value.block, caught.value.pin) == ("it", pin)
