"""Notes about renamed names: the old name still works, and a note states the new one."""

from __future__ import annotations

import contextlib
import functools
import sys
import warnings
from collections.abc import Callable, Generator
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_tell: Callable[[str], None] | None = None


def note(old: str, new: str) -> None:
    """Report the use of an earlier name."""
    warn(f"{old} is now called {new}", FutureWarning)


def warn(text: str, category: type[Warning]) -> None:
    """Report something as a warning at the caller's line, or to the function given to `told`."""
    if _tell is not None:
        _tell(text)
        return
    level, frame = 1, sys._getframe()  # pyright: ignore[reportPrivateUsage]  # `skip_file_prefixes` is of Python 3.12
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "blocks":
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level)


@contextlib.contextmanager
def told(tell: Callable[[str], None]) -> Generator[None]:
    """Send notes to a function instead of Python's warnings, each string once."""
    global _tell  # noqa: PLW0603  # one for the process, as Python's warnings are
    before, seen = _tell, set[str]()

    def once(text: str) -> None:
        if text not in seen:
            seen.add(text)
            tell(text)

    _tell = once
    try:
        yield
    finally:
        _tell = before


def parameters(**earlier: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        name = function.__qualname__.removesuffix(".__init__")

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for old in earlier.keys() & kwargs.keys():
                new = earlier[old]
                if new in kwargs:
                    raise TypeError(f"{name}() got both {new} and its earlier name {old}. Remove {old}.")
                note(f"the parameter {old} of {name}()", new)
                kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return call

    return decorate
