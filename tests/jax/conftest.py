"""Commands, run as the tests of the command line run them, and JAX's dtypes as a process begins with them."""

import sys
from collections.abc import Iterator

import pytest

from tests.cli.conftest import command

__all__ = ["command"]


@pytest.fixture(autouse=True)
def narrow_dtypes() -> Iterator[None]:
    """Switch off 64-bit dtypes, which a program may have enabled."""
    yield
    if jax := sys.modules.get("jax"):
        jax.config.update("jax_enable_x64", False)
