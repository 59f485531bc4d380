"""Diagrams under the checks of an exercise: their graded pages, the meaning of names there, and runs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.inner_values import inside_of
from blocks.analysis.output_names import factors, summands
from blocks.base.errors import DiagramError, RunError, UsageError
from blocks.base.types import Array
from blocks.document.canonical import Defaults
from blocks.document.data import LOOP_BODIES, Block, Json, Page, uses_of
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import Elaboration
from blocks.exercise.model import Exercise, graded_pages
from blocks.interchange.initial_values import files_in
from blocks.run.debugging.comparison import pair
from blocks.run.files import Folders
from blocks.run.results import Results
from blocks.run.session import Session


class Failed(Exception):
    """The reason why a check failed, as a sentence for students."""


class Work:
    """A diagram under the checks of an exercise: a hand-in, a solution or the start diagram."""

    def __init__(self, exercise: Exercise, diagram: Diagram, seed: int = 0, memory: int | None = None) -> None:
        self.exercise = exercise
        self.diagram = diagram
        self.seed = seed
        self._memory = memory
        self._foreign: set[str] = set()
        self._defaults = Defaults(diagram.document.composites)
        self._signatures: dict[str, Json] = {}
        self._counts: dict[Any, Counter[str]] = {}

    @classmethod
    def handed_in(cls, exercise: Exercise, diagram: Diagram, seed: int, memory: int | None) -> Work:
        """Return a hand-in, whose files are those that the start diagram reads, beside the exercise."""
        copy = Diagram(diagram.document)
        copy.path = os.path.join(exercise.folder, "hand-in.gradblocks")
        work = cls(exercise, copy, seed, memory)
        work._foreign = {*files_in(copy.document)} - {*files_in(exercise.start.document)}
        return work

    def session(self, view: PageView) -> Session:
        """Return a new session, which writes no file, and reads files in steps only if the start diagram does."""
        for name in self._foreign:
            raise Failed(f"The diagram reads the file {name!r}, which is not part of the exercise.")
        session = Session(view, seed=self.seed, memory=self._memory, engine="numpy", inside=True)
        reads = self.diagram is self.exercise.start or any(page.session.has_effects for page in self.start.pages)
        session.files = session.files.for_reading() if reads else Folders(None)
        session.resources.say = lambda _text: None
        return session

    @property
    def start(self) -> Work:
        """The start diagram, made once for all hand-ins."""
        return self.exercise.cache.setdefault("start", Work(self.exercise, self.exercise.start))

    @cached_property
    def views(self) -> dict[str, PageView]:
        """The graded pages, by their names in the start diagram."""
        return graded_pages(self.exercise.start, self.diagram)

    @cached_property
    def pages(self) -> list[GradedPage]:
        return [GradedPage(self, view) for view in self.views.values()]

    @cached_property
    def composites(self) -> dict[str, Page]:
        return {page.name: page.snapshot() for page in self.diagram.composites}

    def require_pages(self) -> None:
        if not self.views:
            names = " or ".join([repr(page.name) for page in self.exercise.start.pages])
            raise Failed(f"The diagram has no page {names}." if names else "The diagram has no pages.")

    def find(self, *names: str) -> tuple[GradedPage, list[str]]:
        """Return the first graded page that has all names, and the block or pin that each means there."""
        self.require_pages()
        missing = ""
        for page in self.pages:
            found = [page.matches(name) for name in names]
            for name, each in zip(names, found, strict=True):
                if len(each) > 1 and all(found):
                    raise Failed(f"{name!r} can mean {len(each)} blocks of the page.")
            if all(found):
                return page, [each[0] for each in found]
            missing = missing or names[found.index([])]
        raise Failed(f"There is no {missing.partition('.')[0]!r} on the page.")

    def signature(self, page: Page, path: str) -> Json:
        """Return all of a block that must not change, by its path from a page; None if there is no such block.

        The signature includes the composites that the block uses, but not its position.
        """
        around: list[Json] = []
        while True:
            name, _, path = path.partition("/")
            block = next((each for each in page.blocks if each.id == name), None)
            if block is None:
                return None
            if not path:
                return [*around, self._signature(page, block)]
            around.append(self._signature(page, block)[:3])
            page = self.composites.get(next(iter(uses_of(block)), ""), Page(""))

    def _signature(self, page: Page, block: Block) -> list[Json]:
        wires: dict[str, list[str]] = {}
        for source, target in page.wires:
            if target.block == block.id:
                wires.setdefault(str(target), []).append(str(source))
        values = dict(self._defaults.kept(block))
        return [block.type, values, block.muted, [self._definition(name) for name in uses_of(block)], wires]

    def _definition(self, name: str) -> Json:
        page = self.composites.get(name)
        if page is not None and name not in self._signatures:
            self._signatures[name] = None  # a composite inside itself is an error of the page
            promoted = [[each.name, each.default, [*each.sets]] for each in page.promoted]
            blocks = {each.id: self._signature(page, each) for each in page.blocks}
            self._signatures[name] = [promoted, blocks, page.gradient and self._definition(page.gradient)]
        return self._signatures.get(name)

    def count(self, page: Page, given: Mapping[str, Json] | None = None) -> Counter[str]:
        """Return the counts of block types as a page runs; ``given`` has values of a composite that name others."""
        given = given or {}
        key = page.name, *sorted(given.items())
        if key in self._counts:
            return self._counts[key]
        self._counts[key] = Counter()  # a composite inside itself is an error of the page
        total = Counter[str]()
        promoted = {each: given.get(value.name, value.default) for value in page.promoted for each in value.sets}
        for block in [each for each in page.blocks if not each.muted]:
            set_here = {name: promoted.get(f"{block.id}.{name}") for name in LOOP_BODIES.get(block.type, ())}
            block = block._replace(values={**block.values, **{name: each for name, each in set_here.items() if each}})
            inner = {name: each for name, each in block.values.items() if type(each) is str and each in self.composites}
            used = [name for name in uses_of(block) if name in self.composites]
            total.update(dict.fromkeys([block.type, *used], 1))
            for name in used:
                total.update(self.count(self.composites[name], inner))
        self._counts[key] = total
        return total


class GradedPage:
    """A page with a session, which is used for all that changes nothing."""

    def __init__(self, work: Work, view: PageView) -> None:
        self.work = work
        self.view = view
        self.session = work.session(view)

    @property
    def elaboration(self) -> Elaboration:
        return self.session.elaboration

    @cached_property
    def types(self) -> dict[str, str]:
        """The types of all blocks by path, with those inside instances, loops and branches, without muted ones."""
        return dict(_types_in(self.elaboration, ""))

    def matches(self, name: str) -> list[str]:
        """Return the names on this page for a name of a block or pin, of a type, or of a block inside a composite."""
        there = self.elaboration.position
        parts = [part for each in summands(name) for part in factors(each) if part]
        if len(parts) > 1:
            return [name] if all(part.partition(".")[0] in there for part in parts) else []
        block, dot, pin = name.partition(".")
        if block in there or block in self.types:
            return [name]
        found = [each for each, kind in self.types.items() if kind == block]
        inside = [each for each in self.types if each.endswith(f"/{block}")]  # the student packed it into a composite
        return [f"{each}{dot}{pin}" for each in found or inside]

    def run(self, names: Sequence[str], feed: Mapping[str, Any], steps: int = 1) -> list[Array]:
        """Return the results of the last of some steps from the beginning."""
        session = self.work.session(self.view)
        try:
            results = session.run([*names], self._fitting(feed), steps)
        except RunError as error:  # of a training block, for example, which the first step does not need
            results = error.results
            if steps > 1 or not all(name in results for name in names):
                raise
        return _arrays(results, names)

    def evaluate(self, names: Sequence[str], feed: Mapping[str, Any]) -> list[Array]:
        return _arrays(self._evaluated(names, feed, None), names)

    def gradient(self, loss: str, wrt: str, feed: Mapping[str, Any]) -> Array | None:
        """Return the gradient of a value with respect to another, or None if it does not get there."""
        flow, at = page_flow(self.elaboration, loss), str(pair(self.elaboration, wrt).at)
        names = [*dict.fromkeys(map(str, [*flow.of, *flow.weights]))]
        return self._evaluated(names, feed, loss).gradients.get(at)

    def _evaluated(self, names: Sequence[str], feed: Mapping[str, Any], loss: str | None) -> Results:
        self.session.watch(loss)
        try:
            return self.session.evaluate([*names], self._fitting(feed))
        except DiagramError as error:
            # Only a step changes variables and queues.
            if not (isinstance(error, UsageError) or self.session.has_effects):
                raise
        session = self.work.session(self.view)
        session.watch(loss)
        return session.run([*names], feed)

    def _fitting(self, feed: Mapping[str, Any]) -> Mapping[str, Any]:
        for block in [name.partition(".")[0] for name in feed]:
            if block not in self.elaboration.position:
                raise Failed(f"The page has no block {block!r}, which this check needs.")
        return feed


def _arrays(results: Mapping[str, Any], names: Sequence[str]) -> list[Array]:
    for name in names:
        if name not in results:
            raise Failed(f"{name!r} is not the name of exactly one result.")
    return [np.asarray(results[name]) for name in names]


def _types_in(elaboration: Elaboration, begin: str) -> Iterator[tuple[str, str]]:
    for block in elaboration.page.blocks:
        kind = block.type.removeprefix("shared/").removeprefix("gradient/")
        kind = kind.split("/")[1] if kind.startswith("loop/") else kind
        if not block.muted and "/" not in kind:
            yield begin + block.id, kind
    for block in elaboration.running:
        for inside in inside_of(elaboration, block):
            yield from _types_in(inside.elaboration, f"{begin}{block}/{inside.part}")
