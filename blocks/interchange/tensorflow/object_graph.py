"""The objects of a SavedModel: variables, signatures, and the tensors that functions of custom gradients capture.

TensorFlow needs them to bind a function to the tensors that it captures. Without custom gradients there are none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from blocks.base.dtypes import STRING
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.custom_gradients import CAPTURES, GRADIENT
from blocks.interchange.tensorflow.operations import BODIES
from blocks.interchange.tensorflow.writing import put_shape, strings
from blocks.library.io.bundle import Saved

_KEY, _VALUE = b"_CHECKPOINTABLE_OBJECT_GRAPH", b"VARIABLE_VALUE"


def add_objects(meta: Any, variables: dict[str, Saved], untrained: Collection[str]) -> tuple[list[Saved], list[str]]:
    """Add objects to a MetaGraphDef; the variables get the keys that TensorFlow expects for objects.

    Return their entry of the checkpoint, and the custom gradients that TensorFlow cannot compute.
    """
    nodes, saved = meta.object_graph_def.nodes, schema.message("TrackableObjectGraph")
    for identifier in (b"_generic_user_object", b"trackable_list_wrapper", b"signature_map"):
        nodes.add(user_object={"identifier": identifier, "version": {"producer": 1, "min_consumer": 1}})
        saved.nodes.add()
    for graph in (nodes, saved.nodes):
        graph[0].children.add(node_id=1, local_name=b"variables")
        graph[0].children.add(node_id=2, local_name=b"signatures")
    numbers: dict[bytes, int] = {}
    for i, (name, value) in enumerate(variables.items()):
        key = b"%s/.ATTRIBUTES/%s" % (name.encode(), _VALUE)
        variables[name] = value._replace(name=key)
        numbers[name.encode()] = len(nodes)
        for graph in (nodes, saved.nodes):
            graph[1].children.add(node_id=len(nodes), local_name=str(i).encode())
        item = nodes.add().variable
        item.name, item.dtype, item.trainable = name.encode(), schema.NUMBERS[value.dtype.name], name not in untrained
        put_shape(item.shape, value.array.shape)
        saved.nodes.add().attributes.add(name=_VALUE, full_name=item.name, checkpoint_key=key)
    _add_signatures(meta, numbers)
    return [Saved(_KEY, strings(saved.SerializeToString()), STRING, None)], _add_gradients(meta)


def _add_signatures(meta: Any, numbers: Mapping[bytes, int]) -> None:
    objects, calls = meta.object_graph_def, {each.name: each for each in meta.graph_def.node}
    for key, signature in meta.signature_def.items():
        call = calls[next(iter(signature.outputs.values())).name.partition(b":")[0]]
        given, results = (
            {name: _spec(name, info.dtype, info.tensor_shape) for name, info in infos.items()}
            for infos in (signature.inputs, signature.outputs)
        )
        bound = [numbers[each] for each in call.input if each in numbers]
        _bind(objects, call.attr["f"].func.name, bound, (), given, _structured(dict_value={"fields": results}))
        objects.nodes[2].children.add(node_id=len(objects.nodes), local_name=key.encode())
        keywords = sorted(each.encode() for each in given)
        item = objects.nodes.add(bare_concrete_function={"argument_keywords": keywords}).bare_concrete_function
        item.concrete_function_name, item.allowed_positional_arguments = call.attr["f"].func.name, int(len(given) == 1)


def _add_gradients(meta: Any) -> list[str]:
    objects, library, lost = meta.object_graph_def, meta.graph_def.library, list[str]()
    functions = {each.signature.name: each for each in library.function}
    gradients = {each.registered_op_type: functions[each.gradient_func] for each in library.registered_gradients}
    nodes = [(function.signature, each) for function in library.function for each in function.node_def]
    bodies = {each.attr[key].func.name for _, each in nodes for key in BODIES.get(each.op.decode(), ())}
    for around, node in nodes:
        gradient = gradients.get(node.attr[GRADIENT].s) if GRADIENT in node.attr else None
        if gradient is None:
            continue
        captured, first = gradient.attr.pop(CAPTURES).list.s, len(objects.nodes)
        if captured and around.name in bodies:
            lost.append(f"{around.name.decode()}/{node.name.decode()}")
        for text in captured:
            objects.nodes.add(captured_tensor={"name": text, "concrete_function": around.name})
        arguments, results = (
            [_spec(each.name.decode(), each.type) for each in side]
            for side in (gradient.signature.input_arg, gradient.signature.output_arg)
        )
        count, bound = len(node.attr["T"].list.type), range(first, len(objects.nodes))
        values = [*[_structured(none_value={})] * (count - len(results)), *results]
        outputs = _structured(list_value={"values": values})
        _bind(objects, gradient.signature.name, bound, arguments[:count], {}, outputs)
    return lost


def _bind(
    objects: Any, name: bytes, bound: Iterable[int], given: Sequence[Any], named: Mapping[str, Any], results: Any
) -> None:
    entry = objects.concrete_functions[name.decode()]
    entry.bound_inputs.extend(bound)
    arguments = _structured(tuple_value={"values": given}), _structured(dict_value={"fields": named})
    entry.canonicalized_input_signature.tuple_value.values.extend(arguments)
    entry.output_signature.CopyFrom(results)


def _structured(**fields: Any) -> Any:
    return schema.message("StructuredValue", **fields)


def _spec(name: str, dtype: int, shape: Any = None) -> Any:
    shape = {"unknown_rank": True} if shape is None else shape
    return _structured(tensor_spec_value={"name": name.encode(), "dtype": dtype, "shape": shape})
