"""The folders of block libraries: the user's library folder, configured folders, and shipped libraries.

A block library is found by its name. If several files have the same name, the first one in this order of folders is
used.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple

from blocks.base.errors import DiagramError, FileError, UsageError
from blocks.base.files import same_name, write_atomically
from blocks.document import canonical
from blocks.document.data import listed, shortened
from blocks.document.packages.description import Package, as_package, read_package
from blocks.document.reading import read_text
from blocks.library.packages import enabled

SUFFIX = ".gradblocks"
Where = Literal["user", "folder", "shipped"]


class Found(NamedTuple):
    """A file in a folder of block libraries.

    Attributes:
        package: the package; None if the file has no valid one.
        fault: the reason, or why a folder cannot be read.
        is_hidden: whether an earlier file has a package of this name, which is used instead.
    """

    file: str
    where: Where
    package: Package | None
    fault: str = ""
    is_hidden: bool = False

    @property
    def name(self) -> str:
        return self.package.name if self.package is not None else Path(self.file).name.removesuffix(SUFFIX)


def user_folder() -> Path:
    """Return the user's library folder, which may not exist."""
    import platformdirs

    return Path(platformdirs.user_data_path("gradblocks", appauthor=False)) / "packages"


_read: dict[str, tuple[tuple[int, ...], Package | str]] = {}
"""What was found in files, as long as they are as they were then."""


def scan_folders() -> list[Found]:
    results: list[Found] = []
    names: set[str] = set()
    for where, folder in [("user", user_folder()), *(("folder", Path(each)) for each in enabled().folders)]:
        for each in _in_folder(folder, "user" if where == "user" else "folder"):
            results.append(each._replace(is_hidden=each.package is not None and each.name in names))
            names.update([each.name] if each.package is not None else [])
    return [*results, *(each._replace(is_hidden=each.name in names) for each in shipped())]


def usable() -> dict[str, Package]:
    return {each.name: each.package for each in scan_folders() if each.package is not None and not each.is_hidden}


def find_package(name: str) -> Package:
    """Return the package with a name, or in a file if the name ends in ``.gradblocks``.

    Raises:
        UsageError: the block library does not exist.
        FileError: it is not valid.
    """
    if name.endswith(SUFFIX):
        return read_package(name)
    packages = usable()
    if name not in packages:
        broken = [each for each in scan_folders() if each.package is None and each.name == name]
        hint = broken[0].fault if broken else f"the usable block libraries are: {listed(packages) or 'none'}"
        raise UsageError(f"there is no usable block library {shortened(name)}", hint=hint)
    return packages[name]


def add(file: str) -> tuple[Package, Package | None]:
    """Copy a package into the user's library folder; return it and the one that it replaces.

    Raises:
        FileError: the file has no valid package, or the copy cannot be written.
    """
    package = read_package(file)
    folder = user_folder()
    others = {same_name(each.name): each.name for each in scan_folders()}
    other = others.get(same_name(package.name), package.name)
    if other != package.name:
        raise FileError(
            f"the name {shortened(package.name)} is too similar to the name of the block library {shortened(other)}",
            file=file,
            hint="rename one of the two block libraries",
        )
    old = [each for each in _in_folder(folder, "user") if each.package is not None and each.name == package.name]
    target = Path(old[0].file) if old else folder / f"{package.name}{SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"the folder cannot be created: {error.strerror}", file=str(folder)) from None
    write_atomically(target, canonical.dumps(package.document).encode())
    return package, old[0].package if old else None


def remove(name: str) -> Package | None:
    """Remove a package from the user's library folder; return the package of that name that is used from now on.

    Raises:
        UsageError: the block library does not exist.
        FileError: it cannot be removed.
    """
    every = scan_folders()
    own = [each for each in every if each.where == "user" and each.name == name]
    if not own:
        there = [each for each in every if each.name == name]
        if there:
            where = "is part of Gradblocks" if there[0].where == "shipped" else f"is in {there[0].file}"
            raise UsageError(f"the block library {shortened(name)} is not in your library folder: it {where}")
        names = listed([each.name for each in every if each.where == "user"]) or "none"
        raise UsageError(
            f"there is no block library {shortened(name)} in your library folder",
            hint=f"the block libraries are: {names}",
        )
    for each in own:
        try:
            os.remove(each.file)
        except OSError as error:
            raise FileError(f"the file cannot be removed: {error.strerror}", file=each.file) from None
    return usable().get(name)


def shipped() -> Iterator[Found]:
    folder = resources.files("assets") / "packages"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(SUFFIX):
            known = _read.get(file.name)
            if known is None:
                package = as_package(read_text(file.read_bytes(), file.name), file.name)
                known = _read[file.name] = ((), package)
            assert isinstance(known[1], Package)
            yield Found(str(file), "shipped", known[1])


def _in_folder(folder: Path, where: Where) -> Iterator[Found]:
    try:
        with os.scandir(folder) as entries:
            files = sorted(each.path for each in entries if each.name.endswith(SUFFIX))
    except FileNotFoundError as error:
        if where == "folder":
            yield Found(str(folder), where, None, f"{folder}: cannot be read: {error.strerror}")
        return
    except (OSError, ValueError) as error:
        yield Found(str(folder), where, None, f"{folder}: cannot be read: {getattr(error, 'strerror', None) or error}")
        return
    for file in files:
        result = _package_in(file)
        yield Found(file, where, result) if isinstance(result, Package) else Found(file, where, None, result)


def _package_in(file: str) -> Package | str:
    try:
        stat = os.stat(file)
    except OSError as error:
        return f"{file}: cannot be read: {error.strerror}"
    state = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    known = _read.get(file)
    if known is None or known[0] != state:
        try:
            result: Package | str = read_package(file)
        except DiagramError as error:
            result = str(error).partition("\n")[0]
        known = _read[file] = (state, result)
    return known[1]
