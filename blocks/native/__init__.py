"""Machine code for what NumPy does slowly: LLVM IR, its compiler and cache, and threads that share a kernel's tasks."""
