"""The server for assistants, through the client of the SDK over standard input and output."""
