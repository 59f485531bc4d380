"""The door for scripts and assistants: verbs that read, edit and explain a diagram file, and answer with JSON objects.

Each verb is a function that takes parsed arguments and returns the members of its answer. `blocks.door.answers.answer`
adds the format, or turns an error into a refusal. The command line and the MCP server call the same functions.

A verb raises UsageError for a file, page, block, type or loss that does not exist, FileError for a file that cannot be
read or written, and DiagramError for other input that is refused.
"""
