"""Colors. The dark theme follows enuSpace; the light theme uses the same hues with sufficient contrast on white."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Color = str
"""``#rrggbb`` or ``#aarrggbb``."""

# By dtype, told apart by people who do not see all colours (after Okabe and Ito). Float is what is usual and keeps the
# colour of the pin's role: yellow at the left, green at the right.
_DARK_DTYPES: dict[str, Color] = {
    "float64": "#ff9a2e",
    "float16": "#ffe2a8",
    "bfloat16": "#ffe2a8",
    "int8": "#56b4e9",
    "int16": "#56b4e9",
    "int32": "#56b4e9",
    "int64": "#3f8fe0",
    "uint8": "#63d8d0",
    "uint16": "#63d8d0",
    "uint32": "#63d8d0",
    "uint64": "#63d8d0",
    "bool": "#e58ac0",
    "string": "#f0683c",
    "complex64": "#a98bf0",
    "complex128": "#a98bf0",
}
_LIGHT_DTYPES: dict[str, Color] = {
    **dict.fromkeys(("int8", "int16", "int32"), "#2b8fd0"),
    **dict.fromkeys(("uint8", "uint16", "uint32", "uint64"), "#1fa89c"),
    **dict.fromkeys(("complex64", "complex128"), "#7a58d0"),
    "int64": "#1d62b8",
    "float64": "#e07800",
    "float16": "#c8a050",
    "bfloat16": "#c8a050",
    "bool": "#c04d92",
    "string": "#d2451e",
}

# What wires carry, told apart in three kinds of colour blindness too: found by a search for the widest differences.
_DARK_CARRIED: dict[str, Color] = {
    "float": "#e98d43",
    "integer": "#6ba4fb",
    "bool": "#d42b99",
    "string": "#856e1d",
    "complex": "#705ff1",
    "reference": "#5cfb6e",
    "control": "#f5f5f5",
    "unknown": "#bfbfbf",
}
_LIGHT_CARRIED: dict[str, Color] = {
    "float": "#d85d0a",
    "integer": "#5aaffb",
    "bool": "#8c4791",
    "string": "#d7b124",
    "complex": "#51007b",
    "reference": "#0c5633",
    "control": "#161616",
    "unknown": "#939393",
}


@dataclass(frozen=True)
class Theme:
    name: str
    dark: bool
    canvas: Color
    grid: Color
    block_fill: Color
    block_border: Color
    block_shadow: Color
    title: Color
    id_text: Color
    label: Color
    label_dim: Color
    value: Color
    type_text: Color
    pin_ring: Color
    pin_ring_output: Color
    pin_scope: Color
    pin_roles: Mapping[str, Color]
    dtypes: Mapping[str, Color]
    wire: Color
    wire_kinds: Mapping[str, Color]
    """By the kind of the pin, or by the group of wires from one pin (``net0``, ...)."""
    carried: Mapping[str, Color]
    """By what a wire carries: `CARRIED`, ``reference``, ``control``, and ``unknown``."""
    selection: Color
    hover: Color
    found: Color
    error: Color
    warning: Color
    running: Color
    ok: Color
    missing: Color
    note: Color
    frame_fill: Color
    frame_border: Color
    frame_title: Color
    preview_fill: Color
    preview_text: Color
    overview_fill: Color
    overview_border: Color
    overview_wire: Color
    overview_far: Color
    overview_title: Color
    preview_border: Color = field(default="#00000000")

    def pin_color(self, role: str, dtype: str) -> Color:
        """Return a pin's fill: its dtype's color, or the role's for float and unknown dtypes."""
        if role in ("input", "output") and dtype in self.dtypes:
            return self.dtypes[dtype]
        return self.pin_roles.get(role, self.pin_roles["input"])

    def wire_color(self, group: str) -> Color:
        return self.carried.get(group) or self.wire_kinds.get(group, self.wire)

    def family_color(self, family: str) -> Color:
        color = FAMILIES[family][0]
        return color if self.dark else "#" + "".join([f"{int(color[i : i + 2], 16) * 4 // 5:02x}" for i in (1, 3, 5)])


