"""The diagram API: the current state, and one method that changes it.

`Block`, `Wire`, `Page` and `Document` objects are immutable snapshots and can be read from any thread. A `PageView`
always shows the current state of its page, and its methods apply changes.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from blocks.base.collection import paused_collection
from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import write_atomically
from blocks.base.names import free_number
from blocks.base.types import Array
from blocks.base.web_page import notebook_html
from blocks.document.data import (
    INSTANCE,
    Block,
    Definition,
    Document,
    Endpoint,
    Frame,
    Json,
    Note,
    Page,
    Position,
    PromotedValue,
    Wire,
    listed,
    parse_endpoint,
)
from blocks.document.earlier_names import TODAY
from blocks.document.python_values import array_form, attribute_value, file_value
from blocks.document.state import DiagramState, Kind, PageState
from blocks.document.strict_json import MAX_BYTES

if TYPE_CHECKING:
    from blocks.document.block_names import BlockNames
    from blocks.document.changes import Change
    from blocks.document.packages.copies import Copy

# What edits a diagram and what writes it is imported when that is done: a run only reads.

__all__ = ["Block", "CompositeView", "Diagram", "Document", "Endpoint", "Frame", "Note", "Page", "PageView", "Wire"]


class Diagram:
    """A diagram: an ordered list of pages, and composites. ``Diagram()`` is an empty diagram.

    Attributes:
        document: the content, as immutable data.
        path: the file that it was loaded from or saved to, or None.
        revision: a number that increases with each change.

    Example:
        diagram = blocks.Diagram()
        page = diagram.add_page("main")
        page.add("Const", id="A", val=[[1.0, 2.0]])
        page.add("Square", id="square")
        page.wire("A", "square.x")
        diagram.save("square.gradblocks")
    """

    def __init__(self, document: Document | None = None) -> None:
        self._state = DiagramState(document or Document())
        self._views: dict[PageState, PageView] = {}
        self.path: str | None = None
        self.revision = 0

    def apply(self, change: Change) -> Change:
        """Apply a change and return its inverse.

        Raises:
            DiagramError: the change cannot be applied to this diagram. The diagram is not modified.
        """
        try:
            inverse = change.apply(self._state)
        except DiagramError as error:
            error.within(self._state.composites)
            raise
        self.revision += 1
        return inverse

    @property
    def title(self) -> str:
        """The title of the diagram."""
        return self._state.title

    @property
    def extra(self) -> Mapping[str, Json]:
        """The unknown keys of the file's outermost object."""
        return self._state.extra

    @property
    def pages(self) -> tuple[PageView, ...]:
        """The pages, in order."""
        return tuple(self._view(state) for state in self._state.pages.values())

    @property
    def composites(self) -> tuple[CompositeView, ...]:
        """The composites, in order."""
        return tuple(self._composite(state) for state in self._state.composites.values())

    @property
    def package(self) -> Mapping[str, Json] | None:
        """The description of the diagram as a block library, as stored in the file; None if it is not one."""
        return self._state.package

    @property
    def document(self) -> Document:
        """An immutable snapshot of the diagram."""
        return self._state.snapshot()

    def page(self, name: str) -> PageView:
        """Return the page with the given name.

        Raises:
            UsageError: the page does not exist.
        """
        state = self._state.pages.get(name)
        if state is None:
            names = listed(self._state.pages) or "none"
            raise UsageError(f"there is no page {name!r}", hint=f"the pages are: {names}")
        return self._view(state)

    def composite(self, name: str) -> CompositeView:
        """Return the composite with the given name (``"Dense"``) or instance type (``":Dense"``).

        Raises:
            UsageError: the composite does not exist.
        """
        state = self._state.composites.get(INSTANCE + name.removeprefix(INSTANCE))
        if state is None:
            names = listed([each[1:] for each in self._state.composites]) or "none"
            raise UsageError(f"there is no composite {name!r}", hint=f"the composites are: {names}")
        return self._composite(state)

    def canvas(self, name: str) -> PageView:
        """Return the page with the given name, or the canvas of a composite (``":Dense"``).

        Raises:
            UsageError: there is no such canvas.
        """
        return self.composite(name) if name in self._state.composites else self.page(name)

    def add_composite(self, name: str, doc: str = "", gradient: str = "") -> CompositeView:
        """Append an empty composite.

        Args:
            name: its name. The type of its instances is the name after a colon, such as ``":Dense"``.
            doc: its description.
            gradient: the gradient composite, ``"RoundGrad"`` or ``":RoundGrad"``, which you can add later. Empty: the
                composite has no custom gradient, and its blocks are differentiated.

        Raises:
            DiagramError: the name is taken or not valid.
        """
        from blocks.document.changes import AddPage

        canvas = Page(INSTANCE + name, composite=Definition(doc, gradient=_canvas_name(gradient)))
        self.apply(AddPage(len(self._state.composites), canvas))
        return self.composite(name)

    def use(self, package: str, name: str) -> CompositeView:
        """Copy a composite and the composites that it uses from a block library, unless the diagram already has it.

        Args:
            package: the name or file (``"layers.gradblocks"``) of the block library.
            name: the name of the composite. If the diagram has another composite of this name, the copy gets a number.

        Raises:
            UsageError: the block library does not exist, or does not contain the composite.
            FileError: the block library cannot be read.
        """
        from blocks.document.packages.copies import use
        from blocks.document.packages.folders import find_package

        used = use(self.document, find_package(package), name)
        if used.added:
            self.apply(used.change)
        return self.composite(used.canvas)

    def copies(self) -> list[Copy]:
        """Return the composites that were copied from block libraries, each with the library's current version."""
        from blocks.document.packages.copies import copies
        from blocks.document.packages.folders import usable

        return copies(self.document, usable().get)

    def update(self, *names: str) -> tuple[str, ...]:
        """Update copied composites from their block libraries, and return the names of those that changed.

        Args:
            names: the composites to update, together with the copies that they use. Without names, all copies that were
                not edited are updated.

        Raises:
            UsageError: a named composite is not a copy, or its block library no longer contains it.
        """
        from blocks.document.packages.copies import chosen, update

        result = self.copies()
        used = update(self.document, result, chosen(result, names) if names else None)
        if used is None:
            return ()
        self.apply(used.change)
        return tuple(canvas[1:] for canvas in used.changed)

    def add_page(self, name: str) -> PageView:
        """Append an empty page.

        Raises:
            DiagramError: the name is taken or not valid.
        """
        from blocks.document.changes import AddPage

        self.apply(AddPage(len(self._state.pages), Page(name)))
        return self.page(name)

    def _repr_html_(self) -> str | None:
        return notebook_html(self)

    def dumps(self) -> str:
        """Return the canonical text of the diagram file."""
        from blocks.document import canonical

        return canonical.dumps(self.document)

    def save(self, path: str | os.PathLike[str], *, layout: bool = True) -> None:
        """Write the diagram to a file atomically.

        Args:
            path: the file.
            layout: if the diagram has never been loaded or saved, lay out the pages whose blocks are all at the same
                position.

        Raises:
            FileError: the file cannot be written. An existing file is not modified.
        """
        if layout and self.path is None:
            lay_out_pages(self)
        data = self.dumps().encode()
        if len(data) > MAX_BYTES:
            raise FileError(
                f"the diagram would take {len(data):,} bytes in a file; the limit is {MAX_BYTES:,}",
                file=os.fspath(path),
                hint='keep large tensors in .npy files: {"file": "weights.npy"}',
            )
        write_atomically(path, data)
        self.path = os.fspath(path)

    def _view(self, state: PageState) -> PageView:
        view = self._views.get(state)
        if view is None:
            if len(self._views) > len(self._state.pages) + len(self._state.composites):  # pages have gone
                alive = set(self._state.canvases())
                self._views = {old: kept for old, kept in self._views.items() if old in alive}
            kind = PageView if state.composite is None else CompositeView
            view = self._views[state] = kind(self, state, self._state.composites)
        return view

    def _composite(self, state: PageState) -> CompositeView:
        return cast("CompositeView", self._view(state))


