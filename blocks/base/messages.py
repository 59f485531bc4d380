"""Protocol buffer messages, described by their fields and built on first use.

They have descriptor pools of their own, so that TensorFlow can be loaded in the same process. Enumerations are declared
as integers, and names in UTF-8 as bytes if input is not checked to be UTF-8. The serialized form is the same.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from blocks.base.errors import FileError
from blocks.base.files import read_named

_MOST_BYTES = (1 << 31) - 1


def build(package: str, messages: Mapping[str, str]) -> dict[str, Any]:
    """Build message classes.

    Args:
        package: a name for the classes.
        messages: the fields of each message: number, type, name. After the type, ``*`` means repeated, ``?`` means
            written even if 0 (proto3's optional), and ``{}`` means a map from strings to that message.
    """
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file = descriptor_pb2.FileDescriptorProto(name=f"{package}.proto", package=package, syntax="proto3")
    for name, fields in messages.items():
        described = file.message_type.add(name=name)
        for text in filter(None, fields.split(", ")):
            number, kind, field_name = text.split()
            _add_field(described, int(number), kind, field_name, package, messages)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{package}.{name}")) for name in messages}


def _add_field(described: Any, number: int, kind: str, name: str, package: str, messages: Mapping[str, str]) -> None:
    from google.protobuf import descriptor_pb2

    kinds = descriptor_pb2.FieldDescriptorProto
    field = described.field.add(name=name, number=number, label=kinds.LABEL_OPTIONAL)
    if kind[-1] in "*}":
        field.label = kinds.LABEL_REPEATED
    elif kind.endswith("?"):  # such a field is an alternative with one choice
        field.proto3_optional = True
        field.oneof_index = len(described.oneof_decl)
        described.oneof_decl.add(name=f"_{name}")
    plain = kind.rstrip("*?{}")
    if kind.endswith("{}"):
        entry = described.nested_type.add(name=f"{name.capitalize()}Entry")
        entry.options.map_entry = True
        _add_field(entry, 1, "string", "key", package, messages)
        _add_field(entry, 2, plain, "value", package, messages)
        field.type, field.type_name = kinds.TYPE_MESSAGE, f".{package}.{described.name}.{entry.name}"
    elif plain in messages:
        field.type, field.type_name = kinds.TYPE_MESSAGE, f".{package}.{plain}"
    else:
        field.type = kinds.Type.Value(f"TYPE_{plain.upper()}")


def read_message_file(path: str) -> bytes:
    """Return a file's bytes; raise FileError if it cannot be read, or is larger than a message may be."""
    # Room for all that is allowed would be made at once.
    data = read_named(path, min(os.path.getsize(path), _MOST_BYTES) if os.path.exists(path) else _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        raise FileError("the file is larger than 2 GiB, the limit of protocol buffers", file=path)
    return data


def parse(message: Any, data: bytes) -> bool:
    from google.protobuf.message import DecodeError

    try:
        message.ParseFromString(data)
    except DecodeError:
        return False
    return True
