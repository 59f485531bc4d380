"""Functions that create blocks of every block type in a graph.

Each block type has three forms:

- ``ops.MatMul(scope, a, b, transpose_b=True)`` returns the node, as in TensorFlow's C++ API.
- ``ops.mat_mul(a, b, transpose_b=True)`` returns the output. It uses the scope of its first input.
- ``ops.MatMul.create(scope, a, b)`` is the form of TensorFlow's Java API.

``ops.package`` contains the block types of an enabled Python package. The block reference describes all block types.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import ModuleType
from typing import Any as _Any  # there is a block type Any

from blocks.base import renames
from blocks.base.errors import with_hint
from blocks.graph.spec import BlockSpec
from blocks.library.earlier_names import TYPES
from blocks.library.index import all_names, find, short_names, snake_case
from blocks.library.registry import current
from blocks.library.similar import did_you_mean, similar_names

_RENAMED = TYPES | {snake_case(old): snake_case(new) for old, new in TYPES.items()}


def __getattr__(name: str) -> _Any:
    result = find(name)
    if result is not None:
        return result
    short = short_names().get(name)
    if short is None:
        new = _RENAMED.get(name)
        if new is not None:
            renames.note(f"ops.{name}", f"ops.{new}")
            return __getattr__(new)
    if short is None:
        if name in current().packages:
            return _package(name)
        # Who asks whether there is one (a debugger, `hasattr` of a library) uses names that are not meant as types.
        if not name.startswith("_") and name in _installed():
            raise AttributeError(
                f"the plugin {name!r} is not enabled: run `gradblocks packages enable {name}`, or "
                f"call blocks.use_packages({name!r}) in this program"
            )
        hint = None if name.startswith("_") else did_you_mean(similar_names(name))
        raise AttributeError(with_hint(f"there is no block type {name!r}", hint))
    return _short_form(find(short))


class _Types(ModuleType):
    def __init__(self, package: str, types: Mapping[str, BlockSpec]) -> None:
        super().__init__(f"{__name__}.{package}", f"The block types of the package {package}.")
        plain = {name.partition(":")[2]: spec for name, spec in types.items()}
        self.__dict__.update({snake_case(name): _short_form(spec) for name, spec in plain.items()})
        self.__dict__.update(plain)


def _package(name: str) -> _Types:
    types = current().of_package(name)
    if not types:
        from blocks.library.packages import load

        raise AttributeError(load(name).fault)
    return _Types(name, types)


def __dir__() -> list[str]:
    return sorted([*all_names(), *short_names(), *current().packages])


def _installed() -> Collection[str]:
    from blocks.library.packages import installed  # only where a name is none of ours

    return installed()


def _short_form(spec: BlockSpec | None) -> Callable[..., _Any]:
    assert spec is not None

    def short(*args: _Any, name: str | None = None, **attributes: _Any) -> _Any:
        if name is not None:
            attributes["name"] = name
        result = spec(*args, **attributes)
        return result.as_output() if len(spec.outputs) == 1 and not spec.list_outputs else result

    short.__name__ = short.__qualname__ = spec.name
    short.__doc__ = spec.doc
    return short