DARK = Theme(
    name="dark",
    dark=True,
    canvas="#2a2a2a",
    grid="#4a4a4a",
    block_fill="#2a2a2a",
    block_border="#ffbf28",
    block_shadow="#38000000",
    title="#22b9f4",
    id_text="#b4b4ae",
    label="#fffbf0",
    label_dim="#979797",
    value="#ffbf28",
    type_text="#9a9a94",
    pin_ring="#ff1418",
    pin_ring_output="#ffffff",
    pin_scope="#000000",
    pin_roles=MappingProxyType(
        {
            "input": "#ffff31",
            "output": "#8acf57",
            "scope": "#000000",
            "scope_output": "#000000",
            "attribute": "#808080",
            "result": "#bebebe",
            "feed": "#00b050",
            "status": "#00b050",
            "operation": "#00ffff",
            "missing": "#c83232",
        }
    ),
    dtypes=MappingProxyType(_DARK_DTYPES),
    wire="#a5571c",
    wire_kinds=MappingProxyType(
        {
            "operation": "#7c9a48",
            "feed": "#00af54",
            "status": "#00af54",
            "scope": "#7d7d7d",
            "result": "#e0781c",
            "net0": "#1f97cc",
            "net1": "#8fae4a",
            "net2": "#b3cae2",
            "net3": "#9257c4",
            "net4": "#4bacc6",
            "net5": "#d8a62c",
        }
    ),
    carried=MappingProxyType(_DARK_CARRIED),
    selection="#6fd6ff",
    hover="#ffffff",
    found="#f6f03c",
    error="#ff6161",
    warning="#ffb020",
    running="#00c8ff",
    ok="#66e07a",
    missing="#de7a7a",
    note="#00c564",
    frame_fill="#414141",
    frame_border="#d7d7d7",
    frame_title="#dcdcdc",
    preview_fill="#f01e1e1e",
    preview_text="#ffd67a",
    overview_far="#a67f26",
    overview_title="#4cc8f4",
    overview_fill="#3a3222",
    overview_border="#ffbf28",
    overview_wire="#787878",
    preview_border="#4a4a4a",
)

LIGHT = Theme(
    name="light",
    dark=False,
    canvas="#f6f6f3",
    grid="#cfcfc8",
    block_fill="#ffffff",
    block_border="#dc9600",
    block_shadow="#22000000",
    title="#006699",
    id_text="#5a5a56",
    label="#20201c",
    label_dim="#71716e",
    value="#a05f00",
    type_text="#71716d",
    pin_ring="#c83214",
    pin_ring_output="#3c6e1e",
    pin_scope="#000000",
    pin_roles=MappingProxyType(
        {
            "input": "#ffe100",
            "output": "#76c043",
            "scope": "#1e1e1e",
            "scope_output": "#1e1e1e",
            "attribute": "#9a9a9a",
            "result": "#a8a8a8",
            "feed": "#00a04a",
            "status": "#00a04a",
            "operation": "#00b4c8",
            "missing": "#d03a3a",
        }
    ),
    dtypes=MappingProxyType(_LIGHT_DTYPES),
    wire="#9a5a26",
    wire_kinds=MappingProxyType(
        {
            "operation": "#61783a",
            "feed": "#009646",
            "status": "#009646",
            "scope": "#969696",
            "result": "#d06a14",
            "net0": "#0a7ab0",
            "net1": "#6a8a20",
            "net2": "#6f8296",
            "net3": "#7a3cb0",
            "net4": "#2a8a9e",
            "net5": "#b8860b",
        }
    ),
    carried=MappingProxyType(_LIGHT_CARRIED),
    selection="#0a84d6",
    hover="#202020",
    found="#b8a000",
    error="#d32020",
    warning="#9d6300",
    running="#0090c8",
    ok="#268037",
    missing="#cf3737",
    note="#00803f",
    frame_fill="#e4e4de",
    frame_border="#8c8c88",
    frame_title="#4a4a46",
    preview_fill="#f4ffffff",
    preview_text="#6e4600",
    overview_far="#e8b848",
    overview_title="#00608c",
    overview_fill="#fff6e0",
    overview_border="#dc9600",
    overview_wire="#8c8c8c",
    preview_border="#d0d0ca",
)

CARRIED: Mapping[str, str] = MappingProxyType(
    {
        "float": "float",
        "int": "integer",
        "uint": "integer",
        "quantized": "integer",
        "bool": "bool",
        "string": "string",
        "complex": "complex",
    }
)
"""The kinds of dtypes that wires have colours for."""

