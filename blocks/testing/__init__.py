"""The contract that block types keep to, as a test for whoever writes one: `check_block_type`."""

from __future__ import annotations

from blocks.testing.contract import Exceptions as Exceptions
from blocks.testing.contract import check_block_type as check_block_type

__all__ = ["Exceptions", "check_block_type"]
