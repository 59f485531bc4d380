"""Live evaluation: the current output of every block, recomputed only where an edit has an effect.

Nothing is committed: a write block shows the value that it would write, and variables keep their values. There are two
kinds of edits. A value that is typed into an operation is passed to the program unchanged, and the values that depend
on it are recomputed. After any other edit, the page becomes a new program. It takes over the values of all calls with
the same types, attributes and inputs as before, regardless of the names and positions of their blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from blocks.base.collection import paused_collection
from blocks.document.data import Document, Json, Page
from blocks.document.model import Diagram
from blocks.run.live.edits import Patch, patches
from blocks.run.live.program import LiveResult, Program
from blocks.run.renames import NO_RENAMES
from blocks.run.session import Session


class Live:
    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed
        self._page: Page | None = None
        self._base: Session | None = None
        self._base_steps = -1
        self._file: str | None = None
        self._inside = ""
        self._program: Program | None = None
        self.renamed = NO_RENAMES
        """The ids that blocks had in the version of the page that ``base`` ran."""

    def evaluate(
        self,
        page: Page,
        *,
        file: str | None = None,
        extra: Mapping[str, Json] | None = None,
        composites: tuple[Page, ...] = (),
        base: Session | None = None,
        inside: str = "",
        stopped: Callable[[], bool] = lambda: False,
    ) -> LiveResult:
        """Return the current outputs of a page's blocks.

        Args:
            base: the session whose variables are used; None: initial values.
            inside: the path of a loop or branch whose values are recorded.
            stopped: returns whether to give up; called before each call.
        """
        same_base = base is self._base and (base.steps if base is not None else -1) == self._base_steps
        program = self._program
        result: list[Patch] | None = None
        same_location = (file, inside) == (self._file, self._inside)
        # With composites, a value of an instance may be one of many blocks.
        if program is not None and self._page is not None and same_base and same_location and not composites:
            result = patches(program.session, self._page, page, program.index)
        if program is not None and result is not None:
            for patch in result:
                program.patch(patch)
        else:
            with paused_collection():
                program = self._rebuild(page, file, extra or {}, composites, base, inside)
        # From here on the program is that of this page, even if it is not run to its end.
        self._program, self._page, self._file, self._inside = program, page, file, inside
        self._base, self._base_steps = base, -1 if base is None else base.steps
        return program.run(stopped)

    def _rebuild(
        self,
        page: Page,
        file: str | None,
        extra: Mapping[str, Json],
        composites: tuple[Page, ...],
        base: Session | None,
        inside: str,
    ) -> Program:
        held = self._program.held() if self._program is not None else None
        diagram = Diagram(Document("", (page,), extra, composites))
        diagram.path = file
        session = Session(diagram, seed=self.seed if base is None else base.seed, inside=inside)
        session.renamed = self.renamed
        if base is not None:
            session.adopt(base)
        new = Program(session)
        if held is not None:
            new.take_over(held)
        new.index()  # now, so that the first edit is as fast as the others
        return new
