"""What all editors of a value have in common."""

from __future__ import annotations

import enum
from typing import Final, Protocol

from PySide6.QtCore import SignalInstance

from blocks.document.data import Json


class State(enum.Enum):
    """What a field shows when it shows no value."""

    UNSET = enum.auto()
    MIXED = enum.auto()


UNSET: Final = State.UNSET
"""No value is given: the default holds."""
MIXED: Final = State.MIXED
"""The selected blocks have different values."""


class ValueEditor(Protocol):
    """A widget that edits one value.

    Signals:
        edited(object): this is the value now.
        cleared(): the value shall be taken away.
        finished(): the gesture is over; what follows is another edit.
        faulted(str): what is wrong with the text that is being typed; empty if nothing is.
    """

    @property
    def edited(self) -> SignalInstance: ...  # noqa: D102
    @property
    def cleared(self) -> SignalInstance: ...  # noqa: D102
    @property
    def finished(self) -> SignalInstance: ...  # noqa: D102
    @property
    def faulted(self) -> SignalInstance: ...  # noqa: D102

    def show_value(self, value: Json | State) -> None:
        """Show what is in the document."""

    def commit(self) -> None:
        """Put what is typed but not yet entered into the document."""
