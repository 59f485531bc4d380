"""The block reference of the manual as Markdown, generated from the declarations of the block types."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import groupby

from blocks.base.errors import DiagramError
from blocks.cli.examples import example_texts
from blocks.cli.library import example_lines, gradient_words, pin_tables
from blocks.door.describing import example_call, placeholder
from blocks.graph.documentation import parse
from blocks.graph.formulas import formula
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.spec import BlockSpec
from blocks.library.categories import order_of, title_of
from blocks.library.index import MODULES, all_types, find

_TOPIC = "blocks-"
_NEIGHBORS = 6
"""Block types that "See also" names."""


@cache
def categories() -> dict[str, list[BlockSpec]]:
    specs = sorted((spec for spec in all_types() if not spec.internal), key=lambda s: (order_of(s.page), s.name))
    return {page: list(group) for page, group in groupby(specs, key=lambda spec: spec.page)}


def topics() -> dict[str, Callable[..., str]]:
    return {_topic(page): partial(category_text, page) for page in categories()}


def link_of(spec: BlockSpec) -> str:
    return f"{_topic(spec.page)}.md#{spec.name.lower()}"


def index_text() -> str:
    parts = [
        "# Block reference\n\nAll block types by category. `gradblocks blocks NAME` prints the documentation of one."
        " `gradblocks manual blocks-CATEGORY` prints a category, such as `gradblocks manual blocks-math_ops`.\n"
    ]
    for page, specs in categories().items():
        lines = "".join(f"- [{spec.name}]({link_of(spec)}): {_plain(spec.summary)}\n" for spec in specs)
        parts.append(f"\n## [{title_of(page)}]({_topic(page)}.md)\n\n{lines}")
    return "".join(parts)


def category_text(page: str, picture: Callable[[BlockSpec, int], str] = lambda _spec, _index: "") -> str:
    """Return the page of a category; ``picture`` returns a paragraph for a block type (0) or its example (1)."""
    specs = categories()[page]
    names = " · ".join(f"[{spec.name}](#{spec.name.lower()})" for spec in specs)
    return "\n".join([f"# Blocks: {title_of(page)}\n\n{names}\n", *(_type_text(spec, picture) for spec in specs)])


def _topic(page: str) -> str:
    return f"{_TOPIC}{page}"


def _type_text(spec: BlockSpec, picture: Callable[[BlockSpec, int], str]) -> str:
    docs = parse(spec.doc)
    parts = [f"## {spec.name}\n", f"{_plain(docs.summary)}\n", picture(spec, 0)]
    if docs.text.strip():
        parts.append(_plain(docs.text.strip("\n")) + "\n")
    for title, rows in pin_tables(spec):
        lines = [
            f"- `{name}` ({_plain(words)})" + (f": {_plain(' '.join(doc.split()))}" if doc else "")
            for name, words, doc in rows
        ]
        parts.append(f"**{title}**\n\n" + "\n".join(lines) + "\n")
    for name, allowed in spec.variables.items():
        parts.append(f"`{name}` is one of {', '.join(each.short for each in allowed)}.\n")
    parts.append(_plain(re.sub("^Gradient:", "**Gradient**:", gradient_words(spec))).replace("\\*", "*") + "\n")
    formulas = [f"- `{name}`: `{text}`" for name, text in gradient_formulas(spec)]
    if formulas:
        intro = "The gradient rule, applied to the example. `g` is the gradient with respect to the first output:"
        parts.append("\n".join([intro, "", *formulas, ""]))
    if spec.example is not None:
        lines = example_lines(spec)
        parts.append("**Example**\n\n```\n" + "\n".join(lines) + "\n```\n")
    parts += [picture(spec, 1), *_links(spec)]
    return "\n".join(filter(None, parts))


def _links(spec: BlockSpec) -> Iterator[str]:
    names = _same_elsewhere().get(spec.name, {})
    if names:
        yield f"**Equivalents**: {', '.join(f'{library} `{each}`' for library, each in names.items())}.\n"
    others = ", ".join(f"[{each.name}]({link_of(each)})" for each in _similar(spec))
    if others:
        yield f"**See also**: {others}.\n"
    examples = [f"`{name}`" for name, types in _types_of_examples().items() if spec.name in types]
    if examples:
        more = f" and {len(examples) - 5} more" if len(examples) > 5 else ""
        yield f"**Used in the examples**: {', '.join(examples[:5])}{more}.\n"


def _similar(spec: BlockSpec) -> list[BlockSpec]:
    own = {*spec.input_index, *spec.output_index, *spec.attribute_names, spec.name}
    names = [each for each in re.findall(r"\b[A-Z]\w+[A-Z0-9]\w*", spec.doc) if each not in own]
    module = next((each.split() for each in MODULES.values() if spec.name in each.split()), list[str]())
    at = module.index(spec.name) if module else 0
    names += sorted(module, key=lambda each: abs(module.index(each) - at))
    specs = [each for each in map(find, dict.fromkeys(names)) if each is not None]
    return [each for each in specs if not each.internal and each is not spec][:_NEIGHBORS]


@cache
def _types_of_examples() -> dict[str, set[str]]:
    return {name: set(re.findall(r'"type": ?"(\w+)"', text)) for name, text in example_texts().items()}


@cache
def _same_elsewhere() -> dict[str, dict[str, str]]:
    from blocks.interchange.jaxprs.primitives import ELEMENTWISE
    from blocks.interchange.onnx.operators.elementwise import BINARY, FUNCTIONS
    from blocks.library.index import UFUNC_BLOCKS

    tables = (
        ("NumPy", "numpy.", UFUNC_BLOCKS),
        ("JAX", "jax.lax.", ELEMENTWISE),
        ("ONNX", "", {name: kind for name, kind in (FUNCTIONS | BINARY).items() if name != "Xor"}),
    )
    names: dict[str, dict[str, str]] = {}
    for library, prefix, table in tables:
        for name, kind in table.items():
            names.setdefault(kind, {}).setdefault(library, f"{prefix}{name}")
    return names


_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_SIGN = re.compile(r"^( *)([-+])(?= )", re.MULTILINE)
_MEANT_ELSEWHERE = str.maketrans({"*": r"\*", "[": r"\[", "<": r"\<"})


def _plain(text: str) -> str:
    # A line that begins with a minus is an item only if its paragraph is a list.
    parts = (part if part.startswith("- ") else _SIGN.sub(r"\1\\\2", part) for part in _PARAGRAPHS.split(text))
    pieces = "\n\n".join(parts).replace("``", "`").split("`")
    return "`".join(piece if i % 2 else piece.translate(_MEANT_ELSEWHERE) for i, piece in enumerate(pieces))


_LONGEST = 100


def gradient_formulas(spec: BlockSpec) -> Iterator[tuple[str, str]]:
    """Yield inputs with the formula of their gradient, in which ``g`` is the gradient of the first output.

    Inputs are left out if the example cannot show the gradient, or if the formula is long.
    """
    if spec.rule is None or spec.kind != "op" or spec.example is None:
        return
    call = example_call(spec)
    if call is None:
        return
    scope, known, (result, *_) = call
    g = placeholder(scope, "g", result.dtype.numpy, result.shape)
    for name in spec.rule.inputs:
        if isinstance(known.get(name), Output):
            try:
                [gradient] = add_symbolic_gradients(scope, [result], [known[name]], [g])
                text = formula(gradient).text
            except DiagramError:
                continue
            if len(text) <= _LONGEST and "\n" not in text:
                yield name, text
