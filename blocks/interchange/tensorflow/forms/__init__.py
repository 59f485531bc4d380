"""TensorFlow forms of calls that TensorFlow lacks, or lacks on the CPU."""
