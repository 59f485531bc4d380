"""Random documents, and the example of the contract."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from blocks.document.changes import AddBlocks, AddItems
from blocks.document.data import (
    BLOCK_FIELDS,
    DEFINITION_FIELDS,
    DOCUMENT_FIELDS,
    FRAME_FIELDS,
    NOTE_FIELDS,
    PAGE_FIELDS,
    ROUTE_FIELDS,
    VALUE_FIELDS,
    Block,
    Definition,
    Document,
    Endpoint,
    Frame,
    Note,
    Page,
    PromotedValue,
    Route,
    Wire,
    composite_fault,
    id_fault,
    name_fault,
    parse_endpoint,
)
from blocks.document.model import PageView


def add_unknown(page: PageView, kind: str, block: str, **values: Any) -> None:
    """Add a block of a type that does not exist, as a file may have it."""
    page.apply(AddBlocks(page.name, ((len(page.blocks), Block(block, kind, (0, 0), values)),)))


def wire_unknown(page: PageView, source: str, target: str) -> None:
    """Add a wire between pins that do not exist, as a file may have it."""
    page.apply(AddItems(page.name, "wires", ((len(page.wires), Wire(parse_endpoint(source), parse_endpoint(target))),)))


EXAMPLE = """{
  "format": "gradblocks/1",
  "title": "A times b",
  "pages": [
    {
      "name": "main",
      "blocks": [
        {"id": "A", "type": "Const", "at": [40, 40], "values": {"val": [[3.0, 2.0], [-1.0, 0.0]]}},
        {"id": "b", "type": "Const", "at": [40, 180], "values": {"val": [[3.0, 5.0]]}},
        {"id": "v", "type": "MatMul", "at": [300, 80], "values": {"transpose_b": true}}
      ],
      "wires": [
        ["A.output", "v.a"],
        ["b.output", "v.b"]
      ],
      "notes": [
        {"at": [40, 0], "text": "v = A b^T"}
      ]
    }
  ]
}
"""

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
# Few different names, so that they meet; some with what must be escaped.
ids = st.sampled_from(["A", "b", "v", "한 글", "a[0]", "x y", "MatMul1", "\u202ex", "\U0001f600"]) | texts.filter(
    lambda t: not id_fault(t)
)
page_names = st.sampled_from(["main", "p.2", "a/b", ":Dense"]) | texts.filter(lambda t: not name_fault(t))
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
leaves = (
    st.none()
    | st.booleans()
    | numbers
    | texts
    | st.sampled_from([1, 1.0, True, 0, 0.0, -0.0, False, "NaN", 10**30, 1e22, 5e-324, {"file": "weights.npy"}])
)
json_values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=6
)
coordinates = st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9)
positions = st.tuples(coordinates, coordinates)
values = st.dictionaries(
    st.sampled_from(["val", "dtype", "transpose_a", "transpose_b", "z"]) | texts, json_values, max_size=3
)
pins = st.builds(
    Endpoint,
    ids,
    st.sampled_from(["output", "a", "b", "grad_outputs", "핀"]),
    st.none() | st.integers(0, 3),
)
wires = st.builds(Wire, pins, pins)


def extras(known: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    keys = (st.sampled_from(["x", "zoom", "a"]) | texts).filter(lambda key: key not in known)
    none: dict[str, Any] = {}
    return st.just(none) | st.dictionaries(keys, json_values, max_size=2)


blocks = st.builds(
    Block,
    ids,
    st.sampled_from(["Const", "MatMul", "Plug.In/Type", ":Dense", ":Net", "InputPin", "OutputPin"]),
    positions,
    values,
    st.none() | positions,
    st.booleans(),
    st.booleans(),
    extras(BLOCK_FIELDS),
    st.none() | st.just("#00ff00"),
    st.just("") | st.sampled_from(["model.py:12"]) | texts,
    st.just("") | texts,
)
notes = st.builds(Note, positions, texts, st.none() | positions, extras(NOTE_FIELDS))
frames = st.builds(Frame, positions, st.none() | positions, texts, st.none() | st.just("#ff0000"), extras(FRAME_FIELDS))
on_canvas = (
    st.lists(blocks, max_size=4, unique_by=lambda block: block.id).map(tuple),
    st.lists(wires, max_size=5).map(tuple),
    st.lists(notes, max_size=2).map(tuple),
    st.lists(frames, max_size=2).map(tuple),
)
routes = st.builds(Route, wires, st.lists(positions, max_size=2).map(tuple), extras(ROUTE_FIELDS))
on_wires = st.lists(routes, max_size=2).map(tuple)
pages = st.builds(Page, page_names, *on_canvas, extras(PAGE_FIELDS), st.none(), on_wires)
composite_names = st.sampled_from(["Dense", "Net", "층"]) | texts.filter(lambda t: not composite_fault(t))
promoted = st.lists(
    st.builds(
        PromotedValue,
        st.sampled_from(["val", "z"]) | ids,
        json_values,
        st.lists(st.sampled_from(["A.val", "v.transpose_b", "nonsense"]) | texts, max_size=2).map(tuple),
        texts,
        extras(VALUE_FIELDS),
    ),
    max_size=3,
    unique_by=lambda value: value.name,
).map(tuple)
origins = (
    st.none() | st.just({"package": "layers", "version": "1.2.0"}) | st.dictionaries(texts, json_values, max_size=2)
)
gradients = st.sampled_from(["", ":Dense", ":층", ":Gone"])
composites = st.builds(
    Page,
    composite_names.map(lambda name: f":{name}"),
    *on_canvas,
    extras(DEFINITION_FIELDS),
    st.builds(Definition, texts, promoted, origins, gradients),
    on_wires,
)


def _without_namesakes(document: Document) -> Document:
    taken = {each.name for each in document.composites}
    return document._replace(pages=tuple(page for page in document.pages if page.name not in taken))


documents = st.builds(
    Document,
    texts,
    st.lists(pages, max_size=3, unique_by=lambda page: page.name).map(tuple),
    extras(DOCUMENT_FIELDS),
    st.just(()) | st.lists(composites, max_size=2, unique_by=lambda page: page.name).map(tuple),
    st.none() | origins,
).map(_without_namesakes)
