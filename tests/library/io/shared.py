"""A bench for blocks that have to do with files: nodes by their types, run one step after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession

STRING = "DT_STRING"


class Bench:
    """A graph with a session whose files lie in a folder."""

    def __init__(self, folder: Path, memory: int | None = None) -> None:
        self.root = Scope.new_root_scope()
        self.session = ClientSession(self.root, memory=memory, home=folder)

    def node(self, kind: str, *inputs: Any, **attributes: Any) -> Any:
        spec = find(kind)
        assert spec is not None, kind
        return spec(self.root, *inputs, **attributes)

    def text(self, value: Any) -> Any:
        return self.node("Const", value, dtype=STRING)

    def run(self, *nodes: Any) -> list[Any]:
        """One step that runs all these nodes; the values of their outputs."""
        outputs = [o for node in nodes for o in node.outputs]
        return [v.tolist() for v in self.session.run(outputs, run_outputs=[n for n in nodes if not n.outputs])]

    def do(self, kind: str, *inputs: Any, **attributes: Any) -> list[Any]:
        return self.run(self.node(kind, *inputs, **attributes))


class Reading(Bench):
    """A reader and a queue with the names of files."""

    def __init__(self, folder: Path, kind: str, names: list[str], memory: int | None = None, **attributes: Any) -> None:
        super().__init__(folder, memory)
        self.reader = self.node(kind, **attributes)
        self.queue = self.node("FIFOQueue", component_types=[STRING], shapes=[[]])
        if names:
            self.put(*names)

    def put(self, *names: str) -> None:
        self.do("QueueEnqueueMany", self.queue, [self.text(list(names))])

    def close(self) -> None:
        self.do("QueueClose", self.queue)

    def ask(self, kind: str, *inputs: Any) -> list[Any]:
        return self.do(kind, self.reader, *inputs)

    def read(self) -> tuple[bytes, bytes]:
        key, value = self.ask("ReaderRead", self.queue)
        return key, value

    def up_to(self, count: int) -> list[tuple[bytes, bytes]]:
        keys, values = self.ask("ReaderReadUpTo", self.queue, count)
        return list(zip(keys, values, strict=True))

    def counts(self) -> tuple[int, int]:
        """Records produced, work units completed."""
        return self.ask("ReaderNumRecordsProduced")[0], self.ask("ReaderNumWorkUnitsCompleted")[0]
