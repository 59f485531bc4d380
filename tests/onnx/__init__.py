"""Exported models, run by onnxruntime."""
