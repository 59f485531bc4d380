"""The verbs ``edit`` and ``undo``: all operations or none, and what the diagram is like afterwards."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import read_named, write_atomically
from blocks.document.canonical import dumps
from blocks.document.changes import Change, Group, RenameBlock
from blocks.document.data import Document, Json, Page, is_list, is_object
from blocks.document.decoding import Faults
from blocks.document.definitions import canvases
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
from blocks.door.problems import Checked, Renamed, gradient_json, problems_json
from blocks.door.reading import blocks_json

MOST_OPERATIONS = 10_000
_EMPTY = Document(pages=(Page("main"),))


def parsed(data: bytes) -> Json:
    """Return the operations in a text; raise DiagramError if it is not JSON, or larger than it may be."""
    if len(data) > MAX_BYTES:
        raise DiagramError(f"the input has more than {MAX_BYTES:,} bytes, the limit")
    faults = Faults()
    result = parse(data, faults)
    if faults.errors:
        raise faults.errors[0]
    return result


def edit(
    file: str, operations: Json, *, base: str | None = None, dry_run: bool = False, out: str | None = None
) -> dict[str, Any]:
    """Apply operations to a diagram, all or none, and return what changed.

    Args:
        file: the diagram; a file that does not exist is an empty diagram with the page ``main``.
        operations: a list of operations, or ``{"page": {...}}`` for a whole page.
        base: the revision that the operations are for; None: whatever the file holds.
        dry_run: write nothing.
        out: the file to write instead of ``file``.

    Raises:
        UsageError: a file name is not one of a diagram.
        DiagramError: the input is refused, the file holds another revision, or it cannot be read or written.
    """
    check_suffix(file)
    if out is not None:
        check_suffix(out)
    history = History(file)
    with history.lock():
        data = _content(file)
        before = _EMPTY if data is None else read_text(data, file)
        now = None if data is None else revision(dumps(before))
        if base is not None and base != now:
            raise _stale(history, base, before, now)
        batch = Batch(before, home_of(file))
        _apply(batch, operations)
        after = batch.document
        text = dumps(after)
        answer: dict[str, Any] = {
            "revision": revision(text),
            "ids": batch.ids,
            **_answer(before, after, batch.changes, batch.renamed, home_of(file)),
            "dropped": [[named(after, page, str(end)) for end in wire] for page, wire in batch.dropped],
        }
        if history.is_open_in_editor():
            answer["open_in_editor"] = True
        if not dry_run and (out is not None or (batch.changes and answer["revision"] != now)):
            _write(history, file, data, text.encode(), out, batch.renamed)
    return answer


def undo(file: str) -> dict[str, Any]:
    """Put back what a file held before the last edit of the door, and answer as that edit did.

    Raises:
        UsageError: the file does not exist, or its name is not one of a diagram.
        DiagramError: there is nothing to undo, the file was changed since, or it cannot be read or written.
    """
    check_suffix(file)
    history = History(file)
    with history.lock():
        data = _content(file)
        if data is None:
            raise UsageError("there is no such file", file=file)
        last = history.last()
        if last is None:
            raise DiagramError("there is no edit to undo", file=file)
        old = read_text(last.after, file)
        if data != last.after:
            new = read_text(data, file)
            lines = [str(each) for each in differences(old, new, layout=True)]
            error = DiagramError("the file was changed after the last edit", hint="undo that change where it was made")
            raise Refusal(error, revision=revision(dumps(new)), difference=lines)
        before = Document() if last.before is None else read_text(last.before, file)
        state, renamed = DiagramState(old), {(on, new): was for (on, was), new in last.renamed.items()}
        changes: list[Change] = [RenameBlock(on, new, was) for (on, new), was in renamed.items()]
        with suppress(DiagramError):  # of several renames, one may be in the way of another
            Group(tuple(changes)).apply(state)
        changes = changes if state.snapshot() != old else []
        changes += changes_between(state.snapshot(), before)
        answer: dict[str, Any] = {
            "revision": None if last.before is None else revision(dumps(before)),
            "ids": [],
            **_answer(old, before, changes, renamed, home_of(file)),
            "dropped": [],
        }
        if history.is_open_in_editor():
            answer["open_in_editor"] = True
        history.drop(last)
        if last.before is not None:
            write_atomically(file, last.before)
        else:
            os.unlink(file)
    return answer


def _content(file: str) -> bytes | None:
    """Return the bytes of a file; None if it does not exist."""
    try:
        data = read_named(file, MAX_BYTES)
    except FileNotFoundError:
        return None
    if len(data) > MAX_BYTES:
        raise FileError(f"the file has more than {MAX_BYTES:,} bytes, the limit of a diagram", file=file)
    return data


def _stale(history: History, base: str, document: Document, now: str | None) -> Refusal:
    texts = (read_text(each) for each in history.contents())
    old = next((each for each in texts if revision(dumps(each)) == base), None)
    lines = None if old is None else [str(each) for each in differences(old, document, layout=True)]
    hint = "read the file again" if lines is None else "adapt the operations to the difference, or read the file again"
    error = DiagramError("the file does not hold the base revision", hint=hint)
    return Refusal(error, revision=now, difference=lines)


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
        error.within(batch.state.composites)
        if error.block is not None and error.canvas is not None:
            error.block = named(batch.document, error.canvas, error.block)
        raise Refusal(error, operation) from None


def _answer(
    before: Document, after: Document, changes: Sequence[Change], renamed: Renamed, home: str
) -> dict[str, Json]:
    """Return what an edit changed: the changes, the blocks they touch, problems and gradients."""
    old, new = Checked(before, home), Checked(after, home)
    blocks: dict[str, Json] = {}
    for name, gone, touched in _touched(before, after, renamed):
        blocks.update({named(after, name, block): None for block in gone})
        if touched:
            page = next(each for each in canvases(after) if each.name == name)
            blocks.update(blocks_json(after, page, touched, new.pins(name).blocks))
    return {
        "changes": [to_json(change) for change in changes],
        "blocks": blocks,
        "problems": problems_json(old, new, renamed),
        "gradient": gradient_json(old, new, renamed),
    }


def _touched(before: Document, after: Document, renamed: Renamed) -> Iterator[tuple[str, list[str], set[str]]]:
    """Yield for each canvas the blocks that are gone, and those that changed or have other wires."""
    sides = [{page.name: page for page in canvases(each)} for each in (before, after)]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        old, new = (side.get(name) or Page(name) for side in sides)
        if old == new:
            continue
        was = {renamed.get((name, block.id), block.id): block for block in old.blocks}
        there = {block.id for block in new.blocks}
        touched = {block.id for block in new.blocks if repr(block) != repr(was.get(block.id))}
        wires = Counter(old.wires), Counter(new.wires)
        ends = {end.block for wire in [*(wires[0] - wires[1]), *(wires[1] - wires[0])] for end in wire}
        gone = [block.id for current, block in was.items() if current not in there]
        yield name, gone, (touched | ends) & there


def _write(history: History, file: str, before: bytes | None, after: bytes, out: str | None, renamed: Renamed) -> None:
    if len(after) > MAX_BYTES:
        hint = 'keep large tensors in .npy files: {"file": "weights.npy"}'
        raise FileError(
            f"the diagram would take {len(after):,} bytes in a file; the limit is {MAX_BYTES:,}", file=file, hint=hint
        )
    if out is not None:
        write_atomically(out, after)
        return
    if _content(file) != before:  # an editor may have saved it since
        raise FileError("another program changed the file, so it was not written", file=file)
    history.push(before, after, renamed)
    try:
        write_atomically(file, after)
    except FileError:
        entry = history.last()
        if entry is not None:
            history.drop(entry)
        raise
