"""Every block type as a constructor: ``ops.MatMul(scope, a, b, transpose_b=True)``, as in TensorFlow's C++ API.

Each is also there in the short form, by its name in snake case (``ops.mat_mul(a, b)``), in the scope of its first input
and returning the output; ``ops.MatMul.create(scope, a, b)`` is the Java form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any as _Any  # there is a block type Any

from blocks.graph.spec import BlockSpec
from blocks.library.index import all_names, find
from blocks.library.similar import did_you_mean, similar_names

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def __getattr__(name: str) -> _Any:
    found = find(name)
    if found is not None:
        return found
    short = _short_names().get(name)
    if short is None:
        # Who asks whether there is one (a debugger, `hasattr` of a library) uses names that nobody means as a type.
        hint = None if name.startswith("_") else did_you_mean(similar_names(name))
        raise AttributeError(f"there is no block type {name!r}{f': {hint}' if hint else ''}")
    return _short_form(find(short))


def __dir__() -> list[str]:
    return sorted([*all_names(), *_short_names()])


@cache
def _short_names() -> dict[str, str]:
    return {_WORD.sub("_", name).lower(): name for name in all_names()}


def _short_form(spec: BlockSpec | None) -> Callable[..., _Any]:
    assert spec is not None

    def short(*args: _Any, name: str | None = None, **attributes: _Any) -> _Any:
        if name is not None:
            attributes["name"] = name
        made = spec(*args, **attributes)
        return made.as_output() if len(spec.outputs) == 1 and not spec.list_outputs else made

    short.__name__ = short.__qualname__ = spec.name
    short.__doc__ = spec.doc
    return short
