"""The types of `blocks.ops` for editors and type checkers: the pins, attributes and documentation of all block types.

``python -m tests.ops_stub`` writes them into ``blocks/ops.pyi``.
"""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from blocks.base.dtypes import DType, find
from blocks.graph.spec import Attribute, BlockSpec, OutputPin
from blocks.library.index import all_names, snake_case
from blocks.library.index import find as find_type

STUB = Path(__file__).parents[1] / "blocks" / "ops.pyi"

_TYPES = {
    "bool": "bool", "int": "int", "float": "float", "string": "str", "type": "_DType", "shape": "_Shaped",
    "tensor": "_Tensor", "program": "_Any",
}  # fmt: skip
_HEAD = '''\
"""Functions that create blocks of every block type in a graph: pins, attributes and documentation.

``python -m tests.ops_stub`` generates this file from the declarations.
"""

from builtins import complex as _complex
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias
from typing import overload as _overload

import numpy as _np

from blocks.base.dtypes import DType as _Type
from blocks.base.types import Array as _Array
from blocks.base.types import Shape as _Sizes
from blocks.graph.binding import HelperCall as _HelperCall
from blocks.graph.build import BlockType as _BlockType
from blocks.graph.graph import Node as _AnyNode
from blocks.graph.graph import Operand as _Operand
from blocks.graph.graph import Output as _Output
from blocks.graph.scope import Scope as _InScope

_Tensor: _TypeAlias = (
    _Operand | _HelperCall | _Array | _np.generic[_Any] | _complex | str | bytes | _Sequence[_Any] | None
)
"""A tensor of the graph, or a value that becomes a constant."""
_DType: _TypeAlias = _Type | str | type | _np.dtype[_Any]
"""A dtype such as ``np.float32`` or ``"float32"``."""
_Shaped: _TypeAlias = _Sequence[int | None] | None
"""The size of each axis; None is an unknown size."""

class _One(_AnyNode):
    @property
    def shape(self) -> _Sizes: ...
    @property
    def dtype(self) -> _Type: ...

'''


def text() -> str:
    """The stub."""
    specs = [spec for name in all_names() if (spec := find_type(name)) is not None]
    results: dict[str, str] = {}
    functions = ["\n".join(_function(spec, results)) for spec in specs]
    tail = "def __getattr__(name: str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]  # those of packages\n"
    return _HEAD + "\n".join(results.values()) + "\n" + "\n".join(functions) + "\n" + tail


def _function(spec: BlockSpec, results: dict[str, str]) -> Iterator[str]:
    """The type of a block type, the block type, and its short form."""
    result, given, doc = _result(spec, results), _parameters(spec), _documentation(spec)
    one = len(spec.outputs) == 1 and not spec.list_outputs
    yield f"class _{spec.name}_type(_BlockType):"
    yield from _overloads("__call__", "self, ", given, result, doc)
    yield f"{spec.name}: _{spec.name}_type"
    yield from _quoted(doc.partition("\n")[0], 0)
    if not keyword.iskeyword(snake_case(spec.name)):
        yield from _overloads(snake_case(spec.name), "", given, "_Output" if one else result, doc)


def _overloads(name: str, begin: str, given: str, result: str, doc: str) -> Iterator[str]:
    """A function with a scope, and without one."""
    indent = " " * 4 * bool(begin)
    for scope in ("scope: _InScope", ""):
        yield f"{indent}@_overload"
        parameters = f"{begin}{scope}{given}" if scope else f"{begin}{given.removeprefix(', ')}"
        yield f"{indent}def {name}({parameters.removesuffix(', ')}) -> {result}:{'' if scope else ' ...'}"
        yield from _quoted(doc, len(indent) + 4) if scope else ()


def _result(spec: BlockSpec, results: dict[str, str]) -> str:
    """The name of the class of a node, which types with the same outputs share."""
    helper = spec.kind == "helper"
    name = "_".join(["_Values" if helper else "_Node", *(f"{pin.name}{'s' * pin.is_list}" for pin in spec.outputs)])
    if not spec.outputs:
        return "_HelperCall" if helper else "_AnyNode"
    one = len(spec.outputs) == 1 and spec.outputs[0].kind == "tensor" and not spec.list_outputs
    base = "_HelperCall" if helper else "_One" if one else "_AnyNode"
    pins = "".join(f"    {pin.name}: {_output(pin, helper)}\n" for pin in spec.outputs)
    results[name] = f"class {name}({base}):\n{pins}"
    return name


def _output(pin: OutputPin, helper: bool) -> str:
    if helper or pin.kind != "tensor":
        return "_Any"
    return "tuple[_Output, ...]" if pin.is_list else "_Output"


def _parameters(spec: BlockSpec) -> str:
    """The inputs and attributes in the order in which a call takes them."""
    parts: list[str] = []
    has_default = only_keywords = False
    for pin in spec.inputs:
        has_default = has_default or pin.optional
        parts.append(f"{pin.name}: _Tensor{' = ...' if has_default else ''}")
    for attribute in spec.attributes:
        if keyword.iskeyword(attribute.name):
            continue
        if attribute.required and has_default and not only_keywords:
            parts.append("*")
            only_keywords = True
        has_default = has_default or not attribute.required
        default = "" if attribute.required else f" = {_default(attribute)}"
        parts.append(f"{attribute.name}: {_type(attribute)}{default}")
    if "name" not in spec.attribute_names:
        parts += [*([] if only_keywords else ["*"]), "name: str | None = None"]
    parts += ["**attributes: _Any"] if any(keyword.iskeyword(name) for name in spec.attribute_names) else []
    return "".join(f", {each}" for each in parts)


def _type(attribute: Attribute) -> str:
    kind = attribute.type
    result = f"_Sequence[{_TYPES[kind[5:-1]]}]" if kind.startswith("list(") else _TYPES[kind]
    if attribute.allowed is not None and kind == "string":
        result = f"_Literal[{', '.join(repr(each) for each in attribute.allowed)}] | str"
    return (
        f"{result} | None"
        if attribute.default is None and not result.endswith(("_Shaped", "_Tensor", "_Any"))
        else result
    )


def _default(attribute: Attribute) -> str:
    if attribute.type == "type" and attribute.default is not None:
        known = find(attribute.default)
        return "..." if known is None else repr(known.short)
    return repr(attribute.default) if type(attribute.default) in (bool, int, float, str, type(None)) else "..."


def _documentation(spec: BlockSpec) -> str:
    lines = [spec.doc.rstrip(), "", f"    {spec.name}: {spec.signature}"]
    lines += [f"    {name} is one of {_listed(allowed)}." for name, allowed in spec.variables.items()]
    return "\n".join(lines)


def _listed(allowed: tuple[DType, ...]) -> str:
    return ", ".join(each.short for each in allowed)


def _quoted(doc: str, indent: int) -> Iterator[str]:
    body = textwrap.indent(doc, " " * indent).strip()
    body = re.sub(r"[ \t]+$", "", body, flags=re.MULTILINE).replace('"""', "'''")
    yield f'{" " * indent}r"""{body}"""'


if __name__ == "__main__":
    STUB.write_text(text(), encoding="utf-8")
