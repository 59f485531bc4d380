"""The one error class that users see, with its location."""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Mapping, Sequence
from typing import Any, Self, TypeVar

LONGEST = 1000
"""Characters of a message: a value that it quotes may be of any length."""
_LONGEST_NAME = 300
_WORD = re.compile(r"(?!(?:pip|gradblocks)\b)[^\W\d_A-Z]+(?=[\s,:]|$)")
"""A first word that gets a capital letter: neither a command nor the name of a pin."""
_ENDS = (".", "?", "!")


class DiagramError(Exception):
    """An error in a page: a message and its location.

    Attributes:
        message, hint: what is wrong and, if it is known, what to do. `sentence` returns both.
        pin, block, page, file: the location, as far as it is known. The layers above add to it with `located`.
        composite: the composite, if the error is in its definition. Then there is no page.
        source: the line of the program that the block was imported from, if it is known: ``model.py:12``.

    Example:
        try:
            blocks.load("missing.gradblocks")
        except blocks.DiagramError as error:
            print(error.file, error.message, error.hint)
    """

    def __init__(
        self,
        message: str,
        *,
        pin: str | None = None,
        block: str | None = None,
        page: str | None = None,
        file: str | None = None,
        hint: str | None = None,
        composite: str | None = None,
    ) -> None:
        message = _cut(message, LONGEST)
        super().__init__(message)
        self.message = message
        self.pin = pin
        self.block = block
        self.page = page
        self.file = file
        self.hint = hint
        self.composite = composite
        self.source: str | None = None
        self.paths: tuple[str, ...] = ()

    def located(
        self, *, block: str | None = None, page: str | None = None, file: str | None = None, pin: str | None = None
    ) -> DiagramError:
        """Set the parts of the location that are not known yet, and return the error. The innermost location wins."""
        if self.composite is None:
            if self.block is None and self.page is None:
                self.pin = self.pin or pin
                self.block = block
            self.page = self.page or page
        self.file = self.file or file
        return self

    def within(self, composites: Container[str]) -> Self:
        """If the error's page is the canvas of one of these composites, record that composite. Return the error."""
        if self.page is not None and self.page in composites:
            self.page, self.composite = None, self.page[1:]
        return self

    @property
    def canvas(self) -> str | None:
        """The name of the canvas of the error: a page, or ``":Dense"`` for the definition of a composite."""
        return self.page if self.composite is None else f":{self.composite}"

    def location(self) -> str:
        """Return the location as text: ``page 'main', block 'v' (model.py:12), pin 'b'``."""
        known = (("composite", self.composite), ("page", self.page), ("block", self.block), ("pin", self.pin))
        parts = {k: f"{k} {_cut(repr(v), _LONGEST_NAME)}" for k, v in known if v is not None}
        if self.source and "block" in parts:
            parts["block"] += f" ({self.source})"
        return ", ".join(parts.values())

    def as_json(self) -> dict[str, str | None]:
        """Return the error object of ``run --json`` and ``check --json``."""
        composite = {} if self.composite is None else {"composite": self.composite}
        source = {"source": self.source} if self.source else {}
        place = {**composite, "page": self.page, "block": self.block, "pin": self.pin, **source}
        return {**place, "message": self.sentence()}

    def sentence(self) -> str:
        """Return the message and its hint, as two sentences."""
        return with_hint(self.message, self.hint)

    def __str__(self) -> str:
        parts = [part for part in (self.file, self.location()) if part]
        return ": ".join([*parts, self.sentence()])


class FileError(DiagramError, OSError):
    """A file cannot be read, parsed or written.

    An error of the operating system keeps its ``errno`` and its kind: if a file is missing, the error is a
    `FileNotFoundError`, too. ``errno`` is None if the error is in the contents of the file.
    """

    def __new__(cls, message: Any = "", **location: Any) -> Self:  # pyright: ignore[reportInconsistentConstructor]
        cause = sys.exception()  # an OSError that is being handled is the one that this error reports
        kind: type[Any] = cls
        if cls is FileError:
            kind = next((_KINDS[each] for each in _KINDS if isinstance(cause, each)), cls)
        result = super().__new__(kind, message)
        if isinstance(cause, OSError):
            result.errno, result.strerror = cause.errno, cause.strerror
        return result

    @property
    def filename(self) -> str | None:  # pyright: ignore[reportIncompatibleVariableOverride]  # known only later
        return self.file


_KINDS: dict[type[OSError], type[Any]] = {
    kind: type("FileError", (FileError, kind), {"__module__": __name__, "__doc__": FileError.__doc__})
    for kind in (FileNotFoundError, PermissionError, IsADirectoryError)
}


class UsageError(DiagramError):
    """A name given to a command or a function does not exist: a fetch, a feed, a page.

    Nothing ran. It has the attributes of a `RunError`: one error and no results.
    """

    @property
    def errors(self) -> list[DiagramError]:
        """A list of this error."""
        return [self]

    @property
    def results(self) -> Mapping[str, Any]:
        """An empty mapping."""
        return {}


class RunError(DiagramError):
    """The error of a step in which a requested result failed.

    Attributes:
        errors: all errors. The attributes of a `DiagramError` are those of the first one.
        results: the results that were computed.

    Example:
        page = blocks.Diagram().add_page("main")
        page.add("MatMul", id="product")
        try:
            blocks.Session(page).run()
        except blocks.RunError as error:
            print([(each.block, each.pin, each.message) for each in error.errors], error.results)
    """

    def __init__(self, errors: Sequence[DiagramError], results: Mapping[str, Any]) -> None:
        first = errors[0]
        super().__init__(
            first.message, pin=first.pin, block=first.block, page=first.page, file=first.file, hint=first.hint,
            composite=first.composite,
        )  # fmt: skip
        self.source = first.source
        self.errors = list(errors)
        self.results = results

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


class GradientContractError(DiagramError):
    """A parameter breaks the contract given to `blocks.torch.explain` or `blocks.jax.explain`.

    Attributes:
        explanation: the `Explanation`, which names the causes.
    """

    def __init__(self, message: str, explanation: Any) -> None:
        super().__init__(message)
        self.explanation = explanation


E = TypeVar("E", bound=DiagramError)


def without_frames(error: E) -> E:
    """Remove an error's traceback, and return the error.

    Use it before storing an error: the frames of a traceback reference the local variables of all calls, which only the
    garbage collector could then free.
    """
    error.__traceback__ = error.__context__ = error.__cause__ = None
    return error


def with_hint(message: str, hint: str | None) -> str:
    """Return a message followed by its hint as a sentence: ``The dtypes differ. Add a Cast block.``"""
    if not hint:
        return message
    if _WORD.match(hint):
        hint = hint[0].upper() + hint[1:]
    return f"{message}{'' if message[-1:] in _ENDS else '.'} {hint}{'' if hint[-1] in _ENDS else '.'}"


def _cut(text: str, most: int) -> str:
    end = most // 5
    return text if len(text) <= most else f"{text[: most - end - 5]} ... {text[-end:]}"
