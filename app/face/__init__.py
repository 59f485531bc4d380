"""How a block looks, as plain data: face (texts, pins, badges), geometry (numbers), theme (colours). No widgets."""
