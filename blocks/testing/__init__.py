"""The contract of block types, as a test for their authors: `check_block_type`."""

from __future__ import annotations

from blocks.testing.contract import Exceptions as Exceptions
from blocks.testing.contract import check_block_type as check_block_type

__all__ = ["Exceptions", "check_block_type"]
