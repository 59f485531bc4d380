"""Machine code for large arrays: LLVM IR, its compiler and cache, and threads that share a kernel's tasks."""
