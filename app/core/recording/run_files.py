"""Recorded runs on disk: one folder per diagram, two or three files per run. The oldest runs are deleted."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import re
import shutil
import zlib
from collections.abc import Iterator
from io import BytesIO, RawIOBase
from pathlib import Path
from typing import Any, cast

import numpy as np

from app.core.recording.kept_run import CurveGroup, CurveSet, KeptRun, RunContent, Segment
from blocks.base.budget import Memory
from blocks.base.errors import DiagramError
from blocks.base.files import Data, read_named, write_together
from blocks.base.language import tr
from blocks.base.types import Array
from blocks.document.data import Document, Json
from blocks.document.file import loads
from blocks.document.model import Diagram
from blocks.run import archives
from blocks.run.state import NO_RENAMES, Renames, StepSnapshot
from blocks.worker.frames import Channel
from blocks.worker.pages import all_patched, difference, differences, patched
from blocks.worker.results import Arrays, packed_values, values_of
from blocks.worker.state import PageSource, SavedState

FORMAT = "gradblocks-run/1"
BESIDE = ".runs"
"""What the folder is called that lies beside a diagram: the diagram's name with this behind it."""
MOST_RUNS = 1000
"""Runs that are kept of a diagram; and the bytes that those of all diagrams may take."""
MOST_BYTES = 512 << 20
_LARGEST = 64 << 20
_MOST_ABOUT = 128 << 20
"""Bytes of all files with what is known of runs: they are read when a diagram is opened, which may be a stranger's."""
_KEY = re.compile("[0-9a-f]{32}")
_ENDS = (".json", ".npz", ".state")
_TEXTS = ("key", "page", "state", "error", "origin", "verdict", "digest")
_NO_RUN = (
    DiagramError, ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError, MemoryError,
    zlib.error,
)  # fmt: skip
"""What a file raises that is no run."""
_TABLES = ("settings", "versions")


def beside(diagram: Path) -> Path:
    return diagram.with_name(diagram.name + BESIDE)


def folder_of(home: Path | None, diagram: Path | None) -> Path | None:
    """Return the folder of a diagram's runs: beside it if that folder is in use, else in home; None if neither."""
    if diagram is None:
        return None
    near = beside(diagram)
    if near.is_dir() and not near.is_symlink():  # it comes with the diagram, and may lead to anybody's files
        return near
    if home is None:
        return None
    path = os.path.realpath(diagram)
    return home / f"{diagram.stem[:40]}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:16]}"


def write(folder: Path, run: KeptRun) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiagramError(
            tr("runs cannot be kept in {folder}: {fault}", folder=folder, fault=error.strerror)
        ) from None
    _put(folder, f"{run.key}.npz", archives.writer(dict(_arrays(run))))
    write_about(folder, run)


def write_about(folder: Path, run: KeptRun) -> None:
    about: dict[str, Json] = {"format": FORMAT, **{name: getattr(run, name) for name in _TEXTS}}
    about |= {"number": run.number, "seed": run.seed, "began": run.began, "seconds": run.seconds, "steps": run.steps}
    about |= {name: dict(getattr(run, name)) for name in _TABLES}
    about |= {"caveats": run.caveats, "values": dict(run.values)}
    about |= {"last": run.last, "rate": run.rate}
    about["finals"] = {name: value if math.isfinite(value) else str(value) for name, value in run.finals.items()}
    _put(folder, f"{run.key}.json", json.dumps(about).encode())


def write_state(folder: Path, key: str, kept: SavedState) -> None:
    arrays = Arrays()
    values = packed_values(StepSnapshot(dict(kept.values), kept.steps), {}, arrays)
    data = {"steps": kept.steps, "values": values, "effects": kept.effects}
    _put(folder, f"{key}.state", lambda file: Channel(RawIOBase(), cast("RawIOBase", file)).send(data, arrays.listed))


def read_state(folder: Path, run: KeptRun) -> SavedState:
    """Return the saved state of a run's session; raise DiagramError if there is none."""
    with contextlib.suppress(*_NO_RUN):
        file = BytesIO(read_named(folder / f"{run.key}.state", MOST_BYTES))
        message, source = Channel(cast("RawIOBase", file), RawIOBase()).receive(), run.source
        if message is not None and source is not None:
            data, values = message.data, values_of(message.data["values"], {}, message.arrays)
            return SavedState(source._replace(renamed=NO_RENAMES), int(data["steps"]), values, bool(data["effects"]))
    raise DiagramError(tr("the variables of {name} cannot be read", name=run.name))


def _put(folder: Path, name: str, data: Data) -> None:
    """Write a file into a folder of runs. A symbolic link of that name is replaced, not followed."""
    write_together({os.path.join(os.path.realpath(folder), name): data}, are_real=True)


def remove(folder: Path, key: str) -> None:
    for end in _ENDS:
        with contextlib.suppress(OSError):
            (folder / f"{key}{end}").unlink()


def move(old: Path, new: Path) -> None:
    try:
        new.mkdir(parents=True, exist_ok=True)
        for each in [each for end in _ENDS for each in _entries(old, end)]:
            shutil.move(each, new / each.name)
        with contextlib.suppress(OSError):
            old.rmdir()
    except OSError as error:
        raise DiagramError(tr("runs cannot be moved to {folder}: {fault}", folder=new, fault=error.strerror)) from None


def read_all(folder: Path) -> list[KeptRun]:
    runs: list[KeptRun] = []
    left = _MOST_ABOUT
    for each in sorted(_entries(folder, ".json"), key=_time)[: -MOST_RUNS - 1 : -1]:
        with contextlib.suppress(*_NO_RUN):
            data = read_named(each, min(left, _LARGEST))
            left = max(0, left - len(data))
            runs.append(_run_of(folder, each.stem, json.loads(data)))
    return sorted(runs, key=lambda run: run.began)[-MOST_RUNS:]


