"""Examples of block types that run as they are: a page to paste, and a whole diagram."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Any, cast

from blocks.base.errors import DiagramError
from blocks.base.literals import natural_dtype
from blocks.document.data import Block, Document, Endpoint, Json, Page, Wire, is_object
from blocks.document.definitions import needed
from blocks.document.layout.page_layout import positions, rows_by_type
from blocks.document.python_values import file_value
from blocks.document.reading import read_text
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.core.constants import Const
from blocks.library.state.variables import Variable

_ENDS_THE_RUN = "Abort"
"""The type whose example is not to be pasted: it runs only as long as nothing fetches the block."""


@cache
def _kept() -> tuple[dict[str, Page], tuple[Page, ...]]:
    """Return examples of types that a declaration cannot express, by type, and the composites that they run.

    They are the pages of a diagram; the name of a page lists its types.
    """
    document = read_text((resources.files("assets") / "block_examples.gradblocks").read_bytes())
    pages = {name: page._replace(name="example") for page in document.pages for name in page.name.split()}
    return pages, document.composites


def example_page(spec: BlockSpec) -> Page | None:
    """Return a page to paste, which runs and has no composites, or None."""
    whole = None if spec.name == _ENDS_THE_RUN else example_diagram(spec)
    return None if whole is None or whole.composites else whole.pages[0]


def example_diagram(spec: BlockSpec) -> Document | None:
    """Return a diagram that runs, or None."""
    pages, composites = _kept()
    page = pages.get(spec.name)
    if page is None and spec.example is not None:
        with suppress(DiagramError, ValueError, TypeError):  # of a package whose example is wrong
            page = _of_declaration(spec, spec.example)
    if page is None:
        return None
    used = needed(Document("", (page,), {}, composites), page.name)
    return Document("", (page,), {}, tuple(each for each in composites if each.name in used))


def _of_declaration(spec: BlockSpec, example: dict[str, Any]) -> Page:
    """Build a page from a declared example: inputs become blocks, attributes stay values."""
    plain = spec.plain_name
    name = plain.lower() if plain.lower() != plain else f"{plain}1"
    blocks: list[Block] = []
    wires: list[Wire] = []
    scope = Scope.new_root_scope()
    operands = {key: _operand(scope, given) for key, given in example.items() if spec.input(key) is not None}
    attributes = {key: given for key, given in example.items() if key in spec.attribute_names}
    node: Node = spec(scope, **operands, **attributes)
    for key in operands:
        value, known = file_value(example[key]), cast("Output | tuple[Output, ...]", node.argument(key))
        sources = [_source(key, value, known)] if isinstance(known, Output) else [
            _source(f"{key}{i}", *each) for i, each in enumerate(zip(value, known, strict=True), 1)
        ]  # fmt: skip
        blocks += sources
        outputs = [Endpoint(each.id, "ref" if each.type == "Variable" else "output") for each in sources]
        wires += [Wire(output, Endpoint(name, key)) for output in outputs]
    blocks.append(Block(name, spec.name, (0, 0), {key: file_value(given) for key, given in attributes.items()}))
    page = Page("example", tuple(blocks), tuple(wires))
    at = positions(page, rows_of=rows_by_type(()))
    return page._replace(blocks=tuple(block._replace(at=at[block.id]) for block in blocks))


def _operand(scope: Scope, value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        several = cast("Sequence[Any]", value)
        return [_operand(scope, each) for each in several] if any(map(is_object, several)) else several
    if is_object(value) and "variable" in value:
        return Variable(scope, value["variable"], dtype=value.get("dtype"))
    return Const(scope, **value) if is_object(value) and "val" in value else value


def _source(name: str, value: Json, output: Output) -> Block:
    """Return the block of an input; its dtype is that of the input in the graph."""
    if is_object(value) and "val" in value:
        return Block(name, "Const", (0, 0), value)
    is_variable = is_object(value) and "variable" in value
    kind, key, value = ("Variable", "initvalues", value["variable"]) if is_variable else ("Const", "val", value)
    dtype = {} if output.dtype is natural_dtype(value) else {"dtype": output.dtype.name}
    return Block(name, kind, (0, 0), {key: value, **dtype})
