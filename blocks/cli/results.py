"""The three output formats of the results of a run: JSON, text and ``.npz``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DOUBLE, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.literals import from_array
from blocks.base.terminal import columns
from blocks.base.types import Array
from blocks.cli.output import json_text, printable, write_text
from blocks.elaborate.model import Elaboration
from blocks.run import archives
from blocks.run.monitoring.previews import show
from blocks.run.monitoring.statistics import Statistics
from blocks.run.profile import Cost, Profile
from blocks.run.steps.fetches import result_pin, single_number

FORMAT = "gradblocks-results/1"

_CHUNK = 1 << 16
"""Elements that are encoded at once. Nothing else, not even Ctrl+C, is handled during that time."""
_SHOWN_TEXT = 200


class Watched(NamedTuple):
    of: str
    pins: Mapping[str, Statistics]


def json_pieces(
    page: str | None,
    steps: int,
    results: Mapping[str, Any],
    errors: Sequence[DiagramError],
    watched: Watched | None = None,
    profile: Profile | None = None,
    curves: PrintedCurves | None = None,
    more: Mapping[str, Any] = MappingProxyType({}),
    largest: int | None = None,
) -> Iterator[str]:
    """Yield the object of ``run --json`` in pieces, with each result and error on its own line.

    ``page`` is None if the error came before a page was chosen; ``more`` has further requested results, by key. Results
    with more than ``largest`` elements have only statistics.
    """
    yield f'{{\n  "format": "{FORMAT}",\n  "page": {json_text(page)},\n  "steps": {steps},\n  "results": {{'
    start = "\n    "
    for name, value in results.items():
        dtype, shape = _dtype(results, name), list(np.shape(value))
        yield f'{start}{json_text(name)}: {{"dtype": "{dtype.name}", "shape": {json_text(shape)}'
        if largest is not None:
            yield f", {json_text(_statistics_json(np.asarray(value), dtype))[1:-1]}"
        if largest is None or np.size(value) <= largest:
            yield ', "data": '
            yield from _data_pieces(np.asarray(value), dtype)
        yield "}"
        start = ",\n    "
    yield ("\n  }" if results else "}") + ',\n  "errors": ['
    yield ",".join(f"\n    {json_text(error.as_json())}" for error in errors)
    yield "\n  ]" if errors else "]"
    if watched is not None:
        pins = [f"\n    {json_text(name)}: {json_text(_summary_json(each))}" for name, each in watched.pins.items()]
        yield f',\n  "gradients": {{"of": {json_text(watched.of)}, "pins": {{{",".join(pins)}\n  }}}}'
    for key, value in more.items():
        yield f',\n  "{key}": {json_text(value)}'
    if profile is not None:
        costs = ",".join(f"\n    {json_text(_cost_json(cost))}" for cost in profile.costs)
        head = f'"steps": {profile.steps}, "seconds": {json_text(profile.seconds)}'
        head += f', "prepared": {json_text(profile.prepared)}'
        yield f',\n  "profile": {{{head}, "blocks": [{costs}\n  ]}}'
    if curves is not None:
        yield f',\n  "printed": {json_text({"step": curves.steps, **curves.values})}'
    yield "\n}\n"


def _statistics_json(value: Array, dtype: DType) -> dict[str, Any]:
    each = show(value, dtype).summary
    return {"min": each.lowest, "max": each.highest, "mean": each.mean, "nan": each.nan, "inf": each.infinite}


def _summary_json(summary: Statistics) -> dict[str, Any]:
    result: dict[str, Any] = summary._asdict()
    del result["sample"]
    return {k: from_array(np.asarray(v), DOUBLE) if isinstance(v, float) else v for k, v in result.items()}


def gradients_text(watched: Watched) -> str:
    rows = [["", "norm", "log10", "min", "max", ""]]
    for name, each in watched.pins.items():
        numbers = [f"{each.norm:.4g}", f"{each.log10_norm:.2f}", f"{each.minimum:.4g}", f"{each.maximum:.4g}"]
        counts = [(each.zeros, "zeros"), (each.nans, "NaN"), (each.infinities, "infinite")]
        size = math.prod(each.shape)
        notes = [f"{what}: {count} of {size}" for count, what in counts if count]
        rows.append([name, *numbers, ", ".join(notes)])
    return "\n".join([f"The gradient of {watched.of}:", *(f"  {line}" for line in columns(rows, {0, 5}))]) + "\n"


def _cost_json(cost: Cost) -> dict[str, Any]:
    result = asdict(cost)
    if not cost.recorded:  # only loops record anything
        del result["recorded"]
    if not cost.inside:
        del result["inside"]
    return result


def profile_text(profile: Profile) -> str:
    rows = [["block", "type", "gradient of", "ms", "share", "calls", "memory"]]
    whole = profile.seconds or 1.0
    for cost in profile.costs:
        share = f"{cost.seconds / whole:.1%}"
        numbers = [f"{cost.seconds * 1e3:.3f}", share, f"{cost.calls:,}", f"{cost.bytes:,}"]
        rows.append([printable(cost.block), cost.type, printable(cost.gradient_of or ""), *numbers])
    between = max(0.0, profile.seconds - sum(cost.seconds for cost in profile.costs if not cost.inside))
    rows.append(["(between blocks)", "", "", f"{between * 1e3:.3f}", f"{between / whole:.1%}", "", ""])
    rows.append(["(planning, imports)", "", "", f"{profile.prepared * 1e3:.3f}", "", "", ""])
    steps = f"{profile.steps:,} step{'' if profile.steps == 1 else 's'}"
    head = f"{steps}, {profile.seconds * 1e3:.3f} ms without planning. Memory: results of one step, in bytes."
    records = [
        f"{printable(cost.block)} records {cost.recorded:,} bytes for its gradient."
        for cost in profile.costs
        if cost.recorded
    ]
    if any(cost.inside for cost in profile.costs):
        records.append("The time of a loop or a branch includes the blocks inside it.")
    return "\n".join([head, *columns(rows, range(3)), *records]) + "\n"


def _dtype(results: Mapping[str, Any], name: str) -> DType:
    """Return the dtype of a result. A plain dictionary does not distinguish quantized dtypes."""
    types: Mapping[str, DType] = getattr(results, "dtypes", {})
    return types.get(name) or dtype_of(np.asarray(results[name]))


def _data_pieces(array: Array, dtype: DType) -> Iterator[str]:
    if dtype.kind == "handle":
        yield "null"
    elif array.size <= _CHUNK:
        yield json_text(from_array(array, dtype))
    else:
        rows = max(1, _CHUNK // (array.size // len(array)))
        start = "["
        for i in range(0, len(array), rows):
            yield start
            if rows == 1:
                yield from _data_pieces(array[i], dtype)
            else:
                yield json_text(from_array(array[i : i + rows], dtype))[1:-1]
            start = ", "
        yield "]"


def text(results: Mapping[str, Any]) -> str:
    parts: list[str] = []
    for name, value in results.items():
        array, dtype = np.asarray(value), _dtype(results, name)
        parts.append(f"{name}: {dtype.short} {[*array.shape]}\n{values_text(array, dtype)}\n")
    return "\n".join(parts)


def values_text(array: Array, dtype: DType) -> str:
    if dtype.kind == "handle":
        return "(a handle, which has no printable value)"
    if not array.size:
        return "(no elements)"
    return np.array2string(archives.plain(array), max_line_width=100, formatter={"object": _element_text})


def _element_text(value: Any) -> str:
    if not isinstance(value, bytes):
        return printable(str(value))
    try:
        shown: object = value.decode()
    except UnicodeDecodeError:
        shown = value
    text = repr(shown)
    return text if len(text) <= _SHOWN_TEXT else text[:_SHOWN_TEXT] + "..."


def save(path: str, results: Mapping[str, Any]) -> None:
    archives.save(path, results, {name: _dtype(results, name) for name in results})


class PrintedCurves:
    """Scalars of a run, printed every N steps while it runs, as CSV with a header line if wanted.

    ``names`` are as for a fetch; a UsageError says which does not exist, or means several tensors.
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
