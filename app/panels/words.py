"""The declaration of a block type in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from app.panels.editors.grid import show_tensor, show_type
from blocks.base.dtypes import ALL, FLOATS, INDEX, INTEGERS, NUMERIC, REAL, DType
from blocks.base.language import mark, tr
from blocks.base.shapes import shape_text
from blocks.document.python_values import file_value
from blocks.graph.documentation import Documentation, parse_text
from blocks.graph.spec import Attribute, BlockSpec, InputPin, OutputPin
from blocks.run.monitoring.previews import Summary

_KIND_WORDS = {
    "operation": mark("an operation"),
    "status": mark("the status of a session"),
    "feed": mark("a feed"),
    "initializer": mark("initial values"),
    "tensor_value": mark("a plain value"),
    "scope": mark("a scope"),
    "output": mark("a tensor"),
    "input": mark("a tensor"),
    "list": mark("a list of tensors"),
    "message": mark("a string"),
}
_MANY = {"output": mark("tensors"), "operation": mark("operations"), "feed": mark("feeds")}
_SETS: tuple[tuple[frozenset[DType], str], ...] = (
    (frozenset(ALL), mark("any dtype")),
    (frozenset(NUMERIC), mark("any numeric dtype")),
    (frozenset(REAL), mark("any real dtype")),
    (frozenset(FLOATS), mark("any float dtype")),
    (frozenset(INTEGERS), mark("any integer dtype")),
    (frozenset(INDEX), mark("int32 or int64")),
)


@lru_cache(maxsize=512)
def _documentation(doc: str) -> Documentation:
    return parse_text(doc)


def documentation(spec: BlockSpec) -> Documentation:
    return _documentation(spec.doc)


def documented(spec: BlockSpec) -> Mapping[str, str]:
    texts = documentation(spec)
    own = {attribute.name: attribute.doc for attribute in spec.attributes if attribute.doc}
    return {**texts.outputs, **texts.arguments, **own}


def summary_words(summary: Summary) -> str:
    """Summarize a tensor: ``float [2,3], -2 ... 6, mean 2.833, 1 NaN``."""
    parts = [f"{summary.dtype.short} {shape_text(summary.shape)}"]
    low, high, mean = summary.lowest, summary.highest, summary.mean
    if low is not None and low == high:
        parts.append(f"{low:.4g}")
    elif low is not None and high is not None and mean is not None:
        parts.append(f"{low:.4g} ... {high:.4g}, {tr('mean {mean}', mean=f'{mean:.4g}')}")
    if summary.nan:
        parts.append(f"{summary.nan:,} NaN")
    if summary.infinite:
        parts.append(tr("{count:,} infinite", count=summary.infinite))
    return ", ".join(parts)


def dtype_words(allowed: Sequence[DType]) -> str:
    given = frozenset(allowed)
    for known, words in _SETS:
        if given == known:
            return tr(words)
    if frozenset(NUMERIC) < given:
        missing = [each.short for each in ALL if each not in given and each.kind != "handle"]
        if 0 < len(missing) <= 3:
            return tr("any dtype except {missing}", missing=tr(" and ").join(missing))
    names = [each.short for each in allowed]
    if len(names) < 2:
        return names[0] if names else tr("any dtype")
    return ", ".join(names[:-1]) + tr(" or {names}", names=names[-1])


def input_words(pin: InputPin, spec: BlockSpec) -> str:
    """Return the values that an input accepts: ``a tensor of any float``."""
    if pin.kind != "tensor":
        words = tr(_KIND_WORDS.get(pin.kind, pin.kind))
        words = tr("a list of {many}", many=tr(_MANY.get(pin.kind, pin.kind))) if pin.is_list else words
    else:
        what = tr("a list of tensors") if pin.is_list else tr("a Variable") if pin.is_ref else tr("a tensor")
        words = f"{what} of {dtype_words(pin.allowed)}"
        first = next(other.name for other in spec.inputs if other.var == pin.var)
        if pin.var is not None and first != pin.name:
            words = tr("{what} with the dtype of {first}", what=what, first=first)
    return words + (tr(", optional") if pin.optional else "")


def output_words(pin: OutputPin, spec: BlockSpec) -> str:
    if pin.kind != "tensor":
        return tr(_KIND_WORDS.get(pin.kind, pin.kind))
    what = tr("a list of tensors") if pin.is_list else tr("the Variable") if pin.is_ref else tr("a tensor")
    if pin.fixed is not None:
        return f"{what} of {pin.fixed.short}"
    like = [other.name for other in spec.inputs if pin.var and other.var == pin.var]
    if like:
        return tr("{what} with the dtype of {like}", what=what, like=like[0])
    if pin.var in spec.attribute_names:
        return tr("{what} of dtype {var}", what=what, var=pin.var)
    return what


def attribute_words(attribute: Attribute) -> str:
    kind = attribute.type
    words = {
        "bool": tr("true or false"), "int": tr("an integer"), "float": tr("a number"), "string": tr("a string"),
        "type": tr("a dtype"), "shape": tr("a shape, [2, ?]"), "tensor": tr("a tensor"),
    }.get(kind, kind.replace("list(", "a list of ").replace(")", "s"))  # fmt: skip
    if attribute.allowed is not None:
        words += tr(", one of {allowed}", allowed=", ".join(_plain(each) for each in attribute.allowed))
    if attribute.minimum is not None:
        is_list = kind.startswith("list")
        least = mark(", minimum length {minimum:g}") if is_list else mark(", at least {minimum:g}")
        words += tr(least, minimum=attribute.minimum) + (tr(" entries") if is_list else "")
    if attribute.required:
        return tr("{words}; required", words=words)
    default = tr("automatic") if attribute.default is None else _plain(attribute.default)
    return tr("{words}; default: {value}", words=words, value=default or tr("empty"))


def _plain(value: object) -> str:
    if isinstance(value, DType):
        return value.short
    if isinstance(value, str):
        return show_type(value)
    return show_tensor(file_value(value))


def gradient_words(spec: BlockSpec) -> str:
    """Return whether a block type is differentiable, and with respect to which inputs."""
    if spec.kind == "helper":
        return ""
    if spec.rule is not None:
        names = list(spec.rule.inputs)
        whole = names == [pin.name for pin in spec.inputs]
        text = tr("all inputs of the block") if whole and len(names) > 1 else ", ".join(names)
        return tr("Gradients flow back to {text}.", text=text)
    if spec.not_differentiable:
        said = mark("No gradient flows back to the inputs: {not_differentiable}.")
        return tr(said, not_differentiable=spec.not_differentiable)
    return tr("No gradient flows back.")
