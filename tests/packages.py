"""A place to install packages of block types into, and a configuration of its own, for one test."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from blocks.library import packages
from blocks.library.registry import Registry, current, use_registry


@contextmanager
def place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """Put a folder on the path of this process and of those that it starts; none is enabled, the library is empty."""
    site = folder / "site"
    site.mkdir()
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_args, **_options: folder / "config")  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_args, **_options: folder / "data")  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=None)
    before = current()
    anew()
    yield site
    use_registry(before)
    forget()


def anew() -> None:
    """Be as a process that has just begun."""
    forget()
    use_registry(Registry())


def forget() -> None:
    """Forget all packages, and what was imported of them."""
    for name in [each for each in sys.modules if each.endswith("_of_a_stranger")]:
        del sys.modules[name]
    for each in (packages.enabled, packages.installed, packages.load):
        each.cache_clear()
    importlib.invalidate_caches()
