"""The declaration of a block type: pins, attributes, kernel, rules and documentation.

A signature reads ``"a: T, b: T, axis: Tidx -> product: T"``. The element type of a pin follows the colon:

- a type variable (``T``) that the declaration limits to some dtypes, an attribute of type ``type`` (``dtype``), or a
  fixed dtype (``int32``, ``bool``, ``string``);
- ``T*``: a list of any length whose elements have one dtype; ``any*``: elements with different dtypes; ``any T*``:
  elements with different dtypes among those of T. For outputs, ``T*num_split`` takes the length from an attribute (or a
  list input), ``component_types*`` takes length and dtypes from an attribute of type ``list(type)``, and ``any*values``
  takes both from a list input;
- ``&T``: a reference to a variable; ``T?``: an optional input;
- a kind that is not a tensor: ``operation``, ``status``, ``feed``, ``initializer``, ``tensor_value``, ``scope``; or
  ``output``: any tensor.

The keyword-only parameters of the kernel are the attributes, with their defaults. A parameter with the name of a type
variable gets the bound dtype (a tuple of dtypes for ``any T*``). ``rng`` gets the random stream of the block (if the
type is ``counted`` and the block has seeds, a `Philox`, which counts its runs). ``context`` gets the files and objects
that the session keeps between steps (`blocks.base.context`): such a block has side effects, and runs in file order.
``runner`` gets the function that runs a graph among the attributes (`BlockSpec.nested`).
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Union

from blocks.base import dtypes
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Shape, is_array, is_list
from blocks.graph.documentation import completed

KINDS = ("operation", "status", "feed", "initializer", "tensor_value", "scope", "output", "list", "input", "message")
ATTRIBUTE_TYPES: dict[str, str] = {
    "bool": "bool",
    "int": "int",
    "float": "float",
    "str": "string",
    "DType": "type",
    "Shape": "shape",
    "JsonValue": "tensor",
    "list[int]": "list(int)",
    "list[float]": "list(float)",
    "list[str]": "list(string)",
    "list[DType]": "list(type)",
    "list[Shape]": "list(shape)",
    "Program": "program",
    "CustomRule": "program",
}
_MODULES = re.compile(r"\b(?:\w+\.)+")
REQUIRED = inspect.Parameter.empty
DISPLAY_PAGE = "display"
GRADIENT_RULE, TENSORFLOW = "gradient_rule", "tensorflow"
"""The attribute of types whose gradient frameworks define differently, and its default."""
FUSIONS = (
    "elementwise",  # the operands are broadcast against each other
    "same_shape",  # elementwise, on operands of one shape
    "sum",  # elementwise, the sum of a list of tensors of one shape
    "reduction",  # of the first input, along the axes at the second
    "reshape",  # of the first input, to the shape at the second; so are the next two
    "broadcast",
    "unbroadcast",  # sums over the axes that a broadcast has made longer
    "batch_wise",  # an image of the result follows from the same image of each input
)
"""The ways in which the results of a type follow from its inputs. They decide how it runs for a batch of inputs."""


_TENSORS = frozenset(("tensor", "output", "input"))
_TAKEN: dict[str, frozenset[str]] = {
    "output": _TENSORS | {"list", "operation"},
    "operation": _TENSORS | {"list", "operation"},
    "status": frozenset(("status", "message")),
    **{kind: frozenset((kind,)) for kind in ("feed", "initializer", "tensor_value", "scope")},
}


class InputPin(NamedTuple):
    """An input of a block type.

    ``var`` names the type variable or attribute that its dtype must equal, ``allowed`` limits it; ``each`` names the
    type variable of a list whose elements each have their own dtype.
    """

    name: str
    var: str | None
    allowed: tuple[DType, ...]
    is_list: bool = False
    is_ref: bool = False
    optional: bool = False
    kind: str = "tensor"
    each: str | None = None

    @property
    def literal(self) -> bool:
        return self.kind in ("tensor", "tensor_value") and not self.is_list and not self.is_ref

    def takes(self, kind: str) -> bool:
        """Return whether the pin takes outputs of a kind, such as operations."""
        return kind in _TAKEN.get(self.kind, _TENSORS) or (self.is_list and kind == "list" and self.kind == "tensor")

    def fits(self, output: OutputPin, index: int | None, dtypes: tuple[DType, ...] | None) -> bool:
        """Return whether an output, or an element of a list, with one of some dtypes can be wired to the pin."""
        if not self.takes("tensor" if index is not None else output.kind) or (self.is_ref and not output.is_ref):
            return False
        if index is None and (output.is_list or output.kind == "list") and not self.is_list:
            return False
        return dtypes is None or any(each in self.allowed for each in dtypes)


class OutputPin(NamedTuple):
    name: str
    var: str | None
    fixed: DType | None
    is_list: bool = False
    length: str | None = None
    is_ref: bool = False
    kind: str = "tensor"
    shown_as: str | None = None

    @property
    def result_pins(self) -> tuple[str, ...]:
        """The names under which its value is shown: ``result_<name>``, and the original's if different."""
        if self.kind not in ("tensor", "list", "input", "output", "message"):
            return ()
        regular = f"result_{self.name}"
        return (regular,) if self.shown_as is None else (self.shown_as, regular)


