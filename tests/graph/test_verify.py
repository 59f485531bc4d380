"""`verify` notices every way in which a graph can be wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from blocks.base.dtypes import BOOL, DOUBLE
from blocks.compile.passes import specialise
from blocks.compile.rewrite import Goal
from blocks.graph.graph import Graph, Node, Output
from blocks.graph.scope import Scope
from blocks.graph.verify import InvariantError, verify
from blocks.ops import Add, Assign, Concat, Const, Exp, Identity, MatMul, Placeholder, Split, Variable


def sample() -> Graph:
    """A graph with lists, references, controls and attributes: Const, Exp, Add, Split, Concat, Variable, Assign."""
    root = Scope.new_root_scope()
    a = Const(root, [1.0, 2.0], name="a")
    e = Exp(a, name="e")
    Add(e, a, name="sum")
    s = Split(root, Const(root, 0, name="axis"), e, num_split=2, name="s")
    Concat(list(s.outputs), Const(root, 0, name="axis2"), name="c")
    v = Variable(root, a, name="v")
    Assign(root.with_control_dependencies([e]), v, a, name="w")
    return root.graph


def named(graph: Graph, name: str) -> Node:
    """A node by its name."""
    return next(node for node in graph.nodes if node.name == name)


def test_a_graph_as_it_is_built_is_right() -> None:
    verify(sample())


def replace_args(node: Node, *args: Output | tuple[Output, ...] | None) -> None:
    """Give a node other arguments behind its back."""
    node.args = args
    node.inputs = tuple(o for a in args if a is not None for o in (a if isinstance(a, tuple) else (a,)))


def wrong_number(graph: Graph) -> None:
    named(graph, "e").number = 7


def same_name(graph: Graph) -> None:
    named(graph, "e").name = "a"


def order(graph: Graph) -> None:
    first, second = named(graph, "e"), named(graph, "sum")
    first.number, second.number = second.number, first.number
    graph.nodes[first.number], graph.nodes[second.number] = first, second


def other_inputs(graph: Graph) -> None:
    named(graph, "sum").inputs = ()


def too_few(graph: Graph) -> None:
    replace_args(named(graph, "sum"), named(graph, "a").outputs[0])


def nothing_at_a_pin(graph: Graph) -> None:
    replace_args(named(graph, "sum"), named(graph, "a").outputs[0], None)


def list_where_none_belongs(graph: Graph) -> None:
    a = named(graph, "a").outputs[0]
    replace_args(named(graph, "sum"), a, (a,))


def no_list_where_one_belongs(graph: Graph) -> None:
    node = named(graph, "c")
    replace_args(node, named(graph, "a").outputs[0], node.args[1])


def of_another_graph(graph: Graph) -> None:
    replace_args(named(graph, "e"), named(sample(), "a").outputs[0])


def replaced_output(graph: Graph) -> None:
    a = named(graph, "a")
    a.outputs = (Output(a, 0, a.outputs[0].dtype, (2,)),)


def control_behind(graph: Graph) -> None:
    named(graph, "e").controls = (named(graph, "w"),)


def control_elsewhere(graph: Graph) -> None:
    named(graph, "e").controls = (named(sample(), "a"),)


def attribute_missing(graph: Graph) -> None:
    named(graph, "w").attrs.pop("use_locking")


def attribute_too_many(graph: Graph) -> None:
    named(graph, "e").attrs["other"] = 1


def dtype_not_allowed(graph: Graph) -> None:
    named(graph, "a").outputs[0]._dtype = BOOL  # pyright: ignore[reportPrivateUsage]
    named(graph, "a").attrs["dtype"] = BOOL
    named(graph, "a").bound["dtype"] = BOOL


def bound_otherwise(graph: Graph) -> None:
    named(graph, "e").bound = {"T": DOUBLE}  # a new one: nodes of one form share theirs


def gives_another_dtype(graph: Graph) -> None:
    named(graph, "c").outputs[0]._dtype = DOUBLE  # pyright: ignore[reportPrivateUsage]


def no_reference(graph: Graph) -> None:
    node = named(graph, "w")
    replace_args(node, named(graph, "e").outputs[0], node.args[1])


def reference_lost(graph: Graph) -> None:
    named(graph, "v").outputs[0].is_ref = False


def output_of_another(graph: Graph) -> None:
    named(graph, "c").outputs = named(graph, "e").outputs


def wrong_shape(graph: Graph) -> None:
    named(graph, "c").outputs[0].infer((3,))


def wrong_rank(graph: Graph) -> None:
    named(graph, "sum").outputs[0].infer((2, None))


def too_few_outputs(graph: Graph) -> None:
    node = named(graph, "s")
    node.outputs = node.outputs[:1]


BREAKS: dict[Callable[[Graph], None], str] = {
    wrong_number: "Exp 'e' has number 7 at index 1",
    same_name: "Exp 'a' shares its name",
    order: "uses e before it is",
    other_inputs: "Add 'sum' has other inputs than arguments",
    too_few: "has 1 arguments for 2 pins",
    nothing_at_a_pin: "has nothing at y",
    list_where_none_belongs: "has a list where it must not, or none, at y",
    no_list_where_one_belongs: "has a list where it must not, or none, at values",
    of_another_graph: "uses a before it is",
    replaced_output: "uses an output that a does not have",
    control_behind: "waits for a node that is not before it",
    control_elsewhere: "waits for a node that is not before it",
    attribute_missing: "has other attributes than its type",
    attribute_too_many: "has other attributes than its type",
    dtype_not_allowed: "takes no bool at x",
    bound_otherwise: "is bound to another dtype at x",
    gives_another_dtype: "Concat 'c' gives float64 at output",
    no_reference: "needs a reference at ref",
    reference_lost: "Variable 'v' gives a reference where it must not, or none, at ref",
    output_of_another: "has output 0 of another node",
    wrong_shape: r"has shape \(3,\), its rule says \(2,\)",
    wrong_rank: r"has shape \(2, None\), its rule says \(2,\)",
    too_few_outputs: "has another number of outputs than its shape rule",
}


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.__name__)
def test_each_fault_is_noticed(change: Callable[[Graph], None]) -> None:
    graph = sample()
    change(graph)
    with pytest.raises(InvariantError, match=BREAKS[change]):
        verify(graph)


def test_what_is_sure_to_fail_must_not_be_called_certain() -> None:
    root = Scope.new_root_scope()
    p = Placeholder(root, dtype="DT_FLOAT")
    product = MatMul(p, p)
    from blocks.compile.passes import Fed

    start = specialise(root.graph, Goal([product.as_output()]), {(0, 0): Fed(p.output.dtype, (2, 3))}, {})
    verify(start.graph)
    start.graph.nodes[-1].certain = True
    with pytest.raises(InvariantError, match=r"is called certain, but its rule says: .* got \[2,3\] and \[2,3\]"):
        verify(start.graph)


def test_a_variable_may_have_been_given_another_shape() -> None:
    root = Scope.new_root_scope()
    v = Variable(root, [1.0, 2.0], shape=[2])
    goal = Goal([Identity(v).as_output()])
    start = specialise(root.graph, goal, {}, {v.number: (3,)})
    verify(start.graph)
