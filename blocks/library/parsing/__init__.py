"""From serialised text and messages to tensors."""
