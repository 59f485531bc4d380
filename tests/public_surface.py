"""The public surface as text, a line per name: what `blocks` exports with its signatures, and the command line.

``python -m tests.public_surface > tests/public_surface.txt`` writes down a change that is wanted.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import blocks
from blocks.cli import COMMANDS, main


def lines() -> list[str]:
    """The surface, sorted within each of its two parts."""
    python = [line for name in sorted(blocks.__all__) for line in _of(f"blocks.{name}", getattr(blocks, name))]
    return [*python, *(f"gradblocks {name} {option}" for name in sorted(COMMANDS) for option in _options(name))]


def _of(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, ModuleType):
        yield name
        for member, raw in sorted(vars(value).items()):
            if inspect.isfunction(raw) and raw.__module__ == value.__name__ and not member.startswith("_"):
                yield f"{name}.{member}{_signature(raw)}"
    elif isinstance(value, type):
        bases = [base.__name__ for base in value.__bases__ if base is not object]
        yield f"{name}{_signature(value)}" + (f" is {', '.join(bases)}" if bases else "")
        for member in sorted(dir(value)):
            raw = inspect.getattr_static(value, member)
            if not member.startswith("_") and _is_ours(value, member):
                yield f"{name}.{member}" + ("" if isinstance(raw, property) else _signature(getattr(value, member)))
    else:
        yield f"{name}{_signature(value)}"


def _is_ours(owner: type, member: str) -> bool:
    """Whether it is declared in `blocks`, neither in a class of Python nor in a base class that is listed itself."""
    home = next(base for base in owner.__mro__ if member in vars(base))
    return home.__module__.startswith("blocks") and (home is owner or home.__name__ not in blocks.__all__)


def _signature(value: Any) -> str:
    """Parameters with types and defaults, ``...`` for a default that is no plain value; nothing for no function."""
    if not callable(value):
        return ""
    signature = inspect.signature(value)
    told = [
        each
        if each.default in (each.empty, None, ()) or isinstance(each.default, (bool, int, str))
        else each.replace(default=...)
        for each in signature.parameters.values()
    ]
    return str(signature.replace(parameters=told)).replace("'", "").replace("Ellipsis", "...")


def _options(command: str) -> list[str]:
    """The options of a command, as its usage names them."""
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(stream):
        main([command, "--help-all"])
    stream.seek(0)
    usage = stream.read().partition("\n\n")[0]
    return sorted(set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", usage)) - {"-h"})


if __name__ == "__main__":
    print(*lines(), sep="\n")