class PageView:
    """A page of a diagram in its current state. `blocks.Session` runs it.

    ``Diagram.page`` and ``Diagram.add_page`` return pages.
    """

    def __init__(self, diagram: Diagram, state: PageState, composites: Mapping[str, PageState]) -> None:
        self._diagram = diagram
        self._state = state
        self._composites = composites
        self._next_number: dict[str, int] = {}

    @property
    def diagram(self) -> Diagram:
        """The diagram of the page."""
        return self._diagram

    @property
    def name(self) -> str:
        """The name of the page."""
        return self._state.name

    @property
    def revision(self) -> int:
        """A number that grows with each change of the page."""
        return self._state.revision

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks, in file order."""
        return self.snapshot().blocks

    @property
    def wires(self) -> tuple[Wire, ...]:
        """The wires, in file order."""
        return self.snapshot().wires

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes, in file order."""
        return self.snapshot().notes

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames, in file order."""
        return self.snapshot().frames

    @property
    def extra(self) -> Mapping[str, Json]:
        """The unknown keys of the page's object in the file."""
        return self._state.extra

    def _repr_html_(self) -> str | None:
        return notebook_html(self)

    def snapshot(self) -> Page:
        """Return an immutable snapshot of the page. It is the same object until the page changes."""
        return self._state.snapshot()

    def get(self, block_id: str) -> Block | None:
        """Return the block with an id, or None."""
        return self._state.blocks.get(block_id)

    def block(self, block_id: str) -> Block:
        """Return the block with an id.

        Raises:
            UsageError: the block does not exist.
        """
        block = self._state.blocks.get(block_id)
        if block is None:
            raise self._located(UsageError(f"there is no block {block_id!r}"))
        return block

    def wires_into(self, block_id: str, pin: str | None = None) -> tuple[Wire, ...]:
        """Return the wires into an input pin, or into all input pins of a block, in file order."""
        return self._state.wires_into(block_id, pin)

    def wires_from(self, block_id: str, pin: str | None = None) -> tuple[Wire, ...]:
        """Return the wires from an output pin, or from all output pins of a block, in file order."""
        return self._state.wires_from(block_id, pin)

    def apply(self, change: Change) -> Change:
        """Apply a change to the diagram and return its inverse.

        Raises:
            DiagramError: the change does not fit, or the page is no longer part of the diagram. Nothing is modified.
        """
        try:
            is_there = self._diagram.canvas(self.name) is self
        except UsageError:
            is_there = False
        if not is_there:
            raise DiagramError(f"the page {self.name!r} was removed from its diagram")
        return self._diagram.apply(change)

    def add(self, type: str, /, *, id: str | None = None, at: Sequence[float] | Array = (0, 0), **values: Any) -> Block:
        """Append a block and return it.

        Args:
            type: the block type, such as ``"MatMul"``.
            id: the name of the block on the page; None: a new name such as ``"MatMul1"``.
            at: the position [x, y] on the canvas.
            values: attributes and input values: Python values, NumPy arrays or dtypes. An array keeps its dtype if the
                block type has an attribute for it, as Const and Variable do. A dtype is ``np.float32``, ``"float32"``
                or another name of NumPy or TensorFlow.

        Raises:
            UsageError: the block type, an attribute or an input does not exist.
            DiagramError: the id is taken or not valid, or a value cannot be stored in a file.

        Example:
            page = blocks.Diagram().add_page("main")
            page.add("Placeholder", id="x", dtype=np.float32, shape=[None, 2])
        """
        from blocks.document.block_names import check_type
        from blocks.document.changes import AddBlocks

        type = TODAY.type(type)
        name = self._fresh_id(type) if id is None else id
        with self._locating(id):
            check_type(type, self._composites)
        converted = self._converted(Block(name, type, (0, 0), {}), values)
        location: Position = tuple(file_value(at))

        self.apply(AddBlocks(self.name, ((len(self._state.blocks), Block(name, type, location, converted)),)))
        return self.block(name)

    def set(self, block_id: str, **values: Any) -> Change:
        """Set attributes and input values of a block, as in `add`, and return the inverse change.

        Raises:
            UsageError: the block, an attribute or an input does not exist.
            DiagramError: a value cannot be stored in a file.
        """
        from blocks.document.changes import Group, SetValue

        converted = self._converted(self.block(block_id), values)
        return self.apply(Group(tuple(SetValue(self.name, block_id, key, value) for key, value in converted.items())))

    def _converted(self, block: Block, values: Mapping[str, Any]) -> dict[str, Json]:
        """Return the file form of a block's new values; unknown names that the block has from a file can be set."""
        both = {**block.values, **values}
        names = self._names(block._replace(values=both))
        known: Mapping[str, Any] = {} if names is None else names.values
        today = {key: TODAY.name(block.type, key) for key in values}
        with self._locating(block.id):
            if names is not None:
                names.check_values([name for key, name in today.items() if key not in block.values])
            given = {**values, **array_form(block.type, both)}
            return {key: attribute_value(known.get(today.get(key, key)), value) for key, value in given.items()}

    def wire(self, source: str, target: str) -> Wire:
        """Connect an output pin to an input pin and return the wire: ``page.wire("A.output", "v.a")``.

        The name of a block as the source means its output pin if it has exactly one. As the target, it means the only
        free input that fits: an input without a wire and without a typed value. An input that takes a list is always
        free.

        Raises:
            UsageError: a block or a pin does not exist, or the name of a block does not determine a pin.

        Example:
            page = blocks.Diagram().add_page("main")
            page.add("Const", id="A", val=[1.0, 2.0])
            page.add("Square", id="square")
            page.wire("A", "square")
        """
        from blocks.document.block_names import free_input

        begin = self._source(source)
        start, block = self.block(begin.block), self.block(target.partition(".")[0])
        from_names, to_names = self._names(start), self._names(block)
        with self._locating(start.id):
            output = from_names and from_names.output(TODAY.name(start.type, begin.pin), to_names)
        with self._locating(block.id):
            if "." not in target:
                target = f"{target}.{free_input(self._state, self._composites, begin, output, block)}"
            end = self._end(target)
            if to_names is not None:
                to_names.check_input(TODAY.name(block.type, end.pin))
        self._append("wires", len(self._state.wires), Wire(begin, end))
        return self._state.wires[-1]

    def minimize(
        self,
        loss: str,
        *,
        learning_rate: float | str,
        optimizer: str = "sgd",
        id: str = "train",
        variables: Sequence[str] = (),
        **values: Any,
    ) -> Block:
        """Append a Minimize block, which trains the variables that a loss depends on, and return it.

        Args:
            loss: the loss, as a block or ``block.pin``. If it has several elements, their sum is minimized.
            learning_rate: a number, or the block or pin that computes it.
            optimizer: the optimizer, such as ``"sgd"``, ``"adam"`` or ``"AdamW"``.
            id: the name of the new block.
            variables: the Variable blocks to train; empty: all trainable variables that the loss depends on.
            values: other attributes of Minimize, such as ``beta1``.

        Raises:
            UsageError: a block, pin, optimizer or attribute does not exist.
            DiagramError: the id is taken or not valid.

        Example:
            page = blocks.Diagram().add_page("main")
            page.add("Variable", id="w", initvalues=[3.0, 4.0])
            page.add("L2Loss", id="loss")
            page.wire("w", "loss")
            page.minimize("loss", learning_rate=0.1, optimizer="adam")
        """
        from blocks.library.training.minimize import Minimize, optimizer_named

        pins = [(loss, "loss"), *((each, "variables") for each in variables)]
        if isinstance(learning_rate, str):
            pins.append((learning_rate, "learning_rate"))
        else:
            values["learning_rate"] = learning_rate
        for source, _ in pins:
            self._source(source)
        with self._locating(id):
            values["optimizer"] = optimizer_named(optimizer)
        self.add(Minimize.name, id=id, **values)
        for source, pin in pins:
            self.wire(source, f"{id}.{pin}")
        return self.block(id)

    def note(self, text: str, *, at: Sequence[float] | Array = (0, 0), size: Sequence[float] | None = None) -> Note:
        """Add a text to the canvas at [x, y]; without a size [width, height], it has the size of its text."""
        note = Note(tuple(file_value(at)), text, None if size is None else tuple(file_value(size)))
        self._append("notes", len(self.notes), note)
        return note

    def frame(
        self, title: str, *, at: Sequence[float] | Array = (0, 0), size: Sequence[float], color: str | None = None
    ) -> Frame:
        """Add a titled rectangle behind the blocks, at [x, y] with the size [width, height] and a color such as
        ``"#4ea1d3"``.
        """
        frame = Frame(tuple(file_value(at)), tuple(file_value(size)), title, color)
        self._append("frames", len(self.frames), frame)
        return frame

    def _append(self, kind: Kind, count: int, item: Wire | Note | Frame) -> None:
        from blocks.document.changes import AddItems

        self.apply(AddItems(self.name, kind, ((count, item),)))

    def remove(self, *block_ids: str) -> Change:
        """Remove blocks with their wires, and return the inverse change.

        Raises:
            DiagramError: a block does not exist.
        """
        from blocks.document.changes import Group, RemoveBlocks, RemoveItems

        gone = set(block_ids)
        indices = [i for i, w in enumerate(self._state.wires) if w.source.block in gone or w.target.block in gone]
        return self.apply(
            Group((RemoveItems(self.name, "wires", tuple(indices)), RemoveBlocks(self.name, tuple(block_ids))))
        )

    def _names(self, block: Block) -> BlockNames | None:
        from blocks.document.block_names import names_of

        return names_of(block.type, block.values, self._composites)

    def _source(self, text: str) -> Endpoint:
        """Return an output pin, which the name of a block means if the block has exactly one."""
        if "." in text:
            return self._end(text)
        start = self.block(text)
        names = self._names(start)
        result = [] if names is None else list(dict.fromkeys(pin.name for pin in names.outputs.values()))
        if len(result) == 1:
            return self._end(f"{text}.{result[0]}")
        reason = f"the pin must be named, because there is no block type {start.type!r}"
        if names is not None:
            reason = f"{names.type} has {len(result) or 'no'} output pins"
        hint = f"name one of: {', '.join(f'{text}.{pin}' for pin in result)}" if result else None
        raise self._located(UsageError(reason, hint=hint), text)

    def _end(self, text: str) -> Endpoint:
        with self._locating(None):
            end = parse_endpoint(text)
        self.block(end.block)
        return end

    @contextmanager
    def _locating(self, block: str | None) -> Generator[None]:
        try:
            yield
        except DiagramError as error:
            raise self._located(error, block) from None

    def _located(self, error: DiagramError, block: str | None = None) -> DiagramError:
        error.located(block=block, page=self.name)
        return error if self._state.composite is None else error.within([self.name])

    def _fresh_id(self, type_name: str) -> str:
        base = id_stem(type_name)
        name = free_number(base, self._state.blocks, self._next_number.get(base, 1))
        self._next_number[base] = int(name[len(base) :]) + 1
        return name


