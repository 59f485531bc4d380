"""The description of a block library in its diagram, the origin of a copy, and libraries as they are read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.document.canonical import Defaults, definition_text
from blocks.document.data import INSTANCE, ORIGIN_FIELDS, Document, Json, Page, listed, shortened
from blocks.document.definitions import contained, cycle_text, gradient_cycles, naming, needed, references, with_names
from blocks.document.earlier_names import EARLIER
from blocks.document.packages.keys import origin_faults, package_faults
from blocks.document.reading import LoadError, read_file


class Origin(NamedTuple):
    """The origin of a copied definition.

    Attributes:
        version: the version of the package at that time.
        sha256: the digest of the definition in that package (`Digests`).
        name: the instance type in the package.
    """

    package: str
    version: str
    sha256: str
    name: str

    def as_json(self, canvas: str) -> dict[str, Json]:
        """Return the file form; it has a name only if that differs from ``canvas``."""
        result: dict[str, Json] = {"package": self.package, "version": self.version, "sha256": self.sha256}
        return result if self.name == canvas else {**result, "name": self.name[1:]}


class Package(NamedTuple):
    name: str
    version: str
    doc: str
    licence: str
    document: Document
    file: str = ""

    def definition(self, name: str) -> Page:
        canvas = INSTANCE + name.removeprefix(INSTANCE)
        for page in self.document.composites:
            if page.name == canvas:
                return page
        names = listed([page.name[1:] for page in self.document.composites], 40)
        raise UsageError(
            f"the block library {self.name!r} has no composite {shortened(canvas[1:])}",
            hint=f"the composites are: {names}",
        )


class Digests:
    """SHA-256 digests of definitions, computed from their canonical lines without the key ``from``.

    Args:
        names: replacements for the names of composites in those lines.
    """

    def __init__(self, document: Document, names: Mapping[str, str] | None = None) -> None:
        self._names = names or {}
        self._naming = naming(document)
        self._defaults = Defaults([with_names(each, self._names, self._naming) for each in document.composites])
        self._known: dict[str, str] = {}

    def of(self, page: Page) -> str:
        entry = self._known.get(page.name)
        if entry is None:
            entry = self._known[page.name] = self._digest(page)
        return entry

    def fits(self, page: Page, digest: str) -> bool:
        """Return whether a digest matches a definition, with current names or with those of an earlier version."""
        if digest == self.of(page):
            return True
        blocks = [block._replace(values=self._defaults.kept(block)) for block in page.blocks]
        return digest == self._digest(EARLIER.page(page._replace(blocks=tuple(blocks))))

    def _digest(self, page: Page) -> str:
        text = definition_text(with_names(page, self._names, self._naming), self._defaults)
        return hashlib.sha256(text.encode()).hexdigest()


def origin_of(page: Page) -> Origin | None:
    """Return the origin of a definition; None if it has none or an invalid one."""
    origin = None if page.composite is None else page.composite.origin
    if origin is None or any(origin_faults({key: origin[key] for key in ORIGIN_FIELDS if key in origin})):
        return None
    name = INSTANCE + origin.get("name", page.name[1:])
    return Origin(origin["package"], origin["version"], origin["sha256"], name)


def read_package(file: str) -> Package:
    """Read the package in a file; raise FileError, with all ``errors``, if it is not a valid package."""
    return as_package(read_file(file), file)


def as_package(document: Document, file: str) -> Package:
    package = document.package
    if package is None:
        hint = 'add "package": {"name": ..., "version": ..., "doc": ..., "licence": ...} to the diagram'
        raise LoadError(
            [DiagramError("this diagram is not a block library: it has no 'package'", file=file, hint=hint)]
        )
    faults = list(package_faults(package))
    if not document.composites:
        faults.append(DiagramError("a block library must contain at least one composite"))
    faults += _missing(document)
    faults += _cycles(document)
    if faults:
        raise LoadError([fault.located(file=file) for fault in faults])
    get = package.get
    return Package(get("name", ""), get("version", ""), get("doc", ""), get("licence", ""), document, file)


def _missing(document: Document) -> Iterator[DiagramError]:
    """Yield errors for used composites that the package lacks: in another diagram they could be anything."""
    known, names = {page.name for page in document.composites}, naming(document)
    for page in document.composites:
        if known.issuperset(references(page, names)):
            continue
        alone = [(page._replace(blocks=(block,), composite=None), block.id) for block in page.blocks]
        for part, block in [*alone, (page._replace(blocks=()), None)]:
            for name in references(part, names):
                if name not in known:
                    text = f"the block library has no composite {shortened(name.removeprefix(INSTANCE))}"
                    yield DiagramError(text, composite=page.name[1:], block=block)


def _cycles(document: Document) -> Iterator[DiagramError]:
    try:
        inner_first(document, [page.name for page in document.composites])
    except DiagramError as error:
        yield error
    for cycle in gradient_cycles(document.composites):
        yield DiagramError(f"the custom gradients form a cycle: {cycle_text(cycle)}", composite=cycle[0][1:])


def inner_first(document: Document, names: Iterable[str]) -> list[Page]:
    """Return definitions and all that they use, contained ones first; raise DiagramError on a cycle.

    Gradient composites have no order, because they may contain the composite that names them.
    """
    start = list(names)
    wanted = {*start, *needed(document, *start)}
    pages = {page.name: page for page in document.composites if page.name in wanted}
    names = naming(document)
    uses = {name: [each for each in contained(page, names) if each in pages] for name, page in pages.items()}
    try:
        return [pages[name] for name in TopologicalSorter(uses).static_order()]
    except CycleError as error:
        cycle: list[str] = error.args[1][::-1]
        text = f"{shortened(cycle[0][1:])} contains itself: {cycle_text(cycle)}"
        raise DiagramError(text, composite=cycle[0][1:]) from None
