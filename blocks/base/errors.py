"""The one error class that users see, with its location."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any, Self

LONGEST = 1000
"""Characters of a message: a value that it quotes may be of any length."""
_LONGEST_NAME = 300
_WORD = re.compile(r"(?!(?:pip|gradblocks)\b)[^\W\d_A-Z]+(?=[\s,:]|$)")
"""A first word that gets a capital letter: neither a command nor the name of a pin."""
_ENDS = (".", "?", "!")


class DiagramError(Exception):
    """An error in a page: a message and its location.

    Rules and kernels raise it with a ``message``, and with a ``pin`` if it is known. The layers above add ``block``,
    ``page`` and ``file`` with `located`. An error in the definition of a composite has a ``composite`` and no page.
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

    def without_frames(self) -> Self:
        """Remove the traceback, and return the error.

        Use it before storing an error: the frames of a traceback reference the local variables of all calls, which only
        the garbage collector could then free.
        """
        self.__traceback__ = self.__context__ = self.__cause__ = None
        return self

    def location(self) -> str:
        """Return the location as text: ``page 'main', block 'v', pin 'b'``."""
        known = (("composite", self.composite), ("page", self.page), ("block", self.block), ("pin", self.pin))
        parts = [(k, v) for k, v in known if v is not None]
        return ", ".join(f"{k} {_cut(repr(v), _LONGEST_NAME)}" for k, v in parts)

    def as_json(self) -> dict[str, str | None]:
        """Return the error object of ``run --json`` and ``check --json``."""
        composite = {} if self.composite is None else {"composite": self.composite}
        return {**composite, "page": self.page, "block": self.block, "pin": self.pin, "message": self.sentence()}

    def sentence(self) -> str:
        """Return the message and its hint, as two sentences."""
        return with_hint(self.message, self.hint)

    def __str__(self) -> str:
        parts = [part for part in (self.file, self.location()) if part]
        return ": ".join([*parts, self.sentence()])


class FileError(DiagramError):
    """A file cannot be read, parsed or written."""


class UsageError(DiagramError):
    """A name given to a command or a function does not exist: a fetch, a feed, a page.

    Nothing ran. It has the attributes of a `RunError`: one error and no results.
    """

    @property
    def errors(self) -> list[DiagramError]:
        return [self]

    @property
    def results(self) -> Mapping[str, Any]:
        return {}


class RunError(DiagramError):
    """The error of a step in which a requested result failed.

    ``errors`` contains all errors, and ``results`` the results that were computed. The other attributes are those of
    the first error.
    """

    def __init__(self, errors: Sequence[DiagramError], results: Mapping[str, Any]) -> None:
        first = errors[0]
        super().__init__(
            first.message, pin=first.pin, block=first.block, page=first.page, file=first.file, hint=first.hint,
            composite=first.composite,
        )  # fmt: skip
        self.errors = list(errors)
        self.results = results

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


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
