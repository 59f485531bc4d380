"""``gradblocks desktop`` and ``gradblocks thumbnail``: integration into the desktop environment."""
