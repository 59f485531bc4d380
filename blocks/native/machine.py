"""The processor, the compiler of LLVM IR, and the cache of its object code.

Object code is kept in the user's cache folder: bounded, written atomically, and verified by a checksum. It is never
read from a document or from a folder that others may write. llvmlite is imported only when a kernel is compiled.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from blocks.base.errors import UsageError

NATIVE, NUMPY = ENGINES = "native", "numpy"
ENGINE = "GRADBLOCKS_ENGINE"
"""The variable of the environment that has the engine's name."""

FORMAT = 1
"""The version of the cache: a larger one makes all entries stale."""
MOST_CACHED = 1 << 26
"""Bytes of all object code in the cache."""
MOST_KEPT = 512
"""Kernels that the process keeps."""
_DIGEST = hashlib.sha256().digest_size


def engine_of(name: str | None) -> str | None:
    """Return the engine to use: ``name``, or that of the environment; None if both are installed and neither is named.

    Raises:
        UsageError: the name is unknown, or llvmlite is not installed.
    """
    wanted = name or os.environ.get(ENGINE, "")
    if wanted and wanted not in ENGINES:
        raise UsageError(f"there is no engine {wanted!r}", hint=f"the engines are: {', '.join(ENGINES)}")
    if wanted == NUMPY or is_installed():
        return wanted or None
    if wanted:
        text = "the engine 'native' needs llvmlite, which is not installed"
        raise UsageError(text, hint="run `pip install llvmlite`")
    return NUMPY


def installed() -> str:
    """Describe the engine that pages with large arrays use."""
    from importlib.metadata import version

    is_native = os.environ.get(ENGINE) != NUMPY and is_installed()
    return f"{NATIVE}, llvmlite {version('llvmlite')}" if is_native else NUMPY


def is_installed() -> bool:
    return importlib.util.find_spec("llvmlite") is not None


@cache
def _llvm() -> Any:
    import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs]

    binding: Any = llvm
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def version() -> str:
    import llvmlite  # pyright: ignore[reportMissingTypeStubs]

    return llvmlite.__version__


class Processor(NamedTuple):
    """A processor.

    Attributes:
        lanes: the float32 elements of a register.
    """

    name: str
    features: str
    lanes: int

    def target(self) -> Any:
        """Return a new target machine; an engine owns its own."""
        triple = _llvm().Target.from_default_triple()
        return triple.create_target_machine(cpu=self.name, features=self.features, opt=2, jit=True)


@cache
def processor() -> Processor:
    llvm = _llvm()
    features: Any = llvm.get_host_cpu_features()
    lanes = 16 if features.get("avx512f") else 8 if features.get("avx2") else 4
    if lanes == 16:
        features["prefer-256-bit"] = False
    return Processor(llvm.get_host_cpu_name(), features.flatten(), lanes)


class Kernel:
    """A compiled function; a call releases the interpreter lock."""

    def __init__(self, text: str, arguments: Mapping[str, str], target: Processor) -> None:
        self.text = text
        self._arguments = arguments
        self._target = target

    @cached_property
    def function(self) -> Callable[..., object]:
        key = hashlib.sha256("\n".join([str(FORMAT), version(), *map(str, self._target), self.text]).encode())
        path = _cached(key.hexdigest())
        code = _read(path)
        llvm = _llvm()
        if code is None:
            code = self._target.target().emit_object(llvm.parse_assembly(self.text))
            _write(path, code)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), self._target.target())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        kinds = [ctypes.c_void_p if kind == "ptr" else ctypes.c_int64 for kind in self._arguments.values()]
        return ctypes.CFUNCTYPE(None, *kinds)(self._engine.get_function_address("f"))

    def prepare(self) -> None:
        """Compile the function, or load it from the cache."""
        _ = self.function

    def __call__(self, *arguments: int) -> None:
        self.function(*arguments)


_kept: dict[tuple[str, Processor], Kernel] = {}


def kernel(text: str, arguments: Mapping[str, str]) -> Kernel:
    """Return the function ``f`` of a text of LLVM IR; equal texts give one kernel, compiled at its first call."""
    key = text, processor()
    result = _kept.pop(key, None) or Kernel(text, arguments, key[1])
    _kept[key] = result
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]
    return result


def forget() -> None:
    """Drop the kernels that the process keeps."""
    _kept.clear()


@cache
def _folder() -> Path | None:
    """Return the cache folder, or None if there is none that only this user can write."""
    import platformdirs

    path = Path(platformdirs.user_cache_path("gradblocks", appauthor=False)) / "native"
    with suppress(OSError):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path if is_private(path) else None


def is_private(folder: Path) -> bool:
    """Return whether a path is a folder, and only this user can write to it."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    own = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
    return stat.S_ISDIR(found.st_mode) and own


def _cached(key: str) -> Path | None:
    folder = _folder()
    return None if folder is None else folder / f"{key}.o"


def _read(path: Path | None) -> bytes | None:
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            content = file.read(MOST_CACHED)
    except OSError:
        return None
    code = content[_DIGEST:]
    if not code or hashlib.sha256(code).digest() != content[:_DIGEST]:
        return None
    with suppress(OSError):
        os.utime(path)  # the oldest entries are dropped first
    return code


def _write(path: Path | None, code: bytes) -> None:
    if path is None:
        return
    import tempfile  # only a new kernel is written

    name = ""
    try:
        _drop_oldest(path.parent, MOST_CACHED - len(code))
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            name = file.name
            file.write(hashlib.sha256(code).digest() + code)
        os.replace(name, path)
    except OSError:  # a full or read-only disk: kernels are compiled each time
        with suppress(OSError):
            if name:
                os.unlink(name)


def _drop_oldest(folder: Path, most: int) -> None:
    found: list[tuple[float, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                found.append((status.st_mtime, status.st_size, entry.path))
    size = sum(each[1] for each in found)
    for _, count, path in sorted(found):
        if size <= most:
            break
        with suppress(OSError):
            os.unlink(path)
        size -= count
