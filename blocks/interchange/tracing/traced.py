"""A diagram made by tracing; its arrays stay in memory until it is saved."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from blocks.base.dtypes import DType
from blocks.base.dtypes import dtype as dtype_named
from blocks.base.literals import to_array
from blocks.base.types import Array, is_list
from blocks.document.changes import SetDefinition, SetValue
from blocks.document.data import Block, Json, Page
from blocks.document.definitions import is_instance
from blocks.document.model import Diagram, lay_out_pages
from blocks.interchange.importing.weights import LARGEST_LITERAL, Weights, write_arrays

_LITERALS = {"Const": "val", "Variable": "initvalues"}


class TracedDiagram(Diagram):
    """A diagram whose large tensors are written to NumPy files when it is saved."""

    def save(self, path: str | os.PathLike[str], *, layout: bool = True) -> None:
        """Write the diagram, and tensors of more than 1,024 elements into the folder ``NAME.weights`` beside it.

        Args:
            layout: lay out pages that were not in a file yet.

        Raises:
            FileError: something cannot be written.
        """
        if layout and self.path is None:
            lay_out_pages(self)
        target, copy = Path(path), Diagram(self.document)
        weights, known = Weights(target.stem), dict[Any, Array]()
        for canvas in (*self.document.pages, *self.document.composites):
            for block in canvas.blocks:
                for name, value, dtype in self._large(block):
                    index = (canvas.name.lstrip(":"), block.id, *([name] if is_instance(block) else []))
                    literal, *_ = weights.literal(_one(to_array(value, dtype)[0], known), index)
                    copy.apply(SetValue(canvas.name, block.id, name, literal))
            self._move_defaults(canvas, weights, known, copy)
        write_arrays(target.parent, weights.files)
        copy.save(path, layout=False)
        self.path = copy.path

    def _large(self, block: Block) -> Iterator[tuple[str, Json, DType | None]]:
        for name, value in block.values.items():
            if _is_large(value) and (is_instance(block) or _LITERALS.get(block.type) == name):
                yield name, value, self._dtype(block, name)

    def _dtype(self, block: Block, name: str) -> DType | None:
        if not is_instance(block):
            given = block.values.get("dtype")
            return dtype_named(given) if isinstance(given, str) else None
        view = self.composite(block.type)
        sets = next(each.sets for each in view.values if each.name == name)
        inner, _, rest = sets[0].partition(".")
        return self._dtype(view.block(inner), rest)

    def _move_defaults(self, canvas: Page, weights: Weights, known: dict[Any, Array], copy: Diagram) -> None:
        if canvas.composite is None:
            return
        values = list(canvas.composite.values)
        for i, each in enumerate(values):
            if _is_large(each.default):
                inner, _, rest = each.sets[0].partition(".")
                dtype = self._dtype(self.canvas(canvas.name).block(inner), rest)
                value = _one(to_array(each.default, dtype)[0], known)
                literal, *_ = weights.literal(value, (canvas.name.lstrip(":"), each.name))
                values[i] = each._replace(default=literal)
        if tuple(values) != canvas.composite.values:
            copy.apply(SetDefinition(canvas.name, "values", tuple(values)))


def _one(array: Array, known: dict[Any, Array]) -> Array:
    """Return one object for arrays of the same bits, so that they are written once."""
    if array.dtype.hasobject:
        return array
    key = array.dtype.str, array.shape, hashlib.sha256(array.tobytes()).digest()
    return known.setdefault(key, array)


def _is_large(value: Json) -> bool:
    if not is_list(value):
        return False
    count, inner = 1, value
    while is_list(inner) and inner:
        count, inner = count * len(inner), inner[0]
    return count > LARGEST_LITERAL