class CompositeView(PageView):
    """The definition of a composite in its current state: a canvas like a page, named by its instances' type."""

    @property
    def definition(self) -> Definition:
        """The properties of the composite besides its canvas, immutable."""
        assert self._state.composite is not None
        return self._state.composite

    @property
    def doc(self) -> str:
        """The description of the composite."""
        return self.definition.doc

    @property
    def gradient(self) -> str:
        """The gradient composite, such as ``":RoundGrad"``; empty if the composite has no custom gradient.

        You can also assign ``"RoundGrad"``, or None to remove the custom gradient.
        """
        return self.definition.gradient

    @gradient.setter
    def gradient(self, name: str | None) -> None:
        from blocks.document.changes import SetDefinition

        self.apply(SetDefinition(self.name, "gradient", _canvas_name(name)))

    @property
    def values(self) -> tuple[PromotedValue, ...]:
        """The promoted values, which instances can set."""
        return self.definition.values

    @property
    def origin(self) -> Mapping[str, Json] | None:
        """The package that the composite was copied from, as stored in the file; None if it was not copied."""
        return self.definition.origin

    def add_value(self, name: str, default: Any = None, sets: Sequence[str] = (), doc: str = "") -> PromotedValue:
        """Promote a value, so that instances can set it.

        Args:
            name: the name of the value at the instance.
            default: the value of instances that do not set it: a Python value as in `add`.
            sets: the inner values that it sets, such as ``["units.val"]``.
            doc: a description.

        Raises:
            DiagramError: the name is taken or not valid, or the default cannot be stored in a file.
        """
        from blocks.document.changes import SetDefinition

        with self._locating(None):
            value = PromotedValue(name, file_value(default), tuple(sets), doc)
        self.apply(SetDefinition(self.name, "values", (*self.values, value)))
        return value


