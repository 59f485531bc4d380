"""The diagrams of verbs: their files, revisions, canvases and block types, and the names of blocks in answers."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache

from blocks.base.errors import FileError, UsageError
from blocks.document.data import LOOP, Block, Document, listed, shortened
from blocks.document.file import load
from blocks.document.model import Diagram, PageView
from blocks.elaborate.bodies import pins_of_loop
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.instance_types import instance_spec
from blocks.elaborate.model import Elaboration
from blocks.elaborate.promotion import Promotion
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find
from blocks.library.similar import closest
from blocks.run.files import Folders

SUFFIX = ".gradblocks"


def check_suffix(file: str) -> None:
    """Raise UsageError for a file that is not a diagram file by its name."""
    if not file.endswith(SUFFIX):
        hint = "use `gradblocks convert` to make a diagram of another file"
        raise UsageError(f"expected a {SUFFIX} file", file=file, hint=hint)


def opened(file: str) -> Diagram:
    """Open a diagram file.

    Raises:
        UsageError: the file does not exist, or its name has another ending.
        FileError: it cannot be read, or does not contain a diagram.
    """
    check_suffix(file)
    try:
        return load(file)
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError("there is no such file", file=file) from None
    except ValueError as error:  # a NUL in the name
        raise FileError(f"the file cannot be read: {error}", file=file) from None


def revision(text: str) -> str:
    """Return the revision of a diagram: the SHA-256 of its canonical text."""
    return hashlib.sha256(text.encode()).hexdigest()


def canvas(diagram: Diagram, name: str | None) -> PageView:
    """Return the canvas with a name (``main``, ``:Dense``), or the only page; raise UsageError if there is none."""
    if name is not None:
        names = [each.name for each in (*diagram.pages, *diagram.composites)]
        if name not in names:
            hint = closest(name, names, "pages and composites")
            raise UsageError(f"there is no page or composite {shortened(name)}", hint=hint)
        return diagram.canvas(name)
    pages = [page.name for page in diagram.pages]
    if len(pages) == 1:
        return diagram.page(pages[0])
    text = f"the diagram has {len(pages)} pages: name one" if pages else "the diagram has no pages"
    raise UsageError(text, hint=f"the pages are: {listed(pages)}" if pages else None)


def block_of(page: PageView, name: str) -> Block:
    """Return a block of a canvas; raise UsageError with the similar names if there is none."""
    block = page.get(name)
    if block is None:
        hint = closest(name, [each.id for each in page.blocks], "blocks")
        raise UsageError(f"there is no block {shortened(name)}", page=page.name, block=name, hint=hint)
    return block


def named(document: Document, canvas: str, name: str) -> str:
    """Return the name of a block or pin in answers: with its canvas, unless it is on the only page."""
    return name if len(document.pages) == 1 and document.pages[0].name == canvas else f"{canvas}/{name}"


def types_of(document: Document) -> Callable[[str], BlockSpec | None]:
    """Return a lookup of the block types of a diagram, with those of its instances and loops."""
    pages = {page.name: page for page in document.composites}
    promotion = Promotion(find, pages.get)

    @cache
    def find_type(name: str) -> BlockSpec | None:
        if name.startswith(f"{LOOP}/"):
            return pins_of_loop(name, promotion)
        return instance_spec(pages[name], promotion) if name in pages else find(name)

    return find_type


def elaborated(diagram: Diagram, canvas: str, home: str | None) -> Elaboration:
    """Return the graph of a page, or of a definition by itself; ``home`` is the folder of the diagram's files."""
    composites, page = composites_of(definitions_of(diagram)), diagram.canvas(canvas).snapshot()
    if page.composite is None or composites is None:
        return elaborate(page, Folders(home).load, composites=composites)
    composites.read_file = Folders(home).load
    return composites.elaborate(page)


def home_of(file: str) -> str:
    return os.path.dirname(file) or "."
