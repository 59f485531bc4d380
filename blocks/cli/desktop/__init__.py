"""``gradblocks desktop`` and ``gradblocks thumbnail``: the program among those of a desktop."""
