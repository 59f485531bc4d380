"""The diagram's current values for the weights of an imported model, to be written back to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError, FileError
from blocks.base.types import Array
from blocks.document.file import dumps, loads
from blocks.document.model import PageView
from blocks.interchange.importing.build import Imported
from blocks.interchange.importing.model_graph import ModelNode
from blocks.run.session import Session

_TENSORS = ("Const", "Variable")


class Updated(NamedTuple):
    """The result of an update; ``is_edited`` if blocks or wires were changed too, which was not written."""

    changed: int
    weights: int
    is_edited: bool = False


class UpdatedWeights:
    """The values of weights: variables from a session, constants from the page."""

    def __init__(
        self, imported: Imported, pages: Sequence[PageView], session_of: Callable[[PageView], Session], file: str
    ) -> None:
        self._imported = imported
        self._pages = {page.name: page for page in pages}
        self._session_of = session_of
        self._file = file
        self._values: dict[str, Mapping[str, Array]] = {}
        self.matched = 0
        self.changed = 0

    def new_value(self, node: ModelNode, old: Array, name: str) -> Array | None:
        page, path = self._imported.paths.get(node, ("", ""))
        value = self._of(page).get(path) if page in self._pages and node.type in _TENSORS else None
        if value is None:
            return None
        self.matched += 1
        if same(old, value):
            return None
        if old.shape != value.shape or old.dtype != value.dtype:
            text = f"{name!r} is {old.dtype.name} {list(old.shape)} in the model, but {value.dtype.name}"
            raise DiagramError(f"{text} {list(value.shape)} in the diagram", file=self._file)
        self.changed += 1
        return value

    def finish(self) -> Updated:
        if not self.matched:
            raise FileError("no weight of the model has a value in the diagram", file=self._file)
        return Updated(self.changed, self.matched, self._is_edited())

    def _of(self, page: str) -> Mapping[str, Array]:
        if page not in self._values:
            session = self._session_of(self._pages[page])
            constants = {
                node.block_name: node.attrs["val"] for node in session.elaboration.graph.nodes if node.type.constant
            }
            self._values[page] = {**constants, **dict(session.variables.items())}
        return self._values[page]

    def _is_edited(self) -> bool:
        before = loads(dumps(self._imported.diagram))  # as a file has it: defaults are left out
        for page in before.pages:
            if page.name in self._pages and _differ(page, self._pages[page.name]):
                return True
        now = next(iter(self._pages.values())).diagram
        composites = {each.name: each for each in now.composites}
        return any(each.name not in composites or _differ(each, composites[each.name]) for each in before.composites)


def _differ(before: Any, now: Any) -> bool:
    blocks = {each.id: each for each in now.blocks}
    if not {_ends(each) for each in before.wires if each.target.block != "run"} <= {_ends(each) for each in now.wires}:
        return True
    return any(
        each.id not in blocks or _said(each) != _said(blocks[each.id])
        for each in before.blocks
        if each.type != "ClientSession"
    )


def _ends(wire: Any) -> tuple[str, ...]:
    return tuple(map(str, (*wire.source, *wire.target)))


def _said(block: Any) -> tuple[Any, ...]:
    kind = "Const" if block.type in _TENSORS else block.type
    if kind == "Const" or kind.startswith(":"):
        return (kind,)
    return kind, sorted((name, repr(value)) for name, value in block.values.items())


def same(old: Array, new: Array) -> bool:
    """Return whether two tensors have the same bits, regardless of the kind of NaN."""
    if old.shape != new.shape or old.dtype != new.dtype:
        return False
    if old.dtype.hasobject:
        return np.array_equal(old, new)
    if np.ascontiguousarray(old).tobytes() == np.ascontiguousarray(new).tobytes():
        return True
    with np.errstate(all="ignore"):
        both = (old != old) & (new != new)
    size = (*old.shape, old.dtype.itemsize)
    bits = [np.ascontiguousarray(each).reshape(-1).view(np.uint8).reshape(size) for each in (old, new)]
    return bool((both | (bits[0] == bits[1]).all(axis=-1)).all())
