"""Placeholder states of value editors that have no value to show."""

from __future__ import annotations

import enum
from typing import Final


class State(enum.Enum):
    UNSET = enum.auto()
    MIXED = enum.auto()


UNSET: Final = State.UNSET
"""No value is given: the default holds."""
MIXED: Final = State.MIXED
"""The selected blocks have different values."""
