"""The registry of block types: those of this library, and those of Python packages that the user enabled.

A type of a package is named ``package:Type``. Diagrams with only built-in types do not load packages: these are loaded
when the first name with a colon, or the list of all names, is requested.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from blocks.base.errors import DiagramError, UsageError
from blocks.graph.spec import BlockSpec
from blocks.library import index

_SHOWN = 60


_PYTORCH = "torch"
"""What `from_torch` puts before the names of operations without a block."""


class Registry:
    """The block types, by name; ``named`` are packages used beside those that the user enabled."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self.named = tuple(dict.fromkeys(named))

    @cached_property
    def packages(self) -> tuple[str, ...]:
        from blocks.library.packages import enabled

        return tuple(dict.fromkeys([*enabled().names, *self.named]))

    def with_packages(self, names: Iterable[str]) -> Registry:
        """Return a registry with more packages. Raise UsageError if one is missing or broken."""
        from blocks.library.packages import load

        registry = Registry([*self.named, *names])
        for name in registry.named:
            fault = load(name).fault
            if fault:
                raise UsageError(fault)
        return registry

    def find(self, name: str) -> BlockSpec | None:
        package, colon, _ = name.partition(":")
        return index.find(name) if not colon else self.of_package(package).get(name)

    def of_package(self, package: str) -> dict[str, BlockSpec]:
        """Return a package's block types by name; none if the package is disabled or broken."""
        if package not in self.packages:
            return {}
        from blocks.library.packages import load

        return load(package).types

    def all_names(self) -> list[str]:
        return [*index.all_names(), *(name for package in self.packages for name in self.of_package(package))]

    def all_types(self) -> list[BlockSpec]:
        return [*index.all_types(), *(each for package in self.packages for each in self.of_package(package).values())]

    def public_names(self) -> list[str]:
        return [spec.name for spec in self.all_types() if not spec.internal]

    def why_missing(self, name: str) -> DiagramError | None:
        """Return the error for a missing package type, with a fix, or None if the name has no package."""
        package, colon, kind = name.partition(":")
        if not colon or not package.isidentifier() or len(name) > _SHOWN:
            return None
        from blocks.library.packages import enabled, installed, load

        begin, enable = (
            f"block type {name!r} belongs to the plugin {package!r}",
            f"gradblocks packages enable {package}",
        )
        if package in self.packages:
            fault = load(package).fault
            if fault:
                return DiagramError(
                    f"block type {name!r} is not available: {fault}", hint="run `gradblocks packages list`"
                )
            names = ", ".join(each.partition(":")[2] for each in self.of_package(package))
            return DiagramError(f"the plugin {package!r} has no block type {kind!r}", hint=f"use one of: {names}")
        if package == _PYTORCH and package not in installed():
            return DiagramError(f"no block supports PyTorch's operation {kind}", hint="replace it with other blocks")
        if enabled().fault:
            return DiagramError(f"{begin}, but the list of enabled plugins cannot be read: {enabled().fault}")
        if package in installed():
            return DiagramError(f"{begin}, which is not enabled", hint=f"run `{enable}`")
        return DiagramError(
            f"{begin}, which is not installed", hint=(f"install the plugin with pip, and then run `{enable}`")
        )


class BuiltIn(Registry):
    """The types of this library alone: no code of packages is imported, enabled or not."""

    @cached_property
    def packages(self) -> tuple[str, ...]:
        return ()


_current = Registry()


def current() -> Registry:
    return _current


def use_registry(registry: Registry) -> None:
    global _current  # noqa: PLW0603  # what a process may import is one thing of the whole process
    _current = registry


def use_packages(*names: str) -> None:
    """Load the block types of Python packages in this process, in addition to those that the user enabled.

    The code of the packages is imported and runs with your permissions.

    Args:
        names: the names of the packages.

    Raises:
        UsageError: a package is not installed, or is broken.

    Example:
        try:
            blocks.use_packages("my_blocks")
        except blocks.DiagramError as error:
            print(error)
    """
    if names:
        use_registry(_current.with_packages(names))


def missing_text(name: str, otherwise: str) -> str:
    why = _current.why_missing(name)
    text = "" if why is None else why.sentence().removesuffix(".")
    return otherwise if why is None else f"{text[:1].upper()}{text[1:]}."


def find(name: str) -> BlockSpec | None:
    return index.find(name) if ":" not in name else _current.find(name)
