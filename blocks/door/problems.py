"""The problems of a diagram with their quick fixes, and what an edit changes about them and about gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from blocks.analysis.checks import CheckReport, check
from blocks.analysis.gradient_flow import Reachability, page_flow
from blocks.analysis.lint import PageAdvice, lint_page
from blocks.analysis.losses import find_losses
from blocks.analysis.pins import Pins, pins_of
from blocks.base.errors import DiagramError, with_hint
from blocks.document.data import Document, Json, Page
from blocks.document.model import Diagram
from blocks.document.paths import inside
from blocks.door.diagrams import elaborated, named, types_of
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.run.files import Folders
from blocks.transform.verbs.edit import Edit
from blocks.transform.verbs.fixes import follow, solution, wire_fixes

_MOST_LOSSES = 4
_MOST_TRIED = 4
"""Errors for which fixes are tried that need a trial; the first ones are likely to explain the others."""

Renamed = Mapping[tuple[str, str], str]
"""The new ids of blocks, by canvas and id."""


class Problem(NamedTuple):
    """An error or a lint warning.

    Attributes:
        name: what it has in common with the same problem after an edit: the rule and the place.
        on: the canvas; None for an error of the diagram.
    """

    name: str
    on: str | None
    block: str | None
    pin: str | None
    message: str
    of: DiagramError | PageAdvice

    def as_json(self, fixes: Sequence[Edit]) -> dict[str, Json]:
        level = "error" if isinstance(self.of, DiagramError) else "warning"
        place = {"on": self.on, "block": self.block, "pin": self.pin}
        return {"id": self.name, "level": level, **place, "message": self.message, "fixes": [f.text for f in fixes]}


class Checked:
    """A diagram in one state with its check; everything is computed when it is first used.

    Args:
        home: the folder of the diagram's files.
    """

    def __init__(self, document: Document, home: str) -> None:
        self.document = document
        self._diagram = Diagram(document)
        self._home = home
        self._pins: dict[str, Pins] = {}

    @cached_property
    def report(self) -> CheckReport:
        try:
            return check(self._diagram, Folders(self._home).load)
        except DiagramError as error:  # a limit that stops the check as a whole
            return CheckReport([error], {}, {}, {})

    def elaboration(self, canvas: str) -> Elaboration:
        return self.report.pages.get(canvas) or elaborated(self._diagram, canvas, self._home)

    def pins(self, canvas: str) -> Pins:
        if canvas not in self._pins:
            self._pins[canvas] = Pins(pins_of(self.elaboration(canvas)))
        return self._pins[canvas]

    @cached_property
    def problems(self) -> dict[str, Problem]:
        """All problems by their ids; a second one of the same name gets a number."""
        found = [Problem("error", e.canvas, e.block, e.pin, e.sentence(), e) for e in self.report.errors]
        for page, elaboration in self.report.pages.items():
            for each in lint_page(elaboration):
                text = with_hint(each.message, each.mend)
                found.append(Problem(each.rule, page, each.block, each.pin, text, each))
        return numbered(found, lambda on, block: block)

    def fixes(self, problem: Problem) -> list[Edit]:
        """Return the quick fixes of a problem, as the editor has them."""
        canvas, document = problem.on, self.document
        view = next((v for v in (*self._diagram.pages, *self._diagram.composites) if v.name == canvas), None)
        if view is None or canvas is None:
            return []
        find, page = types_of(document), view.snapshot()
        if isinstance(problem.of, PageAdvice):
            edit = follow(document, canvas, problem.of, self.pins(canvas), find)
            return [] if edit is None else [edit]
        errors = [each.of for each in self.problems.values() if isinstance(each.of, DiagramError)]
        may_try = any(error is problem.of for error in errors[:_MOST_TRIED])
        made = solution(document, page, problem.of, find, self._errors_of if may_try else None)
        edits = wire_fixes(page, problem.of, find, self.pins(canvas))
        known = {edit.text for edit in edits}
        return edits if made is None or made.text in known else [*edits, Edit(*made[:2])]

    def _errors_of(self, page: Page) -> Sequence[DiagramError]:
        composites = composites_of(self.document.composites)
        return elaborate(page, Folders(self._home).load, composites=composites).problems


def numbered(
    problems: Sequence[Problem], renamed: Callable[[str | None, str | None], str | None]
) -> dict[str, Problem]:
    """Return problems by id, with the blocks as ``renamed`` returns them."""
    result: dict[str, Problem] = {}
    for each in problems:
        place = "/".join(filter(None, (each.on, renamed(each.on, each.block))))
        base = f"{each.name.partition('@')[0]}@{place}{f'.{each.pin}' if each.pin else ''}"
        name, number = base, 2
        while name in result:
            name, number = f"{base}#{number}", number + 1
        result[name] = each._replace(name=name)
    return result


def problems_json(before: Checked, after: Checked, renamed: Renamed) -> dict[str, Json]:
    """Return the new problems, those that are gone, and the number of those that are left."""
    old = numbered(list(before.problems.values()), lambda on, block: _path(before.document, on, block, renamed))
    new = [each.as_json(after.fixes(each)) for name, each in after.problems.items() if name not in old]
    gone = [each.as_json(()) for name, each in old.items() if name not in after.problems]
    return {"new": new, "gone": gone, "left": len(old) - len(gone)}


def _path(document: Document, canvas: str | None, path: str | None, renamed: Renamed) -> str | None:
    """Return the path of a block after an edit that renamed blocks."""
    pages = {page.name: {block.id: block for block in page.blocks} for page in (*document.pages, *document.composites)}
    parts, result = (path or "").split("/"), list[str]()
    while parts and canvas is not None:
        block = pages.get(canvas, {}).get(parts[0])
        result.append(renamed.get((canvas, parts[0]), parts[0]))
        if block is None or len(parts) == 1:
            parts = parts[1:]
            break
        canvas, rest = inside(block, parts[1:])
        result += parts[1 : len(parts) - len(rest)]
        parts = rest
    return "/".join([*result, *parts]) if path else path


def gradient_json(before: Checked, after: Checked, renamed: Renamed) -> dict[str, Json]:
    """Return the variables that an edit cut from the gradient of a loss, and those that the gradient now reaches."""
    lost, gained = list[Json](), list[Json]()
    for page in dict.fromkeys([*before.report.pages, *after.report.pages]):
        ids = {old: new for (canvas, old), new in renamed.items() if canvas == page}
        sides = before.report.pages.get(page), after.report.pages.get(page)
        old, new = (() if side is None else find_losses(side)[:_MOST_LOSSES] for side in sides)
        names = {_renamed(loss, ids): loss for loss in old}
        back = {now: then for then, now in ids.items()}
        for loss in dict.fromkeys([*names, *new]):
            then = {_renamed(each, ids): fate for each, fate in _fates(sides[0], names.get(loss, _renamed(loss, back)))}
            now = dict(_fates(sides[1], loss))
            for here, there, result, word in ((then, now, lost, "removed"), (now, then, gained, "added")):
                for block, fate in here.items():
                    other = there.get(block)
                    if not fate.reached or (other is not None and other.reached):
                        continue
                    at = None if other is None or other.kind == "disconnected" or not other.path else other.path[-1]
                    entry = {"loss": loss, "block": block, "at": at and (_renamed(at, ids) if result is gained else at)}
                    shown = {key: name and named(after.document, page, name) for key, name in entry.items()}
                    result.append({**shown, "reason": word if other is None else other.reason})
    return {"lost": lost, "gained": gained}


def _renamed(name: str, ids: Mapping[str, str]) -> str:
    block, rest = name.partition("/")[0].partition(".")[0], name
    return ids[block] + rest[len(block) :] if block in ids else name


def _fates(elaboration: Elaboration | None, loss: str) -> Iterator[tuple[str, Reachability]]:
    """Yield the state of each variable for a loss; nothing if the loss does not exist."""
    if elaboration is None or loss.partition(".")[0] not in elaboration.position:
        return
    try:
        yield from page_flow(elaboration, loss).variables.items()
    except DiagramError as error:
        for block in elaboration.page.blocks:
            spec = elaboration.specs.get(block.id)
            if spec is not None and (spec.variable or spec.fed):
                yield block.id, Reachability(block.id, False, None, error.message, (block.id,))
