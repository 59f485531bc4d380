"""The verbs ``edit`` and ``undo``: all operations or none, with the state of the diagram afterwards."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import read_named, write_atomically
from blocks.document.canonical import dumps
from blocks.document.changes import Change, RenameBlock, parts_of
from blocks.document.data import Document, Json, Page, is_list, is_object
from blocks.document.decoding import Faults
from blocks.document.definitions import canvases, following
from blocks.document.journal import to_json
from blocks.document.merging.between import changes_between
from blocks.document.merging.diff import differences
from blocks.document.reading import read_text
from blocks.document.state import DiagramState
from blocks.document.strict_json import MAX_BYTES, parse
from blocks.door.answers import Refusal
from blocks.door.diagrams import check_suffix, home_of, named, revision
from blocks.door.history import History
from blocks.door.operations import Batch
from blocks.door.problems import Checked, gradient_json, problems_json
from blocks.door.reading import blocks_json

MOST_OPERATIONS = 10_000
_EMPTY = Document(pages=(Page("main"),))
Renamed = Mapping[tuple[str, str], str]
"""The new ids of blocks, by canvas and id."""


def parsed(data: bytes) -> Json:
    """Return the operations in a text; raise DiagramError if it is not JSON, or too large."""
    if len(data) > MAX_BYTES:
        raise DiagramError(f"the input has more than {MAX_BYTES:,} bytes, the limit")
    faults = Faults()
    result = parse(data, faults)
    for error in faults.errors:
        raise error
    return result


def edit(
    file: str, operations: Json, *, base: str | None = None, dry_run: bool = False, out: str | None = None
) -> dict[str, Any]:
    """Apply operations to a diagram, all or none, and return the changes.

    Args:
        file: the diagram; a file that does not exist is an empty diagram with the page ``main``.
        operations: a list of operations, or ``{"page": {...}}`` for a whole page.
        base: the revision that the operations are for; None: whatever the file holds.
        dry_run: write nothing.
        out: the file to write instead of ``file``.
    """
    history = _history(file, out)
    with history.lock():
        data = _content(file)
        before = _EMPTY if data is None else read_text(data, file)
        now = None if data is None else revision(dumps(before))
        if base not in (None, now):
            texts = (read_text(each) for each in history.contents())
            known = next((each for each in texts if revision(dumps(each)) == base), None)
            raise _outdated("the file does not hold the base revision; read it again", known, before, now)
        batch = Batch(before, home_of(file))
        _apply(batch, operations)
        after, text = batch.document, dumps(batch.document)
        answer = _answer(history, before, after, batch.changes, batch.renamed, file)
        answer |= {"revision": revision(text), "ids": batch.ids}
        answer["dropped"] = [[named(after, page, str(end)) for end in wire] for page, wire in batch.dropped]
        if len(text.encode()) > MAX_BYTES:
            hint = 'keep large tensors in .npy files: {"file": "weights.npy"}'
            raise FileError(f"the diagram would take more than {MAX_BYTES:,} bytes in a file", file=file, hint=hint)
        if out is not None and not dry_run:
            write_atomically(out, text.encode())
        elif batch.changes and answer["revision"] != now and not dry_run:
            if _content(file) != data:  # an editor may have saved it since
                raise FileError("another program changed the file, so it was not written", file=file)
            with history.entry(data, text.encode(), batch.renamed):
                write_atomically(file, text.encode())
    return answer


def undo(file: str) -> dict[str, Any]:
    """Restore the content of a file from before the last edit of the door, and answer as that edit did."""
    history = _history(file)
    with history.lock():
        data, last = _content(file), history.last()
        if data is None:
            raise UsageError("there is no such file", file=file)
        if last is None:
            raise DiagramError("there is no edit to undo", file=file)
        old, now = read_text(last.after, file), read_text(data, file)
        if data != last.after:
            raise _outdated("the file was changed after the last edit", old, now, revision(dumps(now)))
        before = Document() if last.before is None else read_text(last.before, file)
        renamed = {(on, new): was for (on, was), new in last.renamed.items()}
        same_names, changes = _with_ids(old, renamed)
        changes += changes_between(same_names, before)
        answer = _answer(history, old, before, changes, renamed, file)
        answer |= {"revision": None if last.before is None else revision(dumps(before)), "ids": [], "dropped": []}
        with history.undone(last):
            if last.before is None:
                os.unlink(file)
            else:
                write_atomically(file, last.before)
    return answer


def _history(*files: str | None) -> History:
    for file in filter(None, files):
        check_suffix(file)
    return History(str(files[0]))


def changed(file: str, old: bytes, new: bytes) -> dict[str, Any]:
    """Return the answer for the changes that an editor made between two contents of a file."""
    before, after = read_text(old, file), read_text(new, file)
    answer = _answer(_history(file), before, after, changes_between(before, after), {}, file)
    return {**answer, "revision": revision(dumps(after)), "dropped": []}


def _content(file: str) -> bytes | None:
    """Return the bytes of a file; None if it does not exist."""
    try:
        data = read_named(file, MAX_BYTES)
    except FileNotFoundError:
        return None
    if len(data) > MAX_BYTES:
        raise FileError(f"the file has more than {MAX_BYTES:,} bytes, the limit of a diagram", file=file)
    return data


def _outdated(text: str, old: Document | None, document: Document, now: str | None) -> Refusal:
    """Return a refusal with the difference from the expected document, if that is known."""
    lines = None if old is None else [str(each) for each in differences(old, document, layout=True)]
    hint = None if lines is None else f"it differs: {'; '.join(lines[:3])}"
    return Refusal(DiagramError(text, hint=hint or "read the file again"), revision=now, difference=lines)


def _apply(batch: Batch, operations: Json) -> None:
    with _refusing(batch):
        if is_object(operations) and operations.keys() == {"page"}:
            batch.put_page(operations["page"])
            operations = []
        if not is_list(operations):
            raise DiagramError('expected a list of operations, or {"page": {...}}')
        if len(operations) > MOST_OPERATIONS:
            raise DiagramError(f"there are {len(operations):,} operations; the limit is {MOST_OPERATIONS:,}")
    for index, operation in enumerate(operations):
        with _refusing(batch, index):
            batch.run(operation)
    with _refusing(batch):
        batch.finish()


@contextmanager
def _refusing(batch: Batch, operation: int | None = None) -> Generator[None]:
    """Turn errors into refusals, with the names of blocks that answers use."""
    try:
        yield
    except DiagramError as error:
        error.within({page.name for page in batch.document.composites})
        if error.block is not None and error.canvas is not None:
            error.block = named(batch.document, error.canvas, error.block)
        raise Refusal(error, operation) from None


def _answer(
    history: History, before: Document, after: Document, changes: Sequence[Change], renamed: Renamed, file: str
) -> dict[str, Any]:
    """Return the answer of an edit: its changes, the blocks they touch, problems and gradients."""
    old, new = Checked(_with_ids(before, renamed)[0], home_of(file)), Checked(after, home_of(file))
    blocks: dict[str, Json] = {}
    for page, gone, touched in _touched(before, after, renamed):
        blocks.update({named(after, page.name, block): None for block in gone})
        blocks |= blocks_json(after, page, touched, new.pins(page.name).blocks) if touched else {}
    return {
        "revision": None,
        "ids": [],
        "changes": [to_json(change) for change in changes],
        "blocks": blocks,
        "problems": problems_json(old, new),
        "gradient": gradient_json(old, new),
        **({"open_in_editor": True} if history.is_open_in_editor() else {}),
    }


def _with_ids(document: Document, renamed: Renamed) -> tuple[Document, list[Change]]:
    """Return a document with new ids of blocks, as far as none is in the way of another, and the changes for that."""
    state, changes = DiagramState(document), list[Change]()
    for (on, old), new in renamed.items():
        with suppress(DiagramError):
            change = following(state.snapshot(), RenameBlock(on, old, new))
            change.apply(state)
            changes += parts_of(change)
    return state.snapshot(), changes


def _touched(before: Document, after: Document, renamed: Renamed) -> Iterator[tuple[Page, list[str], set[str]]]:
    """Yield for each canvas the blocks that are gone, and those that changed or have other wires."""
    sides = [{page.name: page for page in canvases(each)} for each in (before, after)]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        old, new = (side.get(name) or Page(name) for side in sides)
        was = {renamed.get((name, block.id), block.id): block for block in old.blocks}
        there = {block.id for block in new.blocks}
        touched = {block.id for block in new.blocks if repr(block) != repr(was.get(block.id))}
        wires = Counter(old.wires), Counter(new.wires)
        ends = {end.block for wire in [*(wires[0] - wires[1]), *(wires[1] - wires[0])] for end in wire}
        yield new, [block.id for current, block in was.items() if current not in there], (touched | ends) & there
