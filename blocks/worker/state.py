"""The state of a page's run outside its worker, from which another worker can continue."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from blocks.document.data import Document, Json, Page
from blocks.document.model import Diagram
from blocks.run.session import Session
from blocks.run.state import NO_RENAMES, Renames


class PageSource(NamedTuple):
    """The page to run, frozen because another thread reads it while the user edits.

    Attributes:
        extra: the file's unknown keys.
        inside: the path of the instance whose inner results are wanted; empty: none.
        inner: values of blocks inside instances by path, which replace those in the definitions.
        renamed: the earlier ids of blocks in the version that the session ran.
        kept: the session that ran the page, with its variables; None if the page has not run.
    """

    page: Page
    extra: Mapping[str, Json]
    file: str | None
    composites: tuple[Page, ...] = ()
    inside: str = ""
    seed: int = 0
    inner: Mapping[str, Mapping[str, Json]] = MappingProxyType({})
    renamed: Renames = NO_RENAMES
    kept: SavedState | None = None

    def session(self, **options: Any) -> Session:
        """Return a new session of the page; the options are those of `Session`."""
        diagram = Diagram(Document("", (self.page,), self.extra, self.composites))
        diagram.path = self.file
        given: dict[str, Any] = {"inside": self.inside, "seed": self.seed, "inner": self.inner, **options}
        session = Session(diagram, **given)
        session.page = self.page  # the copy is another object though it says the same
        session.definitions = self.composites
        session.renamed = self.renamed
        return session


class SavedState(NamedTuple):
    """The saved state of a session; ``effects`` if it also has queues, readers or the like, which are not saved."""

    source: PageSource
    steps: int
    values: Mapping[Any, Any]
    effects: bool

    def session(self) -> Session:
        session = self.source.session()
        session.state.values.update(self.values)
        session.state.version += 1
        session.steps = self.steps
        return session