def read(folder: Path, key: str) -> KeptRun | None:
    with contextlib.suppress(*_NO_RUN):
        return _run_of(folder, key, json.loads(read_named(folder / f"{key}.json", _LARGEST)))
    return None


def prune(folder: Path, home: Path | None) -> None:
    """Delete the oldest runs of a diagram that has too many, and of all diagrams if they take too much space."""
    runs = sorted(_entries(folder, ".json"), key=_time)
    for each in runs[: max(0, len(runs) - MOST_RUNS)]:
        remove(folder, each.stem)
    if home is None or home not in folder.parents:
        return
    files = sorted((each for below in _folders(home) for each in _entries(below, ".npz")), key=_time)
    sizes = {each: _size(each) + _size(each.with_suffix(".state")) for each in files}
    total = sum(sizes.values())
    for each in files:
        if total <= MOST_BYTES:
            break
        total -= sizes[each]
        remove(each.parent, each.stem)


def _entries(folder: Path, end: str) -> list[Path]:
    try:
        names = [each for each in folder.iterdir() if each.suffix == end and _KEY.fullmatch(each.stem)]
        return [each for each in names if each.is_file() and not each.is_symlink()]
    except OSError:
        return []


def _folders(home: Path) -> list[Path]:
    try:
        return [each for each in home.iterdir() if each.is_dir()]
    except OSError:
        return []


def _time(path: Path) -> float:
    return _stat(path).st_mtime


def _size(path: Path) -> int:
    return _stat(path).st_size


def _stat(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except OSError:
        return os.stat_result((0,) * 10)


def _run_of(folder: Path, key: str, about: dict[str, Any]) -> KeptRun:
    if about["format"] != FORMAT:
        raise ValueError(about["format"])
    run = KeptRun(str(about["page"]), int(about["number"]), int(about["seed"]))
    for name in _TEXTS:
        setattr(run, name, str(about[name]))
    if run.state not in ("finished", "stopped", "failed"):
        run.state = "stopped"
    if run.key != key:
        raise ValueError(run.key)
    for name in _TABLES:
        setattr(run, name, {str(key): str(value) for key, value in about[name].items()})
    run.caveats = [str(each) for each in about["caveats"]]
    run.began, run.seconds, run.steps = float(about["began"]), float(about["seconds"]), int(about["steps"])
    run.finals = {str(name): float(value) for name, value in about["finals"].items()}
    run.last = None if about.get("last") is None else int(about["last"])  # older files have none of these
    state = folder / f"{key}.state"
    run.saved = state.is_file() and not state.is_symlink()
    run.rate = float(about.get("rate", 0.0))
    run.set_values({str(name): str(value) for name, value in about["values"].items()})
    run.read = lambda: _content(folder / f"{run.key}.npz")
    return run


def _arrays(run: KeptRun) -> Iterator[tuple[str, Array]]:
    groups = run.curves.groups
    told = {"stretches": _packed(run.stretches), "names": [list(each.names) for each in groups]}
    yield "about", np.frombuffer(zlib.compress(json.dumps(told).encode(), 1), np.uint8)
    for number, each in enumerate(groups):
        yield f"steps{number}", each.steps
        yield f"values{number}", each.values


def _content(path: Path) -> RunContent:
    try:
        arrays = archives.load(str(path), Memory.of(_LARGEST))
        opened = zlib.decompressobj()
        text = opened.decompress(arrays["about"].tobytes(), _LARGEST)
        told = cast("dict[str, Any]", json.loads(text))
        groups = [
            CurveGroup(
                [str(name) for name in names],
                arrays[f"steps{i}"].astype(np.int64),
                arrays[f"values{i}"].astype(np.float64),
            )
            for i, names in enumerate(told["names"])
        ]
        if any(each.values.shape != (len(each.steps), len(each.names)) for each in groups):
            raise ValueError("shapes")
        return RunContent(_unpacked(told["stretches"]), CurveSet(groups))
    except _NO_RUN:
        return RunContent([], CurveSet())


def _packed(stretches: list[Segment]) -> Json:
    """Return the recorded pages as JSON: the first one complete, the others as differences."""
    packed: list[Json] = []
    before: PageSource | None = None
    for each in stretches:
        source = each.source
        if before is None:
            page: Json = Diagram(Document("", (source.page,), source.extra, tuple(source.composites))).dumps()
        else:
            page = [difference(before.page, source.page), differences(before.composites, source.composites)]
        inner = {path: dict(values) for path, values in source.inner.items()}
        about: list[Json] = [each.after, list(each.fetch), each.begun, source.file, source.seed]
        packed.append([*about, page, inner, [dict(each) for each in source.renamed]])
        before = source
    return packed


def _unpacked(packed: Json) -> list[Segment]:
    stretches: list[Segment] = []
    before: PageSource | None = None
    for after, fetch, begun, file, seed, page, *more in packed:
        if before is None:
            document = loads(page).document
            source = PageSource(document.pages[0], document.extra, file, tuple(document.composites), seed=seed)
        else:
            composites = all_patched(before.composites, page[1])
            source = before._replace(page=patched(before.page, page[0]), composites=composites, file=file, seed=seed)
        renamed = Renames(*more[1]) if more[1:] else NO_RENAMES  # older files have neither
        source = source._replace(inner=more[0] if more else {}, renamed=renamed)
        stretches.append(Segment(after, source, tuple(fetch), begun))
        before = source
    return stretches
