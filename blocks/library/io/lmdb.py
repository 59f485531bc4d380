"""A reader of LMDB databases, for which the package lmdb is needed: LMDBReader."""

from __future__ import annotations

from typing import Any, NamedTuple

from blocks.base.context import Context
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.declare import block
from blocks.library.io.readers import keep, one_handle
from blocks.library.io.reading import Records, text_of


class Databases(NamedTuple):
    """Gives the entries of LMDB databases."""

    one = False

    def records(self, context: Context, name: bytes) -> Records:
        """The entries of a database (a file, or a folder with data.mdb in it), in the order of their keys."""
        try:
            path = context.files.path(text_of(name))
        except DiagramError:
            path = context.files.path(f"{text_of(name)}/data.mdb")
        lmdb = _lmdb()

        def records() -> Records:
            try:
                with (
                    lmdb.open(path, subdir=False, readonly=True, lock=False, create=False) as database,
                    database.begin() as transaction,
                ):
                    for key, value in transaction.cursor():
                        yield bytes(key), bytes(value)
            except lmdb.Error as error:
                raise DiagramError(f"the database {text_of(name)!r} cannot be read: {error}") from None

        return records()


def _lmdb() -> Any:
    try:
        import lmdb  # pyright: ignore[reportMissingImports]
    except ImportError:
        text = "LMDBReader needs the Python package lmdb, which is not installed"
        raise DiagramError(text, hint="pip install 'gradblocks[lmdb]'") from None
    return lmdb  # pyright: ignore[reportUnknownVariableType]


@block("-> reader_handle: resource", not_differentiable="a database has no gradient")
def LMDBReader(*, container: str = "", shared_name: str = "", context: Context) -> Array:
    """A reader that gives the entries of LMDB databases with their keys. It needs the Python package lmdb.

    Args:
        container: keeps what the block shares apart from what is shared by the same name in another container.
        shared_name: the name by which blocks share the reader; without, it is the block's own.

    Returns:
        reader_handle: the reader, for ReaderRead and the like.
    """
    _lmdb()
    return keep(context, Databases(), container, shared_name)


LMDBReader.shape(one_handle)
