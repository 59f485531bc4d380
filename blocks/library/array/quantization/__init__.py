"""Quantized tensors: quantizing, dequantizing, and simulated quantization."""