def _canvas_name(composite: str | None) -> str:
    return INSTANCE + composite.removeprefix(INSTANCE) if composite else ""


def only_page(diagram: Diagram) -> PageView:
    pages = diagram.pages
    if len(pages) != 1:
        names = listed([page.name for page in pages])
        text = f"the diagram has {len(pages)} pages: name the page to run" if pages else "the diagram has no pages"
        raise UsageError(text, hint=f"the pages are: {names}" if pages else None)
    return pages[0]


def id_stem(type_name: str) -> str:
    return "".join(c for c in type_name.rpartition(":")[2] if c.isalnum() or c == "_") or "Block"


def layout(page: PageView) -> Change:
    """Arrange all blocks of a page from left to right along its wires, and return the inverse change.

    Args:
        page: the page, which is modified.

    Example:
        page = blocks.load("a_times_b.gradblocks").pages[0]
        undo = blocks.layout(page)
        page.apply(undo)
    """
    return _lay_out(page.diagram, [page])[0]


def lay_out_pages(diagram: Diagram) -> bool:
    from blocks.document.layout.page_layout import is_piled

    piled = [page for page in (*diagram.composites, *diagram.pages) if is_piled(page.snapshot())]
    return bool(_lay_out(diagram, piled))


def _lay_out(diagram: Diagram, pages: Sequence[PageView]) -> list[Change]:
    # Block types have a say in it, and few programs need it.
    from blocks.document.layout.page_layout import laid_out, rows_by_type

    rows_of = rows_by_type(each.snapshot() for each in diagram.composites)
    with paused_collection():
        return [page.apply(laid_out(page.snapshot(), rows_of)) for page in pages]
