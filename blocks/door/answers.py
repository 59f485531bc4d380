"""The answers of verbs: one JSON object each, also for a refusal, with the exit status of the command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.document.data import Json


class Answer(NamedTuple):
    """The answer of a verb; ``error`` is None if it succeeded."""

    json: dict[str, Json]
    error: DiagramError | None = None

    @property
    def status(self) -> int:
        """The exit status: 2 for a name on the command line that does not exist, 1 for other refusals."""
        return 0 if self.error is None else 2 if isinstance(self.error, UsageError) else 1


class Refusal(DiagramError):
    """An error in the input of a verb; nothing was written.

    Args:
        operation: the index of the operation that cannot be applied, if one is the reason.
        more: further members of the error object.
    """

    def __init__(self, error: DiagramError, operation: int | None = None, **more: Json) -> None:
        super().__init__(error.message, pin=error.pin, block=error.block, page=error.page, hint=error.hint,
                         composite=error.composite)  # fmt: skip
        self.operation = operation
        self.more: Mapping[str, Json] = more


def answer(verb: str, work: Callable[[], dict[str, Any]]) -> Answer:
    """Return the answer with the members that ``work`` returns, or with its error."""
    head = {"format": f"gradblocks-{verb}/1"}
    try:
        return Answer({**head, **work()})
    except DiagramError as error:
        return Answer({**head, "error": refusal_json(error)}, error)


def refusal_json(error: DiagramError) -> dict[str, Json]:
    operation = error.operation if isinstance(error, Refusal) else None
    more = error.more if isinstance(error, Refusal) else dict[str, Json]()
    place = {"block": error.block, "pin": error.pin, "hint": error.hint}
    return {"operation": operation, "message": error.message, **place, **more}
