"""What editors of a value show when there is none to show."""

from __future__ import annotations

import enum
from typing import Final


class State(enum.Enum):
    """What a field shows when it shows no value."""

    UNSET = enum.auto()
    MIXED = enum.auto()


UNSET: Final = State.UNSET
"""No value is given: the default holds."""
MIXED: Final = State.MIXED
"""The selected blocks have different values."""
