"""Documents and files: open, save, import, export, recover."""
