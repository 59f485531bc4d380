"""The breakpoints of a document, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from PySide6.QtCore import QObject, Signal

from app.core.renaming import rename_key
from blocks.analysis.output_names import renamed_in
from blocks.base.errors import UsageError
from blocks.base.language import tr
from blocks.run.steps.conditions import parse_condition

_GRADIENT = "grad("


class PageBreakpoint(NamedTuple):
    """A breakpoint at ``block.pin`` or ``grad(LOSS, block.pin)``; an empty condition stops at each step."""

    at: str
    condition: str = ""
    on: bool = True

    @property
    def text(self) -> str:
        return f"{self.at}: {self.condition}" if self.condition else self.at

    @property
    def pin(self) -> str:
        return self.at[len(_GRADIENT) : -1].rpartition(", ")[2] if self.of_gradient else self.at

    @property
    def of_gradient(self) -> bool:
        return self.at.startswith(_GRADIENT) and self.at.endswith(")")

    def renamed(self, old: str, new: str) -> PageBreakpoint:
        if not self.of_gradient:
            return self._replace(at=renamed_in(self.at, old, new))
        loss, _, pin = self.at[len(_GRADIENT) : -1].rpartition(", ")
        return self._replace(at=f"{_GRADIENT}{renamed_in(loss, old, new)}, {renamed_in(pin, old, new)})")


class DocumentBreakpoints(QObject):
    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: dict[str, list[PageBreakpoint]] = {}

    def of(self, page: str) -> Sequence[PageBreakpoint]:
        return tuple(self._all.get(page, ()))

    def texts(self, page: str) -> list[str]:
        return [each.text for each in self.of(page) if each.on]

    def flip(self, page: str, at: str) -> bool:
        kept = [each for each in self.of(page) if each.at != at]
        there = len(kept) == len(self.of(page))
        self._put(page, [*kept, PageBreakpoint(at)] if there else kept)
        return there

    def remove(self, page: str, at: str) -> None:
        self._put(page, [each for each in self.of(page) if each.at != at])

    def change(self, page: str, at: str, *, condition: str | None = None, on: bool | None = None) -> None:
        """Change a breakpoint; raise UsageError, without a change, if the condition is malformed."""
        if condition:
            parse_condition(condition)
        existing = [each for each in self.of(page) if each.at == at]
        if not existing:
            raise UsageError(tr("there is no breakpoint at {at}", at=at))
        new = existing[0]
        new = new if condition is None else new._replace(condition=condition.strip())
        new = new if on is None else new._replace(on=on)
        self._put(page, [new if each.at == at else each for each in self.of(page)])

    def rename(self, old: str, new: str) -> None:
        rename_key(self._all, old, new)

    def rename_block(self, page: str, old: str, new: str) -> None:
        self._put(page, [each.renamed(old, new) for each in self.of(page)])

    def kept(self) -> dict[str, Any]:
        return {page: [list(each) for each in breakpoints] for page, breakpoints in self._all.items() if breakpoints}

    def restore(self, kept: Mapping[str, Any]) -> None:
        for page, given in kept.items():
            rows = cast("list[object]", given) if isinstance(given, list) else []
            breakpoints = [PageBreakpoint(*each) for each in map(_row, rows) if each is not None]
            if breakpoints:
                self._put(page, breakpoints)

    def _put(self, page: str, breakpoints: list[PageBreakpoint]) -> None:
        if breakpoints != self._all.get(page, []):
            self._all[page] = breakpoints
            self.changed.emit(page)


def _row(row: object) -> tuple[str, str, bool] | None:
    match cast("list[object]", row) if isinstance(row, list) else ():
        case [str(at), str(condition), bool(on)]:
            return at, condition, on
        case _:
            return None
