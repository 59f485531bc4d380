"""The command ``gradblocks blocks``: the block library as JSON, and the documentation of a block as text."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable
from typing import Any

from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType, dtype
from blocks.base.literals import text_of
from blocks.cli import output
from blocks.cli.arguments import Parser, add_packages
from blocks.document.python_values import file_value
from blocks.door.types_json import output_dtypes, spec_json
from blocks.graph.documentation import parse
from blocks.graph.spec import Attribute, BlockSpec, InputPin, OutputPin
from blocks.library.registry import current, use_packages

FORMAT = "gradblocks-blocks/1"
SUFFIXES = (".gradblocks", ".svg")


def blocks(given: list[str]) -> int:
    parser = Parser("blocks", "List all block types or the composites of a diagram, or print the documentation of one.")
    parser.add_argument("name", metavar="NAME|FILE", nargs="?", help="a block type, or a diagram")
    parser.add_argument("composite", metavar="NAME", nargs="?", help="a composite of the diagram")
    parser.add_argument("--json", action="store_true", help="print one JSON object with the full descriptions")
    add_packages(parser)
    options = parser.parse_args(given)
    use_packages(*options.packages)
    name: str | None = options.name
    if name is not None and (options.composite is not None or _is_file(name)):
        _composites(name, options.composite, as_json=options.json)
        return 0
    if name is not None:
        from blocks.door.describing import type_named  # the list of all types needs less

        wanted = [type_named(name)]
    else:
        wanted = [spec for spec in current().all_types() if not spec.internal]
    wanted.sort(key=lambda spec: (spec.page, spec.name))
    if options.json:
        _write_json(map(spec_json, wanted))
    elif name is not None:
        output.write_text(_page(wanted[0]))
    else:
        output.write_text(_list(wanted))
    return 0


def _is_file(name: str) -> bool:
    return name.endswith(SUFFIXES) or (current().find(name) is None and os.path.exists(name))


def _composites(file: str, name: str | None, *, as_json: bool) -> None:
    from blocks.cli.composites import chosen, composite_list, composite_page
    from blocks.door.types_json import composites_json

    with paused_collection():
        document, wanted = chosen(file, name)
        if as_json:
            _write_json(composites_json(document, wanted))
        elif name is None:
            output.write_text(composite_list(document))
        else:
            output.write_text(composite_page(document, wanted[0], _wrapped))


def _write_json(types: Iterable[dict[str, Any]]) -> None:
    lines = ",\n".join(f"    {output.json_text(each)}" for each in types)
    output.write_pieces([f'{{\n  "format": "{FORMAT}",\n  "blocks": [\n{lines}\n  ]\n}}\n'])


def _list(specs: list[BlockSpec]) -> str:
    width = max(len(spec.name) for spec in specs)
    lines: list[str] = []
    for i, spec in enumerate(specs):
        if i == 0 or spec.page != specs[i - 1].page:
            lines += [*([""] if i else []), spec.page]
        lines.append(f"  {spec.name:{width}}  {spec.summary}")
    return "\n".join(lines) + "\n"


def _page(spec: BlockSpec) -> str:
    docs = parse(spec.doc)
    lines = [f"{spec.name} ({spec.page})", "", docs.summary]
    if docs.text.strip():
        lines += ["", docs.text.strip("\n")]
    for title, rows in pin_tables(spec):
        lines += ["", title]
        for name, words, doc in rows:
            lines += _wrapped(f"{name}: {words}", 2)
            lines += _wrapped(doc, 6) if doc else []
    for name, allowed in spec.variables.items():
        lines += ["", *_wrapped(f"{name} is one of {', '.join(each.short for each in allowed)}.", 0)]
    lines += ["", *_wrapped(gradient_words(spec), 0)]
    if spec.example is not None:
        lines += ["", "Example", *(f"  {line}" for line in example_lines(spec))]
    return "\n".join(lines) + "\n"


def pin_tables(spec: BlockSpec) -> list[tuple[str, list[tuple[str, str, str]]]]:
    docs = parse(spec.doc)
    tables = [
        ("Inputs", [(pin.name, input_words(pin), docs.arguments.get(pin.name, "")) for pin in spec.inputs]),
        ("Attributes", [(a.name, attribute_words(a), docs.arguments.get(a.name, "")) for a in spec.attributes]),
        ("Outputs", [(pin.name, output_words(spec, pin), docs.outputs.get(pin.name, "")) for pin in spec.outputs]),
    ]
    return [(title, rows) for title, rows in tables if rows]


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, 110, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))


def _dtype_words(var: str | None, allowed: tuple[DType, ...]) -> str:
    if var is not None:
        return var
    return "any dtype" if len(allowed) > 8 else " or ".join(each.short for each in allowed)


def input_words(pin: InputPin) -> str:
    words = _dtype_words(pin.var, pin.allowed) if pin.kind == "tensor" else pin.kind.replace("_", " ")
    words = f"reference to {words}" if pin.is_ref else words
    return (f"list of {words}" if pin.is_list else words) + (", optional" if pin.optional else "")


def attribute_words(attribute: Attribute) -> str:
    words = attribute.type
    if attribute.allowed is not None:
        words += f", one of {', '.join(str(getattr(each, 'short', each)) for each in attribute.allowed)}"
    if attribute.minimum is not None:
        words += f", at least {attribute.minimum}"
    if attribute.required:
        return f"{words}, required"
    return f"{words} = {_with_short_dtypes(output.json_text(file_value(attribute.default)))}"


def _with_short_dtypes(text: str) -> str:
    return _DTYPE.sub(lambda found: dtype(found[2]).short, text)


def example_lines(spec: BlockSpec) -> list[str]:
    values = (spec.example or {}).items()
    return [f"{name} = {_with_short_dtypes(text_of(value, 100))}" for name, value in values]


_DTYPE = re.compile(r"""(["'])(DT_\w+)\1""")


def output_words(spec: BlockSpec, pin: OutputPin) -> str:
    words = _dtype_words(pin.var, output_dtypes(spec, pin)) if pin.kind == "tensor" else pin.kind.replace("_", " ")
    shown_as = f", shown as {' and '.join(pin.result_pins)}" if pin.result_pins else ""
    return (f"list of {words}" if pin.is_list and pin.kind == "tensor" else words) + shown_as


def gradient_words(spec: BlockSpec) -> str:
    if spec.rule is not None and spec.kind == "helper":
        return "Gradient: with respect to all pins, through the composite that it runs."
    if spec.rule is not None:
        return f"Gradient: with respect to {', '.join(spec.rule.inputs)}."
    if spec.not_differentiable:
        return f"Gradient: none ({spec.not_differentiable})."
    return "Gradient: none."
