"""The worker process that runs pages for the editor; it can be stopped or crash without harm to the editor."""
