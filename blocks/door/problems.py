"""The problems of a diagram with their quick fixes, and what an edit changes about them and about gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from blocks.analysis.checks import CheckReport, check
from blocks.analysis.gradient_flow import Reachability, page_flow
from blocks.analysis.lint import PageAdvice, lint_page
from blocks.analysis.losses import find_losses
from blocks.analysis.pins import Pins, pins_of
from blocks.base.errors import DiagramError, with_hint
from blocks.document.data import Document, Json, Page
from blocks.document.definitions import canvases
from blocks.document.model import Diagram
from blocks.document.paths import inside
from blocks.door.diagrams import elaborated, named, types_of
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.run.files import Folders
from blocks.transform.verbs.edit import Edit
from blocks.transform.verbs.fixes import follow, solution, wire_fixes

MOST_LOSSES = 4
"""The most losses of a page whose gradients are compared, the likeliest first."""
_MOST_TRIED = 4
"""Errors for which fixes are tried that need a trial; the first ones are likely to explain the others."""

Renamed = Mapping[tuple[str, str], str]
"""The new ids of blocks, by canvas and id."""


class Problem(NamedTuple):
    """An error or a lint warning, on a canvas; None is the diagram as a whole."""

    on: str | None
    block: str | None
    pin: str | None
    of: DiagramError | PageAdvice

    def name(self, block: str | None) -> str:
        """Return what the problem has in common with the same problem after an edit: the rule and the place."""
        rule = "error" if isinstance(self.of, DiagramError) else self.of.rule
        return f"{rule}@{'/'.join(filter(None, (self.on, block)))}{f'.{self.pin}' if self.pin else ''}"

    def as_json(self, name: str, fixes: Sequence[Edit] = ()) -> dict[str, Json]:
        level = "error" if isinstance(self.of, DiagramError) else "warning"
        place = {"on": self.on, "block": self.block, "pin": self.pin}
        return {"id": name, "level": level, **place, "message": self.message, "fixes": [each.text for each in fixes]}

    @property
    def message(self) -> str:
        return self.of.sentence() if isinstance(self.of, DiagramError) else with_hint(self.of.message, self.of.mend)


class Checked:
    """A diagram in one state with its check, which is made when it is first used.

    Args:
        home: the folder of the diagram's files.
    """

    def __init__(self, document: Document, home: str) -> None:
        self.document, self._home = document, home
        self._diagram = Diagram(document)

    @cached_property
    def report(self) -> CheckReport:
        try:
            return check(self._diagram, Folders(self._home).load)
        except DiagramError as error:  # a limit that stops the check as a whole
            return CheckReport([error], {}, {}, {})

    def pins(self, canvas: str) -> Pins:
        return Pins(pins_of(self.report.pages.get(canvas) or elaborated(self._diagram, canvas, self._home)))

    @cached_property
    def problems(self) -> dict[str, Problem]:
        """All problems, by their ids."""
        return self.named({})

    def named(self, renamed: Renamed) -> dict[str, Problem]:
        """Return all problems by the ids that they have after an edit that renamed blocks."""
        found = [Problem(each.canvas, each.block, each.pin, each) for each in self.report.errors]
        pages = self.report.pages.items()
        found += [Problem(page, each.block, each.pin, each) for page, item in pages for each in lint_page(item)]
        result: dict[str, Problem] = {}
        for each in found:
            base = name = each.name(_path(self.document, each.on, each.block, renamed))
            number = 2
            while name in result:
                name, number = f"{base}#{number}", number + 1
            result[name] = each
        return result

    def fixes(self, problem: Problem) -> list[Edit]:
        """Return the quick fixes of a problem, as the editor has them."""
        page = next((each for each in canvases(self.document) if each.name == problem.on), None)
        if page is None:
            return []
        find, pins = types_of(self.document), self.pins(page.name)
        if isinstance(problem.of, PageAdvice):
            edit = follow(self.document, page.name, problem.of, pins, find)
            return [] if edit is None else [edit]
        may_try = any(error is problem.of for error in self.report.errors[:_MOST_TRIED])
        made = solution(self.document, page, problem.of, find, self._errors if may_try else None)
        edits = [*wire_fixes(page, problem.of, find, pins), *([] if made is None else [Edit(*made[:2])])]
        return list({edit.text: edit for edit in edits}.values())

    def _errors(self, page: Page) -> Sequence[DiagramError]:
        composites = composites_of(self.document.composites)
        return elaborate(page, Folders(self._home).load, composites=composites).problems


def problems_json(before: Checked, after: Checked, renamed: Renamed) -> dict[str, Json]:
    """Return the new problems, those that are gone, and the number of those that are left."""
    old, now = before.named(renamed), after.problems
    new = [each.as_json(name, after.fixes(each)) for name, each in now.items() if name not in old]
    gone = [each.as_json(name) for name, each in old.items() if name not in now]
    return {"new": new, "gone": gone, "left": len(old) - len(gone)}


def _path(document: Document, canvas: str | None, path: str | None, renamed: Renamed) -> str | None:
    """Return the path of a block after an edit that renamed blocks."""
    if not renamed or path is None:
        return path
    blocks = {(page.name, block.id): block for page in canvases(document) for block in page.blocks}
    parts, result = path.split("/"), list[str]()
    while parts:
        here = (canvas or "", parts[0])
        canvas, rest = inside(blocks[here], parts[1:]) if here in blocks and len(parts) > 1 else (None, parts[1:])
        result += [renamed.get(here, parts[0]), *parts[1 : len(parts) - len(rest)]]
        parts = rest
    return "/".join(result)


def gradient_json(before: Checked, after: Checked, renamed: Renamed) -> dict[str, Json]:
    """Return the variables that an edit cut from the gradient of a loss, and those that the gradient now reaches."""
    lost, gained = list[Json](), list[Json]()
    for page in dict.fromkeys([*before.report.pages, *after.report.pages]):
        ids = {old: new for (canvas, old), new in renamed.items() if canvas == page}
        back = {new: old for old, new in ids.items()}
        sides = before.report.pages.get(page), after.report.pages.get(page)
        old, new = (() if side is None else find_losses(side)[:MOST_LOSSES] for side in sides)
        for loss in dict.fromkeys([*(_with_id(each, ids) for each in old), *new]):
            before_edit = _with_id(loss, back)
            then = {_with_id(each, ids): fate for each, fate in fates(sides[0], before_edit).items()}
            now = fates(sides[1], loss)
            for here, there, result, word in ((then, now, lost, "removed"), (now, then, gained, "added")):
                for block in [each for each, fate in here.items() if fate.reached]:
                    fate, side = there.get(block), sides[word == "removed"]
                    if fate is None:
                        names = (loss, block) if word == "removed" else (before_edit, _with_id(block, back))
                        is_there = side is not None and all(each.partition(".")[0] in side.position for each in names)
                        fate = Reachability(block, False, reason="it has an error" if is_there else word)
                    if not fate.reached:
                        at = fate.path[-1:] if fate.kind != "disconnected" else ()
                        names = (loss, block, *(_with_id(each, ids) if word == "added" else each for each in at))
                        shown = [named(after.document, page, each) for each in names]
                        at = shown[2] if at else None
                        result.append({"loss": shown[0], "block": shown[1], "reason": fate.reason, "at": at})
    return {"lost": lost, "gained": gained}


def _with_id(name: str, ids: Mapping[str, str]) -> str:
    block = name.partition("/")[0].partition(".")[0]
    return ids.get(block, block) + name[len(block) :]


def fates(elaboration: Elaboration | None, loss: str) -> Mapping[str, Reachability]:
    """Return whether the gradient of a loss reaches each variable; nothing if there is no such loss, or it failed."""
    if elaboration is None or loss.partition(".")[0] not in elaboration.values:
        return {}
    try:
        return page_flow(elaboration, loss).variables
    except DiagramError:
        return {}
