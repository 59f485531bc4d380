"""The messages that TensorBoard reads: TensorFlow's protocol buffers for summaries, events and tensors.

They are described here by their fields and built when the first is asked for, in a pool of their own, so that
TensorFlow may be loaded beside. Names in UTF-8 are declared as bytes, as is a summary that is serialised already, and
enumerations as numbers: what is written is the same.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from blocks.base.dtypes import BY_NAME, STRING, DType
from blocks.base.types import Array

# The fields of each message: a number, a type (* for repeated), a name.
_MESSAGES = {
    "Dimension": "1 int64 size, 2 bytes name",
    "TensorShape": "2 Dimension* dim, 3 bool unknown_rank",
    "Tensor": (
        "1 int32 dtype, 2 TensorShape tensor_shape, 3 int32 version_number, 4 bytes tensor_content, 5 float* float_val,"
        " 6 double* double_val, 7 int32* int_val, 8 bytes* string_val, 9 float* scomplex_val, 10 int64* int64_val,"
        " 11 bool* bool_val, 12 double* dcomplex_val, 13 int32* half_val, 14 bytes* resource_handle_val,"
        " 15 bytes* variant_val, 16 uint32* uint32_val, 17 uint64* uint64_val, 18 bytes float8_val"
    ),
    "Histogram": (
        "1 double min, 2 double max, 3 double num, 4 double sum, 5 double sum_squares, 6 double* bucket_limit,"
        " 7 double* bucket"
    ),
    "Image": "1 int32 height, 2 int32 width, 3 int32 colorspace, 4 bytes encoded_image_string",
    "Audio": (
        "1 float sample_rate, 2 int64 num_channels, 3 int64 length_frames, 4 bytes encoded_audio_string,"
        " 5 bytes content_type"
    ),
    "PluginData": "1 bytes plugin_name, 2 bytes content",
    "Metadata": "1 PluginData plugin_data, 2 bytes display_name, 3 bytes summary_description, 4 int32 data_class",
    # The numbers 2 to 6 and 8 are alternatives: one that is 0 is written all the same.
    "Value": (
        "1 bytes tag, 2 float? simple_value, 3 bytes? obsolete_old_style_histogram, 4 Image image, 5 Histogram histo,"
        " 6 Audio audio, 7 bytes node_name, 8 Tensor tensor, 9 Metadata metadata"
    ),
    "Summary": "1 Value* value",
    "Event": "1 double wall_time, 2 int64 step, 3 bytes file_version, 5 bytes summary",
}
_DTYPE_NUMBERS = {
    "DT_FLOAT": 1, "DT_DOUBLE": 2, "DT_INT32": 3, "DT_UINT8": 4, "DT_INT16": 5, "DT_INT8": 6, "DT_STRING": 7,
    "DT_COMPLEX64": 8, "DT_INT64": 9, "DT_BOOL": 10, "DT_QINT8": 11, "DT_QUINT8": 12, "DT_QINT32": 13,
    "DT_BFLOAT16": 14, "DT_QINT16": 15, "DT_QUINT16": 16, "DT_UINT16": 17, "DT_COMPLEX128": 18, "DT_HALF": 19,
    "DT_UINT32": 22, "DT_UINT64": 23, "DT_FLOAT8_E5M2": 24, "DT_FLOAT8_E4M3FN": 25, "DT_INT4": 29, "DT_UINT4": 30,
}  # fmt: skip
WRITABLE = tuple(BY_NAME[name] for name in _DTYPE_NUMBERS)
"""The dtypes of which a tensor can be written into a message."""


def message(name: str) -> Any:
    """A new, empty message."""
    return _classes()[name]()


@cache
def _classes() -> dict[str, Any]:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file = descriptor_pb2.FileDescriptorProto(name="gradblocks/summary.proto", package="gradblocks", syntax="proto3")
    kinds = descriptor_pb2.FieldDescriptorProto
    for name, fields in _MESSAGES.items():
        described = file.message_type.add(name=name)
        for text in fields.split(", "):
            number, kind, field_name = text.split()
            field = described.field.add(name=field_name, number=int(number), label=kinds.LABEL_OPTIONAL)
            if kind.endswith("*"):
                field.label = kinds.LABEL_REPEATED
            elif kind.endswith("?"):  # written even where it is 0: what proto3 calls optional is such an alternative
                field.proto3_optional = True
                field.oneof_index = len(described.oneof_decl)
                described.oneof_decl.add(name=f"_{field_name}")
            kind = kind.rstrip("*?")
            if kind in _MESSAGES:
                field.type, field.type_name = kinds.TYPE_MESSAGE, f".gradblocks.{kind}"
            else:
                field.type = kinds.Type.Value(f"TYPE_{kind.upper()}")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"gradblocks.{name}")) for name in _MESSAGES
    }


def put_tensor(target: Any, tensor: Array, dtype: DType) -> None:
    """Write a tensor into a Tensor message, as TensorFlow does."""
    target.dtype = _DTYPE_NUMBERS[dtype.name]
    target.tensor_shape.SetInParent()
    for size in tensor.shape:
        target.tensor_shape.dim.add(size=size)
    if dtype is STRING:
        target.string_val.extend(tensor.reshape(-1).tolist())
    else:
        target.tensor_content = np.ascontiguousarray(tensor).tobytes()
