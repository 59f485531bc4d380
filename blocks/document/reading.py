"""Reading of a diagram file to data, with all of its errors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from blocks.base.collection import paused_collection
from blocks.base.errors import DiagramError, FileError
from blocks.base.files import read_named
from blocks.document.data import Document, is_object
from blocks.document.decoding import Faults, read_document
from blocks.document.earlier_names import TODAY
from blocks.document.migrations import check_format
from blocks.document.strict_json import MAX_BYTES, parse


class LoadError(FileError):
    """A file that cannot be opened. ``errors`` holds all errors; the attributes are those of the first."""

    def __init__(self, errors: Sequence[DiagramError]) -> None:  # pyright: ignore[reportInconsistentConstructor]
        first = errors[0]
        super().__init__(
            first.message, pin=first.pin, block=first.block, page=first.page, file=first.file, hint=first.hint,
            composite=first.composite,
        )  # fmt: skip
        self.errors = list(errors)

    def __str__(self) -> str:
        return "\n".join(str(error) for error in self.errors)


def read_text(text: str | bytes, name: str | None = None) -> Document:
    """Return the document in a text; bytes are UTF-8, with an optional byte order mark.

    Raises:
        LoadError: the text is not a diagram, has a newer format, or is damaged.
    """
    faults = Faults()
    try:
        with paused_collection():
            raw = parse(text.encode() if isinstance(text, str) else text, faults)
            if not is_object(raw):
                raise FileError("this is not a Gradblocks diagram: a diagram is a JSON object")
            if not faults.errors:
                document = read_document(raw, check_format(raw.get("format")), faults)
                if not faults.errors:
                    return TODAY.document(document)
    except UnicodeEncodeError as error:
        faults.add(f"the text has half of a surrogate pair at offset {error.start:,}")
    except FileError as error:
        raise LoadError([error.located(file=name)]) from None
    raise LoadError([error.located(file=name) for error in faults.errors])


_TORCH = (".pt2", ".pt", ".pth")
_ALSO_TORCH = (".ckpt", ".bin")
"""The names of other files, too. Those of PyTorch are zip archives or pickles."""


def _refuse_torch(path: str) -> None:
    file = PurePath(path)
    suffix = file.suffix.lower()
    if suffix in (*_TORCH, *_ALSO_TORCH) and (read_named(path, 2).startswith((b"PK", b"\x80")) or suffix in _TORCH):
        model = f"torch.export.load({path!r}).module()" if suffix == ".pt2" else "model"
        lines = f"`diagram = blocks.from_torch({model}, inputs)` and `diagram.save({f'{file.stem}.gradblocks'!r})`"
        hint = f"in your own Python, run {lines}"
        if suffix != ".pt2":
            hint = f"in your own Python, load the file into your model and run {lines}"
        text = "this is a PyTorch file. Only PyTorch can open it, because opening it can run code"
        raise FileError(text, file=path, hint=hint)


def read_file(path: str) -> Document:
    """Return the document in a file.

    Raises:
        FileError: the file cannot be read.
        LoadError: it is not a diagram, has a newer format, or is damaged.
    """
    _refuse_torch(path)
    data = read_named(path, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise FileError(f"the file has more than {MAX_BYTES:,} bytes, the limit of a diagram", file=path)
    return read_text(data, path)
