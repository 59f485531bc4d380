"""What a run prints while it goes on: chosen numbers every few steps, as lines or as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.literals import from_array
from blocks.cli.output import json_text, write_text
from blocks.elaborate.elaborate import Elaboration
from blocks.elaborate.output_names import asked_by, parse_name, pin_of


class Curves:
    """Numbers of a run, printed as they come.

    Attributes:
        names: what they are called, as a person wrote it.
        steps, values: what was printed: the numbers of the steps, and for each name its value there.

    Args:
        made: the page.
        names: names as for a fetch, of one tensor each.
        every: they are printed at each so-many-th step.
        csv: as CSV, with a line of names first.
        silent: nothing is printed; the values are kept only.

    Raises:
        UsageError: a name does not exist, or stands for several tensors.
    """

    def __init__(self, made: Elaboration, names: Sequence[str], every: int, csv: bool, silent: bool) -> None:
        self.names = list(names)
        self.every = every
        self.steps: list[int] = []
        self.values: dict[str, list[Any]] = {name: [] for name in names}
        self._results = [_result_pin(made, name) for name in names]
        self._csv = csv
        self._write: Callable[[str], None] = write_text if not silent else lambda text: None
        if csv:
            self._write(",".join(["step", *map(_cell, names)]) + "\n")

    def due(self, step: int) -> bool:
        """Whether a line is printed for a step."""
        return step % self.every == 0

    def add(self, step: int, results: Mapping[str, Any]) -> None:
        """Print the line of a step.

        Args:
            step: its number.
            results: what it gave.

        Raises:
            DiagramError: one of the values is no single number.
        """
        found = [_number(name, results.get(pin)) for name, pin in zip(self.names, self._results, strict=True)]
        self.steps.append(step)
        for name, value in zip(self.names, found, strict=True):
            self.values[name].append(value)
        if self._csv:
            self._write(",".join([str(step), *(json_text(value).strip('"') for value in found)]) + "\n")
        else:
            texts = [f"{value:.6g}" if isinstance(value, float) else str(value) for value in found]
            pairs = [f"{name} {text}" for name, text in zip(self.names, texts, strict=True)]
            self._write(f"step {step:,}: {', '.join(pairs)}\n")


def _result_pin(made: Elaboration, name: str) -> str:
    """The name of the result that a fetch name shows.

    Raises:
        UsageError: there is none, or there are several.
    """
    block, pin, index = parse_name(made, name)
    spec = made.specs.get(block)
    if spec is None:
        raise UsageError(f"{name!r} has no result", page=made.page.name)
    if pin is not None:
        pins = [each for each in spec.outputs if each.name == pin_of(spec, pin, name)]
    else:
        pins = [each for each in spec.outputs if each.result_pins]
    shown = [each.result_pins[0] for each in pins if each.result_pins]
    if len(shown) != 1 or len(asked_by(made, name).outputs) > 1:
        hint = f"write {block}.{shown[0]}" if len(shown) > 1 else None
        raise UsageError(f"{name!r} stands for no single tensor", page=made.page.name, hint=hint)
    return f"{block}.{shown[0]}" + ("" if index is None else f"[{index}]")


def _number(name: str, value: Any) -> Any:
    """A result as a number that can be read back to the same bits.

    Raises:
        DiagramError: it is not there, or has several elements.
    """
    if value is None:
        raise DiagramError(f"{name} has no value to print in this step")
    array = np.asarray(value)
    if array.size != 1:
        text = f"{name} has the shape {list(array.shape)}: only single numbers are printed"
        raise DiagramError(text, hint="a Mean or Sum block makes one of it")
    return from_array(array.reshape(()), dtype_of(array))


def _cell(text: str) -> str:
    """A name as CSV has it."""
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n\r') else text
