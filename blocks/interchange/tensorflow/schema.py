"""TensorFlow's protocol buffers for graphs, functions and saved models.

Only fields in use are named. Others are kept in a message that was read, and written back with it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from blocks.base.dtypes import DType
from blocks.base.errors import FileError
from blocks.base.messages import build, parse
from blocks.base.types import Array
from blocks.library.parsing.tensor_messages import DTYPE_NUMBERS, put_tensor
from blocks.library.parsing.tensor_messages import MESSAGES as _TENSOR_MESSAGES

_MESSAGES = {
    **_TENSOR_MESSAGES,
    "List": (
        "2 bytes* s, 3 int64* i, 4 float* f, 5 bool* b, 6 int32* type, 7 TensorShape* shape, 8 Tensor* tensor,"
        " 9 NameAttrList* func"
    ),
    # One of these is there: one that is 0 is written all the same.
    "AttrValue": (
        "1 List list, 2 bytes? s, 3 int64? i, 4 float? f, 5 bool? b, 6 int32? type, 7 TensorShape shape, 8 Tensor"
        " tensor, 9 bytes? placeholder, 10 NameAttrList func"
    ),
    "NameAttrList": "1 bytes name, 2 AttrValue{} attr",
    "NodeDef": "1 bytes name, 2 bytes op, 3 bytes* input, 4 bytes device, 5 AttrValue{} attr",
    "VersionDef": "1 int32 producer, 2 int32 min_consumer, 3 int32* bad_consumers",
    "ArgDef": (
        "1 bytes name, 2 bytes description, 3 int32 type, 4 bytes type_attr, 5 bytes number_attr,"
        " 6 bytes type_list_attr, 16 bool is_ref"
    ),
    "AttrDef": "1 bytes name, 2 bytes type, 3 AttrValue default_value",
    "OpDef": (
        "1 bytes name, 2 ArgDef* input_arg, 3 ArgDef* output_arg, 20 bytes* control_output, 4 AttrDef* attr,"
        " 17 bool is_stateful"
    ),
    "OpList": "1 OpDef* op",
    "FunctionDef": (
        "1 OpDef signature, 5 AttrValue{} attr, 3 NodeDef* node_def, 4 string{} ret, 6 string{} control_ret"
    ),
    "GradientDef": "1 bytes function_name, 2 bytes gradient_func",
    "RegisteredGradient": "1 bytes gradient_func, 2 bytes registered_op_type",
    "FunctionDefLibrary": (
        "1 FunctionDef* function, 2 GradientDef* gradient, 3 RegisteredGradient* registered_gradients"
    ),
    "GraphDef": "1 NodeDef* node, 4 VersionDef versions, 3 int32 version, 2 FunctionDefLibrary library",
    "SaverDef": (
        "1 bytes filename_tensor_name, 2 bytes save_tensor_name, 3 bytes restore_op_name, 4 int32 max_to_keep,"
        " 5 bool sharded, 6 float keep_checkpoint_every_n_hours, 7 int32 version"
    ),
    "TensorInfo": "1 bytes name, 2 int32 dtype, 3 TensorShape tensor_shape",
    "SignatureDef": "1 TensorInfo{} inputs, 2 TensorInfo{} outputs, 3 bytes method_name",
    "AssetFileDef": "1 TensorInfo tensor_info, 2 bytes filename",
    "MetaInfoDef": (
        "1 bytes meta_graph_version, 2 OpList stripped_op_list, 4 bytes* tags, 5 bytes tensorflow_version,"
        " 7 bool stripped_default_attrs"
    ),
    "SavedUserObject": "1 bytes identifier, 2 VersionDef version",
    "SavedVariable": "1 int32 dtype, 2 TensorShape shape, 3 bool trainable, 6 bytes name",
    "SavedBareConcreteFunction": (
        "1 bytes concrete_function_name, 2 bytes* argument_keywords, 3 int64 allowed_positional_arguments"
    ),
    "SavedConstant": "1 bytes operation",
    "CapturedTensor": "1 bytes name, 2 bytes concrete_function",
    "SavedObject": (
        "1 ObjectReference* children, 4 SavedUserObject user_object, 7 SavedVariable variable,"
        " 8 SavedBareConcreteFunction bare_concrete_function, 9 SavedConstant constant,"
        " 12 CapturedTensor captured_tensor"
    ),
    "NoneValue": "",
    "TensorSpec": "1 bytes name, 2 TensorShape shape, 3 int32 dtype",
    "StructuredList": "1 StructuredValue* values",
    "StructuredDict": "1 StructuredValue{} fields",
    "StructuredValue": (
        "1 NoneValue none_value, 33 TensorSpec tensor_spec_value, 51 StructuredList list_value,"
        " 52 StructuredList tuple_value, 53 StructuredDict dict_value"
    ),
    "SavedConcreteFunction": (
        "2 int32* bound_inputs, 3 StructuredValue canonicalized_input_signature, 4 StructuredValue output_signature"
    ),
    "SavedObjectGraph": "1 SavedObject* nodes, 2 SavedConcreteFunction{} concrete_functions",
    "MetaGraphDef": (
        "1 MetaInfoDef meta_info_def, 2 GraphDef graph_def, 3 SaverDef saver_def, 5 SignatureDef{} signature_def,"
        " 6 AssetFileDef* asset_file_def, 7 SavedObjectGraph object_graph_def"
    ),
    "SavedModel": "1 int64 saved_model_schema_version, 2 MetaGraphDef* meta_graphs",
    "TrackableAttribute": "1 bytes name, 2 bytes full_name, 3 bytes checkpoint_key",
    "ObjectReference": "1 int32 node_id, 2 bytes local_name",
    "TrackableObject": "1 ObjectReference* children, 2 TrackableAttribute* attributes",
    "TrackableObjectGraph": "1 TrackableObject* nodes",
}
_STRING_OR_DTYPE = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\bDT_[A-Z0-9_]+\b""")
_OTHER_NUMBERS = {"DT_INVALID": 0, "DT_RESOURCE": 20, "DT_VARIANT": 21}
NUMBERS = {**DTYPE_NUMBERS, **_OTHER_NUMBERS}
"""The numbers of all dtypes in messages, those of handles among them."""
FIELDS = {
    "bool": "b", "int": "i", "float": "f", "string": "s", "type": "type", "number": "type", "shape": "shape",
    "tensor": "tensor",
}  # fmt: skip
_REF = 100
"""What is added to the number of a dtype for references to variables."""


