"""The training block Minimize: the gradients of a loss, and an optimizer's update of each variable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import FLOATS, DType
from blocks.base.errors import DiagramError, UsageError
from blocks.base.shapes import is_known, shape_text
from blocks.graph.binding import HelperCall, Trained, constant, nothing_at
from blocks.graph.flow import cuts_between, describe, gradient_flow
from blocks.graph.gradients import UnreachableError, try_gradients
from blocks.graph.graph import Node, Operand, Output, Owner
from blocks.graph.scope import Scope
from blocks.library.array.joining import Stack
from blocks.library.array.sizes import Fill, ZerosLike
from blocks.library.control_flow.branches import NoOp
from blocks.library.core.values import OperationRef, output_at, outputs_at
from blocks.library.declare import block
from blocks.library.earlier_names import NAMES
from blocks.library.math.arithmetic import Minimum, Multiply, Sign, Subtract
from blocks.library.math.comparisons import Cast
from blocks.library.math.division import RealDiv
from blocks.library.math.functions import Sqrt
from blocks.library.math.reductions import Sum
from blocks.library.math.sums import AddN
from blocks.library.nn.losses import L2Loss
from blocks.library.state.variables import Assign, AssignSub, Variable
from blocks.library.training import dense, resource


class _OptimizerNumbers(NamedTuple):
    beta1: float
    beta2: float
    epsilon: float
    momentum: float
    rho: float
    l1: float
    l2: float
    lr_power: float
    initial_accumulator: float


class _Training:
    """A Minimize block under construction.

    Attributes:
        slots: its own variables, by the rest of their paths behind the block's: ``m/w``.
    """

    def __init__(self, scope: Scope, rate: Any, numbers: _OptimizerNumbers, corrected_epsilon: bool) -> None:
        self.scope = scope
        self.numbers = numbers
        self._corrected_epsilon = corrected_epsilon
        self._epsilons: dict[DType, Output] = {}
        self.slots: dict[str, Node] = {}
        self.last: list[Node] = []
        self._rate = rate
        self._rates: dict[DType, Output] = {}
        self._powers: dict[tuple[str, DType], Output] = {}

    def rate(self, dtype: DType) -> Output:
        if dtype not in self._rates:
            self._rates[dtype] = _scalar(self.scope, self._rate, dtype)
        return self._rates[dtype]

    def slot(self, kind: str, of: Node, initial: float = 0.0) -> Output:
        """Create a slot variable with the shape and dtype of a trained one.

        Args:
            kind: the slot's name: ``m`` has the path ``m/w``.
            of: the trained variable.
        """
        variable = of.outputs[0]
        shape = variable.shape
        if is_known(shape):
            number = np.array(initial, variable.dtype.numpy)
            begin = Fill(self.scope, np.array(shape, np.int32), number).as_output()
        else:
            zeros = ZerosLike(self.scope, of.args[0]).as_output()
            begin = zeros + initial if initial else zeros
        return self.keep(f"{kind}/{self.name_of(of)}", begin)

    def name_of(self, variable: Node) -> str:
        owner = self.scope.owner
        instance = owner.block.rpartition("/")[0] if owner is not None else ""
        return variable.block_name.removeprefix(f"{instance}/") if instance else variable.block_name

    def keep(self, path: str, begin: Output) -> Output:
        """Create a variable of the block, with its path relative to the block."""
        owner = self.scope.owner
        if owner is not None:
            owner = Owner(f"{owner.block}/{path}", owner.order)
        within, _, name = path.rpartition("/")
        prefix = "/".join(filter(None, (self.scope.name, within)))
        node = Variable(Scope(self.scope.graph, prefix, name, (), owner), begin, trainable=False)
        self.slots[path] = node
        return node.outputs[0]

    def power(self, name: str, base: float, dtype: DType) -> Output:
        """Return ``base`` to the power of the step number; ``name`` is its path: ``beta1``."""
        output = self._powers.get((name, dtype))
        if output is None:
            more = (
                f"_{dtype.name.removeprefix('DT_').lower()}" if any(known == name for known, _ in self._powers) else ""
            )
            begin = constant(Variable, Variable.inputs[0], self.scope, base, {"dtype": dtype})
            output = self._powers[name, dtype] = self.keep(f"{name}_power{more}", begin)
            self.last.append(Assign(self.scope, output, Multiply(self.scope, output, base)))
        return output

    def epsilon(self, beta2_power: Output) -> float | Output:
        """Return the epsilon of the Apply block, which adds it to the square root of v without bias correction."""
        if not self._corrected_epsilon:
            return self.numbers.epsilon
        dtype = beta2_power.dtype
        if dtype not in self._epsilons:
            scale = Sqrt(self.scope, 1.0 - beta2_power)
            self._epsilons[dtype] = Multiply(self.scope, scale, self.numbers.epsilon).as_output()
        return self._epsilons[dtype]


_Rule = Callable[[_Training, Node, Output, Output, Output], Node]
"""The update of a variable: its node, the reference to change, the step size, the gradient."""


def _gradient_descent(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
    return dense.ApplyGradientDescent(training.scope, ref, rate, gradient)


def _momentum(nesterov: bool) -> _Rule:
    def rule(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
        accum, momentum = training.slot("accum", of), training.numbers.momentum
        return dense.ApplyMomentum(training.scope, ref, accum, rate, gradient, momentum, use_nesterov=nesterov)

    return rule


def _adam(slots: Sequence[str], powers: Sequence[str], update: Callable[..., Node]) -> _Rule:
    def rule(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
        numbers = training.numbers
        kept = [training.slot(name, of) for name in slots]
        bases = {"beta1": numbers.beta1, "beta2": numbers.beta2}
        raised = [training.power(name, bases[name], ref.dtype) for name in powers]
        epsilon = training.epsilon(raised[1]) if len(raised) == 2 else numbers.epsilon
        return update(training.scope, ref, *kept, *raised, rate, numbers.beta1, numbers.beta2, epsilon, gradient)

    return rule


def _rms_prop(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
    ms, mom, numbers = training.slot("ms", of), training.slot("mom", of), training.numbers
    return dense.ApplyRMSProp(
        training.scope, ref, ms, mom, rate, numbers.rho, numbers.momentum, numbers.epsilon, gradient
    )


def _adagrad(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
    accum = training.slot("accum", of, training.numbers.initial_accumulator)
    return dense.ApplyAdagrad(training.scope, ref, accum, rate, gradient)


def _adadelta(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
    accum, update, numbers = training.slot("accum", of), training.slot("accum_update", of), training.numbers
    return dense.ApplyAdadelta(training.scope, ref, accum, update, rate, numbers.rho, numbers.epsilon, gradient)


def _ftrl(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
    numbers = training.numbers
    accum, linear = training.slot("accum", of, numbers.initial_accumulator), training.slot("linear", of)
    return dense.ApplyFtrl(training.scope, ref, accum, linear, gradient, rate, numbers.l1, numbers.l2, numbers.lr_power)


def _lion(training: _Training, of: Node, ref: Output, rate: Output, gradient: Output) -> Node:
    """Step by the sign of a mean of m and the gradient (Chen and others, arXiv:2302.06675)."""
    scope, numbers, m = training.scope, training.numbers, training.slot("m", of)

    def mixed(kept: float) -> Output:
        return AddN(scope, [Multiply(scope, m, kept), Multiply(scope, gradient, 1 - kept)]).as_output()

    training.last.append(Assign(scope, m, mixed(numbers.beta2)))
    return AssignSub(scope, ref, Multiply(scope, Sign(scope, mixed(numbers.beta1)), rate))


_ADAM = _adam(("m", "v"), ("beta1", "beta2"), dense.ApplyAdam)
_RULES: dict[str, _Rule] = {
    "GradientDescent": _gradient_descent,
    "Momentum": _momentum(nesterov=False),
    "Nesterov": _momentum(nesterov=True),
    "Adam": _ADAM,
    "AdamW": _ADAM,
    "AMSGrad": _adam(("m", "v", "vhat"), ("beta1", "beta2"), resource.ResourceApplyAdamWithAmsgrad),
    "AdaMax": _adam(("m", "v"), ("beta1",), dense.ApplyAdaMax),
    "RMSProp": _rms_prop,
    "Adagrad": _adagrad,
    "Adadelta": _adadelta,
    "Ftrl": _ftrl,
    "Lion": _lion,
}
_DEFAULTS: dict[str, dict[str, float]] = {
    "AdamW": {"weight_decay": 0.01},
    "RMSProp": {"momentum": 0.0},
    "Adadelta": {"rho": 0.95},
    "Lion": {"beta2": 0.99},
}
"""Where the numbers that an optimiser has by itself differ from those of the others."""


@block(
    "loss: output, variables: output*?, learning_rate: T -> operation: operation, gradient_norm: output",
    page="training_ops",
    helper=True,
    trains=True,
    earlier=NAMES["Minimize"],
    T=FLOATS,
    where={"optimizer": tuple(_RULES)},
)
def Minimize(
    scope: Scope,
    loss: Any,
    variables: Any,
    learning_rate: Any,
    *,
    optimizer: str = "GradientDescent",
    beta1: float | None = None,
    beta2: float | None = None,
    epsilon: float = 1e-8,
    momentum: float | None = None,
    rho: float | None = None,
    l1: float = 0.0,
    l2: float = 0.0,
    lr_power: float = -0.5,
    initial_accumulator: float = 0.1,
    clip_norm: float = 0.0,
    weight_decay: float | None = None,
    average: float = 0.0,
    corrected_epsilon: bool = False,
) -> HelperCall:
    """Train variables to minimize a loss, with a choice of optimizers.

    It is equivalent to AddSymbolicGradients and one Apply block for each variable, with the same results. The state of
    the optimizer is kept in variables of this block: if the block is called train, ``train/m/w`` is the m of the
    variable w.

    Args:
        loss: [...] the loss to minimize. If it has several elements, their sum is minimized.
        variables: the variables to train. If unwired, all trainable variables that the gradient of the loss reaches.
        learning_rate: [] the learning rate: a constant, or a schedule made of blocks.
        optimizer: the optimizer. AdamW is Adam with a default weight_decay of 0.01. Lion steps by the sign of a running
            mean (Chen and others, arXiv:2302.06675). The Apply blocks describe the other optimizers.
        beta1: the decay rate of the running mean of the gradient, 0 ... 1. The default is 0.9.
        beta2: the decay rate of the mean of the squared gradient, 0 ... 1. The default is 0.999, or 0.99 for Lion.
        epsilon: a small value added to the divisor to avoid division by 0.
        momentum: the momentum: the share of the last step that is kept, 0 ... 1. The default is 0.9, or 0 for RMSProp.
        rho: the decay rate of the running means, 0 ... 1. The default is 0.9, or 0.95 for Adadelta.
        l1: for Ftrl, the strength of the L1 regularization, 0 or more.
        l2: for Ftrl, the strength of the L2 regularization, 0 or more.
        lr_power: for Ftrl, the power of the learning rate decay, 0 or less.
        initial_accumulator: for Adagrad and Ftrl, the initial value of the sum of squares.
        clip_norm: the maximum global norm of all gradients; larger gradients are scaled down. 0 means no clipping
            (Pascanu and others, arXiv:1211.5063).
        weight_decay: the decoupled weight decay: each step first multiplies the variables by 1 - weight_decay *
            learning rate (Loshchilov, Hutter, arXiv:1711.05101). The default is 0, or 0.01 for AdamW.
        average: the decay rate of a moving average of each variable, kept as ``train/average/w``. 0 keeps no averages.
        corrected_epsilon: for Adam, AdamW and AMSGrad, whether epsilon is added after the bias correction, as in
            PyTorch and Optax, or before it, as in TensorFlow.

    Returns:
        operation: the training step as an operation. A ClientSession wired to it decides when it runs.
        gradient_norm: [] the global norm of all gradients before clip_norm: the square root of the sum of all squares.
    """
    own = {"beta1": 0.9, "beta2": 0.999, "momentum": 0.9, "rho": 0.9, "weight_decay": 0.0}
    own |= _DEFAULTS.get(optimizer, {})
    given = {"beta1": beta1, "beta2": beta2, "momentum": momentum, "rho": rho, "weight_decay": weight_decay}
    chosen = own | {name: value for name, value in given.items() if value is not None}
    decay = chosen.pop("weight_decay")
    numbers = _OptimizerNumbers(
        **chosen, epsilon=epsilon, l1=l1, l2=l2, lr_power=lr_power, initial_accumulator=initial_accumulator
    )
    target = output_at("loss", loss)
    within = scope.new_sub_scope(scope.op_name or Minimize.name)
    refs, slopes = _gradients(within, target, variables)
    trained, gradients = _by_value(within, refs, slopes)
    training = _Training(within, learning_rate, numbers, corrected_epsilon)
    norm = _norm(within, gradients)
    if clip_norm > 0:
        gradients = _clipped(within, gradients, norm, clip_norm)
    for node, gradient in zip(trained, gradients, strict=True):
        ref = node.outputs[0]
        rate_here = training.rate(ref.dtype)
        changed = ref
        if decay:
            lost = Multiply(within, Multiply(within, ref, decay), rate_here)
            changed = AssignSub(within, ref, lost).outputs[0]
        update = _RULES[optimizer](training, node, changed, rate_here, gradient)
        training.last.append(update)
        if average > 0:
            training.last.append(_averaged(training, node, update, average))
    done = NoOp(within.with_control_dependencies(training.last))
    values = {"operation": OperationRef(done), "gradient_norm": norm}
    return HelperCall(Minimize, values, training.slots, Trained(target, tuple(refs), tuple(slopes)))


_SHORT = {"sgd": "GradientDescent", "nag": "Nesterov"}


def optimizer_named(name: str) -> str:
    """Return an optimizer of Minimize: ``"adam"`` is Adam; raise UsageError if it does not exist."""
    names = {each.lower(): each for each in _RULES} | _SHORT
    result = names.get(name.lower().replace("_", ""))
    if result is None:
        raise UsageError(f"there is no optimizer {name!r}", pin="optimizer", hint=f"use one of: {', '.join(_RULES)}")
    return result


def _scalar(scope: Scope, rate: Any, dtype: DType) -> Output:
    [pin] = [pin for pin in Minimize.inputs if pin.name == "learning_rate"]
    if rate is None:
        raise nothing_at(Minimize, pin)
    if not isinstance(rate, Operand):
        output = constant(Minimize, pin, scope, rate, {"T": dtype})
    else:
        output = rate.as_output()
        if output.dtype not in pin.allowed:
            text = f"the learning rate must be floating-point, got {output.dtype.short}"
            raise DiagramError(text, pin="learning_rate")
        if output.dtype is not dtype:
            output = Cast(scope, output, DstT=dtype).as_output()
    if output.shape not in (None, ()):
        text = f"the learning rate must be a scalar, got shape {shape_text(output.shape)}"
        raise DiagramError(text, pin="learning_rate")
    return output


def _gradients(scope: Scope, loss: Output, variables: Any) -> tuple[list[Output], list[Output]]:
    """Return the trained variables, in the order of their blocks, with their gradients.

    Raises:
        DiagramError: a wired value is not a variable, a gradient does not reach it, or none is reached at all.
    """
    if variables:
        refs = outputs_at("variables", variables)
        for each in refs:
            if not each.op.type.variable or each.op.type.temporary:
                text = f"variables must be Variable blocks, but {each.op.block_name} is {each.op.type.display_name}"
                raise DiagramError(text, pin="variables")
    else:
        reached = {o for o in gradient_flow(scope.graph, [loss]).reached if _is_trainable(o.op)}
        refs = sorted(reached, key=lambda o: (o.op.owner.order if o.op.owner is not None else 0, o.op.number))
        if not refs:
            raise DiagramError(_why_none(scope, loss), pin="loss")
    gradients: list[Output] = []
    for item in try_gradients(scope, [loss], refs):
        if isinstance(item, UnreachableError):
            raise DiagramError(item.message, pin="variables", hint=item.hint)
        gradients.append(item)
    return refs, gradients


def _by_value(scope: Scope, refs: Sequence[Output], gradients: Sequence[Output]) -> tuple[list[Node], list[Output]]:
    """Return the variables and gradients; variables that share a value are merged, with summed gradients."""
    by_cell: dict[Any, list[int]] = {}
    for i, ref in enumerate(refs):
        shared = ref.op.attrs["shared_name"]
        by_cell.setdefault((ref.op.attrs["container"], shared) if shared else ref, []).append(i)
    groups = by_cell.values()
    summed = [
        gradients[group[0]] if len(group) == 1 else AddN(scope, [gradients[i] for i in group]).as_output()
        for group in groups
    ]
    return [refs[group[0]].op for group in groups], summed


def _is_trainable(node: Node) -> bool:
    return node.type.variable and not node.type.temporary and bool(node.attrs["trainable"])


def _why_none(scope: Scope, loss: Output) -> str:
    variables = [node.outputs[0] for node in scope.graph.nodes if node.type.variable and _is_trainable(node)]
    if not variables:
        return "there is nothing to train: no trainable Variable comes before this block"
    return describe(variables[0], [loss], cuts_between(scope.graph, [loss], variables[0]))


def _norm(scope: Scope, gradients: Sequence[Output]) -> Output:
    halves = [L2Loss(scope, each).as_output() for each in gradients]
    dtype = max((each.dtype for each in halves), key=lambda d: np.dtype(d.numpy).itemsize)
    halves = [half if half.dtype is dtype else Cast(scope, half, DstT=dtype).as_output() for half in halves]
    total = Sum(scope, Stack(scope, halves), 0).as_output()
    return Sqrt(scope, Multiply(scope, total, 2.0)).as_output()


def _clipped(scope: Scope, gradients: Sequence[Output], norm: Output, limit: float) -> list[Output]:
    inverse = RealDiv(scope, constant(RealDiv, RealDiv.inputs[0], scope, 1.0, {"T": norm.dtype}), norm)
    scale = Multiply(scope, Minimum(scope, inverse, 1 / limit), limit).as_output()
    scales = {scale.dtype: scale}
    for each in gradients:
        if each.dtype not in scales:
            scales[each.dtype] = Cast(scope, scale, DstT=each.dtype).as_output()
    return [Multiply(scope, each, scales[each.dtype]).as_output() for each in gradients]


def _averaged(training: _Training, node: Node, update: Node, kept: float) -> Node:
    """Update a moving average after its variable: average -= (1 - kept) * (average - variable)."""
    begin = node.args[0]
    assert isinstance(begin, Output)
    mean = training.keep(f"average/{training.name_of(node)}", begin)
    after = training.scope.with_control_dependencies([update])
    lost = Multiply(after, Subtract(after, mean, node.outputs[0]), 1 - kept)
    return AssignSub(after, mean, lost)
