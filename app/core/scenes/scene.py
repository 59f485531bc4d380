"""The data type of an example scene, and helpers for building scenes."""

from __future__ import annotations

from typing import NamedTuple

from blocks.document.data import Json

Blocks = dict[str, tuple[str, dict[str, Json]]]
"""Id to block type and values, in the order in which they are run."""

FLOATS: Json = ["DT_FLOAT"]


class Scene(NamedTuple):
    """Blocks, and their wires as text: ``x.output>y.x``, separated by spaces."""

    blocks: Blocks
    wires: str = ""


def const(value: Json, dtype: str = "") -> tuple[str, dict[str, Json]]:
    return "Const", {"val": value, **({"dtype": dtype} if dtype else {})}
