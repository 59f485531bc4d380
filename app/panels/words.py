"""What the declaration of a block type says, in words for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from app.panels.editors.codecs import show_tensor, show_type
from blocks.base.dtypes import ALL, FLOATS, INDEX, INTEGERS, NUMERIC, REAL, DType
from blocks.document.model import file_value
from blocks.graph.documentation import Documentation, parse_text
from blocks.graph.spec import Attribute, BlockSpec, InputPin, OutputPin

_KIND_WORDS = {
    "operation": "an operation",
    "status": "the status of a session",
    "feed": "a feed",
    "initializer": "initial values",
    "tensor_value": "a plain value",
    "scope": "a scope",
    "output": "a tensor",
    "input": "a tensor",
    "list": "a list of tensors",
    "message": "a text",
}
_MANY = {"output": "tensors", "operation": "operations", "feed": "feeds"}
_SETS: tuple[tuple[frozenset[DType], str], ...] = (
    (frozenset(ALL), "any dtype"),
    (frozenset(NUMERIC), "any number"),
    (frozenset(REAL), "any real number"),
    (frozenset(FLOATS), "any float"),
    (frozenset(INTEGERS), "any integer"),
    (frozenset(INDEX), "int32 or int64"),
)


@lru_cache(maxsize=512)
def _documentation(doc: str) -> Documentation:
    return parse_text(doc)


def documentation(spec: BlockSpec) -> Documentation:
    """The documentation of a block type, taken apart."""
    return _documentation(spec.doc)


def documented(spec: BlockSpec) -> Mapping[str, str]:
    """What the documentation says of each pin and attribute, by name."""
    found = documentation(spec)
    own = {attribute.name: attribute.doc for attribute in spec.attributes if attribute.doc}
    return {**found.outputs, **found.arguments, **own}


def dtype_words(allowed: Sequence[DType]) -> str:
    """A set of dtypes: ``float or double``, ``any real number``."""
    given = frozenset(allowed)
    for known, words in _SETS:
        if given == known:
            return words
    if frozenset(NUMERIC) < given:
        missing = [each.short for each in ALL if each not in given and each.kind != "handle"]
        if 0 < len(missing) <= 3:
            return f"any dtype but {' and '.join(missing)}"
    names = [each.short for each in allowed]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" or {names[-1]}" if names else "any dtype"


def input_words(pin: InputPin, spec: BlockSpec) -> str:
    """What an input takes: ``a tensor of any float``."""
    if pin.kind != "tensor":
        words = _KIND_WORDS.get(pin.kind, pin.kind)
        words = f"a list of {_MANY.get(pin.kind, pin.kind)}" if pin.is_list else words
    else:
        what = "a list of tensors" if pin.is_list else "a Variable" if pin.is_ref else "a tensor"
        words = f"{what} of {dtype_words(pin.allowed)}"
        first = next(other.name for other in spec.inputs if other.var == pin.var)
        if pin.var is not None and first != pin.name:
            words = f"{what} of the dtype of {first}"
    return words + (", may stay open" if pin.optional else "")


def output_words(pin: OutputPin, spec: BlockSpec) -> str:
    """What an output gives."""
    if pin.kind != "tensor":
        return _KIND_WORDS.get(pin.kind, pin.kind)
    what = "a list of tensors" if pin.is_list else "the Variable" if pin.is_ref else "a tensor"
    if pin.fixed is not None:
        return f"{what} of {pin.fixed.short}"
    like = [other.name for other in spec.inputs if pin.var and other.var == pin.var]
    if like:
        return f"{what} of the dtype of {like[0]}"
    if pin.var in spec.attribute_names:
        return f"{what} of the dtype {pin.var}"
    return what


def attribute_words(attribute: Attribute) -> str:
    """What an attribute takes, and its default."""
    kind = attribute.type
    words = {
        "bool": "true or false", "int": "a whole number", "float": "a number", "string": "a text",
        "type": "a dtype", "shape": "a shape, [2, ?]", "tensor": "a tensor",
    }.get(kind, kind.replace("list(", "a list of ").replace(")", "s"))  # fmt: skip
    if attribute.allowed is not None:
        words += f", one of {', '.join(_plain(each) for each in attribute.allowed)}"
    if attribute.minimum is not None:
        words += f", {'with ' if kind.startswith('list') else ''}at least {attribute.minimum:g}"
        words += " entries" if kind.startswith("list") else ""
    if attribute.required:
        return f"{words}; must be given"
    default = "found by itself" if attribute.default is None else _plain(attribute.default)
    return f"{words}; default: {default or 'empty'}"


def _plain(value: object) -> str:
    if isinstance(value, DType):
        return value.short
    if isinstance(value, str):
        return show_type(value) if value.startswith("DT_") else value
    return show_tensor(file_value(value))


def gradient_words(spec: BlockSpec) -> str:
    """Whether and by what a block type is differentiable."""
    if spec.kind == "helper":
        return ""
    if spec.rule is not None:
        names = list(spec.rule.inputs)
        whole = names == [pin.name for pin in spec.inputs]
        text = "all its inputs" if whole and len(names) > 1 else ", ".join(names)
        return f"Gradients flow back to {text}."
    if spec.not_differentiable:
        return f"No gradient flows back: {spec.not_differentiable}."
    return "No gradient flows back."
