"""Tensors as short text in TensorFlow's format: ``[1.5 2.25 3][4 5...]...``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array

_ESCAPES = {**{chr(code): f"\\{code:03o}" for code in (*range(32), 127)}, "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = str.maketrans({**_ESCAPES, "\\": "\\\\", "'": "\\'", '"': '\\"'})


def tensor_text(tensor: Array, summarize: int) -> str:
    """Format the first ``summarize`` elements of a tensor in brackets, or all if it is negative."""
    shown = tensor.size if summarize < 0 else min(summarize, tensor.size)
    flat = tensor.reshape(-1)[:shown]
    element = _writer(flat.dtype)
    words = [element(each) for each in flat.tolist()]
    text = _nested(words, tensor.shape or (1,), 0, True)[0]
    return f"[{text}{'...' if shown < tensor.size else ''}]"


def _nested(words: Sequence[str], shape: Sequence[int], at: int, outermost: bool) -> tuple[str, int]:
    if len(shape) == 1:
        taken = words[at : at + shape[0]]
        cut = "..." if not outermost and len(taken) < shape[0] else ""
        return " ".join(taken) + cut, at + len(taken)
    text = ""
    for _ in range(shape[0]):
        if at >= len(words):
            break
        inner, at = _nested(words, shape[1:], at, False)
        text += f"[{inner}]"
    return text, at


def outline(tensor: Array, ends: int) -> bytes:
    """Format a tensor in lines, with the middle of long axes left out: ``[0 1 2 ... 7 8 9]``.

    Args:
        ends: the number of elements to show at both ends of each axis. A negative number shows all elements.
    """
    kept = tensor.size if ends < 0 else min(ends, tensor.size)
    if not kept and tensor.dtype == bool:  # TensorFlow writes nothing then
        return b""
    if not kept and not tensor.ndim:
        return b"..."
    if tensor.dtype.kind == "c":  # TensorFlow cannot write these here
        text = " ".join("?" * kept) + "..." * (kept < tensor.size)
        return (f"[{text}]" if tensor.ndim else text).encode()
    element = _quoted if tensor.dtype.hasobject else _writer(tensor.dtype)
    return _outline(tensor, 0, kept, element).encode("latin-1")


def _outline(tensor: Array, depth: int, ends: int, element: Callable[[Any], str]) -> str:
    if tensor.ndim == 0:
        return element(tensor.item())
    lines = tensor.ndim - 1
    space = "\n" * lines + " " * (depth + 1) if lines else " "
    count = len(tensor)
    shown = [_outline(tensor[i, ...], depth + 1, ends, element) for i in range(min(ends, count))]
    if count > 2 * ends:
        shown = [*shown, "..."] if shown else [space + "..."]
    last = range(max(ends, count - ends), count)
    shown += [_outline(tensor[i, ...], depth + 1, ends, element) for i in last]
    return f"[{space.join(shown)}]"


def _quoted(value: bytes) -> str:
    return f'"{value.decode("latin-1").translate(_ESCAPED)}"'


def _writer(dtype: np.dtype[Any]) -> Callable[[Any], str]:
    if dtype.hasobject:
        return _string
    if dtype.kind == "b":
        return lambda value: str(int(value))
    if dtype.kind in "iu":
        return str
    number = _double if dtype.name in ("float64", "complex128") else _single
    if dtype.kind == "c":
        return lambda value: f"({number(value.real)},{number(value.imag)})"
    return number


def _string(value: bytes) -> str:
    return value.decode("utf-8", "backslashreplace").translate(_ESCAPED)


def _double(value: float) -> str:
    """Format with 15 digits if they are exact, otherwise with 17, which identify the number."""
    text = f"{value:.15g}"
    return text if float(text) == value or value != value else f"{value:.17g}"


def _single(value: float) -> str:
    """Format single precision with 6 digits if they are exact, otherwise with 9."""
    text = f"{value:.6g}"
    return text if np.float32(text) == value or value != value else f"{value:.9g}"
