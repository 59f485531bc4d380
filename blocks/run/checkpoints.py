"""Checkpoints of a run, from which it continues bit for bit.

A checkpoint is a ``.npz`` file, ``step-120.npz``, with the variables by their paths, the number of steps, the seed, the
engine, and the states of random generators. `Session.restore` also accepts a checkpoint. Queues, readers and iterators
are not stored: the earlier steps that they depend on run again.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.budget import Memory
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import RunLock, read_named
from blocks.base.npy import Archive
from blocks.base.types import Array
from blocks.compile.rewrite import needed_nodes
from blocks.compile.schedule import cell_key
from blocks.document.data import listed
from blocks.graph.graph import Node
from blocks.native.machine import NUMPY
from blocks.run import archives
from blocks.run.batches import ArrayData, stepping_over
from blocks.run.session import Session
from blocks.run.state import GENERATOR, variables_of
from blocks.run.steps.environment import feeds_of, initialise, value_of
from blocks.run.variables import fitted

_LOCK = ".lock"
KEPT = 2
"""Checkpoints that a folder keeps, the last ones."""
_NAME = re.compile(r"step-(\d{1,18})\.npz")
_STEP, _SEED, _PAGE, _DATA, _GENERATOR = "(step)", "(seed)", "(page)", "(data)", "(generator) "
_ENGINE = "(engine)"
_NO_DATA = (0, 0, 0)


def steps_kept(folder: str) -> list[int]:
    with contextlib.suppress(OSError):
        return sorted(int(match[1]) for name in os.listdir(folder) if (match := _NAME.fullmatch(name)))
    return []


def latest(folder: str) -> int | None:
    return max(steps_kept(folder), default=None)


def path_of(folder: str, step: int) -> str:
    return os.path.join(folder, f"step-{step}.npz")


def make_folder(folder: str) -> None:
    """Make the folder of checkpoints if there is none; raise FileError if it cannot hold them."""
    try:
        os.makedirs(folder, exist_ok=True)
    except (OSError, ValueError) as error:
        text = f"the path cannot be used as a folder: {getattr(error, 'strerror', error)}"
        raise FileError(text, file=folder) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FileError("no checkpoint can be written to this folder", file=folder)


class Checkpoints:
    """The checkpoints of a run.

    Args:
        session: the session; of several processes that run the same, each has one, and the first one writes.

    Raises:
        FileError: The folder cannot be created or written, or another run writes there now.
        UsageError: The folder has checkpoints of another run.
    """

    def __init__(
        self, session: Session, folder: str, every: int, *, resumes: bool = False, data: ArrayData | None = None
    ) -> None:
        self.session = session
        self.data = data
        self.folder = folder
        self.every = every
        session.backend.repeatable = True
        if session.backend.is_first:
            make_folder(folder)
            self._lock = RunLock(os.path.join(folder, _LOCK))
            last = latest(folder)
            if last is not None and not resumes:
                text = f"{folder} contains another run's checkpoint (after step {last:,}), which would be overwritten"
                raise UsageError(text, hint="use --resume to continue that run, or choose another folder for a new run")

    def ran(self, step: int, last: int) -> None:
        """Write a checkpoint if one is due or the step was the last one; raise FileError on failure."""
        if step % self.every == 0 or step == last:
            self._keep()

    def _keep(self) -> None:
        session = self.session
        arrays: dict[str, Any] = {}
        dtypes: dict[str, DType] = {}
        for name, node in _variables(session).items():
            value = value_of(session, cell_key(node))
            if value is not None:
                arrays[name], dtypes[name] = value, node.outputs[0].dtype
        if not session.backend.is_first:
            return
        stored = archives.stored(arrays, dtypes)
        stored |= {_STEP: np.array(session.steps), _SEED: np.array(session.seed)}
        stored[_ENGINE] = np.array(session.engine.encode())
        stored[_PAGE] = np.array(session.page.name.encode(errors="replace"))
        if self.data is not None:
            stored[_DATA] = np.array(self.data.key)
        for key, counter in session.state.values.items():
            if key[0] == GENERATOR:
                stored[_GENERATOR + key[1]] = counter
        try:
            archives.write(path_of(self.folder, session.steps), stored)
        except FileError as error:
            step = latest(self.folder)
            if step is not None:
                error.hint = f"--resume continues after step {step:,}"
            raise
        for step in steps_kept(self.folder)[:-KEPT]:
            with contextlib.suppress(OSError):
                os.remove(path_of(self.folder, step))

    def resume(
        self, feeds: Mapping[str, Any], from_first: Callable[[bytes | None], bytes | None] | None = None
    ) -> list[str]:
        """Continue from the last checkpoint, if there is one; return messages for the user.

        Raises:
            FileError: The checkpoint cannot be read.
            DiagramError: The checkpoint is from another page.
            UsageError: The checkpoint was made with another seed or engine.
        """
        kept = steps_kept(self.folder) if self.session.backend.is_first else []
        path = path_of(self.folder, kept[-1]) if kept else self.folder
        memory = self.session.memory
        try:
            if from_first is None:
                arrays = archives.load(path, memory) if kept else None
            else:
                data = from_first(_content(path, memory) if kept else None)
                if kept and data is None:
                    raise FileError("the file cannot be read", file=path)
                arrays = None if data is None else archives.arrays_in(Archive(io.BytesIO(data), path), memory)
            if arrays is None:
                return [f"{self.folder} has no checkpoint: the run starts at the first step"]
            return self._go_on_from(path, arrays, feeds)
        except FileError as error:
            if len(kept) > 1:
                error.hint = f"without this file, --resume continues after step {kept[-2]:,}"
            raise

    def _go_on_from(self, path: str, result: dict[str, Array], feeds: Mapping[str, Any]) -> list[str]:
        session, folder, nodes = self.session, self.folder, _variables(self.session)
        if not {_STEP, _SEED} <= result.keys():
            raise FileError("this is not a checkpoint of a run", file=path)
        for name, value in result.items():
            if name.startswith("(") and not _is_written_so(name, value):
                raise FileError(f"the checkpoint is damaged: {name!r} is invalid", file=path)
        steps, seed = int(result.pop(_STEP)), int(result.pop(_SEED))
        page = bytes(result.pop(_PAGE, np.array(b"")).item()).decode(errors="replace")  # older ones have none
        engine = bytes(result.pop(_ENGINE, np.array(NUMPY.encode())).item()).decode(errors="replace")
        if page != session.page.name and page in session.pages:  # if it is gone, this one may have a new name
            raise DiagramError(f"the checkpoint belongs to the page {page!r}, not {session.page.name!r}", file=folder)
        if seed != session.seed:
            raise UsageError(
                f"{folder} was made with --seed {seed}, not {session.seed}: a run must continue with the same seed"
            )
        if session.wanted_engine not in (None, engine):
            raise UsageError(
                f"{folder} was made with --engine {engine}, not {session.wanted_engine}: a run must continue with the"
                " same engine"
            )
        rows, size, shuffled = (int(each) for each in result.pop(_DATA, _NO_DATA))
        if (rows, size, shuffled) != (self.data.key if self.data is not None else _NO_DATA):
            was = f"{rows:,} rows in {'shuffled ' if shuffled else ''}batches of {size:,}" if rows else "no data"
            text = f"{folder} was made with {was}: a run must continue with the same data, batch size and shuffling"
            raise UsageError(text)
        session.use_engine(engine)
        values: dict[Any, Any] = {}
        for name, value in result.items():
            if name.startswith(_GENERATOR):
                values[GENERATOR, name.removeprefix(_GENERATOR)] = value
                continue
            node = nodes.get(name)
            if node is None:
                raise DiagramError(f"the checkpoint has a variable {name!r}, which the page does not have", file=folder)
            try:
                values[cell_key(node)] = fitted(node.outputs[0], value)
            except DiagramError as error:
                raise DiagramError(f"the value in {folder} does not fit: {error.message}", block=name) from None
        notes = [f"{folder}: the run continues after step {steps:,}"]
        left = [name for name, node in nodes.items() if cell_key(node) not in values]
        if page and page != session.page.name:
            notes.append(f"{folder} was made by the page {page!r} and is used for {session.page.name!r}")
        if left:
            notes.append(f"{folder} has no value for {listed(left, 5)}")
        if session.has_effects and steps:
            notes.append("the earlier steps that queues and readers need were run again")
            _replay_effects(session, steps, feeds, self.data)
        first: Mapping[str, Any] = {} if self.data is None else self.data.batch(0)
        initialise(session, feeds_of(session, {**feeds, **first}))
        session.state.assign(values)
        session.steps = steps
        return notes


def _content(path: str, memory: Memory) -> bytes | None:
    try:
        size = os.path.getsize(path)
        memory.require(size)
        return read_named(path, size)
    except (OSError, DiagramError):
        return None


def _is_written_so(name: str, value: Array) -> bool:
    if name in (_PAGE, _ENGINE):
        return value.shape == () and value.dtype.kind == "S"
    shape = {_STEP: (), _SEED: (), _DATA: (3,)}.get(name, (2,))
    return value.shape == shape and value.dtype.kind in "iu" and not (name == _STEP and value < 0)


def _replay_effects(session: Session, steps: int, feeds: Mapping[str, Any], data: ArrayData | None) -> None:
    """Run the steps' effects on queues, readers and iterators again; whole steps if those need variables."""
    graph = session.elaboration.graph
    effects = [node for node in graph.nodes if node.type.context]
    needed = needed_nodes(graph, [], effects)
    whole = any(needed[node.number] for node in variables_of(graph))
    say, events = session.resources.say, session.events
    session.resources.say, session.events = _ignore, None
    try:
        names = None if whole else list(dict.fromkeys(node.block_name for node in effects))
        with stepping_over(data, session, names, feeds, trains=False) as stepper:
            for _ in range(steps):
                stepper.step(keep=False)
    finally:
        session.resources.say, session.events = say, events


def _ignore(_text: str) -> None: ...


def _variables(session: Session) -> dict[str, Node]:
    """Return the variables of a session by name; only the first of those that share a value."""
    first: dict[Any, Node] = {}
    for node in variables_of(session.elaboration.graph):
        first.setdefault(cell_key(node), node)
    return {node.name: node for node in first.values()}
