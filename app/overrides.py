"""A workaround for Python 3.11: exceptions in methods that Qt calls are reported instead of crashing the program.

If an exception leaves an override of a Qt method that Python called through Qt, such as ``super().event(event)``,
shiboken (at least 6.8.0 to 6.11.3) unpacks it. Before Python 3.12, an exception raised in C (``[][0]``, ``1 / 0``, a
deleted Qt object) does not have an instance yet, and shiboken mistakes a string for one. Catching it once creates the
instance.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any


def keep_faults_whole() -> None:
    """Make overrides of Qt methods in all editor classes raise exceptions as instances."""
    if sys.version_info >= (3, 12):
        return
    try:
        import PySide6  # noqa: F401  # pyright: ignore[reportUnusedImport]  # where it is missing, shiboken ends the process
        from shiboken6 import Shiboken
    except ImportError:  # who starts the editor is told
        return
    Shiboken.Object.__init_subclass__ = classmethod(_begin)  # pyright: ignore[reportAttributeAccessIssue]


def _begin(cls: type) -> None:
    if cls.__module__.partition(".")[0] != __package__:
        return
    theirs = [base for base in cls.__mro__ if base.__module__.startswith("PySide6.")]
    for name, value in list(vars(cls).items()):
        dunder = name.startswith("__")
        if isinstance(value, FunctionType) and not dunder and any(name in vars(base) for base in theirs):
            setattr(cls, name, _whole(value))


def _whole(override: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(override)
    def called(*args: Any) -> Any:
        try:
            return override(*args)
        except BaseException:
            raise

    return called
