"""One run of a sweep, in its process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError, RunError
from blocks.base.threads import no_more_threads
from blocks.base.types import Array
from blocks.compile.backends import Backend
from blocks.document.data import Json
from blocks.run.steps.fetches import result_pin, single_number
from blocks.worker.results import packed_error
from blocks.worker.state import Source


def sweep_run(source: Source, backend: Backend, data: Mapping[str, Json], arrays: Sequence[Array]) -> Json:
    rows: list[list[float]] = []
    with nullcontext() if data["alone"] else no_more_threads():
        try:
            _run(source, backend, data, arrays, rows)
        except RunError as error:
            return rows, list(map(packed_error, error.errors))
        except DiagramError as error:
            return rows, [packed_error(error.located(page=source.page.name, file=source.file))]
    return rows, []


def _run(source: Source, backend: Backend, data: Any, arrays: Sequence[Array], rows: list[list[float]]) -> None:
    session = source.session(**{each: data[each] for each in ("seed", "memory", "allow_read")})
    session.backend = backend
    pins = {name: result_pin(session.elaboration, name) for name in data["of"]}
    asked = data["of"] if session.elaboration.sessions else ()  # without sessions a step is the whole page
    session.inside = not asked and any("/" in name for name in pins)
    feeds = {**data["literals"], **dict(zip(data["fed"], arrays, strict=True))}
    with session.stepping(asked, feeds, beside=True) as stepper:
        for _ in range(data["steps"]):
            results = stepper.step(keep=True)
            assert results is not None
            rows.append([_real(name, single_number(name, results.get(pin))) for name, pin in pins.items()])


def _real(name: str, number: Array) -> float:
    try:
        if not np.iscomplexobj(number):
            return float(number)
    except (TypeError, ValueError):
        pass
    raise DiagramError(f"{name} is not a real number")
