"""The composites of a diagram: the types of blocks on expanded pages, and errors in definitions and in their uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.base.types import is_list
from blocks.document.data import Page
from blocks.document.definitions import SHARES
from blocks.elaborate.bodies import Bodies, custom_spec, no_gradient, spec_of
from blocks.elaborate.expand import CUSTOM, GIVEN, LOOP, Expander
from blocks.elaborate.instance_types import (
    MUTED,
    PIN_TYPES,
    SHARED,
    Kind,
    instance_spec,
    results_spec,
    shared_spec,
    with_kinds,
)
from blocks.elaborate.model import Elaboration, ExpandedPage, FileReader
from blocks.elaborate.muting import standing_for
from blocks.elaborate.promotion import Find
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec
from blocks.library.similar import Suggestions

_Key: TypeAlias = tuple[str | None, str | None, str]


class Composites(Expander):
    """The composites of a diagram, and their errors.

    Args:
        build: compiles an expanded page into a graph: `blocks.elaborate.elaborate`.

    Attributes:
        known_faults: the errors of definitions that were analyzed by themselves.
    """

    def __init__(
        self, pages: Iterable[Page], find: Find, build: Callable[[ExpandedPage, Composites], Elaboration]
    ) -> None:
        super().__init__(pages, find)
        self.known_faults: dict[str, list[DiagramError]] = {}
        self._specs: dict[str, BlockSpec | None] = dict(PIN_TYPES)
        self.read_file: FileReader | None = None
        self.suggest = Suggestions()
        self._build = build
        self._bodies = Bodies(self, lambda expanded: build(expanded, self), self.faults_of)

    def elaborate(self, definition: Page) -> Elaboration:
        expanded = self.expand(definition)
        assert expanded is not None
        return self._build(expanded, self)

    def faults_of(self, definition: Page) -> list[DiagramError]:
        errors = self.known_faults.get(definition.name)
        if errors is None:
            elaboration = self.elaborate(definition)
            errors = self.known_faults[definition.name] = list(elaboration.problems)
            gradient = self.canvas(definition).gradient
            given = {} if gradient is None else self.pins(gradient).inputs
            for name, pin in self.pins(definition).outputs.items() if given else ():
                value = elaboration.values.get(pin.id, {}).get("output")
                if f"grad_{name}" in given and isinstance(value, Output) and not value.dtype.is_differentiable:
                    errors.append(no_gradient(definition, f"grad_{name}", value))
        return errors

    def handed_on(self, spec: BlockSpec, given: Sequence[Any], values: Mapping[str, Any]) -> dict[str, Output]:
        """Return the inputs that a muted instance returns; raise DiagramError if an output matches none."""
        kinds = {pin.name: kind for pin, value in zip(spec.inputs, given, strict=True) if (kind := _kind(value))}
        outline = with_kinds(self.pages[spec.name], kinds, values)
        inside = self.elaborate(outline)
        outputs: dict[str, Output] = {}
        for name, pin in self.pins(outline).outputs.items():
            would_be = inside.values.get(pin.id, {}).get("output")
            if not isinstance(would_be, Output):
                raise DiagramError(f"the value of the output {name} is not known")
            outputs[name] = standing_for(name, would_be, given)
        return outputs

    def find(self, name: str) -> BlockSpec | None:
        spec = self._specs.get(name)
        if spec is None and name not in self._specs:
            spec = self._specs[name] = self._find_spec(name)
        return spec

    def _find_spec(self, name: str) -> BlockSpec | None:
        if name.startswith(SHARED):
            spec = self.find_type(name.removeprefix(SHARED))
            return None if spec is None else shared_spec(spec)
        if name.startswith((LOOP, GIVEN)):
            return spec_of(self._bodies, name)
        if name.startswith(CUSTOM):
            return custom_spec(self._bodies, self.pages[name.removeprefix(CUSTOM)])
        page = self.pages.get(name.removesuffix(MUTED))
        if page is None:
            return self.find_type(name)
        return instance_spec(page, self.promotion, name=page.name) if name.endswith(MUTED) else results_spec(page)


def _kind(value: Any) -> Kind | None:
    if isinstance(value, Output):
        return value.dtype, value.shape
    if value is None or is_list(value):
        return None
    try:
        array, dtype = to_array(value, None)
    except DiagramError:
        return None
    return dtype, array.shape


def tell(problems: Sequence[DiagramError], expansion: ExpandedPage, composites: Composites) -> list[DiagramError]:
    """Return the errors of an expanded page or definition, each once and with its proper location."""
    names = {
        alias: (path, name)
        for path, instance in expansion.instances.items()
        for name, alias in instance.inputs.items()
    } if problems else {}  # fmt: skip
    placed = [_placed(error, expansion, names) for error in problems]
    known: dict[str, dict[_Key, DiagramError]] = {}
    placed = [_innermost(error, expansion, composites, known) for error in placed]
    source = expansion.source
    if source.composite is not None:
        placed = [_of_definition(error, source.name, error.block) for error in placed]
    return list(_once(placed))


def all_definition_faults(
    composites: Composites, pages: Iterable[tuple[Page, Elaboration]], read_file: FileReader | None
) -> Iterator[tuple[Page, list[DiagramError]]]:
    """Yield the errors of each definition, used or not, including those of the definitions inside.

    Nested definitions are not all expanded, which would take quadratic time: the errors of a definition that another
    one or a page contains unchanged are found there.
    """
    composites.read_file = read_file
    known = set[str]()
    for page, elaboration in pages:
        known.update(_implied(composites, page, elaboration.problems))
    outermost = sorted(composites.pages.values(), key=lambda page: -composites.size(page).depth)
    for definition in outermost:
        if definition.name not in known:
            known.update(_implied(composites, definition, composites.faults_of(definition)))
    for definition in composites.pages.values():
        yield definition, composites.known_faults.get(definition.name, [])


def _implied(composites: Composites, page: Page, problems: Iterable[DiagramError]) -> set[str]:
    """Return the definitions whose errors all appear among those of a page that contains them.

    A definition by itself has less type information, so it has no further errors. Exceptions are instances that set a
    value or leave a pin open, and pages whose own errors prevent checks of later blocks.
    """
    results = set[str]()
    if any(error.composite is None or "/" in (error.block or "") for error in problems):
        return results
    pending = [composites.read(page) if page.composite is None else composites.canvas(page)]
    while pending:
        canvas = pending.pop()
        for block_id, definition in canvas.instances.items():
            block, wired = canvas.blocks[block_id], {wire.target.pin for wire in canvas.into.get(block_id, ())}
            as_it_is = not block.muted and not block.values and composites.pins(definition).inputs.keys() <= wired
            if as_it_is and definition.name not in results:
                results.add(definition.name)
                pending.append(composites.canvas(definition))
    return results


def _placed(error: DiagramError, expansion: ExpandedPage, pins: Mapping[str, tuple[str, str]]) -> DiagramError:
    block = error.block
    if error.composite is not None or block is None:
        return error
    if block.endswith("/"):  # the scope of an instance
        return _moved(error, block.removesuffix("/"), error.pin or "scope")
    if block in pins and error.pin in ("input", None):
        path, name = pins[block]
        return _moved(error, path, name)
    if error.pin == SHARES:
        for path in expansion.shares:
            if block.startswith(path + "/"):
                return _moved(error, path, SHARES)
    return error


def _innermost(
    error: DiagramError, expansion: ExpandedPage, composites: Composites, known: dict[str, dict[_Key, DiagramError]]
) -> DiagramError:
    """Return an error as that of the innermost definition that has it in all uses, if there is one."""
    block = error.block
    if error.composite is not None or block is None or "/" not in block:
        return error
    for path, instance in expansion.innermost(block):
        definition = instance.definition
        own = known.get(definition.name)
        if own is None:
            result = composites.faults_of(definition)
            own = known[definition.name] = {_key(each): each for each in result}
        inner = block[len(path) + 1 :]
        message = error.message.replace(path + "/", "")
        same = own.get((inner, error.pin, message))
        if same is not None:
            return _of_definition(error, ":" + (same.composite or ""), same.block, message)
    return error


def _of_definition(error: DiagramError, name: str, block: str | None, message: str | None = None) -> DiagramError:
    if error.composite is not None:
        return error
    result = _copied(error)
    result.paths = error.paths or ((error.block,) if error.block else ())
    result.composite, result.block, result.page = name[1:], block or None, None
    result.message = message or error.message
    return result


def _moved(error: DiagramError, block: str, pin: str) -> DiagramError:
    result = _copied(error)
    result.paths = (*error.paths, error.block or "")
    result.block, result.pin = block, pin
    return result


def _copied(error: DiagramError) -> DiagramError:
    result = error.__class__.__new__(error.__class__)
    result.__dict__.update(error.__dict__)
    result.args = error.args
    return result


def _once(errors: Iterable[DiagramError]) -> Iterator[DiagramError]:
    """Yield each error of a definition once, with all blocks that fail because of it."""
    first: dict[tuple[str, _Key], tuple[DiagramError, dict[str, None]]] = {}
    for error in errors:
        if error.composite is None:
            yield error
            continue
        key = error.composite, _key(error)
        if key not in first:
            result = _copied(error)
            first[key] = result, {}
            yield result
        first[key][1].update(dict.fromkeys(error.paths))
    for result, paths in first.values():
        result.paths = tuple(paths)


def _key(error: DiagramError) -> _Key:
    return error.block, error.pin, error.message
