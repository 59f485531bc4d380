"""The progress output of a run: chosen values every few steps, as lines or as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from blocks.base.dtypes import dtype_of
from blocks.base.literals import from_array
from blocks.cli.output import json_text, write_text
from blocks.elaborate.elaborate import Elaboration
from blocks.run.steps.fetches import result_pin, single_number


class Curves:
    """Scalars of a run, printed while it runs.

    Args:
        names: names as for a fetch, of one tensor each.
        every: the values are printed every N steps.
        csv: print CSV with a header line.
        silent: keep the values without printing them.

    Raises:
        UsageError: a name does not exist, or means several tensors.
    """

    def __init__(self, elaboration: Elaboration, names: Sequence[str], every: int, csv: bool, silent: bool) -> None:
        self.names = list(names)
        self.every = every
        self.steps: list[int] = []
        self.values: dict[str, list[Any]] = {name: [] for name in names}
        self._results = [result_pin(elaboration, name) for name in names]
        self._csv = csv
        self._write: Callable[[str], None] = write_text if not silent else lambda text: None
        if csv:
            self._write(",".join(["step", *map(_cell, names)]) + "\n")

    def due(self, step: int) -> bool:
        return step % self.every == 0

    def add(self, step: int, results: Mapping[str, Any]) -> None:
        """Print the line of a step; raise DiagramError if a value is not a scalar."""
        arrays = [single_number(name, results.get(pin)) for name, pin in zip(self.names, self._results, strict=True)]
        result = [from_array(each, dtype_of(each)) for each in arrays]
        self.steps.append(step)
        for name, value in zip(self.names, result, strict=True):
            self.values[name].append(value)
        if self._csv:
            self._write(",".join([str(step), *(json_text(value).strip('"') for value in result)]) + "\n")
        else:
            texts = [f"{value:.6g}" if isinstance(value, float) else str(value) for value in result]
            pairs = [f"{name} {text}" for name, text in zip(self.names, texts, strict=True)]
            self._write(f"step {step:,}: {', '.join(pairs)}\n")


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n\r') else text
