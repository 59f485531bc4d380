"""The categories of the block library, as the palette and the manual show them."""

from __future__ import annotations

# In the order in which users need them. Categories without an entry follow by name.
TITLES = {
    "composites": "Composite pins",
    "core": "Core",
    "display": "Displays",
    "math_ops": "Math",
    "array_ops": "Arrays",
    "nn_ops": "Neural networks",
    "state_ops": "State",
    "training_ops": "Training",
    "random_ops": "Random",
    "stateless_random_ops": "Random, stateless",
    "stateful_random_ops": "Random, with a generator",
    "control_flow_ops": "Control flow",
    "data_flow_ops": "Queues and stores",
    "dataset_ops": "Datasets",
    "lookup_ops": "Lookup tables",
    "io_ops": "Files",
    "image_ops": "Images",
    "string_ops": "Strings",
    "linalg_ops": "Linear algebra",
    "spectral_ops": "Fourier transforms",
    "special_math_ops": "Special functions",
    "sparse_ops": "Sparse tensors",
    "ragged_ops": "Ragged tensors",
    "rnn_ops": "Recurrent cells",
    "ctc_ops": "CTC",
    "no_op": "No operation",
}
_ORDER = {page: number for number, page in enumerate(TITLES)}


def order_of(page: str) -> tuple[int, str]:
    return (_ORDER.get(page, len(_ORDER)), page)


def title_of(page: str) -> str:
    return TITLES.get(page) or page.removesuffix("_ops").replace("_", " ").capitalize()
