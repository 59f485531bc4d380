"""Composites copied from block libraries into a diagram, their differences, and their updates."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from blocks.base.errors import UsageError
from blocks.base.names import free_name
from blocks.document.changes import AddPage, Change, Group, ReplacePage
from blocks.document.data import INSTANCE, Definition, Document, Page, listed, shortened
from blocks.document.definitions import contained, naming, needed, with_names
from blocks.document.packages.description import Digests, Origin, Package, inner_first, origin_of

FindPackage = Callable[[str], Package | None]
"""Gives the package of a name as it is now."""


class Used(NamedTuple):
    """The changes that let a diagram use a composite of a block library.

    Attributes:
        canvas: the instance type of the (first) composite in the diagram.
        added: the instance types of copied definitions.
        changed: the instance types of changed definitions.
        document: the diagram after the change.
        canvases: the instance types of all named composites.
    """

    change: Change
    canvas: str
    added: tuple[str, ...]
    changed: tuple[str, ...]
    document: Document
    canvases: tuple[str, ...] = ()


class Copy(NamedTuple):
    """A copied definition, with the current version in its block library.

    Attributes:
        is_edited: whether it was changed after it was copied.
        available: the current package; None if it is not installed.
        is_gone: whether the block library no longer has a composite of this name.
        differs: whether the package's definition is another one.
    """

    canvas: str
    origin: Origin
    is_edited: bool
    available: Package | None
    is_gone: bool
    differs: bool

    @property
    def is_told(self) -> bool:
        return self.differs or self.is_edited or self.is_gone or self.available is None

    def words(self) -> str:
        of = f"{self.origin.package} {self.origin.version}"
        if self.available is None:
            text = f"from {of}, which is not an available block library"
        elif self.is_gone:
            text = (
                f"from {of}; {self.available.name} {self.available.version} does not have "
                f"{self.origin.name[1:]} any more"
            )
        elif self.differs and self.available.version != self.origin.version:
            text = f"from {of}; {self.available.name} {self.available.version} has a different version of it"
        elif self.differs and not self.is_edited:
            text = f"from {of}, which has a different version of it now"
        else:
            text = f"from {of}"
        return f"{text}; edited here after it was copied" if self.is_edited else text


def use(document: Document, package: Package, *names: str) -> Used:
    """Copy definitions of a package, and those that they use, behind the composites of a diagram.

    A definition with the same content is reused. If another one has the name, the copy gets a new one.

    Raises:
        UsageError: the block library does not have the composite.
    """
    wanted = [package.definition(name).name for name in names]
    taking = _Taking(document, package, {})
    taking.take(wanted)
    canvases = tuple([taking.names[name] for name in wanted])
    return Used(Group(tuple(taking.changes())), canvases[0], taking.added(), (), taking.document(), canvases)


def copies(document: Document, find: FindPackage, only: str | None = None) -> list[Copy]:
    wanted = [page for page in document.composites if only is None or page.name == only]
    origins = [(page, origin) for page in wanted if (origin := origin_of(page)) is not None]
    if not origins:
        return []
    here = Digests(document, _original_names(document))
    packages = {name: find(name) for name in dict.fromkeys(each.package for _, each in origins)}
    there = {name: Digests(package.document) for name, package in packages.items() if package is not None}
    pages = {
        (name, page.name): page
        for name, package in packages.items()
        if package is not None
        for page in package.document.composites
    }
    copies: list[Copy] = []
    for page, origin in origins:
        package = packages[origin.package]
        original = pages.get((origin.package, origin.name))
        now = None if original is None else there[origin.package].of(original)
        is_gone = now is None and package is not None
        differs = now is not None and now != here.of(page)
        copies.append(Copy(page.name, origin, not here.fits(page, origin.sha256), package, is_gone, differs))
    return copies


def update(document: Document, copies: Iterable[Copy], names: Collection[str] | None = None) -> Used | None:
    """Update copies to the versions in their packages; None if nothing changes.

    Args:
        names: the copies to update, by instance type, with the unedited copies that they use. None: all unedited ones.
    """
    every = {copy.canvas: copy for copy in copies}
    plain = {name for name, copy in every.items() if not copy.is_edited}
    wanted = plain if names is None else {*names, *(plain & {*needed(document, *names)})}
    others = [copy for name, copy in every.items() if name in wanted and copy.differs]
    changes: list[Change] = []
    added: list[str] = []
    now = document
    for package in {copy.origin.package: copy.available for copy in others}.values():
        assert package is not None  # one that differs differs from something
        replaced = {copy.canvas: copy.origin.name for copy in others if copy.origin.package == package.name}
        taking = _Taking(now, package, replaced)
        taking.take(replaced.values())
        changes += taking.changes()
        added += taking.added()
        now = taking.document()
    changed = tuple(copy.canvas for copy in others)
    return Used(Group(tuple(changes)), changed[0], tuple(added), changed, now) if changed else None


def chosen(copies: Iterable[Copy], names: Iterable[str]) -> list[str]:
    known = {copy.canvas: copy for copy in copies}
    canvases = [INSTANCE + name.removeprefix(INSTANCE) for name in names]
    for canvas in canvases:
        copy = known.get(canvas)
        if copy is None:
            hint = f"the copies are: {listed([each[1:] for each in known]) or 'none'}"
            raise UsageError(f"{shortened(canvas[1:])} is not a copy from a block library", hint=hint)
        if copy.available is None or copy.is_gone:
            raise UsageError(f"{shortened(canvas[1:])} cannot be updated: it is {copy.words()}")
    return canvases


def _original_names(document: Document) -> dict[str, str]:
    origins = ((page.name, origin_of(page)) for page in document.composites)
    return {name: origin.name for name, origin in origins if origin is not None and origin.name != name}


class _Taking:
    """The copying of definitions from a block library into a diagram.

    Args:
        replaced: definitions of the diagram that get the content of others of the package.

    Attributes:
        names: the names of the package's definitions in the diagram.
    """

    def __init__(self, document: Document, package: Package, replaced: Mapping[str, str]) -> None:
        self.names: dict[str, str] = {}
        self._before = document
        self._targets: dict[str, list[str]] = {}
        for canvas, name in replaced.items():
            self._targets.setdefault(name, []).append(canvas)
        self._package = package
        self._pages = {page.name: page for page in document.composites}
        self._originals = _original_names(document)
        self._called: dict[str, list[str]] = {}
        for canvas in self._pages:
            if canvas not in replaced:
                self._called.setdefault(self._originals.get(canvas, canvas), []).append(canvas)
        self._naming_here, self._naming_there = naming(document), naming(package.document)
        self._here, self._there = Digests(document, self._originals), Digests(package.document)
        self._taken = {*self._pages, *(page.name for page in document.pages)}
        self._new: dict[str, Page] = {}

    def take(self, names: Iterable[str]) -> None:
        order = inner_first(self._package.document, names)
        reserved = {page.name for page in order}
        refused = set[tuple[str, str]]()
        while True:
            taken, copied = set(self._taken), dict[str, Page]()
            for page in order:
                targets = self._targets.get(page.name, [])
                same = None if targets else self._same(page, refused)
                if same is None and not targets:
                    targets = [page.name if page.name not in taken else _free(page.name, taken | reserved)]
                self.names[page.name] = same or targets[0]
                taken.update(targets)
                copied |= dict.fromkeys(targets, page)
            kept = [(page, name) for page in order if (name := self.names[page.name]) not in copied]
            # A definition may precede its custom gradient, which then is not the same.
            wrong = {(p.name, n) for p, n in kept if self._pages[n].gradient != self.names.get(p.gradient, "")}
            if not wrong:
                break
            refused |= wrong
        self._new = {canvas: self._copy(page, canvas) for canvas, page in copied.items()}

    def changes(self) -> list[Change]:
        changes: list[Change] = [ReplacePage(self._new[canvas]) for canvas in self._pages if canvas in self._new]
        return changes + [AddPage(len(self._pages) + i, self._new[each]) for i, each in enumerate(self.added())]

    def added(self) -> tuple[str, ...]:
        return tuple(canvas for canvas in self._new if canvas not in self._pages)

    def document(self) -> Document:
        return self._before._replace(composites=tuple({**self._pages, **self._new}.values()))

    def _same(self, page: Page, refused: Collection[tuple[str, str]]) -> str | None:
        """Return the definition of the diagram with the same content and the same current or original name."""
        uses = [self.names[name] for name in contained(page, self._naming_there)]
        for canvas in self._called.get(page.name, ()):
            other = self._pages[canvas]
            fits = contained(other, self._naming_here) == uses and self._here.of(other) == self._there.of(page)
            if fits and (page.name, canvas) not in refused:
                return canvas
        return None

    def _copy(self, page: Page, canvas: str) -> Page:
        origin = Origin(self._package.name, self._package.version, self._there.of(page), page.name)
        composite = (page.composite or Definition())._replace(origin=origin.as_json(canvas))
        new = ChainMap({page.name: canvas}, self.names)
        return with_names(page._replace(composite=composite), new, self._naming_there)


def _free(canvas: str, taken: Collection[str]) -> str:
    return free_name(canvas, taken, "_" if canvas[-1].isdigit() else "")