FAMILIES: Mapping[str, tuple[Color, str]] = MappingProxyType(
    {
        "data": ("#8a9bb0", "core io_ops dataset_ops parsing_ops logging_ops"),
        "state": ("#4fb477", "state_ops data_flow_ops"),
        "math": ("#4f8fe8", "math_ops special_math_ops bitwise_ops spectral_ops linalg_ops"),
        "arrays": ("#2fb3b3", "array_ops sparse_ops ragged_ops"),
        "text": ("#c9824f", "string_ops lookup_ops"),
        "network": ("#9a75e8", "nn_ops rnn_ops ctc_ops candidate_sampling_ops"),
        "image": ("#d46ab0", "image_ops"),
        "training": ("#e8644f", "training_ops"),
        "random": ("#b9a33a", "random_ops stateless_random_ops stateful_random_ops"),
        "flow": ("#8f8f8f", "control_flow_ops no_op"),
        "display": ("#00a554", "display"),
        "composite": ("#d89a10", "composites"),
    }
)
"""The families of block types that have a color and an icon: the color, and the categories of the library."""
_FAMILY_OF = {page: family for family, (_, pages) in FAMILIES.items() for page in pages.split()}


def family_of(page: str) -> str:
    """Return the family of a category; categories of packages and diagrams hold composites."""
    return _FAMILY_OF.get(page, "composite")


_ICONS = {
    "data": ["1,2 9,2 9,8 1,8 1,2", "1,5 9,5"],
    "state": ["1,2.2 5,1 9,2.2 9,7.8 5,9 1,7.8 1,2.2", "1,2.2 5,3.6 9,2.2"],
    "math": ["8,1 2,1 6,5 2,9 8,9"],
    "arrays": ["1,1 9,1 9,9 1,9 1,1", "5,1 5,9", "1,5 9,5"],
    "text": ["1,1 9,1", "5,1 5,9", "3.5,9 6.5,9"],
    "network": ["1,2 9,5 1,8", "1,2 1,2", "1,8 1,8", "1,5 9,5", "9,5 9,5"],
    "image": ["1,1 9,1 9,9 1,9 1,1", "1,8 4,4.5 6,7 7.5,5.5 9,7"],
    "training": ["1,1 2.5,5 5,7.5 9,8.5", "6.5,6 9,8.5 6,9.7"],
    "random": ["1,1 9,1 9,9 1,9 1,1", "3,3 3,3", "5,5 5,5", "7,7 7,7"],
    "flow": ["1,5 4,5 9,1.5", "4,5 9,8.5"],
    "display": ["1,1 1,9 9,9", "3,6.5 5,4 6.5,5.5 9,2"],
    "composite": ["1,3 7,3 7,9 1,9 1,3", "3,3 3,1 9,1 9,7 7,7"],
}
"""The strokes of the icon of each family of block types, in a square of 10; a stroke of no length is a dot."""


def icon_strokes(family: str) -> list[tuple[list[tuple[float, ...]], float]]:
    """Return the strokes of a family's icon, each as its points and its width."""
    strokes = [[tuple(map(float, point.split(","))) for point in stroke.split()] for stroke in _ICONS[family]]
    return [(points, 2.2 if len(points) == 2 and points[0] == points[1] else 1.25) for points in strokes]


CONTROL = ("operation", "feed", "status", "scope")
"""The kinds of pins whose wires carry no tensor."""

NETS = 6
"""How many groups of wires have colours of their own."""

THEMES: Mapping[str, Theme] = MappingProxyType({"dark": DARK, "light": LIGHT})


_WHITE, _BLACK = "#ffffff", "#000000"


def luminance(color: str) -> float:
    """Return the relative luminance of ``#rrggbb`` or ``#aarrggbb``, 0 (black) to 1 (white), ignoring alpha."""
    digits = color[-6:]
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color: str, ground: str) -> float:
    """Return the contrast ratio, from 1 (equal) to 21 (black on white); text needs 4.5."""
    low, high = sorted((luminance(color), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def text_on(ground: str) -> str:
    return _WHITE if contrast(_WHITE, ground) >= contrast(_BLACK, ground) else _BLACK
