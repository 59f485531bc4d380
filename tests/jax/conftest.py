"""Commands, run as the tests of the command line run them, and JAX's dtypes as the backend has them."""

import sys
from collections.abc import Iterator

import pytest

from tests.cli.conftest import command

__all__ = ["command"]


@pytest.fixture(autouse=True)
def wide_dtypes() -> Iterator[None]:
    """A program may have switched off 64-bit dtypes, which the backend needs."""
    yield
    if "blocks.compile.jax.trace" in sys.modules:
        sys.modules["jax"].config.update("jax_enable_x64", True)
