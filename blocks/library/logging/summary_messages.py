"""TensorFlow's protocol buffers for summaries and events, as TensorBoard reads them."""

from __future__ import annotations

from functools import cache
from typing import Any

from blocks.base.messages import build
from blocks.library.parsing.tensor_messages import MESSAGES as _TENSOR_MESSAGES

# A summary in an event is serialised already.
_MESSAGES = {
    **_TENSOR_MESSAGES,
    "Histogram": (
        "1 double min, 2 double max, 3 double num, 4 double sum, 5 double sum_squares, 6 double* bucket_limit,"
        " 7 double* bucket"
    ),
    "Image": "1 int32 height, 2 int32 width, 3 int32 colorspace, 4 bytes encoded_image_string",
    "Audio": (
        "1 float sample_rate, 2 int64 num_channels, 3 int64 length_frames, 4 bytes encoded_audio_string,"
        " 5 bytes content_type"
    ),
    "PluginData": "1 bytes plugin_name, 2 bytes content",
    "Metadata": "1 PluginData plugin_data, 2 bytes display_name, 3 bytes summary_description, 4 int32 data_class",
    # The numbers 2 to 6 and 8 are alternatives: one that is 0 is written all the same.
    "Value": (
        "1 bytes tag, 2 float? simple_value, 3 bytes? obsolete_old_style_histogram, 4 Image image, 5 Histogram histo,"
        " 6 Audio audio, 7 bytes node_name, 8 Tensor tensor, 9 Metadata metadata"
    ),
    "Summary": "1 Value* value",
    "Event": "1 double wall_time, 2 int64 step, 3 bytes file_version, 5 bytes summary",
}


def message(name: str) -> Any:
    return _classes()[name]()


@cache
def _classes() -> dict[str, Any]:
    return build("gradblocks.summary", _MESSAGES)