class Attribute(NamedTuple):
    """An attribute of a block type."""

    name: str
    type: str
    default: Any
    allowed: tuple[Any, ...] | None = None
    minimum: float | None = None
    doc: str = ""

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def within(self, limit: Any) -> Attribute:
        if limit is None:
            return self
        allowed = tuple(limit) if is_list(limit) else None
        return self._replace(allowed=allowed, minimum=limit if isinstance(limit, (int, float)) else None)


FormulaRule = str | Callable[[Any], str | None]
LoweringRule = Callable[..., Any]


GradientFunction = Callable[[Any, Any], Any] | Callable[..., Any]
"""A gradient: most take the node and one gradient, from which the types of a lambda's parameters follow."""


class Rule(NamedTuple):
    inputs: tuple[str, ...]
    build: Callable[..., Any]


class GradientLimit(NamedTuple):
    """The reason why a gradient deliberately differs from the derivative, except for inputs that meet ``unless``."""

    why: str
    unless: Callable[[Sequence[Any]], Any] | None = None

    def holds(self, arrays: Sequence[Any]) -> bool:
        return self.unless is None or not self.unless(arrays)


class Form(NamedTuple):
    bound: dict[str, Any]
    dtype: DType
    shape: Shape
    certain: bool
    attrs: dict[str, Any]


def _attribute_type(name: str, annotation: Any) -> str:
    plain = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    entry = ATTRIBUTE_TYPES.get(_MODULES.sub("", plain).removesuffix(" | None"))
    if entry is None:
        raise TypeError(f"attribute {name}: its annotation must be one of {', '.join(ATTRIBUTE_TYPES)}, got {plain}")
    return entry


def _is_dtypes(value: Any) -> bool:
    return is_list(value) and all(isinstance(each, DType) for each in value)


def _no_library(what: str) -> BlockSpec:
    raise DiagramError(f"the library has no block type for {what!r}")


DocSource = Union["BlockSpec", Mapping[str, str]]


class ShapeTraits:
    """What the results of a type are in terms of its inputs.

    Attributes:
        broadcasts: its inputs are broadcast against each other; the gradient sweep sums gradients back.
        view: its result may share memory with an input.
        forwards: the input that the result always equals; for a list, each result equals one of its elements.
        reshapes: the input that the result equals if shape and dtype are the same.
        shape_only: its result depends on the shapes and dtypes of its inputs, not on their values.
        identity_element: the operand value for which the result is the other operand, bit for bit.
        constant_fill: the number that all elements of its result equal, whatever its input.
    """

    broadcasts: bool = False
    view: bool = False
    forwards: str | None = None
    reshapes: str | None = None
    shape_only: bool = False
    identity_element: float | None = None
    constant_fill: float | None = None


