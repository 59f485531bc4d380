"""Training data from files: arrays of an ``.npz`` file, rows of a CSV table, images in folders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import SEEK_END
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import numpy as np

from blocks.base.budget import Memory
from blocks.base.context import Context, Files
from blocks.base.dtypes import DOUBLE, FLOAT, INT32, INT64, STRING, DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.npy import Archive
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import expect
from blocks.library.dataset.batches import Options, Rows, check_options, take
from blocks.library.declare import block
from blocks.library.image.decoding import DecodeImage
from blocks.library.image.resizing import ResizeBilinear
from blocks.library.io.reading import whole_file
from blocks.library.parsing.decoding import DecodeCSV

_PINS = {
    "batch_size": "the number of examples per step, 1 or more.",
    "shuffle": "whether to shuffle the examples anew in each epoch.",
    "repeat": "the number of epochs, 1 or more; -1 repeats indefinitely.",
    "drop_remainder": "whether to drop the last batch of an epoch if it is smaller than batch_size.",
    "prefetch": "the number of batches to read ahead while a step runs, 0 or more.",
    "seed": "the random seed of the order. 0 uses the session's seed and the block's name.",
    "epoch": "[] the number of the current epoch, from 0.",
    "progress": "[] the fraction of the epoch that is complete after this batch: 1 at its end.",
}
_FIELD = 64
"""About the bytes that a field of a table takes while it is read, beside its characters."""
_PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".gif")


def _source(signature: str, **options: Any) -> Callable[[Callable[..., Any]], BlockType]:
    return block(f"{signature}, epoch: int64, progress: float", attributes_of=_options, doc_of=_PINS, **options)


def _options(
    *,
    batch_size: int = 32,
    shuffle: bool = True,
    repeat: int = -1,
    drop_remainder: bool = False,
    prefetch: int = 1,
    seed: int = 0,
) -> Options:
    return Options(batch_size, shuffle, repeat, drop_remainder, prefetch, seed)


# -- Arrays by name ----------------------------------------------------------------------------------------------------


class _Arrays(NamedTuple):
    arrays: Rows
    examples: int

    def load(self, indices: Array, files: Files) -> Rows:
        return tuple([each[indices] for each in self.arrays])


@_source("-> components: output_types*", where={"output_types": 1})
def NpzDataset(
    *,
    filename: str,
    arrays: list[str] = [],  # noqa: B006 - attributes are read-only
    output_types: list[DType],
    context: Context,
    **options: Any,
) -> tuple[Any, ...]:
    """Read batches of examples from the arrays of a NumPy .npz file.

    Args:
        filename: the name of the .npz file.
        arrays: the names of the arrays to read. The first axis of each must index the examples. If it is empty, all
            arrays are read in their order in the file.
        output_types: the dtype of each output, one per array.

    Returns:
        components: [batch_size, ...] the examples of the step, one tensor per array.
    """
    declared = ("npz", filename, *arrays, *output_types)
    return take(context, declared, _options(**options), lambda: _open_npz(context, filename, arrays, output_types))


def _open_npz(context: Context, filename: str, names: Sequence[str], types: Sequence[DType]) -> _Arrays:
    with context.files.open(filename) as stream:
        try:
            archive = Archive(stream, filename)
            names = names or archive.names
            if len(names) != len(types):
                text = f"output_types must have one dtype per array ({len(names)}), got {len(types)}"
                raise DiagramError(text, pin="output_types", hint=f"the arrays in the file are: {_some(archive.names)}")
            for name in names:
                if name not in archive.names:
                    hint = f"the arrays in the file are: {_some(archive.names)}"
                    raise DiagramError(f"the file {filename!r} has no array {name!r}", pin="arrays", hint=hint)
            held = {name: archive.read(name, context.memory) for name in names}
        except FileError as error:
            raise DiagramError(f"the file {filename!r}: {error.message}", pin="filename") from None
    result: list[Array] = []
    for name, dtype in zip(names, types, strict=True):
        if not held[name].ndim:
            raise DiagramError(
                (f"the array {name!r} is a scalar, but must have a first axis that indexes the examples"), pin="arrays"
            )
        context.memory.require(held[name].size * dtype.size, f"the array {name!r}", "arrays")
        result.append(_as_type(held[name], dtype, name))
        context.memory.hold(result[-1])
    if len({len(each) for each in result}) > 1:
        sizes = ", ".join(f"{name} {len(each)}" for name, each in zip(names, result, strict=True))
        raise DiagramError(f"the arrays have different numbers of examples: {sizes}", pin="arrays")
    return _Arrays(tuple(result), len(result[0]))


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:20]) + (f" and {len(names) - 20:,} more" if len(names) > 20 else "") or "none"


def _as_type(array: Array, dtype: DType, name: str) -> Array:
    if dtype is STRING and array.dtype.kind in "SU":
        texts = array.astype("S") if array.dtype.kind == "S" else np.char.encode(array, "utf-8")
        return texts.astype(object)
    if dtype is STRING or array.dtype.kind in "SU" or not np.can_cast(array.dtype, dtype.numpy, "same_kind"):
        text = f"the array {name!r} has dtype {array.dtype.name}, which cannot be converted to {dtype.short}"
        raise DiagramError(text, pin="output_types")
    return array.astype(dtype.numpy, copy=False)


# -- Rows of a table ---------------------------------------------------------------------------------------------------


@_source(
    "record_defaults: any OUT_TYPE* -> components: any*record_defaults", OUT_TYPE=(FLOAT, DOUBLE, INT32, INT64, STRING)
)
def CSVFileDataset(
    record_defaults: Rows,
    *,
    filename: str,
    header: bool = True,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: list[int] = [],  # noqa: B006 - attributes are read-only
    context: Context,
    **options: Any,
) -> tuple[Any, ...]:
    """Read batches of examples from a CSV file, one example per line.

    Args:
        record_defaults: [...] for each column, the value of an empty field. A tensor without elements makes the field
            required. Its dtype is the dtype of the column.
        filename: the name of the CSV file.
        header: whether the first line has the column names. It is then skipped.
        field_delim: the character between fields.
        use_quote_delim: whether fields may be in double quotes.
        na_value: a string that marks a field as empty.
        select_cols: the indices of the columns to read, from 0, in ascending order. If it is empty, all columns are
            read.

    Returns:
        components: [batch_size] the fields of the step, one tensor per column.
    """
    form = {"field_delim": field_delim, "use_quote_delim": use_quote_delim, "na_value": na_value}
    defaults = [(str(each.dtype), each.tolist()) for each in record_defaults]
    declared = ("csv", filename, header, *form.values(), str(select_cols), str(defaults))

    def open_csv() -> _Arrays:
        data = whole_file(context, filename.encode(errors="surrogateescape"), "filename")
        fields = data.count(b"\n") + data.count(field_delim.encode())
        context.memory.require(len(data) + _FIELD * fields, f"the fields of {filename!r}", "filename")
        lines = data.splitlines()
        rows = np.array([line for line in lines[header:] if line], object)
        columns = DecodeCSV.kernel(rows, record_defaults, **form, select_cols=select_cols)
        return _Arrays(tuple(columns), len(rows))

    return take(context, declared, _options(**options), open_csv)


# -- Pictures ----------------------------------------------------------------------------------------------------------


class _Pictures(NamedTuple):
    names: tuple[str, ...]
    labels: Array
    memory: Memory
    pixels: Array
    channels: int

    @property
    def examples(self) -> int:
        return len(self.names)

    def load(self, indices: Array, files: Files) -> Rows:
        pictures = np.empty((len(indices), *self.pixels, self.channels), np.float32)
        for i, index in enumerate(indices.tolist()):
            pictures[i] = self._picture(self.names[int(index)], files)
        return pictures, self.labels[indices]

    def _picture(self, name: str, files: Files) -> Array:
        contents = np.array(None, object)
        with files.open(name) as stream:
            size = stream.seek(0, SEEK_END)
            self.memory.require(size, f"the image {name!r}", "folder")
            stream.seek(0)
            contents[()] = stream.read(size)
        try:
            result = DecodeImage.kernel(contents, channels=self.channels, dtype=FLOAT, expand_animations=False)
        except DiagramError as error:
            raise DiagramError(f"the image {name!r} cannot be decoded: {error.message}", pin="folder") from None
        return ResizeBilinear.kernel(result[np.newaxis], self.pixels, align_corners=False, half_pixel_centers=True)[0]


@_source("-> images: float, labels: int32")
def ImageFolderDataset(
    *, folder: str, image_size: list[int], channels: int = 3, context: Context, **options: Any
) -> tuple[Any, ...]:
    """Read batches of images from a folder with one subfolder per class.

    The classes are numbered in the order of the subfolder names. If no subfolder has images, the images in the folder
    itself are read as class 0.

    Args:
        folder: the folder. JPEG, PNG, BMP and GIF files are read; for a GIF, only the first frame.
        image_size: the height and width to which images are resized by bilinear interpolation.
        channels: the number of channels: 1 (grayscale), 3 (RGB) or 4 (RGBA).

    Returns:
        images: [batch_size, height, width, channels] the images, with values from 0 to 1.
        labels: [batch_size] the class of each image.
    """
    declared = ("pictures", folder, *image_size, channels)
    return take(context, declared, _options(**options), lambda: _open_folder(context, folder, image_size, channels))


def _open_folder(context: Context, folder: str, image_size: Sequence[int], channels: int) -> _Pictures:
    begin = folder.rstrip("/")
    inside = _pictures(context, f"{begin}/*/*")
    names = inside or _pictures(context, f"{begin}/*")
    if not names:
        raise DiagramError(f"there are no images in {folder!r}", pin="folder")
    classes = sorted({PurePosixPath(name).parent.name for name in inside})
    labels = [classes.index(PurePosixPath(name).parent.name) if inside else 0 for name in names]
    return _Pictures(tuple(names), np.array(labels, np.int32), context.memory, np.array(image_size, np.int32), channels)


def _pictures(context: Context, pattern: str) -> list[str]:
    return [name for name in context.files.matching(pattern) if name.lower().endswith(_PICTURES)]


def _check_folder(attrs: dict[str, Any]) -> None:
    check_options(attrs)
    size = attrs["image_size"]
    expect(attrs, "image_size", len(size) == 2 and min(size) >= 1, "a height and a width")
    expect(attrs, "channels", attrs["channels"] in (1, 3, 4), "1, 3 or 4")


NpzDataset.prepare = check_options
CSVFileDataset.prepare = check_options
ImageFolderDataset.prepare = _check_folder


def _batch(call: Call) -> int | None:
    return call.attrs["batch_size"] if call.attrs["drop_remainder"] else None


NpzDataset.shape(lambda call: [*[None] * len(call.attrs["output_types"]), (), ()])


CSVFileDataset.shape(lambda call: [*[(_batch(call),)] * len(call.shapes("record_defaults")), (), ()])


@ImageFolderDataset.shape
def _(call: Call) -> list[Shape]:
    batch = _batch(call)
    return [(batch, *call.attrs["image_size"], call.attrs["channels"]), (batch,), (), ()]
