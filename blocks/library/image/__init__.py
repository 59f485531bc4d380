"""Category image_ops: image decoding, encoding, resizing, cropping, colors, and bounding boxes."""