class FusionTraits:
    """What a plan may do with the calls of a type.

    Attributes:
        ufunc: the kernel is a NumPy ufunc or is called like one: elementwise, in place of any input.
        fusion: one of `FUSIONS`.
        foldable: whether its value may be computed before the run, even when an untrusted page is only viewed: the
            kernel has no effect, and for few elements it neither crashes nor takes long.
        identity_kernel: the kernel returns its first input, so that a plan does not call it.
        no_op: it computes nothing, so that an exported program leaves it out.
    """

    ufunc: bool = False
    fusion: str | None = None
    foldable: bool = False
    identity_kernel: bool = False
    no_op: bool = False


class EffectTraits:
    """What a type reads and changes beside its inputs and results, and how it decides what runs.

    Attributes:
        writes: the reference inputs that it replaces, in the order in which the kernel returns them.
        stateful: it has an effect or reads state other than its inputs, so it is never merged or dropped.
        accepts_uninitialised: it accepts a variable without a value as its first input.
        constant: its result is given by its attributes.
        variable: it is a variable: its result is a value of the session.
        temporary: a variable without a value at the start and the end of a step.
        fed: its value comes from outside.
        counted: the block counts its runs if it has seeds, since its numbers are then TensorFlow's for them; ``rng`` is
            then a `Philox`.
        control: it decides control flow, and its kernel may return DEAD (`blocks.base.types`): ``"switch"``,
            ``"merge"``, ``"select"``, or ``"loop_value"`` (the next value of a loop's head).
        runs_on_dead: it runs even if an input is DEAD; all other blocks are then dead, too.
        loop: its role in a loop: ``"condition"``, or ``"next"`` for the way back.
        trains: it changes variables to lower a loss.
    """

    writes: Sequence[str] = ()
    stateful: bool = False
    accepts_uninitialised: bool = False
    constant: bool = False
    variable: bool = False
    temporary: bool = False
    fed: bool = False
    counted: bool = False
    control: str | None = None
    runs_on_dead: bool = False
    loop: str | None = None
    trains: bool = False


class GradientTraits:
    """How the gradient of a type relates to the derivative.

    Attributes:
        not_differentiable: the reason why no gradient passes by nature.
        surrogate_gradient: the reason why its gradient is not meant to be the derivative.
        prevents_gradient: its rule always raises: a gradient through it is a mistake.
        discontinuity: the kind of a step function, whose gradient is 0 or undefined: ``"nearest"``, ``"floor"``
            (rounding), ``"quotient"``, ``"sign"``, ``"above"``, ``"below"``, ``"equal"``, ``"unequal"`` (comparisons),
            ``"largest"``, ``"smallest"`` (indices), ``"sample"``.
        sized_gradient: its rule depends on known sizes of the inputs.
        custom_gradient: its attribute ``program`` replaces the gradient of the values that it forwards.
    """

    not_differentiable: str | None = None
    surrogate_gradient: str | None = None
    prevents_gradient: bool = False
    discontinuity: str | None = None
    sized_gradient: bool = False
    custom_gradient: bool = False


class PageTraits:
    """How a type appears on a page and in the editor.

    Attributes:
        internal: gradient rules use it; it is not in the palette.
        passthrough: a helper that returns tensors of other blocks unchanged.
        annotation_only: it computes nothing and only observes its inputs.
        in_composites: it exists in composites only; the block of an instance makes its nodes in the instance.
        gradient_composite: the name of the gradient composite of its composite; empty if it has none.
        allows_missing_inputs: a helper that is made even if some of its inputs could not be made.
    """

    internal: bool = False
    passthrough: bool = False
    annotation_only: bool = False
    in_composites: bool = False
    gradient_composite: str = ""
    allows_missing_inputs: bool = False


TRAITS = (ShapeTraits, FusionTraits, EffectTraits, GradientTraits, PageTraits)
TRAIT_OPTIONS = frozenset(option for trait in TRAITS for option in trait.__annotations__)


