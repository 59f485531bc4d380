"""The operations of the verb ``edit``: each is applied to a diagram as changes of the document, or refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
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
    Page,
    Wire,
    is_list,
    is_object,
    listed,
    parse_endpoint,
    shortened,
)
from blocks.document.decoding import Faults, read_composite, read_page
from blocks.document.definitions import INPUT_PIN, OUTPUT_PIN, canvases, following, instances, users
from blocks.document.earlier_names import TODAY
from blocks.document.forms import check_form
from blocks.document.merging.between import page_changes
from blocks.document.model import Diagram, PageView
from blocks.document.paths import resolve_path
from blocks.document.unknown_keys import unknown_in_page
from blocks.door.diagrams import block_of, canvas, named, types_of
from blocks.door.placing import boxes_of, places
from blocks.door.problems import Checked
from blocks.library.similar import closest
from blocks.transform.verbs.blocks import frame_selection
from blocks.transform.verbs.composites import composite_of, make_composite, with_defaults
from blocks.transform.verbs.edit import Names, tidy
from blocks.transform.verbs.expanding import check_expandable, expand_instance
from blocks.transform.verbs.trial import replace_type
from blocks.transform.verbs.wires import routes_after

Given = Mapping[str, Any]
ELIDED = "elided"
"""The only key of an object that replaces a large tensor in a shortened answer."""
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


def operation_of(given: Json) -> str:
    """Return the name of an operation; raise DiagramError if it does not exist, or its keys are wrong."""
    op = given.get("op") if is_object(given) else None
    if type(op) is not str:
        raise DiagramError('an operation must be an object with a string "op"', hint=f"use one of {', '.join(KEYS)}")
    if op not in KEYS:
        raise _missing("operation", op, KEYS)
    check_form(op, given, f"op {KEYS[op]}")
    return op


class Batch(Diagram):
    """A diagram to which the operations of one edit are applied.

    Args:
        home: the folder of the diagram's files.

    Attributes:
        changes: the changes in order.
        ids: the ids of blocks that the operations made.
        dropped: the wires that went without being named, with their canvas.
        renamed: the new ids of blocks that were there before, by canvas and id.
    """

    def __init__(self, document: Document, home: str) -> None:
        super().__init__(document)
        self.changes: list[c.Change] = []
        self.ids: list[str] = []
        self.dropped: list[tuple[str, Wire]] = []
        self.renamed: dict[tuple[str, str], str] = {}
        self._home = home
        self._unplaced: dict[str, dict[str, str]] = {}  # the new blocks by canvas, with their neighbors
        self._additions: list[tuple[Given, str, list[str]]] = []  # frames and notes, for when all have their positions
        self._names: dict[str, Names] = {}

    def run(self, given: Json) -> None:
        """Apply an operation; raise DiagramError if it is refused."""
        op = operation_of(given)
        act: Callable[..., None] = getattr(self, f"_{op}")
        if "on?" not in KEYS[op]:
            return act(given)
        on = canvas(self, given.get("on"))
        try:
            act(on, given)
        except DiagramError as error:
            raise error.located(block=given.get("block", given.get("id")), page=on.name) from None

    def apply(self, change: c.Change) -> c.Change:
        """Apply a change with those that follow it in the editor: of promoted defaults and of reroute points."""
        bent = [page for page in canvases(self.document) if page.routes]
        inverse = self._do(with_defaults(change, {page.name: page for page in self.document.composites}.get))
        for page in bent:
            more = routes_after(page, self.canvas(page.name).snapshot())
            if more is not None:
                self._do(more)
        return inverse

    def _do(self, change: c.Change) -> c.Change:
        self.changes += c.parts_of(change)
        return super().apply(change)

    def _block(self, on: PageView, name: str) -> Block:
        try:
            return block_of(on, name)
        except DiagramError as error:
            if "/" in name:
                with suppress(DiagramError):
                    there, inner = resolve_path(self, on.name, name)
                    error.hint = f'use "on": "{there}" and the id {inner!r}'
            raise

    def _blocks(self, on: PageView, ids: Sequence[Json]) -> list[str]:
        if not ids or not all(type(each) is str for each in ids):
            raise DiagramError("'blocks' must be a list of ids of blocks that is not empty")
        return [self._block(on, each).id for each in ids]

    def _names_of(self, block: Block) -> BlockNames | None:
        return names_of(block.type, block.values, self._state.composites)

    def _check_values(self, block: Block, names: Iterable[str]) -> None:
        known = self._names_of(block)
        if known is not None:
            known.check_values([TODAY.name(block.type, name) for name in names])

    # -- Blocks -------------------------------------------------------------------------------------------------------

    def _add_block(self, on: PageView, given: Given) -> None:
        kind, values, name = TODAY.type(given["type"]), given.get("values", {}), given.get("id")
        check_type(kind, self._state.composites)
        _refuse_elided(values.values())
        if on.name not in self._names:
            self._names[on.name] = Names(on.snapshot())
        while name is None or ("id" not in given and on.get(name) is not None):
            name = self._names[on.name].for_type(kind)
        x, y = given.get("at", (0, 0))
        block = Block(name, kind, (x, y), values)
        self._check_values(block, values)
        near = self._block(on, given["near"]).id if "near" in given else ""
        self._do(c.AddBlocks(on.name, ((len(on.blocks), block),)))
        self.ids.append(name)
        if "at" not in given:
            self._unplaced.setdefault(on.name, {})[name] = near

    def _remove_block(self, on: PageView, given: Given) -> None:
        block = self._block(on, given["id"]).id
        self.dropped += [(on.name, wire) for wire in on.wires if block in (wire.source.block, wire.target.block)]
        on.remove(block)

    def _set(self, on: PageView, given: Given) -> None:
        block, name, value = self._block(on, given["block"]), given["value"], given["to"]
        _refuse_elided([value])
        if name not in block.values:
            self._check_values(block._replace(values={**block.values, name: value}), [name])
        self._follow(c.SetValue(on.name, block.id, name, value))

    def _unset(self, on: PageView, given: Given) -> None:
        block, name = self._block(on, given["block"]), given["value"]
        if name in block.values or TODAY.name(block.type, name) in block.values:
            self._follow(c.UnsetValue(on.name, block.id, name))
        else:
            self._check_values(block, [name])

    def _follow(self, change: c.RenameBlock | c.SetValue | c.UnsetValue) -> None:
        """Apply a change, and if it names a block or a pin, those of all that refer to it."""
        names = isinstance(change, c.RenameBlock) or change.name == "name"
        self.apply(following(self.document, change) if names else change)

    def _rename(self, on: PageView, given: Given) -> None:
        old, new, page = self._block(on, given["block"]).id, given["to"], on.name
        self._follow(c.RenameBlock(page, old, new))
        first = next((then for (name, then), now in self.renamed.items() if (name, now) == (page, old)), old)
        self.renamed[page, first] = new
        self.ids = [new if each == old else each for each in self.ids]
        near = self._unplaced.get(page, {})
        self._unplaced[page] = {new if a == old else a: new if b == old else b for a, b in near.items()}
        for _, name, blocks in self._additions:
            blocks[:] = [new if name == page and each == old else each for each in blocks]

    def _replace(self, on: PageView, given: Given) -> None:
        kind, block = TODAY.type(given["type"]), self._block(on, given["block"]).id
        check_type(kind, self._state.composites)
        edit = replace_type(on.snapshot(), block, kind, types_of(self.document))
        if edit is not None:
            for part in c.parts_of(edit.change):
                lost = part.places if isinstance(part, c.RemoveItems) else ()
                self.dropped += [(on.name, on.wires[i]) for i in lost]
            self.apply(edit.change)

    def _mute(self, on: PageView, given: Given) -> None:
        block = self._block(on, given["block"])
        if block.muted is not given["to"]:
            self._do(c.SetField(on.name, block.id, "muted", given["to"]))

    # -- Wires --------------------------------------------------------------------------------------------------------

    def _end(self, on: PageView, text: str) -> tuple[Endpoint, Block]:
        end = parse_endpoint(text)
        block = self._block(on, end.block)
        return end._replace(pin=TODAY.name(block.type, end.pin)), block

    def _into(self, on: PageView, end: Endpoint) -> list[int]:
        """Return the indices of the wires into a pin, under each of its names."""
        block = on.get(end.block)
        known = None if block is None else self._names_of(block)
        pin = None if known is None else known.inputs.get(end.pin)
        names = [] if known is None else [name for name, each in known.inputs.items() if each is pin]
        return [i for i, (_, to) in enumerate(on.wires) if to.block == end.block and to.pin in (end.pin, *names)]

    def _wire(self, on: PageView, given: Given) -> None:
        (source, _), (target, block) = self._end(on, given["from"]), self._end(on, given["to"])
        known = self._names_of(block)
        pin = None if known is None else known.inputs.get(target.pin)
        present = [] if known is None or (pin is not None and pin.is_list) else self._into(on, target)
        if present:
            hint = f"unwire {on.wires[present[0]].source} first"
            raise DiagramError(
                f"{target} takes one wire and has one", block=block.id, page=on.name, pin=target.pin, hint=hint
            )
        on.wire(str(source), str(target))

    def _unwire(self, on: PageView, given: Given) -> None:
        target, source = parse_endpoint(given["to"]), parse_endpoint(given["from"]) if "from" in given else None
        if on.get(target.block) is not None or not self._into(on, target):
            target, _ = self._end(on, given["to"])
        into = self._into(on, target)
        gone = [i for i in into if source in (None, on.wires[i].source)]
        if not gone:
            names = listed([str(on.wires[i].source) for i in into])
            hint = f"the wires into it are from {names}" if names else "nothing is wired to it"
            text = f"there is no such wire into {target}"
            raise DiagramError(text, page=on.name, block=target.block, pin=target.pin, hint=hint)
        self.apply(c.RemoveItems(on.name, "wires", tuple(gone)))

    # -- Notes, frames and canvases -----------------------------------------------------------------------------------

    def _frame(self, on: PageView, given: Given) -> None:
        self._additions.append((given, on.name, self._blocks(on, given.get("blocks") or [given.get("near")])))

    _note = _frame

    def _add_page(self, given: Given) -> None:
        self.add_page(given["name"])

    def _remove_page(self, given: Given) -> None:
        if given["name"] not in self._state.pages:
            raise _missing("page", given["name"], self._state.pages)
        self._do(c.RemovePage(given["name"]))

    def _add_composite(self, given: Given) -> None:
        raw = {key: value for key, value in given.items() if key != "op"}
        page = _read(raw, is_definition=True)
        _refuse_elided(value for block in page.blocks for value in block.values.values())
        self._check_keys(page, None)
        self._do(c.AddPage(len(self._state.composites), page))
        self._note_new(raw, page)

    def _remove_composite(self, given: Given) -> None:
        name, document = INSTANCE + given["name"].removeprefix(INSTANCE), self.document
        if name not in self._state.composites:
            raise _missing("composite", name[1:], [each[1:] for each in self._state.composites])
        used = [named(document, *each) for each in instances(document, name)] or users(document).get(name, [])
        if used:
            raise DiagramError(f"the composite {name[1:]} is still used", hint=f"{listed(used)} must be removed first")
        self._do(c.RemovePage(name))

    def _make_composite(self, on: PageView, given: Given) -> None:
        blocks, find, page = self._blocks(on, given["blocks"]), types_of(self.document), on.snapshot()
        made = make_composite(self.document, page, blocks, find, boxes_of(self.document, page), name=given["name"])
        if made is None:
            return
        self.apply(made.change)
        near, new = self._unplaced.get(on.name, {}), self._state.composites[INSTANCE + given["name"]]
        inside = {each: near.pop(each) for each in dict.fromkeys(blocks) if each in near}
        self._unplaced[new.name] = inside
        if len(inside) == len({*blocks}):  # none has a position that says where the instance and its pins belong
            near[made.ids[0]] = ""
            self._unplaced[new.name] = dict.fromkeys(new.blocks, "")
        self.ids += made.ids

    def _expand(self, on: PageView, given: Given) -> None:
        block, find, page = self._block(on, given["block"]), types_of(self.document), on.snapshot()
        check_expandable(page, block.id)
        definition = composite_of(self.document, block)
        if definition is None:
            raise DiagramError("the block is not an instance of a composite", page=page.name, block=block.id)
        made = expand_instance(page, block.id, definition, find, boxes_of(self.document, page))
        self.apply(made.change)
        self.ids += made.ids

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
        self.apply(change)

    # -- Whole pages, and the end -------------------------------------------------------------------------------------

    def put_page(self, raw: Json) -> None:
        """Replace a page or a definition by the given one; blocks without a position keep theirs."""
        name = raw.get("name") if is_object(raw) else None
        if type(name) is not str:
            raise DiagramError("'page' must be an object with a string 'name'")
        is_definition = self._is_definition(name, raw)
        raw = {**raw, "name": name.removeprefix(INSTANCE)} if is_definition else raw
        new = TODAY.page(_read(raw, is_definition=is_definition))
        old = next((each for each in canvases(self.document) if each.name == new.name), None)
        self._check_keys(new, old)
        there = {} if old is None else {block.id: block for block in old.blocks}
        given = {each["id"]: each for each in raw.get("blocks", ())}
        blocks = [_as_it_was(block, there.get(block.id), "at" in given[block.id]) for block in new.blocks]
        new = new._replace(blocks=tuple(blocks))
        defaults = Defaults(self.document.composites)
        changes = [c.AddPage(len(self.pages), new)] if old is None else page_changes(old, new, (defaults, defaults))
        for change in list(changes):
            self._do(change)
        self._note_new(raw, new, there)

    def _is_definition(self, name: str, raw: Given) -> bool:
        """Return whether a whole page is a definition: the list in which a file has it is not part of it."""
        if name in self._state.pages or INSTANCE + name.removeprefix(INSTANCE) not in self._state.composites:
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
        for page in canvases(document):
            old, waiting = {block.id: block.at for block in page.blocks}, self._unplaced.get(page.name, {})
            new = {block: near for block, near in waiting.items() if block in old}
            for block, at in (places(document, page, new) if new else {}).items():
                if at != old[block]:
                    self._do(c.SetField(page.name, block, "at", at))
        for given, name, blocks in self._additions:
            page = next((each for each in canvases(self.document) if each.name == name), Page(name))
            boxes = boxes_of(self.document, page)
            around = {block: boxes[block] for block in blocks if block in boxes}
            if around and given["op"] == "frame":
                edit = frame_selection(page, around, given["title"])
                self._do(c.Group(()) if edit is None else edit.change)
            elif around:
                x, y, _, height = next(iter(around.values()))
                self.canvas(name).note(given["text"], at=tidy(x, y + height + _BELOW))


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
            raise DiagramError("an elided value is only possible where the block has a value", block=block.id, pin=name)
        values[name] = old.values[name]
    return block._replace(values=values, at=old.at if old is not None and not is_placed else block.at)