def message(name: str, **fields: Any) -> Any:
    return _classes()[name](**fields)


def tensor_attribute(array: Array, dtype: DType) -> Any:
    result = message("AttrValue")
    put_tensor(result.tensor, array, dtype)
    return result


def read(name: str, data: bytes, file: str) -> Any:
    result = message(name)
    if not parse(result, data):
        raise FileError(f"the file is not a TensorFlow {name}, or it is damaged", file=file)
    return result


def read_text(name: str, data: bytes, file: str) -> Any:
    from google.protobuf import text_format

    result = message(name)
    try:
        text = _STRING_OR_DTYPE.sub(_numbered, data.decode())
        text_format.Parse(text, result, allow_unknown_field=True)
    except UnicodeDecodeError:
        raise FileError(f"the file is not a TensorFlow {name}: it is not UTF-8 text", file=file) from None
    except (text_format.ParseError, RecursionError, ValueError) as error:
        raise FileError(f"the file is not a TensorFlow {name} in text format: {str(error)[:200]}", file=file) from None
    return result


def _numbered(match: re.Match[str]) -> str:
    text = match[0]
    if text[0] in "\"'":
        return text
    plain = text.removesuffix("_REF")
    number = NUMBERS.get(plain)
    return text if number is None else str(number + (_REF if plain != text else 0))


def plain_dtype(number: int) -> int:
    return number - _REF if number > _REF else number


@cache
def _classes() -> dict[str, Any]:
    return build("gradblocks.tensorflow", _MESSAGES)
