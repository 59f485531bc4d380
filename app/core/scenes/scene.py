"""What a scene is, and the values that many of them begin with."""

from __future__ import annotations

from typing import NamedTuple

from blocks.document.data import Json

Blocks = dict[str, tuple[str, dict[str, Json]]]
"""Id to block type and values, in the order in which they are run."""

FLOATS: Json = ["DT_FLOAT"]


class Scene(NamedTuple):
    """Blocks, and the wires between them as text: ``x.output>y.x``, separated by blanks."""

    blocks: Blocks
    wires: str = ""


def const(value: Json, dtype: str = "") -> tuple[str, dict[str, Json]]:
    """A Const with this value."""
    return "Const", {"val": value, **({"dtype": dtype} if dtype else {})}
