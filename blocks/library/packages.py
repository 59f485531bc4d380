"""Python packages with block types: installed ones, enabled ones, and their declarations.

A package is an installed distribution with an entry point in the group ``gradblocks.blocks``. The entry point's name is
the name of the package, and its value is a module of ``@block`` declarations. Only `load` imports the code; its caller
must know that the user agrees.
"""

from __future__ import annotations

import functools
import importlib
import json
from collections.abc import Callable, Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple, cast

from blocks.base.errors import DiagramError, FileError
from blocks.base.files import name_fault, read_named, write_atomically
from blocks.base.types import is_list
from blocks.graph.spec import BlockSpec, Rule
from blocks.library import index

GROUP = "gradblocks.blocks"
_MOST_BYTES = 1 << 20


class Enabled(NamedTuple):
    """The packages that the user enabled, or the reason why the list cannot be read.

    Attributes:
        fault: the reason.
        folders: the folders of packages of composites, beside the library folder.
    """

    names: tuple[str, ...] = ()
    fault: str = ""
    folders: tuple[str, ...] = ()


class Package(NamedTuple):
    """The declarations of a package.

    Attributes:
        types: its block types, by their names ``package:Type``.
        fault: the reason why it cannot be used, as a sentence.
    """

    name: str
    types: dict[str, BlockSpec]
    fault: str = ""


def settings_file() -> Path:
    import platformdirs

    return Path(platformdirs.user_config_path("gradblocks", appauthor=False)) / "packages.json"


@functools.cache
def enabled() -> Enabled:
    path = settings_file()
    if not path.exists():
        return Enabled()
    try:
        data: Any = json.loads(read_named(path, _MOST_BYTES))
    except FileError as error:
        return Enabled(fault=str(error))
    except (ValueError, RecursionError):
        data = None
    known = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    names: Any = known.get("enabled")
    folders: Any = known.get("folders", [])
    if not is_list(names) or not all(isinstance(name, str) and name.isidentifier() for name in names):
        return Enabled(fault=f'{path}: expected {{"enabled": ["NAME", ...]}}')
    if not is_list(folders) or not all(isinstance(folder, str) for folder in folders):
        return Enabled(fault=f'{path}: expected {{"enabled": [...], "folders": ["FOLDER", ...]}}')
    return Enabled(tuple(dict.fromkeys(names)), "", tuple(dict.fromkeys(folders)))


def enable(names: Iterable[str]) -> None:
    _keep(names, enabled().folders)


def use_folders(folders: Iterable[str]) -> None:
    if enabled().fault:
        raise FileError(enabled().fault)
    _keep(enabled().names, folders)


def _keep(names: Iterable[str], folders: Iterable[str]) -> None:
    path = settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot be created: {error.strerror}", file=str(path.parent)) from None
    data = {"enabled": sorted(set(names)), "folders": list(dict.fromkeys(folders))}
    kept = {key: value for key, value in data.items() if key == "enabled" or value}
    write_atomically(path, (json.dumps(kept, indent=2) + "\n").encode())
    enabled.cache_clear()


@functools.cache
def installed() -> dict[str, tuple[metadata.EntryPoint, ...]]:
    """Return the entry points of all installed packages, by name, without importing any."""
    points: dict[str, tuple[metadata.EntryPoint, ...]] = {}
    for point in metadata.entry_points(group=GROUP):
        points[point.name] = (*points.get(point.name, ()), point)
    return points


def version_of(name: str) -> str:
    return ", ".join(f"{p.dist.name} {p.dist.version}" for p in installed().get(name, ()) if p.dist is not None)


@functools.cache
def load(name: str) -> Package:
    try:
        return Package(name, _types(name))
    except _BrokenPackage as error:
        return Package(name, {}, str(error))


class _BrokenPackage(Exception):
    """The reason why a package cannot be used."""


def _types(name: str) -> dict[str, BlockSpec]:
    point = _point(name)
    begin = f"plugin {name!r} cannot be used"
    if point.attr:
        raise _BrokenPackage(f"{begin}: its entry point {point.value!r} must name a module, without a colon")
    try:
        module = importlib.import_module(point.module)
    except (Exception, SystemExit) as error:  # a stranger's code, which may fail in any way
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise _BrokenPackage(f"{begin}: importing {point.module} failed: {reason[:300]}") from None
    specs = list({id(each): each for each in vars(module).values() if _is_declared_in(each, point.module)}.values())
    if not specs:
        raise _BrokenPackage(f"{begin}: its module {point.module} does not declare any block types")
    for spec in specs:  # a second entry point may name the same module
        if ":" in spec.name:
            raise _BrokenPackage(f"{begin}: {spec.name} already belongs to another plugin")
    twice = {spec.name for spec in specs if sum(spec.name == other.name for other in specs) > 1}
    if twice:
        raise _BrokenPackage(f"{begin}: it declares {sorted(twice)[0]} twice")
    for spec in specs:
        spec.name, spec.page = f"{name}:{spec.name}", name
        spec.shape_rule = spec.shape_rule and _guarded(spec, "shape rule", spec.shape_rule)
        spec.prepare = spec.prepare and _guarded(spec, "check of attributes", spec.prepare)
        spec.formulas = {pin: _guarded(spec, "formula", f) if callable(f) else f for pin, f in spec.formulas.items()}
        spec.rule = spec.rule and _guarded_gradient(spec, spec.rule)
        spec.rules = {each: _guarded_gradient(spec, rule) for each, rule in spec.rules.items()}
        for target, what in (("onnx", "ONNX rule"), ("batch", "batch rule")):  # JAX's callers catch everything
            if target in spec.lowerings:
                spec.lowerings[target] = _guarded(spec, what, spec.lowerings[target])
    return {spec.name: spec for spec in specs}


def _guarded_gradient(spec: BlockSpec, rule: Rule) -> Rule:
    return rule._replace(build=_guarded(spec, "gradient rule", rule.build))


def _guarded(spec: BlockSpec, what: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a plugin's rule so that its exceptions become errors of the block."""

    @functools.wraps(rule)
    def call(*args: Any) -> Any:
        try:
            return rule(*args)
        except Exception as error:
            if type(error).__module__.startswith("blocks."):  # what the rule is asked with, or means to say
                raise
            raise DiagramError(f"the {what} of {spec.name} failed: {type(error).__name__}: {error}") from None

    return call


def _point(name: str) -> metadata.EntryPoint:
    """Return the entry point of a package. Raise _BrokenPackage unless there is one with a free name."""
    points = [*installed().get(name, ())]
    if not points:
        raise _BrokenPackage(f"there is no plugin {name!r}: no installed distribution provides it")
    begin = f"plugin {name!r} cannot be used"
    if len(points) > 1:
        raise _BrokenPackage(f"{begin}: several distributions provide a plugin of this name ({version_of(name)})")
    if not is_name(name):
        raise _BrokenPackage(f"{begin}: its name must be a Python identifier that is not a block type")
    return points[0]


def is_name(name: str) -> bool:
    """Return whether a package name is valid: ``ops.NAME`` must be possible and unambiguous."""
    taken = name in index.short_names() or index.find(name) is not None
    return name.isidentifier() and not name.startswith("_") and not taken and name_fault(name) is None


def _is_declared_in(value: object, module: str) -> bool:
    home = getattr(value.kernel, "__module__", "") if isinstance(value, BlockSpec) else ""
    return home.partition(".")[0] == module.partition(".")[0] and bool(home)
