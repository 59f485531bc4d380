"""Pytrees of JAX for pages that `blocks.from_jax` makes."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from blocks.analysis.explanation import Explanation
from blocks.base.errors import UsageError
from blocks.document.data import listed
from blocks.interchange.optional import require as needs


def explain(
    function: Callable[..., Any],
    /,
    *args: Any,
    forbid: Mapping[str, str] | Iterable[str] | None = None,
    require: Iterable[str] | None = None,
) -> Explanation:
    """Run a JAX function once and explain the gradient of each argument (requires the extra ``jax``).

    It is like `blocks.torch.explain`. Arguments of floats are parameters, named by their paths: ``params.layers.0.w``.
    JAX returns zeros instead of None, so the status of a parameter whose gradient is cut is ``zero``.

    Args:
        function: a function of JAX that returns one number.
        args: its arguments.
        forbid: parameters, or pytrees of parameters, that the gradient must not reach: ``{"target": "loss"}``.
        require: parameters, or pytrees of parameters, that must have a gradient.

    Raises:
        GradientContractError: ``forbid`` or ``require`` does not hold.
        UsageError: JAX is not installed, the result is not one number, or a name does not exist.

    Example:
        import jax, jax.numpy as jnp

        def loss(params, x):
            return jnp.sum(jax.lax.stop_gradient(params["w"] * x) * params["v"])

        params = {"v": np.float32([1, 2]), "w": np.float32([3, 4])}
        print(blocks.jax.explain(loss, params, np.float32([5, 6])))
    """
    needs("jax")
    from blocks.interchange.jaxprs.explaining import explain_function

    explanation = explain_function(function, args)
    explanation.check(forbid, require)
    return explanation


def weights(session: Any, /, like: Any, *, name: str | None = None) -> Any:
    """Return the trained values of an argument of `blocks.from_jax` (requires the extra ``jax``).

    Args:
        session: a session of the page, the result of `blocks.train`, or the variables of a page by name.
        like: the argument as it was given to `blocks.from_jax`. It determines the structure, the shapes and dtypes.
        name: the name of the argument in the function. It is needed only if several trained arguments are alike.

    Returns:
        A pytree with the structure and the dtypes of ``like``. Leaves that are JAX arrays there are JAX arrays.

    Raises:
        UsageError: JAX is not installed, or not exactly one trained argument is like ``like``.

    Example:
        import jax.numpy as jnp

        def loss(params, x):
            return jnp.mean(jnp.square(x @ params["w"] - 1))

        params, x = {"w": np.zeros((2, 1), np.float32)}, np.ones((4, 2), np.float32)
        diagram = blocks.from_jax(loss, params, x, trainable=[0])
        page = diagram.pages[0]
        page.add("Minimize", id="train", learning_rate=0.1)
        page.wire("output", "train.loss")
        page.wire("train.operation", "run.run_outputs")
        session = blocks.Session(diagram)
        session.run(feed={"x": x}, steps=20)
        params = blocks.jax.weights(session, like=params)
    """
    needs("jax")
    from blocks.interchange.jaxprs.from_jax import leaf_names
    from blocks.interchange.tracing.diagram import identifier

    jax: Any = importlib.import_module("jax")
    leaves, structure = jax.tree_util.tree_flatten(like)
    ends = [identifier(end) if end else "" for end in leaf_names("", like)]
    variables: Mapping[str, Any] = getattr(session, "variables", session)
    begins = [each.removesuffix(end) for end in ends[:1] for each in variables if each.endswith(end)]
    begins = [each for each in begins if "/" not in each]  # the variables of a Minimize block
    found: dict[str, list[Any]] = {}
    for begin in begins if name is None else [identifier(name)]:
        if leaves and all(begin + end in variables for end in ends):
            values = [np.asarray(variables[begin + end]) for end in ends]
            if all(value.shape == np.shape(leaf) for value, leaf in zip(values, leaves, strict=True)):
                found[begin] = values
    if len(found) > 1:
        hint = f"set name to one of {listed(found)}"
        raise UsageError("weights: several trained arguments are like this pytree", hint=hint)
    if not found:
        text = "weights: the leaves of this pytree do not fit the variables of a trained argument"
        raise UsageError(text, hint=f"the variables are: {listed(variables)}")
    [values] = found.values()
    return structure.unflatten(map(_as_leaf, values, leaves))


def _as_leaf(value: Any, leaf: Any) -> Any:
    module: Any = np if type(leaf).__module__ == "numpy" else importlib.import_module("jax.numpy")
    return module.array(value, getattr(leaf, "dtype", None))
