"""A reader of LMDB databases, which needs the package lmdb: LMDBReader.

The package trusts the content of a database: a damaged one can crash the process that reads it, so a separate process
does.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from importlib.util import find_spec
from typing import IO, NamedTuple

from blocks.base.context import Context
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.declare import block
from blocks.library.io.files import keep, one_handle
from blocks.library.io.reading import Records, text_of

_HEAD = struct.Struct("<qq")
# Writes sizes of key and value, and both; at the end -1, and an error if there is one.
_CODE = f"""
import struct, sys
sys.path.insert(0, sys.argv[1])
import lmdb
def tell(key, value, size):
    sys.stdout.buffer.write(struct.pack({_HEAD.format!r}, size, len(value)) + key + value)
said = b""
try:
    with lmdb.open(sys.argv[2], subdir=False, readonly=True, lock=False, create=False) as database:
        with database.begin() as transaction:
            for key, value in transaction.cursor():
                tell(key, value, len(key))
except lmdb.Error as error:
    said = str(error).encode()
tell(b"", said, -1)
"""


class Databases(NamedTuple):
    one = False

    def records(self, context: Context, name: bytes) -> Records:
        """Yield the entries of a database (a file, or a folder with data.mdb), in the order of their keys."""
        try:
            path = context.files.path(text_of(name))
        except DiagramError:
            path = context.files.path(f"{text_of(name)}/data.mdb")
        return _entries(path, text_of(name), _package())


def _entries(path: str, name: str, package: str) -> Records:
    command = [sys.executable, "-P", "-c", _CODE, package, path]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet) as process:
        assert process.stdout is not None
        try:
            left = os.path.getsize(path)  # of the file, in which each entry is once
            while True:
                key, value = _HEAD.unpack(_exactly(process.stdout, _HEAD.size))
                if key < 0:
                    break
                if max(key, value) > left:
                    raise EOFError
                left -= value
                yield _exactly(process.stdout, key), _exactly(process.stdout, value)
            said = _exactly(process.stdout, value).decode(errors="replace")
        except EOFError:
            said = "it is damaged"
        finally:
            process.kill()
    if said:
        raise DiagramError(f"the database {name!r} cannot be read: {said}")


def _exactly(file: IO[bytes], size: int) -> bytes:
    data = file.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _package() -> str:
    result = find_spec("lmdb")
    if result is None or result.origin is None:
        text = "LMDBReader needs the Python package lmdb, which is not installed"
        raise DiagramError(text, hint="run pip install 'gradblocks[lmdb]'")
    return os.path.dirname(os.path.dirname(result.origin))


@block("-> reader_handle: resource", not_differentiable="a database has no gradient")
def LMDBReader(*, container: str = "", shared_name: str = "", context: Context) -> Array:
    """Create a reader of LMDB databases: it returns their keys and values. It needs the Python package lmdb.

    Args:
        shared_name: blocks with the same shared_name share one reader. If it is empty, the block has its own.

    Returns:
        reader_handle: [] a handle to the reader, for blocks such as ReaderRead.
    """
    _package()
    return keep(context, Databases(), container, shared_name)


LMDBReader.shape(one_handle)
