"""The clipboard: a selection as a small diagram in text form, for pasting into other windows, emails or forums."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from blocks.base.engine_texts import sentence_of
from blocks.base.errors import DiagramError
from blocks.base.language import tr
from blocks.document import canonical
from blocks.document.data import INSTANCE, Block, Document, Page
from blocks.document.file import loads
from blocks.transform.verbs.composites import needed_by


class Fragment(NamedTuple):
    page: Page
    composites: tuple[Page, ...] = ()


def fragment_of(
    page: Page, blocks: Iterable[str], notes: Iterable[int] = (), frames: Iterable[int] = ()
) -> Page | None:
    wanted = set(blocks)
    kept = tuple(block for block in page.blocks if block.id in wanted)
    inner = tuple(w for w in page.wires if w.source.block in wanted and w.target.block in wanted)
    kept_notes = tuple(page.notes[i] for i in sorted(set(notes)) if 0 <= i < len(page.notes))
    kept_frames = tuple(page.frames[i] for i in sorted(set(frames)) if 0 <= i < len(page.frames))
    if not kept and not kept_notes and not kept_frames:
        return None
    bent = tuple(route for route in page.routes if all(end.block in wanted for end in route.wire))
    return Page(page.name.removeprefix(INSTANCE), kept, inner, kept_notes, kept_frames, routes=bent)


def copy_text(
    page: Page,
    blocks: Iterable[str],
    notes: Iterable[int] = (),
    frames: Iterable[int] = (),
    document: Document | None = None,
) -> str | None:
    """Return the clipboard text of a selection with the composites it uses; None if the selection is empty."""
    fragment = fragment_of(page, blocks, notes, frames)
    if fragment is None:
        return None
    composites = () if document is None else needed_by(document, fragment)
    return canonical.dumps(Document("", (fragment,), composites=composites))


def instance_text(document: Document, name: str) -> str:
    page = Page(name.removeprefix(INSTANCE), (Block(name.removeprefix(INSTANCE), name),))
    return canonical.dumps(Document("", (page,), composites=needed_by(document, page)))


def read_text(text: str) -> Fragment:
    """Parse blocks from clipboard text; the message of the DiagramError says what other text it is."""
    stripped = text.strip()
    if not stripped:
        raise DiagramError(tr("the clipboard is empty"))
    if not stripped.startswith("{"):
        raise DiagramError(tr("the clipboard contains text but no blocks"))
    try:
        document = loads(stripped).document
    except DiagramError as error:
        raise DiagramError(
            tr("the clipboard contains no blocks that can be pasted: {sentence}", sentence=sentence_of(error))
        ) from None
    pages = [page for page in document.pages if page.blocks or page.notes or page.frames]
    if not pages:
        raise DiagramError(tr("the diagram on the clipboard has no blocks"))
    if len(pages) > 1:
        raise DiagramError(
            tr("the diagram on the clipboard has {count} pages, but only one page can be pasted", count=len(pages)),
            hint=tr("save the text as a .gradblocks file and open the file"),
        )
    return Fragment(pages[0], document.composites)
