"""The operations of the verb ``edit``: each is applied to a diagram as changes of the document, or refused."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from blocks.base.errors import DiagramError
from blocks.document import changes as c
from blocks.document.block_names import BlockNames, check_type, names_of
from blocks.document.canonical import Defaults
from blocks.document.data import (
    INSTANCE,
    Block,
    Document,
    Endpoint,
    Json,
    Note,
    Page,
    Wire,
    is_list,
    is_object,
    listed,
    parse_endpoint,
    position,
    shortened,
)
from blocks.document.decoding import Faults, read_composite, read_page
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, following, instances, users
from blocks.document.earlier_names import TODAY
from blocks.document.layout.page_layout import rows_by_type
from blocks.document.merging.between import page_changes
from blocks.document.model import Diagram
from blocks.document.paths import resolve_path
from blocks.document.state import DiagramState, PageState
from blocks.document.unknown_keys import unknown_in_page
from blocks.door.diagrams import named, types_of
from blocks.door.placing import boxes_of, places
from blocks.door.problems import Checked
from blocks.library.similar import closest
from blocks.transform.verbs.blocks import frame_selection
from blocks.transform.verbs.composites import composite_of, make_composite, with_defaults
from blocks.transform.verbs.edit import Names, tidy
from blocks.transform.verbs.expanding import check_expandable, expand_instance
from blocks.transform.verbs.free_space import Box
from blocks.transform.verbs.trial import replace_type
from blocks.transform.verbs.wires import routes_after

Given = Mapping[str, Any]
ELIDED = "elided"
"""The only key of an object that stands for a large tensor in a shortened answer."""
_BELOW = 16.0
"""The distance of a note from the block above it."""

KEYS: Mapping[str, str] = {
    "add_block": "on? type id? values?:object at?:position near?",
    "remove_block": "on? id",
    "set": "on? block value to:any",
    "unset": "on? block value",
    "wire": "on? from to",
    "unwire": "on? to from?",
    "rename": "on? block to",
    "replace": "on? block type",
    "mute": "on? block to:boolean",
    "frame": "on? blocks:list title",
    "note": "on? text near",
    "add_page": "name",
    "remove_page": "name",
    "add_composite": "name doc? values?:list blocks?:list wires?:list notes?:list frames?:list",
    "remove_composite": "name",
    "make_composite": "on? blocks:list name",
    "expand": "on? block",
    "fix": "problem choice?:index",
}
"""The keys of each operation beside ``op``, with the kinds of their values; a string if none is named."""

_KINDS: Mapping[str, tuple[Callable[[Json], bool], str]] = {
    "": (lambda value: type(value) is str, "a string"),
    "any": (lambda value: True, ""),
    "object": (is_object, "an object"),
    "list": (is_list, "a list"),
    "boolean": (lambda value: type(value) is bool, "true or false"),
    "index": (lambda value: type(value) is int, "an integer"),
    "position": (lambda value: position(value) is not None, "two finite numbers [x, y]"),
}


def operation_of(given: Json) -> str:
    """Return the name of an operation; raise DiagramError if it does not exist, or its keys are wrong."""
    op = given.get("op") if is_object(given) else None
    if type(op) is not str:
        raise DiagramError('an operation must be an object with a string "op"', hint=f"use one of {', '.join(KEYS)}")
    if op not in KEYS:
        raise _missing("operation", op, KEYS)
    known = {key.rstrip("?"): (key, kind) for key, _, kind in (each.partition(":") for each in KEYS[op].split())}
    for key in given:
        if key != "op" and key not in known:
            raise DiagramError(f"{op} has no key {shortened(key)}", hint=closest(key, list(known), f"keys of {op}"))
    for name, (key, kind) in known.items():
        fits, what = _KINDS[kind]
        if name not in given and key == name:
            raise DiagramError(f"{op} needs the key {name!r}", hint=f"the keys of {op} are: {', '.join(known)}")
        if name in given and not fits(given[name]):
            raise DiagramError(f"{name!r} of {op} must be {what}")
    return op


class Batch:
    """The operations of one edit, applied to a copy of a document.

    Args:
        home: the folder of the diagram's files.

    Attributes:
        changes: the changes in order.
        ids: the ids of blocks that the operations made.
        dropped: the wires that went without being named, with their canvas.
        renamed: the new ids of blocks that were there before, by canvas and id.
    """

    def __init__(self, document: Document, home: str) -> None:
        self.state = DiagramState(document)
        self.changes: list[c.Change] = []
        self.ids: list[str] = []
        self.dropped: list[tuple[str, Wire]] = []
        self.renamed: dict[tuple[str, str], str] = {}
        self._home = home
        self._unplaced: dict[str, dict[str, str]] = {}  # the new blocks by canvas, and what they belong beside
        self._additions: list[tuple[Given, str, list[str]]] = []  # frames and notes, for when all have their positions
        self._names: dict[str, Names] = {}

    @property
    def document(self) -> Document:
        return self.state.snapshot()

    def run(self, given: Json) -> None:
        """Apply an operation; raise DiagramError if it is refused."""
        op = operation_of(given)
        act: Callable[..., None] = getattr(self, f"_{op}")
        act(self._canvas(given.get("on")), given) if "on?" in KEYS[op] else act(given)

    def _do(self, change: c.Change) -> None:
        change.apply(self.state)
        self.changes += c.parts_of(change)

    def _edit(self, change: c.Change) -> None:
        """Apply a change with those that follow it in the editor: of promoted defaults and of reroute points."""
        bent = [canvas.snapshot() for canvas in self.state.canvases() if canvas.routes]
        self._do(with_defaults(change, self._definition))
        for page in bent:
            canvas = self.state.canvas(page.name)
            more = None if canvas is None else routes_after(page, canvas.snapshot())
            if more is not None:
                self._do(more)

    def _definition(self, name: str) -> Page | None:
        composite = self.state.composites.get(name)
        return None if composite is None else composite.snapshot()

    def _canvas(self, name: str | None) -> PageState:
        pages = self.state.pages
        if name is None and len(pages) != 1:
            hint = f'name one with "on": {listed(pages) or "none"}'
            raise DiagramError(f"the diagram has {len(pages)} pages", hint=hint)
        canvas = next(iter(pages.values())) if name is None else self.state.canvas(name)
        if canvas is None:
            raise _missing("page or composite", name or "", [*pages, *self.state.composites])
        return canvas

    def _block(self, canvas: PageState, name: str) -> Block:
        block = canvas.blocks.get(name)
        if block is not None:
            return block
        error = _missing("block", name, canvas.blocks).located(block=name, page=canvas.name)
        if "/" in name:
            with suppress(DiagramError):
                there, inner = resolve_path(Diagram(self.document), canvas.name, name)
                error.hint = f'use "on": "{there}" and the id {inner!r}'
        raise error

    def _blocks(self, canvas: PageState, ids: Sequence[Json]) -> list[str]:
        if not ids or not all(type(each) is str for each in ids):
            raise DiagramError("'blocks' must be a list of ids of blocks that is not empty")
        return [self._block(canvas, each).id for each in ids]

    def _names_of(self, block: Block) -> BlockNames | None:
        return names_of(block.type, block.values, self.state.composites)

    @contextmanager
    def _at(self, canvas: PageState, block: Block) -> Generator[None]:
        try:
            yield
        except DiagramError as error:
            raise error.located(block=block.id, page=canvas.name) from None

    def _check_values(self, canvas: PageState, block: Block, names: Iterable[str]) -> None:
        known = self._names_of(block)
        with self._at(canvas, block):
            if known is not None:
                known.check_values([TODAY.name(block.type, name) for name in names])

    # -- Blocks -------------------------------------------------------------------------------------------------------

    def _add_block(self, canvas: PageState, given: Given) -> None:
        kind, values, name = TODAY.type(given["type"]), given.get("values", {}), given.get("id")
        check_type(kind, self.state.composites)
        _refuse_elided(values.values())
        if canvas.name not in self._names:
            self._names[canvas.name] = Names(canvas.blocks)
        while name is None or ("id" not in given and name in canvas.blocks):
            name = self._names[canvas.name].for_type(kind)
        x, y = given.get("at", (0, 0))
        block = Block(name, kind, (x, y), values)
        self._check_values(canvas, block, values)
        near = self._block(canvas, given["near"]).id if "near" in given else ""
        self._do(c.AddBlocks(canvas.name, ((len(canvas.blocks), block),)))
        self.ids.append(name)
        if "at" not in given:
            self._unplaced.setdefault(canvas.name, {})[name] = near

    def _remove_block(self, canvas: PageState, given: Given) -> None:
        block = self._block(canvas, given["id"]).id
        lost = [i for i, wire in enumerate(canvas.wires) if block in (wire.source.block, wire.target.block)]
        self._drop(canvas, lost)
        self._edit(c.RemoveItems(canvas.name, "wires", tuple(lost)))
        self._do(c.RemoveBlocks(canvas.name, (block,)))

    def _drop(self, canvas: PageState, indices: Iterable[int]) -> None:
        self.dropped += [(canvas.name, canvas.wires[i]) for i in indices]

    def _set(self, canvas: PageState, given: Given) -> None:
        block, name, value = self._block(canvas, given["block"]), given["value"], given["to"]
        _refuse_elided([value])
        if name not in block.values:
            self._check_values(canvas, block._replace(values={**block.values, name: value}), [name])
        self._follow(c.SetValue(canvas.name, block.id, name, value))

    def _unset(self, canvas: PageState, given: Given) -> None:
        block, name = self._block(canvas, given["block"]), given["value"]
        if name in block.values or TODAY.name(block.type, name) in block.values:
            self._follow(c.UnsetValue(canvas.name, block.id, name))
        else:
            self._check_values(canvas, block, [name])

    def _follow(self, change: c.RenameBlock | c.SetValue | c.UnsetValue) -> None:
        """Apply a change, and if it names a block or a pin, those of all that refer to it."""
        names = isinstance(change, c.RenameBlock) or change.name == "name"
        self._edit(following(self.document, change) if names else change)

    def _rename(self, canvas: PageState, given: Given) -> None:
        old, new, on = self._block(canvas, given["block"]).id, given["to"], canvas.name
        self._follow(c.RenameBlock(on, old, new))
        first = next((then for (page, then), now in self.renamed.items() if (page, now) == (on, old)), old)
        self.renamed[on, first] = new
        self.ids = [new if each == old else each for each in self.ids]
        near = self._unplaced.get(on, {})
        self._unplaced[on] = {new if a == old else a: new if b == old else b for a, b in near.items()}
        for _, canvas_of, blocks in self._additions:
            blocks[:] = [new if canvas_of == on and each == old else each for each in blocks]

    def _replace(self, canvas: PageState, given: Given) -> None:
        kind, block = TODAY.type(given["type"]), self._block(canvas, given["block"]).id
        check_type(kind, self.state.composites)
        edit = replace_type(canvas.snapshot(), block, kind, types_of(self.document))
        if edit is not None:
            for part in c.parts_of(edit.change):
                self._drop(canvas, part.places if isinstance(part, c.RemoveItems) else ())
            self._edit(edit.change)

    def _mute(self, canvas: PageState, given: Given) -> None:
        block = self._block(canvas, given["block"])
        if block.muted is not given["to"]:
            self._do(c.SetField(canvas.name, block.id, "muted", given["to"]))

    # -- Wires --------------------------------------------------------------------------------------------------------

    def _end(self, canvas: PageState, text: str) -> tuple[Endpoint, Block]:
        end = parse_endpoint(text)
        block = self._block(canvas, end.block)
        return end._replace(pin=TODAY.name(block.type, end.pin)), block

    def _into(self, canvas: PageState, end: Endpoint) -> list[int]:
        """Return the indices of the wires into a pin, under each of its names."""
        block = canvas.blocks.get(end.block)
        known = None if block is None else self._names_of(block)
        pin = None if known is None else known.inputs.get(end.pin)
        names = [] if known is None else [name for name, each in known.inputs.items() if each is pin]
        return [i for i, (_, to) in enumerate(canvas.wires) if to.block == end.block and to.pin in (end.pin, *names)]

    def _wire(self, canvas: PageState, given: Given) -> None:
        (source, start), (target, block) = self._end(canvas, given["from"]), self._end(canvas, given["to"])
        outputs, inputs = self._names_of(start), self._names_of(block)
        with self._at(canvas, start):
            if outputs is not None:
                outputs.output(source.pin, inputs)
        with self._at(canvas, block):
            if inputs is not None:
                inputs.check_input(target.pin)
                pin = inputs.inputs.get(target.pin)
                present = [] if pin is not None and pin.is_list else self._into(canvas, target)
                if present:
                    hint = f"unwire {canvas.wires[present[0]].source} first"
                    raise DiagramError(f"{target} takes one wire and has one", pin=target.pin, hint=hint)
        self._do(c.AddItems(canvas.name, "wires", ((len(canvas.wires), Wire(source, target)),)))

    def _unwire(self, canvas: PageState, given: Given) -> None:
        target, source = parse_endpoint(given["to"]), parse_endpoint(given["from"]) if "from" in given else None
        if target.block in canvas.blocks or not self._into(canvas, target):
            target, _ = self._end(canvas, given["to"])
        into = self._into(canvas, target)
        gone = [i for i in into if source in (None, canvas.wires[i].source)]
        if not gone:
            names = listed([str(canvas.wires[i].source) for i in into])
            hint = f"the wires into it are from {names}" if names else "nothing is wired to it"
            text = f"there is no such wire into {target}"
            raise DiagramError(text, page=canvas.name, block=target.block, pin=target.pin, hint=hint)
        self._edit(c.RemoveItems(canvas.name, "wires", tuple(gone)))

    # -- Notes, frames and canvases -----------------------------------------------------------------------------------

    def _frame(self, canvas: PageState, given: Given) -> None:
        self._additions.append((given, canvas.name, self._blocks(canvas, given.get("blocks") or [given.get("near")])))

    _note = _frame

    def _add_page(self, given: Given) -> None:
        self._do(c.AddPage(len(self.state.pages), Page(given["name"])))

    def _remove_page(self, given: Given) -> None:
        if given["name"] not in self.state.pages:
            raise _missing("page", given["name"], self.state.pages)
        self._do(c.RemovePage(given["name"]))

    def _add_composite(self, given: Given) -> None:
        raw = {key: value for key, value in given.items() if key != "op"}
        page = _read(raw, is_definition=True)
        _refuse_elided(value for block in page.blocks for value in block.values.values())
        self._check_keys(page, None)
        self._do(c.AddPage(len(self.state.composites), page))
        self._note_new(raw, page)

    def _remove_composite(self, given: Given) -> None:
        name, document = INSTANCE + given["name"].removeprefix(INSTANCE), self.document
        if name not in self.state.composites:
            raise _missing("composite", name[1:], [each[1:] for each in self.state.composites])
        used = [named(document, *each) for each in instances(document, name)] or users(document).get(name, [])
        if used:
            raise DiagramError(f"the composite {name[1:]} is still used", hint=f"{listed(used)} must be removed first")
        self._do(c.RemovePage(name))

    def _make_composite(self, canvas: PageState, given: Given) -> None:
        blocks, find, boxes = self._blocks(canvas, given["blocks"]), types_of(self.document), self._boxes(canvas)
        made = make_composite(self.document, canvas.snapshot(), blocks, find, boxes, name=given["name"])
        if made is None:
            return
        self._edit(made.change)
        near, new = self._unplaced.get(canvas.name, {}), self.state.composites[INSTANCE + given["name"]]
        inside = {each: near.pop(each) for each in dict.fromkeys(blocks) if each in near}
        self._unplaced[new.name] = inside
        if len(inside) == len({*blocks}):  # none has a position that says where the instance and its pins belong
            near[made.ids[0]] = ""
            self._unplaced[new.name] = dict.fromkeys(new.blocks, "")
        self.ids += made.ids

    def _expand(self, canvas: PageState, given: Given) -> None:
        block, find, page = self._block(canvas, given["block"]), types_of(self.document), canvas.snapshot()
        check_expandable(page, block.id)
        definition = composite_of(self.document, block)
        if definition is None:
            raise DiagramError("the block is not an instance of a composite", page=page.name, block=block.id)
        made = expand_instance(page, block.id, definition, find, self._boxes(canvas))
        self._edit(made.change)
        self.ids += made.ids

    def _boxes(self, canvas: PageState) -> dict[str, Box]:
        document = self.document
        return boxes_of(canvas.snapshot(), types_of(document), rows_by_type(document.composites))

    def _fix(self, given: Given) -> None:
        checked = Checked(self.document, self._home)
        problem = checked.problems.get(given["problem"])
        if problem is None:
            raise _missing("problem", given["problem"], checked.problems)
        fixes = checked.fixes(problem)
        choice: int = given.get("choice", 0)
        if not 0 <= choice < len(fixes):
            text = f"the problem has {len(fixes)} fixes, so there is no choice {choice}"
            text = text if fixes else "the problem has no automatic fix"
            raise DiagramError(text, page=problem.on, block=problem.block, pin=problem.pin, hint=problem.message)
        change: c.Change = fixes[choice].change
        for part in c.parts_of(change):
            if isinstance(part, c.AddBlocks):
                self.ids += [block.id for _, block in part.items]
                self._unplaced.setdefault(part.page, {}).update({block.id: "" for _, block in part.items})
        self._edit(change)

    # -- Whole pages, and what comes last -----------------------------------------------------------------------------

    def put_page(self, raw: Json) -> None:
        """Make a page, or a definition, what is given; blocks without a position keep theirs."""
        name = raw.get("name") if is_object(raw) else None
        if type(name) is not str:
            raise DiagramError("'page' must be an object with a string 'name'")
        is_definition = self._is_definition(name, raw)
        raw = {**raw, "name": name.removeprefix(INSTANCE)} if is_definition else raw
        new = TODAY.page(_read(raw, is_definition=is_definition))
        canvas = self.state.canvas(new.name)
        old = None if canvas is None else canvas.snapshot()
        self._check_keys(new, old)
        there = {} if old is None else {block.id: block for block in old.blocks}
        given = {each["id"]: each for each in raw.get("blocks", ())}
        blocks = [_as_it_was(block, there.get(block.id), "at" in given[block.id]) for block in new.blocks]
        new = new._replace(blocks=tuple(blocks))
        defaults = Defaults(self.document.composites)
        changes = (
            [c.AddPage(len(self.state.pages), new)] if old is None else page_changes(old, new, (defaults, defaults))
        )
        for change in list(changes):
            self._do(change)
        self._note_new(raw, new, there)

    def _is_definition(self, name: str, raw: Given) -> bool:
        """Return whether a whole page is a definition: the list in which a file has it is not part of it."""
        if name in self.state.pages or INSTANCE + name.removeprefix(INSTANCE) not in self.state.composites:
            return False
        blocks: list[Json] = raw["blocks"] if is_list(raw.get("blocks")) else []
        kinds = [each.get("type") for each in blocks if is_object(each)]
        keys = raw.keys() & {"doc", "values", "gradient", "from"}
        return name.startswith(INSTANCE) or bool(keys) or INPUT_PIN in kinds or OUTPUT_PIN in kinds

    def _check_keys(self, new: Page, old: Page | None) -> None:
        """Raise DiagramError for an unknown key, unless the page has it already."""
        known = set[str]() if old is None else {error.message for error in unknown_in_page(old)}
        for error in unknown_in_page(new):
            if error.message not in known:
                raise error

    def _note_new(self, raw: Given, page: Page, there: Iterable[str] = ()) -> None:
        """Note which blocks of a canvas that was given as in a file are new, and which need a position."""
        new = [each for each in raw.get("blocks", ()) if each["id"] not in there]
        self.ids += [each["id"] for each in new]
        self._unplaced.setdefault(page.name, {}).update({each["id"]: "" for each in new if "at" not in each})

    def finish(self) -> None:
        """Place the new blocks without a position, and then add frames around blocks and notes beside them."""
        document = self.document
        find, rows = types_of(document), rows_by_type(document.composites)
        for name, waiting in self._unplaced.items():
            canvas = self.state.canvas(name)
            near = {} if canvas is None else {each: by for each, by in waiting.items() if each in canvas.blocks}
            if canvas is not None and near:
                for block, at in places(canvas.snapshot(), near, near, find, rows).items():
                    if at != canvas.blocks[block].at:
                        self._do(c.SetField(name, block, "at", at))
        for given, name, blocks in self._additions:
            canvas = self.state.canvas(name)
            boxes = {} if canvas is None else self._boxes(canvas)
            around = {block: boxes[block] for block in blocks if block in boxes}
            if canvas is not None and around and given["op"] == "frame":
                edit = frame_selection(canvas.snapshot(), around, given["title"])
                self._do(c.Group(()) if edit is None else edit.change)
            elif canvas is not None and around:
                x, y, _, height = next(iter(around.values()))
                note = Note(tidy(x, y + height + _BELOW), given["text"])
                self._do(c.AddItems(name, "notes", ((len(canvas.notes), note),)))


def _missing(what: str, name: str, known: Iterable[str]) -> DiagramError:
    return DiagramError(f"there is no {what} {shortened(name)}", hint=closest(name, list(known), f"{what}s"))


def _read(raw: Mapping[str, Json], *, is_definition: bool) -> Page:
    faults = Faults()
    page = (read_composite if is_definition else read_page)(raw, 1, faults)
    if faults.errors or page is None:
        raise faults.errors[0]
    return page


def _is_elided(value: Json) -> bool:
    return is_object(value) and value.keys() == {ELIDED}


def _refuse_elided(values: Iterable[Json]) -> None:
    if any(map(_is_elided, values)):
        raise DiagramError("an elided value can be given back only in a whole page", hint="give the whole value")


def _as_it_was(block: Block, old: Block | None, is_placed: bool) -> Block:
    """Return a block of a whole page with the position and the elided values that it had."""
    values = dict(block.values)
    for name in [name for name, value in values.items() if _is_elided(value)]:
        if old is None or name not in old.values:
            raise DiagramError("an elided value stands for one that the block has", block=block.id, pin=name)
        values[name] = old.values[name]
    return block._replace(values=values, at=old.at if old is not None and not is_placed else block.at)
