"""ONNX's protocol buffers for models, limited to the fields in use."""

from __future__ import annotations

from functools import cache
from typing import Any

from blocks.base.dtypes import BY_NAME
from blocks.base.errors import FileError
from blocks.base.messages import build, parse

_MESSAGES = {
    "Entry": "1 bytes key, 2 bytes value",
    "Tensor": (
        "1 int64* dims, 2 int32 data_type, 4 float* float_data, 5 int32* int32_data, 6 bytes* string_data,"
        " 7 int64* int64_data, 8 bytes name, 9 bytes raw_data, 10 double* double_data, 11 uint64* uint64_data,"
        " 13 Entry* external_data, 14 int32 data_location"
    ),
    "SparseTensor": "1 Tensor values, 2 Tensor indices, 3 int64* dims",
    "Attribute": (
        "1 bytes name, 21 bytes ref_attr_name, 20 int32 type, 2 float f, 3 int64 i, 4 bytes s, 5 Tensor t, 6 Graph g,"
        " 22 SparseTensor sparse_tensor, 7 float* floats, 8 int64* ints, 9 bytes* strings, 10 Tensor* tensors,"
        " 11 Graph* graphs"
    ),
    "Node": (
        "1 bytes* input, 2 bytes* output, 3 bytes name, 4 bytes op_type, 7 bytes domain, 5 Attribute* attribute,"
        " 8 bytes overload, 9 Entry* metadata_props"
    ),
    "Dimension": "1 int64? dim_value, 2 bytes dim_param",
    "Shape": "1 Dimension* dim",
    "TensorType": "1 int32 elem_type, 2 Shape shape",
    "Type": "1 TensorType tensor_type",
    "ValueInfo": "1 bytes name, 2 Type type, 4 Entry* metadata_props",
    "Graph": (
        "1 Node* node, 2 bytes name, 5 Tensor* initializer, 15 SparseTensor* sparse_initializer, 11 ValueInfo* input,"
        " 12 ValueInfo* output, 13 ValueInfo* value_info"
    ),
    "Opset": "1 bytes domain, 2 int64 version",
    "Function": (
        "1 bytes name, 4 bytes* input, 5 bytes* output, 6 bytes* attribute, 11 Attribute* attribute_proto,"
        " 7 Node* node, 9 Opset* opset_import, 10 bytes domain, 13 bytes overload"
    ),
    "Model": (
        "1 int64 ir_version, 8 Opset* opset_import, 2 bytes producer_name, 7 Graph graph, 25 Function* functions"
    ),
}
NUMBERS = {
    "DT_FLOAT": 1, "DT_UINT8": 2, "DT_INT8": 3, "DT_UINT16": 4, "DT_INT16": 5, "DT_INT32": 6, "DT_INT64": 7,
    "DT_STRING": 8, "DT_BOOL": 9, "DT_HALF": 10, "DT_DOUBLE": 11, "DT_UINT32": 12, "DT_UINT64": 13,
    "DT_COMPLEX64": 14, "DT_COMPLEX128": 15, "DT_BFLOAT16": 16, "DT_FLOAT8_E4M3FN": 17, "DT_FLOAT8_E5M2": 19,
    "DT_UINT4": 21, "DT_INT4": 22,
}  # fmt: skip
DTYPES = {number: BY_NAME[name] for name, number in NUMBERS.items()}
OTHER_DTYPES = {18: "float8e4m3fnuz", 20: "float8e5m2fnuz", 23: "float4e2m1", 24: "float8e8m0", 25: "uint2", 26: "int2"}


def message(name: str) -> Any:
    return _classes()[name]()


def read(data: bytes, file: str) -> Any:
    result = message("Model")
    if not parse(result, data) or not result.HasField("graph"):
        raise FileError("the file is not an ONNX model, or it is damaged", file=file)
    return result


def text(data: bytes) -> str:
    return data.decode(errors="replace")


@cache
def _classes() -> dict[str, Any]:
    return build("gradblocks.onnx", _MESSAGES)