class BlockSpec(ShapeTraits, FusionTraits, EffectTraits, GradientTraits, PageTraits):
    """A block type, as declared by ``@block``; `blocks.graph.build.BlockType` is the form that can be called.

    Keywords of the declaration that are not below are those of its traits, and type variables with their dtypes.

    Attributes:
        basic: returns the library's block types that the engine itself uses, by purpose: ``+ - * / @ ** < <= > >= []``,
            ``negate``, ``total`` (of a list), ``ones``, ``zeros``, ``constant``, ``shape``, ``unbroadcast``,
            ``identity``, ``barrier`` (waits for others).
        kernel: takes NumPy arrays, one per input pin (a tuple for a list), and the attributes as keywords; returns an
            array, or a tuple of arrays for several outputs. Types that write variables return the new values first.
        in_place: the indices of the inputs that the result may overwrite (empty: none), if the kernel has an in-place
            form: its additional last argument is an array (a list for several variables) that it writes to and returns.
            None: it has no such form.
        attributes_of: a type whose attributes this one has, too: the kernel takes them as ``**`` or by name; or a
            function whose keyword-only parameters are attributes.
        doc_of: siblings whose documentation describes the pins and attributes that this type's leaves out, or texts by
            name; the first that has an entry counts.
        flows: for a type with a body: ``flows(node, reached)`` returns the inputs that a gradient of the reached
            outputs continues to, and the cuts inside.
        formulas: the notation of each output pin: a text (`blocks.graph.formula_templates`), or a function that returns
            one for a call. None: the type with its inputs.
        rules: the gradient rules of other frameworks, by name. Such types have the attribute ``gradient_rule``, which
            selects one and which the kernel ignores.
        gradient_limits: reasons why the gradient of an input pin deliberately differs from the derivative, and why none
            flows through an output pin.
        lowerings: the rules for other targets, by target (`blocks.library.rules`).
        simple: a call is only its kernel: plain inputs, one result, no state, effect or control flow.
        forms: results of earlier calls, for types where operand dtypes and shapes determine everything else.
    """

    def __init__(
        self,
        name: str,
        page: str,
        signature: str,
        kernel: Callable[..., Any],
        *,
        doc: str = "",
        doc_of: Sequence[DocSource] = (),
        where: Mapping[str, Any] | None = None,
        in_place: Sequence[str] | None = None,
        helper: bool = False,
        example: Mapping[str, Any] | None = None,
        aliases: Mapping[str, str] | None = None,
        shown_as: Mapping[str, str] | None = None,
        attributes_of: BlockSpec | Callable[..., Any] | None = None,
        display_name: str | None = None,
        formula: str | None = None,
        basic: Callable[[str], BlockSpec] | None = None,
        earlier: Mapping[str, str] | None = None,
        **others: Any,
    ) -> None:
        traits = {option: value for option, value in others.items() if option in TRAIT_OPTIONS}
        variables = {option: value for option, value in others.items() if option not in TRAIT_OPTIONS}
        unknown = [option for option, value in variables.items() if not _is_dtypes(value)]
        if unknown:
            raise TypeError(f"{name}: unknown options of a block type: {', '.join(unknown)}")
        vars(self).update(traits)
        self.name = name
        self.page = page
        self.signature = signature
        self.kernel = kernel
        self.kind = "helper" if helper else "op"
        self.writes = tuple(self.writes)
        self.example = dict(example) if example else None
        self.aliases = dict(aliases or {})
        self.rule: Rule | None = None
        self.rules: dict[str, Rule] = {}
        self.lowerings: dict[str, Callable[..., Any]] = {}
        self.shape_rule: Callable[[Any], Any] | None = None
        self.flows: Callable[..., Any] | None = None
        self.variables: dict[str, tuple[DType, ...]] = {k: tuple(v) for k, v in variables.items()}
        self.bound_keywords: tuple[str, ...] = ()
        self.random = self.context = self.nested = False
        self.fusion = self.fusion or ("elementwise" if self.ufunc else None)
        if self.fusion not in (None, *FUSIONS):
            raise ValueError(f"{name}: fusion must be one of {', '.join(FUSIONS)}, got {self.fusion}")
        self.display_name = display_name or name
        self.gradient_limits: dict[str, GradientLimit] = {}
        self.basic: Callable[[str], BlockSpec] = basic or _no_library
        self.earlier = dict(earlier or {})
        self.prepare: Callable[[dict[str, Any]], None] | None = None
        self.attributes = self._read_attributes(kernel, attributes_of, where or {})
        self.attribute_names = {a.name: a for a in self.attributes}
        self.inputs, self.outputs = self._read_signature(signature, shown_as or {})
        self._doc_sources = [each.doc if isinstance(each, BlockSpec) else each for each in doc_of]
        self._document(inspect.cleandoc(doc))
        self.input_index = {pin.name: i for i, pin in enumerate(self.inputs)}
        self.output_index = {pin.name: i for i, pin in enumerate(self.outputs)}
        self.formulas: dict[str, FormulaRule] = {} if formula is None else {self.outputs[0].name: formula}
        indices = self.input_index.values() if self.ufunc else [self.input_index[pin] for pin in in_place or ()]
        self.in_place = tuple(indices) if self.ufunc or in_place is not None else None
        self.stateful = self.stateful or self.random or self.context or bool(self.writes)
        self.plain_inputs = not any(pin.is_list or pin.optional for pin in self.inputs)
        self.list_outputs = any(pin.is_list for pin in self.outputs)
        self.has_refs = any(pin.is_ref for pin in self.inputs)
        self.simple = self._is_simple()
        by_form = self.simple and len(self.inputs) < 3 and not self.attributes and (self.ufunc or self.broadcasts)
        self.forms: dict[tuple[Any, ...], Form] | None = {} if by_form else None

    def _document(self, doc: str) -> None:
        inputs = [*(pin.name for pin in self.inputs), *self.attribute_names]
        outputs = [pin.name for pin in self.outputs]
        self.doc = self.__doc__ = completed(doc, inputs, outputs, self._doc_sources)

    def _is_simple(self) -> bool:
        plain = self.inputs and self.plain_inputs and not self.has_refs and self.kind == "op"
        free = not (self.stateful or self.variable or self.control or self.runs_on_dead or self.list_outputs)
        return bool(plain and free) and [(pin.kind, pin.is_ref) for pin in self.outputs] == [("tensor", False)]

    def _read_attributes(
        self, kernel: Callable[..., Any], others: BlockSpec | Callable[..., Any] | None, where: Mapping[str, Any]
    ) -> tuple[Attribute, ...]:
        own = self._keywords(kernel)
        if isinstance(others, BlockSpec):
            theirs = {each.name: each for each in others.attributes if each.name != GRADIENT_RULE}
            more = [name for name in others.bound_keywords if name in self.variables]
            self.bound_keywords = tuple(dict.fromkeys([*self.bound_keywords, *more]))
            self.random, self.context = self.random or others.random, self.context or others.context
            self.nested, self.counted = self.nested or others.nested, self.counted or others.counted
        else:
            theirs = {} if others is None else self._keywords(others)
        given = {name: each for name, each in own.items() if not (each.required and name in theirs)}
        first = {name: each for name, each in given.items() if name not in theirs}
        return tuple([each.within(where.get(name)) for name, each in {**first, **theirs, **given}.items()])

    def _keywords(self, kernel: Callable[..., Any]) -> dict[str, Attribute]:
        """Return the attributes that a function takes, and note what else it takes by keyword."""
        kernel = kernel if hasattr(kernel, "__code__") else kernel.__call__
        code = getattr(kernel, "__code__", None)
        if code is None:
            return {}
        first = code.co_argcount
        defaults: dict[str, Any] = getattr(kernel, "__kwdefaults__", None) or {}
        annotations: dict[str, Any] = kernel.__annotations__
        result: dict[str, Attribute] = {}
        for name in code.co_varnames[first : first + code.co_kwonlyargcount]:
            if name == "rng":
                self.random = True
            elif name == "context":
                self.context = True
            elif name == "runner":
                self.nested = True
            elif name in self.variables:
                self.bound_keywords += (name,)
            else:
                default = defaults.get(name, REQUIRED)
                default = default.name if isinstance(default, DType) else default
                result[name] = Attribute(name, _attribute_type(name, annotations.get(name)), default)
        return result

    def _read_signature(
        self, signature: str, shown_as: Mapping[str, str]
    ) -> tuple[tuple[InputPin, ...], tuple[OutputPin, ...]]:
        left, _, right = signature.partition("->")
        inputs: list[InputPin] = []
        for part in filter(None, (p.strip() for p in left.split(","))):
            name, kind = (s.strip() for s in part.split(":"))
            optional, is_ref = kind.endswith("?"), kind.startswith("&")
            kind = kind.strip("?&")
            is_list = kind.endswith("*")
            kind = kind.removesuffix("*")
            if kind in KINDS:
                inputs.append(InputPin(name, None, dtypes.ANY, is_list, is_ref, optional, kind))
                continue
            var, allowed = self._element(kind)
            each = kind.removeprefix("any ") if kind.startswith("any ") else None
            inputs.append(InputPin(name, var, allowed, is_list, is_ref, optional, each=each))
        outputs: list[OutputPin] = []
        for part in filter(None, (p.strip() for p in right.split(","))):
            name, kind = (s.strip() for s in part.split(":"))
            is_ref = kind.startswith("&")
            kind, star, length = kind.strip("&").partition("*")
            if kind in KINDS:
                outputs.append(OutputPin(name, None, None, kind == "list", None, is_ref, kind, shown_as.get(name)))
                continue
            var, allowed = self._element(kind)
            fixed = allowed[0] if var is None and kind != "any" else None
            outputs.append(
                OutputPin(name, var, fixed, bool(star), length or None, is_ref, "tensor", shown_as.get(name))
            )
        return tuple(inputs), tuple(outputs)

    def _element(self, text: str) -> tuple[str | None, tuple[DType, ...]]:
        if text in self.variables:
            return text, self.variables[text]
        attribute = self.attribute_names.get(text)
        if attribute is not None:
            allowed = [dtypes.dtype(d) for d in attribute.allowed] if attribute.allowed else dtypes.ANY
            return text, tuple(allowed)
        if text.startswith("any "):
            return None, self.variables[text.removeprefix("any ")]
        if text == "any":
            return None, dtypes.ANY
        return None, (dtypes.BY_NAME["DT_" + text.upper()],)

    def shape(self, rule: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Register a rule: ``rule(call)`` returns the output's partial shape, a list for several outputs."""
        self.shape_rule = rule
        self.forms = None  # a rule may ask for values
        return rule

    def gradient(self, *inputs: str) -> Callable[[GradientFunction], GradientFunction]:
        """Register the gradient with respect to ``inputs`` (none named: all tensor inputs).

        ``rule(call, *dys)`` gets the node and the gradient of each output (None if there is none, a tuple for a list)
        and returns one gradient for each of ``inputs`` (a list for a list pin, None for a constant one).
        """

        def decorate(rule: GradientFunction) -> GradientFunction:
            self.rule = Rule(inputs or tuple(pin.name for pin in self.inputs), rule)
            return rule

        return decorate

    def rule_of(self, *frameworks: str) -> Callable[[GradientFunction], GradientFunction]:
        """Register the gradient of the same inputs as other frameworks define it; ``rule`` as in `gradient`.

        The type gets the attribute ``gradient_rule``, whose default is the rule of `gradient`: TensorFlow's.
        """

        def decorate(rule: GradientFunction) -> GradientFunction:
            assert self.rule is not None
            self.rules.update(dict.fromkeys(frameworks, Rule(self.rule.inputs, rule)))
            attribute = Attribute(GRADIENT_RULE, "string", TENSORFLOW, (TENSORFLOW, *self.rules))
            self.attribute_names = {**self.attribute_names, GRADIENT_RULE: attribute}
            self.attributes = tuple(self.attribute_names.values())
            self._document(self.doc)
            return rule

        return decorate

    def rule_for(self, attrs: Mapping[str, Any]) -> Rule | None:
        return self.rules.get(attrs.get(GRADIENT_RULE, TENSORFLOW), self.rule)

    def gradient_limit(self, pin: str, why: str, unless: Callable[[Sequence[Any]], Any] | None = None) -> None:
        """Declare why the gradient of an input, or through an output, differs from the derivative."""
        self.gradient_limits[pin] = GradientLimit(why, unless)

    def formula(self, rule: FormulaRule, output: str | None = None) -> FormulaRule:
        """Set the notation of an output (by default the first) in formulas: ``sqrt({x}^2 + {y}^2)``.

        As a decorator, it takes a function that gets the node and returns such a text.
        """
        self.formulas[output or self.outputs[0].name] = rule
        return rule

    def jax(self, rule: LoweringRule) -> LoweringRule:
        """Register ``rule(site, *arrays)``, which returns the results as JAX arrays. It imports JAX when it is called.

        ``site`` is a `blocks.library.jax_rules.lowering.LoweringContext`.
        """
        return self._register("jax", rule)

    def onnx(self, rule: LoweringRule) -> LoweringRule:
        """Register ``rule(site, *values)``, which returns the results as formulas of ONNX operators.

        ``site`` is a `blocks.library.onnx_rules.writing.OnnxWriter`; the operators are in the module ``values`` there.
        """
        return self._register("onnx", rule)

    def batch(self, rule: LoweringRule) -> LoweringRule:
        """Register ``rule(tracer, node)``, which returns the results of a node for all iterations of a loop at once.

        ``tracer`` is a `blocks.library.control_flow.vmap_rules.BatchTracer`.
        """
        return self._register("batch", rule)

    def _register(self, target: str, rule: LoweringRule) -> LoweringRule:
        self.lowerings[target] = rule
        return rule

    def bind(self, attrs: Mapping[str, Any], bound: Mapping[str, DType]) -> Callable[..., Any]:
        keywords = dict(attrs)
        keywords.pop(GRADIENT_RULE, None)
        for name in self.bound_keywords:
            keywords[name] = bound[name]
        return functools.partial(self.kernel, **keywords) if keywords else self.kernel

    def run(
        self, args: Sequence[Any], attrs: Mapping[str, Any], bound: Mapping[str, DType], **context: Any
    ) -> tuple[Any, ...]:
        """Run the kernel on arrays (a tuple of them for a list pin), and return the outputs, with lists unpacked."""
        kernel = self.bind(attrs, bound) if attrs or self.bound_keywords else self.kernel
        result = kernel(*args, **context)
        return (result,) if is_array(result) and not self.list_outputs else self.flat_results(result)

    def flat_results(self, result: Any) -> tuple[Any, ...]:
        """Return a kernel's results as a flat tuple, one entry per output after new values of `writes`."""
        if self.list_outputs:
            if len(self.outputs) == 1 and not self.writes:
                return tuple(result)
            flat: list[Any] = []
            for part in result:
                flat.extend(part if is_list(part) else [part])
            return tuple(flat)
        return tuple(result) if is_list(result) else (result,)

    @property
    def differentiable(self) -> str:
        """Return ``"yes"``, ``"none"`` (by nature) or ``"unregistered"``."""
        if self.rule is not None:
            return "yes"
        return "none" if self.not_differentiable else "unregistered"

    def clash(self, earlier: str) -> DiagramError | None:
        """Return the error for an earlier name beside the current one; None if it is not an earlier name."""
        name = self.earlier.get(earlier)
        text = f"{self.name} has both {name} and its earlier name {earlier}"
        return None if name is None else DiagramError(text, pin=earlier, hint=f"use {name} only")

    def input(self, name: str) -> InputPin | None:
        i = self.input_index.get(self.aliases.get(name, name))
        return None if i is None else self.inputs[i]

    def output(self, name: str) -> OutputPin | None:
        i = self.output_index.get(self.aliases.get(name, name))
        return None if i is None else self.outputs[i]

    @property
    def is_display(self) -> bool:
        """Whether the type only displays its inputs: it accepts result pins, and never makes a step fail."""
        return self.page == DISPLAY_PAGE

    @property
    def is_annotation(self) -> bool:
        """Whether the type computes nothing and only observes its inputs: it never makes a step fail."""
        return self.annotation_only or self.is_display

    def shown_by(self, name: str) -> OutputPin | None:
        """Return the output pin with this name, or the one whose result pin has this name."""
        return self.output(name) or next((pin for pin in self.outputs if name in pin.result_pins), None)

    def attribute(self, name: str) -> Attribute | None:
        return self.attribute_names.get(name)

    @property
    def plain_name(self) -> str:
        return self.name.rpartition(":")[2]

    @property
    def summary(self) -> str:
        return self.doc.split("\n", 1)[0]

    def __call__(self, *args: Any, **attributes: Any) -> Any:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<block type {self.name}>"
