"""The results shown on the current canvas: those of a page, or of the blocks inside one instance."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from app.core.instance_steps import step_of
from app.core.instances import InstancePath
from app.core.runs.results import Level, Past, Result, ResultStore, Rounds, levels_of, summarise, value_in
from app.face.face import Preview
from blocks.base.types import Array
from blocks.compile.recording import Record


class InstanceResults(QObject):
    """The results of a canvas, under the names of its blocks.

    On a composite's canvas they are those of the current instance, ``hidden/mm.result_product`` as
    ``mm.result_product``. Inside a loop they are those of the viewed iteration.
    """

    changed = Signal(str)

    def __init__(self, store: ResultStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.path = InstancePath("")
        self.canvas = ""
        self.loops: tuple[int, ...] = ()
        self._chosen: dict[InstancePath, int] = {}
        self._shown: dict[str, tuple[Array, Result]] = {}
        self._kept: tuple[Mapping[str, Result], tuple[str, Rounds], Mapping[str, Result]] = {}, ("", ()), {}
        store.changed.connect(self._changed)

    def look(self, path: InstancePath, canvas: str, loops: tuple[int, ...] = ()) -> None:
        self.path, self.canvas, self.loops = path, canvas, loops
        self._shown = {}
        self.changed.emit(canvas)

    @property
    def rounds(self) -> Rounds:
        return tuple([self._chosen.get(self._loop(each)) for each in self.loops])

    def _loop(self, step: int) -> InstancePath:
        return InstancePath(self.path.page, self.path.ids[: step + 1])

    @property
    def levels(self) -> list[Level]:
        blocks = [step_of(self.path.ids[each]).block for each in self.loops]
        return levels_of(self._records().values(), blocks, self.rounds)

    def look_at(self, level: int, number: int | None) -> None:
        """View an iteration of a surrounding loop, counted from the outermost; None: the last one."""
        loop = self._loop(self.loops[level])
        if number is None:
            self._chosen.pop(loop, None)
        else:
            self._chosen[loop] = number
        self.changed.emit(self.canvas)

    def _records(self) -> dict[str, Record]:
        prefix = self.prefix
        rounds = self._store.rounds(self.path.page).items() if self.loops or "/" in prefix[:-1] else ()
        return {name[len(prefix) :]: record for name, record in rounds if name.startswith(prefix)}

    def _in_round(self, results: Mapping[str, Result]) -> Mapping[str, Result]:
        merged = dict(results)
        for name, record in self._records().items():
            value = value_in(record, self.rounds)
            if value is None:
                merged.pop(name, None)
            elif name not in results or results[name].value is not value:
                known = self._shown.get(name)
                if known is None or known[0] is not value:
                    assert record.dtype is not None
                    known = self._shown[name] = (value, summarise(value, record.dtype))
                merged[name] = known[1]
        return merged

    @property
    def prefix(self) -> str:
        """Return the prefix of the canvas's block names on the page: ``outer/first/``."""
        return "".join(f"{each}/" for each in self.path.ids)

    @property
    def steps(self) -> Mapping[str, int]:
        steps = self._store.steps.get(self.path.page)
        return {} if steps is None else {self.canvas: steps}

    def results(self, page: str) -> Mapping[str, Result]:
        if page != self.canvas:
            return {}
        results, prefix, rounds = self._store.results(self.path.page), self.prefix, self.rounds
        if self._kept[0] is not results or self._kept[1] != (prefix, rounds):
            own = {
                name[len(prefix) :]: result
                for name, result in results.items()
                if name.startswith(prefix) and "/" not in name[len(prefix) :]
            }
            here = own if len(own) < len(results) or prefix else results
            self._kept = results, (prefix, rounds), self._in_round(here) if self._records() else here
        return self._kept[2]

    def names(self, page: str) -> list[str]:
        return list(self.results(page))

    def get(self, page: str, name: str) -> Result | None:
        return self.results(page).get(name)

    def preview(self, page: str, name: str) -> Preview | None:
        result = self.get(page, name)
        return result.preview if result is not None else None

    def history(self, page: str, name: str) -> list[tuple[int, float]]:
        """Return steps and values of a scalar, oldest first; in loops those of the last iteration only."""
        if page != self.canvas or any(each is not None for each in self.rounds):
            return []
        return self._store.history(self.path.page, self.prefix + name)

    def past(self, page: str, name: str) -> tuple[Past, ...]:
        return self._store.past(self.path.page, self.prefix + name) if page == self.canvas else ()

    def past_names(self, page: str) -> list[str]:
        prefix, names = self.prefix, self._store.past_names(self.path.page) if page == self.canvas else []
        return [name[len(prefix) :] for name in names if name.startswith(prefix)]

    def is_old(self, page: str, block: str) -> bool:
        return page == self.canvas and self._store.is_old(self.path.page, block, self.path.ids)

    def _changed(self, page: str) -> None:
        if page == self.path.page:
            self.changed.emit(self.canvas)
