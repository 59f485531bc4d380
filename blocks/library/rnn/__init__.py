"""Page rnn_ops: cells of recurrent networks, and whole sequences of them."""
