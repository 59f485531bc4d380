"""Transfer of results to the editor, limited to changed values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic, TypeVar, cast

import numpy as np

from blocks.base.dtypes import dtype
from blocks.base.errors import DiagramError
from blocks.base.types import Array, array_of
from blocks.compile.recording import Record
from blocks.document.data import Json
from blocks.run.monitoring.curves import Points
from blocks.run.monitoring.previews import Shown, Summary
from blocks.run.monitoring.statistics import Measured, MeasuredTensors
from blocks.run.results import Stopped
from blocks.run.state import StepSnapshot
from blocks.run.stepping import RunFrame

T = TypeVar("T")


class Arrays:
    """The arrays of a message; shared arrays are stored once."""

    def __init__(self) -> None:
        self.listed: list[Array] = []
        self._indices: dict[int, int] = {}

    def add(self, array: Array) -> int:
        index = self._indices.setdefault(id(array), len(self.listed))
        if index == len(self.listed):
            self.listed.append(array)
        return index


class ResultEncoder:
    def __init__(self) -> None:
        self._values: dict[str, Array] = {}

    def pack(self, results: Mapping[str, Shown], arrays: Arrays, changed: Collection[str] | None = None) -> Json:
        """Return results as JSON, without values that were sent before; only ``changed`` ones may differ."""
        old = self._values
        alike = changed is not None or list(old) == list(results)
        entries: list[Json] = []
        new: dict[str, Array] = old if alike else {}
        for name in results if changed is None else changed:
            shown = results[name]
            if old.get(name) is not shown.value:
                entries.append([name, *_packed(shown, arrays)])
            elif not alike:
                entries.append(name)
            new[name] = shown.value
        self._values = new
        return [alike, entries]


class ResultDecoder(Generic[T]):
    def __init__(self, make: Callable[[Shown], T]) -> None:
        self._make = make
        self._held: dict[str, T] = {}

    def unpack(self, packed: Json, arrays: Sequence[Array]) -> dict[str, T]:
        """Return the results of `ResultEncoder.pack`; unchanged ones are the same objects."""
        alike, entries = packed
        old = self._held
        new: dict[str, T] = old.copy() if alike else {}
        for entry in entries:
            if isinstance(entry, str):
                new[entry] = old[entry]
            else:
                new[entry[0]] = self._make(_shown(entry[1:], arrays))
        self._held = new
        return new


def _packed(shown: Shown, arrays: Arrays) -> list[Json]:
    summary, pixels = shown.summary, shown.pixels
    return [
        arrays.add(shown.value), summary.dtype.name, *summary[2:], shown.lines, shown.caption,
        None if pixels is None else arrays.add(pixels),
    ]  # fmt: skip


def _shown(packed: list[Any], arrays: Sequence[Array]) -> Shown:
    index, name, low, high, mean, nan, infinite, lines, caption, pixels = packed
    value = arrays[int(index)]
    summary = Summary(dtype(name), value.shape, low, high, mean, nan, infinite)
    return Shown(value, summary, tuple(lines), None if pixels is None else arrays[int(pixels)], caption)


def packed_frame(frame: RunFrame[Shown], sent: ResultEncoder, arrays: Arrays) -> dict[str, Json]:
    return {
        "progress": [frame.done, frame.of, frame.rate],
        "results": sent.pack(frame.results, arrays),
        "errors": [packed_error(error) for error in frame.errors],
        "points": [[*each[:2], arrays.add(each.values)] for each in frame.points],
        "not_finite": None if frame.not_finite is None else packed_error(frame.not_finite),
        "measured": _packed_measured(frame.measured, arrays),
        "gradients": [[name, arrays.add(value)] for name, value in frame.gradients.items()],
        "rounds": packed_records(frame.rounds, arrays),
        "gradient_rounds": packed_records(frame.gradient_rounds, arrays),
        "norms": packed_records(frame.norms, arrays),
        "said": frame.said,
        "stopped": frame.stopped,
    }


def frame_of(data: dict[str, Json], results: Mapping[str, T], arrays: Sequence[Array]) -> RunFrame[T]:
    done, of, rate = data["progress"]
    return RunFrame(
        done,
        of,
        rate,
        results,
        [error_of(each) for each in data["errors"]],
        [Points(names, steps, arrays[int(index)]) for names, steps, index in data["points"]],
        None if data["not_finite"] is None else error_of(data["not_finite"]),
        list(_measured_of(data["measured"], arrays)),
        {name: arrays[int(index)] for name, index in data["gradients"]},
        records_of(data["rounds"], arrays),
        records_of(data["gradient_rounds"], arrays),
        records_of(data["norms"], arrays),
        data["said"],
        None if data["stopped"] is None else Stopped(*data["stopped"]),
    )


def _packed_measured(measured: Sequence[Measured], arrays: Arrays) -> Json:
    tables: list[Json] = []
    for layout, rows in groupby(measured, key=lambda each: each.layout):
        steps, _, numbers, samples = zip(*rows, strict=True)
        indices = arrays.add(np.stack(numbers)), arrays.add(np.stack(samples))
        tables.append([[*layout.gradients], [*layout.values], layout.shapes, steps, *indices])
    return tables


def _measured_of(tables: Json, arrays: Sequence[Array]) -> Iterator[Measured]:
    for gradients, values, shapes, steps, numbers, samples in tables:
        layout = MeasuredTensors(gradients, values, [tuple(shape) for shape in shapes])
        for step, row, sample in zip(steps, arrays[int(numbers)], arrays[int(samples)], strict=True):
            yield Measured(step, layout, row.copy(), sample.copy())  # so that one may go and the others stay


def packed_records(records: Mapping[str, Record], arrays: Arrays) -> Json:
    return [[name, _packed_record(record, arrays)] for name, record in records.items()]


def records_of(packed: Json, arrays: Sequence[Array]) -> dict[str, Record]:
    return {name: _record_of(each, arrays) for name, each in packed}


def _packed_record(record: Record, arrays: Arrays) -> Json:
    groups: dict[Any, list[int]] = {}
    for i, value in enumerate(record.values):
        groups.setdefault((len(record.rounds[i]), None if value is None else value.shape), []).append(i)
    results: list[Json] = []
    for (depth, shape), indices in groups.items():
        table = np.array([record.rounds[i] for i in indices], np.int64).reshape(len(indices), depth)
        values = [value for i in indices if (value := record.values[i]) is not None]
        results.append([arrays.add(table), None if shape is None else arrays.add(np.stack(values))])
    return [None if record.dtype is None else record.dtype.name, results]


def _record_of(packed: Json, arrays: Sequence[Array]) -> Record:
    name, groups = packed
    entries: list[tuple[tuple[int, ...], Array | None]] = []
    for table, index in groups:
        keys: list[tuple[int, ...]] = [tuple(each) for each in arrays[int(table)].tolist()]
        values: Sequence[Array | None] = [None] * len(keys) if index is None else [*arrays[int(index)]]
        entries += zip(keys, [None if each is None else np.asarray(each) for each in values], strict=True)
    if len(groups) > 1:
        entries.sort(key=lambda each: each[0])
    rounds, result = [key for key, _ in entries], [value for _, value in entries]
    return Record(rounds, result, None if name is None else dtype(name))


def packed_error(error: DiagramError) -> Json:
    return [error.message, error.pin, error.block, error.page, error.file, error.hint, error.source]


def error_of(packed: Json) -> DiagramError:
    message, pin, block, page, file, hint, source = packed
    error = DiagramError(message, pin=pin, block=block, page=page, file=file, hint=hint)
    error.source = source
    return error


def packed_values(moment: StepSnapshot, known: Mapping[Any, Any], arrays: Arrays) -> Json:
    """Return the values of variables as JSON; for those in ``known``, only their keys."""
    results: list[Json] = []
    for key, value in moment.values.items():
        if value is None:
            results.append([key, -1])
        elif known.get(key) is value:
            results.append([key])
        else:
            results.append([key, arrays.add(_array(value))])
    return results


def values_of(packed: Iterable[Json], known: Mapping[Any, Any], arrays: Sequence[Array]) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key, *index in packed:
        name: Any = tuple(cast("list[str]", key)) if isinstance(key, list) else key
        result[name] = known[name] if not index else None if index[0] < 0 else arrays[int(index[0])]
    return result


def _array(value: Any) -> Array:
    array = array_of(value)
    if array is None:  # a string by itself
        array = np.empty((), object)
        array[()] = value
    return array
