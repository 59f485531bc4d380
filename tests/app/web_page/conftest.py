"""What the tests of the command line have."""

from tests.cli.conftest import command

__all__ = ["command"]
