"""Crash records: a worker logs the running block, so that the editor can name it after a crash.

The record is an unnamed file that both processes have open. It begins with the running call: the number of the plan,
and the blocks of the kernel and of the rules that were last called outside a plan. After that, Python writes its stack
trace if a kernel crashes. A line of the plan's source is a call of a block or of a list of calls, each of which has its
own line. The worker sends the table of these lines when it makes the plan.
"""

from __future__ import annotations

import faulthandler
import mmap
import os
import re
import signal
import tempfile
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, NamedTuple

from blocks.base.budget import Memory
from blocks.base.errors import DiagramError
from blocks.compile.backends import Backend
from blocks.compile.dispatch import Streams
from blocks.compile.interpret import StepResult
from blocks.compile.plan import Plan
from blocks.compile.rewrite import Goal
from blocks.compile.source.function_source import CALLS, FIRST_CALL, PLAN
from blocks.graph import build, call_info, gradients
from blocks.graph.graph import Graph, Node

_ROOM = 4096
_NAMES = 64
_NAME = 1024
"""Bytes of the file's head, what of it the number of the plan may take, and the room of each name behind that."""
_INDICES = {
    (call_info.__file__, "run_kernel"): call_info.KERNEL,
    (call_info.__file__, "run_simple"): call_info.KERNEL,
    (call_info.__file__, "run_formula"): call_info.KERNEL,
    (build.__file__, "infer_shapes"): call_info.SHAPE,
    (gradients.__file__, "_pass_on"): call_info.GRADIENT,
}
"""From which functions kernels and rules are called, and which of the names is the block's."""
_FRAME = re.compile(r'^  File "(.*)", line (\d+) in (\w+)$', re.MULTILINE)


class PlanLines(NamedTuple):
    """The meaning of a plan's source lines: the index of the first call of each, from where each function starts."""

    starts: Mapping[str, int]
    calls: Sequence[int]
    blocks: Sequence[str]


_NO_LINES = PlanLines({}, (), ())


def new_file() -> IO[bytes]:
    file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # who starts the worker closes it
    file.truncate(_ROOM)
    return file


class CrashRecorder:
    """The worker's side; ``told`` gets the number of each new plan, and the meaning of its lines."""

    def __init__(self, file: int, told: Callable[[int, PlanLines], None]) -> None:
        os.lseek(file, _ROOM, os.SEEK_SET)
        faulthandler.enable(file)
        self._map = mmap.mmap(file, _ROOM)
        self._plan = memoryview(self._map).cast("q")
        self._count = 0
        self._told = told
        self._names: dict[Node, bytes] = {}
        call_info.noted = self._note

    def begin(self) -> None:
        self._names.clear()
        self.enter(0)

    def enter(self, plan: int) -> None:
        self._plan[0] = plan

    def add_plan(self, plan: Plan) -> int:
        """Send the lines of a new plan to the owner, and return its number."""
        self._count += 1
        starts: dict[str, int] = {}
        before = 0
        for lines in plan.functions:
            starts[lines[0][0].removeprefix("def ").partition("(")[0]] = before
            before += len(lines)
        blocks = [each.node.block_name for each in plan.schedule.instructions]
        self._told(self._count, PlanLines(starts, plan.lines, blocks))
        return self._count

    def _note(self, what: int, node: Node) -> None:
        name = self._names.get(node)
        if name is None:
            text = node.block_name.encode()[: _NAME - 8]
            name = self._names[node] = len(text).to_bytes(8, "little") + text
        start = _NAMES + what * _NAME
        self._map[start : start + len(name)] = name


class RecordedBackend(Backend):
    def __init__(self, recorder: CrashRecorder) -> None:
        super().__init__()
        self._recorder = recorder

    def plan(self, graph: Graph, goal: Goal, memory: Memory, parts: Sequence[str]) -> Plan:
        return _RecordedPlan(self._recorder, graph, goal, memory, parts)


class _RecordedPlan(Plan):
    def __init__(self, recorder: CrashRecorder, graph: Graph, goal: Goal, memory: Memory, parts: Sequence[str]) -> None:
        self._recorder = recorder
        self._number = 0
        super().__init__(graph, goal, memory, parts)

    def run(self, cells: Mapping[Any, Any], feeds: Sequence[Any], streams: Streams) -> StepResult:
        self._recorder.enter(self._number)
        return super().run(cells, feeds, streams)

    def write(self) -> None:
        if not self.written:
            super().write()
            self._number = self._recorder.add_plan(self)
            self._recorder.enter(self._number)


def crash(file: IO[bytes], status: int, lines: Mapping[int, PlanLines]) -> DiagramError:
    """Return the error about a worker that died with a status of `subprocess`; ``lines`` are by plan number."""
    file.seek(0)
    head, trace = file.read(_ROOM), file.read(1 << 20).decode(errors="replace")
    # The thread that crashed, and then the one that waits for it.
    threads = sorted(trace.split("\n\n"), key=lambda each: "Current thread" not in each)
    block = next(filter(None, (_block(head, each, lines) for each in threads)), None)
    return DiagramError(
        f"the run ended because the worker process {_ending(status)}",
        block=block,
        hint="run again to start a new process. The document is unchanged",
    )


def _block(head: bytes, trace: str, lines: Mapping[int, PlanLines]) -> str | None:
    index = 0
    for each in _FRAME.finditer(trace):
        file, line, function = each.groups()
        if file == CALLS:
            index = int(line) - FIRST_CALL
        if file == PLAN:
            starts, calls_, blocks = lines.get(int.from_bytes(head[:8], "little"), _NO_LINES)
            at = starts.get(function, len(calls_)) + int(line)
            index += calls_[at] if at < len(calls_) else len(blocks)
            return blocks[index] if 0 <= index < len(blocks) else None
        if (file, function) in _INDICES:
            start = _NAMES + _INDICES[file, function] * _NAME
            length = int.from_bytes(head[start : start + 8], "little")
            return head[start + 8 : start + 8 + length].decode(errors="replace") or None
    return None


def _ending(status: int) -> str:
    if status >= 0:
        return f"exited unexpectedly (exit status {status})"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    what = {"SIGSEGV": "crashed", "SIGABRT": "crashed", "SIGFPE": "crashed", "SIGBUS": "crashed", "SIGILL": "crashed"}
    return f"{what.get(name, 'was killed by another program or because memory ran out')} ({name})"
