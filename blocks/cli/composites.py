"""The command ``gradblocks blocks FILE``, which describes the composites of a diagram like block types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from blocks.base import dtypes
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, UsageError
from blocks.cli.arguments import shown
from blocks.cli.input_files import open_diagram
from blocks.document.canonical import short
from blocks.document.data import INSTANCE, Document, Page, PromotedValue, listed
from blocks.document.definitions import CompositePin, canvases, instances, needed, pins, reached
from blocks.document.packages.description import origin_of
from blocks.elaborate.promotion import Promotion
from blocks.graph.documentation import parse_text
from blocks.library.registry import find

PAGE = "composites"


def chosen(file: str, name: str | None) -> tuple[Document, list[Page]]:
    """Return the diagram in a file, and all its composites or the named one; raise UsageError if none has it."""
    document = open_diagram(file).document
    asked = None if name is None else INSTANCE + name.removeprefix(INSTANCE)
    wanted = [page for page in document.composites if asked in (None, page.name)]
    if name is not None and not wanted:
        names = [page.name[1:] for page in document.composites]
        hint = f"the composites are: {listed(names) or 'none'}"
        raise UsageError(f"there is no composite {shown(name)}", file=file, hint=hint)
    return document, wanted


def composites_json(document: Document, wanted: list[Page]) -> list[dict[str, Any]]:
    types = {block.type for page in document.composites for block in page.blocks}
    specs = {name: find(name) for name in types}
    flags: list[set[str]] = []
    for flag in ("stateful", "random"):
        own = {name for name, spec in specs.items() if spec is not None and getattr(spec, flag)}
        inside = [page.name for page in document.composites if any(block.type in own for block in page.blocks)]
        flags.append({*inside, *reached(document, *inside)})
    counts = Counter(block.type for page in canvases(document) for block in page.blocks)
    promotion = _promotion(document)
    return [
        {**_json(page, promotion), "stateful": page.name in flags[0], "random": page.name in flags[1],
         "instances": counts[page.name]}
        for page in wanted
    ]  # fmt: skip


def _json(page: Page, promotion: Promotion) -> dict[str, Any]:
    definition, (inputs, outputs) = page.composite, pins(page)
    assert definition is not None
    docs = parse_text(definition.doc)
    return {
        "type": page.name,
        "page": PAGE,
        "kind": "composite",
        "summary": _summary(page),
        "inputs": [
            {"name": pin.name, "kind": "tensor", "list": pin.is_list, "optional": pin.default is not None, "ref": False,
             "literal": True, "type": None, "dtypes": [each.name for each in _dtypes(pin)], "shape": pin.shape,
             "default": pin.default, "doc": docs.arguments.get(pin.name, "")}
            for pin in inputs
        ],
        "attributes": [
            {"name": value.name, "type": promotion.attribute(page, value).type, "required": False,
             "default": value.default, "allowed": None, "minimum": None, "sets": list(value.sets), "doc": value.doc}
            for value in definition.values
        ],
        "outputs": [
            {"name": pin.name, "kind": "tensor", "list": False, "length": None, "ref": False,
             "result_pin": f"result_{pin.name}", "result_pins": [f"result_{pin.name}"], "type": None, "dtypes": [],
             "doc": docs.outputs.get(pin.name, "")}
            for pin in outputs
        ],
        "dtypes": {},
        "differentiable": None,
        "gradient_inputs": [],
        "documentation": definition.doc,
        "gradient": definition.gradient or None,
        "from": definition.origin,
    }  # fmt: skip


def composite_list(document: Document) -> str:
    width = max((len(page.name) for page in document.composites), default=0)
    lines = [f"  {page.name:{width}}  {_summary(page)}".rstrip() for page in document.composites]
    return "\n".join([PAGE, *lines]) + "\n"


def composite_page(document: Document, page: Page, wrapped: Callable[[str, int], list[str]]) -> str:
    definition, (inputs, outputs) = page.composite, pins(page)
    assert definition is not None
    promotion, docs = _promotion(document), parse_text(definition.doc)
    kinds = {value.name: promotion.attribute(page, value).type for value in definition.values}
    lines = [f"{page.name} ({PAGE})"]
    for text in filter(None, (docs.summary, docs.text)):
        lines += ["", *(line for part in text.split("\n") for line in wrapped(part, 0) or [""])]
    groups = (
        ("Inputs", [(pin.name, _input_words(pin), docs.arguments.get(pin.name, "")) for pin in inputs]),
        ("Values", [(value.name, _value_words(value, kinds[value.name]), value.doc) for value in definition.values]),
        ("Outputs", [(pin.name, f"shown as result_{pin.name}", docs.outputs.get(pin.name, "")) for pin in outputs]),
    )
    for title, rows in groups:
        lines += ["", title] if rows else []
        for name, words, doc in rows:
            lines += [*wrapped(f"{name}: {words}", 2), *(wrapped(doc, 6) if doc else [])]
    if definition.gradient:
        lines += ["", *wrapped(f"Custom gradient: {definition.gradient[1:]}.", 0)]
    uses = needed(document, page.name)
    if uses:
        lines += ["", *wrapped(f"Uses {', '.join(name[1:] for name in uses)}.", 0)]
    indices = instances(document, page.name)
    text = ", ".join(f"{index.canvas}/{index.block}" for index in indices[:10])
    more = f" and {len(indices) - 10:,} more" if len(indices) > 10 else ""
    lines += ["", *wrapped(f"Instances: {text}{more}." if indices else "Instances: none.", 0)]
    if definition.origin is not None:
        origin = origin_of(page)
        text = short(definition.origin, 200) if origin is None else f"{origin.package} {origin.version}"
        lines += wrapped(f"From {text}.", 0)
    return "\n".join(lines) + "\n"


def _summary(page: Page) -> str:
    assert page.composite is not None
    return page.composite.doc.partition("\n")[0]


def _dtypes(pin: CompositePin) -> tuple[DType, ...]:
    try:
        return (dtypes.dtype(pin.dtype),) if type(pin.dtype) is str else dtypes.ANY
    except DiagramError:
        return ()  # `check` reports this error


def _input_words(pin: CompositePin) -> str:
    known = _dtypes(pin)
    words = known[0].short if len(known) == 1 else "any dtype"
    if pin.shape is not None:
        words += f" of shape {short(pin.shape)}"
    words = f"list of {words}" if pin.is_list else words
    return words if pin.default is None else f"{words} = {short(pin.default, 100)}"


def _promotion(document: Document) -> Promotion:
    return Promotion(find, {each.name: each for each in document.composites}.get)


def _value_words(value: PromotedValue, kind: str) -> str:
    words = f"{kind} = {short(value.default, 100)}"
    return f"{words}, sets {', '.join(value.sets)}" if value.sets else words
