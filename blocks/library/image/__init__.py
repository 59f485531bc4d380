"""Page image_ops: images decoded, encoded, resized, cropped, coloured; boxes on them."""
